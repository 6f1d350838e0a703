#include <hyperplane/plane_composite.h>
#include <hyperplane/plane_pair.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <span>
#include <vector>

#include "plane/math/vec2.h"
#include "plane/plane_composite_oracle.h"
#include "support/test_size.h"

/// The points of contacts lie on both shapes, whatever edge a contact snaps to: beside the distance of a point from
/// polygons, chains and compounds by all of their edges and parts.

namespace hyperplane::test::in_plane {
namespace {

using plane::BuiltComposite;
using plane::ChainSides;
using plane::Contact;
using plane::Pose;
using plane::Shape;
using plane::Vec2;

Vec2 to_local(const Pose& pose, Vec2 point) {
  const double c = std::cos(pose.angle), s = std::sin(pose.angle);
  const double x = point.x - pose.position.x, y = point.y - pose.position.y;
  return {c * x + s * y, c * y - s * x};
}

/// Rings, a line of points or a convex solid, at a pose.
struct Piece {
  RingPolygon rings;
  bool is_line = false, is_closed = false;
  PlaneSolid solid;
  Pose pose;

  double outside(Vec2 world) const {
    if (rings.rings.empty()) return oracle_outside(solid, pose, world);
    const Vec2 point = to_local(pose, world);
    if (!is_line) return oracle_contains(rings, point) ? 0.0 : static_cast<double>(oracle_edge_distance(rings, point));
    const Ring& line = rings.rings[0];
    double least = HUGE_VAL;
    for (std::size_t i = 0; i + (is_closed ? 0 : 1) < line.size(); ++i) {
      const RingPolygon segment{{{line[i], line[(i + 1) % line.size()]}}};
      least = std::min(least, static_cast<double>(oracle_edge_distance(segment, point)));
    }
    return least;
  }
};

/// Any shape, about 1 m large.
struct AnyShape {
  explicit AnyShape(Random& random) {
    kind = random.below(8);
    const int count = kind < 5 ? 1 : 1 + random.below(4);
    std::vector<plane::CompoundPart> parts;
    for (int i = 0; i < count; ++i) {
      Piece piece;
      const int what = kind < 5 ? kind : random.below(5);
      plane::CompositePtr made;
      switch (what) {
        case 0:
          piece.rings.rings = {random_star(random, 4 + random.below(8), 1.0)};
          break;
        case 1:
          piece.rings.rings = {random_tangle(random, 4 + random.below(10), 1.2)};
          break;
        case 2:
          piece.rings = random_holed(random, 1 + random.below(3));
          for (Ring& ring : piece.rings.rings) {
            for (Vec2& corner : ring) corner = {0.4 * corner.x, 0.4 * corner.y};
          }
          break;
        case 3:
          piece.is_line = true;
          piece.is_closed = random.chance(0.3);
          piece.rings.rings = {random_star(random, 4 + random.below(6), 1.0)};
          break;
        default:
          do piece.solid = random_solid(random, 0.6);
          while (!(piece.solid.diameter() > 0.0));
      }
      if (piece.is_line) {
        const ChainSides sides = random.chance(0.3) ? ChainSides::front : ChainSides::both;
        made = plane::build_chain(piece.rings.points(), piece.is_closed, sides).value;
      } else if (!piece.rings.rings.empty()) {
        made = build(piece.rings).value;
      }
      shape = made == nullptr ? piece.solid.shape : make_composite(*made);
      if (kind > 4) {
        piece.pose = {{random.uniform(-0.6, 0.6), random.uniform(-0.6, 0.6)}, random.uniform(-4.0, 4.0)};
        parts.push_back({shape, piece.pose});
      }
      owned.push_back(std::move(made));
      pieces.push_back(piece);
    }
    if (kind < 5) return;
    owned.push_back(plane::build_compound(parts).value);
    shape = make_composite(*owned.back());
  }

  /// Distance of a point from the shape; 0 inside.
  double outside(const Pose& pose, Vec2 world) const {
    const Vec2 point = to_local(pose, world);
    double least = HUGE_VAL;
    for (const Piece& piece : pieces) least = std::min(least, piece.outside(point));
    return least;
  }

