#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdio>
#include <map>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/world.h>

#include "composite/shape_extent.h"
#include "core/constants.h"
#include "math/pose.h"
#include "narrowphase/composite/flush_contact.h"
#include "query/static_siblings.h"
#include "support/slider.h"
#include "support/test_size.h"
#include "support/tile_floor.h"

/// Contacts with static colliders as the rule for flush parts alone gives them, with all other static colliders as
/// siblings and without any of the shortcuts of a world.

namespace hyperplane::test {
namespace {

struct Placed {
  Shape shape;
  Pose pose;
};

/// Static colliders and movers, and the rule applied to all pairs of them.
class PlainRule {
 public:
  std::vector<Placed> statics, movers;

  struct Contact {
    bool exists = false;
    /// From the static collider.
    Vec3 normal;
    double depth = 0.0;
  };

  /// Contacts of a mover, by static collider; only pairs that touch.
  std::map<std::size_t, Contact> contacts_of(const Placed& mover) const {
    std::map<std::size_t, Contact> result;
    std::vector<std::size_t> left;
    bool is_held = false;
    for (std::size_t i = 0; i < statics.size(); ++i) {
      ContactManifold contact;
      if (!collide_in_order(statics[i], mover, contact)) continue;
      if (apply(i, mover, FlushFaces::around, contact)) {
        is_held = true;
        result[i] = shown(i, mover, contact);
      } else {
        left.push_back(i);
        result[i] = {};
      }
    }
    if (is_held || left.empty()) return result;
    std::map<std::size_t, Contact> ways, others;
    for (const std::size_t i : left) {
      ContactManifold contact;
      collide_in_order(statics[i], mover, contact);
      const bool leads_out = apply(i, mover, FlushFaces::all, contact);
      (leads_out ? ways : others)[i] = shown(i, mover, contact);
    }
    if (ways.empty()) ways = others;
    const Contact out = std::min_element(ways.begin(), ways.end(), [](const auto& a, const auto& b) {
                          return a.second.depth < b.second.depth;
                        })->second;
    for (const auto& [i, way] : ways) {
      if (!others.contains(i) && !(dot(way.normal, out.normal) >= 0.5)) continue;
      result[i] = way;
    }
    return result;
  }

 private:
  /// The narrow phase takes pairs in the order of their first coordinates.
  static bool comes_first(const Placed& fixed, const Placed& mover) {
    return std::bit_cast<std::uint64_t>(fixed.pose.position.x) < std::bit_cast<std::uint64_t>(mover.pose.position.x);
  }
  static bool collide_in_order(const Placed& fixed, const Placed& mover, ContactManifold& contact) {
    const bool first = comes_first(fixed, mover);
    const Placed &a = first ? fixed : mover, &b = first ? mover : fixed;
    contact = collide(a.shape, a.pose, b.shape, b.pose);
    return contact.point_count > 0;
  }
  Contact shown(std::size_t i, const Placed& mover, const ContactManifold& contact) const {
    return {true, comes_first(statics[i], mover) ? contact.normal : -contact.normal, contact.depth};
  }

