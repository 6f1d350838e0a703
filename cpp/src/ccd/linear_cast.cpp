#include "ccd/linear_cast.h"

#include <hyperplane/pair.h>

#include "ccd/ball_cast.h"
#include "ccd/shared_point.h"
#include "ccd/tolerances.h"
#include "narrowphase/box/box_manifold.h"
#include "narrowphase/box/sat_box_box.h"
#include "narrowphase/convex/tolerances.h"
#include "shape/flat_shape.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

struct Relative {
  /// Position of B's origin relative to A's, and its velocity.
  Vec3 apart, velocity;
  /// Gaps below this are touches, m.
  double noise;

  Relative(const MovingBody& a, const MovingBody& b)
      : apart(b.motion.position - a.motion.position),
        velocity(b.motion.velocity - a.motion.velocity),
        noise(k_exact_gap_noise * max(a.size, b.size) + rounding_of_motion(a, b)) {}
};

/// Shapes that overlap at the start hit at once, as do shapes that touch and do not separate.
/// @return whether that decides the cast.
bool decided_at_start(const MovingBody& a, const MovingBody& b, const Distance& start, const Relative& relative,
                      const Vec3& origin, Impact& impact) {
  if (start.distance > relative.noise) return false;
  if (start.distance >= -relative.noise && dot(relative.velocity, start.normal) > relative.noise) return true;
  impact.hit = true;
  const Vec3 middle = (start.point_a + start.point_b) * 0.5;
  impact.point = origin + (start.distance < -relative.noise ? shared_point(a, b, middle) : middle);
  impact.normal = start.normal;
  return true;
}

void cast_spheres(const MovingBody& a, const MovingBody& b, const Vec3& origin, Impact& impact) {
  const Relative relative(a, b);
  const Distance start = distance(a.shape, a.motion.at(0.0), b.shape, b.motion.at(0.0));
  if (decided_at_start(a, b, start, relative, origin, impact)) return;
  // Points are as wide as the noise: a touch of points only would depend on rounding.
  const double radii = max(a.radius + b.radius, relative.noise);
  const double time = time_to_point(relative.apart, relative.velocity, radii);
  if (!(time <= 1.0) || dot(relative.apart, relative.velocity) >= 0.0) return;
  impact.hit = true;
  impact.time = max(time, 0.0);
  impact.normal = normalized(relative.apart + relative.velocity * impact.time);
  impact.point = origin + a.motion.position + a.motion.velocity * impact.time + impact.normal * a.radius;
}

/// Whether the balls around two bodies stay apart until `latest`.
bool balls_miss(const MovingBody& a, const MovingBody& b, const Relative& relative, double latest) {
  const double sum = a.ball() + b.ball() + 2.0 * relative.noise, closing = -dot(relative.apart, relative.velocity);
  const double speed_squared = length_squared(relative.velocity);
  const double nearest = closing > 0.0 ? min(closing / speed_squared, latest) : 0.0;
  return length_squared(relative.apart + relative.velocity * nearest) > sum * sum;
}

/// Whether a segment misses a box at the origin: by the axes of the box and their cross products with the segment.
bool misses_box(const Vec3& start, const Vec3& way, const Vec3& half) {
  const Vec3 along = way * 0.5, middle = start + along, extent = abs(along), from = abs(middle);
  const Vec3 across = abs(cross(middle, along));
  return (from.x > half.x + extent.x) | (from.y > half.y + extent.y) | (from.z > half.z + extent.z) |
         (across.x > half.y * extent.z + half.z * extent.y) | (across.y > half.z * extent.x + half.x * extent.z) |
         (across.z > half.x * extent.y + half.y * extent.x);
}

