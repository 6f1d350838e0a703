#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/shape_query.h>
#include <hyperplane/world.h>

#include "math/transform.h"
#include "random.h"
#include "random_shapes.h"
#include "support/test_size.h"

namespace hyperplane {
namespace {

/// Ray casts in a world of boxes and a few other shapes, against ray casts on each collider: the same rows and bits,
/// especially for rays at corners and edges and along faces, where rounding decides.
class RaysIntoBoxes : public ::testing::Test {
 protected:
  RaysIntoBoxes() {
    for (int i = 0; i < 150; ++i) {
      ColliderOptions options;
      options.shape =
          i % 10 == 9 ? shapes_.next(random_)
                      : make_box(random_.uniform(0.3, 1.5), random_.uniform(0.3, 1.5), random_.uniform(0.3, 1.5)).value;
      options.pose = {random_.in_box({-4, -4, -4}, {4, 4, 4}), random_.chance(0.3) ? Quat{} : random_.rotation()};
      options.is_static = random_.chance(0.5);
      // One in ten is on no layer, and is never hit.
      options.layer = random_.chance(0.1) ? 0u : 1u << random_.below(3);
      EXPECT_TRUE(world_->add(options).ok());
      options.pose = world_->describe(static_cast<std::uint32_t>(i)).pose;
      colliders_.push_back(options);
    }
    EXPECT_TRUE(world_->update().ok());
  }

  /// A corner, a point of an edge or of a face of a box.
  Vec3 point_of(const ColliderOptions& box) {
    const auto coordinate = [&](double size) {
      return 0.5 * size * (random_.chance(0.6) ? (random_.chance(0.5) ? 1.0 : -1.0) : random_.uniform(-1.0, 1.0));
    };
    const double* const sizes = box.shape.parameters;
    const double x = coordinate(sizes[0]), y = coordinate(sizes[1]);
    return to_transform(box.pose) * Vec3{x, y, coordinate(sizes[2])};
  }

  scenes::Random random_{47};
  scenes::RandomShapes shapes_;
  WorldPtr world_ = make_world().value;
  std::vector<ColliderOptions> colliders_;
};

TEST_F(RaysIntoBoxes, AreThoseOfTheShapes) {
  SCOPED_TRACE("seed 47");
  const int count = test::scaled(20000);
  int hits = 0;
  for (int i = 0; i < count; ++i) {
    const ColliderOptions& aim = colliders_[random_.below(static_cast<std::uint32_t>(colliders_.size()))];
    const Vec3 origin = random_.in_box({-5, -5, -5}, {5, 5, 5});
    Vec3 direction = random_.direction() * random_.uniform(0.1, 10.0);
    if (aim.shape.type == ShapeType::box && random_.chance(0.7)) {
      // At the surface, or along it.
      const Vec3 at = point_of(aim);
      direction = random_.chance(0.7) ? at - origin : point_of(aim) - at;
      if (length_squared(direction) < 1e-6) continue;
    }
    QueryOptions options;
    if (random_.chance(0.3)) options.mask = 1u << random_.below(3);
    if (random_.chance(0.3)) options.max_distance = random_.uniform(0.1, 5.0);

    WorldRayHit expected;
    std::size_t all = 0;
    for (std::uint32_t row = 0; row < colliders_.size(); ++row) {
      const ColliderOptions& collider = colliders_[row];
      if ((collider.layer & options.mask) == 0) continue;
      const RayHit hit = raycast(collider.shape, collider.pose, origin, direction, options.max_distance);
      if (!hit.hit) continue;
      ++all;
      if (!expected.hit || hit.distance < expected.distance) expected = {hit, row};
    }
    hits += expected.hit ? 1 : 0;
    const WorldRayHit found = world_->raycast(origin, direction, options);
    ASSERT_EQ(found.hit, expected.hit) << i;
    if (expected.hit) {
      ASSERT_EQ(found.row, expected.row) << i;
      ASSERT_EQ(found.distance, expected.distance) << i;
      ASSERT_EQ(found.point, expected.point) << i;
      ASSERT_EQ(found.normal, expected.normal) << i;
    }
    ASSERT_EQ(world_->raycast_all(origin, direction, options).value.size(), all) << i;
    const double ray[6] = {origin.x, origin.y, origin.z, direction.x, direction.y, direction.z};
    double distance = 0.0;
    std::int32_t row = 0;
    world_->raycast_batch(ray, {&distance, 1}, {&row, 1}, options);
    ASSERT_EQ(row, expected.hit ? static_cast<std::int32_t>(expected.row) : -1) << i;
  }
  EXPECT_GT(10 * hits, 3 * count);
}

}  // namespace
}  // namespace hyperplane
