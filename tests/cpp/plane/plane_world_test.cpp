#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>
#include <utility>
#include <vector>

#include "plane/plane_composite_oracle.h"
#include "support/test_size.h"

/// Worlds of the plane beside a model that tests every pair and remembers everything.

namespace hyperplane::test::in_plane {
namespace {

using plane::BroadPhase;
using plane::ColliderOptions;
using plane::Pose;
using plane::Shape;
using plane::Vec2;
using plane::World;
using plane::WorldPtr;

using Pairs = std::set<std::pair<std::uint32_t, std::uint32_t>>;

Pairs pairs_of(std::span<const RowPair> list) {
  Pairs pairs;
  for (const RowPair pair : list) {
    EXPECT_LT(pair.a, pair.b);
    pairs.insert({pair.a, pair.b});
  }
  EXPECT_EQ(pairs.size(), list.size());
  EXPECT_TRUE(std::is_sorted(list.begin(), list.end()));
  return pairs;
}

/// Shapes that the worlds use; they outlive them.
struct Stock {
  std::vector<PlaneSolid> solids;
  std::vector<plane::CompositePtr> composites;
  std::vector<plane::CompoundPart> parts;
  std::vector<Shape> shapes;

  explicit Stock(Random& random) {
    for (int i = 0; i < 12; ++i) {
      solids.push_back(random_solid(random, 1.0));
      shapes.push_back(solids.back().shape);
    }
    for (int i = 0; i < 4; ++i) add(build({{random_star(random, 7 + i, 1.5)}}));
    const double points[] = {-2.0, 0.0, -0.5, 0.7, 0.5, -0.5, 2.0, 0.0};
    add(plane::build_chain(points, false, plane::ChainSides::both));
    add(plane::build_chain(points, false, plane::ChainSides::front));
    add(plane::build_chain(points, true, plane::ChainSides::both));
    parts = {{shapes[0], {{0.5, 0.0}, 0.0}}, {shapes[1], {{-0.5, 0.5}, 1.0}}, {shapes[12], {{0.0, -1.0}, 2.0}}};
    add(plane::build_compound(parts));
  }
  void add(plane::BuiltComposite built) {
    EXPECT_TRUE(built.ok()) << built.message;
    composites.push_back(std::move(built.value));
    shapes.push_back(make_composite(*composites.back()));
  }
};

/// What the world should say.
struct Model {
  struct Item {
    ColliderId id;
    ColliderOptions options;
    bool is_live = false;
  };
  std::vector<Item> items;
  Pairs ignored, touching;

