#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/triangle_mesh.h>

#include "composite/height_field.h"
#include "composite/triangle_mesh.h"
#include "support/height_fields.h"
#include "support/random.h"
#include "support/test_size.h"
#include "support/triangle_oracle.h"

/// Height fields beside all their triangles, one by one, in closed form, and beside a mesh of the same triangles.

namespace hyperplane::test {
namespace {

constexpr double k_far = std::numeric_limits<double>::infinity();

Vec3 on_triangle(Random& random, const TestField& test) {
  const std::uint32_t t = test.present[static_cast<std::size_t>(random.below(static_cast<int>(test.present.size())))];
  double u = random.uniform(), v = random.uniform() * (1.0 - u);
  // On an edge, or at a corner.
  if (random.chance(0.2)) v = 0.0;
  if (random.chance(0.1)) u = v = 0.0;
  return test.corner(t, 0) * (1.0 - u - v) + test.corner(t, 1) * u + test.corner(t, 2) * v;
}

Vec3 near_field(Random& random, const TestField& test) {
  const double reach = std::array{0.0, 1e-6, 0.03, 0.3, 2.0}[static_cast<std::size_t>(random.below(5))] * test.size();
  return on_triangle(random, test) + random.in_cube(reach);
}

TEST(HeightField, HasTheTrianglesOfItsHeights) {
  constexpr std::uint64_t k_seed = 7501;
  Random random(k_seed);
  for (int n = 0; n < scaled(300); ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", field " << n);
    const TestField test = make_field(random_heights(random));
    ASSERT_EQ(test.field->triangle_count(), test.data.triangle_count());
    EXPECT_EQ(height_field_triangle_count(*test.field), test.data.triangle_count());
    double low = k_far, high = -k_far;
    for (std::uint32_t t = 0; t < test.data.triangle_count(); ++t) {
      ASSERT_EQ(test.field->has_area(t), test.data.has(t));
      Vec3 corners[3];
      height_field_corners(*test.field, t, corners);
      for (std::uint32_t i = 0; i < 3; ++i) {
        const Vec3 wanted = test.corner(t, i);
        ASSERT_NEAR(corners[i].x, wanted.x, 4e-16 * test.data.options.width);
        ASSERT_NEAR(corners[i].z, wanted.z, 4e-16 * test.data.options.depth);
        if (std::isnan(wanted.y)) {
          ASSERT_TRUE(std::isnan(corners[i].y));
        } else {
          ASSERT_EQ(corners[i].y, wanted.y);
        }
      }
      if (!test.data.has(t)) continue;
      ASSERT_GT(cross(corners[1] - corners[0], corners[2] - corners[0]).y, 0.0) << "not counter-clockwise from above";
      for (const Vec3& c : corners) {
        low = std::min(low, c.y);
        high = std::max(high, c.y);
      }
    }
    EXPECT_EQ(test.field->bounds().min.y, low - test.field->thickness());
    EXPECT_EQ(test.field->bounds().max.y, high);
  }
}

TEST(HeightField, AnswersRaysAsItsTriangles) {
  constexpr std::uint64_t k_seed = 7502;
  Random random(k_seed);
  const int count = scaled(300), rays = 40;
  int hits = 0, alike = 0;
  for (int n = 0; n < count; ++n) {
    const TestField test = make_field(random_heights(random));
    const bool is_front = test.data.options.sides == SurfaceSides::front;
    for (int r = 0; r < rays; ++r) {
      SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", field " << n << ", ray " << r);
      const Vec3 target = near_field(random, test);
      Vec3 o = near_field(random, test), d = random.direction();
      const int kind = random.below(8);
      if (kind < 4 && length(target - o) > 0.0) d = normalized(target - o);
      if (kind == 4) d = Vec3{0.0, random.sign(), 0.0};
      if (kind == 5) d = random.chance(0.5) ? Vec3{random.sign(), 0.0, 0.0} : Vec3{0.0, 0.0, random.sign()};
      if (kind == 6)
        d = normalized(Vec3{random.uniform(-1.0, 1.0), 1e-3 * random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)});
      // From afar, at a point of the surface.
      if (kind == 7) o = on_triangle(random, test) - d * (test.size() * random.log_uniform(0, 20));
      const double range = random.chance(0.7) ? k_far : random.uniform(0.0, 1.0) * test.size();
      const double high = std::fabs(target.y);
      const double away = length(o) + test.size() + high;
      const double slack = 1e-13 * away + 1e-9 * test.size();
      // A hit that a change of the ray by the slack cannot take away, and one that it might add.
      double sure = k_far, possible = k_far;
      for (const std::uint32_t t : test.present) {
        const Vec3 a = test.corner(t, 0), b = test.corner(t, 1), c = test.corner(t, 2);
        const Vec3 normal = cross(b - a, c - a);
        const double area = length(normal), facing = dot(normal, d) / area, steep = std::fabs(facing);
        const double at = steep > 0 ? dot(a - o, normal) / area / facing : 0.0;
        const Vec3 p = o + d * at;
        bool is_face = false;
        const Vec3 nearest = closest_on(a, b, c, p, is_face);
        const double reach = steep > 1e-6 ? slack / steep : 10.0 * (test.size() + away);
        if (at < -reach || length(p - nearest) > reach) continue;
        if (is_front && facing > 1e-9) continue;
        possible = std::min(possible, at - reach);
        double margin = k_far;
        for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}}) {
          margin = std::min(margin, dot(cross(to - from, p - from), normal) / area / length(to - from));
        }
        // A ray that passes an edge by rounding hits one of its triangles, which a neighbour may answer for.
        const bool is_sure = steep > 1e-6 && margin > 1e-14 * away / steep && at > reach && at < range - reach;
        if (is_sure && (!is_front || facing < 0)) sure = std::min(sure, at + reach);
      }
      const RayHit hit = test.field->raycast(o, d, range, 0.0);
      const RayHit of_mesh = test.mesh->raycast(o, d, range, 0.0);
      ASSERT_EQ(hit.hit, of_mesh.hit);
      if (hit.hit) {
        ASSERT_NEAR(hit.distance, of_mesh.distance, 1e-14 * away + 1e-11 * test.size());
        alike += hit.distance == of_mesh.distance ? 1 : 0;
      }
      if (!hit.hit) {
        ASSERT_EQ(sure, k_far) << "missed a hit";
        continue;
      }
      ++hits;
      ASSERT_GE(hit.distance, possible);
      ASSERT_LE(hit.distance, sure);
      ASSERT_LE(hit.distance, range);
      ASSERT_LE(dot(hit.normal, d), 1e-9);
      ASSERT_GE(hit.feature.triangle, 0);
      EXPECT_EQ(hit.feature.part, -1);
      EXPECT_LE(length(hit.point - (o + d * hit.distance)), 1e-12 * away + 1e-9 * test.size());
      bool is_face = false;
      const auto t = static_cast<std::uint32_t>(hit.feature.triangle);
      ASSERT_TRUE(test.data.has(t));
      EXPECT_LE(
          length(hit.point - closest_on(test.corner(t, 0), test.corner(t, 1), test.corner(t, 2), hit.point, is_face)),
          slack);
    }
  }
  std::printf("seed %llu: %d fields, %d rays hit, %d with the bits of the mesh\n",
              static_cast<unsigned long long>(k_seed), count, hits, alike);
  EXPECT_GT(hits, count * rays / 4);
  // At an edge either triangle may answer first.
  EXPECT_GT(alike, hits - hits / 200);
}

