#include <gtest/gtest.h>

#include <cmath>

#include "math/pose.h"
#include "narrowphase/convex/convex_convex.h"
#include "shape/triangle.h"
#include "support/cloud_oracle.h"
#include "support/point_clouds.h"
#include "support/test_size.h"

/// Hulls against triangles and the prisms behind them, which GJK starts from the corners of the triangle, by brute
/// force over all planes and pairs of edges.

namespace hyperplane {
namespace {

using test::Cloud;
using test::CloudPoint;
using test::OracleCloud;
using test::Random;

CloudPoint to_cloud(const Vec3& v) { return {v.x, v.y, v.z}; }

struct HullAndTriangle {
  Cloud points;
  HullPtr hull;
  Vec3 corners[3];
  /// Of the prism behind the triangle; 0: none.
  double thickness;
  /// Of the triangle.
  Pose pose;

  HullAndTriangle(Random& random) : points(test::cloud_in_ball(random, 4 + random.below(9))) {
    hull = build_hull(test::coordinates_of(points)).value;
    // From slivers to triangles in which the hull is lost.
    const double size = random.log_uniform(-2, 2);
    for (Vec3& corner : corners) corner = random.in_cube(size);
    thickness = random.chance(0.4) ? random.uniform(0.1, 2.0) : 0.0;
    const Vec3 at =
        corners[0] + (corners[1] - corners[0]) * random.uniform() + (corners[2] - corners[0]) * random.uniform();
    const Quat turn = random.rotation();
    pose = {random.direction() * random.uniform(0.0, 1.6) - rotate(turn, at), turn};
  }
  Shape triangle() const {
    Shape shape = make_triangle(corners[0], corners[1], corners[2]).value;
    shape.thickness = thickness;
    return shape;
  }
  OracleCloud triangle_cloud() const {
    const Vec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
    const Vec3 back = normal * (-thickness / length(normal));
    OracleCloud cloud;
    for (const Vec3& corner : corners) {
      cloud.push_back(to_cloud(pose.position + rotate(pose.rotation, corner)));
      if (thickness > 0.0) cloud.push_back(to_cloud(pose.position + rotate(pose.rotation, corner + back)));
    }
    return cloud;
  }
  OracleCloud hull_cloud() const {
    OracleCloud cloud;
    for (const Vec3& point : points) cloud.push_back(to_cloud(point));
    return cloud;
  }
};

TEST(HullTriangle, IsAsFarOrDeepAsBruteForceFinds) {
  constexpr std::uint64_t k_seed = 7511;
  Random random(k_seed);
  int overlapping = 0, behind = 0;
  const int count = test::scaled(3000);
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", case " << n);
    const HullAndTriangle of(random);
    if (of.hull == nullptr || is_needle(of.corners[1] - of.corners[0], of.corners[2] - of.corners[0])) continue;
    const Shape hull = make_convex_hull(*of.hull), triangle = of.triangle();
    const OracleCloud a = of.hull_cloud(), b = of.triangle_cloud();
    const double gap = test::widest_gap(a, b), tolerance = 1e-9 * (2.0 + test::height(b, {1.0, 0.0, 0.0}));
    const Transform place = to_transform(of.pose), back = inverse(place);
    // In both orders.
    const bool touches = ConvexConvex::intersects(hull, triangle, place);
    const Penetration deep = ConvexConvex::penetration(hull, triangle, place);
    const Distance apart = ConvexConvex::distance(hull, triangle, place);
    ASSERT_EQ(ConvexConvex::intersects(triangle, hull, back), touches);
    ASSERT_EQ(deep.intersects, touches);
    ASSERT_EQ(apart.distance <= 0.0, touches);
    ASSERT_EQ(ConvexConvex::collide(hull, triangle, place).point_count > 0, touches);
    ASSERT_NEAR(ConvexConvex::distance(triangle, hull, back).distance, apart.distance, 1e-6 + tolerance);
    if (gap > 1e-6) {
      ASSERT_FALSE(touches);
      ASSERT_NEAR(apart.distance, test::distance_of_clouds(a, b), 1e-6 + tolerance);
    } else if (gap < -1e-6) {
      ASSERT_TRUE(touches);
      ASSERT_NEAR(deep.depth, test::depth_of_origin(test::minkowski_difference(a, b)), 1e-6 + tolerance);
      ++overlapping;
      // Beyond the plane of the triangle, only its prism reaches the hull.
      Shape flat = triangle;
      flat.thickness = 0.0;
      if (!ConvexConvex::intersects(hull, flat, place)) ++behind;
    }
  }
  EXPECT_GT(overlapping, count * 3 / 10);
  EXPECT_LT(overlapping, count * 7 / 10);
  EXPECT_GT(behind, count / 50);
}

}  // namespace
}  // namespace hyperplane
