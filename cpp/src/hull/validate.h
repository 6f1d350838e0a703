#pragma once

#include <span>

#include "hull/hull.h"

namespace hyperplane {

struct HullReport {
  /// Description of the violated invariant; null if the hull is valid.
  const char* fault = nullptr;
  /// Memory ran out during the check.
  bool lacked_memory = false;
  /// m, as all below. Greatest height of a vertex above any face: rounding only.
  double highest_vertex = 0.0;
  /// Greatest depth of a vertex below the plane of a face of its own.
  double flatness = 0.0;
  /// Greatest distance by which a corner of a face lies inside the line between its neighbours.
  double concavity = 0.0;
  /// Greatest height of an input point above a face.
  double highest_input = 0.0;

  bool ok() const { return fault == nullptr; }
};

/// Checks all invariants of a Hull: closed, connected, consistently wound, Euler characteristic 2, no vertex above a
/// face, faces flat and convex within the tolerance, consistent vertex copies and neighbours, and every input point at
/// most the tolerance above a face. Slow: every vertex and input point against every face.
/// @param input the cloud that the hull was built from; empty with a vertex limit, or to skip that check.
HullReport validate_hull(const Hull& hull, std::span<const double> input);

}  // namespace hyperplane
