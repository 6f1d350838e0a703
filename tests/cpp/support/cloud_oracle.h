#pragma once

#include <array>
#include <vector>

/// Convex hulls of a few points by brute force, in the plainest way: every pair, triple and pair of pairs of points is
/// tried, whether it is an edge or a face of the hull or not. Shares nothing with the core, its vector arithmetic
/// included. For clouds of up to some dozens of points.

namespace hyperplane::test {

using CloudPoint = std::array<double, 3>;
using Cloud = std::vector<CloudPoint>;

double dot(const CloudPoint& a, const CloudPoint& b);
double length(const CloudPoint& a);
/// b - a
CloudPoint between(const CloudPoint& a, const CloudPoint& b);
/// a + direction * distance
CloudPoint moved(const CloudPoint& a, const CloudPoint& direction, double distance);
/// max of direction . p over the points.
double height(const Cloud& cloud, const CloudPoint& direction);
/// All b - a.
Cloud minkowski_difference(const Cloud& a, const Cloud& b);

/// Distance of the origin from the hull of at most four points: the least over all vertices, edges, triangles and the
/// tetrahedron that they make.
double distance_of_simplex(const Cloud& points);

/// Distance of two hulls that are apart: the least over all vertices of one and triangles of the other, and over all
/// pairs of edges.
double distance_of_clouds(const Cloud& a, const Cloud& b);

/// Widest gap between two hulls over the normals of all triangles and all cross products of two edges; negative: they
/// overlap, and the sign is exact up to rounding.
double widest_gap(const Cloud& a, const Cloud& b);

/// Least distance of the origin from a plane of the hull, with its sign: positive inside. Over all planes through three
/// points, moved out until they support the hull.
double depth_of_origin(const Cloud& cloud);

/// How far a point lies beyond a plane of the hull, at most; 0 or less: inside. Of clouds with volume.
double distance_beyond_planes(const Cloud& cloud, const CloudPoint& point);

}  // namespace hyperplane::test
