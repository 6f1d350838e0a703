#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <set>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/world.h>

#include "math/vec3.h"
#include "support/box_oracle.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"
#include "support/tile_floor.h"

/// Colliders with margins, against oracles that know no margins: distances of all pairs, larger spheres, and worlds
/// without margins.

namespace hyperplane {
namespace {

using test::ball;
using test::Random;
using test::unit_box;

ColliderOptions with_margin(const Shape& shape, const Vec3& position, double margin = 0.0) {
  ColliderOptions options{shape, {position, {}}};
  options.margin = margin;
  return options;
}
ColliderOptions static_with_margin(const Shape& shape, const Vec3& position, double margin = 0.0) {
  ColliderOptions options = with_margin(shape, position, margin);
  options.is_static = true;
  return options;
}
ColliderId put_with_margin(World& world, const ColliderOptions& options) { return world.add(options).value; }

using RowPairs = std::vector<RowPair>;
RowPairs rows_of(std::span<const RowPair> pairs) { return {pairs.begin(), pairs.end()}; }

WorldPtr margin_world(BroadPhase broad_phase) {
  WorldOptions options;
  options.broad_phase = broad_phase;
  return make_world(options).value;
}
constexpr BroadPhase k_margin_broad_phases[] = {BroadPhase::sweep_and_prune, BroadPhase::bvh, BroadPhase::brute_force};

/// A random collider, and what the oracles know of it: it is a box, or a sphere, or only spheres know its distance.
struct MarginBody {
  test::TestShape shape;
  ColliderOptions options;
};

/// Signed distance by an oracle; NaN: it knows none.
double margin_oracle_gap(const MarginBody& a, const MarginBody& b) {
  const auto is = [](const MarginBody& known, ShapeType type) { return known.options.shape.type == type; };
  const auto size = [](const MarginBody& known) {
    const double* const p = known.options.shape.parameters;
    return Vec3{p[0], p[1], p[2]};
  };
  if (is(a, ShapeType::box) && is(b, ShapeType::box)) {
    return oracle_distance(test::make_oracle_pair(size(a), a.options.pose, size(b), b.options.pose));
  }
  if (!is(a, ShapeType::sphere)) return is(b, ShapeType::sphere) ? margin_oracle_gap(b, a) : std::nan("");
  // Of a hull outside it knows a bound, of a triangle nothing.
  if (is(b, ShapeType::convex_hull) || is(b, ShapeType::triangle)) return std::nan("");
  const double to_middle = b.shape.oracle(b.options.pose).signed_distance(a.options.pose.position);
  return to_middle - a.options.shape.parameters[0];
}

TEST(WorldMargin, TouchesUpToTheSumOfBoth) {
  Random random(901);
  int near = 0, apart = 0, compared = 0;
  for (int round = 0; round < test::scaled(60); ++round) {
    const Vec3 around = round % 3 == 2 ? Vec3{1e6, -1e6, 1e6} : Vec3{};
    std::vector<MarginBody> all;
    std::vector<WorldPtr> worlds;
    for (const BroadPhase broad_phase : k_margin_broad_phases) worlds.push_back(margin_world(broad_phase));
    for (int i = 0; i < 60; ++i) {
      const ShapeType others = test::k_shape_types[static_cast<std::size_t>(random.below(10))];
      const ShapeType type = random.chance(0.3) ? ShapeType::box : random.chance(0.4) ? ShapeType::sphere : others;
      MarginBody known{make_test_shape(random, type, test::ShapeForm::plain, 1.0), {}};
      known.options.shape = known.shape.shape;
      known.options.pose = {around + random.in_cube(2.5), random.rotation()};
      known.options.is_sensor = random.chance(0.2);
      if (random.chance(0.6)) known.options.margin = random.uniform(0.0, 0.4);
      for (const WorldPtr& world : worlds) put_with_margin(*world, known.options);
      known.options.pose = worlds[0]->describe(static_cast<std::uint32_t>(i)).pose;
      all.push_back(std::move(known));
    }
    for (const WorldPtr& world : worlds) {
      ASSERT_TRUE(world->update().ok());
      ASSERT_EQ(rows_of(world->touching()), rows_of(worlds[0]->touching()));
      ASSERT_EQ(world->hash(), worlds[0]->hash());
    }
    const RowPairs touching = rows_of(worlds[0]->touching());
    for (std::uint32_t a = 0; a < all.size(); ++a) {
      for (std::uint32_t b = a + 1; b < all.size(); ++b) {
        const double margin = all[a].options.margin + all[b].options.margin;
        const double gap = margin_oracle_gap(all[a], all[b]);
        const bool touches = std::find(touching.begin(), touching.end(), RowPair{a, b}) != touching.end();
        const double sure =
            distance(all[a].options.shape, all[a].options.pose, all[b].options.shape, all[b].options.pose).distance;
        if (std::fabs(sure - margin) > 1e-9) ASSERT_EQ(touches, sure <= margin) << a << " and " << b << ": " << sure;
        if (!(std::fabs(gap - margin) > 2e-5)) continue;
        ASSERT_EQ(touches, gap <= margin) << a << " and " << b << ": " << gap << " of " << margin;
        ++compared;
        near += touches && gap > 0.0 ? 1 : 0;
        apart += touches ? 0 : 1;
      }
    }
    const ContactList contacts = worlds[0]->contacts();
    for (std::size_t i = 0; i < contacts.pairs.size(); ++i) {
      const MarginBody &a = all[contacts.pairs[i].a], &b = all[contacts.pairs[i].b];
      const ContactManifold expected = collide_within(a.options.shape, a.options.pose, b.options.shape, b.options.pose,
                                                      a.options.margin + b.options.margin);
      ASSERT_NEAR(static_cast<double>(contacts.normals[4 * i + 3]), expected.depth, 1e-6);
      ASSERT_EQ(contacts.points[i].count, static_cast<std::uint32_t>(expected.point_count));
    }
  }
  EXPECT_GT(near, compared / 80);
  EXPECT_GT(apart, compared / 2);
}

TEST(WorldMargin, OfSpheresIsAWorldOfLargerSpheres) {
  Random random(902);
  const WorldPtr with = make_world().value, larger = make_world().value;
  std::vector<ColliderId> ids;
  std::vector<double> radii, margins;
  for (int i = 0; i < 150; ++i) {
    const double radius = random.uniform(0.05, 0.3), margin = i % 3 == 0 ? 0.0 : random.uniform(0.0, 0.3);
    const Vec3 at = random.in_cube(2.0);
    ids.push_back(put_with_margin(*with, with_margin(ball(radius), at, margin)));
    ASSERT_EQ(put_with_margin(*larger, with_margin(ball(radius + margin), at)), ids.back());
    radii.push_back(radius);
    margins.push_back(margin);
  }
  std::size_t began = 0, ended = 0, apart = 0;
  for (int step = 0; step < test::scaled(400); ++step) {
    const auto i = static_cast<std::size_t>(random.below(150));
    switch (random.below(4)) {
      case 0:
        margins[i] = random.chance(0.3) ? 0.0 : random.uniform(0.0, 0.3);
        ASSERT_EQ(with->set_margin(ids[i], margins[i]), Status::ok);
        ASSERT_EQ(larger->set_shape(ids[i], ball(radii[i] + margins[i])), Status::ok);
        break;
      default:
        for (std::size_t k = i % 7; k < ids.size(); k += 7) {
          const Vec3 by = random.in_cube(0.1);
          for (World* const world : {with.get(), larger.get()}) {
            double* const p = world->positions().data() + 3 * std::size_t{ids[k].row};
            p[0] += by.x;
            p[1] += by.y;
            p[2] += by.z;
          }
        }
    }
    ASSERT_TRUE(with->update().ok());
    ASSERT_TRUE(larger->update().ok());
    ASSERT_EQ(rows_of(with->touching()), rows_of(larger->touching()));
    ASSERT_EQ(rows_of(with->began()), rows_of(larger->began()));
    ASSERT_EQ(rows_of(with->ended()), rows_of(larger->ended()));
    began += with->began().size();
    ended += with->ended().size();
    const ContactList of_with = with->contacts(), of_larger = larger->contacts();
    ASSERT_EQ(rows_of(of_with.pairs), rows_of(of_larger.pairs));
    for (std::size_t k = 0; k < of_with.pairs.size(); ++k) {
      const double margin = margins[of_with.pairs[k].a] + margins[of_with.pairs[k].b];
      const float *n = of_with.normals.data() + 4 * k, *m = of_larger.normals.data() + 4 * k;
      for (int j = 0; j < 3; ++j) ASSERT_NEAR(n[j], m[j], 1e-5f);
      ASSERT_NEAR(static_cast<double>(n[3]) + margin, static_cast<double>(m[3]), 1e-6);
      apart += n[3] < 0.0f ? 1 : 0;
      ASSERT_EQ(of_with.points[k].count, 1u);
      ASSERT_NEAR(of_with.points[k].points[0][3], n[3], 1e-7f);
    }
  }
  EXPECT_GT(began, 50u);
  EXPECT_GT(ended, 50u);
  EXPECT_GT(apart, 1000u);
}

TEST(WorldMargin, BeginsAndEndsByIt) {
  for (const bool is_sensor : {false, true}) {
    for (const BroadPhase broad_phase : k_margin_broad_phases) {
      const WorldPtr world = margin_world(broad_phase);
      ColliderOptions first = with_margin(unit_box(), {0, 0, 0}, 0.25);
      first.is_sensor = is_sensor;
      const ColliderId a = put_with_margin(*world, first),
                       b = put_with_margin(*world, with_margin(unit_box(), {2, 0, 0}));
      const RowPairs pair{{a.row, b.row}};
      ASSERT_TRUE(world->update().ok());
      EXPECT_TRUE(world->touching().empty());
      ASSERT_EQ(world->set_pose(b, {{1.25, 0.125, 0}, {}}), Status::ok);
      ASSERT_TRUE(world->update().ok());
      EXPECT_EQ(rows_of(world->began()), pair);
      ASSERT_EQ(world->contacts().pairs.size(), is_sensor ? 0u : 1u);
      if (!is_sensor) {
        EXPECT_EQ(world->contacts().normals[0], 1.0f);
        EXPECT_EQ(world->contacts().normals[3], -0.25f);
        EXPECT_EQ(world->contacts().points[0].count, 4u);
        EXPECT_EQ(world->contacts().points[0].points[0][0], 0.625f);
      }
      EXPECT_EQ(world->describe(a.row).margin, 0.25);
      // An update without a change keeps the contact, a smaller margin ends it, that of the other begins it again.
      ASSERT_TRUE(world->update().ok());
      EXPECT_EQ(rows_of(world->touching()), pair);
      ASSERT_EQ(world->set_margin(a, 0.125), Status::ok);
      ASSERT_TRUE(world->update().ok());
      EXPECT_EQ(rows_of(world->ended()), pair);
      ASSERT_EQ(world->set_margin(b, 0.125), Status::ok);
      ASSERT_TRUE(world->update().ok());
      EXPECT_EQ(rows_of(world->began()), pair);
      ASSERT_EQ(world->set_margin(a, 0.0), Status::ok);
      ASSERT_EQ(world->set_margin(b, 0.0), Status::ok);
      ASSERT_TRUE(world->update().ok());
      EXPECT_EQ(rows_of(world->ended()), pair);
      const WorldPtr plain = make_world().value;
      static_cast<void>(plain->add({unit_box(), {{0, 0, 0}, {}}, false, is_sensor}));
      static_cast<void>(plain->add({unit_box(), {{1.25, 0.125, 0}, {}}}));
      ASSERT_TRUE(plain->update().ok());
      ASSERT_TRUE(world->update().ok());
      EXPECT_EQ(world->hash(), plain->hash());
    }
  }
}

TEST(WorldMargin, IsRefusedUnlessItIsALength) {
  const WorldPtr world = make_world().value;
  const ColliderId box = put_with_margin(*world, with_margin(unit_box(), {0, 0, 0}, 0.1));
  const std::uint64_t hash = world->hash();
  const double infinity = std::numeric_limits<double>::infinity();
  for (const double margin : {-1e-9, std::nan(""), infinity, 1.0000001e9}) {
    EXPECT_EQ(world->set_margin(box, margin), Status::invalid_argument);
    EXPECT_EQ(world->add(with_margin(unit_box(), {0, 0, 0}, margin)).status, Status::invalid_argument);
  }
  EXPECT_EQ(world->size(), 1u);
  EXPECT_EQ(world->hash(), hash);
  EXPECT_EQ(world->set_margin({7, 1}, 0.1), Status::stale_handle);
  // A row that is used again has the margin of its new collider.
  ASSERT_EQ(world->remove(box), Status::ok);
  const ColliderId other = put_with_margin(*world, with_margin(unit_box(), {0, 0, 0}));
  EXPECT_EQ(other.row, box.row);
  EXPECT_EQ(world->describe(other.row).margin, 0.0);
}

/// The shapes of a floor whose top is at height 0: tiles, one compound, compounds beside tiles, or a mesh beside boxes.
class MarginFloor {
 public:
  MarginFloor(Random& random, test::Tiling tiling, int form) : floor_(make_tile_floor(random, tiling, 2.0)) {
    if (form == 0) {
      for (const CompoundPart& tile : floor_.tiles) shapes_.push_back(tile);
      return;
    }
    // Every second tile is part of a compound.
    std::vector<CompoundPart> parts;
    for (std::size_t i = 0; i < floor_.tiles.size(); ++i) {
      if (form == 1 || i % 2 == 0) {
        parts.push_back(floor_.tiles[i]);
      } else {
        shapes_.push_back(floor_.tiles[i]);
      }
    }
    compound_ = build_compound(parts).value;
    shapes_.push_back({make_compound(*compound_), {}});
  }

