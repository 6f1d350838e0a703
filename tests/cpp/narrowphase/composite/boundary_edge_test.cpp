#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/height_field.h>
#include <hyperplane/mover.h>
#include <hyperplane/pair.h>
#include <hyperplane/shape.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/world.h>

#include "math/quat.h"
#include "support/random.h"
#include "support/test_size.h"

/// Bodies below one-sided surfaces, beside their boundary edges.

namespace hyperplane::test {
namespace {

/// A one-sided floor of cells, some of which are holes.
struct Floor {
  std::vector<double> vertices;
  std::vector<std::uint32_t> indices;
  double thickness = 1.0;
  TriangleMeshPtr mesh;
  Shape shape;

  void build() {
    TriangleMeshOptions options;
    options.sides = SurfaceSides::front;
    options.thickness = thickness;
    Result<TriangleMeshPtr> result = build_triangle_mesh(vertices, indices, options);
    ASSERT_TRUE(result.ok()) << result.message;
    mesh = std::move(result.value);
    shape = make_triangle_mesh(*mesh);
  }
};

/// @param is_hole by column and row. @param height by x and z.
template <class Hole, class Height>
Floor make_floor(Random& random, int cells, double cell, const Hole& is_hole, const Height& height) {
  Floor floor;
  const auto across = static_cast<std::uint32_t>(cells + 1);
  for (int z = 0; z <= cells; ++z) {
    for (int x = 0; x <= cells; ++x) {
      const double px = (x - 0.5 * cells) * cell, pz = (z - 0.5 * cells) * cell;
      floor.vertices.insert(floor.vertices.end(), {px, height(px, pz), pz});
    }
  }
  for (int z = 0; z < cells; ++z) {
    for (int x = 0; x < cells; ++x) {
      if (is_hole(x, z)) continue;
      const std::uint32_t a = static_cast<std::uint32_t>(z) * across + static_cast<std::uint32_t>(x);
      const std::uint32_t b = a + 1, c = a + across, d = c + 1;
      if (random.chance(0.5)) {
        floor.indices.insert(floor.indices.end(), {a, c, b, b, c, d});
      } else {
        floor.indices.insert(floor.indices.end(), {a, c, d, a, d, b});
      }
    }
  }
  return floor;
}

Shape make_body(Random& random) {
  switch (random.below(5)) {
    case 0:
      return make_sphere(random.uniform(0.2, 0.5)).value;
    case 1:
      return make_capsule(random.uniform(0.2, 0.4), random.uniform(0.2, 1.0)).value;
    case 2:
      return make_box(random.uniform(0.3, 1.0), random.uniform(0.3, 1.0), random.uniform(0.3, 1.0)).value;
    case 3:
      return make_cylinder(random.uniform(0.2, 0.5), random.uniform(0.3, 1.0)).value;
    default:
      return make_cone(random.uniform(0.2, 0.5), random.uniform(0.3, 1.0)).value;
  }
}

}  // namespace

TEST(BoundaryEdge, BodiesBelowGroundAsAWholeAreHeld) {
  Random random(802);
  Floor floor = make_floor(random, 6, 1.0, [](int x, int) { return x >= 3; }, [](double, double) { return 0.0; });
  floor.thickness = 2.0;
  floor.build();
  for (int i = 0; i < scaled(200); ++i) {
    const Shape body = make_body(random);
    const Quat rotation = random.rotation();
    const double right = support(body, {{}, rotation}, {1.0, 0.0, 0.0}).x;
    const double high = support(body, {{}, rotation}, {0.0, 1.0, 0.0}).y;
    const double low = support(body, {{}, rotation}, {0.0, -1.0, 0.0}).y;
    const double below = random.uniform(0.01, 1.0);
    const Pose pose{{-right - random.uniform(1e-3, 0.1), -high - below, random.uniform(-1.0, 1.0)}, rotation};
    const ContactManifold contact = collide(floor.shape, {}, body, pose);
    ASSERT_GT(contact.point_count, 0) << i;
    EXPECT_NEAR(contact.normal.y, 1.0, 1e-9) << i;
    EXPECT_NEAR(contact.depth, below + high - low, 1e-6) << i;
  }
}

/// On slopes the prisms behind the lower rim of a hole lean into the hole, where movers reach them from above.
TEST(BoundaryEdge, MoversThatFallThroughAHoleInASlopeAreNotLifted) {
  constexpr int k_side = 21;
  int falls = 0, lifted = 0;
  double most = 0.0;
  for (const double angle : {0.0, 15.0, 30.0, 45.0}) {
    const double slope = std::tan(angle * 3.141592653589793 / 180.0);
    std::vector<double> heights;
    for (int row = 0; row < k_side; ++row) {
      for (int column = 0; column < k_side; ++column) {
        const bool is_hole = std::abs(column - 10) <= 1 && std::abs(row - 10) <= 1;
        heights.push_back(is_hole ? std::numeric_limits<double>::quiet_NaN() : (column - 10) * slope);
      }
    }
    HeightFieldOptions options;
    options.columns = options.rows = k_side;
    options.width = options.depth = 20.0;
    const HeightFieldPtr field = build_height_field(heights, options).value;
    const WorldPtr world = make_world().value;
    ColliderOptions ground{make_height_field(*field), {}};
    ground.is_static = true;
    ASSERT_TRUE(world->add(ground).ok());
    const Shape body = make_capsule(0.3, 1.2).value;
    for (int i = 0; i <= 33; ++i) {
      for (const double drift : {0.0, 0.03, -0.03}) {
        const double x = -1.65 + 0.1 * i;
        Pose pose{{x, x * slope + 2.5, 0.05}, {}};
        double rise = 0.0;
        for (int frame = 0; frame < 120 && pose.position.y > -12.0; ++frame) {
          const Vec3 end = world->move_and_slide(body, pose, {drift, -0.15, 0.0}, {}).value.position;
          rise = std::max(rise, end.y - pose.position.y);
          pose.position = end;
        }
        ++falls;
        lifted += rise > 0.08 ? 1 : 0;
        most = std::max(most, rise);
      }
    }
  }
  std::printf("%d falls, %d lifted, by %g m at most\n", falls, lifted, most);
  EXPECT_EQ(lifted, 0);
}

}  // namespace hyperplane::test
