#pragma once

#include <array>
#include <vector>

/// Queries on convex hulls of a few points by brute force: every pair, triple and pair of pairs of points is tried,
/// whether or not it is an edge or face of the hull. Shares no code with the core, not even vector arithmetic. For
/// clouds of up to some dozens of points.

namespace hyperplane::test {

using CloudPoint = std::array<double, 3>;
using OracleCloud = std::vector<CloudPoint>;

double dot(const CloudPoint& a, const CloudPoint& b);
double length(const CloudPoint& a);
/// b - a
CloudPoint between(const CloudPoint& a, const CloudPoint& b);
/// a + direction * distance
CloudPoint moved(const CloudPoint& a, const CloudPoint& direction, double distance);
/// max of direction . p over the points.
double height(const OracleCloud& cloud, const CloudPoint& direction);
/// All b - a.
OracleCloud minkowski_difference(const OracleCloud& a, const OracleCloud& b);

/// Distance of the origin from the hull of at most four points: the minimum over all vertices, edges, triangles and the
/// tetrahedron.
double distance_of_simplex(const OracleCloud& points);

/// Distance of two separated hulls: the minimum over all vertex-triangle and edge-edge pairs.
double distance_of_clouds(const OracleCloud& a, const OracleCloud& b);

/// Widest gap between two hulls over the normals of all triangles and all cross products of two edges; negative if they
/// overlap. The sign is exact up to rounding.
double widest_gap(const OracleCloud& a, const OracleCloud& b);

/// Least signed distance of the origin from a plane of the hull, positive inside. Over all planes through three points,
/// moved outwards until they support the hull.
double depth_of_origin(const OracleCloud& cloud);

/// Maximum distance of a point beyond a plane of the hull; 0 or less inside. For clouds with volume.
double distance_beyond_planes(const OracleCloud& cloud, const CloudPoint& point);

}  // namespace hyperplane::test
