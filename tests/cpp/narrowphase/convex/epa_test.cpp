#include "narrowphase/convex/epa.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>
#include <set>

#include "narrowphase/convex/cloud_pair.h"
#include "narrowphase/convex/gjk.h"
#include "support/test_size.h"

/// EPA on hulls of random points against the planes of all triples of points of their Minkowski difference.

namespace hyperplane::test {
namespace {

/// Tolerance, m, for shapes 2 to 4 m wide.
constexpr double k_epa_tolerance = 1e-8;

TEST(Epa, FindsTheDepthOfTwoClouds) {
  constexpr std::uint64_t k_seed = 330;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  const int count = scaled(1000);
  int overlapping = 0, most_iterations = 0;
  double worst = 0.0, worst_witness = 0.0;
  for (int i = 0; i < count; ++i) {
    CloudPair pair = make_cloud_pair(random, random.uniform(0.0, 2.0));
    const GjkResult cores = gjk(pair.difference);
    if (cores.status != GjkStatus::touching) continue;
    const OracleCloud difference = minkowski_difference(pair.a, pair.b);
    const double truth = depth_of_origin(difference);
    const EpaResult result = epa(pair.difference, cores.simplex, {});
    ++overlapping;
    ASSERT_EQ(result.status, EpaStatus::converged) << i << ", depth " << truth;
    most_iterations = std::max(most_iterations, result.iterations);
    const CloudPoint n = to_cloud(result.normal), out{-n[0], -n[1], -n[2]};
    worst = std::max({worst, std::fabs(result.upper - truth), result.lower - truth, truth - result.upper,
                      std::fabs(length(n) - 1.0), std::fabs(height(difference, out) - result.upper)});
    const CloudPoint on_a = to_cloud(result.on_a), on_b = moved(on_a, n, -result.upper);
    worst_witness =
        std::max({worst_witness, distance_beyond_planes(pair.a, on_a), distance_beyond_planes(pair.b, on_b)});
  }
  std::printf("seed %llu: %d of %d pairs overlap, %d iterations at most; worst: depth %.1e, witness %.1e\n",
              static_cast<unsigned long long>(k_seed), overlapping, count, most_iterations, worst, worst_witness);
  EXPECT_LE(worst, k_epa_tolerance);
  EXPECT_LE(worst_witness, k_epa_tolerance);
  EXPECT_GE(overlapping, 3 * count / 10);
  EXPECT_LE(overlapping, 7 * count / 10);
}

/// The start need not hold the origin: cores that are a hair apart, which GJK takes for touching, have a negative
/// depth.
TEST(Epa, StartsFromAnySimplex) {
  constexpr std::uint64_t k_seed = 331;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  const int count = scaled(1500);
  int by_size[5] = {};
  for (int i = 0; i < count; ++i) {
    CloudPair pair = make_cloud_pair(random, random.uniform(0.0, 2.0));
    const GjkResult cores = gjk(pair.difference);
    if (cores.status != GjkStatus::touching) continue;
    const EpaResult expected = epa(pair.difference, cores.simplex, {});
    Simplex start;
    const int size = 1 + random.below(4);
    for (int k = 0; k < size; ++k) {
      const SupportPoint w = pair.difference.support(random.direction());
      bool is_new = true;
      for (int j = 0; j < start.size; ++j) is_new = is_new && !(start.points[j].w == w.w);
      if (!is_new) continue;
      start.weights[start.size] = start.size == 0 ? 1.0 : 0.0;
      start.points[start.size++] = w;
    }
    ++by_size[start.size];
    const EpaResult result = epa(pair.difference, start, {});
    ASSERT_EQ(result.status, EpaStatus::converged) << i;
    ASSERT_NEAR(result.upper, expected.upper, k_epa_tolerance) << i;
  }
  for (int size = 1; size <= 4; ++size) EXPECT_GT(by_size[size], count / 40) << size;
}

/// EPA that reaches its limit reports it, and its bounds enclose the depth.
TEST(Epa, BoundsTheDepthWhenItMayNotFinish) {
  constexpr std::uint64_t k_seed = 332;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  const int count = scaled(1000);
  int unfinished = 0;
  for (int i = 0; i < count; ++i) {
    CloudPair pair = make_cloud_pair(random, random.uniform(0.0, 1.0));
    const GjkResult cores = gjk(pair.difference);
    if (cores.status != GjkStatus::touching) continue;
    const EpaResult result = epa(pair.difference, cores.simplex, {.max_vertices = 5});
    if (result.status != EpaStatus::unfinished) continue;
    ++unfinished;
    const OracleCloud difference = minkowski_difference(pair.a, pair.b);
    const double truth = depth_of_origin(difference);
    ASSERT_LE(result.lower, truth + k_epa_tolerance) << i;
    ASSERT_GE(result.upper, truth - k_epa_tolerance) << i;
    ASSERT_NEAR(height(difference, to_cloud(-result.normal)), result.upper, k_epa_tolerance) << i;
  }
  EXPECT_GT(unfinished, count / 10);
}

/// After every step the polytope is a closed convex surface of points of the difference, within it.
TEST(Epa, KeepsAClosedConvexPolytope) {
  struct Watch {
    const OracleCloud& difference;
    bool ok = true;
    int steps = 0;

    void iteration(const EpaPolytope& polytope, int closest_face, const SupportPoint&, double lower, double) {
      ++steps;
      std::set<std::pair<int, int>> edges;
      int faces = 0;
      double least = __builtin_huge_val();
      for (int i = 0; i < polytope.face_count(); ++i) {
        ++faces;
        least = std::min(least, polytope.distance(i));
        const EpaPolytope::Face& face = polytope.face(i);
        for (int k = 0; k < 3; ++k) {
          const int from = face.vertex[k], to = face.vertex[(k + 1) % 3];
          ok = ok && edges.insert({from, to}).second;
          // No vertex of the polytope lies above a face, and no face above the difference.
          ok = ok && dot(to_cloud(polytope.normal(i)), to_cloud(polytope.vertex(face.vertex[k]).w)) <=
                         height(difference, to_cloud(polytope.normal(i))) + 1e-9;
        }
        std::set<int> corners;
        for (const auto& edge : edges) corners.insert(edge.first);
        for (const int corner : corners) {
          ok = ok &&
               dot(to_cloud(polytope.normal(i)), to_cloud(polytope.vertex(corner).w)) <= polytope.distance(i) + 1e-9;
        }
      }
      for (const auto& edge : edges) ok = ok && edges.count({edge.second, edge.first}) == 1;
      std::set<int> corners;
      for (const auto& edge : edges) corners.insert(edge.first);
      // Euler's formula for a closed triangulated surface without holes.
      ok = ok && faces == 2 * static_cast<int>(corners.size()) - 4;
      ok = ok && lower <= least + 1e-13 && polytope.distance(closest_face) == lower;
    }
  };
  constexpr std::uint64_t k_seed = 333;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  const int count = scaled(500);
  int steps = 0;
  for (int i = 0; i < count; ++i) {
    CloudPair pair = make_cloud_pair(random, random.uniform(0.0, 2.0));
    const GjkResult cores = gjk(pair.difference);
    if (cores.status != GjkStatus::touching) continue;
    const OracleCloud difference = minkowski_difference(pair.a, pair.b);
    Watch watch{difference};
    const EpaResult result = epa(pair.difference, cores.simplex, {}, watch);
    ASSERT_TRUE(watch.ok) << i;
    ASSERT_EQ(watch.steps, result.iterations) << i;
    steps += watch.steps;
  }
  EXPECT_GT(steps, count);
}

/// A closed surface with the origin inside and the closest face named, whatever points it is expanded by: also such as
/// leave earlier vertices inside, which support points do not.
TEST(Epa, ExpandsByPointsThatSwallowOthers) {
  constexpr std::uint64_t k_seed = 334;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  int swallowed = 0, most_faces = 0;
  for (int i = 0; i < scaled(300); ++i) {
    const auto point = [](const Vec3& w) { return SupportPoint{w, {}}; };
    const SupportPoint corners[4] = {point({1.0, 1.0, 1.0}), point({1.0, -1.0, -1.0}), point({-1.0, 1.0, -1.0}),
                                     point({-1.0, -1.0, 1.0})};
    EpaPolytope polytope;
    ASSERT_TRUE(polytope.start(corners));
    for (int step = 0; step < 60; ++step) {
      const SupportPoint added = point(random.direction() * (2.0 + (i % 2 == 0 ? 0.0 : 0.2 * step)));
      if (!polytope.expand(added, 1e-13)) continue;
      std::set<std::pair<int, int>> edges;
      std::set<int> used;
      double least = __builtin_huge_val();
      for (int f = 0; f < polytope.face_count(); ++f) {
        const EpaPolytope::Face& face = polytope.face(f);
        for (int k = 0; k < 3; ++k) {
          used.insert(face.vertex[k]);
          ASSERT_TRUE(edges.insert({face.vertex[k], face.vertex[(k + 1) % 3]}).second);
        }
        least = std::min(least, polytope.distance(f));
      }
      for (const auto& edge : edges) ASSERT_EQ(edges.count({edge.second, edge.first}), 1u);
      ASSERT_EQ(polytope.face_count(), 2 * static_cast<int>(used.size()) - 4);
      for (int f = 0; f < polytope.face_count(); ++f) {
        for (const int v : used) ASSERT_LE(dot(polytope.normal(f), polytope.vertex(v).w), polytope.distance(f) + 1e-9);
      }
      ASSERT_NEAR(polytope.distance(polytope.closest_face()), least, 1e-12);
      swallowed += polytope.vertex_count() - static_cast<int>(used.size()) > 0 ? 1 : 0;
      most_faces = std::max(most_faces, polytope.face_count());
    }
  }
  EXPECT_GT(swallowed, scaled(300));
  EXPECT_GT(most_faces, 100);
}

/// A difference without volume has depth zero across its plane.
TEST(Epa, FindsFlatDifferencesFlat) {
  const auto segment = [](const Vec3& end) { return CloudCore{{-end, end}}; };
  for (const Vec3& other : {Vec3{0.0, 1.0, 0.0}, Vec3{0.5, 0.0, 0.0}, Vec3{}}) {
    MinkowskiDifference<CloudCore, CloudCore> difference{segment({1.0, 0.0, 0.0}), segment(other), {}, 2.0};
    difference.b_in_a.rotation = to_matrix({0.0, 0.0, 0.0, 1.0});
    const GjkResult cores = gjk(difference);
    ASSERT_EQ(cores.status, GjkStatus::touching);
    const EpaResult result = epa(difference, cores.simplex, {});
    EXPECT_EQ(result.status, EpaStatus::flat);
    EXPECT_EQ(result.upper, 0.0);
    EXPECT_NEAR(length(to_cloud(result.normal)), 1.0, 1e-15);
    // Across the plane or line that the two segments span.
    EXPECT_EQ(result.normal.x, 0.0);
    EXPECT_NEAR(dot(to_cloud(result.normal), to_cloud(other)), 0.0, 1e-15);
  }
}

}  // namespace
}  // namespace hyperplane::test
