#include <algorithm>
#include <cmath>
#include <cstdio>
#include <numbers>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/triangle_mesh.h>

#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Patches of triangles that face nearly the same way: contacts whose normals differ become one.

namespace hyperplane::test {
namespace {

/// A ball of triangles, narrower than 10 degrees each.
TriangleMeshPtr make_ball(double radius) {
  constexpr int k_around = 48, k_rings = 24;
  std::vector<double> vertices;
  std::vector<std::uint32_t> indices;
  for (int ring = 0; ring <= k_rings; ++ring) {
    const double tilt = std::numbers::pi * ring / k_rings;
    for (int i = 0; i < k_around; ++i) {
      const double turn = 2.0 * std::numbers::pi * i / k_around;
      vertices.insert(vertices.end(), {radius * std::sin(tilt) * std::cos(turn), radius * std::cos(tilt),
                                       radius * std::sin(tilt) * std::sin(turn)});
    }
  }
  for (std::uint32_t ring = 0; ring < k_rings; ++ring) {
    for (std::uint32_t i = 0; i < k_around; ++i) {
      const std::uint32_t next = (i + 1) % k_around, here = ring * k_around, below = here + k_around;
      indices.insert(indices.end(), {here + i, here + next, below + i, here + next, below + next, below + i});
    }
  }
  return build_triangle_mesh(vertices, indices, {}).value;
}

/// m: signed distance of a point, by the pair functions for convex shapes.
double distance_outside(const Shape& shape, const Pose& pose, const Vec3& point) {
  return distance(shape, pose, make_sphere(0.0).value, {point, {}}).distance;
}

TEST(ContactPatches, PointsOfAConvexBodyStayOnIt) {
  Random random(531);
  const TriangleMeshPtr ball = make_ball(1.0);
  const Shape surface = make_triangle_mesh(*ball);
  int merged = 0;
  const int count = scaled(2000);
  for (int i = 0; i < count; ++i) {
    const ShapeType type = k_shape_types[random.below(k_shape_type_count)];
    const TestShape body = make_test_shape(random, type, ShapeForm::plain, random.uniform(0.3, 1.5));
    Pose pose{{}, random.rotation()};
    const Vec3 out = random.direction();
    // The farthest place at which it touches, and a little inwards.
    const Distance apart = distance(surface, {}, body.shape, {out * 5.0, pose.rotation});
    pose.position = out * 5.0 - apart.normal * (apart.distance + random.uniform(0.005, 0.05));
    ContactManifold contacts[8];
    const std::size_t found = collide_all(surface, {}, body.shape, pose, contacts);
    for (std::size_t k = 0; k < std::min<std::size_t>(found, 8); ++k) {
      const ContactManifold& contact = contacts[k];
      merged += contact.point_count > 1 ? 1 : 0;
      for (int j = 0; j < contact.point_count; ++j) {
        const ContactPoint& point = contact.points[j];
        EXPECT_NEAR(distance_outside(body.shape, pose, point.on_b), 0.0, 1e-6) << i << ' ' << name_of(type);
        const Vec3 way = contact.normal * point.depth;
        EXPECT_NEAR(length(point.on_a - point.on_b - way), 0.0, 1e-9) << i;
      }
    }
  }
  std::printf("%d patches of several points\n", merged);
  EXPECT_GT(merged, count / 10);
}

}  // namespace
}  // namespace hyperplane::test
