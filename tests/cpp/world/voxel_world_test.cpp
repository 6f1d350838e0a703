#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/world.h>

#include "support/convex_shapes.h"
#include "support/test_size.h"
#include "support/voxel_grids.h"

/// Grids of cells in a world: bodies on them, motion, edits, kinds, snapshots.

namespace hyperplane::test {
namespace {

/// Columns of cells along x, all as high but for steps up from a place on, and a wall in the end.
TestGrid corridor(int columns, double cell) {
  TestGrid grid;
  grid.options = {static_cast<std::uint32_t>(columns), 6, 9, {cell, cell, cell}};
  grid.cells.assign(static_cast<std::size_t>(columns) * 6 * 9, 0);
  for (int x = 0; x < columns; ++x) {
    for (int z = 0; z < 9; ++z) {
      const int height = x == columns - 1 ? 6 : 2;
      for (int y = 0; y < height; ++y) grid.cells[grid.index(x, y, z)] = 1;
    }
  }
  grid.build();
  return grid;
}

ColliderOptions fixed_grid(const TestGrid& grid, const Pose& pose = {}) {
  ColliderOptions options{grid.shape(), pose};
  options.is_static = true;
  return options;
}

struct Deepest {
  Vec3 normal;
  double depth = 0.0;
  std::size_t count = 0;
};

/// The deepest contact of a world with one body, which was added last; its normal out of the statics.
Deepest deepest_contact(const World& world) {
  Deepest deepest;
  const ContactList contacts = world.contacts();
  deepest.count = contacts.pairs.size();
  for (std::size_t i = 0; i < contacts.pairs.size(); ++i) {
    const float* const n = contacts.normals.data() + 4 * i;
    const auto depth = static_cast<double>(n[3]);
    if (depth < deepest.depth) continue;
    deepest.depth = depth;
    deepest.normal = {static_cast<double>(n[0]), static_cast<double>(n[1]), static_cast<double>(n[2])};
  }
  return deepest;
}

constexpr ShapeType k_solid_types[] = {ShapeType::sphere,     ShapeType::capsule, ShapeType::box,
                                       ShapeType::cylinder,   ShapeType::cone,    ShapeType::ellipsoid,
                                       ShapeType::convex_hull};

TEST(VoxelWorld, NothingIsFeltBetweenCellsAndBetweenGrids) {
  Random random(4121);
  int places = 0;
  const int count = scaled(400);
  for (int run = 0; run < count; ++run) {
    const double cell = random.log_uniform(-3, 3);
    const TestGrid grid = corridor(9, cell);
    const WorldPtr world = make_world().value;
    // Two chunks that lie flush, the second behind the wall of the first.
    const bool has_neighbour = random.chance(0.5);
    ASSERT_TRUE(world->add(fixed_grid(grid)).ok());
    if (has_neighbour) {
      ASSERT_TRUE(world->add(fixed_grid(grid, {{0.0, 0.0, 9.0 * cell}, {}})).ok());
    }
    const TestShape body =
        make_test_shape(random, k_solid_types[random.below(7)], ShapeForm::plain, random.uniform(0.1, 1.2) * cell);
    const Quat rotation = random.chance(0.5) ? Quat{} : random.rotation();
    const double low = support(body.shape, {{}, rotation}, {0.0, -1.0, 0.0}).y,
                 sunk = random.log_uniform(-14, -4) * cell;
    const ColliderId id = world->add({body.shape, {{2.0 * cell, 2.0 * cell - low - sunk, 4.0 * cell}, rotation}}).value;
    for (int step = 0; step < 20; ++step) {
      const double z = has_neighbour ? random.uniform(2.0, 16.0) : random.uniform(2.0, 7.0);
      ASSERT_EQ(world->set_pose(id, {{random.uniform(2.0, 6.0) * cell, 2.0 * cell - low - sunk, z * cell}, rotation}),
                Status::ok);
      ASSERT_TRUE(world->update().ok());
      const Deepest found = deepest_contact(*world);
      ASSERT_GT(found.count, 0u) << "seed 4121, run " << run;
      ++places;
      ASSERT_NEAR(found.normal.y, 1.0, 1e-5) << "seed 4121, run " << run << ", step " << step << " at z " << z;
      ASSERT_NEAR(found.depth, sunk, 2e-6 * cell) << run;
      // One contact a grid.
      ASSERT_LE(found.count, has_neighbour ? 2u : 1u) << run;
    }
  }
  printf("seed 4121: %d places\n", places);
}

TEST(VoxelWorld, FastBodiesRollAlongCellsAndStopAtWalls) {
  Random random(4122);
  const int count = scaled(300);
  int lost = 0, early = 0, late = 0;
  for (int run = 0; run < count; ++run) {
    const double cell = random.log_uniform(-2, 2);
    const int columns = 8 + random.below(60);
    const TestGrid grid = corridor(columns, cell);
    const WorldPtr world = make_world().value;
    ASSERT_TRUE(world->add(fixed_grid(grid)).ok());
    const TestShape body =
        make_test_shape(random, k_solid_types[random.below(7)], ShapeForm::plain, random.uniform(0.05, 1.0) * cell);
    const Quat rotation = random.chance(0.5) ? Quat{} : random.rotation();
    const double low = support(body.shape, {{}, rotation}, {0.0, -1.0, 0.0}).y;
    const double right = support(body.shape, {{}, rotation}, {1.0, 0.0, 0.0}).x;
    const double sunk = random.chance(0.2) ? -0.01 * cell : random.log_uniform(-14, -2) * -low;
    ColliderOptions options{body.shape, {{2.0 * cell, 2.0 * cell - low - sunk, 4.5 * cell}, rotation}};
    options.is_continuous = true;
    const ColliderId id = world->add(options).value;
    ASSERT_TRUE(world->update().ok());
    const double way = 1.5 * columns * cell;
    const Pose to{options.pose.position + Vec3{way, 0.0, random.uniform(-0.2, 0.2) * cell}, rotation};
    ASSERT_EQ(world->set_pose(id, to), Status::ok);
    ASSERT_TRUE(world->update().ok());
    const double expected = ((columns - 1) * cell - right - 2.0 * cell) / way;
    if (world->impacts().empty()) {
      ++lost;
    } else {
      const double time = world->impacts()[0].time;
      early += time < expected - 1e-4 ? 1 : 0;
      late += time > expected + 1e-3 ? 1 : 0;
    }
  }
  printf("seed 4122: %d of %d lost, %d early, %d late\n", lost, count, early, late);
  EXPECT_EQ(lost, 0);
  EXPECT_LE(early, count / 200);
  EXPECT_LE(late, count / 500);
}

TEST(VoxelWorld, AGridIsItsBoxes) {
  Random random(4123);
  const int count = scaled(300);
  int other = 0, bodies = 0;
  for (int run = 0; run < count; ++run) {
    const TestGrid grid = hilly_grid(random, 7, 6, 7);
    const WorldPtr of_grid = make_world().value, of_boxes = make_world().value;
    ASSERT_TRUE(of_grid->add(fixed_grid(grid)).ok());
    grid.for_solid([&](int x, int y, int z) {
      ColliderOptions options{grid.cell_shape(), {grid.middle_of(x, y, z), {}}};
      options.is_static = true;
      ASSERT_TRUE(of_boxes->add(options).ok());
    });
    const TestShape body =
        make_test_shape(random, k_solid_types[random.below(7)], ShapeForm::plain, random.uniform(0.2, 1.0));
    const int x = 2 + random.below(3), z = 2 + random.below(3);
    int y = 0;
    while (grid.kind(x, y, z) != 0) ++y;
    const Quat rotation = random.chance(0.5) ? Quat{} : random.rotation();
    const double low = support(body.shape, {{}, rotation}, {0.0, -1.0, 0.0}).y;
    const Pose pose{{x + random.uniform(), y - low - random.log_uniform(-12, -4), z + random.uniform()}, rotation};
    Vec3 ways[2];
    for (int i = 0; i < 2; ++i) {
      World& world = i == 0 ? *of_grid : *of_boxes;
      const ColliderId id = world.add({body.shape, pose}).value;
      ASSERT_TRUE(world.update().ok());
      ways[i] = world.separation(id).value;
    }
    ++bodies;
    // Both are free; of two ways out the shorter may differ in the last digits.
    other += std::fabs(length(ways[0]) - length(ways[1])) > 1e-3 ? 1 : 0;
    double left = 0.0;
    grid.for_solid([&](int u, int v, int w) {
      left = std::max(left, penetration(grid.cell_shape(), {grid.middle_of(u, v, w), {}}, body.shape,
                                        {pose.position + ways[0], rotation})
                                .depth);
    });
    EXPECT_LE(left, 1e-5) << "seed 4123, run " << run;
  }
  printf("seed 4123: %d of %d separated by another length\n", other, bodies);
  EXPECT_LE(other, bodies / 40);
}

TEST(VoxelWorld, EditsAreFollowed) {
  TestGrid grid = corridor(8, 1.0);
  const WorldPtr world = make_world().value;
  const ColliderId ground = world->add(fixed_grid(grid)).value;
  ASSERT_TRUE(world->add({make_sphere(0.4).value, {{3.5, 2.3, 4.5}, {}}}).ok());
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->contacts().pairs.size(), 1u);
  const std::uint64_t hash = world->hash();
  grid.set(3, 1, 4, 0);
  const WorldRayHit hit = world->raycast({3.5, 1.8, 4.5}, {0.0, -1.0, 0.0});
  EXPECT_NEAR(hit.distance, 0.8, 1e-12);
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->contacts().pairs.size(), 0u);
  EXPECT_EQ(world->ended().size(), 1u);
  EXPECT_NE(world->hash(), hash);
  grid.set(3, 1, 4, 7);
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->began().size(), 1u);
  EXPECT_EQ(world->remove(ground), Status::ok);
}

