#include "narrowphase/convex/clip.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <set>
#include <vector>

#include "support/random.h"
#include "support/test_size.h"

/// Clipping against brute force: the corners of a polygon and some half-planes are among the crossings of all pairs of
/// their lines.

namespace hyperplane::test {
namespace {

struct HalfPlane {
  double x, y, offset;  // outside: x px + y py > offset, with (x, y) of unit length

  double outside(double px, double py) const { return x * px + y * py - offset; }
};

using Polygon = ClipPolygon<24>;

/// Corners of a convex polygon in the unit disc, in order, with depths on a plane.
std::vector<Vec3> make_polygon(Random& random, int size, const Vec3& plane) {
  std::vector<double> angles;
  for (int i = 0; i < size; ++i) angles.push_back(random.uniform(0.0, 6.28));
  std::sort(angles.begin(), angles.end());
  const double flatness = random.chance(0.3) ? 1e-3 : 1.0;
  std::vector<Vec3> polygon;
  for (const double angle : angles) {
    const double x = std::cos(angle), y = flatness * std::sin(angle);
    polygon.push_back({x, y, plane.x * x + plane.y * y + plane.z});
  }
  if (random.chance(0.5)) std::reverse(polygon.begin(), polygon.end());
  return polygon;
}

HalfPlane make_half_plane(Random& random) {
  const double angle = random.uniform(0.0, 6.28);
  return {std::cos(angle), std::sin(angle), random.uniform(-0.3, 0.9)};
}

/// The half-planes whose intersection is the polygon, for either orientation.
std::vector<HalfPlane> sides_of(const std::vector<Vec3>& polygon) {
  double area = 0.0;
  const auto at = [&](std::size_t i) { return polygon[i % polygon.size()]; };
  for (std::size_t i = 0; i < polygon.size(); ++i) area += at(i).x * at(i + 1).y - at(i).y * at(i + 1).x;
  std::vector<HalfPlane> sides;
  for (std::size_t i = 0; i < polygon.size(); ++i) {
    const double ex = at(i + 1).x - at(i).x, ey = at(i + 1).y - at(i).y, edge = std::sqrt(ex * ex + ey * ey);
    const double turn = area < 0.0 ? -1.0 : 1.0, x = turn * ey / edge, y = -turn * ex / edge;
    sides.push_back({x, y, x * at(i).x + y * at(i).y});
  }
  return sides;
}

double farthest_outside(const std::vector<HalfPlane>& planes, double x, double y) {
  double worst = -1e300;
  for (const HalfPlane& plane : planes) worst = std::max(worst, plane.outside(x, y));
  return worst;
}

/// All corners of the intersection of half-planes, and points within `slack` of one.
std::vector<Vec3> brute_force_corners(const std::vector<HalfPlane>& planes, double slack) {
  std::vector<Vec3> corners;
  for (std::size_t i = 0; i < planes.size(); ++i) {
    for (std::size_t j = i + 1; j < planes.size(); ++j) {
      const HalfPlane &a = planes[i], &b = planes[j];
      const double sine = a.x * b.y - a.y * b.x;
      if (std::fabs(sine) < 1e-12) continue;
      const double x = (a.offset * b.y - b.offset * a.y) / sine, y = (a.x * b.offset - b.x * a.offset) / sine;
      if (farthest_outside(planes, x, y) <= slack) corners.push_back({x, y, 0.0});
    }
  }
  return corners;
}

double reach(const std::vector<Vec3>& points, double x, double y) {
  double farthest = -1e300;
  for (const Vec3& p : points) farthest = std::max(farthest, x * p.x + y * p.y);
  return farthest;
}

std::vector<Vec3> points_of(const Polygon& polygon) {
  std::vector<Vec3> points;
  for (int i = 0; i < polygon.count; ++i) points.push_back(polygon.vertices[i].point);
  return points;
}

template <int k_capacity>
void load(const std::vector<Vec3>& points, ClipPolygon<k_capacity>& polygon) {
  polygon.start(static_cast<int>(points.size()));
  for (std::size_t i = 0; i < points.size(); ++i) polygon.vertices[i].point = points[i];
}

TEST(Clip, KeepsWhatLiesInAllHalfPlanes) {
  constexpr std::uint64_t k_seed = 340;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  const int count = scaled(60000);
  int empty = 0, cut = 0;
  double worst_outside = 0.0, worst_reach = 0.0, worst_depth = 0.0;
  for (int i = 0; i < count; ++i) {
    const Vec3 plane = random.in_cube(1.0);
    const std::vector<Vec3> source = make_polygon(random, 3 + random.below(6), plane);
    std::vector<HalfPlane> planes = sides_of(source);
    Polygon polygon;
    load(source, polygon);
    const int cuts = 1 + random.below(5);
    for (int k = 0; k < cuts; ++k) {
      const HalfPlane half_plane = make_half_plane(random);
      planes.push_back(half_plane);
      clip(polygon, k, [&](const Vec3& p) { return half_plane.outside(p.x, p.y); });
    }
    const std::vector<Vec3> clipped = points_of(polygon);
    for (const Vec3& p : clipped) {
      worst_outside = std::max(worst_outside, farthest_outside(planes, p.x, p.y));
      worst_depth = std::max(worst_depth, std::fabs(p.z - (plane.x * p.x + plane.y * p.y + plane.z)));
    }
    const std::vector<Vec3> corners = brute_force_corners(planes, -1e-9), nearly = brute_force_corners(planes, 1e-9);
    if (clipped.empty()) {
      ++empty;
      ASSERT_TRUE(corners.empty()) << i;
      continue;
    }
    cut += nearly.size() != source.size() ? 1 : 0;
    ASSERT_FALSE(nearly.empty()) << i;
    for (int k = 0; k < 8; ++k) {
      const double x = std::cos(0.7854 * k), y = std::sin(0.7854 * k);
      worst_reach = std::max(worst_reach, std::fabs(reach(clipped, x, y) - reach(nearly, x, y)));
    }
  }
  std::printf("seed %llu: %d polygons, %d clipped to nothing, %d cut; worst: outside %.1e, reach %.1e, depth %.1e\n",
              static_cast<unsigned long long>(k_seed), count, empty, cut, worst_outside, worst_reach, worst_depth);
  EXPECT_LE(worst_outside, 1e-12);
  EXPECT_LE(worst_reach, 1e-5);  // what lies 1e-9 outside of two lines that are almost parallel
  EXPECT_LE(worst_depth, 1e-12);
  EXPECT_GT(empty, count / 100);
  EXPECT_GT(cut, count / 2);
}

/// A segment stays a segment, with its ends where the half-planes cut it, and in its order.
TEST(Clip, CutsSegmentsAtTheirEnds) {
  constexpr std::uint64_t k_seed = 341;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  const int count = scaled(60000);
  int kept = 0;
  for (int i = 0; i < count; ++i) {
    const Vec3 from = random.in_cube(1.0), to = random.in_cube(1.0);
    Polygon polygon;
    load({from, to}, polygon);
    double low = 0.0, high = 1.0;
    for (int k = 0; k < 3; ++k) {
      const HalfPlane plane = make_half_plane(random);
      clip(polygon, k, [&](const Vec3& p) { return plane.outside(p.x, p.y); });
      const double at_from = plane.outside(from.x, from.y), at_to = plane.outside(to.x, to.y);
      if (at_from > 0.0 && at_to > 0.0) high = -1.0;
      if (at_from <= 0.0 && at_to > 0.0) high = std::min(high, at_from / (at_from - at_to));
      if (at_from > 0.0 && at_to <= 0.0) low = std::max(low, at_from / (at_from - at_to));
    }
    if (std::fabs(high - low) < 1e-9) continue;
    if (high < low) {
      ASSERT_EQ(polygon.count, 0) << i;
      continue;
    }
    ++kept;
    ASSERT_EQ(polygon.count, 2) << i;
    const auto at = [&](double t) {
      return Vec3{from.x + (to.x - from.x) * t, from.y + (to.y - from.y) * t, from.z + (to.z - from.z) * t};
    };
    const Vec3 expected[2] = {at(low), at(high)};
    for (int k = 0; k < 2; ++k) {
      ASSERT_NEAR(polygon.vertices[k].point.x, expected[k].x, 1e-12) << i;
      ASSERT_NEAR(polygon.vertices[k].point.y, expected[k].y, 1e-12) << i;
      ASSERT_NEAR(polygon.vertices[k].point.z, expected[k].z, 1e-12) << i;
    }
  }
  EXPECT_GT(kept, count / 4);
}

TEST(Clip, KeepsOrDropsAPoint) {
  Polygon polygon;
  load({{0.5, 0.0, 2.0}}, polygon);
  clip(polygon, 0, [](const Vec3& p) { return p.x - 0.5; });
  ASSERT_EQ(polygon.count, 1);
  clip(polygon, 0, [](const Vec3& p) { return p.x - 0.25; });
  EXPECT_EQ(polygon.count, 0);
  clip(polygon, 0, [](const Vec3& p) { return p.x; });
  EXPECT_EQ(polygon.count, 0);
}

TEST(Clip, LeavesWhatIsInsideAlone) {
  Random random(342);
  const std::vector<Vec3> source = make_polygon(random, 6, {1.0, 2.0, 3.0});
  Polygon polygon;
  load(source, polygon);
  clip(polygon, 0, [](const Vec3& p) { return p.x - 1.0; });
  EXPECT_EQ(points_of(polygon), source);
}

/// An edge is cut at the same point in both directions.
TEST(Clip, CutsAnEdgeAtTheSamePointBothWays) {
  constexpr std::uint64_t k_seed = 343;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  for (int i = 0; i < scaled(20000); ++i) {
    std::vector<Vec3> source = make_polygon(random, 5, random.in_cube(1.0));
    const HalfPlane plane = make_half_plane(random);
    Polygon there, back;
    load(source, there);
    std::reverse(source.begin(), source.end());
    load(source, back);
    clip(there, 0, [&](const Vec3& p) { return plane.outside(p.x, p.y); });
    clip(back, 0, [&](const Vec3& p) { return plane.outside(p.x, p.y); });
    std::vector<Vec3> a = points_of(there), b = points_of(back);
    for (const Vec3& p : a) ASSERT_NE(std::find(b.begin(), b.end(), p), b.end()) << i;
    ASSERT_EQ(a.size(), b.size()) << i;
  }
}

/// Every vertex lies on the two edges that it names, and no two vertices name the same edges.
TEST(Clip, NamesTheEdgesThatAVertexJoins) {
  constexpr std::uint64_t k_seed = 344;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  const int count = scaled(40000);
  int own = 0, crossings = 0, corners = 0;
  for (int i = 0; i < count; ++i) {
    const std::vector<Vec3> source = make_polygon(random, 2 + random.below(6), random.in_cube(1.0));
    Polygon polygon;
    load(source, polygon);
    std::vector<HalfPlane> sides;
    for (int k = 0; k < 4; ++k) {
      sides.push_back(make_half_plane(random));
      clip(polygon, k, [&](const Vec3& p) { return sides.back().outside(p.x, p.y); });
    }
    std::set<std::pair<int, int>> names;
    for (int k = 0; k < polygon.count; ++k) {
      const ClipVertex& vertex = polygon.vertices[k];
      int on_sides = 0;
      for (const std::uint8_t edge : {vertex.in, vertex.out}) {
        if (edge == k_no_edge) continue;
        if ((edge & k_clip_side) != 0) {
          ++on_sides;
          ASSERT_NEAR(sides[edge & ~k_clip_side].outside(vertex.point.x, vertex.point.y), 0.0, 1e-9) << i;
        } else {
          const Vec3 &from = source[edge], &to = source[(edge + 1u) % source.size()];
          const double x = to.x - from.x, y = to.y - from.y, size = std::sqrt(x * x + y * y);
          ASSERT_NEAR(((vertex.point.x - from.x) * y - (vertex.point.y - from.y) * x) / size, 0.0, 1e-9) << i;
        }
      }
      ++(on_sides == 0 ? own : on_sides == 1 ? crossings : corners);
      ASSERT_TRUE(names.insert({vertex.in, vertex.out}).second) << i;
    }
  }
  EXPECT_GT(own, count / 10);
  EXPECT_GT(crossings, count / 10);
  EXPECT_GT(corners, count / 10);
}

/// Vertices beyond the capacity are dropped; all others are points of the polygon.
TEST(Clip, DropsWhatExceedsItsCapacity) {
  ClipPolygon<4> polygon;
  load({{-1.0, -1.0, 0.0}, {1.0, -1.0, 0.0}, {1.0, 1.0, 0.0}, {-1.0, 1.0, 0.0}}, polygon);
  clip(polygon, 0, [](const Vec3& p) { return p.x + p.y - 1.0; });
  EXPECT_EQ(polygon.count, 4);
  for (int i = 0; i < polygon.count; ++i) {
    EXPECT_LE(polygon.vertices[i].point.x + polygon.vertices[i].point.y, 1.0);
    EXPECT_LE(std::fabs(polygon.vertices[i].point.x), 1.0);
    EXPECT_LE(std::fabs(polygon.vertices[i].point.y), 1.0);
  }
}

}  // namespace
}  // namespace hyperplane::test
