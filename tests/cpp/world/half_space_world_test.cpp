#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/world.h>

#include "math/pose.h"
#include "support/collider_options.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Half-spaces in a world, beside a large box with its top in the plane: contacts, events, impacts, queries, movers.

namespace hyperplane::test {
namespace {

constexpr double k_box_side = 400.0;

/// Two worlds with the same colliders; one has a half-space for the ground, the other a box.
struct TwoGrounds {
  WorldPtr worlds[2] = {make_world().value, make_world().value};
  std::vector<TestShape> shapes;
  std::vector<ColliderId> bodies;
  Pose ground;

  explicit TwoGrounds(const Pose& place, bool is_static = true) : ground(place) {
    for (int i = 0; i < 2; ++i) {
      const Shape shape = i == 0 ? make_half_space() : make_box(k_box_side, k_box_side, k_box_side).value;
      ColliderOptions options{shape, of(i, place)};
      options.is_static = is_static;
      EXPECT_TRUE(worlds[i]->add(options).ok());
    }
  }
  static Pose of(int world, const Pose& place) {
    return world == 0 ? place : place * Pose{{0.0, -0.5 * k_box_side, 0.0}, {}};
  }
  ColliderId add(const ColliderOptions& options) {
    ColliderId id;
    for (const WorldPtr& world : worlds) id = world->add(options).value;
    return id;
  }
  /// @param pose in the frame of the ground.
  ColliderId add(const Shape& shape, const Pose& pose, bool is_static = false) {
    ColliderOptions options{shape, ground * pose};
    options.is_static = is_static;
    return add(options);
  }
  void set_pose(ColliderId id, const Pose& pose) {
    for (const WorldPtr& world : worlds) EXPECT_EQ(world->set_pose(id, ground * pose), Status::ok);
  }
  void update() {
    for (const WorldPtr& world : worlds) ASSERT_TRUE(world->update().ok());
  }
};

std::vector<RowPair> list_of(std::span<const RowPair> pairs) { return {pairs.begin(), pairs.end()}; }

/// @param others counts contacts with other normals or depths.
void compare_contacts(const World& a, const World& b, double tolerance, int run, int& others) {
  const ContactList of_a = a.contacts(), of_b = b.contacts();
  // At edges either of two colliders may have a contact that frees the other.
  const bool has_same_pairs = list_of(of_a.pairs) == list_of(of_b.pairs);
  others += has_same_pairs ? 0 : 1;
  for (std::size_t i = 0; has_same_pairs && i < of_a.pairs.size(); ++i) {
    bool is_same = true;
    for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) {
      is_same = is_same && std::fabs(static_cast<double>(of_a.normals[k] - of_b.normals[k])) <= tolerance;
    }
    others += is_same ? 0 : 1;
  }
  ASSERT_EQ(list_of(a.touching()), list_of(b.touching())) << run;
  ASSERT_EQ(list_of(a.began()), list_of(b.began())) << run;
  ASSERT_EQ(list_of(a.ended()), list_of(b.ended())) << run;
}

constexpr ShapeType k_grounded_types[] = {ShapeType::sphere,    ShapeType::capsule,     ShapeType::box,
                                          ShapeType::cylinder,  ShapeType::cone,        ShapeType::ellipsoid,
                                          ShapeType::round_box, ShapeType::convex_hull, ShapeType::tapered_capsule};

Pose random_place(Random& random) {
  const Vec3 around = random.chance(0.3) ? random.in_cube(1e5) : Vec3{};
  return {around, random.chance(0.5) ? Quat{} : normalized(random.rotation())};
}

TEST(HalfSpaceWorld, BodiesTouchItAsALargeBox) {
  Random random(4211);
  int touching = 0, separated = 0, others = 0;
  const int count = scaled(400);
  for (int run = 0; run < count; ++run) {
    TwoGrounds grounds(random_place(random));
    // Some stand on the ground beside flush and raised blocks.
    const int blocks = random.below(4);
    for (int i = 0; i < blocks; ++i) {
      const double height = random.chance(0.5) ? 1.0 : 1.3;
      grounds.add(make_box(1.0, height, 1.0).value,
                  {{random.uniform(-4.0, 4.0), 0.5 * height - 1.0, random.uniform(-4.0, 4.0)}, {}}, true);
    }
    std::vector<TestShape> shapes;
    std::vector<ColliderId> bodies;
    for (int i = 0; i < 8; ++i) {
      shapes.push_back(make_test_shape(random, k_grounded_types[random.below(9)], ShapeForm::plain, 1.0));
      bodies.push_back(grounds.add(shapes.back().shape, {{0.0, 50.0, 0.0}, {}}));
    }
    for (int step = 0; step < 4; ++step) {
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (step > 0 && random.chance(0.4)) continue;
        const Quat rotation = random.chance(0.5) ? Quat{} : normalized(random.rotation());
        const double low = support(shapes[i].shape, {{}, rotation}, {0.0, -1.0, 0.0}).y;
        const double height = random.chance(0.3) ? random.uniform(0.01, 3.0) : -random.log_uniform(-9, -4);
        grounds.set_pose(bodies[i], {{random.uniform(-4.0, 4.0), height - low, random.uniform(-4.0, 4.0)}, rotation});
      }
      grounds.update();
      ASSERT_NO_FATAL_FAILURE(compare_contacts(*grounds.worlds[0], *grounds.worlds[1], 2e-5, run, others)) << step;
      for (const ColliderId body : bodies) {
        const Vec3 way = grounds.worlds[0]->separation(body).value, other = grounds.worlds[1]->separation(body).value;
        separated += length(way) > 0.0 ? 1 : 0;
        // Beside other bodies the searches may end in other ways.
        ASSERT_LE(length(way), 1.01 * length(other) + 1e-4) << "seed 4211, run " << run << ", step " << step;
        ASSERT_EQ(length(way) > 0.0, length(other) > 0.0) << run;
      }
      touching += static_cast<int>(grounds.worlds[0]->touching().size());
    }
  }
  printf("seed 4211: %d touching pairs, %d other contacts, %d ways out\n", touching, others, separated);
  EXPECT_LE(others, touching / 1000);
  EXPECT_GT(touching, 10 * count);
}

