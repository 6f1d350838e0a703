#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_pair.h>
#include <hyperplane/plane_query.h>
#include <hyperplane/plane_sweep.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "plane/plane_composite_oracle.h"
#include "plane/shape/composite.h"
#include "support/test_size.h"

/// Pairs, rays, points and impacts of composites beside all of their edges and parts.

namespace hyperplane::test::in_plane {
namespace {

using plane::BuiltComposite;
using plane::ChainSides;
using plane::Contact;
using plane::Pose;
using plane::Shape;
using plane::Vec2;

double span(Vec2 v) { return std::hypot(v.x, v.y); }
Vec2 minus(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
Vec2 plus(Vec2 a, Vec2 b, double share) { return {a.x + b.x * share, a.y + b.y * share}; }

/// A convex solid with corners, or a disc.
PlaneSolid random_body(Random& random, double size) {
  switch (random.below(4)) {
    case 0:
      return plane_circle(random.uniform(0.1, 1.0) * size);
    case 1:
      return plane_capsule(random.uniform(0.1, 0.5) * size, random.uniform(0.1, 1.0) * size);
    case 2:
      return plane_ring(3 + random.below(8), random.uniform(0.2, 1.0) * size);
    default:
      return plane_rectangle(random.uniform(0.1, 1.0) * size, random.uniform(0.1, 1.0) * size);
  }
}

TEST(PlaneComposite, PolygonsAgreeWithTheirEdges) {
  Random random(80);
  int overlapping = 0;
  const int count = scaled(4000);
  for (int i = 0; i < count; ++i) {
    const RingPolygon polygon = random.chance(0.3) ? RingPolygon{{random_tangle(random, 4 + random.below(20), 3.0)}}
                                                   : random_holed(random, random.below(5));
    const BuiltComposite built = build(polygon);
    ASSERT_TRUE(built.ok());
    const Shape shape = make_composite(*built.value);
    const PlaneSolid body = random_body(random, 0.4);
    const double far = random.chance(0.2) ? 1e6 : 0.0;
    const Pose pose{{far, -far}, random.uniform(-10.0, 10.0)};
    const Pose at{{far + random.uniform(-4.5, 4.5), -far + random.uniform(-4.5, 4.5)}, random.uniform(-10.0, 10.0)};
    const double wanted = oracle_polygon_distance(polygon, pose, body, at);
    const bool verdict = intersects(shape, pose, body.shape, at);
    const plane::Distance found = distance(shape, pose, body.shape, at);
    overlapping += verdict ? 1 : 0;
    ASSERT_EQ(verdict, found.distance <= 0.0);
    if (wanted > 1e-6) {
      ASSERT_NEAR(found.distance, wanted, 1e-6) << i;
      ASSERT_FALSE(verdict) << i;
    } else if (wanted == 0.0) {
      ASSERT_LE(found.distance, 1e-6) << i;
    }
    const Vec2 between = minus(found.point_b, found.point_a);
    ASSERT_NEAR(between.x, found.normal.x * found.distance, 1e-6);
    ASSERT_NEAR(between.y, found.normal.y * found.distance, 1e-6);
    ASSERT_GE(found.part_a, 0);
    ASSERT_LT(found.part_a, static_cast<int>(part_count(*built.value)));
    ASSERT_EQ(found.part_b, -1);
    const plane::Distance exchanged = distance(body.shape, at, shape, pose);
    ASSERT_NEAR(exchanged.distance, found.distance, 1e-6);
    ASSERT_EQ(exchanged.part_a, -1);
    const Contact contact = collide(shape, pose, body.shape, at);
    ASSERT_EQ(contact.point_count > 0, verdict);
    if (!verdict) continue;
    ASSERT_NEAR(contact.depth, -found.distance, 1e-9);
    Contact all[64];
    const std::size_t contacts = collide_all(shape, pose, body.shape, at, all);
    ASSERT_GE(contacts, 1u);
    ASSERT_EQ(all[0].depth, contact.depth);
    ASSERT_EQ(all[0].part_a, contact.part_a);
    for (std::size_t k = 1; k < std::min<std::size_t>(contacts, 64); ++k) ASSERT_LE(all[k].depth, all[k - 1].depth);
  }
  EXPECT_GT(overlapping, count / 5);
  EXPECT_LT(overlapping, count * 4 / 5);
}

/// A part of a polygon by itself.
PlaneSolid part_solid(const plane::Composite& composite, std::int32_t part) {
  const auto number = static_cast<std::size_t>(part);
  std::vector<Vec2> corners(part_vertices(composite, number, {}));
  part_vertices(composite, number, corners);
  return plane_polygon(corners);
}

TEST(PlaneComposite, ContactsAreAsDeepAsThePartsThatTheyName) {
  Random random(79);
  int contacts = 0, untouched = 0;
  const int count = scaled(6000);
  for (int i = 0; i < count; ++i) {
    const RingPolygon rings = random.chance(0.5) ? RingPolygon{{random_tangle(random, 4 + random.below(20), 3.0)}}
                                                 : random_holed(random, random.below(5));
    const BuiltComposite built = build(rings);
    ASSERT_TRUE(built.ok());
    const Shape shape = make_composite(*built.value);
    const Pose pose{{1.0, -2.0}, random.uniform(-10.0, 10.0)};
    const Pose at{{1.0 + random.uniform(-3.0, 3.0), -2.0 + random.uniform(-3.0, 3.0)}, random.uniform(-10.0, 10.0)};
    const bool is_polygon = random.chance(0.3);
    const BuiltComposite other = build({{random_star(random, 7, random.uniform(0.02, 1.0))}});
    const PlaneSolid body = random_body(random, random.uniform(0.02, 1.0));
    const Shape other_shape = is_polygon ? make_composite(*other.value) : body.shape;
    const bool is_first = random.chance(0.5);
    Contact all[64];
    const std::size_t found =
        is_first ? collide_all(shape, pose, other_shape, at, all) : collide_all(other_shape, at, shape, pose, all);
    ASSERT_LE(found, 64u);
    for (const Contact& contact : std::span<const Contact>(all, found)) {
      const std::int32_t number = is_first ? contact.part_a : contact.part_b;
      const std::int32_t other_number = is_first ? contact.part_b : contact.part_a;
      const PlaneSolid part = part_solid(*built.value, number);
      const PlaneSolid with = is_polygon ? part_solid(*other.value, other_number) : body;
      const auto x = static_cast<long double>(contact.normal.x), y = static_cast<long double>(contact.normal.y);
      const auto gap = static_cast<double>(is_first ? oracle_gap(part, pose, with, at, x, y)
                                                    : oracle_gap(with, at, part, pose, x, y));
      ASSERT_NEAR(-gap, contact.depth, 1e-9) << i;
      ++contacts;
      untouched += oracle_distance(part, pose, with, at) > 1e-9 ? 1 : 0;
    }
  }
  EXPECT_GT(contacts, count / 3);
  // Parts that have the way out of the polygon for bodies deep inside, which do not touch them.
  EXPECT_GT(untouched, 0);
  EXPECT_LT(untouched, contacts / 10);
}

TEST(PlaneComposite, GivesOneDepthToThePairExchanged) {
  Random random(78);
  int contacts = 0;
  const int count = scaled(3000);
  for (int i = 0; i < count; ++i) {
    BuiltComposite built[2];
    for (BuiltComposite& one : built) {
      const Ring ring = random_tangle(random, 4 + random.below(12), random.uniform(0.05, 2.0));
      std::vector<double> points;
      for (const Vec2& corner : ring) points.insert(points.end(), {corner.x, corner.y});
      one = random.chance(0.5) ? build({{ring}}) : plane::build_chain(points, random.chance(0.5), ChainSides::both);
      ASSERT_TRUE(one.ok());
    }
    // One in three meets itself: equal sizes.
    const Shape a = make_composite(*built[0].value), b = i % 3 == 0 ? a : make_composite(*built[1].value);
    const Pose at{{random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0)}, random.uniform(-10.0, 10.0)};
    const Contact found = collide(a, {}, b, at), exchanged = collide(b, at, a, {});
    ASSERT_EQ(found.point_count > 0, exchanged.point_count > 0) << i;
    ASSERT_NEAR(found.depth, exchanged.depth, 1e-9) << i;
    contacts += found.point_count > 0 ? 1 : 0;
  }
  EXPECT_GT(contacts, count / 5);
}

/// Edges of parts run along an edge of the polygon, or through its inside.
TEST(PlaneComposite, PartsKnowWhichEdgesAreDiagonals) {
  Random random(84);
  int diagonals = 0, sides = 0;
  const int count = scaled(400);
  for (int i = 0; i < count; ++i) {
    const RingPolygon polygon = random.chance(0.3) ? RingPolygon{{random_tangle(random, 4 + random.below(20), 3.0)}}
                                                   : random_holed(random, random.below(5));
    const BuiltComposite built = build(polygon);
    ASSERT_TRUE(built.ok());
    for (const plane::Leaf& leaf : built.value->leaves) {
      const int corners = leaf.shape.vertex_count;
      for (int k = 0; k < corners && k < 32; ++k) {
        const Vec2 a = core_vertex(leaf.shape, k), b = core_vertex(leaf.shape, (k + 1) % corners);
        const Vec2 middle = plus(a, minus(b, a), 0.5);
        const bool is_inside = oracle_edge_distance(polygon, middle) > 1e-12L;
        if (is_inside) {
          EXPECT_TRUE(oracle_contains(polygon, middle));
        }
        ASSERT_EQ(leaf.cover.covers(k), is_inside) << "polygon " << i << ", part " << leaf.part << ", edge " << k;
        ++(is_inside ? diagonals : sides);
      }
    }
    if (built.value->leaves.size() < 2) continue;
    // In a compound, too.
    const plane::CompoundPart part{make_composite(*built.value), {{1.0, 2.0}, 0.5}};
    const BuiltComposite compound = plane::build_compound({&part, 1});
    ASSERT_TRUE(compound.ok());
    for (std::size_t k = 0; k < built.value->leaves.size(); ++k) {
      EXPECT_EQ(compound.value->leaves[k].cover.covered, built.value->leaves[k].cover.covered);
    }
  }
  EXPECT_GT(diagonals, count);
  EXPECT_GT(sides, count);
}

TEST(PlaneComposite, PolygonsKnowInsideAndOutside) {
  Random random(81);
  int inside = 0;
  const int count = scaled(6000);
  for (int i = 0; i < count; ++i) {
    const RingPolygon polygon = random_holed(random, random.below(6));
    const BuiltComposite built = build(polygon);
    const Shape shape = make_composite(*built.value);
    const Pose pose{{random.uniform(-9.0, 9.0), 3.0}, random.uniform(-7.0, 7.0)};
    const Vec2 local{random.uniform(-2.5, 2.5), random.uniform(-2.5, 2.5)};
    const double c = std::cos(pose.angle), s = std::sin(pose.angle);
    const Vec2 point{pose.position.x + c * local.x - s * local.y, pose.position.y + s * local.x + c * local.y};
    const bool is_inside = oracle_contains(polygon, local);
    inside += is_inside ? 1 : 0;
    const auto edge = static_cast<double>(oracle_edge_distance(polygon, local));
    const plane::ClosestPoint found = closest_point(shape, pose, point);
    ASSERT_NEAR(found.distance, is_inside ? -edge : edge, 1e-9) << i;
    ASSERT_LE(span(minus(plus(found.point, found.normal, found.distance), point)), 1e-9) << i;
    // A compound of it says the same.
    const plane::CompoundPart part[] = {{shape, {{1.0, 2.0}, 0.5}}};
    const BuiltComposite compound = plane::build_compound(part);
    ASSERT_TRUE(compound.ok());
    const double turned_c = std::cos(pose.angle - 0.5), turned_s = std::sin(pose.angle - 0.5);
    const Pose moved{
        {pose.position.x - turned_c * 1.0 + turned_s * 2.0, pose.position.y - turned_s * 1.0 - turned_c * 2.0},
        pose.angle - 0.5};
    const plane::ClosestPoint same = closest_point(make_composite(*compound.value), moved, point);
    ASSERT_NEAR(same.distance, found.distance, 1e-9) << i;
    ASSERT_EQ(same.part, 0);
  }
  EXPECT_GT(inside, count / 5);
  EXPECT_LT(inside, count * 4 / 5);
}

TEST(PlaneComposite, RaysMeetTheFirstEdge) {
  Random random(82);
  int hits = 0;
  const int count = scaled(6000);
  for (int i = 0; i < count; ++i) {
    const RingPolygon polygon = random_holed(random, random.below(5));
    const bool is_chain = random.chance(0.5);
    const ChainSides sides = random.chance(0.5) ? ChainSides::both : ChainSides::front;
    const RingPolygon outline{{polygon.rings[0]}};
    const BuiltComposite built = is_chain ? plane::build_chain(outline.points(), true, sides) : build(polygon);
    ASSERT_TRUE(built.ok());
    const Vec2 origin{random.uniform(-4.0, 4.0), random.uniform(-4.0, 4.0)};
    const double angle = random.uniform(0.0, 7.0);
    const Vec2 direction{std::cos(angle), std::sin(angle)};
    double wanted = HUGE_VAL;
    const RingPolygon& edges = is_chain ? outline : polygon;
    for (const Ring& ring : edges.rings) {
      for (std::size_t k = 0; k < ring.size(); ++k) {
        const Vec2 a = ring[k], edge = minus(ring[(k + 1) % ring.size()], a);
        const double det = direction.x * edge.y - direction.y * edge.x;
        const Vec2 to = minus(a, origin);
        const double t = (to.x * edge.y - to.y * edge.x) / det, u = (to.x * direction.y - to.y * direction.x) / det;
        const bool is_behind =
            is_chain && sides == ChainSides::front && edge.x * direction.y - edge.y * direction.x >= 0.0;
        if (t >= 0.0 && u >= 0.0 && u <= 1.0 && !is_behind) wanted = std::min(wanted, t);
      }
    }
    if (!is_chain && oracle_contains(polygon, origin)) wanted = 0.0;
    const plane::RayHit hit = raycast(make_composite(*built.value), {}, origin, direction, HUGE_VAL);
    ASSERT_EQ(hit.hit, wanted < HUGE_VAL) << i;
    if (!hit.hit) continue;
    ++hits;
    ASSERT_NEAR(hit.distance, wanted, 1e-9) << i;
    ASSERT_GE(hit.part, 0);
    ASSERT_LE(hit.normal.x * direction.x + hit.normal.y * direction.y, 1e-9);
    ASSERT_FALSE(raycast(make_composite(*built.value), {}, origin, direction, wanted * 0.999 - 1e-6).hit &&
                 wanted > 0.0);
  }
  EXPECT_GT(hits, count / 4);
}

/// A compound of random parts, some of them composites themselves.
struct RandomCompound {
  std::vector<PlaneSolid> solids;
  std::vector<plane::CompositePtr> composites;
  std::vector<plane::CompoundPart> parts;
  plane::CompositePtr value;
};
RandomCompound random_compound(Random& random, int count) {
  RandomCompound made;
  for (int i = 0; i < count; ++i) {
    made.solids.push_back(random_body(random, 1.0));
    Shape shape = made.solids.back().shape;
    if (random.chance(0.2)) {
      made.composites.push_back(build({{random_star(random, 8, 1.0)}}).value);
      shape = make_composite(*made.composites.back());
    }
    made.parts.push_back({shape, {{random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0)}, random.uniform(-4.0, 4.0)}});
  }
  made.value = plane::build_compound(made.parts).value;
  return made;
}
Pose placed(const Pose& outer, const Pose& inner) {
  const double c = std::cos(outer.angle), s = std::sin(outer.angle);
  return {{outer.position.x + c * inner.position.x - s * inner.position.y,
           outer.position.y + s * inner.position.x + c * inner.position.y},
          outer.angle + inner.angle};
}

TEST(PlaneComposite, CompoundsAreTheirParts) {
  Random random(83);
  int overlapping = 0;
  const int count = scaled(3000);
  for (int i = 0; i < count; ++i) {
    const RandomCompound compound = random_compound(random, 1 + random.below(8));
    ASSERT_NE(compound.value, nullptr);
    const Shape shape = make_composite(*compound.value);
    const PlaneSolid body = random_body(random, 1.0);
    const Pose pose{{5.0, -2.0}, random.uniform(-4.0, 4.0)};
    const Pose at{{random.uniform(2.0, 8.0), random.uniform(-5.0, 1.0)}, random.uniform(-4.0, 4.0)};
    double least = HUGE_VAL, ray = HUGE_VAL, reach = -HUGE_VAL;
    bool verdict = false;
    const Vec2 direction{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
    for (const plane::CompoundPart& part : compound.parts) {
      const Pose part_pose = placed(pose, part.pose);
      least = std::min(least, distance(part.shape, part_pose, body.shape, at).distance);
      verdict = verdict || intersects(part.shape, part_pose, body.shape, at);
      const plane::RayHit hit = raycast(part.shape, part_pose, at.position, direction, HUGE_VAL);
      if (hit.hit) ray = std::min(ray, hit.distance);
      const Vec2 farthest = support(part.shape, part_pose, direction);
      reach = std::max(reach, farthest.x * direction.x + farthest.y * direction.y);
    }
    overlapping += verdict ? 1 : 0;
    const plane::Distance found = distance(shape, pose, body.shape, at);
    if (std::fabs(least) > 1e-9) {
      ASSERT_EQ(intersects(shape, pose, body.shape, at), verdict) << i;
    }
    if (least > 0.0) {
      ASSERT_NEAR(found.distance, least, 1e-9) << i;
    } else if (compound.composites.empty()) {
      // Parts that overlap each other may hide each other's ways out.
      ASSERT_LE(found.distance, least + 1e-9) << i;
    }
    const plane::RayHit hit = raycast(shape, pose, at.position, direction, HUGE_VAL);
    ASSERT_EQ(hit.hit, ray < HUGE_VAL);
    if (hit.hit) {
      ASSERT_NEAR(hit.distance, ray, 1e-9);
    }
    const Vec2 farthest = support(shape, pose, direction);
    ASSERT_NEAR(farthest.x * direction.x + farthest.y * direction.y, reach, 1e-9);
    // Two composites: by the parts of the other.
    const RandomCompound other = random_compound(random, 3);
    const Shape other_shape = make_composite(*other.value);
    double nearest = HUGE_VAL;
    for (const plane::CompoundPart& part : other.parts) {
      nearest = std::min(nearest, distance(shape, pose, part.shape, placed(at, part.pose)).distance);
    }
    const double between = distance(shape, pose, other_shape, at).distance;
    if (nearest > 0.0) {
      ASSERT_NEAR(between, nearest, 1e-9) << i;
    } else if (compound.composites.empty() && other.composites.empty()) {
      // Less deep where two contacts together take a part out.
      ASSERT_LE(between, 0.7 * nearest + 1e-9) << i;
    }
  }
  EXPECT_GT(overlapping, count / 5);
  EXPECT_LT(overlapping, count * 4 / 5);
}

TEST(PlaneComposite, OneContactIsNoLessDeepThanAnyPartOverlaps) {
  Random random(91);
  int several = 0;
  const int count = scaled(4000);
  for (int i = 0; i < count; ++i) {
    std::vector<plane::CompoundPart> parts;
    for (int k = 0; k < 4; ++k) {
      const PlaneSolid part = plane_rectangle(random.uniform(0.2, 1.5), random.uniform(0.2, 0.5));
      const Vec2 at{random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7)};
      parts.push_back({part.shape, {at, random.uniform(-3.0, 3.0)}});
    }
    const plane::CompositePtr compound = std::move(plane::build_compound(parts).value);
    const Shape shape = make_composite(*compound);
    const PlaneSolid body = plane_rectangle(random.uniform(0.3, 1.2), random.uniform(0.3, 0.8));
    const Pose at{{random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7)}, random.uniform(-3.0, 3.0)};
    double least = 0.0;
    for (const plane::CompoundPart& part : parts) {
      least = std::max(least, collide(part.shape, part.pose, body.shape, at).depth);
    }
    const Contact contact = collide(shape, {}, body.shape, at);
    ASSERT_GE(contact.depth, least - 1e-6) << i;
    Contact first[1];
    const std::size_t found = collide_all(body.shape, at, shape, {}, first);
    several += found > 1 ? 1 : 0;
    if (found > 0) {
      ASSERT_NEAR(first[0].depth, contact.depth, 1e-9) << i;
    }
  }
  EXPECT_GT(several, count / 5);
}

