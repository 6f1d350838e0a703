#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/sweep.h>

#include "math/quat.h"
#include "support/convex_shapes.h"
#include "support/height_fields.h"
#include "support/test_size.h"

/// Height fields as one of two shapes, beside meshes of the same triangles, which have an oracle of their own in
/// surface_contact_test.cpp.

namespace hyperplane::test {
namespace {

/// A field, a mesh of its triangles, and another shape near both.
struct FieldPair {
  TestField test;
  TestShape convex;
  TestField other_field;
  CompoundPtr compound;
  Shape field, mesh, other;
  Pose pose, other_pose;
  double size = 1.0;

  std::int32_t number_of(std::int32_t mesh_triangle) const {
    if (mesh_triangle < 0) return -1;
    return static_cast<std::int32_t>(test.present[static_cast<std::size_t>(mesh_triangle)]);
  }
};

enum class OtherKind : std::uint8_t { convex, compound, field };

FieldPair make_pair(Random& random, OtherKind kind) {
  FieldPair pair;
  pair.test = make_field(random_heights(random, 12));
  pair.size = pair.test.size();
  pair.field = make_height_field(*pair.test.field);
  pair.mesh = make_triangle_mesh(*pair.test.mesh);
  pair.convex = make_test_shape(random, k_shape_types[random.below(k_shape_type_count)], ShapeForm::plain,
                                pair.size * random.uniform(0.05, 0.6));
  pair.other = pair.convex.shape;
  if (kind == OtherKind::compound) {
    const CompoundPart parts[] = {{pair.convex.shape, {}},
                                  {make_sphere(0.2 * pair.size).value, {random.in_cube(pair.size), random.rotation()}}};
    pair.compound = build_compound(parts).value;
    pair.other = make_compound(*pair.compound);
  } else if (kind == OtherKind::field) {
    pair.other_field = make_field(random_heights(random, 6));
    pair.other = make_height_field(*pair.other_field.field);
  }
  const Vec3 around = random.chance(0.3) ? random.in_cube(1e5 * pair.size) : Vec3{};
  pair.pose = {around, random.chance(0.5) ? Quat{} : random.rotation()};
  const std::uint32_t near =
      pair.test.present[static_cast<std::size_t>(random.below(static_cast<int>(pair.test.present.size())))];
  Vec3 corners[3];
  pair.test.field->corners(near, corners);
  const Vec3 place = corners[0] + random.in_cube(0.4 * pair.size);
  pair.other_pose = {pair.pose.position + rotate(pair.pose.rotation, place), random.rotation()};
  return pair;
}

TEST(HeightFieldPairs, AnswerAsAMeshOfTheSameTriangles) {
  constexpr std::uint64_t k_seed = 7601;
  Random random(k_seed);
  int hits = 0, contacts = 0, unlike = 0;
  const int count = scaled(3000);
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", pair " << i);
    const FieldPair p =
        make_pair(random, i % 5 == 0 ? OtherKind::compound : (i % 5 == 1 ? OtherKind::field : OtherKind::convex));
    const double tolerance = 1e-9 * p.size + 1e-15 * length(p.pose.position);
    const bool touches = intersects(p.mesh, p.pose, p.other, p.other_pose);
    hits += touches ? 1 : 0;
    // Beside the border of a slope, straight behind a triangle is not below the field.
    if (intersects(p.field, p.pose, p.other, p.other_pose) != touches) {
      ++unlike;
      continue;
    }
    EXPECT_EQ(intersects(p.other, p.other_pose, p.field, p.pose), touches);
    const Distance wanted = distance(p.mesh, p.pose, p.other, p.other_pose);
    const Distance found = distance(p.field, p.pose, p.other, p.other_pose);
    if (!touches) {
      EXPECT_NEAR(found.distance, wanted.distance, tolerance);
      continue;
    }
    std::vector<ContactManifold> of_mesh(64), of_field(64);
    const std::size_t mesh_count = collide_all(p.mesh, p.pose, p.other, p.other_pose, of_mesh);
    const std::size_t field_count = collide_all(p.field, p.pose, p.other, p.other_pose, of_field);
    ASSERT_GT(field_count, 0u);
    ASSERT_GT(mesh_count, 0u);
    // Where several directions free as much, triangles in another order may take another one.
    bool is_like = field_count == mesh_count && std::fabs(found.distance - wanted.distance) <= tolerance;
    for (std::size_t k = 0; k < std::min({field_count, mesh_count, of_mesh.size()}); ++k) {
      is_like = is_like && std::fabs(of_field[k].depth - of_mesh[k].depth) <= tolerance;
    }
    if (!is_like) {
      ++unlike;
      continue;
    }
    contacts += static_cast<int>(field_count);
    for (std::size_t k = 0; k < field_count && k < of_mesh.size(); ++k) {
      EXPECT_LE(of_field[k].point_count, 4);
      EXPECT_LT(of_field[k].features.triangle_a, static_cast<std::int32_t>(p.test.field->triangle_count()));
      EXPECT_GE(of_field[k].features.triangle_a, 0);
    }
    const ContactManifold deepest = collide(p.field, p.pose, p.other, p.other_pose);
    EXPECT_GE(deepest.depth, of_mesh[0].depth - tolerance);
    const bool is_clear = mesh_count == 1 || of_mesh[0].depth - of_mesh[1].depth > 10.0 * tolerance;
    if (is_clear && of_field[0].features.triangle_a == p.number_of(of_mesh[0].features.triangle_a)) {
      unlike += dot(deepest.normal, of_mesh[0].normal) > 1.0 - 1e-9 ? 0 : 1;
    }
  }
  std::printf("%d of %d touch, %d contacts, %d unlike\n", hits, count, contacts, unlike);
  EXPECT_LE(unlike, hits / 30 + 1);
  EXPECT_GT(hits, count / 8);
  EXPECT_LT(hits, count * 9 / 10);
}