TEST(VoxelWorld, KindsThatAColliderDoesNotMeetArePassed) {
  TestGrid grid = corridor(8, 1.0);
  // Water in the corridor.
  for (int x = 0; x < 7; ++x) {
    for (int z = 0; z < 9; ++z) grid.set(x, 2, z, 9);
  }
  const WorldPtr world = make_world().value;
  KindMask solid, water;
  solid.words[0] &= ~(std::uint64_t{1} << 9);
  water = {{std::uint64_t{1} << 9, 0, 0, 0}};
  ASSERT_TRUE(world->add(fixed_grid(grid)).ok());
  Shape walker = make_sphere(0.4).value;
  walker.kinds = &solid;
  ASSERT_TRUE(world->add({walker, {{3.5, 2.3, 4.5}, {}}}).ok());
  ASSERT_TRUE(world->update().ok());
  ASSERT_EQ(world->contacts().pairs.size(), 1u);
  EXPECT_NEAR(deepest_contact(*world).depth, 0.1, 1e-6);
  const Vec3 above{4.5, 5.0, 4.5}, down{0.0, -1.0, 0.0};
  QueryOptions options;
  EXPECT_NEAR(world->raycast(above, down, options).distance, 2.0, 1e-12);
  options.kinds = &solid;
  EXPECT_NEAR(world->raycast(above, down, options).distance, 3.0, 1e-12);
  EXPECT_NEAR(world->cast_shape(make_sphere(0.25).value, {{above, {}}, {{4.5, 0.0, 4.5}, {}}}, options).time, 0.55,
              1e-6);
  EXPECT_NEAR(world->closest({3.5, 3.5, 1.5}, options).distance, 1.5, 1e-12);
  options.kinds = &water;
  EXPECT_FALSE(world->raycast({7.5, 8.0, 4.5}, down, options).hit);
  // A move of the walker wades, one without kinds does not.
  const Pose pose{{1.5, 2.45, 6.5}, {}};
  EXPECT_NEAR(world->move_and_slide(walker, pose, {3.0, 0.0, 0.0}).value.position.x, 4.5, 0.1);
  walker.kinds = nullptr;
  EXPECT_GT(world->move_and_slide(walker, pose, {0.0, 0.0, 0.0}).value.position.y, 3.0);
}

