#include "narrowphase/convex/triangle_triangle_filter.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>

#include "math/vec3.h"
#include "narrowphase/convex/convex_convex.h"
#include "support/random.h"
#include "support/test_size.h"

/// What lanes of 32 bits tell of two triangles, beside the axes in 64 bits and GJK.

namespace hyperplane::test {
namespace {

struct Corners {
  Vec3 of[3];

  Shape shape() const {
    return {ShapeType::triangle, {of[0].x, of[0].y, of[0].z, of[1].x, of[1].y, of[1].z, of[2].x, of[2].y, of[2].z}};
  }
};

FourTriangles in_lanes(const Corners (&four)[4], const Vec3& middle) {
  FourTriangles out;
  for (int i = 0; i < 4; ++i) out.put(i, four[i].of, middle);
  out.complete();
  return out;
}

/// Of any size and shape near a point: needles and slivers, some along an axis or in a plane.
Corners make_near(Random& random, const Vec3& middle, double scale) {
  const double extent = scale * (random.chance(0.3) ? 0.05 : (random.chance(0.1) ? 1e-4 : 1.0));
  const Vec3 a = middle + random.in_cube(0.6 * scale), b = random.in_cube(extent);
  Vec3 along = b, c = random.chance(0.1) ? b * 1.01 + random.in_cube(1e-3 * extent) : random.in_cube(extent);
  if (random.chance(0.2)) along.y = c.y = 0.0;
  return {{a, a + along, a + c}};
}

/// Moves a triangle until it all but touches another: to a gap of a few millionths of the size along a normal, or
/// where a corner or two edges meet.
void bring_near(Random& random, const Corners& to, Corners& moved, double scale) {
  const Corners& of = random.chance(0.5) ? to : moved;
  Vec3 way = cross(of.of[1] - of.of[0], of.of[2] - of.of[0]);
  if (random.chance(0.5)) way = cross(to.of[1] - to.of[0], moved.of[2] - moved.of[1]);
  if (!(length(way) > 0.0)) return;
  way = normalized(way);
  double high = -HUGE_VAL, low = HUGE_VAL;
  for (int i = 0; i < 3; ++i) {
    high = std::max(high, dot(way, to.of[i]));
    low = std::min(low, dot(way, moved.of[i]));
  }
  const double gap = scale * std::pow(10.0, random.uniform(-9.0, -3.0)) * (random.chance(0.3) ? -1.0 : 1.0);
  for (Vec3& corner : moved.of) corner += way * (high - low + gap);
}

TEST(TriangleTriangleFilter, IsSureOnlyOfWhatIsTrue) {
  constexpr std::uint64_t k_seed = 7721;
  Random random(k_seed);
  int apart_count = 0, told = 0, clear = 0, clear_told = 0;
  const int count = scaled(20000);
  for (int n = 0; n < count; ++n) {
    const double scale = std::pow(10.0, random.chance(0.3) ? random.uniform(-8.0, 8.0) : 0.0);
    const Vec3 middle = random.in_cube(random.chance(0.2) ? 1e5 * scale : scale);
    Corners own[4], others[4];
    own[0] = make_near(random, middle, scale);
    for (Corners& other : others) {
      other = make_near(random, middle, scale);
      if (random.chance(0.3)) bring_near(random, own[0], other, scale);
      if (random.chance(0.05)) other.of[0] = own[0].of[0];
    }
    for (int i = 1; i < 4; ++i) own[i] = own[0];
    const FourTriangles a = in_lanes(own, middle), b = in_lanes(others, middle);
    double reach = 0.0;
    for (const Corners* triangles : {own, others}) {
      for (int i = 0; i < 4; ++i) {
        for (const Vec3& corner : triangles[i].of) reach = std::max(reach, max_component(abs(corner - middle)));
      }
    }
    const F32x4 margin = filter_margin(reach, 1e-11 * (length(middle) + 4.0 * scale));
    const std::uint32_t found = apart(a, b, margin, 0b1111);
    ASSERT_EQ(apart(b, a, margin, 0b0110) & ~0b0110u, 0u);
    const Lanes3 around{margin, margin, margin};
    const std::uint32_t near = overlapping(a.low - around, a.high + around, b);
    for (int i = 0; i < 4; ++i) {
      SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", scene " << n << ", triangle " << i);
      const Shape shape_a = own[i].shape(), shape_b = others[i].shape();
      const bool touches = intersects(shape_a, {}, shape_b, {}) || penetration(shape_b, {}, shape_a, {}).intersects;
      const bool is_told = (found >> i & 1u) != 0 || (near >> i & 1u) == 0;
      if (is_told) {
        ASSERT_FALSE(touches);
        ASSERT_FALSE(ConvexConvex::intersects(shape_a, shape_b, {}));
        ++told;
      }
      if (touches) continue;
      ++apart_count;
      if (distance(shape_a, {}, shape_b, {}).distance < 1e-3 * scale) continue;
      ++clear;
      clear_told += is_told ? 1 : 0;
    }
  }
  std::printf("%d of %d apart are told, %d of %d beyond doubt\n", told, apart_count, clear_told, clear);
  EXPECT_GT(apart_count, count);
  EXPECT_GT(told, 0.8 * apart_count);
  // Not those in one plane, which these axes do not tell apart.
  EXPECT_GT(clear_told, 0.98 * clear);
}

}  // namespace
}  // namespace hyperplane::test
