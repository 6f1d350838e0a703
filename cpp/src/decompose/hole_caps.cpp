#include "decompose/hole_caps.h"

#include "core/sort.h"
#include "decompose/adjacency.h"
#include "math/vec3.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

constexpr std::uint32_t k_not_on_way = 0xffffffff;

/// A boundary edge, directed as in its triangle.
struct BoundaryEdge {
  std::uint32_t body, from, to;
};

bool is_before(const BoundaryEdge& a, const BoundaryEdge& b) {
  if (a.body != b.body) return a.body < b.body;
  return a.from != b.from ? a.from < b.from : a.to < b.to;
}

/// The first edge that is not less than `other`.
std::uint32_t find_boundary_edge(std::span<const BoundaryEdge> edges, const BoundaryEdge& other) {
  std::size_t begin = 0, end = edges.size();
  while (begin < end) {
    const std::size_t middle = begin + (end - begin) / 2;
    if (is_before(edges[middle], other)) {
      begin = middle + 1;
    } else {
      end = middle;
    }
  }
  return static_cast<std::uint32_t>(begin);
}

/// @param loop a loop of boundary edges.
Status cap_loop(Model& model, std::span<const BoundaryEdge> edges, std::span<const std::uint32_t> loop) {
  if (loop.size() < 3) return Status::ok;
  TriangleList& surface = model.surface;
  std::uint32_t centre = edges[loop[0]].from;
  if (loop.size() > 3) {
    Vec3 middle;
    for (const std::uint32_t e : loop) middle += surface.points[edges[e].from];
    centre = static_cast<std::uint32_t>(surface.points.size());
    if (!surface.points.push(middle * (1.0 / static_cast<double>(loop.size())))) return Status::out_of_memory;
  }
  for (const std::uint32_t e : loop) {
    const auto& [body, from, to] = edges[e];
    if (centre == from || centre == to) continue;
    if (!has_area(surface.points[from], surface.points[to], surface.points[centre])) continue;
    if (!surface.corners.push(to) || !surface.corners.push(from) || !surface.corners.push(centre) ||
        !model.bodies.push(body) || !model.closed.push(1)) {
      return Status::out_of_memory;
    }
  }
  return Status::ok;
}

}  // namespace

Result<bool> cap_holes(Model& model, std::span<const std::uint32_t> twins, std::span<const std::uint64_t> gaps) {
  const auto fail = [] { return Result<bool>::failure(Status::out_of_memory, "no memory for the caps of holes"); };
  bool is_closed = true;
  Buffer<BoundaryEdge> edges;
  const std::span<const std::uint32_t> corners = model.surface.corners.span();
  for (std::uint32_t h = 0; h < twins.size(); ++h) {
    const std::uint32_t body = model.bodies[h / 3];
    if (gaps[body] == 0) continue;
    if (twins[h] != k_no_twin) {
      is_closed = is_closed && corners[twins[h]] != corners[h];
    } else if (!edges.push({body, corners[h], end_of(corners, h)})) {
      return fail();
    }
  }
  sort(edges.span(), is_before);
  // By edge: whether it is in a closed loop. By the first edge of a vertex: the next one to try. By vertex: the number
  // of edges in the path before it.
  Buffer<std::uint8_t> taken;
  Buffer<std::uint32_t> next, way, position;
  if (!taken.resize(edges.size(), 0) || !next.resize(edges.size(), 0) || !way.reserve(edges.size()) ||
      !position.resize(model.surface.points.size(), k_not_on_way)) {
    return fail();
  }
  // Where more than two triangles meet, edges that run both ways close each other.
  for (std::uint32_t e = 0; e < edges.size(); ++e) {
    const BoundaryEdge back{edges[e].body, edges[e].to, edges[e].from};
    if (back.from < back.to) continue;
    std::uint32_t other = find_boundary_edge(edges.span(), back);
    const auto matches = [&] { return other < edges.size() && !is_before(back, edges[other]); };
    while (matches() && taken[other] != 0) ++other;
    if (matches()) taken[e] = taken[other] = 1;
  }
  for (std::uint32_t seed = 0; seed < edges.size(); ++seed) {
    if (taken[seed] != 0) continue;
    std::uint32_t vertex = edges[seed].from;
    way.clear();
    for (;;) {
      const std::uint32_t first = find_boundary_edge(edges.span(), {edges[seed].body, vertex, 0});
      const auto leaves = [&](std::uint32_t e) {
        return e < edges.size() && edges[e].body == edges[seed].body && edges[e].from == vertex;
      };
      if (!leaves(first)) break;
      while (leaves(first + next[first]) && taken[first + next[first]] != 0) ++next[first];
      const std::uint32_t edge = first + next[first];
      if (!leaves(edge)) break;
      taken[edge] = 1;
      position[vertex] = static_cast<std::uint32_t>(way.size());
      way.push_unchecked(edge);
      vertex = edges[edge].to;
      if (position[vertex] == k_not_on_way) continue;
      const std::uint32_t begin = position[vertex];
      const std::span<const std::uint32_t> loop = way.span().subspan(begin);
      if (cap_loop(model, edges.span(), loop) != Status::ok) return fail();
      for (const std::uint32_t e : loop) position[edges[e].from] = k_not_on_way;
      way.truncate(begin);
      if (begin == 0) break;
    }
    for (const std::uint32_t e : way) position[edges[e].from] = k_not_on_way;
    is_closed = is_closed && way.empty();
  }
  return {Status::ok, is_closed, ""};
}

}  // namespace hyperplane
