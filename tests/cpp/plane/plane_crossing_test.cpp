#include <span>

#include <gtest/gtest.h>

#include <hyperplane/plane_world.h>

#include "plane/plane_composite_oracle.h"

/// Sensors that continuous colliders cross.

namespace hyperplane::test::in_plane {
namespace {

using plane::ColliderOptions;
using plane::WorldPtr;

TEST(PlaneCrossing, ASensorThatIsCrossedBeginsAndEnds) {
  for (const bool is_static : {false, true}) {
    const WorldPtr world = plane::make_world().value;
    ColliderOptions shot, sensor, wall;
    shot.shape = plane_circle(0.05).shape;
    shot.pose.position.x = -5.0;
    shot.is_continuous = true;
    const ColliderId a = world->add(shot).value;
    sensor.shape = plane_rectangle(0.1, 4.0).shape;
    sensor.is_sensor = true;
    sensor.is_static = is_static;
    const ColliderId b = world->add(sensor).value;
    ASSERT_TRUE(world->update().ok());
    ASSERT_EQ(world->set_pose(a, {{5.0, 0.0}, 0.0}), Status::ok);
    ASSERT_TRUE(world->update().ok());
    EXPECT_TRUE(world->touching().empty());
    EXPECT_TRUE(world->impacts().empty());
    for (const std::span<const RowPair> pairs : {world->began(), world->ended()}) {
      ASSERT_EQ(pairs.size(), 1u) << is_static;
      EXPECT_EQ(pairs[0], (RowPair{a.row, b.row}));
    }
    ASSERT_TRUE(world->update().ok());
    EXPECT_TRUE(world->began().empty()) << "nothing has moved since";
    // A wall before the sensor is hit first.
    wall.shape = plane_rectangle(0.1, 4.0).shape;
    wall.pose.position.x = 2.0;
    wall.is_static = true;
    ASSERT_TRUE(world->add(wall).ok());
    ASSERT_TRUE(world->update().ok());
    ASSERT_EQ(world->set_pose(a, {{-5.0, 0.0}, 0.0}), Status::ok);
    ASSERT_TRUE(world->update().ok());
    EXPECT_EQ(world->impacts().size(), 1u);
    EXPECT_TRUE(world->began().empty());
    EXPECT_TRUE(world->ended().empty());
  }
}

}  // namespace
}  // namespace hyperplane::test::in_plane
