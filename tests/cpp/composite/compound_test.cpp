#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/batch.h>
#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/sweep.h>

#include "composite/compound.h"
#include "composite/shape_extent.h"
#include "math/quat.h"
#include "support/convex_shapes.h"
#include "support/failing_memory.h"
#include "support/test_size.h"

/// Compounds beside all their parts, one by one, at poses in world space. The functions for convex shapes, which answer
/// for the parts, have oracles of their own.

namespace hyperplane::test {
namespace {

constexpr double k_not_a_number = std::numeric_limits<double>::quiet_NaN();
constexpr double k_unlimited = std::numeric_limits<double>::infinity();

/// A shape with all that it refers to, and its parts in its own frame.
struct Assembly {
  std::vector<TestShape> shapes;
  std::vector<CompoundPart> parts;
  CompoundPtr compound;
  Shape shape;
  bool is_compound = true;

  /// Pose of a part in world space, by code of its own.
  Pose at(std::size_t part, const Pose& pose) const {
    if (!is_compound) return pose;
    const Quat &q = pose.rotation, &r = parts[part].pose.rotation;
    const Vec3 u{q.x, q.y, q.z}, p = parts[part].pose.position;
    const double squared = q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w;
    const Vec3 t = cross(u, p) * (2.0 / squared);
    return {pose.position + p + t * q.w + cross(u, t),
            {q.w * r.x + q.x * r.w + q.y * r.z - q.z * r.y, q.w * r.y - q.x * r.z + q.y * r.w + q.z * r.x,
             q.w * r.z + q.x * r.y - q.y * r.x + q.z * r.w, q.w * r.w - q.x * r.x - q.y * r.y - q.z * r.z}};
  }
  std::int32_t index(std::size_t part) const { return is_compound ? static_cast<std::int32_t>(part) : -1; }
};

/// @param spread m: of the parts' positions. @param size m: of a part.
Assembly make_assembly(Random& random, int count, double spread, double size) {
  Assembly result;
  for (int i = 0; i < count; ++i) {
    const ShapeType type = k_shape_types[random.below(k_shape_type_count)];
    result.shapes.push_back(make_test_shape(random, type, i % 2 == 0 ? ShapeForm::plain : ShapeForm::rounded,
                                            size * random.uniform(0.3, 1.0)));
    const Pose pose{random.in_cube(spread), random.chance(0.3) ? Quat{} : random.rotation()};
    result.parts.push_back({result.shapes.back().shape, pose});
  }
  result.compound = build_compound(result.parts).value;
  result.shape = make_compound(*result.compound);
  return result;
}

Assembly make_convex(Random& random, double size) {
  Assembly result;
  const ShapeType type = k_shape_types[random.below(k_shape_type_count)];
  result.shapes.push_back(make_test_shape(random, type, ShapeForm::plain, size));
  result.parts.push_back({result.shapes.back().shape, {}});
  result.shape = result.shapes.back().shape;
  result.is_compound = false;
  return result;
}

struct Pair {
  Assembly a, b;
  Pose pose_a, pose_b;
  /// m: tolerances are relative to it.
  double size;
};

/// @param apart m: largest distance of the origins.
Pair make_pair(Random& random, double size, const Vec3& around, double apart) {
  const int counts[] = {1, 2, 3, 5, 17, 60};
  const double spread = size * random.uniform(0.5, 2.0);
  Pair pair;
  const int kind = random.below(3);
  const auto compound = [&] { return make_assembly(random, counts[random.below(6)], spread, size); };
  pair.a = kind == 0 ? make_convex(random, size) : compound();
  pair.b = kind == 1 ? make_convex(random, size) : compound();
  pair.pose_a = {around, random.rotation()};
  pair.pose_b = {around + random.direction() * random.uniform(0.0, apart), random.rotation()};
  pair.size = size;
  return pair;
}

/// Calls `visit(part of A, part of B)` for all pairs of parts.
template <class Visit>
void for_all_parts(const Pair& pair, const Visit& visit) {
  for (std::size_t i = 0; i < pair.a.parts.size(); ++i) {
    for (std::size_t k = 0; k < pair.b.parts.size(); ++k) visit(i, k);
  }
}

Distance part_distance(const Pair& pair, std::size_t i, std::size_t k) {
  return distance(pair.a.parts[i].shape, pair.a.at(i, pair.pose_a), pair.b.parts[k].shape, pair.b.at(k, pair.pose_b));
}

TEST(Compound, RefusesWhatIsNoCompound) {
  const Shape box = make_box(1.0, 1.0, 1.0).value;
  const auto status_of = [](const std::vector<CompoundPart>& parts) { return build_compound(parts).status; };
  EXPECT_EQ(status_of({}), Status::invalid_argument);
  EXPECT_EQ(status_of({{box, {{k_not_a_number, 0.0, 0.0}, {}}}}), Status::invalid_argument);
  EXPECT_EQ(status_of({{box, {{0.0, -2e9, 0.0}, {}}}}), Status::invalid_argument);
  EXPECT_EQ(status_of({{box, {{0.0, 0.0, k_unlimited}, {}}}}), Status::invalid_argument);
  EXPECT_EQ(status_of({{box, {{}, {0.0, 0.0, 0.0, 0.0}}}}), Status::invalid_argument);
  EXPECT_EQ(status_of({{box, {{}, {0.0, k_not_a_number, 0.0, 1.0}}}}), Status::invalid_argument);
  const Result<CompoundPtr> one = build_compound(std::vector<CompoundPart>{{box, {}}});
  ASSERT_TRUE(one.ok());
  EXPECT_EQ(status_of({{make_compound(*one.value), {}}}), Status::invalid_argument);
  EXPECT_EQ(status_of(std::vector<CompoundPart>(k_max_compound_parts + 1, {box, {}})), Status::invalid_argument);
  EXPECT_TRUE(build_compound(std::vector<CompoundPart>(k_max_compound_parts, {box, {}})).ok());
}

TEST(Compound, KeepsItsPartsAndNormalisesQuaternions) {
  const Shape box = make_box(1.0, 2.0, 3.0).value;
  const auto compound = build_compound(std::vector<CompoundPart>{{box, {{1.0, 2.0, 3.0}, {0.0, 0.0, 3.0, 4.0}}}});
  ASSERT_TRUE(compound.ok());
  const auto parts = compound_parts(*compound.value);
  ASSERT_EQ(parts.size(), 1u);
  EXPECT_EQ(parts[0].pose.position, (Vec3{1.0, 2.0, 3.0}));
  EXPECT_NEAR(parts[0].pose.rotation.z, 0.6, 1e-15);
  EXPECT_NEAR(parts[0].pose.rotation.w, 0.8, 1e-15);
  // Building again from the parts gives the same compound.
  const auto again = build_compound(parts);
  EXPECT_EQ(hash_of(make_compound(*again.value)), hash_of(make_compound(*compound.value)));
}

TEST(Compound, NeedsMemoryAndLeaksNone) {
  if (!can_fail_memory()) GTEST_SKIP() << "memory cannot fail in this build";
  const std::vector<CompoundPart> parts(20, {make_box(1.0, 1.0, 1.0).value, {}});
  int failures = 0;
  for (bool has_failed = true; has_failed; ++failures) {
    FailingMemory failing(failures);
    const Result<CompoundPtr> compound = build_compound(parts);
    has_failed = failing.has_failed();
    EXPECT_EQ(compound.ok(), !has_failed);
    if (has_failed) EXPECT_EQ(compound.status, Status::out_of_memory);
  }
  EXPECT_GT(failures, 5);
}

TEST(Compound, AgreesWithAllItsParts) {
  constexpr std::uint64_t k_seed = 7101;
  Random random(k_seed);
  const int count = scaled(3000);
  int touching = 0, contacts = 0, flush = 0;
  double worst = 0.0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", pair " << n);
    const double size = std::array{1.0, 1e-3, 1e3}[static_cast<std::size_t>(random.below(3))];
    const Vec3 around = random.chance(0.3) ? random.direction() * (1e6 * size) : Vec3{};
    const Pair pair = make_pair(random, size, around, 1.3 * size);
    const double tolerance = 1e-8 * size;

