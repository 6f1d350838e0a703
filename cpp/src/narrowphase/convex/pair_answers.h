#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"

/// The answers of a pair in another frame, and for its shapes exchanged.

namespace hyperplane {

/// Maps an answer from the frame of A to world space; `a` is the frame of A.
void to_world(const Transform& a, Penetration& result);
void to_world(const Transform& a, ContactManifold& result);
void to_world(const Transform& a, Distance& result);

/// Converts the answer for (B, A) to that for (A, B), in the same frame.
void exchange(Penetration& result);
void exchange(ContactManifold& result);
void exchange(Distance& result);

/// Converts the answer for (B, A), in the frame of B, to that for (A, B), in the frame of A.
template <class Answer>
void flip(const Transform& b_in_a, Answer& result) {
  to_world(b_in_a, result);
  exchange(result);
}

}  // namespace hyperplane
