#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_pair.h>
#include <hyperplane/plane_query.h>
#include <hyperplane/plane_tile_map.h>
#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "plane/plane_composite_oracle.h"
#include "support/test_size.h"

/// Distances up to a maximum, and rays that leave the shape that they start in.

namespace hyperplane::test::in_plane {
namespace {

using plane::Pose;
using plane::Shape;
using plane::Vec2;

TEST(PlaneClearance, IsTheDistanceOrNone) {
  Random random(71);
  std::vector<PlaneSolid> solids;
  std::vector<plane::CompositePtr> composites;
  std::vector<Shape> shapes;
  for (int i = 0; i < 16; ++i) {
    solids.push_back(random_solid(random, 1.0));
    shapes.push_back(solids.back().shape);
  }
  const double line[] = {-1.0, 0.0, -0.3, 0.4, 0.4, -0.3, 1.0, 0.0};
  std::vector<plane::CompoundPart> parts;
  for (const Shape& shape : shapes) {
    parts.push_back({shape, {{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)}, random.uniform(-4.0, 4.0)}});
  }
  composites.push_back(build({{random_star(random, 9, 1.0)}}).value);
  composites.push_back(plane::build_chain(line, false, plane::ChainSides::front).value);
  composites.push_back(plane::build_compound(parts).value);
  for (const plane::CompositePtr& composite : composites) {
    for (int i = 0; i < 4; ++i) shapes.push_back(make_composite(*composite));
  }
  int found_count = 0;
  const int count = scaled(40000);
  const auto any = [&]() -> const Shape& {
    return shapes[static_cast<std::size_t>(random.below(static_cast<int>(shapes.size())))];
  };
  for (int i = 0; i < count; ++i) {
    const double far = random.chance(0.3) ? 1e6 : 0.0;
    const auto pose = [&] {
      return Pose{{far + random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5)}, random.uniform(-4.0, 4.0)};
    };
    const Shape &a = any(), &b = any();
    const Pose pose_a = pose(), pose_b = pose();
    const plane::Distance expected = distance(a, pose_a, b, pose_b);
    const double limit = random.chance(0.5) ? random.uniform(0.0, 2.0)
                                            : expected.distance * (1.0 + random.sign() * random.uniform(0.0, 1e-5));
    const auto found = distance_within(a, pose_a, b, pose_b, limit);
    ASSERT_EQ(found.has_value(), expected.distance <= limit) << i << ": " << expected.distance << ", " << limit;
    if (!found) continue;
    ++found_count;
    ASSERT_EQ(found->distance, expected.distance);
    ASSERT_EQ(found->normal.x, expected.normal.x);
    ASSERT_EQ(found->point_a.x, expected.point_a.x);
    ASSERT_EQ(found->point_b.y, expected.point_b.y);
    ASSERT_EQ(found->part_a, expected.part_a);
    ASSERT_EQ(found->part_b, expected.part_b);
  }
  EXPECT_GT(found_count, 0.3 * count);
  EXPECT_LT(found_count, 0.9 * count);
}

TEST(PlaneMargin, IsATouchUpToADistance) {
  Random random(74);
  std::vector<plane::CompoundPart> parts;
  std::vector<PlaneSolid> solids;
  for (int i = 0; i < 8; ++i) {
    solids.push_back(random_solid(random, 0.6));
    parts.push_back({solids.back().shape, {{random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7)}, 1.0 * i}});
  }
  const plane::CompositePtr compound = plane::build_compound(parts).value;
  const plane::CompositePtr star = build({{random_star(random, 11, 0.8)}}).value;
  int touching = 0, apart = 0;
  for (int i = 0; i < scaled(20000); ++i) {
    const PlaneSolid a = random_solid(random, 1.0), b = random_solid(random, 1.0);
    const int kind = random.below(4);
    const Shape shape_a = kind == 0 ? make_composite(*compound) : kind == 1 ? make_composite(*star) : a.shape;
    const Shape shape_b = kind == 1 && i % 2 == 0 ? make_composite(*compound) : b.shape;
    const double far = random.chance(0.3) ? 1e4 : 0.0;
    const Pose pose_a{{far, 0.0}, random.uniform(-4.0, 4.0)};
    const Pose pose_b{{far + random.uniform(-1.5, 1.5), random.uniform(-1.5, 1.5)}, random.uniform(-4.0, 4.0)};
    const double margin = random.uniform(0.02, 0.5);
    const double gap = distance(shape_a, pose_a, shape_b, pose_b).distance;
    const plane::Contact contact = collide_within(shape_a, pose_a, shape_b, pose_b, margin);
    ASSERT_EQ(contact.point_count > 0, gap <= margin) << i << ", kind " << kind << ": " << gap;
    if (contact.point_count == 0) continue;
    ++touching;
    ASSERT_NEAR(contact.depth, -gap, 1e-9) << i << ", kind " << kind;
    plane::Contact all[64];
    const std::size_t count = collide_all_within(shape_a, pose_a, shape_b, pose_b, margin, all);
    ASSERT_GE(count, 1u);
    ASSERT_EQ(all[0].depth, contact.depth);
    if (gap <= 0.0) continue;
    ++apart;
    for (std::size_t k = 0; k < std::min<std::size_t>(count, 64); ++k) {
      for (int n = 0; n < all[k].point_count; ++n) {
        const plane::ContactPoint& point = all[k].points[n];
        ASSERT_GE(point.depth, -margin - 1e-9);
        ASSERT_LE(point.depth, all[k].depth + 1e-9);
        ASSERT_NEAR(point.on_a.x - point.on_b.x, all[k].normal.x * point.depth, 1e-9);
        ASSERT_NEAR(point.on_a.y - point.on_b.y, all[k].normal.y * point.depth, 1e-9);
      }
    }
  }
  EXPECT_GT(touching, scaled(20000) / 5);
  EXPECT_GT(apart, scaled(20000) / 20);
}

