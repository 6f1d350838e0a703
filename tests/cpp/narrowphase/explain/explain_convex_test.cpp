#include <hyperplane/explain.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <vector>

#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// The steps of GJK and EPA for every pair of shapes: the oracle checks each step, and the last step must agree with
/// `distance`. Lengths in units of s, the larger diameter.

namespace hyperplane::test {
namespace {

struct GjkList final : GjkSteps {
  std::vector<GjkStep> steps;
  void take(const GjkStep& step) override { steps.push_back(step); }
};

struct EpaCopy {
  std::vector<DifferencePoint> vertices;
  std::vector<EpaTriangle> faces;
  EpaStep step;
};
struct EpaList final : EpaSteps {
  std::vector<EpaCopy> steps;
  void take(const EpaStep& step) override {
    steps.push_back({{step.vertices.begin(), step.vertices.end()}, {step.faces.begin(), step.faces.end()}, step});
  }
};

/// A pair with its oracles. Every third one stands a kilometre from the origin.
struct Case {
  TestShape a, b;
  Pose pose_a, pose_b;

  Case(Random& random, ShapePair types, int index) {
    a = make_test_shape(random, types.a, index % 5 == 4 ? ShapeForm::flat : ShapeForm::plain, 1.0);
    b = make_test_shape(random, types.b, ShapeForm::plain, 1.0);
    const Vec3 away = index % 3 == 2 ? random.in_cube(1e3) : Vec3{};
    pose_a = {away, random.rotation()};
    const Vec3 direction = random.direction();
    const double reach = a.oracle({{}, pose_a.rotation}).height(direction) + b.oracle().height(-direction);
    pose_b = {away + direction * (reach * random.uniform(0.0, 1.5)), random.rotation()};
  }

  OracleShape oracle_a() const { return a.oracle(pose_a); }
  OracleShape oracle_b() const { return b.oracle(pose_b); }
  double size() const { return std::max(oracle_a().diameter(), oracle_b().diameter()); }
};

class EverySteppedPair : public testing::TestWithParam<ShapePair> {
 protected:
  /// Checks that a point of the difference comes from points of both cores.
  static void check_point(const DifferencePoint& p, const OracleShape& a, const OracleShape& b, double radius_a,
                          double radius_b, double tolerance) {
    EXPECT_LT(length(p.on_b - p.on_a - p.point), tolerance);
    EXPECT_LT(a.signed_distance(p.on_a), -radius_a + tolerance);
    EXPECT_LT(b.signed_distance(p.on_b), -radius_b + tolerance);
  }

  /// Over all pairs: a single pair has few cases.
  static void TearDownTestSuite() {
    if (case_count < k_enough_cases) return;
    EXPECT_GE(overlapping_count, case_count * 3 / 10);
    EXPECT_LE(overlapping_count, case_count * 7 / 10);
  }

