#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_pair.h>
#include <hyperplane/plane_query.h>
#include <hyperplane/plane_sweep.h>
#include <hyperplane/plane_world.h>

#include "plane/math/rotation.h"
#include "plane/plane_oracle.h"
#include "support/test_size.h"

/// Half-spaces in the plane: beside the exact lowest points of convex shapes, and in worlds beside a large rectangle
/// with its top in the line.

namespace hyperplane::test::in_half_planes {
namespace {

using plane::ColliderOptions;
using plane::Pose;
using plane::Shape;
using plane::Sweep;
using plane::Vec2;
using plane::World;
using plane::WorldPtr;

struct HalfSpaceShape {
  plane::CompositePtr composite = plane::build_half_space().value;
  Shape shape = make_composite(*composite);
};

constexpr double k_side = 400.0;

/// The pose of something that stands in the frame of another.
Pose placed(const Pose& frame, Vec2 at, double angle) {
  return {frame.position + rotate(plane::rotation_of(frame.angle), at), frame.angle + angle};
}

Pose random_place(Random& random) {
  const double reach = random.chance(0.3) ? 1e5 : 0.0;
  return {{random.uniform(-reach, reach), random.uniform(-reach, reach)},
          random.chance(0.5) ? 0.0 : random.uniform(-3.0, 3.0)};
}

TEST(PlaneHalfSpace, DecidesByTheLowestPoint) {
  Random random(4301);
  const HalfSpaceShape ground;
  int overlaps = 0;
  const int count = scaled(10000);
  for (int run = 0; run < count; ++run) {
    const double size = random.chance(0.3) ? random.log_uniform(-10, 10) : 1.0;
    const PlaneSolid solid = random_solid(random, size);
    Pose frame = random_place(random);
    frame.position = frame.position * size;
    const Vec2 normal = rotate(plane::rotation_of(frame.angle), {0.0, 1.0});
    const double angle = random.chance(0.4) ? 0.0 : random.uniform(-3.0, 3.0);
    Pose pose = placed(frame, {random.uniform(-3.0, 3.0) * size, 0.0}, angle);
    const double wanted = random.chance(0.5) ? random.sign() * random.log_uniform(-16, 1) : random.uniform(-2.0, 1.0);
    const auto down = [](double number) { return static_cast<long double>(-number); };
    const auto height_of = [&] {
      return dot(pose.position - frame.position, normal) -
             static_cast<double>(oracle_reach(solid, pose, down(normal.x), down(normal.y)));
    };
    pose.position = pose.position + normal * (wanted * size - height_of());
    const double height = height_of(), tolerance = 1e-7 * size + 1e-15 * length(frame.position);
    const plane::Distance apart = distance(ground.shape, frame, solid.shape, pose);
    ASSERT_NEAR(apart.distance, height, tolerance) << "seed 4301, run " << run;
    ASSERT_LE(length(apart.normal - normal), 1e-9) << run;
    ASSERT_LE(length(apart.point_b - apart.point_a - apart.normal * apart.distance), tolerance) << run;
    ASSERT_LE(oracle_outside(solid, pose, apart.point_b), 1e-5 * size + tolerance) << run;
    const plane::Distance turned = distance(solid.shape, pose, ground.shape, frame);
    ASSERT_NEAR(turned.distance, apart.distance, tolerance) << run;
    ASSERT_LE(length(turned.normal + apart.normal), 1e-9) << run;
    if (std::fabs(height) > tolerance) {
      ASSERT_EQ(intersects(ground.shape, frame, solid.shape, pose), height < 0.0) << run;
      ASSERT_EQ(collide(solid.shape, pose, ground.shape, frame).point_count > 0, height < 0.0) << run;
    }
    const double margin = random.uniform(0.01, 1.0) * size;
    const plane::Contact near = collide_within(ground.shape, frame, solid.shape, pose, margin);
    if (std::fabs(height - margin) > tolerance) ASSERT_EQ(near.point_count > 0, height < margin) << run;
    if (near.point_count > 0) ASSERT_NEAR(near.depth, -height, 10.0 * tolerance) << run;
    plane::Contact all[1];
    ASSERT_EQ(collide_all_within(ground.shape, frame, solid.shape, pose, margin, all), near.point_count > 0 ? 1u : 0u);
    // Also the points above the line, as of a large rectangle.
    const PlaneSolid large = plane_rectangle(100.0 * size, 40.0 * size);
    const Pose below = placed(
        frame,
        {dot(pose.position - frame.position, rotate(plane::rotation_of(frame.angle), Vec2{1.0, 0.0})), -20.0 * size},
        0.0);
    const plane::Contact other = collide_within(large.shape, below, solid.shape, pose, margin);
    if (std::fabs(height - margin) > tolerance && near.depth > 1e-6 * size) {
      ASSERT_EQ(near.point_count, other.point_count) << run;
      ASSERT_EQ(all[0].point_count, other.point_count) << run;
    }
    overlaps += height < 0.0 ? 1 : 0;
  }
  printf("seed 4301: %d of %d overlap\n", overlaps, count);
  EXPECT_GT(overlaps, count * 3 / 10);
  EXPECT_LT(overlaps, count * 7 / 10);
}

TEST(PlaneHalfSpace, MotionAndRaysEndAtTheLine) {
  Random random(4302);
  const HalfSpaceShape ground;
  const Shape rectangle = plane::make_rectangle(k_side, k_side).value;
  int hits = 0;
  const int count = scaled(5000);
  for (int run = 0; run < count; ++run) {
    const Pose frame = random_place(random);
    const Pose under = placed(frame, {0.0, -0.5 * k_side}, 0.0);
    const Vec2 normal = rotate(plane::rotation_of(frame.angle), {0.0, 1.0});
    const PlaneSolid solid = random_solid(random, 1.0);
    const Pose from = placed(frame, {random.uniform(-3.0, 3.0), random.uniform(0.5, 3.0)}, random.uniform(-3.0, 3.0));
    const Pose to{from.position + Vec2{random.uniform(-4.0, 4.0), random.uniform(-4.0, 4.0)},
                  from.angle + (random.chance(0.5) ? 0.0 : random.uniform(-2.0, 2.0))};
    const plane::Impact found = time_of_impact(ground.shape, {frame, frame}, solid.shape, {from, to});
    const plane::Impact expected = time_of_impact(rectangle, {under, under}, solid.shape, {from, to});
    const plane::Impact turned = time_of_impact(solid.shape, {from, to}, ground.shape, {frame, frame});
    ASSERT_EQ(found.hit, turned.hit) << "seed 4302, run " << run;
    if (found.hit != expected.hit) {
      ASSERT_GT(found.hit ? found.time : expected.time, 0.999) << run;
    } else if (found.hit) {
      ++hits;
      ASSERT_NEAR(found.time, expected.time, 1e-4) << run;
      ASSERT_NEAR(turned.time, found.time, 1e-4) << run;
    }
    const Vec2 origin = from.position, direction = to.position - from.position;
    const double height = dot(origin - frame.position, normal), speed = dot(direction, normal) / length(direction);
    if (std::fabs(height) < 1e-3 || std::fabs(speed) < 1e-3) continue;
    const double way = -height / speed, rounding = 1e-9 * (1.0 + way) + 1e-12 * length(origin) / std::fabs(speed);
    const plane::RayHit hit = raycast(ground.shape, frame, origin, direction, 100.0);
    const plane::RayHit end = raycast(ground.shape, frame, origin, direction, 100.0, false);
    if (std::fabs(way - 100.0) < 1e-2) continue;
    ASSERT_EQ(hit.hit, height < 0.0 || (way > 0.0 && way < 100.0)) << run;
    ASSERT_EQ(end.hit, way > 0.0 && way < 100.0) << run;
    if (end.hit) ASSERT_NEAR(end.distance, way, rounding) << run;
    const plane::ClosestPoint closest = closest_point(ground.shape, frame, origin);
    ASSERT_NEAR(closest.distance, height, 1e-9 + 1e-12 * length(origin)) << run;
  }
  printf("seed 4302: %d of %d hit\n", hits, count);
  EXPECT_GT(hits, count / 5);
}

TEST(PlaneHalfSpace, OthersAreCompositesAndItself) {
  const HalfSpaceShape ground, other;
  EXPECT_FALSE(intersects(ground.shape, {}, other.shape, {{0.0, 1.0}, 1.0}));
  EXPECT_EQ(collide(ground.shape, {}, other.shape, {{0.0, 1.0}, 1.0}).point_count, 0);
  EXPECT_EQ(distance(ground.shape, {}, other.shape, {}).distance, std::numeric_limits<double>::infinity());
  EXPECT_FALSE(time_of_impact(ground.shape, {{}, {}}, other.shape, {{}, {{3.0, 0.0}, 0.0}}).hit);
  const plane::CompoundPart part{ground.shape, {}};
  EXPECT_EQ(plane::build_compound({&part, 1}).status, Status::invalid_argument);
  // A compound, a chain and a polygon that is not convex, half sunk.
  const plane::CompoundPart parts[] = {{plane::make_circle(0.5).value, {{-1.0, 0.0}, 0.0}},
                                       {plane::make_rectangle(1.0, 1.0).value, {{1.0, 0.2}, 0.0}}};
  const plane::CompositePtr compound = plane::build_compound(parts).value;
  const double line[] = {-1.0, -0.5, 1.0, -0.2};
  const plane::CompositePtr chain = plane::build_chain(line, false, plane::ChainSides::both).value;
  const double hook[] = {-1.0, -0.5, 1.0, -0.5, 1.0, 1.0, 0.5, 1.0, 0.5, 0.5, -1.0, 0.5};
  const std::uint32_t rings[] = {6};
  const plane::CompositePtr polygon = plane::build_simple_polygon(hook, rings).value;
  for (const plane::CompositePtr* composite : {&compound, &chain, &polygon}) {
    const Shape shape = make_composite(**composite);
    for (const double angle : {0.0, 0.7}) {
      const Pose frame{{1e4, -1e3}, angle};
      for (const double height : {-0.25, 0.0, 0.25}) {
        const Pose pose = placed(frame, {3.0, 0.5 + height}, 0.0);
        if (height != 0.0) ASSERT_EQ(intersects(ground.shape, frame, shape, pose), height < 0.0);
        ASSERT_NEAR(distance(shape, pose, ground.shape, frame).distance, height, 1e-9);
        if (height < 0.0) ASSERT_NEAR(collide(ground.shape, frame, shape, pose).depth, 0.25, 1e-9);
      }
    }
  }
}

/// Two worlds with the same colliders; one has a half-space for the ground, the other a rectangle.
struct TwoGrounds {
  HalfSpaceShape half_space;
  WorldPtr worlds[2] = {plane::make_world().value, plane::make_world().value};
  Pose frame;