  static bool takes_part(const Item& item) { return item.is_live && item.options.is_enabled; }
  bool may_touch(const Item& a, const Item& b) const {
    if (!takes_part(a) || !takes_part(b) || (a.options.is_static && b.options.is_static)) return false;
    if ((a.options.layer & b.options.mask) == 0 || (b.options.layer & a.options.mask) == 0) return false;
    return ignored.count(std::minmax(a.id.row, b.id.row)) == 0;
  }
  Pairs find_touching() const {
    Pairs found;
    for (std::size_t i = 0; i < items.size(); ++i) {
      for (std::size_t k = 0; k < i; ++k) {
        const Item &a = items[i], &b = items[k];
        if (!may_touch(a, b)) continue;
        const bool in_order = a.id.row < b.id.row;
        const Item &low = in_order ? a : b, &high = in_order ? b : a;
        if (intersects(low.options.shape, low.options.pose, high.options.shape, high.options.pose)) {
          found.insert({low.id.row, high.id.row});
        }
      }
    }
    return found;
  }
  const Item* in_row(std::uint32_t row) const {
    for (const Item& item : items) {
      if (item.is_live && item.id.row == row) return &item;
    }
    return nullptr;
  }
};

Pose random_pose(Random& random, double reach, Vec2 middle) {
  return {{middle.x + random.uniform(-reach, reach), middle.y + random.uniform(-reach, reach)},
          random.uniform(-4.0, 4.0)};
}

void check_contacts(const World& world, const Model& model) {
  const plane::ContactList contacts = world.contacts();
  ASSERT_EQ(contacts.normals.size(), 3 * contacts.pairs.size());
  ASSERT_EQ(contacts.points.size(), contacts.pairs.size());
  Pairs with_contacts;
  for (std::size_t i = 0; i < contacts.pairs.size(); ++i) {
    const RowPair pair = contacts.pairs[i];
    if (i > 0) {
      ASSERT_FALSE(pair < contacts.pairs[i - 1]);
      if (pair == contacts.pairs[i - 1]) {
        const auto &before = contacts.points[i - 1], &here = contacts.points[i];
        ASSERT_TRUE(std::make_pair(before.part_a, before.part_b) <= std::make_pair(here.part_a, here.part_b));
      }
    }
    with_contacts.insert({pair.a, pair.b});
    const Model::Item *a = model.in_row(pair.a), *b = model.in_row(pair.b);
    ASSERT_NE(a, nullptr);
    ASSERT_NE(b, nullptr);
    ASSERT_FALSE(a->options.is_sensor || b->options.is_sensor);
    const plane::ContactPointsRecord& points = contacts.points[i];
    ASSERT_GE(points.count, 1u);
    ASSERT_LE(points.count, 2u);
    const float* const n = &contacts.normals[3 * i];
    ASSERT_NEAR(std::hypot(n[0], n[1]), 1.0f, 1e-6f);
    ASSERT_GE(n[2], 0.0f);
    if (a->options.is_static || b->options.is_static) continue;
    // Among movers the contacts are those of the pair functions.
    plane::Contact all[256];
    const std::size_t count = collide_all(a->options.shape, a->options.pose, b->options.shape, b->options.pose, all);
    ASSERT_LE(count, 256u);
    bool is_known = false;
    for (std::size_t k = 0; k < count; ++k) {
      const double x = points.origin[0] + static_cast<double>(points.points[0][0]);
      const Vec2 middle{(all[k].points[0].on_a.x + all[k].points[0].on_b.x) / 2, 0.0};
      is_known =
          is_known || (all[k].part_a == points.part_a && all[k].part_b == points.part_b &&
                       std::fabs(all[k].depth - static_cast<double>(n[2])) < 1e-6 &&
                       std::fabs(all[k].normal.x - static_cast<double>(n[0])) < 1e-5 && std::fabs(middle.x - x) < 1e-5);
    }
    ASSERT_TRUE(is_known);
  }
  for (const auto& [a, b] : with_contacts) ASSERT_EQ(model.touching.count({a, b}), 1u);
  for (const auto& [a, b] : model.touching) {
    const Model::Item *first = model.in_row(a), *second = model.in_row(b);
    const bool is_sensor = first->options.is_sensor || second->options.is_sensor;
    const bool has_static = first->options.is_static || second->options.is_static;
    if (is_sensor) {
      ASSERT_EQ(with_contacts.count({a, b}), 0u);
    } else if (!has_static) {
      ASSERT_EQ(with_contacts.count({a, b}), 1u);
    }
  }
}

/// The lists of each collider, beside a search of all pairs.
void check_pairs_of_colliders(World& world, const Model& model) {
  for (const Model::Item& item : model.items) {
    const auto contacts = world.contacts_of(item.id), touching = world.touching_of(item.id);
    ASSERT_EQ(contacts.status, item.is_live ? Status::ok : Status::stale_handle);
    ASSERT_EQ(touching.status, contacts.status);
    if (!item.is_live) continue;
    const auto check = [&](std::span<const std::uint32_t> listed, std::span<const RowPair> pairs) {
      std::size_t next = 0;
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        if (pairs[i].a != item.id.row && pairs[i].b != item.id.row) continue;
        ASSERT_LT(next, listed.size());
        ASSERT_EQ(listed[next++], i);
      }
      ASSERT_EQ(next, listed.size());
    };
    check(contacts.value, world.contacts().pairs);
    check(touching.value, world.touching());
  }
}

void check_queries(World& world, const Model& model, Random& random, Vec2 middle) {
  const Vec2 origin{middle.x + random.uniform(-8.0, 8.0), middle.y + random.uniform(-8.0, 8.0)};
  const double angle = random.uniform(0.0, 7.0);
  const Vec2 direction{3.0 * std::cos(angle), 3.0 * std::sin(angle)};
  plane::QueryOptions options;
  if (random.chance(0.3)) options.max_distance = random.uniform(0.0, 6.0);
  if (random.chance(0.3)) options.mask = 2;
  options.sensors = random.chance(0.3);
  const auto sees = [&](const Model::Item& item) {
    return Model::takes_part(item) && (item.options.layer & options.mask) != 0 &&
           (options.sensors || !item.options.is_sensor);
  };
  double nearest = HUGE_VAL, least = HUGE_VAL;
  std::size_t hits = 0;
  std::vector<std::uint32_t> overlapping;
  using Ranked = std::pair<double, std::uint32_t>;
  std::set<Ranked> met, near;
  const PlaneSolid probe = plane_capsule(0.4, 0.7);
  const Pose at{origin, angle};
  const plane::Sweep sweep{
      at, {{origin.x + direction.x, origin.y + direction.y}, angle + (random.chance(0.5) ? 1.0 : 0.0)}};
  for (const Model::Item& item : model.items) {
    if (!sees(item)) continue;
    const plane::RayHit hit = raycast(item.options.shape, item.options.pose, origin, direction, options.max_distance);
    if (hit.hit) {
      ++hits;
      nearest = std::min(nearest, hit.distance);
    }
    const plane::ClosestPoint closest = closest_point(item.options.shape, item.options.pose, origin);
    if (closest.distance <= options.max_distance) least = std::min(least, closest.distance);
    if (intersects(probe.shape, at, item.options.shape, item.options.pose)) overlapping.push_back(item.id.row);
    const plane::Impact impact =
        time_of_impact(probe.shape, sweep, item.options.shape, {item.options.pose, item.options.pose});
    if (impact.hit && impact.time * 3.0 <= options.max_distance) met.insert({impact.time, item.id.row});
    const plane::Distance apart = distance(probe.shape, at, item.options.shape, item.options.pose);
    if (apart.distance <= options.max_distance) near.insert({apart.distance, item.id.row});
  }
  std::sort(overlapping.begin(), overlapping.end());
  const plane::WorldRayHit hit = world.raycast(origin, direction, options);
  ASSERT_EQ(hit.hit, nearest < HUGE_VAL);
  if (hit.hit) {
    ASSERT_NEAR(hit.distance, nearest, 1e-9);
  }
  const auto all = world.raycast_all(origin, direction, options);
  ASSERT_TRUE(all.ok());
  ASSERT_EQ(all.value.size(), hits);
  for (std::size_t i = 1; i < all.value.size(); ++i) ASSERT_LE(all.value[i - 1].distance, all.value[i].distance);
  const plane::WorldClosestPoint closest = world.closest(origin, options);
  ASSERT_EQ(closest.found, least < HUGE_VAL);
  if (closest.found) {
    ASSERT_NEAR(closest.distance, least, 1e-9);
  }
  const auto found = world.overlap(probe.shape, at, options);
  ASSERT_TRUE(found.ok());
  ASSERT_TRUE(std::equal(found.value.begin(), found.value.end(), overlapping.begin(), overlapping.end()));
  const plane::WorldImpact impact = world.cast_shape(probe.shape, sweep, options);
  ASSERT_TRUE(impact.hit ? Ranked(impact.time, impact.row) == *met.begin() : met.empty());
  std::vector<Ranked> listed;
  const auto meets = world.cast_shape_all(probe.shape, sweep, options);
  for (const plane::WorldImpact& one : meets.value) listed.push_back({one.time, one.row});
  ASSERT_EQ(listed, std::vector<Ranked>(met.begin(), met.end()));
  listed.clear();
  const auto beside = world.nearest_all(probe.shape, at, options);
  for (const plane::WorldDistance& one : beside.value) listed.push_back({one.distance, one.row});
  ASSERT_EQ(listed, std::vector<Ranked>(near.begin(), near.end()));
  const plane::WorldDistance first = world.nearest(probe.shape, at, options);
  ASSERT_TRUE(first.found ? Ranked(first.distance, first.row) == *near.begin() : near.empty());
}

void live_through(std::uint64_t seed, BroadPhase broad_phase, int steps, double scale, Vec2 middle) {
  Random random(seed);
  const Stock stock(random);
  plane::WorldOptions options;
  options.broad_phase = broad_phase;
  options.capacity = random.chance(0.5) ? 0 : 100;
  const WorldPtr world = plane::make_world(options).value;
  Model model;
  const double reach = 6.0;
  for (int step = 0; step < steps; ++step) {
    const int changes = random.below(12);
    for (int i = 0; i < changes; ++i) {
      const int what = random.below(12);
      if (what < 4 || model.items.empty()) {
        ColliderOptions added;
        added.shape = stock.shapes[static_cast<std::size_t>(random.below(static_cast<int>(stock.shapes.size())))];
        added.pose = random_pose(random, reach * scale, middle);
        added.is_static = random.chance(0.3);
        added.is_sensor = random.chance(0.15);
        added.is_enabled = random.chance(0.9);
        if (random.chance(0.2)) added.layer = 1u << random.below(3);
        if (random.chance(0.2)) added.mask = static_cast<std::uint32_t>(random.below(8)) | 1u;
        const auto id = world->add(added);
        ASSERT_TRUE(id.ok());
        ASSERT_TRUE(world->contains(id.value));
        model.items.push_back({id.value, added, true});
        continue;
      }
      Model::Item& item = model.items[static_cast<std::size_t>(random.below(static_cast<int>(model.items.size())))];
      const Status expected = item.is_live ? Status::ok : Status::stale_handle;
      if (what < 6) {
        ASSERT_EQ(world->remove(item.id), expected);
        if (item.is_live) {
          for (auto pair = model.ignored.begin(); pair != model.ignored.end();) {
            const bool goes = pair->first == item.id.row || pair->second == item.id.row;
            pair = goes ? model.ignored.erase(pair) : std::next(pair);
          }
        }
        item.is_live = false;
      } else if (what < 8) {
        const Pose pose = random_pose(random, reach * scale, middle);
        ASSERT_EQ(world->set_pose(item.id, pose), expected);
        item.options.pose = pose;
      } else if (what == 8) {
        item.options.layer = 1u << random.below(2);
        ASSERT_EQ(world->set_filter(item.id, item.options.layer, item.options.mask), expected);
      } else if (what == 9) {
        const Shape& shape =
            stock.shapes[static_cast<std::size_t>(random.below(static_cast<int>(stock.shapes.size())))];
        ASSERT_EQ(world->set_shape(item.id, shape), expected);
        item.options.shape = shape;
      } else if (what == 10) {
        ColliderOptions& of = item.options;
        bool* const flags[] = {&of.is_static, &of.is_sensor, &of.is_continuous, &of.is_enabled, &of.is_enabled};
        bool& flag = *flags[random.below(5)];
        flag = !flag;
        ASSERT_EQ(world->set_kind(item.id, {of.is_static, of.is_sensor, of.is_continuous, of.is_enabled}), expected);
      } else {
        const Model::Item& other = model.items[0];
        if (!other.is_live || !item.is_live || &other == &item) continue;
        const bool ignores = random.chance(0.7);
        ASSERT_EQ(world->set_ignored(item.id, other.id, ignores), Status::ok);
        if (ignores) {
          model.ignored.insert(std::minmax(item.id.row, other.id.row));
        } else {
          model.ignored.erase(std::minmax(item.id.row, other.id.row));
        }
      }
    }
    check_queries(*world, model, random, middle);
    if (testing::Test::HasFatalFailure()) FAIL() << "queries in step " << step;
    // Most movers by the rows, a little.
    for (Model::Item& item : model.items) {
      if (!item.is_live || random.chance(0.3)) continue;
      Pose& pose = item.options.pose;
      pose = {{pose.position.x + random.uniform(-0.3, 0.3), pose.position.y + random.uniform(-0.3, 0.3)},
              pose.angle + 0.1};
      world->positions()[2 * item.id.row] = pose.position.x;
      world->positions()[2 * item.id.row + 1] = pose.position.y;
      world->angles()[item.id.row] = pose.angle;
    }
    const plane::UpdateResult updated = world->update();
    ASSERT_TRUE(updated.ok()) << updated.message;
    const Pairs before = model.touching;
    model.touching = model.find_touching();
    ASSERT_EQ(pairs_of(world->touching()), model.touching) << step;
    Pairs began, ended;
    std::set_difference(model.touching.begin(), model.touching.end(), before.begin(), before.end(),
                        std::inserter(began, began.end()));
    std::set_difference(before.begin(), before.end(), model.touching.begin(), model.touching.end(),
                        std::inserter(ended, ended.end()));
    // What a continuous collider crosses begins and ends.
    for (const auto& pair : pairs_of(world->began())) {
      if (pairs_of(world->ended()).count(pair) == 0) continue;
      const ColliderOptions first = world->describe(pair.first), second = world->describe(pair.second);
      ASSERT_TRUE((first.is_continuous && second.is_sensor) || (second.is_continuous && first.is_sensor)) << step;
      ASSERT_EQ(before.count(pair) + model.touching.count(pair), 0u) << step;
      began.insert(pair);
      ended.insert(pair);
    }
    ASSERT_EQ(pairs_of(world->began()), began) << step;
    ASSERT_EQ(pairs_of(world->ended()), ended) << step;
    check_contacts(*world, model);
    check_pairs_of_colliders(*world, model);
    if (testing::Test::HasFatalFailure()) FAIL() << "contacts in step " << step;
  }
}

TEST(PlaneWorld, AgreesWithTheModel) {
  const BroadPhase all[] = {BroadPhase::automatic, BroadPhase::sweep_and_prune, BroadPhase::bvh,
                            BroadPhase::brute_force};
  for (int i = 0; i < scaled(60); ++i) {
    live_through(static_cast<std::uint64_t>(100 + i), all[i % 4], 30, 1.0, i % 5 == 4 ? Vec2{1e6, -1e6} : Vec2{});
    if (HasFatalFailure()) FAIL() << "life " << i;
  }
}

TEST(PlaneWorld, EnablesWhereTheRowIs) {
  const WorldPtr world = plane::make_world().value;
  ColliderOptions options;
  options.shape = plane_rectangle(1.0, 1.0).shape;
  options.is_continuous = true;
  const ColliderId a = world->add(options).value;
  options.pose.position.x = 8.0;
  options.is_enabled = false;
  const ColliderId b = world->add(options).value;
  EXPECT_EQ(world->size(), 2u);
  ASSERT_TRUE(world->update().ok());
  const std::uint64_t hash = world->hash();
  const double nan = std::numeric_limits<double>::quiet_NaN();
  ColliderKind kind;
  kind.is_continuous = true;
  // What the row holds is looked at, and without a pose nothing changes.
  world->positions()[2] = nan;
  EXPECT_EQ(world->set_kind(b, kind), Status::invalid_argument);
  EXPECT_EQ(world->hash(), hash);
  EXPECT_FALSE(world->describe(b.row).is_enabled);
  world->positions()[2] = -8.0;
  EXPECT_EQ(world->set_kind(b, kind), Status::ok);
  EXPECT_EQ(world->describe(b.row).pose.position.x, -8.0);
  EXPECT_EQ(world->raycast({-12.0, 0.0}, {1.0, 0.0}).row, b.row);
  // It was not swept from where it was before.
  ASSERT_TRUE(world->update().ok());
  EXPECT_TRUE(world->impacts().empty());
  ASSERT_EQ(world->set_pose(b, {{8.0, 0.0}, 0.0}), Status::ok);
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->impacts().size(), 2u);
  kind.is_enabled = false;
  ASSERT_EQ(world->set_pose(b, {{-8.0, 0.0}, 0.0}), Status::ok);
  ASSERT_EQ(world->set_kind(b, kind), Status::ok);
  ASSERT_TRUE(world->update().ok());
  EXPECT_TRUE(world->impacts().empty());
  EXPECT_EQ(world->set_shape(b, plane_circle(1.0).shape), Status::ok);
  EXPECT_EQ(world->remove(b), Status::ok);
  EXPECT_EQ(world->set_kind(b, kind), Status::stale_handle);
  EXPECT_EQ(world->set_shape(b, options.shape), Status::stale_handle);
  EXPECT_EQ(world->contacts_of(b).status, Status::stale_handle);
  EXPECT_EQ(world->touching_of({}).status, Status::stale_handle);
  EXPECT_TRUE(world->contacts_of(a).value.empty());
  EXPECT_EQ(world->size(), 1u);
}

