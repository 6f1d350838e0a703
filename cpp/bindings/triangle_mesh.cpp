#include <emscripten/bind.h>

#include <hyperplane/triangle_mesh.h>

#include "call.h"
#include "composite/triangle_mesh.h"
#include "report.h"

/// Triangle meshes. The report carries vertices and indices in, and the bytes of a mesh in both directions.

namespace hyperplane::bindings {
namespace {

/// Writes the place of a problem to point 0: triangle and the vertices of an edge, -1 each if there is none.
void write_problem(const TriangleMeshProblem& problem) {
  records().points[0] = {static_cast<double>(problem.triangle), static_cast<double>(problem.vertices[0]),
                         static_cast<double>(problem.vertices[1])};
}

/// @return the mesh's number in the shape store, or 0 with the fault record filled.
std::uint32_t add_mesh(Result<TriangleMeshPtr>& mesh) {
  if (!mesh.ok()) {
    report_fault(mesh.status, Argument::value, mesh.message);
    return 0;
  }
  const Result<std::uint32_t> number = shape_store.add(make_triangle_mesh(*mesh.value));
  if (number.ok()) mesh.value.release();  // the store frees it
  return number_or_fault(number);
}

/// Builds the mesh of the report: x, y, z of each vertex in doubles, then the indices in 32 bits each.
/// @param thickness, weld m. @return the shape's number, or 0 with the fault record and the problem filled.
std::uint32_t create_mesh(std::uint32_t index_count, bool is_one_sided, double thickness, bool is_solid, double weld) {
  const std::span<const double> numbers = report_numbers();
  const std::span<const double> vertices = numbers.first(numbers.size() - (std::size_t{index_count} + 1) / 2);
  const auto* const indices = reinterpret_cast<const std::uint32_t*>(vertices.data() + vertices.size());
  TriangleMeshOptions options;
  options.sides = is_one_sided ? SurfaceSides::front : SurfaceSides::both;
  options.thickness = thickness;
  options.solid = is_solid;
  options.weld = weld;
  TriangleMeshProblem problem;
  Result<TriangleMeshPtr> mesh = build_triangle_mesh(vertices, {indices, index_count}, options, &problem);
  write_problem(problem);
  return add_mesh(mesh);
}

/// @return the mesh, or null with the fault record filled.
TriangleMesh* accept_mesh(std::uint32_t number) {
  if (accept_shape(number, Argument::shape_a) == nullptr) return nullptr;
  TriangleMesh* const mesh = shape_store.find_mesh(number);
  if (mesh == nullptr) report_fault(Status::invalid_argument, Argument::shape_a, "not a triangle mesh");
  return mesh;
}

/// Writes to points 0 and 1: vertex count, triangle count, thickness in m, whether triangles push to their front only,
/// whether the mesh is solid. @return 0, or k_fault.
std::uint32_t describe_mesh(std::uint32_t number) {
  const TriangleMesh* const mesh = accept_mesh(number);
  if (mesh == nullptr) return k_fault;
  Records& r = records();
  r.points[0] = {static_cast<double>(mesh->vertex_count()), static_cast<double>(mesh->triangle_count()),
                 mesh->thickness()};
  r.points[1] = {mesh->is_one_sided() ? 1.0 : 0.0, mesh->is_solid() ? 1.0 : 0.0, 0.0};
  return 0;
}

/// Writes the corners of a triangle to points 0 to 2. @return 0, or k_fault.
std::uint32_t mesh_triangle(std::uint32_t number, std::uint32_t triangle) {
  const TriangleMesh* const mesh = accept_mesh(number);
  if (mesh == nullptr) return k_fault;
  if (triangle >= mesh->triangle_count()) {
    return report_fault(Status::invalid_argument, Argument::value, "the mesh has no triangle of this number");
  }
  Vec3 corners[3];
  mesh_corners(*mesh, triangle, corners);
  for (int i = 0; i < 3; ++i) records().points[i] = corners[i];
  return 0;
}

/// Moves the vertices to the places in the report. @return 0, or k_fault with the problem filled.
std::uint32_t set_vertices(std::uint32_t number) {
  TriangleMesh* const mesh = accept_mesh(number);
  if (mesh == nullptr) return k_fault;
  TriangleMeshProblem problem;
  const Result<bool> moved = set_mesh_vertices(*mesh, report_numbers(), &problem);
  write_problem(problem);
  if (!moved.ok()) return report_fault(moved.status, Argument::value, moved.message);
  shape_store.refresh_users_of(*mesh);
  return 0;
}

/// Writes the bytes of a mesh to the report. @return their number, or k_fault.
std::uint32_t serialize_mesh(std::uint32_t number) {
  const TriangleMesh* const mesh = accept_mesh(number);
  if (mesh == nullptr) return k_fault;
  const std::size_t size = serialized_size(*mesh);
  const std::span<double> report = make_report((size + sizeof(double) - 1) / sizeof(double));
  if (report.empty()) return k_fault;
  serialize_triangle_mesh(*mesh, std::as_writable_bytes(report).first(size));
  return static_cast<std::uint32_t>(size);
}

/// Makes a mesh of the first `byte_count` bytes of the report.
/// @return the shape's number, or 0 with the fault record filled.
std::uint32_t deserialize_mesh(std::uint32_t byte_count) {
  const std::span<const std::byte> bytes = std::as_bytes(report_numbers());
  Result<TriangleMeshPtr> mesh = deserialize_triangle_mesh(bytes.first(byte_count));
  return add_mesh(mesh);
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_triangle_mesh) {
  emscripten::function("createMesh", &create_mesh);
  emscripten::function("describeMesh", &describe_mesh);
  emscripten::function("meshTriangle", &mesh_triangle);
  emscripten::function("setMeshVertices", &set_vertices);
  emscripten::function("serializeMesh", &serialize_mesh);
  emscripten::function("deserializeMesh", &deserialize_mesh);
}

}  // namespace hyperplane::bindings