TEST(HeightField, LetsNoRayThroughItsEdges) {
  constexpr std::uint64_t k_seed = 7503;
  Random random(k_seed);
  const int count = scaled(300), rays = 200;
  int hits = 0;
  for (int n = 0; n < count; ++n) {
    HeightData data = random_heights(random);
    for (double& height : data.heights) height = std::isnan(height) ? 0.0 : height;
    const TestField test = make_field(std::move(data));
    for (int r = 0; r < rays; ++r) {
      SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", field " << n << ", ray " << r);
      // At a line or corner of the grid, or at a diagonal, but within the border.
      const auto& options = test.data.options;
      double u = random.below(static_cast<int>(options.columns)), v = random.below(static_cast<int>(options.rows));
      if (random.chance(0.7)) {
        const double t = random.uniform();
        const int line = random.below(3);
        if (line != 1) u += t;
        if (line != 0) v += t;
      }
      const double x = (std::min(u / (options.columns - 1.0), 1.0) - 0.5) * options.width * (1.0 - 1e-9);
      const double z = (std::min(v / (options.rows - 1.0), 1.0) - 0.5) * options.depth * (1.0 - 1e-9);
      const double y = test.field->bounds().max.y;
      const Vec3 at{x, y + test.size() * random.uniform(), z};
      const RayHit hit = test.field->raycast(at, {0.0, -1.0, 0.0}, k_far, 0.0);
      ASSERT_TRUE(hit.hit);
      // At the point there from afar, so steeply that no triangle is seen from behind or from its side.
      const double step = std::min(options.width / (options.columns - 1.0), options.depth / (options.rows - 1.0));
      const double climb = y - test.field->bounds().min.y + step, aside = 0.25 * step / climb;
      const Vec3 d = normalized(Vec3{random.uniform(-aside, aside), -1.0, random.uniform(-aside, aside)});
      const RayHit aimed = test.field->raycast(hit.point - d * (2.0 * test.size()), d, k_far, 0.0);
      ASSERT_TRUE(aimed.hit);
      ASSERT_LE(aimed.distance, 2.0 * test.size() + 1e-9 * (test.size() + std::fabs(y)));
      ++hits;
    }
  }
  EXPECT_EQ(hits, count * rays);
}

