#include "composite/half_space.h"

#include "composite/tolerances.h"
#include "core/constants.h"
#include "core/hash.h"
#include "math/transform.h"

namespace hyperplane {
namespace {

/// Margin of a slab around bounds, in their sizes and depths below the plane.
constexpr double k_slab_margin = 4.0;

}  // namespace

std::uint64_t HalfSpaceShape::hash() {
  Hash hash;
  hash.add(static_cast<std::uint32_t>(ShapeType::half_space));
  return hash.value();
}

Aabb HalfSpaceShape::bounds_at(const Pose& pose) {
  const Vec3 normal = to_matrix(pose.rotation).columns[1];
  const Vec3 rounding = abs(pose.position) * k_bounds_rounding;
  const Vec3 high = pose.position + rounding, low = pose.position - rounding;
  const auto faces = [&](int axis, double sign) { return normal == unit_axis(axis) * sign; };
  return {{faces(0, -1.0) ? low.x : -k_half_space_reach, faces(1, -1.0) ? low.y : -k_half_space_reach,
           faces(2, -1.0) ? low.z : -k_half_space_reach},
          {faces(0, 1.0) ? high.x : k_half_space_reach, faces(1, 1.0) ? high.y : k_half_space_reach,
           faces(2, 1.0) ? high.z : k_half_space_reach}};
}

RayHit HalfSpaceShape::raycast(const Vec3& origin, const Vec3& direction, double max_distance, double) {
  if (origin.y <= 0.0) return {true, 0.0, origin, -direction};
  if (!(direction.y < 0.0)) return {};
  const double distance = origin.y / -direction.y;
  if (distance > max_distance) return {};
  const Vec3 point = origin + direction * distance;
  return {true, distance, {point.x, 0.0, point.z}, unit_axis(1)};
}

RayHit HalfSpaceShape::leave(const Vec3& origin, const Vec3& direction) {
  if (!(direction.y > 0.0)) return {};
  const double distance = max(-origin.y, 0.0) / direction.y;
  const Vec3 point = origin + direction * distance;
  return {true, distance, {point.x, 0.0, point.z}, unit_axis(1)};
}

ClosestPoint HalfSpaceShape::closest_point(const Vec3& point, double /*within*/) {
  return {point.y, {point.x, 0.0, point.z}, unit_axis(1)};
}

Vec3 HalfSpaceShape::support(const Vec3& direction) {
  const Vec3 aside{direction.x, min(direction.y, 0.0), direction.z};
  return aside == Vec3{} ? Vec3{} : aside * k_half_space_reach;
}

CompoundPart slab_under(const Aabb& bounds) {
  const double depth = max(-bounds.min.y, 0.0);
  const double margin = max(k_slab_margin * (length(bounds.max - bounds.min) + depth), k_least_slab_margin);
  const double height = depth + margin;
  CompoundPart slab{{ShapeType::box,
                     {bounds.max.x - bounds.min.x + 2.0 * margin, height, bounds.max.z - bounds.min.z + 2.0 * margin}},
                    {}};
  slab.pose.position = {(bounds.min.x + bounds.max.x) * 0.5, -0.5 * height, (bounds.min.z + bounds.max.z) * 0.5};
  return slab;
}

}  // namespace hyperplane
