#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <hyperplane/pair.h>

#include "hull/hull.h"
#include "math/quat.h"
#include "math/trigonometry.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// The depth of pairs with a round shape, against the least overlap over many directions: an even grid of them, those
/// that the shapes suggest, and the best of both refined by a random search. No direction may have less overlap than
/// the depth.

namespace hyperplane::test {
namespace {

constexpr int k_grid = 3000;
constexpr int k_refined_directions = 8;

/// A placed shape of the oracle, with its axes.
struct Solid {
  OracleShape shape;
  Vec3 axes[3];
  /// Greatest extent along an axis.
  double size = 0.0;

  Solid(const TestShape& test, const Pose& pose) : shape(test.oracle(pose)) {
    for (int i = 0; i < 3; ++i) {
      axes[i] = rotate(pose.rotation, unit_axis(i));
      size = std::max(size, shape.height(axes[i]) + shape.height(-axes[i]));
    }
  }
};

double overlap(const Solid& a, const Solid& b, const Vec3& n) { return a.shape.height(n) + b.shape.height(-n); }

/// Directions, each pointing away from its own shape, along which a local minimum may sit.
void add_likely(const TestShape& shape, const Solid& solid, const Pose& pose, double sign, std::vector<Vec3>& out) {
  for (const Vec3& axis : solid.axes) {
    out.push_back(axis);
    out.push_back(-axis);
  }
  if (shape.hull != nullptr) {
    const auto faces = shape.hull->faces();
    for (const Hull::Face& face : faces) out.push_back(rotate(pose.rotation, face.normal) * sign);
    for (const Hull::Edge edge : shape.hull->edges()) {
      for (const double share : {0.2, 0.4, 0.6, 0.8}) {
        const Vec3 n = faces[edge.face[0]].normal * share + faces[edge.face[1]].normal * (1.0 - share);
        out.push_back(rotate(pose.rotation, n * (sign / length(n))));
      }
    }
  }
  double y = 0.0;
  const double* const p = shape.shape.parameters;
  if (shape.shape.type == ShapeType::cone) y = sign * p[0] / std::hypot(p[0], p[1]);
  if (shape.shape.type == ShapeType::ellipsoid || shape.hull != nullptr) return;
  for (int i = 0; i < 180; ++i) {
    const double angle = 2.0 * k_pi * i / 180, across = std::sqrt(1.0 - y * y);
    out.push_back(solid.axes[0] * (across * std::cos(angle)) + solid.axes[1] * y +
                  solid.axes[2] * (across * std::sin(angle)));
  }
}

/// Random steps, longer after a success and shorter after failures.
double refined(const Solid& a, const Solid& b, Vec3 n, double least, Random& random) {
  double step = 0.05;
  while (step > 1e-9) {
    bool better = false;
    for (int i = 0; i < 8 && !better; ++i) {
      const Vec3 there = n + random.in_cube(step), unit = normalized(there);
      const double found = overlap(a, b, unit);
      if (!(found < least)) continue;
      better = true;
      least = found;
      n = unit;
    }
    step *= better ? 2.0 : 0.6;
    step = std::min(step, 0.1);
  }
  return least;
}

double least_overlap(const Solid& a, const Solid& b, const std::vector<Vec3>& likely, Random& random) {
  struct Found {
    double depth;
    Vec3 n;
  };
  std::vector<Found> all;
  for (int i = 0; i < k_grid; ++i) {
    const double y = 1.0 - (2.0 * i + 1.0) / k_grid, across = std::sqrt(1.0 - y * y), angle = 2.399963229728653 * i;
    const Vec3 n{across * std::cos(angle), y, across * std::sin(angle)};
    all.push_back({overlap(a, b, n), n});
  }
  for (const Vec3& n : likely) all.push_back({overlap(a, b, n), n});
  std::sort(all.begin(), all.end(), [](const Found& u, const Found& v) { return u.depth < v.depth; });
  std::vector<Vec3> taken;
  double least = 1e300;
  for (const Found& found : all) {
    bool is_near = false;
    for (const Vec3& t : taken) is_near = is_near || dot(t, found.n) > 0.999;
    if (is_near) continue;
    taken.push_back(found.n);
    const double depth = refined(a, b, found.n, found.depth, random);
    least = std::min(least, depth);
    if (taken.size() == k_refined_directions) break;
  }
  return least;
}

TestShape make_pyramid(int sides, double radius, double height) {
  std::vector<double> points{0.0, 0.5 * height, 0.0};
  for (int j = 0; j < sides; ++j) {
    const double angle = 2.0 * k_pi * j / sides;
    points.insert(points.end(), {radius * std::cos(angle), -0.5 * height, radius * std::sin(angle)});
  }
  return make_test_hull(points);
}

double side(Random& random) {
  const double sides[] = {1.0, random.uniform(0.25, 1.0), random.uniform(0.9, 1.1), 1e-3, 0.02};
  return sides[random.below(100) < 85 ? random.below(3) : 3 + random.below(2)];
}

TestShape make_round(Random& random, const Vec3& s) {
  switch (random.below(9)) {
    case 0:
      return {make_sphere(0.5 * s.x).value, {}, nullptr};
    case 1:
    case 2:
      return {make_cylinder(0.5 * s.x, s.y).value, {}, nullptr};
    case 3:
    case 4:
      return {make_cone(0.5 * s.x, s.y).value, {}, nullptr};
    case 5:
    case 6:
      return {make_ellipsoid(0.5 * s.x, 0.5 * s.y, 0.5 * s.z).value, {}, nullptr};
    default:
      return {make_capsule(0.5 * s.x, s.y).value, {}, nullptr};
  }
}

TestShape make_faceted(Random& random, const Vec3& s) {
  const int sides[] = {3, 8, 35, 70, 100};
  switch (random.below(5)) {
    case 0:
      return make_test_ball(random, random.chance(0.5) ? 200 : 20 + random.below(80), s * 0.5);
    case 1:
      return make_pyramid(sides[random.below(5)], 0.5 * s.x, s.y);
    case 2:
      return {make_box(s.x, s.y, s.z).value, {}, nullptr};
    default:
      return make_test_prism(sides[random.below(5)], 0.5 * s.x, s.y, 0.5 * s.x);
  }
}

Quat small_turn(Random& random, int low, int high) {
  const Vec3 v = random.direction() * random.log_uniform(low, high);
  const double w = std::sqrt(std::max(0.0, 1.0 - dot(v, v)));
  return {v.x, v.y, v.z, w};
}

enum class First { box, faceted, round };

TestShape make_first(First kind, Random& random, const Vec3& s) {
  if (kind == First::box) return {make_box(s.x, s.y, s.z).value, {}, nullptr};
  return kind == First::faceted ? make_faceted(random, s) : make_round(random, s);
}

/// Of a box also shallow overlaps, which may be none.
void run(First kind, std::uint64_t seed, int count) {
  Random random(seed);
  int wrong = 0, deep = 0;
  double worst = 0.0;
  for (int i = 0; i < count; ++i) {
    const Vec3 first{side(random), side(random), side(random)};
    const Vec3 second = random.chance(0.5) ? first : Vec3{side(random), side(random), side(random)};
    const TestShape a = make_first(kind, random, first);
    const TestShape b = make_round(random, random.chance(0.2) ? second * random.uniform(0.01, 1.0) : second);
    Pose pose_a{{}, random.rotation()}, pose_b = pose_a;
    const int turn = random.below(4);
    if (turn == 1) pose_b.rotation = pose_a.rotation * small_turn(random, -30, -2);
    if (turn == 2) pose_b.rotation = pose_a.rotation * Quat{0.0, 0.0, std::sqrt(0.5), std::sqrt(0.5)};
    if (turn == 3) pose_b.rotation = random.rotation();
    const int aside = random.below(4);
    if (aside == 1) pose_b.position = rotate(pose_a.rotation, Vec3{0.0, random.uniform(-0.3, 0.3), 0.0});
    if (aside >= 2)
      pose_b.position = pose_b.position + random.direction() * random.log_uniform(-30, aside == 2 ? -8 : -2);
    if (kind == First::box && random.chance(0.7)) {
      pose_b.position = pose_b.position + rotate(pose_a.rotation, random.direction() * random.uniform(0.1, 0.7));
    }
    const Solid solid_a(a, pose_a), solid_b(b, pose_b);
    const Penetration found = penetration(a.shape, pose_a, b.shape, pose_b);
    if (!found.intersects) continue;
    ++deep;
    std::vector<Vec3> likely;
    add_likely(a, solid_a, pose_a, 1.0, likely);
    add_likely(b, solid_b, pose_b, -1.0, likely);
    const double s = std::max(solid_a.size, solid_b.size);
    const double least = least_overlap(solid_a, solid_b, likely, random);
    const double over = (found.depth - least) / s;
    EXPECT_NEAR(overlap(solid_a, solid_b, found.normal), found.depth, 1e-7 * s);
    if (over > 1e-6) {
      ++wrong;
      worst = std::max(worst, over);
      std::printf("seed %llu, %d: %s %s: %.9g least %.9g over %g s\n", static_cast<unsigned long long>(seed), i,
                  name_of(a.shape.type), name_of(b.shape.type), found.depth, least, over);
    }
  }
  std::printf("seed %llu: wrong %d of %d, worst %g s\n", static_cast<unsigned long long>(seed), wrong, deep, worst);
  EXPECT_EQ(wrong, 0);
  EXPECT_GE(deep, kind == First::box ? count / 2 : count * 9 / 10);
}

TEST(RoundDepth, IsLeastForAPolytopeInARoundShape) { run(First::faceted, 11, scaled(500)); }
TEST(RoundDepth, IsLeastForABoxAndARoundShape) { run(First::box, 13, scaled(500)); }
TEST(RoundDepth, IsLeastForTwoRoundShapes) { run(First::round, 12, scaled(100)); }

}  // namespace
}  // namespace hyperplane::test