TEST(HeightField, FindsTheClosestPointOfAllTriangles) {
  constexpr std::uint64_t k_seed = 7504;
  Random random(k_seed);
  const int count = scaled(300), points = 40;
  int behind = 0, apart = 0;
  for (int n = 0; n < count; ++n) {
    const TestField test = make_field(random_heights(random));
    const double thickness = test.field->thickness();
    for (int k = 0; k < points; ++k) {
      SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", field " << n << ", point " << k);
      const Vec3 p = near_field(random, test);
      const double slack = 1e-9 * test.size() + 1e-14 * length(p);
      double least = k_far;
      bool is_below = false, is_doubtful = false;
      for (const std::uint32_t t : test.present) {
        const Vec3 a = test.corner(t, 0), b = test.corner(t, 1), c = test.corner(t, 2);
        bool lies_over = false;
        const double away = length(p - closest_on(a, b, c, p, lies_over));
        least = std::min(least, away);
        // Above or below the triangle, by the areas that it spans with the point in the plan.
        const auto area = [](const Vec3& l, const Vec3& r) { return l.z * r.x - l.x * r.z; };
        const double of_c = area(a - p, b - p), of_a = area(b - p, c - p), of_b = area(c - p, a - p);
        const double whole = of_a + of_b + of_c, edge = slack * test.size();
        if (std::min({of_a, of_b, of_c}) < -edge) continue;
        const double above = p.y - (a.y * of_a + b.y * of_b + c.y * of_c) / whole;
        is_doubtful = is_doubtful || std::min({of_a, of_b, of_c}) < edge || std::fabs(above) < slack;
        is_below = is_below || above < 0.0;
      }
      const ClosestPoint closest = test.field->closest_point(p), of_mesh = test.mesh->closest_point(p);
      ASSERT_NEAR(std::fabs(closest.distance), std::fabs(of_mesh.distance), 1e-15 * (test.size() + length(p)));
      EXPECT_NEAR(least, std::fabs(closest.distance), slack);
      EXPECT_NEAR(length(closest.normal), 1.0, 1e-9);
      EXPECT_LE(length(closest.point + closest.normal * closest.distance - p), 1e-6 * test.size() + slack);
      const auto t = static_cast<std::uint32_t>(closest.feature.triangle);
      ASSERT_TRUE(test.data.has(t));
      bool is_face = false;
      EXPECT_NEAR(length(p - closest_on(test.corner(t, 0), test.corner(t, 1), test.corner(t, 2), p, is_face)), least,
                  slack);
      if (is_doubtful || std::fabs(least - thickness) < slack) continue;
      EXPECT_EQ(closest.distance < 0.0, is_below && least < thickness);
      ++(closest.distance < 0.0 ? behind : apart);
    }
  }
  std::printf("seed %llu: %d fields, %d points behind, %d apart\n", static_cast<unsigned long long>(k_seed), count,
              behind, apart);
  EXPECT_GT(behind, count * points / 20);
  EXPECT_GT(apart, count * points / 4);
}

