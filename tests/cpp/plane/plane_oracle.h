#pragma once

#include <memory>
#include <vector>

#include <hyperplane/plane.h>
#include <hyperplane/plane_sweep.h>

#include "support/random.h"

/// An oracle for shapes in the plane that shares no code with the core: polygons by all their vertices and edges in
/// long doubles, ellipses by a dense search over directions, sine and cosine from the C library.

namespace hyperplane::test {

/// What a shape is, said once more: the hull of corners (in its own frame), or an ellipse, and a radius around it.
struct PlaneSolid {
  plane::Shape shape;
  std::vector<plane::Vec2> corners;
  plane::Vec2 ellipse{};
  double radius = 0.0;
  bool is_ellipse = false;
  /// Keeps the polygon of the shape.
  std::shared_ptr<const plane::Polygon> polygon;

  double diameter() const;
  /// The oracle for these is slow.
  bool is_round() const { return is_ellipse; }
};

PlaneSolid plane_circle(double radius);
PlaneSolid plane_rectangle(double width, double height);
PlaneSolid plane_capsule(double radius, double height);
PlaneSolid plane_ellipse(double x, double y);
PlaneSolid plane_segment(plane::Vec2 a, plane::Vec2 b);
/// The corners must be convex and counter-clockwise.
PlaneSolid plane_polygon(const std::vector<plane::Vec2>& corners, double radius = 0.0);
/// A regular polygon.
PlaneSolid plane_ring(int count, double size, double radius = 0.0);
/// Any kind, about `size` large; one in eight has a size of zero, one in eight is 1:1000.
PlaneSolid random_solid(Random& random, double size);

/// How far along a direction of the world a solid reaches.
long double oracle_reach(const PlaneSolid& solid, const plane::Pose& pose, long double x, long double y);
/// How far A and B are apart along a direction from A to B.
long double oracle_gap(const PlaneSolid& a, const plane::Pose& pose_a, const PlaneSolid& b, const plane::Pose& pose_b,
                       long double x, long double y);
/// Signed distance: exact for polygons and circles, to about 1e-12 of the size for ellipses.
double oracle_distance(const PlaneSolid& a, const plane::Pose& pose_a, const PlaneSolid& b, const plane::Pose& pose_b);
/// Distance of a point from a solid: 0 inside. Polygons and rounded ones; ellipses by their equation, to first order.
double oracle_outside(const PlaneSolid& solid, const plane::Pose& pose, plane::Vec2 point);

}  // namespace hyperplane::test
