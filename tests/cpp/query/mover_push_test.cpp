#include <hyperplane/world.h>

#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/triangle_mesh.h>

#include "math/vec3.h"
#include "meshes.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

namespace hyperplane {
namespace {

using test::Random;

constexpr double k_push_skin = 0.01;

Quat turned_about_y(double angle) { return {0.0, std::sin(0.5 * angle), 0.0, std::cos(0.5 * angle)}; }

Shape random_pusher(Random& random) {
  const double a = random.uniform(0.3, 1.5), b = random.uniform(0.3, 1.5), c = random.uniform(0.3, 1.5);
  switch (random.below(6)) {
    case 0:
      return make_box(2.0 * a, 2.0 * b, 2.0 * c).value;
    case 1:
      return make_sphere(a).value;
    case 2:
      return make_capsule(a, b).value;
    case 3:
      return make_cylinder(a, 2.0 * b).value;
    case 4:
      return make_cone(a, 2.0 * b).value;
    default:
      return make_ellipsoid(a, b, c).value;
  }
}

std::vector<Shape> pushed_bodies() {
  return {make_box(0.6, 1.2, 0.6).value, make_capsule(0.3, 0.6).value, make_cylinder(0.3, 1.2).value,
          make_ellipsoid(0.3, 0.6, 0.3).value};
}

/// A wall whose face is at x = 0, a floor at y = 0, and a platform that a body of width 0.6 overlaps by 0.06.
struct Squeeze {
  WorldPtr world = make_world().value;
  ColliderOptions platform;

