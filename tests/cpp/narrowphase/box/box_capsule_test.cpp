#include <cmath>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/shape.h>

#include "math/pose.h"
#include "shape/tolerances.h"
#include "support/random.h"
#include "support/test_size.h"

/// Boxes and capsules in poses that are hard for features: segments parallel to a face or an edge, or nearly, ends in
/// the plane of a face, needles beside slabs, boxes without width. Compared with a search along the segment.

namespace hyperplane::test {
namespace {

struct BoxAndSegment {
  Vec3 half;
  /// In the frame of the box.
  Vec3 middle, along;
  double reach, radius;

  double size() const { return half.x + half.y + half.z + reach + radius; }
  /// m: distance of a point of the segment from the box.
  double distance_at(double at) const {
    double squared = 0.0;
    for (int k = 0; k < 3; ++k) {
      const double place = component(middle, k) + component(along, k) * at;
      const double beyond = std::fabs(place) - component(half, k);
      if (beyond > 0.0) squared += beyond * beyond;
    }
    return std::sqrt(squared);
  }
  /// The distance is convex along the segment.
  double least_distance() const {
    double low = -reach, high = reach;
    for (int i = 0; i < 200; ++i) {
      const double a = low + (high - low) / 3.0, b = high - (high - low) / 3.0;
      (distance_at(a) <= distance_at(b) ? high : low) = distance_at(a) <= distance_at(b) ? b : a;
    }
    return distance_at(0.5 * (low + high));
  }
};

/// A direction near an axis or a plane of the axes, or any.
Vec3 hard_direction(Random& random) {
  Vec3 along = random.direction();
  const double tilt = random.chance(0.3) ? 0.0 : random.log_uniform(-40, 0);
  if (random.chance(0.7)) along = along * (random.chance(0.5) ? tilt : 1.0) + unit_axis(random.below(3));
  if (random.chance(0.4)) {
    const Vec3 axis = unit_axis(random.below(3));
    along = along - axis * (dot(along, axis) * (1.0 - tilt));
  }
  return length(along) > 0.0 ? normalized(along) : unit_axis(0);
}

BoxAndSegment hard_case(Random& random) {
  BoxAndSegment made;
  const auto side = [&] { return random.chance(0.15) ? 0.0 : random.log_uniform(-8, 1); };
  made.half = {side(), side(), side()};
  made.along = hard_direction(random);
  made.reach = random.chance(0.1) ? 0.0 : random.log_uniform(-8, 2);
  made.radius = random.chance(0.3) ? 0.0 : random.log_uniform(-10, -1);
  // An end, or the middle, at a place whose components lie on planes of the faces, beyond them, or between.
  const auto at_plane = [&](double half) {
    const double near = random.chance(0.5) ? random.log_uniform(-30, 0) : random.uniform(0.0, 2.0);
    return (random.chance(0.5) ? 1.0 : -1.0) * (random.chance(0.3) ? half : half * random.uniform(0.0, 1.0) + near);
  };
  const Vec3 place{at_plane(made.half.x), at_plane(made.half.y), at_plane(made.half.z)};
  made.middle = place + made.along * (random.chance(0.5) ? made.reach : random.uniform(-made.reach, made.reach));
  return made;
}

TEST(BoxCapsule, DistanceIsTheLeastAlongTheSegment) {
  constexpr std::uint64_t k_seed = 6271;
  Random random(k_seed);
  const int count = scaled(40000);
  int apart = 0, flat = 0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", case " << n);
    const BoxAndSegment pair = hard_case(random);
    const Shape box = make_box(2.0 * pair.half.x, 2.0 * pair.half.y, 2.0 * pair.half.z).value;
    const Shape capsule = make_capsule(pair.radius, 2.0 * pair.reach).value;
    // The shortest rotation from the axis of a capsule to the direction.
    const Vec3 turn = cross(unit_axis(1), pair.along);
    const double whole = 1.0 + pair.along.y;
    const Quat rotation = whole > 0.0 ? normalized(Quat{turn.x, turn.y, turn.z, whole}) : Quat{1.0, 0.0, 0.0, 0.0};
    // The direction that the rotation has, which differs by rounding.
    BoxAndSegment rounded = pair;
    rounded.along = to_matrix(rotation).columns[1];
    const Pose there{pair.middle, rotation};
    const double least = rounded.least_distance();
    // Cores that nearly touch have the gap along an axis as their distance.
    const bool nearly_touch = least < 2.0 * k_direction_from_points * pair.size();
    const double tolerance = (nearly_touch ? 1e-7 : 1e-11) * pair.size() + 1e-14 * length(pair.middle);
    for (const bool capsule_first : {false, true}) {
      const Distance found = capsule_first ? distance(capsule, there, box, {}) : distance(box, {}, capsule, there);
      if (least > tolerance) {
        EXPECT_NEAR(found.distance, least - pair.radius, tolerance);
        EXPECT_NEAR(length(found.point_a - found.point_b), std::fabs(found.distance), tolerance);
        EXPECT_NEAR(length(found.normal), 1.0, 1e-9);
        ++apart;
        flat += pair.half.x == 0.0 || pair.half.y == 0.0 || pair.half.z == 0.0;
      } else {
        EXPECT_LE(found.distance, tolerance - pair.radius);
      }
      const bool touch = capsule_first ? intersects(capsule, there, box, {}) : intersects(box, {}, capsule, there);
      EXPECT_EQ(touch, found.distance <= 0.0);
    }
  }
  EXPECT_GT(apart, count);
  EXPECT_GT(flat, count / 10);
}

}  // namespace
}  // namespace hyperplane::test
