#include "ccd/time_of_impact.h"

#include "ccd/composite_impact.h"
#include "ccd/linear_cast.h"
#include "ccd/nearest.h"
#include "ccd/path_bound.h"
#include "ccd/shared_point.h"
#include "ccd/tolerances.h"
#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "math/pose.h"
#include "motion/parting.h"
#include "motion/tolerances.h"
#include "narrowphase/composite/composite_pair.h"

/// Time of impact by conservative advancement with a second-order bound.
///
/// Conservative advancement (Mirtich, "Impulse-based Dynamic Simulation of Rigid Body Systems", 1996; Coumans,
/// "Continuous Collision Detection and Physics", 2005) steps to a time before which the shapes cannot touch, measures
/// the distance there, and steps again. The classic bound, distance / (closing speed + |angular velocity| * reach),
/// makes tiny steps for long spinning bodies and for bodies that pass close to each other.
///
/// Here the step is the longest certified by the gap along one direction that may turn with the bodies (gap_bound.h).
/// Without rotation that bound is exact, and the search is Newton's method on the distance; with rotation it converges
/// superlinearly. It starts when the balls around the bodies touch, and ends without an impact if they never do.
///
/// These steps get short for bodies that roll, spin or slide at a small gap. From k_plain_impact_iterations on the
/// search also tries a third-order bound (path_bound.h), which needs a few dozen steps for them.
///
/// A touch is reported if the gap is below k_impact_gap of the size and certain to close within k_impact_time, or if
/// the gap is below the accuracy of the distance. After k_exact_impact_iterations a gap below k_late_impact_gap is a
/// touch, too: wider gaps allow steps so long that k_max_impact_iterations are enough.
///
/// Must hold: valid shapes and poses. If the iteration limit is reached nevertheless, the time found so far is returned
/// as an impact with `converged` false: nothing touches before it.

namespace hyperplane {

Pose pose_at(const Sweep& sweep, double time) { return motion_of(sweep, {}).at(time); }

namespace {

/// First time at which the balls around two bodies may touch; above 1 if they never do.
double time_of_approach(const MovingBody& a, const MovingBody& b) {
  const Vec3 apart = b.motion.position - a.motion.position, velocity = b.motion.velocity - a.motion.velocity;
  // Slightly enlarged for the rounding of the reaches and of the quadratic, or of the positions of points.
  const double sum = max((a.ball() + b.ball()) * (1.0 + k_impact_gap), rounding_of_motion(a, b));
  const double squared = length_squared(apart), closing = -dot(apart, velocity);
  if (squared <= sum * sum) return 0.0;
  if (closing <= 0.0) return 2.0;
  const double speed_squared = length_squared(velocity), nearest_time = closing / speed_squared;
  const double within = sum * sum - length_squared(apart + velocity * nearest_time);
  if (within < 0.0) return 2.0;
  return max(nearest_time - std::sqrt(within / speed_squared), 0.0);
}

/// For shapes that touch at time 0: a time until which they are certainly apart after time 0, or 0. The normal of a
/// touch is not unique at corners and edges, so that normals of later times are tried, too.
double time_apart(const Moment& start, NearestFinder& finder, const Vec3& touching_normal, double tolerance) {
  const auto apart_through = [&](double h, const Vec3& normal) {
    GapBound bound(start, normal, {}, h);
    return bound.start().value >= -tolerance && bound(h).value > tolerance;
  };
  for (double h = 1.0; h > k_shortest_parting; h *= 0.125) {
    if (apart_through(h, touching_normal)) return h;
    if (apart_through(h, finder.at(Moment(start.a, start.b, h)).normal)) return h;
  }
  return 0.0;
}

/// The normal of a touch, oriented as one step before. Once shapes without an inside touch, their side is undefined:
/// rounding may flip the normal of a face, and gives edges and points in contact an arbitrary one.
Vec3 seen_from(const Vec3& before, const Vec3& normal) {
  constexpr double k_same = 0.9;  // cosine: a last step turns a normal by far less
  const double agreement = dot(before, normal);
  if (agreement > k_same) return normal;
  return agreement < -k_same ? -normal : before;
}

/// Gap of the shapes at a moment along a direction from A to B.
double gap_along(const Moment& moment, const Vec3& normal) { return GapBound(moment, normal, {}, 0.0).start().value; }

/// Searches a better normal for shapes that are apart but not separated by the present normal: between closest points
/// of round shapes it gets less accurate as the gap gets smaller. Keeps the present normal if the search fails.
[[gnu::noinline]] void straighten(const Moment& now, NearestFinder& finder, Nearest& nearest) {
  const Nearest afresh = finder.afresh(now);
  if (afresh.apart && gap_along(now, afresh.normal) > 0.0) {
    nearest = afresh;
    return;
  }
  Vec3 normal;
  if (find_face_normal(now.a, now.rotation_a, nearest.normal, normal) && gap_along(now, normal) > 0.0) {
    nearest.normal = normal;
  } else if (find_face_normal(now.b, now.rotation_b, -nearest.normal, normal) && gap_along(now, -normal) > 0.0) {
    nearest.normal = -normal;
  }
}

/// A safe step past a small gap; see path_bound.h. @param guess, least as in PathBound.
[[gnu::noinline]] double step_of_third_order(const Moment& now, const NearestFinder& finder, const Nearest& nearest,
                                             double time, double guess, double least) {
  PathBound paths(now.a, now.b, time, 4.0 * rounding_of_motion(now.a, now.b));
  paths.add_normal(nearest.normal);
  Vec3 edge_a, edge_b, normal;
  if (finder.find_edges(now, edge_a, edge_b)) paths.add_edges(edge_a, edge_b, nearest.normal);
  if (find_face_normal(now.a, now.rotation_a, nearest.normal, normal)) paths.add_face_of_a(normal);
  if (find_face_normal(now.b, now.rotation_b, -nearest.normal, normal)) paths.add_face_of_b(-normal);
  return paths.safe_step(guess, least, 1.0 - time);
}

/// Records the steps of a search. Decided at run time, so that the search is compiled once.
class StepRecorder {
 public:
  StepRecorder() = default;
  StepRecorder(std::span<ImpactStep> steps, const Vec3& origin) : steps_(steps), origin_(origin) {}

