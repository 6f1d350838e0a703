#include <hyperplane/pair.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

#include <hyperplane/triangle_mesh.h>

#include "composite/surface.h"
#include "math/pose.h"
#include "math/transform.h"
#include "meshes.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Solid meshes that are convex are one convex part: they answer as their hulls do.

namespace hyperplane {
namespace {

using test::Random;
using test::scaled;

TriangleMeshPtr build(const scenes::MeshData& of) {
  TriangleMeshOptions options;
  options.solid = options.turn_inside_out = true;
  return build_triangle_mesh(of.vertices, of.indices, options).value;
}

/// A ball of rings between two poles. @param half_size m, along each axis. @param is_rounded whether coordinates go
/// through 32 bits, so that squares are not flat.
scenes::MeshData ball(const Vec3& half_size, std::uint32_t rings, std::uint32_t around, bool is_rounded) {
  scenes::MeshData made;
  const double half_turn = std::acos(-1.0);
  const auto add = [&](std::uint32_t i, std::uint32_t j) {
    const double up = half_turn * i / rings, turn = 2.0 * half_turn * j / around;
    made.add_vertex({std::sin(up) * std::cos(turn), std::cos(up), std::sin(up) * std::sin(turn)});
  };
  add(0, 0);
  for (std::uint32_t i = 1; i < rings; ++i) {
    for (std::uint32_t j = 0; j < around; ++j) add(i, j);
  }
  add(rings, 0);
  const std::uint32_t last = made.vertex_count() - 1;
  for (std::uint32_t j = 0; j < around; ++j) {
    const std::uint32_t next = (j + 1) % around;
    made.add_triangle(0, 1 + next, 1 + j);
    for (std::uint32_t i = 0; i + 2 < rings; ++i) {
      const std::uint32_t a = 1 + i * around + j, b = 1 + i * around + next;
      made.add_quad(a, b, b + around, a + around);
    }
    made.add_triangle(last, last - around + j, last - around + next);
  }
  made.stretch(half_size);
  for (double& x : made.vertices) x = is_rounded ? static_cast<double>(static_cast<float>(x)) : x;
  return made;
}

scenes::MeshData box(const Vec3& half_size, const Vec3& middle) {
  scenes::MeshData made = scenes::make_mesh_box(half_size * 2.0);
  made.move(middle);
  return made;
}

const Hull* hull_of(const TriangleMeshPtr& mesh) { return hull_of(make_triangle_mesh(*mesh)); }

TEST(ConvexMesh, AnswersAsItsHullHoweverDeep) {
  Random random(6130);
  int overlaps = 0;
  for (int run = 0; run < scaled(1500); ++run) {
    const Vec3 half_size{random.uniform(0.2, 1.0), random.uniform(0.2, 1.0), random.uniform(0.2, 1.0)};
    const scenes::MeshData solid =
        random.chance(0.5) ? box(half_size, random.in_cube(0.3))
                           : ball(half_size, static_cast<std::uint32_t>(random.uniform(3.0, 9.0)),
                                  static_cast<std::uint32_t>(random.uniform(3.0, 13.0)), random.chance(0.5));
    const TriangleMeshPtr mesh = build(solid);
    const HullPtr hull = build_hull(solid.vertices).value;
    ASSERT_NE(hull_of(mesh), nullptr) << run;
    const CompoundPtr nested = build_compound(std::vector<CompoundPart>{{make_triangle_mesh(*mesh), {}}}).value;
    const Shape a = random.chance(0.3) ? make_compound(*nested) : make_triangle_mesh(*mesh);
    const TriangleMeshPtr other_mesh = build(box({0.5, 0.4, 0.3}, {}));
    const HullPtr other_hull = build_hull(box({0.5, 0.4, 0.3}, {}).vertices).value;
    const bool are_meshes = random.chance(0.4);
    const ShapeType type = test::k_shape_types[random.below(std::size(test::k_shape_types))];
    const test::TestShape convex = test::make_test_shape(random, type, test::ShapeForm::plain, 0.7);
    const Shape b = are_meshes ? make_triangle_mesh(*other_mesh) : convex.shape;
    const Shape b_hull = are_meshes ? make_convex_hull(*other_hull) : convex.shape;
    const Pose pose_a{random.in_cube(2.0), random.rotation()},
        pose_b{pose_a.position + random.in_cube(1.0), random.rotation()};
    const Distance expected = distance(make_convex_hull(*hull), pose_a, b_hull, pose_b);
    const Distance found = distance(a, pose_a, b, pose_b);
    ASSERT_NEAR(found.distance, expected.distance, 2e-6) << run;
    ASSERT_EQ(intersects(a, pose_a, b, pose_b), intersects(make_convex_hull(*hull), pose_a, b_hull, pose_b)) << run;
    const ContactManifold contact = collide(a, pose_a, b, pose_b);
    if (contact.point_count == 0) continue;
    ++overlaps;
    ASSERT_NEAR(contact.depth, -expected.distance, 2e-6) << run;
    ASSERT_NEAR(contact.depth, penetration(b, pose_b, a, pose_a).depth, 1e-12) << run;
    // It is on the triangle that it names.
    ASSERT_GE(contact.features.triangle_a, 0) << run;
    Vec3 c[3];
    Surface(make_triangle_mesh(*mesh)).corners(static_cast<std::uint32_t>(contact.features.triangle_a), c);
    const Vec3 at = inverse_times(to_transform(pose_a), contact.points[0].on_a);
    ASSERT_LT(std::fabs(dot(Triangle(c[0], c[1], c[2]).normal(), at - c[0])), 0.02) << run;
    if (are_meshes) {
      ASSERT_GE(contact.features.triangle_b, 0) << run;
    }
  }
  EXPECT_GT(overlaps, scaled(1500) / 4);
}

TEST(ConvexMesh, IsNoHullIfItHasADent) {
  for (const double dent : {1e-5, 1e-3, 0.1}) {
    scenes::MeshData solid = ball({1.0, 1.0, 1.0}, 8, 12, true);
    ASSERT_NE(hull_of(build(solid)), nullptr);
    for (int k = 0; k < 3; ++k) solid.vertices[static_cast<std::size_t>(3 * 40 + k)] *= 0.95 - dent;
    EXPECT_EQ(hull_of(build(solid)), nullptr) << dent;
  }
  // A dent in a flat face, of one vertex.
  scenes::MeshData roof = box({1.0, 1.0, 1.0}, {});
  // Its last two triangles are the top.
  roof.indices.resize(30);
  const std::uint32_t low = roof.add_vertex({0.0, 1.0 - 1e-5, 0.0});
  const std::uint32_t around[] = {2, 6, 7, 3};
  for (int k = 0; k < 4; ++k) roof.add_triangle(around[k], around[(k + 1) % 4], low);
  const TriangleMeshPtr dented = build(roof);
  ASSERT_NE(dented, nullptr);
  EXPECT_EQ(hull_of(dented), nullptr);
}

/// Coordinates far from the origin of the mesh hide no dent.
TEST(ConvexMesh, IsNoHullOfADentFarFromItsOrigin) {
  for (const double far : {0.0, 1e4, 1e6}) {
    scenes::MeshData solid = ball({1.0, 1.0, 1.0}, 8, 12, false);
    solid.move({far, 0.0, 0.0});
    EXPECT_NE(hull_of(build(solid)), nullptr) << far;
    // A vertex at the equator, half way to the middle.
    solid.vertices[3 * 37] += 0.5 * (far - solid.vertices[3 * 37]);
    EXPECT_EQ(hull_of(build(solid)), nullptr) << far;
  }
}

TEST(ConvexMesh, IsNoHullOfSeveralPieces) {
  scenes::MeshData two = box({0.5, 0.5, 0.5}, {});
  two.append(box({0.5, 0.5, 0.5}, {1.0, 0.0, 0.0}));
  EXPECT_EQ(hull_of(build(two)), nullptr);
  const scenes::MeshData knot = scenes::make_torus_knot(60, 8, 1.0), gear = scenes::make_gear(12, 1.0, 0.3);
  for (const scenes::MeshData& of : {knot, gear}) EXPECT_EQ(hull_of(build(of)), nullptr);
}

TEST(ConvexMesh, FollowsItsVertices) {
  scenes::MeshData solid = ball({1.0, 1.0, 1.0}, 6, 8, false);
  const TriangleMeshPtr mesh = build(solid);
  const Shape needle = make_box(0.1, 1.0, 0.1).value;
  const Pose over{{0.0, 1.4, 0.0}, {}};
  EXPECT_NEAR(penetration(make_triangle_mesh(*mesh), {}, needle, over).depth, 0.1, 1e-9);
  std::vector<double> moved = solid.vertices;
  moved[1] = 0.5;
  ASSERT_TRUE(set_mesh_vertices(const_cast<TriangleMesh&>(*mesh), moved).ok());
  EXPECT_EQ(hull_of(mesh), nullptr);
  EXPECT_FALSE(penetration(make_triangle_mesh(*mesh), {}, needle, over).intersects);
  ASSERT_TRUE(set_mesh_vertices(const_cast<TriangleMesh&>(*mesh), solid.vertices).ok());
  EXPECT_NE(hull_of(mesh), nullptr);
  EXPECT_NEAR(penetration(make_triangle_mesh(*mesh), {}, needle, over).depth, 0.1, 1e-9);
}

}  // namespace
}  // namespace hyperplane
