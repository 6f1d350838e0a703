#include <hyperplane/explain.h>
#include <hyperplane/shape_query.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "math/quat.h"
#include "support/box_pairs.h"
#include "support/test_size.h"

namespace hyperplane::test {
namespace {

/// The interval of a box's corners along an axis.
std::pair<double, double> projected(const Shape& box, const Pose& pose, const Vec3& axis) {
  double low = 1e300, high = -1e300;
  for (const Vec3& corner : box_vertices(box, pose)) {
    low = std::min(low, dot(corner, axis));
    high = std::max(high, dot(corner, axis));
  }
  return {low, high};
}

TEST(ExplainSat, ShowsTheProjectionsOfAllFifteenAxes) {
  Random random(77);
  int hits = 0;
  const int count = scaled(20000);
  for (int i = 0; i < count; ++i) {
    const BoxPairCase pair = make_box_pair(random, static_cast<BoxPairKind>(random.below(k_box_pair_kind_count)));
    const Shape a = box_of(pair.size_a), b = box_of(pair.size_b);
    ASSERT_EQ(sat_axis_count(a, b), 15u);
    SatAxis axes[15];
    const Result<SatExplanation> explained = explain_sat(a, pair.a, b, pair.b, axes);
    ASSERT_TRUE(explained.ok());
    const Penetration found = penetration(a, pair.a, b, pair.b);
    EXPECT_EQ(explained.value.intersects, found.intersects);
    hits += found.intersects ? 1 : 0;

    const double s = pair.diameter(), far = length(pair.a.position) + length(pair.b.position);
    // Near-parallel edges give an axis with an error of 1e-9; far from the origin the corners are rounded.
    const double tolerance = 1e-8 * s + 1e-14 * far;
    const SatAxis& decisive = axes[explained.value.decisive];
    ASSERT_TRUE(decisive.exists);
    if (found.intersects) {
      EXPECT_EQ(decisive.axis, found.normal);
      EXPECT_NEAR(decisive.overlap, found.depth, 1e-12 * s);
    }
    for (int k = 0; k < 15; ++k) {
      const SatAxis& axis = axes[k];
      const SatSource source = k < 3 ? SatSource::face_a : (k < 6 ? SatSource::face_b : SatSource::edge_edge);
      EXPECT_EQ(axis.source, source);
      EXPECT_EQ(axis.index_a, k < 3 ? k : (k < 6 ? -1 : (k - 6) / 3));
      EXPECT_EQ(axis.index_b, k < 3 ? -1 : (k < 6 ? k - 3 : (k - 6) % 3));
      if (!axis.exists) {
        EXPECT_EQ(axis.source, SatSource::edge_edge);
        EXPECT_TRUE(std::isinf(axis.overlap));
        continue;
      }
      EXPECT_NEAR(length(axis.axis), 1.0, 1e-12);
      // The verdict of boxes that touch within rounding uses a fixed order of the two; the axes use the order of the
      // call. They differ by the rounding of an edge axis whose edges are k_parallel_edge_sine from parallel.
      EXPECT_GE(axis.overlap, decisive.overlap - 1e-9 * s);
      const auto [low_a, high_a] = projected(a, pair.a, axis.axis);
      const auto [low_b, high_b] = projected(b, pair.b, axis.axis);
      EXPECT_NEAR(axis.min_a, low_a, tolerance);
      EXPECT_NEAR(axis.max_a, high_a, tolerance);
      EXPECT_NEAR(axis.min_b, low_b, tolerance);
      EXPECT_NEAR(axis.max_b, high_b, tolerance);
      EXPECT_NEAR(axis.overlap, high_a - low_b, tolerance);
      EXPECT_LE(high_a - low_b, high_b - low_a + tolerance) << "the axis points from A to B";
      if (::testing::Test::HasFailure()) FAIL() << pair.replay();
    }
  }
  EXPECT_GE(hits, count * 3 / 10);
  EXPECT_LE(hits, count * 7 / 10);
}

TEST(ExplainSat, KnowsParallelEdges) {
  const Shape box = box_of({1, 2, 3});
  SatAxis axes[15];
  const auto explained = explain_sat(box, {}, box, {{1.5, 0, 0}, {}}, axes);
  ASSERT_TRUE(explained.ok());
  EXPECT_FALSE(explained.value.intersects);
  EXPECT_EQ(explained.value.decisive, 0u);
  EXPECT_DOUBLE_EQ(axes[0].overlap, -0.5);
  for (int k = 0; k < 15; ++k) EXPECT_EQ(axes[k].exists, k < 6 || (k - 6) / 3 != (k - 6) % 3) << k;
}

TEST(ExplainSat, RefusesShapesWithoutFaces) {
  const Shape box = box_of({1, 1, 1}), sphere = make_sphere(1.0).value;
  SatAxis axes[15];
  EXPECT_EQ(sat_axis_count(box, sphere), 0u);
  EXPECT_EQ(explain_sat(box, {}, sphere, {}, axes).status, Status::invalid_argument);
  EXPECT_EQ(explain_sat(box, {}, box, {}, std::span<SatAxis>(axes, 14)).status, Status::invalid_argument);
}

}  // namespace
}  // namespace hyperplane::test
