#pragma once

#include <hyperplane/sweep.h>

#include "core/function_ref.h"
#include "narrowphase/composite/part_pairs.h"

namespace hyperplane {

/// Whether an impact of two parts counts. @param pair at the time of the impact, relative to A's position at the start.
/// @param impact in world space; its normal may be replaced.
using PartImpactFilter = FunctionRef<bool(const PartPair& pair, Impact& impact)>;

/// `time_of_impact` of sweep.h for a pair with at least one composite: the first impact of two parts, each mounted in
/// its moving frame. Of parts that overlap at the start, the deepest contact counts; of equal times the lowest part,
/// A's before B's.
///
/// In the frame of a composite the other shape stays within a ball that moves on a straight line: the path of its
/// origin, seen from the axes at the start, and a radius for its extent and for the rotation of the frame. The ball
/// moves through the tree of the parts as bounds along a ray (bvh/ray_descent.h), nearest parts first.
/// @param counts null: all impacts of parts do. Otherwise overlap by containment at the start does not count.
Impact composite_time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b,
                                const PartImpactFilter* counts = nullptr);

}  // namespace hyperplane
