#include "narrowphase/composite/surface_vicinity.h"

#include "composite/oriented_culling.h"
#include "composite/touch_bounds.h"
#include "core/constants.h"
#include "math/aabb.h"

namespace hyperplane {

void visit_around(const Surface& surface, const Vec3& point, double distance, TriangleSearch visit) {
  surface.visit_within(grown_by({point, point}, distance), nullptr,
                       [&](std::uint32_t i) { return visit(Triangle(surface.triangle_shape(i))); });
}

SurfaceVicinity::SurfaceVicinity(const Surface& surface, const Shape& shape, const Pose& pose, const Aabb& bounds)
    : surface_(surface), shape_(&shape), pose_(pose), bounds_(bounds), region_(touch_bounds(shape, pose)) {}

bool SurfaceVicinity::gather() {
  const double rounding =
      k_culling_rounding * (max_component(abs(region_.min)) + max_component(abs(region_.max)) + surface_.reach());
  const Aabb region = grown_by(region_, rounding);
  bool fits = true;
  surface_.visit_leaves_within(region_, [&](std::uint32_t i) {
    if (count_ == k_capacity) {
      fits = false;
      return false;
    }
    Member& next = members_[count_];
    next.triangle = surface_.triangle_shape(i);
    const Triangle near(next.triangle);
    const Vec3 b = near.origin + near.to_b, c = near.origin + near.to_c;
    next.number = i;
    next.bounds = {min(near.origin, min(b, c)), max(near.origin, max(b, c))};
    Aabb around = grown_by(next.bounds, k_touch_margin * near.core_extent());
    if (surface_.thickness() > 0.0) {
      const Vec3 back = near.normal() * -surface_.thickness();
      around = united(around, {around.min + back, around.max + back});
    }
    if (overlaps(around, region)) ++count_;
    return true;
  });
  if (!fits) count_ = 0;
  return fits;
}

void SurfaceVicinity::visit_candidates(FunctionRef<bool(std::uint32_t, const Shape&)> visit) const {
  const bool is_turned = has_own_axes(*shape_);
  const OrientedCulling tight(grown_by(bounds_, k_touch_margin * size_of(*shape_)), pose_, surface_.reach());
  for (int i = 0; i < count_; ++i) {
    const Member& member = members_[i];
    if (is_turned) {
      const Triangle triangle(member.triangle);
      const Vec3 prism = surface_.thickness() > 0.0 ? triangle.normal() * -surface_.thickness() : Vec3{};
      if (tight.rejects(triangle, prism)) continue;
    }
    if (!visit(member.number, member.triangle)) return;
  }
}

void SurfaceVicinity::operator()(const Vec3& point, double distance, TriangleSearch visit) const {
  const Aabb around = grown_by({point, point}, distance);
  if (count_ == 0 || !contains(region_, around)) {
    visit_around(surface_, point, distance, visit);
    return;
  }
  for (int i = 0; i < count_; ++i) {
    if (overlaps(members_[i].bounds, around) && !visit(Triangle(members_[i].triangle))) return;
  }
}

}  // namespace hyperplane
