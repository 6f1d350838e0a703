#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/decompose.h>

#include "decompose/judge.h"
#include "math/vec3.h"
#include "meshes.h"
#include "support/random.h"
#include "support/test_size.h"

/// Models as they come: torn, doubled, inside out, put together from blocks.

namespace hyperplane::test {
namespace {

using scenes::MeshData;

/// Boxes side by side, as a level is built of blocks. @param shifts the diagonals of faces differ between neighbours.
MeshData touching_boxes(const std::vector<Vec3>& places, bool shifts) {
  MeshData mesh;
  int number = 0;
  for (const Vec3& place : places) {
    MeshData box = scenes::make_mesh_box({1.0, 1.0, 1.0});
    if (shifts && number++ % 2 == 1) {
      for (std::size_t i = 0; i < box.vertices.size(); i += 3) box.vertices[i] = -box.vertices[i];
      for (std::size_t i = 0; i < box.indices.size(); i += 3) std::swap(box.indices[i], box.indices[i + 1]);
    }
    box.move(place);
    mesh.append(box);
  }
  return mesh;
}

/// Two triangles in one place that face opposite ways are a wall between two bodies.
TEST(Decompose, KeepsTouchingBodiesApart) {
  const std::vector<std::pair<std::vector<Vec3>, const char*>> lists{
      {{{0, 0, 0}, {1, 0, 0}}, "two"},
      {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}}, "L"},
      {{{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {1, 1, 0}}, "four around an edge"},
      {{{0, 0, 0}, {1, 1, 0}, {1, 0, 1}}, "along edges"},
      {{{0, 0, 0}, {1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}}, "around a box"}};
  for (const auto& [places, name] : lists) {
    for (const bool shifts : {false, true}) {
      SCOPED_TRACE(name);
      const MeshData mesh = touching_boxes(places, shifts);
      const Parts result = decompose(mesh);
      EXPECT_EQ(result.parts.size(), places.size());
      EXPECT_LE(result.error, 1e-6);
      for (const auto& part : result.parts) EXPECT_EQ(part.size(), 8u);
      expect_honest(mesh, result, true, 100);
    }
  }
}

/// Too many for parts of their own: the walls between them are of no interest.
TEST(Decompose, JoinsBlocksOfALevel) {
  std::vector<Vec3> places;
  places.reserve(216);
  for (int i = 0; i < 216; ++i) {
    const int x = i % 6, y = i / 6 % 6, z = i / 36;
    places.push_back({1.0 * x, 1.0 * y, 1.0 * z});
  }
  EXPECT_EQ(decompose(touching_boxes(places, false)).parts.size(), 1u);
  std::erase_if(places, [](const Vec3& place) { return place.x > 1.5 && place.y > 1.5; });
  const Parts bent = decompose(touching_boxes(places, false));
  EXPECT_EQ(bent.parts.size(), 2u);
  EXPECT_LE(bent.error, 1e-6);
}

/// A sheet with two sides is one sheet.
TEST(Decompose, MakesOneSheetOfTwoSides) {
  MeshData sheet = scenes::make_bowl(12, 4, 0.0), both = sheet;
  for (std::uint32_t t = 0; t < sheet.triangle_count(); ++t) {
    const std::uint32_t* const v = &sheet.indices[3 * std::size_t{t}];
    both.add_triangle(v[0], v[2], v[1]);
  }
  const Parts one = decompose(sheet), two = decompose(both);
  EXPECT_EQ(two.parts.size(), one.parts.size());
  EXPECT_EQ(two.error, one.error);
  // A copy that is inside out.
  MeshData box = scenes::make_mesh_box({1.0, 2.0, 3.0}), copied = box;
  for (std::size_t i = 0; i < box.indices.size(); i += 3) std::swap(box.indices[i], box.indices[i + 1]);
  for (std::uint32_t t = 0; t < box.triangle_count(); ++t) {
    const std::uint32_t* const v = &box.indices[3 * std::size_t{t}];
    copied.add_triangle(v[0], v[1], v[2]);
  }
  EXPECT_EQ(decompose(copied).parts.size(), 1u);
}

TEST(Decompose, TakesDirtyInput) {
  const MeshData clean = scenes::make_ball(24, 8);
  Random random(11);
  MeshData torn;
  torn.vertices = clean.vertices;
  for (std::uint32_t t = 0; t < clean.triangle_count(); ++t) {
    if (random.chance(0.05)) continue;
    const std::uint32_t* const v = &clean.indices[3 * std::size_t{t}];
    if (random.chance(0.3)) {
      torn.add_triangle(v[0], v[2], v[1]);
    } else {
      torn.add_triangle(v[0], v[1], v[2]);
    }
    if (random.chance(0.1)) torn.add_triangle(v[1], v[2], v[0]);
    if (random.chance(0.1)) torn.add_triangle(v[0], v[0], v[1]);
  }
  MeshData loose;
  loose.vertices = torn.unindexed();
  for (const MeshData* mesh : {&torn, &loose}) {
    Result<DecompositionPtr> started = start_decomposition(mesh->vertices, mesh->indices, {});
    ASSERT_TRUE(started.ok());
    while (advance(*started.value, 100000).value < 1.0) {
    }
    EXPECT_EQ(part_count(*started.value), 1u);
    EXPECT_LE(decomposition_error(*started.value), 0.03);
  }
  // Inside out, and with a cavity.
  MeshData inverted = scenes::make_blocks(2, 2, 1, [](int x, int y, int) { return x == 0 || y == 0; });
  for (std::size_t i = 0; i < inverted.indices.size(); i += 3) std::swap(inverted.indices[i], inverted.indices[i + 1]);
  EXPECT_EQ(decompose(inverted).parts.size(), 2u);
}

/// Triangles with vertices of their own.
MeshData loose_triangles(const MeshData& mesh) {
  MeshData loose;
  loose.vertices = mesh.unindexed();
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) loose.add_triangle(3 * t, 3 * t + 1, 3 * t + 2);
  return loose;
}

