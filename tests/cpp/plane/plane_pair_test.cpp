#include <hyperplane/plane_pair.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include "plane/plane_oracle.h"
#include "support/random.h"
#include "support/test_size.h"

namespace hyperplane::test::in_plane {
namespace {

using plane::Contact;
using plane::Distance;
using plane::Pose;
using plane::Vec2;

constexpr double k_turn = 2.0 * 3.14159265358979323846;

struct PlanePair {
  PlaneSolid a, b;
  Pose pose_a, pose_b;

  /// Of two points, what their distance may be off by rounding.
  double size() const { return std::max({a.diameter(), b.diameter(), 1e-9}); }
  double tolerance() const { return 1e-6 * size(); }
};

double length_of(Vec2 v) { return std::hypot(v.x, v.y); }
Vec2 difference(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }

/// About half of the pairs overlap: the offset is up to the sum of the reaches.
PlanePair random_pair(Random& random) {
  const double scale = random.below(4) == 0 ? (random.chance(0.5) ? 1e-3 : 1e3) : 1.0;
  const double other = random.below(6) == 0 ? 1e-2 : 1.0;
  PlanePair pair{random_solid(random, scale), random_solid(random, scale * other), {}, {}};
  const double far = random.below(4) == 0 ? 1e6 : 0.0;
  pair.pose_a = {{far + random.uniform(-scale, scale), -far}, random.uniform(-10.0, 10.0)};
  const double angle = random.uniform(0.0, k_turn);
  // Parallel, square and almost parallel turns now and then.
  const double turns[] = {0.0, k_turn / 4, k_turn / 2, 1e-9, 1e-5, -1e-7};
  const double turn = random.chance(0.4) ? turns[random.below(6)] : random.uniform(-10.0, 10.0);
  pair.pose_b.angle = pair.pose_a.angle + turn;
  const double apart = random.below(10) == 0 ? 0.0 : random.uniform() * 0.8 * (pair.a.diameter() + pair.b.diameter());
  pair.pose_b.position = {pair.pose_a.position.x + apart * std::cos(angle),
                          pair.pose_a.position.y + apart * std::sin(angle)};
  return pair;
}

/// Everything that is promised of one pair.
void expect_right(const PlanePair& pair) {
  const double tolerance = pair.tolerance(), size = pair.size();
  const double wanted = oracle_distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
  const Distance found = distance(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b);
  ASSERT_NEAR(found.distance, wanted, tolerance);
  ASSERT_NEAR(length_of(found.normal), 1.0, 1e-12);
  const Vec2 between = difference(found.point_b, found.point_a);
  // Points have the coordinates of the world, with their rounding.
  const double noise = 1e-6 * size + 4e-16 * std::fabs(pair.pose_a.position.x);
  ASSERT_NEAR(between.x, found.normal.x * found.distance, noise);
  ASSERT_NEAR(between.y, found.normal.y * found.distance, noise);
  ASSERT_LE(oracle_outside(pair.a, pair.pose_a, found.point_a), noise);
  ASSERT_LE(oracle_outside(pair.b, pair.pose_b, found.point_b), noise);
  // Along the normal the shapes are as far apart as that.
  ASSERT_NEAR(
      static_cast<double>(oracle_gap(pair.a, pair.pose_a, pair.b, pair.pose_b, static_cast<long double>(found.normal.x),
                                     static_cast<long double>(found.normal.y))),
      found.distance, noise);

  const bool verdict = intersects(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b);
  if (std::fabs(wanted) > 1e-6 * size) {
    ASSERT_EQ(verdict, wanted < 0.0);
  }
  const Contact contact = collide(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b);
  ASSERT_EQ(contact.point_count > 0, verdict);
  if (!verdict) return;
  ASSERT_NEAR(contact.depth, -wanted, tolerance);
  ASSERT_NEAR(contact.points[0].depth, contact.depth, noise);
  // After the translation the shapes only touch.
  Pose moved = pair.pose_b;
  moved.position = {moved.position.x + contact.normal.x * contact.depth,
                    moved.position.y + contact.normal.y * contact.depth};
  ASSERT_NEAR(
      static_cast<double>(oracle_gap(pair.a, pair.pose_a, pair.b, moved, static_cast<long double>(contact.normal.x),
                                     static_cast<long double>(contact.normal.y))),
      0.0, noise);
  for (int i = 0; i < contact.point_count; ++i) {
    const plane::ContactPoint& point = contact.points[i];
    ASSERT_GE(point.depth, -noise);
    ASSERT_LE(point.depth, contact.points[0].depth + noise);
    ASSERT_LE(oracle_outside(pair.a, pair.pose_a, point.on_a), noise);
    ASSERT_LE(oracle_outside(pair.b, pair.pose_b, point.on_b), noise);
    const Vec2 across = difference(point.on_b, point.on_a);
    ASSERT_NEAR(across.x, -contact.normal.x * point.depth, noise);
    ASSERT_NEAR(across.y, -contact.normal.y * point.depth, noise);
  }
  if (contact.point_count == 2) {
    ASSERT_NE(contact.points[0].id, contact.points[1].id);
  }
}

TEST(PlanePair, AgreesWithTheOracle) {
  const std::uint64_t seed = 41;
  Random random(seed);
  const int count = scaled(6000);
  int overlapping = 0;
  for (int i = 0; i < count; ++i) {
    const PlanePair pair = random_pair(random);
    overlapping += intersects(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b) ? 1 : 0;
    expect_right(pair);
    if (HasFatalFailure()) {
      FAIL() << "pair " << i << " of seed " << seed << ", types " << static_cast<int>(pair.a.shape.type) << " and "
             << static_cast<int>(pair.b.shape.type);
    }
  }
  EXPECT_GT(overlapping, count * 3 / 10);
  EXPECT_LT(overlapping, count * 7 / 10);
}

TEST(PlanePair, IsRightNearTouching) {
  // Moves B along the normal until a small gap or overlap is left.
  Random random(42);
  const int count = scaled(4000);
  for (int i = 0; i < count; ++i) {
    PlanePair pair = random_pair(random);
    const Distance at = distance(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b);
    const double gaps[] = {0.0, 1e-9, -1e-9, 3e-6, -3e-6, 1e-4, -1e-4};
    const double wanted = gaps[random.below(7)] * pair.size() - at.distance;
    pair.pose_b.position.x += at.normal.x * wanted;
    pair.pose_b.position.y += at.normal.y * wanted;
    expect_right(pair);
    if (HasFatalFailure()) FAIL() << "pair " << i;
  }
}

TEST(PlanePair, IsRightWhereFeaturesMeet) {
  // Vertex on vertex, vertex on edge, edge on edge, at steps of half a side and turns by an eighth.
  const PlaneSolid solids[] = {plane_rectangle(2.0, 2.0),
                               plane_rectangle(2.0, 0.0),
                               plane_rectangle(2.0, 0.002),
                               plane_capsule(0.5, 1.0),
                               plane_capsule(1.0, 0.0),
                               plane_circle(1.0),
                               plane_circle(0.0),
                               plane_segment({-1.0, 0.0}, {1.0, 0.0}),
                               plane_segment({0.0, 0.0}, {2.0, 2.0}),
                               plane_ellipse(1.0, 0.5),
                               plane_ellipse(1.0, 1.0),
                               plane_ellipse(1.0, 0.999999),
                               plane_ellipse(0.001, 1.0),
                               plane_polygon({{-1.0, -1.0}, {1.0, -1.0}, {0.0, 1.0}}),
                               plane_polygon({{-1.0, 0.0}, {1.0, 0.0}, {0.0, 1e-7}}),
                               plane_polygon({{0.0, 0.0}, {2.0, 0.0}, {2.0, 2.0}, {0.0, 2.0}}, 0.25),
                               plane_ring(64, 1.0)};
  int index = 0;
  for (const PlaneSolid& a : solids) {
    for (const PlaneSolid& b : solids) {
      const bool is_slow = a.is_round() || b.is_round() || scaled(100) < 100;
      for (int step = 0; step < 49; step += is_slow ? 10 : 2, ++index) {
        for (int turn = 0; turn < 8; turn += is_slow ? 3 : 1) {
          if (!is_chosen(index++)) continue;
          const int column = step % 7, row = step / 7;
          const PlanePair pair{a, b, {{3.0, 4.0}, 0.0}, {{0.0 + column, 1.0 + row}, k_turn / 8 * turn}};
          expect_right(pair);
          if (HasFatalFailure()) {
            FAIL() << "solids " << &a - solids << " and " << &b - solids << ", step " << step << ", turn " << turn;
          }
        }
      }
    }
  }
}

TEST(PlanePair, IsRightForTurnsNextToNone) {
  const PlaneSolid ellipses[] = {plane_ellipse(1.0, 0.3), plane_ellipse(0.3, 1.0), plane_ellipse(1.0, 0.001),
                                 plane_ellipse(1.0, 1.0)};
  const PlaneSolid others[] = {plane_rectangle(2.0, 1.0), plane_capsule(0.25, 1.0),
                               plane_segment({-1.0, 0.0}, {1.0, 0.0}),
                               plane_polygon({{-1.0, -1.0}, {1.0, -1.0}, {0.0, 1.0}}), plane_ellipse(0.5, 1.0)};
  // Down to the least number there is.
  const double turns[] = {5e-324, 3e-319, 1e-300, 1e-200, 1e-100, 1e-20, 1e-17, 1e-16, 1e-15, 3e-15, 1e-14, 1e-12};
  int index = 0;
  for (const PlaneSolid& ellipse : ellipses) {
    for (const PlaneSolid& other : others) {
      for (const double turn : turns) {
        ++index;
        for (const double offset : {0.0, turn, 0.5}) {
          if (!is_chosen(index++)) continue;
          expect_right({ellipse, other, {}, {{offset, -0.25}, turn}});
          expect_right({other, ellipse, {{0.25, offset}, -turn}, {}});
          if (HasFatalFailure()) FAIL() << "turn " << turn << ", offset " << offset;
        }
      }
    }
  }
}

/// Signed distance, normal and witness points of a pair with an ellipse, to rounding.
void expect_exact(const PlanePair& pair) {
  const double noise = 1e-10 * pair.size() + 4e-15 * length_of(difference(pair.pose_b.position, pair.pose_a.position));
  const double wanted = oracle_distance(pair.a, pair.pose_a, pair.b, pair.pose_b);
  const Distance found = distance(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b);
  ASSERT_NEAR(found.distance, wanted, noise);
  const long double x = static_cast<long double>(found.normal.x), y = static_cast<long double>(found.normal.y);
  ASSERT_NEAR(static_cast<double>(oracle_gap(pair.a, pair.pose_a, pair.b, pair.pose_b, x, y)), wanted, noise);
  // Either point is as far along the normal as its shape reaches, and they lie on one line along it.
  const double coordinates = std::max(length_of(pair.pose_a.position), length_of(pair.pose_b.position));
  const double places = 1e-9 * pair.size() + 1e-15 * coordinates;
  const Vec2 on_a = difference(found.point_a, pair.pose_a.position);
  const Vec2 on_b = difference(found.point_b, pair.pose_b.position);
  ASSERT_NEAR(on_a.x * found.normal.x + on_a.y * found.normal.y,
              static_cast<double>(oracle_reach(pair.a, pair.pose_a, x, y)), places);
  ASSERT_NEAR(-on_b.x * found.normal.x - on_b.y * found.normal.y,
              static_cast<double>(oracle_reach(pair.b, pair.pose_b, -x, -y)), places);
  const Vec2 between = difference(found.point_b, found.point_a);
  ASSERT_NEAR(found.normal.x * between.y - found.normal.y * between.x, 0.0, places);
  const Contact contact = collide(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b);
  if (std::fabs(wanted) > noise) {
    ASSERT_EQ(contact.point_count > 0, wanted < 0.0);
    ASSERT_EQ(intersects(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b), wanted < 0.0);
  }
  if (contact.point_count > 0) {
    ASSERT_NEAR(contact.depth, -wanted, noise);
  }
}

TEST(PlanePair, MeasuresEllipsesToRounding) {
  Random random(47);
  const auto uneven = [&](double size) { return size * random.uniform(0.5, 1.0); };
  const auto ellipse = [&](double size) {
    const double least[] = {1e-3, 1e-2, 0.5, 0.9, 1.0 - 1e-6, 1.0 - 1e-12};
    const double radius = uneven(size), other = radius * least[random.below(6)];
    return random.chance(0.5) ? plane_ellipse(radius, other) : plane_ellipse(other, radius);
  };
  const auto partner = [&](double size) {
    switch (random.below(9)) {
      case 0:
        return plane_circle(random.chance(0.5) ? 0.0 : uneven(size));
      case 1:
        return plane_segment({-size, uneven(size)}, {size, random.uniform(-size, size)});
      case 2:
        return plane_capsule(uneven(size), uneven(size));
      case 3:
        return plane_rectangle(uneven(size), uneven(size) * (random.chance(0.5) ? 1e-3 : 1.0));
      case 4:
        return plane_polygon({{-uneven(size), 0.0}, {uneven(size), 0.0}, {0.0, uneven(size)}}, 0.1 * size);
      case 5:
        return plane_ring(3 + random.below(80), uneven(size), random.chance(0.3) ? 0.2 * size : 0.0);
      default:
        return ellipse(size);
    }
  };
  const double turns[] = {0.0, k_turn / 4, k_turn / 8, 1e-9, 1e-5};
  int overlapping = 0;
  const int count = scaled(3000);
  for (int i = 0; i < count; ++i) {
    const double sizes[] = {1.0, 1.0, 1e-3, 0.1, 1e3};
    PlanePair pair{ellipse(1.0), partner(sizes[random.below(5)]), {}, {}};
    if (random.chance(0.3)) pair.a = ellipse(1.0), pair.b = ellipse(1.0);
    if (random.chance(0.5)) std::swap(pair.a, pair.b);
    if (random.chance(0.3)) pair.pose_a.position = {1e6, -1e6};
    pair.pose_a.angle = random.uniform(-10.0, 10.0);
    pair.pose_b.angle = pair.pose_a.angle + (random.chance(0.5) ? turns[random.below(5)] : random.uniform(-10.0, 10.0));
    // Concentric, nearly so, contained, about touching, apart, and far apart.
    const double shares[] = {0.0, 1e-9, 0.05, 0.5, 0.7, 1e6};
    const double apart = shares[random.below(6)] * random.uniform(0.5, 1.0) * pair.size(),
                 angle = random.uniform(0.0, 7.0);
    const bool is_along_axis = random.chance(0.3);
    const double along = is_along_axis ? pair.pose_a.angle + k_turn / 4 * random.below(4) : angle;
    pair.pose_b.position = {pair.pose_a.position.x + apart * std::cos(along),
                            pair.pose_a.position.y + apart * std::sin(along)};
    if (random.chance(0.3)) {
      // Tangent.
      const Distance at = distance(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b);
      const double gaps[] = {0.0, 1e-9, -1e-9, 1e-6, -1e-6};
      const double by = gaps[random.below(5)] * pair.size() - at.distance;
      pair.pose_b.position = {pair.pose_b.position.x + at.normal.x * by, pair.pose_b.position.y + at.normal.y * by};
    }
    overlapping += intersects(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b) ? 1 : 0;
    expect_exact(pair);
    if (HasFatalFailure()) {
      FAIL() << "pair " << i << ", types " << static_cast<int>(pair.a.shape.type) << " and "
             << static_cast<int>(pair.b.shape.type) << ", radii " << pair.a.ellipse.x << " " << pair.a.ellipse.y
             << " and " << pair.b.ellipse.x << " " << pair.b.ellipse.y << ", apart " << apart;
    }
  }
  EXPECT_GT(overlapping, count / 3);
  EXPECT_LT(overlapping, count * 4 / 5);
}

TEST(PlanePair, DoesNotMindManyVertices) {
  Random random(43);
  const PlaneSolid rings[] = {plane_ring(1000, 1.0), plane_ring(333, 0.7, 0.1), plane_ring(9, 2.0)};
  for (int i = 0; i < scaled(60); ++i) {
    const PlaneSolid& a = rings[random.below(3)];
    const PlaneSolid& b = rings[random.below(3)];
    const double apart = random.uniform(0.0, 4.0), angle = random.uniform(0.0, k_turn);
    expect_right({a, b, {{}, random.uniform(0.0, 7.0)}, {{apart * std::cos(angle), apart * std::sin(angle)}, 1.0}});
    if (HasFatalFailure()) FAIL() << "pair " << i;
  }
}

TEST(PlanePair, DoesNotMindVerticesThatAreOneToRounding) {
  // Of corners that computations have made twice, the two places differ by less than the rounding of their coordinates
  // about the middle of the shape.
  Random random(47);
  for (int i = 0; i < scaled(4000); ++i) {
    std::vector<Vec2> corners;
    const int count = 3 + random.below(4);
    for (int k = 0; k < count; ++k) {
      const double angle = k_turn * (k + random.uniform(-0.3, 0.3)) / count;
      corners.push_back({2.0 + std::cos(angle), std::sin(angle)});
    }
    // One corner is at (3, 0), beside which there is room for numbers.
    corners[0] = {3.0, 0.0};
    const double small[] = {5e-324, 1e-310, 1e-100, 1e-30, 1e-20, 1e-17};
    const double off = small[random.below(6)];
    std::vector<double> points{3.0, -off, 3.0, off};
    for (const Vec2& corner : corners) points.insert(points.end(), {corner.x, corner.y});
    const auto built = plane::build_polygon(points);
    ASSERT_TRUE(built.ok());
    const PlaneSolid a = plane_polygon(corners), b = random_solid(random, 1.0);
    const plane::Shape twice = plane::make_convex_polygon(*built.value).value;
    const double angle = random.uniform(0.0, k_turn), apart = random.uniform(0.0, 3.0);
    const Pose at{{3.0 + apart * std::cos(angle), apart * std::sin(angle)}, random.uniform(-4.0, 4.0)};
    ASSERT_NEAR(plane::distance(twice, {}, b.shape, at).distance, oracle_distance(a, {}, b, at), 1e-6) << i;
    ASSERT_NEAR(plane::distance(b.shape, at, twice, {}).distance, oracle_distance(a, {}, b, at), 1e-6) << i;
  }
}

TEST(PlanePair, GivesOneAnswerToThePairExchangedMovedAndScaled) {
  Random random(44);
  for (int i = 0; i < scaled(20000); ++i) {
    const PlanePair pair = random_pair(random);
    const double tolerance = 2.0 * pair.tolerance();
    const Distance found = distance(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b);
    const Distance exchanged = distance(pair.b.shape, pair.pose_b, pair.a.shape, pair.pose_a);
    ASSERT_NEAR(found.distance, exchanged.distance, tolerance) << i;
    // The normal of one answer serves the other.
    ASSERT_NEAR(static_cast<double>(oracle_gap(pair.a, pair.pose_a, pair.b, pair.pose_b,
                                               static_cast<long double>(-exchanged.normal.x),
                                               static_cast<long double>(-exchanged.normal.y))),
                found.distance, tolerance)
        << i;
    Pose shifted_a = pair.pose_a, shifted_b = pair.pose_b;
    shifted_a.position.x += 1024.0;
    shifted_b.position.x += 1024.0;
    ASSERT_NEAR(distance(pair.a.shape, shifted_a, pair.b.shape, shifted_b).distance, found.distance, tolerance) << i;
  }
}

TEST(PlanePair, GivesTheSameBitsInBatches) {
  Random random(45);
  for (int i = 0; i < scaled(20000); ++i) {
    const PlanePair pair = random_pair(random);
    const plane::Shape* const shapes[] = {&pair.a.shape, &pair.b.shape};
    const Pose poses[] = {pair.pose_a, pair.pose_b};
    plane::PairAnswer apart[1], depth[1];
    std::uint8_t verdict[1];
    plane::distance_batch(shapes, poses, apart);
    plane::mtv_batch(shapes, poses, depth);
    plane::intersects_batch(shapes, poses, verdict);
    const Distance found = distance(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b);
    const Contact contact = collide(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b);
    ASSERT_EQ(apart[0].amount, found.distance);
    ASSERT_EQ(apart[0].normal.x, found.normal.x);
    ASSERT_EQ(verdict[0] == 1, contact.point_count > 0);
    ASSERT_EQ(depth[0].amount, contact.depth);
    ASSERT_EQ(depth[0].normal.x, contact.point_count > 0 ? contact.normal.x : 0.0);
    ASSERT_EQ(depth[0].normal.y, contact.point_count > 0 ? contact.normal.y : 0.0);
  }
}

/// Rectangles in a batch are answered by twos; an odd one out and those beside another shape one by one.
TEST(PlanePair, GivesTheSameBitsToRectanglesInBatches) {
  Random random(145);
  constexpr std::size_t k_pairs = 7;
  const double sides[] = {1.0, 2.0, 0.5, 1e-3, 1e3};
  const PlaneSolid ball = plane_circle(0.5);
  int overlaps = 0, count = 0;
  for (int i = 0; i < scaled(6000); ++i) {
    std::vector<PlaneSolid> solids;
    std::vector<Pose> poses;
    for (std::size_t k = 0; k < 2 * k_pairs; ++k) {
      const auto side = [&] { return random.below(3) == 0 ? sides[random.below(5)] : random.uniform(0.5, 1.5); };
      solids.push_back(random.below(20) == 0 ? ball : plane_rectangle(side(), side()));
      // Whole quarter turns, all angles, and those that the reduction of the range takes most of.
      const auto kind = random.below(4);
      const double angle = kind == 0   ? k_turn / 4 * random.uniform(-3.0, 3.0)
                           : kind == 1 ? k_turn / 4 * (static_cast<double>(random.below(17)) - 8.0)
                           : kind == 2 ? random.uniform(-plane::k_max_angle, plane::k_max_angle)
                                       : 0.0;
      // B now and then exactly beside A, or at its place, or far off.
      const auto place = random.below(8);
      const double x = place == 0 ? 1.0 : place == 1 ? 0.0 : place == 2 ? 1e12 : random.uniform(-1.4, 1.4);
      const double y = place < 2 ? 0.0 : random.uniform(-1.4, 1.4);
      if (k % 2 == 0) {
        poses.push_back({{random.uniform(-10.0, 10.0), random.uniform(-10.0, 10.0)}, angle});
      } else {
        const plane::Vec2 base = poses.back().position;
        poses.push_back({{place == 2 ? x : base.x + x, base.y + y}, place == 1 ? poses.back().angle : angle});
      }
    }
    std::vector<const plane::Shape*> shapes;
    for (const PlaneSolid& solid : solids) shapes.push_back(&solid.shape);
    plane::PairAnswer answers[k_pairs];
    std::uint8_t verdicts[k_pairs];
    plane::mtv_batch(shapes, poses, answers);
    plane::intersects_batch(shapes, poses, verdicts);
    for (std::size_t k = 0; k < k_pairs; ++k) {
      const plane::Shape &a = *shapes[2 * k], &b = *shapes[2 * k + 1];
      const Contact contact = collide(a, poses[2 * k], b, poses[2 * k + 1]);
      const bool touches = contact.point_count > 0;
      const double wanted[] = {touches ? contact.normal.x + 0.0 : 0.0, touches ? contact.normal.y + 0.0 : 0.0,
                               touches ? contact.depth + 0.0 : 0.0};
      const double found[] = {answers[k].normal.x, answers[k].normal.y, answers[k].amount};
      for (int n = 0; n < 3; ++n) {
        ASSERT_EQ(std::bit_cast<std::uint64_t>(found[n]), std::bit_cast<std::uint64_t>(wanted[n])) << i << " " << k;
      }
      ASSERT_EQ(verdicts[k] == 1, touches) << i << " " << k;
      ASSERT_EQ(intersects(a, poses[2 * k], b, poses[2 * k + 1]), touches) << i << " " << k;
      overlaps += touches ? 1 : 0;
      ++count;
    }
  }
  EXPECT_GT(overlaps, 3 * count / 10);
  EXPECT_LT(overlaps, 7 * count / 10);
}

TEST(PlanePair, GivesTwoPointsToFlatContacts) {
  const PlaneSolid box = plane_rectangle(2.0, 2.0), floor = plane_rectangle(10.0, 1.0), ball = plane_circle(0.5);
  const Contact flat = collide(floor.shape, {}, box.shape, {{4.5, 1.4}, 0.0});
  ASSERT_EQ(flat.point_count, 2);
  EXPECT_NEAR(flat.depth, 0.1, 1e-12);
  EXPECT_NEAR(flat.normal.y, 1.0, 1e-12);
  // From the box's left corner to the end of the floor.
  EXPECT_NEAR(std::fabs(flat.points[0].on_a.x - flat.points[1].on_a.x), 1.5, 1e-12);
  EXPECT_EQ(collide(floor.shape, {}, ball.shape, {{0.0, 0.9}, 0.0}).point_count, 1);
  const PlaneSolid capsule = plane_capsule(0.5, 1.0);
  EXPECT_EQ(collide(floor.shape, {}, capsule.shape, {{0.0, 0.9}, k_turn / 4}).point_count, 2);
  EXPECT_EQ(collide(capsule.shape, {{0.0, 0.9}, k_turn / 4}, floor.shape, {}).point_count, 2);
  EXPECT_EQ(collide(floor.shape, {}, box.shape, {{0.0, 1.8}, k_turn / 8}).point_count, 1);
}

TEST(PlanePair, GivesCapsulesAndSegmentsTheSamePointsExchanged) {
  // Where an end faces a side, the line through the closest points is the side's normal but for rounding.
  Random random(31);
  int second_points = 0;
  const int count = scaled(4000);
  for (int i = 0; i < count; ++i) {
    const auto solid = [&] {
      return plane_capsule(random.chance(0.3) ? 0.0 : random.uniform(0.1, 0.5), random.uniform(0.1, 1.0));
    };
    const PlaneSolid a = solid(), b = solid();
    const Pose pose_a{{}, random.uniform(-4.0, 4.0)};
    const Pose pose_b{{random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7)}, random.uniform(-4.0, 4.0)};
    const Contact one = collide(a.shape, pose_a, b.shape, pose_b), two = collide(b.shape, pose_b, a.shape, pose_a);
    ASSERT_EQ(one.point_count, two.point_count) << i;
    for (int j = 0; j < one.point_count; ++j) EXPECT_NEAR(one.points[j].depth, two.points[j].depth, 1e-9) << i;
    second_points += one.point_count > 1 ? 1 : 0;
  }
  EXPECT_GT(second_points, count / 10);
}

TEST(PlanePair, ExplainsAllAxes) {
  Random random(46);
  for (int i = 0; i < scaled(10000); ++i) {
    const PlanePair pair = random_pair(random);
    const std::size_t count = plane::sat_axis_count(pair.a.shape, pair.b.shape);
    if (pair.a.shape.is_smooth || pair.b.shape.is_smooth) {
      ASSERT_EQ(count, 0u);
      continue;
    }
    std::vector<plane::SatAxis> axes(count);
    const std::size_t decisive = plane::explain_sat(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b, axes);
    const double found = distance(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b).distance;
    // Intervals have the coordinates of the world, with their rounding.
    const double noise = 1e-6 * pair.size() + 1e-15 * std::fabs(pair.pose_a.position.x);
    ASSERT_LT(decisive, count);
    for (const plane::SatAxis& axis : axes) {
      ASSERT_GE(axis.overlap, axes[decisive].overlap);
      ASSERT_NEAR(axis.overlap, std::min(axis.max_a - axis.min_b, axis.max_b - axis.min_a), noise);
      // No axis shows a gap that is not there.
      ASSERT_GE(axis.overlap, -found - noise);
      const double x = axis.axis.x, y = axis.axis.y;
      const double at = pair.pose_a.position.x * x + pair.pose_a.position.y * y;
      ASSERT_NEAR(axis.max_a - at,
                  static_cast<double>(
                      oracle_reach(pair.a, pair.pose_a, static_cast<long double>(x), static_cast<long double>(y))),
                  noise);
    }
    if (found > noise || pair.a.shape.radius + pair.b.shape.radius == 0.0) {
      ASSERT_EQ(axes[decisive].overlap < 0.0, found > 0.0) << i << " " << found;
    }
  }
}

}  // namespace
}  // namespace hyperplane::test::in_plane
