#include <hyperplane/pair.h>
#include <hyperplane/sweep.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/world.h>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "math/quat.h"
#include "support/random.h"
#include "support/test_size.h"

/// Continuous colliders: named cases, and random worlds against time_of_impact of every pair.

namespace hyperplane {
namespace {

using test::Random;
using test::scaled;

struct TestWorld {
  WorldPtr world = make_world().value;

  ColliderId add(const Shape& shape, const Vec3& position, bool is_continuous, bool is_static = false) {
    ColliderOptions options{shape, {position, {}}};
    options.is_continuous = is_continuous;
    options.is_static = is_static;
    return world->add(options).value;
  }
  void move(ColliderId id, const Vec3& position) {
    double* const p = world->positions().data() + 3 * std::size_t{id.row};
    p[0] = position.x;
    p[1] = position.y;
    p[2] = position.z;
  }
  std::vector<SweptImpact> update() {
    EXPECT_TRUE(world->update().ok());
    const std::span<const SweptImpact> impacts = world->impacts();
    return {impacts.begin(), impacts.end()};
  }
};

Shape plate() { return make_box(0.001, 4, 4).value; }
Shape bullet() { return make_sphere(0.05).value; }

TEST(Continuous, ABulletDoesNotPassThroughAThinPlateUnseen) {
  TestWorld w;
  const ColliderId wall = w.add(plate(), {0, 0, 0}, false, true);
  const ColliderId shot = w.add(bullet(), {-50, 0.3, 0}, true);
  EXPECT_TRUE(w.update().empty());
  w.move(shot, {50, 0.3, 0});
  const std::vector<SweptImpact> impacts = w.update();
  EXPECT_TRUE(w.world->touching().empty());
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].a, shot.row);
  EXPECT_EQ(impacts[0].b, wall.row);
  EXPECT_NEAR(impacts[0].time, (50 - 0.0505) / 100, 1e-12);
  EXPECT_NEAR(impacts[0].point.x, -0.0005, 1e-9);
  EXPECT_NEAR(impacts[0].normal.x, 1.0, 1e-12);
  EXPECT_TRUE(w.update().empty()) << "nothing has moved since";
}

TEST(Continuous, OthersAreNotSwept) {
  TestWorld w;
  w.add(plate(), {0, 0, 0}, false, true);
  const ColliderId shot = w.add(bullet(), {-50, 0, 0}, false);
  w.update();
  w.move(shot, {50, 0, 0});
  EXPECT_TRUE(w.update().empty());
}

TEST(Continuous, MotionIsRelative) {
  TestWorld w;
  const ColliderId shot = w.add(bullet(), {0, 0, 0}, true);
  const ColliderId mover = w.add(plate(), {-10, 0, 0}, false);
  w.update();
  w.move(mover, {10, 0, 0});
  std::vector<SweptImpact> impacts = w.update();
  ASSERT_EQ(impacts.size(), 1u) << "a plate flies through a bullet at rest";
  EXPECT_NEAR(impacts[0].normal.x, -1.0, 1e-12);
  w.move(mover, {12, 0, 0});
  w.move(shot, {2, 0, 0});
  EXPECT_TRUE(w.update().empty()) << "both move alike";
}

TEST(Continuous, TwoContinuousOnesEachHaveTheirImpact) {
  TestWorld w;
  const ColliderId a = w.add(bullet(), {-5, 0, 0}, true), b = w.add(bullet(), {5, 0, 0}, true);
  w.update();
  w.move(a, {5, 0, 0});
  w.move(b, {-5, 0, 0});
  const std::vector<SweptImpact> impacts = w.update();
  ASSERT_EQ(impacts.size(), 2u);
  EXPECT_EQ(impacts[0].a, a.row);
  EXPECT_EQ(impacts[1].a, b.row);
  EXPECT_NEAR(impacts[0].time, 0.495, 1e-12);
  EXPECT_NEAR(impacts[0].normal.x, 1.0, 1e-12);
  EXPECT_NEAR(impacts[1].normal.x, -1.0, 1e-12);
}

