#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/height_field.h>
#include <hyperplane/pair.h>
#include <hyperplane/shape.h>
#include <hyperplane/triangle_mesh.h>

#include "composite/triangle_mesh.h"
#include "math/pose.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "meshes.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Solids of many triangles that have sunk deep. The oracle is the hull of the same vertices on the same ground.

namespace hyperplane::test {
namespace {

struct Ball {
  TriangleMeshPtr mesh;
  HullPtr hull;
};

/// @param around, rings of quadrilaterals.
Ball make_ball_of(std::uint32_t around, std::uint32_t rings) {
  const scenes::MeshData data = scenes::make_ball(around, rings);
  TriangleMeshOptions options;
  options.solid = true;
  return {build_triangle_mesh(data.vertices, data.indices, options).value, build_hull(data.vertices).value};
}

class DeepPoints : public testing::Test {
 protected:
  DeepPoints() {
    std::vector<double> vertices;
    std::vector<std::uint32_t> indices;
    constexpr std::uint32_t k_cells = 16;
    for (std::uint32_t i = 0; i <= k_cells; ++i) {
      for (std::uint32_t j = 0; j <= k_cells; ++j) {
        vertices.insert(vertices.end(), {i - 8.0, 0.0, j - 8.0});
        if (i == k_cells || j == k_cells) continue;
        const std::uint32_t at = i * (k_cells + 1) + j, next = at + k_cells + 1;
        indices.insert(indices.end(), {at, at + 1, next + 1, at, next + 1, next});
      }
    }
    TriangleMeshOptions options;
    options.sides = SurfaceSides::front;
    front = build_triangle_mesh(vertices, indices, options).value;
    both = build_triangle_mesh(vertices, indices, {}).value;
    HeightFieldOptions heights;
    heights.columns = heights.rows = k_cells + 1;
    heights.width = heights.depth = 16.0;
    field = build_height_field(std::vector<double>((k_cells + 1) * (k_cells + 1), 0.0), heights).value;
    scenes::MeshData block = scenes::make_mesh_box({16.0, 4.0, 16.0});
    for (std::size_t i = 1; i < block.vertices.size(); i += 3) block.vertices[i] -= 2.0;
    TriangleMeshOptions solid_options;
    solid_options.solid = true;
    solid = build_triangle_mesh(block.vertices, block.indices, solid_options).value;
    convex = build_hull(block.vertices).value;
  }

  struct Ground {
    const char* name;
    Shape shape;
  };
  std::vector<Ground> grounds() const {
    return {{"field", make_height_field(*field)},
            {"front", make_triangle_mesh(*front)},
            {"both", make_triangle_mesh(*both)},
            {"solid", make_triangle_mesh(*solid)},
            {"convex", make_convex_hull(*convex)}};
  }

  TriangleMeshPtr front, both, solid;
  HeightFieldPtr field;
  HullPtr convex;
};

// 607 of 640 were too shallow, by up to 0.93 of the depth.
TEST_F(DeepPoints, BallsAreAsDeepAsTheirHulls) {
  for (const auto& [around, rings] : {std::pair{16u, 4u}, {16u, 8u}, {28u, 9u}, {80u, 42u}}) {
    const Ball ball = make_ball_of(around, rings);
    const Shape shape = make_triangle_mesh(*ball.mesh), hull = make_convex_hull(*ball.hull);
    for (const Ground& ground : grounds()) {
      Random random(8100);
      int wrong = 0, count = 0;
      double worst = 0.0;
      for (int i = 0; i < scaled(40); ++i) {
        const Pose at{{random.uniform(-5.0, 5.0), 0.0, random.uniform(-5.0, 5.0)}, random.rotation()};
        const double low = -support(hull, at, {0.0, -1.0, 0.0}).y;
        const double deep = 2.0 * low * random.uniform(0.01, 0.45);
        // Ground and body are turned alike.
        const Pose turned{random.in_cube(1.0), i % 2 == 0 ? Quat{} : random.rotation()};
        const Pose pose = turned * Pose{at.position + Vec3{0.0, low - deep, 0.0}, at.rotation};
        const ContactManifold found =
            i % 4 < 2 ? collide(ground.shape, turned, shape, pose) : collide(shape, pose, ground.shape, turned);
        ASSERT_GT(found.point_count, 0);
        ASSERT_NEAR(collide(ground.shape, turned, hull, pose).depth, deep, 1e-6);
        const double off = std::fabs(found.depth - deep) / deep;
        ++count;
        wrong += off > 0.05 ? 1 : 0;
        worst = std::max(worst, off);
      }
      EXPECT_EQ(wrong, 0) << ball.mesh->triangle_count() << " triangles, " << ground.name << ": of " << count
                          << ", by up to " << worst;
    }
  }
}

// The contact was that of the nearest face: 4 mm, where the lowest corner was 0.5 m deep.
TEST_F(DeepPoints, BlocksBehindASurfaceAreAsDeepAsTheirLowestCorner) {
  const scenes::MeshData data = scenes::make_mesh_box({0.5, 0.3, 0.5});
  TriangleMeshOptions options;
  options.solid = true;
  const TriangleMeshPtr mesh = build_triangle_mesh(data.vertices, data.indices, options).value;
  const Shape block = make_triangle_mesh(*mesh);
  for (const Ground& ground : grounds()) {
    if (ground.shape.mesh == both.get()) continue;
    Random random(8101);
    for (int i = 0; i < scaled(40); ++i) {
      Pose pose{{random.uniform(-5.0, 5.0), 0.0, random.uniform(-5.0, 5.0)}, {}};
      const auto tilt = [&] { return random.uniform(-1e-3, 1e-3); };
      pose.rotation = normalized(Quat{tilt(), random.uniform(-1.0, 1.0), tilt(), 1.0});
      pose.position.y = -support(block, pose, {0.0, 1.0, 0.0}).y - random.uniform(0.004, 0.02);
      const double low = -support(block, pose, {0.0, -1.0, 0.0}).y;
      EXPECT_NEAR(collide(ground.shape, {}, block, pose).depth, low, 1e-6) << ground.name;
      EXPECT_NEAR(collide(block, pose, ground.shape, {}).depth, low, 1e-6) << ground.name;
    }
  }
}

}  // namespace
}  // namespace hyperplane::test
