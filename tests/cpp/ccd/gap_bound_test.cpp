#include "ccd/gap_bound.h"

#include <cmath>
#include <limits>

#include <gtest/gtest.h>

#include <hyperplane/shape_query.h>

#include "math/transform.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// The lower bound of a gap, against the gap itself along the direction that turns.

namespace hyperplane {
namespace {

using test::Random;

/// m: reach of a shape at a pose along a direction of any length, from the origin.
double reach_along(const test::TestShape& shape, const Pose& pose, const Vec3& direction) {
  return dot(direction, support(shape.shape, pose, direction));
}

void expect_below_the_gap(Random& random, ShapeType type_a, ShapeType type_b) {
  const test::TestShape a = make_test_shape(random, type_a, test::ShapeForm::plain, random.uniform(0.5, 2.0));
  const test::TestShape b = make_test_shape(random, type_b, test::ShapeForm::plain, random.uniform(0.5, 2.0));
  const Sweep sweep_a{{{}, random.rotation()}, {random.in_cube(1.0), random.rotation()}};
  const Vec3 beside = random.direction() * random.uniform(2.0, 5.0);
  const Sweep sweep_b{{beside, random.rotation()}, {beside + random.in_cube(1.0), random.rotation()}};
  MovingBody body_a(a.shape, sweep_a, {}), body_b(b.shape, sweep_b, {});
  const double time = random.uniform(0.0, 0.5), end = 1.0 - time;
  const Moment moment(body_a, body_b, time);
  const Vec3 normal = random.direction(), turn = random.chance(0.5) ? random.in_cube(2.0) : Vec3{};
  GapBound bound(moment, normal, turn, end);
  // The start is the gap, and its slope that of the bound.
  const GapBound::Sample start = bound.start(), again = bound(0.0);
  ASSERT_EQ(start.value, again.value);
  ASSERT_EQ(start.slope, again.slope);
  const auto gap_after = [&](double h) {
    const double angle = length(turn) * h;
    const Vec3 axis = angle > 0.0 ? direction_of(turn) : Vec3{1, 0, 0};
    const Quat turned{axis.x * std::sin(0.5 * angle), axis.y * std::sin(0.5 * angle), axis.z * std::sin(0.5 * angle),
                      std::cos(0.5 * angle)};
    const Vec3 n = rotate(turned, normal);
    return -reach_along(b, pose_at(sweep_b, time + h), -n) - reach_along(a, pose_at(sweep_a, time + h), n);
  };
  ASSERT_NEAR(start.value, gap_after(0.0), 1e-12);
  for (const double share : {1e-4, 0.1, 0.5, 1.0}) {
    const double h = share * end;
    ASSERT_LE(bound(h).value, gap_after(h) + 1e-12);
    // Both differ from their common tangent by their second derivatives only; the gap's is that of round cores, too.
    if (share == 1e-4) ASSERT_NEAR(bound(h).value, gap_after(h), 40.0 * (bound.curvature() + 1.0) * h * h);
  }
}

TEST(GapBound, IsBelowTheGapOfEveryPairOfShapesAndTouchesItAtTheStart) {
  Random random(31);
  const int count = test::scaled(200);
  for (const ShapeType type_a : test::k_shape_types) {
    for (const ShapeType type_b : test::k_shape_types) {
      for (int i = 0; i < count; ++i) {
        SCOPED_TRACE(i);
        expect_below_the_gap(random, type_a, type_b);
        if (HasFatalFailure()) return;
      }
    }
  }
}

}  // namespace
}  // namespace hyperplane
