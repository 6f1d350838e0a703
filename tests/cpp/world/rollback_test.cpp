#include <algorithm>
#include <cstddef>
#include <cstring>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/triangle_mesh.h>
#include <hyperplane/world.h>

#include "meshes.h"
#include "support/convex_shapes.h"
#include "support/failing_memory.h"
#include "support/test_size.h"
#include "support/world_life.h"
#include "world/snapshot.h"

/// A world that is rolled back continues like one that never went further, bit by bit; snapshots that name their shapes
/// by hash are small, find the shapes among those of the world and those given, and do no harm when forged.

namespace hyperplane {
namespace {

using test::ball;
using test::bytes_of;
using test::expect_same;

constexpr SnapshotOptions k_named{.with_shapes = false};

using Bytes = std::vector<std::byte>;

/// Shapes restored from snapshots; worlds may use them until the end of a test.
using Keeper = std::vector<RestoredWorld>;

Result<RestoredWorld> prepare(const World& world, const Bytes& bytes, std::span<const Shape> shapes = {}) {
  RestoreOptions options;
  options.shapes = shapes;
  options.base = &world;
  return restore_world(bytes, options);
}

Status roll_back(World& world, const Bytes& bytes, Keeper& keeper, std::span<const Shape> shapes = {}) {
  Result<RestoredWorld> restored = prepare(world, bytes, shapes);
  if (restored.ok()) {
    world.roll_back(*restored.value.world);
    restored.value.world.reset();
    keeper.push_back(std::move(restored.value));
  }
  return restored.status;
}

std::uint32_t count_of(const RestoredWorld& restored, ShapeType type) {
  return restored.missing[static_cast<std::size_t>(type)];
}

/// Identity of a shape for the oracle: type, parameters and address of the data.
using ShapeKey = std::pair<std::string, const void*>;
ShapeKey key_of(const Shape& shape) {
  const void* const data = shape.hull != nullptr   ? static_cast<const void*>(shape.hull)
                           : shape.mesh != nullptr ? static_cast<const void*>(shape.mesh)
                                                   : static_cast<const void*>(shape.compound);
  std::string numbers(sizeof shape.parameters, 0);
  std::memcpy(numbers.data(), shape.parameters, sizeof shape.parameters);
  return {static_cast<char>(shape.type) + numbers, data};
}

std::set<ShapeKey> shapes_of(const World& world, std::span<const ColliderId> ids) {
  std::set<ShapeKey> keys;
  for (const ColliderId id : ids) keys.insert(key_of(world.describe(id.row).shape));
  return keys;
}

void expect_same_after_rollbacks(const test::WorldLifeOptions& life_options) {
  SCOPED_TRACE("seeds from 7300");
  std::size_t contacts = 0, impacts = 0, missing = 0, complete = 0, removed = 0, with_surface = 0, left = 0;
  const auto seeds = static_cast<std::uint64_t>(test::scaled(5)) + 1;
  for (std::uint64_t seed = 7300; seed < 7300 + seeds; ++seed) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    Keeper keeper;
    test::WorldLife life(seed, life_options);
    WorldOptions options;
    options.max_contacts = 20000;
    const WorldPtr world = make_world(options).value, twin = make_world(options).value;
    const std::vector<World*> both{world.get(), twin.get()}, only{world.get()};
    const auto live_for = [&](const std::vector<World*>& worlds, int steps) {
      for (int i = 0; i < steps; ++i) {
        ASSERT_NO_FATAL_FAILURE(life.step(worlds));
        if (i % 7 != 6) continue;
        for (World* const each : worlds) ASSERT_TRUE(each->update().ok());
      }
    };
    ASSERT_NO_FATAL_FAILURE(live_for(both, 60));
    for (int round = 0; round < 6; ++round) {
      // Not a multiple of the steps between updates: some changes are not yet seen.
      ASSERT_NO_FATAL_FAILURE(live_for(both, 10 + static_cast<int>(life.random.below(20))));
      const bool is_named = life.random.chance(0.7);
      const Bytes bytes = bytes_of(*world, is_named ? k_named : SnapshotOptions{});
      const Bytes complete_bytes = bytes_of(*world);
      const std::vector<ColliderId> ids = life.ids;
      const std::set<ShapeKey> needed = shapes_of(*world, ids);
      removed += world->ended().size();
      with_surface += static_cast<std::size_t>(std::count_if(
          ids.begin(), ids.end(), [&](ColliderId id) { return is_composite(world->describe(id.row).shape.type); }));

      ASSERT_NO_FATAL_FAILURE(live_for(only, static_cast<int>(life.random.below(80))));
      const std::set<ShapeKey> at_hand = shapes_of(*world, life.ids);
      const auto lacking = static_cast<std::size_t>(
          std::count_if(needed.begin(), needed.end(), [&](const ShapeKey& key) { return !at_hand.contains(key); }));
      if (is_named && lacking > 0) {
        // Without the shapes it fails, says how many are missing, and changes nothing.
        const Bytes before = bytes_of(*world);
        const Result<RestoredWorld> failed = prepare(*world, bytes);
        ASSERT_EQ(failed.status, Status::invalid_argument);
        std::size_t named = 0;
        for (const std::uint32_t count : failed.value.missing) named += count;
        ASSERT_EQ(named, lacking);
        ASSERT_EQ(bytes_of(*world), before);
        ++missing;
      } else {
        ++complete;
      }
      const double* const rows = world->positions().data();
      ASSERT_EQ(roll_back(*world, bytes, keeper, life.shapes), Status::ok);
      ASSERT_EQ(world->positions().data(), rows);
      life.ids = ids;
      ASSERT_NO_FATAL_FAILURE(expect_same(*world, *twin));
      ASSERT_EQ(bytes_of(*world), complete_bytes);
      for (int frame = 0; frame < 3; ++frame) {
        ASSERT_NO_FATAL_FAILURE(live_for(both, 5));
        for (World* const each : both) ASSERT_TRUE(each->update().ok());
        ASSERT_NO_FATAL_FAILURE(expect_same(*world, *twin));
        contacts += world->contacts().pairs.size();
        impacts += world->impacts().size();
        left += test::left_count(*world);
      }
      const WorldRayHit hit = world->raycast({-5, 0, 0}, {1, 0.1, 0}), same = twin->raycast({-5, 0, 0}, {1, 0.1, 0});
      ASSERT_EQ(hit.row, same.row);
      ASSERT_EQ(hit.distance, same.distance);
    }
  }
  EXPECT_GT(contacts, 1000 * seeds);
  EXPECT_GT(impacts, 10 * seeds);
  EXPECT_GT(missing, seeds);
  EXPECT_GT(complete, seeds / 2);
  EXPECT_GT(removed, seeds);
  if (life_options.voxel_share == 0.0) {
    EXPECT_GT(with_surface, 30 * seeds);
  }
  if (life_options.voxel_share > 0.0) {
    EXPECT_GT(left, 40 * seeds);
  }
}

TEST(Rollback, GoesOnAsAWorldThatNeverWentFurther) { expect_same_after_rollbacks({.composite_share = 0.3}); }

TEST(Rollback, GoesOnAmongFlushStatics) { expect_same_after_rollbacks({.composite_share = 0.2, .voxel_share = 0.4}); }

/// Also of shapes that are equal but not the same, such as a box for each crate.
TEST(Rollback, LeavesCollidersTheirShapes) {
  Keeper keeper;
  const std::vector<double> corners{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const HullPtr hulls[] = {build_hull(corners).value, build_hull(corners).value};
  const WorldPtr world = make_world().value;
  std::vector<ColliderId> ids;
  for (const HullPtr& hull : hulls) ids.push_back(world->add({make_convex_hull(*hull), {}}).value);
  const ColliderId kept = world->add({ball(1.0), {{3, 0, 0}, {}}}).value;
  ASSERT_TRUE(world->update().ok());
  for (const SnapshotOptions& options : {k_named, SnapshotOptions{}}) {
    const Bytes bytes = bytes_of(*world, options);
    ASSERT_EQ(world->remove(kept), Status::ok);
    const Result<RestoredWorld> restored = prepare(*world, bytes, std::vector{ball(1.0)});
    ASSERT_TRUE(restored.ok()) << restored.message;
    for (const ColliderId id : ids) EXPECT_EQ(restored.value.shape_of_row[id.row], k_kept_shape);
    const std::uint32_t given = restored.value.shape_of_row[kept.row];
    ASSERT_LT(given, restored.value.shape_count);
    EXPECT_EQ(restored.value.source_of_shape[given], restored.value.base_row_count);
    ASSERT_EQ(roll_back(*world, bytes, keeper, std::vector{ball(1.0)}), Status::ok);
    for (std::size_t i = 0; i < 2; ++i) EXPECT_EQ(world->describe(ids[i].row).shape.hull, hulls[i].get());
    EXPECT_TRUE(world->contains(kept));
  }
}

TEST(Rollback, NeedsTheVerticesOfTheSnapshot) {
  Keeper keeper;
  scenes::MeshData floor = scenes::make_grid_floor(4, 8.0);
  const TriangleMeshPtr mesh = build_triangle_mesh(floor.vertices, floor.indices, {}).value;
  const CompoundPtr compound =
      build_compound(std::vector<CompoundPart>{{make_triangle_mesh(*mesh), {{0.0, 10.0, 0.0}, {}}}}).value;
  const WorldPtr world = make_world().value;
  ASSERT_TRUE(world->add({make_triangle_mesh(*mesh), {}, true}).ok());
  ASSERT_TRUE(world->add({make_compound(*compound), {}, true}).ok());
  ASSERT_TRUE(world->add({ball(0.5), {{0.3, 0.4, 0.2}, {}}}).ok());
  ASSERT_TRUE(world->update().ok());
  const Bytes named = bytes_of(*world, k_named), complete = bytes_of(*world);
  const std::uint64_t hash = world->hash();

  floor.move({0.0, 1.0, 0.0});
  const auto set_vertices = [&] {
    ASSERT_TRUE(set_mesh_vertices(*mesh, floor.vertices).ok());
    refresh_compound(*compound);
  };
  set_vertices();
  const Result<RestoredWorld> failed = prepare(*world, named);
  EXPECT_EQ(failed.status, Status::invalid_argument);
  EXPECT_EQ(std::string(failed.message), "shapes that the snapshot names are missing");
  EXPECT_EQ(count_of(failed.value, ShapeType::triangle_mesh), 1u);
  EXPECT_EQ(count_of(failed.value, ShapeType::compound), 1u);
  EXPECT_EQ(count_of(failed.value, ShapeType::sphere), 0u);
  ASSERT_TRUE(world->update().ok());
  EXPECT_NE(world->hash(), hash);

  // A snapshot with shapes has meshes with the vertices of that time.
  ASSERT_EQ(roll_back(*world, complete, keeper), Status::ok);
  EXPECT_EQ(world->hash(), hash);
  EXPECT_NE(world->describe(0).shape.mesh, mesh.get());

  floor.move({0.0, -1.0, 0.0});
  set_vertices();
  const std::vector<Shape> shapes{make_triangle_mesh(*mesh), make_compound(*compound)};
  const WorldPtr other = make_world().value;
  ASSERT_TRUE(other->add({ball(0.5), {}}).ok());
  ASSERT_EQ(roll_back(*other, named, keeper, shapes), Status::ok);
  EXPECT_EQ(other->hash(), hash);
  EXPECT_EQ(other->describe(0).shape.mesh, mesh.get());
  EXPECT_EQ(other->describe(1).shape.compound, compound.get());
}

/// Vertices that have moved since the last update are seen by the next one only.
TEST(Rollback, KeepsVerticesThatAnUpdateHasNotSeen) {
  Keeper keeper;
  scenes::MeshData floor = scenes::make_grid_floor(4, 8.0);
  const TriangleMeshPtr mesh = build_triangle_mesh(floor.vertices, floor.indices, {}).value;
  const WorldPtr world = make_world().value;
  ASSERT_TRUE(world->add({make_triangle_mesh(*mesh), {}, true}).ok());
  const ColliderId above = world->add({ball(0.5), {{0.3, 1.4, 0.2}, {}}}).value;
  ASSERT_TRUE(world->update().ok());
  floor.move({0.0, 1.0, 0.0});
  ASSERT_TRUE(set_mesh_vertices(*mesh, floor.vertices).ok());
  const Bytes bytes = bytes_of(*world, k_named);
  ASSERT_TRUE(world->update().ok());
  ASSERT_EQ(world->began().size(), 1u);
  const std::uint64_t hash = world->hash();
  ASSERT_EQ(world->remove(above), Status::ok);
  ASSERT_EQ(roll_back(*world, bytes, keeper, std::vector{ball(0.5)}), Status::ok);
  EXPECT_TRUE(world->touching().empty());
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->began().size(), 1u);
  EXPECT_EQ(world->hash(), hash);
}

TEST(Rollback, OfALargeLevelTakesKilobytes) {
  const scenes::MeshData terrain = scenes::make_terrain(224, 100.0, 3);
  const TriangleMeshPtr mesh = build_triangle_mesh(terrain.vertices, terrain.indices, {}).value;
  ASSERT_GT(mesh_triangle_count(*mesh), 100000u);
  const WorldPtr world = make_world().value;
  ASSERT_TRUE(world->add({make_triangle_mesh(*mesh), {}, true}).ok());
  EXPECT_LT(bytes_of(*world, k_named).size(), 512u);
  for (int i = 0; i < 100; ++i) {
    const double x = i - 49.5;
    const WorldRayHit ground = world->raycast({x, 50.0, 0.1}, {0.0, -1.0, 0.0});
    ASSERT_TRUE(ground.hit);
    ASSERT_TRUE(world->add({ball(0.3 + 0.001 * i), {{x, 50.2 - ground.distance, 0.1}, {}}}).ok());
  }
  ASSERT_TRUE(world->update().ok());
  EXPECT_GT(world->contacts().pairs.size(), 50u);
  EXPECT_GT(bytes_of(*world).size(), 3000000u);
  EXPECT_LT(bytes_of(*world, k_named).size(), 64000u);
}

/// The rows of an update are not lost when a removed collider's shape is.
TEST(Rollback, DoesNotNeedTheShapesOfRemovedColliders) {
  Keeper keeper;
  const WorldPtr world = make_world().value;
  ASSERT_TRUE(world->add({make_box(1, 1, 1).value, {}}).ok());
  const HullPtr hull = build_hull(std::vector<double>{0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1}).value;
  for (const Shape& shape : {ball(0.5), make_convex_hull(*hull)}) {
    const ColliderId id = world->add({shape, {}}).value;
    ASSERT_TRUE(world->update().ok());
    ASSERT_EQ(world->remove(id), Status::ok);
    const Bytes bytes = bytes_of(*world, k_named);
    ASSERT_TRUE(world->update().ok());
    ASSERT_EQ(world->ended().size(), 1u);
    const std::uint64_t hash = world->hash();
    for (int i = 0; i < 3; ++i) ASSERT_TRUE(world->update().ok());
    ASSERT_EQ(roll_back(*world, bytes, keeper), Status::ok);
    ASSERT_TRUE(world->update().ok());
    EXPECT_EQ(world->ended().size(), 1u);
    EXPECT_EQ(world->hash(), hash);
  }
}

/// Earlier arrays stay writable, and their number stays bounded.
TEST(Rollback, MayNeedMoreRows) {
  Keeper keeper;
  const WorldPtr world = make_world().value, small = make_world().value;
  ASSERT_TRUE(world->add({ball(0.5), {}}).ok());
  const Bytes one = bytes_of(*world);
  std::vector<std::span<double>> arrays{world->positions()};
  for (std::uint32_t rows = 2; rows < 200; ++rows) {
    ASSERT_TRUE(small->add({ball(0.5), {{2.0 * rows, 0, 0}, {}}}).ok());
    ASSERT_EQ(roll_back(*world, bytes_of(*small, k_named), keeper), Status::ok);
    ASSERT_EQ(world->hash(), small->hash());
    if (world->positions().data() != arrays.back().data()) arrays.push_back(world->positions());
    ASSERT_EQ(roll_back(*world, one, keeper), Status::ok);
    ASSERT_EQ(world->positions().data(), arrays.back().data());
    for (const std::span<double> array : arrays) std::fill(array.begin(), array.end(), 7.0);
    world->positions()[0] = 1.5;
    ASSERT_TRUE(world->update().ok());
    ASSERT_EQ(world->describe(0).pose.position.x, 1.5);
  }
  EXPECT_LT(arrays.size(), 10u);
}

TEST(Rollback, FailsWithoutAChangeWhenMemoryRunsOut) {
  if (!test::can_fail_memory()) GTEST_SKIP() << "this linker cannot wrap functions";
  test::WorldLife life(7, {.composite_share = 0.3});
  const WorldPtr world = make_world().value;
  const std::vector<World*> worlds{world.get()};
  for (int i = 0; i < 60; ++i) ASSERT_NO_FATAL_FAILURE(life.step(worlds));
  ASSERT_TRUE(world->update().ok());
  for (const SnapshotOptions& options : {k_named, SnapshotOptions{}}) {
    const Bytes bytes = bytes_of(*world, options);
    const std::uint64_t hash = world->hash();
    for (int i = 0; i < 20; ++i) ASSERT_NO_FATAL_FAILURE(life.step(worlds));
    ASSERT_TRUE(world->update().ok());
    const Bytes before = bytes_of(*world);
    for (int n = 0;; ++n) {
      test::FailingMemory* failing = new test::FailingMemory(n);
      Result<RestoredWorld> restored = prepare(*world, bytes, life.shapes);
      const bool has_failed = failing->has_failed();
      delete failing;
      if (!has_failed) {
        ASSERT_TRUE(restored.ok()) << restored.message;
        EXPECT_GT(n, 30);
        const test::FailingMemory none(0);
        world->roll_back(*restored.value.world);
        restored.value.world.reset();
        EXPECT_FALSE(none.has_failed());
        EXPECT_EQ(world->hash(), hash);
        break;
      }
      ASSERT_EQ(restored.status, Status::out_of_memory) << n;
    }
    life.ids.clear();
    for (std::uint32_t row = 0; row < world->capacity(); ++row) {
      if (world->contains(world->at(row))) life.ids.push_back(world->at(row));
    }
    ASSERT_NE(bytes_of(*world), before);
  }
}

/// Damaged bytes with a valid checksum are rejected, or give a world that works.
TEST(Rollback, DoesNoHarmWhenForged) {
  SCOPED_TRACE("seed 8");
  Keeper keeper;
  test::WorldLife life(8, {.composite_share = 0.3});
  const WorldPtr world = make_world().value;
  const std::vector<World*> worlds{world.get()};
  for (int i = 0; i < 60; ++i) {
    ASSERT_NO_FATAL_FAILURE(life.step(worlds));
    if (i % 10 == 9) {
      ASSERT_TRUE(world->update().ok());
    }
  }
  const Bytes bytes = bytes_of(*world, k_named), complete = bytes_of(*world);
  int accepted = 0;
  const int rounds = test::scaled(1500);
  for (int round = 0; round < rounds; ++round) {
    Bytes forged = bytes;
    for (std::uint32_t i = 0; i <= life.random.below(3); ++i) {
      const auto body = static_cast<std::uint32_t>(forged.size() - sizeof(SnapshotHeader));
      std::byte& at = forged[sizeof(SnapshotHeader) + life.random.below(body)];
      at = life.random.chance(0.5) ? at ^ std::byte(1u << life.random.below(8)) : std::byte(life.random.below(256));
    }
    test::sign(forged);
    if (roll_back(*world, forged, keeper, life.shapes) != Status::ok) continue;
    ++accepted;
    const UpdateResult updated = world->update();
    ASSERT_TRUE(updated.ok() || updated.message[0] != 0);
    static_cast<void>(world->closest({0.1, 0, 0}));
    ASSERT_EQ(roll_back(*world, complete, keeper, life.shapes), Status::ok);
    ASSERT_EQ(bytes_of(*world), complete);
    keeper.clear();
  }
  EXPECT_GT(accepted, rounds / 20);
  EXPECT_LT(accepted, rounds * 19 / 20);
}

}  // namespace
}  // namespace hyperplane
