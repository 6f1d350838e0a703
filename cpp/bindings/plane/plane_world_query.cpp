#include <emscripten/bind.h>

#include <cmath>
#include <cstring>
#include <span>

#include "../query_rows.h"
#include "plane_world_store.h"

/// Queries on a world of the plane. Points and directions are in the records.

namespace hyperplane::bindings {
namespace {

constinit ExcludedRows excluded;
constinit TestedRows tested;

void clear_excluded() { excluded.clear(); }

std::uint32_t exclude_row(std::uint32_t row) {
  if (excluded.insert(row)) return 0;
  return report_plane_fault(Status::out_of_memory, PlaneArgument::none,
                            "no memory for the colliders that a filter rejected");
}

bool is_included(const void* /*context*/, std::uint32_t row) { return !excluded.contains(row); }

bool accept_point(plane::Vec2 point) { return accept_plane_pose({point, 0.0}, PlaneArgument::value); }

bool accept_ray(plane::Vec2 origin, plane::Vec2 direction) {
  if (!accept_point(origin)) return false;
  const bool is_zero = direction.x == 0.0 && direction.y == 0.0;
  if (!is_zero && std::isfinite(direction.x) && std::isfinite(direction.y)) return true;
  report_plane_fault(Status::invalid_argument, PlaneArgument::value, "a direction must be finite and not zero");
  return false;
}

void put_part_of(std::int32_t a, std::int32_t b = -1) {
  plane_records().parts[0] = a;
  plane_records().parts[1] = b;
}

/// Results: distance, point, normal. @return the row of the first hit, or k_no_plane_row, or k_plane_fault.
std::uint32_t cast_ray(std::uint32_t world, double max_distance, std::uint32_t mask, bool sensors) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  const plane::Vec2* const ray = plane_records().vectors;
  if (bound == nullptr || !accept_ray(ray[0], ray[1])) return k_plane_fault;
  const plane::WorldRayHit hit =
      bound->world->raycast(ray[0], ray[1], plane_query_options(max_distance, mask, sensors));
  if (!hit.hit) return k_no_plane_row;
  put(put(put(plane_records().results, hit.distance), hit.point), hit.normal);
  put_part_of(hit.part);
  return hit.row;
}

/// The list: row, part, distance, point and normal of each hit. @return the number of hits, or k_plane_fault.
std::uint32_t cast_ray_through(std::uint32_t world, double max_distance, std::uint32_t mask, bool sensors) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  const plane::Vec2* const ray = plane_records().vectors;
  if (bound == nullptr || !accept_ray(ray[0], ray[1])) return k_plane_fault;
  const auto hits = bound->world->raycast_all(ray[0], ray[1], plane_query_options(max_distance, mask, sensors));
  if (!hits.ok()) return report_plane_fault(hits.status, PlaneArgument::none, hits.message);
  if (hits.value.empty()) return 0;
  double* out = make_plane_report(7 * hits.value.size());
  if (out == nullptr) return k_plane_fault;
  for (const plane::WorldRayHit& hit : hits.value) {
    out = put(put(put(put(put(out, hit.row), hit.part), hit.distance), hit.point), hit.normal);
  }
  return static_cast<std::uint32_t>(hits.value.size());
}

/// Reads origins and directions from the block's poses; writes distances to its answers, rows from k_plane_block_rays
/// on, and parts, as whole numbers of 32 bits, over the rays. @return 0, or k_plane_fault with the ray's index as item.
std::uint32_t cast_rays(std::uint32_t world, std::uint32_t count, double max_distance, std::uint32_t mask,
                        bool sensors) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  if (bound == nullptr || count > k_plane_block_rays) return k_plane_fault;
  const auto* const rays = reinterpret_cast<const double*>(plane_records().block_poses);
  auto* const answers = reinterpret_cast<double*>(plane_records().block_answers);
  for (std::uint32_t i = 0; i < count; ++i) {
    const double* const ray = rays + std::size_t{4} * i;
    if (accept_ray({ray[0], ray[1]}, {ray[2], ray[3]})) continue;
    plane_records().fault.item = i;
    return k_plane_fault;
  }
  static std::int32_t rows[k_plane_block_rays];
  static std::int32_t parts[k_plane_block_rays];
  bound->world->raycast_batch({rays, std::size_t{4} * count}, {answers, count}, {rows, count},
                              plane_query_options(max_distance, mask, sensors), {parts, count});
  for (std::uint32_t i = 0; i < count; ++i) {
    answers[k_plane_block_rays + i] = rows[i];
  }
  std::memcpy(plane_records().block_poses, parts, count * sizeof(std::int32_t));
  return 0;
}

/// The list: rows of the colliders that intersect a shape at pose 0. @return their number, or k_plane_fault.
std::uint32_t find_overlapping(std::uint32_t world, std::uint32_t shape_number, std::uint32_t mask, bool sensors) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  if (bound == nullptr) return k_plane_fault;
  const plane::Shape* const shape = accept_plane_shape(shape_number, PlaneArgument::shape_a);
  const plane::Pose& pose = plane_records().poses[0];
  if (shape == nullptr || !accept_plane_pose(pose, PlaneArgument::pose_a)) return k_plane_fault;
  const auto rows = bound->world->overlap(*shape, pose, plane_query_options(HUGE_VAL, mask, sensors));
  if (!rows.ok()) return report_plane_fault(rows.status, PlaneArgument::none, rows.message);
  if (rows.value.empty()) return 0;
  double* out = make_plane_report(rows.value.size());
  if (out == nullptr) return k_plane_fault;
  for (const std::uint32_t row : rows.value) out = put(out, row);
  return static_cast<std::uint32_t>(rows.value.size());
}

