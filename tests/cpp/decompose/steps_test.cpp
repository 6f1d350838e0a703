#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include "core/buffer.h"
#include "decompose/model.h"
#include "decompose/polytope.h"
#include "decompose/solid.h"
#include "math/vec3.h"
#include "meshes.h"
#include "support/random.h"

/// Whoever waits for a decomposition to stop waits for its longest step. Steps of large models are counted here, not
/// timed: twice as large a model takes about twice as many steps, none of which is therefore longer.

namespace hyperplane::test {
namespace {

using scenes::MeshData;

/// @return the steps that it takes to make a model ready, and 0 after a failure.
int steps_to_prepare(const MeshData& mesh, hyperplane::Model& model) {
  ModelPreparation preparation;
  Status status = preparation.start(mesh.vertices, model);
  int steps = 0;
  for (; status == Status::ok && !preparation.is_done(); ++steps) {
    status = preparation.step(mesh.vertices, mesh.indices, model);
  }
  EXPECT_EQ(status, Status::ok);
  return status == Status::ok ? steps : 0;
}

int steps_to_build(const hyperplane::Model& model, hyperplane::Solid& solid) {
  const hyperplane::Solid::Source source{model.surface, model.closed.span(), model.is_watertight, {}};
  EXPECT_EQ(solid.start(source), Status::ok);
  int steps = 0;
  for (; !solid.is_built(); ++steps) EXPECT_EQ(solid.step(source), Status::ok);
  return steps;
}

TEST(DecomposeSteps, GrowInNumberWithTheModel) {
  const auto count = [](std::uint32_t along) {
    const MeshData knot = scenes::make_torus_knot(along, 40, 1.0);
    hyperplane::Model model;
    hyperplane::Solid solid;
    const int preparing = steps_to_prepare(knot, model);
    return std::pair{preparing, steps_to_build(model, solid)};
  };
  const auto [small_preparing, small_solid] = count(500);    // 40,000 triangles
  const auto [large_preparing, large_solid] = count(4'000);  // 320,000 triangles
  // Some steps are passes over all triangles, whatever their number.
  EXPECT_GT(large_preparing, small_preparing + 20);
  EXPECT_GT(large_solid, 5 * small_solid);
  EXPECT_GT(large_solid, 60);
}

TEST(DecomposeSteps, OfAHullGrowInNumberWithItsVertices) {
  Random random(4);
  const auto count = [&](std::size_t size) {
    Buffer<Vec3> points;
    for (std::size_t i = 0; i < size; ++i) EXPECT_TRUE(points.push(random.direction() * 0.5));
    const std::vector<Vec3> copy(points.begin(), points.end());
    HullBuild building;
    Polytope hull, at_once;
    building.start(points, 1e-3);
    int steps = 0;
    for (; !building.is_done(); ++steps) EXPECT_EQ(building.step(hull), Status::ok);
    EXPECT_EQ(hull.vertices().size(), size);
    // A ball's, but for the segments cut off.
    const double volume = 4.0 / 3.0 * 3.14159265358979 * 0.125;
    EXPECT_LT(hull.volume(), volume);
    EXPECT_GT(hull.volume(), volume * (1.0 - 40.0 / static_cast<double>(size)));
    EXPECT_EQ(at_once.build(copy, 1e-3), Status::ok);
    EXPECT_EQ(at_once.volume(), hull.volume());
    return steps;
  };
  const int small = count(4'000), large = count(40'000);
  EXPECT_GT(large, 6 * small);
  EXPECT_GT(large, 30);
}

/// A box, inside out: a cavity of what is around it.
MeshData make_cavity(const Vec3& size) {
  MeshData box = scenes::make_mesh_box(size);
  for (std::size_t i = 0; i < box.indices.size(); i += 3) std::swap(box.indices[i], box.indices[i + 1]);
  return box;
}

/// Every cavity asks all bodies that it may lie in: thousands of them one by one would take a step of minutes.
TEST(DecomposeSteps, FindTheBodiesOfThousandsOfCavities) {
  MeshData mesh;
  constexpr int k_side = 14;
  for (int i = 0; i < k_side * k_side * k_side; ++i) {
    // A box with a cavity, in which there is another box with a cavity.
    for (MeshData part : {scenes::make_mesh_box({0.9, 0.9, 0.9}), make_cavity({0.7, 0.7, 0.7}),
                          scenes::make_mesh_box({0.5, 0.5, 0.5}), make_cavity({0.3, 0.3, 0.3})}) {
      const int x = i % k_side, y = i / k_side % k_side, z = i / (k_side * k_side);
      part.move({1.0 * x, 1.0 * y, 1.0 * z});
      mesh.append(part);
    }
  }
  hyperplane::Model model;
  const int steps = steps_to_prepare(mesh, model);
  constexpr std::uint32_t k_bodies = 2 * k_side * k_side * k_side;
  ASSERT_EQ(model.body_count, k_bodies);
  ASSERT_EQ(model.surface.size(), 24 * k_bodies);
  for (std::uint32_t t = 0; t < model.surface.size(); ++t) {
    // 12 triangles a box, two boxes a body.
    ASSERT_EQ(model.bodies[t], t / 24) << t;
  }
  // Those of no more than a few bodies each: a cavity needs not look at thousands.
  EXPECT_LT(steps, 200);
}

}  // namespace
}  // namespace hyperplane::test