  const std::vector<CompoundPart>& shapes() const { return shapes_; }

 private:
  test::TileFloor floor_;
  CompoundPtr compound_;
  std::vector<CompoundPart> shapes_;
};

/// What hovers over flush tiles has contacts with their tops only, with a whole manifold, as over one slab.
TEST(WorldMargin, HasNoContactsWithEdgesBetweenStatics) {
  Random random(903);
  int contacts = 0, bodies = 0;
  for (int round = 0; round < test::scaled(90); ++round) {
    SCOPED_TRACE(round);
    const MarginFloor floor(random, test::k_tilings[round % 3], round / 3 % 3);
    const WorldPtr world = make_world().value;
    const double margin = 0.05;
    for (const CompoundPart& tile : floor.shapes()) {
      ColliderOptions options = static_with_margin(tile.shape, {}, 0.25 * margin);
      options.pose = tile.pose;
      put_with_margin(*world, options);
    }
    struct Hovering {
      ColliderId id;
      double gap;
      bool is_flat;
    };
    std::vector<Hovering> all;
    for (int i = 0; i < 12; ++i) {
      const Shape shape = i % 3 == 0   ? make_box(0.7, 0.3, 0.5).value
                          : i % 3 == 1 ? make_capsule(0.15, 0.4).value
                                       : make_cylinder(0.3, 0.4).value;
      const bool is_flat = i % 2 == 0;
      const Quat turn = is_flat ? Quat{0.0, random.uniform(-1.0, 1.0), 0.0, 1.0} : random.rotation();
      ColliderOptions options = with_margin(shape, {}, 0.75 * margin);
      options.layer = 2;
      options.mask = 1;
      const double gap = random.uniform(-0.01, 0.06);
      options.pose = {{random.uniform(-1.2, 1.2), 0.0, random.uniform(-1.2, 1.2)}, turn};
      options.pose.position.y = gap - bounds(shape, options.pose).min.y;
      all.push_back({put_with_margin(*world, options), gap, is_flat && i % 3 != 1});
    }
    ASSERT_TRUE(world->update().ok());
    for (const Hovering& body : all) {
      ++bodies;
      const auto own = world->contacts_of(body.id).value;
      if (body.gap > margin + 1e-6) {
        ASSERT_TRUE(own.empty());
        continue;
      }
      if (body.gap > margin - 1e-6) continue;
      ASSERT_FALSE(own.empty());
      double deepest = -1.0;
      std::size_t points = 0;
      for (const std::uint32_t i : own) {
        const float* const n = world->contacts().normals.data() + 4 * std::size_t{i};
        ASSERT_NEAR(std::fabs(n[1]), 1.0f, 1e-5f) << "gap " << body.gap;
        deepest = std::max(deepest, static_cast<double>(n[3]));
        points += world->contacts().points[i].count;
        ++contacts;
      }
      ASSERT_NEAR(deepest, -body.gap, 1e-5);
      if (body.is_flat) ASSERT_GE(points, 3u);
    }
  }
  EXPECT_GT(contacts, bodies);
}

/// Queries, separation, moves and impacts are those of the same world without margins.
TEST(WorldMargin, DoesNotMatterToQuestionsAboutTheShapes) {
  Random random(904);
  int separated = 0, impacts = 0;
  for (int round = 0; round < test::scaled(60); ++round) {
    SCOPED_TRACE(round);
    const WorldPtr with = make_world().value, without = make_world().value;
    std::vector<test::TestShape> shapes;
    std::vector<ColliderId> ids;
    for (int i = 0; i < 40; ++i) {
      const ShapeType type = test::k_shape_types[static_cast<std::size_t>(random.below(10))];
      shapes.push_back(make_test_shape(random, type, test::ShapeForm::plain, 0.7));
      ColliderOptions options{shapes.back().shape, {random.in_cube(1.5), random.rotation()}};
      options.is_static = random.chance(0.3);
      options.is_sensor = random.chance(0.1);
      options.is_continuous = random.chance(0.3);
      ids.push_back(put_with_margin(*without, options));
      options.margin = random.uniform(0.0, 0.5);
      ASSERT_EQ(put_with_margin(*with, options), ids.back());
    }
    const auto both = [&](const auto& call) {
      call(*with);
      call(*without);
    };
    both([](World& world) { ASSERT_TRUE(world.update().ok()); });
    for (const ColliderId id : ids) {
      const Vec3 a = with->separation(id).value, b = without->separation(id).value;
      ASSERT_LT(length(a - b), 1e-6);
      separated += length(a) > 0.0 ? 1 : 0;
    }
    for (int i = 0; i < 10; ++i) {
      const Vec3 from = random.in_cube(3.0), way = random.direction();
      const WorldRayHit ray = with->raycast(from, way), same = without->raycast(from, way);
      ASSERT_EQ(ray.hit, same.hit);
      if (ray.hit) ASSERT_EQ(ray.distance, same.distance);
      ASSERT_EQ(with->closest(from).row, without->closest(from).row);
      const Pose pose{from, random.rotation()};
      const auto rows = with->overlap(unit_box(), pose).value, others = without->overlap(unit_box(), pose).value;
      ASSERT_TRUE(std::equal(rows.begin(), rows.end(), others.begin(), others.end()));
      ASSERT_EQ(with->nearest(unit_box(), pose).distance, without->nearest(unit_box(), pose).distance);
      const Sweep sweep{pose, {-from, pose.rotation}};
      ASSERT_EQ(with->cast_shape(ball(0.1), sweep).time, without->cast_shape(ball(0.1), sweep).time);
      const Vec3 moved = with->move_and_slide(ball(0.2), pose, -from).value.position;
      ASSERT_EQ(moved, without->move_and_slide(ball(0.2), pose, -from).value.position);
    }
    for (const ColliderId id : ids) {
      if (without->describe(id.row).is_static) continue;
      const Pose to{random.in_cube(1.5), random.rotation()};
      both([&](World& world) { ASSERT_EQ(world.set_pose(id, to), Status::ok); });
    }
    both([](World& world) { ASSERT_TRUE(world.update().ok()); });
    const auto found = with->impacts(), expected = without->impacts();
    ASSERT_EQ(found.size(), expected.size());
    for (std::size_t i = 0; i < found.size(); ++i) {
      ASSERT_EQ(found[i].time, expected[i].time);
      ASSERT_EQ(found[i].b, expected[i].b);
      ++impacts;
    }
    const RowPairs touching = rows_of(with->touching());
    for (const RowPair pair : without->touching()) {
      ASSERT_TRUE(std::binary_search(touching.begin(), touching.end(), pair));
    }
  }
  EXPECT_GT(separated, test::scaled(60) * 5);
  EXPECT_GT(impacts, test::scaled(60));
}

}  // namespace
}  // namespace hyperplane
