#include "math/trigonometry.h"

#include <gtest/gtest.h>

#include <cmath>

namespace hyperplane {
namespace {

TEST(Trigonometry, SineAndCosineAgreeWithTheLibraryOverTheirRange) {
  constexpr int k_steps = 100000;
  for (int i = 0; i <= k_steps; ++i) {
    const double angle = k_pi / 2 * i / k_steps;
    const SineCosine at = sine_cosine(angle);
    ASSERT_NEAR(at.sine, std::sin(angle), 5e-16) << angle;
    ASSERT_NEAR(at.cosine, std::cos(angle), 5e-16) << angle;
  }
}

TEST(Trigonometry, SmallAnglesKeepTheirRelativePrecision) {
  for (int exponent = -300; exponent < 0; ++exponent) {
    const double angle = std::pow(10.0, exponent);
    ASSERT_NEAR(sine_cosine(angle).sine / std::sin(angle), 1.0, 1e-15);
    ASSERT_NEAR(arc_tangent(angle, 1.0) / std::atan(angle), 1.0, 1e-15);
  }
}

TEST(Trigonometry, ArcTangentAgreesWithTheLibraryInTheFirstQuadrant) {
  constexpr int k_steps = 100000;
  for (int i = 0; i <= k_steps; ++i) {
    const double angle = k_pi / 2 * i / k_steps;
    const double y = 3.0 * std::fabs(std::sin(angle)), x = 3.0 * std::fabs(std::cos(angle));
    ASSERT_NEAR(arc_tangent(y, x), std::atan2(y, x), 1e-15);
  }
  EXPECT_EQ(arc_tangent(0.0, 2.0), 0.0);
  EXPECT_NEAR(arc_tangent(2.0, 0.0), k_pi / 2, 1e-15);
}

}  // namespace
}  // namespace hyperplane
