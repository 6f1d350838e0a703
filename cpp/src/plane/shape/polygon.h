#pragma once

#include <hyperplane/plane.h>

#include "core/buffer.h"

namespace hyperplane::plane {

/// Vertices of a convex polygon, counter-clockwise, relative to `centre`, with the outward unit normals of its edges.
class Polygon {
 public:
  Vec2 centre;
  double reach = 0.0;
  Buffer<Vec2> vertices;
  Buffer<Vec2> normals;
};

/// The convex hull of points, counter-clockwise, without points on its edges; exact.
/// Andrew, "Another Efficient Algorithm for Convex Hulls in Two Dimensions", 1979.
/// @param points sorted by x, then y, without duplicates. @param hull room for points.size() + 1.
/// @return the number of vertices; below 3 if the points lie on a line.
std::size_t convex_hull(std::span<const Vec2> points, std::span<Vec2> hull);

}  // namespace hyperplane::plane
