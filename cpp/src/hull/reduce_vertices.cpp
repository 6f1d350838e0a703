#include "hull/reduce_vertices.h"

#include <algorithm>

#include "hull/cloud.h"
#include "hull/grid.h"
#include "hull/quickhull.h"

namespace hyperplane {

namespace {

constexpr std::uint32_t k_none = 0xffffffff;

/// Vertices with more neighbours wait until they have fewer: filling a hole takes up to the square of its size. The
/// mean number of neighbours is below six, so that others are always at hand.
constexpr std::uint32_t k_max_ring = 32;

/// A vertex with the volume that its removal would lose. Stale where the version is not the vertex's any more.
struct Candidate {
  double loss;
  std::uint32_t vertex, version;
};

/// For a heap with the least loss on top.
bool is_worse(const Candidate& a, const Candidate& b) {
  return a.loss != b.loss ? a.loss > b.loss : a.vertex > b.vertex;
}

/// The neighbours of a vertex in counter-clockwise order, and triangles over the hole that it would leave. Triangles
/// and half-edges are numbered as in HullTriangle, with vertices by their place in the ring. The twin of the edge from
/// place i to the next is k_rim + i.
struct Lid {
  static constexpr std::uint32_t k_rim = 0x80000000;
  std::uint32_t ring_size = 0;
  std::uint32_t ring[k_max_ring];
  /// Half-edges of the surface from each place of the ring to the next, with the vertex on their left.
  std::uint32_t rim[k_max_ring];
  HullTriangle triangles[k_max_ring];

  std::uint32_t triangle_count() const { return ring_size - 2; }
  std::uint32_t& twin(std::uint32_t half_edge) { return triangles[half_edge / 3].twin[half_edge % 3]; }
};

class VertexReducer {
 public:
  VertexReducer(std::span<const Vec3> points, Buffer<HullTriangle>& triangles)
      : points_(points), triangles_(triangles) {}

  [[nodiscard]] Status run(std::uint32_t max_vertices);
  /// Six times the volume of what is left.
  double volume() const { return volume_; }
  bool is_left(std::uint32_t vertex) const { return half_edge_at_[vertex] != k_none; }

 private:
  std::uint32_t from(std::uint32_t half_edge) const { return triangles_[half_edge / 3].vertex[half_edge % 3]; }
  std::uint32_t& twin(std::uint32_t half_edge) { return triangles_[half_edge / 3].twin[half_edge % 3]; }

  bool find_ring(std::uint32_t vertex, Lid& lid);
  bool close(Lid& lid) const;
  double loss(std::uint32_t vertex, const Lid& lid) const;
  [[nodiscard]] bool consider(std::uint32_t vertex);
  void remove(std::uint32_t vertex, const Lid& lid);