TEST(HeightField, VisitsAllTrianglesInReachAndFewOthers) {
  constexpr std::uint64_t k_seed = 7505;
  Random random(k_seed);
  const int count = scaled(600);
  std::size_t visits = 0, wanted_visits = 0, total = 0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", field " << n);
    const TestField test = make_field(random_heights(random, 24));
    const std::uint32_t triangles = test.data.triangle_count();
    const double prism = test.field->thickness();
    const Vec3 at = near_field(random, test), half = random.in_cube(0.2 * test.size());
    const Aabb box{min(at - half, at + half), max(at - half, at + half)};
    const Vec3 extent = (box.max - box.min) * 0.5;
    const Vec3 direction = random.chance(0.2) ? Vec3{0.0, -1.0, 0.0} : random.direction();
    const double range = random.uniform(0.0, 1.0) * test.size(), near = random.uniform(0.0, 0.3) * test.size();
    std::vector<bool> wanted_within(triangles), wanted_near(triangles), wanted_along(triangles);
    std::vector<bool> wanted_prisms(triangles);
    std::vector<bool> may_within(triangles), may_near(triangles), may_along(triangles);
    for (const std::uint32_t t : test.present) {
      const Vec3 a = test.corner(t, 0), b = test.corner(t, 1), c = test.corner(t, 2);
      const Vec3 back = normalized(cross(b - a, c - a)) * -prism;
      for (int i = 0; i <= 6; ++i) {
        for (int k = 0; k + i <= 6; ++k) {
          for (const double depth : {0.0, 0.5, 1.0}) {
            const Vec3 p = a + (b - a) * (i / 6.0) + (c - a) * (k / 6.0) + back * depth;
            const double apart = length(max(max(box.min - p, p - box.max), Vec3{}));
            if (apart == 0.0) wanted_prisms[t] = true;
            if (depth > 0.0) continue;
            if (apart == 0.0) wanted_within[t] = true;
            if (apart <= near) wanted_near[t] = true;
            const Vec3 hits = at + direction * clamp(dot(p - at, direction), 0.0, range);
            if (length(max(max((hits - extent) - p, p - (hits + extent)), Vec3{})) == 0.0) wanted_along[t] = true;
          }
        }
      }
      // No triangle whose bounds, with those of its prism, are clearly away.
      const Vec3 sides = abs(b - a) + abs(c - a);
      const double touch = 1e-6 * (sides.x + sides.y + sides.z) + 1e-11 * (length(at) + 10.0 * test.size() + length(a));
      const Vec3 low = min(min(a, min(b, c)), min(a, min(b, c)) + back) - Vec3{touch, touch, touch};
      const Vec3 high = max(max(a, max(b, c)), max(a, max(b, c)) + back) + Vec3{touch, touch, touch};
      const Vec3 gaps = max(max(low - box.max, box.min - high), Vec3{});
      may_within[t] = max_component(gaps) <= 0.0;
      may_near[t] = max_component(gaps) <= near;
      const Vec3 end = at + direction * range;
      const Vec3 path_gaps = max(max(low - (max(at, end) + extent), (min(at, end) - extent) - high), Vec3{});
      may_along[t] = max_component(path_gaps) <= 0.0;
    }
    const auto check = [&](const std::vector<bool>& wanted, const std::vector<bool>& may, const char* what, auto run) {
      std::vector<int> seen(triangles);
      run([&](std::uint32_t t) {
        ++seen[t];
        return true;
      });
      for (std::uint32_t t = 0; t < triangles; ++t) {
        EXPECT_LE(seen[t], may[t] ? 1 : 0) << what << ", triangle " << t;
        if (wanted[t]) {
          EXPECT_EQ(seen[t], 1) << what << ", triangle " << t;
        }
        visits += static_cast<std::size_t>(seen[t]);
        wanted_visits += wanted[t] ? 1 : 0;
      }
      total += triangles;
    };
    check(wanted_within, may_within, "within", [&](auto visit) { test.field->visit_within(box, nullptr, visit); });
    check(wanted_prisms, may_within, "prisms", [&](auto visit) { test.field->visit_prisms_within(box, visit); });
    check(wanted_near, may_near, "near", [&](auto visit) { test.field->visit_near(box, near, visit); });
    check(wanted_along, may_along, "along",
          [&](auto visit) { test.field->visit_along({at, direction, -extent, extent}, range, nullptr, visit); });
    // A search ends when it is told to.
    int seen = 0;
    test.field->visit_within(test.field->bounds(), nullptr, [&](std::uint32_t) { return ++seen < 3; });
    EXPECT_EQ(static_cast<std::size_t>(seen), std::min<std::size_t>(3, test.present.size()));
  }
  std::printf("seed %llu: %zu visits, %zu needed, of %zu\n", static_cast<unsigned long long>(k_seed), visits,
              wanted_visits, total);
  EXPECT_GT(visits, total / 50);
  EXPECT_LT(visits, total / 2);
  EXPECT_LT(visits, wanted_visits * 5 / 4);
}

