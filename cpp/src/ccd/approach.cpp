#include "ccd/approach.h"

#include "ccd/tolerances.h"
#include "composite/shape_extent.h"
#include "narrowphase/composite/half_space_pair.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/table/pair_table.h"

namespace hyperplane {
Approach::Approach(const Shape& a, const Vec3& position_a, const Vec3& motion, const Shape& b, const Vec3& position_b,
                   const PairFrames& turned, double margin)
    : a_(a),
      b_(b),
      frames_{{by_columns(turned.a.rotation), position_a}, {by_columns(turned.b_in_a.rotation), {}}},
      start_(transpose_times(frames_.a.rotation, position_b - position_a)),
      motion_(transpose_times(frames_.a.rotation, motion)),
      margin_(margin),
      distance_(b.type == ShapeType::half_space ? distance_above_half_space : pair_functions(a.type, b.type).distance) {
}

Distance Approach::distance_at(double time) {
  frames_.b_in_a.translation = start_ - motion_ * time;
  return distance_(a_, b_, frames_.b_in_a);
}

Gap Approach::at_start() {
  const Distance apart = distance_at(0.0);
  return {apart.distance, frames_.a * apart.point_b, frames_.a.rotation * apart.normal};
}

Impact Approach::first(double limit, double slack, double least_closing, const Grazing& grazing, Vec3* apart_along) {
  const double tolerance = max(slack, k_impact_gap * max(size_of(a_), size_of(b_))), speed = length(motion_);
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
      impact.point = frames_.a.translation + frames_.a.rotation * (apart.point_b + motion_ * impact.time);
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
