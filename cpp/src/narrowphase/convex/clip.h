#pragma once

#include <cstdint>

#include "core/workspace.h"
#include "math/vec3.h"

/// Clipping of a convex polygon by half-spaces: Sutherland and Hodgman, "Reentrant Polygon Clipping" (1974).
///
/// Contact manifolds are clipped in the frame of the reference face: x and y are coordinates on its plane, z is the
/// depth below it. A side plane is then a line, and the clipped points carry their depth along.
///
/// A polygon of one or two vertices is a point or a segment and stays one. Exact arithmetic adds at most one vertex per
/// half-space; rounding on a polygon thinner than a rounding step may add more. Vertices beyond the capacity are
/// dropped: every remaining vertex is still a point of the polygon.
///
/// Each vertex stores its two edges: edges of the polygon, or sides that clipped it. contact_id.h derives its id from
/// them.

namespace hyperplane {

/// Edge `i` of a polygon runs from its vertex i to the next; this bit marks a side.
inline constexpr std::uint8_t k_clip_side = 0x80;
/// Beyond the end of a segment, or a point.
inline constexpr std::uint8_t k_no_edge = 0xff;
constexpr bool is_clip_side(std::uint8_t edge) { return edge != k_no_edge && (edge & k_clip_side) != 0; }

struct ClipVertex {
  Vec3 point;
  /// The edges that end and begin here.
  std::uint8_t in = k_no_edge, out = k_no_edge;
};

template <int k_capacity>
class ClipPolygon {
  Workspace<ClipVertex, k_capacity> room_[2];
  int current_ = 0;

 public:
  int count = 0;
  ClipVertex* vertices = room_[0].data();

  ClipPolygon() = default;
  ClipPolygon(const ClipPolygon&) = delete;
  ClipPolygon& operator=(const ClipPolygon&) = delete;

  /// Empties the polygon. @return its vertices, which stay until the next call: copying them would take longer than
  /// clipping.
  const ClipVertex* take() {
    const ClipVertex* taken = vertices;
    current_ = 1 - current_;
    vertices = room_[current_].data();
    count = 0;
    return taken;
  }
  void add(const ClipVertex& vertex) {
    if (count < k_capacity) vertices[count++] = vertex;
  }
  /// Makes `vertex_count` vertices, at most the capacity, that join the polygon's own edges; the caller sets their
  /// points.
  void start(int vertex_count) {
    count = vertex_count;
    const auto edge = [](int i) { return static_cast<std::uint8_t>(i); };
    for (int i = 0; i < count; ++i) {
      vertices[i].in = i > 0 ? edge(i - 1) : (count > 2 ? edge(count - 1) : k_no_edge);
      vertices[i].out = i + 1 < count || count > 2 ? edge(i) : k_no_edge;
    }
  }
};

/// Keeps the part where `outside(point)`, an affine function, is not positive.
/// @param side number of the side, below 127.
template <int k_capacity, class AffineFunction>
void clip(ClipPolygon<k_capacity>& polygon, int side, AffineFunction outside) {
  double value[k_capacity];
  int out = 0;
  for (int i = 0; i < polygon.count; ++i) {
    value[i] = outside(polygon.vertices[i].point);
    out += value[i] > 0.0 ? 1 : 0;
  }
  if (out == 0) return;
  if (out == polygon.count) {
    polygon.count = 0;
    return;
  }
  const int count = polygon.count;
  const ClipVertex* const source = polygon.take();
  const std::uint8_t cut = static_cast<std::uint8_t>(k_clip_side | side);
  // A segment has one edge, a polygon as many as vertices.
  const int edge_count = count == 2 ? 1 : count;
  for (int i = 0; i < edge_count; ++i) {
    const int j = i + 1 < count ? i + 1 : 0;
    if (value[i] <= 0.0) polygon.add(source[i]);
    if ((value[i] > 0.0) != (value[j] > 0.0)) {
      // From the inner vertex to the outer one, so that an edge is cut at the same point whichever way it is walked.
      const bool leaves = value[j] > 0.0;
      const int inner = leaves ? i : j, outer = leaves ? j : i;
      const double share = value[inner] / (value[inner] - value[outer]);
      const Vec3 &from = source[inner].point, &to = source[outer].point;
      const std::uint8_t edge = source[i].out;
      polygon.add({from + (to - from) * share, leaves ? edge : cut, leaves ? cut : edge});
    }
  }
  if (count == 2 && value[1] <= 0.0) polygon.add(source[1]);
}

}  // namespace hyperplane
