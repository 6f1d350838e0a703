#include "world/pair_memory.h"

#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/world.h>

#include "random.h"
#include "random_shapes.h"
#include "support/failing_memory.h"
#include "support/test_size.h"
#include "support/world_life.h"

namespace hyperplane {
namespace {

TEST(PairMemory, RemembersFromOneUpdateToTheNext) {
  PairMemory memory;
  // The first update determines the size of the table, the second fills it, the third finds the entries.
  int known = 0;
  for (int update = 0; update < 3; ++update) {
    memory.begin_update();
    for (std::uint32_t a = 0; a < 40; ++a) {
      for (std::uint32_t b = a + 1; b < 40; ++b) {
        PairMemory::Entry& entry = memory.of(a, b);
        const Vec3 expected{static_cast<double>(a), static_cast<double>(b), 0.0};
        if (entry.direction() == expected) {
          ++known;
        } else {
          ASSERT_EQ(entry.direction(), Vec3{});
        }
        entry.set_direction(expected);
      }
    }
  }
  // Few pairs are evicted.
  EXPECT_GT(known, 9 * 780 / 10);
  memory.release();
  memory.begin_update();
  EXPECT_EQ(memory.of(1, 2).direction(), Vec3{});
}

TEST(PairMemory, KnowsTouchedFromApart) {
  PairMemory memory;
  for (int update = 0; update < 2; ++update) {
    memory.begin_update();
    static_cast<void>(memory.of(1, 2));
  }
  PairMemory::Entry& entry = memory.of(1, 2);
  EXPECT_FALSE(entry.has_touched());
  entry.set_touched();
  EXPECT_TRUE(memory.of(1, 2).has_touched());
  EXPECT_FALSE(memory.of(1, 3).has_touched());
  memory.of(1, 2).set_direction({1.0, 0.0, 0.0});
  EXPECT_FALSE(memory.of(1, 2).has_touched());
  memory.of(1, 2).set_touched();
  memory.of(1, 2).forget();
  EXPECT_FALSE(memory.of(1, 2).has_touched());
}

TEST(PairMemory, DoesWithoutMemory) {
  if (!test::can_fail_memory()) GTEST_SKIP() << "this linker cannot wrap functions";
  PairMemory memory;
  memory.begin_update();
  memory.of(1, 2).set_touched();
  const test::FailingMemory failing(0);
  memory.begin_update();
  EXPECT_TRUE(failing.has_failed());
  EXPECT_FALSE(memory.of(1, 2).has_touched());
}

/// Three worlds with the same history have the same bytes: the second drops its caches before every update, the third
/// is restored from a snapshot now and then.
class Twins {
 public:
  explicit Twins(std::uint64_t seed) : random_(seed) {
    for (int i = 0; i < 120; ++i) add();
  }

  void add() {
    ColliderOptions options;
    options.shape = shapes_.next(random_);
    options.pose = {random_.in_box({-k_side, -k_side, -k_side}, {k_side, k_side, k_side}), random_.rotation()};
    options.is_static = random_.chance(0.2);
    options.is_sensor = random_.chance(0.2);
    const ColliderId kept = keeps_->add(options).value, forgot = forgets_->add(options).value;
    ASSERT_EQ(kept, forgot);
    members_.push_back(kept);
  }

  /// Soon after, another shape reuses the row.
  void remove() {
    const std::size_t i = random_.below(static_cast<std::uint32_t>(members_.size()));
    ASSERT_EQ(keeps_->remove(members_[i]), Status::ok);
    ASSERT_EQ(forgets_->remove(members_[i]), Status::ok);
    members_[i] = members_.back();
    members_.pop_back();
  }

  void move() {
    for (const ColliderId id : members_) {
      if (random_.chance(0.1)) continue;
      const Vec3 step = random_.chance(0.02) ? random_.direction() : random_.direction() * 0.03;
      const Vec3 turn = random_.direction() * 0.02;
      for (World* const world : {keeps_.get(), forgets_.get()}) {
        double* const p = world->positions().data() + 3 * std::size_t{id.row};
        float* const q = world->quaternions().data() + 4 * std::size_t{id.row};
        const Quat rotation =
            normalized(Quat{turn.x, turn.y, turn.z, 1.0} * Quat{static_cast<double>(q[0]), static_cast<double>(q[1]),
                                                                static_cast<double>(q[2]), static_cast<double>(q[3])});
        for (int k = 0; k < 3; ++k) p[k] += component(step, k);
        q[0] = static_cast<float>(rotation.x);
        q[1] = static_cast<float>(rotation.y);
        q[2] = static_cast<float>(rotation.z);
        q[3] = static_cast<float>(rotation.w);
      }
    }
  }

  void restore() {
    const Result<Snapshot> bytes = keeps_->snapshot();
    ASSERT_TRUE(bytes.ok());
    Result<RestoredWorld> restored = restore_world(bytes.value.span());
    ASSERT_TRUE(restored.ok());
    keeps_ = static_cast<WorldPtr&&>(restored.value.world);
    // Colliders use the hulls, also those of earlier worlds.
    restored_.push_back(static_cast<RestoredWorld&&>(restored.value));
  }

  void update_and_compare() {
    forgets_->clear_caches();
    ASSERT_TRUE(keeps_->update().ok());
    ASSERT_TRUE(forgets_->update().ok());
    ASSERT_EQ(keeps_->hash(), forgets_->hash());
    const ContactList a = keeps_->contacts(), b = forgets_->contacts();
    ASSERT_EQ(a.pairs.size(), b.pairs.size());
    ASSERT_EQ(std::memcmp(a.pairs.data(), b.pairs.data(), a.pairs.size_bytes()), 0);
    ASSERT_EQ(std::memcmp(a.normals.data(), b.normals.data(), a.normals.size_bytes()), 0);
    ASSERT_TRUE(test::has_same_points(a.points, b.points));
    contacts += a.pairs.size();
    began += keeps_->began().size();
    candidates += keeps_->candidate_count();
  }

  std::size_t contacts = 0, began = 0, candidates = 0;

 private:
  static constexpr double k_side = 2.2;

  scenes::Random random_;
  scenes::RandomShapes shapes_;
  std::vector<RestoredWorld> restored_;
  WorldPtr keeps_ = make_world().value, forgets_ = make_world().value;
  std::vector<ColliderId> members_;
};

TEST(PairMemory, AnswersAreTheSameBytesWithoutIt) {
  constexpr std::uint64_t seed = 43;
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  Twins twins(seed);
  const int frames = test::scaled(400);
  for (int frame = 0; frame < frames; ++frame) {
    SCOPED_TRACE(frame);
    twins.move();
    if (frame % 3 == 0) ASSERT_NO_FATAL_FAILURE(twins.remove());
    if (frame % 3 == 1) ASSERT_NO_FATAL_FAILURE(twins.add());
    if (frame % 50 == 25) ASSERT_NO_FATAL_FAILURE(twins.restore());
    ASSERT_NO_FATAL_FAILURE(twins.update_and_compare());
  }
  // Both kinds of pairs, and pairs that change from one to the other.
  EXPECT_GT(10 * twins.contacts, 2 * twins.candidates);
  EXPECT_LT(10 * twins.contacts, 8 * twins.candidates);
  EXPECT_GT(twins.began, static_cast<std::size_t>(frames));
}

}  // namespace
}  // namespace hyperplane
