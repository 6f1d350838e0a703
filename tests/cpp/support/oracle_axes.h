#pragma once

#include <hyperplane/geometry.h>

/// Arithmetic that the oracles share with each other, but not with the code under test.

namespace hyperplane::test {

inline double dot(const double* a, const double* b) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

/// The axes of a turned frame from a quaternion of any length, by rotating the three unit vectors with q v q*.
void set_oracle_axes(const Quat& q, double (&axis)[3][3]);

}  // namespace hyperplane::test
