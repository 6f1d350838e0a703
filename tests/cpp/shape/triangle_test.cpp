#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/sweep.h>
#include <hyperplane/world.h>

#include "math/quat.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

namespace hyperplane::test {
namespace {

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();
constexpr double k_endless = std::numeric_limits<double>::infinity();

Shape triangle(const Vec3& a, const Vec3& b, const Vec3& c) {
  const Result<Shape> made = make_triangle(a, b, c);
  EXPECT_TRUE(made.ok()) << made.message;
  return made.value;
}

/// In the plane y = 0, its front upwards, with the corners (0, 0), (0, 2) and (2, 0) of x and z.
Shape floor_triangle() { return triangle({0.0, 0.0, 0.0}, {0.0, 0.0, 2.0}, {2.0, 0.0, 0.0}); }

void expect_near(const Vec3& value, const Vec3& expected, double tolerance = 1e-12) {
  EXPECT_LE(length(value - expected), tolerance) << value.x << " " << value.y << " " << value.z;
}

TEST(Triangle, RefusesWhatIsNoTriangle) {
  const Vec3 a{0.0, 0.0, 0.0}, b{1.0, 0.0, 0.0}, c{0.0, 1.0, 0.0};
  EXPECT_EQ(make_triangle(a, b, {k_nan, 0.0, 0.0}).status, Status::invalid_argument);
  EXPECT_EQ(make_triangle({0.0, k_endless, 0.0}, b, c).status, Status::invalid_argument);
  EXPECT_EQ(make_triangle(a, {0.0, 0.0, -2e9}, c).status, Status::invalid_argument);
  EXPECT_EQ(make_triangle(a, b * 1e-10, c * 1e-10).status, Status::invalid_argument);
  EXPECT_EQ(make_triangle(a, a, a).status, Status::degenerate_shape);
  EXPECT_EQ(make_triangle(a, b, b).status, Status::degenerate_shape);
  EXPECT_EQ(make_triangle(a, b, b * 3.0).status, Status::degenerate_shape);
  EXPECT_EQ(make_triangle({0.1, 0.1, 0.1}, {0.2, 0.2, 0.2}, {0.7, 0.7, 0.7}).status, Status::degenerate_shape);
  EXPECT_TRUE(make_triangle(a, b, {0.5, 1e-6, 0.0}).ok());
}

TEST(Triangle, IsHitByRaysFromBothSides) {
  const Shape t = floor_triangle();
  for (const double side : {1.0, -1.0}) {
    const RayHit hit = raycast(t, {}, {0.5, 3.0 * side, 0.5}, {0.0, -side, 0.0}, 10.0);
    ASSERT_TRUE(hit.hit);
    EXPECT_DOUBLE_EQ(hit.distance, 3.0);
    expect_near(hit.normal, {0.0, side, 0.0});
    expect_near(hit.point, {0.5, 0.0, 0.5});
  }
  EXPECT_FALSE(raycast(t, {}, {1.1, 3.0, 1.1}, {0.0, -1.0, 0.0}, 10.0).hit);
  EXPECT_FALSE(raycast(t, {}, {0.5, 3.0, 0.5}, {0.0, 1.0, 0.0}, 10.0).hit);
  EXPECT_FALSE(raycast(t, {}, {0.5, 3.0, 0.5}, {0.0, -1.0, 0.0}, 2.9).hit);
  // Closed: the edge, a corner, and a ray that starts on the triangle.
  EXPECT_TRUE(raycast(t, {}, {1.0, 3.0, 1.0}, {0.0, -1.0, 0.0}, 10.0).hit);
  EXPECT_TRUE(raycast(t, {}, {2.0, 3.0, 0.0}, {0.0, -1.0, 0.0}, 10.0).hit);
  const RayHit start = raycast(t, {}, {0.5, 0.0, 0.5}, {0.0, 1.0, 0.0}, 10.0);
  EXPECT_TRUE(start.hit);
  EXPECT_EQ(start.distance, 0.0);
}

TEST(Triangle, IsHitByRaysInItsPlane) {
  const Shape t = floor_triangle();
  const RayHit edge = raycast(t, {}, {-3.0, 0.0, 0.5}, {1.0, 0.0, 0.0}, 10.0);
  ASSERT_TRUE(edge.hit);
  EXPECT_NEAR(edge.distance, 3.0, 1e-15);
  expect_near(edge.normal, {-1.0, 0.0, 0.0});
  const RayHit slanted = raycast(t, {}, {4.0, 0.0, 0.5}, {-1.0, 0.0, 0.0}, 10.0);
  ASSERT_TRUE(slanted.hit);
  EXPECT_NEAR(slanted.distance, 2.5, 1e-15);
  expect_near(slanted.normal, {std::sqrt(0.5), 0.0, std::sqrt(0.5)});
  EXPECT_FALSE(raycast(t, {}, {-3.0, 1e-9, 0.5}, {1.0, 0.0, 0.0}, 10.0).hit);
  EXPECT_FALSE(raycast(t, {}, {-3.0, 0.0, 2.5}, {1.0, 0.0, 0.0}, 10.0).hit);
  EXPECT_FALSE(raycast(t, {}, {-3.0, 0.0, 0.5}, {-1.0, 0.0, 0.0}, 10.0).hit);
  const RayHit inside = raycast(t, {}, {0.5, 0.0, 0.5}, {1.0, 0.0, 0.0}, 10.0);
  ASSERT_TRUE(inside.hit);
  EXPECT_EQ(inside.distance, 0.0);
}

// A fan of triangles around a point: no ray through the fan passes between two of them.
TEST(Triangle, NeighboursLeaveNoGapForRays) {
  constexpr std::uint64_t k_seed = 911;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  int hits = 0;
  const int fans = scaled(3000);
  for (int fan = 0; fan < fans; ++fan) {
    const Vec3 middle = random.in_cube(1.0);
    const int count = 3 + random.below(6);
    std::vector<Vec3> rim;
    for (int i = 0; i < count; ++i) {
      const double angle = 6.283185307179586 * (i + random.uniform(-0.3, 0.3)) / count;
      rim.push_back(middle + Vec3{std::cos(angle), random.uniform(-0.3, 0.3), std::sin(angle)});
    }
    std::vector<Shape> shapes;
    for (int i = 0; i < count; ++i) {
      const Vec3 &a = rim[static_cast<std::size_t>(i)], &b = rim[static_cast<std::size_t>((i + 1) % count)];
      shapes.push_back(random.chance(0.5) ? triangle(middle, a, b) : triangle(b, a, middle));
    }
    for (int ray = 0; ray < 20; ++ray) {
      // Towards a point of an edge that two triangles share.
      const Vec3& end = rim[static_cast<std::size_t>(random.below(count))];
      const Vec3 target = middle + (end - middle) * random.uniform(0.0, 0.9);
      const Vec3 origin = target + Vec3{random.uniform(-0.1, 0.1), 1.0, random.uniform(-0.1, 0.1)} * 5.0;
      bool is_hit = false;
      for (const Shape& shape : shapes) is_hit = is_hit || raycast(shape, {}, origin, target - origin, k_endless).hit;
      hits += is_hit ? 1 : 0;
    }
  }
  EXPECT_EQ(hits, 20 * fans);
}

TEST(Triangle, ClosestPointIsNeverInside) {
  const Shape t = floor_triangle();
  const ClosestPoint over = closest_point(t, {}, {0.5, 3.0, 0.5});
  EXPECT_DOUBLE_EQ(over.distance, 3.0);
  expect_near(over.normal, {0.0, 1.0, 0.0});
  const ClosestPoint on = closest_point(t, {}, {0.5, 0.0, 0.5});
  EXPECT_EQ(on.distance, 0.0);
  expect_near(on.normal, {0.0, 1.0, 0.0});
  const ClosestPoint below = closest_point(t, {}, {0.5, -1e-12, 0.5});
  EXPECT_DOUBLE_EQ(below.distance, 1e-12);
  expect_near(below.normal, {0.0, -1.0, 0.0});
  const ClosestPoint corner = closest_point(t, {}, {-3.0, 0.0, -4.0});
  EXPECT_DOUBLE_EQ(corner.distance, 5.0);
  expect_near(corner.normal, {-0.6, 0.0, -0.8});
}

TEST(Triangle, TrianglesInOnePlaneTouchWithDepthZero) {
  const Shape t = floor_triangle(), other = triangle({0.3, 0.0, 0.3}, {3.0, 0.0, 0.3}, {0.3, 0.0, 3.0});
  ASSERT_TRUE(intersects(t, {}, other, {}));
  const Penetration p = penetration(t, {}, other, {});
  EXPECT_NEAR(p.depth, 0.0, 1e-15);
  EXPECT_NEAR(std::fabs(p.normal.y), 1.0, 1e-12);
  const ContactManifold m = collide(t, {}, other, {});
  ASSERT_GE(m.point_count, 3);
  for (int i = 0; i < m.point_count; ++i) {
    EXPECT_NEAR(m.points[i].depth, 0.0, 1e-9);
    EXPECT_LE(closest_point(t, {}, m.points[i].on_a).distance, 1e-8);
    EXPECT_LE(closest_point(other, {}, m.points[i].on_b).distance, 1e-8);
  }
  // Side by side, edge at edge, corner at corner, apart.
  const Distance apart = distance(t, {}, t, {{3.0, 0.0, 0.0}, {}});
  EXPECT_NEAR(apart.distance, 1.0, 1e-12);
  expect_near(apart.normal, {1.0, 0.0, 0.0});
  const Shape mirrored = triangle({0.0, 0.0, 0.0}, {-2.0, 0.0, 0.0}, {0.0, 0.0, 2.0});
  EXPECT_TRUE(intersects(t, {}, mirrored, {}));
  EXPECT_NEAR(distance(t, {}, mirrored, {}).distance, 0.0, 1e-12);
  EXPECT_TRUE(intersects(t, {}, t, {{2.0, 0.0, 0.0}, {}}));
  EXPECT_FALSE(intersects(t, {}, t, {{2.0 + 1e-5, 0.0, 0.0}, {}}));
}

TEST(Triangle, CarriesBoxesCapsulesAndSpheres) {
  const Shape floor = triangle({-10.0, 0.0, -10.0}, {0.0, 0.0, 20.0}, {10.0, 0.0, -10.0});
  const Shape box = make_box(1.0, 1.0, 1.0).value;
  const ContactManifold on_box = collide(floor, {}, box, {{0.1, 0.45, 0.2}, {}});
  EXPECT_EQ(on_box.point_count, 4);
  EXPECT_NEAR(on_box.depth, 0.05, 1e-12);
  expect_near(on_box.normal, {0.0, 1.0, 0.0});
  // Lying on its side.
  const double half_turn = std::sqrt(0.5);
  const Shape capsule = make_capsule(0.5, 2.0).value;
  const ContactManifold on_capsule = collide(floor, {}, capsule, {{0.0, 0.45, 0.0}, {0.0, 0.0, half_turn, half_turn}});
  EXPECT_EQ(on_capsule.point_count, 2);
  EXPECT_NEAR(on_capsule.depth, 0.05, 1e-12);
  const ContactManifold on_sphere = collide(floor, {}, make_sphere(0.5).value, {{0.0, -0.45, 0.0}, {}});
  EXPECT_EQ(on_sphere.point_count, 1);
  EXPECT_NEAR(on_sphere.depth, 0.05, 1e-12);
  expect_near(on_sphere.normal, {0.0, -1.0, 0.0});
}

/// The depth by many directions: each is an upper bound, and the true one is among the normals of the faces and the
/// products of the edges.
TEST(Triangle, DepthInPolytopesIsTheLeastOverlap) {
  constexpr std::uint64_t k_seed = 912;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  int overlapping = 0;
  const int count = scaled(3000);
  double worst = 0.0;
  for (int i = 0; i < count; ++i) {
    const ShapeType type = random.chance(0.3) ? ShapeType::triangle : ShapeType::box;
    const TestShape a = make_test_shape(random, ShapeType::triangle, ShapeForm::plain, 1.0);
    const TestShape b = make_test_shape(random, type, random.chance(0.2) ? ShapeForm::flat : ShapeForm::plain, 1.0);
    const Pose pose_b{random.in_cube(0.2), random.chance(0.2) ? Quat{} : random.rotation()};
    const Penetration found = penetration(a.shape, {}, b.shape, pose_b);
    const OracleShape of_a = a.oracle(), of_b = b.oracle(pose_b);
    const auto overlap_along = [&](const Vec3& n) { return of_a.height(n) + of_b.height(-n); };
    std::vector<Vec3> faces, edges[2];
    for (const bool is_b : {false, true}) {
      const TestShape& s = is_b ? b : a;
      const Quat turn = is_b ? pose_b.rotation : Quat{};
      if (s.shape.type == ShapeType::box) {
        for (int k = 0; k < 3; ++k) edges[is_b].push_back(rotate(turn, unit_axis(k)));
        faces.insert(faces.end(), edges[is_b].begin(), edges[is_b].end());
        continue;
      }
      Vec3 corners[3];
      for (std::size_t k = 0; k < 3; ++k) {
        corners[k] = rotate(turn, {s.points[3 * k], s.points[3 * k + 1], s.points[3 * k + 2]});
      }
      for (int k = 0; k < 3; ++k) edges[is_b].push_back(corners[(k + 1) % 3] - corners[k]);
      faces.push_back(cross(corners[1] - corners[0], corners[2] - corners[0]));
    }
    for (const Vec3& u : edges[0]) {
      for (const Vec3& v : edges[1]) faces.push_back(cross(u, v));
    }
    double least = k_endless;
    for (const Vec3& axis : faces) {
      const double size = length(axis);
      if (size < 1e-9) continue;
      least = std::min({least, overlap_along(axis * (1.0 / size)), overlap_along(axis * (-1.0 / size))});
    }
    if (least < -1e-9) {
      EXPECT_FALSE(found.intersects) << a.replay() << b.replay();
      continue;
    }
    if (least < 1e-9) continue;
    // In one plane the list lacks the directions within it; nothing here lies in one plane.
    ASSERT_TRUE(found.intersects) << a.replay() << b.replay();
    ++overlapping;
    worst = std::max({worst, std::fabs(found.depth - least), std::fabs(overlap_along(found.normal) - least)});
  }
  EXPECT_GE(overlapping, count / 4);
  EXPECT_LE(worst, 1e-9);
}

TEST(Triangle, StopsWhatMovesThroughIt) {
  const Shape t = floor_triangle();
  const Shape ball = make_sphere(0.1).value;
  const Impact impact = time_of_impact(ball, {{{0.5, 1.1, 0.5}, {}}, {{0.5, -0.9, 0.5}, {}}}, t, {});
  ASSERT_TRUE(impact.hit);
  EXPECT_NEAR(impact.time, 0.5, 1e-9);
  expect_near(impact.normal, {0.0, -1.0, 0.0}, 1e-9);
  // A triangle that turns by half a turn about its edge sweeps over a ball below it.
  const Impact turning =
      time_of_impact(t, {{}, {{}, {0.0, 0.0, -1.0, 0.0}}}, ball, {{{0.5, -0.5, 0.5}, {}}, {{0.5, -0.5, 0.5}, {}}});
  EXPECT_TRUE(turning.hit);
}

TEST(Triangle, IsAColliderLikeAnyOther) {
  Result<WorldPtr> made = make_world({});
  ASSERT_TRUE(made.ok());
  World& world = *made.value;
  ColliderOptions floor;
  floor.shape = floor_triangle();
  floor.is_static = true;
  const ColliderId floor_id = world.add(floor).value;
  ColliderOptions box;
  box.shape = make_box(0.5, 0.5, 0.5).value;
  box.pose.position = {0.5, 0.2, 0.5};
  ASSERT_TRUE(world.add(box).ok());
  ASSERT_EQ(world.update().status, Status::ok);
  EXPECT_EQ(world.contacts().pairs.size(), 1u);
  const std::uint64_t hash = world.hash();

  const Result<Snapshot> snapshot = world.snapshot();
  ASSERT_TRUE(snapshot.ok());
  Result<RestoredWorld> restored = restore_world(snapshot.value.span());
  ASSERT_TRUE(restored.ok()) << restored.message;
  EXPECT_EQ(restored.value.world->hash(), hash);
  ASSERT_EQ(restored.value.world->update().status, Status::ok);
  EXPECT_EQ(restored.value.world->contacts().pairs.size(), 1u);
  EXPECT_EQ(world.remove(floor_id), Status::ok);
}

TEST(Triangle, IsHitByARayIntoANeedle) {
  // So thin that the volumes of the line and the edges are mostly rounding.
  const Shape needle = make_triangle({-0.00032821203799429026, 0.00048006522683686559, 1.3389151766452077e-05},
                                     {-0.00030400770329387129, 0.00032767913085711143, -1.4705162425001463e-05},
                                     {-0.00032472183722878444, 0.00045811856024694452, 9.3442381491022729e-06})
                           .value;
  const RayHit hit = raycast(needle, {}, {0.00022857317207390637, -0.00032237665929442887, 0.0003008868736906437},
                             {-0.55061712465843482, 0.78359305129597112, -0.2877546037747219}, 1.0);
  ASSERT_TRUE(hit.hit);
  EXPECT_NEAR(hit.distance, 0.0010074444580276676, 1e-14);
}

}  // namespace
}  // namespace hyperplane::test
