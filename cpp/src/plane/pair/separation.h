#pragma once

#include "plane/shape/core_shape.h"

namespace hyperplane::plane {

/// The direction along which two cores are farthest apart, in the frame of A. The gap along it is the signed distance
/// of the cores.
struct Separation {
  enum class Source : std::uint8_t {
    /// The normal of an edge of A.
    edge_a,
    /// The normal of an edge of B.
    edge_b,
    /// The line through the closest points; `on_a` is A's.
    points,
  };
  double gap = 0.0;
  /// Unit length, from A to B.
  Vec2 normal{1.0, 0.0};
  Source source = Source::points;
  int edge = 0;
  Vec2 on_a;
};

/// The separating axis theorem for two polygonal cores: all edge normals; and where the cores are apart and closest
/// between two vertices, the line through these, which is found among the neighbours of the best edge and confirmed by
/// the gap along it. Every gap is that of the support points along its normal: moving B by minus the gap along the
/// normal makes the cores touch.
/// @param limit the search may end with any gap that is larger.
Separation separate_polygons(const Pair& pair, double limit);

/// The same if at least one core is an ellipse; see separate_smooth.cpp.
Separation separate_smooth(const Pair& pair, double limit);

/// For any two cores.
inline Separation separate(const Pair& pair, double limit) {
  return pair.a.is_smooth || pair.b.is_smooth ? separate_smooth(pair, limit) : separate_polygons(pair, limit);
}

/// Closest points of the cores: of overlapping ones, those that the shortest translation brings together.
struct CorePoints {
  Vec2 on_a, on_b;
};
/// Both in the frame of A, with on_b - on_a = normal * gap.
CorePoints witness_points(const Pair& pair, const Separation& separation);

/// Where an edge is the source: the vertex of the other core that is closest to it.
int opposite_vertex(const Pair& pair, const Separation& separation);
/// The incident edge: of the two edges at that vertex, the one that faces the source more squarely. The other core has
/// edges.
int incident_edge(const Pair& pair, const Separation& separation);

}  // namespace hyperplane::plane