TEST(PlaneWorld, GivesTheSameBitsWithAllBroadPhases) {
  const BroadPhase all[] = {BroadPhase::sweep_and_prune, BroadPhase::bvh, BroadPhase::brute_force,
                            BroadPhase::automatic};
  std::uint64_t hashes[4][20];
  for (int phase = 0; phase < 4; ++phase) {
    Random random(7);
    const Stock stock(random);
    plane::WorldOptions options;
    options.broad_phase = all[phase];
    const WorldPtr world = plane::make_world(options).value;
    for (int i = 0; i < 300; ++i) {
      ColliderOptions added;
      added.shape = stock.shapes[static_cast<std::size_t>(random.below(static_cast<int>(stock.shapes.size())))];
      added.pose = random_pose(random, 10.0, {});
      added.is_static = random.chance(0.3);
      ASSERT_TRUE(world->add(added).ok());
    }
    for (std::uint64_t& hash : hashes[phase]) {
      for (double& number : world->positions()) number += random.uniform(-0.1, 0.1);
      for (double& number : world->angles()) number += random.uniform(-0.1, 0.1);
      ASSERT_TRUE(world->update().ok());
      hash = world->hash();
    }
  }
  for (int phase = 1; phase < 4; ++phase) {
    for (int i = 0; i < 20; ++i) EXPECT_EQ(hashes[phase][i], hashes[0][i]) << phase << " " << i;
  }
}