  explicit Squeeze(double angle, bool is_static) {
    world->add({make_box(100, 2, 100).value, {{0, -1, 0}, {}}, true});
    world->add({make_box(1, 10, 100).value, {{-0.5, 5, 0}, {}}, true});
    platform = {make_box(1, 3, 6).value, {{1.05, 1.5, 0}, turned_about_y(angle)}, is_static};
    world->add(platform);
  }
  double gap(std::uint32_t row, const Shape& body, const Vec3& at) const {
    const ColliderOptions of = world->describe(row);
    return distance(of.shape, of.pose, body, {at, {}}).distance;
  }
};

TEST(MoverPush, DoesNotShootABodyAlongAWallAndAPlatformThatIsNearlyParallel) {
  for (const double angle : {0.0, 1e-7, 1e-6, 1e-5, 1e-4, 1e-3, 1e-2}) {
    for (const Shape& body : pushed_bodies()) {
      const Squeeze squeeze(angle, false);
      Vec3 at{0.31, 0.61, 0.0};
      for (int i = 0; i < 50; ++i) {
        at = squeeze.world->move_and_slide(body, {at, {}}, {0, -0.01, 0}).value.position;
        ASSERT_LE(std::fabs(at.z), 0.001) << angle << ' ' << i;
        ASSERT_NEAR(at.y, 0.61, 1e-3) << angle << ' ' << i;
      }
      // The wall is hard, the platform soft.
      EXPECT_GE(squeeze.gap(1, body, at), -1e-6) << angle;
      EXPECT_NEAR(squeeze.gap(2, body, at), -0.05, 0.005) << angle;
    }
  }
}

TEST(MoverPush, DoesNotLetASqueezedBodyFallThroughTheFloor) {
  for (const bool is_static : {true, false}) {
    for (const double x : {0.35, 0.31, 0.3, 0.25, 0.2}) {
      for (const Shape& body : pushed_bodies()) {
        const Squeeze squeeze(0.0, is_static);
        Vec3 at{x, 0.61, 0.0};
        for (int i = 0; i < 5; ++i) {
          at = squeeze.world->move_and_slide(body, {at, {}}, {0, -5, 0}).value.position;
          ASSERT_GE(squeeze.gap(0, body, at), 0.5 * k_push_skin) << x << ' ' << is_static;
        }
      }
    }
  }
}

/// Free of everything, or nowhere near: a way of at most six depths.
TEST(MoverPush, LeadsABodyOutByAShortWayOrLeavesItThere) {
  Random random(401);
  int free = 0, stuck = 0, far = 0;
  for (int i = 0; i < test::scaled(600); ++i) {
    const WorldPtr world = make_world().value;
    const std::vector<Shape> bodies = pushed_bodies();
    const Shape body = bodies[static_cast<std::size_t>(random.below(4))];
    const int count = 1 + random.below(3);
    std::vector<ColliderOptions> pushers;
    while (static_cast<int>(pushers.size()) < count) {
      const Shape shape = random_pusher(random);
      const Pose pose{random.in_cube(1.5), random.rotation()};
      const double gap = distance(shape, pose, body, {}).distance;
      if (gap < 0.0 && gap > -0.15) pushers.push_back({shape, pose});
    }
    double start = std::numeric_limits<double>::infinity();
    for (const ColliderOptions& pusher : pushers) {
      world->add(pusher);
      const double gap = distance(pusher.shape, pusher.pose, body, {}).distance;
      start = std::min(start, gap);
    }
    const Vec3 at = world->move_and_slide(body, {}, {}).value.position;
    double gap = std::numeric_limits<double>::infinity();
    for (const ColliderOptions& pusher : pushers) {
      gap = std::min(gap, distance(pusher.shape, pusher.pose, body, {at, {}}).distance);
    }
    const double deepest = k_push_skin - start;
    ASSERT_LE(length(at), 6.0 * deepest * (1.0 + 1e-9)) << i;
    ASSERT_GE(gap, std::min(start, 0.5 * k_push_skin) - 1e-9) << i;
    (gap >= 0.5 * k_push_skin - 1e-6 ? free : stuck) += 1;
    if (length(at) > 2.5 * deepest) ++far;
    if (count == 1) {
      // One convex collider: out, and by the least translation there is.
      ASSERT_NEAR(length(at), deepest, 1e-5) << i;
      ASSERT_GE(gap, 0.5 * k_push_skin) << i;
    }
  }
  // Runs with few cases vary.
  EXPECT_LT(stuck, 5 + free / 10);
  EXPECT_LT(far, 5 + free / 10);
}

/// A body inside a solid touches none of its triangles.
TEST(MoverPush, PushesABodyOutOfASolidMeshAsOutOfABox) {
  Random random(37);
  const Vec3 size{4, 3, 5};
  const scenes::MeshData sides = scenes::make_mesh_box(size);
  TriangleMeshOptions options;
  options.solid = true;
  const TriangleMeshPtr mesh = build_triangle_mesh(sides.vertices, sides.indices, options).value;
  const std::vector<CompoundPart> parts{{make_triangle_mesh(*mesh), {}}, {make_sphere(0.1).value, {{0, 9, 0}, {}}}};
  const CompoundPtr compound = build_compound(parts).value;
  const Shape box = make_box(size.x, size.y, size.z).value, ball = make_sphere(0.2).value;
  int pushed = 0;
  for (int i = 0; i < test::scaled(400); ++i) {
    const Pose pose{random.in_cube(3.0), random.rotation()};
    const Vec3 at = pose.position + random.in_cube(2.0);
    const bool is_static = random.chance(0.5);
    const auto moved = [&](const Shape& shape, const Vec3& delta) {
      const WorldPtr world = make_world().value;
      world->add({shape, pose, is_static});
      world->update();
      return world->move_and_slide(ball, {at, {}}, delta).value.position;
    };
    const Vec3 right = moved(box, {});
    for (const Shape& told : {make_triangle_mesh(*mesh), make_compound(*compound)}) {
      ASSERT_LE(length(moved(told, {}) - right), 1e-9) << i;
      ASSERT_GE(distance(told, pose, ball, {moved(told, {0.3, 0.0, 0.1}), {}}).distance, 0.5 * k_push_skin) << i;
    }
    pushed += length(right - at) > 0.5 ? 1 : 0;

    // The other way round. A ball that is inside by less than the skin touches no triangle and is near one.
    const double depth = -distance(box, pose, ball, {at, {}}).distance;
    if (depth > 0.4 && depth < 0.4 + k_push_skin) continue;
    const WorldPtr around = make_world().value;
    around->add({ball, {at, {}}, is_static});
    around->update();
    const Vec3 out = around->move_and_slide(make_triangle_mesh(*mesh), pose, {}).value.position;
    ASSERT_GE(distance(box, {out, pose.rotation}, ball, {at, {}}).distance, 0.5 * k_push_skin) << i;
  }
  EXPECT_GT(pushed, test::scaled(100));
}

}  // namespace
}  // namespace hyperplane
