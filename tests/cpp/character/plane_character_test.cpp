#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include <hyperplane/plane_character.h>

#include "plane/math/vec2.h"

namespace hyperplane::plane {
namespace {

/// A capsule of 1.8 m that starts at its feet.
class PlaneCharacterTest : public ::testing::Test {
 protected:
  static constexpr double k_skin = 0.01, k_step = 1.0 / 60.0;
  WorldPtr world_ = make_world().value;
  Shape body_ = make_capsule(0.3, 1.2).value;
  CharacterOptions options_;
  CharacterState state_;

  PlaneCharacterTest() { state_.up = {0, 1}; }

  ColliderId box(Vec2 size, Vec2 position, bool is_static = true) {
    ColliderOptions options;
    options.shape = make_rectangle(size.x, size.y).value;
    options.pose.position = position;
    options.is_static = is_static;
    return world_->add(options).value;
  }
  void stand_at(Vec2 feet) { state_.pose.position = feet + Vec2{0, 0.9 + k_skin}; }
  Vec2 feet() const { return state_.pose.position - Vec2{0, 0.9 + k_skin}; }
  void step(Vec2 walk) {
    ASSERT_EQ(world_->update().status, Status::ok);
    const auto stepped = step_character(*world_, body_, options_, state_, k_step, walk, false);
    ASSERT_TRUE(stepped.ok()) << stepped.message;
  }
  void land() {
    for (int i = 0; i < 60 && state_.grounded == 0.0; ++i) step({});
    ASSERT_EQ(state_.grounded, 1.0);
  }
};

TEST_F(PlaneCharacterTest, RidesALiftAndJumpsOffIt) {
  const ColliderId lift = box({4, 0.4}, {0, 0}, false);
  stand_at({0.5, 0.2});
  land();
  double height = 0.0;
  for (int i = 0; i < 120; ++i) {
    height += (i < 60 ? 12.0 : -12.0) * k_step;
    ASSERT_EQ(world_->set_pose(lift, {{0, height}, 0.0}), Status::ok);
    step({});
    ASSERT_EQ(state_.grounded, 1.0) << i;
    ASSERT_NEAR(feet().y, height + 0.2, k_skin / 2) << i;
  }
  state_.momentum = state_.ground_velocity + Vec2{0, 20};
  step({});
  EXPECT_EQ(state_.grounded, 0.0);
  // As fast as asked, seen from the lift, which has just stopped.
  EXPECT_NEAR(state_.velocity.y, 20.0 - 9.81 * k_step, 1e-6);
}

TEST_F(PlaneCharacterTest, IsPushedByFastRamsHoweverThin) {
  box({200, 1}, {0, -0.5});
  for (const double thickness : {0.0, 0.02, 2.0}) {
    for (const double speed : {1.0, 12.0, 30.0}) {
      const ColliderId ram = box({thickness, 2}, {-4, 1.1}, false);
      state_ = {};
      state_.up = {0, 1};
      stand_at({0, 0});
      land();
      for (double face = -3.0; face < 3.0; face += speed * k_step) {
        ASSERT_EQ(world_->set_pose(ram, {{face - thickness / 2, 1.1}, 0.0}), Status::ok);
        step({});
        ASSERT_GT(feet().x, face + 0.3 + k_skin / 4) << thickness << " " << speed << " " << face;
        ASSERT_EQ(state_.grounded, 1.0);
      }
      static_cast<void>(world_->remove(ram));
    }
  }
}

TEST_F(PlaneCharacterTest, IsPushedByARamThatGotThinBetweenTwoSteps) {
  for (const bool asks_before : {false, true}) {
    const ColliderId ram = box({2, 2}, {-2, 1}, false);
    ASSERT_EQ(world_->update().status, Status::ok);
    ASSERT_EQ(world_->set_pose(ram, {{-1.8, 1}, 0.0}), Status::ok);
    ASSERT_EQ(world_->update().status, Status::ok);
    // As the step of another character does.
    if (asks_before) EXPECT_TRUE(world_->fast_rows().empty());
    ASSERT_EQ(world_->set_shape(ram, make_rectangle(0.2, 2).value), Status::ok);
    ASSERT_EQ(world_->fast_rows().size(), 1u);
    EXPECT_EQ(world_->fast_rows()[0], ram.row);
    static_cast<void>(world_->remove(ram));
  }
}

TEST_F(PlaneCharacterTest, SnapsDownOnce) {
  body_ = make_rectangle(0.6, 1.8).value;
  options_.mover.snap_distance = 0.3;
  for (const double height : {0.28, 0.45}) {
    world_ = make_world().value;
    box({20, 1}, {0, -0.5 - height});
    box({4, height}, {-2, -0.5 * height});
    state_ = {};
    state_.up = {0, 1};
    stand_at({0.2, 0});
    land();
    bool has_fallen = false;
    for (int i = 0; i < 60; ++i) {
      step({1, 0});
      if (state_.grounded == 0.0) has_fallen = true;
    }
    EXPECT_EQ(has_fallen, height > options_.mover.snap_distance) << height;
    EXPECT_NEAR(feet().y, -height, k_skin / 2);
  }
}

TEST_F(PlaneCharacterTest, LandsOnSlopesThatComeTowardsIt) {
  for (const double angle : {0.1, 0.3, 0.6}) {
    world_ = make_world().value;
    const ColliderId plate = box({60, 0.4}, {}, false);
    ASSERT_EQ(world_->set_pose(plate, {{}, angle}), Status::ok);
    state_ = {};
    state_.up = {0, 1};
    stand_at({0, 0.7});
    double at = 0.0;
    const auto ride = [&] {
      at -= 4.0 * k_step;
      ASSERT_EQ(world_->set_pose(plate, {{at, 0}, angle}), Status::ok);
      step({});
    };
    for (int i = 1; i <= 120; ++i) {
      ride();
      if (i > 30) ASSERT_EQ(state_.grounded, 1.0) << angle << " " << i;
    }
    state_.momentum = state_.ground_velocity + Vec2{0, 0.5};
    ride();
    EXPECT_EQ(state_.grounded, 0.0) << angle;
  }
}

TEST_F(PlaneCharacterTest, FallsPastEdgesHigherThanItsStep) {
  options_.mover.step_height = 0.35;
  body_ = make_circle(0.9).value;
  for (const double above : {0.5, 0.7}) {
    world_ = make_world().value;
    box({2, 20}, {2, -10});
    state_ = {};
    state_.up = {0, 1};
    // Beside the edge, 5 cm before it.
    state_.pose.position = {1.0 - 0.05 - std::sqrt(above * (1.8 - above)), 0.9 - above};
    for (int i = 0; i < 60; ++i) {
      const double height = state_.pose.position.y;
      step({4, 0});
      ASSERT_EQ(state_.grounded, 0.0) << above << " " << i;
      ASSERT_LE(state_.pose.position.y, height) << above << " " << i;
    }
    EXPECT_LT(state_.pose.position.y, 0.9 - above - 1.0) << above;
  }
}

TEST_F(PlaneCharacterTest, KeepsItsStateInPlainNumbers) {
  box({200, 1}, {0, -0.5});
  const ColliderId lift = box({4, 0.4}, {0, 1}, false);
  stand_at({0, 1.2});
  const auto frame = [&](int i) {
    static_cast<void>(world_->set_pose(lift, {{0.3 * std::sin(0.1 * i), 1 + 0.2 * std::sin(0.07 * i)}, 0.001 * i}));
    step({std::sin(0.03 * i), 0});
  };
  for (int i = 0; i < 100; ++i) frame(i);
  const Snapshot snapshot = world_->snapshot().value;
  const CharacterState saved = state_;
  for (int i = 100; i < 200; ++i) frame(i);
  const CharacterState later = state_;
  RestoredWorld restored = restore_world(snapshot.span()).value;
  world_.swap(restored.world);
  state_ = saved;
  for (int i = 100; i < 200; ++i) frame(i);
  EXPECT_EQ(std::memcmp(&state_, &later, sizeof later), 0);
}

}  // namespace
}  // namespace hyperplane::plane
