#pragma once

#include "math/simd.h"
#include "plane/pair/tolerances.h"
#include "plane/shape/core_shape.h"

/// Two pairs of rectangles at a time, one a lane: the separating axes of separate_rectangles. Each lane performs the
/// operations of a single pair in the same order, with a mask for each choice, so both give the same bits, except for
/// the signs of zeros.

namespace hyperplane::plane {

struct Vec2Lanes {
  F64x2 x, y;
};
inline Vec2Lanes operator+(Vec2Lanes a, Vec2Lanes b) { return {a.x + b.x, a.y + b.y}; }
inline Vec2Lanes operator-(Vec2Lanes a, Vec2Lanes b) { return {a.x - b.x, a.y - b.y}; }
struct RotationLanes {
  F64x2 cosine, sine;
};
inline Vec2Lanes rotate(RotationLanes r, Vec2Lanes v) {
  return {r.cosine * v.x - r.sine * v.y, r.sine * v.x + r.cosine * v.y};
}
inline Vec2Lanes unrotate(RotationLanes r, Vec2Lanes v) {
  return {r.cosine * v.x + r.sine * v.y, r.cosine * v.y - r.sine * v.x};
}
inline RotationLanes relative(RotationLanes a, RotationLanes b) {
  return {a.cosine * b.cosine + a.sine * b.sine, a.cosine * b.sine - a.sine * b.cosine};
}

/// As rotation_of.
inline RotationLanes rotation_of(F64x2 angle) {
  const auto of = [](double number) { return splat(number); };
  const QuarterTurns<F64x2> turns(angle, of);
  const SineCosineOf<F64x2> at = small_sine_cosine(turns.rest, of);
  // Quarter turns beyond whole ones: -2 to 2, where -2 and 2 are half a turn.
  const F64x2 whole = (turns.multiple * splat(0.25) + splat(k_to_whole)) - splat(k_to_whole);
  const F64x2 quarters = turns.multiple - splat(4.0) * whole;
  const U64x2 odd = abs(quarters) == splat(1.0);
  const F64x2 cosine = select(odd, at.sine, at.cosine), sine = select(odd, at.cosine, at.sine);
  return {negate_where(quarters < splat(-1.0) | splat(0.0) < quarters, cosine),
          negate_where(quarters < splat(0.0) | splat(1.0) < quarters, sine)};
}

/// The separating axes of two pairs.
struct RectangleAxes {
  /// The middle of B in the frame of A, and seen from the frame of B.
  Vec2Lanes offset, seen;
  /// Of B in the frame of A.
  RotationLanes turn;
  /// Gaps along the sides of both; negative where their projections overlap.
  F64x2 x_of_a, y_of_a, x_of_b, y_of_b;

  /// @param away_from_a as `offset`. @param of_b its rotation in the frame of A.
  [[gnu::always_inline]] RectangleAxes(Vec2Lanes away_from_a, RotationLanes of_b, Vec2Lanes half_a, Vec2Lanes half_b)
      : offset(away_from_a), seen(unrotate(of_b, away_from_a)), turn(of_b) {
    const F64x2 cosine = abs(turn.cosine), sine = abs(turn.sine);
    x_of_a = abs(offset.x) - half_a.x - (half_b.x * cosine + half_b.y * sine);
    y_of_a = abs(offset.y) - half_a.y - (half_b.x * sine + half_b.y * cosine);
    x_of_b = abs(seen.x) - half_b.x - (half_a.x * cosine + half_a.y * sine);
    y_of_b = abs(seen.y) - half_b.y - (half_a.x * sine + half_a.y * cosine);
  }
};

/// The axis of the least overlap: the same choice as separate_rectangles.
struct ChosenAxis {
  F64x2 gap;
  /// Whether it belongs to B, and is the x axis of its rectangle.
  U64x2 is_of_b, is_x;
  /// Unit length, in the frame of A, from A to B.
  Vec2Lanes normal;

  /// @param tie a gap is larger than another one if it is so by more than that.
  [[gnu::always_inline]] ChosenAxis(const RectangleAxes& axes, F64x2 tie) : gap(axes.y_of_a) {
    const F64x2 one = splat(1.0), zero = splat(0.0);
    const Vec2Lanes &offset = axes.offset, &seen = axes.seen;
    const RotationLanes& turn = axes.turn;
    const auto is_better = [&](F64x2 other) {
      const U64x2 is_larger = gap + tie < other;
      gap = select(is_larger, other, gap);
      return is_larger;
    };
    const U64x2 by_x_of_a = is_better(axes.x_of_a);
    normal = {keep_where(by_x_of_a, negate_where(offset.x < zero, one)),
              keep_where(~by_x_of_a, negate_where(offset.y <= zero, one))};
    // The axes of B, turned to lead from A to B.
    const U64x2 by_y_of_b = is_better(axes.y_of_b);
    normal = {select(by_y_of_b, negate_where(zero <= seen.y, turn.sine), normal.x),
              select(by_y_of_b, negate_where(seen.y < zero, turn.cosine), normal.y)};
    const U64x2 by_x_of_b = is_better(axes.x_of_b), is_left = seen.x <= zero;
    normal = {select(by_x_of_b, negate_where(is_left, turn.cosine), normal.x),
              select(by_x_of_b, negate_where(is_left, turn.sine), normal.y)};
    is_of_b = by_y_of_b | by_x_of_b;
    is_x = by_x_of_b | (by_x_of_a & ~by_y_of_b);
  }
};

/// The least overlap of two pairs, and its direction.
struct RectangleLanes {
  /// Negative for rectangles that overlap.
  F64x2 gap;
  /// Unit length, world space, from A to B.
  Vec2Lanes normal;
  /// The circles around them are apart; the gap may then be wrong by rounding.
  U64x2 is_far;

  /// @param shapes A and B of the first pair, then of the second; all with area. @param poses in the same order.
  [[gnu::always_inline]] RectangleLanes(const Shape* const* shapes, const Pose* poses) {
    const Shape &a0 = *shapes[0], &b0 = *shapes[1], &a1 = *shapes[2], &b1 = *shapes[3];
    const auto both = [&](int first, auto member) { return lanes_of(member(poses[first]), member(poses[first + 2])); };
    const auto x = [](const Pose& pose) { return pose.position.x; };
    const auto y = [](const Pose& pose) { return pose.position.y; };
    const auto angle = [](const Pose& pose) { return pose.angle; };
    const RotationLanes rotation_a = rotation_of(both(0, angle)), rotation_b = rotation_of(both(1, angle));
    const Vec2Lanes offset = unrotate(rotation_a, {both(1, x) - both(0, x), both(1, y) - both(0, y)});
    const F64x2 reach_a = lanes_of(a0.reach, a1.reach), reach_b = lanes_of(b0.reach, b1.reach);
    const F64x2 reach = reach_a + reach_b;
    is_far = reach * reach * splat(1.0 + 8.0 * k_plane_ray_thickness) < offset.x * offset.x + offset.y * offset.y;
    const RectangleAxes axes(offset, relative(rotation_a, rotation_b),
                             {lanes_of(a0.radii.x, a1.radii.x), lanes_of(a0.radii.y, a1.radii.y)},
                             {lanes_of(b0.radii.x, b1.radii.x), lanes_of(b0.radii.y, b1.radii.y)});
    const ChosenAxis chosen(axes, splat(k_plane_tie) * (splat(2.0) * max(reach_a, reach_b)));
    gap = chosen.gap;
    normal = rotate(rotation_a, chosen.normal);
  }
};

}  // namespace hyperplane::plane
