#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <hyperplane/pair.h>

#include "hull/hull.h"
#include "math/quat.h"
#include "support/flat_shapes.h"
#include "support/test_size.h"

/// Pairs with points, segments, rectangles and discs, at random and in exact alignments. An answer proves itself: its
/// witness points lie on the shapes, and the extents along its normal leave the gap (or the overlap) that it states;
/// an overlap is compared with those along other directions. It agrees with the answer for the thin twins, and with
/// that for the pair exchanged.

namespace hyperplane::test {
namespace {

struct Member {
  TestShape full;
  FlatTestShape flat;
  bool is_flat = false;

  const Shape& shape() const { return is_flat ? flat.shape : full.shape; }
  const Shape& twin() const { return is_flat ? flat.twin : full.shape; }
  std::string replay() const {
    return (is_flat ? TestShape{flat.shape, {}, nullptr} : TestShape{full.shape, full.points, nullptr}).replay();
  }
};

/// Extents and distances of either kind, relative to A's position.
class Oracle {
 public:
  Oracle(const Member& member, const Pose& pose, const Vec3& origin)
      : origin_(origin), is_flat_(member.is_flat), flat_(member.flat.shape, pose) {
    if (!is_flat_) full_.push_back(member.full.oracle(pose, origin));
  }
  double height(const Vec3& n) const { return is_flat_ ? flat_.height(n, origin_) : full_[0].height(n); }
  double distance(const Vec3& p) const {
    return is_flat_ ? flat_.distance(p) : std::max(full_[0].signed_distance(p - origin_), 0.0);
  }
  double diameter() const { return is_flat_ ? flat_.diameter() : full_[0].diameter(); }