TEST(HeightField, HasTheSupportPointsAndBoundsOfItsTriangles) {
  constexpr std::uint64_t k_seed = 7506;
  Random random(k_seed);
  for (int n = 0; n < scaled(600); ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", field " << n);
    const TestField test = make_field(random_heights(random));
    const Pose pose{random.chance(0.5) ? random.in_cube(1e3) : Vec3{}, random.rotation()};
    Vec3 direction = random.direction();
    if (random.chance(0.3)) direction = unit_axis(random.below(3)) * random.sign();
    const double prism = test.field->thickness();
    const Aabb own = test.field->bounds(), box = test.field->bounds_at(pose);
    double farthest = -k_far, reach = 0.0;
    Vec3 low{k_far, k_far, k_far}, high{-k_far, -k_far, -k_far};
    for (const std::uint32_t t : test.present) {
      const Vec3 a = test.corner(t, 0), b = test.corner(t, 1), c = test.corner(t, 2);
      const Vec3 back = normalized(cross(b - a, c - a)) * -prism;
      for (const Vec3& corner : {a, b, c}) {
        farthest = std::max(farthest, dot(corner, direction));
        reach = std::max(reach, length(corner));
        low = min(low, corner);
        high = max(high, corner);
        for (const Vec3& p : {corner, corner + back}) {
          const double rounding = 1e-15 * (length(p) + prism);
          EXPECT_TRUE(own.min.x <= p.x + rounding && own.min.y <= p.y + rounding && own.min.z <= p.z + rounding);
          EXPECT_TRUE(own.max.x >= p.x - rounding && own.max.y >= p.y - rounding && own.max.z >= p.z - rounding);
          const Quat& q = pose.rotation;
          const Vec3 u{q.x, q.y, q.z}, turn = cross(u, p) * 2.0;
          const Vec3 world = pose.position + p + turn * q.w + cross(u, turn);
          const double slack = 1e-15 * (length(p) + length(pose.position));
          EXPECT_TRUE(box.min.x <= world.x + slack && box.min.y <= world.y + slack && box.min.z <= world.z + slack);
          EXPECT_TRUE(box.max.x >= world.x - slack && box.max.y >= world.y - slack && box.max.z >= world.z - slack);
        }
      }
    }
    const double rounding = 1e-15 * (reach + test.size());
    EXPECT_NEAR(dot(test.field->support(direction), direction), farthest, rounding);
    EXPECT_GE(test.field->reach(), reach);
    EXPECT_LE(test.field->reach(), (length(max(abs(low), abs(high))) + prism) * (1.0 + 1e-12));
    EXPECT_GE(test.field->size() * (1.0 + 1e-12), 0.5 * length(high - low));
    // Without prisms the bounds are those of the triangles.
    EXPECT_LE(max_component(abs(own.min + Vec3{0.0, prism, 0.0} - low)), prism + rounding);
    EXPECT_LE(max_component(abs(own.max - high)), prism + rounding);
    EXPECT_EQ(own.max.y, high.y);
  }
}

