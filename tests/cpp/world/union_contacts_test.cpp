#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/height_field.h>
#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/world.h>

#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/slider.h"
#include "support/test_size.h"
#include "support/told_world.h"

/// Contacts with unions of static colliders: the same scene told in another way has the same answer.

namespace hyperplane::test {
namespace {

ColliderId add_body(World& world, const Shape& shape, const Vec3& position) {
  ColliderOptions options{shape, {position, {}}};
  options.is_continuous = true;
  return world.add(options).value;
}

double deepest_of(const World& world) {
  double deepest = 0.0;
  const ContactList contacts = world.contacts();
  for (std::size_t i = 0; i < contacts.pairs.size(); ++i) {
    deepest = std::max(deepest, static_cast<double>(contacts.normals[4 * i + 3]));
  }
  return deepest;
}

TEST(UnionContacts, BodiesStopAtDoubledWalls) {
  for (int copies = 1; copies <= 3; ++copies) {
    for (const double depth : {1e-3, 1e-2, 0.05}) {
      const WorldPtr world = make_world().value;
      ASSERT_TRUE(world->add(fixed(make_box(100, 1, 100).value, {0, -0.5, 0})).ok());
      for (int i = 0; i < copies; ++i) ASSERT_TRUE(world->add(fixed(make_box(0.1, 10, 10).value, {5.05, 4, 0})).ok());
      const ColliderId body = add_body(*world, make_cone(0.5, 1).value, {0, 0.5 - depth, 0});
      ASSERT_TRUE(world->update().ok());
      ASSERT_EQ(world->set_pose(body, {{10, 0.5 - depth, 0}, {}}), Status::ok);
      ASSERT_TRUE(world->update().ok());
      ASSERT_EQ(world->impacts().size(), 1u) << copies << " walls, " << depth << " m deep";
      EXPECT_NEAR(world->impacts()[0].time, 0.45, 1e-3);
    }
  }
}

TEST(UnionContacts, DepthInDoubledWallsIsThatOfOne) {
  for (int copies = 1; copies <= 3; ++copies) {
    const WorldPtr world = make_world().value;
    ASSERT_TRUE(world->add(fixed(make_box(100, 1, 100).value, {0, -0.5, 0})).ok());
    for (int i = 0; i < copies; ++i) ASSERT_TRUE(world->add(fixed(make_cylinder(1, 3).value, {1.47, 1.5, 0})).ok());
    const ColliderId body = add_body(*world, make_cone(0.5, 1).value, {0, 0.49, 0});
    ASSERT_TRUE(world->update().ok());
    EXPECT_LT(deepest_of(*world), 0.04) << copies;
    const Vec3 way = world->separation(body).value;
    EXPECT_LT(length(way), 0.04) << copies;
  }
}

TEST(UnionContacts, SeparationSeparates) {
  const WorldPtr world = make_world().value;
  const Shape floor = make_box(100, 1, 100).value, crate = make_box(2, 0.45, 2).value, cone = make_cone(0.5, 1).value;
  ASSERT_TRUE(world->add(fixed(floor, {0, -0.5, 0})).ok());
  ASSERT_TRUE(world->add(fixed(crate, {1.45, 0.225, 0})).ok());
  const ColliderId body = add_body(*world, cone, {0, 0.45, 0});
  ASSERT_TRUE(world->update().ok());
  const Pose free{Vec3{0, 0.45, 0} + world->separation(body).value, {}};
  EXPECT_LE(penetration(cone, free, floor, {{0, -0.5, 0}, {}}).depth, 1e-6);
  EXPECT_LE(penetration(cone, free, crate, {{1.45, 0.225, 0}, {}}).depth, 1e-6);
}

TEST(UnionContacts, SeparationOfSmallBodiesLeadsOutOfFlushParts) {
  // Near a seam, at a tenth of the block's depth and more, the least overlaps lead across the seam.
  const double at[] = {0.4992, 0.4999, 0.5, 0.503, 0.51};
  for (const bool is_compound : {false, true}) {
    for (const double x : at) {
      for (const double depth : {0.1, 0.2, 0.3}) {
        const WorldPtr world = make_world().value;
        std::vector<CompoundPart> parts;
        for (int i = -3; i <= 3; ++i) parts.push_back({make_box(1, 1, 2).value, {{1.0 * i, -0.5, 0}, {}}});
        const CompoundPtr compound = build_compound(parts).value;
        if (is_compound) {
          ASSERT_TRUE(world->add(fixed(make_compound(*compound), {})).ok());
        } else {
          for (const CompoundPart& part : parts) {
            ASSERT_TRUE(world->add(fixed(part.shape, part.pose.position)).ok());
          }
        }
        const Shape ball = make_sphere(0.001).value;
        const Pose pose{{x, -depth, 0.1}, {}};
        const ColliderId body = add_body(*world, ball, pose.position);
        ASSERT_TRUE(world->update().ok());
        const Vec3 way = world->separation(body).value;
        for (const CompoundPart& part : parts) {
          if (!is_compound && !intersects(ball, pose, part.shape, part.pose)) continue;
          EXPECT_LE(penetration(ball, {pose.position + way, {}}, part.shape, part.pose).depth, 1e-6)
              << is_compound << " at " << x << ", " << depth << " m deep";
        }
        if (is_compound) {
          EXPECT_NEAR(length(way), depth + 0.001, 1e-5) << "at " << x;
        }
      }
    }
  }
}

TEST(UnionContacts, WaysOutOfLargeFloorsAndSmallWallsAreShort) {
  // The floor's places are rounded more coarsely than the walls'.
  const WorldPtr world = make_world().value;
  ASSERT_TRUE(world->add(fixed(make_box(40, 1, 40).value, {0, -0.5, 0})).ok());
  for (int copies = 0; copies < 2; ++copies) {
    ASSERT_TRUE(world->add(fixed(make_box(0.25, 6, 8).value, {0.584, 0.345, 0})).ok());
    ASSERT_TRUE(world->add(fixed(make_box(6, 3, 0.25).value, {0, 1, 0.584})).ok());
  }
  const double corners[] = {0, 0, 0, 0.25, 0, 0, 0, 0.125, 0, 0, 0, 0.57};
  const HullPtr hull = build_hull(corners).value;
  const ColliderId body = add_body(*world, make_convex_hull(*hull), {-0.0078, -0.0281, 0.1046});
  ASSERT_TRUE(world->update().ok());
  EXPECT_LT(length(world->separation(body).value), 0.23);
}

constexpr Telling k_tellings[] = {Telling::twice,  Telling::thrice,   Telling::halved, Telling::overlapped,
                                  Telling::nested, Telling::compound, Telling::turned};

/// Of bodies that have a volume.
constexpr ShapeType k_body_types[] = {ShapeType::sphere,     ShapeType::capsule, ShapeType::box,
                                      ShapeType::cylinder,   ShapeType::cone,    ShapeType::ellipsoid,
                                      ShapeType::convex_hull};

TEST(UnionContacts, ALevelToldInAnotherWayStopsBodiesAtTheSameTime) {
  Random random(991);
  int slides = 0, walls = 0, lost = 0, early = 0, late = 0;
  const int count = scaled(400);
  for (int run = 0; run < count; ++run) {
    const double far = random.uniform(1.5, 4.0), thickness = random.log_uniform(-4, 0);
    std::vector<Block> blocks{{{20.0, 1.0, 20.0}, {0.0, -0.5, 0.0}}};
    const bool has_wall = random.chance(0.8);
    if (has_wall) blocks.push_back({{thickness, 6.0, 8.0}, {far + 0.5 * thickness, random.uniform(0.0, 2.5), 0.0}});
    const TestShape body =
        make_test_shape(random, k_body_types[random.below(7)], ShapeForm::plain, random.uniform(0.3, 1.0));
    const Quat rotation = random.chance(0.5) ? Quat{} : random.rotation();
    const double low = -support(body.shape, {{}, rotation}, {0.0, -1.0, 0.0}).y;
    const double right = support(body.shape, {{}, rotation}, {1.0, 0.0, 0.0}).x;
    const double depth = random.log_uniform(-14, -3);
    const Pose from{{0.0, low - depth, random.uniform(-2.0, 2.0)}, rotation};
    const Pose to{from.position + Vec3{8.0, 0.0, random.uniform(-0.5, 0.5)}, rotation};
    const double expected = (far - right) / 8.0;
    for (const Telling telling : k_tellings) {
      ToldWorld told(blocks, telling);
      World& world = *told.world;
      ColliderOptions options{body.shape, from};
      options.is_continuous = true;
      const ColliderId id = world.add(options).value;
      ASSERT_TRUE(world.update().ok());
      ASSERT_EQ(world.set_pose(id, to), Status::ok);
      ASSERT_TRUE(world.update().ok());
      ++slides;
      walls += has_wall ? 1 : 0;
      if (world.impacts().empty()) {
        lost += has_wall ? 1 : 0;
      } else if (const double time = world.impacts()[0].time; !has_wall || time < expected - 1e-4) {
        ++early;
      } else {
        late += time > expected + 1e-3 ? 1 : 0;
      }
    }
  }
  printf("seed 991: %d slides, %d into walls, %d lost, %d early, %d late\n", slides, walls, lost, early, late);
  EXPECT_EQ(lost, 0);
  EXPECT_LE(early, 1 + slides / 500);
  EXPECT_LE(late, 1 + slides / 2000);
}

TEST(UnionContacts, BodiesWithoutVolumeStopAtWalls) {
  Random random(994);
  std::vector<double> corners;
  for (int i = 0; i < 8; ++i) {
    corners.insert(corners.end(), {i & 1 ? 0.05 : -0.05, i & 2 ? 5.0 : -5.0, i & 4 ? 10.0 : -10.0});
  }
  const HullPtr hull = build_hull(corners).value;
  int lost = 0, early = 0, late = 0;
  const int count = scaled(4000);
  for (int run = 0; run < count; ++run) {
    const double w = random.uniform(0.1, 1.0), h = random.uniform(0.1, 1.0);
    const auto corner = [&] { return random.in_cube(0.5); };
    const Shape shapes[] = {
        make_box(w, 0.0, h).value,  make_box(0.0, 0.0, h).value, make_cylinder(0.5 * w, 0.0).value,
        make_capsule(0.0, h).value, make_sphere(0.0).value,      make_triangle(corner(), corner(), corner()).value};
    const Shape& shape = shapes[random.below(6)];
    const Quat rotation = random.chance(0.3) ? Quat{} : random.rotation();
    const double low = -support(shape, {{}, rotation}, {0.0, -1.0, 0.0}).y;
    const double right = support(shape, {{}, rotation}, {1.0, 0.0, 0.0}).x;
    const double depth = random.chance(0.2) ? 0.0 : std::min(0.03, random.log_uniform(-14, -1));
    const WorldPtr world = make_world().value;
    ASSERT_TRUE(world->add(fixed(make_box(100, 1, 100).value, {0, -0.5, 0})).ok());
    const bool has_hulls = random.chance(0.5);
    for (int i = 0; i <= random.below(2); ++i) {
      const Shape wall = has_hulls ? make_convex_hull(*hull) : make_box(0.1, 10, 20).value;
      ASSERT_TRUE(world->add(fixed(wall, {5.05, 4, 0})).ok());
    }
    const Pose from{{0.0, low - depth, random.uniform(-1.0, 1.0)}, rotation};
    ColliderOptions options{shape, from};
    options.is_continuous = true;
    const ColliderId id = world->add(options).value;
    ASSERT_TRUE(world->update().ok());
    ASSERT_EQ(world->set_pose(id, {from.position + Vec3{10.0, 0.0, random.uniform(-1.0, 1.0)}, rotation}), Status::ok);
    ASSERT_TRUE(world->update().ok());
    const double expected = (5.0 - right) / 10.0;
    if (world->impacts().empty()) {
      ++lost;
      continue;
    }
    early += world->impacts()[0].time < expected - 1e-4 ? 1 : 0;
    late += world->impacts()[0].time > expected + 1e-4 ? 1 : 0;
  }
  printf("seed 994: %d flights, %d lost, %d early, %d late\n", count, lost, early, late);
  EXPECT_EQ(lost, 0);
  EXPECT_EQ(early, 0);
  EXPECT_EQ(late, 0);
}

TEST(UnionContacts, ALevelToldInAnotherWayPushesBodiesAsFar) {
  Random random(992);
  int cases = 0, deep = 0, shallow = 0, held = 0;
  const int count = scaled(400);
  for (int run = 0; run < count; ++run) {
    const double sunk = random.log_uniform(-14, -4), beside = random.log_uniform(-14, -4);
    const std::vector<Block> blocks{{{20.0, 1.0, 20.0}, {0.0, -0.5, 0.0}}, {{2.0, 6.0, 8.0}, {1.0, 1.0, 0.0}}};
    const TestShape body =
        make_test_shape(random, k_body_types[random.below(7)], ShapeForm::plain, random.uniform(0.3, 1.0));
    const Quat rotation = random.chance(0.5) ? Quat{} : random.rotation();
    const double low = -support(body.shape, {{}, rotation}, {0.0, -1.0, 0.0}).y;
    const double right = support(body.shape, {{}, rotation}, {1.0, 0.0, 0.0}).x;
    const Pose pose{{beside - right, low - sunk, random.uniform(-2.0, 2.0)}, rotation};
    const double expected = std::hypot(sunk, beside);
    for (const Telling telling : k_tellings) {
      ToldWorld told(blocks, telling);
      World& world = *told.world;
      const ColliderId id = world.add({body.shape, pose}).value;
      ASSERT_TRUE(world.update().ok());
      const Vec3 way = world.separation(id).value;
      ++cases;
      deep += length(way) > 1.05 * expected + 1e-6 ? 1 : 0;
      shallow += length(way) < std::max(sunk, 0.0) - 1e-6 ? 1 : 0;
      const Pose moved{pose.position + way, rotation};
      bool is_held = false;
      for (const Block& block : blocks) {
        const Shape box = make_box(block.size.x, block.size.y, block.size.z).value;
        is_held = is_held || penetration(body.shape, moved, box, {block.position, {}}).depth > 2e-6;
      }
      held += is_held ? 1 : 0;
    }
  }
  printf("seed 992: %d cases, %d too far, %d too short, %d not free\n", cases, deep, shallow, held);
  EXPECT_LE(deep, cases / 50);
  EXPECT_LE(held, 1 + cases / 1000);
}

/// The plateau above a cliff holds nobody who stands beside the edge.
TEST(UnionContacts, NothingInFrontOfAFieldOverlapsIt) {
  std::vector<double> heights;
  for (int row = 0; row < 21; ++row) {
    for (int column = 0; column < 21; ++column) {
      const double x = column - 10.0;
      heights.push_back(x < 0.0 ? 0.0 : 10.0 - 0.2 * x);
    }
  }
  HeightFieldOptions options;
  options.columns = options.rows = 21;
  options.width = options.depth = 20.0;
  const HeightFieldPtr field = build_height_field(heights, options).value;
  const Shape ground = make_height_field(*field), body = make_capsule(0.3, 1.2).value;
  EXPECT_FALSE(intersects(ground, {}, body, {{0.8, 10.77, 0.3}, {}}));
  Random random(993);
  int cases = 0, bad = 0;
  for (int i = 0; i < scaled(20000); ++i) {
    const double x = random.uniform(-3.0, 9.0), z = random.uniform(-8.0, 8.0);
    const Pose pose{{x, random.uniform(0.5, 13.0), z}, random.rotation()};
    // Free of the planes of all triangles beside it and above the field: in front of it.
    const Distance apart = distance(ground, {}, make_sphere(1e-3).value, {pose.position, {}});
    if (!(apart.distance > 1.21) || apart.normal.y < -0.2) continue;
    ++cases;
    bad += intersects(ground, {}, body, pose) ? 1 : 0;
  }
  printf("seed 993: %d places, %d bad\n", cases, bad);
  EXPECT_EQ(bad, 0);
  EXPECT_GT(cases, 0);
}

}  // namespace
}  // namespace hyperplane::test
