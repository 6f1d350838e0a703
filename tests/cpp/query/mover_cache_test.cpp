#include "query/mover_cache.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/height_field.h>
#include <hyperplane/shape.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/voxels.h>
#include <hyperplane/world.h>

#include "composite/shape_extent.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "meshes.h"
#include "support/collider_options.h"
#include "support/convex_shapes.h"
#include "support/failing_memory.h"
#include "support/random.h"
#include "support/test_size.h"

/// The lists that movers keep from move to move never change a result.

namespace hyperplane::test {
namespace {

constexpr std::uint32_t k_cells = 20;
constexpr double k_size = 20.0;

void expect_same_move(const MoverResult& a, const MoverResult& b) {
  EXPECT_EQ(a.position, b.position);
  EXPECT_EQ(a.grounded, b.grounded);
  EXPECT_EQ(a.ground_row, b.ground_row);
  EXPECT_EQ(a.ground_point, b.ground_point);
  EXPECT_EQ(a.ground_normal, b.ground_normal);
  ASSERT_EQ(a.hit_count, b.hit_count);
  for (int i = 0; i < a.hit_count; ++i) {
    EXPECT_EQ(a.hits[i].row, b.hits[i].row);
    EXPECT_EQ(a.hits[i].point, b.hits[i].point);
    EXPECT_EQ(a.hits[i].normal, b.hits[i].normal);
  }
}

scenes::MeshData rough_terrain(Random& random, double size) {
  scenes::MeshData data = scenes::make_terrain(k_cells, size, random.bits());
  for (std::uint32_t i = 0; i < data.vertex_count(); ++i) data.vertices[3 * i + 1] += random.uniform(-0.15, 0.15);
  return data;
}

/// A move during which a world has no lists, for they are those of another body, whose filter asks for it.
class MoveWithoutLists {
 public:
  MoveWithoutLists(World& world, const Shape& shape, const Pose& pose, const Vec3& delta, const MoverOptions& options)
      : world_(world), shape_(shape), pose_(pose), delta_(delta), options_(options) {}

  /// None if the other body met nothing.
  std::optional<MoverResult> run() {
    MoverOptions options;
    options.context = this;
    options.accepts = [](const void* context, std::uint32_t) {
      auto& self = *static_cast<MoveWithoutLists*>(const_cast<void*>(context));
      if (!self.result_)
        self.result_ = self.world_.move_and_slide(self.shape_, self.pose_, self.delta_, self.options_).value;
      return false;
    };
    static_cast<void>(world_.move_and_slide(ball(1.0), pose_, {}, options));
    return result_;
  }

 private:
  World& world_;
  const Shape& shape_;
  const Pose& pose_;
  const Vec3& delta_;
  const MoverOptions& options_;
  std::optional<MoverResult> result_;
};

/// A world that keeps its lists, and a twin that forgets them before every move, or has none. Both have the same
/// shapes.
class TwinWorlds {
 public:
  explicit TwinWorlds(Random& random, double cell) : random_(random) {
    for (WorldPtr& world : worlds_) world = make_world({}).value;
    TriangleMeshOptions mesh_options;
    if (random.chance(0.5)) {
      mesh_options.sides = SurfaceSides::front;
      mesh_options.thickness = 0.5;
    }
    ground_data_ = rough_terrain(random, cell * k_cells);
    ground_ = build_triangle_mesh(ground_data_.vertices, ground_data_.indices, mesh_options).value;
    part_data_ = scenes::make_terrain(4, 4.0, 7);
    part_ = build_triangle_mesh(part_data_.vertices, part_data_.indices, {}).value;
    field_options_.columns = field_options_.rows = k_cells + 1;
    field_options_.width = field_options_.depth = k_size;
    for (std::uint32_t i = 0; i < field_options_.columns * field_options_.rows; ++i)
      heights_.push_back(random.uniform(-0.2, 0.2));
    field_ = build_height_field(heights_, field_options_).value;
    boxes_ = build_compound(
                 std::vector<CompoundPart>{{unit_box(), {{0.0, 0.5, 0.0}, {}}}, {unit_box(), {{1.0, 0.3, 0.0}, {}}}})
                 .value;
    surfaces_ =
        build_compound(std::vector<CompoundPart>{{make_triangle_mesh(*part_), {}}, {unit_box(), {{0.0, 1.0, 0.0}, {}}}})
            .value;
    std::vector<std::uint8_t> kinds;
    for (int i = 0; i < 9 * 4 * 9; ++i) kinds.push_back(random.chance(0.5) ? 1 : 0);
    cells_ = build_voxels(kinds, {9, 4, 9, {0.4, 0.25, 0.4}}).value;
    blocks_ =
        build_compound(std::vector<CompoundPart>{{make_voxels(*cells_), {{0.5, 0.0, 0.0}, random.rotation()}}}).value;
    if (random.chance(0.7)) add(collider_of(make_voxels(*cells_), {-2.2, 0.1, -2.0}, random.chance(0.8)));
    if (random.chance(0.3)) add(collider_of(make_compound(*blocks_), {1.0, 0.3, -1.0}, true));
    if (random.chance(0.3)) {
      ColliderOptions plane = collider_of(make_half_space(), {0.0, random.uniform(-0.2, 0.4), 0.0}, true);
      plane.pose.rotation = normalized(Quat{random.uniform(-0.2, 0.2), 0.0, random.uniform(-0.2, 0.2), 1.0});
      add(plane);
    }
    add(collider_of(make_triangle_mesh(*ground_), {}, true));
    add(collider_of(make_height_field(*field_), {0.5 * k_size, 0.5, 0.0}, true));
    add(collider_of(make_compound(*surfaces_), {3.0, 0.5, 3.0}, true));
    for (int i = 0; i < 25; ++i) add_something();
    each([](World& world) { ASSERT_TRUE(world.update().ok()); });
  }

