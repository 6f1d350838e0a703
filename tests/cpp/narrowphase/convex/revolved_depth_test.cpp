#include "narrowphase/convex/revolved_ellipsoid_depth.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>

#include "math/pose.h"
#include "math/transform.h"
#include "math/vec3.h"
#include "narrowphase/convex/epa.h"
#include "narrowphase/convex/gjk.h"
#include "support/random.h"
#include "support/spiral_direction.h"
#include "support/test_size.h"

/// Depths of cylinders, cones and capsules, among each other and with ellipsoids, beside the depth along many
/// directions, each followed downhill, and beside EPA: whatever a direction's depth is, the least one is no more.

namespace hyperplane::test {
namespace {

enum class RevolvedKind { cylinder, cone, capsule, ellipsoid };

/// A solid around its Y axis, or an ellipsoid, by its support function.
struct RevolvedBody {
  RevolvedKind kind;
  double radius, height;
  Pose pose;
  /// Of an ellipsoid.
  Vec3 radii{};

  Shape shape() const {
    if (kind == RevolvedKind::ellipsoid) return make_ellipsoid(radii.x, radii.y, radii.z).value;
    if (kind == RevolvedKind::cylinder) return make_cylinder(radius, height).value;
    return (kind == RevolvedKind::cone ? make_cone(radius, height) : make_capsule(radius, height)).value;
  }
  double reach(const Vec3& n) const {
    const Vec3 own = rotate(conjugate(pose.rotation), n);
    if (kind == RevolvedKind::ellipsoid) {
      return std::hypot(own.x * radii.x, own.y * radii.y, own.z * radii.z) + dot(n, pose.position);
    }
    const double across = std::hypot(own.x, own.z), half = 0.5 * height;
    const double up = kind == RevolvedKind::cone
                          ? std::max(own.y * half, radius * across - own.y * half)
                          : std::abs(own.y) * half + radius * (kind == RevolvedKind::cylinder ? across : 1.0);
    return up + dot(n, pose.position);
  }
  Vec3 axis() const { return rotate(pose.rotation, Vec3{0.0, 1.0, 0.0}); }
  double slant_sine() const { return kind == RevolvedKind::cone ? radius / std::hypot(radius, height) : 0.0; }
};

struct RevolvedPair {
  RevolvedBody a, b;

  double depth_along(const Vec3& n) const { return a.reach(n) + b.reach(-n); }

  /// By steps along random ways around a direction, shorter and shorter, and along the creases of both.
  double descend(Vec3 n, Random& random) const {
    double best = depth_along(n);
    for (double step = 0.1; step > 1e-9; step *= 0.5) {
      int failures = 0;
      while (failures < 10) {
        Vec3 next = n + random.direction() * step;
        const int way = random.below(4);
        const Vec3 axis_a = a.axis(), axis_b = b.axis() * -1.0;
        if (way == 1) next = onto(next, axis_a, a.slant_sine());
        if (way == 2) next = onto(next, axis_b, b.slant_sine());
        next = normalized(next);
        const double depth = depth_along(next);
        if (depth < best - 1e-16) {
          best = depth;
          n = next;
          failures = 0;
        } else {
          ++failures;
        }
      }
    }
    return best;
  }
  static Vec3 onto(const Vec3& n, const Vec3& axis, double sine) {
    const Vec3 aside = n - axis * dot(n, axis);
    const double width = length(aside);
    if (!(width > 0.0)) return n;
    return aside * (std::sqrt(1.0 - sine * sine) / width) + axis * sine;
  }

