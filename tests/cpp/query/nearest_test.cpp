#include <hyperplane/world.h>

#include <algorithm>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/voxels.h>

#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// The colliders near a shape, against the distance to each of them; distances up to a maximum, against all distances.

namespace hyperplane {
namespace {

using test::Random;

/// Convex shapes of every type, a compound of them, a mesh of two triangles, and voxels.
class Things {
 public:
  explicit Things(Random& random) {
    for (const ShapeType type : test::k_shape_types) {
      shapes_.push_back(make_test_shape(random, type, test::ShapeForm::plain, random.uniform(0.5, 1.5)));
      all_.push_back(shapes_.back().shape);
    }
    std::vector<CompoundPart> parts;
    for (const test::TestShape& shape : shapes_)
      parts.push_back({shape.shape, {random.in_cube(1.5), random.rotation()}});
    compound_ = build_compound(parts).value;
    all_.push_back(make_compound(*compound_));
    const double vertices[] = {-1.0, 0.0, -1.0, 1.0, 0.0, -1.0, 1.0, 0.3, 1.0, -1.0, 0.0, 1.0};
    const std::uint32_t indices[] = {0, 2, 1, 0, 3, 2};
    mesh_ = build_triangle_mesh(vertices, indices, {}).value;
    all_.push_back(make_triangle_mesh(*mesh_));
    std::vector<std::uint8_t> cells(64);
    for (std::uint8_t& kind : cells) kind = random.chance(0.5) ? 1 : 0;
    voxels_ = build_voxels(cells, {4, 4, 4, {0.5, 0.5, 0.5}}).value;
    all_.push_back(make_voxels(*voxels_));
  }
  const Shape& any(Random& random) const {
    return all_[static_cast<std::size_t>(random.below(static_cast<int>(all_.size())))];
  }

