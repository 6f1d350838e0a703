#pragma once

#include <vector>

#include <hyperplane/plane.h>
#include <hyperplane/plane_composite.h>

#include "plane/plane_oracle.h"
#include "support/random.h"

/// Polygons with holes, and what is true of them, by all their edges in long doubles: shares no code with the core.

namespace hyperplane::test::in_plane {

using Ring = std::vector<plane::Vec2>;

struct RingPolygon {
  /// The outer ring, then holes; either way round.
  std::vector<Ring> rings;

  std::vector<double> points() const;
  std::vector<std::uint32_t> sizes() const;
};

plane::BuiltComposite build(const RingPolygon& polygon);

/// Twice the area, without the holes.
long double oracle_doubled_area(const RingPolygon& polygon);
/// Whether a point lies inside, by crossings.
bool oracle_contains(const RingPolygon& polygon, plane::Vec2 point);
/// Least distance of a point from the edges.
long double oracle_edge_distance(const RingPolygon& polygon, plane::Vec2 point);
/// Corners at which the inside takes more than half a turn.
int oracle_reflex_count(const RingPolygon& polygon);
/// Least distance between a polygon and a convex solid of corners, both placed; 0 where they overlap.
double oracle_polygon_distance(const RingPolygon& polygon, const plane::Pose& pose, const PlaneSolid& solid,
                               const plane::Pose& solid_pose);

/// A ring around a point, with random radii: seen from there it never turns back.
Ring random_star(Random& random, int count, double size, plane::Vec2 middle = {});
/// A ring through random points, untangled by exchanges.
Ring random_tangle(Random& random, int count, double size);
/// Teeth of equal width on a bar.
Ring comb(int teeth, double width, double height);
/// Two arms that wind around each other.
Ring spiral(int turns);
/// A star with holes within a circle in which it has none of its corners.
RingPolygon random_holed(Random& random, int holes);

}  // namespace hyperplane::test::in_plane
