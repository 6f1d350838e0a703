#include "narrowphase/convex/simplex.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstdio>

#include "support/cloud_oracle.h"
#include "support/random.h"
#include "support/test_size.h"

/// The point of a simplex that is closest to the origin, against all of its vertices, edges and triangles (see
/// cloud_oracle.h), and by the plane that it proves: no point of the simplex lies nearer along the answer.

namespace hyperplane::test {
namespace {

enum class Kind { random, far, around_origin, needle, flat, repeated };
constexpr int k_simplex_kind_count = 6;

/// Points within about 1 m of each other.
std::vector<Vec3> make_points(Random& random, Kind kind, int size) {
  std::vector<Vec3> points;
  const Vec3 offset = random.direction() * (kind == Kind::far ? 1000.0 : random.uniform(0.0, 1.0));
  const Vec3 along = random.direction(), across = random.direction();
  const double thickness = std::ldexp(1.0, -random.below(52));
  for (int i = 0; i < size; ++i) {
    Vec3 p = random.in_cube(1.0);
    if (kind == Kind::needle) p = along * random.uniform(-1.0, 1.0) + p * thickness;
    if (kind == Kind::flat) p = along * random.uniform(-1.0, 1.0) + across * random.uniform(-1.0, 1.0) + p * thickness;
    if (kind == Kind::repeated && i > 0 && random.chance(0.5)) p = points[static_cast<std::size_t>(random.below(i))];
    points.push_back(p);
  }
  if (kind != Kind::around_origin && kind != Kind::repeated) {
    for (Vec3& p : points) p += offset;
  }
  return points;
}

class SimplexOfKind : public testing::TestWithParam<int> {};

TEST_P(SimplexOfKind, HasTheClosestPoint) {
  const Kind kind = static_cast<Kind>(GetParam());
  const std::uint64_t seed = 310 + static_cast<std::uint64_t>(GetParam());
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  Random random(seed);
  const int count = scaled(100000);
  int by_size[5] = {}, holding = 0;
  double worst = 0.0, worst_plane = 0.0, worst_sum = 0.0;
  for (int i = 0; i < count; ++i) {
    const int size = 1 + random.below(4);
    const std::vector<Vec3> points = make_points(random, kind, size);
    SupportPoint input[4];
    OracleCloud cloud;
    double scale = 0.0;
    for (int k = 0; k < size; ++k) {
      const Vec3& p = points[static_cast<std::size_t>(k)];
      input[k] = {p, p * 2.0};
      cloud.push_back({p.x, p.y, p.z});
      scale = std::max(scale, length(cloud.back()));
    }
    Simplex simplex;
    const Vec3 v = reduce_to_closest(input, size, simplex);
    const CloudPoint closest{v.x, v.y, v.z};
    const double distance = length(closest);

    ASSERT_GE(simplex.size, 1) << i;
    ASSERT_LE(simplex.size, size) << i;
    ++by_size[simplex.size];
    double sum = 0.0;
    CloudPoint weighted{}, on_a{};
    for (int k = 0; k < simplex.size; ++k) {
      const SupportPoint& p = simplex.points[k];
      bool is_given = false;
      for (int j = 0; j < size; ++j) is_given = is_given || (p.w == input[j].w && p.a == input[j].a);
      ASSERT_TRUE(is_given) << i;
      ASSERT_GE(simplex.weights[k], 0.0) << i;
      sum += simplex.weights[k];
      weighted = moved(weighted, {p.w.x, p.w.y, p.w.z}, simplex.weights[k]);
      on_a = moved(on_a, {p.a.x, p.a.y, p.a.z}, simplex.weights[k]);
    }
    const double off =
        std::max(length(between(weighted, closest)),
                 length(between(on_a, {simplex.point_on_a().x, simplex.point_on_a().y, simplex.point_on_a().z})));
    worst_sum = std::max({worst_sum, off / scale, std::fabs(sum - 1.0)});
    const double truth = distance_of_simplex(cloud);
    worst = std::max(worst, std::fabs(distance - truth) / scale);
    if (simplex.size == 4) {
      ++holding;
      ASSERT_EQ(distance, 0.0) << i;
    } else if (distance > 1e-6 * scale) {
      for (const CloudPoint& p : cloud) {
        worst_plane = std::max(worst_plane, (distance - dot(p, closest) / distance) / scale);
      }
    }
  }
  std::printf(
      "seed %llu: %d simplices, left with 1 to 4 points %d %d %d %d; worst: distance %.1e, plane %.1e, sum %.1e\n",
      static_cast<unsigned long long>(seed), count, by_size[1], by_size[2], by_size[3], by_size[4], worst, worst_plane,
      worst_sum);
  EXPECT_LE(worst, 1e-9);
  EXPECT_LE(worst_plane, 1e-6);
  EXPECT_LE(worst_sum, 1e-6);
  EXPECT_GT(by_size[1], count / 20);
  if (kind != Kind::far) {
    EXPECT_GT(by_size[2], count / 50);
  }
  if (kind == Kind::random || kind == Kind::around_origin) {
    EXPECT_GT(by_size[3], count / 100);
    EXPECT_GT(holding, count / 400);
  }
}

const char* kind_name(Kind kind) {
  constexpr const char* k_names[] = {"Random", "Far", "AroundOrigin", "Needle", "Flat", "Repeated"};
  return k_names[static_cast<int>(kind)];
}

INSTANTIATE_TEST_SUITE_P(Kinds, SimplexOfKind, testing::Range(0, k_simplex_kind_count),
                         [](const testing::TestParamInfo<int>& kind) {
                           return kind_name(static_cast<Kind>(kind.param));
                         });

/// The oracle against dense sampling, which is never closer and at most a sample's step farther.
TEST(Simplex, OracleAgreesWithDenseSampling) {
  constexpr std::uint64_t k_seed = 317;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  constexpr int k_steps = 24;
  for (int i = 0; i < scaled(400); ++i) {
    const int size = 1 + random.below(4);
    OracleCloud cloud;
    for (const Vec3& p : make_points(random, Kind::random, size)) cloud.push_back({p.x, p.y, p.z});
    double best = 1e300;
    for (int a = 0; a <= k_steps; ++a) {
      for (int b = 0; a + b <= k_steps; ++b) {
        for (int c = 0; a + b + c <= k_steps; ++c) {
          const int share[4] = {a, b, c, k_steps - a - b - c};
          CloudPoint p{};
          int used = 0;
          for (int k = 0; k < size; ++k) {
            p = moved(p, cloud[static_cast<std::size_t>(k)], share[k] / static_cast<double>(k_steps));
            used += share[k];
          }
          if (used == k_steps) best = std::min(best, length(p));
        }
      }
    }
    const double truth = distance_of_simplex(cloud);
    ASSERT_LE(truth, best + 1e-12) << i;
    // Every point of a simplex 4 m wide has a sample within one step.
    ASSERT_GE(truth, best - 4.0 / k_steps) << i;
  }
}

/// A needle tetrahedron: its angles are above the limit for needles, but its volume is only rounding.
TEST(Simplex, TrustsNoVolumeThatIsRounding) {
  const Vec3 corners[4] = {{-0.42861862342477558, -0.43207269466670606, 0.72095550717499912},
                           {-0.40651722195859669, -0.40951049959483565, 0.68162947647338312},
                           {-0.094708124209326741, -0.091200472994548781, 0.12681334094938401},
                           {0.36913906039231414, 0.38231749275685906, -0.69853109028112592}};
  SupportPoint points[4];
  OracleCloud cloud;
  for (int i = 0; i < 4; ++i) {
    points[i] = {corners[i], {}};
    cloud.push_back({corners[i].x, corners[i].y, corners[i].z});
  }
  Simplex simplex;
  const Vec3 v = reduce_to_closest(points, 4, simplex);
  EXPECT_NEAR(length(CloudPoint{v.x, v.y, v.z}), distance_of_simplex(cloud), 1e-12);
}

TEST(Simplex, TakesTheFirstOfEqualPoints) {
  const SupportPoint p{{1.0, 0.0, 0.0}, {}};
  const SupportPoint points[4] = {p, p, p, p};
  for (int size = 1; size <= 4; ++size) {
    Simplex simplex;
    EXPECT_EQ(reduce_to_closest(points, size, simplex), p.w);
    EXPECT_EQ(simplex.size, 1);
    EXPECT_EQ(simplex.weights[0], 1.0);
  }
}

}  // namespace
}  // namespace hyperplane::test