TEST(PlaneMargin, GivesAllPointsOfParallelEdgesAndNoneOfSeams) {
  const Shape box = plane_rectangle(1.0, 1.0).shape;
  const plane::Contact contact = collide_within(box, {}, box, {{0.2, 1.01}, 0.0}, 0.02);
  ASSERT_EQ(contact.point_count, 2);
  for (const plane::ContactPoint& point : contact.points) {
    EXPECT_NEAR(point.depth, -0.01, 1e-12);
    EXPECT_NEAR(point.on_a.y, 0.5, 1e-12);
    EXPECT_NEAR(point.on_b.y, 0.51, 1e-12);
  }
  EXPECT_EQ(collide_within(box, {}, box, {{0.2, 1.01}, 0.0}, 0.009).point_count, 0);
  std::vector<plane::CompoundPart> parts;
  for (int i = -4; i < 4; ++i) parts.push_back({box, {{0.5 + i, -0.5}, 0.0}});
  const plane::CompositePtr tiles = plane::build_compound(parts).value;
  const double line[] = {-4.0, 0.0, -1.0, 0.0, 0.3, 0.0, 1.1, 0.0, 4.0, 0.0};
  const plane::CompositePtr ground = plane::build_chain(line, false, plane::ChainSides::both).value;
  Random random(75);
  for (int i = 0; i < scaled(4000); ++i) {
    const Shape floor = make_composite(i % 2 == 0 ? *tiles : *ground);
    const Shape body = plane_rectangle(0.6, 0.4).shape;
    const double turn = i % 4 < 2 ? 0.0 : random.uniform(-3.0, 3.0), gap = random.uniform(0.001, 0.03);
    const double low = 0.3 * std::fabs(std::sin(turn)) + 0.2 * std::fabs(std::cos(turn));
    plane::Contact found[8];
    const Pose pose{{random.uniform(-2.5, 2.5), gap + low}, turn};
    const std::size_t count = collide_all_within(floor, {}, body, pose, 0.04, found);
    ASSERT_GE(count, 1u);
    ASSERT_LE(count, 3u);
    for (std::size_t k = 0; k < count; ++k) ASSERT_NEAR(found[k].normal.y, 1.0, 1e-9) << i;
    ASSERT_NEAR(found[0].depth, -gap, 1e-9);
  }
}

/// Where a ray first meets an edge of a polygon that stands at the origin.
double first_edge(const Ring& ring, Vec2 origin, Vec2 along) {
  double first = HUGE_VAL;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
    const double ex = b.x - a.x, ey = b.y - a.y, turn = along.x * ey - along.y * ex;
    const double at = ((a.x - origin.x) * ey - (a.y - origin.y) * ex) / turn;
    const double place = ((a.x - origin.x) * along.y - (a.y - origin.y) * along.x) / turn;
    if (at >= 0.0 && place >= 0.0 && place <= 1.0) first = std::fmin(first, at);
  }
  return first;
}

TEST(PlaneRayExit, OfAPolygonIsItsFirstEdge) {
  Random random(72);
  int inside = 0;
  for (int i = 0; i < scaled(400); ++i) {
    const RingPolygon polygon{{random_star(random, 5 + random.below(12), 1.0)}};
    const plane::BuiltComposite built = build(polygon);
    const Shape shape = make_composite(*built.value);
    for (int k = 0; k < 10; ++k) {
      const Vec2 origin{random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7)};
      const double angle = random.uniform(0.0, 7.0);
      const Vec2 along{std::cos(angle), std::sin(angle)};
      // Beside the edges.
      if (!oracle_contains(polygon, origin) || oracle_edge_distance(polygon, origin) < 1e-6L) continue;
      ++inside;
      const plane::RayHit hit = raycast(shape, {}, origin, {2.0 * along.x, 2.0 * along.y}, HUGE_VAL, false);
      ASSERT_TRUE(hit.hit);
      const double slope = hit.normal.x * along.x + hit.normal.y * along.y;
      ASSERT_GT(slope, 0.0);
      ASSERT_NEAR(hit.distance, first_edge(polygon.rings[0], origin, along), 1e-8 / slope);
      ASSERT_NEAR(hit.point.x, origin.x + along.x * hit.distance, 1e-9);
      ASSERT_FALSE(raycast(shape, {}, origin, along, hit.distance * 0.99, false).hit);
      ASSERT_EQ(raycast(shape, {}, origin, along, HUGE_VAL).distance, 0.0);
    }
  }
  EXPECT_GT(inside, scaled(400));
}

