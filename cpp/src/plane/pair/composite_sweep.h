#pragma once

#include <hyperplane/plane_sweep.h>

#include "plane/pair/composite_pair.h"

namespace hyperplane::plane {

/// @param touched a time at which the shapes touch: the first impact after they have parted (motion/parting.h);
/// negative: the first of all.
Impact convex_time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b,
                             double touched = -1.0);

/// Decides whether the impact of two parts counts. @param a, b the parts and their sweeps.
struct LeafImpact {
  const PlacedLeaf& leaf_a;
  const PlacedLeaf& leaf_b;
  const Shape& shape_a;
  const Shape& shape_b;
  Sweep sweep_a, sweep_b;
};
using ImpactFilter = FunctionRef<bool(const LeafImpact&, const Impact&)>;

/// The first impact among the parts; of equal ones the lowest. One-sided parts are hit from their front only: by a
/// shape whose middle is there at the start of the sweep. Impacts that do not converge count last.
/// @param accepts null: all count.
Impact composite_time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b,
                                const ImpactFilter* accepts);

/// The pose at a time of a sweep, 0 to 1.
inline Pose pose_at(const Sweep& sweep, double time) {
  if (time >= 1.0) return sweep.to;
  return {sweep.from.position + (sweep.to.position - sweep.from.position) * time,
          sweep.from.angle + (sweep.to.angle - sweep.from.angle) * time};
}

/// Bounds of a shape during a sweep.
Box2 bounds_of_sweep(const Shape& shape, const Sweep& sweep);

}  // namespace hyperplane::plane