  int kind;
  std::vector<plane::CompositePtr> owned;
  std::vector<Piece> pieces;
  Shape shape;
};

/// Points of ellipses of 1:1000 are the less exact the thinner these are, as those of ordinary contacts.
double tolerance_of(const AnyShape& shape) {
  for (const Piece& piece : shape.pieces) {
    if (piece.solid.is_ellipse) return 1e-7;
  }
  return 1e-9;
}

/// Whether a part is a segment, or a chain, which is made of them.
bool has_needle(const AnyShape& shape) {
  for (const Piece& piece : shape.pieces) {
    const bool is_thin = piece.rings.rings.empty() && piece.solid.corners.size() < 3 && !(piece.solid.radius > 0.05);
    if (piece.is_line || is_thin) return true;
  }
  return false;
}

TEST(PlaneContactPoints, LieOnBothShapes) {
  Random random(94);
  int touching = 0, contacts = 0, off = 0, snapped_ellipses = 0, shallower = 0;
  const int count = scaled(6000);
  for (int i = 0; i < count; ++i) {
    const AnyShape a(random), b(random);
    const Pose pose{{}, random.uniform(-4.0, 4.0)};
    const Pose at{{random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2)}, random.uniform(-4.0, 4.0)};
    const double near_a = tolerance_of(a), near_b = tolerance_of(b);
    Contact all[256];
    const std::size_t found = std::min<std::size_t>(collide_all(a.shape, pose, b.shape, at, all), 256);
    touching += found > 0 ? 1 : 0;
    for (const Contact& contact : std::span<const Contact>(all, found)) {
      ++contacts;
      ASSERT_GT(contact.point_count, 0);
      ASSERT_LE(contact.points[0].depth, contact.depth + 1e-9) << i;
      ASSERT_GE(contact.points[0].depth, -1e-9) << i;
      for (int j = 0; j < contact.point_count; ++j) {
        const plane::ContactPoint& point = contact.points[j];
        ASSERT_LE(point.depth, contact.points[0].depth + 1e-9) << i;
        const bool is_off = a.outside(pose, point.on_a) > near_a || b.outside(at, point.on_b) > near_b;
        if (is_off) ++off;
        // Needles at the reflex corner of a polygon, deep inside, may have no point over the edge that they leave by.
        ASSERT_TRUE(!is_off || has_needle(a) || has_needle(b)) << i << ' ' << a.kind << ' ' << b.kind;
        ASSERT_NEAR(point.on_a.x - point.on_b.x, contact.normal.x * point.depth, 1e-9) << i;
        ASSERT_NEAR(point.on_a.y - point.on_b.y, contact.normal.y * point.depth, 1e-9) << i;
      }
      const bool is_shallower = contact.points[0].depth < contact.depth - 1e-6;
      shallower += is_shallower ? 1 : 0;
      snapped_ellipses += is_shallower && std::max(near_a, near_b) > 1e-9 ? 1 : 0;
    }
  }
  EXPECT_LE(off, contacts / 20000);
  EXPECT_GT(touching, count * 3 / 10);
  EXPECT_LT(touching, count * 9 / 10);
  // Contacts whose deepest point lies beside the edge that they snap to.
  EXPECT_GT(shallower, count / 100);
  EXPECT_GT(snapped_ellipses, 0);
}

TEST(PlaneContactPoints, AreOnTheSurfacesOfConvexShapes) {
  Random random(96);
  int seconds = 0;
  for (int i = 0; i < scaled(20000); ++i) {
    const PlaneSolid a = random_solid(random, 1.0), b = random_solid(random, 1.0);
    if (a.is_ellipse || b.is_ellipse || !(a.diameter() > 0.01) || !(b.diameter() > 0.01)) continue;
    const Pose pose{{}, random.uniform(-4.0, 4.0)};
    const Pose at{{random.uniform(-1.2, 1.2), random.uniform(-1.2, 1.2)}, random.uniform(-4.0, 4.0)};
    const double margin = random.chance(0.5) ? 0.0 : random.uniform(0.0, 0.5);
    const Contact contact = collide_within(a.shape, pose, b.shape, at, margin);
    seconds += contact.point_count > 1 ? 1 : 0;
    for (int j = 0; j < contact.point_count; ++j) {
      const plane::ContactPoint& point = contact.points[j];
      ASSERT_LE(oracle_outside(a, pose, point.on_a), 1e-9) << i;
      ASSERT_LE(oracle_outside(b, at, point.on_b), 1e-9) << i;
      ASSERT_GE(point.depth, -margin - 1e-9) << i;
      // Beyond them, along the normal, the shapes end.
      const Vec2 beyond = contact.normal * 1e-3;
      ASSERT_GT(oracle_outside(a, pose, point.on_a + beyond), 1e-12) << i << ' ' << j;
      ASSERT_GT(oracle_outside(b, at, point.on_b - beyond), 1e-12) << i << ' ' << j;
    }
  }
  EXPECT_GT(seconds, scaled(20000) / 20);
}

TEST(PlaneContactPoints, AreThoseOfAShapeThatMeetsItself) {
  // Both colliders of a pair may have one shape, or parts of it.
  const PlaneSolid pentagon = plane_ring(5, 1.0);
  Random random(95);
  int contacts = 0;
  for (int i = 0; i < scaled(2000); ++i) {
    const BuiltComposite star = build({{random_star(random, 9, 1.0)}});
    const Shape shape = i % 2 == 0 ? pentagon.shape : make_composite(*star.value);
    const Shape copy = shape;
    const Pose pose{{}, random.uniform(-4.0, 4.0)};
    const Pose at{{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)}, random.uniform(-4.0, 4.0)};
    const Contact one = collide(shape, pose, shape, at), two = collide(shape, pose, copy, at);
    ASSERT_EQ(one.point_count, two.point_count);
    for (int j = 0; j < one.point_count; ++j) {
      ASSERT_EQ(one.points[j].on_a.x, two.points[j].on_a.x);
      ASSERT_EQ(one.points[j].on_b.y, two.points[j].on_b.y);
      ASSERT_NEAR(one.points[j].on_a.x - one.points[j].on_b.x, one.normal.x * one.points[j].depth, 1e-9);
      if (i % 2 != 0) continue;
      ASSERT_LE(oracle_outside(pentagon, pose, one.points[j].on_a), 1e-9) << i;
      ASSERT_LE(oracle_outside(pentagon, at, one.points[j].on_b), 1e-9) << i;
    }
    contacts += one.point_count > 0 ? 1 : 0;
  }
  EXPECT_GT(contacts, scaled(2000) / 3);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
