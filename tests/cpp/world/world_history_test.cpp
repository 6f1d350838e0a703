#include <algorithm>
#include <cstring>
#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/world.h>

#include "random.h"
#include "random_shapes.h"
#include "support/shuffle.h"
#include "support/test_size.h"

/// The result of an update depends only on the state at the last update and the calls since: after long random
/// histories, at random moments, a restored snapshot and a fresh world that starts at the last update must give the
/// same hash.

namespace hyperplane {
namespace {

/// A world, and its colliders by number: rows differ from world to world.
struct Side {
  World* world;
  std::map<int, ColliderId> ids;
};

/// A collider at the last update, its rows bit by bit.
struct Known {
  ColliderOptions options;
  double position[3];
  float rotation[4];
};

class Life {
 public:
  explicit Life(std::uint64_t seed) : random_(seed), world_(make_world().value) { main_.world = world_.get(); }

  void run(int updates) {
    for (int i = 0; i < updates; ++i) {
      const int steps = 1 + static_cast<int>(random_.below(12));
      for (int k = 0; k < steps; ++k) ASSERT_NO_FATAL_FAILURE(step());
      if (i % 3 == 2) {
        ASSERT_NO_FATAL_FAILURE(compare());
      } else {
        ASSERT_TRUE(main_.world->update().ok());
      }
      impacts += main_.world->impacts().size();
      remember();
    }
  }

  std::size_t impacts = 0, compared = 0, without_continuous = 0;

 private:
  using Call = std::function<void(Side&)>;

  /// Makes a call now, and repeats it in every fresh world until the next update.
  void call(const Call& what) {
    what(main_);
    log_.push_back(what);
  }
  int any() {
    auto at = main_.ids.begin();
    std::advance(at, random_.below(static_cast<std::uint32_t>(main_.ids.size())));
    return at->first;
  }
  Pose pose() {
    const Vec3 p = random_.chance(0.1) ? Vec3{0.5, 0.5, 0.5} : random_.in_box({-2.5, -2.5, -2.5}, {2.5, 2.5, 2.5});
    return {p, random_.chance(0.4) ? Quat{} : random_.rotation()};
  }

  void add() {
    ColliderOptions options;
    options.shape = shapes_.next(random_);
    options.pose = pose();
    options.is_static = random_.chance(0.2);
    options.is_sensor = random_.chance(0.1);
    // Every history has times without any continuous collider.
    options.is_continuous = !is_calm_ && random_.chance(0.3);
    options.is_enabled = random_.chance(0.9);
    if (random_.chance(0.2)) options.layer = 3;
    if (random_.chance(0.2)) options.margin = random_.uniform(0.0, 0.3);
    const int number = next_++;
    call([=](Side& side) { side.ids[number] = side.world->add(options).value; });
    if (options.is_continuous) continuous_.insert(number);
  }
  void remove(int number) {
    call([=](Side& side) {
      ASSERT_EQ(side.world->remove(side.ids.at(number)), Status::ok);
      side.ids.erase(number);
    });
    continuous_.erase(number);
    std::erase_if(ignored_, [&](const auto& pair) { return pair.first == number || pair.second == number; });
  }
  void set_kind(int number) {
    ColliderKind kind{random_.chance(0.2), random_.chance(0.1), !is_calm_ && random_.chance(0.3), random_.chance(0.7)};
    call([=](Side& side) { ASSERT_EQ(side.world->set_kind(side.ids.at(number), kind), Status::ok); });
    continuous_.erase(number);
    if (kind.is_continuous) continuous_.insert(number);
  }
  static void write(Side& side, int number, const double (&p)[3], const float (&q)[4]) {
    const std::size_t row = side.ids.at(number).row;
    std::copy_n(p, 3, side.world->positions().data() + 3 * row);
    std::copy_n(q, 4, side.world->quaternions().data() + 4 * row);
  }