  World& world() { return *worlds_[0]; }

  /// One change, or none.
  void change() {
    const ColliderId id = random_.chance(0.5) ? ids_[0] : ids_[static_cast<std::size_t>(random_.below(count()))];
    const ColliderId own = ids_[static_cast<std::size_t>(3 + random_.below(count() - 3))];
    const Pose pose{{random_.uniform(-2.0, 2.0), random_.uniform(0.0, 1.0), random_.uniform(-2.0, 2.0)},
                    random_.chance(0.5) ? Quat{} : random_.rotation()};
    switch (random_.below(13)) {
      case 0:
        for (std::uint32_t i = 0; i < ground_data_.vertex_count(); ++i)
          ground_data_.vertices[3 * i + 1] += random_.uniform(-0.05, 0.05);
        ASSERT_TRUE(set_mesh_vertices(*ground_, ground_data_.vertices).ok());
        break;
      case 1:
        for (double& height : heights_) height += random_.uniform(-0.05, 0.05);
        ASSERT_TRUE(set_heights(*field_, heights_, {0, 0, field_options_.columns, field_options_.rows}).ok());
        break;
      case 2:
        for (std::uint32_t i = 0; i < part_data_.vertex_count(); ++i)
          part_data_.vertices[3 * i + 1] += random_.uniform(-0.1, 0.1);
        ASSERT_TRUE(set_mesh_vertices(*part_, part_data_.vertices).ok());
        refresh_compound(*surfaces_);
        break;
      case 3:
        each([&](World& world) { ASSERT_EQ(world.set_pose(own, pose), Status::ok); });
        break;
      case 4:
        each([&](World& world) { ASSERT_EQ(world.remove(own), Status::ok); });
        std::erase(ids_, own);
        add_something();
        break;
      case 5: {
        const std::uint32_t layer = random_.chance(0.5) ? 1u : 2u;
        each([&](World& world) { ASSERT_EQ(world.set_filter(id, layer, ~0u), Status::ok); });
        break;
      }
      case 6: {
        ColliderKind kind;
        kind.is_static = random_.chance(0.7);
        kind.is_sensor = random_.chance(0.2);
        kind.is_enabled = random_.chance(0.8);
        each([&](World& world) { ASSERT_EQ(world.set_kind(own, kind), Status::ok); });
        break;
      }
      case 7: {
        const Shape shape = make_box(1.0, random_.uniform(0.1, 1.0), 1.0).value;
        each([&](World& world) { ASSERT_EQ(world.set_shape(own, shape), Status::ok); });
        break;
      }
      case 8:
        each([&](World& world) {
          world.positions()[3 * std::size_t{own.row}] = pose.position.x;
          ASSERT_TRUE(world.refit().ok());
        });
        break;
      case 9:
        each([&](World& world) { ASSERT_EQ(world.teleport(own, pose), Status::ok); });
        break;
      case 10:
        roll_back();
        break;
      case 11:
        for (int i = 0; i < 20; ++i) {
          const auto below = [&](int end) { return static_cast<std::uint32_t>(random_.below(end)); };
          const CellPlace cell{below(9), below(4), below(9)};
          ASSERT_TRUE(set_voxel(*cells_, cell, static_cast<std::uint8_t>(below(2))).ok());
        }
        refresh_compound(*blocks_);
        break;
      default:
        each([](World& world) { ASSERT_TRUE(world.update().ok()); });
    }
  }

