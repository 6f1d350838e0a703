#include "decompose/bodies.h"

#include "core/memory.h"
#include "decompose/tolerances.h"
#include "math/vec3.h"

namespace hyperplane {

void destroy_all(Buffer<Piece*>& pieces) {
  for (Piece* const piece : pieces) destroy_object(piece);
  pieces.clear();
}

Status make_bodies(const Model& model, bool is_by_body, Buffer<Piece*>& pieces) {
  const std::uint32_t count = is_by_body ? model.body_count : 1;
  const TriangleList& surface = model.surface;
  Buffer<std::uint32_t> numbers;
  if (!numbers.resize(surface.points.size(), 0) || !pieces.reserve(count)) return Status::out_of_memory;
  for (std::uint32_t b = 0; b < count; ++b) {
    Piece* const piece = make_object<Piece>();
    if (piece == nullptr) return Status::out_of_memory;
    pieces.push_unchecked(piece);
    piece->body = b;
    // Large enough that no corner of the cell is inside.
    const Vec3 more{k_on_plane, k_on_plane, k_on_plane};
    const Vec3 high = model.bounds.max + more * 1e3, low = model.bounds.min - more * 1e3;
    for (int axis = 0; axis < 3; ++axis) {
      if (!piece->cell.push({unit_axis(axis), component(high, axis)}) ||
          !piece->cell.push({-unit_axis(axis), -component(low, axis)})) {
        return Status::out_of_memory;
      }
    }
  }
  // Numbers of a body's vertices start with 1.
  for (std::uint32_t t = 0; t < surface.size(); ++t) {
    Piece& piece = *pieces[is_by_body ? model.bodies[t] : 0];
    if (!piece.closed.push(model.closed[t])) return Status::out_of_memory;
    for (std::uint32_t i = 0; i < 3; ++i) {
      const std::uint32_t v = surface.corners[3 * std::size_t{t} + i];
      Buffer<Vec3>& points = piece.surface.points;
      const std::uint32_t known = numbers[v];
      // Bodies may share a vertex: the number is valid only if this body has the vertex under it.
      if (known == 0 || known > points.size() || !(points[known - 1] == surface.points[v])) {
        if (!points.push(surface.points[v])) return Status::out_of_memory;
        numbers[v] = static_cast<std::uint32_t>(points.size());
      }
      if (!piece.surface.corners.push(numbers[v] - 1)) return Status::out_of_memory;
    }
  }
  for (const ConcaveEdge& edge : model.concave_edges) {
    if (!pieces[is_by_body ? edge.body : 0]->edges.push(edge)) return Status::out_of_memory;
  }
  return Status::ok;
}

}  // namespace hyperplane