    double least = k_unlimited, deepest = 0.0;
    std::size_t part_contacts = 0, doubtful = 0;
    for_all_parts(pair, [&](std::size_t i, std::size_t k) {
      const double apart = part_distance(pair, i, k).distance;
      least = std::min(least, apart);
      if (std::fabs(apart) <= tolerance) ++doubtful;
      if (apart < -tolerance) ++part_contacts;
      deepest = std::max(deepest, -apart);
    });
    const ContactManifold contact = collide(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b);
    // Parts that share a face by chance are one to the body, whose way out is longer than that of each.
    if (least < -tolerance && contact.depth > deepest + tolerance) {
      ++flush;
      continue;
    }
    const Distance found = distance(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b);
    worst = std::max(worst, std::fabs(found.distance - least) / size);
    EXPECT_NEAR(found.distance, least, tolerance);
    EXPECT_NEAR(length(found.point_b - found.point_a - found.normal * found.distance), 0.0, 1e-6 * size);
    // The features name parts that are that close.
    const auto part_a = static_cast<std::size_t>(std::max(found.features.part_a, 0));
    const auto part_b = static_cast<std::size_t>(std::max(found.features.part_b, 0));
    ASSERT_EQ(found.features.part_a, pair.a.index(part_a));
    ASSERT_EQ(found.features.part_b, pair.b.index(part_b));
    EXPECT_EQ(found.features.triangle_a, -1);
    EXPECT_NEAR(part_distance(pair, part_a, part_b).distance, least, tolerance);

