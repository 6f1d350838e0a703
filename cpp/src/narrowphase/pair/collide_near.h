#pragma once

#include <hyperplane/pair.h>

namespace hyperplane {

/// `collide_within` of convex shapes, without its first test of whether they are far apart.
ContactManifold collide_near(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin);

}  // namespace hyperplane
