#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/height_field.h>
#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/world.h>

#include "support/collider_options.h"
#include "support/convex_shapes.h"
#include "support/height_fields.h"
#include "support/random.h"
#include "support/test_size.h"

/// Worlds with height fields, beside worlds with meshes of the same triangles.

namespace hyperplane::test {
namespace {

HeightData hills(std::uint32_t columns, double width) {
  HeightData data;
  data.options.columns = data.options.rows = columns;
  data.options.width = data.options.depth = data.size = width;
  for (std::uint32_t row = 0; row < columns; ++row) {
    for (std::uint32_t column = 0; column < columns; ++column) {
      data.heights.push_back(0.6 * std::sin(0.7 * column) * std::cos(0.5 * row));
    }
  }
  return data;
}

TEST(HeightFieldWorld, HasTheContactsOfAWorldWithAMesh) {
  Random random(10);
  const TestField ground = make_field(hills(25, 24.0));
  const WorldPtr world = make_world({}).value, other = make_world({}).value;
  ASSERT_TRUE(world->add(collider_of(make_height_field(*ground.field), {}, true)).ok());
  ASSERT_TRUE(other->add(collider_of(make_triangle_mesh(*ground.mesh), {}, true)).ok());
  std::vector<TestShape> bodies;
  constexpr int k_bodies = 200;
  for (int i = 0; i < k_bodies; ++i) {
    bodies.push_back(make_test_shape(random, k_shape_types[random.below(k_shape_type_count)], ShapeForm::plain, 0.5));
    const Vec3 place{random.uniform(-12.0, 12.0), random.uniform(-1.0, 1.5), random.uniform(-12.0, 12.0)};
    ASSERT_TRUE(world->add(collider_of(bodies.back().shape, place)).ok());
    ASSERT_TRUE(other->add(collider_of(bodies.back().shape, place)).ok());
  }
  std::size_t contacts = 0;
  for (int step = 0; step < scaled(60); ++step) {
    for (std::uint32_t row = 1; row <= k_bodies; ++row) {
      for (std::uint32_t k = 0; k < 3; ++k) {
        const double way = random.uniform(-0.05, 0.05);
        world->positions()[3 * row + k] += way;
        other->positions()[3 * row + k] += way;
      }
    }
    ASSERT_TRUE(world->update().ok());
    ASSERT_TRUE(other->update().ok());
    const ContactList found = world->contacts(), wanted = other->contacts();
    ASSERT_EQ(found.pairs.size(), wanted.pairs.size());
    contacts += found.pairs.size();
    for (std::size_t i = 0; i < found.pairs.size(); ++i) {
      ASSERT_EQ(found.pairs[i].a, wanted.pairs[i].a);
      ASSERT_EQ(found.pairs[i].b, wanted.pairs[i].b);
      for (std::size_t k = 4 * i; k < 4 * i + 4; ++k) ASSERT_NEAR(found.normals[k], wanted.normals[k], 1e-6f);
    }
  }
  EXPECT_GT(contacts, 100u);
}

TEST(HeightFieldWorld, FollowsHeightsThatChange) {
  const TestField ground = make_field([] {
    HeightData data = hills(9, 8.0);
    data.heights.assign(data.heights.size(), 0.0);
    return data;
  }());
  HeightField& field = *ground.field;
  const CompoundPtr compound =
      build_compound(std::vector<CompoundPart>{{make_height_field(field), {{0.0, 10.0, 0.0}, {}}}}).value;
  const WorldPtr world = make_world({}).value;
  ASSERT_TRUE(world->add(collider_of(make_height_field(field), {}, true)).ok());
  ASSERT_TRUE(world->add(collider_of(ball(0.5), {0.3, 1.4, 0.2})).ok());
  ASSERT_TRUE(world->add(collider_of(make_compound(*compound), {}, true)).ok());
  ASSERT_TRUE(world->add(collider_of(ball(0.5), {0.3, 11.4, 0.2})).ok());
  for (const bool is_up : {false, true, false, true}) {
    ASSERT_TRUE(set_heights(field, std::vector<double>(25, is_up ? 1.0 : 0.0), {2, 2, 5, 5}).ok());
    refresh_compound(*compound);
    ASSERT_TRUE(world->update().ok());
    ASSERT_EQ(world->touching().size(), is_up ? 2u : 0u);
    const WorldRayHit hit = world->raycast({1.0, 5.0, 1.0}, {0.0, -1.0, 0.0}, {});
    ASSERT_TRUE(hit.hit);
    EXPECT_NEAR(hit.distance, is_up ? 4.0 : 5.0, 1e-12);
  }
}

TEST(HeightFieldWorld, ComesBackFromASnapshot) {
  Random random(7612);
  const TestField ground = make_field(hills(20, 16.0));
  const Shape field = make_height_field(*ground.field);
  const CompoundPart parts[] = {{field, {{0.0, -2.0, 0.0}, {}}}, {make_box(1.0, 3.0, 1.0).value, {}}};
  const CompoundPtr compound = build_compound(parts).value;
  const WorldPtr world = make_world({}).value;
  ASSERT_TRUE(world->add(collider_of(field, {}, true)).ok());
  ASSERT_TRUE(world->add(collider_of(make_compound(*compound), {0.0, 0.5, 0.0}, true)).ok());
  for (int i = 0; i < 30; ++i) ASSERT_TRUE(world->add(collider_of(ball(0.4), random.in_cube(4.0))).ok());
  ASSERT_TRUE(world->update().ok());
  ASSERT_GT(world->contacts().pairs.size(), 0u);
  for (const bool with_shapes : {true, false}) {
    SnapshotOptions options;
    options.with_shapes = with_shapes;
    const Result<Snapshot> snapshot = world->snapshot(options);
    ASSERT_TRUE(snapshot.ok());
    const std::vector<Shape> given{field, make_compound(*compound), ball(0.4)};
    RestoreOptions restore;
    restore.shapes = given;
    Result<RestoredWorld> restored = restore_world({snapshot.value.bytes.get(), snapshot.value.size}, restore);
    ASSERT_TRUE(restored.ok()) << restored.message;
    World& copy = *restored.value.world;
    EXPECT_EQ(copy.hash(), world->hash());
    for (std::uint32_t row = 2; row < 32; ++row) copy.positions()[3 * std::size_t{row}] += 0.01;
    ASSERT_TRUE(copy.update().ok());
    ASSERT_GT(copy.contacts().pairs.size(), 0u);
    Result<RestoredWorld> again = restore_world({snapshot.value.bytes.get(), snapshot.value.size}, {});
    EXPECT_EQ(again.ok(), with_shapes);
    if (!with_shapes) {
      EXPECT_EQ(again.value.missing[static_cast<std::size_t>(ShapeType::height_field)], 1u);
    }
  }
}

TEST(HeightFieldWorld, AMoverWalksHillsAsOnAMesh) {
  Random random(7613);
  const TestField ground = make_field(hills(30, 24.0));
  const WorldPtr world = make_world({}).value, other = make_world({}).value;
  ASSERT_TRUE(world->add(collider_of(make_height_field(*ground.field), {}, true)).ok());
  ASSERT_TRUE(other->add(collider_of(make_triangle_mesh(*ground.mesh), {}, true)).ok());
  const Shape body = make_capsule(0.3, 1.0).value;
  for (int run = 0; run < scaled(10); ++run) {
    Pose pose{{random.uniform(-6.0, 6.0), 2.0, random.uniform(-6.0, 6.0)}, {}}, beside = pose;
    const Vec3 heading = random.direction() * 0.1;
    for (int step = 0; step < 60; ++step) {
      const Vec3 delta{heading.x, step == 0 ? -3.0 : -0.03, heading.z};
      const Result<MoverResult> moved = world->move_and_slide(body, pose, delta, {});
      const Result<MoverResult> wanted = other->move_and_slide(body, beside, delta, {});
      ASSERT_TRUE(moved.ok() && wanted.ok());
      pose.position = moved.value.position;
      beside.position = wanted.value.position;
      ASSERT_NEAR(length(pose.position - beside.position), 0.0, 1e-7) << run << " " << step;
      EXPECT_EQ(moved.value.grounded, wanted.value.grounded);
    }
    EXPECT_GT(pose.position.y, 0.0);
  }
}

/// m: the deepest overlap of a body and a triangle of a field.
double deepest_overlap(const TestField& ground, const Shape& body, const Pose& pose) {
  double deepest = 0.0;
  const Aabb around = bounds(body, pose);
  for (const std::uint32_t t : ground.present) {
    const Vec3 a = ground.corner(t, 0), b = ground.corner(t, 1), c = ground.corner(t, 2);
    if (!overlaps(around, {min(a, min(b, c)), max(a, max(b, c))})) continue;
    deepest = std::max(deepest, penetration(make_triangle(a, b, c).value, {}, body, pose).depth);
  }
  return deepest;
}

TEST(HeightFieldWorld, BodiesAtRestOnFineRoughGroundAreNotLeftDeeper) {
  constexpr std::uint64_t k_seed = 7614;
  Random random(k_seed);
  int free = 0, deeper = 0;
  const int count = scaled(60);
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", body " << n);
    HeightData data;
    data.options.columns = data.options.rows = 65;
    data.options.width = data.options.depth = data.size = 1.6;
    const double rough = random.uniform(0.001, 0.02);
    for (int i = 0; i < 65 * 65; ++i) data.heights.push_back(random.uniform(-rough, 0.0));
    const TestField ground = make_field(std::move(data));
    const bool is_box = n % 2 == 0;
    const Shape body = is_box ? make_box(1.0, 0.6, 1.0).value : make_capsule(0.25, 0.5).value;
    const double half_turn = random.uniform(0.0, 3.2), high = is_box ? 0.3 : 0.25;
    // A capsule lies; both are as deep in the ground as it is rough at most.
    const Quat yaw{0.0, std::sin(half_turn), 0.0, std::cos(half_turn)}, lying{std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5)};
    const Pose pose{{random.uniform(-0.1, 0.1), high - rough * random.uniform(0.02, 1.0), random.uniform(-0.1, 0.1)},
                    is_box ? yaw : yaw * lying};
    const WorldPtr world = make_world({}).value;
    ASSERT_TRUE(world->add(collider_of(make_height_field(*ground.field), {}, true)).ok());
    ColliderOptions options{body, pose};
    const ColliderId id = world->add(options).value;
    ASSERT_TRUE(world->update().ok());
    const Result<Vec3> way = world->separation(id);
    ASSERT_TRUE(way.ok());
    const double before = deepest_overlap(ground, body, pose);
    const double after = deepest_overlap(ground, body, {pose.position + way.value, pose.rotation});
    if (after <= 1e-6) ++free;
    if (after > before + 1e-6) ++deeper;
    EXPECT_LT(length(way.value), 2.0 * rough + 1e-6);
  }
  std::printf("seed %llu: %d of %d free, %d deeper\n", static_cast<unsigned long long>(k_seed), free, count, deeper);
  EXPECT_EQ(deeper, 0);
  EXPECT_GE(free, count * 9 / 10);
}

}  // namespace
}  // namespace hyperplane::test