    const Distance exchanged = distance(pair.b.shape, pair.pose_b, pair.a.shape, pair.pose_a);
    EXPECT_NEAR(exchanged.distance, found.distance, tolerance);

    if (least < -tolerance) {
      ++touching;
      EXPECT_TRUE(intersects(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b));
    } else if (least > tolerance) {
      EXPECT_FALSE(intersects(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b));
    }
    const Penetration deep = penetration(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b);
    if (least < -tolerance) {
      ASSERT_GT(contact.point_count, 0);
      EXPECT_NEAR(contact.depth, deepest, tolerance);
      EXPECT_EQ(deep.depth, contact.depth);
      EXPECT_NEAR(-part_distance(pair, static_cast<std::size_t>(std::max(contact.features.part_a, 0)),
                                 static_cast<std::size_t>(std::max(contact.features.part_b, 0)))
                       .distance,
                  deepest, tolerance);
    }

    std::vector<ContactManifold> all(pair.a.parts.size() * pair.b.parts.size());
    const std::size_t number = collide_all(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b, all);
    EXPECT_EQ(number > 0, part_contacts > 0 || (doubtful > 0 && number > 0));
    EXPECT_LE(number, part_contacts + doubtful);
    if (number < part_contacts) {
      ++flush;
      continue;
    }
    contacts += static_cast<int>(number);
    for (std::size_t i = 0; i < number; ++i) {
      EXPECT_TRUE(i == 0 || all[i].depth <= all[i - 1].depth);
      const double depth = -part_distance(pair, static_cast<std::size_t>(std::max(all[i].features.part_a, 0)),
                                          static_cast<std::size_t>(std::max(all[i].features.part_b, 0)))
                                .distance;
      EXPECT_NEAR(all[i].depth, depth, tolerance);
      for (std::size_t k = 0; k < i; ++k) {
        EXPECT_FALSE(all[k].features.part_a == all[i].features.part_a &&
                     all[k].features.part_b == all[i].features.part_b);
      }
    }
    if (number > 0) EXPECT_EQ(all[0].depth, contact.depth);
    // Less room keeps the deepest.
    std::vector<ContactManifold> some((number + 1) / 2);
    EXPECT_EQ(collide_all(pair.a.shape, pair.pose_a, pair.b.shape, pair.pose_b, some), number);
    for (std::size_t i = 0; i < some.size() && i < number; ++i) EXPECT_EQ(some[i].depth, all[i].depth);
  }
  std::printf("seed %llu: %d pairs, %d touch, %d contacts, distance off by %.1e of the size at worst\n",
              static_cast<unsigned long long>(k_seed), count, touching, contacts, worst);
  EXPECT_LE(flush, 1 + touching / 200);
  EXPECT_GT(touching, count * 3 / 10);
  EXPECT_LT(touching, count * 8 / 10);
}

