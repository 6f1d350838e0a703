#include "ccd/approach.h"

#include "ccd/tolerances.h"
#include "composite/shape_extent.h"
#include "core/safe_rotation.h"

namespace hyperplane {
Approach::Approach(const Shape& a, const Pose& pose_a, const Vec3& motion, const Shape& b, const Pose& pose_b,
                   double margin)
    : a_(a),
      b_(b),
      origin_(pose_a.position),
      frames_(pair_frames(pose_a, pose_b)),
      motion_(transpose_times(frames_.a.rotation, motion)),
      margin_(margin),
      tolerance_(k_impact_gap * max(size_of(a), size_of(b))),
      distance_(pair_functions(a.type, b.type).distance) {}

Distance Approach::distance_at(double time) const {
  return distance_(a_, b_, {frames_.b_in_a.rotation, frames_.b_in_a.translation - motion_ * time});
}

Distance Approach::at_start() const {
  Distance apart = distance_at(0.0);
  to_world(frames_.a, apart);
  return apart;
}

Impact Approach::first(double limit, double slack, double least_closing, const Grazing& grazing,
                       Vec3* apart_along) const {
  const double tolerance = max(slack, tolerance_), speed = length(motion_);
  double margin = margin_;
  Impact impact;
  for (;;) {
    ++impact.iterations;
    const Distance apart = distance_at(impact.time);
    const double closing = dot(apart.normal, motion_);
    // The distance is convex: a grazing motion never closes in faster later.
    if (apart.distance - margin <= tolerance && closing <= grazing.closing * speed) margin = grazing.margin;
    const double gap = apart.distance - margin;
    const bool is_reached = gap <= tolerance;
    if (is_reached && impact.iterations == 1 && !(closing > least_closing * speed)) return impact;
    if (is_reached || impact.iterations >= k_max_impact_iterations) {
      impact.hit = true;
      impact.converged = is_reached;
      impact.point = origin_ + frames_.a.rotation * (apart.point_b + motion_ * impact.time);
      impact.normal = frames_.a.rotation * apart.normal;
      return impact;
    }
    const double next = closing > 0.0 ? impact.time + gap / closing : 2.0;
    if (next > 1.0 || next > limit) {
      if (apart_along != nullptr) *apart_along = frames_.a.rotation * apart.normal;
      return impact;
    }
    impact.time = next;
  }
}

}  // namespace hyperplane