  void take_snapshot() {
    snapshot_ = worlds_[0]->snapshot({.with_shapes = false}).value;
    ids_then_ = ids_;
  }

  /// @return whether the results were equal.
  MoverResult move(const Shape& shape, const Pose& pose, const Vec3& delta, const MoverOptions& options) {
    worlds_[1]->clear_caches();
    const MoverResult kept = worlds_[0]->move_and_slide(shape, pose, delta, options).value;
    std::optional<MoverResult> without;
    if (random_.chance(0.5)) without = MoveWithoutLists(*worlds_[1], shape, pose, delta, options).run();
    if (!without) without = worlds_[1]->move_and_slide(shape, pose, delta, options).value;
    expect_same_move(kept, *without);
    return kept;
  }

 private:
  int count() const { return static_cast<int>(ids_.size()); }

  template <class Do>
  void each(const Do& change_one) {
    for (WorldPtr& world : worlds_) change_one(*world);
  }

  void add(const ColliderOptions& options) {
    ColliderId id;
    each([&](World& world) { id = world.add(options).value; });
    ids_.push_back(id);
  }

  void add_something() {
    const double height = random_.uniform(0.1, 1.0);
    const Shape shapes[] = {make_box(random_.uniform(0.3, 1.5), height, random_.uniform(0.3, 1.5)).value,
                            make_cylinder(0.5, height).value, ball(0.5), make_compound(*boxes_)};
    ColliderOptions options = collider_of(
        shapes[random_.below(4)], {random_.uniform(-3.0, 3.0), random_.uniform(0.0, 0.8), random_.uniform(-3.0, 3.0)},
        random_.chance(0.7));
    if (random_.chance(0.4)) options.pose.rotation = random_.rotation();
    if (random_.chance(0.3)) options.layer = 2;
    options.is_sensor = random_.chance(0.2);
    add(options);
  }

  void roll_back() {
    if (snapshot_.size == 0) return;
    bool done = true;
    each([&](World& world) {
      RestoreOptions options;
      options.base = &world;
      // Shapes of colliders that are gone are missing, and so are those of surfaces that have changed since.
      Result<RestoredWorld> restored = restore_world({snapshot_.bytes.get(), snapshot_.size}, options);
      done = done && restored.ok();
      if (done) world.roll_back(*restored.value.world);
    });
    if (done) ids_ = ids_then_;
  }