/// @param flipped A is the box.
void cast_sphere_and_box(const MovingBody& ball, const MovingBody& box, bool flipped, const Vec3& origin, double latest,
                         Impact& impact) {
  const MovingBody& a = flipped ? box : ball;
  const MovingBody& b = flipped ? ball : box;
  const Relative relative(a, b);
  const Mat3 rotation = to_matrix(box.motion.rotation);
  const Vec3 centre = transpose_times(rotation, ball.motion.position - box.motion.position);
  const Vec3 velocity = transpose_times(rotation, ball.motion.velocity - box.motion.velocity);
  const Vec3 half = Box(box.shape).half;
  // A point is as wide as the noise, or it would slip through a box without thickness.
  const double radius = max(ball.radius, relative.noise), wide = radius + 2.0 * relative.noise;
  if (misses_box(centre, velocity * latest, half + Vec3{wide, wide, wide})) return;
  if (length_squared(centre - min(max(centre, -half), half)) <= wide * wide) {
    const Distance start = distance(a.shape, a.motion.at(0.0), b.shape, b.motion.at(0.0));
    if (decided_at_start(a, b, start, relative, origin, impact)) return;
  }
  const double time = time_to_box(centre, velocity, radius, half);
  if (!(time <= latest)) return;
  const Vec3 there = centre + velocity * time;
  const Vec3 closest = min(max(there, -half), half);
  const Vec3 away = rotation * normalized(there - closest);
  impact.hit = true;
  impact.time = time;
  impact.normal = flipped ? away : -away;
  impact.point = origin + box.motion.position + box.motion.velocity * time + rotation * closest;
}

/// @param flipped A is the triangle. @return false if the closed form is not certain: at the start, and for needles.
bool cast_sphere_and_triangle(const MovingBody& ball, const MovingBody& flat, bool flipped, const Vec3& origin,
                              Impact& impact) {
  const Relative relative(ball, flat);
  const Mat3 rotation = to_matrix(flat.motion.rotation);
  const Triangle triangle(flat.shape);
  const Vec3 centre = transpose_times(rotation, ball.motion.position - flat.motion.position);
  const Vec3 velocity = transpose_times(rotation, ball.motion.velocity - flat.motion.velocity);
  const double radius = max(ball.radius, relative.noise);
  if (triangle.closest_point(centre).distance <= radius + relative.noise) return false;
  const double time = time_to_triangle(centre, velocity, radius, triangle, 1.0);
  if (time == 0.0) return false;
  if (!(time <= 1.0)) return true;
  const ClosestPoint there = triangle.closest_point(centre + velocity * time);
  if (std::fabs(there.distance - radius) > relative.noise) return false;
  impact.hit = true;
  impact.time = time;
  const Vec3 away = rotation * there.normal;
  impact.normal = flipped ? away : -away;
  impact.point = origin + flat.motion.position + flat.motion.velocity * time + rotation * there.point;
  return true;
}

/// The intervals of time through which the projections of two boxes overlap.
struct SweptAxes {
  /// Intersection of the intervals, and the axis whose interval begins last.
  double enters = -__builtin_huge_val(), leaves = __builtin_huge_val();
  int axis = -1;
  Vec3 normal;
  /// Always apart: the projections on some axis are apart and do not move.
  bool apart = false;
  /// The widest gap at time 0; minus an overlap.
  double widest = -__builtin_huge_val();
  /// m: least reach of both boxes along an axis.
  double least_reach = 0.0;

  /// @param direction unit. @param between the distance of the centres along it, signed. @param reaches of both boxes.
  void add(int number, const Vec3& direction, double between, double speed, double reaches) {
    const double reach = max(reaches, least_reach);
    const double gap = std::fabs(between) - reach;
    widest = max(widest, gap);
    if (speed == 0.0) {
      apart |= gap > 0.0;
      return;
    }
    const double to = speed > 0.0 ? 1.0 : -1.0, inverse = 1.0 / std::fabs(speed);
    const double enter = (-reach - to * between) * inverse, leave = (reach - to * between) * inverse;
    leaves = min(leaves, leave);
    // Ties go to the first axis: faces before edges.
    if (enter > enters + k_cast_tie) {
      enters = enter;
      axis = number;
      normal = direction * -to;
    }
  }
};

