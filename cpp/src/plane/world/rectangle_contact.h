#pragma once

#include "plane/pair/rectangle_lanes.h"
#include "plane/pair/reference_edge.h"
#include "plane/pair/tolerances.h"
#include "plane/shape/tolerances.h"
#include "plane/world/colliders.h"

/// Pairs of rectangles of a world, two at a time, from their bodies alone: whether they may touch, and their contacts.
/// Each lane performs the operations of separate_rectangles and contact_of in the same order, with masks instead of
/// unpredictable branches: the same bits, except for the signs of zeros.

namespace hyperplane::plane {

struct BodyLanes {
  Vec2Lanes position, half;
  RotationLanes rotation;
  F64x2 reach;

  BodyLanes(const Body& first, const Body& second)
      : position{lanes_of(first.position.x, second.position.x), lanes_of(first.position.y, second.position.y)},
        half{lanes_of(first.half.x, second.half.x), lanes_of(first.half.y, second.half.y)},
        rotation{lanes_of(first.rotation.cosine, second.rotation.cosine),
                 lanes_of(first.rotation.sine, second.rotation.sine)},
        reach(lanes_of(first.reach, second.reach)) {}
};

/// Two pairs of rectangles.
struct RectanglePairs {
  BodyLanes a, b;
  RectangleAxes axes;

  [[gnu::always_inline]] RectanglePairs(const Body& a0, const Body& b0, const Body& a1, const Body& b1)
      : a(a0, a1),
        b(b0, b1),
        axes(unrotate(a.rotation, {b.position.x - a.position.x, b.position.y - a.position.y}),
             relative(a.rotation, b.rotation), a.half, b.half) {}

