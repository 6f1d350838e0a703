#include "narrowphase/box/box_capsule.h"

#include "math/simd.h"
#include "narrowphase/box/box_box.h"
#include "narrowphase/box/box_manifold.h"
#include "narrowphase/convex/convex_manifold.h"
#include "narrowphase/convex/segment.h"
#include "narrowphase/convex/witness.h"
#include "shape/capsule.h"
#include "shape/round_box.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

/// @param shape a box, with or without a rounding, or a capsule.
Vec3 core_half(const Shape& shape) {
  return has_box_core(shape.type) ? Box(shape).half : Vec3{0.0, Capsule(shape).half_height, 0.0};
}

/// Distance of two closest points.
/// @param is_sure set to whether they are far enough from each other for a direction.
Distance distance_between(const Vec3& point_a, const Vec3& point_b, double size, bool& is_sure) {
  const Vec3 between = point_b - point_a;
  const double apart = length(between);
  is_sure = apart > k_direction_from_points * size;
  return {apart, point_a, point_b, between * (1.0 / apart)};
}

/// Distance of two separated segments. The closest points are confirmed by the gap along the line through them, which
/// must be as wide as their distance.
/// @param a its middle is the origin.
/// @param is_sure set to false if the gap is narrower, or if the points are too close to each other.
Distance segment_distance(const Segment& a, const Segment& b, bool& is_sure) {
  const SegmentPlaces closest = closest_places(a, b);
  const double size = a.reach + b.reach;
  const Distance result = distance_between(a.along * closest.on_a, b.middle + b.along * closest.on_b, size, is_sure);
  const Vec3& n = result.normal;
  const double gap = dot(n, b.middle) - std::fabs(dot(n, a.along)) * a.reach - std::fabs(dot(n, b.along)) * b.reach;
  is_sure = is_sure && gap >= result.distance - k_distance_tolerance * (size + result.distance);
  return result;
}

/// Where a segment is closest to a box at the origin, as a distance from its middle. The squared distance of a box is
/// convex along a line; half its slope is linear but for kinks where the line crosses the planes of the faces.
double closest_place(const Box& box, const Segment& segment) {
  const auto half_slope = [&](double at) {
    const Vec3 point = segment.middle + segment.along * at;
    return dot(segment.along, point - box.clamped(point));
  };
  const double first = -segment.reach, last = segment.reach, at_first = half_slope(first);
  if (at_first >= 0.0) return first;
  const double at_last = half_slope(last);
  if (at_last <= 0.0) return last;
  // The kinks on both sides of the root, without a branch: which they are cannot be predicted.
  const F64x2 none = splat(0.0), begin = splat(first), end = splat(last);
  F64x2 low = begin, high = end, at_low = splat(at_first), at_high = splat(at_last);
  for (int k = 0; k < 3; ++k) {
    const double half = component(box.half, k);
    // Not a number, or infinite, if the segment is parallel to the planes.
    const F64x2 kink =
        (lanes_of(-half, half) - splat(component(segment.middle, k))) / splat(component(segment.along, k));
    F64x2 slope = none;
    for (int i = 0; i < 3; ++i) {
      const F64x2 along = splat(component(segment.along, i)), reach = splat(component(box.half, i));
      const F64x2 at = splat(component(segment.middle, i)) + along * kink;
      slope = slope + along * (at - min(max(at, -reach), reach));
    }
    const U64x2 is_within = (begin < kink) & (kink < end);
    const U64x2 is_before = is_within & (slope < none), is_after = is_within & (none <= slope);
    low = max(select(is_before, kink, low), low);
    at_low = max(select(is_before, slope, at_low), at_low);
    high = min(select(is_after, kink, high), high);
    at_high = min(select(is_after, slope, at_high), at_high);
  }
  double lows[2], highs[2], at_lows[2], at_highs[2];
  store(lows, low);
  store(highs, high);
  store(at_lows, at_low);
  store(at_highs, at_high);
  const double from = max(lows[0], lows[1]), to = min(highs[0], highs[1]);
  const double at_from = max(at_lows[0], at_lows[1]), at_to = min(at_highs[0], at_highs[1]);
  return from + (to - from) * (at_from / (at_from - at_to));
}

/// @param is_sure set to false if the points are too close to each other.
Distance segment_distance(const Box& a, const Segment& b, bool& is_sure) {
  const Vec3 point_b = b.middle + b.along * closest_place(a, b);
  return distance_between(a.clamped(point_b), point_b, a.core_extent() + b.reach, is_sure);
}

/// Distance of separated cores.
/// @param a a box or a capsule. @param b a capsule.
/// @param is_sure set to false if the cores touch, or if rounding leaves the distance in doubt.
Distance core_distance(const Shape& a, const Shape& b, const Transform& b_in_a, bool& is_sure) {
  const Segment core_b{b_in_a.translation, b_in_a.rotation.columns[1], Capsule(b).half_height};
  if (has_box_core(a.type)) return segment_distance(Box(a), core_b, is_sure);
  return segment_distance({{}, {0.0, 1.0, 0.0}, Capsule(a).half_height}, core_b, is_sure);
}

double radius_of(const Shape& shape) {
  if (shape.type == ShapeType::round_box) return RoundBox(shape).rounding;
  return shape.type == ShapeType::box ? 0.0 : Capsule(shape).capsule_radius;
}

}  // namespace

bool BoxCapsule::intersects(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const double radius = radius_of(a) + radius_of(b);
  bool is_sure;
  const Distance core = core_distance(a, b, b_in_a, is_sure);
  if (is_sure) return core.distance <= radius;
  // Cores that touch beyond rounding of the distance.
  const Vec3 half = core_half(a) + core_half(b);
  if (core.distance + k_direction_from_points * (half.x + half.y + half.z) <= radius) return true;
  return distance(a, b, b_in_a).distance <= 0.0;
}

Penetration BoxCapsule::penetration(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return penetration_of(distance(a, b, b_in_a));
}

ContactManifold BoxCapsule::collide(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const Distance contact = distance(a, b, b_in_a);
  if (contact.distance > 0.0) return {};
  ConvexPair pair = make_convex_pair(a, b, b_in_a);
  return convex_manifold(pair, contact);
}

Distance BoxCapsule::distance(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const double radius_a = radius_of(a), radius_b = radius_of(b);
  bool is_sure;
  Distance result = core_distance(a, b, b_in_a, is_sure);
  if (!is_sure) result = box_distance(core_half(a), core_half(b), b_in_a);
  result.distance -= radius_a + radius_b;
  result.point_a += result.normal * radius_a;
  result.point_b -= result.normal * radius_b;
  return result;
}

}  // namespace hyperplane
