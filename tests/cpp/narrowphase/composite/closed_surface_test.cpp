#include <hyperplane/pair.h>

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include <hyperplane/triangle_mesh.h>

#include "math/pose.h"
#include "meshes.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Closed surfaces of two sides: as deep as solids while they have hardly met, and rooms for what is in them.

namespace hyperplane {
namespace {

using test::Random;
using test::scaled;

scenes::MeshData torus() {
  constexpr std::uint32_t k_along = 20, k_around = 12;
  const double turn = 2.0 * std::acos(-1.0);
  scenes::MeshData made;
  for (std::uint32_t i = 0; i < k_along; ++i) {
    for (std::uint32_t j = 0; j < k_around; ++j) {
      const double along = turn * i / k_along, around = turn * j / k_around, out = 0.4 + 0.2 * std::cos(around);
      made.add_vertex({out * std::cos(along), 0.2 * std::sin(around), out * std::sin(along)});
      const std::uint32_t here = i * k_around, next = (i + 1) % k_along * k_around, j2 = (j + 1) % k_around;
      made.add_quad(here + j, next + j, next + j2, here + j2);
    }
  }
  return made;
}

/// @param size m.
scenes::MeshData cube(double size) { return scenes::make_mesh_box({size, size, size}); }

TriangleMeshPtr build(const scenes::MeshData& of, bool is_solid, bool is_turned = false) {
  std::vector<std::uint32_t> indices = of.indices;
  for (std::size_t i = 0; is_turned && i < indices.size(); i += 3) std::swap(indices[i + 1], indices[i + 2]);
  TriangleMeshOptions options;
  options.solid = options.turn_inside_out = is_solid;
  return build_triangle_mesh(of.vertices, indices, options).value;
}

TEST(ClosedSurface, IsAsDeepAsASolidWhereTheyHaveHardlyMet) {
  for (const auto& [name, of] : {std::pair{"cubes", cube(1.0)}, std::pair{"rings", torus()}}) {
    SCOPED_TRACE(name);
    const TriangleMeshPtr solid = build(of, true), hollow = build(of, false), turned = build(of, false, true);
    const CompoundPtr nested = build_compound(std::vector<CompoundPart>{{make_triangle_mesh(*hollow), {}}}).value;
    const Shape reference = make_triangle_mesh(*solid);
    const Shape told[] = {reference, make_triangle_mesh(*hollow), make_triangle_mesh(*turned), make_compound(*nested)};
    Random random(6120);
    int met = 0, other = 0;
    for (int run = 0; run < scaled(6000); ++run) {
      const Pose a{random.in_cube(2.0), random.rotation()};
      const Pose b{a.position + random.direction() * random.uniform(0.3, 1.7), random.rotation()};
      const double depth = penetration(reference, a, reference, b).depth;
      if (!(depth > 1e-5 && depth < 0.03)) continue;
      ++met;
      const Shape &first = told[random.below(4)], &second = told[1 + random.below(3)];
      other += std::fabs(penetration(first, a, second, b).depth - depth) > 1e-6 + 0.02 * depth ? 1 : 0;
      other += std::fabs(penetration(second, b, first, a).depth - depth) > 1e-6 + 0.02 * depth ? 1 : 0;
    }
    // Of rings that cross deep behind each other another way may be shorter.
    EXPECT_LE(other, 2 + met / 25);
    EXPECT_GT(met, scaled(6000) / 150);
  }
}

TEST(ClosedSurface, HoldsABodyThatItEncloses) {
  const TriangleMeshPtr room = build(cube(4.0), false), turned = build(cube(4.0), false, true);
  const TriangleMeshPtr crate = build(cube(1.0), false), ring = build(torus(), false);
  Random random(6121);
  for (int run = 0; run < scaled(300); ++run) {
    const bool is_crate = run % 2 == 0;
    const double sunk = random.uniform(1e-3, 0.05);
    const Pose frame{random.in_cube(3.0), random.rotation()};
    const Pose place{{random.uniform(-1.2, 1.2), -2.0 + (is_crate ? 0.5 : 0.2) - sunk, random.uniform(-1.2, 1.2)},
                     normalized(Quat{0.0, random.uniform(-1.0, 1.0), 0.0, 1.0})};
    const Penetration found = penetration(make_triangle_mesh(run % 4 < 2 ? *room : *turned), frame,
                                          make_triangle_mesh(is_crate ? *crate : *ring), frame * place);
    ASSERT_NEAR(found.depth, sunk, 1e-6) << run;
    ASSERT_GT(dot(found.normal, rotate(frame.rotation, {0.0, 1.0, 0.0})), 1.0 - 1e-9) << run;
  }
}

/// In a room of 4 m, on its floor and at two of its walls.
TEST(ClosedSurface, HoldsABodyInItsCorner) {
  const TriangleMeshPtr room = build(cube(4.0), false), crate = build(cube(1.0), false);
  const CompoundPtr nested = build_compound(std::vector<CompoundPart>{{make_triangle_mesh(*room), {}}}).value;
  const CompoundPtr halves =
      build_compound(std::vector<CompoundPart>{{make_box(0.5, 1.0, 1.0).value, {{0.25, 0.0, 0.0}, {}}},
                                               {make_box(0.5, 1.0, 1.0).value, {{-0.25, 0.0, 0.0}, {}}}})
          .value;
  const Shape bodies[] = {make_box(1.0, 1.0, 1.0).value, make_triangle_mesh(*crate), make_compound(*halves)};
  for (const Shape& around : {make_triangle_mesh(*room), make_compound(*nested)}) {
    for (const Shape& body : bodies) {
      for (const double sunk : {1e-4, 1e-3, 1e-2}) {
        const double at = 1.5 + sunk;
        EXPECT_NEAR(penetration(around, {}, body, {{0.2, -at, 0.3}, {}}).depth, sunk, 1e-6);
        const Penetration corner = penetration(around, {}, body, {{at, -at, at}, {}});
        EXPECT_GT(corner.depth, sunk * (1.0 - 1e-6));
        EXPECT_LT(corner.depth, 2.0 * sunk);
      }
      for (const double size : {0.5, 0.9}) {
        EXPECT_FALSE(intersects(around, {}, make_box(4.0 * size, 4.0 * size, 4.0 * size).value, {}));
        EXPECT_EQ(collide(around, {}, make_box(4.0 * size, 4.0 * size, 4.0 * size).value, {}).point_count, 0);
        EXPECT_GT(distance(around, {}, make_cylinder(2.0 * size, 4.0 * size).value, {}).distance, 0.0);
      }
    }
  }
}

}  // namespace
}  // namespace hyperplane
