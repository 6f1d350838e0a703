#include "composite/shape_extent.h"

#include <gtest/gtest.h>

#include <hyperplane/shape_query.h>

#include "math/aabb.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

namespace hyperplane::test {
namespace {

/// A world's update tells movers that are far from a change by the bounds alone.
TEST(ShapeExtent, IsAtMostTwiceTheDiagonalOfTheBounds) {
  Random random(3);
  for (int i = 0; i < scaled(2000); ++i) {
    for (const ShapeType type : k_shape_types) {
      const ShapeForm form = random.chance(0.5) ? ShapeForm::plain : ShapeForm::flat;
      const TestShape test = make_test_shape(random, type, form, random.log_uniform(-10, 10));
      const Aabb around = bounds(test.shape, {{}, random.rotation()});
      EXPECT_LE(size_of(test.shape), 2.0 * length(around.max - around.min)) << test.replay();
    }
  }
}

}  // namespace
}  // namespace hyperplane::test