TEST(HalfSpaceWorld, MarginsAreThoseOfALargeBox) {
  Random random(4213);
  int near = 0, apart = 0;
  const CompoundPart parts[] = {{make_box(0.5, 0.5, 0.5).value, {}}, {make_sphere(0.4).value, {{0.6, 0.1, 0.0}, {}}}};
  const CompoundPtr compound = build_compound(parts).value;
  for (int run = 0; run < scaled(600); ++run) {
    TwoGrounds grounds(random_place(random));
    const TestShape test = make_test_shape(random, k_grounded_types[random.below(9)], ShapeForm::plain, 1.0);
    const Shape shape = random.chance(0.2) ? make_compound(*compound) : test.shape;
    const Quat rotation = random.chance(0.5) ? Quat{} : normalized(random.rotation());
    const double low = support(shape, {{}, rotation}, {0.0, -1.0, 0.0}).y;
    const double of_ground = random.uniform(0.0, 0.2), of_body = random.chance(0.5) ? 0.0 : random.uniform(0.0, 0.2);
    const double height = random.uniform(-0.01, 0.5);
    const ColliderId body = grounds.add(shape, {{0.0, height - low, 0.0}, rotation});
    for (const WorldPtr& world : grounds.worlds) {
      ASSERT_EQ(world->set_margin(world->at(0), of_ground), Status::ok);
      ASSERT_EQ(world->set_margin(body, of_body), Status::ok);
    }
    grounds.update();
    const double margin = of_ground + of_body;
    const bool touches = grounds.worlds[0]->touching().size() == 1;
    if (std::fabs(height - margin) > 1e-6) ASSERT_EQ(touches, height < margin) << height << " of " << margin;
    const ContactList half = grounds.worlds[0]->contacts(), box = grounds.worlds[1]->contacts();
    ASSERT_EQ(half.pairs.size(), box.pairs.size()) << run;
    for (std::size_t i = 0; i < half.pairs.size(); ++i) {
      ASSERT_NEAR(half.normals[4 * i + 3], box.normals[4 * i + 3], 2e-5f) << run;
      near += half.normals[4 * i + 3] < 0.0f ? 1 : 0;
    }
    apart += touches ? 0 : 1;
  }
  printf("seed 4213: %d within the margin, %d apart\n", near, apart);
  EXPECT_GT(near, scaled(600) / 5);
  EXPECT_GT(apart, scaled(600) / 5);
}

