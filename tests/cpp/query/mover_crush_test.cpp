#include <hyperplane/world.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/triangle_mesh.h>

#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/crush_tally.h"
#include "support/test_size.h"

/// Bodies between what moves and what does not: rams and walls, lifts and ceilings, doors.

namespace hyperplane {
namespace {

using test::Random;

constexpr double k_crush_skin = 0.01;

Quat turned(const Vec3& axis, double angle) {
  const Vec3 v = axis * std::sin(0.5 * angle);
  return {v.x, v.y, v.z, std::cos(0.5 * angle)};
}

std::vector<double> box_corners(const Vec3& size) {
  std::vector<double> corners;
  for (int i = 0; i < 8; ++i) {
    for (int axis = 0; axis < 3; ++axis) corners.push_back(((i >> axis & 1) - 0.5) * component(size, axis));
  }
  return corners;
}

/// A world that keeps its shapes.
struct Press {
  WorldPtr world = make_world().value;
  std::vector<HullPtr> hulls;
  std::vector<TriangleMeshPtr> meshes;
  std::vector<CompoundPtr> compounds;

  ColliderId add(const Shape& shape, const Pose& pose, bool is_static) {
    return world->add({shape, pose, is_static}).value;
  }
  Shape hull_of(const Vec3& size) {
    hulls.push_back(build_hull(box_corners(size)).value);
    return make_convex_hull(*hulls.back());
  }
  Shape mesh_of(const Vec3& size, const TriangleMeshOptions& options) {
    const std::uint32_t indices[] = {0, 4, 6, 0, 6, 2, 1, 3, 7, 1, 7, 5, 0, 1, 5, 0, 5, 4,
                                     2, 6, 7, 2, 7, 3, 0, 2, 3, 0, 3, 1, 4, 5, 7, 4, 7, 6};
    meshes.push_back(build_triangle_mesh(box_corners(size), indices, options).value);
    return make_triangle_mesh(*meshes.back());
  }
  Shape halves_of(const Vec3& size, bool is_doubled) {
    const Shape half = make_box(size.x, size.y, 0.5 * size.z).value;
    std::vector<CompoundPart> parts = {{half, {{0, 0, -0.25 * size.z}, {}}}, {half, {{0, 0, 0.25 * size.z}, {}}}};
    if (is_doubled) parts.push_back({make_box(size.x, size.y, size.z).value, {}});
    compounds.push_back(build_compound(parts).value);
    return make_compound(*compounds.back());
  }
  /// A static box, told in one of `k_tellings` ways.
  static constexpr int k_tellings = 8;
  void add_box(int telling, const Vec3& size, const Vec3& at) {
    const Shape plain = make_box(size.x, size.y, size.z).value;
    TriangleMeshOptions options;
    switch (telling) {
      case 0:
        add(plain, {at, {}}, true);
        break;
      case 1:
        add(plain, {at, {}}, true);
        add(plain, {at, {}}, true);
        break;
      case 2:
        add(hull_of(size), {at, {}}, true);
        break;
      case 3:
        add(mesh_of(size, options), {at, {}}, true);
        break;
      case 4:
        options.sides = SurfaceSides::front;
        options.thickness = 0.5 * std::min({size.x, size.y, size.z});
        add(mesh_of(size, options), {at, {}}, true);
        break;
      case 5:
        options.solid = true;
        add(mesh_of(size, options), {at, {}}, true);
        break;
      default:
        add(halves_of(size, telling == 7), {at, {}}, true);
    }
  }
  /// Gap to the static or to the moving colliders.
  double gap(bool of_static, const Shape& body, const Vec3& at) const {
    double least = std::numeric_limits<double>::infinity();
    for (std::uint32_t row = 0; row < world->size(); ++row) {
      const ColliderOptions of = world->describe(row);
      if (of.is_static == of_static) least = std::min(least, distance(body, {at, {}}, of.shape, of.pose).distance);
    }
    return least;
  }
};

TEST(MoverCrush, StaysBetweenARamAndAWall) {
  for (int telling = 0; telling < Press::k_tellings; ++telling) {
    SCOPED_TRACE(testing::Message() << "telling " << telling);
    Press press;
    press.add(make_box(100, 1, 100).value, {{0, -0.5, 0}, {}}, true);
    press.add_box(telling, {0.5, 4, 4}, {2.25, 2, 0});
    const ColliderId ram = press.add(make_box(1, 2, 2).value, {{0, 1, 0}, {}}, false);
    const Shape body = make_capsule(0.3, 1.2).value;
    Vec3 at{0.82, 0.91, 0};
    int crushed = 0;
    for (int i = 1; i <= 180; ++i) {
      const double x = (i <= 90 ? i : 180 - i) / 60.0;
      press.world->set_pose(ram, {{x, 1, 0}, {}});
      const MoverResult moved = press.world->move_and_slide(body, {at, {}}, {0, -0.01, 0}).value;
      at = moved.position;
      ASSERT_NEAR(at.y, 0.91, 0.01) << i;
      ASSERT_NEAR(at.z, 0.0, 0.01) << i;
      ASSERT_LE(at.x, 1.7 + 1e-6) << i;
      if (std::fabs(x - 0.9) > 1e-6) ASSERT_EQ(moved.crushed, x + 0.5 > 1.4) << i;
      ASSERT_GE(press.gap(true, body, at), -1e-6) << i;
      if (moved.crushed) ++crushed;
    }
    EXPECT_GT(crushed, 60);
    EXPECT_GE(press.gap(false, body, at), 0.5 * k_crush_skin);
  }
}

TEST(MoverCrush, StaysBetweenALiftAndACeiling) {
  for (int telling = 0; telling < Press::k_tellings; ++telling) {
    SCOPED_TRACE(testing::Message() << "telling " << telling);
    Press press;
    press.add_box(telling, {4, 0.3, 4}, {0, 3.15, 0});
    const ColliderId lift = press.add(make_box(2, 0.4, 2).value, {{0, -0.2, 0}, {}}, false);
    const Shape body = make_capsule(0.3, 1.2).value;
    Vec3 at{0.1, 0.91, 0.2};
    for (int i = 1; i <= 200; ++i) {
      const double top = 0.02 * (i <= 100 ? i : 200 - i);
      press.world->set_pose(lift, {{0, top - 0.2, 0}, {}});
      const MoverResult moved = press.world->move_and_slide(body, {at, {}}, {0, -0.03, 0}).value;
      at = moved.position;
      ASSERT_LE(at.y, 2.1 + 1e-6) << i;
      ASSERT_NEAR(at.x, 0.1, 0.01) << i;
      if (std::fabs(top - 1.2) > 1e-6) ASSERT_EQ(moved.crushed, top > 1.2) << i;
      ASSERT_GE(press.gap(true, body, at), -1e-6) << i;
    }
    EXPECT_NEAR(at.y, 0.91, 0.01);
  }
}

TEST(MoverCrush, StaysBetweenDoors) {
  Press press;
  press.add(make_box(100, 1, 100).value, {{0, -0.5, 0}, {}}, true);
  const Shape door = make_box(1, 2, 2).value, body = make_capsule(0.3, 1.2).value;
  const ColliderId left = press.add(door, {{-2, 1, 0}, {}}, false), right = press.add(door, {{2, 1, 0}, {}}, false);
  Vec3 at{0.1, 0.91, 0};
  for (int i = 1; i <= 300; ++i) {
    const double half = 1.5 - 0.01 * (i <= 150 ? i : 300 - i);
    press.world->set_pose(left, {{-half - 0.5, 1, 0}, {}});
    press.world->set_pose(right, {{half + 0.5, 1, 0}, {}});
    const MoverResult moved = press.world->move_and_slide(body, {at, {}}, {0, -0.01, 0}).value;
    at = moved.position;
    ASSERT_LE(length(at - Vec3{0, 0.91, 0}), 0.12) << i;
    ASSERT_EQ(moved.crushed, half < 0.3 - 1e-9) << i;
  }
}

/// Narrow doors whose short way out is sideways, and doors that pass through each other; also in other sizes.
TEST(MoverCrush, IsNotThrownByDoors) {
  for (const double scale : {0.1, 1.0, 10.0}) {
    for (const double width : {0.3, 0.5}) {
      for (const double thickness : {0.05, 0.5}) {
        for (const double aside : {0.0, 0.1, 0.2, 0.3}) {
          SCOPED_TRACE(testing::Message() << scale << ' ' << width << ' ' << thickness << ' ' << aside);
          Press press;
          const Shape door = make_box(thickness * scale, 2 * scale, width * scale).value;
          const Shape body = make_capsule(0.3 * scale, 1.2 * scale).value;
          const ColliderId left = press.add(door, {{-2 * scale, 0, 0}, {}}, false),
                           right = press.add(door, {{2 * scale, 0, 0}, {}}, false);
          press.world->update();
          MoverOptions options;
          options.skin = k_crush_skin * scale;
          Vec3 at{0.0, 0.0, aside * scale};
          int crushed = 0;
          for (int i = 1; i <= 200; ++i) {
            const double half = (0.45 - 0.005 * (i <= 100 ? i : 200 - i)) * scale;
            press.world->set_pose(left, {{-half - 0.5 * thickness * scale, 0, 0}, {}});
            press.world->set_pose(right, {{half + 0.5 * thickness * scale, 0, 0}, {}});
            press.world->update();
            const MoverResult moved = press.world->move_and_slide(body, {at, {}}, {}, options).value;
            // Each door moved by 0.005; what leaves between two corners is faster.
            ASSERT_LE(length(moved.position - at), 3.0 * (0.01 + k_crush_skin) * scale) << i;
            at = moved.position;
            crushed += moved.crushed ? 1 : 0;
            options.was_crushed = moved.crushed;
          }
          // Farther aside they press it out.
          if (aside == 0.0) EXPECT_GT(crushed, 10);
          EXPECT_GE(press.gap(false, body, at), 0.5 * options.skin * (1.0 - 1e-6));
        }
      }
    }
  }
}

TEST(MoverCrush, LeavesADoorThatStopped) {
  Press press;
  press.add(make_box(1, 2, 2).value, {}, false);
  press.world->update();
  const Shape body = make_sphere(0.3).value;
  MoverOptions options;
  options.was_crushed = true;
  Vec3 at{0.3, 0, 0};
  for (int i = 0; i < 60 && options.was_crushed; ++i) {
    const MoverResult moved = press.world->move_and_slide(body, {at, {}}, {}, options).value;
    ASSERT_LE(length(moved.position - at), k_crush_skin * (1.0 + 1e-6));
    at = moved.position;
    options.was_crushed = moved.crushed;
  }
  EXPECT_GE(press.gap(false, body, at), 0.0);
}

Shape random_ram(Random& random, Press& press) {
  const double width = random.uniform(0.3, 3.0), height = random.uniform(0.4, 3.0);
  switch (random.below(6)) {
    case 0:
      return make_cylinder(0.5 * width, height).value;
    case 1:
      return make_sphere(0.5 * width).value;
    case 2:
      return make_capsule(0.5 * width, height).value;
    case 3:
      return press.hull_of({1, height, width});
    case 4:
      return press.halves_of({1, height, width}, random.chance(0.5));
    default:
      return make_box(1, height, width).value;
  }
}

Shape random_body(Random& random) {
  const double radius = random.uniform(0.15, 0.5), height = random.uniform(0.3, 1.5);
  switch (random.below(5)) {
    case 0:
      return make_box(2.0 * radius, height, 2.0 * radius).value;
    case 1:
      return make_sphere(radius).value;
    case 2:
      return make_cylinder(radius, height).value;
    case 3:
      return make_ellipsoid(radius, 0.5 * height, radius).value;
    default:
      return make_capsule(radius, height).value;
  }
}

/// Random rams, at random speeds, against walls and ceilings that are told in all ways. The body starts free.
TEST(MoverCrush, NeverPassesWhatIsStatic) {
  constexpr int k_seed = 3706;
  Random random(k_seed);
  const int count = test::scaled(400);
  test::CrushTally tally;
  for (int n = 0; n < count; ++n) {
    Press press;
    const bool is_lift = random.chance(0.3);
    const double thickness = random.uniform(0.05, 0.6), face = random.uniform(1.5, 3.0);
    const Vec3 push = is_lift ? Vec3{0, 1, 0} : Vec3{1, 0, 0};
    const int telling = random.below(Press::k_tellings);
    if (is_lift) {
      press.add_box(telling, {6, thickness, 6}, {0, face + 0.5 * thickness, 0});
    } else {
      press.add(make_box(100, 1, 100).value, {{0, -0.5, 0}, {}}, true);
      press.add_box(telling, {thickness, 8, 8}, {face + 0.5 * thickness, 2, 0});
    }
    const Shape body = random_body(random);
    Vec3 at{0, k_crush_skin - support(body, {}, {0, -1, 0}).y, random.uniform(-0.2, 0.2)};
    const Shape shape = random_ram(random, press);
    const Vec3 axis = normalized(Vec3{0, random.chance(0.5) ? 1.0 : 0.0, 1});
    const Quat unit = random.chance(0.5) ? Quat{} : turned(axis, random.uniform(-0.3, 0.3));
    const double reach = dot(support(shape, {{}, unit}, push), push);
    const double away = reach - dot(support(body, {}, -push), push) + 0.05;
    const Vec3 from = is_lift ? at - push * away : Vec3{-away, 0.02 - support(shape, {{}, unit}, {0, -1, 0}).y, 0};
    const ColliderId ram = press.add(shape, {from, unit}, false);
    const double speed = random.uniform(0.005, random.chance(0.3) ? 0.3 : 0.05);
    const double way = face - dot(from, push) - reach - random.uniform(-0.1, 0.5);
    if (press.gap(true, body, at) < 0.0 || way < 0.0) continue;
    tally.begin_scene();
    const int steps = static_cast<int>(way / speed) + 1;
    for (int i = 1; i <= 2 * steps + 5; ++i) {
      const double gone = speed * std::max(0, i <= steps ? i : 2 * steps - i);
      press.world->set_pose(ram, {from + push * gone, unit});
      const MoverResult moved = press.world->move_and_slide(body, {at, {}}, {0, -0.01, 0}).value;
      at = moved.position;
      tally.add_step(press.gap(true, body, at), press.gap(false, body, at), dot(at, push) >= face, moved.crushed);
    }
    tally.end_scene(k_seed, n, telling, press.gap(true, body, at), press.gap(false, body, at));
  }
  tally.expect_crushed(k_seed, count);
}

}  // namespace
}  // namespace hyperplane
