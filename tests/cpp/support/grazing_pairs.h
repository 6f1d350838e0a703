#pragma once

#include <span>

#include "support/moving_pair.h"

/// Random pairs that pass each other at a small gap, or overlap slightly on the way: motions for which conservative
/// advancement takes tiny steps. A shift sets the least gap of each pair to 3e-6 to 1e-2 of the size of one of its
/// shapes; it is negative for half of the pairs, so that about half of them hit.

namespace hyperplane::test {

struct GrazingFamily {
  const char* name;
  MovingPair (*make)(Random& random);
  int count;
};

std::span<const GrazingFamily> grazing_families();
/// The family of bodies that spin against each other by nearly half a turn each.
MovingPair make_revolutions(Random& random);

/// A pose up to ten times `size` from the origin of its frame; for some also on an axis of the shape, or at the origin.
Pose any_mount(Random& random, double size);
/// 10^-5.5 to 10^-2, uniform in the logarithm.
double small_gap(Random& random);
/// Right-handed, unit axis.
Quat turn_about(const Vec3& axis, double angle);
/// Diameter of the bounds.
double diameter_of(const TestShape& shape);

}  // namespace hyperplane::test