TEST(PlaneWorld, RefusesBadInputAndChangesNothing) {
  plane::WorldOptions huge;
  huge.capacity = k_max_colliders + 1;
  EXPECT_EQ(plane::make_world(huge).status, Status::invalid_argument);
  const WorldPtr world = plane::make_world().value;
  ColliderOptions options;
  options.shape = plane_circle(1.0).shape;
  const ColliderId a = world->add(options).value, b = world->add(options).value;
  const double nan = std::numeric_limits<double>::quiet_NaN();
  options.pose.angle = nan;
  EXPECT_EQ(world->add(options).status, Status::invalid_argument);
  EXPECT_EQ(world->set_pose(a, {{0.0, 1e13}, 0.0}), Status::invalid_argument);
  EXPECT_EQ(world->set_ignored(a, a, true), Status::invalid_argument);
  ASSERT_TRUE(world->update().ok());
  const std::uint64_t before = world->hash();
  world->positions()[0] = 5.0;
  world->positions()[3] = nan;
  const plane::UpdateResult result = world->update();
  EXPECT_EQ(result.status, Status::invalid_argument);
  EXPECT_EQ(result.row, b.row);
  EXPECT_EQ(world->hash(), before);
  world->positions()[3] = 0.0;
  ASSERT_TRUE(world->update().ok());
  EXPECT_NE(world->hash(), before);
  EXPECT_EQ(world->remove(a), Status::ok);
  EXPECT_EQ(world->remove(a), Status::stale_handle);
  EXPECT_EQ(world->remove({}), Status::stale_handle);
  EXPECT_EQ(world->separation(a).status, Status::stale_handle);
  EXPECT_FALSE(world->move_and_slide(options.shape, {}, {nan, 0.0}).ok());
}

