#include "support/slider.h"

#include <algorithm>
#include <cmath>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>

#include "math/pose.h"
#include "math/quat.h"

namespace hyperplane::test {

Slider make_slider(Random& random, int kind) {
  const double yaw = random.uniform(0.0, 6.3);
  const Quat turned{0.0, std::sin(0.5 * yaw), 0.0, std::cos(0.5 * yaw)};
  switch (kind) {
    case 0:
      return {{ball(random.uniform(0.1, 0.6)), {}, nullptr}, random.rotation()};
    case 1:
      return {{make_capsule(random.uniform(0.1, 0.3), random.uniform(0.2, 1.0)).value, {}, nullptr},
              random.chance(0.5) ? turned : random.rotation()};
    case 2:
      return {
          {make_box(random.uniform(0.2, 1.0), random.uniform(0.2, 1.0), random.uniform(0.2, 1.0)).value, {}, nullptr},
          random.chance(0.5) ? turned : random.rotation()};
    case 3:
      return {{make_cylinder(random.uniform(0.1, 0.5), random.uniform(0.2, 1.0)).value, {}, nullptr},
              random.chance(0.5) ? turned : random.rotation()};
    default:
      return {make_test_ball(random, 30, {0.4, 0.3, 0.5}), random.rotation()};
  }
}

Sweep sunk_sweep(const Slider& slider, double depth, const Vec3& heading) {
  const double height = -support(slider.body.shape, {{}, slider.rotation}, {0.0, -1.0, 0.0}).y - depth;
  return {{{-heading.x, height, -heading.z}, slider.rotation}, {{heading.x, height, heading.z}, slider.rotation}};
}

void slide_over(World& world, const Slider& slider, const Pose& frame, const Vec3& up, const Vec3& heading,
                double depth, FunctionRef<void(const SlidePlace&)> check) {
  const Shape& shape = slider.body.shape;
  const ColliderId body = world.add({shape, {}}).value;
  for (int step = 0; step < 20; ++step) {
    const double way = -1.0 + 0.1 * step;
    Pose pose{{}, normalized(frame.rotation * slider.rotation)};
    ASSERT_EQ(world.teleport(body, pose), Status::ok);
    pose = world.describe(body.row).pose;
    const double low = -dot(support(shape, pose, -up), up);
    pose.position = frame.position + rotate(frame.rotation, {heading.x * way, 0.0, heading.z * way});
    pose.position += up * (low - depth - dot(pose.position - frame.position, up));
    ASSERT_EQ(world.teleport(body, pose), Status::ok);
    ASSERT_TRUE(world.update().ok());
    const ContactList contacts = world.contacts();
    const std::size_t count = contacts.pairs.size();
    SlidePlace place{step, body, count, world.touching().size() > 1, count == 0 ? 9.0 : 0.0, 0.0};
    for (std::size_t i = 0; i < count; ++i) {
      const float* const n = contacts.normals.data() + 4 * i;
      const auto at = [&](std::size_t k) { return static_cast<double>(n[k]); };
      const Vec3 normal{at(0), at(1), at(2)};
      place.angle = std::max(place.angle, dot(normal, up) < 0.0 ? 9.0 : length(cross(normal, up)));
      place.deepest = std::max(place.deepest, at(3));
    }
    for (const RowPair pair : world.touching()) {
      const ColliderOptions ground = world.describe(pair.a);
      EXPECT_TRUE(intersects(ground.shape, ground.pose, shape, world.describe(body.row).pose));
    }
    check(place);
  }
}

}  // namespace hyperplane::test
