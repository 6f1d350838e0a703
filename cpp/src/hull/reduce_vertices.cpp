#include "hull/reduce_vertices.h"

#include <algorithm>

#include "hull/cloud.h"
#include "hull/quickhull.h"
#include "hull/remove_vertex.h"

namespace hyperplane {

namespace {

/// A vertex with six times the volume that its removal loses. Stale if its version is not the vertex's.
struct Removal {
  double loss;
  std::uint32_t vertex, version;
};

/// For a heap with the least loss on top.
bool is_worse(const Removal& a, const Removal& b) { return a.loss != b.loss ? a.loss > b.loss : a.vertex > b.vertex; }

/// Removes one vertex after the other.
class VertexReducer {
 public:
  VertexReducer(std::span<const Vec3> points, Buffer<HullTriangle>& triangles)
      : points_(points), triangles_(triangles), remover_(points, triangles) {}

  [[nodiscard]] Status run(std::uint32_t max_vertices);
  /// Six times the remaining volume.
  double volume() const { return volume_; }
  std::uint32_t vertex_count() const { return vertex_count_; }
  bool is_left(std::uint32_t vertex) const { return remover_.is_vertex(vertex); }

 private:
  [[nodiscard]] bool consider(std::uint32_t vertex);

  std::span<const Vec3> points_;
  Buffer<HullTriangle>& triangles_;
  VertexRemover remover_;
  double volume_ = 0.0;
  std::uint32_t vertex_count_ = 0;
  Buffer<std::uint32_t> version_;
  Buffer<Removal> heap_;
};

/// A vertex that cannot be removed now is reconsidered when one of its neighbours is removed.
bool VertexReducer::consider(std::uint32_t vertex) {
  VertexRemover::Lid lid;
  ++version_[vertex];
  if (!remover_.close(vertex, lid)) return true;
  if (!heap_.push({remover_.loss(vertex, lid), vertex, version_[vertex]})) return false;
  std::push_heap(heap_.begin(), heap_.end(), is_worse);
  return true;
}

Status VertexReducer::run(std::uint32_t max_vertices) {
  const auto count = static_cast<std::uint32_t>(points_.size());
  if (!remover_.prepare() || !version_.resize(count, 0) || !heap_.reserve(count)) return Status::out_of_memory;
  for (const HullTriangle& triangle : triangles_) {
    const std::uint32_t* v = triangle.vertex;
    volume_ += dot(points_[v[0]], cross(points_[v[1]], points_[v[2]]));
  }
  vertex_count_ = static_cast<std::uint32_t>(triangles_.size() / 2 + 2);
  if (vertex_count_ <= max_vertices) return Status::ok;
  for (std::uint32_t v = 0; v < count; ++v) {
    if (is_left(v) && !consider(v)) return Status::out_of_memory;
  }
  while (vertex_count_ > max_vertices && !heap_.empty()) {
    std::pop_heap(heap_.begin(), heap_.end(), is_worse);
    const Removal candidate = heap_.back();
    heap_.pop();
    VertexRemover::Lid lid;
    if (candidate.version != version_[candidate.vertex] || !remover_.close(candidate.vertex, lid)) continue;
    remover_.remove(candidate.vertex, lid);
    volume_ -= candidate.loss;
    ++version_[candidate.vertex];
    --vertex_count_;
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
    if (reducer.vertex_count() > max_vertices || reducer.volume() <= best) continue;
    best = reducer.volume();
    for (std::uint32_t v = 0; v < points.size(); ++v) keep[v] = reducer.is_left(v) ? 1 : 0;
  }
  return Status::ok;
}

}  // namespace hyperplane
