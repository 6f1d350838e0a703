#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/geometry.h>
#include <hyperplane/status.h>

namespace hyperplane {

/// How the surface bends at an edge, seen from the front of its triangles.
enum class EdgeBend : std::uint8_t {
  /// Both triangles lie in a plane.
  flat,
  /// The surface is hollow at the edge.
  concave,
  /// Also where one triangle is folded back onto the other.
  convex,
  /// An edge of one triangle, of more than two, of two that face opposite ways, or of one without area.
  open,
};

/// Whether two of a triangle's vertices are one. @param v its three.
constexpr bool is_collapsed(const std::uint32_t* v) { return v[0] == v[1] || v[1] == v[2] || v[2] == v[0]; }

/// The bends of a triangle's three edges, two bits each.
constexpr EdgeBend bend_of(std::uint8_t bends, int edge) { return static_cast<EdgeBend>(bends >> (2 * edge) & 3); }
constexpr std::uint8_t to_bends(EdgeBend first, EdgeBend second, EdgeBend third) {
  return static_cast<std::uint8_t>(static_cast<int>(first) | static_cast<int>(second) << 2 |
                                   static_cast<int>(third) << 4);
}
inline constexpr std::uint8_t k_all_edges_open = 0x3f;
/// Whether any of a triangle's edges is open: of its two bits both are set.
constexpr bool has_open_edge(std::uint8_t bends) { return (bends & bends >> 1 & 0x15) != 0; }

/// An edge that triangles traverse more often one way than the other: the boundary of a hole.
struct UnevenEdge {
  bool exists = false;
  /// The first triangle at it, by `indices`.
  std::uint32_t triangle = 0;
  std::uint32_t vertices[2] = {};
};

/// Triangles of a mesh with welded vertices.
struct MeshTriangles {
  std::span<const Vec3> vertices;
  /// Three a triangle.
  std::span<const std::uint32_t> indices;
  /// The first so many triangles have an area.
  std::uint32_t with_area;
};

/// The bends at all edges, decided exactly (orientation.h). Triangles with an edge in common are found by a table
/// of edges.
/// @param bends one for each triangle with an area.
/// @param uneven if not null, receives the first uneven edge by its vertices; triangles with two equal vertices have no
/// edges.
Status find_edge_bends(const MeshTriangles& mesh, std::span<std::uint8_t> bends, UnevenEdge* uneven);

}  // namespace hyperplane
