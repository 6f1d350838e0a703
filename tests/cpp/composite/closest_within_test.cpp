#include "composite/shape_at.h"

#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/triangle_mesh.h>

#include "meshes.h"
#include "support/height_fields.h"
#include "support/random.h"
#include "support/test_size.h"
#include "support/voxel_grids.h"

/// The closest point with a limit, beside the one without.

namespace hyperplane::test {
namespace {

/// What was asked, by where the point and the limit were.
struct Tally {
  int near = 0, far = 0, inside = 0;

  void expect_more_than(int least_near, int least_far, int least_inside) const {
    EXPECT_GT(near, scaled(least_near));
    EXPECT_GT(far, scaled(least_far));
    EXPECT_GT(inside, scaled(least_inside));
  }
};

void expect_same_within(const Shape& shape, Random& random, double size, int count, Tally& tally) {
  for (int i = 0; i < count; ++i) {
    const Pose pose{random.in_cube(size), random.rotation()};
    const Vec3 point = pose.position + random.in_cube(size);
    const ClosestPoint whole = closest_point(shape, pose, point);
    const double limits[] = {whole.distance,           size * random.uniform(), 0.0,
                             -size * random.uniform(), 2.0 * whole.distance,    0.99 * whole.distance};
    for (const double within : limits) {
      const ClosestPoint limited = closest_point_within(shape, pose, point, within);
      if (whole.distance > within) {
        ASSERT_GT(limited.distance, within);
        ++tally.far;
        continue;
      }
      ASSERT_EQ(limited.distance, whole.distance) << within;
      ASSERT_EQ(limited.point, whole.point);
      ASSERT_EQ(limited.normal, whole.normal);
      ASSERT_EQ(limited.feature.part, whole.feature.part);
      ASSERT_EQ(limited.feature.triangle, whole.feature.triangle);
      ++(whole.distance < 0.0 ? tally.inside : tally.near);
    }
  }
}

TEST(ClosestWithin, IsTheClosestPointOfMeshes) {
  Random random(81);
  const scenes::MeshData models[] = {scenes::make_torus_knot(40, 8, 1.0), scenes::make_gear(9, 1.0, 0.4),
                                     scenes::make_terrain(12, 2.0, 5), scenes::make_soup(60, 0.5, 9),
                                     scenes::make_ball(12, 8)};
  Tally tally;
  for (const scenes::MeshData& model : models) {
    for (const auto& [sides, solid] : {std::pair{SurfaceSides::both, false}, std::pair{SurfaceSides::front, false},
                                       std::pair{SurfaceSides::both, true}}) {
      TriangleMeshOptions options;
      options.sides = sides;
      options.thickness = 0.2;
      options.solid = solid;
      const Result<TriangleMeshPtr> mesh = build_triangle_mesh(model.vertices, model.indices, options);
      if (!mesh.ok()) continue;  // Not closed.
      expect_same_within(make_triangle_mesh(*mesh.value), random, 2.0, scaled(400), tally);
    }
  }
  tally.expect_more_than(125, 125, 20);
}

TEST(ClosestWithin, IsTheClosestPointOfFieldsAndGrids) {
  Random random(83);
  Tally tally;
  for (int i = 0; i < scaled(240); ++i) {
    const TestField field = make_field(random_heights(random, 24));
    expect_same_within(make_height_field(*field.field), random, field.size(), 20, tally);
    const TestGrid grid = random_grid(random, 0.2, 12);
    expect_same_within(grid.shape(), random, 12.0, 20, tally);
  }
  tally.expect_more_than(250, 250, 20);
}

TEST(ClosestWithin, IsTheClosestPointOfCompounds) {
  Random random(87);
  Tally tally;
  for (int i = 0; i < scaled(60); ++i) {
    const TestGrid grid = random_grid(random, 0.3, 4, {0.2, 0.2, 0.2});
    std::vector<CompoundPart> parts{{grid.shape(), {random.in_cube(1.0), random.rotation()}}};
    for (int k = 0; k < 12; ++k) {
      parts.push_back({k % 2 == 0 ? make_sphere(random.uniform(0.1, 0.4)).value : make_box(0.2, 0.5, 0.3).value,
                       {random.in_cube(1.5), random.rotation()}});
    }
    const Result<CompoundPtr> compound = build_compound(parts);
    ASSERT_TRUE(compound.ok());
    expect_same_within(make_compound(*compound.value), random, 2.0, 30, tally);
  }
  tally.expect_more_than(250, 125, 12);
}

}  // namespace
}  // namespace hyperplane::test
