#include "composite/surface.h"
#include "bind_call.h"
#include "call.h"
#include "report.h"

/// Functions shared by triangle meshes and height fields.

namespace hyperplane::bindings {
namespace {

/// @return the shape, or null with the fault record filled.
const Shape* accept_surface(std::uint32_t number) {
  const Shape* const shape = accept_shape(number, Argument::shape_a);
  if (shape == nullptr || is_surface(shape->type)) return shape;
  report_fault(Status::invalid_argument, Argument::shape_a, "not a surface of triangles");
  return nullptr;
}

/// Writes to points 0 to 2: triangle count, thickness in m, whether triangles push to their front only; of a mesh the
/// vertex count and whether it is solid; of a height field columns, rows, and its width and depth in m.
/// @return 0, or k_fault.
std::uint32_t describe_surface(std::uint32_t number) {
  const Shape* const shape = accept_surface(number);
  if (shape == nullptr) return k_fault;
  const Surface surface(*shape);
  Vec3* const out = records().results;
  out[0] = {static_cast<double>(surface.triangle_count()), surface.thickness(), surface.is_one_sided() ? 1.0 : 0.0};
  if (const TriangleMesh* const mesh = shape->mesh) {
    out[1] = {static_cast<double>(mesh->vertex_count()), mesh->is_solid() ? 1.0 : 0.0, 0.0};
    return 0;
  }
  const HeightField& field = *shape->height_field;
  out[1] = {static_cast<double>(field.columns()), static_cast<double>(field.rows()), 0.0};
  out[2] = {field.width(), field.depth(), 0.0};
  return 0;
}

/// Writes the corners of a triangle to points 0 to 2, NaN at holes. @return 0, or k_fault.
std::uint32_t surface_triangle(std::uint32_t number, std::uint32_t triangle) {
  const Shape* const shape = accept_surface(number);
  if (shape == nullptr) return k_fault;
  const Surface surface(*shape);
  if (triangle >= surface.triangle_count()) {
    return report_fault(Status::invalid_argument, Argument::value, "the shape has no triangle of this number");
  }
  Vec3 corners[3];
  surface.corners(triangle, corners);
  for (int i = 0; i < 3; ++i) records().results[i] = corners[i];
  return 0;
}

/// Writes the bytes of a surface to the report. @return their number, or k_fault.
std::uint32_t serialize_surface(std::uint32_t number) {
  const Shape* const shape = accept_surface(number);
  if (shape == nullptr) return k_fault;
  const TriangleMesh* const mesh = shape->mesh;
  const std::size_t size = mesh != nullptr ? serialized_size(*mesh) : serialized_size(*shape->height_field);
  const std::span<double> report = make_report((size + sizeof(double) - 1) / sizeof(double));
  if (report.empty()) return k_fault;
  const std::span<std::byte> bytes = std::as_writable_bytes(report).first(size);
  if (mesh != nullptr) {
    serialize_triangle_mesh(*mesh, bytes);
  } else {
    serialize_height_field(*shape->height_field, bytes);
  }
  return static_cast<std::uint32_t>(size);
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_surface) {
  bind_call("describeSurface", &describe_surface);
  bind_call("surfaceTriangle", &surface_triangle);
  bind_call("serializeSurface", &serialize_surface);
}

}  // namespace hyperplane::bindings
