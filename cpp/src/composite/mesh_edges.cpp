#include "composite/mesh_edges.h"

#include "composite/orientation.h"
#include "core/buffer.h"
#include "core/sort.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

constexpr std::uint32_t next_corner(std::uint32_t corner) { return corner == 2 ? 0 : corner + 1; }

/// An edge of a triangle, filed under its lower vertex. One number, so that sorting is by the upper vertex first.
struct HalfEdge {
  /// The upper vertex, then triangle * 3 + edge, then one bit: whether the triangle runs from the upper to the lower
  /// vertex.
  std::uint64_t bits;

  HalfEdge(std::uint32_t upper, std::uint32_t place, bool runs_down)
      : bits(std::uint64_t{upper} << 32 | place << 1 | (runs_down ? 1 : 0)) {}

  std::uint32_t upper() const { return static_cast<std::uint32_t>(bits >> 32); }
  std::uint32_t place() const { return static_cast<std::uint32_t>(bits) >> 1; }
  std::uint32_t triangle() const { return place() / 3; }
  std::uint32_t edge() const { return place() % 3; }
  bool runs_down() const { return (bits & 1) != 0; }
};

/// Calls `visit(lower vertex, half edge)` for each edge of the triangles with three different vertices.
template <class Visit>
void for_each_half_edge(std::span<const std::uint32_t> indices, const Visit& visit) {
  for (std::size_t i = 0; i + 2 < indices.size(); i += 3) {
    const std::uint32_t* const v = indices.data() + i;
    if (is_collapsed(v)) continue;
    for (std::uint32_t edge = 0; edge < 3; ++edge) {
      const std::uint32_t from = v[edge], to = v[next_corner(edge)];
      const bool runs_down = to < from;
      visit(runs_down ? to : from, HalfEdge(runs_down ? from : to, static_cast<std::uint32_t>(i) + edge, runs_down));
    }
  }
}

EdgeBend bend_between(const MeshTriangles& mesh, const HalfEdge& a, const HalfEdge& b) {
  const std::uint32_t *const i = mesh.indices.data() + 3 * a.triangle(), *const k =
                                                                             mesh.indices.data() + 3 * b.triangle();
  const Vec3 &p = mesh.vertices[i[0]], &q = mesh.vertices[i[1]], &r = mesh.vertices[i[2]];
  const Vec3& opposite = mesh.vertices[k[next_corner(next_corner(b.edge()))]];
  const int side = side_of_plane(p, q, r, opposite);
  if (side != 0) return side > 0 ? EdgeBend::concave : EdgeBend::convex;
  const Vec3 &s = mesh.vertices[k[0]], &t = mesh.vertices[k[1]], &u = mesh.vertices[k[2]];
  return dot(cross(q - p, r - p), cross(t - s, u - s)) < 0.0 ? EdgeBend::convex : EdgeBend::flat;
}

void set_bend(std::uint8_t& bends, std::uint32_t edge, EdgeBend bend) {
  bends = static_cast<std::uint8_t>((bends & ~(3u << (2 * edge))) | static_cast<unsigned>(bend) << (2 * edge));
}

}  // namespace

Status find_edge_bends(const MeshTriangles& mesh, std::span<std::uint8_t> bends, UnevenEdge& uneven) {
  // By lower vertex: where its edges start, first shifted by one to count, then again while they are filed.
  Buffer<std::uint32_t> starts;
  Buffer<HalfEdge> edges;
  if (!starts.resize(mesh.vertices.size() + 2, 0)) return Status::out_of_memory;
  for_each_half_edge(mesh.indices, [&](std::uint32_t lower, const HalfEdge&) { ++starts[lower + 2]; });
  for (std::size_t v = 2; v < starts.size(); ++v) starts[v] += starts[v - 1];
  if (!edges.resize_uninitialized(starts.back())) return Status::out_of_memory;
  for_each_half_edge(mesh.indices,
                     [&](std::uint32_t lower, const HalfEdge& edge) { edges[starts[lower + 1]++] = edge; });

  for (std::uint8_t& b : bends) b = k_all_edges_open;
  uneven.exists = false;
  for (std::uint32_t lower = 0; lower < mesh.vertices.size(); ++lower) {
    const std::span<HalfEdge> around = edges.span().subspan(starts[lower], starts[lower + 1] - starts[lower]);
    sort(around, [](const HalfEdge& a, const HalfEdge& b) { return a.bits < b.bits; });
    for (std::size_t begin = 0, end = 0; begin < around.size(); begin = end) {
      int down = 0;
      for (end = begin; end < around.size() && around[end].upper() == around[begin].upper(); ++end) {
        down += around[end].runs_down() ? 1 : -1;
      }
      const HalfEdge &a = around[begin], &b = around[end - 1];
      if (down != 0 && !uneven.exists) uneven = {true, a.triangle(), {lower, a.upper()}};
      if (down != 0 || end - begin != 2) continue;
      if (a.triangle() >= mesh.with_area || b.triangle() >= mesh.with_area) continue;
      const EdgeBend bend = bend_between(mesh, a, b);
      set_bend(bends[a.triangle()], a.edge(), bend);
      set_bend(bends[b.triangle()], b.edge(), bend);
    }
  }
  return Status::ok;
}

}  // namespace hyperplane