TEST(Continuous, ATeleportIsNoMotion) {
  TestWorld w;
  w.add(plate(), {0, 0, 0}, false, true);
  const ColliderId shot = w.add(bullet(), {-5, 0, 0}, true);
  w.update();
  EXPECT_EQ(w.world->teleport(shot, {{5, 0, 0}, {}}), Status::ok);
  EXPECT_TRUE(w.update().empty());
  EXPECT_EQ(w.world->set_pose(shot, {{-5, 0, 0}, {}}), Status::ok);
  EXPECT_EQ(w.update().size(), 1u);
  EXPECT_EQ(w.world->teleport({99, 1}, {}), Status::stale_handle);
}

/// A pane and a ball in three worlds: a world that had a continuous collider before, its restored copy, and a world
/// that never had. The pane's motion counts in all of them.
TEST(Continuous, MotionCountsWithoutEarlierContinuousColliders) {
  TestWorld old, fresh;
  const Shape pane = make_box(0.01, 2, 2).value, ball = make_sphere(0.1).value;
  old.add(pane, {0, 0, 0}, false);
  const ColliderId first = old.add(ball, {50, 0, 0}, true);
  old.update();
  ASSERT_EQ(old.world->remove(first), Status::ok);
  old.update();
  old.update();
  fresh.add(pane, {0, 0, 0}, false);
  fresh.update();
  const Result<Snapshot> snapshot = old.world->snapshot();
  Result<RestoredWorld> restored = restore_world(snapshot.value.span());
  ASSERT_TRUE(restored.ok()) << restored.message;
  TestWorld copy{std::move(restored.value.world)};
  for (TestWorld* const w : {&old, &copy, &fresh}) {
    w->move({0, 1}, {10, 0, 0});
    w->add(ball, {5, 0, 0}, true);
    const std::vector<SweptImpact> impacts = w->update();
    ASSERT_EQ(impacts.size(), 1u);
    EXPECT_NEAR(impacts[0].time, (5 - 0.105) / 10, 1e-9);
  }
  EXPECT_EQ(copy.world->hash(), old.world->hash());
  EXPECT_EQ(fresh.world->hash(), old.world->hash());
}

TEST(Continuous, MotionCountsFromTheLastUpdateThroughEveryWayOfMoving) {
  const Shape pane = make_box(0.01, 2, 2).value, ball = make_sphere(0.1).value;
  for (const bool by_rows : {false, true}) {
    TestWorld w;
    const ColliderId mover = w.add(pane, {0, 0, 0}, false);
    w.update();
    for (const double x : {3.0, 10.0}) {
      if (by_rows) {
        w.move(mover, {x, 0, 0});
        ASSERT_TRUE(w.world->refit().ok());
      } else {
        ASSERT_EQ(w.world->set_pose(mover, {{x, 0, 0}, {}}), Status::ok);
      }
    }
    w.add(ball, {2, 0, 0}, true);
    EXPECT_EQ(w.update().size(), 1u) << "the way from 0 to 10 leads over 2";
    ASSERT_EQ(w.world->set_pose(mover, {{0, 0, 0}, {}}), Status::ok);
    ASSERT_EQ(w.world->teleport(mover, {{0.5, 0, 0}, {}}), Status::ok);
    EXPECT_TRUE(w.update().empty()) << "a teleport forgets the way before it";
  }
}

TEST(Continuous, OfTwoTouchedAtOnceTheChoiceDoesNotFollowTheOrderOfAdding) {
  std::vector<double> hits;
  for (const double side : {1.0, -1.0}) {
    TestWorld w;
    const Shape wall = make_box(1, 1, 1).value;
    w.add(wall, {5, 0, 0.6 * side}, false, true);
    w.add(wall, {5, 0, -0.6 * side}, false, true);
    const ColliderId crate = w.add(make_box(1, 1, 1).value, {0, 0, 0}, true);
    w.update();
    w.move(crate, {9, 0, 0});
    const std::vector<SweptImpact> impacts = w.update();
    ASSERT_EQ(impacts.size(), 1u);
    hits.push_back(w.world->positions()[3 * std::size_t{impacts[0].b} + 2]);
  }
  EXPECT_EQ(hits[0], hits[1]);
}

