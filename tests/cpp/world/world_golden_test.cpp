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
  expect(scenes::Layout::uniform, "f4413619a1cdfedc", "cc4c058459a2532a");
  expect(scenes::Layout::uneven, "e5dfc59a6089414f", "8844b98ce0d6ba6a");
  expect(scenes::Layout::plane, "9e581c0e781f8061", "d829ea6a67c59001");
  expect(scenes::Layout::clusters, "a49a710c68a99ddc", "36be111ae5eb0dcf");
  expect(scenes::Layout::one_spot, "fbbb00bb71b91762", "d6a8494d1a6766e6");
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
  EXPECT_EQ(text_of(world->hash()), "c1a276d0b2ad36a8");
  EXPECT_EQ(hash_of_ids(*world), "564d556cf5bb3701");
}

}  // namespace
}  // namespace hyperplane