TEST(PlaneComposite, ImpactsAreNeitherMissedNorEarly) {
  Random random(84);
  int hits = 0;
  const int count = scaled(800);
  for (int i = 0; i < count; ++i) {
    const RandomCompound compound = random_compound(random, 1 + random.below(5));
    const Shape shape = make_composite(*compound.value);
    const PlaneSolid body = random_body(random, 1.0);
    const bool turns = random.chance(0.7), both_move = random.chance(0.5);
    const plane::Sweep still{{{1.0, 1.0}, 0.3}, {{1.0 + (both_move ? 2.0 : 0.0), 1.0}, 0.3 + (both_move ? 1.5 : 0.0)}};
    const double angle = random.uniform(0.0, 7.0);
    const plane::Sweep path{
        {{1.0 + 7.0 * std::cos(angle), 1.0 + 7.0 * std::sin(angle)}, 0.0},
        {{random.uniform(-3.0, 5.0), random.uniform(-3.0, 5.0)}, turns ? random.uniform(-9.0, 9.0) : 0.0}};
    const plane::Impact impact = time_of_impact(shape, still, body.shape, path);
    const auto at = [](const plane::Sweep& sweep, double t) {
      return Pose{plus(sweep.from.position, minus(sweep.to.position, sweep.from.position), t),
                  sweep.from.angle + (sweep.to.angle - sweep.from.angle) * t};
    };
    const auto gap = [&](double t) { return distance(shape, at(still, t), body.shape, at(path, t)).distance; };
    ASSERT_TRUE(impact.converged);
    const double end = impact.hit ? impact.time : 1.0;
    for (int step = 0; step <= 200; ++step) {
      const double t = end * step / 200;
      ASSERT_GT(gap(t), -1e-6) << i << " at " << t;
    }
    if (!impact.hit) continue;
    ++hits;
    ASSERT_NEAR(gap(impact.time), 0.0, 1e-6) << i;
    ASSERT_GE(impact.part_a, 0);
    ASSERT_LT(impact.part_a, static_cast<int>(compound.parts.size()));
    const plane::Impact exchanged = time_of_impact(body.shape, path, shape, still);
    ASSERT_NEAR(exchanged.time, impact.time, 1e-6);
  }
  EXPECT_GT(hits, count / 4);
}