TEST(Compound, AnswersQueriesAsItsParts) {
  constexpr std::uint64_t k_seed = 7102;
  Random random(k_seed);
  const int count = scaled(4000);
  int hits = 0, inside = 0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", query " << n);
    const double size = std::array{1.0, 1e-3, 1e3}[static_cast<std::size_t>(random.below(3))];
    const Assembly assembly = make_assembly(random, 1 + random.below(40), size, size);
    const Pose pose{random.chance(0.3) ? random.direction() * (1e6 * size) : Vec3{}, random.rotation()};
    const double tolerance = 1e-8 * size;

    const Vec3 origin = pose.position + random.in_cube(random.chance(0.5) ? 0.7 * size : 3.0 * size);
    const Vec3 direction = random.chance(0.9) ? pose.position + random.in_cube(size) - origin : random.direction();
    const double range = random.chance(0.5) ? k_unlimited : random.uniform(0.0, 5.0) * size;
    double first = k_unlimited, nearest = k_unlimited, farthest = -k_unlimited;
    const double reach = length(direction);
    for (std::size_t i = 0; i < assembly.parts.size(); ++i) {
      const Pose at = assembly.at(i, pose);
      const RayHit hit = raycast(assembly.parts[i].shape, at, origin, direction, range);
      if (hit.hit) first = std::min(first, hit.distance);
      nearest = std::min(nearest, closest_point(assembly.parts[i].shape, at, origin).distance);
      farthest = std::max(
          farthest, dot(support(assembly.parts[i].shape, at, direction) - pose.position, direction * (1.0 / reach)));
      const Aabb outer = bounds(assembly.shape, pose), inner = bounds(assembly.parts[i].shape, at);
      const double slack = 1e-12 * (size + length(pose.position));
      EXPECT_LE(outer.min.x, inner.min.x + slack);
      EXPECT_LE(outer.min.y, inner.min.y + slack);
      EXPECT_LE(outer.min.z, inner.min.z + slack);
      EXPECT_GE(outer.max.x, inner.max.x - slack);
      EXPECT_GE(outer.max.y, inner.max.y - slack);
      EXPECT_GE(outer.max.z, inner.max.z - slack);
    }
    const RayHit hit = raycast(assembly.shape, pose, origin, direction, range);
    if (std::fabs(first - range) > tolerance) {
      // A ray along a surface may hit or miss; both then by a hair.
      ASSERT_EQ(hit.hit, first <= range);
    }
    if (hit.hit) {
      ++hits;
      EXPECT_NEAR(hit.distance, first, 1e-7 * size);
      const auto part = static_cast<std::size_t>(hit.feature.part);
      ASSERT_LT(part, assembly.parts.size());
      EXPECT_NEAR(raycast(assembly.parts[part].shape, assembly.at(part, pose), origin, direction, k_unlimited).distance,
                  first, 1e-7 * size);
    }
    const ClosestPoint closest = closest_point(assembly.shape, pose, origin);
    EXPECT_NEAR(closest.distance, nearest, tolerance);
    inside += nearest < 0.0 ? 1 : 0;
    EXPECT_NEAR(closest_point(assembly.parts[static_cast<std::size_t>(closest.feature.part)].shape,
                              assembly.at(static_cast<std::size_t>(closest.feature.part), pose), origin)
                    .distance,
                nearest, tolerance);
    EXPECT_NEAR(dot(support(assembly.shape, pose, direction) - pose.position, direction * (1.0 / reach)), farthest,
                tolerance);
  }
  std::printf("seed %llu: %d queries, %d rays hit, %d points inside\n", static_cast<unsigned long long>(k_seed), count,
              hits, inside);
  EXPECT_GT(hits, count * 3 / 10);
  EXPECT_LT(hits, count * 8 / 10);
  EXPECT_GT(inside, count / 20);
}

/// Distance of the moved shapes.
double distance_at(const Pair& pair, const Sweep& a, const Sweep& b, double time) {
  return distance(pair.a.shape, pose_at(a, time), pair.b.shape, pose_at(b, time)).distance;
}

