#include "narrowphase/convex/curved_distance.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <iterator>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>

#include "math/pose.h"
#include "math/trigonometry.h"
#include "math/vec3.h"
#include "shape/tolerances.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Distances of separated pairs with a curved shape carry their own proof: witness points on both shapes, and a normal
/// along which the shapes' own extents are as far apart as those points.

namespace hyperplane::test {
namespace {

constexpr ShapeType k_curved[] = {ShapeType::cylinder, ShapeType::cone, ShapeType::ellipsoid};
constexpr ShapeType k_others[] = {ShapeType::cylinder, ShapeType::cone,        ShapeType::ellipsoid, ShapeType::capsule,
                                  ShapeType::box,      ShapeType::convex_hull, ShapeType::triangle};

/// How a pair is odd.
enum class Trap { none, parallel, nearly_parallel, coaxial, needles, discs, sizes, far_away, close, count };

struct TrappedPair {
  TestShape a, b;
  Pose pose_a, pose_b;
  double size;
};

/// Turned by up to about an angle from a rotation.
Quat nearly(Random& random, const Quat& rotation, double angle) {
  const Vec3 turn = random.direction() * (0.5 * angle);
  return normalized(Quat{turn.x, turn.y, turn.z, 1.0} * rotation);
}

/// A long or a flat one.
TestShape make_extreme(Random& random, ShapeType type, bool is_flat) {
  TestShape made = make_test_shape(random, type, ShapeForm::plain, 1.0);
  const double thin = 1e-3 * random.uniform(0.5, 1.0), wide = random.uniform(0.5, 1.0);
  const double across = is_flat ? wide : thin, along = is_flat ? thin : wide;
  switch (type) {
    case ShapeType::cylinder:
      made.shape = make_cylinder(across, along).value;
      break;
    case ShapeType::cone:
      made.shape = make_cone(across, along).value;
      break;
    case ShapeType::ellipsoid:
      made.shape = make_ellipsoid(across, along, is_flat ? wide : thin).value;
      break;
    case ShapeType::capsule:
      made.shape = make_capsule(across, along).value;
      break;
    case ShapeType::box:
      made.shape = make_box(across, along, across).value;
      break;
    default:
      break;
  }
  return made;
}

/// Separated, or not yet.
TrappedPair make_pair(Random& random, Trap trap) {
  const ShapeType type_a = k_curved[random.below(static_cast<int>(std::size(k_curved)))];
  const ShapeType type_b = k_others[random.below(static_cast<int>(std::size(k_others)))];
  const bool is_extreme = trap == Trap::needles || trap == Trap::discs;
  const double size_b = trap == Trap::sizes ? (random.chance(0.5) ? 1e-3 : 1e3) : 1.0;
  TrappedPair pair{is_extreme ? make_extreme(random, type_a, trap == Trap::discs)
                              : make_test_shape(random, type_a, ShapeForm::plain, 1.0),
                   is_extreme ? make_extreme(random, type_b, random.chance(0.5) == (trap == Trap::discs))
                              : make_test_shape(random, type_b, ShapeForm::plain, size_b),
                   {random.in_cube(trap == Trap::far_away ? 1e6 : 1.0), random.rotation()},
                   {{}, random.rotation()},
                   std::max(1.0, size_b)};
  if (trap == Trap::parallel) pair.pose_b.rotation = pair.pose_a.rotation;
  if (trap == Trap::nearly_parallel) {
    pair.pose_b.rotation = nearly(random, pair.pose_a.rotation, std::pow(10.0, random.uniform(-9.0, -2.0)));
  }
  Vec3 way = random.direction();
  if (trap == Trap::coaxial) {
    pair.pose_b.rotation = pair.pose_a.rotation;
    if (random.chance(0.5)) pair.pose_b.rotation = pair.pose_b.rotation * Quat{1.0, 0.0, 0.0, 0.0};
    way = rotate(pair.pose_a.rotation, {0.0, random.sign(), 0.0});
  }
  pair.pose_b.position = pair.pose_a.position + way * (pair.size * random.uniform(0.3, 3.0));
  return pair;
}

TEST(CurvedDistance, ProvesItself) {
  constexpr std::uint64_t k_seed = 4711;
  Random random(k_seed);
  for (int kind = 0; kind < static_cast<int>(Trap::count); ++kind) {
    const Trap trap = static_cast<Trap>(kind);
    const int count = scaled(8000);
    int separated = 0;
    double worst_bound = 0.0, worst_point = 0.0, worst_way = 0.0;
    for (int i = 0; i < count; ++i) {
      TrappedPair pair = make_pair(random, trap);
      Distance found = distance(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b);
      if (trap == Trap::close && found.distance > 0.0) {
        const double gap = pair.size * std::pow(10.0, random.uniform(-8.0, -4.0));
        pair.pose_b.position -= found.normal * (found.distance - gap);
        found = distance(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b);
        ASSERT_NEAR(found.distance, gap, 1e-5 * pair.size) << "seed " << k_seed << " pair " << i;
      }
      ASSERT_EQ(found.distance > 0.0, !intersects(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b))
          << "seed " << k_seed << " trap " << kind << " pair " << i;
      if (!(found.distance > 0.0)) continue;
      ++separated;
      const Vec3 origin = pair.pose_a.position;
      const OracleShape a = pair.a.oracle(pair.pose_a, origin), b = pair.b.oracle(pair.pose_b, origin);
      const double scale = pair.size + found.distance;
      const auto note = [scale](double& worst, double error) { worst = std::max(worst, std::fabs(error) / scale); };
      note(worst_bound, found.distance - separation(a, b, found.normal));
      note(worst_way, length(found.point_b - found.point_a - found.normal * found.distance));
      if (pair.a.shape.type != ShapeType::triangle) {
        note(worst_point, std::max(0.0, a.signed_distance(found.point_a - origin)));
      }
      if (pair.b.shape.type != ShapeType::triangle) {
        note(worst_point, std::max(0.0, b.signed_distance(found.point_b - origin)));
      }
      ASSERT_LE(std::max(worst_bound, std::max(worst_point, worst_way)), 1e-7)
          << "seed " << k_seed << " trap " << kind << " pair " << i << ": bound " << worst_bound << ", points "
          << worst_point << ", way " << worst_way << "\n"
          << pair.a.replay() << "\n"
          << pair.b.replay();
    }
    std::printf("trap %d: %d of %d apart, bound %.1e, points %.1e, way %.1e\n", kind, separated, count, worst_bound,
                worst_point, worst_way);
    if (count >= 100) EXPECT_GT(separated, count / 4) << "trap " << kind;
  }
}

/// Without steps of Newton's method the rounds would be a dozen iterations of GJK: too few for half of the pairs.
TEST(CurvedDistance, MeetsItsBounds) {
  constexpr std::uint64_t k_seed = 815;
  Random random(k_seed);
  const int count = scaled(8000);
  int tried = 0, met = 0;
  for (int i = 0; i < count; ++i) {
    const TrappedPair made = make_pair(random, i % 4 == 0 ? Trap::parallel : Trap::none);
    ConvexPair pair = make_convex_pair(made.a.shape, made.b.shape, safe_pair_frames(made.pose_a, made.pose_b).b_in_a);
    const double radius = pair.radius_a + pair.radius_b;
    GjkResult cores = gjk(pair.difference, {.beyond = radius + k_distance_tolerance * pair.difference.size});
    if (cores.status != GjkStatus::beyond) continue;
    ++tried;
    met += find_curved_distance(pair, cores) ? 1 : 0;
  }
  std::printf("%d of %d\n", met, tried);
  EXPECT_GE(met, 0.9 * tried - 3.0) << "seed " << k_seed;
}

}  // namespace
}  // namespace hyperplane::test
