#include "composite/mesh_edges.h"

#include <bit>

#include "composite/orientation.h"
#include "core/buffer.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

constexpr std::uint32_t k_none = 0xffffffff, k_many = k_none - 1;

constexpr std::uint32_t next_corner(std::uint32_t corner) { return corner == 2 ? 0 : corner + 1; }

struct Edge {
  std::uint32_t lower, upper;
  /// Filed under the same number.
  std::uint32_t next;
  /// Where triangles have it: triangle * 3 + edge. The second may be k_none; k_many if there is a third.
  std::uint32_t first, second;
  /// By how many more triangles run from the upper to the lower vertex than the other way.
  std::int32_t down;
};

/// What an edge is filed under. By the lower vertex, so that what is read lies together; but the edges of a vertex that
/// thousands of triangles share are spread.
constexpr std::size_t number_of(std::uint32_t lower, std::uint32_t upper) { return lower + (upper >> 6) * 0x9e3779b1u; }

/// @param place of the edge in one triangle. @param k vertices of the other one.
EdgeBend bend_between(const MeshTriangles& mesh, std::uint32_t place, const std::uint32_t* k) {
  const std::uint32_t edge = place % 3;
  const std::uint32_t* const i = mesh.indices.data() + (place - edge);
  const Vec3 &p = mesh.vertices[k[0]], &q = mesh.vertices[k[1]], &r = mesh.vertices[k[2]];
  const int side = side_of_plane(p, q, r, mesh.vertices[i[next_corner(next_corner(edge))]]);
  if (side != 0) return side > 0 ? EdgeBend::concave : EdgeBend::convex;
  const Vec3 &s = mesh.vertices[i[0]], &t = mesh.vertices[i[1]], &u = mesh.vertices[i[2]];
  return dot(cross(q - p, r - p), cross(t - s, u - s)) < 0.0 ? EdgeBend::convex : EdgeBend::flat;
}

void set_bend(std::span<std::uint8_t> bends, std::uint32_t place, EdgeBend bend) {
  const std::uint32_t edge = place % 3;
  std::uint8_t& of_triangle = bends[place / 3];
  of_triangle =
      static_cast<std::uint8_t>((of_triangle & ~(3u << (2 * edge))) | static_cast<unsigned>(bend) << (2 * edge));
}

}  // namespace

Status find_edge_bends(const MeshTriangles& mesh, std::span<std::uint8_t> bends, UnevenEdge* uneven) {
  // By number: the last edge.
  Buffer<std::uint32_t> heads;
  Buffer<Edge> edges;
  // As many as a closed surface has.
  if (!heads.resize(std::bit_ceil(mesh.vertices.size()), k_none) || !edges.reserve_exactly(mesh.indices.size() / 2)) {
    return Status::out_of_memory;
  }
  for (std::uint8_t& b : bends) b = k_all_edges_open;
  for (std::uint32_t begin = 0; begin < mesh.indices.size(); begin += 3) {
    const std::uint32_t* const v = mesh.indices.data() + begin;
    if (is_collapsed(v)) continue;
    for (std::uint32_t edge = 0; edge < 3; ++edge) {
      const std::uint32_t from = v[edge], to = v[next_corner(edge)], place = begin + edge;
      const bool runs_down = to < from;
      const std::uint32_t lower = runs_down ? to : from, upper = runs_down ? from : to;
      std::uint32_t& head = heads[number_of(lower, upper) & (heads.size() - 1)];
      std::uint32_t at = head;
      while (at != k_none && (edges[at].upper != upper || edges[at].lower != lower)) at = edges[at].next;
      if (at == k_none) {
        if (!edges.push({lower, upper, head, place, k_none, runs_down ? 1 : -1})) return Status::out_of_memory;
        head = static_cast<std::uint32_t>(edges.size() - 1);
        continue;
      }
      Edge& found = edges[at];
      found.down += runs_down ? 1 : -1;
      const bool is_second = found.second == k_none;
      if (is_second) found.second = place;
      // Beyond these, triangles have no bends. A third one opens the edge again.
      if (found.second < 3 * mesh.with_area && (found.down == 0 || !is_second)) {
        const EdgeBend bend = is_second ? bend_between(mesh, found.first, v) : EdgeBend::open;
        set_bend(bends, found.first, bend);
        set_bend(bends, found.second, bend);
      }
      if (!is_second) found.second = k_many;
    }
  }
  if (uneven == nullptr) return Status::ok;
  for (const Edge& edge : edges) {
    const std::uint32_t* const known = uneven->vertices;
    const bool is_first = edge.lower < known[0] || (edge.lower == known[0] && edge.upper < known[1]);
    if (edge.down != 0 && (!uneven->exists || is_first)) *uneven = {true, edge.first / 3, {edge.lower, edge.upper}};
  }
  return Status::ok;
}

}  // namespace hyperplane
