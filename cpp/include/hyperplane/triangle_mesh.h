#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <hyperplane/shape.h>
#include <hyperplane/shape_query.h>

/// Triangle meshes: levels, terrains, models. The only shape whose points may change.

namespace hyperplane {

class TriangleMesh;

/// From which side a surface pushes.
enum class SurfaceSides : std::uint8_t {
  /// Towards the side that the middle of the other shape's bounds is on.
  both,
  /// Towards the side from which a triangle is counter-clockwise. Rays and casts from behind pass through.
  front,
};

struct SurfaceOptions {
  SurfaceSides sides = SurfaceSides::both;
  /// m: with `front`, how far behind a triangle, within its prism, another shape still overlaps it.
  double thickness = 1.0;
};

struct TriangleMeshOptions : SurfaceOptions {
  /// The triangles are the closed surface of a solid, counter-clockwise seen from outside; inside is overlap. `sides`
  /// and `thickness` do not apply.
  bool solid = false;
  /// Turns the triangles of a solid that is inside out; otherwise such a solid is an error.
  bool turn_inside_out = false;
  /// m: vertices closer than this are one. 0: equal ones are.
  double weld = 0.0;
};

/// Frees a mesh; keeps `TriangleMesh` incomplete here.
struct TriangleMeshDeleter {
  void operator()(const TriangleMesh* mesh) const;
};
using TriangleMeshPtr = std::unique_ptr<TriangleMesh, TriangleMeshDeleter>;

inline constexpr std::uint32_t k_max_mesh_triangles = 1u << 24;

/// What is wrong with the input of a mesh.
struct TriangleMeshProblem {
  /// The invalid triangle, or one at the open edge. -1: no particular one.
  std::int64_t triangle = -1;
  /// The ends of the open edge of a solid, as given. -1: no edge.
  std::int64_t vertices[2] = {-1, -1};
};

/// @param vertices x, y, z of each vertex, m.
/// @param indices three vertices a triangle, counter-clockwise seen from its front. Empty: each three vertices in turn.
/// @param problem receives the place of an error; may be null.
/// @return `invalid_argument` for wrong lengths, a coordinate that is not a number up to k_max_shape_size, an index out
/// of range, more than k_max_mesh_triangles triangles, a negative or not finite thickness or weld distance;
/// `degenerate_shape` for no triangle with an area, and for a solid with an open edge or a negative volume;
/// `out_of_memory`.
Result<TriangleMeshPtr> build_triangle_mesh(std::span<const double> vertices, std::span<const std::uint32_t> indices,
                                            const TriangleMeshOptions& options, TriangleMeshProblem* problem = nullptr);

/// The shape of a mesh, which must outlive it.
Shape make_triangle_mesh(const TriangleMesh& mesh);

/// As given, also those without area.
std::uint32_t mesh_triangle_count(const TriangleMesh& mesh);
std::uint32_t mesh_vertex_count(const TriangleMesh& mesh);
/// The corners of a triangle as given, after welding.
void mesh_corners(const TriangleMesh& mesh, std::uint32_t triangle, Vec3 (&corners)[3]);

/// Moves the vertices and refits the tree. Vertices that were welded stay one, at the place of the first of them.
/// @param vertices as many as given at first. @return as `build_triangle_mesh`; on failure nothing has changed.
Result<bool> set_mesh_vertices(TriangleMesh& mesh, std::span<const double> vertices,
                               TriangleMeshProblem* problem = nullptr);

/// Number of bytes of `serialize_triangle_mesh`.
std::size_t serialized_size(const TriangleMesh& mesh);
/// The mesh with its tree. @param bytes exactly as many as `serialized_size` says.
void serialize_triangle_mesh(const TriangleMesh& mesh, std::span<std::byte> bytes);
/// @return `invalid_argument` for bytes that are no mesh of this version; `out_of_memory`.
Result<TriangleMeshPtr> deserialize_triangle_mesh(std::span<const std::byte> bytes);

/// Receives the steps of a ray in order, or the nodes of a tree.
class RaySteps {
 public:
  /// A node of the tree, parents before children. @param bounds of its triangles, in the frame of the mesh.
  virtual void enter(const Aabb& bounds) = 0;
  /// A triangle of a leaf.
  virtual void test(std::uint32_t triangle) = 0;

 protected:
  ~RaySteps() = default;
};

/// As `raycast`, with the nodes and triangles that the ray is tested against. A ray that starts inside a solid meets
/// none.
RayHit explain_ray(const TriangleMesh& mesh, const Pose& pose, const Vec3& origin, const Vec3& direction,
                   double max_distance, RaySteps& steps);

/// Enters the nodes at a depth of a mesh's tree and the leaves above it: together they hold all triangles with an area.
/// @param level 0: the root.
void explain_tree(const TriangleMesh& mesh, std::uint32_t level, RaySteps& steps);

}  // namespace hyperplane
