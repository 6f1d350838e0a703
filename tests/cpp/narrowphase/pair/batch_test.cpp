#include <hyperplane/batch.h>

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <limits>
#include <vector>

#include "math/vec3.h"
#include "narrowphase/pair/plain_pose.h"
#include "support/box_pairs.h"
#include "support/test_size.h"

/// A batch returns the same bits as single calls, for any pairs in any order.

namespace hyperplane::test {
namespace {

bool same_bits(const Vec3& a, const Vec3& b) {
  const auto bits = [](double value) { return std::bit_cast<std::uint64_t>(value); };
  return bits(a.x) == bits(b.x) && bits(a.y) == bits(b.y) && bits(a.z) == bits(b.z);
}

struct Batch {
  std::vector<Shape> table;  // filled before pointers to it are taken
  std::vector<const Shape*> shapes;
  std::vector<Pose> poses;

  explicit Batch(const std::vector<std::pair<Shape, Pose>>& sides) {
    for (const auto& [shape, pose] : sides) {
      table.push_back(shape);
      poses.push_back(pose);
    }
    for (const Shape& shape : table) shapes.push_back(&shape);
  }
  std::size_t count() const { return poses.size() / 2; }
};

/// @return the share of pairs that intersect.
double expect_bits_of_single_calls(const Batch& batch) {
  const std::size_t n = batch.count();
  std::vector<std::uint8_t> verdicts(n, 7);
  std::vector<BatchAnswer> depths(n, {{7.0, 7.0, 7.0}, 7.0}), distances(n);
  intersects_batch(batch.shapes, batch.poses, verdicts);
  penetration_batch(batch.shapes, batch.poses, depths);
  distance_batch(batch.shapes, batch.poses, distances);
  std::size_t hits = 0, wrong = 0;
  for (std::size_t i = 0; i < n && wrong < 5; ++i) {
    const Shape &a = *batch.shapes[2 * i], &b = *batch.shapes[2 * i + 1];
    const Pose &pose_a = batch.poses[2 * i], &pose_b = batch.poses[2 * i + 1];
    const Penetration p = penetration(a, pose_a, b, pose_b);
    const Distance d = distance(a, pose_a, b, pose_b);
    const bool good = verdicts[i] == (intersects(a, pose_a, b, pose_b) ? 1 : 0) &&
                      same_bits(depths[i].normal, p.normal) && same_bits({depths[i].amount}, {p.depth}) &&
                      same_bits(distances[i].normal, d.normal) && same_bits({distances[i].amount}, {d.distance});
    EXPECT_TRUE(good) << "pair " << i << ": " << int{verdicts[i]} << ", depth " << depths[i].amount << " for "
                      << p.depth;
    wrong += good ? 0 : 1;
    hits += verdicts[i];
  }
  return static_cast<double>(hits) / static_cast<double>(n);
}

TEST(Batch, HasTheBitsOfSingleCallsForBoxes) {
  for (int kind = 0; kind < k_box_pair_kind_count; ++kind) {
    SCOPED_TRACE(name_of(static_cast<BoxPairKind>(kind)));
    Random random(900 + static_cast<std::uint64_t>(kind));
    std::vector<std::pair<Shape, Pose>> sides;
    for (int i = 0; i < scaled(60000); ++i) {
      const BoxPairCase pair = make_box_pair(random, static_cast<BoxPairKind>(kind));
      sides.emplace_back(make_box(pair.size_a.x, pair.size_a.y, pair.size_a.z).value, pair.a);
      sides.emplace_back(make_box(pair.size_b.x, pair.size_b.y, pair.size_b.z).value, pair.b);
    }
    const double share = expect_bits_of_single_calls(Batch(sides));
    EXPECT_GE(share, 0.3);
    EXPECT_LE(share, 0.7);
  }
}

TEST(Batch, HasTheBitsOfSingleCallsAtTheEndsOfTheRange) {
  // Sizes from a billionth to a billion metres, quaternions from 1e-150 to 1e150, coordinates up to 1e12.
  Random random(41);
  std::vector<std::pair<Shape, Pose>> sides;
  for (int i = 0; i < scaled(60000); ++i) {
    const double size = i % 2 == 0 ? 1.01e-9 : 0.9e9 / 2.0;
    for (int side = 0; side < 2; ++side) {
      const Shape box = make_box(size * random.uniform(1.0, 2.0), size * random.uniform(1.0, 2.0), size).value;
      Pose pose{random.direction() * (size * random.uniform(0.3, 2.2)), random.rotation()};
      if (i % 8 >= 6) pose.position.x += i % 2 == 0 ? 1.0 : 1e12 - 4e9;
      const double stretch = std::ldexp(1.0, random.below(1000) - 500);
      if (random.chance(0.3)) {
        pose.rotation = {pose.rotation.x * stretch, pose.rotation.y * stretch, pose.rotation.z * stretch,
                         pose.rotation.w * stretch};
      }
      sides.emplace_back(box, pose);
    }
  }
  const double share = expect_bits_of_single_calls(Batch(sides));
  EXPECT_GE(share, 0.3);
  EXPECT_LE(share, 0.7);
}

TEST(Batch, TakesAnyMixOfShapesAndAnyLength) {
  Random random(42);
  for (int length = 0; length < 40; ++length) {
    std::vector<std::pair<Shape, Pose>> sides;
    for (int i = 0; i < 2 * length; ++i) {
      const Shape shape = random.chance(0.3) ? make_sphere(random.uniform(0.3, 1.0)).value
                                             : make_box(random.uniform(0.5, 2.0), 1.0, random.uniform(0.5, 2.0)).value;
      sides.emplace_back(shape, Pose{random.in_cube(0.9), random.rotation()});
    }
    if (length == 0) {
      EXPECT_EQ(find_bad_pose({}), 0u);
      intersects_batch({}, {}, {});
      penetration_batch({}, {}, {});
      distance_batch({}, {}, {});
    } else {
      expect_bits_of_single_calls(Batch(sides));
    }
  }
}

TEST(Batch, FindsTheFirstBadPose) {
  const double nan = std::numeric_limits<double>::quiet_NaN(), infinity = std::numeric_limits<double>::infinity();
  const Pose bad[] = {{{nan, 0, 0}, {}},          {{0, infinity, 0}, {}}, {{0, 0, 1.1e12}, {}},
                      {{}, {0, 0, 0, 0}},         {{}, {nan, 0, 0, 1}},   {{}, {0, infinity, 0, 1}},
                      {{}, {0, 0, -infinity, 1}}, {{}, {0, 0, 0, nan}}};
  const Pose good[] = {{{1e12, -1e12, 1e12}, {}}, {{}, {1e-320, 0, 0, 0}}, {{}, {1e308, 1e308, 1e308, 1e308}}};
  for (const Pose& pose : good) EXPECT_TRUE(check_pose(pose).ok());
  EXPECT_EQ(find_bad_pose(good), 3u);
  for (const Pose& pose : bad) {
    EXPECT_FALSE(check_pose(pose).ok());
    const Pose poses[] = {good[0], good[1], good[2], pose, bad[0]};
    EXPECT_EQ(find_bad_pose(poses), 3u);
  }
  // The quick tests never pass a bad pose, and have one window.
  for (const Pose& first : bad) {
    EXPECT_FALSE(is_plainly_valid(first));
    for (const Pose& second : good) {
      const Pose poses[] = {second, first, second, second};
      EXPECT_FALSE(are_plainly_valid(poses));
      EXPECT_FALSE(are_plainly_valid(poses + 1));
      EXPECT_EQ(are_plainly_valid(poses + 2), is_plainly_valid(second));
    }
  }
  EXPECT_TRUE(is_plainly_valid({{3e11, -3e11, 3e11}, {}}));
}

}  // namespace
}  // namespace hyperplane::test
