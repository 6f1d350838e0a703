#include <cstdint>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/plane_world.h>

#include "plane/plane_composite_oracle.h"
#include "support/test_size.h"

/// Worlds of the plane whose colliders are added in another order.

namespace hyperplane::test::in_plane {
namespace {

using plane::ColliderOptions;
using plane::Pose;
using plane::Shape;
using plane::Vec2;
using plane::WorldPtr;

TEST(PlaneWorldOrder, GivesTheSameHashToCollidersInAnyOrder) {
  // Crowded, so that continuous colliders meet several others at once.
  Random random(17);
  int impacts = 0;
  const Shape shapes[] = {plane_rectangle(1.0, 0.6).shape, plane_circle(0.5).shape, plane_rectangle(0.4, 1.5).shape};
  for (int i = 0; i < scaled(200); ++i) {
    std::vector<ColliderOptions> all(30);
    for (ColliderOptions& one : all) {
      one.shape = shapes[random.below(3)];
      one.pose = {{random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0)}, random.uniform(-3.0, 3.0)};
      one.is_static = random.chance(0.4);
      one.is_continuous = !one.is_static && random.chance(0.5);
    }
    std::vector<Vec2> ways(all.size());
    for (Vec2& way : ways) way = {random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
    std::uint64_t hashes[2];
    for (int turned = 0; turned < 2; ++turned) {
      const WorldPtr world = plane::make_world().value;
      std::vector<ColliderId> ids(all.size());
      for (std::size_t j = 0; j < all.size(); ++j) {
        const std::size_t one = turned == 0 ? j : all.size() - 1 - j;
        ids[one] = world->add(all[one]).value;
      }
      ASSERT_TRUE(world->update().ok());
      for (std::size_t j = 0; j < all.size(); ++j) {
        const Pose& from = all[j].pose;
        if (all[j].is_static) continue;
        ASSERT_EQ(world->set_pose(ids[j], {{from.position.x + ways[j].x, from.position.y + ways[j].y}, from.angle}),
                  Status::ok);
      }
      ASSERT_TRUE(world->update().ok());
      hashes[turned] = world->hash();
      impacts += static_cast<int>(world->impacts().size());
    }
    ASSERT_EQ(hashes[0], hashes[1]) << i;
  }
  EXPECT_GT(impacts, scaled(200));
}

}  // namespace
}  // namespace hyperplane::test::in_plane
