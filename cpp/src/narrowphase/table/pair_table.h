#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"

/// The table of pairs: the functions that answer for each combination of two shape types.
///
/// A pair algorithm is a class with the four static functions below. All of them work in the frame of A: `b_in_a` takes
/// B's coordinates to A's, and points and normals come back in A's coordinates. The public functions of pair.h map them
/// to world space, in one place.
///
/// The table is filled at compile time from two lists in pair_table.cpp: the general algorithm fills every cell of
/// HYPERPLANE_SHAPES squared, then the exact algorithms override theirs. Each exact algorithm also fills the cell with
/// A and B exchanged, which swaps the shapes and flips the answer. The cell of two boxes has only `distance`: box_box.h
/// answers the other queries from the poses.

namespace hyperplane {

struct PairFunctions {
  bool (*intersects)(const Shape& a, const Shape& b, const Transform& b_in_a);
  Penetration (*penetration)(const Shape& a, const Shape& b, const Transform& b_in_a);
  ContactManifold (*collide)(const Shape& a, const Shape& b, const Transform& b_in_a);
  Distance (*distance)(const Shape& a, const Shape& b, const Transform& b_in_a);
};

const PairFunctions& pair_functions(ShapeType a, ShapeType b);

}  // namespace hyperplane
