#include <hyperplane/explain.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "hull/hull.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

namespace hyperplane::test {
namespace {

/// Every axis of a box or a hull against the corners of both, and the decisive axis against the queries.
TEST(ExplainSatHull, ShowsTheProjectionsOfAllAxesAndDecidesAsTheQueriesDo) {
  Random random(91);
  const int count = scaled(400);
  int hits = 0, parallel = 0;
  for (int i = 0; i < count && !testing::Test::HasFailure(); ++i) {
    const bool box_a = i % 3 == 0, box_b = i % 3 == 1;
    const auto make = [&](bool is_box) {
      return make_test_shape(random, is_box ? ShapeType::box : ShapeType::convex_hull, ShapeForm::plain, 1.0);
    };
    const TestShape a = make(box_a), b = make(box_b);
    const Pose pose_a{random.in_cube(10.0), random.rotation()};
    const Vec3 direction = random.direction();
    const Quat turn = i % 4 == 0 ? pose_a.rotation : random.rotation();
    const OracleShape oa = a.oracle(pose_a);
    const double reach = a.oracle({{}, pose_a.rotation}).height(direction) + b.oracle({{}, turn}).height(-direction);
    const Pose pose_b{pose_a.position + direction * (reach * random.uniform(0.2, 1.2)), turn};
    const OracleShape ob = b.oracle(pose_b);
    const double s = std::max(oa.diameter(), ob.diameter());

    const std::size_t axis_count = sat_axis_count(a.shape, b.shape);
    const Hull *hull_a = a.hull.get(), *hull_b = b.hull.get();
    const std::size_t faces_a = box_a ? 3 : hull_a->face_count(), faces_b = box_b ? 3 : hull_b->face_count();
    const std::size_t edges_a = box_a ? 3 : hull_a->edge_count(), edges_b = box_b ? 3 : hull_b->edge_count();
    ASSERT_EQ(axis_count, faces_a + faces_b + edges_a * edges_b);
    std::vector<SatAxis> axes(axis_count);
    const Result<SatExplanation> explained = explain_sat(a.shape, pose_a, b.shape, pose_b, axes);
    ASSERT_TRUE(explained.ok());

    double least = 1e300;
    for (std::size_t k = 0; k < axis_count; ++k) {
      const SatAxis& axis = axes[k];
      if (k < faces_a) {
        EXPECT_EQ(axis.source, SatSource::face_a);
        EXPECT_EQ(axis.index_a, static_cast<int>(k));
      } else if (k < faces_a + faces_b) {
        EXPECT_EQ(axis.source, SatSource::face_b);
        EXPECT_EQ(axis.index_b, static_cast<int>(k - faces_a));
      } else {
        EXPECT_EQ(axis.source, SatSource::edge_edge);
        EXPECT_EQ(axis.index_a, static_cast<int>((k - faces_a - faces_b) / edges_b));
        EXPECT_EQ(axis.index_b, static_cast<int>((k - faces_a - faces_b) % edges_b));
      }
      if (!axis.exists) {
        EXPECT_EQ(axis.source, SatSource::edge_edge);
        EXPECT_TRUE(std::isinf(axis.overlap));
        ++parallel;
        continue;
      }
      least = std::min(least, axis.overlap);
      EXPECT_NEAR(length(axis.axis), 1.0, 1e-12);
      EXPECT_NEAR(axis.max_a, oa.height(axis.axis), 1e-10);
      EXPECT_NEAR(axis.min_a, -oa.height(-axis.axis), 1e-10);
      EXPECT_NEAR(axis.max_b, ob.height(axis.axis), 1e-10);
      EXPECT_NEAR(axis.min_b, -ob.height(-axis.axis), 1e-10);
      EXPECT_NEAR(axis.overlap, axis.max_a - axis.min_b, 1e-12 * s + 1e-13);
      EXPECT_LE(axis.overlap, axis.max_b - axis.min_a + 1e-13) << "the shorter way";
    }
    const auto [intersecting, decisive] = explained.value;
    ASSERT_LT(decisive, axis_count);
    EXPECT_NEAR(axes[decisive].overlap, least, 1e-12 * s);
    EXPECT_EQ(intersecting, axes[decisive].overlap >= 0.0);
    const Distance d = distance(a.shape, pose_a, b.shape, pose_b);
    if (std::fabs(d.distance) > 1e-6 * s) {
      EXPECT_EQ(intersecting, intersects(a.shape, pose_a, b.shape, pose_b));
    }
    hits += intersecting ? 1 : 0;
    if (intersecting) {
      EXPECT_NEAR(axes[decisive].overlap, -d.distance, 1e-6 * s) << "the depth is that of the least overlap";
    } else {
      EXPECT_LE(-axes[decisive].overlap, d.distance + 1e-6 * s) << "no gap is wider than the distance";
    }
    if (testing::Test::HasFailure()) ADD_FAILURE() << "case " << i << ": " << a.replay() << ", " << b.replay();
  }
  EXPECT_GE(hits, count * 3 / 10);
  EXPECT_LE(hits, count * 7 / 10);
  EXPECT_GT(parallel, 0);
}

TEST(ExplainSatHull, CubeSaysWhatTheBoxSays) {
  std::vector<double> corners;
  for (int i = 0; i < 8; ++i) {
    corners.insert(corners.end(), {i & 1 ? 0.5 : -0.5, i & 2 ? 1.0 : -1.0, i & 4 ? 1.5 : -1.5});
  }
  const TestShape hull = make_test_hull(corners);
  const Shape box = make_box(1.0, 2.0, 3.0).value;
  ASSERT_EQ(sat_axis_count(hull.shape, hull.shape), 6u + 6u + 144u);
  ASSERT_EQ(sat_axis_count(box, hull.shape), 3u + 6u + 36u);
  Random random(3);
  for (int i = 0; i < 50; ++i) {
    const Pose pose_a{random.in_cube(1.0), random.rotation()}, pose_b{random.in_cube(1.5), random.rotation()};
    SatAxis of_boxes[15];
    std::vector<SatAxis> of_hulls(156), mixed(45);
    const auto boxes = explain_sat(box, pose_a, box, pose_b, of_boxes).value;
    const auto hulls = explain_sat(hull.shape, pose_a, hull.shape, pose_b, of_hulls).value;
    const auto both = explain_sat(box, pose_a, hull.shape, pose_b, mixed).value;
    EXPECT_EQ(hulls.intersects, boxes.intersects);
    EXPECT_EQ(both.intersects, boxes.intersects);
    const SatAxis& axis = of_boxes[boxes.decisive];
    for (const SatAxis& other : {of_hulls[hulls.decisive], mixed[both.decisive]}) {
      EXPECT_NEAR(other.overlap, axis.overlap, 1e-9);
      EXPECT_GT(dot(other.axis, axis.axis), 1.0 - 1e-9);
      EXPECT_EQ(other.source, axis.source);
    }
  }
}

TEST(ExplainSatHull, RefusesHullsWithTooManyAxes) {
  Random random(8);
  std::vector<double> points;
  for (int i = 0; i < 400; ++i) {
    const Vec3 p = random.direction();
    points.insert(points.end(), {p.x, p.y, p.z});
  }
  const TestShape hull = make_test_hull(points);
  EXPECT_GT(sat_axis_count(hull.shape, hull.shape), k_max_sat_axes);
  EXPECT_EQ(explain_sat(hull.shape, {}, hull.shape, {}, {}).status, Status::invalid_argument);
  EXPECT_EQ(sat_axis_count(hull.shape, make_sphere(1.0).value), 0u);
}

}  // namespace
}  // namespace hyperplane::test
