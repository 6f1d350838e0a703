#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>

#include "math/quat.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Every pair of shapes on the list against certificates that the oracle checks without knowing how the answer was
/// found: witness points that lie on their shapes bound the distance from above, a plane at a right angle to the normal
/// bounds it from below, and for overlapping shapes the plane certifies that the translation parts them, and a search
/// over directions looks for a shorter one. Lengths in units of s, the larger diameter.

namespace hyperplane::test {
namespace {

enum class PairKind { random, touching, shallow, contained, flat, almost_equal, aligned, unequal, rounded };
constexpr const char* k_kind_names[] = {"random",       "touching", "shallow", "contained", "flat",
                                        "almost_equal", "aligned",  "unequal", "rounded"};
constexpr int k_pair_kind_count = 9;

struct PairCase {
  TestShape a, b;
  Pose pose_a, pose_b;
};

std::string replay(const PairCase& c) {
  char text[800];
  const Vec3 &p = c.pose_a.position, &q = c.pose_b.position;
  const Quat &r = c.pose_a.rotation, &t = c.pose_b.rotation;
  std::snprintf(text, sizeof(text), ", {{%a, %a, %a}, {%a, %a, %a, %a}}, {{%a, %a, %a}, {%a, %a, %a, %a}}", p.x, p.y,
                p.z, r.x, r.y, r.z, r.w, q.x, q.y, q.z, t.x, t.y, t.z, t.w);
  return c.a.replay() + ", " + c.b.replay() + text;
}

PairCase make_case(Random& random, ShapePair types, PairKind kind, int index) {
  const double scales[] = {1.0, 1e-3, 1e3};
  const double scale = scales[index % 3];
  const ShapeForm form = kind == PairKind::flat      ? ShapeForm::flat
                         : kind == PairKind::rounded ? ShapeForm::rounded
                                                     : ShapeForm::plain;
  PairCase c;
  c.a = make_test_shape(random, types.a, form, scale);
  const double ratio = kind == PairKind::contained ? random.uniform(0.05, 0.3) : kind == PairKind::unequal ? 1e-3 : 1.0;
  c.b = make_test_shape(random, types.b, form, scale * ratio);
  const Vec3 away = index / 3 % 3 == 2 ? random.in_cube(1e6) : Vec3{};
  c.pose_a = {away, random.rotation()};
  c.pose_b = {away, random.rotation()};
  if (kind == PairKind::almost_equal || kind == PairKind::aligned) {
    const Quat turn{random.uniform(-1.0, 1.0) * random.log_uniform(-40, -2),
                    random.uniform(-1.0, 1.0) * random.log_uniform(-40, -2),
                    random.uniform(-1.0, 1.0) * random.log_uniform(-40, -2), 1.0};
    c.pose_b.rotation = random.chance(0.3) ? c.pose_a.rotation : c.pose_a.rotation * turn;
  }
  Vec3 direction = random.direction();
  if (kind == PairKind::aligned && random.chance(0.7))
    direction = rotate(c.pose_a.rotation, unit_axis(random.below(3))) * random.sign();
  // The offset along the direction at which the shapes only touch, by bisection on a coarse distance from the
  // oracle's planes.
  const OracleShape oa = c.a.oracle({{}, c.pose_a.rotation}), ob = c.b.oracle({{}, c.pose_b.rotation});
  const double reach = oa.height(direction) + ob.height(-direction);
  double by = 0.0;
  switch (kind) {
    case PairKind::random:
    case PairKind::flat:
    case PairKind::unequal:
    case PairKind::aligned:
    case PairKind::rounded:
      by = random.uniform(0.0, 1.4) * reach;
      break;
    case PairKind::touching:
    case PairKind::shallow: {
      // The projections touch along the direction; the shapes may still be apart, so move them together.
      by = reach;
      double low = 0.0, high = reach;
      for (int i = 0; i < 60; ++i) {
        const double middle = 0.5 * (low + high);
        const Pose at{direction * middle, c.pose_b.rotation};
        (intersects(c.a.shape, {{}, c.pose_a.rotation}, c.b.shape, at) ? low : high) = middle;
      }
      by = low +
           (kind == PairKind::touching ? random.sign() * random.log_uniform(-50, -12) : -random.log_uniform(-12, -3)) *
               scale;
      break;
    }
    case PairKind::contained:
      by = random.uniform(0.0, 0.3) * oa.diameter() * 0.3;
      break;
    case PairKind::almost_equal:
      by = random.chance(0.2) ? 0.0 : random.log_uniform(-50, -3) * scale;
      break;
  }
  c.pose_b.position += direction * by;
  return c;
}

struct Worst {
  double value = 0.0;
  std::string where;
  void raise(double v, const PairCase& c) {
    if (v <= value) return;
    value = std::isnan(v) ? 1e300 : v;
    where = replay(c);
  }
};

class EveryPair : public testing::TestWithParam<ShapePair> {};

INSTANTIATE_TEST_SUITE_P(Shapes, EveryPair, testing::ValuesIn(shape_pairs()),
                         [](const auto& info) { return name_of(info.param); });

/// A direction along which the shapes can be parted by less than `depth`, if a search finds one.
double least_overlap(Random& random, const OracleShape& a, const OracleShape& b, const Vec3& start, int samples) {
  double least = -separation(a, b, start);
  Vec3 best = start;
  for (int i = 0; i < samples; ++i) {
    const Vec3 n = random.direction();
    const double overlap = -separation(a, b, n);
    if (overlap < least) {
      least = overlap;
      best = n;
    }
  }
  double step = 0.3;
  for (int i = 0; i < samples && step > 1e-7; ++i) {
    Vec3 n = best + random.direction() * step;
    n = n * (1.0 / length(n));
    const double overlap = -separation(a, b, n);
    if (overlap < least) {
      least = overlap;
      best = n;
    } else {
      step *= 0.97;
    }
  }
  return least;
}

TEST_P(EveryPair, AnswersWithCertificates) {
  for (int kind = 0; kind < k_pair_kind_count; ++kind) {
    Random random(77 + 100 * static_cast<std::uint64_t>(GetParam().a) +
                  1000 * static_cast<std::uint64_t>(GetParam().b) + static_cast<std::uint64_t>(kind));
    Worst agreement, verdict, plane, witness, span, shorter, swap, contact, depth;
    int overlapping = 0;
    const int count = scaled(400);
    for (int i = 0; i < count; ++i) {
      const PairCase c = make_case(random, GetParam(), static_cast<PairKind>(kind), i);
      const Vec3 origin = c.pose_a.position;
      const OracleShape oa = c.a.oracle(c.pose_a, origin), ob = c.b.oracle(c.pose_b, origin);
      const double s = std::max(oa.diameter(), ob.diameter());
      // Far from the origin, rounding of the coordinates moves the points.
      const double rounding = 4e-16 * length(origin) / s;
      const bool touch = intersects(c.a.shape, c.pose_a, c.b.shape, c.pose_b);
      const Distance d = distance(c.a.shape, c.pose_a, c.b.shape, c.pose_b);
      const Penetration p = penetration(c.a.shape, c.pose_a, c.b.shape, c.pose_b);
      const ContactManifold m = collide(c.a.shape, c.pose_a, c.b.shape, c.pose_b);
      if (touch != (d.distance <= 0.0) || touch != p.intersects || touch != (m.point_count > 0))
        agreement.raise(std::max(1e-9, std::fabs(d.distance) / s), c);
      if (touch && (p.depth != -d.distance || m.depth != p.depth || p.normal != d.normal || m.normal != d.normal))
        agreement.raise(1.0, c);
      overlapping += touch;

      const Vec3 on_a = d.point_a - origin, on_b = d.point_b - origin;
      span.raise(length(on_b - on_a - d.normal * d.distance) / s - rounding, c);
      span.raise(std::fabs(length(d.normal) - 1.0), c);
      witness.raise(std::fabs(oa.height(d.normal) - dot(d.normal, on_a)) / s - rounding, c);
      witness.raise(std::fabs(ob.height(-d.normal) + dot(d.normal, on_b)) / s - rounding, c);
      witness.raise(oa.signed_distance(on_a) / s - rounding, c);
      witness.raise(ob.signed_distance(on_b) / s - rounding, c);
      plane.raise(std::fabs(separation(oa, ob, d.normal) - d.distance) / s, c);
      if (touch) {
        shorter.raise((p.depth - least_overlap(random, oa, ob, d.normal, 1500)) / s, c);
        depth.raise(std::fabs(m.points[0].depth - m.depth) / s, c);
        for (int k = 0; k < m.point_count; ++k) {
          const ContactPoint& point = m.points[k];
          const Vec3 pa = point.on_a - origin, pb = point.on_b - origin;
          contact.raise(oa.signed_distance(pa) / s - rounding, c);
          contact.raise(ob.signed_distance(pb) / s - rounding, c);
          contact.raise(length(pa - pb - m.normal * point.depth) / s - rounding, c);
          contact.raise((point.depth - m.depth) / s, c);
          contact.raise(-point.depth / s, c);
        }
      }
      const Distance back = distance(c.b.shape, c.pose_b, c.a.shape, c.pose_a);
      swap.raise(std::fabs(back.distance - d.distance) / s, c);
    }
    const char* name = k_kind_names[kind];
    if (static_cast<PairKind>(kind) == PairKind::touching && count >= 100) {
      EXPECT_GE(overlapping, std::max(0.15, least_share_of_hits(GetParam().a, GetParam().b)) * count) << name;
      EXPECT_LE(overlapping, 0.7 * count) << name;
    }
    EXPECT_EQ(agreement.value, 0.0) << name << " " << agreement.where;
    EXPECT_LE(plane.value, 1e-6) << name << " " << plane.where;
    EXPECT_LE(witness.value, 1e-6) << name << " " << witness.where;
    EXPECT_LE(span.value, 1e-6) << name << " " << span.where;
    EXPECT_LE(shorter.value, 1e-5) << name << " " << shorter.where;
    EXPECT_LE(contact.value, 1e-6) << name << " " << contact.where;
    EXPECT_LE(depth.value, 1e-6) << name << " " << depth.where;
    EXPECT_LE(swap.value, 1e-6) << name << " " << swap.where;
  }
}

/// The points of a manifold lie on rounded cones and cylinders, also where a rim is clipped between its corners.
TEST(RoundedRims, HaveTheirContactPoints) {
  Random random(4307);
  int points = 0;
  for (int run = 0; run < scaled(4000); ++run) {
    const double rounding = random.uniform(0.02, 0.3), radius = random.uniform(0.2, 0.7);
    const double height = random.uniform(0.3, 1.2);
    const Shape round =
        random.chance(0.5) ? make_cone(radius, height, rounding).value : make_cylinder(radius, height, rounding).value;
    const TestShape hull = make_test_ball(random, 12 + random.below(20), {0.6, 0.5, 0.7});
    const Pose pose{{}, random.rotation()}, other{random.in_cube(1.3), random.rotation()};
    const ContactManifold contact = collide(round, pose, hull.shape, other);
    for (int i = 0; i < contact.point_count; ++i, ++points) {
      ASSERT_NEAR(closest_point(round, pose, contact.points[i].on_a).distance, 0.0, 1e-6) << "seed 4307, run " << run;
      ASSERT_NEAR(closest_point(hull.shape, other, contact.points[i].on_b).distance, 0.0, 1e-6) << run;
    }
  }
  EXPECT_GT(points, scaled(4000) / 2);
}

}  // namespace
}  // namespace hyperplane::test
