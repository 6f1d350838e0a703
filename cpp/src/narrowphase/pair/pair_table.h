#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"

/// The table of pairs: for every two types of shapes the functions that answer for them.
///
/// A pair algorithm is a class with the four static functions below. All of them work in the frame of A: `b_in_a` takes
/// B's coordinates to A's, and points and normals come back in A's coordinates. The public functions of pair.h map them
/// to world space, in one place.
///
/// The table is filled at compile time from two lists in pair_table.cpp: the general algorithm takes every cell of
/// HYPERPLANE_SHAPES squared, then the exact algorithms override theirs. Each also fills the cell with A and B
/// exchanged: that one hands over the shapes the other way round, and turns the answer back. The cell of two boxes has
/// `distance` alone: box_box.h answers the other questions, from the poses.

namespace hyperplane {

struct PairFunctions {
  bool (*intersects)(const Shape& a, const Shape& b, const Transform& b_in_a);
  Penetration (*penetration)(const Shape& a, const Shape& b, const Transform& b_in_a);
  ContactManifold (*collide)(const Shape& a, const Shape& b, const Transform& b_in_a);
  Distance (*distance)(const Shape& a, const Shape& b, const Transform& b_in_a);
};

const PairFunctions& pair_functions(ShapeType a, ShapeType b);

/// Brings an answer from the frame of A to world space, `a` being the frame of A.
void to_world(const Transform& a, Penetration& result);
void to_world(const Transform& a, ContactManifold& result);
void to_world(const Transform& a, Distance& result);

/// The answer for (B, A) as the one for (A, B), in the same frame.
void exchange(Penetration& result);
void exchange(ContactManifold& result);
void exchange(Distance& result);

/// The answer for (B, A), in the frame of B, as the one for (A, B), in the frame of A.
template <class Answer>
void flip(const Transform& b_in_a, Answer& result) {
  to_world(b_in_a, result);
  exchange(result);
}

}  // namespace hyperplane
