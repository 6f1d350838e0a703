#include <limits>

#include <emscripten/bind.h>

#include "call.h"
#include "core/buffer.h"
#include "report.h"
#include "world_store.h"

/// Batches of queries on a world. JavaScript writes up to k_block_pairs of them to `block_poses`; the report has the
/// answers, each as the single query gives it.

namespace hyperplane::bindings {
namespace {

/// Numbers of an answer: row or k_no_row, distance or time, point, normal, and the part and triangle of one or two
/// shapes.
constexpr std::size_t k_closest_numbers = 10;
constexpr std::size_t k_impact_numbers = 12;

constinit Buffer<std::uint32_t> overlapping;

double* write_feature(double* out, const PartFeature& feature) {
  *out++ = feature.part;
  *out++ = feature.triangle;
  return out;
}

/// @return k_fault, with the query's index in the fault record.
std::uint32_t fault_of(std::uint32_t item) {
  records().fault.item = item;
  return k_fault;
}

/// Casts a shape `count` times, each from a pose to the next. @return 0, or k_fault.
std::uint32_t cast_shapes(std::uint32_t world, std::uint32_t shape_number, std::uint32_t count, double max_distance,
                          std::uint32_t mask, bool sensors) {
  BoundWorld* const bound = accept_world(world);
  const Shape* const shape = bound == nullptr ? nullptr : accept_shape(shape_number, Argument::shape_a);
  if (shape == nullptr || count > k_block_pairs) return k_fault;
  const Pose* const poses = records().block_poses;
  for (std::uint32_t i = 0; i < 2 * count; ++i) {
    if (!accept_pose(poses[i], Argument::pose_a)) return fault_of(i / 2);
  }
  const std::span<double> report = make_report(k_impact_numbers * count);
  if (report.size() < k_impact_numbers * count) return k_fault;
  double* out = report.data();
  for (std::uint32_t i = 0; i < count; ++i) {
    const WorldImpact found =
        bound->world->cast_shape(*shape, {poses[2 * i], poses[2 * i + 1]}, query_options(max_distance, mask, sensors));
    *out++ = found.hit ? found.row : k_no_row;
    *out++ = found.time;
    out = write(out, found.point);
    out = write(out, found.normal);
    out = write_feature(out, {found.features.part_a, found.features.triangle_a});
    out = write_feature(out, {found.features.part_b, found.features.triangle_b});
  }
  return 0;
}

/// Finds the colliders that intersect a shape at each of `count` poses. The report has their numbers, then their rows.
/// @return 0, or k_fault.
std::uint32_t find_overlappings(std::uint32_t world, std::uint32_t shape_number, std::uint32_t count,
                                std::uint32_t mask, bool sensors) {
  BoundWorld* const bound = accept_world(world);
  const Shape* const shape = bound == nullptr ? nullptr : accept_shape(shape_number, Argument::shape_a);
  if (shape == nullptr || count > k_block_pairs) return k_fault;
  const Pose* const poses = records().block_poses;
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!accept_pose(poses[i], Argument::pose_a)) return fault_of(i);
  }
  double counts[k_block_pairs];
  overlapping.clear();
  for (std::uint32_t i = 0; i < count; ++i) {
    const auto rows =
        bound->world->overlap(*shape, poses[i], query_options(std::numeric_limits<double>::infinity(), mask, sensors));
    if (!rows.ok()) return report_fault(rows.status, Argument::none, rows.message);
    counts[i] = static_cast<double>(rows.value.size());
    for (const std::uint32_t row : rows.value) {
      if (!overlapping.push(row))
        return report_fault(Status::out_of_memory, Argument::none, "no memory for the answers");
    }
  }
  const std::span<double> report = make_report(count + overlapping.size());
  if (report.size() < count + overlapping.size()) return k_fault;
  for (std::uint32_t i = 0; i < count; ++i) report[i] = counts[i];
  for (std::size_t i = 0; i < overlapping.size(); ++i) report[count + i] = overlapping[i];
  return 0;
}

/// The closest point to each of `count` points. @return 0, or k_fault.
std::uint32_t find_closests(std::uint32_t world, std::uint32_t count, double max_distance, std::uint32_t mask,
                            bool sensors) {
  BoundWorld* const bound = accept_world(world);
  if (bound == nullptr || count > k_block_pairs) return k_fault;
  const auto* const points = reinterpret_cast<const Vec3*>(records().block_poses);
  for (std::uint32_t i = 0; i < count; ++i) {
    if (!accept_point(points[i])) return fault_of(i);
  }
  const std::span<double> report = make_report(k_closest_numbers * count);
  if (report.size() < k_closest_numbers * count) return k_fault;
  double* out = report.data();
  for (std::uint32_t i = 0; i < count; ++i) {
    const WorldClosestPoint found = bound->world->closest(points[i], query_options(max_distance, mask, sensors));
    *out++ = found.found ? found.row : k_no_row;
    *out++ = found.distance;
    out = write(out, found.point);
    out = write(out, found.normal);
    out = write_feature(out, found.feature);
  }
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_world_query_batch) {
  emscripten::function("castShapes", &cast_shapes);
  emscripten::function("findOverlappings", &find_overlappings);
  emscripten::function("findClosests", &find_closests);
}

}  // namespace hyperplane::bindings