  Random& random_;
  WorldPtr worlds_[2];
  std::vector<ColliderId> ids_, ids_then_;
  scenes::MeshData ground_data_, part_data_;
  TriangleMeshPtr ground_, part_;
  std::vector<double> heights_;
  HeightFieldOptions field_options_;
  HeightFieldPtr field_;
  VoxelsPtr cells_;
  CompoundPtr boxes_, surfaces_, blocks_;
  Snapshot snapshot_;
};

TEST(MoverCache, GivesTheBitsOfAFreshWorldWhateverChanges) {
  constexpr std::uint64_t k_seed = 9107;
  SCOPED_TRACE("seeds from " + std::to_string(k_seed));
  std::vector<double> points;
  Random corners(5);
  for (int i = 0; i < 12; ++i) {
    const Vec3 corner = corners.direction() * 0.4;
    points.insert(points.end(), {corner.x, corner.y, corner.z});
  }
  const HullPtr hull = build_hull(points).value;
  const Shape bodies[] = {make_capsule(0.3, 0.8).value,  make_capsule(0.3, 0.8).value, ball(0.3),
                          make_box(0.5, 1.2, 0.5).value, make_convex_hull(*hull),      make_capsule(0.2, 0.6).value};
  constexpr std::size_t k_bodies = std::size(bodies);
  const int count = scaled(12);
  int grounded = 0, moved = 0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE("case " + std::to_string(n));
    Random random(k_seed + static_cast<std::uint64_t>(n));
    // Down to cells of which a move has too many around it.
    TwinWorlds twins(random, random.chance(0.5) ? 1.0 : 0.15);
    Pose poses[k_bodies];
    Vec3 ways[k_bodies];
    for (Pose& pose : poses) pose.position = {random.uniform(-1.2, 1.2), 2.0, random.uniform(-1.2, 1.2)};
    MoverOptions options;
    for (int step = 0; step < 60; ++step) {
      SCOPED_TRACE("step " + std::to_string(step));
      if (random.chance(0.2)) ASSERT_NO_FATAL_FAILURE(twins.change());
      if (random.chance(0.1)) twins.take_snapshot();
      if (random.chance(0.05)) options.mask = random.chance(0.5) ? ~0u : 1u;
      if (random.chance(0.1)) options.sensors = !options.sensors;
      for (std::size_t k = 0; k < k_bodies; ++k) {
        // In another order each time, and not all of them.
        const std::size_t i = static_cast<std::size_t>(random.below(k_bodies));
        if (step == 0 || random.chance(0.1)) ways[i] = {random.uniform(-0.08, 0.08), 0.0, random.uniform(-0.08, 0.08)};
        if (random.chance(0.02)) ways[i] = ways[i] * 20.0;
        if (random.chance(0.02)) poses[i].position = {random.uniform(-1.2, 1.2), 2.0, random.uniform(-1.2, 1.2)};
        if (random.chance(0.05)) poses[i].rotation = random.chance(0.5) ? Quat{} : random.rotation();
        const Vec3 delta = ways[i] + Vec3{0.0, random.chance(0.05) ? 0.3 : -0.1, 0.0};
        const MoverResult result = twins.move(bodies[i], poses[i], delta, options);
        ASSERT_FALSE(testing::Test::HasFailure());
        poses[i].position = result.position;
        grounded += result.grounded;
        ++moved;
      }
    }
  }
  EXPECT_GT(grounded, moved / 3);
}

TEST(MoverCache, GivesTheSameBitsWhereAListHasNoRoomForAMove) {
  Random random(53);
  scenes::MeshData ground = scenes::make_terrain(100, 3.0, 3);
  for (std::uint32_t i = 0; i < ground.vertex_count(); ++i) ground.vertices[3 * i + 1] *= 0.02;
  const TriangleMeshPtr mesh = build_triangle_mesh(ground.vertices, ground.indices, {}).value;
  const WorldPtr world = make_world({}).value;
  ASSERT_TRUE(world->add(collider_of(make_triangle_mesh(*mesh), {}, true)).ok());
  // Another one overhead, and steps: up to what the list leaves to the trees.
  ASSERT_TRUE(world->add(collider_of(make_triangle_mesh(*mesh), {0.0, 1.5, 0.0}, true)).ok());
  for (int i = 0; i < 6; ++i) {
    const Vec3 at{random.uniform(-1.2, 1.2), 0.0, random.uniform(-1.2, 1.2)};
    ASSERT_TRUE(world->add(collider_of(make_box(0.4, 0.3, 0.4).value, at, true)).ok());
  }
  ASSERT_TRUE(world->update().ok());
  const Shape body = make_capsule(0.2, 0.8).value;
  MoverOptions options;
  options.step_height = 0.4;
  options.snap_distance = 0.4;
  int climbed = 0;
  for (int n = 0; n < 10; ++n) {
    Pose pose{{random.uniform(-0.8, 0.8), 0.8, random.uniform(-0.8, 0.8)}, {}};
    const Vec3 way{random.uniform(-0.05, 0.05), -0.1, random.uniform(-0.05, 0.05)};
    for (int step = 0; step < 20; ++step) {
      const auto expected = MoveWithoutLists(*world, body, pose, way, options).run();
      ASSERT_TRUE(expected.has_value());
      const MoverResult moved = world->move_and_slide(body, pose, way, options).value;
      ASSERT_NO_FATAL_FAILURE(expect_same_move(moved, *expected));
      climbed += moved.position.y > pose.position.y + 0.02;
      pose.position = moved.position;
    }
  }
  EXPECT_GT(climbed, 0);
}

TEST(MoverCache, GivesTheSameBitsWithoutMemory) {
  if (!can_fail_memory()) GTEST_SKIP() << "this build cannot make allocations fail";
  Random random(31);
  TwinWorlds twins(random, 1.0);
  for (int n = 0; n < 4; ++n) {
    Pose pose{{0.0, 2.0, 0.0}, {}};
    for (int step = 0; step < 30; ++step) {
      const MoverResult expected = twins.move(ball(0.3), pose, {0.05, -0.1, 0.02}, {});
      World& world = twins.world();
      world.clear_caches();
      static_cast<void>(world.move_and_slide(ball(0.3), pose, {0.05, -0.1, 0.02}));
      {
        const FailingMemory failing(n);
        expect_same_move(world.move_and_slide(ball(0.3), pose, {0.05, -0.1, 0.02}).value, expected);
      }
      ASSERT_FALSE(testing::Test::HasFailure());
      pose.position = expected.position;
    }
  }
}

TEST(MoverCache, FindsABodyWhereItWasLeft) {
  MoverCache cache;
  const Vec3 start{1, 2, 3}, end{4, 5, 6};
  MoverList* const list = cache.open(7, start, 0.01, 1);
  ASSERT_NE(list, nullptr);
  EXPECT_FALSE(list->is_complete);
  EXPECT_EQ(list->began, start) << "it has come from nowhere";
  // One move at a time: a filter that moves another body goes without.
  EXPECT_EQ(cache.open(8, start, 0.01, 1), nullptr);
  cache.close(*list, start, end);

  const auto finds = [&](std::uint64_t body, const Vec3& position, std::uint64_t revision) {
    MoverList* const opened = cache.open(body, position, 0.01, revision);
    const bool was_complete = opened != nullptr && opened->is_complete;
    if (opened != nullptr) {
      opened->is_complete = true;
      cache.close(*opened, position, position);
    }
    return was_complete && opened == list;
  };
  EXPECT_FALSE(finds(8, end, 1));
  EXPECT_FALSE(finds(7, start, 1));
  list->is_complete = true;
  EXPECT_TRUE(finds(7, end + Vec3{0.005, 0.0, 0.0}, 1));
  EXPECT_FALSE(finds(7, end, 2)) << "of statics that have changed since";
  EXPECT_TRUE(finds(7, end, 2));
  for (std::uint64_t body = 100; body < 200; ++body) EXPECT_FALSE(finds(body, end, 2));
  EXPECT_FALSE(finds(7, end, 2)) << "not used for long";
  cache.release();
  EXPECT_FALSE(finds(199, end, 2));
}

TEST(MoverCache, KeepsWhatReachesIntoASmallerRegion) {
  MoverList list;
  list.begin({10, 0, 0}, {{-2, -2, -2}, {2, 2, 2}});
  for (std::uint32_t row = 0; row < 4; ++row) {
    const double at = row - 1.5;
    NearPart* const part = list.add({{at - 0.75, 0, 0}, {at + 0.75, 1, 1}});
    ASSERT_NE(part, nullptr);
    part->row = row;
  }
  list.shrink({{-0.7, -1, -1}, {0.7, 1, 1}});
  const ListedParts near = list.near();
  ASSERT_EQ(near.count, 2u);
  for (std::uint32_t i = 0; i < 2; ++i) {
    EXPECT_EQ(near.parts[i].row, i + 1);
    EXPECT_EQ(near.bounds[i].min.x, i - 1.25);
  }
  list.is_complete = true;
  EXPECT_TRUE(list.covers({10, 0, 0}, {{-0.7, 0, 0}, {0.7, 1, 1}}));
  EXPECT_FALSE(list.covers({10, 0, 0}, {{-0.8, 0, 0}, {0.7, 1, 1}}));
}

TEST(MoverCache, CoversItsRegionWhileSurfacesStayAsTheyAre) {
  scenes::MeshData data = scenes::make_terrain(4, 4.0, 1);
  const TriangleMeshPtr mesh = build_triangle_mesh(data.vertices, data.indices, {}).value;
  const CompoundPtr compound = build_compound(std::vector<CompoundPart>{{make_triangle_mesh(*mesh), {}}}).value;
  MoverList list;
  const Aabb unit{{-1, -1, -1}, {1, 1, 1}};
  list.begin({10, 0, 0}, {{-2, -2, -2}, {2, 2, 2}});
  EXPECT_FALSE(list.covers({10, 0, 0}, unit)) << "before it is complete";
  const std::uint64_t seen = hash_of(make_triangle_mesh(*mesh));
  EXPECT_TRUE(list.watch(ball(1.0), 0));
  EXPECT_TRUE(list.watch(make_triangle_mesh(*mesh), seen));
  list.is_complete = true;
  EXPECT_TRUE(list.covers({10, 0, 0}, unit));
  EXPECT_TRUE(list.covers({11, 1, -1}, unit));
  EXPECT_FALSE(list.covers({11.1, 0, 0}, unit));
  data.vertices[1] += 0.1;
  ASSERT_TRUE(set_mesh_vertices(*mesh, data.vertices).ok());
  EXPECT_FALSE(list.covers({10, 0, 0}, unit));
  list.begin({10, 0, 0}, unit);
  EXPECT_FALSE(list.watch(make_triangle_mesh(*mesh), seen)) << "the tree has earlier bounds";
  EXPECT_FALSE(list.watch(make_compound(*compound), hash_of(make_compound(*compound))))
      << "its hash follows only when it is told";
}

}  // namespace
}  // namespace hyperplane::test
