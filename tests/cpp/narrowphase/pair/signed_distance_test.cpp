#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include <hyperplane/pair.h>

#include "math/quat.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// The signed distance of every pair of shapes as a function of their poses: continuous through contact, with a slope
/// of at most one; unchanged when the pair is swapped, moved rigidly, scaled by a power of two, or moved far away.

namespace hyperplane::test {
namespace {

class SignedDistance : public testing::TestWithParam<ShapePair> {
 protected:
  std::uint64_t seed() const {
    return 5000 + 10 * static_cast<std::uint64_t>(GetParam().a) + static_cast<std::uint64_t>(GetParam().b);
  }
};

INSTANTIATE_TEST_SUITE_P(Shapes, SignedDistance, testing::ValuesIn(shape_pairs()),
                         [](const auto& info) { return name_of(info.param); });

TEST_P(SignedDistance, IsContinuousWithASlopeOfOneAtMostThroughContact) {
  SCOPED_TRACE(seed());
  Random random(seed());
  for (int i = 0; i < scaled(12); ++i) {
    const ShapeForm form = i % 4 == 3 ? ShapeForm::flat : i % 4 == 2 ? ShapeForm::rounded : ShapeForm::plain;
    const TestShape a = make_test_shape(random, GetParam().a, form, 1.0);
    const TestShape b = make_test_shape(random, GetParam().b, form, 1.0);
    const Pose pose_a{random.in_cube(2.0), random.rotation()};
    const Quat turn = random.rotation();
    // Straight through A, past its middle.
    const Vec3 direction = random.direction(), aside = random.in_cube(0.2);
    constexpr int k_steps = 200;
    const double step = 3.0 / k_steps;
    double last = 0.0;
    bool was_overlapping = false;
    for (int k = 0; k <= k_steps; ++k) {
      const Pose pose_b{pose_a.position + aside + direction * (1.5 - k * step), turn};
      const double now = distance(a.shape, pose_a, b.shape, pose_b).distance;
      if (k > 0) ASSERT_LE(std::fabs(now - last), step + 2e-6) << "step " << k << " of motion " << i;
      if (std::fabs(now) > 1e-6) ASSERT_EQ(intersects(a.shape, pose_a, b.shape, pose_b), now < 0.0);
      was_overlapping = was_overlapping || now < 0.0;
      last = now;
    }
    if (form == ShapeForm::plain && length(aside) < 0.02) EXPECT_TRUE(was_overlapping);
  }
}

TEST_P(SignedDistance, IsTheSameForThePairSwappedMovedScaledAndFarAway) {
  SCOPED_TRACE(seed());
  Random random(seed());
  const int count = scaled(100);
  int overlapping = 0;
  for (int i = 0; i < count; ++i) {
    const TestShape a = make_test_shape(random, GetParam().a, ShapeForm::plain, 1.0);
    const TestShape b = make_test_shape(random, GetParam().b, ShapeForm::plain, 1.0);
    const Pose pose_a{{}, random.rotation()};
    const Pose pose_b{random.direction() * random.uniform(0.0, 1.4), random.rotation()};
    const Distance d = distance(a.shape, pose_a, b.shape, pose_b);
    overlapping += d.distance <= 0.0;
    EXPECT_NEAR(distance(b.shape, pose_b, a.shape, pose_a).distance, d.distance, 1e-6);

    const Quat turn = random.rotation();
    const Vec3 shift = random.in_cube(5.0);
    const auto moved = [&](const Pose& pose) {
      return Pose{shift + rotate(turn, pose.position), turn * pose.rotation};
    };
    EXPECT_NEAR(distance(a.shape, moved(pose_a), b.shape, moved(pose_b)).distance, d.distance, 1e-6);

    const Vec3 away = random.direction() * 1e6;
    const auto far = [&](const Pose& pose) { return Pose{away + pose.position, pose.rotation}; };
    EXPECT_NEAR(distance(a.shape, far(pose_a), b.shape, far(pose_b)).distance, d.distance, 1e-6);

    if (a.hull != nullptr || b.hull != nullptr) continue;
    for (const double scale : {0x1p-10, 0x1p10}) {
      const auto scaled_shape = [&](Shape shape) {
        for (double& p : shape.parameters) p *= scale;
        return shape;
      };
      const auto scaled_pose = [&](const Pose& pose) { return Pose{pose.position * scale, pose.rotation}; };
      const Distance e =
          distance(scaled_shape(a.shape), scaled_pose(pose_a), scaled_shape(b.shape), scaled_pose(pose_b));
      // Every length is a multiple of the shapes' lengths, so scaling by a power of two is exact.
      EXPECT_EQ(e.distance, d.distance * scale);
      EXPECT_EQ(e.normal, d.normal);
    }
  }
  if (count >= 100) {
    EXPECT_GE(overlapping, least_share_of_hits(GetParam().a, GetParam().b) * count);
    // Rounding makes boxes larger than the poses are made for.
    const bool is_larger = GetParam().a == ShapeType::round_box || GetParam().b == ShapeType::round_box;
    EXPECT_LE(overlapping, (is_larger ? 0.95 : 0.7) * count);
  }
}

}  // namespace
}  // namespace hyperplane::test
