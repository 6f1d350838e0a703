#pragma once

#include "core/workspace.h"
#include "narrowphase/convex/minkowski_difference.h"

namespace hyperplane {

/// Up to four points of a Minkowski difference, and the weights by which they sum up to the point of their convex hull
/// that is closest to the origin.
struct Simplex {
  int size = 0;
  Workspace<SupportPoint, 4> points;
  double weights[4];

  /// The weighted sum of A's points: A's witness point.
  Vec3 point_on_a() const {
    Vec3 sum = points[0].a * weights[0];
    for (int i = 1; i < size; ++i) sum += points[i].a * weights[i];
    return sum;
  }
};

/// Distance sub-algorithm of GJK: the point of the convex hull of up to four points that is closest to the origin.
/// `reduced` receives the points of the smallest such feature and their weights; all four if the tetrahedron holds the
/// origin.
///
/// By signed areas and volumes, after Montanari, Petrinic, Barbieri, "Improving the GJK Algorithm for Faster and More
/// Reliable Distance Queries Between Convex Objects" (2017): the sign of a barycentric coordinate of the origin's
/// projection shows which side cannot contain the closest point. Two deviations:
/// - Coordinates are relative to a corner and use cross products, rather than the projection with the largest area.
///   This costs the same in 64 bits and loses no digits when the simplex is far away for its size.
/// - The signs of a degenerate side (a needle, a flat tetrahedron) are not trusted. All of its own sides are tried
///   instead, and so is the side of a tetrahedron beyond which the origin lies by no more than rounding. At worst,
///   rounding then yields a point whose distance exceeds the least by the thickness of the needle.
///
/// @param size of `points`: 1 to 4
/// @return the closest point; zero, with all four points left, for a tetrahedron that holds the origin.
Vec3 reduce_to_closest(const SupportPoint* points, int size, Simplex& reduced);

}  // namespace hyperplane
