#pragma once

#include "math/vec3.h"

/// Clipping of a convex polygon by half-spaces: Sutherland and Hodgman, "Reentrant Polygon Clipping" (1974).
///
/// Contact manifolds are clipped in the frame of the reference face: x and y are coordinates on its plane, z is the
/// depth below it. A side plane is then a line, and the clipped points carry their depth along.
///
/// A polygon of one or two vertices is a point or a segment and stays one. Exact arithmetic adds at most one vertex a
/// half-space; rounding on a polygon that is thinner than a rounding step may add more. What exceeds the capacity is
/// dropped: every vertex that is kept is a point of the polygon.

namespace hyperplane {

template <int k_capacity>
struct ClipPolygon {
  int count = 0;
  Vec3 vertices[k_capacity];

  void add(const Vec3& vertex) {
    if (count < k_capacity) vertices[count++] = vertex;
  }
};

/// Keeps what lies where `outside(vertex)`, an affine function, is not positive.
template <int k_capacity, class AffineFunction>
void clip(ClipPolygon<k_capacity>& polygon, AffineFunction outside) {
  double value[k_capacity];
  int out = 0;
  for (int i = 0; i < polygon.count; ++i) {
    value[i] = outside(polygon.vertices[i]);
    out += value[i] > 0.0 ? 1 : 0;
  }
  if (out == 0) return;
  if (out == polygon.count) {
    polygon.count = 0;
    return;
  }
  const ClipPolygon<k_capacity> source = polygon;
  polygon.count = 0;
  // A segment has one edge, a polygon as many as vertices.
  const int edge_count = source.count == 2 ? 1 : source.count;
  for (int i = 0; i < edge_count; ++i) {
    const int j = i + 1 < source.count ? i + 1 : 0;
    if (value[i] <= 0.0) polygon.add(source.vertices[i]);
    if ((value[i] > 0.0) != (value[j] > 0.0)) {
      // From the inner vertex to the outer one, so that an edge is cut at the same point whichever way it is walked.
      const int inner = value[i] > 0.0 ? j : i, outer = value[i] > 0.0 ? i : j;
      const double share = value[inner] / (value[inner] - value[outer]);
      polygon.add(source.vertices[inner] + (source.vertices[outer] - source.vertices[inner]) * share);
    }
  }
  if (source.count == 2 && value[1] <= 0.0) polygon.add(source.vertices[1]);
}

}  // namespace hyperplane
