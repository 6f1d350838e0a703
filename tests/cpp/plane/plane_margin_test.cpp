#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_pair.h>
#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include "plane/plane_composite_oracle.h"
#include "support/test_size.h"

/// Colliders with margins in the plane, against oracles that know no margins; as tests/cpp/world/world_margin_test.cpp.

namespace hyperplane::test::in_plane {
namespace {

using plane::BroadPhase;
using plane::ColliderOptions;
using plane::Pose;
using plane::Shape;
using plane::Vec2;
using plane::World;
using plane::WorldPtr;

ColliderOptions with_margin(const Shape& shape, const Pose& pose, double margin, bool is_static = false) {
  ColliderOptions options;
  options.shape = shape;
  options.pose = pose;
  options.margin = margin;
  options.is_static = is_static;
  return options;
}
std::vector<RowPair> rows_of(std::span<const RowPair> pairs) { return {pairs.begin(), pairs.end()}; }
void write_point(World& world, std::uint32_t row, Vec2 by) {
  world.positions()[2 * row] += by.x;
  world.positions()[2 * row + 1] += by.y;
}

TEST(PlaneWorldMargin, TouchesUpToTheSumOfBoth) {
  Random random(911);
  int near = 0, compared = 0;
  for (int round = 0; round < scaled(12); ++round) {
    const double far = round % 3 == 2 ? 1e5 : 0.0;
    std::vector<PlaneSolid> solids;
    std::vector<ColliderOptions> all;
    for (int i = 0; i < 50; ++i) {
      solids.push_back(i % 4 == 0 ? plane_rectangle(random.uniform(0.2, 0.9), random.uniform(0.2, 0.9))
                                  : random_solid(random, 0.7));
      const Pose pose{{far + random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0)}, random.uniform(-4.0, 4.0)};
      all.push_back(with_margin(solids.back().shape, pose, random.chance(0.6) ? random.uniform(0.0, 0.4) : 0.0));
      all.back().is_sensor = random.chance(0.2);
    }
    std::vector<RowPair> touching;
    for (const BroadPhase broad_phase : {BroadPhase::sweep_and_prune, BroadPhase::bvh, BroadPhase::brute_force}) {
      plane::WorldOptions options;
      options.broad_phase = broad_phase;
      const WorldPtr world = plane::make_world(options).value;
      for (const ColliderOptions& one : all) ASSERT_TRUE(world->add(one).ok());
      ASSERT_TRUE(world->update().ok());
      if (broad_phase != BroadPhase::sweep_and_prune) ASSERT_EQ(rows_of(world->touching()), touching);
      touching = rows_of(world->touching());
      const plane::ContactList contacts = world->contacts();
      for (std::size_t i = 0; i < contacts.pairs.size(); ++i) {
        const ColliderOptions &a = all[contacts.pairs[i].a], &b = all[contacts.pairs[i].b];
        const plane::Contact contact = collide_within(a.shape, a.pose, b.shape, b.pose, a.margin + b.margin);
        ASSERT_EQ(contacts.points[i].count, static_cast<std::uint32_t>(contact.point_count));
        ASSERT_NEAR(static_cast<double>(contacts.normals[3 * i + 2]), contact.depth, 1e-6);
      }
    }
    for (std::uint32_t a = 0; a < all.size(); ++a) {
      for (std::uint32_t b = a + 1; b < all.size(); ++b) {
        const double margin = all[a].margin + all[b].margin;
        const double gap = oracle_distance(solids[a], all[a].pose, solids[b], all[b].pose);
        if (std::fabs(gap - margin) < 1e-7) continue;
        const bool touches = std::find(touching.begin(), touching.end(), RowPair{a, b}) != touching.end();
        ASSERT_EQ(touches, gap <= margin) << a << " and " << b << ": " << gap << " of " << margin;
        ++compared;
        near += touches && gap > 0.0 ? 1 : 0;
      }
    }
  }
  EXPECT_GT(near, compared / 100);
}

TEST(PlaneWorldMargin, OfCirclesIsAWorldOfLargerCircles) {
  Random random(912);
  const WorldPtr with = plane::make_world().value, larger = plane::make_world().value;
  std::vector<ColliderId> ids;
  std::vector<double> radii, margins;
  std::vector<PlaneSolid> kept;
  for (int i = 0; i < 80; ++i) {
    radii.push_back(random.uniform(0.05, 0.3));
    margins.push_back(i % 3 == 0 ? 0.0 : random.uniform(0.0, 0.3));
    const Pose pose{{random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0)}, 0.0};
    ids.push_back(with->add(with_margin(plane_circle(radii.back()).shape, pose, margins.back())).value);
    const Shape shape = plane_circle(radii.back() + margins.back()).shape;
    ASSERT_EQ(larger->add(with_margin(shape, pose, 0.0)).value, ids.back());
  }
  std::size_t events = 0, apart = 0;
  for (int step = 0; step < scaled(300); ++step) {
    const auto i = static_cast<std::size_t>(random.below(80));
    if (random.chance(0.3)) {
      margins[i] = random.chance(0.3) ? 0.0 : random.uniform(0.0, 0.3);
      ASSERT_EQ(with->set_margin(ids[i], margins[i]), Status::ok);
      ASSERT_EQ(larger->set_shape(ids[i], plane_circle(radii[i] + margins[i]).shape), Status::ok);
    }
    for (const ColliderId id : ids) {
      const Vec2 by{random.uniform(-0.05, 0.05), random.uniform(-0.05, 0.05)};
      write_point(*with, id.row, by);
      write_point(*larger, id.row, by);
    }
    ASSERT_TRUE(with->update().ok());
    ASSERT_TRUE(larger->update().ok());
    ASSERT_EQ(rows_of(with->touching()), rows_of(larger->touching()));
    ASSERT_EQ(rows_of(with->began()), rows_of(larger->began()));
    ASSERT_EQ(rows_of(with->ended()), rows_of(larger->ended()));
    events += with->began().size() + with->ended().size();
    const plane::ContactList of_with = with->contacts(), of_larger = larger->contacts();
    for (std::size_t k = 0; k < of_with.pairs.size(); ++k) {
      const double margin = margins[of_with.pairs[k].a] + margins[of_with.pairs[k].b];
      const float *n = &of_with.normals[3 * k], *m = &of_larger.normals[3 * k];
      ASSERT_NEAR(n[0], m[0], 1e-5f);
      ASSERT_NEAR(n[1], m[1], 1e-5f);
      ASSERT_NEAR(static_cast<double>(n[2]) + margin, static_cast<double>(m[2]), 1e-6);
      apart += n[2] < 0.0f ? 1 : 0;
    }
  }
  EXPECT_GT(events, 100u);
  EXPECT_GT(apart, 500u);
}