TEST(VoxelWorld, SetsOfKindsThatNobodyHasAreForgotten) {
  TestGrid grid = corridor(8, 1.0);
  const WorldPtr world = make_world().value;
  ASSERT_TRUE(world->add(fixed_grid(grid)).ok());
  Shape body = make_sphere(0.4).value;
  const KindMask solid{{~(std::uint64_t{1} << 9), 0, 0, 0}};
  body.kinds = &solid;
  const ColliderId walker = world->add({body, {{3.5, 2.3, 4.5}, {}}}).value;
  const std::size_t before = world->snapshot().value.size;
  for (std::uint64_t i = 1; i <= 1000; ++i) {
    const KindMask other{{i, 0, 0, 1}};
    body.kinds = &other;
    ASSERT_TRUE(world->move_and_slide(body, {{3.5, 2.5, 4.5}, {}}, {0.1, 0.0, 0.0}).ok());
    if (i % 2 == 0) ASSERT_EQ(world->set_shape(walker, body), Status::ok);
  }
  ASSERT_NE(world->describe(walker.row).shape.kinds, nullptr);
  EXPECT_EQ(*world->describe(walker.row).shape.kinds, (KindMask{{1000, 0, 0, 1}}));
  EXPECT_LT(world->snapshot().value.size, before + 100 * sizeof(KindMask));
}