TEST(Continuous, WhatSlidesAlongAFloorHitsTheWall) {
  TestWorld w;
  w.add(make_box(100, 1, 100).value, {0, -0.5, 0}, false, true);
  const ColliderId wall = w.add(plate(), {10, 0, 0}, false, true);
  const ColliderId crate = w.add(make_box(1, 1, 1).value, {0, 0.5, 0}, true);
  w.update();
  w.move(crate, {20, 0.5, 0});
  std::vector<SweptImpact> impacts = w.update();
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].b, wall.row);
  // From the touch on through the wall: a pair that gets deeper is an impact at time 0.
  ASSERT_EQ(w.world->teleport(crate, {{9.4995, 0.5, 0}, {}}), Status::ok);
  EXPECT_TRUE(w.update().empty());
  w.move(crate, {20, 0.5, 0});
  impacts = w.update();
  ASSERT_EQ(impacts.size(), 1u);
  EXPECT_EQ(impacts[0].b, wall.row);
  EXPECT_EQ(impacts[0].time, 0.0);
}

TEST(Continuous, FiltersSensorsAndIgnoredPairsHaveNoImpacts) {
  TestWorld w;
  const ColliderId wall = w.add(plate(), {0, 0, 0}, false, true);
  const ColliderId shot = w.add(bullet(), {-5, 0, 0}, true);
  ColliderOptions sensor{plate(), {{-2, 0, 0}, {}}};
  sensor.is_sensor = true;
  ASSERT_TRUE(w.world->add(sensor).ok());
  w.update();
  const auto crosses = [&] {
    static_cast<void>(w.world->teleport(shot, {{-5, 0, 0}, {}}));
    w.update();
    w.move(shot, {5, 0, 0});
    return !w.update().empty();
  };
  EXPECT_TRUE(crosses());
  ASSERT_EQ(w.world->set_filter(wall, 2, 0xffffffff), Status::ok);
  ASSERT_EQ(w.world->set_filter(shot, 1, 1), Status::ok);
  EXPECT_FALSE(crosses());
  ASSERT_EQ(w.world->set_filter(shot, 1, 3), Status::ok);
  EXPECT_TRUE(crosses());
  ASSERT_EQ(w.world->set_ignored(shot, wall, true), Status::ok);
  EXPECT_FALSE(crosses());
  ASSERT_EQ(w.world->set_ignored(shot, wall, false), Status::ok);
  EXPECT_TRUE(crosses());
}

TEST(Continuous, ASensorThatIsCrossedBeginsAndEnds) {
  TestWorld w;
  const ColliderId shot = w.add(bullet(), {-5, 0, 0}, true);
  ColliderOptions options{make_box(0.1, 4, 4).value, {{1, 0, 0}, {}}};
  options.is_sensor = true;
  for (const bool is_static : {false, true}) {
    options.is_static = is_static;
    const ColliderId sensor = w.world->add(options).value;
    static_cast<void>(w.world->teleport(shot, {{-5, 0, 0}, {}}));
    w.update();
    w.move(shot, {5, 0, 0});
    EXPECT_TRUE(w.update().empty());
    EXPECT_TRUE(w.world->touching().empty());
    for (const std::span<const RowPair> pairs : {w.world->began(), w.world->ended()}) {
      ASSERT_EQ(pairs.size(), 1u) << is_static;
      EXPECT_EQ(pairs[0], (RowPair{std::min(shot.row, sensor.row), std::max(shot.row, sensor.row)}));
    }
    w.update();
    EXPECT_TRUE(w.world->began().empty()) << "nothing has moved since";
    // The sensor may be the one that moves.
    w.move(sensor, {9, 0, 0});
    w.update();
    EXPECT_EQ(w.world->began().size(), 1u);
    EXPECT_EQ(w.world->ended().size(), 1u);
    // A pair that touches at the end begins only.
    w.move(sensor, {5, 0, 0});
    w.update();
    EXPECT_EQ(w.world->began().size(), 1u);
    EXPECT_TRUE(w.world->ended().empty());
    w.move(sensor, {1, 0, 0});
    w.update();
    EXPECT_TRUE(w.world->began().empty());
    EXPECT_EQ(w.world->ended().size(), 1u);
    ASSERT_EQ(w.world->remove(sensor), Status::ok);
  }
}