TEST(Compound, TouchesFirstWhenSamplesSaySo) {
  constexpr std::uint64_t k_seed = 7103;
  Random random(k_seed);
  const int count = scaled(1200);
  int hits = 0, at_start = 0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", motion " << n);
    const Vec3 around = random.chance(0.3) ? random.direction() * 1e6 : Vec3{};
    const Pair pair = make_pair(random, 1.0, around, 8.0);
    const auto sweep_from = [&](const Pose& from) {
      const int kind = random.below(3);
      Sweep sweep{from, from};
      // Towards the other, more or less.
      const Vec3 other = pair.pose_a.position + pair.pose_b.position - from.position;
      if (kind != 0) sweep.to.position = other + random.in_cube(2.2);
      if (kind != 1) sweep.to.rotation = random.rotation();
      return sweep;
    };
    const Sweep a = sweep_from(pair.pose_a), b = sweep_from(pair.pose_b);
    const Impact impact = time_of_impact(pair.a.shape, a, pair.b.shape, b);
    ASSERT_TRUE(impact.converged);
    constexpr int k_samples = 200;
    const double end = impact.hit ? impact.time : 1.0;
    for (int i = 0; i < k_samples && end > 0.0; ++i) {
      ASSERT_GT(distance_at(pair, a, b, end * i / k_samples), -1e-5) << "at " << end * i / k_samples << " of " << end;
    }
    if (!impact.hit) {
      EXPECT_GT(distance_at(pair, a, b, 1.0), -1e-5);
      continue;
    }
    ++hits;
    if (impact.time > 0.0) {
      EXPECT_NEAR(distance_at(pair, a, b, impact.time), 0.0, 1e-5);
    } else {
      ++at_start;
      EXPECT_LE(distance_at(pair, a, b, 0.0), 1e-6);
    }
    // The features name parts that touch.
    const auto part_a = static_cast<std::size_t>(std::max(impact.features.part_a, 0));
    const auto part_b = static_cast<std::size_t>(std::max(impact.features.part_b, 0));
    ASSERT_EQ(impact.features.part_a, pair.a.index(part_a));
    ASSERT_EQ(impact.features.part_b, pair.b.index(part_b));
    EXPECT_LE(distance(pair.a.parts[part_a].shape, pair.a.at(part_a, pose_at(a, impact.time)),
                       pair.b.parts[part_b].shape, pair.b.at(part_b, pose_at(b, impact.time)))
                  .distance,
              1e-5);
  }
  std::printf("seed %llu: %d motions, %d hit, %d of them at the start\n", static_cast<unsigned long long>(k_seed),
              count, hits, at_start);
  EXPECT_GT(hits, count / 4);
  EXPECT_LT(hits, count * 9 / 10);
  EXPECT_LT(at_start, hits * 2 / 3);
}

TEST(Compound, IsAShapeInBatches) {
  Random random(7104);
  const Pair pair = make_pair(random, 1.0, {}, 1.0);
  const Shape* const shapes[] = {&pair.a.shape, &pair.b.shape, &pair.b.shape, &pair.a.shape};
  const Pose poses[] = {pair.pose_a, pair.pose_b, pair.pose_b, pair.pose_a};
  std::uint8_t verdicts[2];
  BatchAnswer depths[2], distances[2];
  intersects_batch(shapes, poses, verdicts);
  penetration_batch(shapes, poses, depths);
  distance_batch(shapes, poses, distances);
  for (std::size_t i = 0; i < 2; ++i) {
    const Shape &a = *shapes[2 * i], &b = *shapes[2 * i + 1];
    EXPECT_EQ(verdicts[i] == 1, intersects(a, poses[2 * i], b, poses[2 * i + 1]));
    EXPECT_EQ(depths[i].amount, penetration(a, poses[2 * i], b, poses[2 * i + 1]).depth);
    EXPECT_EQ(distances[i].amount, distance(a, poses[2 * i], b, poses[2 * i + 1]).distance);
  }
}

}  // namespace
}  // namespace hyperplane::test