TEST(HalfSpaceWorld, QueriesAreThoseOfALargeBox) {
  Random random(4212);
  const int count = scaled(300);
  int rays = 0, casts = 0;
  for (int run = 0; run < count; ++run) {
    TwoGrounds grounds(random_place(random));
    for (int i = 0; i < 12; ++i) {
      grounds.add(
          make_box(0.5, 0.7, 0.9).value,
          {{random.uniform(-5.0, 5.0), random.uniform(-1.0, 3.0), random.uniform(-5.0, 5.0)}, random.rotation()},
          random.chance(0.5));
    }
    grounds.update();
    World &half = *grounds.worlds[0], &box = *grounds.worlds[1];
    for (int query = 0; query < 10; ++query) {
      const Pose pose =
          grounds.ground *
          Pose{{random.uniform(-5.0, 5.0), random.uniform(-0.5, 4.0), random.uniform(-5.0, 5.0)}, random.rotation()};
      const Vec3& origin = pose.position;
      const Vec3 direction = random.direction();
      const double rounding = 1e-9 + 1e-14 * length(origin);
      QueryOptions options;
      options.max_distance = 30.0;
      const WorldRayHit hit = half.raycast(origin, direction, options), other = box.raycast(origin, direction, options);
      ASSERT_EQ(hit.hit, other.hit) << "seed 4212, run " << run;
      if (hit.hit) {
        ++rays;
        ASSERT_EQ(hit.row, other.row);
        ASSERT_NEAR(hit.distance, other.distance, 1e3 * rounding);
      }
      ASSERT_EQ(half.raycast_all(origin, direction, options).value.size(),
                box.raycast_all(origin, direction, options).value.size());
      const WorldClosestPoint closest = half.closest(origin, options), beside = box.closest(origin, options);
      ASSERT_EQ(closest.found, beside.found);
      ASSERT_EQ(closest.row, beside.row);
      ASSERT_NEAR(closest.distance, beside.distance, 1e3 * rounding);
      const TestShape body = make_test_shape(random, k_grounded_types[random.below(9)], ShapeForm::plain, 0.8);
      const auto rows = half.overlap(body.shape, pose).value;
      const std::vector<std::uint32_t> overlapping(rows.begin(), rows.end());
      const auto others = box.overlap(body.shape, pose).value;
      ASSERT_EQ(overlapping, std::vector<std::uint32_t>(others.begin(), others.end())) << run;
      const WorldDistance nearest = half.nearest(body.shape, pose, options),
                          near = box.nearest(body.shape, pose, options);
      ASSERT_EQ(nearest.found, near.found);
      ASSERT_EQ(nearest.row, near.row) << run;
      ASSERT_NEAR(nearest.distance, near.distance, 1e-5);
      ASSERT_EQ(half.nearest_all(body.shape, pose, options).value.size(),
                box.nearest_all(body.shape, pose, options).value.size());
      const Sweep sweep{pose, {origin + direction * 6.0, random.chance(0.5) ? pose.rotation : random.rotation()}};
      const WorldImpact cast = half.cast_shape(body.shape, sweep), expected = box.cast_shape(body.shape, sweep);
      ASSERT_EQ(cast.hit, expected.hit) << run;
      ASSERT_EQ(half.cast_shape_all(body.shape, sweep).value.size(),
                box.cast_shape_all(body.shape, sweep).value.size());
      if (!cast.hit) continue;
      ++casts;
      ASSERT_EQ(cast.row, expected.row);
      ASSERT_NEAR(cast.time, expected.time, 1e-5);
    }
  }
  printf("seed 4212: %d rays and %d casts hit\n", rays, casts);
  EXPECT_GT(rays, 4 * count);
  EXPECT_GT(casts, 4 * count);
}