  /// Bit i: the pair is not certainly apart.
  std::uint32_t may_touch() const {
    const F64x2 gap = max(max(axes.x_of_a, axes.y_of_a), max(axes.x_of_b, axes.y_of_b));
    return bits(gap <= splat(k_plane_point) * (a.reach + b.reach));
  }
};

/// Their contacts.
class RectangleContacts {
 public:
  [[gnu::always_inline]] explicit RectangleContacts(const RectanglePairs& pairs) {
    const F64x2 zero = splat(0.0), size = splat(2.0) * max(pairs.a.reach, pairs.b.reach);
    const Vec2Lanes &offset = pairs.axes.offset, &seen = pairs.axes.seen;
    const RotationLanes& turn = pairs.axes.turn;
    const ChosenAxis at(pairs.axes, splat(k_plane_tie) * size);
    const U64x2 of_b = at.is_of_b, of_a = ~of_b;
    // The rectangle whose edge pushes, and the other one, in the frame of A.
    const auto own_of = [&](F64x2 a, F64x2 b) { return select(of_b, b, a); };
    const Placed own{{keep_where(of_b, offset.x), keep_where(of_b, offset.y)},
                     {own_of(splat(1.0), turn.cosine), keep_where(of_b, turn.sine)},
                     {own_of(pairs.a.half.x, pairs.b.half.x), own_of(pairs.a.half.y, pairs.b.half.y)}};
    const Placed other{{keep_where(of_a, offset.x), keep_where(of_a, offset.y)},
                       {own_of(turn.cosine, splat(1.0)), keep_where(of_a, turn.sine)},
                       {own_of(pairs.b.half.x, pairs.a.half.x), own_of(pairs.b.half.y, pairs.a.half.y)}};
    const Vec2Lanes outwards{negate_where(of_b, at.normal.x), negate_where(of_b, at.normal.y)};
    const Vec2Lanes tangent{-outwards.y, outwards.x};
    const Edge edge{at.is_x, choice(of_b, choice(at.is_x, seen.x <= zero, seen.y < zero),
                                    choice(at.is_x, zero <= offset.x, zero < offset.y))};
    const Vec2Lanes from = own.start_of(edge), along = own.end_of(edge) - from;
    const F64x2 length = dot(along, tangent);

    const Edge incident = edge_facing(other.half, unrotate(other.rotation, {-outwards.x, -outwards.y}));
    const Vec2Lanes corners[2] = {other.start_of(incident), other.end_of(incident)};
    const F64x2 places[2] = {dot(corners[0] - from, tangent), dot(corners[1] - from, tangent)};
    Vec2Lanes points[2];
    F64x2 gaps[2];
    std::uint32_t is_corner[2], is_before[2];
    for (int i = 0; i < 2; ++i) {
      const F64x2 across = places[1 - i] - places[i], wanted = min(max(places[i], zero), length);
      const U64x2 keeps = wanted == places[i] | across == zero;
      const F64x2 share = min(max((wanted - places[i]) / across, zero), splat(1.0));
      const Vec2Lanes way = corners[1 - i] - corners[i];
      points[i] = {select(keeps, corners[i].x, corners[i].x + way.x * share),
                   select(keeps, corners[i].y, corners[i].y + way.y * share)};
      gaps[i] = dot(points[i] - from, outwards);
      is_corner[i] = bits(keeps);
      is_before[i] = bits(wanted == zero);
    }

    // The deepest first; it may miss the depth by rounding.
    const U64x2 swaps = gaps[1] < gaps[0];
    const auto first_of = [&](F64x2 a, F64x2 b) { return select(swaps, b, a); };
    const Vec2Lanes first{first_of(points[0].x, points[1].x), first_of(points[0].y, points[1].y)};
    const Vec2Lanes second{first_of(points[1].x, points[0].x), first_of(points[1].y, points[0].y)};
    const F64x2 second_gap = first_of(gaps[1], gaps[0]), same = splat(k_plane_point) * size;
    const Vec2Lanes between = second - first;
    const U64x2 has_second = ~(zero < second_gap | sqrt(dot(between, between)) <= same);
    touching = bits(at.gap <= zero);
    undecided = bits(at.gap + same < first_of(gaps[0], gaps[1]));
    seconds_ = bits(has_second);

    const auto keep = [&](int i, Vec2Lanes point, F64x2 gap, U64x2 exists) {
      const Vec2Lanes shift{at.normal.x * gap, at.normal.y * gap};
      const Vec2Lanes on_a =
          rotate(pairs.a.rotation, point - Vec2Lanes{keep_where(of_a, shift.x), keep_where(of_a, shift.y)});
      const Vec2Lanes on_b =
          rotate(pairs.a.rotation, point + Vec2Lanes{keep_where(of_b, shift.x), keep_where(of_b, shift.y)});
      store(points_[i][0], keep_where(exists, (on_a.x + on_b.x) * splat(0.5)));
      store(points_[i][1], keep_where(exists, (on_a.y + on_b.y) * splat(0.5)));
      store(points_[i][2], keep_where(exists, zero - gap));
    };
    keep(0, first, at.gap, zero == zero);
    keep(1, second, second_gap, has_second);
    const Vec2Lanes normal = rotate(pairs.a.rotation, at.normal);
    store(normal_[0], normal.x + zero);
    store(normal_[1], normal.y + zero);
    store(normal_[2], zero - at.gap);

    const std::uint32_t edge_x = bits(edge.is_x), edge_high = bits(edge.is_high);
    const std::uint32_t incident_x = bits(incident.is_x), incident_high = bits(incident.is_high);
    const std::uint32_t swapped = bits(swaps), b_owns = bits(of_b);
    for (std::uint32_t lane = 0; lane < 2; ++lane) {
      const auto bit = [&](std::uint32_t mask) { return mask >> lane & 1u; };
      const auto number = [&](std::uint32_t x, std::uint32_t high) { return bit(x) + 2 * (bit(x) ^ bit(high)); };
      const std::uint32_t own_edge = number(edge_x, edge_high), other_edge = number(incident_x, incident_high);
      for (std::uint32_t i = 0; i < 2; ++i) {
        const std::uint32_t end = (own_edge + 1 - bit(is_before[i])) % 4, corner = (other_edge + i) % 4;
        const std::uint32_t features[2][2] = {{k_vertex_kind | end, k_edge_kind | other_edge},
                                              {k_edge_kind | own_edge, k_vertex_kind | corner}};
        const std::uint32_t(&feature)[2] = features[bit(is_corner[i])];
        ids_[i ^ bit(swapped)][lane] = feature[bit(b_owns)] | feature[1 - bit(b_owns)] << 16;
      }
    }
  }

