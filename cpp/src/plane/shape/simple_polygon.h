#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/plane_composite.h>

#include "core/buffer.h"

namespace hyperplane::plane {

/// Why rings do not form a simple polygon.
struct RingFault {
  Status status = Status::ok;
  const char* message = "";
  /// Number of a vertex over all rings.
  std::int64_t vertex = -1;
};

/// The rings of a polygon, cleaned: without repeated vertices and such on a straight edge, the outer ring
/// counter-clockwise, holes clockwise, so that the inside is on the left of every edge.
struct Rings {
  Buffer<Vec2> points;
  /// The vertex before and after each vertex in its ring, and its number in the input.
  Buffer<std::uint32_t> previous, next, source;
};

/// Cleans rings and checks that they bound a polygon: edges meet only at common vertices of neighbours, and every hole
/// is inside the outer ring and outside the other holes. All decisions are exact.
RingFault make_rings(std::span<const double> points, std::span<const std::uint32_t> ring_sizes, Rings& rings);

/// Convex parts, as runs of vertex numbers, counter-clockwise.
struct ConvexParts {
  Buffer<std::uint32_t> vertices;
  /// Where each part begins in `vertices`, and the end.
  Buffer<std::uint32_t> starts;
  /// The part inside of the edge from each vertex of the rings to the next.
  Buffer<std::uint32_t> inside;
};

/// Cuts a polygon into convex parts without new vertices. @return false if memory runs out.
///
/// A sweep cuts it into monotone pieces (Garey, Johnson, Preparata, Tarjan, "Triangulating a Simple Polygon", 1978;
/// Lee, Preparata, "Location of a Point in a Planar Subdivision", 1977, for the sweep), which are cut into triangles
/// unless they are convex; then diagonals are removed, the longest first, as long as no corner becomes reflex (Hertel,
/// Mehlhorn, "Fast Triangulation of the Plane with Respect to Simple Polygons", 1983): at most four times as many parts
/// as the least possible number. Holes need no bridges. The order of the sweep is x, then y; with that every decision
/// is the sign of a determinant, computed exactly (orientation.h). O(n log n), except for vertices with very many
/// diagonals.
bool cut_into_convex_parts(const Rings& rings, ConvexParts& parts);

}  // namespace hyperplane::plane