TEST(PlaneRayExit, OfConvexShapesIsTheirFarSide) {
  Random random(73);
  int inside = 0;
  for (int i = 0; i < scaled(4000); ++i) {
    const PlaneSolid solid = random_solid(random, 1.0);
    const double far = random.chance(0.3) ? 1e6 : 0.0;
    const Pose pose{{far, 2.0}, random.uniform(-4.0, 4.0)};
    const Vec2 origin{far + random.uniform(-0.4, 0.4), 2.0 + random.uniform(-0.4, 0.4)};
    const double angle = random.uniform(0.0, 7.0);
    const Vec2 along{std::cos(angle), std::sin(angle)};
    if (!(closest_point(solid.shape, pose, origin).distance < -1e-6)) continue;
    ++inside;
    const plane::RayHit hit = raycast(solid.shape, pose, origin, along, HUGE_VAL, false);
    ASSERT_TRUE(hit.hit);
    // By bisection: a convex shape is left once.
    double low = 0.0, high = 3.0;
    for (int k = 0; k < 60; ++k) {
      const double middle = 0.5 * (low + high);
      const Vec2 at{origin.x + along.x * middle, origin.y + along.y * middle};
      (closest_point(solid.shape, pose, at).distance <= 0.0 ? low : high) = middle;
    }
    const double slope = hit.normal.x * along.x + hit.normal.y * along.y;
    ASSERT_GT(slope, 0.0);
    ASSERT_NEAR(hit.distance, low, (1e-9 + 1e-14 * far) / slope);
  }
  EXPECT_GT(inside, scaled(4000) / 10);
}

TEST(PlaneRayExit, OfATileMapIsWhereTheSolidTilesEnd) {
  const std::uint8_t tiles[] = {1, 1, 1, 0, 1};
  plane::TileMapOptions options;
  options.columns = 5;
  options.tiles = tiles;
  const plane::BuiltComposite built = plane::build_tile_map(options);
  const Shape map = make_composite(*built.value);
  const plane::RayHit hit = raycast(map, {{10.0, 0.0}, 0.0}, {10.2, 0.5}, {1.0, 0.0}, HUGE_VAL, false);
  EXPECT_NEAR(hit.distance, 2.8, 1e-9);
  EXPECT_EQ(hit.part, 2);
  EXPECT_EQ(hit.normal.x, 1.0);
}

TEST(PlaneRayExit, PassesFlushParts) {
  std::vector<plane::CompoundPart> parts;
  const Shape box = plane_rectangle(1.0, 1.0).shape;
  for (int i = 0; i < 10; ++i) parts.push_back({box, {{0.1 + i, 0.0}, 0.0}});
  const plane::BuiltComposite built = plane::build_compound(parts);
  const Shape bar = make_composite(*built.value);
  const plane::RayHit hit = raycast(bar, {}, {}, {1.0, 0.0}, HUGE_VAL, false);
  EXPECT_NEAR(hit.distance, 9.6, 1e-12);
  EXPECT_EQ(hit.part, 9);
  EXPECT_EQ(hit.normal.x, 1.0);
  // In a world: the nearest of what is left and what is entered.
  const plane::WorldPtr world = plane::make_world({}).value;
  ASSERT_TRUE(world->add({bar, {}}).ok());
  ASSERT_TRUE(world->add({plane_circle(0.5).shape, {{5.0, 0.0}, 0.0}}).ok());
  EXPECT_EQ(world->raycast({}, {1.0, 0.0}).distance, 0.0);
  EXPECT_EQ(world->raycast({}, {1.0, 0.0}, {.solid = false}).row, 1u);
  const auto all = world->raycast_all({}, {1.0, 0.0}, {.solid = false});
  ASSERT_TRUE(all.ok());
  ASSERT_EQ(all.value.size(), 2u);
  EXPECT_NEAR(all.value[1].distance, 9.6, 1e-12);
  EXPECT_NEAR(world->raycast({5.0, 0.1}, {-1.0, 0.0}, {.solid = false}).distance, std::sqrt(0.24), 1e-12);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