TEST(HeightField, BendsAsAMeshOfItsTriangles) {
  constexpr std::uint64_t k_seed = 7507;
  Random random(k_seed);
  std::size_t edges = 0, kinds[4] = {}, differing = 0;
  for (int n = 0; n < scaled(300); ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", field " << n);
    HeightData data = random_heights(random, 20);
    // Sides on which all columns stand exactly evenly, so that the mesh's exact answer is that of an even grid.
    const bool is_exact = random.chance(0.7);
    if (is_exact) {
      data.options.width = (data.options.columns - 1.0) * 0.25;
      data.options.depth = (data.options.rows - 1.0) * 0.5;
      data.size = 1.0;
    }
    const TestField test = make_field(std::move(data));
    for (std::uint32_t i = 0; i < test.present.size(); ++i) {
      for (int edge = 0; edge < 3; ++edge) {
        const EdgeBend bend = bend_of(test.field->bends(test.present[i]), edge),
                       of_mesh = bend_of(test.mesh->bends(i), edge);
        ++edges;
        ++kinds[static_cast<int>(bend)];
        if (is_exact) {
          EXPECT_EQ(bend, of_mesh) << "triangle " << test.present[i] << ", edge " << edge;
        } else {
          EXPECT_EQ(bend == EdgeBend::open, of_mesh == EdgeBend::open);
          differing += bend != of_mesh ? 1 : 0;
        }
      }
    }
  }
  std::printf("seed %llu: %zu edges: %zu flat, %zu concave, %zu convex, %zu open; %zu differ on uneven grids\n",
              static_cast<unsigned long long>(k_seed), edges, kinds[0], kinds[1], kinds[2], kinds[3], differing);
  for (const std::size_t kind : kinds) EXPECT_GT(kind, edges / 50);
}

TEST(HeightField, DecidesBendsExactly) {
  // The four heights of a cell, of which the sum of two exceeds that of the other two by far less than a rounding.
  HeightFieldOptions options;
  const auto bend_between = [&](double a, double b, double c, double d) {
    const Result<HeightFieldPtr> built = build_height_field(std::array{a, c, b, d}, options);
    return bend_of(built.value->bends(0), 2);
  };
  EXPECT_EQ(bend_between(1.0, 1.0, 1.0, 1.0), EdgeBend::flat);
  EXPECT_EQ(bend_between(1.0, 1.0, 0x1p-60, 0x1p-60), EdgeBend::flat);
  EXPECT_EQ(bend_between(1.0, 1.0, 0.0, 0x1p-60), EdgeBend::convex);
  EXPECT_EQ(bend_between(1.0, 1.0, 0x1p-60, 0.0), EdgeBend::concave);
  EXPECT_EQ(bend_between(0.1, 0.2, 0.1, 0.2), EdgeBend::flat);
  EXPECT_EQ(bend_between(1e8, 1e8, 1e-300, 0.0), EdgeBend::concave);
}

}  // namespace
}  // namespace hyperplane::test
