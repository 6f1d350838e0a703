#include "narrowphase/part/face_points.h"

#include <cmath>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>

#include "composite/surface.h"
#include "narrowphase/convex/convex_convex.h"
#include "shape/box.h"
#include "support/random.h"
#include "support/test_size.h"

namespace hyperplane {
namespace {

using test::Random;
using test::scaled;

/// A triangle by its corners, in closed form.
struct Face {
  Vec3 corners[3];
  Vec3 normal;

  explicit Face(Random& random) {
    do {
      for (Vec3& corner : corners) corner = random.in_cube(1.0);
      normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
    } while (length(normal) < 0.3);
    normal = normalized(normal);
  }

  Shape shape() const { return make_triangle(corners[0], corners[1], corners[2]).value; }
  double size() const {
    return std::fmax(length(corners[1] - corners[0]),
                     std::fmax(length(corners[2] - corners[1]), length(corners[0] - corners[2])));
  }
  /// m: how far a point is beyond the nearest side, seen along the normal; negative over the triangle.
  double beyond(const Vec3& point) const {
    double most = -1e300;
    for (int i = 0; i < 3; ++i) {
      const Vec3 side = corners[(i + 1) % 3] - corners[i];
      most = std::fmax(most, dot(cross(side, normal), point - corners[i]) / length(side));
    }
    return most;
  }
};

TEST(FacePoints, AreTheCornersOfABoxBelowTheTriangle) {
  Random random(11);
  int with_points = 0, without = 0;
  for (int i = 0; i < scaled(20000); ++i) {
    const Face face(random);
    const Shape box = make_box(random.uniform(0.2, 2.0), random.uniform(0.2, 2.0), random.uniform(0.2, 2.0)).value;
    const Pose pose{random.in_cube(1.0), random.rotation()};
    const PlacedBody body(box, pose, pose.position);
    ContactArea found;
    ASSERT_TRUE(find_face_points({face.corners, face.normal, face.normal, face.size()}, body, found));

    // Of the box, the corners of the face that looks at the triangle most.
    const Vec3 towards = transpose_times(body.frame.rotation, -face.normal), along = abs(towards);
    const int axis = along.x >= along.y ? (along.x >= along.z ? 0 : 2) : (along.y >= along.z ? 1 : 2);
    double deepest = -1e300;
    int expected = 0;
    bool is_clear = true;
    for (const Vec3& corner : box_vertices(box, pose)) {
      const double depth = dot(face.normal, face.corners[0] - corner), beyond = face.beyond(corner);
      if (std::fabs(depth) < 1e-6 || std::fabs(beyond) < 1e-6) is_clear = false;
      const Vec3 local = inverse_times(body.frame, corner);
      const bool is_on_face = component(local, axis) * component(towards, axis) > 0.0;
      if (!is_on_face || beyond > 0.0 || depth < 0.0) continue;
      ++expected;
      deepest = std::fmax(deepest, depth);
      bool is_found = false;
      for (int k = 0; k < found.point_count; ++k) {
        is_found = is_found || length(found.points[k].on_b - corner) < 1e-9;
      }
      if (is_clear) {
        EXPECT_TRUE(is_found) << i;
      }
    }
    for (int k = 0; k < 3; ++k) {
      if (std::fabs(component(along, k) - component(along, axis)) < 1e-6 && k != axis) is_clear = false;
    }
    if (!is_clear) continue;
    ASSERT_EQ(found.point_count, expected) << i;
    (expected > 0 ? with_points : without) += 1;
    if (expected == 0) continue;
    ASSERT_NEAR(found.depth, deepest, 1e-12);
    for (int k = 0; k < found.point_count; ++k) {
      const ContactPoint& point = found.points[k];
      ASSERT_LT(length(point.on_a - point.on_b - face.normal * point.depth), 1e-12);
      ASSERT_LT(std::fabs(dot(face.normal, point.on_a - face.corners[0])), 1e-12);
    }
  }
  EXPECT_GT(with_points, scaled(20000) / 20);
  EXPECT_GT(without, scaled(20000) / 20);
}

TEST(FacePoints, OfABallAreItsLowestPoint) {
  Random random(12);
  int touching = 0;
  for (int i = 0; i < scaled(5000); ++i) {
    const Face face(random);
    const Shape ball = make_sphere(random.uniform(0.1, 1.0)).value;
    const Pose pose{random.in_cube(1.0), random.rotation()};
    const double radius = ball.parameters[0];
    const double depth = radius - dot(face.normal, pose.position - face.corners[0]),
                 beyond = face.beyond(pose.position);
    if (std::fabs(depth) < 1e-6 || std::fabs(beyond) < 1e-6) continue;
    ContactArea found;
    const PlacedBody body(ball, pose, pose.position);
    ASSERT_TRUE(find_face_points({face.corners, face.normal, face.normal, face.size()}, body, found));
    ASSERT_EQ(found.point_count, depth > 0.0 && beyond < 0.0 ? 1 : 0);
    if (found.point_count == 0) continue;
    ++touching;
    ASSERT_NEAR(found.points[0].depth, depth, 1e-12);
    ASSERT_LT(length(found.points[0].on_b - (pose.position - face.normal * radius)), 1e-12);
  }
  EXPECT_GT(touching, scaled(5000) / 20);
}

TEST(FacePoints, TheDeepestComesFirstAndNoneIsAboveThePlane) {
  Random random(13);
  for (int i = 0; i < scaled(5000); ++i) {
    const Face face(random);
    const Shape shape = i % 3 == 0   ? make_cylinder(0.5, random.uniform(0.2, 2.0)).value
                        : i % 3 == 1 ? make_capsule(0.3, random.uniform(0.2, 2.0)).value
                                     : make_cone(0.5, random.uniform(0.2, 2.0)).value;
    const Pose pose{random.in_cube(1.0), random.rotation()};
    const PlacedBody body(shape, pose, pose.position);
    ContactArea found;
    if (!find_face_points({face.corners, face.normal, face.normal, face.size()}, body, found)) continue;
    const Vec3 lowest = support(shape, pose, -face.normal);
    const double depth = dot(face.normal, face.corners[0] - lowest);
    for (int k = 0; k < found.point_count; ++k) {
      ASSERT_GE(found.points[k].depth, 0.0);
      ASSERT_LE(found.points[k].depth, depth + 1e-9);
      ASSERT_LT(face.beyond(found.points[k].on_a), 1e-8);
      ASSERT_LT(std::fabs(closest_point(shape, pose, found.points[k].on_b).distance), 1e-6);
    }
    if (depth > 1e-6 && face.beyond(lowest) < -1e-6) {
      ASSERT_GT(found.point_count, 0);
      ASSERT_NEAR(found.depth, depth, 1e-8);
    }
  }
}

}  // namespace
}  // namespace hyperplane