  double least_depth(Random& random) const {
    constexpr int k_directions = 400;
    double least = HUGE_VAL;
    std::vector<std::pair<double, Vec3>> starts;
    for (int i = 0; i < k_directions; ++i) {
      const Vec3 n = spiral_direction(i, k_directions);
      starts.emplace_back(depth_along(n), n);
      const Vec3 on_a = normalized(onto(n, a.axis(), a.slant_sine())),
                 on_b = normalized(onto(n, b.axis() * -1.0, b.slant_sine()));
      starts.emplace_back(depth_along(on_a), on_a);
      starts.emplace_back(depth_along(on_b), on_b);
    }
    for (const double side : {-1.0, 1.0}) {
      for (const Vec3& n : {a.axis() * side, b.axis() * side}) starts.emplace_back(depth_along(n), n);
    }
    std::sort(starts.begin(), starts.end(), [](const auto& l, const auto& r) { return l.first < r.first; });
    for (std::size_t i = 0; i < 6; ++i) least = std::min(least, descend(starts[i].second, random));
    return least;
  }
};

double random_side(Random& random) {
  return std::array<double, 6>{1.0, 1.0, 1.0, 0.3, 0.03, 0.001}[static_cast<std::size_t>(random.below(6))] *
         random.uniform(0.5, 1.0);
}

/// Places B: at random, or with axes that are parallel, opposite, perpendicular or almost parallel, and centres that
/// are the same, on A's axis or close to each other.
void place_revolved_pair(Random& random, double scale, RevolvedPair& pair) {
  Quat& turn = pair.b.pose.rotation;
  const auto small = [&](double most) {
    const double angle = random.log_uniform(-30, -1) * most;
    return normalized(Quat{random.uniform(-1.0, 1.0) * angle, random.uniform(-1.0, 1.0) * angle,
                           random.uniform(-1.0, 1.0) * angle, 1.0});
  };
  switch (random.below(6)) {
    case 0:
      turn = pair.a.pose.rotation;
      break;
    case 1:
      turn = pair.a.pose.rotation * Quat{1.0, 0.0, 0.0, 0.0};
      break;
    case 2:
      turn = pair.a.pose.rotation * Quat{std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5)};
      break;
    case 3:
      turn = pair.a.pose.rotation * small(1.0);
      break;
    default:
      break;
  }
  const double wide = 0.5 * scale;
  switch (random.below(5)) {
    case 0:
      break;
    case 1:
      pair.b.pose.position = pair.a.axis() * random.uniform(-wide, wide);
      break;
    case 2:
      pair.b.pose.position = random.direction() * (wide * random.log_uniform(-30, -1));
      break;
    default:
      pair.b.pose.position = random.direction() * random.uniform(0.0, 2.0 * wide);
      break;
  }
}

RevolvedPair random_revolved_pair(Random& random, double scale) {
  const auto solid = [&] {
    const auto kind = static_cast<RevolvedKind>(random.below(3));
    return RevolvedBody{kind, scale * random_side(random), scale * random_side(random), {{}, random.rotation()}};
  };
  RevolvedPair pair{solid(), solid()};
  place_revolved_pair(random, scale, pair);
  return pair;
}

/// One of them an ellipsoid, often around an axis.
RevolvedPair random_pair_with_ellipsoid(Random& random, double scale) {
  const auto kind = static_cast<RevolvedKind>(random.below(3));
  const RevolvedBody solid{kind, scale * random_side(random), scale * random_side(random), {{}, random.rotation()}};
  RevolvedBody ellipsoid{RevolvedKind::ellipsoid, 0.0, 0.0, {{}, random.rotation()}};
  ellipsoid.radii = {scale * random_side(random), scale * random_side(random), scale * random_side(random)};
  switch (random.below(6)) {
    case 0:
      ellipsoid.radii.z = ellipsoid.radii.x;
      break;
    case 1:
      ellipsoid.radii.y = ellipsoid.radii.x;
      break;
    case 2:
      ellipsoid.radii.z = ellipsoid.radii.x * (1.0 + 1e-6 * random.uniform());
      break;
    default:
      break;
  }
  const bool is_solid_first = random.chance(0.5);
  RevolvedPair pair{is_solid_first ? solid : ellipsoid, is_solid_first ? ellipsoid : solid};
  place_revolved_pair(random, scale, pair);
  return pair;
}

TEST(RevolvedDepth, IsNoMoreThanAlongAnyDirection) {
  Random random(91);
  int overlapping = 0, asked = 0, proven = 0;
  double worst = 0.0, worst_proven = 0.0, worst_of_epa = 0.0;
  const int count = scaled(3000);
  for (int i = 0; i < count; ++i) {
    const double scale = std::array<double, 3>{1.0, 1e-3, 1e3}[static_cast<std::size_t>(random.below(3))];
    const RevolvedPair pair = random_revolved_pair(random, scale);
    const Shape a = pair.a.shape(), b = pair.b.shape();
    const Penetration found = penetration(a, pair.a.pose, b, pair.b.pose);
    if (!found.intersects) continue;
    ++overlapping;
    const double along = pair.depth_along(found.normal);
    EXPECT_NEAR(along, found.depth, 1e-7 * scale) << i;
    const double least = pair.least_depth(random);
    EXPECT_LE(found.depth, least + 1e-7 * scale) << i;
    worst = std::max(worst, (found.depth - least) / scale);
    ConvexPair cores = make_convex_pair(a, b, to_transform(relative_pose(pair.a.pose, pair.b.pose)));
    const GjkResult touch = gjk(cores.difference);
    if (touch.status != GjkStatus::touching || !has_revolved_depth(cores)) continue;
    ++asked;
    const RevolvedDepth answer = revolved_depth(cores);
    if (!answer.is_proven) continue;
    ++proven;
    const EpaResult expanded = epa(cores.difference, touch.simplex, epa_limits(cores));
    const double size = cores.difference.size;
    EXPECT_LE(answer.least.depth, expanded.upper + 1e-9 * size) << i;
    EXPECT_GE(answer.least.depth, expanded.lower - 1e-9 * size) << i;
    const double over = answer.least.depth + cores.radius_a + cores.radius_b - least;
    EXPECT_LE(over, 1e-9 * size) << i;
    worst_proven = std::max(worst_proven, over / size);
    worst_of_epa = std::max(worst_of_epa, (expanded.upper - answer.least.depth) / size);
  }
  printf("seed 91: %d of %d overlap, at most %.1e too deep; %d asked, %d proven, at most %.1e of the size too deep\n",
         overlapping, count, worst, asked, proven, worst_proven);
  printf("the least depth that EPA finds is up to %.1e of the size more\n", worst_of_epa);
  EXPECT_GT(overlapping, count / 2);
  EXPECT_GT(proven, asked * 9 / 10);
}

TEST(RevolvedDepth, OfAnEllipsoidIsNoMoreThanAlongAnyDirection) {
  Random random(92);
  int overlapping = 0, asked = 0, proven = 0;
  double worst = 0.0, worst_proven = 0.0;
  const int count = scaled(3000);
  for (int i = 0; i < count; ++i) {
    const double scale = std::array<double, 3>{1.0, 1e-3, 1e3}[static_cast<std::size_t>(random.below(3))];
    const RevolvedPair pair = random_pair_with_ellipsoid(random, scale);
    const Shape a = pair.a.shape(), b = pair.b.shape();
    const Pose &pose_a = pair.a.pose, &pose_b = pair.b.pose;
    const Penetration found = penetration(a, pose_a, b, pose_b);
    if (!found.intersects) continue;
    ++overlapping;
    EXPECT_NEAR(pair.depth_along(found.normal), found.depth, 1e-7 * scale) << i;
    const double least = pair.least_depth(random);
    EXPECT_LE(found.depth, least + 2e-6 * scale) << i;
    worst = std::max(worst, (found.depth - least) / scale);
    const Penetration flipped = penetration(b, pose_b, a, pose_a);
    EXPECT_NEAR(flipped.depth, found.depth, 1e-8 * scale) << i;
    // Apart by the depth, they touch.
    const Distance touching = distance(a, pose_a, b, {pose_b.position + found.normal * found.depth, pose_b.rotation});
    EXPECT_NEAR(touching.distance, 0.0, 2e-6 * scale) << i;
    const Distance deep = distance(a, pose_a, b, pose_b);
    EXPECT_LE(length(deep.point_b - deep.point_a - deep.normal * deep.distance), 1e-6 * scale) << i;
    EXPECT_NEAR(closest_point(a, pose_a, deep.point_a).distance, 0.0, 1e-6 * scale) << i;
    EXPECT_NEAR(closest_point(b, pose_b, deep.point_b).distance, 0.0, 1e-6 * scale) << i;

    ConvexPair cores = make_convex_pair(a, b, to_transform(relative_pose(pose_a, pose_b)));
    const GjkResult touch = gjk(cores.difference);
    if (touch.status != GjkStatus::touching || !has_revolved_ellipsoid_depth(cores)) continue;
    ++asked;
    const RevolvedDepth answer = revolved_ellipsoid_depth(cores);
    if (!answer.is_proven) continue;
    ++proven;
    const EpaResult expanded = epa(cores.difference, touch.simplex, epa_limits(cores));
    const double size = cores.difference.size;
    EXPECT_LE(answer.least.depth, expanded.upper + 1e-9 * size) << i;
    EXPECT_GE(answer.least.depth, expanded.lower - 1e-9 * size) << i;
    const double over = answer.least.depth + cores.radius_a + cores.radius_b - least;
    EXPECT_LE(over, 1e-9 * size) << i;
    worst_proven = std::max(worst_proven, over / size);
  }
  printf("seed 92: %d of %d overlap, at most %.1e too deep; %d asked, %d proven, at most %.1e of the size too deep\n",
         overlapping, count, worst, asked, proven, worst_proven);
  EXPECT_GT(overlapping, count / 2);
  EXPECT_GT(proven, asked * 7 / 10);
}

}  // namespace
}  // namespace hyperplane::test
