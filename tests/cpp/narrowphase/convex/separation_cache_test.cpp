#include "narrowphase/convex/separation_cache.h"

#include <gtest/gtest.h>

#include "math/vec3.h"
#include "random.h"
#include "random_shapes.h"
#include "support/test_size.h"

namespace hyperplane {
namespace {

constexpr std::uint64_t k_walk_seed = 41;

Pose random_pose(scenes::Random& random, double side) {
  return {random.in_box({-side, -side, -side}, {side, side, side}), random.rotation()};
}

Pose moved(scenes::Random& random, const Pose& pose, double step) {
  const Vec3 turn = random.direction() * step;
  return {pose.position + random.direction() * step, normalized(Quat{turn.x, turn.y, turn.z, 1.0} * pose.rotation)};
}

/// For any cached direction the verdict agrees with the pair's own functions.
TEST(StayApart, ProvesNothingWrong) {
  scenes::Random random(k_walk_seed);
  SCOPED_TRACE(testing::Message() << "seed " << k_walk_seed);
  scenes::RandomShapes shapes;
  const int count = test::scaled(20000);
  int apart = 0, said = 0;
  for (int i = 0; i < count; ++i) {
    const Shape a = shapes.next(random), b = shapes.next(random);
    const Pose pose_a = random_pose(random, 0.6), pose_b = random_pose(random, 0.6);
    const bool is_apart = !intersects(a, pose_a, b, pose_b);
    apart += is_apart ? 1 : 0;
    for (const double scale : {0.0, 1e-3, 1.0, 1e9}) {
      Vec3 axis = random.direction() * scale;
      const bool answer = still_separated(a, pose_a, b, pose_b, axis);
      said += answer ? 1 : 0;
      ASSERT_FALSE(answer && !is_apart) << i;
      if (!answer) continue;
      ASSERT_EQ(collide(a, pose_a, b, pose_b).point_count, 0) << i;
      // The direction that it stores proves the same verdict, for both orders of the pair.
      Vec3 same = axis, back = -axis;
      ASSERT_TRUE(still_separated(a, pose_a, b, pose_b, same));
      ASSERT_EQ(same, axis);
      ASSERT_TRUE(still_separated(b, pose_b, a, pose_a, back));
    }
    // Its GJK finds a separating direction if there is one.
    Vec3 axis;
    const double gap = distance(a, pose_a, b, pose_b).distance;
    if (gap > 1e-4) {
      ASSERT_TRUE(still_separated(a, pose_a, b, pose_b, axis)) << i << ", gap " << gap;
    }
  }
  EXPECT_GT(10 * apart, 3 * count);
  EXPECT_LT(10 * apart, 7 * count);
  EXPECT_GT(said, 3 * apart);
}

/// Shapes within a millionth of their size of touching are in doubt, and left to the pair's own functions.
TEST(StayApart, LeavesWhatIsDoubtful) {
  const Shape cylinder = make_cylinder(0.5, 1.0).value;
  for (const double gap : {-1e-3, -1e-7, 0.0, 1e-9, 1e-7}) {
    Vec3 axis{0.0, 1.0, 0.0};
    EXPECT_FALSE(still_separated(cylinder, {}, cylinder, {{0.0, 1.0 + gap, 0.0}, {}}, axis)) << gap;
  }
  Vec3 axis{0.0, 1.0, 0.0};
  EXPECT_TRUE(still_separated(cylinder, {}, cylinder, {{0.0, 1.0 + 1e-4, 0.0}, {}}, axis));
  EXPECT_EQ(axis, (Vec3{0.0, 1.0, 0.0}));
}

/// After a small motion most cached directions still separate, and stay unchanged.
TEST(StayApart, RemembersThroughSmallMoves) {
  scenes::Random random(k_walk_seed);
  scenes::RandomShapes shapes;
  int kept = 0, tried = 0;
  while (tried < test::scaled(2000)) {
    const Shape a = shapes.next(random), b = shapes.next(random);
    const Pose pose_a = random_pose(random, 1.5), pose_b = random_pose(random, 1.5);
    Vec3 axis;
    if (!still_separated(a, pose_a, b, pose_b, axis)) continue;
    ++tried;
    Vec3 after = axis;
    if (still_separated(a, moved(random, pose_a, 0.01), b, moved(random, pose_b, 0.01), after) && after == axis) ++kept;
  }
  EXPECT_GT(10 * kept, 8 * tried);
}

/// Quaternions whose squared length leaves the range of doubles take the slow path.
TEST(StayApart, TakesAnyLengthOfQuaternion) {
  const Shape cone = make_cone(0.5, 1.0).value;
  for (const double length : {1e-200, 1.0, 1e200}) {
    const Pose a{{}, {0.0, 0.0, 0.0, length}}, b{{3.0, 0.0, 0.0}, {0.0, 0.0, length, 0.0}};
    Vec3 axis{1.0, 0.0, 0.0};
    EXPECT_TRUE(still_separated(cone, a, cone, b, axis)) << length;
  }
}

}  // namespace
}  // namespace hyperplane
