#include "narrowphase/convex/box_triangle_filter.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>

#include "composite/triangle_lanes.h"
#include "math/pose.h"
#include "narrowphase/convex/box_triangle.h"
#include "shape/triangle.h"
#include "support/random.h"
#include "support/test_size.h"

/// What four lanes of 32 bits tell of a box and triangles, beside GJK, all axes in 64 bits, and the corners of the box
/// one by one.

namespace hyperplane::test {
namespace {

struct FilteredTriangle {
  Vec3 of[3];

  Shape shape() const {
    return {ShapeType::triangle, {of[0].x, of[0].y, of[0].z, of[1].x, of[1].y, of[1].z, of[2].x, of[2].y, of[2].z}};
  }
};

/// A box, four triangles around it, and what the filter says of them. In the frame of the surface.
struct FilteredBox {
  Shape box;
  Pose pose;
  FilteredTriangle triangles[4];
  double size, reach = 0.0;
  std::uint32_t apart;
  BoxTriangleHint hints[4];

  FilteredBox(Random& random, int number) : box(make_sphere(0.0).value) {
    const double scale = random.chance(0.2) ? 1e-3 : (random.chance(0.2) ? 1e3 : 1.0);
    size = scale;
    const auto side = [&] { return random.chance(0.05) ? 0.0 : scale * random.uniform(0.05, 1.5); };
    const double width = side(), height = side(), depth = side();
    box = make_box(width, height, depth).value;
    // Along the axes of the box every third time, so that edges are parallel.
    pose = {random.in_cube(random.chance(0.2) ? 1e6 * scale : scale), number % 3 == 0 ? Quat{} : random.rotation()};
    for (FilteredTriangle& triangle : triangles) {
      const double extent = scale * (random.chance(0.3) ? 0.05 : (random.chance(0.1) ? 1e-4 : 1.0));
      const Vec3 a = pose.position + random.in_cube(0.8 * scale), b = random.in_cube(extent);
      Vec3 c = random.chance(0.1) ? b * 1.01 + random.in_cube(1e-3 * extent) : random.in_cube(extent);
      Vec3 along = b;
      if (random.chance(0.2)) along.y = c.y = 0.0;
      triangle = {{a, a + along, a + c}};
      for (const Vec3& corner : triangle.of) reach = std::max(reach, length(corner));
    }
    const BoxTriangleFilter filter(bounds(box, {}), to_transform(pose), reach);
    TriangleLanes lanes(pose.position);
    for (int i = 0; i < 4; ++i) lanes.set(i, triangles[i].of[0], triangles[i].of[1], triangles[i].of[2]);
    const Lanes3 corners[3] = {lanes.corner(0), lanes.corner(1), lanes.corner(2)};
    apart = filter.apart(corners, hints);
  }
};

TEST(BoxTriangleFilter, IsSureOnlyOfWhatIsTrue) {
  constexpr std::uint64_t k_seed = 7711;
  Random random(k_seed);
  int apart = 0, told_apart = 0, overlapping = 0, axes = 0;
  const int count = scaled(20000);
  for (int n = 0; n < count; ++n) {
    const FilteredBox scene(random, n);
    for (int i = 0; i < 4; ++i) {
      SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", box " << n << ", triangle " << i);
      const FilteredTriangle& corners = scene.triangles[i];
      const auto& [a, b, c] = corners.of;
      if (length(cross(b - a, c - a)) < 1e-9 * scene.size * scene.size) continue;
      const Shape triangle = corners.shape();
      const bool is_told_apart = (scene.apart >> i & 1u) != 0;
      const bool touches = intersects(scene.box, scene.pose, triangle, {});
      if (is_told_apart) {
        ASSERT_FALSE(touches);
        ++told_apart;
      }
      if (!touches) ++apart;
      if (is_told_apart) continue;
      const Transform frame = to_transform(relative_pose(scene.pose, {}));
      const BoxTriangleHint& hint = scene.hints[i];
      const PairAxes all = compare_box_and_triangle(scene.box, triangle, frame);
      const PairAxes some = compare_box_and_triangle(scene.box, triangle, frame, hint.axes);
      ASSERT_EQ(all.verdict, some.verdict);
      if (all.verdict != AxesVerdict::overlapping) continue;
      ASSERT_EQ(all.least.normal, some.least.normal);
      ASSERT_EQ(all.least.depth, some.least.depth);
      ++overlapping;
      axes += __builtin_popcount(hint.axes);
    }
  }
  std::printf("%d of %d apart are told, %.2f of 13 axes stay for %d that overlap\n", told_apart, apart,
              static_cast<double>(axes) / overlapping, overlapping);
  EXPECT_GT(apart, count / 2);
  EXPECT_GT(overlapping, count / 2);
  EXPECT_GT(told_apart, apart * 0.8);
  EXPECT_LT(axes, overlapping * 5);
}

TEST(BoxTriangleFilter, LengthsOutOfRangeDecideNothing) {
  for (const double size : {1e-9, 1e9}) {
    const Shape box = make_box(size, size, size).value;
    const BoxTriangleFilter filter(bounds(box, {}), to_transform({}), 20.0 * size);
    TriangleLanes lanes({});
    for (int i = 0; i < 4; ++i) {
      lanes.set(i, {10.0 * size, 0.0, 0.0}, {11.0 * size, 0.0, 0.0}, {10.0 * size, size, 0.0});
    }
    const Lanes3 corners[3] = {lanes.corner(0), lanes.corner(1), lanes.corner(2)};
    BoxTriangleHint hints[4];
    EXPECT_EQ(filter.apart(corners, hints), 0u) << size;
    for (const BoxTriangleHint& hint : hints) {
      EXPECT_EQ(hint.axes, BoxTriangleHint::k_all_axes) << size;
    }
  }
}

}  // namespace
}  // namespace hyperplane::test
