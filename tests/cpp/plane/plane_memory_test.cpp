#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <vector>

#include "core/hash.h"
#include "support/failing_memory.h"
#include "support/random.h"
#include "support/test_size.h"

/// Composites and worlds of the plane without memory; updates that need none; and the golden hash of a world.

namespace hyperplane::test::in_plane {
namespace {

using plane::ColliderOptions;
using plane::Shape;
using plane::Vec2;
using plane::World;
using plane::WorldPtr;

/// Shapes whose numbers come from arithmetic only, which is the same everywhere.
struct MemoryStock {
  std::vector<plane::CompositePtr> composites;
  std::vector<Shape> shapes;

  MemoryStock() {
    shapes = {plane::make_circle(0.5).value, plane::make_rectangle(1.0, 0.75).value,
              plane::make_capsule(0.25, 0.5).value, plane::make_ellipse(0.75, 0.25).value,
              plane::make_rectangle(0.5, 1.25).value};
    const double star[] = {1.0,  0.0, 0.25,  0.25,  0.0, 1.0,  -0.25, 0.25,
                           -1.0, 0.0, -0.25, -0.25, 0.0, -1.0, 0.25,  -0.25};
    const std::uint32_t sizes[] = {8};
    add(plane::build_simple_polygon(star, sizes));
    const double points[] = {-1.5, 0.0, -0.5, 0.25, 0.5, 0.0, 1.5, 0.5};
    add(plane::build_chain(points, false, plane::ChainSides::both));
    add(plane::build_chain(points, false, plane::ChainSides::front));
    const plane::CompoundPart parts[] = {
        {shapes[1], {{-0.5, 0.0}, 0.0}}, {shapes[1], {{0.5, 0.0}, 0.0}}, {shapes[5], {{0.0, 1.0}, 0.5}}};
    add(plane::build_compound(parts));
  }
  void add(plane::BuiltComposite built) {
    EXPECT_TRUE(built.ok()) << built.message;
    composites.push_back(static_cast<plane::CompositePtr&&>(built.value));
    shapes.push_back(make_composite(*composites.back()));
  }
  ColliderOptions random_collider(Random& random) const {
    ColliderOptions options;
    options.shape = shapes[static_cast<std::size_t>(random.below(static_cast<int>(shapes.size())))];
    const double x = random.uniform(-4.0, 4.0), y = random.uniform(-4.0, 4.0);
    options.pose = {{x, y}, random.uniform(-3.0, 3.0)};
    options.is_static = random.chance(0.3);
    options.is_sensor = random.chance(0.1);
    options.is_continuous = random.chance(0.1);
    return options;
  }
};

void shake(World& world, Random& random, double by) {
  for (double& number : world.positions()) number += random.uniform(-by, by);
  for (double& number : world.angles()) number += random.uniform(-by, by);
}

TEST(PlaneMemory, EveryRequestMayFail) {
  if (!can_fail_memory()) GTEST_SKIP() << "this linker cannot wrap functions";
  const MemoryStock stock;
  std::vector<double> points;
  std::vector<std::uint32_t> sizes{40, 4};
  for (int i = 0; i < 20; ++i) points.insert(points.end(), {i * 1.0, i % 2 == 0 ? -1.0 : -2.0});
  for (int i = 20; i-- > 0;) points.insert(points.end(), {i * 1.0, i % 3 == 0 ? 1.0 : 2.0});
  points.insert(points.end(), {2.0, -0.5, 3.0, -0.5, 3.0, 0.5, 2.0, 0.5});
  for (int n = 0;; ++n) {
    const FailingMemory memory(n);
    const plane::BuiltComposite built = plane::build_simple_polygon(points, sizes);
    if (!memory.has_failed()) {
      EXPECT_TRUE(built.ok());
      EXPECT_GT(n, 5);
      break;
    }
    ASSERT_EQ(built.status, Status::out_of_memory) << n;
  }
  for (const plane::BroadPhase phase : {plane::BroadPhase::sweep_and_prune, plane::BroadPhase::bvh}) {
    for (int n = 0, worked = 0; worked < 1; n += 1 + n / 20) {
      Random random(8);
      std::vector<ColliderOptions> colliders;
      for (int i = 0; i < 60; ++i) colliders.push_back(stock.random_collider(random));
      plane::WorldOptions options;
      options.broad_phase = phase;
      const WorldPtr world = plane::make_world(options).value;
      bool has_failed = false;
      {
        const FailingMemory memory(n);
        for (const ColliderOptions& collider : colliders) {
          const std::uint32_t before = world->size();
          const auto added = world->add(collider);
          if (added.ok()) continue;
          ASSERT_EQ(added.status, Status::out_of_memory);
          ASSERT_EQ(world->size(), before);
        }
        const std::uint64_t hash = world->hash();
        const plane::UpdateResult updated = world->update();
        if (!updated.ok()) {
          ASSERT_EQ(updated.status, Status::out_of_memory);
          ASSERT_EQ(world->hash(), hash);
        }
        static_cast<void>(world->raycast({-5.0, 0.0}, {1.0, 0.1}));
        static_cast<void>(world->closest({0.0, 0.0}));
        static_cast<void>(world->overlap(stock.shapes[0], {}));
        if (world->size() > 0) {
          const auto contacts = world->contacts_of(world->at(0));
          ASSERT_TRUE(contacts.ok() || contacts.status == Status::out_of_memory);
          // Needs none: rows have room in each list.
          const ColliderOptions& first = colliders[0];
          ColliderKind kind{first.is_static, first.is_sensor, first.is_continuous, false};
          ASSERT_EQ(world->set_kind(world->at(0), kind), Status::ok);
          ASSERT_EQ(world->set_shape(world->at(0), stock.shapes[0]), Status::ok);
          ASSERT_EQ(world->set_shape(world->at(0), first.shape), Status::ok);
          kind.is_enabled = true;
          ASSERT_EQ(world->set_kind(world->at(0), kind), Status::ok);
        }
        static_cast<void>(world->move_and_slide(stock.shapes[0], {}, {1.0, 0.0}));
        const auto snapshot = world->snapshot();
        if (snapshot.ok()) {
          const auto restored = plane::restore_world(snapshot.value.span());
          ASSERT_TRUE(restored.ok() || restored.status == Status::out_of_memory);
        }
        has_failed = memory.has_failed();
      }
      worked += has_failed ? 0 : 1;
      // With memory it does what a world without failures does.
      for (std::uint32_t row = world->size(); row < colliders.size(); ++row) {
        ASSERT_TRUE(world->add(colliders[row]).ok());
      }
      ASSERT_TRUE(world->update().ok());
      const WorldPtr other = plane::make_world(options).value;
      for (const ColliderOptions& collider : colliders) ASSERT_TRUE(other->add(collider).ok());
      ASSERT_TRUE(other->update().ok());
      ASSERT_EQ(world->contacts().pairs.size(), other->contacts().pairs.size()) << n;
      ASSERT_EQ(world->touching().size(), other->touching().size());
    }
  }
}

TEST(PlaneMemory, WarmUpdatesNeedNone) {
  if (!can_fail_memory()) GTEST_SKIP() << "this linker cannot wrap functions";
  const MemoryStock stock;
  for (const plane::BroadPhase phase : {plane::BroadPhase::sweep_and_prune, plane::BroadPhase::automatic}) {
    Random random(9);
    plane::WorldOptions options;
    options.broad_phase = phase;
    const WorldPtr world = plane::make_world(options).value;
    for (int i = 0; i < 100; ++i) ASSERT_TRUE(world->add(stock.random_collider(random)).ok());
    for (int i = 0; i < 60; ++i) {
      shake(*world, random, 0.05);
      ASSERT_TRUE(world->update().ok());
    }
    // Everything once: trees are made when they are needed. Then the same poses again: as many contacts as before.
    static_cast<void>(world->raycast({-5.0, 0.0}, {1.0, 0.1}));
    ASSERT_TRUE(world->update().ok());
    ASSERT_TRUE(world->update().ok());
    const FailingMemory none(0);
    for (int i = 0; i < 20; ++i) {
      ASSERT_TRUE(world->update().ok());
      static_cast<void>(world->raycast({-5.0, 0.0}, {1.0, 0.1}));
      static_cast<void>(world->move_and_slide(stock.shapes[0], {}, {1.0, 0.0}));
    }
    EXPECT_FALSE(none.has_failed());
  }
}

TEST(PlaneMemory, WorldsGiveTheGoldenBits) {
  const MemoryStock stock;
  Random random(10);
  const WorldPtr world = plane::make_world().value;
  Hash hash;
  for (int step = 0; step < 40; ++step) {
    for (int i = 0; i < 4; ++i) ASSERT_TRUE(world->add(stock.random_collider(random)).ok());
    if (step % 3 == 2) ASSERT_EQ(world->remove(world->at(static_cast<std::uint32_t>(step))), Status::ok);
    shake(*world, random, 0.1);
    ASSERT_TRUE(world->update().ok());
    hash.add(world->hash());
    for (const plane::ContactPointsRecord& points : world->contacts().points) {
      for (std::uint32_t i = 0; i < points.count; ++i) {
        hash.add(points.points[i][0] + 0.0f);
        hash.add(points.points[i][1] + 0.0f);
        hash.add(points.points[i][2] + 0.0f);
      }
    }
    const double x = random.uniform(-5.0, 5.0), y = random.uniform(-5.0, 5.0), along = random.uniform(-1.0, 1.0);
    const plane::WorldRayHit hit = world->raycast({x, y}, {along, 1.0});
    hash.add(hit.distance + 0.0);
    const auto moved = world->move_and_slide(stock.shapes[2], {{x, y}, 0.0}, {along, -0.5});
    hash.add(moved.value.position.x + 0.0);
    hash.add(moved.value.position.y + 0.0);
    const plane::WorldImpact impact = world->cast_shape(stock.shapes[4], {{{x, y}, 0.0}, {{y, x}, 1.0}});
    hash.add(impact.time + 0.0);
  }
  EXPECT_EQ(hash.value(), 18315464558316028421u);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