  bool apply(std::size_t i, const Placed& mover, FlushFaces which, ContactManifold& contact) const {
    const Placed& fixed = statics[i];
    const bool first = comes_first(fixed, mover);
    const double placing = flush_placing(fixed.pose.position, size_of(fixed.shape), size_of(mover.shape));
    const double reach = k_flush_reach * std::min(size_of(fixed.shape), size_of(mover.shape)) + placing;
    bool is_near = false;
    const auto visit_siblings = [&](const Vec3& point, double margin, ShapeSearch visit) {
      for (std::size_t k = 0; k < statics.size(); ++k) {
        const Vec3 around{margin, margin, margin};
        const bool is_beside =
            k != i && overlaps(bounds(statics[k].shape, statics[k].pose), {point - around, point + around});
        if (is_beside && !visit(statics[k].shape, statics[k].pose)) return;
      }
    };
    for (int p = 0; p < contact.point_count; ++p) {
      const Vec3& point = first ? contact.points[p].on_a : contact.points[p].on_b;
      visit_siblings(point, reach, [&](const Shape& shape, const Pose& pose) {
        is_near = is_near || std::fabs(closest_point(shape, pose, point).distance) <= reach;
        return !is_near;
      });
    }
    if (!is_near) return true;
    const SiblingSearch siblings = visit_siblings;
    const FlushPart of_fixed{fixed.shape, fixed.pose, &siblings, nullptr, nullptr, placing},
        of_mover{mover.shape, mover.pose};
    const FlushVerdict verdict = first ? apply_flush_rule(of_fixed, of_mover, which, contact)
                                       : apply_flush_rule(of_mover, of_fixed, which, contact);
    return verdict != FlushVerdict::left;
  }
};

enum class Ground {
  tiles,   // floors of flush tiles
  blocks,  // blocks of half metres that overlap and lie flush as it comes
  ramps,   // floors with ramps that rise from their edges, and fall
  rubble   // boxes at random
};

/// A static collider, with its pose as the world keeps it.
void add_static(PlainRule& plain, World& world, const Shape& shape, const Pose& pose) {
  ColliderOptions options{shape, pose};
  options.is_static = true;
  const ColliderId id = world.add(options).value;
  plain.statics.push_back({shape, world.describe(id.row).pose});
}

void build(Ground ground, Random& random, const TileFloor& floor, PlainRule& plain, World& world) {
  if (ground == Ground::tiles) {
    for (const CompoundPart& tile : floor.tiles) add_static(plain, world, tile.shape, tile.pose);
    return;
  }
  for (int i = 0; i < 90; ++i) {
    const auto half_metres = [&](double low, double high) {
      return 0.5 * std::floor(random.uniform(2 * low, 2 * high));
    };
    if (ground == Ground::blocks) {
      const Shape block = make_box(half_metres(0.5, 2.0), half_metres(0.5, 2.0), half_metres(0.5, 2.0)).value;
      add_static(plain, world, block, {{half_metres(-3, 3), half_metres(-2, 0), half_metres(-3, 3)}, {}});
    } else if (ground == Ground::rubble) {
      const Shape block = make_box(random.uniform(0.3, 1.5), random.uniform(0.3, 1.5), random.uniform(0.3, 1.5)).value;
      add_static(plain, world, block, {random.in_cube(2.5), random.rotation()});
    } else if (i < 24) {
      // Steps of 1 m with their tops at 0, and from each edge a ramp through the edge.
      const Vec3 at{static_cast<double>(2 * (i % 4) - 3), -0.5, static_cast<double>(i / 4 % 3 - 1)};
      if (i < 12) {
        add_static(plain, world, make_box(1, 1, 1).value, {at, {}});
      } else {
        const double turn = random.uniform(-0.4, 0.4);
        const Quat rotation = normalized(Quat{0, 0, turn, 1});
        const Vec3 edge = at + Vec3{0.5, 0.5, 0.0}, up = rotate(rotation, {0, 1, 0});
        const Vec3 along = rotate(rotation, {1, 0, 0}) * random.uniform(0.3, 0.8);
        add_static(plain, world, make_box(2, 0.4, 1).value, {edge + along - up * 0.2, rotation});
      }
    }
  }
}

TEST(StaticRule, AgreesWithTheRuleAlone) {
  for (const Ground ground : {Ground::tiles, Ground::blocks, Ground::ramps, Ground::rubble}) {
    Random random(940 + static_cast<std::uint64_t>(ground));
    int pairs = 0, contacts = 0, changed = 0;
    const int runs = scaled(20);
    for (int run = 0; run < runs; ++run) {
      const TileFloor floor = make_tile_floor(random, k_tilings[run % 3], 3.0);
      PlainRule plain;
      const WorldPtr world = make_world().value;
      build(ground, random, floor, plain, *world);
      std::vector<Slider> sliders;
      const auto static_count = static_cast<std::uint32_t>(plain.statics.size());
      for (int i = 0; i < 80; ++i) {
        sliders.push_back(make_slider(random, i % k_slider_kinds));
        const Vec3 spread = ground == Ground::rubble ? Vec3{2.5, 2.5, 2.5} : Vec3{3.0, 0.6, 3.0},
                   at = random.in_cube(1);
        const Pose pose{{spread.x * at.x, spread.y * at.y + 0.2, spread.z * at.z}, sliders.back().rotation};
        ColliderOptions options{sliders.back().body.shape, pose};
        // Movers do not meet each other.
        options.layer = 2;
        options.mask = 1;
        const ColliderId mover = world->add(options).value;
        plain.movers.push_back({options.shape, world->describe(mover.row).pose});
        ASSERT_EQ(mover.row, static_count + static_cast<std::uint32_t>(i));
      }
      ASSERT_TRUE(world->update().ok());
      std::map<std::pair<std::uint32_t, std::uint32_t>, PlainRule::Contact> found;
      for (const RowPair pair : world->touching()) found[{pair.a, pair.b}] = {};
      const ContactList list = world->contacts();
      for (std::size_t i = 0; i < list.pairs.size(); ++i) {
        const float* const n = list.normals.data() + 4 * i;
        const Vec3 normal{static_cast<double>(n[0]), static_cast<double>(n[1]), static_cast<double>(n[2])};
        found[{list.pairs[i].a, list.pairs[i].b}] = {true, normal, static_cast<double>(n[3])};
      }
      std::size_t expected_count = 0;
      for (std::size_t m = 0; m < plain.movers.size(); ++m) {
        for (const auto& [i, expected] : plain.contacts_of(plain.movers[m])) {
          const auto row = static_cast<std::uint32_t>(i), mover = static_count + static_cast<std::uint32_t>(m);
          SCOPED_TRACE(testing::Message()
                       << "ground " << static_cast<int>(ground) << " run " << run << " static " << i << " mover " << m);
          ++expected_count;
          ASSERT_TRUE(found.contains({row, mover}));
          const PlainRule::Contact& contact = found[{row, mover}];
          ASSERT_EQ(contact.exists, expected.exists);
          ASSERT_LT(length(contact.normal - expected.normal), 2e-6);
          ASSERT_NEAR(contact.depth, expected.depth, 2e-6);
          const ContactManifold alone =
              collide(plain.statics[i].shape, plain.statics[i].pose, plain.movers[m].shape, plain.movers[m].pose);
          changed += !expected.exists || std::fabs(alone.depth - expected.depth) > 1e-5 ? 1 : 0;
          contacts += expected.exists ? 1 : 0;
        }
      }
      ASSERT_EQ(found.size(), expected_count);
      pairs += static_cast<int>(expected_count);
    }
    printf("ground %d: %d pairs touch, %d contacts, %d unlike those of the pair alone\n", static_cast<int>(ground),
           pairs, contacts, changed);
    EXPECT_GT(pairs, 40 * runs);
    if (ground != Ground::rubble) {
      EXPECT_GT(changed, pairs / 50);
    }
  }
}

}  // namespace
}  // namespace hyperplane::test
