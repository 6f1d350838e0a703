#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/world.h>

#include "random.h"
#include "random_shapes.h"
#include "support/failing_memory.h"
#include "support/test_size.h"

/// Worlds that run out of memory: every allocation fails once, at every point of a history. A call that fails returns
/// `out_of_memory` and changes nothing; with memory available again, the world behaves like a world without failures.

namespace hyperplane {
namespace {

ColliderOptions random_collider(scenes::Random& random, scenes::RandomShapes& shapes) {
  ColliderOptions options;
  options.shape = shapes.next(random);
  options.pose = {random.in_box({-3, -3, -3}, {3, 3, 3}), random.rotation()};
  options.is_static = random.chance(0.3);
  options.is_sensor = random.chance(0.2);
  return options;
}

class MemoryTest : public ::testing::Test {
 protected:
  void SetUp() override {
    if (!test::can_fail_memory()) GTEST_SKIP() << "this linker cannot wrap functions";
    scenes::Random random(31);
    for (int i = 0; i < 120; ++i) colliders_.push_back(random_collider(random, shapes_));
  }

  /// A history of adds, moves, updates, queries and removals. @return false at the first call that is out of memory.
  bool lead(World& world, std::size_t& at) const {
    bool all_well = true;
    const auto note = [&](Status status) {
      EXPECT_TRUE(status == Status::ok || status == Status::out_of_memory);
      all_well = all_well && status == Status::ok;
      return status == Status::ok;
    };
    for (; at < colliders_.size() && all_well; ++at) {
      const std::uint32_t before = world.size();
      if (!note(world.add(colliders_[at]).status)) {
        EXPECT_EQ(world.size(), before);
        break;
      }
      if (at % 5 == 1) {
        note(world.set_ignored(world.at(static_cast<std::uint32_t>(at)), world.at(static_cast<std::uint32_t>(at - 1)),
                               true));
      }
      if (at % 50 == 30) note(world.set_margin(world.at(static_cast<std::uint32_t>(at)), 0.25));
      if (at % 10 != 9) continue;
      const std::uint64_t hash = world.hash();
      const UpdateResult result = world.update();
      if (!note(result.status)) {
        EXPECT_EQ(world.hash(), hash);
      }
      note(world.raycast_all({-5, 0, 0}, {1, 0.1, 0.2}).status);
      note(world.overlap(colliders_[0].shape, {}).status);
      // These cannot fail: without memory for trees they test every collider.
      EXPECT_TRUE(world.closest({0, 0, 0}).found);
      static_cast<void>(world.raycast({-5, 0, 0}, {1, 0.1, 0.2}));
    }
    return all_well;
  }

