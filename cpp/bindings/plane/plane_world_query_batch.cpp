#include <cmath>

#include <emscripten/bind.h>

#include "plane_world_store.h"

/// Batches of queries on a world of the plane. JavaScript writes up to k_plane_block_pairs of them to `block_poses`;
/// the list has the answers, each as the single query gives it.

namespace hyperplane::bindings {
namespace {

/// Numbers of an answer: row or k_no_plane_row, distance, point, normal and part.
constexpr std::size_t k_closest_numbers = 7;
/// The same with two parts, and 1 if the search converged.
constexpr std::size_t k_impact_numbers = 9;

constinit Buffer<double> overlapping;

/// @return whether the block's poses are valid; if not, the fault record names the query. @param poses of each query
bool accept_block(std::uint32_t count, std::uint32_t poses) {
  for (std::uint32_t i = 0; i < count * poses; ++i) {
    if (!accept_plane_pose(plane_records().block_poses[i], PlaneArgument::pose_a, i / poses)) return false;
  }
  return true;
}

/// Casts a shape `count` times, each from a pose to the next. @return 0, or k_plane_fault.
std::uint32_t cast_shapes(std::uint32_t world, std::uint32_t shape_number, std::uint32_t count, double max_distance,
                          std::uint32_t mask, bool sensors) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  const plane::Shape* const shape =
      bound == nullptr ? nullptr : accept_plane_shape(shape_number, PlaneArgument::shape_a);
  if (shape == nullptr || count > k_plane_block_pairs || !accept_block(count, 2)) return k_plane_fault;
  double* out = make_plane_report(k_impact_numbers * count);
  if (out == nullptr) return k_plane_fault;
  const plane::Pose* const poses = plane_records().block_poses;
  for (std::uint32_t i = 0; i < count; ++i) {
    const plane::WorldImpact found = bound->world->cast_shape(*shape, {poses[2 * i], poses[2 * i + 1]},
                                                              plane_query_options(max_distance, mask, sensors));
    out = put(put(put(put(out, found.hit ? found.row : k_no_plane_row), found.time), found.point), found.normal);
    out = put(put(put(out, found.part_a), found.part_b), found.converged ? 1.0 : 0.0);
  }
  return 0;
}

/// Finds the colliders that intersect a shape at each of `count` poses. The list has their numbers, then their rows.
/// @return 0, or k_plane_fault.
std::uint32_t find_overlappings(std::uint32_t world, std::uint32_t shape_number, std::uint32_t count,
                                std::uint32_t mask, bool sensors) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  const plane::Shape* const shape =
      bound == nullptr ? nullptr : accept_plane_shape(shape_number, PlaneArgument::shape_a);
  if (shape == nullptr || count > k_plane_block_pairs || !accept_block(count, 1)) return k_plane_fault;
  overlapping.clear();
  if (!overlapping.resize(count, 0.0)) {
    return report_plane_fault(Status::out_of_memory, PlaneArgument::none, "no memory for the answers");
  }
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto rows =
        bound->world->overlap(*shape, plane_records().block_poses[i], plane_query_options(HUGE_VAL, mask, sensors));
    if (!rows.ok()) return report_plane_fault(rows.status, PlaneArgument::none, rows.message);
    overlapping[i] = static_cast<double>(rows.value.size());
    for (const std::uint32_t row : rows.value) {
      if (!overlapping.push(row)) {
        return report_plane_fault(Status::out_of_memory, PlaneArgument::none, "no memory for the answers");
      }
    }
  }
  double* out = make_plane_report(overlapping.size());
  if (out == nullptr) return k_plane_fault;
  for (const double number : overlapping) out = put(out, number);
  return 0;
}

/// The closest point to each of `count` points. @return 0, or k_plane_fault.
std::uint32_t find_closests(std::uint32_t world, std::uint32_t count, double max_distance, std::uint32_t mask,
                            bool sensors) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  if (bound == nullptr || count > k_plane_block_pairs) return k_plane_fault;
  const auto* const points = reinterpret_cast<const plane::Vec2*>(plane_records().block_poses);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!accept_plane_pose({points[i], 0.0}, PlaneArgument::value, i)) return k_plane_fault;
  }
  double* out = make_plane_report(k_closest_numbers * count);
  if (out == nullptr) return k_plane_fault;
  for (std::uint32_t i = 0; i < count; ++i) {
    const plane::WorldClosestPoint found =
        bound->world->closest(points[i], plane_query_options(max_distance, mask, sensors));
    out = put(put(put(out, found.found ? found.row : k_no_plane_row), found.distance), found.point);
    out = put(put(out, found.normal), found.part);
  }
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_plane_world_query_batch) {
  emscripten::function("castShapes", &cast_shapes);
  emscripten::function("findOverlappings", &find_overlappings);
  emscripten::function("findClosests", &find_closests);
}

}  // namespace hyperplane::bindings
