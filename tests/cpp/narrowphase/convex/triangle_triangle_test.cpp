#include "narrowphase/convex/axes_pair.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

#include "math/pose.h"
#include "math/transform.h"
#include "math/vec3.h"
#include "narrowphase/convex/convex_convex.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"
#include "support/triangle_oracle.h"

namespace hyperplane {
namespace {

using test::Random;
using test::scaled;

struct TwoTriangles {
  Vec3 a[3], b[3];
  /// Of A and B, whose corners above are in world space.
  Pose pose_a, pose_b;

  static Shape shape(const Vec3 (&corners)[3], const Pose& pose) {
    Vec3 local[3];
    for (int i = 0; i < 3; ++i) local[i] = inverse_times(to_transform(pose), corners[i]);
    return make_triangle(local[0], local[1], local[2]).value;
  }
  Shape shape_a() const { return shape(a, pose_a); }
  Shape shape_b() const { return shape(b, pose_b); }
  Transform b_in_a() const { return to_transform(relative_pose(pose_a, pose_b)); }
};

/// Triangles of all sizes and shapes near each other; some share a plane, an edge's direction or a corner.
TwoTriangles make_triangles(Random& random) {
  TwoTriangles two;
  const double size_b = random.chance(0.3) ? 0.1 : 1.0, apart = random.uniform(0.0, 0.8);
  for (int i = 0; i < 3; ++i) {
    two.a[i] = random.in_cube(1.0);
    two.b[i] = random.in_cube(size_b) + Vec3{apart, 0.0, 0.0};
  }
  if (random.chance(0.1)) two.b[1] = two.b[0] + (two.a[1] - two.a[0]) * size_b;
  if (random.chance(0.1)) two.b[0] = two.a[0];
  if (random.chance(0.1)) {
    for (int i = 0; i < 3; ++i) two.a[i].y = two.b[i].y = 0.0;
  }
  const double far = random.chance(0.2) ? 1e3 : 1.0;
  two.pose_a = {random.in_cube(far), random.rotation()};
  two.pose_b = {random.in_cube(far), random.rotation()};
  return two;
}

/// m: overlap along a direction from A to B.
double overlap_along(const TwoTriangles& two, const Vec3& direction) {
  double high = -HUGE_VAL, low = HUGE_VAL;
  for (int i = 0; i < 3; ++i) {
    high = std::max(high, dot(direction, two.a[i]));
    low = std::min(low, dot(direction, two.b[i]));
  }
  return high - low;
}

/// Whether an edge of one triangle passes through the other, by more than a share of its length from all borders.
bool clearly_cross(const Vec3 (&a)[3], const Vec3 (&b)[3]) {
  const Vec3 normal = normalized(cross(b[1] - b[0], b[2] - b[0]));
  for (int i = 0; i < 3; ++i) {
    const double from = dot(normal, a[i] - b[0]), to = dot(normal, a[(i + 1) % 3] - b[0]);
    if (!(from * to < 0.0) || std::fmin(std::fabs(from), std::fabs(to)) < 1e-6) continue;
    const Vec3 at = a[i] + (a[(i + 1) % 3] - a[i]) * (from / (from - to));
    double inside = HUGE_VAL;
    for (int k = 0; k < 3; ++k) {
      const Vec3 side = b[(k + 1) % 3] - b[k];
      inside = std::fmin(inside, dot(normal, cross(side, at - b[k])) / length(side));
    }
    if (inside > 1e-6) return true;
  }
  return false;
}

TEST(TriangleTriangle, OverlapsWhereEdgesCrossByTheLeastOfAllDirections) {
  constexpr std::uint64_t k_seed = 7411;
  Random random(k_seed);
  int overlapping = 0, apart = 0;
  const int count = scaled(20000);
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", pair " << n);
    const TwoTriangles two = make_triangles(random);
    const Shape a = two.shape_a(), b = two.shape_b();
    const Transform place = two.b_in_a(), frame = to_transform(two.pose_a);
    const Distance found = AxesPair::distance(a, b, place);
    const bool overlaps = AxesPair::intersects(a, b, place);
    ASSERT_EQ(overlaps, found.distance <= 0.0);
    if (clearly_cross(two.a, two.b) || clearly_cross(two.b, two.a)) ASSERT_TRUE(overlaps);
    const Penetration deep = AxesPair::penetration(a, b, place);
    const ContactManifold contact = AxesPair::collide(a, b, place);
    ASSERT_EQ(deep.intersects, overlaps);
    ASSERT_EQ(contact.point_count > 0, overlaps);
    constexpr double k_tolerance = 1e-9;
    ASSERT_NEAR(length(found.point_b - found.point_a - found.normal * found.distance), 0.0, k_tolerance);
    const Vec3 normal = frame.rotation * found.normal;
    if (!overlaps) {
      ++apart;
      ASSERT_NEAR(overlap_along(two, normal), -found.distance, k_tolerance);
      continue;
    }
    ++overlapping;
    ASSERT_NEAR(deep.depth, -found.distance, k_tolerance);
    ASSERT_NEAR(contact.depth, -found.distance, k_tolerance);
    ASSERT_NEAR(overlap_along(two, normal), deep.depth, k_tolerance);
    for (int i = 0; i < 50; ++i) ASSERT_GE(overlap_along(two, random.direction()), deep.depth - k_tolerance);
    // The deepest points lie on the triangles.
    bool is_face = false;
    const Vec3 on_a = frame * found.point_a, on_b = frame * found.point_b;
    ASSERT_NEAR(length(on_a - test::closest_on(two.a[0], two.a[1], two.a[2], on_a, is_face)), 0.0, 1e-6);
    ASSERT_NEAR(length(on_b - test::closest_on(two.b[0], two.b[1], two.b[2], on_b, is_face)), 0.0, 1e-6);
  }
  std::printf("seed %llu: %d overlap, %d apart\n", static_cast<unsigned long long>(k_seed), overlapping, apart);
  EXPECT_GT(overlapping, count / 8);
  EXPECT_GT(apart, count / 8);
}

TEST(TriangleTriangle, AgreesWithTheSearchForAnyShapes) {
  constexpr std::uint64_t k_seed = 7412;
  Random random(k_seed);
  for (int n = 0; n < scaled(20000); ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", pair " << n);
    const TwoTriangles two = make_triangles(random);
    const Shape a = two.shape_a(), b = two.shape_b();
    const Distance found = AxesPair::distance(a, b, two.b_in_a());
    const Distance other = ConvexConvex::distance(a, b, two.b_in_a());
    ASSERT_NEAR(found.distance, other.distance, 1e-9);
    const ContactManifold contact = AxesPair::collide(a, b, two.b_in_a());
    if (found.distance > 0.0 || contact.point_count == 0) continue;
    const ContactManifold expected = ConvexConvex::collide(a, b, two.b_in_a());
    if (dot(contact.normal, expected.normal) < 1.0 - 1e-9) continue;  // another one of equal depth
    ASSERT_EQ(contact.point_count, expected.point_count);
    for (int i = 0; i < contact.point_count; ++i) {
      ASSERT_NEAR(length(contact.points[i].on_a - expected.points[i].on_a), 0.0, 1e-6);
    }
  }
}

}  // namespace
}  // namespace hyperplane
