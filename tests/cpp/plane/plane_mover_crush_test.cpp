#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include "plane/math/rotation.h"
#include "plane/math/vec2.h"
#include "plane/plane_composite_oracle.h"
#include "support/crush_tally.h"
#include "support/test_size.h"

/// Bodies of the plane between what moves and what does not: rams and walls, lifts and ceilings, one-sided platforms.

namespace hyperplane::test::in_plane {
namespace {

using plane::ChainSides;
using plane::ColliderOptions;
using plane::MoverResult;
using plane::Shape;
using plane::Vec2;
using plane::WorldPtr;

constexpr double k_crush_skin = 0.01;

/// A world that keeps its shapes.
struct Press {
  WorldPtr world = plane::make_world().value;
  std::vector<plane::CompositePtr> composites;

  ColliderId add(const Shape& shape, Vec2 at, bool is_static, double angle = 0.0) {
    ColliderOptions options;
    options.shape = shape;
    options.pose = {at, angle};
    options.is_static = is_static;
    return world->add(options).value;
  }
  Shape kept(plane::BuiltComposite built) {
    composites.push_back(std::move(built.value));
    return make_composite(*composites.back());
  }
  Shape halves_of(Vec2 size, bool is_doubled) {
    const Shape half = plane::make_rectangle(size.x, 0.5 * size.y).value;
    std::vector<plane::CompoundPart> parts = {{half, {{0, -0.25 * size.y}, 0}}, {half, {{0, 0.25 * size.y}, 0}}};
    if (is_doubled) parts.push_back({plane::make_rectangle(size.x, size.y).value, {}});
    return kept(plane::build_compound(parts));
  }
  /// A static rectangle, told in one of `k_tellings` ways.
  static constexpr int k_tellings = 7;
  void add_box(int telling, Vec2 size, Vec2 at) {
    const Shape plain = plane::make_rectangle(size.x, size.y).value;
    const double x = 0.5 * size.x, y = 0.5 * size.y;
    // Clockwise: what blocks from the left blocks from outside.
    const double corners[] = {-x, -y, -x, y, x, y, x, -y};
    const std::uint32_t sizes[] = {4};
    switch (telling) {
      case 0:
        add(plain, at, true);
        break;
      case 1:
        add(plain, at, true);
        add(plain, at, true);
        break;
      case 2:
        add(kept(plane::build_simple_polygon(corners, sizes)), at, true);
        break;
      case 3:
        add(kept(plane::build_chain(corners, true, ChainSides::both)), at, true);
        break;
      case 4:
        add(kept(plane::build_chain(corners, true, ChainSides::front)), at, true);
        break;
      default:
        add(halves_of(size, telling == 6), at, true);
    }
  }
  /// Gap to the static or to the moving colliders.
  double gap(bool of_static, const Shape& body, Vec2 at) const {
    double least = 1e9;
    for (std::uint32_t row = 0; row < world->capacity(); ++row) {
      if (world->at(row) == ColliderId{}) continue;
      const ColliderOptions of = world->describe(row);
      if (of.is_static == of_static) least = std::min(least, distance(of.shape, of.pose, body, {at, 0.0}).distance);
    }
    return least;
  }
  MoverResult move(const Shape& body, Vec2 from, Vec2 delta) {
    const auto moved = world->move_and_slide(body, {from, 0.0}, delta, {});
    EXPECT_TRUE(moved.ok()) << moved.message;
    return moved.value;
  }
};

TEST(PlaneMoverCrush, StaysBetweenARamAndAWall) {
  for (int telling = 0; telling < Press::k_tellings; ++telling) {
    SCOPED_TRACE(testing::Message() << "telling " << telling);
    Press press;
    press.add(plane::make_rectangle(100, 1).value, {0, -0.5}, true);
    press.add_box(telling, {0.5, 4}, {2.25, 2});
    const ColliderId ram = press.add(plane::make_rectangle(1, 3).value, {0, 1.5}, false);
    const Shape body = plane::make_capsule(0.3, 1.2).value;
    Vec2 at{0.82, 0.91};
    for (int i = 1; i <= 180; ++i) {
      const double x = (i <= 90 ? i : 180 - i) / 60.0;
      press.world->set_pose(ram, {{x, 1.5}, 0.0});
      const MoverResult moved = press.move(body, at, {0, -0.01});
      at = moved.position;
      ASSERT_NEAR(at.y, 0.91, 0.01) << i;
      ASSERT_LE(at.x, 1.7 + 1e-6) << i;
      if (std::fabs(x - 0.9) > 1e-6) ASSERT_EQ(moved.crushed, x > 0.9) << i;
      ASSERT_GE(press.gap(true, body, at), -1e-6) << i;
    }
    EXPECT_GE(press.gap(false, body, at), 0.5 * k_crush_skin);
  }
}

TEST(PlaneMoverCrush, IsNotThrownByDoors) {
  for (const double scale : {0.1, 1.0, 10.0}) {
    for (const double aside : {0.0, 0.2, 0.4}) {
      SCOPED_TRACE(testing::Message() << scale << ' ' << aside);
      Press press;
      const Shape door = plane::make_rectangle(0.5 * scale, 0.5 * scale).value;
      const Shape body = plane::make_circle(0.3 * scale).value;
      const ColliderId left = press.add(door, {-2 * scale, 0}, false), right = press.add(door, {2 * scale, 0}, false);
      press.world->update();
      plane::MoverOptions options;
      options.skin = k_crush_skin * scale;
      Vec2 at{0.0, aside * scale};
      int crushed = 0;
      for (int i = 1; i <= 200; ++i) {
        const double x = (0.7 - 0.005 * (i <= 100 ? i : 200 - i)) * scale;
        press.world->set_pose(left, {{-x, 0}, 0.0});
        press.world->set_pose(right, {{x, 0}, 0.0});
        press.world->update();
        const auto moved = press.world->move_and_slide(body, {at, 0.0}, {}, options);
        ASSERT_TRUE(moved.ok());
        // Each door moved by 0.005; what leaves between two corners is faster.
        ASSERT_LE(length(moved.value.position - at), 3.0 * (0.01 + k_crush_skin) * scale) << i;
        at = moved.value.position;
        crushed += moved.value.crushed ? 1 : 0;
        options.was_crushed = moved.value.crushed;
      }
      // Farther aside they press it out.
      if (aside < 0.4) EXPECT_GT(crushed, 10);
      EXPECT_GE(press.gap(false, body, at), 0.5 * options.skin * (1.0 - 1e-6));
    }
  }
}

TEST(PlaneMoverCrush, StaysOnAOneSidedPlatformBelowAPress) {
  Press press;
  const double points[] = {2, 0, -2, 0};
  // Blocks from above: the left of a way to the left is below.
  const double above[] = {-2, 0, 2, 0};
  press.add(press.kept(plane::build_chain(above, false, ChainSides::front)), {}, true);
  // Blocks from below only, and the body comes from above.
  press.add(press.kept(plane::build_chain(points, false, ChainSides::front)), {0, 1.0}, true);
  const ColliderId ram = press.add(plane::make_rectangle(3, 1).value, {0, 3.5}, false);
  const Shape body = plane::make_capsule(0.3, 1.2).value;
  Vec2 at{0.0, 0.91};
  for (int i = 1; i <= 160; ++i) {
    const double low = 3.0 - 0.02 * (i <= 80 ? i : 160 - i);
    press.world->set_pose(ram, {{0, low + 0.5}, 0.0});
    const MoverResult moved = press.move(body, at, {0, -0.01});
    at = moved.position;
    ASSERT_GE(at.y, 0.9 - 1e-6) << i;
    if (std::fabs(low - 1.8) > 1e-6) ASSERT_EQ(moved.crushed, low < 1.8) << i;
  }
  EXPECT_NEAR(at.y, 0.91, 0.01);
}

Shape random_ram(Random& random, Press& press) {
  const double width = random.uniform(0.3, 3.0);
  switch (random.below(5)) {
    case 0:
      return plane::make_circle(0.5 * width).value;
    case 1:
      return plane::make_capsule(0.5 * width, 0.5).value;
    case 2:
      return plane::make_ellipse(0.5, 0.5 * width).value;
    case 3:
      return press.halves_of({1, width}, random.chance(0.5));
    default:
      return plane::make_rectangle(1, width).value;
  }
}

Shape random_body(Random& random) {
  const double radius = random.uniform(0.15, 0.5), height = random.uniform(0.3, 1.5);
  switch (random.below(4)) {
    case 0:
      return plane::make_rectangle(2.0 * radius, height).value;
    case 1:
      return plane::make_circle(radius).value;
    case 2:
      return plane::make_ellipse(radius, 0.5 * height).value;
    default:
      return plane::make_capsule(radius, height).value;
  }
}

/// Random rams, at random speeds, against walls and ceilings that are told in all ways. The body starts free.
TEST(PlaneMoverCrush, NeverPassesWhatIsStatic) {
  constexpr int k_seed = 3707;
  Random random(k_seed);
  const int count = scaled(600);
  CrushTally tally;
  for (int n = 0; n < count; ++n) {
    Press press;
    const bool is_lift = random.chance(0.3);
    const double thickness = random.uniform(0.05, 0.6), face = random.uniform(1.5, 3.0);
    const Vec2 push = is_lift ? Vec2{0, 1} : Vec2{1, 0};
    const int telling = random.below(Press::k_tellings);
    if (is_lift) {
      press.add_box(telling, {6, thickness}, {0, face + 0.5 * thickness});
    } else {
      press.add(plane::make_rectangle(100, 1).value, {0, -0.5}, true);
      press.add_box(telling, {thickness, 8}, {face + 0.5 * thickness, 2});
    }
    const Shape body = random_body(random), shape = random_ram(random, press);
    Vec2 at{0, k_crush_skin - support(body, {}, {0, -1}).y};
    const double angle = random.chance(0.5) ? 0.0 : random.uniform(-0.3, 0.3);
    const double reach = dot(support(shape, {{}, angle}, push), push);
    const double away = reach - dot(support(body, {}, -push), push) + 0.05;
    const Vec2 from = is_lift ? at - push * away : Vec2{-away, 0.02 - support(shape, {{}, angle}, {0, -1}).y};
    const ColliderId ram = press.add(shape, from, false, angle);
    const double speed = random.uniform(0.005, random.chance(0.3) ? 0.3 : 0.05);
    const double way = face - dot(from, push) - reach - random.uniform(-0.1, 0.5);
    if (press.gap(true, body, at) < 0.0 || way < 0.0) continue;
    tally.begin_scene();
    const int steps = static_cast<int>(way / speed) + 1;
    for (int i = 1; i <= 2 * steps + 5; ++i) {
      const double gone = speed * std::max(0, i <= steps ? i : 2 * steps - i);
      press.world->set_pose(ram, {from + push * gone, angle});
      const MoverResult moved = press.move(body, at, {0, -0.01});
      at = moved.position;
      tally.add_step(press.gap(true, body, at), press.gap(false, body, at), dot(at, push) >= face, moved.crushed);
    }
    tally.end_scene(k_seed, n, telling, press.gap(true, body, at), press.gap(false, body, at));
  }
  tally.expect_crushed(k_seed, count);
}

TEST(PlaneMoverCrush, LeavesADoorThatStopped) {
  Press press;
  press.add(plane::make_rectangle(1, 2).value, {0, 0}, false);
  press.world->update();
  const Shape body = plane::make_circle(0.3).value;
  plane::MoverOptions options;
  options.was_crushed = true;
  Vec2 at{0.3, 0};
  for (int i = 0; i < 60 && options.was_crushed; ++i) {
    const auto moved = press.world->move_and_slide(body, {at, 0.0}, {}, options);
    ASSERT_TRUE(moved.ok());
    ASSERT_LE(length(moved.value.position - at), k_crush_skin * (1.0 + 1e-6));
    at = moved.value.position;
    options.was_crushed = moved.value.crushed;
  }
  EXPECT_GE(press.gap(false, body, at), 0.0);
}

/// Which pushers close on a body in a scene of NoPusherThrows.
enum class PushersKind : std::uint8_t { doors, thin_doors, ram_and_wall, lift_and_ceiling, many };

/// Pushers that close by a speed each, meet or cross, and part again. The oracle: a body that was crushed in the frame
/// before goes no farther than they moved in sum, and the skin; the gaps that `distance` finds say who is crushed.
TEST(PlaneMoverCrush, NoPusherThrows) {
  constexpr int k_seed = 3741;
  Random random(k_seed);
  const int count = scaled(600);
  CrushTally tally;
  int thrown = 0;
  double farthest = 0.0;
  for (int n = 0; n < count; ++n) {
    const auto kind = static_cast<PushersKind>(random.below(5));
    const double scale = random.chance(0.5) ? 1.0 : random.chance(0.5) ? 0.1 : 10.0;
    Press press;
    const int telling = random.below(Press::k_tellings);
    const double face = 1.2 * scale, thick = random.uniform(0.05, 0.6) * scale;
    const bool is_lift = kind == PushersKind::lift_and_ceiling, has_wall = is_lift || kind == PushersKind::ram_and_wall;
    const Vec2 push = is_lift ? Vec2{0, 1} : Vec2{1, 0};
    const Vec2 across{push.y, push.x};
    if (has_wall) press.add_box(telling, push * thick + across * (8 * scale), push * (face + 0.5 * thick));
    const double radius = random.uniform(0.15, 0.5) * scale;
    const Shape body = random.chance(0.5) ? plane::make_circle(radius).value
                                          : plane::make_capsule(radius, random.uniform(0.2, 1.0) * scale).value;
    struct Pusher {
      ColliderId id;
      Vec2 from, by;
      double angle;
    };
    std::vector<Pusher> pushers;
    const int pusher_count = has_wall ? 1 : kind == PushersKind::many ? 2 + random.below(3) : 2;
    const double speed = random.uniform(0.002, 0.03) * scale;
    for (int i = 0; i < pusher_count; ++i) {
      const bool is_thin = kind == PushersKind::thin_doors;
      const double deep = (is_thin ? random.uniform(0.03, 0.1) : random.uniform(0.3, 1.0)) * scale;
      const double wide = random.uniform(0.3, 2.0) * scale;
      const Vec2 side = kind == PushersKind::many ? rotate(plane::rotation_of(random.uniform(0.0, 6.28)), push)
                                                  : push * (i == 0 ? -1.0 : 1.0);
      const double turn = std::atan2(side.y, side.x) + (random.chance(0.5) ? 0.0 : random.uniform(-0.2, 0.2));
      const Vec2 from = side * (1.9 * scale) + Vec2{-side.y, side.x} * (random.uniform(-0.2, 0.2) * scale);
      const double own = speed * random.uniform(0.5, 1.0);
      const ColliderId id = press.add(plane::make_rectangle(deep, wide).value, from, false, turn);
      pushers.push_back({id, from, side * -own, turn});
    }
    plane::MoverOptions options;
    options.skin = k_crush_skin * scale;
    options.step_height = options.snap_distance = 0.0;
    Vec2 at = across * (random.uniform(-0.3, 0.3) * scale);
    press.world->update();
    if (press.gap(false, body, at) < options.skin || press.gap(true, body, at) < options.skin) continue;
    tally.begin_scene();
    const int steps = static_cast<int>(random.uniform(1.8, 3.0) * scale / speed);
    bool was_crushed = false;
    // Out of a pusher that stopped, a skin a frame.
    for (int i = 1; i <= 2 * steps + 150; ++i) {
      const double gone = std::max(0, i <= steps ? i : 2 * steps - i);
      double moved_by = 0.0;
      for (const Pusher& pusher : pushers) {
        const Vec2 to = pusher.from + pusher.by * gone;
        moved_by += length(to - press.world->describe(pusher.id.row).pose.position);
        press.world->set_pose(pusher.id, {to, pusher.angle});
      }
      press.world->update();
      options.was_crushed = was_crushed;
      const auto moved = press.world->move_and_slide(body, {at, 0.0}, {}, options);
      ASSERT_TRUE(moved.ok()) << moved.message;
      const double by = length(moved.value.position - at);
      // What leaves between two corners, or out of a wedge that opens, is faster.
      const double most = 3.0 * moved_by + 8.0 * options.skin;
      if (was_crushed && by > most) {
        ++thrown;
        ADD_FAILURE() << "seed " << k_seed << ", scene " << n << " kind " << static_cast<int>(kind) << " frame " << i
                      << " thrown " << by / scale << " of " << most / scale;
      }
      if (was_crushed) farthest = std::max(farthest, by / (moved_by + options.skin));
      at = moved.value.position;
      was_crushed = moved.value.crushed;
      tally.add_step(press.gap(true, body, at) / scale, press.gap(false, body, at) / scale,
                     has_wall && dot(at, push) >= face, was_crushed);
    }
    tally.end_scene(k_seed, n, telling, press.gap(true, body, at), press.gap(false, body, at));
  }
  std::printf("%d thrown, farthest %g times what the pushers moved and the skin\n", thrown, farthest);
  tally.expect_crushed(k_seed, count);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
