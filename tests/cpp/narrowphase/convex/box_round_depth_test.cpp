#include "narrowphase/convex/box_round_depth.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>

#include "core/safe_rotation.h"
#include "math/pose.h"
#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// The search for the depth of a box and a round shape must stay short however shallow the overlap is: at a touch the
/// bounds of its arcs are negative as often as not. (That the depth is the least one: round_depth_test.cpp.)

namespace hyperplane::test {
namespace {

Shape make_round_shape(Random& random) {
  const auto size = [&] { return random.uniform(0.2, 1.0); };
  switch (random.below(3)) {
    case 0:
      return make_cylinder(size(), 2.0 * size()).value;
    case 1:
      return make_cone(size(), 2.0 * size()).value;
    default:
      return make_ellipsoid(size(), size(), size()).value;
  }
}

TEST(BoxRoundDepth, TriesFewNormalsHoweverShallowTheOverlapIs) {
  constexpr double k_depths[] = {-1e-9, -1e-13, 0.0, 1e-15, 1e-12, 1e-10, 1e-8, 1e-7, 1e-6, 1e-5, 1e-3, 1e-1};
  Random random(17);
  int most = 0;
  for (int i = 0; i < scaled(500); ++i) {
    const Shape box = make_box(random.uniform(0.4, 2.0), random.uniform(0.4, 2.0), random.uniform(0.4, 2.0)).value;
    const Shape round = make_round_shape(random);
    const Pose at_box{{}, random.chance(0.2) ? Quat{} : random.rotation()};
    Pose at_round{random.direction() * 10.0, random.chance(0.2) ? Quat{} : random.rotation()};
    const Distance apart = distance(box, at_box, round, at_round);
    const Vec3 touching = at_round.position - apart.normal * apart.distance;
    for (const double depth : k_depths) {
      at_round.position = touching - apart.normal * depth;
      const ConvexPair pair = make_convex_pair(box, round, pair_frames(at_box, at_round).b_in_a);
      ASSERT_TRUE(has_box_round_depth(pair));
      bool is_witness_set;
      const PenetrationDepth found = box_round_depth(pair, is_witness_set);
      most = std::max(most, found.iterations);
      // The way back is one way out.
      EXPECT_LE(found.depth, depth + 1e-9) << "pair " << i;
    }
  }
  EXPECT_GT(most, 0);
  EXPECT_LE(most, 100);
}

}  // namespace
}  // namespace hyperplane::test
