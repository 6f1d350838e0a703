#include <cstdio>
#include <memory>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/sweep.h>
#include <hyperplane/triangle_mesh.h>

#include "math/pose.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Shapes that have barely met a surface with two sides. They, or parts of them, may come from the side that the middle
/// of their bounds is not on. The oracle knows convex parts only: that none touched just before says how short the way
/// out is.

namespace hyperplane::test {
namespace {

/// A shape with its convex parts.
struct Body {
  Shape shape;
  std::vector<CompoundPart> parts;
  std::vector<TestShape> shapes;
  CompoundPtr compound;
  TriangleMeshPtr mesh;
};

std::unique_ptr<Body> make_arms(Random& random) {
  auto body = std::make_unique<Body>();
  const int count = 2 + random.below(4);
  for (int i = 0; i < count; ++i) {
    const ShapeType type = k_shape_types[random.below(k_shape_type_count)];
    body->shapes.push_back(make_test_shape(random, type, ShapeForm::plain, random.uniform(0.3, 1.0)));
    body->parts.push_back({body->shapes.back().shape, {random.in_cube(0.8), random.rotation()}});
  }
  body->compound = build_compound(body->parts).value;
  body->shape = make_compound(*body->compound);
  return body;
}

/// A convex shape that the middle of its bounds need not lie in.
std::unique_ptr<Body> make_lopsided(Random& random) {
  auto body = std::make_unique<Body>();
  const ShapeType type = random.chance(0.5) ? ShapeType::triangle : ShapeType::convex_hull;
  body->shapes.push_back(make_test_shape(random, type, ShapeForm::plain, random.uniform(0.5, 2.0)));
  body->shape = body->shapes.back().shape;
  body->parts.push_back({body->shape, {}});
  return body;
}

std::unique_ptr<Body> make_blades(Random& random) {
  auto body = std::make_unique<Body>();
  std::vector<double> vertices;
  const int count = 1 + random.below(6);
  for (int i = 0; i < count; ++i) {
    const Vec3 middle = random.in_cube(0.6);
    Vec3 corners[3];
    for (Vec3& corner : corners) {
      corner = middle + random.in_cube(0.5);
      vertices.insert(vertices.end(), {corner.x, corner.y, corner.z});
    }
    body->parts.push_back({make_triangle(corners[0], corners[1], corners[2]).value, {}});
  }
  body->mesh = build_triangle_mesh(vertices, {}, {}).value;
  body->shape = make_triangle_mesh(*body->mesh);
  return body;
}

bool parts_intersect(const Body& a, const Pose& pose_a, const Body& b, const Pose& pose_b) {
  for (const CompoundPart& of_a : a.parts) {
    for (const CompoundPart& of_b : b.parts) {
      if (intersects(of_a.shape, pose_a * of_a.pose, of_b.shape, pose_b * of_b.pose)) return true;
    }
  }
  return false;
}

TEST(WayOutOfParts, WhatHasBarelyMetIsBarelyDeep) {
  Random random(521);
  int touching = 0;
  const int count = scaled(3000);
  for (int i = 0; i < count; ++i) {
    const int kind = random.below(3);
    const auto a = kind == 0 ? make_arms(random) : kind == 1 ? make_blades(random) : make_lopsided(random);
    const auto b = make_blades(random);
    const Pose pose{{}, random.rotation()};
    const Quat rotation = random.rotation();
    const Vec3 way = random.direction(), aside = random.in_cube(0.4);
    const auto at = [&](double s) { return Pose{aside + way * s, rotation}; };
    const Impact impact = time_of_impact(a->shape, {pose, pose}, b->shape, {at(-5.0), at(5.0)});
    if (!impact.hit || impact.time == 0.0) continue;
    const double sink = 1e-5, place = 10.0 * impact.time - 5.0 + 0.5 * sink;
    if (parts_intersect(*a, pose, *b, at(place - sink)) || !parts_intersect(*a, pose, *b, at(place))) continue;
    ++touching;
    const ContactManifold contact = collide(a->shape, pose, b->shape, at(place));
    ASSERT_GT(contact.point_count, 0) << i;
    EXPECT_LE(contact.depth, sink) << i;
    EXPECT_FALSE(parts_intersect(*a, pose, *b, {at(place).position + contact.normal * sink, rotation})) << i;
    EXPECT_NEAR(distance(b->shape, at(place), a->shape, pose).distance, -contact.depth, 1e-9) << i;
  }
  std::printf("%d of %d touch\n", touching, count);
  EXPECT_GT(touching, count / 2);
}

/// A sheet of triangles with open edges, level or bent.
std::unique_ptr<Body> make_sheet(Random& random) {
  auto body = std::make_unique<Body>();
  const int count = 1 + random.below(3);
  const double rise = random.chance(0.5) ? 0.3 : 0.0;
  std::vector<double> vertices;
  for (int i = 0; i <= count; ++i) {
    for (int k = 0; k <= count; ++k)
      vertices.insert(vertices.end(), {1.0 * i, rise * random.uniform(0.0, 1.0), 1.0 * k});
  }
  std::vector<std::uint32_t> indices;
  for (int i = 0; i < count; ++i) {
    for (int k = 0; k < count; ++k) {
      const auto at = static_cast<std::uint32_t>(i * (count + 1) + k),
                 next = at + static_cast<std::uint32_t>(count) + 1;
      indices.insert(indices.end(), {at, at + 1, next + 1, at, next + 1, next});
    }
  }
  body->mesh = build_triangle_mesh(vertices, indices, {}).value;
  body->shape = make_triangle_mesh(*body->mesh);
  return body;
}

/// Rounding decides whether they touch, and not for every part of the search alike. The search for the least overlap of
/// an edge or a corner and a body with edges may end at another direction than the surface has there.
TEST(WayOutOfParts, WhatIsMovedUntilItTouchesIsNotDeep) {
  Random random(522);
  int touching = 0, deep = 0;
  const int count = scaled(6000);
  for (int i = 0; i < count; ++i) {
    const auto sheet = make_sheet(random);
    const ShapeType type = k_shape_types[random.below(k_shape_type_count)];
    const TestShape body = make_test_shape(random, type, ShapeForm::plain, random.uniform(0.2, 0.5));
    const Pose pose{random.in_cube(1.0), random.rotation()};
    Pose at{pose.position + random.direction() * random.uniform(3.0, 4.0), random.rotation()};
    // Once more and once more: the distance is within rounding then, of either sign.
    for (int step = 0; step < 3; ++step) {
      const Distance apart = distance(sheet->shape, pose, body.shape, at);
      if (!(apart.distance > -1e-7)) break;
      at.position -= apart.normal * apart.distance;
      const ContactManifold contact = collide(sheet->shape, pose, body.shape, at);
      if (contact.point_count == 0) continue;
      ++touching;
      if (contact.depth <= 1e-7) continue;
      ++deep;
      EXPECT_TRUE(type != ShapeType::sphere && type != ShapeType::capsule) << i << ", " << contact.depth;
    }
  }
  std::printf("%d of %d touch, %d are deep\n", touching, 3 * count, deep);
  EXPECT_GT(touching, count / 2);
  EXPECT_LE(deep, 2 + touching / 75);
}

}  // namespace
}  // namespace hyperplane::test
