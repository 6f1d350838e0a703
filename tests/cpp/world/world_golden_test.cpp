#include <cstdio>

#include <gtest/gtest.h>

#include <hyperplane/world.h>

#include "core/hash.h"
#include "moving_boxes.h"
#include "random.h"
#include "random_shapes.h"

/// Golden hashes of seeded scenes after some frames. Run in all builds, this test proves that they are the same on
/// every platform, with SIMD and without, natively and in WebAssembly. Only a deliberate change of an algorithm may
/// change them.

namespace hyperplane {
namespace {

void write_row(World& world, std::size_t row, const Vec3& p, const Quat& q) {
  double* const position = world.positions().data() + 3 * row;
  position[0] = p.x;
  position[1] = p.y;
  position[2] = p.z;
  float* const quaternion = world.quaternions().data() + 4 * row;
  quaternion[0] = static_cast<float>(q.x);
  quaternion[1] = static_cast<float>(q.y);
  quaternion[2] = static_cast<float>(q.z);
  quaternion[3] = static_cast<float>(q.w);
}

std::string text_of(std::uint64_t hash) {
  char text[17];
  std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash));
  return text;
}

/// Hash of the ids of all contact points, which World::hash leaves out.
std::string hash_of_ids(const World& world) {
  Hash hash;
  const ContactPointsList points = world.contacts().points;
  for (std::size_t i = 0; i < points.size(); ++i) {
    for (const std::uint32_t id : points[i].ids) hash.add(id);
  }
  return text_of(hash.value());
}

/// The hash of the world, and the hash of its ids.
struct Golden {
  std::string world, ids;
};

/// Hashes are text, so that a failing test prints them.
Golden hash_of_boxes(scenes::Layout layout) {
  const std::size_t count = layout == scenes::Layout::one_spot ? 100 : 1000;
  scenes::MovingBoxes scene = scenes::make_moving_boxes(layout, count, 2024);
  const WorldPtr world = make_world().value;
  for (std::size_t i = 0; i < count; ++i) {
    const Vec3& size = scene.sizes[i];
    EXPECT_TRUE(world->add({make_box(size.x, size.y, size.z).value, {scene.positions[i], scene.rotations[i]}}).ok());
  }
  for (int frame = 0; frame < 10; ++frame) {
    for (std::size_t i = 0; i < count; ++i) write_row(*world, i, scene.positions[i], scene.rotations[i]);
    EXPECT_TRUE(world->update().ok());
    scene.advance(1.0 / 60.0);
  }
  EXPECT_GT(world->contacts().pairs.size(), 100u);
  return {text_of(world->hash()), hash_of_ids(*world)};
}

TEST(WorldGolden, MovingBoxes) {
  const auto expect = [](scenes::Layout layout, const char* world, const char* ids) {
    const Golden golden = hash_of_boxes(layout);
    EXPECT_EQ(golden.world, world);
    EXPECT_EQ(golden.ids, ids);
  };
  expect(scenes::Layout::uniform, "159f43022cd9d64f", "73f0caaacda078c9");
  expect(scenes::Layout::uneven, "e785b05e9b53b4b9", "18f20eaa36a261c9");
  expect(scenes::Layout::plane, "e1bd6bbda17c2ab8", "562769e4dabcf36f");
  expect(scenes::Layout::clusters, "1ec763960b2b27f0", "b86ec46809a01d3d");
  expect(scenes::Layout::one_spot, "2f9efa44f6d04a5c", "f8b7f9a8bdd8d285");
}

TEST(WorldGolden, ShapesOfEveryType) {
  scenes::Random random(2025);
  scenes::RandomShapes shapes;
  const WorldPtr world = make_world().value;
  const std::size_t count = 400;
  for (std::size_t i = 0; i < count; ++i) {
    ColliderOptions options;
    options.shape = shapes.next(random);
    options.pose = {random.in_box({-4, -4, -4}, {4, 4, 4}), random.rotation()};
    options.is_static = random.chance(0.2);
    options.is_sensor = random.chance(0.1);
    ASSERT_TRUE(world->add(options).ok());
  }
  for (int frame = 0; frame < 5; ++frame) {
    for (std::size_t i = 0; i < count; ++i) {
      if (!random.chance(0.5)) continue;
      // Separate statements: the evaluation order of arguments is unspecified.
      const Vec3 position = random.in_box({-4, -4, -4}, {4, 4, 4});
      const Quat rotation = random.rotation();
      write_row(*world, i, position, rotation);
    }
    ASSERT_TRUE(world->update().ok());
  }
  EXPECT_GT(world->contacts().pairs.size(), 300u);
  EXPECT_EQ(text_of(world->hash()), "2c7bfc59a45ae6f6");
  EXPECT_EQ(hash_of_ids(*world), "e4854197e34eeed1");
}

}  // namespace
}  // namespace hyperplane