TEST(HeightFieldPairs, MeetAsAMeshOfTheSameTriangles) {
  constexpr std::uint64_t k_seed = 7602;
  Random random(k_seed);
  int hits = 0;
  const int count = scaled(600);
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", motion " << i);
    const FieldPair p = make_pair(random, OtherKind::convex);
    const Vec3 start = p.other_pose.position + random.direction() * (p.size * random.uniform(0.0, 3.0));
    const Sweep still{p.pose, p.pose};
    const Sweep moving{{start, p.other_pose.rotation},
                       {p.other_pose.position + random.in_cube(p.size),
                        random.chance(0.5) ? p.other_pose.rotation : random.rotation()}};
    const Impact wanted = time_of_impact(p.mesh, still, p.other, moving);
    const Impact found = time_of_impact(p.field, still, p.other, moving);
    ASSERT_EQ(found.hit, wanted.hit);
    if (!found.hit) continue;
    ++hits;
    EXPECT_NEAR(found.time, wanted.time, 1e-9);
  }
  std::printf("%d of %d hit\n", hits, count);
  EXPECT_GT(hits, count / 8);
}

/// Heights of 0 with this many cells.
HeightFieldPtr make_flat_field(std::uint32_t columns, double width) {
  HeightFieldOptions options;
  options.columns = options.rows = columns;
  options.width = options.depth = width;
  return build_height_field(std::vector<double>(std::size_t{columns} * columns, 0.0), options).value;
}

TEST(HeightFieldPairs, FlatGroundIsOneContact) {
  const HeightFieldPtr field = make_flat_field(33, 8.0);
  std::vector<ContactManifold> contacts(8);
  const Shape box = make_box(3.0, 1.0, 2.0).value;
  const Pose pose{{0.13, 0.49, -0.21}, {}};
  ASSERT_EQ(collide_all(box, pose, make_height_field(*field), {}, contacts), 1u);
  EXPECT_EQ(contacts[0].point_count, 4);
  EXPECT_NEAR(contacts[0].depth, 0.01, 1e-12);
  EXPECT_EQ(contacts[0].normal.y, -1.0);
}

TEST(HeightFieldPairs, SlidesOverFlatGroundMeetNoEdge) {
  Random random(7603);
  const HeightFieldPtr field = make_flat_field(40, 10.0);
  const Shape ground = make_height_field(*field);
  for (const ShapeType type :
       {ShapeType::sphere, ShapeType::capsule, ShapeType::box, ShapeType::cylinder, ShapeType::convex_hull}) {
    const TestShape body = make_test_shape(random, type, ShapeForm::plain, 0.8);
    for (int run = 0; run < scaled(40); ++run) {
      const Pose frame{random.chance(0.3) ? random.in_cube(1e5) : Vec3{}, random.rotation()};
      const Quat turned = random.rotation();
      const double low = -support(body.shape, {{}, turned}, {0.0, -1.0, 0.0}).y;
      const double depth = random.uniform(1e-3, 0.05);
      const Vec3 way = random.direction();
      for (int step = 0; step < 20; ++step) {
        const Vec3 place{way.x * (0.1 * step - 1.0), low - depth, way.z * (0.1 * step - 1.0)};
        const Pose pose{frame.position + rotate(frame.rotation, place), frame.rotation * turned};
        const ContactManifold contact = collide(ground, frame, body.shape, pose);
        ASSERT_GT(contact.point_count, 0);
        const Vec3 normal = rotate(conjugate(frame.rotation), contact.normal);
        EXPECT_LT(std::hypot(normal.x, normal.z), 1e-6);
        EXPECT_NEAR(contact.depth, depth, 1e-9);
      }
    }
  }
}

TEST(HeightFieldPairs, WhatIsBelowIsPushedUp) {
  const HeightFieldPtr field = make_flat_field(9, 8.0);
  const Shape ground = make_height_field(*field), ball = make_sphere(0.2).value;
  for (const double y : {0.1, -0.1, -0.5, -0.99}) {
    const ContactManifold contact = collide(ground, {}, ball, {{0.3, y, 0.4}, {}});
    ASSERT_GT(contact.point_count, 0) << y;
    EXPECT_NEAR(contact.normal.y, 1.0, 1e-12);
    EXPECT_NEAR(contact.depth, 0.2 - y, 1e-12);
  }
  EXPECT_EQ(collide(ground, {}, ball, {{0.3, -1.3, 0.4}, {}}).point_count, 0);
}

}  // namespace
}  // namespace hyperplane::test