  static constexpr int k_enough_cases = 200;
  static inline int case_count = 0, overlapping_count = 0;
};

INSTANTIATE_TEST_SUITE_P(Shapes, EverySteppedPair, testing::ValuesIn(ordered_shape_pairs()),
                         [](const auto& info) { return name_of(info.param); });

TEST_P(EverySteppedPair, GjkClosesInOnTheDistance) {
  Random random(5 + 10 * static_cast<std::uint64_t>(GetParam().a) + 100 * static_cast<std::uint64_t>(GetParam().b));
  const int count = scaled(150);
  for (int i = 0; i < count && !HasFailure(); ++i) {
    const Case c(random, GetParam(), i);
    const OracleShape oa = c.oracle_a(), ob = c.oracle_b();
    // GJK ends where its bounds are 1e-9 of twice the extents apart.
    const double s = c.size(), tolerance = 1e-8 * s;
    GjkList list;
    const GjkExplanation result = explain_gjk(c.a.shape, c.pose_a, c.b.shape, c.pose_b, list);
    const double radius = result.radius_a + result.radius_b;
    const double signed_distance = distance(c.a.shape, c.pose_a, c.b.shape, c.pose_b).distance;
    ++case_count;
    overlapping_count += signed_distance <= 0.0 ? 1 : 0;
    ASSERT_FALSE(list.steps.empty());
    EXPECT_LE(list.steps.size(), 97u);

    double lower = 0.0, upper = 1e300;
    for (const GjkStep& step : list.steps) {
      const bool is_last = &step == &list.steps.back();
      ASSERT_GE(step.simplex_size, 1);
      ASSERT_LE(step.simplex_size, 4);
      EXPECT_TRUE(step.simplex_size < 4 || is_last) << "only a tetrahedron that holds the origin is kept";
      Vec3 sum;
      double weight = 0.0;
      for (int k = 0; k < step.simplex_size; ++k) {
        check_point(step.simplex[k], oa, ob, result.radius_a, result.radius_b, tolerance);
        sum += step.simplex[k].point * step.weights[k];
        weight += step.weights[k];
        EXPECT_GE(step.weights[k], 0.0);
      }
      EXPECT_NEAR(weight, 1.0, 1e-9);
      EXPECT_LT(length(sum - step.closest), tolerance);
      EXPECT_NEAR(length(step.closest), step.upper, tolerance);
      EXPECT_LT(step.upper, upper) << "every simplex is closer than the one before";
      EXPECT_GE(step.lower, is_last && result.touching ? 0.0 : lower);
      EXPECT_LE(step.lower, step.upper + tolerance);
      EXPECT_LE(step.lower, std::max(0.0, signed_distance + radius) + tolerance);
      EXPECT_GE(step.upper, signed_distance + radius - tolerance);
      EXPECT_EQ(step.has_support, !(is_last && result.touching));
      if (step.has_support) {
        check_point(step.support, oa, ob, result.radius_a, result.radius_b, tolerance);
        const Vec3 n = step.closest * (1.0 / step.upper);
        if (step.upper > 1e-3 * s) {
          EXPECT_NEAR(dot(n, step.support.point), separation(oa, ob, n) + radius, tolerance);
        }
      }
      lower = step.lower;
      upper = step.upper;
    }
    EXPECT_EQ(result.touching, upper <= 4e-9 * s);
    if (!result.touching) {
      EXPECT_TRUE(result.converged);
      EXPECT_NEAR(upper - radius, signed_distance, tolerance);
      EXPECT_NEAR(lower - radius, signed_distance, 1e-7 * s);
    }
    if (HasFailure()) ADD_FAILURE() << "case " << i << ": " << c.a.replay() << ", " << c.b.replay();
  }
}

TEST_P(EverySteppedPair, EpaGrowsAConvexPolytopeAroundTheOrigin) {
  Random random(7 + 10 * static_cast<std::uint64_t>(GetParam().a) + 100 * static_cast<std::uint64_t>(GetParam().b));
  const int count = scaled(100);
  for (int i = 0; i < count && !HasFailure(); ++i) {
    const Case c(random, GetParam(), i);
    const OracleShape oa = c.oracle_a(), ob = c.oracle_b();
    const double s = c.size(), tolerance = 1e-8 * s;
    GjkList gjk_list;
    EpaList list;
    const GjkExplanation cores = explain_gjk(c.a.shape, c.pose_a, c.b.shape, c.pose_b, gjk_list);
    const EpaExplanation result = explain_epa(c.a.shape, c.pose_a, c.b.shape, c.pose_b, list);
    const double radius = result.radius_a + result.radius_b;
    const double depth = -distance(c.a.shape, c.pose_a, c.b.shape, c.pose_b).distance;
    EXPECT_EQ(result.end == EpaEnd::apart, !cores.touching);
    EXPECT_EQ(list.steps.empty(), result.end == EpaEnd::apart || result.end == EpaEnd::flat);
    if (result.end == EpaEnd::flat) {
      EXPECT_NEAR(depth, radius, tolerance);
    }

    double lower = -1e300, upper = 1e300;
    for (const auto& [vertices, faces, step] : list.steps) {
      EXPECT_EQ(faces.size(), 2 * vertices.size() - 4);
      ASSERT_LT(step.closest_face, faces.size());
      std::set<std::pair<std::uint32_t, std::uint32_t>> edges;
      for (const DifferencePoint& p : vertices) check_point(p, oa, ob, result.radius_a, result.radius_b, tolerance);
      for (std::size_t f = 0; f < faces.size(); ++f) {
        const auto& v = faces[f].vertex;
        for (int k = 0; k < 3; ++k) {
          ASSERT_LT(v[k], vertices.size());
          EXPECT_TRUE(edges.insert({v[k], v[(k + 1) % 3]}).second) << "wound alike";
        }
        const Vec3 p = vertices[v[0]].point;
        const Vec3 normal = cross(vertices[v[1]].point - p, vertices[v[2]].point - p);
        const double area = length(normal);
        for (const DifferencePoint& q : vertices) EXPECT_LT(dot(normal, q.point - p), tolerance * s * s) << "convex";
        if (area > 1e-6 * s * s) {
          const double away = dot(normal, p) / area;
          EXPECT_GT(away, -tolerance) << "the origin is inside";
          EXPECT_GE(away, step.lower - tolerance) << "no face is closer than the closest";
          if (f == step.closest_face) {
            EXPECT_NEAR(away, step.lower, tolerance);
            EXPECT_LT(length(step.closest - normal * (away / area)), tolerance);
            // The support point is as far out as the shapes.
            const Vec3 n = normal * (1.0 / area);
            EXPECT_NEAR(dot(n, step.support.point), -separation(oa, ob, -n) - radius, tolerance);
          }
        }
      }
      for (const auto& [from, to] : edges) EXPECT_TRUE(edges.contains({to, from})) << "closed";
      check_point(step.support, oa, ob, result.radius_a, result.radius_b, tolerance);
      EXPECT_GE(step.lower, lower - tolerance);
      EXPECT_LE(step.upper, upper);
      EXPECT_LE(step.lower + radius, depth + tolerance);
      EXPECT_GE(step.upper + radius, depth - tolerance);
      lower = step.lower;
      upper = step.upper;
    }
    if (result.end == EpaEnd::converged) {
      EXPECT_NEAR(lower + radius, depth, tolerance);
      EXPECT_NEAR(upper + radius, depth, tolerance);
    }
    if (HasFailure()) ADD_FAILURE() << "case " << i << ": " << c.a.replay() << ", " << c.b.replay();
  }
}

TEST(ExplainEpa, SaysHowItEnded) {
  EpaList list;
  const Shape sphere = make_sphere(1.0).value, box = make_box(1.0, 2.0, 3.0).value;
  const Shape ellipsoid = make_ellipsoid(1.0, 1.0, 1.0).value;
  EpaExplanation result = explain_epa(sphere, {}, sphere, {{0.5, 0.0, 0.0}, {}}, list);
  EXPECT_EQ(result.end, EpaEnd::apart) << "the centres are apart, however much the spheres overlap";
  EXPECT_EQ(result.radius_a + result.radius_b, 2.0);
  result = explain_epa(sphere, {}, sphere, {}, list);
  EXPECT_EQ(result.end, EpaEnd::flat);
  EXPECT_TRUE(list.steps.empty());
  result = explain_epa(box, {}, box, {{0.25, 0.0, 0.0}, {}}, list);
  EXPECT_EQ(result.end, EpaEnd::converged);
  ASSERT_FALSE(list.steps.empty());
  EXPECT_NEAR(list.steps.back().step.lower, 0.75, 1e-12);
  EXPECT_NEAR(list.steps.back().step.upper, 0.75, 1e-12);
  list.steps.clear();
  result = explain_epa(ellipsoid, {}, ellipsoid, {}, list);
  EXPECT_EQ(result.end, EpaEnd::unfinished) << "all directions are equally deep";
  EXPECT_LT(list.steps.back().step.lower, 2.0);
  EXPECT_GE(list.steps.back().step.upper, 2.0 - 1e-12);
}

}  // namespace
}  // namespace hyperplane::test