void cast_boxes(const MovingBody& a, const MovingBody& b, const Vec3& origin, double latest, Impact& impact) {
  const Relative relative(a, b);
  if (balls_miss(a, b, relative, latest)) return;
  const Mat3 rotation_a = to_matrix(a.motion.rotation), rotation_b = to_matrix(b.motion.rotation);
  const Mat3 back = transpose(rotation_a), turn = back * rotation_b, turn_abs = abs(turn);
  const Vec3 half_a = Box(a.shape).half, half_b = Box(b.shape).half;
  const Vec3 apart = back * relative.apart, velocity = back * relative.velocity;

  SweptAxes swept;
  // Across two flat boxes the interval is a moment, which rounding of the axes may miss.
  if (is_flat(a.shape) && is_flat(b.shape)) swept.least_reach = relative.noise;
  for (int i = 0; i < 3; ++i) {
    double reach = component(half_a, i);
    for (int j = 0; j < 3; ++j) reach += component(turn_abs.columns[j], i) * component(half_b, j);
    swept.add(i, unit_axis(i), component(apart, i), component(velocity, i), reach);
  }
  for (int j = 0; j < 3; ++j) {
    const Vec3& direction = turn.columns[j];
    swept.add(3 + j, direction, dot(direction, apart), dot(direction, velocity),
              dot(turn_abs.columns[j], half_a) + component(half_b, j));
  }
  // Boxes that touch at the start are judged by their gap; times are too coarse.
  const auto never_overlap = [&] {
    return swept.widest > relative.noise &&
           (swept.apart || swept.enters > swept.leaves || swept.enters > latest || swept.leaves < 0.0);
  };
  if (never_overlap()) return;
  const Transform b_in_a{turn, apart};
  BoxSat sat;
  // Most starts that overlap do so by far: the separating axis theorem then decides alone.
  const double clear = 2.0 * (relative.noise + k_axis_tie * (a.size + b.size));
  if (swept.widest < -clear) sat = signed_box_sat(half_a, half_b, b_in_a);
  if (sat.depth > clear) {
    swept.enters = 0.0;
    swept.widest = -sat.depth;
  } else {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) {
        const Vec3 product = cross(unit_axis(i), turn.columns[j]);
        const double sine_squared = length_squared(product);
        if (sine_squared <= k_parallel_edge_sine * k_parallel_edge_sine) continue;
        const Vec3 direction = product * (1.0 / std::sqrt(sine_squared));
        double reach = dot(abs(direction), half_a);
        for (int k = 0; k < 3; ++k) reach += std::fabs(dot(direction, turn.columns[k])) * component(half_b, k);
        swept.add(6 + 3 * i + j, direction, dot(direction, apart), dot(direction, velocity), reach);
      }
    }
    if (never_overlap()) return;

    sat = {true, swept.axis, swept.normal, 0.0};
    if (swept.widest <= relative.noise) {
      for (int k = 0; swept.widest >= -relative.noise && k < k_box_axis_count; ++k) {
        const BoxAxis axis = box_axis(half_a, half_b, b_in_a, k);
        if (axis.exists && axis.overlap() <= relative.noise && dot(axis.normal, velocity) > relative.noise) return;
      }
      sat = signed_box_sat(half_a, half_b, b_in_a);
      sat.intersects = true;
      swept.enters = 0.0;
    }
  }

  const Vec3 there = apart + velocity * swept.enters;
  const BoxWitness witness = box_witness(half_a, half_b, {turn, there}, sat);
  impact.hit = true;
  impact.time = swept.enters;
  impact.normal = rotation_a * sat.normal;
  const Vec3 middle =
      a.motion.position + a.motion.velocity * impact.time + rotation_a * ((witness.on_a + witness.on_b) * 0.5);
  impact.point = origin + (swept.widest < -relative.noise ? shared_point(a, b, middle) : middle);
}

/// Flat shapes that touch at the start part to either side, whichever normal their touch has.
bool touch_flat_at_start(const MovingBody& a, const MovingBody& b) {
  return is_flat(a.shape) && is_flat(b.shape) &&
         distance(a.shape, a.motion.at(0.0), b.shape, b.motion.at(0.0)).distance <= Relative(a, b).noise;
}

}  // namespace

bool cast_in_closed_form(const MovingBody& a, const MovingBody& b, const Vec3& origin, double latest, Impact& impact) {
  const bool ball_a = a.shape.type == ShapeType::sphere, ball_b = b.shape.type == ShapeType::sphere;
  if (ball_a && b.shape.type == ShapeType::triangle) return cast_sphere_and_triangle(a, b, false, origin, impact);
  if (ball_b && a.shape.type == ShapeType::triangle) return cast_sphere_and_triangle(b, a, true, origin, impact);
  const bool box_a = a.shape.type == ShapeType::box, box_b = b.shape.type == ShapeType::box;
  if (!(ball_a || box_a) || !(ball_b || box_b) || touch_flat_at_start(a, b)) return false;
  if (ball_a && ball_b) {
    cast_spheres(a, b, origin, impact);
  } else if (ball_a) {
    cast_sphere_and_box(a, b, false, origin, latest, impact);
  } else if (ball_b) {
    cast_sphere_and_box(b, a, true, origin, latest, impact);
  } else {
    cast_boxes(a, b, origin, latest, impact);
  }
  return true;
}

}  // namespace hyperplane
