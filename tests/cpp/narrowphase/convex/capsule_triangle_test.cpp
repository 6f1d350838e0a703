#include "narrowphase/convex/capsule_triangle.h"

#include <cmath>

#include <gtest/gtest.h>

#include "math/transform.h"
#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"
#include "support/triangle_oracle.h"

namespace hyperplane {
namespace {

using test::Random;

struct CapsuleAndTriangle {
  double radius, height;
  Pose pose;
  Vec3 corners[3];

  Shape capsule() const { return make_capsule(radius, height).value; }
  Shape triangle() const { return make_triangle(corners[0], corners[1], corners[2]).value; }
  /// Pose of the triangle, whose corners are in world space, in the frame of the capsule.
  Transform triangle_in_capsule() const { return inverse(to_transform(pose)); }
};

/// Distance of a segment from a triangle, by golden sections: the distance from a point that moves on a straight line
/// is a convex function of its place.
double core_distance(const CapsuleAndTriangle& of) {
  const Transform frame = to_transform(of.pose);
  const auto at = [&](double t) {
    bool is_face = false;
    const Vec3 point = frame * Vec3{0.0, t, 0.0};
    return length(point - test::closest_on(of.corners[0], of.corners[1], of.corners[2], point, is_face));
  };
  const double share = (std::sqrt(5.0) - 1.0) / 2.0;
  double low = -0.5 * of.height, high = 0.5 * of.height;
  for (int i = 0; i < 80; ++i) {
    const double left = high - share * (high - low), right = low + share * (high - low);
    (at(left) <= at(right) ? high : low) = at(left) <= at(right) ? right : left;
  }
  return std::fmin(at(0.5 * (low + high)), std::fmin(at(-0.5 * of.height), at(0.5 * of.height)));
}

void check(const CapsuleAndTriangle& of, double size) {
  const Transform place = of.triangle_in_capsule();
  const Distance found = CapsuleTriangle::distance(of.capsule(), of.triangle(), place);
  const double core = core_distance(of), distance = core - of.radius;
  const double tolerance = 1e-9 * size;
  if (core > 1e-6 * size) {
    ASSERT_NEAR(found.distance, distance, tolerance);
  } else {
    ASSERT_LE(found.distance, -of.radius + 2e-6 * size);
  }
  ASSERT_NEAR(length(found.normal), 1.0, 1e-12);
  ASSERT_NEAR(length(found.point_b - found.point_a - found.normal * found.distance), 0.0, tolerance);
  // The witness points lie on the shapes.
  const Vec3 on_core = found.point_a - found.normal * of.radius;
  ASSERT_NEAR(std::hypot(on_core.x, on_core.z), 0.0, tolerance);
  ASSERT_LE(std::fabs(on_core.y), 0.5 * of.height + tolerance);
  if (core > 1e-6 * size) {
    bool is_face = false;
    const Vec3 on_triangle = to_transform(of.pose) * found.point_b;
    ASSERT_NEAR(
        length(on_triangle - test::closest_on(of.corners[0], of.corners[1], of.corners[2], on_triangle, is_face)), 0.0,
        tolerance);
  }
  ASSERT_EQ(CapsuleTriangle::intersects(of.capsule(), of.triangle(), place), found.distance <= 0.0);
  const Penetration deep = CapsuleTriangle::penetration(of.capsule(), of.triangle(), place);
  ASSERT_EQ(deep.intersects, found.distance <= 0.0);
  if (deep.intersects) ASSERT_NEAR(deep.depth, -found.distance, tolerance);
  const ContactManifold contact = CapsuleTriangle::collide(of.capsule(), of.triangle(), place);
  ASSERT_EQ(contact.point_count > 0, found.distance <= 0.0);
  if (contact.point_count > 0) ASSERT_NEAR(contact.depth, -found.distance, tolerance);
}

TEST(CapsuleTriangle, IsAsFarAsGoldenSectionsFind) {
  constexpr std::uint64_t k_seed = 7401;
  Random random(k_seed);
  const int count = test::scaled(20000);
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", case " << n);
    const double size = random.log_uniform(-10, 10);
    CapsuleAndTriangle of;
    of.height = random.chance(0.1) ? 0.0 : size * random.uniform(0.01, 2.0);
    of.radius = of.height > 0.0 && random.chance(0.1) ? 0.0 : size * random.uniform(0.01, 0.5);
    of.pose = {random.in_cube(size), random.rotation()};
    for (Vec3& corner : of.corners) corner = random.in_cube(size);
    // Thin, down to a needle.
    if (random.chance(0.2)) {
      const double share = std::pow(10.0, random.uniform(-5.0, -1.0));
      of.corners[2] = of.corners[0] + (of.corners[1] - of.corners[0]) * 0.4 + random.in_cube(size * share);
    }
    check(of, size);
    if (HasFatalFailure()) return;
  }
}

TEST(CapsuleTriangle, HoldsWhereFeaturesAreParallelOrMeet) {
  constexpr std::uint64_t k_seed = 7402;
  Random random(k_seed);
  const int count = test::scaled(6000);
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", case " << n);
    // On a grid, most are parallel to an edge or the face, lie in the plane, or touch at a corner.
    const auto on_grid = [&] { return Vec3{1.0 * random.below(4), 1.0 * random.below(4), 1.0 * random.below(4)}; };
    CapsuleAndTriangle of;
    of.corners[0] = on_grid();
    do {
      of.corners[1] = on_grid();
      of.corners[2] = on_grid();
    } while (length(cross(of.corners[1] - of.corners[0], of.corners[2] - of.corners[0])) == 0.0);
    const Quat turns[] = {{0, 0, 0, 1}, {1, 0, 0, 1}, {0, 0, 1, 1}, {1, 0, 1, 0}};
    of.pose = {on_grid(), normalized(turns[random.below(4)])};
    of.height = random.below(4);
    of.radius = of.height > 0.0 && random.chance(0.3) ? 0.0 : 0.25 * (1 + random.below(4));
    check(of, 4.0);
    if (HasFatalFailure()) return;
  }
}

}  // namespace
}  // namespace hyperplane
