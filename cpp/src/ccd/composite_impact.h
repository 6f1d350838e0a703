#pragma once

#include <hyperplane/sweep.h>

#include "core/function_ref.h"

namespace hyperplane {

/// Whether an impact of two parts counts. @param impact in world space; its normal may be replaced.
using PartImpactFilter = FunctionRef<bool(Impact& impact)>;

/// `time_of_impact` of sweep.h for a pair with at least one composite: the first impact of two parts, each mounted in
/// its moving frame. Of parts that overlap at the start, the deepest contact counts; of equal times the lowest part,
/// A's before B's.
///
/// In the frame of a composite the other shape stays within a ball that moves on a straight line: the path of its
/// origin, seen from the axes at the start, and a radius for its extent and for the rotation of the frame. The ball
/// moves through the tree of the parts as bounds along a ray (bvh/ray_descent.h), nearest parts first.
/// @param counts null: all impacts of parts do. Otherwise parts that touch at the start may meet again once they have
/// parted, and overlap by containment at the start does not count.
Impact composite_time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b,
                                const PartImpactFilter* counts = nullptr);

}  // namespace hyperplane