 private:
  std::vector<test::TestShape> shapes_;
  CompoundPtr compound_;
  TriangleMeshPtr mesh_;
  VoxelsPtr voxels_;
  std::vector<Shape> all_;
};

Quat in_32_bits(const Quat& q) {
  const auto round = [](double x) { return static_cast<double>(static_cast<float>(x)); };
  return {round(q.x), round(q.y), round(q.z), round(q.w)};
}

TEST(DistanceWithin, IsTheDistanceOrNone) {
  for (const std::uint64_t seed : {31u, 32u}) {
    SCOPED_TRACE(seed);
    Random random(seed);
    const Vec3 around = seed == 31 ? Vec3{} : Vec3{1e6, -1e6, 1e6};
    const Things things(random);
    int found_count = 0;
    const int count = test::scaled(40000);
    for (int i = 0; i < count; ++i) {
      const Shape &a = things.any(random), &b = things.any(random);
      const Pose pose_a{around + random.in_cube(1.5), random.rotation()};
      const Pose pose_b{around + random.in_cube(1.5), random.rotation()};
      const Distance expected = distance(a, pose_a, b, pose_b);
      // Also just above and below the distance.
      const double limit = random.chance(0.5) ? random.uniform(0.0, 2.0)
                                              : expected.distance * (1.0 + random.sign() * random.uniform(0.0, 1e-5));
      const auto found = distance_within(a, pose_a, b, pose_b, limit);
      ASSERT_EQ(found.has_value(), expected.distance <= limit) << i << ": " << expected.distance << ", " << limit;
      if (!found) continue;
      ++found_count;
      ASSERT_EQ(found->distance, expected.distance);
      ASSERT_EQ(found->normal, expected.normal);
      ASSERT_EQ(found->point_a, expected.point_a);
      ASSERT_EQ(found->point_b, expected.point_b);
      ASSERT_EQ(found->features, expected.features);
    }
    EXPECT_GT(found_count, 0.3 * count);
    EXPECT_LT(found_count, 0.9 * count);
  }
}

void expect_same_as_everybody(const Vec3& around, std::uint64_t seed) {
  SCOPED_TRACE(seed);
  Random random(seed);
  const Things things(random);
  const WorldPtr world = make_world().value;
  for (int i = 0; i < 150; ++i) {
    ColliderOptions options{things.any(random), {around + random.in_cube(5.0), in_32_bits(random.rotation())}};
    options.is_static = random.chance(0.5);
    options.is_sensor = random.chance(0.1);
    options.layer = 1u << random.below(3);
    ASSERT_TRUE(world->add(options).ok());
  }
  int overlaps = 0, misses = 0;
  const int count = test::scaled(2000);
  for (int i = 0; i < count; ++i) {
    const Shape& shape = things.any(random);
    const Pose pose{around + random.in_cube(7.0), random.rotation()};
    QueryOptions options{.max_distance = random.chance(0.3) ? 100.0 : random.uniform(0.0, 1.5)};
    if (random.chance(0.5)) options.mask = 1u << random.below(3);
    options.sensors = random.chance(0.5);
    if (random.chance(0.3)) options.accepts = [](const void*, std::uint32_t row) { return row % 3 != 0; };
    std::vector<WorldDistance> expected;
    for (std::uint32_t row = 0; row < world->size(); ++row) {
      const ColliderOptions other = world->describe(row);
      if ((other.layer & options.mask) == 0 || (other.is_sensor && !options.sensors)) continue;
      if (!options.accepts_row(row)) continue;
      const Distance found = distance(shape, pose, other.shape, other.pose);
      if (found.distance <= options.max_distance) expected.push_back({found, row, true});
    }
    std::sort(expected.begin(), expected.end(), [](const auto& a, const auto& b) {
      return a.distance != b.distance ? a.distance < b.distance : a.row < b.row;
    });
    const auto all = world->nearest_all(shape, pose, options);
    ASSERT_TRUE(all.ok());
    ASSERT_EQ(all.value.size(), expected.size());
    for (std::size_t k = 0; k < expected.size(); ++k) {
      ASSERT_EQ(all.value[k].row, expected[k].row);
      ASSERT_EQ(all.value[k].distance, expected[k].distance);
      ASSERT_EQ(all.value[k].point_b, expected[k].point_b);
    }
    const WorldDistance nearest = world->nearest(shape, pose, options);
    ASSERT_EQ(nearest.found, !expected.empty());
    if (!nearest.found) {
      ++misses;
      continue;
    }
    overlaps += nearest.distance < 0.0 ? 1 : 0;
    ASSERT_EQ(nearest.row, expected[0].row);
    ASSERT_EQ(nearest.distance, expected[0].distance);
    ASSERT_EQ(nearest.normal, expected[0].normal);
    ASSERT_EQ(nearest.features, expected[0].features);
  }
  EXPECT_GT(overlaps, 0.05 * count);
  EXPECT_GT(misses, 0.05 * count);
  EXPECT_LT(misses, 0.7 * count);
}

TEST(Nearest, FindsWhatAskingEverybodyFinds) { expect_same_as_everybody({}, 33); }
TEST(Nearest, FindsItFarFromTheOrigin) { expect_same_as_everybody({1e6, 1e6, -1e6}, 34); }

TEST(Nearest, SeesEveryChangeAtOnceAndTakesTheLowestRow) {
  const WorldPtr world = make_world().value;
  const Shape ball = make_sphere(0.5).value;
  EXPECT_FALSE(world->nearest(ball, {}).found) << "an empty world";
  for (int i = 0; i < 40; ++i) ASSERT_TRUE(world->add({ball, {{3, 0, 0}, {}}}).ok());
  EXPECT_EQ(world->nearest(ball, {}).row, 0u);
  EXPECT_EQ(world->nearest(ball, {}).distance, 2.0);
  EXPECT_TRUE(world->nearest(ball, {}, {.max_distance = 2.0}).found) << "the limit counts";
  EXPECT_FALSE(world->nearest(ball, {}, {.max_distance = 1.999}).found);
  ASSERT_EQ(world->set_pose(world->at(7), {{0.25, 0, 0}, {}}), Status::ok);
  EXPECT_EQ(world->nearest(ball, {}).row, 7u);
  EXPECT_EQ(world->nearest(ball, {}).distance, -0.75);
  ASSERT_EQ(world->remove(world->at(7)), Status::ok);
  EXPECT_EQ(world->nearest(ball, {}).row, 0u);
}

}  // namespace
}  // namespace hyperplane