  /// Bit i: the pair touches.
  std::uint32_t touching;
  /// Bit i: contact_of must find the points.
  std::uint32_t undecided;

  /// Writes the contact of pair `lane`, which touches and is decided.
  void write(std::uint32_t lane, Vec2 origin, float* normal, ContactPointsRecord& record) const {
    for (int k = 0; k < 3; ++k) normal[k] = static_cast<float>(normal_[k][lane]);
    const std::uint32_t has_second = seconds_ >> lane & 1u;
    record.origin[0] = origin.x;
    record.origin[1] = origin.y;
    for (int i = 0; i < 2; ++i) {
      for (int k = 0; k < 3; ++k) record.points[i][k] = static_cast<float>(points_[i][k][lane]);
    }
    record.count = 1 + has_second;
    record.ids[0] = ids_[0][lane];
    record.ids[1] = ids_[1][lane] & (0 - has_second);
    record.part_a = record.part_b = -1;
    record.padding = 0;
  }

 private:
  static U64x2 choice(U64x2 mask, U64x2 yes, U64x2 no) { return (mask & yes) | (~mask & no); }
  static F64x2 dot(Vec2Lanes a, Vec2Lanes b) { return a.x * b.x + a.y * b.y; }

  /// An edge by its normal: whether that is along x, and points up it.
  struct Edge {
    U64x2 is_x, is_high;
  };
  struct Placed {
    Vec2Lanes origin;
    RotationLanes rotation;
    Vec2Lanes half;

    Vec2Lanes at(Vec2Lanes point) const { return origin + rotate(rotation, point); }
    Vec2Lanes start_of(Edge edge) const {
      return at(
          {negate_where(~edge.is_high, half.x), negate_where(choice(edge.is_x, edge.is_high, ~edge.is_high), half.y)});
    }
    Vec2Lanes end_of(Edge edge) const {
      return at(
          {negate_where(choice(edge.is_x, ~edge.is_high, edge.is_high), half.x), negate_where(~edge.is_high, half.y)});
    }
  };

  /// As incident_edge, with the same choice among heights that are equal by rounding.
  static Edge edge_facing(Vec2Lanes half, Vec2Lanes direction) {
    const F64x2 x = half.x * direction.x, y = half.y * direction.y, sum = x + y, difference = x - y;
    // The farthest of corners 0 to 3, at heights -sum, difference, sum, -difference.
    const U64x2 from_1 = -sum < difference;
    F64x2 height = select(from_1, difference, -sum);
    const U64x2 from_2 = height < sum;
    height = select(from_2, sum, height);
    const U64x2 is_3 = height < -difference, is_2_or_3 = from_2 | is_3;
    const Edge after{is_3 | (from_1 & ~from_2), ~is_3 & (from_2 | from_1)};
    const Edge before{~after.is_x, is_2_or_3};
    // Against the outward normals.
    const auto facing = [&](Edge edge) {
      return negate_where(edge.is_high, select(edge.is_x, direction.x, direction.y));
    };
    const U64x2 is_before = facing(before) < facing(after);
    return {choice(is_before, before.is_x, after.is_x), choice(is_before, before.is_high, after.is_high)};
  }

  double normal_[3][2], points_[2][3][2];
  std::uint32_t ids_[2][2], seconds_;
};

}  // namespace hyperplane::plane