TEST(PlaneWorld, CapsItsContacts) {
  plane::WorldOptions few;
  few.max_contacts = 10;
  const WorldPtr world = plane::make_world(few).value;
  ColliderOptions options;
  options.shape = plane_circle(1.0).shape;
  for (int i = 0; i < 5; ++i) ASSERT_TRUE(world->add(options).ok());
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->contacts().pairs.size(), 10u);
  ASSERT_TRUE(world->add(options).ok());
  EXPECT_EQ(world->update().status, Status::out_of_memory);
  EXPECT_EQ(world->contacts().pairs.size(), 10u);
}

TEST(PlaneWorld, SeparatesColliders) {
  Random random(9);
  for (int i = 0; i < scaled(500); ++i) {
    const WorldPtr world = plane::make_world().value;
    ColliderOptions options;
    options.shape = plane_rectangle(1.0, 1.0).shape;
    options.pose = random_pose(random, 0.3, {});
    const ColliderId own = world->add(options).value;
    const int count = 1 + random.below(2);
    for (int k = 0; k < count; ++k) {
      options.shape = plane_circle(random.uniform(0.2, 1.0)).shape;
      options.pose = random_pose(random, 1.2, {});
      ASSERT_TRUE(world->add(options).ok());
    }
    ASSERT_TRUE(world->update().ok());
    const plane::ContactList contacts = world->contacts();
    double deepest = 0.0;
    bool opposed = false;
    std::vector<Vec2> normals;
    for (std::size_t k = 0; k < contacts.pairs.size(); ++k) {
      if (contacts.pairs[k].a != own.row) continue;
      const Vec2 n{static_cast<double>(contacts.normals[3 * k]), static_cast<double>(contacts.normals[3 * k + 1])};
      for (const Vec2& other : normals) opposed = opposed || n.x * other.x + n.y * other.y < -0.5;
      normals.push_back(n);
      deepest = std::max(deepest, static_cast<double>(contacts.normals[3 * k + 2]));
    }
    const Vec2 out = world->separation(own).value;
    if (normals.empty()) {
      ASSERT_EQ(std::hypot(out.x, out.y), 0.0);
      continue;
    }
    if (opposed) continue;
    ASSERT_GE(std::hypot(out.x, out.y), deepest * 0.999);
    for (std::size_t k = 0; k < normals.size(); ++k) {
      ASSERT_LE(static_cast<double>(contacts.normals[3 * k + 2]) + normals[k].x * out.x + normals[k].y * out.y,
                2e-6 * deepest);
    }
  }
}

