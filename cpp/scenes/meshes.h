#pragma once

#include <cstdint>
#include <functional>
#include <vector>

#include <hyperplane/geometry.h>

namespace hyperplane::scenes {

/// A triangle mesh as `build_triangle_mesh` takes it: x, y, z of each vertex, three vertices a triangle,
/// counter-clockwise from the front or from outside.
struct MeshData {
  std::vector<double> vertices;
  std::vector<std::uint32_t> indices;

  std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(vertices.size() / 3); }
  std::uint32_t triangle_count() const { return static_cast<std::uint32_t>(indices.size() / 3); }
  Vec3 vertex(std::uint32_t i) const { return {vertices[3 * i], vertices[3 * i + 1], vertices[3 * i + 2]}; }
  Vec3 corner(std::uint32_t triangle, std::uint32_t i) const { return vertex(indices[3 * triangle + i]); }

  std::uint32_t add_vertex(const Vec3& v);
  void add_triangle(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  /// The quadrilateral a, b, c, d as two triangles, parted from a to c.
  void add_quad(std::uint32_t a, std::uint32_t b, std::uint32_t c, std::uint32_t d);
  /// Triangle t takes the place of triangle `order[t]`.
  void shuffle(std::uint64_t seed);
  void move(const Vec3& offset);
  /// Adds the triangles of another mesh.
  void append(const MeshData& other);
  void stretch(const Vec3& factors);
  /// The same triangles without indices: three vertices a triangle.
  std::vector<double> unindexed() const;
};

/// A flat floor of `cells` by `cells` squares at y = 0, centred, facing +y. @param size m: its side.
MeshData make_grid_floor(std::uint32_t cells, double size);
/// Hills over the same grid: sums of waves of random directions, heights up to about a tenth of the size.
MeshData make_terrain(std::uint32_t cells, double size, std::uint64_t seed);
/// A tube around the (p, q) torus knot, closed: 2 * along * around triangles. @param radius m: of the torus; the tube
/// is a ninth of it.
MeshData make_torus_knot(std::uint32_t along, std::uint32_t around, double radius, int p = 2, int q = 3);
/// A gear wheel with its axis along y, closed, with an axle hole. @param teeth at least 3.
MeshData make_gear(std::uint32_t teeth, double radius, double height);
/// Triangles anywhere in a cube. @param size m: of the cube; a triangle is about a fifth of it.
MeshData make_soup(std::uint32_t triangles, double size, std::uint64_t seed);
/// Stairs that rise along +x, closed. @param rise, run, width m.
MeshData make_staircase(std::uint32_t steps, double rise, double run, double width);
/// A box, closed, centred, of 12 triangles.
MeshData make_mesh_box(const Vec3& size);
/// The surface of unit cubes in a grid: those for which `filled` is true. Closed if no two cubes meet in an edge or
/// corner only.
MeshData make_blocks(int width, int height, int depth, const std::function<bool(int, int, int)>& filled);
/// A half sphere of radius 1 with its opening up. @param around, rings at least 3. @param thickness m; 0: a surface
/// with an open rim, otherwise closed.
MeshData make_bowl(std::uint32_t around, std::uint32_t rings, double thickness);
/// A ball of radius 1, of around * rings quadrilaterals or triangles.
MeshData make_ball(std::uint32_t around, std::uint32_t rings);
/// Eight boxes: four legs, a seat, and a back of two posts and a board.
MeshData make_chair();

}  // namespace hyperplane::scenes