TEST(Continuous, WhatIsBehindAWallIsNotCrossed) {
  TestWorld w;
  w.add(plate(), {0, 0, 0}, false, true);
  const ColliderId shot = w.add(bullet(), {-5, 0, 0}, true);
  ColliderOptions options{plate(), {{-2, 0, 0}, {}}};
  options.is_sensor = true;
  ASSERT_TRUE(w.world->add(options).ok());
  options.pose.position.x = 2.0;
  ASSERT_TRUE(w.world->add(options).ok());
  w.update();
  w.move(shot, {5, 0, 0});
  EXPECT_EQ(w.update().size(), 1u);
  ASSERT_EQ(w.world->began().size(), 1u);
  EXPECT_EQ(w.world->began()[0].b, 2u) << "the sensor before the wall";
  EXPECT_EQ(w.world->ended().size(), 1u);
}

TEST(Continuous, RowsOfAnImpactAreNotUsedAgainWhileItIsListed) {
  TestWorld w;
  const ColliderId wall = w.add(plate(), {0, 0, 0}, false, true);
  const ColliderId shot = w.add(bullet(), {-5, 0, 0}, true);
  w.update();
  w.move(shot, {5, 0, 0});
  ASSERT_EQ(w.update().size(), 1u);
  ASSERT_EQ(w.world->remove(wall), Status::ok);
  ASSERT_EQ(w.world->remove(shot), Status::ok);
  const ColliderId other = w.add(bullet(), {0, 9, 0}, false);
  EXPECT_NE(other.row, wall.row);
  EXPECT_NE(other.row, shot.row);
  EXPECT_TRUE(w.update().empty());
}

TEST(Continuous, ASnapshotKeepsSweepsAndImpacts) {
  TestWorld w;
  w.add(plate(), {0, 0, 0}, false, true);
  const ColliderId shot = w.add(bullet(), {-5, 0, 0}, true);
  w.update();
  w.move(shot, {5, 0, 0});
  ASSERT_EQ(w.update().size(), 1u);
  // On its way back, after a set_pose and before the update.
  ASSERT_EQ(w.world->set_pose(shot, {{-4, 0, 0}, {}}), Status::ok);
  const Result<Snapshot> snapshot = w.world->snapshot();
  ASSERT_TRUE(snapshot.ok());
  Result<RestoredWorld> restored = restore_world(snapshot.value.span());
  ASSERT_TRUE(restored.ok()) << restored.message;
  World& copy = *restored.value.world;
  EXPECT_EQ(copy.hash(), w.world->hash());
  EXPECT_EQ(copy.impacts().size(), 1u);
  EXPECT_TRUE(copy.describe(shot.row).is_continuous);
  const std::vector<SweptImpact> expected = w.update();
  ASSERT_TRUE(copy.update().ok());
  ASSERT_EQ(expected.size(), 1u);
  ASSERT_EQ(copy.impacts().size(), 1u);
  EXPECT_EQ(copy.impacts()[0].time, expected[0].time);
  EXPECT_EQ(copy.hash(), w.world->hash());
}