/// A floor of separate static tiles with its surface at y = 0, and a wall at x = 10.
WorldPtr tile_world(const PlaneSolid& tile) {
  WorldPtr world = plane::make_world().value;
  ColliderOptions options;
  options.shape = tile.shape;
  options.is_static = true;
  for (int x = -10; x < 10; ++x) {
    for (int y = 0; y < 2; ++y) {
      options.pose = {{x + 0.5, -0.5 - y}, 0.0};
      EXPECT_TRUE(world->add(options).ok());
    }
  }
  for (int y = 0; y < 4; ++y) {
    options.pose = {{10.5, y + 0.5}, 0.0};
    EXPECT_TRUE(world->add(options).ok());
  }
  return world;
}

TEST(PlaneWorld, TilesPushUpwards) {
  Random random(10);
  const PlaneSolid tiles[] = {plane_rectangle(1.0, 1.0),
                              plane_polygon({{-0.5, -0.5}, {0.5, -0.5}, {0.5, 0.5}, {-0.5, 0.5}})};
  const PlaneSolid bodies[] = {plane_rectangle(0.8, 1.2), plane_rectangle(3.0, 0.4), plane_circle(0.4),
                               plane_capsule(0.3, 0.8),   plane_ellipse(0.7, 0.3),   plane_ring(5, 0.5)};
  for (const PlaneSolid& tile : tiles) {
    const WorldPtr world = tile_world(tile);
    for (const PlaneSolid& body : bodies) {
      ColliderOptions options;
      options.shape = body.shape;
      const ColliderId id = world->add(options).value;
      for (int i = 0; i < scaled(2000); ++i) {
        const double turns[] = {0.0, 0.0, 0.01, 1.5707963267948966, 0.3};
        Pose at{{}, turns[random.below(5)]};
        const double sink = random.uniform(1e-4, 0.08);
        at.position.x =
            random.chance(0.3) ? random.below(12) - 6 - 0.4 + random.uniform(-1e-3, 1e-3) : random.uniform(-8.0, 8.0);
        at.position.y = -sink - support(body.shape, {{}, at.angle}, {0.0, -1.0}).y;
        ASSERT_EQ(world->set_pose(id, at), Status::ok);
        ASSERT_TRUE(world->update().ok());
        const plane::ContactList contacts = world->contacts();
        ASSERT_GT(contacts.pairs.size(), 0u);
        float deepest = 0.0f;
        for (std::size_t k = 0; k < contacts.pairs.size(); ++k) {
          const float side = contacts.pairs[k].a == id.row ? -1.0f : 1.0f;
          ASSERT_NEAR(side * contacts.normals[3 * k + 1], 1.0f, 1e-6f)
              << i << " x " << at.position.x << " sink " << sink;
          deepest = std::max(deepest, contacts.normals[3 * k + 2]);
        }
        ASSERT_NEAR(deepest, static_cast<float>(sink), 1e-6f);
      }
      // In the corner both the floor and the wall push, and nothing else.
      const Vec2 right = support(body.shape, {}, {1.0, 0.0}), low = support(body.shape, {}, {0.0, -1.0});
      ASSERT_EQ(world->set_pose(id, {{10.02 - right.x, -0.03 - low.y}, 0.0}), Status::ok);
      ASSERT_TRUE(world->update().ok());
      bool has_wall = false, has_floor = false;
      const plane::ContactList contacts = world->contacts();
      for (std::size_t k = 0; k < contacts.pairs.size(); ++k) {
        const float side = contacts.pairs[k].a == id.row ? -1.0f : 1.0f;
        has_wall = has_wall || side * contacts.normals[3 * k] < -0.999f;
        has_floor = has_floor || side * contacts.normals[3 * k + 1] > 0.999f;
      }
      EXPECT_TRUE(has_wall);
      EXPECT_TRUE(has_floor);
      ASSERT_EQ(world->remove(id), Status::ok);
    }
  }
}

/// Ground at y = 0 from `left` to `right` as a static collider of any kind. Coordinates are rounded to 32 bits.
class FlatGround {
 public:
  static constexpr int k_kinds = 7;

