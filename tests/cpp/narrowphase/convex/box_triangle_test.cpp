#include <algorithm>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>

#include "composite/oriented_culling.h"
#include "composite/touch_bounds.h"
#include "composite/triangle_mesh.h"
#include "math/pose.h"
#include "meshes.h"
#include "narrowphase/convex/box_triangle.h"
#include "narrowphase/convex/convex_convex.h"
#include "support/random.h"
#include "support/test_size.h"

/// The early verdicts of boxes and triangles, beside GJK.

namespace hyperplane::test {
namespace {

Shape random_triangle(Random& random, double size) {
  const Vec3 around = random.in_cube(random.chance(0.2) ? 1e3 * size : size);
  const Vec3 b = random.in_cube(size),
             c = random.chance(0.1) ? b * 1.001 + random.in_cube(1e-3 * size) : random.in_cube(size);
  const Result<Shape> triangle = make_triangle(around, around + b, around + c);
  return triangle.ok() ? triangle.value : make_triangle({}, {size, 0.0, 0.0}, {0.0, size, 0.0}).value;
}

TEST(BoxTriangle, IsSureOnlyOfWhatIsTrue) {
  constexpr std::uint64_t k_seed = 7701;
  Random random(k_seed);
  int apart = 0, overlapping = 0;
  const int count = scaled(40000);
  for (int i = 0; i < count; ++i) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", pair " << i);
    const double size = random.chance(0.2) ? 1e-3 : (random.chance(0.2) ? 1e3 : 1.0);
    const auto side = [&] { return random.chance(0.05) ? 0.0 : size * random.uniform(0.05, 1.5); };
    const double width = side(), height = side(), depth = side();
    const Shape box = make_box(width, height, depth).value, triangle = random_triangle(random, size);
    const Vec3 corner{triangle.parameters[0], triangle.parameters[1], triangle.parameters[2]};
    // Along the axes of the box every third time, so that edges are parallel.
    const Quat turn = i % 3 == 0 ? Quat{} : random.rotation();
    const Pose pose{random.in_cube(size) - rotate(turn, corner), turn};
    const PairAxes axes = compare_box_and_triangle(box, triangle, to_transform(pose));
    const AxesVerdict verdict = axes.verdict;
    if (verdict == AxesVerdict::unsure) continue;
    const bool touches = verdict == AxesVerdict::overlapping;
    (touches ? overlapping : apart) += 1;
    ASSERT_EQ(ConvexConvex::intersects(box, triangle, to_transform(pose)), touches);
    if (!touches) continue;
    const Penetration least = ConvexConvex::penetration(box, triangle, to_transform(pose));
    const Vec3& axis = axes.least.normal;
    const double overlap = dot(support(box, {}, axis), axis) - dot(support(triangle, pose, -axis), axis);
    ASSERT_NEAR(axes.least.depth, overlap, 1e-12 * (size + length(pose.position)));
    ASSERT_NEAR(overlap, least.depth, 1e-9 * (size + length(pose.position)));
  }
  std::printf("%d apart, %d overlap, %d unsure\n", apart, overlapping, count - apart - overlapping);
  EXPECT_GT(apart, count / 5);
  EXPECT_GT(overlapping, count / 8);
}

AxesVerdict verdict_of(const Shape& box, const Shape& triangle, const Pose& pose) {
  return compare_box_and_triangle(box, triangle, to_transform(pose)).verdict;
}

TEST(BoxTriangle, ATouchIsNeverApart) {
  const Shape box = make_box(2.0, 2.0, 2.0).value, triangle = make_triangle({}, {1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}).value;
  for (const double gap : {0.0, 1e-9, -1e-9}) {
    EXPECT_EQ(verdict_of(box, triangle, {{-0.2, -0.3, 1.0 + gap}, {}}), AxesVerdict::unsure);
  }
  EXPECT_EQ(verdict_of(box, triangle, {{-0.2, -0.3, 1.001}, {}}), AxesVerdict::apart);
  EXPECT_EQ(verdict_of(box, triangle, {{-0.2, -0.3, 0.999}, {}}), AxesVerdict::overlapping);
}

TEST(OrientedCulling, KeepsAllTrianglesThatTouchATurnedShape) {
  constexpr std::uint64_t k_seed = 7702;
  Random random(k_seed);
  std::size_t kept = 0, within_bounds = 0, touching = 0;
  for (int n = 0; n < scaled(60); ++n) {
    const scenes::MeshData data = scenes::make_torus_knot(120, 12, 1.0);
    const TriangleMeshPtr mesh = build_triangle_mesh(data.vertices, data.indices, {}).value;
    const Shape box = make_box(random.uniform(0.0, 1.0), random.uniform(0.0, 0.1), random.uniform(0.0, 1.0)).value;
    const auto vertex = 3 * static_cast<std::size_t>(random.below(static_cast<int>(data.vertices.size() / 3)));
    const Vec3 on_surface{data.vertices[vertex], data.vertices[vertex + 1], data.vertices[vertex + 2]};
    const Pose pose{on_surface + random.in_cube(0.1), random.rotation()};
    const Aabb bounds = touch_bounds(box, pose);
    std::vector<bool> is_kept(mesh->triangle_count());
    const OrientedCulling tight(touch_bounds(box, {}), pose, mesh->reach());
    mesh->visit_within(bounds, &tight, nullptr, [&](std::uint32_t i) {
      is_kept[i] = true;
      ++kept;
      return true;
    });
    mesh->visit_within(bounds, nullptr, nullptr, [&](std::uint32_t i) {
      ++within_bounds;
      Vec3 c[3];
      mesh->corners(i, c);
      const Shape triangle = make_triangle(c[0], c[1], c[2]).value;
      if (!intersects(triangle, {}, box, pose)) return true;
      ++touching;
      EXPECT_TRUE(is_kept[i]) << "seed " << k_seed << ", box " << n << ", triangle " << i;
      return true;
    });
  }
  std::printf("%zu within the bounds, %zu kept, %zu touch\n", within_bounds, kept, touching);
  EXPECT_GT(touching, 0u);
  EXPECT_LT(kept - touching, (within_bounds - touching) / 2);
}

}  // namespace
}  // namespace hyperplane::test