TEST(PlaneComposite, OneSidedChainsAreThereFromTheirFrontOnly) {
  // From right to left: its left, the front, is below.
  const double points[] = {2.0, 0.0, -2.0, 0.0};
  const BuiltComposite built = plane::build_chain(points, false, ChainSides::front);
  const Shape chain = make_composite(*built.value), ball = plane_circle(0.5).shape;
  const Contact below = collide(chain, {}, ball, {{0.0, -0.3}, 0.0});
  ASSERT_EQ(below.point_count, 1);
  EXPECT_NEAR(below.depth, 0.2, 1e-12);
  EXPECT_NEAR(below.normal.y, -1.0, 1e-12);
  EXPECT_EQ(below.part_a, 0);
  EXPECT_EQ(collide(chain, {}, ball, {{0.0, 0.3}, 0.0}).point_count, 0);
  EXPECT_FALSE(intersects(chain, {}, ball, {{0.0, 0.3}, 0.0}));
  EXPECT_NEAR(distance(chain, {}, ball, {{0.0, 0.8}, 0.0}).distance, 0.3, 1e-12);
  // However it overlaps, it is pushed to the front.
  const Contact beside = collide(chain, {}, plane_rectangle(1.0, 1.0).shape, {{2.45, -0.1}, 0.0});
  ASSERT_GT(beside.point_count, 0);
  EXPECT_NEAR(beside.normal.y, -1.0, 1e-12);
  const plane::Sweep up{{{0.0, -3.0}, 0.0}, {{0.0, 3.0}, 0.0}}, down{{{0.0, 3.0}, 0.0}, {{0.0, -3.0}, 0.0}};
  EXPECT_TRUE(time_of_impact(chain, {}, ball, up).hit);
  EXPECT_NEAR(time_of_impact(chain, {}, ball, up).time, 2.5 / 6.0, 1e-6);
  EXPECT_FALSE(time_of_impact(chain, {}, ball, down).hit);
}

