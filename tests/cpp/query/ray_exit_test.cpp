#include <hyperplane/world.h>

#include <algorithm>
#include <limits>
#include <span>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/shape_query.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/voxels.h>

#include "math/pose.h"
#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Rays that leave the shape that they start in, against rays from both sides at each convex part.

namespace hyperplane {
namespace {

using test::Random;
constexpr double k_endless = std::numeric_limits<double>::infinity();

/// Where the line through a ray is in the union of convex parts, as far as that hangs together from its origin on: by
/// rays from both sides at each part.
double leave_parts(std::span<const CompoundPart> parts, const Pose& pose, const Vec3& origin, const Vec3& along) {
  constexpr double k_far = 10.0;
  std::vector<std::pair<double, double>> intervals;
  for (const CompoundPart& part : parts) {
    const Pose at = pose * part.pose;
    const RayHit enter = raycast(part.shape, at, origin - along * k_far, along, k_endless);
    const RayHit leave = raycast(part.shape, at, origin + along * k_far, -along, k_endless);
    if (enter.hit && leave.hit) intervals.push_back({enter.distance - k_far, k_far - leave.distance});
  }
  std::sort(intervals.begin(), intervals.end());
  double end = 0.0;
  for (const auto& [from, to] : intervals) {
    if (from <= end + 1e-9 && to > end) end = to;
  }
  return end;
}

void expect_exits(const Shape& shape, std::span<const CompoundPart> parts, Random& random, const Vec3& around,
                  double reach, int count) {
  int inside = 0;
  for (int i = 0; i < count; ++i) {
    const Pose pose{around, random.rotation()};
    const Vec3 origin = around + random.in_cube(0.5 * reach), along = random.direction();
    const RayHit hit = raycast(shape, pose, origin, along * 3.0, k_endless, false);
    const RayHit solid = raycast(shape, pose, origin, along * 3.0, k_endless);
    if (closest_point(shape, pose, origin).distance > -1e-3 * reach) {
      if (closest_point(shape, pose, origin).distance > 0.0) {
        ASSERT_EQ(hit.distance, solid.distance);
        ASSERT_EQ(hit.normal, solid.normal);
      }
      continue;
    }
    ++inside;
    ASSERT_EQ(solid.distance, 0.0);
    ASSERT_TRUE(hit.hit);
    const double expected = leave_parts(parts, pose, origin, along);
    const double slope = dot(hit.normal, along);
    ASSERT_GT(slope, 0.0);
    ASSERT_NEAR(hit.distance, expected, 1e-6 * reach / slope + 1e-9 * length(around)) << i;
    ASSERT_LT(length(origin + along * hit.distance - hit.point), 1e-9 * (reach + 0.1 * length(around)));
    ASSERT_NEAR(length(hit.normal), 1.0, 1e-12);
    ASSERT_NEAR(closest_point(shape, pose, hit.point).distance, 0.0, 1e-6 * reach);
    ASSERT_FALSE(raycast(shape, pose, origin, along, hit.distance * 0.999, false).hit);
    ASSERT_TRUE(raycast(shape, pose, origin, along, hit.distance * 1.001, false).hit);
  }
  EXPECT_GT(inside, count / 100);
}

TEST(RayExit, IsWhereConvexShapesEnd) {
  Random random(41);
  for (const ShapeType type : test::k_shape_types) {
    if (type == ShapeType::triangle) continue;
    SCOPED_TRACE(test::name_of(type));
    for (int i = 0; i < 4; ++i) {
      const test::TestShape shape = make_test_shape(random, type, test::ShapeForm::plain, 1.0);
      const CompoundPart part{shape.shape, {}};
      expect_exits(shape.shape, {&part, 1}, random, i % 2 == 0 ? Vec3{} : Vec3{1e5, -1e5, 1e5}, 0.5,
                   test::scaled(1000));
    }
  }
}

TEST(RayExit, OfCompoundsIsWhereAllPartsEnd) {
  Random random(42);
  for (int i = 0; i < 12; ++i) {
    std::vector<test::TestShape> shapes;
    std::vector<CompoundPart> parts;
    for (const ShapeType type : test::k_shape_types) {
      shapes.push_back(make_test_shape(random, type, test::ShapeForm::plain, 0.8));
      parts.push_back({shapes.back().shape, {random.in_cube(0.5), random.rotation()}});
    }
    const CompoundPtr compound = build_compound(parts).value;
    expect_exits(make_compound(*compound), parts, random, {}, 0.8, test::scaled(300));
  }
}

TEST(RayExit, PassesFacesBetweenFlushParts) {
  const Shape box = make_box(1.0, 1.0, 1.0).value;
  std::vector<CompoundPart> parts;
  for (int i = 0; i < 20; ++i) parts.push_back({box, {{0.1 + i, 0.0, 0.0}, {}}});
  parts.push_back({box, {{22.0, 0.0, 0.0}, {}}});
  const CompoundPtr compound = build_compound(parts).value;
  const Shape bar = make_compound(*compound);
  const RayHit hit = raycast(bar, {}, {}, {1.0, 0.0, 0.0}, k_endless, false);
  EXPECT_NEAR(hit.distance, 19.6, 1e-12);
  EXPECT_EQ(hit.feature.part, 19);
  EXPECT_EQ(hit.normal, (Vec3{1.0, 0.0, 0.0}));
  EXPECT_EQ(raycast(bar, {}, {20.5, 0.0, 0.0}, {1.0, 0.0, 0.0}, k_endless, false).feature.part, 20) << "from outside";
}

TEST(RayExit, OfASolidMeshIsTheFirstTriangleFromBehind) {
  // A U: two towers on a base, so that a ray leaves it and enters again.
  const double vertices[] = {0, 0, 0, 3, 0, 0, 3, 2, 0, 2, 2, 0, 2, 1, 0, 1, 1, 0, 1, 2, 0, 0, 2, 0,
                             0, 0, 1, 3, 0, 1, 3, 2, 1, 2, 2, 1, 2, 1, 1, 1, 1, 1, 1, 2, 1, 0, 2, 1};
  std::vector<std::uint32_t> indices;
  const auto add = [&](std::uint32_t a, std::uint32_t b, std::uint32_t c) { indices.insert(indices.end(), {a, b, c}); };
  const std::uint32_t faces[][4] = {{0, 1, 4, 5}, {1, 2, 3, 4}, {0, 5, 6, 7}};
  for (const auto& f : faces) {
    add(f[0], f[2], f[1]);
    add(f[0], f[3], f[2]);
    add(8 + f[0], 8 + f[1], 8 + f[2]);
    add(8 + f[0], 8 + f[2], 8 + f[3]);
  }
  for (std::uint32_t i = 0; i < 8; ++i) {
    const std::uint32_t next = (i + 1) % 8;
    add(i, next, next + 8);
    add(i, next + 8, i + 8);
  }
  TriangleMeshOptions as_solid;
  as_solid.solid = true;
  const TriangleMeshPtr solid = build_triangle_mesh(vertices, indices, as_solid).value;
  const Shape u = make_triangle_mesh(*solid);
  const RayHit left = raycast(u, {}, {0.5, 1.5, 0.4}, {2.0, 0.0, 0.0}, k_endless, false);
  EXPECT_NEAR(left.distance, 0.5, 1e-12);
  EXPECT_NEAR(length(left.normal - Vec3{1.0, 0.0, 0.0}), 0.0, 1e-12);
  EXPECT_GE(left.feature.triangle, 0);
  EXPECT_NEAR(raycast(u, {}, {0.5, 0.5, 0.4}, {1.0, 0.0, 0.0}, k_endless, false).distance, 2.5, 1e-12);
  EXPECT_NEAR(raycast(u, {}, {1.5, 1.5, 0.4}, {1.0, 0.0, 0.0}, k_endless, false).distance, 0.5, 1e-12) << "outside";
  const TriangleMeshPtr hollow = build_triangle_mesh(vertices, indices, {}).value;
  EXPECT_NEAR(raycast(make_triangle_mesh(*hollow), {}, {0.5, 1.5, 0.4}, {1.0, 0.0, 0.0}, k_endless, false).distance,
              0.5, 1e-12);
  // In a compound, the union of the mesh and a box that fills its gap.
  const CompoundPart parts[] = {{u, {}}, {make_box(1.0, 1.0, 1.0).value, {{1.5, 1.5, 0.5}, {}}}};
  const CompoundPtr compound = build_compound(parts).value;
  const RayHit filled = raycast(make_compound(*compound), {}, {0.5, 1.5, 0.4}, {1.0, 0.0, 0.0}, k_endless, false);
  EXPECT_NEAR(filled.distance, 2.5, 1e-12);
  EXPECT_EQ(filled.feature.part, 0);
}

TEST(RayExit, OfVoxelsIsThatOfTheirCellsAsBoxes) {
  constexpr std::int32_t k_side = 6;
  const Shape box = make_box(1.0, 1.0, 1.0).value;
  Random random(43);
  for (int i = 0; i < 8; ++i) {
    std::vector<std::uint8_t> cells;
    std::vector<CompoundPart> parts;
    for (int cell = 0; cell < k_side * k_side * k_side; ++cell) {
      cells.push_back(random.chance(0.7) ? 1 : 0);
      if (cells.back() == 0) continue;
      const int x = cell % k_side, z = cell / k_side % k_side, y = cell / k_side / k_side;
      parts.push_back({box, {{x + 0.5, y + 0.5, z + 0.5}, {}}});
    }
    const VoxelsPtr voxels = build_voxels(cells, {k_side, k_side, k_side}).value;
    expect_exits(make_voxels(*voxels), parts, random, {}, k_side, test::scaled(3000));
  }
}

TEST(RayExit, OfVoxelsIsWhereTheSolidCellsEnd) {
  // Along x: three solid cells, an empty one, a solid one; and a wanted kind.
  const std::uint8_t cells[] = {1, 1, 2, 0, 1};
  const VoxelsPtr voxels = build_voxels(cells, {.columns = 5, .cell_size = {0.5, 1.0, 1.0}}).value;
  Shape grid = make_voxels(*voxels);
  const Vec3 origin{0.2, 0.5, 0.5}, along{1.0, 0.0, 0.0};
  const RayHit hit = raycast(grid, {}, origin, along, k_endless, false);
  EXPECT_NEAR(hit.distance, 1.3, 1e-9);
  EXPECT_EQ(hit.feature.triangle, 2);
  EXPECT_EQ(raycast(grid, {}, origin, -along, k_endless, false).feature.triangle, 0);
  const CompoundPart parts[] = {{grid, {}}, {make_box(0.5, 1.0, 1.0).value, {{1.75, 0.5, 0.5}, {}}}};
  const CompoundPtr compound = build_compound(parts).value;
  const RayHit filled = raycast(make_compound(*compound), {}, origin, along, k_endless, false);
  EXPECT_NEAR(filled.distance, 2.3, 1e-9);
  EXPECT_EQ(filled.feature.triangle, 4);
  KindMask first{};
  first.words[0] = 2;
  grid.kinds = &first;
  EXPECT_NEAR(raycast(grid, {}, origin, along, k_endless, false).distance, 0.8, 1e-9);
}

TEST(RayExit, StartsOnTheSurface) {
  const Shape box = make_box(2.0, 2.0, 2.0).value;
  const RayHit in = raycast(box, {}, {-1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, k_endless, false);
  EXPECT_NEAR(in.distance, 2.0, 1e-12);
  const RayHit out = raycast(box, {}, {1.0, 0.0, 0.0}, {1.0, 0.0, 0.0}, k_endless, false);
  EXPECT_NEAR(out.distance, 0.0, 1e-12);
  EXPECT_EQ(out.normal, (Vec3{1.0, 0.0, 0.0}));
  // No inside: as before.
  const Shape flat = make_box(2.0, 0.0, 2.0).value;
  EXPECT_EQ(raycast(flat, {}, {}, {0.0, 1.0, 0.0}, k_endless, false).distance, 0.0);
}

TEST(RayExit, GoesOnFromTheFirstHit) {
  // The point of a hit is rounded, outwards as often as inwards.
  Random random(44);
  for (const ShapeType type : test::k_shape_types) {
    if (type == ShapeType::triangle) continue;
    SCOPED_TRACE(test::name_of(type));
    int hits = 0;
    for (int i = 0; i < test::scaled(1000); ++i) {
      const test::TestShape shape = make_test_shape(random, type, test::ShapeForm::plain, 1.0);
      // Worlds round rotations to 32 bits.
      const Pose pose{random.in_cube(i % 2 == 0 ? 3.0 : 100.0), i % 4 < 2 ? Quat{} : random.rotation()};
      const WorldPtr world = make_world().value;
      ASSERT_TRUE(world->add({shape.shape, pose}).ok());
      const Vec3 along = random.direction(), origin = pose.position + random.in_cube(0.3) - along * 50.0;
      const RayHit hit = raycast(shape.shape, pose, origin, along, k_endless);
      if (!hit.hit || closest_point(shape.shape, pose, hit.point + along * 0.01).distance > -1e-4) continue;
      ++hits;
      const RayHit end = raycast(shape.shape, pose, hit.point, along, k_endless, false);
      ASSERT_TRUE(end.hit);
      ASSERT_GT(end.distance, 0.01) << i;
      ASSERT_GT(dot(end.normal, along), 0.0);
      if (i % 4 < 2) {
        ASSERT_EQ(world->raycast(hit.point, along, {.solid = false}).distance, end.distance);
        ASSERT_EQ(world->raycast(origin, along, {.solid = false}).distance, hit.distance);
      }
      // Outwards there is nothing to come, or it leaves at once.
      const RayHit back = raycast(shape.shape, pose, hit.point, -along, k_endless, false);
      ASSERT_TRUE(!back.hit || back.distance < 1e-9);
    }
    EXPECT_GT(hits, test::scaled(1000) / 10);
  }
}

TEST(RayExit, CountsInWorlds) {
  const WorldPtr world = make_world().value;
  const Shape box = make_box(2.0, 2.0, 2.0).value, ball = make_sphere(0.5).value;
  ASSERT_TRUE(world->add({box, {}}).ok());
  ASSERT_TRUE(world->add({ball, {{0.5, 0.0, 0.0}, {}}}).ok());
  ASSERT_TRUE(world->add({ball, {{5.0, 0.0, 0.0}, {}}}).ok());
  const Vec3 origin{-0.5, 0.0, 0.0}, along{1.0, 0.0, 0.0};
  EXPECT_EQ(world->raycast(origin, along).distance, 0.0);
  const WorldRayHit first = world->raycast(origin, along, {.solid = false});
  EXPECT_EQ(first.row, 1u) << "entered inside of the box";
  EXPECT_EQ(first.distance, 0.5);
  const auto all = world->raycast_all(origin, along, {.solid = false});
  ASSERT_TRUE(all.ok());
  ASSERT_EQ(all.value.size(), 3u);
  EXPECT_EQ(all.value[1].row, 0u);
  EXPECT_NEAR(all.value[1].distance, 1.5, 1e-12);
  EXPECT_EQ(all.value[2].distance, 5.0);
  const double ray[] = {0.2, 0.0, 0.0, 0.0, 1.0, 0.0};
  double distance = 0.0;
  std::int32_t row = -1;
  world->raycast_batch(ray, {&distance, 1}, {&row, 1}, {.solid = false});
  EXPECT_EQ(row, 1);
  EXPECT_NEAR(distance, 0.4, 1e-12);
}

}  // namespace
}  // namespace hyperplane