TEST(Continuous, EnablingIsNoMotion) {
  TestWorld w;
  w.add(plate(), {0, 0, 0}, false, true);
  const ColliderId shot = w.add(bullet(), {-5, 0, 0}, true);
  w.update();
  const ColliderKind off{false, false, true, false}, on{false, false, true, true};
  EXPECT_EQ(w.world->set_kind(shot, off), Status::ok);
  w.move(shot, {5, 0, 0});
  EXPECT_TRUE(w.update().empty());
  // Moved while disabled and in the update that enables it: by its row, and by set_pose.
  w.move(shot, {-5, 0, 0});
  EXPECT_EQ(w.world->set_kind(shot, on), Status::ok);
  EXPECT_TRUE(w.update().empty());
  EXPECT_EQ(w.world->set_kind(shot, off), Status::ok);
  EXPECT_EQ(w.world->set_pose(shot, {{5, 0, 0}, {}}), Status::ok);
  EXPECT_EQ(w.world->set_kind(shot, on), Status::ok);
  EXPECT_TRUE(w.update().empty());
  w.move(shot, {-5, 0, 0});
  EXPECT_EQ(w.update().size(), 1u) << "from then on it is swept";
  w.move(shot, {5, 0, 0});
  EXPECT_EQ(w.world->set_kind(shot, off), Status::ok);
  EXPECT_EQ(w.world->set_kind(shot, on), Status::ok);
  EXPECT_TRUE(w.update().empty()) << "disabled and enabled in one frame";
  w.move(shot, {-5, 0, 0});
  EXPECT_EQ(w.world->set_kind(shot, {}), Status::ok);
  EXPECT_TRUE(w.update().empty()) << "not continuous";
  EXPECT_EQ(w.world->set_kind(shot, on), Status::ok);
  w.move(shot, {5, 0, 0});
  EXPECT_EQ(w.update().size(), 1u);
}

TEST(Continuous, APoseThatIsNoneStaysDisabled) {
  TestWorld w;
  const ColliderId shot = w.add(bullet(), {0, 0, 0}, false);
  EXPECT_EQ(w.world->set_kind(shot, {false, false, false, false}), Status::ok);
  const std::uint64_t before = w.world->hash();
  w.move(shot, {0, std::numeric_limits<double>::quiet_NaN(), 0});
  EXPECT_EQ(w.world->set_kind(shot, {false, true, true, true}), Status::invalid_argument);
  EXPECT_EQ(w.world->hash(), before);
  EXPECT_FALSE(w.world->describe(shot.row).is_continuous);
  const UpdateResult result = w.world->update();
  EXPECT_EQ(result.status, Status::invalid_argument);
  EXPECT_EQ(result.row, shot.row);
  EXPECT_EQ(w.world->set_kind({shot.row, shot.generation + 1}, {}), Status::stale_handle);
  EXPECT_EQ(w.world->set_shape({shot.row, shot.generation + 1}, bullet()), Status::stale_handle);
}

/// A body that starts in a wall, turns out of it and back in deeper: by samples of the distance.
TEST(Continuous, WhatStartsInAWallAndPartsFromItMeetsItAgain) {
  constexpr std::uint64_t k_seed = 40;
  Random random(k_seed);
  SCOPED_TRACE("seed " + std::to_string(k_seed));
  constexpr double k_apart = 0.02, k_deep = 2e-3;
  constexpr int k_samples = 60;
  const Shape convex[] = {make_box(0.5, 0.8, 0.3).value, make_cylinder(0.2, 0.7).value, make_cone(0.3, 0.6).value,
                          make_tapered_capsule(0.1, 0.2, 0.5).value};
  const std::vector<CompoundPart> parts{{convex[0], {}}, {convex[2], {{0.3, 0.2, 0.1}, random.rotation()}}};
  const CompoundPtr compound = build_compound(parts).value;
  const Shape wall = make_box(0.4, 6, 6).value;
  int parted = 0;
  for (int i = 0; i < scaled(20000); ++i) {
    const int kind = random.below(5);
    const Shape shape = kind < 4 ? convex[kind] : make_compound(*compound);
    const bool is_static = random.chance(0.7), is_doubled = random.chance(0.3);
    TestWorld w;
    for (int k = 0; k < (is_doubled ? 2 : 1); ++k) w.add(wall, {0.2, 0, 0}, false, is_static);
    ColliderOptions options{shape, {{}, random.rotation()}};
    options.is_continuous = true;
    options.pose.position.x = random.uniform(0.0005, 0.05) - support(shape, options.pose, {1, 0, 0}).x;
    const ColliderId body = w.world->add(options).value;
    w.update();
    const Vec3 axis = random.direction();
    const double half = random.uniform(0.1, 1.2);
    const Quat turn{axis.x * std::sin(half), axis.y * std::sin(half), axis.z * std::sin(half), std::cos(half)};
    const Pose from = w.world->describe(body.row).pose;
    ASSERT_EQ(w.world->set_pose(body, {from.position + random.in_cube(0.4), turn * from.rotation}), Status::ok);
    const std::vector<SweptImpact> impacts = w.update();
    const Sweep sweep{from, w.world->describe(body.row).pose};
    bool is_free = false;
    for (int k = 0; k <= k_samples; ++k) {
      const double time = k / static_cast<double>(k_samples);
      const double gap = distance(wall, {{0.2, 0, 0}, {}}, shape, pose_at(sweep, time)).distance;
      is_free = is_free || gap > k_apart;
      if (!is_free || gap > -k_deep) continue;
      ++parted;
      ASSERT_FALSE(impacts.empty()) << i << ": deep again at " << time;
      ASSERT_LE(impacts[0].time, time) << i;
      break;
    }
  }
  EXPECT_GT(parted, scaled(20000) / 300);
}

