#include <cmath>

#include <hyperplane/triangle_mesh.h>

#include "composite/triangle_mesh.h"
#include "core/memory.h"

/// The public functions of meshes: they validate input.

namespace hyperplane {
namespace {

/// No triangles need more.
constexpr std::size_t k_max_mesh_vertices = 3 * std::size_t{k_max_mesh_triangles};

/// The vertex with a bad coordinate, or -1.
std::int64_t find_bad_vertex(std::span<const double> vertices) {
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    // NaN fails.
    if (!(std::fabs(vertices[i]) <= k_max_shape_size)) return static_cast<std::int64_t>(i / 3);
  }
  return -1;
}

constexpr char k_bad_coordinate[] = "a coordinate of a vertex is not a number up to 1e9 m";

bool is_thickness(double length) { return length >= 0.0 && length <= k_max_shape_size; }

}  // namespace

Result<TriangleMeshPtr> build_triangle_mesh(std::span<const double> vertices, std::span<const std::uint32_t> indices,
                                            const TriangleMeshOptions& options, TriangleMeshProblem* problem) {
  TriangleMeshProblem ignored;
  if (problem == nullptr) problem = &ignored;
  *problem = {};
  const auto fail = [](Status status, const char* message) {
    return Result<TriangleMeshPtr>::failure(status, message);
  };
  const auto refuse = [&](const char* message) { return fail(Status::invalid_argument, message); };
  if (vertices.size() % 3 != 0) return refuse("the number of coordinates is not a multiple of three");
  if (indices.size() % 3 != 0) return refuse("the number of indices is not a multiple of three");
  const std::size_t vertex_count = vertices.size() / 3, corner_count = indices.empty() ? vertex_count : indices.size();
  if (corner_count % 3 != 0) return refuse("the number of vertices without indices is not a multiple of three");
  if (corner_count / 3 > k_max_mesh_triangles) return refuse("a mesh has more than 2^24 triangles");
  if (vertex_count > k_max_mesh_vertices) return refuse("a mesh has more than 3 * 2^24 vertices");
  if (!is_thickness(options.thickness)) return refuse("the thickness of a mesh is not a number from 0 to 1e9 m");
  if (!is_thickness(options.weld)) return refuse("the weld distance of a mesh is not a number from 0 to 1e9 m");
  for (std::size_t i = 0; i < indices.size(); ++i) {
    if (indices[i] < vertex_count) continue;
    problem->triangle = static_cast<std::int64_t>(i / 3);
    return refuse("an index of a triangle is not below the number of vertices");
  }
  if (const std::int64_t bad = find_bad_vertex(vertices); bad >= 0) {
    if (indices.empty()) problem->triangle = bad / 3;
    for (std::size_t i = 0; i < indices.size() && problem->triangle < 0; ++i) {
      if (indices[i] == bad) problem->triangle = static_cast<std::int64_t>(i / 3);
    }
    return refuse(k_bad_coordinate);
  }
  if (corner_count == 0) return fail(Status::degenerate_shape, "a mesh has no triangles");

  TriangleMesh::Input input;
  input.indices = indices;
  input.options = options;
  auto* const mesh = make_object<TriangleMesh>();
  TriangleMeshPtr owner(mesh);
  if (mesh == nullptr || weld_vertices(vertices, options.weld, input.vertices) != Status::ok) {
    return fail(Status::out_of_memory, "no memory for the mesh");
  }
  const Result<bool> built = mesh->build(static_cast<TriangleMesh::Input&&>(input), problem);
  if (!built.ok()) return fail(built.status, built.message);
  return {Status::ok, std::move(owner), ""};
}

Shape make_triangle_mesh(const TriangleMesh& mesh) {
  Shape shape{ShapeType::triangle_mesh, {0.0}};
  shape.mesh = &mesh;
  return shape;
}

std::uint32_t mesh_triangle_count(const TriangleMesh& mesh) { return mesh.triangle_count(); }
std::uint32_t mesh_vertex_count(const TriangleMesh& mesh) { return mesh.vertex_count(); }
void mesh_corners(const TriangleMesh& mesh, std::uint32_t triangle, Vec3 (&corners)[3]) {
  mesh.corners(triangle, corners);
}

Result<bool> set_mesh_vertices(TriangleMesh& mesh, std::span<const double> vertices, TriangleMeshProblem* problem) {
  TriangleMeshProblem ignored;
  if (problem == nullptr) problem = &ignored;
  *problem = {};
  const auto refuse = [](const char* message) { return Result<bool>::failure(Status::invalid_argument, message); };
  if (vertices.size() != 3 * std::size_t{mesh.vertex_count()}) {
    return refuse("not as many vertices as the mesh was made from");
  }
  if (find_bad_vertex(vertices) >= 0) return refuse(k_bad_coordinate);
  return mesh.set_vertices(vertices, problem);
}

std::size_t serialized_size(const TriangleMesh& mesh) { return mesh.serialized_size(); }
void serialize_triangle_mesh(const TriangleMesh& mesh, std::span<std::byte> bytes) { mesh.serialize(bytes); }

Result<TriangleMeshPtr> deserialize_triangle_mesh(std::span<const std::byte> bytes) {
  auto* const mesh = make_object<TriangleMesh>();
  TriangleMeshPtr owner(mesh);
  const Status status = mesh == nullptr ? Status::out_of_memory : mesh->deserialize(bytes);
  if (status == Status::ok) return {Status::ok, std::move(owner), ""};
  return Result<TriangleMeshPtr>::failure(status, status == Status::out_of_memory
                                                      ? "no memory for the mesh"
                                                      : "the bytes are damaged, or no mesh of this version");
}

}  // namespace hyperplane
