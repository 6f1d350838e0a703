#include <hyperplane/plane_sweep.h>

#include <initializer_list>

#include "motion/parting.h"
#include "motion/tolerances.h"
#include "plane/pair/composite_sweep.h"
#include "plane/pair/separation.h"
#include "plane/pair/tolerances.h"

/// Time of impact by conservative advancement.
/// Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996.
///
/// At a time the shapes are apart by a gap along a normal n. For the next step n is fixed: the positions of the shapes
/// along n are linear in time, and how far a turning shape reaches along n is its support function h at a direction
/// that turns the other way. h is sublinear: with u and v the first and the last direction of a turn by less than half
/// a revolution, every direction between them is a u + b v with a, b >= 0 and a + b <= 1 / cos(turn / 2), so that h is
/// there at most max(h(u), h(v), 0) / cos(turn / 2). The gap along n over the whole step is therefore no smaller than a
/// bound whose error is of second order in the turn, and a step for which the bound is not negative cannot miss a
/// touch.
///
/// Near the pivot of a long shape that turns, such steps are short: its far end swings across any fixed line. After a
/// few steps the normal may therefore turn with that shape, so that its reach stays constant. The offset along the
/// normal then is no longer linear, but differs from its chord by no more than its second derivative allows.

namespace hyperplane::plane {
namespace {

/// One body of the pair.
struct Mover {
  const Shape& shape;
  const Sweep& sweep;
  Vec2 motion;
  double turn;

  Mover(const Shape& own_shape, const Sweep& own_sweep)
      : shape(own_shape),
        sweep(own_sweep),
        motion(own_sweep.to.position - own_sweep.from.position),
        turn(own_sweep.to.angle - own_sweep.from.angle) {}

  /// Reach of the shape from the origin of its frame along a direction of the world.
  double reach_along(Vec2 normal, double time) const {
    const Vec2 local = unrotate(rotation_of(pose_at(sweep, time).angle), normal);
    return dot(shape.centre, local) + core_height(shape, local) + shape.radius;
  }
};

/// The search of one pair.
class Advance {
 public:
  Advance(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b) : a_(a, sweep_a), b_(b, sweep_b) {
    reach_a_ = length(a.centre) + a.reach;
    reach_b_ = length(b.centre) + b.reach;
    size_ = 2.0 * larger(a.reach, b.reach);
    // Points without size still have the rounding of their positions.
    double farthest = 0.0;
    for (const Pose& pose : {sweep_a.from, sweep_a.to, sweep_b.from, sweep_b.to}) {
      farthest = larger(farthest, larger(magnitude(pose.position.x), magnitude(pose.position.y)));
    }
    tolerance_ = larger(k_plane_impact_gap * size_, k_plane_motion_rounding * farthest);
  }

  /// @param touched as for `convex_time_of_impact`.
  Impact run(double touched) {
    double time = 0.0;
    if (touched >= 0.0) {
      const double least = larger(tolerance_, k_impact_closing * size_);
      time = time_of_parting(visible_turn(a_) + visible_turn(b_), touched, 1.0,
                             [&](double then) { return state_at(then).gap > least; });
      if (time > 1.0) return {};
    }
    State at = state_at(time);
    if (at.gap < -tolerance_) return hit_at(time, at);
    if (at.gap <= tolerance_) {
      if (!is_parting(at)) return hit_at(time, at);
      time = k_plane_parting_step;
      at = state_at(time);
      // Separating shapes exceed the tolerance eventually: as long as the gap grows, there is no touch.
      for (double step = k_plane_parting_step; at.gap <= tolerance_;) {
        if (time >= 1.0) return {};
        step *= 2.0;
        time = smaller(1.0, time + step);
        const double before = at.gap;
        at = state_at(time);
        if (at.gap < before - tolerance_) return hit_at(time, at);
      }
    }
    const double swing = magnitude(a_.turn) * reach_a_ > magnitude(b_.turn) * reach_b_ ? a_.turn : b_.turn;
    for (int i = 0; i < k_max_plane_impact_iterations; ++i) {
      if (time >= 1.0) return {};
      double step = safe_step(at, time, 0.0);
      if (i >= k_plain_steps && swing != 0.0) step = larger(step, safe_step(at, time, swing));
      const double next = smaller(1.0, time + step);
      if (!(next > time)) return hit_at(time, at);
      time = next;
      const Vec2 before = at.normal;
      at = state_at(time);
      if (at.gap > tolerance_) continue;
      at.normal = seen_from(before, at.normal);
      return hit_at(time, at);
    }
    Impact impact = hit_at(time, at);
    impact.converged = false;
    return impact;
  }

 private:
  /// Steps after which the normal may turn with a shape.
  static constexpr int k_plain_steps = 8;

  struct State {
    double gap;
    Vec2 normal, on_a, on_b;
  };

  /// rad: by which a mover turns; 0 if that moves none of its points.
  static double visible_turn(const Mover& mover) {
    const bool moves = length(mover.shape.centre) + mover.shape.reach > mover.shape.radius;
    return moves ? magnitude(mover.turn) : 0.0;
  }

