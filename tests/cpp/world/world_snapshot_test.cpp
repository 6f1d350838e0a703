#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/world.h>

#include "random.h"
#include "random_shapes.h"
#include "support/failing_memory.h"
#include "support/test_size.h"
#include "support/world_life.h"
#include "world/snapshot.h"

/// A restored world continues like the saved world, bit by bit, and no bytes do any harm.

namespace hyperplane {
namespace {

using test::bytes_of;
using test::expect_same;
using test::sign;

/// Moves a body in both worlds: it must end at the same place, with the same hits.
void expect_same_walk(World& a, World& b) {
  const Shape body = make_capsule(0.1, 0.2).value;
  Vec3 at{-3.0, 0.2, 0.1};
  for (int i = 0; i < 20; ++i) {
    const Vec3 delta{0.3, i % 3 == 0 ? 0.1 : -0.1, 0.02 * i};
    const Result<MoverResult> of_a = a.move_and_slide(body, {at, {}}, delta),
                              of_b = b.move_and_slide(body, {at, {}}, delta);
    ASSERT_TRUE(of_a.ok() && of_b.ok());
    ASSERT_EQ(of_a.value.position, of_b.value.position);
    ASSERT_EQ(of_a.value.grounded, of_b.value.grounded);
    ASSERT_EQ(of_a.value.hit_count, of_b.value.hit_count);
    for (int k = 0; k < of_a.value.hit_count; ++k) {
      ASSERT_EQ(of_a.value.hits[k].row, of_b.value.hits[k].row);
      ASSERT_EQ(of_a.value.hits[k].point, of_b.value.hits[k].point);
    }
    at = of_a.value.position;
  }
}

/// A restored world continues like the one that was saved, bit by bit.
void expect_same_future(const test::WorldLifeOptions& life_options) {
  SCOPED_TRACE("seeds from 900");
  std::size_t contacts = 0, impacts = 0, left = 0;
  const auto seeds = static_cast<std::size_t>(test::scaled(6)) + 1;
  for (std::uint64_t seed = 900; seed < 900 + seeds; ++seed) {
    WorldOptions options;
    options.max_contacts = 5000;
    const WorldPtr world = make_world(options).value;
    test::WorldLife life(seed, life_options);
    std::vector<World*> worlds{world.get()};
    for (int i = 0; i < 200; ++i) {
      ASSERT_NO_FATAL_FAILURE(life.step(worlds));
      if (i % 9 == 8) {
        ASSERT_TRUE(world->update().ok());
      }
    }
    const std::vector<std::byte> bytes = bytes_of(*world);
    Result<RestoredWorld> restored = restore_world(bytes);
    ASSERT_TRUE(restored.ok()) << restored.message;
    World& copy = *restored.value.world;
    ASSERT_NO_FATAL_FAILURE(expect_same(*world, copy));
    ASSERT_EQ(bytes_of(copy), bytes);
    // The same calls on both, with ids that are still valid.
    worlds.push_back(&copy);
    for (int i = 0; i < 100; ++i) {
      ASSERT_NO_FATAL_FAILURE(life.step(worlds));
      if (i % 5 != 4) continue;
      ASSERT_TRUE(world->update().ok());
      ASSERT_TRUE(copy.update().ok());
      ASSERT_NO_FATAL_FAILURE(expect_same(*world, copy));
      ASSERT_NO_FATAL_FAILURE(expect_same_walk(*world, copy));
      contacts += world->contacts().pairs.size();
      impacts += world->impacts().size();
      left += test::left_count(*world);
      const WorldRayHit hit = world->raycast({-5, 0, 0}, {1, 0.1, 0}), same = copy.raycast({-5, 0, 0}, {1, 0.1, 0});
      ASSERT_EQ(hit.hit, same.hit);
      ASSERT_EQ(hit.row, same.row);
      ASSERT_EQ(hit.distance, same.distance);
    }
  }
  EXPECT_GT(contacts, 150 * seeds);
  EXPECT_GT(impacts, 6 * seeds);
  if (life_options.voxel_share > 0.0) {
    EXPECT_GT(left, 100 * seeds);
  }
}

TEST(WorldSnapshot, GoesOnAsTheWorldThatWasSaved) { expect_same_future({.composite_share = 0.1}); }

TEST(WorldSnapshot, GoesOnAmongFlushStatics) { expect_same_future({.composite_share = 0.1, .voxel_share = 0.5}); }

TEST(WorldSnapshot, OfAnEmptyWorld) {
  const WorldPtr world = make_world().value;
  const Result<RestoredWorld> restored = restore_world(bytes_of(*world));
  ASSERT_TRUE(restored.ok()) << restored.message;
  EXPECT_EQ(restored.value.world->hash(), world->hash());
  EXPECT_TRUE(restored.value.world->add({make_sphere(1).value, {}}).ok());
  EXPECT_TRUE(restored.value.world->update().ok());
}

TEST(WorldSnapshot, KeepsTheCaps) {
  WorldOptions options;
  options.max_candidates = 1;
  options.broad_phase = BroadPhase::bvh;
  const WorldPtr world = make_world(options).value;
  for (int i = 0; i < 3; ++i) ASSERT_TRUE(world->add({make_sphere(1).value, {}}).ok());
  ASSERT_EQ(world->update().status, Status::out_of_memory);
  const Result<RestoredWorld> restored = restore_world(bytes_of(*world));
  ASSERT_TRUE(restored.ok());
  ASSERT_EQ(restored.value.world->update().status, Status::out_of_memory);
  EXPECT_EQ(restored.value.world->broad_phase(), BroadPhase::bvh);
}

class DamagedSnapshot : public ::testing::Test {
 protected:
  void SetUp() override {
    const WorldPtr world = make_world().value;
    scenes::Random random(5);
    std::vector<ColliderId> ids;
    for (const ShapeType type : {ShapeType::sphere, ShapeType::box, ShapeType::convex_hull, ShapeType::cone}) {
      for (int i = 0; i < 2; ++i) {
        ids.push_back(
            world->add({shapes_.next(random, type), {random.in_box({-0.4, -0.4, -0.4}, {0.4, 0.4, 0.4}), {}}}).value);
      }
    }
    ASSERT_EQ(world->set_ignored(ids[0], ids[1], true), Status::ok);
    ASSERT_TRUE(world->is_ignored(ids[1], ids[0]) && !world->is_ignored(ids[0], ids[2]));
    ASSERT_TRUE(world->update().ok());
    ASSERT_EQ(world->remove(ids[2]), Status::ok);
    ASSERT_EQ(world->remove(ids[5]), Status::ok);
    ASSERT_TRUE(world->update().ok());
    ASSERT_FALSE(world->ended().empty());
    bytes_ = bytes_of(*world);
  }

