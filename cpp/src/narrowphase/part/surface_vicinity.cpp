#include "narrowphase/part/surface_vicinity.h"

#include <algorithm>
#include <bit>

#include "bvh/float_bounds.h"
#include "bvh/tolerances.h"
#include "composite/tolerances.h"
#include "composite/touch_bounds.h"
#include "math/pose.h"

namespace hyperplane {

void visit_around(const Surface& surface, const Vec3& point, double distance, TriangleSearch visit) {
  const Aabb around = grown_by({point, point}, distance + k_culling_rounding * surface.reach());
  surface.visit_leaves_within(around, [&](std::uint32_t, const Vec3(&corners)[3]) {
    const auto& [a, b, c] = corners;
    return !overlaps(around, {min(a, min(b, c)), max(a, max(b, c))}) || visit({a, b, c});
  });
}

SurfaceVicinity::SurfaceVicinity(const Surface& surface, const Shape& shape, const Pose& pose, const Aabb& bounds)
    : surface_(surface),
      shape_(&shape),
      pose_(pose),
      bounds_(bounds),
      region_(touch_bounds(shape, pose)),
      middle_(pose.position + rotate(pose.rotation, (bounds.min + bounds.max) * 0.5)) {}

bool SurfaceVicinity::gather() {
  const double rounding =
      k_culling_rounding * (max_component(abs(region_.min)) + max_component(abs(region_.max)) + surface_.reach());
  const Aabb region = grown_by(region_, rounding);
  bool fits = true;
  surface_.visit_leaves_within(region_, [&](std::uint32_t place, const Vec3(&corners)[3]) {
    if (count_ == k_capacity) {
      fits = false;
      return false;
    }
    const auto& [a, b, c] = corners;
    Aabb around{min(a, min(b, c)), max(a, max(b, c))};
    const Vec3 sides = around.max - around.min;
    around = grown_by(around, k_touch_margin * (sides.x + sides.y + sides.z));
    if (overlaps(around, region)) members_[count_++] = {place, {a, b, c}};
    return true;
  });
  if (!fits) count_ = 0;
  pack();
  return fits;
}

bool SurfaceVicinity::has_open_edge() const {
  if (count_ > k_few || !surface_.may_be_open(region_)) return false;
  for (int i = 0; i < count_; ++i) {
    if (hyperplane::has_open_edge(surface_.bends_at(members_[i].place))) return true;
  }
  return false;
}

void SurfaceVicinity::pack() {
  for (int first = 0; first < count_; first += 4) {
    TriangleLanes lanes(middle_);
    for (int lane = 0; lane < 4; ++lane) {
      const auto& [a, b, c] = members_[std::min(first + lane, count_ - 1)].corners;
      lanes.set(lane, a, b, c);
    }
    Group& group = groups_[first / 4];
    for (int i = 0; i < 3; ++i) group.corners[i] = lanes.corner(i);
    const auto& [a, b, c] = group.corners;
    const Lanes3 low = min(a, min(b, c)), high = max(a, max(b, c));
    const F32x4 slack = splat(k_lane_point_margin);
    group.low = low - abs(low) * slack;
    group.high = high + abs(high) * slack;
  }
}

std::uint32_t SurfaceVicinity::rejected(const Group& group, const std::optional<BoxTriangleFilter>& filter,
                                        BoxTriangleHint* hints) const {
  if (filter) return filter->apart(group.corners, hints);
  float gaps[4];
  TriangleLanes::bound_distances(group.corners, {}, gaps);
  const F32x4 within = splat(rounded_up(bounds_.max.x));
  return bits(within < load(gaps));
}

void SurfaceVicinity::visit_candidates(
    FunctionRef<bool(const SurfaceTriangle& triangle, const BoxTriangleHint& hint)> visit) const {
  std::optional<BoxTriangleFilter> filter;
  if (shape_->type != ShapeType::sphere) filter.emplace(bounds_, to_transform(pose_), surface_.reach());
  const bool is_box = shape_->type == ShapeType::box;
  BoxTriangleHint hints[4];
  for (int first = 0; first < count_; first += 4) {
    const std::uint32_t lanes = (1u << std::min(count_ - first, 4)) - 1u;
    std::uint32_t kept = lanes & ~rejected(groups_[first / 4], filter, is_box ? hints : nullptr);
    for (; kept != 0; kept &= kept - 1) {
      const int lane = std::countr_zero(kept);
      if (!visit(members_[first + lane], hints[lane])) return;
    }
  }
}

void SurfaceVicinity::operator()(const Vec3& point, double distance, TriangleSearch visit) const {
  const Aabb around = grown_by({point, point}, distance);
  if (count_ == 0 || !contains(region_, around)) {
    visit_around(surface_, point, distance, visit);
    return;
  }
  const Vec3 from = point - middle_, to = abs(from);
  const double margin = distance + k_culling_rounding * surface_.reach() +
                        static_cast<double>(k_lane_point_margin) * (to.x + to.y + to.z);
  const Lanes3 low = all_lanes(from - Vec3{margin, margin, margin}),
               high = all_lanes(from + Vec3{margin, margin, margin});
  for (int first = 0; first < count_; first += 4) {
    const Group& group = groups_[first / 4];
    std::uint32_t near = bits((group.low.x <= high.x) & (group.low.y <= high.y) & (group.low.z <= high.z) &
                              (low.x <= group.high.x) & (low.y <= group.high.y) & (low.z <= group.high.z));
    near &= (1u << std::min(count_ - first, 4)) - 1u;
    for (; near != 0; near &= near - 1) {
      if (!visit(members_[first + std::countr_zero(near)].triangle())) return;
    }
  }
}

}  // namespace hyperplane