TEST(HalfSpaceWorld, MoversWalkAsOnALargeBox) {
  Random random(4213);
  const int count = scaled(150);
  int grounded = 0, steps = 0;
  for (int run = 0; run < count; ++run) {
    const Pose place{random.chance(0.3) ? random.in_cube(1e5) : Vec3{}, {}};
    TwoGrounds grounds(place);
    for (int i = 0; i < 5; ++i) {
      const double height = random.chance(0.5) ? 0.2 : 2.0;
      grounds.add(make_box(1.0, height, 1.0).value,
                  {{random.uniform(-5.0, 5.0), 0.5 * height, random.uniform(-5.0, 5.0)}, {}}, true);
    }
    grounds.update();
    const Shape body = run % 2 == 0 ? make_capsule(0.3, 1.0).value : make_box(0.5, 1.4, 0.5).value;
    Vec3 positions[2] = {place.position + Vec3{6.5, 1.2, 6.5}, place.position + Vec3{6.5, 1.2, 6.5}};
    for (int step = 0; step < 30; ++step) {
      const Vec3 delta{random.uniform(-0.4, 0.1), -0.1, random.uniform(-0.4, 0.1)};
      MoverResult moved[2];
      for (int i = 0; i < 2; ++i) {
        moved[i] = grounds.worlds[i]->move_and_slide(body, {positions[i], {}}, delta).value;
        positions[i] = moved[i].position;
      }
      ++steps;
      grounded += moved[0].grounded ? 1 : 0;
      ASSERT_EQ(moved[0].grounded, moved[1].grounded) << "seed 4213, run " << run << ", step " << step;
      ASSERT_LE(length(positions[0] - positions[1]), 1e-5) << "seed 4213, run " << run << ", step " << step;
      positions[1] = positions[0];
    }
    // From below the plane it comes out.
    const MoverResult out =
        grounds.worlds[0]->move_and_slide(body, {place.position + Vec3{20.0, -0.2, 20.0}, {}}, {}).value;
    ASSERT_GT(out.position.y - place.position.y, 0.699) << run;
  }
  EXPECT_GT(grounded, steps / 2);
  const Result<MoverResult> refused = make_world().value->move_and_slide(make_half_space(), {}, {1.0, 0.0, 0.0});
  EXPECT_EQ(refused.status, Status::invalid_argument);
}

TEST(HalfSpaceWorld, FastBodiesStopAtIt) {
  Random random(4214);
  const int count = scaled(600);
  int impacts = 0, other = 0;
  for (int run = 0; run < count; ++run) {
    const Pose place = random_place(random);
    TwoGrounds grounds(place);
    const bool has_wall = random.chance(0.5);
    if (has_wall) grounds.add(make_box(1.0, 4.0, 20.0).value, {{8.0, 1.0, 0.0}, {}}, true);
    const TestShape body = make_test_shape(random, k_grounded_types[random.below(9)], ShapeForm::plain, 1.0);
    const Quat rotation = normalized(random.rotation());
    const double low = support(body.shape, {{}, rotation}, {0.0, -1.0, 0.0}).y;
    const bool rests = random.chance(0.4);
    const double height = rests ? -random.log_uniform(-12, -6) : random.uniform(0.01, 3.0);
    ColliderOptions options{body.shape, place * Pose{{0.0, height - low, 0.0}, rotation}};
    options.is_continuous = true;
    const ColliderId id = grounds.add(options);
    grounds.update();
    const Vec3 way{random.uniform(0.0, 20.0), rests ? 0.0 : random.uniform(-12.0, 2.0), random.uniform(-2.0, 2.0)};
    const Quat turned = random.chance(0.5) ? rotation : normalized(random.rotation());
    grounds.set_pose(id, {Vec3{0.0, height - low, 0.0} + way, rests ? rotation : turned});
    grounds.update();
    const auto found = grounds.worlds[0]->impacts(), expected = grounds.worlds[1]->impacts();
    if (found.size() != expected.size()) {
      ++other;
      continue;
    }
    if (found.empty()) continue;
    ++impacts;
    ASSERT_EQ(found[0].b, expected[0].b) << "seed 4214, run " << run;
    ASSERT_NEAR(found[0].time, expected[0].time, 1e-4) << "seed 4214, run " << run;
  }
  printf("seed 4214: %d of %d with impacts, %d differ\n", impacts, count, other);
  EXPECT_GT(impacts, count / 4);
  EXPECT_LE(other, count / 200);
}