  scenes::RandomShapes shapes_;
  std::vector<std::byte> bytes_;
};

TEST_F(DamagedSnapshot, IsRefusedWhereverItIsDamaged) {
  for (std::size_t i = 0; i < bytes_.size(); ++i) {
    std::vector<std::byte> damaged = bytes_;
    damaged[i] ^= std::byte{1};
    const Result<RestoredWorld> restored = restore_world(damaged);
    ASSERT_EQ(restored.status, Status::invalid_argument) << i;
    ASSERT_EQ(restored.value.world, nullptr);
    ASSERT_NE(restored.message[0], 0);
  }
}

TEST_F(DamagedSnapshot, IsRefusedWhereverItEnds) {
  for (std::size_t size = 0; size < bytes_.size(); ++size) {
    std::vector<std::byte> cut(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(size));
    ASSERT_EQ(restore_world(cut).status, Status::invalid_argument) << size;
    if (size < sizeof(SnapshotHeader)) continue;
    sign(cut);
    // Some of the padding at the end may be missing.
    if (restore_world(cut).ok()) {
      ASSERT_GT(size + 8, bytes_.size());
    }
  }
  std::vector<std::byte> longer = bytes_;
  longer.resize(longer.size() + 8);
  sign(longer);
  EXPECT_EQ(restore_world(longer).status, Status::invalid_argument);
}

TEST_F(DamagedSnapshot, SaysWhatItIsNot) {
  const auto message_of = [](std::span<const std::byte> bytes) { return std::string(restore_world(bytes).message); };
  EXPECT_EQ(message_of({}), "the bytes are not a snapshot of a world");
  std::vector<std::byte> other = bytes_;
  other[0] = std::byte{0};
  EXPECT_EQ(message_of(other), "the bytes are not a snapshot of a world");
  other = bytes_;
  other[8] = std::byte{99};
  EXPECT_EQ(message_of(other), "the snapshot was written by another version of hyperplane");
  other = bytes_;
  other.back() = std::byte{99};
  EXPECT_EQ(message_of(other), "the snapshot is damaged or incomplete");
}

/// Damaged bytes with a valid checksum are rejected, or restore a world that works.
TEST_F(DamagedSnapshot, DoesNoHarmWhenForged) {
  SCOPED_TRACE("seed 6");
  scenes::Random random(6);
  int accepted = 0;
  const int rounds = test::scaled(20000);
  for (int round = 0; round < rounds; ++round) {
    std::vector<std::byte> forged = bytes_;
    const std::uint32_t changes = 1 + random.below(3);
    for (std::uint32_t i = 0; i < changes; ++i) {
      const std::size_t at =
          sizeof(SnapshotHeader) + random.below(static_cast<std::uint32_t>(forged.size() - sizeof(SnapshotHeader)));
      forged[at] = random.chance(0.5) ? forged[at] ^ std::byte(1u << random.below(8)) : std::byte(random.below(256));
    }
    sign(forged);
    Result<RestoredWorld> restored = restore_world(forged);
    if (!restored.ok()) continue;
    ++accepted;
    World& world = *restored.value.world;
    const UpdateResult updated = world.update();
    ASSERT_TRUE(updated.ok() || updated.message[0] != 0);
    static_cast<void>(world.raycast({-5, 0, 0}, {1, 0, 0}));
    static_cast<void>(world.closest({0.1, 0, 0}));
    ASSERT_TRUE(restore_world(bytes_of(world)).ok());
  }
  // Both happen: any number is valid data, but not any structure.
  EXPECT_GT(accepted, rounds / 20);
  EXPECT_LT(accepted, rounds * 19 / 20);
}

/// The next update keeps contacts by touching pairs, and reserves room for all of them.
TEST(WorldSnapshot, HasNoContactOfAPairThatDoesNotTouch) {
  const WorldPtr world = make_world().value;
  for (const double x : {0.0, 1.5, 3.0}) ASSERT_TRUE(world->add({make_sphere(1).value, {{x, 0, 0}, {}}}).ok());
  ASSERT_TRUE(world->update().ok());
  std::vector<std::byte> bytes = bytes_of(*world);
  const std::uint32_t touching[] = {2, 0, 1, 1, 2}, fewer[] = {1, 0, 1};
  const std::span<const std::byte> old_list = std::as_bytes(std::span(touching)),
                                   list = std::as_bytes(std::span(fewer));
  const auto at = std::search(bytes.begin(), bytes.end(), old_list.begin(), old_list.end());
  ASSERT_NE(at, bytes.end());
  const auto end = std::copy(list.begin(), list.end(), at);
  bytes.erase(end, end + static_cast<std::ptrdiff_t>(old_list.size() - list.size()));
  sign(bytes);
  EXPECT_EQ(restore_world(bytes).status, Status::invalid_argument);
}

TEST_F(DamagedSnapshot, MayRunOutOfMemory) {
  if (!test::can_fail_memory()) GTEST_SKIP() << "this linker cannot wrap functions";
  for (int n = 0;; ++n) {
    const test::FailingMemory failing(n);
    const Result<RestoredWorld> restored = restore_world(bytes_);
    if (!failing.has_failed()) {
      EXPECT_TRUE(restored.ok());
      EXPECT_GT(n, 30);
      break;
    }
    ASSERT_EQ(restored.status, Status::out_of_memory) << n;
  }
}

}  // namespace
}  // namespace hyperplane
