#include <emscripten/bind.h>

#include <span>

#include "core/buffer.h"
#include "plane_records.h"

/// Records, the list of numbers, and shapes by number.

namespace hyperplane::bindings {

alignas(PlaneRecords) unsigned char plane_record_bytes[sizeof(PlaneRecords)];
constinit NumberedSlots<PlaneEntry> plane_shapes;

namespace {

constinit Buffer<double> list;

constexpr double k_record_numbers[] = {
    sizeof(PlaneRecords),
    offsetof(PlaneRecords, fault),
    offsetof(PlaneRecords, report),
    offsetof(PlaneRecords, poses),
    offsetof(PlaneRecords, vectors),
    offsetof(PlaneRecords, results),
    offsetof(PlaneRecords, block_shapes),
    offsetof(PlaneRecords, block_poses),
    offsetof(PlaneRecords, block_answers),
    offsetof(PlaneRecords, block_verdicts),
    k_plane_block_pairs,
    k_plane_fault,
    plane::k_min_size,
    plane::k_max_size,
    plane::k_max_position,
    plane::k_max_angle,
    plane::k_max_polygon_points,
    static_cast<double>(Status::ok),
    static_cast<double>(Status::invalid_argument),
    static_cast<double>(Status::degenerate_shape),
    static_cast<double>(Status::out_of_memory),
    static_cast<double>(Status::stale_handle),
    static_cast<double>(plane::ShapeType::circle),
    static_cast<double>(plane::ShapeType::rectangle),
    static_cast<double>(plane::ShapeType::capsule),
    static_cast<double>(plane::ShapeType::ellipse),
};
constexpr std::uint32_t k_record_number_count = sizeof(k_record_numbers) / sizeof(k_record_numbers[0]);

std::uint32_t address_of(const void* place) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(place));
}

std::uint32_t record_address() { return address_of(&plane_records()); }
std::uint32_t record_number_count() { return k_record_number_count; }
/// @return 0 past the end.
double record_number(std::uint32_t i) { return i < k_record_number_count ? k_record_numbers[i] : 0.0; }

void release_report() {
  list.release();
  plane_records().report = {};
}

/// Makes a list for JavaScript to write to. @return 0, or k_plane_fault.
std::uint32_t reserve_report(std::uint32_t count) {
  return make_plane_report(count) == nullptr && count > 0 ? k_plane_fault : 0;
}

/// @return the shape's number, or 0 with the fault record filled; the polygon is then still the caller's.
std::uint32_t add(const Result<plane::Shape>& shape, const plane::Polygon* polygon = nullptr) {
  if (!shape.ok()) {
    report_plane_fault(shape.status, PlaneArgument::value, shape.message);
    return 0;
  }
  const Result<std::uint32_t> number = plane_shapes.insert({shape.value, polygon});
  if (!number.ok()) report_plane_fault(number.status, PlaneArgument::none, number.message);
  return number.ok() ? number.value : 0;
}

/// @param type a ShapeType with two sizes or one.
std::uint32_t create_shape(std::uint32_t type, double p, double q) {
  switch (static_cast<plane::ShapeType>(type)) {
    case plane::ShapeType::circle:
      return add(plane::make_circle(p));
    case plane::ShapeType::rectangle:
      return add(plane::make_rectangle(p, q));
    case plane::ShapeType::capsule:
      return add(plane::make_capsule(p, q));
    default:
      return add(plane::make_ellipse(p, q));
  }
}

/// Of the two vectors.
std::uint32_t create_segment() {
  return add(plane::make_segment(plane_records().vectors[0], plane_records().vectors[1]));
}

/// Of the points in the list, which it frees.
std::uint32_t create_polygon(double radius) {
  Result<plane::PolygonPtr> built = plane::build_polygon(list.span());
  release_report();
  if (!built.ok()) {
    report_plane_fault(built.status, PlaneArgument::value, built.message);
    return 0;
  }
  const std::uint32_t number = add(plane::make_convex_polygon(*built.value, radius), built.value.get());
  if (number != 0) built.value.release();
  return number;
}

/// Writes x, y of each vertex to the list. @return 0, or k_plane_fault.
std::uint32_t describe_polygon(std::uint32_t number) {
  const plane::Shape* const shape = accept_plane_shape(number, PlaneArgument::shape_a);
  if (shape == nullptr) return k_plane_fault;
  double* out = make_plane_report(2 * static_cast<std::size_t>(shape->vertex_count));
  if (out == nullptr) return k_plane_fault;
  for (int i = 0; i < shape->vertex_count; ++i) out = put(out, plane::core_vertex(*shape, i));
  return 0;
}

void release_shape(std::uint32_t number) {
  const PlaneEntry* const found = plane_shapes.find(number);
  if (found == nullptr) return;
  const plane::Polygon* const polygon = found->polygon;
  plane_shapes.remove(number);
  plane::PolygonDeleter{}(polygon);
}

std::uint32_t shape_count() { return plane_shapes.size(); }

}  // namespace

std::uint32_t report_plane_fault(Status status, PlaneArgument argument, const char* message, std::uint32_t item) {
  plane_records().fault = {static_cast<std::uint32_t>(status), static_cast<std::uint32_t>(argument), item,
                           address_of(message)};
  return k_plane_fault;
}

const plane::Shape* accept_plane_shape(std::uint32_t number, PlaneArgument argument, std::uint32_t item) {
  const PlaneEntry* const entry = plane_shapes.find(number);
  if (entry == nullptr) report_plane_fault(Status::stale_handle, argument, "not a live shape", item);
  return entry == nullptr ? nullptr : &entry->shape;
}

bool accept_plane_pose(const plane::Pose& pose, PlaneArgument argument, std::uint32_t item) {
  const Result<bool> result = plane::check_pose(pose);
  if (!result.ok()) report_plane_fault(result.status, argument, result.message, item);
  return result.ok();
}

double* make_plane_report(std::size_t count) {
  release_report();
  if (!list.resize_uninitialized(count)) {
    report_plane_fault(Status::out_of_memory, PlaneArgument::none, "no memory for a list of numbers");
    return nullptr;
  }
  plane_records().report = {address_of(list.data()), static_cast<std::uint32_t>(count)};
  return list.data();
}

EMSCRIPTEN_BINDINGS(hyperplane_plane_module) {
  emscripten::function("recordAddress", &record_address);
  emscripten::function("recordNumberCount", &record_number_count);
  emscripten::function("recordNumber", &record_number);
  emscripten::function("reserveReport", &reserve_report);
  emscripten::function("releaseReport", &release_report);
  emscripten::function("createShape", &create_shape);
  emscripten::function("createSegment", &create_segment);
  emscripten::function("createPolygon", &create_polygon);
  emscripten::function("describePolygon", &describe_polygon);
  emscripten::function("releaseShape", &release_shape);
  emscripten::function("shapeCount", &shape_count);
}

}  // namespace hyperplane::bindings