TEST(Continuous, WhatTurnsInTheFloorIsNotStoppedByIt) {
  constexpr std::uint64_t k_seed = 41;
  Random random(k_seed);
  SCOPED_TRACE("seed " + std::to_string(k_seed));
  const Shape bodies[] = {make_box(0.5, 0.4, 0.8).value, make_cylinder(0.3, 0.4).value,
                          make_box(0.7, 0.4, 0.3, 0.05).value};
  const auto turn = [](double half) { return Quat{0.0, std::sin(half), 0.0, std::cos(half)}; };
  for (int i = 0; i < scaled(2000); ++i) {
    TestWorld w;
    const bool is_static = random.chance(0.7);
    for (int k = random.below(2); k < 2; ++k) w.add(make_box(20, 1, 20).value, {0, -0.5, 0}, false, is_static);
    ColliderOptions options{bodies[random.below(3)], {{0, 0.2 - random.log_uniform(-30, -6), 0}, {}}};
    const double half = random.uniform(-3, 3);
    options.pose.rotation = turn(half);
    options.is_continuous = true;
    const ColliderId body = w.world->add(options).value;
    w.update();
    const Vec3 to = options.pose.position + Vec3{random.uniform(-2, 2), 0, random.uniform(-2, 2)};
    ASSERT_EQ(w.world->set_pose(body, {to, turn(half + random.uniform(-1.5, 1.5))}), Status::ok);
    ASSERT_TRUE(w.update().empty()) << i;
  }
}

