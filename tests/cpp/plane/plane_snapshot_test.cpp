#include <hyperplane/plane_tile_map.h>
#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <cstring>
#include <vector>

#include "core/hash.h"
#include "plane/plane_composite_oracle.h"
#include "support/test_size.h"

/// Snapshots of worlds of the plane: the same world again, to the bit; and nothing worse than an error from any bytes.

namespace hyperplane::test::in_plane {
namespace {

using plane::ColliderOptions;
using plane::RestoredWorld;
using plane::Shape;
using plane::World;
using plane::WorldPtr;

struct SnapshotStock {
  std::vector<PlaneSolid> solids;
  std::vector<plane::CompositePtr> composites;
  std::vector<Shape> shapes;

  SnapshotStock() {
    solids = {plane_circle(0.5),
              plane_rectangle(1.0, 0.5),
              plane_capsule(0.2, 0.7),
              plane_ellipse(0.7, 0.3),
              plane_segment({0.1, 0.2}, {1.0, 0.3}),
              plane_ring(3, 0.7),
              plane_ring(9, 0.6, 0.1),
              plane_rectangle(1.0, 0.0)};
    for (const PlaneSolid& solid : solids) shapes.push_back(solid.shape);
    Random random(5);
    add(build(random_holed(random, 2)));
    const double points[] = {-1.0, 0.0, 0.0, 0.5, 1.0, 0.0};
    add(plane::build_chain(points, false, plane::ChainSides::front));
    add(plane::build_chain(points, true, plane::ChainSides::both));
    const plane::CompoundPart parts[] = {
        {shapes[6], {{1.0, 0.0}, 1.0}}, {shapes[8], {{0.0, 0.5}, -1.0}}, {shapes[9], {}}};
    add(plane::build_compound(parts));
    add(plane::build_one_way_chain(points, false, {0.2, -1.0}));
    const std::uint8_t tiles[] = {1, 2, 1, 0, 3, 1};
    const plane::TileKind kinds[] = {{2, static_cast<std::uint32_t>(plane::TileForm::polygon), 6},
                                     {3, static_cast<std::uint32_t>(plane::TileForm::one_way), 1}};
    const double tile_points[] = {0.0, 0.0, 1.0, 0.0, 1.0, 0.3, 0.8, 0.7, 0.5, 1.0, 0.1, 0.7, 0.0, 1.0};
    add(plane::build_tile_map({3, 2, {0.5, 0.75}, tiles, kinds, tile_points}));
    const plane::CompoundPart map_parts[] = {{shapes.back(), {{0.1, 0.2}, 0.4}}};
    add(plane::build_compound(map_parts));
  }
  void add(plane::BuiltComposite built) {
    EXPECT_TRUE(built.ok()) << built.message;
    composites.push_back(static_cast<plane::CompositePtr&&>(built.value));
    shapes.push_back(make_composite(*composites.back()));
  }
};

/// A few steps of a random life.
void live(World& world, const SnapshotStock& stock, Random& random, int steps) {
  for (int step = 0; step < steps; ++step) {
    for (int i = 0; i < 5; ++i) {
      ColliderOptions options;
      options.shape = stock.shapes[static_cast<std::size_t>(random.below(static_cast<int>(stock.shapes.size())))];
      options.pose = {{random.uniform(-5.0, 5.0), random.uniform(-5.0, 5.0)}, random.uniform(-3.0, 3.0)};
      options.is_static = random.chance(0.3);
      options.is_sensor = random.chance(0.1);
      options.is_continuous = random.chance(0.1);
      options.is_enabled = random.chance(0.9);
      if (random.chance(0.2)) options.mask = 3;
      if (random.chance(0.2)) options.margin = random.uniform(0.0, 0.4);
      ASSERT_TRUE(world.add(options).ok());
    }
    for (int i = 0; i < 3; ++i) {
      const auto row = static_cast<std::uint32_t>(random.below(static_cast<int>(world.capacity())));
      if (random.chance(0.7)) {
        world.remove(world.at(row));
      } else {
        world.set_ignored(world.at(row), world.at(row / 2), true);
      }
      const ColliderId changed = world.at(static_cast<std::uint32_t>(random.below(5)));
      ColliderKind kind{random.chance(0.3), random.chance(0.1), random.chance(0.1), random.chance(0.7)};
      world.set_kind(changed, kind);
      world.set_margin(changed, random.chance(0.3) ? random.uniform(0.0, 0.4) : 0.0);
      world.set_shape(changed, stock.shapes[static_cast<std::size_t>(i) % stock.shapes.size()]);
    }
    for (double& number : world.positions()) number += random.uniform(-0.2, 0.2);
    for (double& number : world.angles()) number += random.uniform(-0.2, 0.2);
    ASSERT_TRUE(world.update().ok());
  }
}

std::vector<std::byte> bytes_of(const World& world) {
  const auto snapshot = world.snapshot();
  EXPECT_TRUE(snapshot.ok());
  return {snapshot.value.span().begin(), snapshot.value.span().end()};
}

TEST(PlaneSnapshot, GivesTheSameWorldAgain) {
  const SnapshotStock stock;
  for (int i = 0; i < scaled(60); ++i) {
    Random random(static_cast<std::uint64_t>(i));
    const WorldPtr world = plane::make_world().value;
    live(*world, stock, random, 1 + random.below(10));
    // Something that no update has seen.
    if (random.chance(0.5)) world->positions()[0] += 0.25;
    if (random.chance(0.5)) world->remove(world->at(0));
    const std::vector<std::byte> bytes = bytes_of(*world);
    auto restored = plane::restore_world(bytes);
    ASSERT_TRUE(restored.ok()) << restored.message;
    World& other = *restored.value.world;
    ASSERT_EQ(other.hash(), world->hash());
    ASSERT_EQ(other.size(), world->size());
    ASSERT_EQ(bytes_of(other), bytes);
    for (std::uint32_t row = 0; row < restored.value.row_count; ++row) {
      ASSERT_EQ(other.at(row), world->at(row));
      ASSERT_EQ(other.describe(row).shape.type, world->describe(row).shape.type);
      ASSERT_EQ(other.describe(row).is_enabled, world->describe(row).is_enabled);
      ASSERT_EQ(other.describe(row).margin, world->describe(row).margin);
    }
    // Whatever happens to both from now on, they stay the same.
    Random one(77), two(77);
    for (int step = 0; step < 5; ++step) {
      for (World* w : {world.get(), &other}) {
        Random& random_of = w == &other ? two : one;
        for (std::uint32_t row = 0; row < restored.value.row_count; ++row) {
          w->positions()[2 * row] += random_of.uniform(-0.3, 0.3);
          w->angles()[row] += random_of.uniform(-0.3, 0.3);
        }
        ASSERT_TRUE(w->update().ok());
      }
      ASSERT_EQ(other.hash(), world->hash()) << i << " step " << step;
      ASSERT_EQ(other.contacts().pairs.size(), world->contacts().pairs.size());
    }
  }
}

TEST(PlaneSnapshot, RollsBack) {
  const SnapshotStock stock;
  Random random(3);
  const WorldPtr world = plane::make_world().value;
  live(*world, stock, random, 8);
  const std::uint64_t hash = world->hash();
  const std::vector<std::byte> bytes = bytes_of(*world);
  live(*world, stock, random, 8);
  ASSERT_NE(world->hash(), hash);
  const double* const positions = world->positions().data();
  auto restored = plane::restore_world(bytes, nullptr, world.get());
  ASSERT_TRUE(restored.ok());
  world->roll_back(*restored.value.world);
  EXPECT_EQ(world->hash(), hash);
  EXPECT_EQ(world->positions().data(), positions);
  EXPECT_EQ(bytes_of(*world), bytes);
  restored.value.world.reset();
  live(*world, stock, random, 8);
  // The other way: with more rows than there is room for.
  const std::vector<std::byte> many = bytes_of(*world);
  const WorldPtr small = plane::make_world().value;
  auto again = plane::restore_world(many, nullptr, small.get());
  ASSERT_TRUE(again.ok());
  small->roll_back(*again.value.world);
  EXPECT_EQ(small->hash(), world->hash());
  live(*small, stock, random, 3);
}

TEST(PlaneSnapshot, RollsBackToMoreAndMoreRows) {
  // A client takes over the world of a server that adds a collider a frame, and adds its own in between.
  const WorldPtr server = plane::make_world().value, client = plane::make_world().value;
  ColliderOptions options;
  options.shape = plane::make_circle(1.0).value;
  const double* positions = nullptr;
  int moves = 0;
  for (int i = 0; i < 300; ++i) {
    options.pose.position.x = i;
    ASSERT_TRUE(server->add(options).ok());
    ASSERT_TRUE(server->update().ok());
    const std::vector<std::byte> bytes = bytes_of(*server);
    auto restored = plane::restore_world(bytes, nullptr, client.get());
    ASSERT_TRUE(restored.ok());
    client->roll_back(*restored.value.world);
    ASSERT_EQ(client->hash(), server->hash());
    ASSERT_TRUE(client->add(options).ok());
    moves += client->positions().data() != positions ? 1 : 0;
    positions = client->positions().data();
  }
  // Earlier arrays are kept for the views on them, so there must be few: each is twice as long as the one before.
  EXPECT_LT(moves, 10);
}

TEST(PlaneSnapshot, RefusesOtherBytes) {
  const SnapshotStock stock;
  Random random(4);
  const WorldPtr world = plane::make_world().value;
  live(*world, stock, random, 5);
  const std::vector<std::byte> bytes = bytes_of(*world);
  EXPECT_EQ(plane::restore_world({}).status, Status::invalid_argument);
  for (std::size_t size = 0; size < bytes.size(); size += 1 + bytes.size() / 200) {
    EXPECT_EQ(plane::restore_world({bytes.data(), size}).status, Status::invalid_argument);
  }
  int refused = 0;
  const int count = scaled(6000);
  for (int i = 0; i < count; ++i) {
    std::vector<std::byte> changed = bytes;
    const int changes = 1 + random.below(3);
    for (int k = 0; k < changes; ++k) {
      const auto at = 16 + static_cast<std::size_t>(random.below(static_cast<int>(bytes.size() - 16)));
      changed[at] = static_cast<std::byte>(random.below(256));
    }
    if (changed == bytes) continue;
    ASSERT_EQ(plane::restore_world(changed).status, Status::invalid_argument);
    // With a right checksum they are refused or give a world that can be used.
    Hash hash;
    hash.add_bytes(std::span<const std::byte>(changed).subspan(16));
    const std::uint64_t checksum = hash.value();
    std::memcpy(changed.data() + 8, &checksum, 8);
    auto restored = plane::restore_world(changed);
    if (!restored.ok()) {
      ++refused;
      continue;
    }
    World& strange = *restored.value.world;
    static_cast<void>(strange.update());
    static_cast<void>(strange.raycast({-9.0, 0.1}, {1.0, 0.0}));
    static_cast<void>(strange.hash());
    ASSERT_TRUE(strange.snapshot().ok());
  }
  EXPECT_GT(refused, 0);
  EXPECT_LT(refused, count);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
