#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include <hyperplane/pair.h>

#include "hull/hull.h"
#include "math/quat.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// The depth of many-sided, nearly concentric polytopes, which fill EPA's polytope, against all face normals and all
/// cross products of edges.

namespace hyperplane::test {
namespace {

struct Polytope {
  std::vector<Vec3> vertices, normals, edges;

  Polytope(const TestShape& shape, const Pose& pose) {
    for (const Vec3& v : shape.hull->vertices()) vertices.push_back(rotate(pose.rotation, v) + pose.position);
    for (const Hull::Face& face : shape.hull->faces()) normals.push_back(rotate(pose.rotation, face.normal));
    for (const Hull::Edge edge : shape.hull->edges()) {
      const Vec3 along = shape.hull->vertices()[edge.vertex[1]] - shape.hull->vertices()[edge.vertex[0]];
      edges.push_back(rotate(pose.rotation, along));
    }
  }
};

/// Overlap along n, from A to B; stops as soon as it exceeds `least`.
double overlap(const Polytope& a, const Polytope& b, const Vec3& n, double least) {
  double high = -1e300, low = 1e300;
  for (const Vec3& v : a.vertices) high = std::max(high, dot(v, n));
  for (const Vec3& v : b.vertices) {
    low = std::min(low, dot(v, n));
    if (high - low >= least) return least;
  }
  return high - low;
}

double least_overlap(const Polytope& a, const Polytope& b) {
  double least = 1e300;
  for (const Vec3& n : a.normals) least = overlap(a, b, n, least);
  for (const Vec3& n : b.normals) least = overlap(a, b, n * -1.0, least);
  for (const Vec3& p : a.edges) {
    for (const Vec3& q : b.edges) {
      const Vec3 across = cross(p, q);
      const double squared = length_squared(across);
      if (squared < 1e-18 * length_squared(p) * length_squared(q)) continue;
      const Vec3 n = across * (1.0 / std::sqrt(squared));
      least = overlap(a, b, n, overlap(a, b, n * -1.0, least));
    }
  }
  return least;
}

TEST(PolytopeDepth, IsLeastForAPrismInItself) {
  const TestShape prism = make_test_prism(35, 1.0, 2.0, 1.0);
  const Quat q{-0.2075279664050123, -0.5437292592267975, 0.5939899442185261, 0.5553976791342852};
  const Pose pose_a{{}, q}, pose_b{{0.0006320413761280343, 0.0005549402868692989, 0.00009307957278476845}, q};
  const double least = least_overlap(Polytope(prism, pose_a), Polytope(prism, pose_b));
  EXPECT_NEAR(penetration(prism.shape, pose_a, prism.shape, pose_b).depth, least, 1e-6);
}

TEST(PolytopeDepth, IsLeastForManySides) {
  constexpr std::uint64_t k_seed = 2024;
  Random random(k_seed);
  const int count = scaled(150);
  for (int i = 0; i < count; ++i) {
    const auto make = [&] {
      const int size = 30 + random.below(30);
      const double flatness = random.chance(0.5) ? 1.0 : random.uniform(0.001, 1.0);
      if (!random.chance(0.5)) return make_test_ball(random, size, {flatness, 1.0, 1.0});
      return make_test_prism(size, 1.0, 2.0 * random.uniform(0.2, 2.0), 1.0);
    };
    const TestShape first = make(), second = make();
    const TestShape& b = random.chance(0.7) ? first : second;
    const Pose pose_a{{}, random.rotation()};
    const Pose pose_b{random.direction() * (random.chance(0.2) ? 0.0 : random.log_uniform(-30, -6)),
                      random.chance(0.5) ? pose_a.rotation : random.rotation()};
    const double least = least_overlap(Polytope(first, pose_a), Polytope(b, pose_b));
    ASSERT_NEAR(penetration(first.shape, pose_a, b.shape, pose_b).depth, least, 2e-6) << k_seed << " " << i;
    const Distance d = distance(first.shape, pose_a, b.shape, pose_b);
    ASSERT_LE(length(d.point_b - d.point_a - d.normal * d.distance), 2e-6) << k_seed << " " << i;
  }
}

/// The depth of large hulls: it is the overlap along its normal, and no random direction has less.
TEST(PolytopeDepth, OfThousandsOfVertices) {
  Random random(99);
  for (const int count : {300, 1000, 4000}) {
    const TestShape shapes[] = {make_test_ball(random, count, {1.0, 1.0, 1.0}),
                                make_test_prism(count / 2, 1.0, 2.0, 1.0)};
    for (const TestShape& shape : shapes) {
      const Pose pose_a{{}, random.rotation()}, pose_b{random.direction() * 1e-3, pose_a.rotation};
      const Penetration found = penetration(shape.shape, pose_a, shape.shape, pose_b);
      const Polytope a(shape, pose_a), b(shape, pose_b);
      EXPECT_NEAR(overlap(a, b, found.normal, 1e300), found.depth, 1e-9) << count;
      for (const Vec3& n : a.normals) EXPECT_GE(overlap(a, b, n, 1e300), found.depth - 2e-6) << count;
      for (const Vec3& n : b.normals) EXPECT_GE(overlap(a, b, n * -1.0, 1e300), found.depth - 2e-6) << count;
    }
  }
}

}  // namespace
}  // namespace hyperplane::test