  std::vector<ColliderOptions> colliders_;
  scenes::RandomShapes shapes_;
};

TEST_F(MemoryTest, EveryRequestMayFailOnce) {
  for (const BroadPhase broad_phase : {BroadPhase::sweep_and_prune, BroadPhase::bvh}) {
    WorldOptions options;
    options.broad_phase = broad_phase;
    const WorldPtr expected = make_world(options).value;
    std::size_t end = 0;
    ASSERT_TRUE(lead(*expected, end));
    ASSERT_TRUE(expected->update().ok());
    ASSERT_GT(expected->contacts().pairs.size(), 20u);

    int failures = 0;
    for (int n = 0;; ++n) {
      SCOPED_TRACE(n);
      const WorldPtr world = make_world(options).value;
      std::size_t at = 0;
      bool has_failed = false;
      {
        const test::FailingMemory failing(n);
        lead(*world, at);
        has_failed = failing.has_failed();
      }
      if (!has_failed) break;
      ++failures;
      // Add every collider again, to a world whose history was cut short.
      for (std::uint32_t row = 0; row < world->capacity(); ++row) {
        if (world->contains(world->at(row))) {
          ASSERT_EQ(world->remove(world->at(row)), Status::ok);
        }
      }
      ASSERT_TRUE(world->update().ok());
      ASSERT_TRUE(world->contacts().pairs.empty());
      ASSERT_TRUE(world->update().ok());
      at = 0;
      std::vector<std::uint32_t> rows;
      rows.reserve(colliders_.size());
      for (const ColliderOptions& collider : colliders_) rows.push_back(world->add(collider).value.row);
      ASSERT_TRUE(world->update().ok());
      const WorldPtr fresh = make_world(options).value;
      for (const ColliderOptions& collider : colliders_) ASSERT_TRUE(fresh->add(collider).ok());
      ASSERT_TRUE(fresh->update().ok());
      ASSERT_EQ(world->touching().size(), fresh->touching().size());
      ASSERT_EQ(world->contacts().pairs.size(), fresh->contacts().pairs.size());
      const WorldRayHit hit = world->raycast({-5, 0, 0}, {1, 0.1, 0.2}),
                        same = fresh->raycast({-5, 0, 0}, {1, 0.1, 0.2});
      ASSERT_EQ(hit.hit, same.hit);
      ASSERT_EQ(hit.distance, same.distance);
      ASSERT_EQ(hit.row, rows[same.row]);
    }
    EXPECT_GT(failures, 40);
  }
}

TEST(World, IsMadeWholeOrNotAtAll) {
  int failures = 0;
  for (;; ++failures) {
    const test::FailingMemory failing(failures);
    const Result<WorldPtr> made = make_world({});
    if (!failing.has_failed()) break;
    ASSERT_EQ(made.status, Status::out_of_memory) << failures;
    ASSERT_EQ(made.value, nullptr);
  }
  EXPECT_GE(failures, 2);
}

TEST_F(MemoryTest, QueriesDoWithoutTrees) {
  const WorldPtr world = make_world().value;
  const WorldPtr lucky = make_world().value;
  for (const ColliderOptions& collider : colliders_) {
    ASSERT_TRUE(world->add(collider).ok());
    ASSERT_TRUE(lucky->add(collider).ok());
  }
  scenes::Random random(32);
  for (int i = 0; i < 50; ++i) {
    const Vec3 from = random.in_box({-4, -4, -4}, {4, 4, 4}), along = random.direction();
    const WorldRayHit expected = lucky->raycast(from, along);
    const WorldClosestPoint expected_point = lucky->closest(from);
    const test::FailingMemory failing(0);
    const WorldRayHit found = world->raycast(from, along);
    EXPECT_TRUE(failing.has_failed());
    EXPECT_EQ(found.hit, expected.hit);
    EXPECT_EQ(found.row, expected.row);
    EXPECT_EQ(found.distance, expected.distance);
    const WorldClosestPoint point = world->closest(from);
    EXPECT_EQ(point.row, expected_point.row);
    EXPECT_EQ(point.distance, expected_point.distance);
  }
}

/// After a warm-up, frames allocate nothing, even when everything moves, touches and ends.
TEST_F(MemoryTest, FramesDoNotAllocate) {
  const WorldPtr world = make_world().value;
  for (const ColliderOptions& collider : colliders_) ASSERT_TRUE(world->add(collider).ok());
  scenes::Random random(33);
  const auto frame = [&] {
    for (double& p : world->positions()) p += random.uniform(-0.05, 0.05);
    ASSERT_TRUE(world->update().ok());
    static_cast<void>(world->raycast({-5, 0, 0}, {1, 0, 0}));
  };
  for (int i = 0; i < 300; ++i) frame();
  // Rebuilding a degraded tree allocates, and does without on failure.
  const test::FailingMemory failing(0);
  for (int i = 0; i < 50; ++i) frame();
}

/// Soak test: colliders are added and removed in waves through a million calls; the number of rows stays that of the
/// highest wave.
TEST_F(MemoryTest, RowsAreReusedThroughASoak) {
  const WorldPtr world = make_world().value;
  scenes::Random random(34);
  const Shape shape = make_sphere(0.3).value;
  std::vector<ColliderId> live;
  const int steps = test::scaled(1000000);
  for (int i = 0; i < steps; ++i) {
    const bool grows = live.empty() || (live.size() < 60 && random.chance((i / 500) % 2 == 0 ? 0.7 : 0.3));
    if (grows) {
      const Result<ColliderId> added = world->add({shape, {random.in_box({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5}), {}}});
      ASSERT_TRUE(added.ok());
      live.push_back(added.value);
    } else {
      const std::uint32_t k = random.below(static_cast<std::uint32_t>(live.size()));
      ASSERT_EQ(world->remove(live[k]), Status::ok);
      live[k] = live.back();
      live.pop_back();
    }
    ASSERT_TRUE(world->update().ok());
  }
  EXPECT_EQ(world->size(), live.size());
  // Rows whose pairs have just ended wait for two updates.
  EXPECT_LE(world->capacity(), 128u);
}

}  // namespace
}  // namespace hyperplane
