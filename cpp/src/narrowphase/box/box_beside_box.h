#pragma once

#include <cstdint>

#include "math/transform.h"

namespace hyperplane {

/// What another box beside a box may change of contacts with it, by the rule of flush_contact.h.
struct BoxBeside {
  /// Faces that the other box rises above: bit k for the face towards +axis k, bit k + 3 for that towards -axis k.
  std::uint8_t risen_faces;
  /// Whether a corner or an edge of one box may lie on the boundary of the other: so do those of faces that lie flush.
  /// Where boundaries merely cross, a contact lies on both by chance only. An edge that is within 0.001 rad of a face
  /// counts as parallel to it; faces count as unbounded.
  bool may_be_flush;
};

/// @param half_a, half_b half sizes. @param reach m: how far apart flush boundaries may be.
/// @param slack m: up to which height the other box does not rise above a face.
BoxBeside compare_beside(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, double reach, double slack);

}  // namespace hyperplane