 private:
  Vec3 origin_;
  bool is_flat_;
  FlatOracle flat_;
  std::vector<OracleShape> full_;
};

std::string to_text(const Pose& pose) {
  char text[300];
  const Vec3& p = pose.position;
  const Quat& q = pose.rotation;
  std::snprintf(text, sizeof text, "{{%a, %a, %a}, {%a, %a, %a, %a}}", p.x, p.y, p.z, q.x, q.y, q.z, q.w);
  return text;
}

struct PosePair {
  Pose a, b;
};

/// A multiple of quarter turns about the axes, exact.
Quat quarter_turns(Random& random) {
  const double h = std::sqrt(0.5);
  const Quat turns[] = {{0, 0, 0, 1}, {h, 0, 0, h}, {0, h, 0, h}, {0, 0, h, h}, {1, 0, 0, 0}, {0, 0, 1, 0}};
  return turns[random.below(6)] * turns[random.below(6)];
}

/// At random, aligned on a grid of half sizes (coplanar, collinear, coincident), the same in a turned frame, and almost
/// aligned.
PosePair make_poses(Random& random, int kind, double size, double away) {
  PosePair poses;
  const Vec3 base = random.in_cube(away);
  if (kind == 0) return {{base, random.rotation()}, {base + random.in_cube(0.5 * size), random.rotation()}};
  const auto step = [&] { return 0.25 * size * random.below(3) * random.sign() * (random.chance(0.5) ? 0.0 : 1.0); };
  const Vec3 offset{step(), step(), step()};
  Quat frame = kind == 1 ? Quat{} : random.rotation();
  poses.a = {base, frame * quarter_turns(random)};
  poses.b = {base + rotate(frame, offset), frame * quarter_turns(random)};
  if (kind == 3) {
    const Vec3 v = random.direction() * random.log_uniform(-40, -8);
    poses.b.rotation = Quat{v.x, v.y, v.z, 1.0} * poses.b.rotation;
    poses.b.position += random.direction() * (size * random.log_uniform(-50, -10));
  }
  return poses;
}

struct WorstShares {
  double outside = 0.0, sum = 0.0, gap = 0.0, twin = 0.0, exchanged = 0.0, deeper = 0.0;
};

class FlatPairs : public testing::TestWithParam<int> {};

INSTANTIATE_TEST_SUITE_P(Kinds, FlatPairs, testing::Range(0, k_flat_kind_count));

TEST_P(FlatPairs, AnswersProveThemselves) {
  const std::uint64_t seed = 9100 + static_cast<std::uint64_t>(GetParam());
  SCOPED_TRACE("seed " + std::to_string(seed));
  Random random(seed);
  WorstShares worst;
  int touching = 0, overlapping = 0;
  const int count = scaled(2000);
  for (int i = 0; i < count; ++i) {
    const double size = std::pow(10.0, random.below(7) - 3), away = random.chance(0.7) ? 0.0 : 1e6;
    Member a, b;
    a.is_flat = true;
    a.flat = make_flat_shape(random, GetParam(), size);
    b.is_flat = random.chance(0.6);
    if (b.is_flat) {
      b.flat = make_flat_shape(random, random.below(k_flat_kind_count), size);
    } else {
      const int type = random.below(k_shape_type_count);
      b.full = make_test_shape(random, k_shape_types[type], ShapeForm::plain, size);
    }
    const bool equal = b.is_flat && random.chance(0.05);
    if (equal) b.flat = a.flat;
    const int kind = random.below(4);
    PosePair poses = make_poses(random, kind, size, away);
    if (equal && random.chance(0.5)) poses.b = poses.a;
    SCOPED_TRACE(a.replay() + ", " + b.replay() + ", " + to_text(poses.a) + ", " + to_text(poses.b) + " kind " +
                 std::to_string(kind));

    const Distance found = distance(a.shape(), poses.a, b.shape(), poses.b);
    ASSERT_TRUE(std::isfinite(found.distance) && is_finite(found.point_a) && is_finite(found.point_b));
    ASSERT_NEAR(length(found.normal), 1.0, 1e-12);
    const Vec3 origin = poses.a.position;
    const Oracle oracle_a(a, poses.a, origin), oracle_b(b, poses.b, origin);
    // A pair is judged by the size that is asked for, m.
    const double rounding = 4e-16 * away;
    const auto share = [&](double x) { return std::max(x - 4.0 * rounding, 0.0) / size; };
    worst.outside =
        std::max({worst.outside, share(oracle_a.distance(found.point_a)), share(oracle_b.distance(found.point_b))});
    worst.sum = std::max(worst.sum, share(length(found.point_b - found.point_a - found.normal * found.distance)));
    const auto gap_along = [&](const Vec3& n) { return -oracle_b.height(-n) - oracle_a.height(n); };
    worst.gap = std::max(worst.gap, share(std::fabs(gap_along(found.normal) - found.distance)));

    const Distance thin = distance(a.twin(), poses.a, b.twin(), poses.b);
    // The depth of the twins is an upper bound; a needle of an ellipsoid may miss the least by more.
    const double apart = thin.distance - found.distance;
    const bool is_bound = thin.distance < 0.0 && apart < 0.0;
    worst.twin = std::max(worst.twin, is_bound ? 0.0 : share(std::fabs(apart) - 4.0 * k_least_size));
    const Distance back = distance(b.shape(), poses.b, a.shape(), poses.a);
    worst.exchanged = std::max(worst.exchanged, share(std::fabs(back.distance - found.distance)));
    ASSERT_EQ(back.distance <= 0.0, found.distance <= 0.0);

    // One verdict.
    const bool touches = found.distance <= 0.0;
    ASSERT_EQ(intersects(a.shape(), poses.a, b.shape(), poses.b), touches) << found.distance;
    ASSERT_EQ(intersects(b.shape(), poses.b, a.shape(), poses.a), touches) << found.distance;
    const Penetration deep = penetration(a.shape(), poses.a, b.shape(), poses.b);
    ASSERT_EQ(deep.intersects, touches) << found.distance;
    const ContactManifold manifold = collide(a.shape(), poses.a, b.shape(), poses.b);
    ASSERT_EQ(manifold.point_count > 0, touches) << found.distance;
    touching += touches ? 1 : 0;
    if (!touches) continue;
    ASSERT_NEAR(deep.depth, -found.distance, 1e-9 * size);
    ASSERT_NEAR(manifold.depth, -found.distance, 1e-9 * size);
    ASSERT_NEAR(length(manifold.normal), 1.0, 1e-12);
    for (int k = 0; k < manifold.point_count; ++k) {
      const ContactPoint& point = manifold.points[k];
      ASSERT_TRUE(is_finite(point.on_a) && is_finite(point.on_b) && std::isfinite(point.depth));
      const double tolerance = 1e-6 * size + 4.0 * rounding;
      ASSERT_LE(oracle_a.distance(point.on_a), tolerance) << k;
      ASSERT_LE(oracle_b.distance(point.on_b), tolerance) << k;
      ASSERT_LE(point.depth, manifold.depth + tolerance);
      ASSERT_LE(length(point.on_a - point.on_b - manifold.normal * point.depth), tolerance);
      for (int other = 0; other < k; ++other) ASSERT_NE(manifold.points[other].id, point.id);
    }
    // No direction has less overlap.
    if (found.distance == 0.0) continue;
    ++overlapping;
    double least = -found.distance;
    for (int k = 0; k < 60; ++k) {
      const Vec3 n =
          k < 20 ? random.direction() : normalized(found.normal + random.direction() * random.log_uniform(-30, 0));
      least = std::min(least, -gap_along(n));
    }
    worst.deeper = std::max(worst.deeper, share(-found.distance - least));
  }
  std::printf(
      "kind %d: %d pairs, %d touch, %d overlap; outside %.1e, sum %.1e, gap %.1e, twin %.1e, exchanged %.1e, deeper "
      "%.1e\n",
      GetParam(), count, touching, overlapping, worst.outside, worst.sum, worst.gap, worst.twin, worst.exchanged,
      worst.deeper);
  EXPECT_GT(touching, count / 10);
  EXPECT_LT(touching, count * 8 / 10);
  EXPECT_LE(worst.outside, 1e-6);
  EXPECT_LE(worst.sum, 1e-6);
  EXPECT_LE(worst.gap, 1e-6);
  EXPECT_LE(worst.twin, 1e-8);
  EXPECT_LE(worst.exchanged, 1e-8);
  EXPECT_LE(worst.deeper, 1e-6);
}

/// Two shapes in one plane, closer to each other there than GJK tells from touching.
TEST(FlatPairsByName, HaveOneVerdictBesideEachOtherInOnePlane) {
  const Shape needle = make_ellipsoid(0x1.12366f8a2ddp-3, 4.2174126088444962e-09, 3503979.8891519285).value;
  const Shape disc = make_ellipsoid(0.028728704540403268, 0, 0.10499565944929659).value;
  const Shape wide = make_cylinder(1e6, 0).value, plate = make_box(2e6, 0, 2e6).value;
  int apart = 0;
  for (const double gap : {0.0, 1e-9, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 3e-3, 0.1}) {
    struct {
      Shape a, b;
      Pose pose_a, pose_b;
    } const pairs[] = {
        {needle, disc, {{0, 0.6, 0}, {}}, {{needle.parameters[0] + disc.parameters[0] + gap, 0.6, 0}, {}}},
        {wide, disc, {}, {{1e6 + disc.parameters[0] + gap, 0, 0}, {}}},
        {wide, wide, {}, {{2e6 + gap, 0, 0}, {}}},
        {wide, plate, {}, {{2e6 + gap, 0, 0}, {}}},
        {plate, plate, {}, {{2e6 + gap, 0, 0}, {}}},
    };
    for (const auto& [a, b, pose_a, pose_b] : pairs) {
      const Distance found = distance(a, pose_a, b, pose_b);
      ASSERT_NEAR(found.distance, gap, 4e-3);
      ASSERT_NEAR(length(found.point_b - found.point_a - found.normal * found.distance), 0.0, 4e-3);
      const bool touches = found.distance <= 0.0;
      apart += touches ? 0 : 1;
      EXPECT_EQ(intersects(a, pose_a, b, pose_b), touches) << gap;
      EXPECT_EQ(intersects(b, pose_b, a, pose_a), touches) << gap;
      EXPECT_EQ(collide(a, pose_a, b, pose_b).point_count > 0, touches) << gap;
    }
  }
  EXPECT_GT(apart, 5);
}

/// The two long sides of EPA's first triangle are parallel within rounding.
TEST(FlatPairsByName, HaveANormalAcrossANeedle) {
  const Shape needle = make_ellipsoid(79190374.843018427, 0, 0.0011510907329134422).value,
              point = make_cone(0, 0).value;
  const Pose beside{{0.024181409750605006, -4.2938825296359707e-11, 2.3549063768424708e-137},
                    {-0.79304054501803734, 0.21139997705622338, 0.39763191407406606, 0.70799552118467135}};
  const Distance found = distance(needle, {}, point, beside);
  EXPECT_NEAR(found.distance, 0.0, 1e-6);
  EXPECT_NEAR(std::fabs(found.normal.y), 1.0, 1e-6);
}

}  // namespace
}  // namespace hyperplane::test