TEST(PlaneWorldMargin, BeginsAndEndsByItAndIsRefusedUnlessItIsALength) {
  const Shape box = plane_rectangle(1.0, 1.0).shape;
  const WorldPtr world = plane::make_world().value;
  const ColliderId a = world->add(with_margin(box, {}, 0.25)).value;
  const ColliderId b = world->add(with_margin(box, {{1.25, 0.125}, 0.0}, 0.0)).value;
  const std::vector<RowPair> pair{{a.row, b.row}};
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(rows_of(world->began()), pair);
  EXPECT_EQ(world->contacts().normals[2], -0.25f);
  EXPECT_EQ(world->contacts().points[0].count, 2u);
  ASSERT_EQ(world->set_margin(a, 0.125), Status::ok);
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(rows_of(world->ended()), pair);
  ASSERT_EQ(world->set_margin(b, 0.125), Status::ok);
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(rows_of(world->began()), pair);
  const std::uint64_t hash = world->hash();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double margin : {-1e-9, std::nan(""), infinity, 1.0000001e9}) {
    EXPECT_EQ(world->set_margin(b, margin), Status::invalid_argument);
    EXPECT_EQ(world->add(with_margin(box, {}, margin)).status, Status::invalid_argument);
  }
  EXPECT_EQ(world->hash(), hash);
  EXPECT_EQ(world->describe(b.row).margin, 0.125);
  ASSERT_EQ(world->set_margin(a, 0.0), Status::ok);
  ASSERT_EQ(world->set_margin(b, 0.0), Status::ok);
  ASSERT_TRUE(world->update().ok());
  EXPECT_TRUE(world->touching().empty());
}