/// The same, each moved a little. @param jitter m.
MeshData torn_apart(const MeshData& mesh, double jitter, Random& random) {
  MeshData torn = loose_triangles(mesh);
  for (double& coordinate : torn.vertices) coordinate += random.uniform(-jitter, jitter);
  return torn;
}

/// Every triangle is open, and none of them encloses anything by itself.
TEST(Decompose, JoinsPatchesThatEncloseTogether) {
  Random random(17);
  int index = 0;
  for (const MeshData& clean : {scenes::make_mesh_box({1.0, 2.0, 3.0}), scenes::make_ball(16, 6)}) {
    ++index;
    for (const double jitter : {1e-5, 1e-3, 1e-2}) {
      if (!is_chosen(index++)) continue;
      SCOPED_TRACE(jitter);
      const MeshData torn = torn_apart(clean, jitter, random);
      const Parts result = decompose(torn);
      EXPECT_LE(result.error, 0.02);
      EXPECT_GT(expect_honest(torn, &clean, result, 200, 2.0 * jitter), 0);
    }
  }
}

/// A vertex on an edge of one of its triangles: the other does not have it.
MeshData with_junctions(const MeshData& mesh, Random& random) {
  MeshData split;
  split.vertices = mesh.vertices;
  for (std::uint32_t t = 0; t < mesh.triangle_count(); ++t) {
    const std::uint32_t* const v = &mesh.indices[3 * std::size_t{t}];
    std::vector<std::uint32_t> polygon;
    for (std::uint32_t i = 0; i < 3; ++i) {
      polygon.push_back(v[i]);
      for (int k = 0; k < 2; ++k) {
        if (!random.chance(0.3)) continue;
        const Vec3 a = mesh.corner(t, i), b = mesh.corner(t, (i + 1) % 3);
        const Vec3 point = a + (b - a) * (k == 0 ? random.uniform(0.1, 0.4) : random.uniform(0.6, 0.9));
        polygon.push_back(static_cast<std::uint32_t>(split.vertices.size() / 3));
        split.vertices.insert(split.vertices.end(), {point.x, point.y, point.z});
      }
    }
    // Around the middle, so that no triangle lacks an area.
    const Vec3 middle = (mesh.corner(t, 0) + mesh.corner(t, 1) + mesh.corner(t, 2)) * (1.0 / 3.0);
    const auto centre = static_cast<std::uint32_t>(split.vertices.size() / 3);
    split.vertices.insert(split.vertices.end(), {middle.x, middle.y, middle.z});
    for (std::size_t i = 0; i < polygon.size(); ++i) {
      split.add_triangle(centre, polygon[i], polygon[(i + 1) % polygon.size()]);
    }
  }
  return split;
}

TEST(Decompose, ClosesTJunctions) {
  Random random(29);
  for (const MeshData& clean : {scenes::make_mesh_box({1.0, 2.0, 3.0}), scenes::make_torus_knot(24, 8, 1.0, 1, 0)}) {
    const MeshData split = with_junctions(clean, random);
    const MeshData loose = loose_triangles(split);
    const Parts expected = decompose(clean);
    for (const MeshData* mesh : {&split, &loose}) {
      const Parts result = decompose(*mesh);
      EXPECT_EQ(result.parts.size(), expected.parts.size());
      EXPECT_LE(result.error, 0.02);
      EXPECT_GT(expect_honest(*mesh, &clean, result, 200, 0.0), 0);
    }
  }
}

/// The hollow of a model that is inside out as a whole stays hollow.
TEST(Decompose, KeepsCavitiesInsideOut) {
  const MeshData box = scenes::make_blocks(3, 3, 3, [](int x, int y, int z) { return x != 1 || y != 1 || z != 1; });
  MeshData inverted = box;
  for (std::size_t i = 0; i < box.indices.size(); i += 3) std::swap(inverted.indices[i], inverted.indices[i + 1]);
  const Parts result = decompose(inverted), expected = decompose(box);
  EXPECT_EQ(result.parts.size(), expected.parts.size());
  EXPECT_GT(result.parts.size(), 4u);
  EXPECT_GT(expect_honest(inverted, result, true, 200), 0);
}

}  // namespace
}  // namespace hyperplane::test
