#include <hyperplane/explain.h>

#include <limits>

#include "core/safe_rotation.h"
#include "narrowphase/box/settled_sat.h"
#include "narrowphase/explain/explain_sat_hull.h"
#include "shape/box.h"

/// The separating axis theorem, axis by axis: the projections behind the verdict of two boxes, in world space.
/// explain_sat_hull.h handles pairs with a hull.

namespace hyperplane {
namespace {

SatAxis explain_axis(const Vec3& half_a, const Vec3& half_b, const Transform& a, const Transform& b_in_a, int k) {
  SatAxis axis;
  axis.source = k < 3 ? SatSource::face_a : (k < 6 ? SatSource::face_b : SatSource::edge_edge);
  axis.index_a = k < 3 ? k : (k < 6 ? -1 : (k - 6) / 3);
  axis.index_b = k < 3 ? -1 : (k < 6 ? k - 3 : (k - 6) % 3);
  const BoxAxis projected = box_axis(half_a, half_b, b_in_a, k);
  axis.exists = projected.exists;
  if (!projected.exists) {
    axis.overlap = std::numeric_limits<double>::infinity();
    return axis;
  }
  axis.axis = a.rotation * projected.normal;
  axis.overlap = projected.overlap();
  const double centre_a = dot(axis.axis, a.translation), centre_b = centre_a + projected.between;
  axis.min_a = centre_a - projected.reach_a;
  axis.max_a = centre_a + projected.reach_a;
  axis.min_b = centre_b - projected.reach_b;
  axis.max_b = centre_b + projected.reach_b;
  return axis;
}

bool is_box_pair(const Shape& a, const Shape& b) { return a.type == ShapeType::box && b.type == ShapeType::box; }

}  // namespace

std::size_t sat_axis_count(const Shape& a, const Shape& b) {
  return is_box_pair(a, b) ? k_box_axis_count : polyhedron_axis_count(a, b);
}

Result<SatExplanation> explain_sat(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                   std::span<SatAxis> axes) {
  const std::size_t count = sat_axis_count(a, b);
  if (count == 0) {
    return Result<SatExplanation>::failure(Status::invalid_argument, "separating axes are for shapes with flat faces");
  }
  if (count > k_max_sat_axes) {
    return Result<SatExplanation>::failure(Status::invalid_argument, "the hulls have more than 2^18 candidate axes");
  }
  if (axes.size() != count) {
    return Result<SatExplanation>::failure(Status::invalid_argument, "the list of axes does not have their number");
  }
  if (!is_box_pair(a, b)) return {Status::ok, explain_polyhedron_axes(a, pose_a, b, pose_b, axes), ""};

  const Vec3 half_a = Box(a).half, half_b = Box(b).half;
  const PairFrames frames = pair_frames(pose_a, pose_b);
  for (int k = 0; k < k_box_axis_count; ++k) {
    axes[static_cast<std::size_t>(k)] = explain_axis(half_a, half_b, frames.a, frames.b_in_a, k);
  }
  const BoxSat sat = signed_box_sat_settled(half_a, pose_a, half_b, pose_b, frames.b_in_a);
  return {Status::ok, {sat.intersects, static_cast<std::size_t>(sat.axis)}, ""};
}

}  // namespace hyperplane