/// Also from behind chains with one side, which are not there for what is behind them.
TEST(PlaneWorldMargin, SensorsTouchWhatOthersTouch) {
  Random random(914);
  const double points[] = {-2.0, 0.0, 0.0, 0.3, 2.0, 0.0};
  const plane::BuiltComposite chains[] = {plane::build_chain(points, false, plane::ChainSides::both),
                                          plane::build_chain(points, false, plane::ChainSides::front),
                                          plane::build_one_way_chain(points, false, {0.0, 1.0})};
  const plane::BuiltComposite half_space = plane::build_half_space();
  int touches = 0, behind = 0;
  for (int run = 0; run < scaled(4000); ++run) {
    const int kind = random.below(4);
    const Shape ground = make_composite(kind == 3 ? *half_space.value : *chains[kind].value);
    const Pose pose{{random.uniform(-2.5, 2.5), random.uniform(-1.0, 1.0)}, random.uniform(-4.0, 4.0)};
    const PlaneSolid solid = random_solid(random, 0.7);
    ColliderOptions body = with_margin(solid.shape, pose, random.uniform(0.0, 0.4));
    std::size_t touching[2];
    for (const bool is_sensor : {false, true}) {
      const WorldPtr world = plane::make_world().value;
      body.is_sensor = is_sensor;
      ASSERT_TRUE(world->add(body).ok() && world->add(with_margin(ground, {}, 0.0, true)).ok());
      ASSERT_TRUE(world->update().ok());
      touching[is_sensor ? 1 : 0] = world->touching().size();
    }
    ASSERT_EQ(touching[0], touching[1]) << "seed 914, run " << run << ", ground " << kind;
    touches += touching[0] > 0 ? 1 : 0;
    behind += touching[0] == 0 && pose.position.y < 0.0 && pose.position.y > -0.3 ? 1 : 0;
  }
  EXPECT_GT(touches, scaled(4000) / 10);
  EXPECT_GT(behind, scaled(4000) / 100);
}

/// What hovers over flush statics, or sinks a little, has contacts with their tops only.
TEST(PlaneWorldMargin, HasNoContactsWithSeamsBetweenStatics) {
  Random random(913);
  int contacts = 0, bodies = 0;
  for (int round = 0; round < scaled(200); ++round) {
    SCOPED_TRACE(round);
    const double margin = 0.05, width = random.uniform(0.3, 1.0);
    const WorldPtr world = plane::make_world().value;
    std::vector<plane::CompoundPart> parts;
    std::vector<PlaneSolid> solids;
    for (double x = -3.0; x < 3.0; x += width) {
      const double height = random.uniform(0.5, 1.5);
      const bool is_cut = random.chance(0.3);
      // Some tiles are two triangles.
      if (is_cut) {
        solids.push_back(plane_polygon({{x, -1.0}, {x + width, -1.0}, {x, 0.0}}));
        parts.push_back({solids.back().shape, {}});
        solids.push_back(plane_polygon({{x + width, -1.0}, {x + width, 0.0}, {x, 0.0}}));
        parts.push_back({solids.back().shape, {}});
      } else {
        solids.push_back(plane_rectangle(width, height));
        parts.push_back({solids.back().shape, {{x + 0.5 * width, -0.5 * height}, 0.0}});
      }
    }
    plane::BuiltComposite compound;
    if (round % 3 > 0) {
      std::vector<plane::CompoundPart> joined, rest;
      for (std::size_t i = 0; i < parts.size(); ++i) {
        (round % 3 == 1 || i % 2 == 0 ? joined : rest).push_back(parts[i]);
      }
      compound = plane::build_compound(joined);
      rest.push_back({make_composite(*compound.value), {}});
      parts = rest;
    }
    for (const plane::CompoundPart& part : parts) {
      ASSERT_TRUE(world->add(with_margin(part.shape, part.pose, 0.5 * margin, true)).ok());
    }
    struct Hovering {
      ColliderId id;
      double gap;
      bool is_flat;
    };
    std::vector<Hovering> all;
    for (int i = 0; i < 8; ++i) {
      const bool is_flat = i % 2 == 0;
      const double turn = is_flat ? 0.0 : random.uniform(-3.0, 3.0), gap = random.uniform(-0.01, 0.06);
      const double low = 0.3 * std::fabs(std::sin(turn)) + 0.2 * std::fabs(std::cos(turn));
      ColliderOptions options =
          with_margin(plane_rectangle(0.6, 0.4).shape, {{random.uniform(-2.0, 2.0), low + gap}, turn}, 0.5 * margin);
      options.layer = 2;
      options.mask = 1;
      all.push_back({world->add(options).value, gap, is_flat});
    }
    ASSERT_TRUE(world->update().ok());
    for (const Hovering& body : all) {
      ++bodies;
      const auto own = world->contacts_of(body.id).value;
      if (std::fabs(body.gap - margin) < 1e-6) continue;
      ASSERT_EQ(own.empty(), body.gap > margin);
      double deepest = -1.0;
      std::uint32_t points = 0;
      for (const std::uint32_t i : own) {
        const float* const n = &world->contacts().normals[3 * i];
        ASSERT_NEAR(std::fabs(n[1]), 1.0f, 1e-5f) << "gap " << body.gap;
        deepest = std::max(deepest, static_cast<double>(n[2]));
        points += world->contacts().points[i].count;
        ++contacts;
      }
      if (own.empty()) continue;
      ASSERT_NEAR(deepest, -body.gap, 1e-5);
      if (body.is_flat) ASSERT_GE(points, 2u);
    }
  }
  EXPECT_GT(contacts, bodies / 2);
}