TEST(PlaneComposite, RefusesBadChainsAndCompounds) {
  const double nan = std::nan("");
  const double one[] = {1.0, 2.0}, same[] = {1.0, 2.0, 1.0, 2.0}, bad[] = {0.0, 0.0, nan, 1.0}, odd[] = {0.0, 1.0, 2.0};
  EXPECT_EQ(plane::build_chain(one, false, ChainSides::both).status, Status::degenerate_shape);
  EXPECT_EQ(plane::build_chain(same, false, ChainSides::both).status, Status::degenerate_shape);
  EXPECT_EQ(plane::build_chain(bad, false, ChainSides::both).status, Status::invalid_argument);
  EXPECT_EQ(plane::build_chain(bad, false, ChainSides::both).vertex, 1);
  EXPECT_EQ(plane::build_chain(odd, false, ChainSides::both).status, Status::invalid_argument);
  EXPECT_EQ(plane::build_compound({}).status, Status::degenerate_shape);
  const Shape ball = plane_circle(1.0).shape;
  const plane::CompoundPart parts[] = {{ball, {}}, {ball, {{nan, 0.0}, 0.0}}};
  EXPECT_EQ(plane::build_compound(parts).status, Status::invalid_argument);
  EXPECT_EQ(plane::build_compound(parts).vertex, 1);
  const BuiltComposite good = plane::build_compound({parts, 1});
  ASSERT_TRUE(good.ok());
  const plane::CompoundPart nested[] = {{make_composite(*good.value), {}}};
  EXPECT_EQ(plane::build_compound(nested).status, Status::invalid_argument);
  // A segment without length keeps its number.
  const double twice[] = {0.0, 0.0, 1.0, 0.0, 1.0, 0.0, 2.0, 0.0};
  const BuiltComposite chain = plane::build_chain(twice, false, ChainSides::both);
  ASSERT_TRUE(chain.ok());
  EXPECT_EQ(plane::part_count(*chain.value), 3u);
  EXPECT_EQ(raycast(make_composite(*chain.value), {}, {1.5, 1.0}, {0.0, -1.0}, 5.0).part, 2);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