TEST(VoxelWorld, CharactersWalkAndStep) {
  Random random(4124);
  const TestGrid grid = hilly_grid(random, 24, 8, 24);
  const WorldPtr world = make_world().value;
  ASSERT_TRUE(world->add(fixed_grid(grid)).ok());
  const Shape capsule = make_capsule(0.3, 1.0).value;
  MoverOptions options;
  options.step_height = 1.05;
  options.snap_distance = 1.1;
  int grounded = 0, steps = 0;
  const int count = scaled(40);
  for (int run = 0; run < count; ++run) {
    Pose pose{{random.uniform(4.0, 20.0), 9.0, random.uniform(4.0, 20.0)}, {}};
    pose.position = world->move_and_slide(capsule, pose, {0.0, -9.0, 0.0}, options).value.position;
    const double heading = random.uniform(0.0, 6.28);
    for (int step = 0; step < 60; ++step) {
      const MoverResult moved =
          world->move_and_slide(capsule, pose, {0.1 * std::cos(heading), 0.0, 0.1 * std::sin(heading)}, options).value;
      if (moved.position.x < 1.0 || moved.position.z < 1.0 || moved.position.x > 23.0 || moved.position.z > 23.0) break;
      ++steps;
      grounded += moved.grounded ? 1 : 0;
      pose.position = moved.position;
      ASSERT_LE(penetration(grid.shape(), {}, capsule, pose).depth, 1e-6) << "seed 4124, run " << run;
    }
  }
  printf("seed 4124: %d steps, %d grounded\n", steps, grounded);
  EXPECT_GT(grounded, steps * 9 / 10);
}

TEST(VoxelWorld, SnapshotsKeepGridsAndKinds) {
  TestGrid grid = corridor(8, 0.5);
  KindMask mask{{0b110, 0, 0, 0}};
  for (const bool with_shapes : {true, false}) {
    const WorldPtr world = make_world().value;
    ColliderOptions options = fixed_grid(grid, {{0.1, 0.2, 0.3}, {}});
    options.shape.kinds = &mask;
    ASSERT_TRUE(world->add(options).ok());
    ASSERT_TRUE(world->add({make_sphere(0.4).value, {{2.0, 1.4, 2.0}, {}}}).ok());
    ASSERT_TRUE(world->update().ok());
    EXPECT_EQ(world->contacts().pairs.size(), 1u);
    SnapshotOptions of_snapshot;
    of_snapshot.with_shapes = with_shapes;
    const Snapshot snapshot = world->snapshot(of_snapshot).value;
    RestoreOptions restore;
    const Shape known[] = {grid.shape(), make_sphere(0.4).value};
    restore.shapes = known;
    const auto restored = restore_world(snapshot.span(), restore);
    ASSERT_TRUE(restored.ok()) << restored.message;
    EXPECT_EQ(restored.value.world->hash(), world->hash());
    ASSERT_NE(restored.value.world->describe(0).shape.kinds, nullptr);
    EXPECT_EQ(*restored.value.world->describe(0).shape.kinds, mask);
    const Snapshot again = restored.value.world->snapshot(of_snapshot).value;
    ASSERT_EQ(again.size, snapshot.size);
    EXPECT_TRUE(std::equal(again.span().begin(), again.span().end(), snapshot.span().begin()));
    ASSERT_TRUE(restored.value.world->update().ok());
    EXPECT_EQ(restored.value.world->contacts().pairs.size(), 1u);
  }
}

}  // namespace
}  // namespace hyperplane::test
