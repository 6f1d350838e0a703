#include "narrowphase/convex/separation_cache.h"

#include "core/safe_rotation.h"
#include "narrowphase/convex/convex_pair.h"
#include "narrowphase/convex/gjk.h"
#include "narrowphase/convex/tolerances.h"

namespace hyperplane {
namespace {

/// Extent of a shape along an axis, and the sizes that its tolerances depend on.
struct Reach {
  /// Of the core, from the shape's origin.
  double along;
  double radius, extent;
};

/// @param axis in the frame of the shape.
Reach reach_of(const Shape& shape, const Vec3& axis) {
  return visit_shape(shape, [&](const auto& s) {
    return Reach{dot(axis, s.core_origin() + s.core_support(axis)), s.radius(), s.core_extent()};
  });
}

/// Least gap between cores that proves separation by more than a distance.
double least_gap(double radius_a, double radius_b, double size, double distance) {
  return radius_a + radius_b + distance + k_separation_margin * (size + distance);
}

bool are_apart_along(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Vec3& axis,
                     double distance) {
  const Reach reach_a = reach_of(a, transpose_times(to_matrix(pose_a.rotation), axis));
  const Reach reach_b = reach_of(b, transpose_times(to_matrix(pose_b.rotation), -axis));
  const double size = 2.0 * max(reach_a.extent + reach_a.radius, reach_b.extent + reach_b.radius);
  const double least = least_gap(reach_a.radius, reach_b.radius, size, distance);
  const double gap = dot(axis, pose_b.position - pose_a.position) - reach_a.along - reach_b.along;
  return gap > 0.0 && gap * gap > least * least * length_squared(axis);
}

}  // namespace

bool still_separated(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, Vec3& axis,
                     double distance) {
  const bool is_known = length_squared(axis) > 0.0;
  if (is_known && has_safe_length(pose_a.rotation) && has_safe_length(pose_b.rotation) &&
      are_apart_along(a, pose_a, b, pose_b, axis, distance)) {
    return true;
  }
  const PairFrames frames = pair_frames(pose_a, pose_b);
  ConvexPair pair = make_convex_pair(a, b, frames.b_in_a);
  ConvexDifference& difference = pair.difference;
  SupportPoint seed;
  if (is_known) seed = difference.support(transpose_times(frames.a.rotation, axis));
  const double least = least_gap(pair.radius_a, pair.radius_b, difference.size, distance);
  const GjkResult cores = gjk(difference, {.beyond = least, .within = least}, std::span(&seed, is_known ? 1 : 0));
  if (cores.status != GjkStatus::beyond) return false;
  axis = frames.a.rotation * (cores.v * (1.0 / cores.upper));
  return true;
}

}  // namespace hyperplane