  void step() {
    if (main_.ids.size() < 12) return add();
    const std::uint32_t chance = random_.below(23);
    if (random_.chance(0.02)) {
      is_calm_ = !is_calm_;
      while (is_calm_ && !continuous_.empty()) remove(*continuous_.begin());
      return;
    }
    if (chance < 3) {
      add();
    } else if (chance < 5 || main_.ids.size() > 40) {
      remove(any());
    } else if (chance < 10) {
      const int number = any();
      const Pose to = pose();
      call([=](Side& side) { ASSERT_EQ(side.world->set_pose(side.ids.at(number), to), Status::ok); });
    } else if (chance < 11) {
      const int number = any();
      const Pose to = pose();
      call([=](Side& side) { ASSERT_EQ(side.world->teleport(side.ids.at(number), to), Status::ok); });
    } else if (chance < 16) {
      const int number = any();
      const Pose to = pose();
      const double p[3] = {to.position.x, to.position.y, to.position.z};
      const float q[4] = {static_cast<float>(to.rotation.x), static_cast<float>(to.rotation.y),
                          static_cast<float>(to.rotation.z), static_cast<float>(to.rotation.w)};
      call([=](Side& side) { write(side, number, p, q); });
    } else if (chance < 17) {
      call([](Side& side) { ASSERT_TRUE(side.world->refit().ok()); });
    } else if (chance < 18) {
      const int number = any();
      const std::uint32_t layer = 1u << random_.below(2);
      call([=](Side& side) { ASSERT_EQ(side.world->set_filter(side.ids.at(number), layer, ~0u), Status::ok); });
    } else if (chance < 19) {
      const int a = any(), b = any();
      if (a == b) return;
      const bool ignored = random_.chance(0.7);
      call(
          [=](Side& side) { ASSERT_EQ(side.world->set_ignored(side.ids.at(a), side.ids.at(b), ignored), Status::ok); });
      if (ignored) {
        ignored_.insert(std::minmax(a, b));
      } else {
        ignored_.erase(std::minmax(a, b));
      }
    } else if (chance < 21) {
      set_kind(any());
    } else if (chance < 22) {
      const int number = any();
      const Shape shape = shapes_.next(random_);
      call([=](Side& side) { ASSERT_EQ(side.world->set_shape(side.ids.at(number), shape), Status::ok); });
    } else {
      // Caches must not matter.
      main_.world->clear_caches();
    }
  }

  void remember() {
    known_.clear();
    for (const auto& [number, id] : main_.ids) {
      Known& known = known_[number];
      known.options = main_.world->describe(id.row);
      std::copy_n(main_.world->positions().data() + 3 * std::size_t{id.row}, 3, known.position);
      std::copy_n(main_.world->quaternions().data() + 4 * std::size_t{id.row}, 4, known.rotation);
    }
    known_ignored_ = ignored_;
    log_.clear();
  }

  /// A fresh world in the state of the last update, with other rows, and all calls since.
  WorldPtr fresh(Side& side) {
    WorldPtr world = make_world().value;
    side.world = world.get();
    std::vector<int> numbers;
    for (const auto& [number, known] : known_) numbers.push_back(number);
    test::shuffle(random_, numbers);
    for (const int number : numbers) side.ids[number] = world->add(known_[number].options).value;
    for (const int number : numbers) write(side, number, known_[number].position, known_[number].rotation);
    for (const auto& [a, b] : known_ignored_) {
      EXPECT_EQ(world->set_ignored(side.ids.at(a), side.ids.at(b), true), Status::ok);
    }
    EXPECT_TRUE(world->update().ok());
    for (const Call& what : log_) what(side);
    return world;
  }

  void compare() {
    Result<RestoredWorld> restored = [&] {
      const Result<Snapshot> snapshot = main_.world->snapshot();
      return restore_world(snapshot.value.span());
    }();
    ASSERT_TRUE(restored.ok()) << restored.message;
    World& copy = *restored.value.world;
    ASSERT_EQ(copy.hash(), main_.world->hash());
    Side side;
    const WorldPtr other = fresh(side);
    for (World* const world : {main_.world, &copy, other.get()}) ASSERT_TRUE(world->update().ok());
    ASSERT_EQ(copy.impacts().size(), main_.world->impacts().size());
    ASSERT_EQ(other->impacts().size(), main_.world->impacts().size());
    ASSERT_EQ(copy.hash(), main_.world->hash()) << "the restored world went another way";
    ASSERT_EQ(other->hash(), main_.world->hash()) << "the fresh world went another way";
    ++compared;
    without_continuous += continuous_.empty() ? 1 : 0;
    // Continue with the restored world.
    if (random_.chance(0.5)) {
      restored_.push_back(std::move(restored.value));
      main_.world = restored_.back().world.get();
    }
  }

  scenes::Random random_;
  scenes::RandomShapes shapes_;
  std::vector<RestoredWorld> restored_;
  WorldPtr world_;
  Side main_;
  int next_ = 0;
  bool is_calm_ = false;
  std::set<int> continuous_;
  std::set<std::pair<int, int>> ignored_, known_ignored_;
  std::map<int, Known> known_;
  std::vector<Call> log_;
};

TEST(WorldHistory, BeforeTheLastUpdateDoesNotMatter) {
  SCOPED_TRACE("seeds from 4100");
  std::size_t impacts = 0, compared = 0, calm = 0;
  const int lives = test::scaled(60) + 2;
  for (int i = 0; i < lives; ++i) {
    SCOPED_TRACE("life " + std::to_string(i));
    Life life(4100 + static_cast<std::uint64_t>(i));
    ASSERT_NO_FATAL_FAILURE(life.run(60));
    impacts += life.impacts;
    compared += life.compared;
    calm += life.without_continuous;
  }
  EXPECT_EQ(compared, static_cast<std::size_t>(20 * lives));
  EXPECT_GT(impacts, compared / 2);
  EXPECT_GT(calm, compared / 20);
  EXPECT_LT(calm, compared * 7 / 10);
}

}  // namespace
}  // namespace hyperplane
