#pragma once

#include <span>

#include "hull/hull.h"

namespace hyperplane {

struct HullReport {
  /// What does not hold, in plain words; null where all does.
  const char* fault = nullptr;
  /// The fault is that there was no memory to find out.
  bool lacked_memory = false;
  /// Greatest height of a vertex above a face that it does not belong to or above its own: rounding, no more. Metres,
  /// and so for all.
  double highest_vertex = 0.0;
  /// Greatest depth of a vertex below the plane of a face that it belongs to.
  double flatness = 0.0;
  /// How far a corner of a face lies inside the line between its neighbours, at most.
  double concavity = 0.0;
  /// Greatest height of an input point above a face.
  double highest_input = 0.0;

  bool ok() const { return fault == nullptr; }
};

/// Checks all that Hull promises: closed, connected, consistently wound, of Euler characteristic 2, no vertex above a
/// face, faces flat and convex within the tolerance, the copies of the vertices and the neighbours consistent, and
/// every point of the input no more than the tolerance above a face.
/// Slow: every vertex and every input point against every face.
/// @param input what the hull was built from; empty where vertices were limited, or to leave that part out.
HullReport validate_hull(const Hull& hull, std::span<const double> input);

}  // namespace hyperplane