  std::span<const Vec3> points_;
  Buffer<HullTriangle>& triangles_;
  double volume_ = 0.0;
  /// A half-edge that starts at the vertex; k_none where it is no vertex, or no more.
  Buffer<std::uint32_t> half_edge_at_;
  Buffer<std::uint32_t> version_;
  Buffer<Candidate> heap_;
};

/// @return false where there are too many neighbours.
bool VertexReducer::find_ring(std::uint32_t vertex, Lid& lid) {
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

/// Triangulates the hole: a fan, and then flips of the edges that are not convex (the flips of Lawson, "Software for C1
/// Surface Interpolation", 1977, with convexity for his criterion).
/// @return false where the flips do not end, which they do unless the vertex was not strictly convex.
bool VertexReducer::close(Lid& lid) const {
  const std::uint32_t n = lid.triangle_count();
  for (std::uint32_t i = 0; i < n; ++i) {
    lid.triangles[i] = {{0, i + 1, i + 2}, {3 * i - 1, Lid::k_rim + i + 1, 3 * i + 3}};
  }
  lid.triangles[0].twin[0] = Lid::k_rim;
  lid.triangles[n - 1].twin[2] = Lid::k_rim + n + 1;

  const auto at = [&](std::uint32_t place) -> const Vec3& { return points_[lid.ring[place]]; };
  std::uint32_t flips_left = n * n;
  for (std::uint32_t half_edge = 0, checked = 0; checked < 3 * n; half_edge = (half_edge + 1) % (3 * n), ++checked) {
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
    checked = 0;
  }
  return true;
}

/// Six times the volume between the vertex and the lid.
double VertexReducer::loss(std::uint32_t vertex, const Lid& lid) const {
  double sum = 0.0;
  for (std::uint32_t i = 0; i < lid.triangle_count(); ++i) {
    const std::uint32_t* v = lid.triangles[i].vertex;
    const Vec3 a = points_[lid.ring[v[0]]], b = points_[lid.ring[v[1]]], c = points_[lid.ring[v[2]]];
    sum += dot(cross(b - a, c - a), points_[vertex] - a);
  }
  return sum;
}

bool VertexReducer::consider(std::uint32_t vertex) {
  Lid lid;
  ++version_[vertex];
  if (!find_ring(vertex, lid) || !close(lid)) return true;
  if (!heap_.push({loss(vertex, lid), vertex, version_[vertex]})) return false;
  std::push_heap(heap_.begin(), heap_.end(), is_worse);
  return true;
}

/// Puts the lid in the place of the triangles around the vertex. Two of them are left over, and stay behind unused.
void VertexReducer::remove(std::uint32_t vertex, const Lid& lid) {
  const std::uint32_t n = lid.triangle_count();
  std::uint32_t outer[k_max_ring], slots[k_max_ring];
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
  half_edge_at_[vertex] = k_none;
}

Status VertexReducer::run(std::uint32_t max_vertices) {
  const auto count = static_cast<std::uint32_t>(points_.size());
  if (!half_edge_at_.resize(count, k_none) || !version_.resize(count, 0) || !heap_.reserve(count)) {
    return Status::out_of_memory;
  }
  for (std::uint32_t h = 0; h < 3 * triangles_.size(); ++h) half_edge_at_[from(h)] = h;
  for (const HullTriangle& triangle : triangles_) {
    const std::uint32_t* v = triangle.vertex;
    volume_ += dot(points_[v[0]], cross(points_[v[1]], points_[v[2]]));
  }
  auto left = static_cast<std::uint32_t>(triangles_.size() / 2 + 2);
  if (left <= max_vertices) return Status::ok;
  for (std::uint32_t v = 0; v < count; ++v) {
    if (is_left(v) && !consider(v)) return Status::out_of_memory;
  }
  while (left > max_vertices && !heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), is_worse);
    const Candidate candidate = heap_.back();
    heap_.pop();
    if (candidate.version != version_[candidate.vertex]) continue;
    Lid lid;
    if (!find_ring(candidate.vertex, lid) || !close(lid)) continue;
    remove(candidate.vertex, lid);
    volume_ -= candidate.loss;
    ++version_[candidate.vertex];
    --left;
    for (std::uint32_t i = 0; i < lid.ring_size; ++i) {
      if (!consider(lid.ring[i])) return Status::out_of_memory;
    }
  }
  return Status::ok;
}

}  // namespace

Status reduce_vertices(std::span<const Vec3> points, double tie, std::uint32_t max_vertices,
                       Buffer<std::uint8_t>& keep) {
  const Result<Tetrahedron> start = find_tetrahedron(points, 0.0);
  if (!start.ok()) return start.status;
  if (!keep.resize_uninitialized(points.size())) return Status::out_of_memory;
  double best = -1.0;
  for (const std::uint32_t multiple : {1u, 2u, 4u}) {
    Buffer<HullTriangle> triangles;
    if (const Status status = quickhull(points, start.value.corners, tie, multiple * max_vertices, triangles);
        status != Status::ok) {
      return status;
    }
    VertexReducer reducer(points, triangles);
    if (const Status status = reducer.run(max_vertices); status != Status::ok) return status;
    if (reducer.volume() <= best) continue;
    best = reducer.volume();
    for (std::uint32_t v = 0; v < points.size(); ++v) keep[v] = reducer.is_left(v) ? 1 : 0;
  }
  return Status::ok;
}

}  // namespace hyperplane
