#include <hyperplane/world.h>

#include <cmath>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>

#include "core/hash.h"
#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

namespace hyperplane {
namespace {

using test::Random;

constexpr double k_skin = 0.01;
/// Tolerance of the gap at the end of a move.
constexpr double k_slop = k_skin / 32;
constexpr double k_degree = 3.14159265358979323846 / 180.0;

Quat about(const Vec3& axis, double degrees) {
  const double half = 0.5 * degrees * k_degree;
  return {axis.x * std::sin(half), axis.y * std::sin(half), axis.z * std::sin(half), std::cos(half)};
}

/// A capsule of 1.8 m in a world of boxes, placed by the height of its feet.
class Mover : public ::testing::Test {
 protected:
  WorldPtr world_ = make_world().value;
  Shape shape_ = make_capsule(0.3, 1.2).value;
  Vec3 position_;
  MoverResult last_;
  MoverOptions options_;

  static constexpr double k_half_height = 0.9;

  ColliderId box(const Vec3& size, const Vec3& position, const Quat& rotation = {}) {
    return world_->add({make_box(size.x, size.y, size.z).value, {position, rotation}, true}).value;
  }
  ColliderId floor() { return box({100, 1, 100}, {0, -0.5, 0}); }
  void stand_at(double x, double z, double feet = 0.0) { position_ = {x, feet + k_skin + k_half_height, z}; }
  double feet() const { return position_.y - k_half_height - k_skin; }

