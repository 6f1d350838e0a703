#include <gtest/gtest.h>

#include <hyperplane/world.h>

/// Queries pass through sensors, unless `sensors` is set.

namespace hyperplane {
namespace {

TEST(Sensor, IsSeenByQueriesThatAskForIt) {
  for (const bool has_update : {false, true}) {
    const WorldPtr world = make_world().value;
    ColliderOptions gate{make_box(2, 2, 2).value, {{5, 0, 0}, {}}};
    gate.is_sensor = true;
    const std::uint32_t sensor = world->add(gate).value.row;
    const std::uint32_t wall = world->add({make_box(2, 2, 2).value, {{9, 0, 0}, {}}, true}).value.row;
    if (has_update) ASSERT_TRUE(world->update().ok());

    QueryOptions all;
    all.sensors = true;
    EXPECT_EQ(world->raycast({}, {1, 0, 0}).row, wall);
    EXPECT_EQ(world->raycast({}, {1, 0, 0}, all).row, sensor);
    EXPECT_EQ(world->raycast_all({}, {1, 0, 0}).value.size(), 1u);
    EXPECT_EQ(world->raycast_all({}, {1, 0, 0}, all).value.size(), 2u);
    const double ray[6] = {0, 0, 0, 1, 0, 0};
    double distance = 0.0;
    std::int32_t row = -1;
    world->raycast_batch(ray, {&distance, 1}, {&row, 1});
    EXPECT_EQ(row, static_cast<std::int32_t>(wall));
    world->raycast_batch(ray, {&distance, 1}, {&row, 1}, all);
    EXPECT_EQ(row, static_cast<std::int32_t>(sensor));

    const Shape ball = make_sphere(0.5).value;
    const Sweep sweep{{}, {{12, 0, 0}, {}}};
    EXPECT_EQ(world->cast_shape(ball, sweep).row, wall);
    EXPECT_EQ(world->cast_shape(ball, sweep, all).row, sensor);
    EXPECT_EQ(world->overlap(make_box(40, 1, 1).value, {}).value.size(), 1u);
    EXPECT_EQ(world->overlap(make_box(40, 1, 1).value, {}, all).value.size(), 2u);
    EXPECT_EQ(world->closest({}).row, wall);
    EXPECT_EQ(world->closest({}, all).row, sensor);
  }
}

TEST(Sensor, IsPassedInARestoredWorldToo) {
  const WorldPtr world = make_world().value;
  ColliderOptions gate{make_box(2, 2, 2).value, {{5, 0, 0}, {}}};
  gate.is_sensor = true;
  ASSERT_TRUE(world->add(gate).ok());
  const Result<Snapshot> snapshot = world->snapshot();
  const Result<RestoredWorld> restored = restore_world(snapshot.value.span());
  ASSERT_TRUE(restored.ok());
  EXPECT_FALSE(restored.value.world->raycast({}, {1, 0, 0}).hit);
  EXPECT_FALSE(restored.value.world->overlap(make_box(40, 1, 1).value, {}).value.size() > 0);
}

}  // namespace
}  // namespace hyperplane
