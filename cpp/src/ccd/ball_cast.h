#pragma once

#include "shape/triangle.h"

/// Times at which a ball that moves on a straight line first touches something at rest, in steps.

namespace hyperplane {

/// First time at which |apart + velocity * t| falls to `radius`; infinite if it never does, negative if it did before.
double time_to_point(const Vec3& apart, const Vec3& velocity, double radius);

/// @param centre, velocity of the ball, which starts apart from the box, in the frame of the box.
/// @param half half sizes.
/// @return up to 1; infinite if it does not touch until then.
double time_to_box(const Vec3& centre, const Vec3& velocity, double radius, const Vec3& half);

/// 0 for a ball that overlaps the triangle at the start, and for needles, whose normal is not certain.
/// @param centre, velocity of the ball, in the frame of the triangle.
/// @return infinite if it does not touch until `latest`.
double time_to_triangle(const Vec3& centre, const Vec3& velocity, double radius, const Triangle& triangle,
                        double latest);

}  // namespace hyperplane
