#pragma once

#include <string>

#include <hyperplane/geometry.h>
#include <hyperplane/shape.h>

#include "support/random.h"

/// Random pairs of boxes, plain and adversarial. Every kind has pairs at the origin and a million metres away, at
/// scales of 1e-3, 1 and 1e3; some quaternions are not of unit length.

namespace hyperplane::test {

enum class BoxPairKind {
  random,
  parallel,         // the same axes, or the same up to an exact quarter turn
  almost_parallel,  // turned by 1/8 rad down to 2^-53, about a random axis or one of the box's own
  touching,         // two features meet within 1e-4 down to 0
  contained,        // the small one inside the big one
  plates,           // one or two sides a thousandth of the third
  almost_equal,     // the same size, poses that differ by 1e-1 down to 0
  crossing,         // crossing beams, no corner of one in the other
  unequal,          // one a thousand times the other
};
inline constexpr int k_box_pair_kind_count = 9;
const char* name_of(BoxPairKind kind);

struct BoxPairCase {
  Vec3 size_a, size_b;  // full sizes
  Pose a, b;

  /// The larger of the two diameters.
  double diameter() const;
  /// A line of C++ that reproduces the case bit by bit.
  std::string replay() const;
};

/// @param size full sizes.
inline Shape box_of(const Vec3& size) { return make_box(size.x, size.y, size.z).value; }

BoxPairCase make_box_pair(Random& random, BoxPairKind kind);

}  // namespace hyperplane::test