/// Casts a shape from pose 0 to pose 1. Results: time, point, normal, 1 if the search converged.
/// @return the row, or k_no_plane_row, or k_plane_fault.
std::uint32_t cast_shape(std::uint32_t world, std::uint32_t shape_number, double max_distance, std::uint32_t mask,
                         bool sensors) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  if (bound == nullptr) return k_plane_fault;
  const plane::Shape* const shape = accept_plane_shape(shape_number, PlaneArgument::shape_a);
  const plane::Sweep sweep{plane_records().poses[0], plane_records().poses[1]};
  if (shape == nullptr || !accept_plane_pose(sweep.from, PlaneArgument::pose_a) ||
      !accept_plane_pose(sweep.to, PlaneArgument::pose_a)) {
    return k_plane_fault;
  }
  const plane::WorldImpact found =
      bound->world->cast_shape(*shape, sweep, plane_query_options(max_distance, mask, sensors));
  if (!found.hit) return k_no_plane_row;
  put(put(put(put(plane_records().results, found.time), found.point), found.normal), found.converged ? 1.0 : 0.0);
  put_part_of(found.part_a, found.part_b);
  return found.row;
}

/// Results: distance, point, normal. @return the row, or k_no_plane_row, or k_plane_fault.
std::uint32_t find_closest(std::uint32_t world, double max_distance, std::uint32_t mask, bool sensors) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  const plane::Vec2 point = plane_records().vectors[0];
  if (bound == nullptr || !accept_point(point)) return k_plane_fault;
  const plane::WorldClosestPoint closest =
      bound->world->closest(point, plane_query_options(max_distance, mask, sensors));
  if (!closest.found) return k_no_plane_row;
  put(put(put(plane_records().results, closest.distance), closest.point), closest.normal);
  put_part_of(closest.part);
  return closest.row;
}

bool is_included_and_noted(const void* context, std::uint32_t row) {
  if (!is_included(context, row)) return false;
  tested.note(row);
  return true;
}

/// Moves a body from pose 0 by vector 0, with vector 1 as up. The list: position; row, point and normal of the ground;
/// number of hits, and row, point and normal of each; then, if it notes them, the rows that the move tested.
/// @return 1 if the body ends on ground, else 0, or k_plane_fault.
std::uint32_t move_and_slide(std::uint32_t world, std::uint32_t shape_number, double skin, double max_slope,
                             double step_height, double snap_distance, std::uint32_t mask, bool sensors, bool notes) {
  BoundPlaneWorld* const bound = accept_plane_world(world);
  if (bound == nullptr) return k_plane_fault;
  const plane::Shape* const shape = accept_plane_shape(shape_number, PlaneArgument::shape_a);
  if (shape == nullptr) return k_plane_fault;
  plane::MoverOptions options{
      plane_records().vectors[1], skin, max_slope, step_height, snap_distance, mask, sensors, nullptr, nullptr};
  if (excluded.is_any()) options.accepts = &is_included;
  if (notes) options.accepts = &is_included_and_noted;
  tested.clear();
  const auto moved =
      bound->world->move_and_slide(*shape, plane_records().poses[0], plane_records().vectors[0], options);
  if (!moved.ok()) return report_plane_fault(moved.status, PlaneArgument::value, moved.message);
  if (!tested.is_complete()) {
    return report_plane_fault(Status::out_of_memory, PlaneArgument::none, "no memory for the rows that a move tested");
  }
  const plane::MoverResult& result = moved.value;
  const std::span<const plane::MoverHit> hits(result.hits, static_cast<std::size_t>(result.hit_count));
  double* out = make_plane_report(8 + 5 * hits.size() + tested.size());
  if (out == nullptr) return k_plane_fault;
  out = put(put(out, result.position), result.ground_row);
  out = put(put(put(out, result.ground_point), result.ground_normal), result.hit_count);
  for (const plane::MoverHit& hit : hits) out = put(put(put(out, hit.row), hit.point), hit.normal);
  for (const std::uint32_t row : tested) out = put(out, row);
  return (result.grounded ? 1u : 0u) | (result.crushed ? 2u : 0u);
}

}  // namespace

plane::QueryOptions plane_query_options(double max_distance, std::uint32_t mask, bool sensors) {
  return {max_distance, mask, sensors, excluded.is_any() ? &is_included : nullptr, nullptr};
}

EMSCRIPTEN_BINDINGS(hyperplane_plane_world_query) {
  emscripten::function("clearExcluded", &clear_excluded);
  emscripten::function("excludeRow", &exclude_row);
  emscripten::function("castRay", &cast_ray);
  emscripten::function("castRayThrough", &cast_ray_through);
  emscripten::function("castRays", &cast_rays);
  emscripten::function("castShape", &cast_shape);
  emscripten::function("findOverlapping", &find_overlapping);
  emscripten::function("findClosest", &find_closest);
  emscripten::function("moveAndSlide", &move_and_slide);
}

}  // namespace hyperplane::bindings