  ColliderId add(World& world, int kind, double left, double right) {
    const auto rounded = [](double number) { return static_cast<double>(static_cast<float>(number)); };
    const double a = rounded(left), b = rounded(right), middle = rounded(0.5 * (left + right));
    const double size = rounded(right - left), half = rounded(0.5 * (right - left));
    const double line[] = {a, 0.0, middle, 0.0, b, 0.0};
    ColliderOptions options;
    options.is_static = true;
    if (kind == 0) {
      options.shape = plane_rectangle(size, size).shape;
      options.pose.position = {middle, rounded(-0.5 * size)};
    } else if (kind == 1) {
      solids_.push_back(plane_polygon({{a, -size}, {b, -size}, {b, 0.0}, {a, 0.0}}));
      options.shape = solids_.back().shape;
    } else if (kind == 2) {
      options.shape = add(build({{Ring{{a, -size}, {middle, -0.6 * size}, {b, -size}, {b, 0.0}, {a, 0.0}}}}));
    } else if (kind == 3) {
      const Shape brick = plane_rectangle(half, half).shape;
      const double y = rounded(-0.25 * size);
      const plane::CompoundPart bricks[] = {{brick, {{rounded(0.5 * (a + middle)), y}, 0.0}},
                                            {brick, {{rounded(0.5 * (middle + b)), y}, 0.0}}};
      options.shape = add(plane::build_compound(bricks));
    } else if (kind == 4) {
      options.shape = plane_segment({a, 0.0}, {b, 0.0}).shape;
    } else {
      options.shape =
          add(plane::build_chain(line, false, kind == 5 ? plane::ChainSides::both : plane::ChainSides::front));
    }
    return world.add(options).value;
  }

 private:
  std::vector<PlaneSolid> solids_;
  std::vector<plane::CompositePtr> composites_;

  Shape add(plane::BuiltComposite built) {
    composites_.push_back(std::move(built.value));
    return make_composite(*composites_.back());
  }
};

TEST(PlaneWorld, BordersOfCollidersOfAllKindsPushUpwards) {
  Random random(14);
  for (const double tile : {1.0, 1.0 / 3.0, 0.1}) {
    const PlaneSolid bodies[] = {plane_rectangle(0.8 * tile, 1.2 * tile), plane_circle(0.4 * tile),
                                 plane_capsule(0.3 * tile, 0.8 * tile), plane_ellipse(0.7 * tile, 0.3 * tile)};
    for (int kind = 0; kind < FlatGround::k_kinds * FlatGround::k_kinds; ++kind) {
      const WorldPtr world = plane::make_world().value;
      FlatGround ground;
      const int first = random.below(60);
      for (int i = 0; i < 12; ++i) {
        const double left = tile * (first + i);
        ground.add(*world, i % 2 == 0 ? kind % FlatGround::k_kinds : kind / FlatGround::k_kinds, left, left + tile);
      }
      for (const PlaneSolid& body : bodies) {
        ColliderOptions options;
        options.shape = body.shape;
        const ColliderId id = world->add(options).value;
        const Vec2 low = support(body.shape, {}, {0.0, -1.0}), right = support(body.shape, {}, {1.0, 0.0});
        for (int i = 0; i < scaled(60); ++i) {
          const double sink = tile * std::pow(10.0, random.uniform(-4.0, -1.3));
          const double aside = (random.chance(0.5) ? right.x : -right.x) + 2.0 * sink * random.uniform(-1.0, 1.0);
          const Vec2 at{tile * (first + 4 + random.below(4)) + aside, -sink - low.y};
          ASSERT_EQ(world->set_pose(id, {at, 0.0}), Status::ok);
          ASSERT_TRUE(world->update().ok());
          const plane::ContactList contacts = world->contacts();
          float deepest = 0.0f;
          for (std::size_t k = 0; k < contacts.pairs.size(); ++k) {
            ASSERT_NEAR(contacts.normals[3 * k + 1], 1.0f, 1e-6f)
                << kind << " of " << tile << " body " << &body - bodies << " sink " << sink << " x " << at.x;
            deepest = std::max(deepest, contacts.normals[3 * k + 2]);
          }
          ASSERT_NEAR(deepest, static_cast<float>(sink), 1e-5f * static_cast<float>(tile)) << kind;
        }
        ASSERT_EQ(world->remove(id), Status::ok);
      }
    }
  }
}

TEST(PlaneWorld, ContinuousCollidersSlideOverBorders) {
  // Those that touch the ground, and those that have sunk into it by a little.
  Random random(15);
  const PlaneSolid bodies[] = {plane_rectangle(0.8, 1.2), plane_circle(0.4), plane_capsule(0.3, 0.8),
                               plane_ellipse(0.7, 0.3)};
  for (int kind = 0; kind < FlatGround::k_kinds * FlatGround::k_kinds; ++kind) {
    const WorldPtr world = plane::make_world().value;
    FlatGround ground;
    ground.add(*world, kind % FlatGround::k_kinds, -8.0, 0.0);
    ground.add(*world, kind / FlatGround::k_kinds, 0.0, 8.0);
    for (const PlaneSolid& body : bodies) {
      ColliderOptions options;
      options.shape = body.shape;
      options.is_continuous = true;
      const ColliderId id = world->add(options).value;
      const double low = support(body.shape, {}, {0.0, -1.0}).y;
      for (int i = 0; i < scaled(40); ++i) {
        const double sink = i % 2 == 0 ? 0.0 : std::pow(10.0, random.uniform(-4.0, -1.3));
        const Vec2 at{random.uniform(-3.0, -1.0), -sink - low};
        ASSERT_EQ(world->teleport(id, {at, 0.0}), Status::ok);
        ASSERT_TRUE(world->update().ok());
        ASSERT_EQ(world->set_pose(id, {{at.x + random.uniform(0.5, 5.0), at.y}, 0.0}), Status::ok);
        ASSERT_TRUE(world->update().ok());
        ASSERT_EQ(world->impacts().size(), 0u) << kind << " body " << &body - bodies << " sink " << sink;
      }
      ASSERT_EQ(world->remove(id), Status::ok);
    }
  }
}

