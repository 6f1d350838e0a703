#pragma once

#include <cstdint>
#include <vector>

#include <hyperplane/geometry.h>

#include "support/random.h"

/// Point clouds to build hulls from, ordinary and adversarial.

namespace hyperplane::test {

using Cloud = std::vector<Vec3>;

/// x, y, z of each point, as for build_hull.
std::vector<double> coordinates_of(const Cloud& cloud);

Cloud cloud_in_cube(Random& random, int count);
Cloud cloud_in_ball(Random& random, int count);
Cloud cloud_on_sphere(Random& random, int count);
/// A ring of `count` points at each end of a cylinder of radius 1 and height 2.
Cloud cylinder_cloud(Random& random, int count);
/// An evenly spaced ring, and an apex adjacent to all its points.
Cloud cone_cloud(int count);
/// `count` points along each axis of a cube from -1 to 1, inside and on the surface.
Cloud grid_cloud(int count);
/// The corners of a box, each several times.
Cloud box_cloud(const Vec3& half_size, int copies);

Cloud rotated(const Cloud& cloud, const Quat& rotation);
Cloud scaled(const Cloud& cloud, const Vec3& factors);
Cloud moved(const Cloud& cloud, const Vec3& offset);
/// Every coordinate rounded to 32 bits, like the vertices of a mesh.
Cloud in_float(const Cloud& cloud);
/// Every coordinate displaced by up to `amplitude`.
Cloud noisy(Random& random, const Cloud& cloud, double amplitude);
Cloud shuffled(Random& random, const Cloud& cloud);
/// Both together.
Cloud joined(const Cloud& a, const Cloud& b);

}  // namespace hyperplane::test
