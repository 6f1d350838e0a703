#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <initializer_list>
#include <limits>
#include <vector>

#include "plane/plane_composite_oracle.h"
#include "support/test_size.h"

/// The way of a collider out of what it touches, beside an oracle for polygons that knows their outlines only: along a
/// direction two of them begin or cease to overlap where a corner of one meets an edge of the other.

namespace hyperplane::test::in_plane {
namespace {

using plane::ColliderOptions;
using plane::Pose;
using plane::Vec2;
using plane::WorldPtr;

constexpr double k_whole_turn = 6.283185307179586;

Ring placed_ring(const Ring& ring, const Pose& pose) {
  const double c = std::cos(pose.angle), s = std::sin(pose.angle);
  Ring result;
  for (const Vec2& p : ring) {
    result.push_back({pose.position.x + c * p.x - s * p.y, pose.position.y + s * p.x + c * p.y});
  }
  return result;
}

double turn_over(Vec2 a, Vec2 b, Vec2 c) { return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x); }

bool holds(const Ring& ring, Vec2 p) {
  bool inside = false;
  for (std::size_t i = 0; i < ring.size(); ++i) {
    const Vec2 a = ring[i], b = ring[(i + 1) % ring.size()];
    if ((a.y > p.y) != (b.y > p.y) && p.x < a.x + (p.y - a.y) / (b.y - a.y) * (b.x - a.x)) inside = !inside;
  }
  return inside;
}

/// Whether two rings overlap, the first one moved.
bool overlap_at(const Ring& ring, Vec2 by, const Ring& other) {
  Ring moved = ring;
  for (Vec2& p : moved) p = {p.x + by.x, p.y + by.y};
  for (std::size_t i = 0; i < moved.size(); ++i) {
    const Vec2 a = moved[i], b = moved[(i + 1) % moved.size()];
    for (std::size_t k = 0; k < other.size(); ++k) {
      const Vec2 c = other[k], d = other[(k + 1) % other.size()];
      if (turn_over(a, b, c) * turn_over(a, b, d) < 0 && turn_over(c, d, a) * turn_over(c, d, b) < 0) return true;
    }
  }
  return holds(other, moved[0]) || holds(moved, other[0]);
}

/// The ways at which a corner of one ring meets an edge of the other one.
void add_events(std::vector<double>& events, const Ring& corners, const Ring& edges, Vec2 along) {
  for (const Vec2& p : corners) {
    for (std::size_t k = 0; k < edges.size(); ++k) {
      const Vec2 c = edges[k], d = edges[(k + 1) % edges.size()];
      const double dx = d.x - c.x, dy = d.y - c.y, across = along.x * dy - along.y * dx;
      if (std::abs(across) < 1e-12) continue;
      const double way = ((c.x - p.x) * dy - (c.y - p.y) * dx) / across;
      const double x = p.x + along.x * way - c.x, y = p.y + along.y * way - c.y;
      const double share = (x * dx + y * dy) / (dx * dx + dy * dy);
      if (share > -1e-9 && share < 1.0 + 1e-9) events.push_back(way);
    }
  }
}

/// The least way along a unit direction after which a ring overlaps none of the others.
double oracle_way(const Ring& ring, const std::vector<Ring>& others, Vec2 along) {
  std::vector<double> events = {0.0};
  for (const Ring& other : others) {
    add_events(events, ring, other, along);
    add_events(events, other, ring, {-along.x, -along.y});
  }
  std::sort(events.begin(), events.end());
  for (std::size_t i = 0; i < events.size(); ++i) {
    if (events[i] < 0.0) continue;
    const double next = i + 1 < events.size() ? events[i + 1] : events[i] + 1.0;
    if (next - events[i] < 1e-9) continue;
    const double middle = 0.5 * (events[i] + next);
    const bool is_free = std::none_of(others.begin(), others.end(), [&](const Ring& other) {
      return overlap_at(ring, {along.x * middle, along.y * middle}, other);
    });
    if (is_free) return events[i];
  }
  return std::numeric_limits<double>::infinity();
}

TEST(PlaneSeparation, LeadsConcavePolygonsOutOfEachOther) {
  constexpr std::uint64_t k_seed = 4107;
  Random random(k_seed);
  const int count = scaled(300);
  int touching = 0, free = 0;
  double worst = 1.0, sum = 0.0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", world " << n);
    const WorldPtr world = plane::make_world().value;
    const int others = n % 3 == 0 ? 2 : 1;
    std::vector<plane::CompositePtr> composites;
    std::vector<Ring> rings;
    Pose own;
    for (int i = 0; i <= others; ++i) {
      const Ring ring = n % 5 == 4 ? comb(3, 0.4, 2.2) : random_star(random, 5 + random.below(6), 1.0);
      plane::BuiltComposite built = build({{ring}});
      ASSERT_TRUE(built.ok()) << built.message;
      composites.push_back(std::move(built.value));
      ColliderOptions options;
      options.shape = make_composite(*composites.back());
      const double reach = i == 0 ? 0.0 : 0.7;
      options.pose = {{random.uniform(-reach, reach), random.uniform(-reach, reach)}, random.uniform(-4.0, 4.0)};
      if (i == 0) own = options.pose;
      ASSERT_TRUE(world->add(options).ok());
      rings.push_back(placed_ring(ring, options.pose));
    }
    ASSERT_TRUE(world->update().ok());
    const plane::ContactList contacts = world->contacts();
    double deepest = 0.0;
    std::vector<Ring> touched;
    for (std::uint32_t other = 1; other < rings.size(); ++other) {
      bool is_touched = false;
      for (std::size_t i = 0; i < contacts.pairs.size(); ++i) {
        if (contacts.pairs[i].a != 0 || contacts.pairs[i].b != other) continue;
        is_touched = true;
        deepest = std::max(deepest, static_cast<double>(contacts.normals[3 * i + 2]));
      }
      if (is_touched) touched.push_back(rings[other]);
    }
    const Vec2 out = world->separation(world->at(0)).value;
    const double way = std::hypot(out.x, out.y);
    if (touched.empty()) {
      EXPECT_EQ(way, 0.0);
      continue;
    }
    ++touching;
    const double limit = 6.0 * deepest;
    EXPECT_LE(way, limit * (1.0 + 1e-6));
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < 90; ++i) {
      const double angle = i * k_whole_turn / 90;
      best = std::min(best, oracle_way(rings[0], touched, {std::cos(angle), std::sin(angle)}));
    }
    // As far as it leads: free just behind it.
    bool is_free = false;
    for (const double behind : {1e-8, 1e-7, 1e-6, 4e-6}) {
      const double more = 1.0 + behind / way;
      is_free = is_free || std::none_of(touched.begin(), touched.end(), [&](const Ring& other) {
                  return overlap_at(rings[0], {out.x * more, out.y * more}, other);
                });
    }
    if (!is_free) {
      // No way is short enough; or it leads into a gap that is narrower than rounding.
      EXPECT_TRUE(best >= limit * 0.999 || way > best * 0.999) << way << ", " << best << ", limit " << limit;
      continue;
    }
    ++free;
    worst = std::max(worst, way / best);
    sum += way / best;
  }
  std::printf("seed %llu: %d touching, %d free, length over the oracle's: mean %g, worst %g\n",
              static_cast<unsigned long long>(k_seed), touching, free, sum / free, worst);
  EXPECT_GT(touching, count / 2);
  EXPECT_GE(free, touching * 95 / 100);
  EXPECT_LT(sum, 1.1 * free + 0.5);
  EXPECT_LT(worst, 1.5);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