/// The middle of a corner's bounds is outside of it, and may be past the ground when the corner meets it: one in forty
/// passed, for the ground then pushed onwards.
TEST(Continuous, AMeshWhoseMiddleIsOutsideOfItMeetsTheGround) {
  Random random(99);
  std::vector<double> vertices;
  std::vector<std::uint32_t> indices;
  for (std::uint32_t i = 0; i < 9; ++i) {
    for (std::uint32_t k = 0; k < 9; ++k) {
      vertices.insert(vertices.end(), {1.25 * i - 5.0, 0.0, 1.25 * k - 5.0});
      const std::uint32_t p = 9 * i + k;
      if (i < 8 && k < 8) indices.insert(indices.end(), {p, p + 1, p + 9, p + 1, p + 10, p + 9});
    }
  }
  const std::vector<double> corner{0, 0, 0, 0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5};
  const std::vector<std::uint32_t> faces{0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  const TriangleMeshPtr ground = build_triangle_mesh(vertices, indices, {}).value;
  const TriangleMeshPtr body = build_triangle_mesh(corner, faces, {}).value;
  for (int i = 0; i < scaled(2000); ++i) {
    TestWorld w;
    w.add(make_triangle_mesh(*ground), {}, false, true);
    const Vec3 from = random.in_cube(2.0), to = random.in_cube(2.0);
    ColliderOptions options{make_triangle_mesh(*body), {{from.x, random.uniform(1.0, 2.0), from.z}, random.rotation()}};
    options.is_continuous = true;
    const ColliderId id = w.world->add(options).value;
    w.update();
    const Quat rotation = random.chance(0.5) ? options.pose.rotation : random.rotation();
    const Sweep sweep{options.pose, {{to.x, -random.uniform(1.0, 2.0), to.z}, rotation}};
    ASSERT_EQ(w.world->set_pose(id, sweep.to), Status::ok);
    const std::vector<SweptImpact> impacts = w.update();
    const Impact first = time_of_impact(make_triangle_mesh(*ground), {}, options.shape, sweep);
    ASSERT_TRUE(first.hit);
    ASSERT_EQ(impacts.size(), 1u) << i;
    ASSERT_NEAR(impacts[0].time, first.time, 1e-6) << i;
  }
}

/// Bars that whirl about a one-sided sheet: from behind they pass through it, and may come back from the front with
/// the same triangles. Whatever is apart from the sheet, and then overlaps it against its motion, has been met before.
TEST(Continuous, WhatPassesThroughFromBehindIsMetFromTheFront) {
  Random random(97);
  const std::vector<double> corners{0, -1, -1, 0, 1, -1, 0, 1, 1, 0, -1, 1};
  const std::vector<std::uint32_t> indices{0, 1, 2, 0, 2, 3};
  TriangleMeshOptions one_sided;
  one_sided.sides = SurfaceSides::front;
  const TriangleMeshPtr mesh = build_triangle_mesh(corners, indices, one_sided).value;
  const Shape sheet = make_triangle_mesh(*mesh), bar = make_box(0.1, 2.0, 0.1).value;
  constexpr int k_samples = 200;
  int met = 0, lost = 0;
  for (int i = 0; i < scaled(1500); ++i) {
    const Vec3 axis = random.direction();
    const double half = 0.5 * random.uniform(1.5, 3.0);
    const Vec3 turned = axis * std::sin(half);
    Sweep sweep;
    sweep.from = {random.in_cube(1.5), random.rotation()};
    sweep.to = {random.in_cube(1.5), Quat{turned.x, turned.y, turned.z, std::cos(half)} * sweep.from.rotation};
    TestWorld w;
    w.add(sheet, {}, false, true);
    ColliderOptions options{bar, sweep.from};
    options.is_continuous = true;
    const ColliderId id = w.world->add(options).value;
    w.update();
    ASSERT_EQ(w.world->set_pose(id, sweep.to), Status::ok);
    const std::vector<SweptImpact> impacts = w.update();
    bool was_apart = false;
    for (int k = 0; k <= k_samples; ++k) {
      const double time = k / static_cast<double>(k_samples);
      const Pose pose = pose_at(sweep, time), next = pose_at(sweep, std::min(time + 1e-6, 1.0));
      const ContactManifold contact = collide(sheet, {}, bar, pose);
      const bool is_apart = contact.point_count == 0;
      if (was_apart && !is_apart && contact.depth > 1e-3) {
        const Vec3 point = rotate(conjugate(pose.rotation), contact.points[0].on_b - pose.position);
        const Vec3 motion = next.position + rotate(next.rotation, point) - contact.points[0].on_b;
        // From the front, and against it.
        if (pose.position.x > 0.0 && contact.normal.x > 0.2 && dot(motion, contact.normal) < -0.5 * length(motion)) {
          ++met;
          lost += impacts.empty() || impacts[0].time > time ? 1 : 0;
          break;
        }
      }
      was_apart = is_apart;
    }
  }
  std::printf("%d are met, %d of them lost\n", met, lost);
  EXPECT_GT(met, scaled(1500) / 10);
  EXPECT_EQ(lost, 0);
}

/// A random crowd of all kinds, some of them continuous, in random motion.
TEST(Continuous, AgreesWithEveryPairByItself) {
  constexpr std::uint64_t k_seed = 77;
  Random random(k_seed);
  SCOPED_TRACE("seed " + std::to_string(k_seed));
  const Shape shapes[] = {make_sphere(0.4).value, make_box(0.5, 0.8, 0.3).value, make_box(0.02, 2, 2).value,
                          make_capsule(0.2, 0.6).value, make_cone(0.4, 0.9).value};
  TestWorld w;
  std::vector<ColliderId> ids;
  std::vector<Pose> from, to;
  constexpr int k_colliders = 80;
  const auto seen = [&](std::size_t i) { return w.world->describe(ids[i].row).pose; };
  for (int i = 0; i < k_colliders; ++i) {
    ColliderOptions options{shapes[random.below(5)], {random.in_cube(4), random.rotation()}};
    options.is_static = random.chance(0.3);
    options.is_sensor = random.chance(0.1);
    options.is_continuous = random.chance(0.3);
    if (random.chance(0.1)) options.mask = 2;
    if (random.chance(0.5)) options.layer = 3;
    options.is_enabled = random.chance(0.9);
    ids.push_back(w.world->add(options).value);
  }
  w.update();
  int hits = 0, continuous = 0;
  for (int step = 0; step < scaled(100); ++step) {
    from.clear();
    to.clear();
    for (std::size_t i = 0; i < ids.size(); ++i) from.push_back(seen(i));
    for (std::size_t i = 0; i < ids.size(); ++i) {
      if (random.chance(0.5)) continue;
      const Vec3 position = random.chance(0.8) ? random.in_cube(4) : from[i].position + random.in_cube(0.5);
      const Quat rotation = random.chance(0.5) ? random.rotation() : from[i].rotation;
      ASSERT_EQ(w.world->set_pose(ids[i], {position, rotation}), Status::ok);
    }
    const std::vector<SweptImpact> impacts = w.update();
    for (std::size_t i = 0; i < ids.size(); ++i) to.push_back(seen(i));
    EXPECT_TRUE(std::is_sorted(impacts.begin(), impacts.end(),
                               [](const SweptImpact& l, const SweptImpact& r) { return l.time < r.time; }));
    for (std::size_t i = 0; i < ids.size(); ++i) {
      const ColliderOptions a = w.world->describe(ids[i].row);
      // A static one is hidden by others that the body has met before.
      if (a.is_static) continue;
      const auto found = std::find_if(impacts.begin(), impacts.end(),
                                      [&](const SweptImpact& impact) { return impact.a == ids[i].row; });
      double first = 2.0;
      bool touched = false;
      for (std::size_t j = 0; j < ids.size() && a.is_continuous && !a.is_sensor && a.is_enabled; ++j) {
        const ColliderOptions b = w.world->describe(ids[j].row);
        if (i == j || (a.is_static && b.is_static) || b.is_sensor || !b.is_enabled) continue;
        if ((a.layer & b.mask) == 0 || (b.layer & a.mask) == 0) continue;
        // In either order; other tests cover pairs that touch at the start.
        const Impact impact = time_of_impact(a.shape, {from[i], to[i]}, b.shape, {from[j], to[j]});
        if (impact.hit && impact.time > 0.0) first = std::min(first, impact.time);
        touched = touched || (found != impacts.end() && found->b == ids[j].row && impact.hit && impact.time == 0.0);
      }
      continuous += a.is_continuous;
      hits += found != impacts.end();
      if (found == impacts.end()) {
        ASSERT_EQ(first, 2.0) << "an impact was missed in step " << step;
      } else if (touched) {
        // It has parted from that one, and met it again.
        ASSERT_LE(found->time, first) << "in step " << step;
      } else if (found->time > 0.0) {
        ASSERT_NEAR(found->time, first, 1e-9) << "in step " << step;
      }
    }
  }
  EXPECT_GT(hits, continuous * 3 / 10);
  EXPECT_LT(hits, continuous * 7 / 10);
}

}  // namespace
}  // namespace hyperplane