TEST(PlaneWorld, StopsContinuousColliders) {
  // Bullets against a thin wall and each other; along a floor of tiles that they touch.
  const WorldPtr world = tile_world(plane_rectangle(1.0, 1.0));
  ColliderOptions options;
  options.shape = plane_rectangle(0.5, 0.5).shape;
  options.is_continuous = true;
  options.pose = {{-9.0, 0.25}, 0.0};
  const ColliderId slider = world->add(options).value;
  options.pose = {{-5.0, 3.0}, 0.0};
  const ColliderId bullet = world->add(options).value;
  ASSERT_TRUE(world->update().ok());
  ASSERT_EQ(world->set_pose(slider, {{31.0, 0.25}, 0.0}), Status::ok);
  ASSERT_EQ(world->set_pose(bullet, {{95.0, 3.0}, 0.0}), Status::ok);
  ASSERT_TRUE(world->update().ok());
  ASSERT_EQ(world->impacts().size(), 2u);
  for (const plane::SweptImpact& impact : world->impacts()) {
    EXPECT_NEAR(impact.normal.x, 1.0, 1e-9);
    const double start = impact.a == slider.row ? -9.0 : -5.0, way = impact.a == slider.row ? 40.0 : 100.0;
    EXPECT_NEAR(start + way * impact.time, 9.75, 1e-6);
  }
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->impacts().size(), 0u);
  ASSERT_EQ(world->teleport(slider, {{-9.0, 0.25}, 0.0}), Status::ok);
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->impacts().size(), 0u);
}

TEST(PlaneWorld, ContinuousCollidersInAPlatformHitTheBlockBesideIt) {
  Random random(16);
  const PlaneSolid bodies[] = {plane_rectangle(0.8, 1.2), plane_circle(0.4), plane_capsule(0.3, 0.8),
                               plane_ellipse(0.7, 0.3)};
  const double line[] = {-4.0, 0.0, 0.0, 0.0};
  for (const plane::ChainSides sides : {plane::ChainSides::front, plane::ChainSides::both}) {
    const plane::CompositePtr chain = plane::build_chain(line, false, sides).value;
    for (int i = 0; i < scaled(500); ++i) {
      const WorldPtr world = plane::make_world().value;
      ColliderOptions options;
      options.is_static = true;
      options.shape = make_composite(*chain);
      ASSERT_TRUE(world->add(options).ok());
      const double top = random.uniform(0.1, 3.0);
      const Shape block = plane_rectangle(4.0, top + 1.0).shape;
      options.shape = block;
      options.pose.position = {2.0, 0.5 * (top - 1.0)};
      ASSERT_TRUE(world->add(options).ok());
      const PlaneSolid& body = bodies[random.below(4)];
      const double sink = random.chance(0.3) ? 0.0 : random.uniform(0.0, 0.03);
      ColliderOptions mover;
      mover.shape = body.shape;
      mover.is_continuous = true;
      mover.pose.position = {-2.0, -sink - support(body.shape, {}, {0.0, -1.0}).y};
      const ColliderId id = world->add(mover).value;
      ASSERT_TRUE(world->update().ok());
      ASSERT_EQ(world->set_pose(id, {{1.0, mover.pose.position.y}, 0.0}), Status::ok);
      ASSERT_TRUE(world->update().ok());
      ASSERT_EQ(world->impacts().size(), 1u) << i << " top " << top << " sink " << sink;
      const Vec2 at{-2.0 + 3.0 * world->impacts()[0].time, mover.pose.position.y};
      ASSERT_NEAR(distance(block, options.pose, body.shape, {at, 0.0}).distance, 0.0, 1e-6) << i;
    }
  }
}

TEST(PlaneWorld, KeepsRowsThatEventsName) {
  const WorldPtr world = plane::make_world().value;
  ColliderOptions options;
  options.shape = plane_circle(1.0).shape;
  const ColliderId a = world->add(options).value, b = world->add(options).value;
  ASSERT_TRUE(world->update().ok());
  ASSERT_EQ(world->remove(b), Status::ok);
  const ColliderId c = world->add(options).value;
  EXPECT_NE(c.row, b.row);
  ASSERT_TRUE(world->update().ok());
  ASSERT_EQ(world->ended().size(), 1u);
  EXPECT_EQ(world->ended()[0], (RowPair{a.row, b.row}));
  EXPECT_EQ(world->describe(b.row).shape.type, plane::ShapeType::circle);
  EXPECT_EQ(world->began().size(), 1u);
  ASSERT_TRUE(world->update().ok());
  const ColliderId d = world->add(options).value;
  EXPECT_EQ(d.row, b.row);
  EXPECT_EQ(d.generation, b.generation + 1);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
