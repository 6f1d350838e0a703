#include <algorithm>
#include <array>
#include <cstring>
#include <map>
#include <set>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/world.h>

#include "random.h"
#include "random_shapes.h"
#include "support/shuffle.h"
#include "support/test_size.h"

/// The order in which colliders are added changes only their rows: the same colliders touch, with the same bits in
/// either order, and the world has the same hash.

namespace hyperplane {
namespace {

/// Colliders by number, whatever their rows.
struct Ordered {
  WorldPtr world;
  std::vector<ColliderId> ids;
  std::vector<std::size_t> number_of_row;
};

class WorldOrder : public ::testing::Test {
 protected:
  static constexpr std::size_t k_count = 150;

  ColliderOptions random_collider() {
    ColliderOptions options;
    options.shape = shapes_.next(random_);
    options.pose = random_pose();
    options.is_static = random_.chance(0.2);
    options.is_sensor = random_.chance(0.1);
    options.is_continuous = random_.chance(0.3);
    if (random_.chance(0.2)) options.layer = 1u << random_.below(3);
    if (random_.chance(0.2)) options.mask = ~(1u << random_.below(3));
    if (random_.chance(0.2)) options.margin = random_.uniform(0.0, 0.3);
    return options;
  }
  /// Some poses repeat, so that ties occur.
  Pose random_pose() {
    const Vec3 p =
        random_.chance(0.1) ? Vec3{1, 1, 1} : random_.in_box({-side_, -side_, -side_}, {side_, side_, side_});
    return {p, random_.chance(0.2) ? Quat{} : random_.rotation()};
  }

  Ordered fill(const std::vector<ColliderOptions>& colliders, const std::vector<std::size_t>& order, bool with_gaps) {
    Ordered out;
    out.world = make_world().value;
    out.ids.resize(colliders.size());
    std::vector<ColliderId> gaps;
    for (const std::size_t i : order) {
      if (with_gaps && i % 3 == 0) gaps.push_back(out.world->add(colliders[0]).value);
      out.ids[i] = out.world->add(colliders[i]).value;
      if (with_gaps && i % 7 == 0 && !gaps.empty()) {
        EXPECT_EQ(out.world->remove(gaps.back()), Status::ok);
        gaps.pop_back();
      }
    }
    for (const ColliderId gap : gaps) EXPECT_EQ(out.world->remove(gap), Status::ok);
    out.number_of_row.resize(out.world->capacity());
    for (std::size_t i = 0; i < out.ids.size(); ++i) out.number_of_row[out.ids[i].row] = i;
    return out;
  }

  struct Seen {
    float normal[4];
    ContactPointsRecord points;
    friend bool operator==(const Seen& a, const Seen& b) {
      // The bits are what is meant. NOLINTBEGIN(bugprone-suspicious-memory-comparison)
      return std::memcmp(a.normal, b.normal, sizeof a.normal) == 0 &&
             std::memcmp(&a.points, &b.points, sizeof a.points) == 0;
      // NOLINTEND(bugprone-suspicious-memory-comparison)
    }
  };
  /// Contacts by the numbers of their colliders, normals from the lower number to the higher.
  static std::map<std::pair<std::size_t, std::size_t>, Seen> contacts_of(const Ordered& ordered) {
    std::map<std::pair<std::size_t, std::size_t>, Seen> out;
    const ContactList contacts = ordered.world->contacts();
    for (std::size_t i = 0; i < contacts.pairs.size(); ++i) {
      const std::size_t a = ordered.number_of_row[contacts.pairs[i].a], b = ordered.number_of_row[contacts.pairs[i].b];
      Seen seen{{}, contacts.points[i]};
      std::copy_n(contacts.normals.data() + 4 * i, 4, seen.normal);
      if (a > b) {
        for (int k = 0; k < 3; ++k) seen.normal[k] = 0.0f - seen.normal[k];
        for (std::uint32_t& id : seen.points.ids) id = id << 16 | id >> 16;
      }
      out[{std::min(a, b), std::max(a, b)}] = seen;
    }
    return out;
  }

  static std::set<std::pair<std::size_t, std::size_t>> pairs_of(const Ordered& ordered,
                                                                std::span<const RowPair> pairs) {
    std::set<std::pair<std::size_t, std::size_t>> out;
    for (const RowPair pair : pairs) {
      const std::size_t a = ordered.number_of_row[pair.a], b = ordered.number_of_row[pair.b];
      out.insert({std::min(a, b), std::max(a, b)});
    }
    return out;
  }

  /// All data of an impact, bit by bit, by the numbers of its colliders.
  static std::map<std::pair<std::size_t, std::size_t>, std::array<double, 7>> impacts_of(const Ordered& ordered) {
    std::map<std::pair<std::size_t, std::size_t>, std::array<double, 7>> out;
    for (const SweptImpact& impact : ordered.world->impacts()) {
      out[{ordered.number_of_row[impact.a], ordered.number_of_row[impact.b]}] = {
          impact.time,     impact.point.x,  impact.point.y, impact.point.z,
          impact.normal.x, impact.normal.y, impact.normal.z};
    }
    return out;
  }

