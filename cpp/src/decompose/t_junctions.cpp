#include "decompose/t_junctions.h"

#include <cmath>

#include "bvh/ray_descent.h"
#include "core/sort.h"
#include "decompose/adjacency.h"
#include "decompose/tolerances.h"
#include "math/vec3.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

/// Vertices sorted in one step, and compared with edges, of which each takes as long as some vertices.
constexpr std::size_t k_sorted_a_step = 30000, k_compared_a_step = 100'000, k_vertices_an_edge = 16;

Vec3 edge_start(const TriangleList& surface, std::uint32_t half_edge) {
  return surface.points[surface.corners[half_edge]];
}
Vec3 edge_end(const TriangleList& surface, std::uint32_t half_edge) {
  return surface.points[end_of(surface.corners.span(), half_edge)];
}

}  // namespace

Status JunctionSplit::start(const TriangleList& surface, std::span<const std::uint32_t> twins) {
  Buffer<std::uint8_t> is_taken;
  if (!is_taken.resize(surface.points.size(), 0)) return Status::out_of_memory;
  for (std::uint32_t h = 0; h < twins.size(); ++h) {
    if (twins[h] != k_no_twin) continue;
    if (!edges_.push(h)) return Status::out_of_memory;
    for (const std::uint32_t vertex : {surface.corners[h], end_of(surface.corners.span(), h)}) {
      if (is_taken[vertex] == 0 && !vertices_.push(vertex)) return Status::out_of_memory;
      is_taken[vertex] = 1;
    }
  }
  is_done_ = edges_.empty();
  if (is_done_) return Status::ok;
  const auto bounds_of = [&](std::uint32_t i) {
    return to_float_bounds({surface.points[vertices_[i]], surface.points[vertices_[i]]}, {});
  };
  if (!order_.resize_uninitialized(vertices_.size())) return Status::out_of_memory;
  return building_.start(bounds_of, static_cast<std::uint32_t>(vertices_.size()));
}

Status JunctionSplit::step(TriangleList& surface) {
  if (is_done_) return Status::ok;
  if (!building_.is_done()) return building_.step(k_sorted_a_step);
  if (!has_tree_) {
    has_tree_ = true;
    return building_.finish(tree_, order_.span());
  }
  if (at_ < edges_.size()) return find_on_edges(surface);
  is_done_ = true;
  return split(surface);
}

Status JunctionSplit::find_on_edges(const TriangleList& surface) {
  constexpr Vec3 k_reach{k_on_edge, k_on_edge, k_on_edge};
  bool ok = true;
  for (std::size_t work = 0; work < k_compared_a_step && at_ < edges_.size(); work += k_vertices_an_edge, ++at_) {
    const std::uint32_t h = edges_[at_];
    const Vec3 a = edge_start(surface, h), way = edge_end(surface, h) - a;
    const double size = length(way), margin = k_on_edge / size;
    const Vec3 direction = way * (1.0 / size);
    const std::uint32_t* const corners = surface.corners.data() + 3 * std::size_t{h / 3};
    const auto look_at = [&](std::uint32_t vertex) {
      ++work;
      const Vec3 to = surface.points[vertex] - a;
      const double share = dot(to, direction) / size;
      if (!(share > margin && share < 1.0 - margin)) return;
      if (length_squared(to - way * share) > k_on_edge * k_on_edge) return;
      // Of a triangle that is no wider it is the third corner.
      if (vertex == corners[0] || vertex == corners[1] || vertex == corners[2]) return;
      ok = ok && junctions_.push({h, vertex, share});
    };
    ray_descent::descend_nodes(
        tree_.nodes(), {a, direction, -k_reach, k_reach}, ray_descent::k_no_filter, [&] { return size; },
        [&](std::uint32_t leaf) {
          const StaticTree::Run run = StaticTree::run_of(leaf);
          for (std::uint32_t place = run.begin; place < run.end; ++place) look_at(vertices_[order_[place]]);
        });
  }
  return ok ? Status::ok : Status::out_of_memory;
}

Status JunctionSplit::split(TriangleList& surface) {
  sort(junctions_.span(), [](const Junction& a, const Junction& b) {
    if (a.half_edge != b.half_edge) return a.half_edge < b.half_edge;
    return a.share != b.share ? a.share < b.share : a.vertex < b.vertex;
  });
  const std::span<const Junction> all = junctions_.span();
  for (std::size_t begin = 0, end = 0; begin < all.size(); begin = end) {
    while (end < all.size() && all[end].half_edge / 3 == all[begin].half_edge / 3) ++end;
    if (split_triangle(surface, all.subspan(begin, end - begin)) != Status::ok) return Status::out_of_memory;
  }
  return Status::ok;
}

/// A fan around the corner opposite the first edge with junctions; its outer triangles are fans again, as the other two
/// edges are theirs.
/// @param junctions of the triangle, in the order of its edges.
Status JunctionSplit::split_triangle(TriangleList& surface, std::span<const Junction> junctions) {
  Buffer<std::uint32_t>& corners = surface.corners;
  const std::uint32_t t = junctions[0].half_edge / 3, first = junctions[0].half_edge % 3;
  std::uint32_t v[3];
  for (std::uint32_t i = 0; i < 3; ++i) v[i] = corners[3 * std::size_t{t} + (first + i) % 3];
  bool ok = true, is_replaced = false;
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) {
    if (a == b || b == c || c == a || !has_area(surface.points[a], surface.points[b], surface.points[c])) return;
    const std::uint32_t triangle[3] = {a, b, c};
    for (std::size_t i = 0; i < 3; ++i) {
      if (!is_replaced) {
        corners[3 * std::size_t{t} + i] = triangle[i];
      } else {
        ok = ok && corners.push(triangle[i]);
      }
    }
    is_replaced = true;
  };
  const auto fan = [&](std::uint32_t edge, std::uint32_t apex) {
    std::uint32_t last = v[edge];
    for (const Junction& junction : junctions) {
      if ((junction.half_edge % 3 + 3 - first) % 3 != edge) continue;
      add(last, junction.vertex, apex);
      last = junction.vertex;
    }
    add(last, v[(edge + 1) % 3], apex);
  };
  std::uint32_t near = k_no_twin, far = 0;
  for (const Junction& junction : junctions) {
    if (junction.half_edge % 3 != first) continue;
    if (near == k_no_twin) {
      near = junction.vertex;
    } else {
      add(far, junction.vertex, v[2]);
    }
    far = junction.vertex;
  }
  fan(1, far);
  fan(2, near);
  return ok ? Status::ok : Status::out_of_memory;
}

}  // namespace hyperplane