  /// @param iteration, counted from 1.
  bool records(int iteration) const { return static_cast<std::size_t>(iteration) <= steps_.size(); }

  void record(int iteration, double time, const Nearest& nearest, double step) const {
    steps_[static_cast<std::size_t>(iteration) - 1] = {
        time, nearest.gap, step, nearest.normal, origin_ + nearest.point_a, origin_ + nearest.point_b};
  }

 private:
  std::span<ImpactStep> steps_;
  Vec3 origin_;
};

/// @param earliest if not 0, a time at which the shapes are apart.
Impact search(MovingBody& a, MovingBody& b, const Vec3& origin, double latest, const StepRecorder& recorder,
              double earliest = 0.0) {
  Impact impact;
  double time = max(earliest, time_of_approach(a, b));
  if (time > latest) return impact;

  NearestFinder finder(a, b);
  const double size = max(a.size, b.size);
  const double noise = finder.noise() * size + rounding_of_motion(a, b);
  const bool turning = a.turns() || b.turns();
  double last_step = 0.0;
  Vec3 last_normal;
  while (time <= latest) {
    ++impact.iterations;
    const Moment now(a, b, time);
    Nearest nearest = finder.at(now);
    const double remaining = 1.0 - time;

    double step = 0.0;
    const bool is_apart = nearest.apart && nearest.gap > noise;
    for (int attempt = 0; is_apart && attempt < 2; ++attempt) {
      GapBound bound(now, nearest.normal, {}, remaining);
      const GapBound::Sample start = bound.start();
      if (!(start.value > 0.0)) [[unlikely]] {
        if (attempt == 0) straighten(now, finder, nearest);
        continue;
      }
      step = safe_step(bound, start, remaining);
      if (!turning || step >= remaining) break;
      const auto try_turning = [&](const Vec3& turn) {
        GapBound turned(now, nearest.normal, turn, remaining);
        if (turned(step).value > 0.0) step = max(step, safe_step(turned, turned.start_like(bound), remaining));
      };
      for (int i = 0; i < nearest.turn_count && step < remaining; ++i) try_turning(nearest.turns[i]);
      if (finder.estimates_turn() && last_step > 0.0 && step < remaining) {
        try_turning(cross(nearest.normal, (nearest.normal - last_normal) * (1.0 / last_step)));
      }
      break;
    }
    if (turning && step > 0.0 && step < remaining && impact.iterations > k_plain_impact_iterations) {
      step = max(step, step_of_third_order(now, finder, nearest, time, 2.0 * last_step, step));
    }
    if (recorder.records(impact.iterations)) [[unlikely]] {
      finder.find_points(now, nearest);
      recorder.record(impact.iterations, time, nearest, step);
    }
    if (step >= remaining && step > 0.0) return impact;

    const bool touches =
        nearest.gap <= noise || (nearest.gap <= k_impact_gap * size && step <= k_impact_time) ||
        (nearest.gap <= k_late_impact_gap * size && (impact.iterations > k_exact_impact_iterations || !(step > 0.0)));
    if (touches || impact.iterations == k_max_impact_iterations) {
      const bool touches_at_start = time == 0.0 && nearest.gap >= -noise && nearest.gap <= noise;
      if (touches_at_start) {
        const double parted = time_apart(now, finder, nearest.normal, noise);
        if (parted >= 1.0) return impact;
        if (parted > 0.0) {
          time = parted;
          continue;
        }
        nearest = finder.at(now);  // the search for a time apart has moved the finder
      }
      finder.find_points(now, nearest);
      impact.hit = true;
      impact.converged = touches;
      impact.time = time;
      const Vec3 middle = (nearest.point_a + nearest.point_b) * 0.5;
      impact.point = origin + (nearest.gap < -noise && time == 0.0 ? shared_point(a, b, middle) : middle);
      impact.normal = last_step > 0.0 && nearest.gap <= noise ? seen_from(last_normal, nearest.normal) : nearest.normal;
      return impact;
    }

    time += step;
    last_step = step;
    last_normal = nearest.normal;
  }
  return impact;
}

/// Whether a sweep turns by less than a small angle, rad.
bool turns_less(const Sweep& sweep, double angle) {
  const Quat &p = sweep.from.rotation, &q = sweep.to.rotation;
  const double along = dot(p, q);
  return along * along >= (1.0 - 0.25 * angle * angle) * length_squared(p) * length_squared(q);
}

/// Whether a point of a body that turns a little stays in a shape that does not: then they never part. It leaves the
/// chord of its path by at most an eighth of the squared angle of its distance: by no more than k_parting_turn permits.
/// @param point in both at the start.
bool holds(const MountedShape& still, const MountedShape& body, const Vec3& point) {
  constexpr double k_most_turn = 0.35;  // rad
  if (!(still.sweep.from.rotation == still.sweep.to.rotation) || !turns_less(body.sweep, k_most_turn)) return false;
  const Vec3 end = frame_of(body.sweep.to) * inverse_times(frame_of(body.sweep.from), point);
  const Pose place = still.mount == nullptr ? still.sweep.to : still.sweep.to * *still.mount;
  return distance_at(still.shape, frame_of(place), end) <= k_impact_closing * size_of(still.shape);
}

MovingBody body_of(const MountedShape& mounted, const Vec3& origin) {
  MovingBody body(mounted.shape, mounted.sweep, origin);
  if (mounted.mount != nullptr) body.mount_shape(*mounted.mount);
  return body;
}

Impact first_impact(MovingBody& a, MovingBody& b, const Vec3& origin, double latest) {
  if (!a.turns() && !b.turns()) {
    Impact impact;
    if (cast_in_closed_form(a, b, origin, latest, impact)) {
      if (impact.time > latest) impact = {};
      return impact;
    }
  }
  return search(a, b, origin, latest, {});
}

}  // namespace

Impact time_of_impact(const MountedShape& shape_a, const MountedShape& shape_b, double latest) {
  const Vec3 origin = shape_a.sweep.from.position;
  MovingBody a = body_of(shape_a, origin), b = body_of(shape_b, origin);
  return first_impact(a, b, origin, latest);
}

Impact impact_once_parted(const MountedShape& shape_a, const MountedShape& shape_b, const Impact& touch, double from,
                          double latest) {
  constexpr double k_half = 0.5 * k_parting_turn;
  if (turns_less(shape_a.sweep, k_half) && turns_less(shape_b.sweep, k_half)) return {};
  if (touch.time == 0.0 && (holds(shape_a, shape_b, touch.point) || holds(shape_b, shape_a, touch.point))) return {};
  const Vec3 origin = shape_a.sweep.from.position;
  MovingBody a = body_of(shape_a, origin), b = body_of(shape_b, origin);
  const double turn = (a.turns() ? a.visible_angle() : 0.0) + (b.turns() ? b.visible_angle() : 0.0);
  const double least = max(rounding_of_motion(a, b), 2.0 * k_impact_closing * max(a.size, b.size));
  const double parted = time_of_parting(turn, from, latest, [&](double time) {
    const Pose pose_a = a.shape_pose(a.motion.at(time)), pose_b = b.shape_pose(b.motion.at(time));
    return !intersects(a.shape, pose_a, b.shape, pose_b) && distance(a.shape, pose_a, b.shape, pose_b).distance > least;
  });
  if (parted > latest) return {};
  return search(a, b, origin, latest, {}, parted);
}

Impact time_of_impact(MovingBody& a, const Vec3& origin, const Shape& shape_b, const Sweep& sweep_b, double latest) {
  MovingBody b(shape_b, sweep_b, origin);
  return first_impact(a, b, origin, latest);
}

Impact time_of_impact(const Shape& shape_a, const Sweep& sweep_a, const Shape& shape_b, const Sweep& sweep_b) {
  if (has_composite(shape_a, shape_b)) {
    return composite_time_of_impact(shape_a, sweep_a, shape_b, sweep_b);
  }
  const Vec3 origin = sweep_a.from.position;
  MovingBody a(shape_a, sweep_a, origin), b(shape_b, sweep_b, origin);
  return first_impact(a, b, origin, 1.0);
}

Impact explain_time_of_impact(const Shape& shape_a, const Sweep& sweep_a, const Shape& shape_b, const Sweep& sweep_b,
                              std::span<ImpactStep> steps) {
  const Vec3 origin = sweep_a.from.position;
  MovingBody a(shape_a, sweep_a, origin), b(shape_b, sweep_b, origin);
  return search(a, b, origin, 1.0, {steps, origin});
}

}  // namespace hyperplane