  const MoverResult& move(const Vec3& delta) {
    const Result<MoverResult> moved = world_->move_and_slide(shape_, {position_, {}}, delta, options_);
    EXPECT_TRUE(moved.ok()) << moved.message;
    last_ = moved.value;
    position_ = last_.position;
    return last_;
  }
  void walk(const Vec3& velocity, int frames) {
    for (int i = 0; i < frames; ++i) move(velocity * (1.0 / 60.0) + Vec3{0, -0.05, 0});
  }
  double least_gap() const {
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t row = 0; row < world_->size(); ++row) {
      const ColliderOptions of = world_->describe(row);
      least = std::min(least, distance(shape_, {position_, {}}, of.shape, of.pose).distance);
    }
    return least;
  }
};

TEST_F(Mover, GoesAllTheWayWhereNothingIs) {
  EXPECT_EQ(move({1, 2, 3}).position, (Vec3{1, 2, 3}));
  EXPECT_FALSE(last_.grounded);
  EXPECT_EQ(last_.hit_count, 0);
}

TEST_F(Mover, FallsOntoGroundAndStaysThereToTheBit) {
  const ColliderId ground = floor();
  stand_at(0, 0, 3.0);
  move({0, -50, 0});
  EXPECT_TRUE(last_.grounded);
  EXPECT_EQ(last_.ground_row, ground.row);
  EXPECT_NEAR(last_.ground_normal.y, 1.0, 1e-12);
  EXPECT_NEAR(feet(), 0.0, k_slop);
  const Vec3 rest = position_;
  for (int i = 0; i < 100; ++i) {
    move({0, i % 2 == 0 ? -0.1 : 0.0, 0});
    ASSERT_EQ(position_, rest) << i;
    ASSERT_TRUE(last_.grounded);
  }
}

TEST_F(Mover, StandsStillOnASlopeToTheBit) {
  for (const double degrees : {5.0, 20.0, 40.0, 44.0}) {
    world_ = make_world().value;
    box({20, 1, 20}, {0, 0, 0}, about({0, 0, 1}, degrees));
    stand_at(0, 0, 5.0);
    move({0, -10, 0});
    ASSERT_TRUE(last_.grounded) << degrees;
    const Vec3 rest = position_;
    for (int i = 0; i < 50; ++i) move({0, -0.2, 0});
    ASSERT_EQ(position_, rest) << degrees;
  }
}

TEST_F(Mover, WalksEverySlopeBelowTheLimitAtFullSpeed) {
  for (const double degrees : {1.0, 10.0, 25.0, 35.0, 44.0}) {
    for (const double sign : {1.0, -1.0}) {
      world_ = make_world().value;
      box({100, 1, 100}, {0, 0, 0}, about({0, 0, 1}, degrees));
      stand_at(0, 0, 5.0);
      move({0, -10, 0});
      const double start = position_.x;
      walk({3 * sign, 0, 0}, 60);
      EXPECT_NEAR(position_.x - start, 3 * sign, 1e-6) << degrees;
      EXPECT_TRUE(last_.grounded) << degrees;
    }
  }
}

TEST_F(Mover, SlidesDownWhatIsTooSteepAndDoesNotClimbIt) {
  box({100, 1, 100}, {0, 0, 0}, about({0, 0, 1}, 55.0));
  stand_at(0, 0, 5.0);
  move({0, -10, 0});
  EXPECT_FALSE(last_.grounded);
  EXPECT_LT(position_.x, -1.0);
  const double height = position_.y;
  for (int i = 0; i < 60; ++i) move({0.05, -0.01, 0});
  EXPECT_LE(position_.y, height);
}

TEST_F(Mover, SlidesAlongAWall) {
  floor();
  box({1, 4, 100}, {2.5, 2, 0});
  stand_at(0, 0);
  walk({3, 0, 3}, 120);
  EXPECT_NEAR(position_.x, 2.0 - 0.3 - k_skin, k_slop);
  EXPECT_NEAR(position_.z, 6.0, 1e-6);
  EXPECT_TRUE(last_.grounded);
  ASSERT_GT(last_.hit_count, 0);
  EXPECT_NEAR(last_.hits[0].normal.x, -1.0, 1e-9);
}

TEST_F(Mover, DoesNotPassTheSeamsOfAFloorOfTilesWithAJolt) {
  for (int x = -2; x < 12; ++x) {
    for (int z = -2; z < 3; ++z) box({1, 1, 1}, {x + 0.5, -0.5, z + 0.5});
  }
  stand_at(0, 0.3);
  for (int i = 0; i < 600; ++i) {
    move({0.0123, -0.05, 0.001});
    ASSERT_NEAR(feet(), 0.0, k_slop) << i;
    ASSERT_TRUE(last_.grounded);
  }
  EXPECT_NEAR(position_.x, 600 * 0.0123, 1e-6);
}

TEST_F(Mover, StopsInACornerOfAnyAngleToTheBit) {
  for (const double degrees : {20.0, 60.0, 90.0, 120.0, 150.0}) {
    world_ = make_world().value;
    floor();
    // Two walls that meet at the origin, the corner opening towards -x.
    for (const double side : {1.0, -1.0}) {
      const Quat turn = about({0, 1, 0}, side * 0.5 * degrees);
      const double c = std::cos(0.5 * degrees * k_degree), s = std::sin(0.5 * degrees * k_degree);
      const Vec3 along{-c, 0, side * s}, out{s, 0, side * c};
      box({20, 4, 1}, along * 10.0 + out * 0.5 + Vec3{0, 2, 0}, turn);
    }
    stand_at(-6, 0.1);
    walk({4, 0, 0.3}, 240);
    const Vec3 rest = position_;
    EXPECT_GT(rest.x, -2.2) << degrees;
    EXPECT_LT(rest.x, 0.0) << degrees;
    EXPECT_GT(least_gap(), k_skin - k_slop) << degrees;
    double wandered = 0.0;
    for (int i = 0; i < 50; ++i) {
      walk({4, 0, 0}, 1);
      wandered = std::max(wandered, length(position_ - rest));
    }
    EXPECT_LT(wandered, 1e-2) << degrees;
    const Vec3 end = position_;
    walk({4, 0, 0}, 20);
    EXPECT_EQ(position_, end) << degrees;
  }
}

TEST_F(Mover, FollowsTheCreaseOfTwoSteepPlanesInTheAir) {
  // A gutter along z, both sides too steep to stand on.
  box({1, 20, 100}, {-1.5, 0, 0}, about({0, 0, 1}, 20.0));
  box({1, 20, 100}, {1.5, 0, 0}, about({0, 0, 1}, -20.0));
  position_ = {0, 4, 0};
  for (int i = 0; i < 60; ++i) move({0.01, -0.2, 0.1});
  EXPECT_NEAR(position_.z, 6.0, 0.2);
  EXPECT_GT(least_gap(), k_skin - k_slop);
}

TEST_F(Mover, IsNotStuckBetweenFloorAndLowCeiling) {
  floor();
  box({4, 1, 4}, {4, 1.8 + 2 * k_skin + 0.5 + 1e-3, 0});
  box({4, 1, 4}, {-4, 1.7 + 0.5, 0});
  stand_at(0, 0);
  walk({3, 0, 0}, 120);
  EXPECT_NEAR(position_.x, 6.0, 1e-6) << "just high enough";
  stand_at(0, 0);
  walk({-3, 0, 0}, 120);
  EXPECT_GT(position_.x, -2.5) << "too low";
  EXPECT_LT(position_.x, -1.5);
}

TEST_F(Mover, StopsBelowACeilingThatARampLeadsTo) {
  floor();
  box({10, 1, 10}, {5, 0, 0}, about({0, 0, 1}, 20.0));
  box({40, 1, 40}, {0, 4.0, 0});
  stand_at(-3, 0);
  walk({3, 0, 0}, 300);
  const Vec3 rest = position_;
  EXPECT_GT(least_gap(), k_skin - k_slop);
  walk({3, 0, 0}, 60);
  EXPECT_LT(length(position_ - rest), k_slop);
}

TEST_F(Mover, ClimbsStairsAndWalksDownThem) {
  floor();
  for (int i = 0; i < 10; ++i) {
    const double height = 0.25 * (i + 1);
    box({4.0 - 0.35 * i + 4.0, height, 2}, {1 + 0.35 * i + 0.5 * (8.0 - 0.35 * i), 0.5 * height, 0});
  }
  stand_at(0, 0);
  walk({2, 0, 0}, 200);
  EXPECT_NEAR(position_.x, 200 * 2.0 / 60.0, 0.2);
  EXPECT_NEAR(feet(), 2.5, k_slop);
  for (int i = 0; i < 200; ++i) {
    walk({-2, 0, 0}, 1);
    ASSERT_TRUE(last_.grounded) << i << " at " << position_.x;
  }
  EXPECT_NEAR(feet(), 0.0, k_slop);
}

TEST_F(Mover, StepsSlowlyToo) {
  floor();
  box({4, 0.25, 4}, {3, 0.125, 0});
  stand_at(0.5, 0);
  for (int i = 0; i < 1000; ++i) move({0.001, -0.01, 0});
  EXPECT_NEAR(feet(), 0.25, k_slop);
}

TEST_F(Mover, DoesNotStepHigherThanItMay) {
  floor();
  box({4, 0.35, 4}, {3, 0.175, 0});
  stand_at(0, 0);
  walk({2, 0, 0}, 60);
  EXPECT_NEAR(feet(), 0.0, k_slop);
  EXPECT_LT(position_.x, 1.0);
  options_.step_height = 0.4;
  walk({2, 0, 0}, 60);
  EXPECT_NEAR(feet(), 0.35, k_slop);
}

TEST_F(Mover, StepsWithABoxForABody) {
  shape_ = make_box(0.6, 1.8, 0.6).value;
  floor();
  box({4, 0.25, 4}, {3, 0.125, 0});
  stand_at(0, 0);
  walk({2, 0, 0}, 60);
  EXPECT_NEAR(feet(), 0.25, k_slop);
  EXPECT_NEAR(position_.x, 2.0, 0.02);
}

TEST_F(Mover, JumpsAndLands) {
  floor();
  stand_at(0, 0);
  move({0.1, 1.0, 0});
  EXPECT_NEAR(feet(), 1.0, 1e-9);
  EXPECT_FALSE(last_.grounded);
  move({0.1, -3.0, 0});
  EXPECT_TRUE(last_.grounded);
  EXPECT_NEAR(position_.x, 0.2, 1e-9);
}

TEST_F(Mover, IsNotSnappedWhileItFalls) {
  floor();
  stand_at(0, 0, 0.2);
  const double height = position_.y;
  move({0.01, 0, 0});
  EXPECT_EQ(position_.y, height);
  EXPECT_FALSE(last_.grounded);
}

TEST_F(Mover, IsSnappedToGroundThatFallsAway) {
  floor();
  box({2, 0.2, 2}, {0, 0.1, 0});
  stand_at(0, 0, 0.2);
  walk({3, 0, 0}, 60);
  EXPECT_NEAR(feet(), 0.0, k_slop);
  options_.snap_distance = 0.0;
  stand_at(0, 0, 0.2);
  for (int i = 0; i < 60; ++i) move({0.05, 0, 0});
  EXPECT_NEAR(feet(), 0.2, k_slop);
}

TEST_F(Mover, IsPushedOutOfAnOverlapTheShortestWay) {
  const ColliderId ground = floor();
  stand_at(0, 0, -0.2);
  move({});
  EXPECT_NEAR(feet(), 0.0, k_slop);
  EXPECT_TRUE(last_.grounded);
  ASSERT_EQ(last_.hit_count, 1);
  EXPECT_EQ(last_.hits[0].row, ground.row);
  const Vec3 rest = position_;
  move({});
  EXPECT_EQ(position_, rest);
  // Out of three overlaps at once.
  box({1, 4, 10}, {1.0, 2, 0});
  box({10, 4, 1}, {0, 2, 1.0});
  position_ = {0.3, 0.85, 0.35};
  move({});
  EXPECT_GT(least_gap(), k_skin - k_slop);
  EXPECT_LT(length(position_ - Vec3{0.19, 0.91, 0.19}), 0.02);
}

TEST_F(Mover, KeepsStillWhereThereIsNoFreePlace) {
  box({1, 4, 4}, {0.7, 0, 0});
  box({1, 4, 4}, {-0.7, 0, 0});
  position_ = {0.03, 0, 0};
  move({});
  const double gap = least_gap();
  EXPECT_GE(gap, -0.13 - 1e-9);
  const Vec3 rest = position_;
  for (int i = 0; i < 10; ++i) move({});
  EXPECT_LT(length(position_ - rest), 0.2);
  EXPECT_GE(least_gap(), gap - 1e-9);
}

TEST_F(Mover, DoesNotTunnelAtAThousandTimesItsSizeAStep) {
  floor();
  box({1e-3, 100, 100}, {50, 0, 0});
  options_.step_height = 0.0;
  for (const double speed : {10.0, 1e3, 1e5, 1e6}) {
    stand_at(0, 0);
    move({speed, -0.1, 1.0});
    EXPECT_LT(position_.x, 50 - 0.3) << speed;
    stand_at(0, 0, 30);
    move({speed, -speed, 0});
    EXPECT_LT(position_.x, 50 - 0.3) << speed;
    EXPECT_GT(feet(), -k_slop) << speed;
  }
}

TEST_F(Mover, PassesWhatItsMaskOrFilterLeavesOut) {
  floor();
  const ColliderId wall = box({1, 4, 10}, {2, 2, 0});
  options_.accepts = [](const void* row, std::uint32_t asked) {
    return asked != *static_cast<const std::uint32_t*>(row);
  };
  options_.context = &wall.row;
  stand_at(0, 0);
  move({5, 0, 0});
  EXPECT_NEAR(position_.x, 5.0, 1e-12);
  options_.accepts = nullptr;
  options_.mask = 2;
  ASSERT_EQ(world_->set_filter(wall, 2, 0xffffffff), Status::ok);
  stand_at(0, 0);
  move({5, 0, 0});
  EXPECT_LT(position_.x, 1.5);
}

TEST_F(Mover, WalksUpsideDownWhereUpIsDown) {
  box({100, 1, 100}, {0, 0.5, 0});
  options_.up = {0, -2, 0};
  position_ = {0, -k_half_height - k_skin, 0};
  for (int i = 0; i < 60; ++i) move({0.05, 0.1, 0});
  EXPECT_TRUE(last_.grounded);
  EXPECT_NEAR(position_.x, 3.0, 1e-9);
  EXPECT_NEAR(position_.y, -k_half_height - k_skin, k_slop);
}

TEST_F(Mover, IsTheSameFarFromTheOrigin) {
  const Vec3 far{1e6, -1e6, 1e6};
  world_->add({make_box(100, 1, 100).value, {far + Vec3{0, -0.5, 0}, {}}});
  world_->add({make_box(1, 4, 100).value, {far + Vec3{2.5, 2, 0}, {}}});
  position_ = far + Vec3{0, k_skin + k_half_height, 0};
  walk({3, 0, 3}, 120);
  const Vec3 moved = position_ - far;
  EXPECT_NEAR(moved.x, 2.0 - 0.3 - k_skin, k_slop);
  EXPECT_NEAR(moved.z, 6.0, 1e-5);
}

TEST_F(Mover, IsNotTurnedByACrowdThatItNeverTouches) {
  // More colliders than a move lists, all near and out of reach.
  floor();
  box({1, 4, 10}, {1.2, 2, 0}, about({0, 1, 0}, 10));
  std::vector<Vec3> alone;
  for (int crowd = 0; crowd <= 100; crowd += 50) {
    if (crowd > 0) {
      for (int i = 0; i < 50; ++i) box({0.01, 0.01, 0.01}, {-1.2, 0.3 + 0.02 * i, 0.02 * crowd});
    }
    stand_at(0, 0);
    for (int i = 0; i < 30; ++i) {
      move({0.05, -0.05, 0.03});
      if (crowd == 0) {
        alone.push_back(position_);
      } else {
        ASSERT_EQ(position_, alone[static_cast<std::size_t>(i)]) << crowd << " beside, step " << i;
      }
    }
  }
}

TEST_F(Mover, RefusesWrongInput) {
  const auto status = [&](const Vec3& delta, const MoverOptions& options) {
    return world_->move_and_slide(shape_, {}, delta, options).status;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  EXPECT_EQ(status({nan, 0, 0}, {}), Status::invalid_argument);
  EXPECT_EQ(status({1e13, 0, 0}, {}), Status::invalid_argument);
  EXPECT_EQ(status({}, {.up = {0, 0, 0}}), Status::invalid_argument);
  EXPECT_EQ(status({}, {.skin = 0.0}), Status::invalid_argument);
  EXPECT_EQ(status({}, {.max_slope = 2.0}), Status::invalid_argument);
  EXPECT_EQ(status({}, {.step_height = -1.0}), Status::invalid_argument);
  EXPECT_EQ(status({}, {.snap_distance = nan}), Status::invalid_argument);
  EXPECT_EQ(world_->move_and_slide(shape_, {{nan, 0, 0}, {}}, {}).status, Status::invalid_argument);
}

/// The course and the ends of tests/web/mover/mover.test.ts: native and WebAssembly, with SIMD and without,
/// agree to the bit.
TEST_F(Mover, WalksTheRecordedCourse) {
  floor();
  box({6, 1, 4}, {6, 0.25, 0}, {0, 0, 0.2425356250363330, 0.9701425001453319});
  box({1, 4, 12}, {-5, 2, 0}, {0, 0.125, 0, 1});
  for (int i = 0; i < 6; ++i) {
    const double height = 0.25 * (i + 1);
    box({3, height, 0.5}, {0, 0.5 * height, 4 + 0.5 * i});
  }
  world_->add({make_cylinder(1.0, 3.0).value, {{-2, 1.5, -4}, {}}});
  world_->add({make_sphere(0.75).value, {{2, 0.25, -3}, {}}});
  world_->add({make_cone(1.5, 2.0).value, {{4, 1.0, 4}, {}}});
  box({8, 0.5, 8}, {0, 2.6, -8});
  // Up the ramp, down again, up the stairs, and on.
  const Vec3 velocities[8] = {{8, 0, 0.5},   {-9, 0, 1}, {2, 0, 6},   {-3, 0, -8},
                              {0.5, 0, -10}, {6, 0, 2},  {-7, 0, -1}, {40, 0, 55}};
  const Vec3 ends[8] = {
      {7.5, 2.5679999999999996, 0.46875},
      {-0.9375, 0.90999999999999992, 1.40625},
      {0.9375, 2.2303780680452299, 7.03125},
      {-1.875, 0.90999999999999992, -0.46875},
      {-0.47752215982219082, 0.90999999999999992, -8.142905332985519},
      {5.1474778401778094, 0.90999999999999992, -6.267905332985519},
      {-1.4150221598221906, 0.90999999999999992, -7.205405332985519},
      {34.397062609183166, 0.90999999999999992, 42.917841717790282},
  };
  stand_at(0, 0);
  for (int leg = 0; leg < 8; ++leg) {
    for (int i = 0; i < 60; ++i) move(velocities[leg] * 0.015625 + Vec3{0, i == 20 ? 0.25 : -0.125, 0});
    EXPECT_EQ(position_.x, ends[leg].x) << leg;
    EXPECT_EQ(position_.y, ends[leg].y) << leg;
    EXPECT_EQ(position_.z, ends[leg].z) << leg;
    EXPECT_GT(least_gap(), 0.5 * k_skin) << leg;
  }
}

/// Invariants of every move, in rooms full of shapes of every kind.
TEST_F(Mover, KeepsItsSkinAndItsRoomOnRandomWalks) {
  Random random(31);
  const int walks = std::max(2, test::scaled(40));
  int grounded = 0, frames = 0;
  for (int w = 0; w < walks; ++w) {
    world_ = make_world().value;
    floor();
    for (const double side : {1.0, -1.0}) {
      box({1, 20, 20}, {side * 8.5, 5, 0});
      box({20, 20, 1}, {0, 5, side * 8.5});
    }
    box({20, 1, 20}, {0, 8.5, 0});
    std::vector<test::TestShape> shapes;
    for (int i = 0; i < 30; ++i) {
      const ShapeType type = test::k_shape_types[random.below(k_shape_type_count)];
      shapes.push_back(make_test_shape(random, type, test::ShapeForm::plain, random.uniform(0.5, 3.0)));
      const Vec3 at{random.uniform(-8, 8), random.uniform(0, 3), random.uniform(-8, 8)};
      ASSERT_TRUE(world_->add({shapes.back().shape, {at, random.rotation()}}).ok());
    }
    position_ = {random.uniform(-5, 5), 6.0, random.uniform(-5, 5)};
    move({});
    if (least_gap() < k_skin * 0.5) continue;  // placed without room
    for (int i = 0; i < 60; ++i, ++frames) {
      const double speed = random.chance(0.1) ? 20.0 : 0.1;
      const Vec3 before = position_;
      const Vec3 delta = random.chance(0.05) ? Vec3{} : random.in_cube(speed) + Vec3{0, -0.5 * speed, 0};
      move(delta);
      SCOPED_TRACE("walk " + std::to_string(w) + ", move " + std::to_string(i));
      ASSERT_GT(least_gap(), 0.0);
      ASSERT_GT(least_gap(), 0.5 * k_skin - 1e-6);
      ASSERT_LT(std::fabs(position_.x), 8.0);
      ASSERT_LT(std::fabs(position_.z), 8.0);
      ASSERT_GT(position_.y, 0.5);
      ASSERT_LT(position_.y, 8.0);
      // No motion is longer than requested, except for steps, slopes and snapping to the ground.
      ASSERT_LT(length(position_ - before), 3.0 * length(delta) + 2.0);
      grounded += last_.grounded ? 1 : 0;
      if (last_.grounded) {
        const Vec3 rest = position_;
        move({});
        const Vec3 again = position_;
        move({});
        ASSERT_EQ(position_, again);
        ASSERT_LT(length(again - rest), 0.5);
      }
    }
  }
  EXPECT_GT(grounded, frames / 6);
  EXPECT_LT(grounded, frames);
}

}  // namespace
}  // namespace hyperplane
