#include "ccd/gap_bound.h"

#include "ccd/tolerances.h"
#include "shape/box.h"

namespace hyperplane {
namespace {

/// Positive root of value + slope h - curvature h^2 / 2. @param value positive. @param curvature not negative.
double falls_to_zero(const GapBound::Sample& at, double curvature) {
  const double root = std::sqrt(at.slope * at.slope + 2.0 * curvature * at.value);
  // Two forms of the same root; use the form without cancellation.
  if (at.slope <= 0.0) return 2.0 * at.value / (root - at.slope);
  return curvature > 0.0 ? (at.slope + root) / curvature : __builtin_huge_val();
}

}  // namespace

GapBound::GapBound(const Moment& at, const Vec3& normal, const Vec3& turn, double end)
    : a_(at.a),
      b_(at.b),
      are_boxes_(a_.shape.type == ShapeType::box && b_.shape.type == ShapeType::box),
      half_(paired(Box(a_.shape).half, Box(b_.shape).half)),
      core_origin_(paired(a_.core_origin, b_.core_origin)),
      radius_(lanes_of(a_.radius, b_.radius)) {
  const PairedVec3 spin = paired(at.spin_a.velocity, at.spin_b.velocity), direction = paired(normal, -normal);
  const PairedVec3 relative = spin - paired(turn, turn), sideways = cross(direction, relative);
  direction_ = transpose_times(at.rotation_a, at.rotation_b, direction);
  tilt_ = transpose_times(at.rotation_a, at.rotation_b, sideways);

  const double turning = length(turn);
  const F64x2 change = lanes_of(at.spin_a.change, at.spin_b.change), reach = lanes_of(a_.reach, b_.reach);
  const F64x2 reach_across =
      lanes_of(a_.revolved() ? a_.reach : a_.reach_across, b_.revolved() ? b_.reach : b_.reach_across);
  const F64x2 faster = length(relative) + change * splat(end), turns = splat(turning) * faster;
  const F64x2 across = min(faster, length(sideways) + (turns + change) * splat(end));
  double curvatures[2];
  store(curvatures, turns * reach + change * reach + across * length(spin) * reach_across);
  curvature_ = curvatures[0] + curvatures[1];

  const Vec3 apart = at.pose_b.position - at.pose_a.position, velocity = b_.motion.velocity - a_.motion.velocity;
  offset_ = dot(normal, apart);
  speed_ = dot(cross(turn, normal), apart) + dot(normal, velocity);
  if (turning > 0.0) {
    const double moving = length(velocity);
    curvature_ += turning * (turning * (length(apart) + moving * end) + 2.0 * moving);
  }
}

PairedVec3 GapBound::supports(const PairedVec3& directions) const {
  if (are_boxes_) {
    const F64x2 zero = splat(0.0);
    return core_origin_ + PairedVec3{negate_where(directions.x < zero, half_.x),
                                     negate_where(directions.y < zero, half_.y),
                                     negate_where(directions.z < zero, half_.z)};
  }
  double x[2], y[2], z[2];
  store(x, directions.x);
  store(y, directions.y);
  store(z, directions.z);
  return core_origin_ + paired(a_.core.core_support({x[0], y[0], z[0]}), b_.core.core_support({x[1], y[1], z[1]}));
}

GapBound::Sample GapBound::start() {
  start_points_ = supports(direction_);
  return start_of_supports();
}

GapBound::Sample GapBound::start_like(const GapBound& other) {
  start_points_ = other.start_points_;
  return start_of_supports();
}

GapBound::Sample GapBound::start_of_supports() const {
  double values[2], slopes[2];
  store(values, radius_ + dot(direction_, start_points_));
  store(slopes, dot(tilt_, start_points_));
  return {offset_ - values[1] - values[0], speed_ - slopes[1] - slopes[0]};
}

GapBound::Sample GapBound::operator()(double h) const {
  const PairedVec3 tilted = direction_ + tilt_ * splat(h), points = supports(tilted);
  double values[2], slopes[2];
  store(values, radius_ + dot(tilted, points));
  store(slopes, dot(tilt_, points));
  return {offset_ + speed_ * h - values[1] - values[0] - 0.5 * curvature_ * h * h,
          speed_ - slopes[1] - slopes[0] - curvature_ * h};
}

double safe_step(const GapBound& bound, const GapBound::Sample& start, double end) {
  double low = 0.0;
  GapBound::Sample at_low = start;
  double high = end, at_high = -__builtin_huge_val();
  for (int round = 0; round < k_safe_step_rounds; ++round) {
    // L lies below the parabola through a safe point, so that its zero is not behind the parabola's.
    const double behind = min(low + falls_to_zero(at_low, bound.curvature()), high);
    const double at_behind = bound(behind).value;
    if (at_behind >= 0.0) return behind;
    high = behind;
    at_high = at_behind;
    // And L lies above its chord.
    const double before = low + at_low.value * (high - low) / (at_low.value - at_high);
    if (round + 1 == k_safe_step_rounds || !(before > low)) return before;
    at_low = bound(before);
    low = before;
    if (!(at_low.value > 0.0)) return low;  // straight, but for rounding
  }
  return low;
}

}  // namespace hyperplane
