#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <vector>

#include "plane/plane_oracle.h"
#include "support/test_size.h"

/// What a world of the plane shows of its insides: bounds, trees and timings.

namespace hyperplane::test::in_plane {
namespace {

using plane::Bounds;
using plane::TreeNodeBounds;
using plane::Vec2;
using plane::WorldPtr;

TEST(PlaneWorldExplain, BoundsHoldTheirColliders) {
  Random random(41);
  const int count = scaled(400);
  for (const double far : {0.0, 1e6}) {
    std::vector<PlaneSolid> solids;
    std::vector<plane::Pose> poses;
    const WorldPtr world = plane::make_world().value;
    for (int i = 0; i < count; ++i) {
      solids.push_back(random_solid(random, 1.0));
      poses.push_back({{far + random.uniform(-9.0, 9.0), random.uniform(-9.0, 9.0) - far}, random.uniform(-7.0, 7.0)});
      ASSERT_TRUE(world->add({solids.back().shape, poses.back()}).ok());
    }
    ASSERT_TRUE(world->refit().ok());
    for (std::uint32_t row = 0; row < static_cast<std::uint32_t>(count); ++row) {
      const Bounds bounds = world->bounds(row);
      const Vec2 at = poses[row].position;
      const auto reach = [&](int x, int y) { return static_cast<double>(oracle_reach(solids[row], poses[row], x, y)); };
      // Never smaller, and larger only by rounding in 32 bits; what is left is the rounding of these differences.
      const double near = 1e-9 * far * 1e-6 + 1e-12, wide = 1e-5;
      const double excess[] = {at.x - bounds.min.x - reach(-1, 0), bounds.max.x - at.x - reach(1, 0),
                               at.y - bounds.min.y - reach(0, -1), bounds.max.y - at.y - reach(0, 1)};
      for (const double by : excess) {
        EXPECT_GE(by, -near) << row << " of " << far;
        EXPECT_LE(by, wide) << row << " of " << far;
      }
    }
  }
}

TEST(PlaneWorldExplain, BoundsAreThoseThatQueriesSee) {
  const WorldPtr world = plane::make_world().value;
  EXPECT_TRUE(std::isnan(world->bounds(0).min.x));
  const ColliderId id = world->add({plane::make_rectangle(2.0, 4.0).value, {{1.0, 0.0}, 0.0}}).value;
  EXPECT_NEAR(world->bounds(id.row).max.x, 2.0, 1e-5);
  EXPECT_TRUE(std::isnan(world->bounds(id.row + 1).max.y));
  world->positions()[0] = 5.0;
  EXPECT_NEAR(world->bounds(id.row).max.x, 2.0, 1e-5);
  ASSERT_TRUE(world->refit().ok());
  EXPECT_NEAR(world->bounds(id.row).max.x, 6.0, 1e-5);
  ASSERT_EQ(world->set_kind(id, {false, false, false, false}), Status::ok);
  EXPECT_TRUE(std::isnan(world->bounds(id.row).min.y));
  ASSERT_EQ(world->set_kind(id, {}), Status::ok);
  EXPECT_NEAR(world->bounds(id.row).min.y, -2.0, 1e-5);
  ASSERT_EQ(world->remove(id), Status::ok);
  EXPECT_TRUE(std::isnan(world->bounds(id.row).max.y));
}

TEST(PlaneWorldExplain, NamesTheBroadPhase) {
  plane::WorldOptions options;
  const WorldPtr world = plane::make_world(options).value;
  EXPECT_EQ(world->broad_phase(), plane::BroadPhase::automatic);
  EXPECT_EQ(world->explain_broad_phase().value.axis, -1);
  for (const double along : {0.0, 1.0}) {
    for (int i = 0; i < 100; ++i) {
      const Vec2 at{3.0 * i * (1.0 - along), 3.0 * i * along};
      if (along == 0.0) {
        ASSERT_TRUE(world->add({plane::make_circle(1.0).value, {at, 0.0}}).ok());
      } else {
        world->positions()[2 * static_cast<std::size_t>(i)] = at.x;
        world->positions()[2 * static_cast<std::size_t>(i) + 1] = at.y;
      }
    }
    world->set_broad_phase(plane::BroadPhase::sweep_and_prune);
    ASSERT_TRUE(world->update().ok());
    const plane::BroadPhaseExplanation sweep = world->explain_broad_phase().value;
    EXPECT_EQ(sweep.axis, along == 0.0 ? 0 : 1);
    EXPECT_GE(sweep.cell_count, 1u);
    EXPECT_TRUE(sweep.nodes.empty());
  }
  world->set_broad_phase(plane::BroadPhase::brute_force);
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->explain_broad_phase().value.axis, -1);
  EXPECT_TRUE(world->explain_broad_phase().value.nodes.empty());
}

TEST(PlaneWorldExplain, ListsTheTrees) {
  plane::WorldOptions options;
  options.broad_phase = plane::BroadPhase::bvh;
  const WorldPtr world = plane::make_world(options).value;
  Random random(42);
  for (int i = 0; i < 200; ++i) {
    plane::ColliderOptions added;
    added.shape = plane::make_circle(random.uniform(0.1, 1.0)).value;
    added.pose.position = {random.uniform(-30.0, 30.0), random.uniform(-20.0, 20.0)};
    added.is_static = i % 3 == 0;
    ASSERT_TRUE(world->add(added).ok());
  }
  ASSERT_TRUE(world->update().ok());
  const std::span<const TreeNodeBounds> listed = world->explain_broad_phase().value.nodes;
  const std::vector<TreeNodeBounds> nodes(listed.begin(), listed.end());
  std::uint32_t deepest = 0;
  for (const bool is_static : {false, true}) {
    const auto is_root = [&](const TreeNodeBounds& node) { return node.is_static == is_static && node.depth == 0; };
    ASSERT_EQ(std::count_if(nodes.begin(), nodes.end(), is_root), 1);
    const TreeNodeBounds& root = *std::find_if(nodes.begin(), nodes.end(), is_root);
    Bounds all{{HUGE_VAL, HUGE_VAL}, {-HUGE_VAL, -HUGE_VAL}};
    for (std::uint32_t row = 0; row < 200; ++row) {
      if ((row % 3 == 0) != is_static) continue;
      const Bounds of = world->bounds(row);
      all.min = {std::min(all.min.x, of.min.x), std::min(all.min.y, of.min.y)};
      all.max = {std::max(all.max.x, of.max.x), std::max(all.max.y, of.max.y)};
    }
    EXPECT_EQ(root.bounds.min.x, all.min.x);
    EXPECT_EQ(root.bounds.min.y, all.min.y);
    EXPECT_EQ(root.bounds.max.x, all.max.x);
    EXPECT_EQ(root.bounds.max.y, all.max.y);
    std::uint32_t before = 0;
    for (const TreeNodeBounds& node : nodes) {
      if (node.is_static != is_static) continue;
      deepest = std::max(deepest, node.depth);
      // Parents come first.
      EXPECT_LE(node.depth, before + 1);
      before = std::max(before, node.depth);
      EXPECT_GE(node.bounds.min.x, root.bounds.min.x);
      EXPECT_LE(node.bounds.max.y, root.bounds.max.y);
      EXPECT_LE(node.bounds.min.y, node.bounds.max.y);
    }
  }
  EXPECT_GE(deepest, 2u);
  const auto is_high = [](const TreeNodeBounds& node) { return node.depth <= 1; };
  const std::size_t few = world->explain_broad_phase(1).value.nodes.size();
  EXPECT_EQ(static_cast<std::ptrdiff_t>(few), std::count_if(nodes.begin(), nodes.end(), is_high));
}

TEST(PlaneWorldExplain, MeasuresItsStages) {
  plane::WorldOptions options;
  options.clock = [] {
    static double now = 0.0;
    return now += 1.0;
  };
  const auto sum_of = [](const plane::World& world) {
    const UpdateTimings& timings = world.timings();
    for (const double stage : {timings.bounds, timings.broad_phase, timings.narrow_phase, timings.events}) {
      EXPECT_EQ(stage, timings.bounds);
    }
    return timings.bounds;
  };
  const WorldPtr silent = plane::make_world().value, world = plane::make_world(options).value;
  ASSERT_TRUE(silent->update().ok());
  EXPECT_EQ(sum_of(*silent), 0.0);
  ASSERT_TRUE(world->add({plane::make_circle(1.0).value, {}}).ok());
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(sum_of(*world), 1.0);
  // A world that is rolled back keeps its clock; a restored one has none unless it is given one.
  const plane::Snapshot bytes = silent->snapshot().value;
  plane::RestoredWorld restored = plane::restore_world(bytes.span(), nullptr, world.get()).value;
  ASSERT_TRUE(restored.world->update().ok());
  EXPECT_EQ(sum_of(*restored.world), 0.0);
  world->roll_back(*restored.world);
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(sum_of(*world), 1.0);
  const plane::RestoredWorld timed = plane::restore_world(bytes.span(), options.clock).value;
  ASSERT_TRUE(timed.world->update().ok());
  EXPECT_EQ(sum_of(*timed.world), 1.0);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
