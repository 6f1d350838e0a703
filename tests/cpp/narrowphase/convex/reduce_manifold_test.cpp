#include "narrowphase/convex/reduce_manifold.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "support/random.h"
#include "support/test_size.h"

/// The reduction to four points against all subsets of four vertices.

namespace hyperplane::test {
namespace {

constexpr double k_reduce_tolerance = 1e-9;

enum class Depths { tilted, any, level };

/// A convex polygon in the unit disc, in either orientation.
std::vector<Vec3> make_polygon(Random& random, int size, Depths depths) {
  std::vector<double> angles;
  for (int i = 0; i < size; ++i) angles.push_back(random.uniform(0.0, 6.28));
  std::sort(angles.begin(), angles.end());
  const double flatness = random.chance(0.3) ? 0.01 : 1.0;
  const Vec3 plane = random.in_cube(1.0);
  std::vector<Vec3> polygon;
  for (const double angle : angles) {
    const double x = std::cos(angle), y = flatness * std::sin(angle);
    const double z = depths == Depths::any      ? random.uniform(0.0, 1.0)
                     : depths == Depths::tilted ? plane.x * x + plane.y * y + 2.0
                                                : 2.0 + random.uniform(0.0, 0.9 * k_reduce_tolerance);
    polygon.push_back({x, y, z});
  }
  if (random.chance(0.5)) std::reverse(polygon.begin(), polygon.end());
  return polygon;
}

double triangle_area(const Vec3& a, const Vec3& b, const Vec3& c) {
  return 0.5 * std::fabs((b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x));
}

/// Area of a convex quadrilateral with its vertices in order.
double area(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  return triangle_area(a, b, c) + triangle_area(a, c, d);
}

double deepest(const std::vector<Vec3>& points) {
  double depth = points[0].z;
  for (const Vec3& p : points) depth = std::max(depth, p.z);
  return depth;
}

/// The largest quadrilateral among all subsets that hold a vertex.
double largest_area_with(const std::vector<Vec3>& polygon, std::size_t vertex) {
  const std::size_t n = polygon.size();
  double best = 0.0;
  for (std::size_t i = 1; i < n; ++i) {
    for (std::size_t j = i + 1; j < n; ++j) {
      for (std::size_t k = j + 1; k < n; ++k) {
        best = std::max(best, area(polygon[vertex], polygon[(vertex + i) % n], polygon[(vertex + j) % n],
                                   polygon[(vertex + k) % n]));
      }
    }
  }
  return best;
}

/// Reduces in place, and checks that every vertex keeps its edges.
int reduce(std::vector<Vec3>& polygon, double tolerance) {
  std::vector<ClipVertex> vertices;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    vertices.push_back({polygon[i], static_cast<std::uint8_t>(i), static_cast<std::uint8_t>(i + 100)});
  }
  const int left = reduce_contact_polygon(vertices.data(), static_cast<int>(vertices.size()), tolerance);
  std::vector<Vec3> kept;
  for (int i = 0; i < left; ++i) {
    const ClipVertex& vertex = vertices[static_cast<std::size_t>(i)];
    EXPECT_EQ(vertex.point, polygon[vertex.in]);
    EXPECT_EQ(vertex.out, vertex.in + 100);
    kept.push_back(vertex.point);
  }
  polygon = kept;
  return left;
}

class ReduceManifoldWithDepths : public testing::TestWithParam<int> {};

TEST_P(ReduceManifoldWithDepths, SpansTheLargestAreaWithTheDeepestVertex) {
  const Depths depths = static_cast<Depths>(GetParam());
  const std::uint64_t seed = 350 + static_cast<std::uint64_t>(GetParam());
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  Random random(seed);
  const int count = scaled(20000);
  double worst = 0.0;
  int reduced = 0;
  for (int i = 0; i < count; ++i) {
    const std::vector<Vec3> source = make_polygon(random, 5 + random.below(14), depths);
    bool has_near = false;
    for (std::size_t k = 0; k < source.size(); ++k) {
      const Vec3 &a = source[k], &b = source[(k + 1) % source.size()];
      has_near = has_near || std::hypot(a.x - b.x, a.y - b.y) < 2.0 * k_reduce_tolerance;
    }
    if (has_near) continue;
    ++reduced;
    std::vector<Vec3> kept = source;
    ASSERT_EQ(reduce(kept, k_reduce_tolerance), 4) << i;
    std::vector<std::size_t> places;
    for (const Vec3& p : kept) {
      const auto at = std::find(source.begin(), source.end(), p);
      ASSERT_NE(at, source.end()) << i;
      places.push_back(static_cast<std::size_t>(at - source.begin()));
    }
    // In the order of the polygon, each once: the indices step back at most once.
    int steps_back = 0;
    for (std::size_t k = 0; k < 4; ++k) {
      ASSERT_NE(places[k], places[(k + 1) % 4]) << i;
      steps_back += places[k] > places[(k + 1) % 4] ? 1 : 0;
    }
    ASSERT_EQ(steps_back, 1) << i;
    // Among the deepest vertices the first is always kept.
    const double depth = deepest(source);
    std::size_t first = 0;
    while (source[first].z < depth - k_reduce_tolerance) ++first;
    ASSERT_NE(std::find(places.begin(), places.end(), first), places.end()) << i;
    ASSERT_EQ(kept[0].z, deepest(kept)) << i;
    ASSERT_GE(kept[0].z, depth - k_reduce_tolerance) << i;
    const double best = largest_area_with(source, first);
    worst = std::max(worst, (best - area(kept[0], kept[1], kept[2], kept[3])) / best);
  }
  std::printf("seed %llu: %d polygons, worst area short by %.1e\n", static_cast<unsigned long long>(seed), reduced,
              worst);
  EXPECT_LE(worst, 1e-9);
  EXPECT_GT(reduced, 9 * count / 10);
}

const char* depths_name(Depths depths) {
  constexpr const char* k_names[] = {"Tilted", "Any", "Level"};
  return k_names[static_cast<int>(depths)];
}

INSTANTIATE_TEST_SUITE_P(Depths, ReduceManifoldWithDepths, testing::Range(0, 3),
                         [](const testing::TestParamInfo<int>& depths) {
                           return depths_name(static_cast<Depths>(depths.param));
                         });

/// Up to four vertices all stay; only the order changes, to start with the deepest.
TEST(ReduceManifold, KeepsFourAndFewer) {
  constexpr std::uint64_t k_seed = 353;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  for (int i = 0; i < scaled(10000); ++i) {
    const std::vector<Vec3> source = make_polygon(random, 1 + random.below(4), Depths::any);
    std::vector<Vec3> kept = source;
    ASSERT_EQ(reduce(kept, k_reduce_tolerance), static_cast<int>(source.size()));
    ASSERT_EQ(kept[0].z, deepest(source));
    std::rotate(kept.begin(), std::find(kept.begin(), kept.end(), source[0]), kept.end());
    ASSERT_EQ(kept, source);
  }
}

/// Of neighbours closer than the tolerance only the deeper one is kept.
TEST(ReduceManifold, MergesNeighbours) {
  constexpr std::uint64_t k_seed = 354;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  constexpr double k_merge = 1e-6;
  int merged = 0;
  for (int i = 0; i < scaled(10000); ++i) {
    const std::vector<Vec3> source = make_polygon(random, 1 + random.below(8), Depths::any);
    std::vector<Vec3> crowded;
    for (const Vec3& p : source) {
      crowded.push_back(p);
      while (random.chance(0.4)) {
        crowded.push_back({p.x + 0.2 * k_merge * random.uniform(), p.y, random.uniform(0.0, 1.0)});
        ++merged;
      }
    }
    std::rotate(crowded.begin(), crowded.begin() + random.below(static_cast<int>(crowded.size())), crowded.end());
    std::vector<Vec3> kept = crowded;
    const int left = reduce(kept, k_merge);
    ASSERT_LE(left, std::min(4, static_cast<int>(source.size()))) << i;
    ASSERT_GE(left, 1) << i;
    ASSERT_EQ(kept[0].z, deepest(crowded)) << i;
    for (std::size_t k = 0; k < kept.size(); ++k) {
      for (std::size_t j = k + 1; j < kept.size(); ++j) {
        ASSERT_GT(std::hypot(kept[k].x - kept[j].x, kept[k].y - kept[j].y), k_merge) << i;
      }
    }
  }
  EXPECT_GT(merged, scaled(10000));
}

TEST(ReduceManifold, KeepsOneOfVerticesThatAreAllTheSame) {
  std::vector<Vec3> same(7, Vec3{1.0, 2.0, 0.0});
  same[4].z = 0.5;
  EXPECT_EQ(reduce(same, k_reduce_tolerance), 1);
  EXPECT_EQ(same[0].z, 0.5);
  std::vector<Vec3> empty;
  EXPECT_EQ(reduce(empty, k_reduce_tolerance), 0);
}

}  // namespace
}  // namespace hyperplane::test
