#include "narrowphase/union/raw_contact.h"

#include <gtest/gtest.h>

#include "composite/shape_extent.h"
#include "math/pose.h"
#include "shape/support.h"
#include "support/random.h"
#include "support/test_size.h"

namespace hyperplane {
namespace {

using test::Random;

double overlap_along(const Vec3& normal, const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  return dot(normal, support(a, pose_a, normal)) + dot(-normal, support(b, pose_b, -normal));
}

TEST(LeastOverlap, OfATriangleIsAsDeepAsItsContactAndBelongsToItsDirection) {
  constexpr std::uint64_t k_seed = 7541;
  Random random(k_seed);
  const int count = test::scaled(4000);
  int found = 0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", case " << n);
    const auto size = [&] { return random.uniform(0.3, 1.5); };
    const auto make_triangle_of = [&] {
      return make_triangle(random.in_cube(1.0), random.in_cube(1.0), random.in_cube(1.0)).value;
    };
    const Shape shapes[] = {make_sphere(size()).value,
                            make_capsule(size(), size()).value,
                            make_box(size(), size(), size()).value,
                            make_cylinder(size(), size()).value,
                            make_cone(size(), size()).value,
                            make_ellipsoid(size(), size(), size()).value,
                            make_triangle_of()};
    const Shape triangle = make_triangle_of(), &shape = shapes[n % 7];
    const Pose at{random.in_cube(1.0), random.rotation()}, place{random.in_cube(1.0), random.rotation()};
    const bool is_a = random.chance(0.5);
    const Shape &a = is_a ? triangle : shape, &b = is_a ? shape : triangle;
    const ContactManifold contact = collide(a, at, b, place);
    const std::optional<Penetration> least = least_overlap(a, at, b, place);
    const double tolerance = 1e-6 * (size_of(a) + size_of(b));
    if (contact.point_count == 0) {
      ASSERT_FALSE(least && least->depth > tolerance);
      continue;
    }
    if (contact.depth <= tolerance) continue;
    ASSERT_TRUE(least);
    ++found;
    ASSERT_NEAR(least->depth, contact.depth, tolerance);
    ASSERT_NEAR(length(least->normal), 1.0, 1e-12);
    ASSERT_NEAR(overlap_along(least->normal, a, at, b, place), least->depth, tolerance);
  }
  EXPECT_GT(found, count / 5);
  EXPECT_LT(found, count * 7 / 10);
}

TEST(LeastOverlap, IsNoneWithoutATriangleOrAQuickWay) {
  const Shape ball = make_sphere(1.0).value, box = make_box(1.0, 1.0, 1.0).value;
  EXPECT_FALSE(least_overlap(ball, {}, box, {}));
  const double corners[] = {0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1};
  const HullPtr hull = build_hull(corners).value;
  const Shape triangle = make_triangle({-1.0, 0.1, -1.0}, {1.0, 0.1, -1.0}, {0.0, 0.1, 1.0}).value;
  EXPECT_FALSE(least_overlap(triangle, {}, make_convex_hull(*hull), {}));
  EXPECT_FALSE(least_overlap(triangle, {}, ball, {{0.0, 3.0, 0.0}, {}}));
}

}  // namespace
}  // namespace hyperplane