TEST(HalfSpaceWorld, MovesFiltersAndChangesAsOthersDo) {
  for (const BroadPhase phase : {BroadPhase::brute_force, BroadPhase::sweep_and_prune, BroadPhase::bvh}) {
    WorldOptions of_world;
    of_world.broad_phase = phase;
    const WorldPtr world = make_world(of_world).value;
    ColliderOptions below{make_half_space(), {{0.0, -5.0, 0.0}, {}}};
    below.is_sensor = true;
    const ColliderId water = world->add(below).value;
    const ColliderId second = world->add({make_half_space(), {{0.0, -20.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}}).value;
    const ColliderId body = world->add(collider_of(unit_box(), {0.0, 1.0, 0.0})).value;
    const ColliderId rock = world->add(collider_of(unit_box(), {3.0, 0.0, 0.0}, true)).value;
    ASSERT_TRUE(world->update().ok());
    // The second one is above y = -20, where everything is: half-spaces do not meet each other.
    EXPECT_EQ(world->touching().size(), 2u);
    ASSERT_EQ(world->set_pose(second, {{0.0, 30.0, 0.0}, {1.0, 0.0, 0.0, 0.0}}), Status::ok);
    ASSERT_TRUE(world->update().ok());
    EXPECT_TRUE(world->touching().empty());
    EXPECT_EQ(world->ended().size(), 2u);
    // Water rises: movers and statics are in it, without contacts.
    ASSERT_EQ(world->set_pose(water, {{0.0, 0.0, 0.0}, {}}), Status::ok);
    ASSERT_TRUE(world->update().ok());
    EXPECT_EQ(world->touching().size(), 1u);
    EXPECT_EQ(world->began()[0], RowPair::of(water.row, rock.row));
    EXPECT_TRUE(world->contacts().pairs.empty());
    EXPECT_FALSE(world->raycast({9.0, 5.0, 0.0}, {0.0, -1.0, 0.0}).hit);
    QueryOptions with_sensors;
    with_sensors.sensors = true;
    EXPECT_EQ(world->raycast({9.0, 5.0, 0.0}, {0.0, -1.0, 0.0}, with_sensors).row, water.row);
    EXPECT_EQ(world->overlap(make_sphere(0.1).value, {{9.0, 0.0, 0.0}, {}}, with_sensors).value.size(), 1u);
    // Only the body moves.
    ASSERT_EQ(world->set_pose(body, {{0.0, 0.4, 0.0}, {}}), Status::ok);
    ASSERT_TRUE(world->update().ok());
    EXPECT_EQ(world->began().size(), 1u);
    EXPECT_EQ(world->touching().size(), 2u);
    // Solid, then static, filtered, ignored, disabled, another shape.
    ASSERT_EQ(world->set_kind(water, {}), Status::ok);
    ASSERT_TRUE(world->update().ok());
    EXPECT_EQ(world->contacts().pairs.size(), 2u);
    EXPECT_NEAR(world->separation(body).value.y, 0.1, 1e-7);
    EXPECT_NEAR(world->separation(water).value.y, -0.5, 1e-9);
    ColliderKind fixed;
    fixed.is_static = true;
    ASSERT_EQ(world->set_kind(water, fixed), Status::ok);
    ASSERT_TRUE(world->update().ok());
    EXPECT_EQ(world->touching().size(), 1u);
    ASSERT_EQ(world->set_filter(water, 1, 2), Status::ok);
    ASSERT_TRUE(world->update().ok());
    EXPECT_TRUE(world->touching().empty());
    ASSERT_EQ(world->set_filter(water, 1, 0xffffffff), Status::ok);
    ASSERT_EQ(world->set_ignored(water, body, true), Status::ok);
    ASSERT_TRUE(world->update().ok());
    EXPECT_TRUE(world->touching().empty());
    ASSERT_EQ(world->set_ignored(water, body, false), Status::ok);
    ASSERT_TRUE(world->update().ok());
    EXPECT_EQ(world->touching().size(), 1u);
    ColliderKind disabled = fixed;
    disabled.is_enabled = false;
    ASSERT_EQ(world->set_kind(water, disabled), Status::ok);
    ASSERT_TRUE(world->update().ok());
    EXPECT_TRUE(world->touching().empty());
    EXPECT_FALSE(world->raycast({9.0, 5.0, 0.0}, {0.0, -1.0, 0.0}).hit);
    ASSERT_EQ(world->set_kind(water, fixed), Status::ok);
    ASSERT_EQ(world->set_shape(water, make_sphere(0.7).value), Status::ok);
    ASSERT_TRUE(world->update().ok());
    EXPECT_EQ(world->touching().size(), 1u);
    EXPECT_FALSE(world->raycast({9.0, 5.0, 0.0}, {0.0, -1.0, 0.0}).hit);
    ASSERT_EQ(world->set_shape(water, make_half_space()), Status::ok);
    ASSERT_EQ(world->set_shape(rock, make_half_space()), Status::ok);
    ASSERT_TRUE(world->update().ok());
    EXPECT_EQ(world->touching().size(), 2u);
    EXPECT_NEAR(world->bounds(water.row).max.y, 0.0, 1e-6);
    EXPECT_LT(world->bounds(water.row).min.y, -1e29);
    ASSERT_EQ(world->remove(water), Status::ok);
    ASSERT_EQ(world->remove(rock), Status::ok);
    ASSERT_TRUE(world->update().ok());
    EXPECT_EQ(world->ended().size(), 2u);
    EXPECT_FALSE(world->raycast({9.0, 5.0, 0.0}, {0.0, -1.0, 0.0}).hit);
  }
}

TEST(HalfSpaceWorld, AsksAsAShapeOfQueries) {
  const WorldPtr world = make_world().value;
  const Shape half = make_half_space();
  ASSERT_TRUE(world->add({half, {}}).ok());
  for (int i = 0; i < 20; ++i)
    ASSERT_TRUE(world->add(collider_of(unit_box(), {2.0 * i, double(i), 0.0}, i % 2 == 0)).ok());
  const Pose tilted{{0.0, 7.2, 0.0}, {}};
  EXPECT_EQ(world->overlap(half, tilted).value.size(), 8u);
  EXPECT_NEAR(world->nearest(half, {{0.0, -3.0, 0.0}, {}}).distance, 2.5, 1e-9);
  EXPECT_EQ(world->cast_shape_all(half, {{{0.0, -3.0, 0.0}, {}}, {{0.0, 2.0, 0.0}, {}}}).value.size(), 3u);
  const WorldImpact first = world->cast_shape(half, {{{0.0, -3.0, 0.0}, {}}, {{0.0, 2.0, 0.0}, {}}});
  EXPECT_EQ(first.row, 1u);
  EXPECT_NEAR(first.time, 0.5, 1e-9);
  // A quarter of a turn about z: from all below y = -3 to all with x >= 0.
  const double half_root = std::sqrt(0.5);
  const Pose below{{0.0, -3.0, 0.0}, {}};
  const Sweep turn{below, {below.position, {0.0, 0.0, half_root, half_root}}};
  EXPECT_EQ(world->cast_shape_all(half, turn).value.size(), 20u);
  EXPECT_TRUE(world->cast_shape(half, turn).hit);
}

TEST(HalfSpaceWorld, SnapshotsHoldIt) {
  const WorldPtr world = make_world().value;
  ColliderOptions ground{make_half_space(), {{0.0, 1.0, 0.0}, {0.0, 0.0, 0.1, 1.0}}};
  ground.is_static = true;
  const ColliderId first = world->add(ground).value;
  ASSERT_TRUE(world->add(collider_of(unit_box(), {0.0, 1.3, 0.0})).ok());
  ASSERT_TRUE(world->add(ground).ok());
  ASSERT_EQ(world->remove(first), Status::ok);
  ASSERT_TRUE(world->update().ok());
  for (const bool with_shapes : {true, false}) {
    SnapshotOptions options;
    options.with_shapes = with_shapes;
    const Snapshot snapshot = world->snapshot(options).value;
    RestoreOptions restore;
    const Shape known[] = {make_half_space(), unit_box()};
    restore.shapes = known;
    const auto restored = restore_world(snapshot.span(), restore);
    ASSERT_TRUE(restored.ok()) << restored.message;
    World& again = *restored.value.world;
    EXPECT_EQ(again.hash(), world->hash());
    ASSERT_EQ(again.set_pose(again.at(1), {{5.0, 0.8, 0.0}, {}}), Status::ok);
    ASSERT_EQ(world->set_pose(world->at(1), {{5.0, 0.8, 0.0}, {}}), Status::ok);
    ASSERT_TRUE(again.update().ok());
    ASSERT_TRUE(world->update().ok());
    EXPECT_EQ(again.hash(), world->hash());
    EXPECT_EQ(again.contacts().pairs.size(), 1u);
  }
}

}  // namespace
}  // namespace hyperplane::test