  State state_at(double time) const {
    const Frame frame = frame_of(a_.shape, pose_at(a_.sweep, time));
    const Pair pair = pair_of(a_.shape, frame, b_.shape, frame_of(b_.shape, pose_at(b_.sweep, time)));
    const Separation at = separate(pair, HUGE_VAL);
    const CorePoints core = witness_points(pair, at);
    return {at.gap - pair.radius(), rotate(frame.rotation, at.normal),
            to_world(frame, core.on_a + at.normal * a_.shape.radius),
            to_world(frame, core.on_b - at.normal * b_.shape.radius)};
  }

  static Impact hit_at(double time, const State& at) {
    Impact impact;
    impact.hit = true;
    impact.time = time;
    impact.point = at.on_a + (at.on_b - at.on_a) * 0.5;
    impact.normal = at.normal;
    return impact;
  }

  /// The normal of a touch, as it was before. Once shapes without an inside touch, their side is undefined: rounding
  /// may flip the normal of an edge, and gives points in contact an arbitrary one.
  static Vec2 seen_from(Vec2 before, Vec2 normal) {
    constexpr double k_same = 0.9;  // cosine: a last step turns a normal by far less
    const double agreement = dot(before, normal);
    if (agreement > k_same) return normal;
    return agreement < -k_same ? -normal : before;
  }

  /// Position of B relative to A.
  Vec2 offset_at(double time) const {
    return (b_.sweep.from.position - a_.sweep.from.position) + (b_.motion - a_.motion) * time;
  }

  double gap_at(Vec2 normal, double time) const {
    return dot(offset_at(time), normal) - a_.reach_along(normal, time) - b_.reach_along(-normal, time);
  }

  bool is_parting(const State& at) const {
    const double gain = gap_at(at.normal, k_plane_parting_step) - gap_at(at.normal, 0.0);
    const double motion = length(b_.motion - a_.motion) + magnitude(a_.turn) * reach_a_ + magnitude(b_.turn) * reach_b_;
    return gain > k_plane_parting_step * k_plane_parting_speed * motion && gain > 0.0;
  }

  /// Greatest reach of a mover between two times along a normal that turns. @param turn of the normal between them in
  /// the mover's frame. @param last the normal at the end.
  static double greatest_reach(const Mover& mover, double first, Vec2 last, double to, double turn) {
    if (turn == 0.0) return first;
    return larger(0.0, larger(first, mover.reach_along(last, to))) / rotation_of(magnitude(turn) / 2).cosine;
  }

  /// A step after which, and during which, the shapes are still apart along the normal.
  /// @param rate at which the normal turns, rad.
  double safe_step(const State& at, double time, double rate) const {
    const Vec2 normal = at.normal, motion = b_.motion - a_.motion, start = offset_at(time);
    const double closing = -dot(motion, normal);
    const double turning = magnitude(a_.turn) * reach_a_ + magnitude(b_.turn) * reach_b_;
    // Every point moves by at most this along the normal.
    const double certain = closing + turning > 0.0 ? at.gap / (closing + turning) : HUGE_VAL;
    if (certain >= 1.0 - time || turning == 0.0) return certain;
    // The bound holds for less than a quarter turn on either side.
    const double turn_a = a_.turn - rate, turn_b = b_.turn - rate;
    const double fastest = larger(magnitude(a_.turn), magnitude(b_.turn));
    const double longest = smaller(1.0 - time, 1.0 / larger(fastest, larger(magnitude(turn_a), magnitude(turn_b))));
    const double reach_a = a_.reach_along(normal, time), reach_b = b_.reach_along(-normal, time);
    const double offset = dot(start, normal);
    // Rounding of the reaches, which are differences of large numbers far from the middle of a turn.
    const double slack = at.gap - (offset - reach_a - reach_b);
    const auto is_safe = [&](double step) {
      const double to = time + step;
      const Vec2 end = offset_at(to), last = rate == 0.0 ? normal : rotate(rotation_of(rate * step), normal);
      const double bend =
          magnitude(rate) * (magnitude(rate) * larger(length(start), length(end)) + 2.0 * length(motion));
      const double nearest = smaller(offset, dot(end, last)) - bend * step * step * (1.0 / 8.0);
      return nearest + smaller(slack, 0.0) - greatest_reach(a_, reach_a, last, to, turn_a * (to - time)) -
                 greatest_reach(b_, reach_b, -last, to, turn_b * (to - time)) >=
             0.0;
    };
    double good = certain, bad = HUGE_VAL;
    for (int round = 0; round < 12; ++round) {
      const double tried = bad == HUGE_VAL ? smaller(longest, 4.0 * good) : std::sqrt(good * bad);
      if (!(tried > good * 1.0625)) break;
      (is_safe(tried) ? good : bad) = tried;
    }
    return good;
  }

  Mover a_, b_;
  double reach_a_ = 0.0, reach_b_ = 0.0;
  double size_ = 0.0, tolerance_ = 0.0;
};

}  // namespace

Impact convex_time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b,
                             double touched) {
  return Advance(a, sweep_a, b, sweep_b).run(touched);
}

Impact time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b) {
  if (!is_composite(a) && !is_composite(b)) return convex_time_of_impact(a, sweep_a, b, sweep_b);
  return composite_time_of_impact(a, sweep_a, b, sweep_b, nullptr);
}

}  // namespace hyperplane::plane
