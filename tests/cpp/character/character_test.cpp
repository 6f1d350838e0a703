#include <hyperplane/character.h>

#include <cmath>
#include <cstring>

#include <gtest/gtest.h>

#include "math/vec3.h"

namespace hyperplane {
namespace {

Quat turned_about(const Vec3& axis, double angle) {
  const double sine = std::sin(0.5 * angle);
  return {axis.x * sine, axis.y * sine, axis.z * sine, std::cos(0.5 * angle)};
}

/// A capsule of 1.8 m that starts at its feet.
class CharacterTest : public ::testing::Test {
 protected:
  static constexpr double k_skin = 0.01, k_step = 1.0 / 60.0;
  WorldPtr world_ = make_world().value;
  Shape body_ = make_capsule(0.3, 1.2).value;
  CharacterOptions options_;
  CharacterState state_;
  CharacterHits hits_;

  static constexpr double k_half_height = 0.9;

  CharacterTest() { state_.up = {0, 1, 0}; }

  ColliderId box(const Vec3& size, const Vec3& position, const Quat& rotation = {}, bool is_static = true) {
    return world_->add({make_box(size.x, size.y, size.z).value, {position, rotation}, is_static}).value;
  }
  ColliderId floor() { return box({200, 1, 200}, {0, -0.5, 0}); }
  void stand_at(const Vec3& feet) { state_.pose.position = feet + Vec3{0, k_half_height + k_skin, 0}; }
  Vec3 feet() const { return state_.pose.position - Vec3{0, k_half_height + k_skin, 0}; }
  void step(const Vec3& walk, bool flies = false) {
    ASSERT_EQ(world_->update().status, Status::ok);
    const auto stepped = step_character(*world_, body_, options_, state_, k_step, walk, flies);
    ASSERT_TRUE(stepped.ok()) << stepped.message;
    hits_ = stepped.value;
  }
  void jump(double speed) { state_.momentum = state_.ground_velocity + state_.up * speed; }
  /// Lets it come to rest on the ground.
  void land() {
    for (int i = 0; i < 60 && state_.grounded == 0.0; ++i) step({});
    ASSERT_EQ(state_.grounded, 1.0);
  }
};

TEST_F(CharacterTest, FallsLikeABodyAndLands) {
  floor();
  stand_at({0, 30, 0});
  for (int i = 1; i <= 60; ++i) {
    step({});
    ASSERT_NEAR(feet().y, 30.0 - 0.5 * 9.81 * (i * k_step) * (i * k_step), 1e-9);
    ASSERT_NEAR(state_.velocity.y, -9.81 * i * k_step, 1e-9);
  }
  double impact = 0.0;
  for (int i = 0; i < 200 && state_.grounded == 0.0; ++i) {
    step({});
    if (hits_.count > 0) impact = hits_.hits[0].speed;
  }
  EXPECT_EQ(state_.grounded, 1.0);
  EXPECT_NEAR(feet().y, 0.0, k_skin / 2);
  EXPECT_EQ(state_.velocity, Vec3{});
  EXPECT_NEAR(impact, std::sqrt(2 * 9.81 * 30), 0.2);
}

TEST_F(CharacterTest, WalksAtItsSpeedAlongSlopes) {
  for (const bool horizontal : {false, true}) {
    for (const double angle : {-0.7, -0.3, 0.0, 0.3, 0.7}) {
      world_ = make_world().value;
      options_.horizontal_speed = horizontal;
      box({200, 1, 200}, {0, -0.5 / std::cos(angle), 0}, turned_about({0, 0, 1}, angle));
      state_ = {};
      state_.up = {0, 1, 0};
      stand_at({0, 0.2, 0});
      land();
      for (int i = 0; i < 5; ++i) step({5, 0, 0});
      const Vec3 from = feet();
      for (int i = 0; i < 60; ++i) {
        step({5, 0, 0});
        ASSERT_EQ(state_.grounded, 1.0) << angle << " " << i;
      }
      const Vec3 by = feet() - from;
      EXPECT_NEAR(horizontal ? by.x : length(by), 5.0, 0.01) << angle;
      EXPECT_NEAR(horizontal ? state_.velocity.x : length(state_.velocity), 5.0, 0.01) << angle;
    }
  }
}

TEST_F(CharacterTest, RidesLiftsUpAndDown) {
  const ColliderId lift = box({4, 0.4, 4}, {0, 50, 0}, {}, false);
  stand_at({1, 50.2, 0.5});
  land();
  double height = 50;
  for (int i = 0; i < 240; ++i) {
    // Starts and stops at once.
    const double speed = (i / 40) % 3 == 0 ? 12.0 : (i / 40) % 3 == 1 ? -12.0 : 0.0;
    height += speed * k_step;
    ASSERT_EQ(world_->set_pose(lift, {{0, height, 0}, {}}), Status::ok);
    step({0.1, 0, 0});
    ASSERT_EQ(state_.grounded, 1.0) << i;
    ASSERT_NEAR(feet().y, height + 0.2, k_skin / 2) << i;
    ASSERT_NEAR(state_.velocity.y, speed, 1e-6) << i;
  }
  EXPECT_NEAR(feet().x, 1.4, 1e-6);
}

TEST_F(CharacterTest, TurnsWithADisc) {
  const ColliderId disc = world_->add({make_cylinder(3, 0.4).value, {}}).value;
  stand_at({2, 0.2, 0});
  land();
  double yaw = 0.0;
  for (int i = 1; i <= 300; ++i) {
    const double angle = 2.0 * k_step * i;
    ASSERT_EQ(world_->set_pose(disc, {{}, turned_about({0, 1, 0}, angle)}), Status::ok);
    step({});
    yaw += state_.yaw;
    ASSERT_EQ(state_.grounded, 1.0) << i;
    ASSERT_NEAR(feet().x, 2 * std::cos(angle), 1e-4) << i;
    ASSERT_NEAR(feet().z, -2 * std::sin(angle), 1e-4) << i;
    ASSERT_NEAR(yaw, angle, 1e-4) << i;
  }
}

TEST_F(CharacterTest, KeepsTheVelocityOfATrainThatItJumpsOff) {
  floor();
  const ColliderId train = box({10, 0.4, 4}, {0, 1, 0}, {}, false);
  // A wall at its back moves along.
  const ColliderId wall = box({0.2, 3, 4}, {-0.45, 2.7, 0}, {}, false);
  stand_at({0, 1.2, 0});
  land();
  double at = 0.0;
  const auto ride = [&] {
    at += 20.0 * k_step;
    static_cast<void>(world_->set_pose(train, {{at, 1, 0}, {}}));
    static_cast<void>(world_->set_pose(wall, {{at - 0.45, 2.7, 0}, {}}));
    step({});
  };
  for (int i = 0; i < 30; ++i) {
    ride();
    ASSERT_EQ(state_.grounded, 1.0);
    ASSERT_NEAR(feet().x, at, 1e-6) << i;
  }
  jump(5.0);
  const double from = feet().x;
  for (int i = 0; i < 30; ++i) ride();
  EXPECT_EQ(state_.grounded, 0.0);
  EXPECT_NEAR(feet().x - from, 30 * 20 * k_step, 1e-6);
  EXPECT_NEAR(state_.velocity.x, 20.0, 1e-6);
}

TEST_F(CharacterTest, JumpsAsHighAsAskedFromALiftThatSetsOff) {
  const ColliderId lift = box({4, 0.4, 4}, {0, 0, 0}, {}, false);
  stand_at({0, 0.2, 0});
  land();
  jump(5.0);
  double height = 0.0;
  for (int i = 1; i <= 20; ++i) {
    height += 12.0 * k_step;
    ASSERT_EQ(world_->set_pose(lift, {{0, height, 0}, {}}), Status::ok);
    step({});
    ASSERT_EQ(state_.grounded, 0.0);
    const double time = i * k_step;
    ASSERT_NEAR(feet().y - height - 0.2, 5.0 * time - 0.5 * 9.81 * time * time, 1e-3) << i;
  }
}

TEST_F(CharacterTest, IsPushedByFastRams) {
  floor();
  for (const double thickness : {0.02, 0.2, 2.0}) {
    for (const double speed : {1.0, 12.0, 30.0}) {
      const ColliderId ram = box({thickness, 2, 2}, {-3, 1, 0}, {}, false);
      state_ = {};
      state_.up = {0, 1, 0};
      stand_at({0, 0, 0});
      land();
      double face = -3.0 + thickness / 2;
      double fastest = 0.0;
      while (face < 3.0) {
        face += speed * k_step;
        ASSERT_EQ(world_->set_pose(ram, {{face - thickness / 2, 1, 0}, {}}), Status::ok);
        step({});
        ASSERT_GT(feet().x, face + 0.3 + k_skin / 4) << thickness << " " << speed << " " << face;
        ASSERT_EQ(state_.grounded, 1.0);
        for (int i = 0; i < hits_.count; ++i) {
          if (hits_.hits[i].row == ram.row) fastest = std::fmax(fastest, hits_.hits[i].speed);
        }
      }
      EXPECT_NEAR(feet().x, face + 0.3 + k_skin, k_skin) << thickness << " " << speed;
      EXPECT_NEAR(fastest, speed, 1e-6);
      static_cast<void>(world_->remove(ram));
    }
  }
}

TEST_F(CharacterTest, IsPushedByARamThatGotThinBetweenTwoSteps) {
  const Shape thick = make_box(2, 2, 2).value, thin = make_box(0.2, 2, 2).value;
  for (const bool asks_before : {false, true}) {
    const ColliderId ram = world_->add({thick, {{-2, 1, 0}, {}}, false}).value;
    ASSERT_EQ(world_->update().status, Status::ok);
    ASSERT_EQ(world_->set_pose(ram, {{-1.8, 1, 0}, {}}), Status::ok);
    ASSERT_EQ(world_->update().status, Status::ok);
    // As the step of another character does.
    if (asks_before) EXPECT_TRUE(world_->fast_rows().empty());
    ASSERT_EQ(world_->set_shape(ram, thin), Status::ok);
    ASSERT_EQ(world_->fast_rows().size(), 1u);
    EXPECT_EQ(world_->fast_rows()[0], ram.row);
    static_cast<void>(world_->remove(ram));
  }
}

TEST_F(CharacterTest, IsCrushedBetweenARamAndAWallAndFreeAgain) {
  floor();
  box({1, 4, 4}, {1.5, 2, 0});
  const ColliderId ram = box({1, 2, 2}, {-2, 1, 0}, {}, false);
  stand_at({0.5, 0, 0});
  land();
  for (int i = 0; i < 200; ++i) {
    const double face = i < 100 ? -1.5 + 0.022 * i : -1.5 + 0.022 * (200 - i);
    ASSERT_EQ(world_->set_pose(ram, {{face - 0.5, 1, 0}, {}}), Status::ok);
    step({});
    EXPECT_EQ(state_.crushed != 0.0, face > 1.0 - 0.6) << face;
    EXPECT_LT(feet().x, 1.0);
    EXPECT_NEAR(feet().y, 0.0, 0.35);
  }
  EXPECT_EQ(state_.crushed, 0.0);
  EXPECT_EQ(state_.grounded, 1.0);
}

TEST_F(CharacterTest, FollowsAnotherAtAnySpeedInAnyOrderOfSteps) {
  floor();
  options_.mover.step_height = 0.0;
  for (const double speed : {1.0, 8.0, 20.0}) {
    for (const int first : {0, 1}) {
      CharacterState states[2];
      ColliderId colliders[2];
      for (int k = 0; k < 2; ++k) {
        stand_at({-20 + 0.62 * k, 0, 0});
        states[k] = state_;
        colliders[k] = world_->add({body_, state_.pose}).value;
      }
      for (int i = 0; i < 100; ++i) {
        ASSERT_EQ(world_->update().status, Status::ok);
        for (const int k : {first, 1 - first}) {
          CharacterOptions options = options_;
          options.mover.own_row = colliders[k].row;
          ASSERT_TRUE(step_character(*world_, body_, options, states[k], k_step, {speed, 0, 0}, false).ok());
          ASSERT_EQ(world_->set_pose(colliders[k], states[k].pose), Status::ok);
        }
        const double apart = states[1].pose.position.x - states[0].pose.position.x;
        ASSERT_GT(apart, 0.6) << speed << " " << first << " " << i;
        ASSERT_LT(apart, 0.62 + 2 * speed * k_step) << speed << " " << first << " " << i;
      }
      EXPECT_NEAR(states[1].pose.position.x, -19.38 + 100 * speed * k_step, 2 * speed * k_step);
      for (const ColliderId collider : colliders) ASSERT_EQ(world_->remove(collider), Status::ok);
    }
  }
}

TEST_F(CharacterTest, SnapsDownOnce) {
  body_ = make_cylinder(0.3, 1.8).value;
  options_.mover.snap_distance = 0.3;
  for (const double speed : {0.2, 1.0, 4.0}) {
    for (const double height : {0.28, 0.33, 0.45, 0.58}) {
      world_ = make_world().value;
      box({20, 1, 20}, {0, -0.5 - height, 0});
      box({4, height, 20}, {-2, -0.5 * height, 0});
      state_ = {};
      state_.up = {0, 1, 0};
      stand_at({0.2, 0, 0});
      land();
      bool has_fallen = false;
      for (int i = 0; i < 120; ++i) {
        step({speed, 0, 0});
        if (state_.grounded == 0.0) has_fallen = true;
      }
      EXPECT_EQ(has_fallen, height > options_.mover.snap_distance) << speed << " " << height;
      EXPECT_NEAR(feet().y, -height, k_skin / 2);
    }
  }
}

TEST_F(CharacterTest, LandsOnSlopesThatComeTowardsIt) {
  for (const double angle : {0.1, 0.3, 0.6}) {
    for (const double speed : {-4.0, -2.0, 2.0, 4.0}) {
      world_ = make_world().value;
      const Quat rotation = turned_about({0, 0, 1}, angle);
      const ColliderId plate = box({60, 0.4, 60}, {}, rotation, false);
      state_ = {};
      state_.up = {0, 1, 0};
      stand_at({0, 0.7, 0});
      int touched = 0;
      double at = 0.0;
      const auto ride = [&] {
        at += speed * k_step;
        ASSERT_EQ(world_->set_pose(plate, {{at, 0, 0}, rotation}), Status::ok);
        step({});
      };
      for (int i = 1; i <= 120; ++i) {
        ride();
        if (touched == 0 && hits_.count > 0) touched = i;
        if (touched > 0 && i > touched) ASSERT_EQ(state_.grounded, 1.0) << angle << " " << speed << " " << i;
      }
      EXPECT_NEAR(state_.velocity.x, speed, 1e-6);
      jump(0.5);
      ride();
      EXPECT_EQ(state_.grounded, 0.0) << angle << " " << speed;
    }
  }
}

TEST_F(CharacterTest, LandsOnASlopeInEitherDirection) {
  for (const double speed : {-5.0, 5.0}) {
    world_ = make_world().value;
    box({60, 0.4, 30}, {}, turned_about({0, 0, 1}, 0.35));
    state_ = {};
    state_.up = {0, 1, 0};
    stand_at({0, 0.7, 0});
    state_.momentum = {speed, 0, 0};
    while (hits_.count == 0) step({});
    for (int i = 0; i < 60; ++i) {
      step({});
      ASSERT_EQ(state_.grounded, 1.0) << speed << " " << i;
    }
    jump(3.0);
    for (int i = 0; i < 5; ++i) {
      step({speed, 0, 0});
      ASSERT_EQ(state_.grounded, 0.0) << speed << " " << i;
    }
  }
}

TEST_F(CharacterTest, FallsPastEdgesHigherThanItsStep) {
  struct Body {
    Shape shape;
    /// From its position down to its sole, m.
    double low;
    /// Heights of an edge above its sole, m.
    std::initializer_list<double> edges;
  };
  options_.mover.step_height = 0.35;
  for (const Body& body : {Body{make_tapered_capsule(0.35, 0.2, 1.1).value, 0.75, {0.4, 0.7, 1.2}},
                           Body{make_sphere(0.9).value, 0.9, {0.5, 0.7}}, Body{body_, 0.9, {0.5, 0.7, 1.2}}}) {
    for (const double above : body.edges) {
      world_ = make_world().value;
      box({2, 20, 20}, {2, -10, 0});
      body_ = body.shape;
      state_ = {};
      state_.up = {0, 1, 0};
      state_.pose.position = {-3, body.low - above, 0};
      ASSERT_EQ(world_->update().status, Status::ok);
      // 5 cm before the edge.
      state_.pose.position.x +=
          9.0 * world_->cast_shape(body_, {state_.pose, {{6, body.low - above, 0}, {}}}).time - 0.05;
      for (int i = 0; i < 60; ++i) {
        const double height = state_.pose.position.y;
        step({4, 0, 0});
        ASSERT_EQ(state_.grounded, 0.0) << body.low << " " << above << " " << i;
        ASSERT_LE(state_.pose.position.y, height) << body.low << " " << above << " " << i;
      }
      EXPECT_LT(state_.pose.position.y, body.low - above - 1.0) << body.low << " " << above;
    }
  }
}

TEST_F(CharacterTest, StandsOnEdgesNoHigherThanItsStep) {
  box({20, 2, 20}, {-10, -1, 0});
  // A capsule's middle may be beside the edge.
  stand_at({0.2, 0, 0});
  land();
  const Vec3 before = feet();
  for (int i = 0; i < 10; ++i) step({});
  EXPECT_EQ(state_.grounded, 1.0);
  EXPECT_EQ(feet(), before);
  EXPECT_LT(before.y, -0.05);
}

TEST_F(CharacterTest, KeepsItsStateInPlainNumbers) {
  floor();
  const ColliderId lift = box({4, 0.4, 4}, {0, 1, 0}, {}, false);
  stand_at({0, 1.2, 0});
  const auto frame = [&](int i) {
    static_cast<void>(world_->set_pose(
        lift, {{0.3 * std::sin(0.1 * i), 1 + 0.2 * std::sin(0.07 * i), 0}, turned_about({0, 1, 0}, 0.01 * i)}));
    if (i % 50 == 20) jump(4);
    step({std::sin(0.03 * i), 0, std::cos(0.03 * i)});
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

TEST_F(CharacterTest, RefusesWrongNumbersAndChangesNothing) {
  floor();
  stand_at({0, 1, 0});
  const CharacterState before = state_;
  const double nan = std::nan("");
  EXPECT_FALSE(step_character(*world_, body_, options_, state_, -1.0, {}, false).ok());
  EXPECT_FALSE(step_character(*world_, body_, options_, state_, nan, {}, false).ok());
  EXPECT_FALSE(step_character(*world_, body_, options_, state_, k_step, {nan, 0, 0}, false).ok());
  options_.gravity = nan;
  EXPECT_FALSE(step_character(*world_, body_, options_, state_, k_step, {}, false).ok());
  options_.gravity = 9.81;
  options_.mover.skin = 0.0;
  EXPECT_FALSE(step_character(*world_, body_, options_, state_, k_step, {}, false).ok());
  options_.mover.skin = k_skin;
  EXPECT_EQ(std::memcmp(&state_, &before, sizeof before), 0);
  EXPECT_TRUE(step_character(*world_, body_, options_, state_, 0.0, {1, 0, 0}, false).ok());
  EXPECT_EQ(std::memcmp(&state_, &before, sizeof before), 0);
}

}  // namespace
}  // namespace hyperplane