TEST(PlaneWorldMargin, DoesNotMatterToQuestionsAboutTheShapes) {
  Random random(914);
  int separated = 0;
  for (int round = 0; round < scaled(60); ++round) {
    SCOPED_TRACE(round);
    const WorldPtr with = plane::make_world().value, without = plane::make_world().value;
    std::vector<PlaneSolid> solids;
    std::vector<ColliderId> ids;
    for (int i = 0; i < 40; ++i) {
      solids.push_back(random_solid(random, 0.7));
      const Pose pose{{random.uniform(-2.5, 2.5), random.uniform(-2.5, 2.5)}, random.uniform(-4.0, 4.0)};
      ColliderOptions options = with_margin(solids.back().shape, pose, 0.0, random.chance(0.3));
      options.is_continuous = random.chance(0.3);
      ids.push_back(without->add(options).value);
      options.margin = random.uniform(0.0, 0.4);
      ASSERT_EQ(with->add(options).value, ids.back());
    }
    ASSERT_TRUE(with->update().ok());
    ASSERT_TRUE(without->update().ok());
    for (const ColliderId id : ids) {
      const Vec2 a = with->separation(id).value, b = without->separation(id).value;
      ASSERT_NEAR(a.x, b.x, 1e-6);
      ASSERT_NEAR(a.y, b.y, 1e-6);
      separated += a.x != 0.0 || a.y != 0.0 ? 1 : 0;
    }
    const Shape ball = plane_circle(0.2).shape;
    for (int i = 0; i < 10; ++i) {
      const Vec2 from{random.uniform(-3.0, 3.0), random.uniform(-3.0, 3.0)}, way{-from.x, -from.y};
      const plane::WorldRayHit ray = with->raycast(from, way), same = without->raycast(from, way);
      ASSERT_EQ(ray.hit, same.hit);
      if (ray.hit) ASSERT_NEAR(ray.distance, same.distance, 1e-12);
      ASSERT_EQ(with->closest(from).distance, without->closest(from).distance);
      ASSERT_EQ(with->nearest(ball, {from, 0.0}).distance, without->nearest(ball, {from, 0.0}).distance);
      ASSERT_EQ(with->overlap(ball, {from, 0.0}).value.size(), without->overlap(ball, {from, 0.0}).value.size());
      const Vec2 a = with->move_and_slide(ball, {from, 0.0}, way).value.position,
                 b = without->move_and_slide(ball, {from, 0.0}, way).value.position;
      ASSERT_EQ(a.x, b.x);
      ASSERT_EQ(a.y, b.y);
    }
    for (const ColliderId id : ids) {
      const Vec2 by{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
      write_point(*with, id.row, by);
      write_point(*without, id.row, by);
    }
    ASSERT_TRUE(with->update().ok());
    ASSERT_TRUE(without->update().ok());
    ASSERT_EQ(with->impacts().size(), without->impacts().size());
    for (std::size_t i = 0; i < with->impacts().size(); ++i) {
      ASSERT_EQ(with->impacts()[i].time, without->impacts()[i].time);
      ASSERT_EQ(with->impacts()[i].b, without->impacts()[i].b);
    }
  }
  EXPECT_GT(separated, scaled(60) * 5);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
