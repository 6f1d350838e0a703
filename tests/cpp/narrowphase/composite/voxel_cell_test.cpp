#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/world.h>

#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Bodies that fill an empty cell of a level of voxels, moved a little out of its middle. The way back to the middle
/// takes them out of everything, so no contact is far deeper than that way is long: neither where walls, floors and
/// ceilings meet, nor where the body only touches the edge of a block that lies below a corner.

namespace hyperplane::test {
namespace {

constexpr int k_side = 3;

using Cells = std::vector<std::array<int, 3>>;

/// Cells around the middle one, which is left out.
Cells make_cells(Random& random) {
  Cells cells;
  for (int i = 0; i < k_side * k_side * k_side; ++i) {
    const std::array<int, 3> cell{i % k_side, i / k_side % k_side, i / k_side / k_side};
    if (cell != std::array<int, 3>{1, 1, 1} && random.chance(0.4)) cells.push_back(cell);
  }
  return cells;
}

Vec3 middle_of(const std::array<int, 3>& cell) { return {cell[0] + 0.5, cell[1] + 0.5, cell[2] + 0.5}; }

bool contains(const Cells& cells, const std::array<int, 3>& cell) {
  return std::find(cells.begin(), cells.end(), cell) != cells.end();
}

/// The faces of cells that no other cell covers, as a surface. Null: they are none of that kind.
TriangleMeshPtr make_mesh(const Cells& cells, const TriangleMeshOptions& options) {
  std::vector<double> vertices;
  std::vector<std::uint32_t> indices;
  for (const std::array<int, 3>& cell : cells) {
    for (int axis = 0; axis < 3; ++axis) {
      for (const int side : {-1, 1}) {
        std::array<int, 3> beside = cell;
        beside[static_cast<std::size_t>(axis)] += side;
        if (contains(cells, beside)) continue;
        const Vec3 out = unit_axis(axis) * side, u = unit_axis((axis + 1) % 3), v = cross(out, u);
        const Vec3 face = middle_of(cell) + out * 0.5;
        const auto first = static_cast<std::uint32_t>(vertices.size() / 3);
        for (const Vec3& corner :
             {face - (u + v) * 0.5, face + (u - v) * 0.5, face + (u + v) * 0.5, face + (v - u) * 0.5})
          vertices.insert(vertices.end(), {corner.x, corner.y, corner.z});
        for (const std::uint32_t i : {0u, 1u, 2u, 0u, 2u, 3u}) indices.push_back(first + i);
      }
    }
  }
  Result<TriangleMeshPtr> built = build_triangle_mesh(vertices, indices, options);
  return built.ok() ? std::move(built.value) : nullptr;
}

double deepest_of(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  std::array<ContactManifold, 128> contacts;
  return collide_all(a, pose_a, b, pose_b, contacts) == 0 ? 0.0 : contacts[0].depth;
}

/// Among static colliders, one a cell: the deepest contact, and the length of the translation out of them.
std::pair<double, double> deepest_among_statics(const Cells& cells, const Shape& cube, const Shape& body,
                                                const Vec3& at) {
  const WorldPtr made = make_world().value;
  World& world = *made;
  for (const std::array<int, 3>& cell : cells) {
    ColliderOptions options{cube, {middle_of(cell), {}}};
    options.is_static = true;
    EXPECT_TRUE(world.add(options).ok());
  }
  const Result<ColliderId> id = world.add({body, {at, {}}});
  EXPECT_TRUE(id.ok());
  EXPECT_TRUE(world.update().ok());
  double deepest = 0.0;
  const ContactList contacts = world.contacts();
  for (std::size_t i = 3; i < contacts.normals.size(); i += 4)
    deepest = std::max(deepest, static_cast<double>(contacts.normals[i]));
  return {deepest, length(world.separation(id.value).value)};
}

TEST(VoxelCell, HoldsBodiesNoDeeperThanTheyAreOffItsMiddle) {
  Random random(541);
  const Shape cube = make_box(1.0, 1.0, 1.0).value;
  std::vector<double> corners;
  for (int i = 0; i < 8; ++i) corners.insert(corners.end(), {(i & 1) - 0.5, (i >> 1 & 1) - 0.5, (i >> 2) - 0.5});
  const Result<HullPtr> hull = build_hull(corners);
  ASSERT_TRUE(hull.ok());
  const Shape bodies[] = {cube,
                          make_convex_hull(*hull.value),
                          make_cylinder(0.5, 1.0).value,
                          make_cone(0.5, 1.0).value,
                          make_capsule(0.25, 0.5).value,
                          make_sphere(0.5).value};
  int cases = 0, touching = 0, solids = 0;
  const int runs = scaled(150);
  for (int run = 0; run < runs; ++run) {
    const Cells cells = make_cells(random);
    std::vector<CompoundPart> parts;
    for (const std::array<int, 3>& cell : cells) parts.push_back({cube, {middle_of(cell), {}}});
    const Result<CompoundPtr> compound = build_compound(parts);
    ASSERT_TRUE(compound.ok());
    TriangleMeshOptions solid_options, front_options;
    solid_options.solid = true;
    front_options.sides = SurfaceSides::front;
    front_options.thickness = 0.3;
    const std::array<std::pair<const char*, TriangleMeshPtr>, 3> meshes{
        {{"solid", make_mesh(cells, solid_options)},
         {"two-sided", make_mesh(cells, {})},
         {"one-sided", make_mesh(cells, front_options)}}};
    solids += meshes[0].second != nullptr ? 1 : 0;
    const double most = std::array<double, 4>{0.0, 1e-6, 1e-3, 0.05}[static_cast<std::size_t>(random.below(4))];
    const auto part_of_it = [&] {
      return most * std::array<double, 4>{0.0, 1.0, -1.0, 0.3}[static_cast<std::size_t>(random.below(4))];
    };
    const Vec3 off{part_of_it(), part_of_it(), part_of_it()};
    const Vec3 at = Vec3{1.5, 1.5, 1.5} + off;
    const double limit = 4.0 * length(off) + 3e-6;
    for (const Shape& body : bodies) {
      const Shape level = make_compound(*compound.value);
      double deepest = std::max(deepest_of(level, {}, body, {at, {}}), deepest_of(body, {at, {}}, level, {}));
      EXPECT_LE(deepest, limit) << "parts, run " << run;
      for (const auto& [name, surface] : meshes) {
        if (surface == nullptr) continue;
        const Shape mesh = make_triangle_mesh(*surface);
        EXPECT_LE(deepest_of(mesh, {}, body, {at, {}}), limit) << name << ", run " << run;
        EXPECT_LE(deepest_of(body, {at, {}}, mesh, {}), limit) << name << ", run " << run;
      }
      const auto [among_statics, way] = deepest_among_statics(cells, cube, body, at);
      EXPECT_LE(among_statics, limit) << "statics, run " << run;
      EXPECT_LE(way, limit) << "statics, run " << run;
      ++cases;
      touching += deepest > 0.0 ? 1 : 0;
    }
  }
  printf("seed 541: %d cases, %d overlap, %d solids\n", cases, touching, solids);
  EXPECT_GT(touching, cases * 3 / 10);
  EXPECT_GT(solids, runs / 2);
}

}  // namespace
}  // namespace hyperplane::test
