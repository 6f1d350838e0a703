#pragma once

#include <hyperplane/geometry.h>

/// Brute-force oracle for two boxes, in 64 bits, in a frame whose origin is A's position. Shares no code with the code
/// under test, not even vector arithmetic.
///
/// Separated boxes: the least distance over all vertex-face and edge-edge pairs. Overlapping boxes: the least overlap
/// over all face normals of the Minkowski difference, i.e. both signs of the face normals of either box and of all
/// cross products of edges, with all vertices projected. Other directions only overlap by more, so that inexact cross
/// products of almost parallel edges do no harm.

namespace hyperplane::test {

struct OracleBox {
  double centre[3];
  double axis[3][3];  // axis[i] is the direction of the box's edge i
  double half[3];
};

struct OraclePair {
  OracleBox a, b;
};

OraclePair make_oracle_pair(const Vec3& size_a, const Pose& a, const Vec3& size_b, const Pose& b);

/// Signed distance: minus the penetration depth if the boxes overlap.
double oracle_distance(const OraclePair& pair);

/// Distance of a world-space point from a box, 0 inside; and from its surface, on either side.
double oracle_distance_to_box(const Vec3& size, const Pose& pose, const Vec3& point);
double oracle_distance_to_surface(const Vec3& size, const Pose& pose, const Vec3& point);

}  // namespace hyperplane::test
