#include <algorithm>
#include <cstddef>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/world.h>

#include "core/hash.h"
#include "math/vec3.h"
#include "random.h"
#include "random_shapes.h"
#include "support/failing_memory.h"
#include "support/test_size.h"
#include "world/snapshot.h"

/// A restored world continues like the saved world, bit by bit, and no bytes do any harm.

namespace hyperplane {
namespace {

std::vector<std::byte> bytes_of(const World& world) {
  const Result<Snapshot> snapshot = world.snapshot();
  EXPECT_TRUE(snapshot.ok()) << snapshot.message;
  const std::span<const std::byte> bytes = snapshot.value.span();
  return {bytes.begin(), bytes.end()};
}

/// Forges a valid checksum.
void sign(std::vector<std::byte>& bytes) {
  SnapshotHeader header;
  std::memcpy(&header, bytes.data(), sizeof header);
  header.length = bytes.size();
  header.checksum = snapshot_checksum(std::span(bytes).subspan(sizeof header));
  std::memcpy(bytes.data(), &header, sizeof header);
}

template <class T>
std::vector<T> list(std::span<const T> values) {
  return {values.begin(), values.end()};
}

void expect_same(World& a, World& b) {
  ASSERT_EQ(a.hash(), b.hash());
  ASSERT_EQ(a.size(), b.size());
  ASSERT_EQ(list(a.touching()), list(b.touching()));
  ASSERT_EQ(list(a.began()), list(b.began()));
  ASSERT_EQ(list(a.ended()), list(b.ended()));
  const ContactList of_a = a.contacts(), of_b = b.contacts();
  ASSERT_EQ(list(of_a.pairs), list(of_b.pairs));
  ASSERT_EQ(0, std::memcmp(of_a.normals.data(), of_b.normals.data(), of_a.normals.size_bytes()));
  ASSERT_EQ(0, std::memcmp(of_a.points.data(), of_b.points.data(), of_a.points.size_bytes()));
  const std::span<const SweptImpact> impacts = a.impacts(), others = b.impacts();
  ASSERT_EQ(impacts.size(), others.size());
  for (std::size_t i = 0; i < impacts.size(); ++i) {
    ASSERT_EQ(impacts[i].time, others[i].time);
    ASSERT_EQ(impacts[i].point, others[i].point);
    ASSERT_EQ(impacts[i].normal, others[i].normal);
    ASSERT_EQ(impacts[i].a, others[i].a);
    ASSERT_EQ(impacts[i].b, others[i].b);
  }
}

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

/// scenes::Random calls on a world with everything in it, and on its copies.
class LifeOfCopies {
 public:
  LifeOfCopies(std::uint64_t seed, World& world) : random_(seed), worlds_{&world} {}
  void join(World& copy) { worlds_.push_back(&copy); }

  void step() {
    const std::uint32_t chance = random_.below(10);
    if (chance < 4 || ids_.size() < 20) {
      ColliderOptions options;
      options.shape = random_.chance(0.5) && !shapes_in_use_.empty()
                          ? shapes_in_use_[random_.below(static_cast<std::uint32_t>(shapes_in_use_.size()))]
                          : shapes_.next(random_);
      shapes_in_use_.push_back(options.shape);
      options.pose = pose();
      options.is_static = random_.chance(0.2);
      options.is_sensor = random_.chance(0.1);
      options.is_continuous = random_.chance(0.2);
      if (random_.chance(0.2)) options.layer = 3;
      const ColliderId id = worlds_[0]->add(options).value;
      ids_.push_back(id);
      for (World* const copy : std::span(worlds_).subspan(1)) ASSERT_EQ(copy->add(options).value, id);
    } else if (chance < 6) {
      const std::uint32_t k = random_.below(static_cast<std::uint32_t>(ids_.size()));
      for (World* const world : worlds_) ASSERT_EQ(world->remove(ids_[k]), Status::ok);
      ids_.erase(ids_.begin() + static_cast<std::ptrdiff_t>(k));
    } else if (chance == 6) {
      const ColliderId id = any();
      const Pose to = pose();
      const bool teleports = random_.chance(0.3);
      for (World* const world : worlds_) {
        ASSERT_EQ(teleports ? world->teleport(id, to) : world->set_pose(id, to), Status::ok);
      }
    } else if (chance == 7) {
      const ColliderId a = any(), b = any();
      const bool ignored = random_.chance(0.7);
      if (a == b) return;
      for (World* const world : worlds_) ASSERT_EQ(world->set_ignored(a, b, ignored), Status::ok);
    } else if (chance == 8) {
      for (int i = 0; i < 5; ++i) {
        const std::size_t at = 3 * std::size_t{any().row};
        const double by = random_.uniform(-0.2, 0.2);
        for (World* const world : worlds_) world->positions()[at] += by;
      }
    } else {
      const ColliderId id = any();
      const std::uint32_t layer = 1u << random_.below(2);
      for (World* const world : worlds_) ASSERT_EQ(world->set_filter(id, layer, ~0u), Status::ok);
    }
  }

 private:
  ColliderId any() { return ids_[random_.below(static_cast<std::uint32_t>(ids_.size()))]; }
  Pose pose() { return {random_.in_box({-1.5, -1.5, -1.5}, {1.5, 1.5, 1.5}), random_.rotation()}; }

  scenes::Random random_;
  std::vector<World*> worlds_;
  std::vector<ColliderId> ids_;
  std::vector<Shape> shapes_in_use_;
  scenes::RandomShapes shapes_;
};

TEST(WorldSnapshot, GoesOnAsTheWorldThatWasSaved) {
  SCOPED_TRACE("seeds from 900");
  std::size_t contacts = 0, impacts = 0;
  for (std::uint64_t seed = 900; seed < 900 + static_cast<std::uint64_t>(test::scaled(20)) + 1; ++seed) {
    WorldOptions options;
    options.max_contacts = 5000;
    const WorldPtr world = make_world(options).value;
    LifeOfCopies life(seed, *world);
    for (int i = 0; i < 200; ++i) {
      ASSERT_NO_FATAL_FAILURE(life.step());
      if (i % 9 == 8) ASSERT_TRUE(world->update().ok());
    }
    const std::vector<std::byte> bytes = bytes_of(*world);
    Result<RestoredWorld> restored = restore_world(bytes);
    ASSERT_TRUE(restored.ok()) << restored.message;
    World& copy = *restored.value.world;
    ASSERT_NO_FATAL_FAILURE(expect_same(*world, copy));
    ASSERT_EQ(bytes_of(copy), bytes);
    // The same calls on both, with ids that are still valid.
    life.join(copy);
    for (int i = 0; i < 100; ++i) {
      ASSERT_NO_FATAL_FAILURE(life.step());
      if (i % 5 != 4) continue;
      ASSERT_TRUE(world->update().ok());
      ASSERT_TRUE(copy.update().ok());
      ASSERT_NO_FATAL_FAILURE(expect_same(*world, copy));
      ASSERT_NO_FATAL_FAILURE(expect_same_walk(*world, copy));
      contacts += world->contacts().pairs.size();
      impacts += world->impacts().size();
      const WorldRayHit hit = world->raycast({-5, 0, 0}, {1, 0.1, 0}), same = copy.raycast({-5, 0, 0}, {1, 0.1, 0});
      ASSERT_EQ(hit.hit, same.hit);
      ASSERT_EQ(hit.row, same.row);
      ASSERT_EQ(hit.distance, same.distance);
    }
  }
  EXPECT_GT(contacts, 1000u);
  EXPECT_GT(impacts, 100u);
}

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
