#include <hyperplane/plane_composite.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "plane/plane_composite_oracle.h"
#include "support/test_size.h"

/// Cutting polygons into convex parts.

namespace hyperplane::test::in_plane {
namespace {

using plane::BuiltComposite;
using plane::Vec2;

long double turn_at(Vec2 a, Vec2 b, Vec2 c) {
  const auto wide = [](double v) { return static_cast<long double>(v); };
  return (wide(b.x) - wide(a.x)) * (wide(c.y) - wide(a.y)) - (wide(b.y) - wide(a.y)) * (wide(c.x) - wide(a.x));
}

std::vector<Ring> parts_of(const plane::Composite& composite) {
  std::vector<Ring> parts;
  for (std::size_t i = 0; i < plane::part_count(composite); ++i) {
    Ring part(plane::part_vertices(composite, i, {}));
    plane::part_vertices(composite, i, part);
    parts.push_back(part);
  }
  return parts;
}

/// The parts are convex, made of vertices of the polygon, and together as large: they then overlap nowhere.
void expect_right_parts(const RingPolygon& polygon) {
  const BuiltComposite built = build(polygon);
  ASSERT_TRUE(built.ok()) << built.message << " at " << built.vertex;
  double size = 0.0;
  std::vector<Vec2> vertices;
  for (const Ring& ring : polygon.rings) {
    for (const Vec2& v : ring) {
      size = std::max({size, std::fabs(v.x), std::fabs(v.y)});
      vertices.push_back(v);
    }
  }
  const auto wide_size = static_cast<long double>(size);
  long double area = 0;
  const std::vector<Ring> parts = parts_of(*built.value);
  for (const Ring& part : parts) {
    ASSERT_GE(part.size(), 3u);
    for (std::size_t i = 0; i < part.size(); ++i) {
      const Vec2 a = part[i], b = part[(i + 1) % part.size()], c = part[(i + 2) % part.size()];
      ASSERT_GE(turn_at(a, b, c), -1e-15L * wide_size * wide_size);
      area += turn_at({}, a, b);
    }
  }
  if (vertices.size() < 500) {
    for (const Ring& part : parts) {
      for (const Vec2& v : part) {
        const bool is_known = std::any_of(vertices.begin(), vertices.end(), [&](const Vec2& w) {
          return std::fabs(v.x - w.x) <= 1e-15 * size && std::fabs(v.y - w.y) <= 1e-15 * size;
        });
        ASSERT_TRUE(is_known) << v.x << " " << v.y;
      }
    }
  }
  const long double wanted = oracle_doubled_area(polygon);
  ASSERT_NEAR(static_cast<double>(area), static_cast<double>(wanted),
              1e-12 * static_cast<double>(wide_size * wide_size));
  // Hertel and Mehlhorn: two diagonals a reflex corner at most; a hole takes one part away.
  ASSERT_LE(parts.size(), static_cast<std::size_t>(2 * oracle_reflex_count(polygon) + 1));
}

TEST(PlanePolygon, CutsStarsCombsAndSpirals) {
  Random random(70);
  for (int i = 0; i < scaled(3000); ++i) {
    RingPolygon polygon{{random_star(random, 3 + random.below(60), random.chance(0.2) ? 1e3 : 1.0)}};
    if (random.chance(0.5)) std::reverse(polygon.rings[0].begin(), polygon.rings[0].end());
    expect_right_parts(polygon);
    if (HasFatalFailure()) FAIL() << i;
  }
  for (int i = 1; i < 20; ++i) {
    expect_right_parts({{comb(i, 1.0, 5.0)}});
    expect_right_parts({{spiral(i)}});
    if (HasFatalFailure()) FAIL() << i;
  }
}

TEST(PlanePolygon, CutsTangles) {
  Random random(71);
  for (int i = 0; i < scaled(2000); ++i) {
    expect_right_parts({{random_tangle(random, 4 + random.below(40), 1.0)}});
    if (HasFatalFailure()) FAIL() << i;
  }
}

TEST(PlanePolygon, CutsAroundHoles) {
  Random random(72);
  for (int i = 0; i < scaled(2000); ++i) {
    expect_right_parts(random_holed(random, random.below(8)));
    if (HasFatalFailure()) FAIL() << i;
  }
}

TEST(PlanePolygon, CutsWhatLiesOnAGrid) {
  // Collinear vertices, equal coordinates and vertical edges everywhere: unions of cells, walked around.
  Random random(73);
  for (int i = 0; i < scaled(2000); ++i) {
    Ring ring;
    const int columns = 2 + random.below(12);
    for (int x = 0; x < columns; ++x) {
      const double bottom = -1 - random.below(4);
      ring.push_back({static_cast<double>(x), bottom});
      ring.push_back({x + 1.0, bottom});
    }
    for (int x = columns; x-- > 0;) {
      const double top = 1 + random.below(4);
      ring.push_back({x + 1.0, top});
      ring.push_back({static_cast<double>(x), top});
    }
    if (random.chance(0.5)) {
      for (Vec2& point : ring) point = {-point.y, point.x};
    }
    RingPolygon polygon{{ring}};
    for (int hole = 0; hole < columns && random.chance(0.5); ++hole) {
      const double x = random.chance(0.5) ? hole + 0.25 : hole + 0.5;
      if (ring[0].x != 0.0) break;
      polygon.rings.push_back({{x, -0.5}, {x + 0.25, -0.5}, {x + 0.25, 0.5}, {x, 0.5}});
    }
    expect_right_parts(polygon);
    if (HasFatalFailure()) FAIL() << i;
  }
}

TEST(PlanePolygon, CutsFewParts) {
  const RingPolygon shapes[] = {
      {{{{0.0, 0.0}, {2.0, 0.0}, {2.0, 2.0}, {0.0, 2.0}}}},                          // square
      {{{{0.0, 0.0}, {2.0, 0.0}, {2.0, 1.0}, {1.0, 1.0}, {1.0, 2.0}, {0.0, 2.0}}}},  // L
      {{{{0.0, 0.0}, {4.0, 0.0}, {2.0, 1.0}, {2.0, 4.0}}}},                          // arrow
      {{{{0.0, 0.0}, {3.0, 0.0}, {3.0, 3.0}, {0.0, 3.0}}, {{1.0, 1.0}, {2.0, 1.0}, {2.0, 2.0}, {1.0, 2.0}}}}};
  const std::size_t most[] = {1, 2, 2, 4};
  for (int i = 0; i < 4; ++i) {
    expect_right_parts(shapes[i]);
    EXPECT_LE(plane::part_count(*build(shapes[i]).value), most[i]) << i;
  }
  // Any number of vertices on a convex outline is one part.
  Ring ring;
  for (int i = 0; i < 1000; ++i) ring.push_back({std::cos(0.002 * i * 3.14159265), std::sin(0.002 * i * 3.14159265)});
  EXPECT_EQ(plane::part_count(*build({{ring}}).value), 1u);
}

TEST(PlanePolygon, DropsWhatAddsNothing) {
  // Repeated vertices, vertices on straight edges, the first vertex once more at the end.
  const RingPolygon polygon{{{{0.0, 0.0},
                              {0.0, 0.0},
                              {1.0, 0.0},
                              {2.0, 0.0},
                              {2.0, 1.0},
                              {2.0, 2.0},
                              {2.0, 2.0},
                              {1.0, 2.0},
                              {0.0, 2.0},
                              {0.0, 1.0},
                              {0.0, 0.0}}}};
  const BuiltComposite built = build(polygon);
  ASSERT_TRUE(built.ok());
  ASSERT_EQ(plane::part_count(*built.value), 1u);
  EXPECT_EQ(plane::part_vertices(*built.value, 0, {}), 4u);
}

TEST(PlanePolygon, TakesNeedles) {
  const BuiltComposite built = build({{{{0.0, 0.0}, {1e6, 0.0}, {1e6, 1e-9}, {5e5, 2e-10}}}});
  EXPECT_TRUE(built.ok()) << built.message;
  Random random(74);
  for (int i = 0; i < scaled(500); ++i) {
    Ring ring = random_star(random, 3 + random.below(20), 1.0);
    for (Vec2& point : ring) point.y *= 1e-12;
    const BuiltComposite flat = build({{ring}});
    ASSERT_TRUE(flat.ok()) << flat.message;
    long double area = 0;
    for (const Ring& part : parts_of(*flat.value)) {
      for (std::size_t k = 0; k < part.size(); ++k) area += turn_at({}, part[k], part[(k + 1) % part.size()]);
    }
    const auto wanted = static_cast<double>(oracle_doubled_area({{ring}}));
    ASSERT_NEAR(static_cast<double>(area), wanted, 1e-9 * wanted + 1e-27);
  }
}

TEST(PlanePolygon, NamesTheVertexThatIsWrong) {
  struct Case {
    RingPolygon polygon;
    Status status;
    std::int64_t least, most;
  };
  const double nan = std::numeric_limits<double>::quiet_NaN();
  const Ring square{{0.0, 0.0}, {4.0, 0.0}, {4.0, 4.0}, {0.0, 4.0}};
  const Case cases[] = {
      // Bow tie: one of its two crossing edges.
      {{{{{0.0, 0.0}, {2.0, 2.0}, {2.0, 0.0}, {0.0, 2.0}}}}, Status::degenerate_shape, 0, 3},
      // Back along an edge.
      {{{{{0.0, 0.0}, {4.0, 0.0}, {2.0, 0.0}, {2.0, 3.0}}}}, Status::degenerate_shape, 1, 1},
      // Through a vertex twice.
      {{{{{0.0, 0.0}, {2.0, 0.0}, {1.0, 1.0}, {2.0, 2.0}, {0.0, 2.0}, {1.0, 1.0}}}}, Status::degenerate_shape, 1, 5},
      // A vertex on a distant edge.
      {{{{{0.0, 0.0}, {4.0, 0.0}, {4.0, 4.0}, {2.0, 0.0}, {0.0, 4.0}}}}, Status::degenerate_shape, 0, 3},
      {{{{{0.0, 0.0}, {1.0, nan}, {1.0, 1.0}}}}, Status::invalid_argument, 1, 1},
      {{{{{0.0, 0.0}, {1.0, 0.0}, {1e10, 1.0}}}}, Status::invalid_argument, 2, 2},
      {{{{{0.0, 0.0}, {1.0, 0.0}, {2.0, 0.0}}}}, Status::degenerate_shape, 0, 2},
      {{{{{0.0, 0.0}, {1.0, 0.0}}}}, Status::degenerate_shape, 0, 0},
      {{{square, {{5.0, 5.0}, {6.0, 5.0}, {5.0, 6.0}}}}, Status::degenerate_shape, 4, 6},
      {{{square, {{3.0, 3.0}, {6.0, 3.0}, {3.0, 6.0}}}}, Status::degenerate_shape, 0, 6},
      {{{square, {{1.0, 1.0}, {3.0, 1.0}, {3.0, 3.0}, {1.0, 3.0}}, {{1.5, 1.5}, {2.0, 1.5}, {1.5, 2.0}}}},
       Status::degenerate_shape,
       4,
       10},
      {{{square, {{0.0, 1.0}, {1.0, 1.0}, {1.0, 2.0}}}}, Status::degenerate_shape, 0, 6},
  };
  for (const Case& one : cases) {
    const BuiltComposite built = build(one.polygon);
    EXPECT_EQ(built.status, one.status) << &one - cases;
    EXPECT_EQ(built.value, nullptr);
    EXPECT_STRNE(built.message, "");
    EXPECT_GE(built.vertex, one.least) << &one - cases;
    EXPECT_LE(built.vertex, one.most) << &one - cases;
  }
  const double few[] = {0.0, 0.0, 1.0};
  const std::uint32_t size[] = {2};
  EXPECT_EQ(plane::build_simple_polygon(few, size).status, Status::invalid_argument);
  EXPECT_EQ(plane::build_simple_polygon({}, {}).status, Status::invalid_argument);
}

TEST(PlanePolygon, CutsHugeInput) {
  // Ground of many points, as x-monotone as can be, and a ring that is convex but for a few corners.
  Random random(75);
  const int count = scaled(100000);
  Ring ground;
  for (int i = 0; i <= count; ++i) ground.push_back({static_cast<double>(i), random.uniform()});
  ground.push_back({static_cast<double>(count), -10.0});
  ground.push_back({0.0, -10.0});
  expect_right_parts({{ground}});
  expect_right_parts({{comb(count / 4 + 1, 1.0, 50.0)}});
  expect_right_parts({{random_star(random, count / 2 + 3, 1.0)}});
}

}  // namespace
}  // namespace hyperplane::test::in_plane