  scenes::Random random_{77};
  double side_ = 2.5;
  scenes::RandomShapes shapes_;
};

TEST_F(WorldOrder, MakesNoDifference) {
  SCOPED_TRACE("seed 77");
  std::size_t impacts = 0, frames = 0;
  for (int round = 0; round < test::scaled(20) + 1; ++round) {
    // Crowded: most sweeps begin with a touch. Loose: shapes touch during the sweep.
    side_ = round % 2 == 0 ? 2.5 : 8.0;
    std::vector<ColliderOptions> colliders;
    std::vector<std::size_t> order;
    for (std::size_t i = 0; i < k_count; ++i) {
      colliders.push_back(random_collider());
      order.push_back(i);
    }
    std::vector<Ordered> worlds;
    worlds.push_back(fill(colliders, order, false));
    for (int i = 0; i < 3; ++i) {
      test::shuffle(random_, order);
      worlds.push_back(fill(colliders, order, i > 0));
    }
    for (const Ordered& ordered : worlds) {
      ASSERT_EQ(ordered.world->set_ignored(ordered.ids[3], ordered.ids[4], true), Status::ok);
    }
    for (int frame = 0; frame < 4; ++frame) {
      for (std::size_t i = 0; i < k_count; ++i) {
        if (frame == 0 || !random_.chance(0.5)) continue;
        const Pose pose = random_pose();
        for (const Ordered& ordered : worlds) ASSERT_EQ(ordered.world->set_pose(ordered.ids[i], pose), Status::ok);
      }
      for (const Ordered& ordered : worlds) ASSERT_TRUE(ordered.world->update().ok());
      const auto expected = contacts_of(worlds[0]);
      ASSERT_GT(expected.size(), side_ < 5.0 ? 30u : 3u);
      for (const Ordered& ordered : worlds) {
        ASSERT_TRUE(contacts_of(ordered) == expected);
        ASSERT_EQ(pairs_of(ordered, ordered.world->touching()), pairs_of(worlds[0], worlds[0].world->touching()));
        ASSERT_EQ(pairs_of(ordered, ordered.world->began()), pairs_of(worlds[0], worlds[0].world->began()));
        ASSERT_EQ(pairs_of(ordered, ordered.world->ended()), pairs_of(worlds[0], worlds[0].world->ended()));
        ASSERT_EQ(impacts_of(ordered), impacts_of(worlds[0]));
        ASSERT_EQ(ordered.world->hash(), worlds[0].world->hash());
      }
      impacts += worlds[0].world->impacts().size();
      frames += frame > 0 ? 1 : 0;
    }
    // Began and ended pairs and removed colliders enter as well.
    const std::size_t gone = random_.below(k_count);
    for (const Ordered& ordered : worlds) ASSERT_EQ(ordered.world->remove(ordered.ids[gone]), Status::ok);
    for (const Ordered& ordered : worlds) ASSERT_EQ(ordered.world->hash(), worlds[0].world->hash());
    for (const Ordered& ordered : worlds) ASSERT_TRUE(ordered.world->update().ok());
    for (const Ordered& ordered : worlds) ASSERT_EQ(ordered.world->hash(), worlds[0].world->hash());
  }
  EXPECT_GT(impacts, 20 * frames);
}

TEST_F(WorldOrder, TellsWorldsApart) {
  const auto hash_of = [](const auto& change) {
    const WorldPtr world = make_world().value;
    ColliderOptions options;
    options.shape = make_box(1, 1, 1).value;
    const ColliderId a = world->add(options).value;
    options.pose.position = {0.5, 0, 0};
    change(*world, options, a);
    EXPECT_TRUE(world->add(options).ok());
    EXPECT_TRUE(world->update().ok());
    return world->hash();
  };
  const std::vector<std::uint64_t> hashes = {
      hash_of([](World&, ColliderOptions&, ColliderId) {}),
      hash_of([](World&, ColliderOptions& options, ColliderId) { options.pose.position.x = 0.5000001; }),
      hash_of([](World&, ColliderOptions& options, ColliderId) { options.pose.rotation = {0, 0, 1, 1}; }),
      hash_of([](World&, ColliderOptions& options, ColliderId) { options.shape = make_box(1, 1, 1.5).value; }),
      hash_of([](World&, ColliderOptions& options, ColliderId) { options.is_static = true; }),
      hash_of([](World&, ColliderOptions& options, ColliderId) { options.is_sensor = true; }),
      hash_of([](World&, ColliderOptions& options, ColliderId) { options.layer = 2; }),
      hash_of([](World&, ColliderOptions& options, ColliderId) { options.mask = 2; }),
      hash_of([](World& world, ColliderOptions&, ColliderId a) { EXPECT_EQ(world.remove(a), Status::ok); }),
      hash_of([](World& world, ColliderOptions& options, ColliderId a) {
        const ColliderId b = world.add(options).value;
        EXPECT_EQ(world.set_ignored(a, b, true), Status::ok);
      }),
      hash_of([](World& world, ColliderOptions& options, ColliderId) { EXPECT_TRUE(world.add(options).ok()); }),
  };
  for (std::size_t i = 0; i < hashes.size(); ++i) {
    for (std::size_t j = 0; j < i; ++j) EXPECT_NE(hashes[i], hashes[j]) << i << ' ' << j;
  }
}

}  // namespace
}  // namespace hyperplane
