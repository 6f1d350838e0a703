#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/world.h>

#include "math/quat.h"
#include "meshes.h"
#include "support/collider_options.h"
#include "support/convex_shapes.h"
#include "support/random.h"
#include "support/test_size.h"

/// Worlds with meshes: vertices that move, snapshots, and a mover that walks on triangles.

namespace hyperplane::test {
namespace {

TriangleMeshPtr mesh_of(const scenes::MeshData& data, const TriangleMeshOptions& options = {}) {
  return build_triangle_mesh(data.vertices, data.indices, options).value;
}

TEST(SurfaceWorld, FollowsVerticesThatMove) {
  scenes::MeshData floor = scenes::make_grid_floor(8, 8.0);
  const TriangleMeshPtr mesh = mesh_of(floor);
  const CompoundPtr compound =
      build_compound(std::vector<CompoundPart>{{make_triangle_mesh(*mesh), {{0.0, 10.0, 0.0}, {}}}}).value;
  const WorldPtr world = make_world({}).value;
  ASSERT_TRUE(world->add(collider_of(make_triangle_mesh(*mesh), {}, true)).ok());
  ASSERT_TRUE(world->add(collider_of(ball(0.5), {0.3, 1.4, 0.2})).ok());
  ASSERT_TRUE(world->add(collider_of(make_compound(*compound), {}, true)).ok());
  ASSERT_TRUE(world->add(collider_of(ball(0.5), {0.3, 11.4, 0.2})).ok());
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->touching().size(), 0u);
  for (const bool is_up : {true, false, true}) {
    floor.move({0.0, is_up ? 1.0 : -1.0, 0.0});
    ASSERT_TRUE(set_mesh_vertices(*mesh, floor.vertices).ok());
    refresh_compound(*compound);
    ASSERT_TRUE(world->update().ok());
    ASSERT_EQ(world->touching().size(), is_up ? 2u : 0u);
    if (is_up) {
      EXPECT_NEAR(static_cast<double>(world->contacts().normals[3]), 0.1, 1e-6);
    }
    const WorldRayHit hit = world->raycast({3.0, 5.0, 3.0}, {0.0, -1.0, 0.0}, {});
    ASSERT_TRUE(hit.hit);
    EXPECT_NEAR(hit.distance, is_up ? 4.0 : 5.0, 1e-9);
  }
}

TEST(SurfaceWorld, ComesBackFromASnapshot) {
  Random random(611);
  TriangleMeshOptions options;
  options.solid = true;
  const TriangleMeshPtr ground = mesh_of(scenes::make_terrain(12, 12.0, 5)),
                        knot = mesh_of(scenes::make_torus_knot(60, 6, 1.0), options);
  const CompoundPtr compound =
      build_compound(std::vector<CompoundPart>{{make_triangle_mesh(*knot), {{0.0, 1.0, 0.0}, {}}},
                                               {unit_box(), {{0.0, -1.0, 0.0}, {}}}})
          .value;
  const WorldPtr world = make_world({}).value;
  ASSERT_TRUE(world->add(collider_of(make_triangle_mesh(*ground), {}, true)).ok());
  for (int i = 0; i < 30; ++i) {
    const Shape shape = i % 3 == 0 ? make_compound(*compound) : i % 3 == 1 ? make_triangle_mesh(*knot) : ball(0.4);
    ASSERT_TRUE(world->add(collider_of(shape, random.in_cube(4.0))).ok());
  }
  ASSERT_TRUE(world->update().ok());
  const Result<Snapshot> snapshot = world->snapshot();
  ASSERT_TRUE(snapshot.ok());
  Result<RestoredWorld> restored = restore_world({snapshot.value.bytes.get(), snapshot.value.size});
  ASSERT_TRUE(restored.ok()) << restored.message;
  World& copy = *restored.value.world;
  EXPECT_EQ(copy.hash(), world->hash());
  for (int step = 0; step < 5; ++step) {
    for (std::uint32_t row = 1; row <= 30; ++row) {
      const double x = random.uniform(-0.2, 0.2);
      world->positions()[3 * std::size_t{row}] += x;
      copy.positions()[3 * std::size_t{row}] += x;
    }
    ASSERT_TRUE(world->update().ok());
    ASSERT_TRUE(copy.update().ok());
    ASSERT_EQ(copy.hash(), world->hash());
    ASSERT_GT(world->contacts().pairs.size(), 0u);
  }
}

/// What the narrow phase fetches ahead of a large mesh changes no answer, wherever the mesh is, and however much of it
/// a body covers.
TEST(SurfaceWorld, FindsTheContactsOfPairsOnALargeMesh) {
  Random random(612);
  const TriangleMeshPtr ground = mesh_of(scenes::make_terrain(96, 96.0, 5));
  const Shape shape = make_triangle_mesh(*ground);
  const Pose pose{{1e5, -300.0, 2e4}, {0.5, 0.5, 0.5, -0.5}};
  const WorldPtr world = make_world({}).value;
  std::vector<Shape> shapes;
  std::vector<Pose> poses;
  for (int i = 0; i < 80; ++i) {
    shapes.push_back(i == 40      ? make_box(200.0, 1.0, 200.0).value
                     : i % 2 == 0 ? ball(1.0)
                                  : make_box(2.0, 2.0, 2.0).value);
    const Vec3 place{random.uniform(-50.0, 50.0), random.uniform(-3.0, 3.0), random.uniform(-50.0, 50.0)};
    poses.push_back({pose.position + rotate(pose.rotation, i == 40 ? Vec3{} : place), pose.rotation});
  }
  // The ground has a row between those of the bodies.
  ColliderOptions options;
  const auto add = [&](const Shape& of, const Pose& at, std::uint32_t layer) {
    options = {of, at};
    options.layer = layer;
    options.mask = 3 - layer;
    ASSERT_TRUE(world->add(options).ok());
  };
  for (std::size_t i = 0; i < 80; ++i) {
    if (i == 30) add(shape, pose, 2);
    add(shapes[i], poses[i], 1);
  }
  ASSERT_TRUE(world->update().ok());
  const auto contacts = world->contacts();
  std::vector<double> sums(81);
  for (std::size_t i = 0; i < contacts.pairs.size(); ++i) {
    const auto pair = contacts.pairs[i];
    sums[pair.a == 30 ? pair.b : pair.a] += static_cast<double>(contacts.normals[4 * i + 3]);
  }
  int touching = 0;
  for (std::size_t i = 0; i < 80; ++i) {
    std::vector<ContactManifold> found(4096);
    found.resize(collide_all(shape, pose, shapes[i], poses[i], found));
    double sum = 0.0;
    for (const ContactManifold& contact : found) sum += contact.depth;
    EXPECT_NEAR(sums[i < 30 ? i : i + 1], sum, 1e-5 * (1.0 + sum)) << i;
    touching += found.empty() ? 0 : 1;
  }
  EXPECT_GT(touching, 8);
  EXPECT_LT(touching, 72);
}

/// Until the next update its contacts name parts and triangles of the former shape.
TEST(SurfaceWorld, ComesBackWithADisabledColliderOfAnotherShape) {
  const TriangleMeshPtr floor = mesh_of(scenes::make_grid_floor(2, 2.0));
  const CompoundPtr compound = build_compound(std::vector<CompoundPart>{{unit_box(), {}}}).value;
  const Shape shapes[] = {make_triangle_mesh(*floor), make_compound(*compound), unit_box()};
  for (const Shape& former : shapes) {
    for (const Shape& later : shapes) {
      for (const bool is_removed : {false, true}) {
        const WorldPtr world = make_world({}).value;
        const ColliderId id = world->add(collider_of(former, {})).value;
        ASSERT_TRUE(world->add(collider_of(ball(0.5), {0.3, 0.45, 0.2})).ok());
        ASSERT_TRUE(world->update().ok());
        ASSERT_GT(world->contacts().pairs.size(), 0u);
        ASSERT_EQ(world->set_kind(id, {.is_enabled = false}), Status::ok);
        ASSERT_EQ(world->set_shape(id, later), Status::ok);
        if (is_removed) ASSERT_EQ(world->remove(id), Status::ok);
        const Result<Snapshot> snapshot = world->snapshot();
        ASSERT_TRUE(snapshot.ok());
        const Result<RestoredWorld> restored = restore_world({snapshot.value.bytes.get(), snapshot.value.size});
        ASSERT_TRUE(restored.ok()) << restored.message;
        World& copy = *restored.value.world;
        EXPECT_EQ(copy.hash(), world->hash());
        ASSERT_TRUE(world->update().ok());
        ASSERT_TRUE(copy.update().ok());
        EXPECT_EQ(copy.hash(), world->hash());
      }
    }
  }
}

MoverResult walk(World& world, const Shape& body, Pose& pose, const Vec3& delta) {
  const Result<MoverResult> moved = world.move_and_slide(body, pose, delta, {});
  EXPECT_TRUE(moved.ok()) << moved.message;
  pose.position = moved.value.position;
  return moved.value;
}

TEST(SurfaceWorld, AMoverSlidesOverFlatTrianglesAsOverABox) {
  Random random(612);
  const Shape bodies[] = {make_capsule(0.3, 1.0).value, ball(0.4), make_box(0.6, 1.5, 0.5).value,
                          make_cylinder(0.3, 1.2).value};
  for (const Shape& body : bodies) {
    for (int run = 0; run < scaled(12); ++run) {
      const TriangleMeshPtr mesh =
          mesh_of(scenes::make_grid_floor(10 + static_cast<std::uint32_t>(random.below(40)), 12.0));
      const WorldPtr ground = make_world({}).value, plain = make_world({}).value;
      ASSERT_TRUE(ground->add(collider_of(make_triangle_mesh(*mesh), {}, true)).ok());
      ASSERT_TRUE(plain->add(collider_of(make_box(12.0, 1.0, 12.0).value, {0.0, -0.5, 0.0}, true)).ok());
      Pose pose{{random.uniform(-2.0, 2.0), 1.2, random.uniform(-2.0, 2.0)}, {}}, other = pose;
      walk(*ground, body, pose, {0.0, -2.0, 0.0});
      walk(*plain, body, other, {0.0, -2.0, 0.0});
      const double height = pose.position.y;
      const Vec3 heading = random.direction();
      for (int step = 0; step < 30; ++step) {
        const Vec3 delta{heading.x * 0.1, step % 2 == 0 ? -0.02 : 0.0, heading.z * 0.1};
        const MoverResult result = walk(*ground, body, pose, delta);
        walk(*plain, body, other, delta);
        EXPECT_TRUE(result.grounded) << run << " " << step;
        EXPECT_NEAR(pose.position.y, height, 1e-8) << run << " " << step;
        EXPECT_NEAR(pose.position.x, other.position.x, 1e-6) << run << " " << step;
        EXPECT_NEAR(pose.position.z, other.position.z, 1e-6) << run << " " << step;
        if (result.grounded) {
          EXPECT_NEAR(result.ground_normal.y, 1.0, 1e-9);
        }
      }
    }
  }
}

/// A trough along z whose profile is a parabola of straight pieces; above it is the intersection of half-spaces.
struct Trough {
  static constexpr int k_pieces = 80;
  double width = 40.0, curvature = 0.0;
  std::vector<double> heights;

