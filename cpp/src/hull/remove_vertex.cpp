#include "hull/remove_vertex.h"

#include "hull/grid.h"

namespace hyperplane {

bool VertexRemover::prepare() {
  if (!half_edge_at_.resize(points_.size(), k_none)) return false;
  for (std::uint32_t h = 0; h < 3 * triangles_.size(); ++h) half_edge_at_[from(h)] = h;
  return true;
}

bool VertexRemover::close(std::uint32_t vertex, Lid& lid) {
  return find_ring(vertex, lid) && flip_until_convex(lid) && fits(vertex, lid);
}

bool VertexRemover::find_ring(std::uint32_t vertex, Lid& lid) {
  lid.ring_size = 0;
  const std::uint32_t start = half_edge_at_[vertex];
  std::uint32_t half_edge = start;
  do {
    if (lid.ring_size == k_max_ring) return false;
    const std::uint32_t opposite = next_in_triangle(half_edge);
    lid.ring[lid.ring_size] = from(opposite);
    lid.rim[lid.ring_size] = opposite;
    ++lid.ring_size;
    half_edge = twin(next_in_triangle(opposite));
  } while (half_edge != start);
  return true;
}

bool VertexRemover::flip_until_convex(Lid& lid) const {
  const std::uint32_t n = lid.triangle_count();
  for (std::uint32_t i = 0; i < n; ++i) {
    lid.triangles[i] = {{0, i + 1, i + 2}, {3 * i - 1, Lid::k_rim + i + 1, 3 * i + 3}};
  }
  lid.triangles[0].twin[0] = Lid::k_rim;
  lid.triangles[n - 1].twin[2] = Lid::k_rim + n + 1;

  const auto at = [&](std::uint32_t place) -> const Vec3& { return points_[lid.ring[place]]; };
  std::uint32_t flips_left = n * n;
  for (std::uint32_t half_edge = 0, unchanged = 0; unchanged < 3 * n; half_edge = (half_edge + 1) % (3 * n)) {
    ++unchanged;
    const std::uint32_t other = lid.twin(half_edge);
    if (other >= Lid::k_rim || half_edge > other) continue;
    HullTriangle& t = lid.triangles[half_edge / 3];
    HullTriangle& u = lid.triangles[other / 3];
    const std::uint32_t i = half_edge % 3, j = other % 3;
    const std::uint32_t a = t.vertex[i], b = t.vertex[(i + 1) % 3], c = t.vertex[(i + 2) % 3],
                        d = u.vertex[(j + 2) % 3];
    if (exact_side(at(a), at(b), at(c), at(d)) <= 0) continue;
    if (flips_left-- == 0) return false;
    // a b c and b a d become a d c and d b c.
    const std::uint32_t bc = t.twin[(i + 1) % 3], ca = t.twin[(i + 2) % 3];
    const std::uint32_t ad = u.twin[(j + 1) % 3], db = u.twin[(j + 2) % 3];
    const std::uint32_t first = half_edge / 3 * 3, second = other / 3 * 3;
    t = {{a, d, c}, {ad, second + 2, ca}};
    u = {{d, b, c}, {db, bc, first + 1}};
    const std::uint32_t moved[4][2] = {{first, ad}, {first + 2, ca}, {second, db}, {second + 1, bc}};
    for (const auto& [mine, theirs] : moved) {
      if (theirs < Lid::k_rim) lid.twin(theirs) = mine;
    }
    unchanged = 0;
  }
  return true;
}

/// Whether the vertex lies above the lid, and the ring and the vertices around it below every triangle of the lid, so
/// that nothing folds over.
bool VertexRemover::fits(std::uint32_t vertex, Lid& lid) {
  std::uint32_t around[2 * k_max_ring];
  std::uint32_t around_count = 0;
  for (std::uint32_t i = 0; i < lid.ring_size; ++i) {
    around[around_count++] = lid.ring[i];
    around[around_count++] = from(next_in_triangle(next_in_triangle(twin(lid.rim[i]))));
  }
  bool is_corner = false;
  for (std::uint32_t i = 0; i < lid.triangle_count(); ++i) {
    const std::uint32_t* v = lid.triangles[i].vertex;
    const Vec3 a = points_[lid.ring[v[0]]], b = points_[lid.ring[v[1]]], c = points_[lid.ring[v[2]]];
    const int side = exact_side(a, b, c, points_[vertex]);
    if (side < 0) return false;
    is_corner = is_corner || side > 0;
    bool has_below = false;
    for (std::uint32_t k = 0; k < around_count; ++k) {
      const int other = exact_side(a, b, c, points_[around[k]]);
      if (other > 0) return false;
      has_below = has_below || other < 0;
    }
    if (!has_below) return false;
  }
  return is_corner;
}

double VertexRemover::loss(std::uint32_t vertex, const Lid& lid) const {
  double sum = 0.0;
  for (std::uint32_t i = 0; i < lid.triangle_count(); ++i) {
    const std::uint32_t* v = lid.triangles[i].vertex;
    const Vec3 a = points_[lid.ring[v[0]]], b = points_[lid.ring[v[1]]], c = points_[lid.ring[v[2]]];
    sum += dot(cross(b - a, c - a), points_[vertex] - a);
  }
  return sum;
}

/// Replaces the triangles around the vertex by the lid. Two triangles become unused.
void VertexRemover::remove(std::uint32_t vertex, const Lid& lid) {
  const std::uint32_t n = lid.triangle_count();
  std::uint32_t outer[k_max_ring] = {}, slots[k_max_ring] = {};
  for (std::uint32_t i = 0; i < lid.ring_size; ++i) {
    outer[i] = twin(lid.rim[i]);
    slots[i] = lid.rim[i] / 3;
  }
  for (std::uint32_t i = 0; i < n; ++i) {
    for (std::uint32_t k = 0; k < 3; ++k) {
      const std::uint32_t half_edge = 3 * slots[i] + k;
      const std::uint32_t place = lid.triangles[i].vertex[k], other = lid.triangles[i].twin[k];
      triangles_[slots[i]].vertex[k] = lid.ring[place];
      half_edge_at_[lid.ring[place]] = half_edge;
      if (other >= Lid::k_rim) {
        twin(half_edge) = outer[other - Lid::k_rim];
        twin(outer[other - Lid::k_rim]) = half_edge;
      } else {
        twin(half_edge) = 3 * slots[other / 3] + other % 3;
      }
    }
  }
  for (std::uint32_t i = n; i < lid.ring_size; ++i) triangles_[slots[i]].vertex[0] = k_none;
  half_edge_at_[vertex] = k_none;
}

bool VertexRemover::compact() {
  Buffer<std::uint32_t> number;
  if (!number.resize_uninitialized(triangles_.size())) return false;
  std::uint32_t count = 0;
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    if (triangles_[i].vertex[0] != k_none) number[i] = count++;
  }
  for (std::size_t i = 0; i < triangles_.size(); ++i) {
    HullTriangle triangle = triangles_[i];
    if (triangle.vertex[0] == k_none) continue;
    for (std::uint32_t& twin : triangle.twin) twin = 3 * number[twin / 3] + twin % 3;
    triangles_[number[i]] = triangle;
  }
  triangles_.truncate(count);
  for (std::uint32_t h = 0; h < 3 * count; ++h) half_edge_at_[from(h)] = h;
  return true;
}

}  // namespace hyperplane