  explicit TwoGrounds(const Pose& place) : frame(place) {
    for (int i = 0; i < 2; ++i) {
      ColliderOptions options;
      options.shape = i == 0 ? half_space.shape : plane::make_rectangle(k_side, k_side).value;
      options.pose = i == 0 ? place : placed(place, {0.0, -0.5 * k_side}, 0.0);
      options.is_static = true;
      EXPECT_TRUE(worlds[i]->add(options).ok());
    }
  }
  ColliderId add(const Shape& shape, Vec2 at, bool is_static = false, bool is_continuous = false) {
    ColliderOptions options;
    options.shape = shape;
    options.pose = placed(frame, at, 0.0);
    options.is_static = is_static;
    options.is_continuous = is_continuous;
    ColliderId id;
    for (const WorldPtr& world : worlds) id = world->add(options).value;
    return id;
  }
};

std::vector<RowPair> list_of(std::span<const RowPair> pairs) { return {pairs.begin(), pairs.end()}; }

TEST(PlaneHalfSpace, WorldsSeeALargeRectangle) {
  Random random(4303);
  const int count = scaled(400);
  int touching = 0, others = 0, impacts = 0, other_impacts = 0, queries = 0, ways = 0, other_ways = 0, shorter = 0;
  for (int run = 0; run < count; ++run) {
    TwoGrounds grounds(random_place(random));
    for (int i = random.below(4); i > 0; --i) {
      const double height = random.chance(0.5) ? 1.0 : 1.3;
      grounds.add(plane::make_rectangle(1.0, height).value, {random.uniform(-4.0, 4.0), 0.5 * height - 1.0}, true);
    }
    std::vector<PlaneSolid> solids;
    std::vector<ColliderId> bodies;
    std::vector<bool> are_fast;
    for (int i = 0; i < 6; ++i) {
      do {
        solids.push_back(random_solid(random, 1.0));
      } while (solids.back().diameter() < 0.1);
      are_fast.push_back(random.chance(0.3));
      bodies.push_back(grounds.add(solids.back().shape, {0.0, 50.0 + 3.0 * i}, false, are_fast.back()));
    }
    for (int step = 0; step < 4; ++step) {
      for (std::size_t i = 0; i < bodies.size(); ++i) {
        if (step > 0 && random.chance(0.4)) continue;
        // A body in the ground that turns meets it as it meets composites: by what it turns into it.
        const double angle = are_fast[i] || random.chance(0.5) ? 0.0 : random.uniform(-3.0, 3.0);
        const Pose local{{}, angle};
        const auto low = static_cast<double>(-oracle_reach(solids[i], local, 0.0L, -1.0L));
        const double height = random.chance(0.3) ? random.uniform(0.01, 3.0) : -random.log_uniform(-9, -4);
        const Pose pose = placed(grounds.frame, {random.uniform(-5.0, 5.0), height - low}, angle);
        for (const WorldPtr& world : grounds.worlds) ASSERT_EQ(world->set_pose(bodies[i], pose), Status::ok);
      }
      for (const WorldPtr& world : grounds.worlds) ASSERT_TRUE(world->update().ok());
      World &half = *grounds.worlds[0], &box = *grounds.worlds[1];
      ASSERT_EQ(list_of(half.touching()), list_of(box.touching())) << "seed 4303, run " << run << ", step " << step;
      ASSERT_EQ(list_of(half.began()), list_of(box.began())) << run;
      touching += static_cast<int>(half.touching().size());
      const auto of_half = half.contacts(), of_box = box.contacts();
      bool is_same = list_of(of_half.pairs) == list_of(of_box.pairs);
      for (std::size_t i = 0; is_same && i < 3 * of_half.pairs.size(); ++i) {
        is_same = std::fabs(of_half.normals[i] - of_box.normals[i]) < 1e-4f;
      }
      others += is_same ? 0 : 1;
      // A body that gets little deeper stops in the half-space, but not in the rectangle, whose tolerance is larger.
      bool has_same = half.impacts().size() == box.impacts().size();
      for (std::size_t i = 0; has_same && i < half.impacts().size(); ++i) {
        has_same = std::fabs(half.impacts()[i].time - box.impacts()[i].time) < 1e-4;
      }
      impacts += static_cast<int>(half.impacts().size());
      other_impacts += has_same ? 0 : 1;
      for (const ColliderId body : bodies) {
        const double way = length(half.separation(body).value), other = length(box.separation(body).value);
        ++ways;
        other_ways += way <= 1.05 * other + 1e-4 ? 0 : 1;
        shorter += other <= 1.05 * way + 1e-4 ? 0 : 1;
      }
      const Pose pose = placed(grounds.frame, {random.uniform(-5.0, 5.0), random.uniform(-0.5, 4.0)}, 0.3);
      const Vec2 direction{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
      plane::QueryOptions options;
      options.max_distance = 30.0;
      const plane::WorldRayHit hit = half.raycast(pose.position, direction, options);
      const plane::WorldRayHit expected = box.raycast(pose.position, direction, options);
      ASSERT_EQ(hit.hit, expected.hit) << run;
      if (hit.hit) ASSERT_NEAR(hit.distance, expected.distance, 1e-7) << run;
      const Shape asked = plane::make_capsule(0.2, 0.5).value;
      ASSERT_EQ(half.overlap(asked, pose).value.size(), box.overlap(asked, pose).value.size()) << run;
      ASSERT_NEAR(half.nearest(asked, pose, options).distance, box.nearest(asked, pose, options).distance, 1e-7) << run;
      ASSERT_NEAR(half.closest(pose.position, options).distance, box.closest(pose.position, options).distance, 1e-7);
      const Sweep sweep{pose, {pose.position + direction * 5.0, 1.0}};
      ASSERT_NEAR(half.cast_shape(asked, sweep).time, box.cast_shape(asked, sweep).time, 1e-4) << run;
      ++queries;
    }
  }
  printf("seed 4303: %d touching, %d steps with other contacts, %d impacts, %d steps with others, %d queries\n",
         touching, others, impacts, other_impacts, queries);
  printf("of %d ways out %d are longer, %d shorter\n", ways, other_ways, shorter);
  EXPECT_LE(other_impacts, count / 20);
  EXPECT_LE(other_ways, ways / 200);
  EXPECT_LE(others, count / 20 + 2);
  EXPECT_GT(touching, 5 * count);
  EXPECT_GT(impacts, count / 4);
}

/// Bodies that glide just above the ground and sink a little, beside their exact lowest points.
TEST(PlaneHalfSpace, ContinuousBodiesThatGlideStopWhereTheyTouch) {
  Random random(4306);
  const HalfSpaceShape ground;
  const int count = scaled(4000);
  for (int run = 0; run < count; ++run) {
    PlaneSolid solid = random_solid(random, 1.0);
    while (solid.diameter() < 0.1) solid = random_solid(random, 1.0);
    const double angle = random.uniform(-3.0, 3.0);
    const auto low = static_cast<double>(-oracle_reach(solid, Pose{{}, angle}, 0.0L, -1.0L));
    const double height = random.log_uniform(-24, -16), depth = random.log_uniform(-10, -6);
    const WorldPtr world = plane::make_world().value;
    ColliderOptions options;
    options.shape = ground.shape;
    options.is_static = true;
    ASSERT_TRUE(world->add(options).ok());
    options.shape = solid.shape;
    options.is_static = false;
    options.is_continuous = true;
    options.pose = {{0.0, height - low}, angle};
    const ColliderId body = world->add(options).value;
    ASSERT_TRUE(world->update().ok());
    world->positions()[2 * body.row] = random.uniform(-3.0, 3.0);
    world->positions()[2 * body.row + 1] = -depth - low;
    ASSERT_TRUE(world->update().ok());
    ASSERT_EQ(world->impacts().size(), 1u) << "seed 4306, run " << run << ", from " << height << " to " << -depth;
    ASSERT_NEAR(world->impacts()[0].time, height / (height + depth), 4e-6 / depth) << run;
  }
}

TEST(PlaneHalfSpace, MarginsAreThoseOfALargeRectangle) {
  Random random(4305);
  int near = 0, apart = 0;
  for (int run = 0; run < scaled(600); ++run) {
    TwoGrounds grounds(random_place(random));
    const PlaneSolid solid = random_solid(random, 1.0);
    const double angle = random.chance(0.5) ? 0.0 : random.uniform(-3.0, 3.0);
    const auto low = static_cast<double>(-oracle_reach(solid, Pose{{}, angle}, 0.0L, -1.0L));
    const double of_ground = random.uniform(0.0, 0.2), of_body = random.chance(0.5) ? 0.0 : random.uniform(0.0, 0.2);
    const double height = random.uniform(-0.01, 0.5), margin = of_ground + of_body;
    const ColliderId body = grounds.add(solid.shape, {0.0, 50.0}, false);
    for (const WorldPtr& world : grounds.worlds) {
      ASSERT_EQ(world->set_pose(body, placed(grounds.frame, {0.0, height - low}, angle)), Status::ok);
      ASSERT_EQ(world->set_margin(world->at(0), of_ground), Status::ok);
      ASSERT_EQ(world->set_margin(body, of_body), Status::ok);
      ASSERT_TRUE(world->update().ok());
    }
    const bool touches = grounds.worlds[0]->touching().size() == 1;
    if (std::fabs(height - margin) > 1e-6) ASSERT_EQ(touches, height < margin) << height << " of " << margin;
    const auto half = grounds.worlds[0]->contacts(), box = grounds.worlds[1]->contacts();
    ASSERT_EQ(half.pairs.size(), box.pairs.size()) << run;
    for (std::size_t i = 0; i < half.pairs.size(); ++i) {
      ASSERT_NEAR(half.normals[3 * i + 2], box.normals[3 * i + 2], 1e-4f) << run;
      near += half.normals[3 * i + 2] < 0.0f ? 1 : 0;
    }
    apart += touches ? 0 : 1;
  }
  printf("seed 4305: %d within the margin, %d apart\n", near, apart);
  EXPECT_GT(near, scaled(600) / 5);
  EXPECT_GT(apart, scaled(600) / 5);
}

TEST(PlaneHalfSpace, MoversWalkAsOnALargeRectangle) {
  Random random(4304);
  const int count = scaled(200);
  for (int run = 0; run < count; ++run) {
    TwoGrounds grounds({{random.chance(0.3) ? 1e5 : 0.0, random.uniform(-1.0, 1.0)}, 0.0});
    for (int i = 0; i < 4; ++i) {
      const double height = random.chance(0.5) ? 0.2 : 2.0;
      grounds.add(plane::make_rectangle(1.0, height).value, {random.uniform(-5.0, 5.0), 0.5 * height}, true);
    }
    for (const WorldPtr& world : grounds.worlds) ASSERT_TRUE(world->update().ok());
    const Shape body = plane::make_capsule(0.3, 1.0).value;
    Vec2 positions[2] = {grounds.frame.position + Vec2{7.0, 1.2}, grounds.frame.position + Vec2{7.0, 1.2}};
    for (int step = 0; step < 40; ++step) {
      const Vec2 delta{random.uniform(-0.4, 0.1), -0.1};
      bool grounded[2];
      for (int i = 0; i < 2; ++i) {
        const plane::MoverResult moved = grounds.worlds[i]->move_and_slide(body, {positions[i], 0.0}, delta, {}).value;
        positions[i] = moved.position;
        grounded[i] = moved.grounded;
      }
      ASSERT_EQ(grounded[0], grounded[1]) << "seed 4304, run " << run << ", step " << step;
      ASSERT_LE(length(positions[0] - positions[1]), 1e-5) << "seed 4304, run " << run << ", step " << step;
    }
  }
  const HalfSpaceShape ground;
  EXPECT_EQ(plane::make_world().value->move_and_slide(ground.shape, {}, {1.0, 0.0}, {}).status,
            Status::invalid_argument);
}

TEST(PlaneHalfSpace, MovesFiltersAndIsRestored) {
  const HalfSpaceShape ground;
  const WorldPtr world = plane::make_world().value;
  ColliderOptions options;
  options.shape = ground.shape;
  options.pose.position.y = -5.0;
  options.is_sensor = true;
  const ColliderId water = world->add(options).value;
  ColliderOptions of_body;
  of_body.shape = plane::make_rectangle(1.0, 1.0).value;
  of_body.pose.position.y = 0.4;
  const ColliderId body = world->add(of_body).value;
  of_body.is_static = true;
  of_body.pose.position = {3.0, 0.0};
  ASSERT_TRUE(world->add(of_body).ok());
  ASSERT_TRUE(world->update().ok());
  EXPECT_TRUE(world->touching().empty());
  ASSERT_EQ(world->set_pose(water, {}), Status::ok);
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->touching().size(), 2u);
  EXPECT_TRUE(world->contacts().pairs.empty());
  ColliderKind kind;
  ASSERT_EQ(world->set_kind(water, kind), Status::ok);
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->contacts().pairs.size(), 2u);
  EXPECT_NEAR(world->separation(body).value.y, 0.1, 1e-6);
  EXPECT_NEAR(world->separation(water).value.y, -0.5, 1e-6);
  ASSERT_EQ(world->set_shape(body, ground.shape), Status::ok);
  ASSERT_TRUE(world->update().ok());
  // Two half-spaces pass each other by; each meets the static block.
  EXPECT_EQ(world->touching().size(), 2u);
  ASSERT_EQ(world->set_shape(body, of_body.shape), Status::ok);
  ASSERT_TRUE(world->update().ok());
  const plane::Snapshot snapshot = world->snapshot().value;
  const auto restored = plane::restore_world(snapshot.span());
  ASSERT_TRUE(restored.ok()) << restored.message;
  EXPECT_EQ(restored.value.world->hash(), world->hash());
  ASSERT_TRUE(restored.value.world->update().ok());
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(restored.value.world->hash(), world->hash());
  kind.is_static = true;
  ASSERT_EQ(world->set_kind(water, kind), Status::ok);
  ASSERT_EQ(world->set_filter(body, 1, 2), Status::ok);
  ASSERT_TRUE(world->update().ok());
  EXPECT_TRUE(world->touching().empty());
  ASSERT_EQ(world->remove(water), Status::ok);
  EXPECT_FALSE(world->raycast({9.0, 5.0}, {0.0, -1.0}).hit);
}

}  // namespace
}  // namespace hyperplane::test::in_half_planes
