#include <utility>

#include <hyperplane/triangle_mesh.h>

#include "bind_call.h"
#include "report.h"
#include "space/space_call.h"

/// Triangle meshes. The report carries vertices and indices in, or the bytes of a mesh.

namespace hyperplane::bindings {
namespace {

/// Writes the place of a problem to point 0: triangle and the vertices of an edge, -1 each if there is none.
void write_problem(const TriangleMeshProblem& problem) {
  records().results[0] = {static_cast<double>(problem.triangle), static_cast<double>(problem.vertices[0]),
                          static_cast<double>(problem.vertices[1])};
}

/// Builds the mesh of the report: x, y, z of each vertex in doubles, then the indices in 32 bits each.
/// @param thickness, weld m. @return the shape's number, or 0 with the fault record and the problem filled.
/// @param turn_inside_out turns a solid that is inside out.
std::uint32_t create_mesh(std::uint32_t index_count, bool is_one_sided, double thickness, bool is_solid,
                          bool turn_inside_out, double weld) {
  const std::span<const double> numbers = report_numbers();
  const std::span<const double> vertices = numbers.first(numbers.size() - (std::size_t{index_count} + 1) / 2);
  const auto* const indices = reinterpret_cast<const std::uint32_t*>(vertices.data() + vertices.size());
  TriangleMeshOptions options;
  options.sides = is_one_sided ? SurfaceSides::front : SurfaceSides::both;
  options.thickness = thickness;
  options.solid = is_solid;
  options.turn_inside_out = turn_inside_out;
  options.weld = weld;
  TriangleMeshProblem problem;
  Result<TriangleMeshPtr> mesh = build_triangle_mesh(vertices, {indices, index_count}, options, &problem);
  write_problem(problem);
  return add_built(std::move(mesh), make_triangle_mesh);
}

/// Moves the vertices to the places in the report. @return 0, or k_fault with the problem filled.
std::uint32_t set_vertices(std::uint32_t number) {
  if (accept_shape(number, Argument::shape_a) == nullptr) return k_fault;
  TriangleMesh* const mesh = shape_store.find_mesh(number);
  if (mesh == nullptr) return report_fault(Status::invalid_argument, Argument::shape_a, "not a triangle mesh");
  TriangleMeshProblem problem;
  const Result<bool> moved = set_mesh_vertices(*mesh, report_numbers(), &problem);
  write_problem(problem);
  if (!moved.ok()) return report_fault(moved.status, Argument::value, moved.message);
  shape_store.refresh_users_of(mesh);
  return 0;
}

/// Makes a mesh of the first `byte_count` bytes of the report.
/// @return the shape's number, or 0 with the fault record filled.
std::uint32_t deserialize_mesh(std::uint32_t byte_count) {
  const std::span<const std::byte> bytes = std::as_bytes(report_numbers());
  return add_built(deserialize_triangle_mesh(bytes.first(byte_count)), make_triangle_mesh);
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_triangle_mesh) {
  bind_call("createMesh", &create_mesh);
  bind_call("setMeshVertices", &set_vertices);
  bind_call("deserializeMesh", &deserialize_mesh);
}

}  // namespace hyperplane::bindings