  explicit Trough(double bend) : curvature(bend * k_pieces / width) {
    for (int i = 0; i <= k_pieces; ++i) heights.push_back(0.5 * curvature * at(i) * at(i));
  }
  double at(int i) const { return width * (static_cast<double>(i) / k_pieces - 0.5); }
  scenes::MeshData mesh() const {
    scenes::MeshData data;
    for (int i = 0; i <= k_pieces; ++i) {
      for (const double z : {-30.0, 30.0})
        data.vertices.insert(data.vertices.end(), {at(i), heights[std::size_t(i)], z});
    }
    for (std::uint32_t i = 0; i < 2u * k_pieces; i += 2)
      data.indices.insert(data.indices.end(), {i, i + 1, i + 2, i + 2, i + 1, i + 3});
    return data;
  }
  /// @param radius, half as those of a box whose edges are rounded. @return m: least gap of it along the normals.
  double gap(const Vec3& position, double radius, const Vec3& half) const {
    double least = 1e9;
    for (int i = 0; i < k_pieces; ++i) {
      const double rise = heights[std::size_t(i) + 1] - heights[std::size_t(i)], run = at(i + 1) - at(i);
      const double slope = std::hypot(rise, run), x = -rise / slope, y = run / slope;
      const double height = x * (position.x - at(i)) + y * (position.y - heights[std::size_t(i)]);
      least = std::min(least, height - std::fabs(x) * half.x - std::fabs(y) * half.y - radius);
    }
    return least;
  }
};

TEST(SurfaceWorld, AMoverStaysAboveGroundThatBendsUpwards) {
  Random random(617);
  struct Body {
    Shape shape;
    double radius;
    Vec3 half;
  };
  const Body bodies[] = {{ball(0.3), 0.3, {}},
                         {make_capsule(0.3, 1.2).value, 0.3, {0.0, 0.6, 0.0}},
                         {make_box(0.6, 1.8, 0.6).value, 0.0, {0.3, 0.9, 0.3}},
                         {make_cylinder(0.3, 1.8).value, 0.0, {0.3, 0.9, 0.3}}};
  double worst = 1.0;
  int walks = 0;
  for (const Body& body : bodies) {
    for (int run = 0; run < scaled(15); ++run) {
      const Trough trough(std::pow(10.0, random.uniform(-4.0, -1.7)));
      TriangleMeshOptions options;
      if (random.chance(0.5)) options.sides = SurfaceSides::front;
      const TriangleMeshPtr mesh = mesh_of(trough.mesh(), options);
      const WorldPtr world = make_world({}).value;
      ASSERT_TRUE(world->add(collider_of(make_triangle_mesh(*mesh), {}, true)).ok());
      Pose pose{{-18.5, trough.heights[0] + 2.0, random.uniform(-1.0, 1.0)}, {}};
      walk(*world, body.shape, pose, {0.0, -4.0, 0.0});
      // Half a second at a running pace, or far more than any frame has.
      const double step = std::pow(10.0, random.uniform(-1.3, 1.3));
      const double turn = random.uniform(-0.5, 0.5);
      for (int i = 0; i < 60 && pose.position.x < 17.0; ++i) {
        const double before = pose.position.x;
        const double length = std::min(step, 18.0 - before);
        walk(*world, body.shape, pose, {length, random.chance(0.5) ? -0.05 : 0.0, length * turn});
        ++walks;
        const double gap = trough.gap(pose.position, body.radius, body.half);
        worst = std::min(worst, gap);
        ASSERT_GT(gap, 0.25 * MoverOptions{}.skin) << run << " " << i << " step " << step;
        // Few changes of direction do not use a move up; a push widens the gap along the slope.
        if (step < 2.0) {
          ASSERT_NEAR(pose.position.x - before, length, MoverOptions{}.skin) << run << " " << i << " step " << step;
        }
      }
    }
  }
  printf("seed 617: %d walks, gaps of %g m and more\n", walks, worst);
}

/// Levels with a floor at height 0, 40 m wide, and a wall whose front is at x = 10; the level keeps its shapes.
struct WalledLevel {
  std::vector<CompoundPart> parts;
  TriangleMeshPtr mesh;
  CompoundPtr compound;
  Shape shape;
};

WalledLevel make_walled_level(Random& random, int kind) {
  WalledLevel level;
  if (kind >= 2) {
    const double cut = random.uniform(-5.0, 5.0);
    level.parts = {{make_box(20.0 + cut, 1.0, 40.0).value, {{0.5 * cut - 10.0, -0.5, 0.0}, {}}},
                   {make_box(20.0 - cut, 1.0, 40.0).value, {{0.5 * cut + 10.0, -0.5, 0.0}, {}}},
                   {make_box(1.0, 10.0, 40.0).value, {{10.5, 5.0, 0.0}, {}}}};
    level.compound = build_compound(level.parts).value;
    level.shape = make_compound(*level.compound);
    return level;
  }
  scenes::MeshData data = scenes::make_grid_floor(5 + static_cast<std::uint32_t>(random.below(30)), 40.0);
  const std::uint32_t a = data.add_vertex({10.0, 0.0, -20.0}), b = data.add_vertex({10.0, 0.0, 20.0}),
                      c = data.add_vertex({10.0, 9.0, 20.0}), d = data.add_vertex({10.0, 9.0, -20.0});
  data.add_quad(a, b, c, d);
  TriangleMeshOptions options;
  if (kind == 1) options.sides = SurfaceSides::front;
  level.mesh = mesh_of(data, options);
  level.shape = make_triangle_mesh(*level.mesh);
  return level;
}

TEST(SurfaceWorld, AContinuousBodyOnAFloorHitsTheWallOfTheSameLevel) {
  Random random(619);
  const Shape bodies[] = {ball(0.5), make_box(1.0, 1.0, 1.0).value, make_capsule(0.5, 1.0).value,
                          make_cylinder(0.5, 1.0).value, make_cone(0.5, 1.0).value};
  const double heights[] = {0.5, 0.5, 1.0, 0.5, 0.5};
  int hits = 0, slides = 0;
  for (int run = 0; run < scaled(300); ++run) {
    const auto k = static_cast<std::size_t>(random.below(5));
    // The last kind: its parts are colliders.
    const int kind = run % 4;
    const WalledLevel level = make_walled_level(random, kind);
    const WorldPtr world = make_world({}).value;
    if (kind < 3) {
      ASSERT_TRUE(world->add(collider_of(level.shape, {}, true)).ok());
    } else {
      for (const CompoundPart& part : level.parts) {
        ASSERT_TRUE(world->add(collider_of(part.shape, part.pose.position, true)).ok());
      }
    }
    // Touching, or a little in the floor, as bodies at rest are.
    const double depth = random.chance(0.3) ? 0.0 : std::pow(10.0, random.uniform(-8.0, -1.5));
    const Vec3 from{random.uniform(-8.0, 8.0), heights[k] - depth, random.uniform(-3.0, 3.0)};
    ColliderOptions options = collider_of(bodies[k], from);
    options.is_continuous = true;
    const auto body = world->add(options);
    ASSERT_TRUE(body.ok());
    ASSERT_TRUE(world->update().ok());
    const bool reaches = random.chance(0.5);
    const Vec3 to{reaches ? random.uniform(9.6, 18.0) : random.uniform(-18.0, 9.4), from.y, random.uniform(-9.0, 9.0)};
    ASSERT_EQ(world->set_pose(body.value, {to, {}}), Status::ok);
    ASSERT_TRUE(world->update().ok());
    const std::span<const SweptImpact> impacts = world->impacts();
    ASSERT_EQ(impacts.size(), reaches ? 1u : 0u) << "run " << run << " body " << k << " depth " << depth;
    (reaches ? hits : slides)++;
    if (!reaches) continue;
    // The wall begins at the floor, where the cone is narrower than at its base.
    const double reach = k == 4 ? 0.5 * (1.0 - depth) : 0.5;
    EXPECT_NEAR(impacts[0].time, (10.0 - reach - from.x) / (to.x - from.x), 1e-5) << run;
    EXPECT_NEAR(impacts[0].normal.x, 1.0, 1e-6) << run;
  }
  EXPECT_GT(hits, scaled(300) / 4);
  EXPECT_GT(slides, scaled(300) / 4);
}

TEST(SurfaceWorld, AMoverBelowOneSidedGroundIsPushedUp) {
  TriangleMeshOptions options;
  options.sides = SurfaceSides::front;
  options.thickness = 2.0;
  const TriangleMeshPtr mesh = mesh_of(scenes::make_grid_floor(20, 10.0), options);
  const WorldPtr world = make_world({}).value;
  ASSERT_TRUE(world->add(collider_of(make_triangle_mesh(*mesh), {}, true)).ok());
  for (const double height : {0.6, 0.1, -0.5, -1.2}) {
    Pose pose{{0.3, height, 0.2}, {}};
    walk(*world, make_capsule(0.3, 1.0).value, pose, {0.1, 0.0, 0.0});
    EXPECT_GT(pose.position.y, 0.8) << height;
    EXPECT_LT(pose.position.y, 0.85) << height;
  }
}

TEST(SurfaceWorld, AMoverWalksHillsAndClimbsStairs) {
  Random random(613);
  const Shape body = make_capsule(0.3, 1.0).value;
  for (int run = 0; run < scaled(20); ++run) {
    const TriangleMeshPtr mesh = mesh_of(scenes::make_terrain(60, 30.0, static_cast<std::uint64_t>(run)));
    const WorldPtr world = make_world({}).value;
    ASSERT_TRUE(world->add(collider_of(make_triangle_mesh(*mesh), {}, true)).ok());
    Pose pose{{random.uniform(-4.0, 4.0), 8.0, random.uniform(-4.0, 4.0)}, {}};
    walk(*world, body, pose, {0.0, -16.0, 0.0});
    const double heading = random.uniform(0.0, 6.3);
    double way = 0.0;
    for (int step = 0; step < 80; ++step) {
      const Vec3 before = pose.position;
      walk(*world, body, pose, {0.08 * std::cos(heading), -0.05, 0.08 * std::sin(heading)});
      way += std::hypot(pose.position.x - before.x, pose.position.z - before.z);
      const WorldRayHit below = world->raycast(pose.position, {0.0, -1.0, 0.0}, {});
      ASSERT_TRUE(below.hit) << run << " " << step;
      EXPECT_LT(below.distance, 1.6) << run << " " << step;
      EXPECT_GT(distance(make_triangle_mesh(*mesh), {}, body, pose).distance, 0.0) << run << " " << step;
    }
    EXPECT_GT(way, 3.0) << run;
  }
  const TriangleMeshPtr stairs = mesh_of(scenes::make_staircase(8, 0.2, 0.4, 3.0));
  const WorldPtr world = make_world({}).value;
  const Aabb around = bounds(make_triangle_mesh(*stairs), {});
  ASSERT_TRUE(world->add(collider_of(make_triangle_mesh(*stairs), {}, true)).ok());
  ASSERT_TRUE(world->add(collider_of(make_box(60.0, 1.0, 60.0).value, {0.0, around.min.y - 0.5, 0.0}, true)).ok());
  Pose pose{{around.min.x - 1.0, around.min.y + 1.0, 0.5 * (around.min.z + around.max.z)}, {}};
  for (int step = 0; step < 90; ++step) walk(*world, body, pose, {0.04, -0.05, 0.0});
  EXPECT_GT(pose.position.y, around.min.y + 0.2 * 5 + 0.7);
}

}  // namespace
}  // namespace hyperplane::test
