#pragma once

#include <array>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/height_field.h>
#include <hyperplane/triangle_mesh.h>

#include "composite/height_field.h"
#include "math/vec3.h"
#include "support/random.h"

/// Random height fields, and their triangles by code that the core does not share.

namespace hyperplane::test {

struct HeightData {
  std::vector<double> heights;
  HeightFieldOptions options;
  /// m: about that of the whole.
  double size = 1.0;

  double at(std::uint32_t column, std::uint32_t row) const { return heights[row * options.columns + column]; }
  Vec3 point(std::uint32_t column, std::uint32_t row) const {
    return {(column / (options.columns - 1.0) - 0.5) * options.width, at(column, row),
            (row / (options.rows - 1.0) - 0.5) * options.depth};
  }
  std::uint32_t triangle_count() const { return 2 * (options.columns - 1) * (options.rows - 1); }
  Vec3 corner(std::uint32_t triangle, std::uint32_t i) const {
    const std::uint32_t cell = triangle / 2, column = cell % (options.columns - 1), row = cell / (options.columns - 1);
    constexpr std::uint32_t k_steps[2][3][2] = {{{0, 0}, {0, 1}, {1, 1}}, {{0, 0}, {1, 1}, {1, 0}}};
    const auto& step = k_steps[triangle % 2][i];
    return point(column + step[0], row + step[1]);
  }
  bool has(std::uint32_t triangle) const {
    return !std::isnan(corner(triangle, 0).y + corner(triangle, 1).y + corner(triangle, 2).y);
  }
};

/// @param is_narrow whether 32 bits hold the height.
inline double random_height(Random& random, int kind, double x, double z, double high, bool is_narrow) {
  double height = 0.0;
  switch (kind) {
    case 0:  // hills
      height = high * (std::sin(5.0 * x) * std::cos(4.0 * z) + 0.2 * random.uniform());
      break;
    case 1:  // noise
      height = high * random.uniform(-1.0, 1.0);
      break;
    case 2:  // steps
      height = high * std::floor(3.0 * (x + z));
      break;
    case 3:  // a ramp
      height = high * (2.0 * x - z);
      break;
    default:  // a plain with a few pillars
      height = random.chance(0.05) ? high : 0.0;
  }
  return is_narrow ? static_cast<double>(static_cast<float>(height)) : height;
}

/// @param most_columns of each side.
inline HeightData random_heights(Random& random, int most_columns = 64) {
  HeightData data;
  data.size = std::array{1.0, 1e-3, 1e3}[static_cast<std::size_t>(random.below(3))];
  const auto columns = [&] {
    return static_cast<std::uint32_t>(2 + random.below(random.chance(0.5) ? most_columns - 1 : 6));
  };
  data.options.columns = columns();
  data.options.rows = columns();
  data.options.width = data.size * (random.chance(0.3) ? 1.0 : random.uniform(0.1, 1.5));
  data.options.depth = data.size * (random.chance(0.3) ? 1.0 : random.uniform(0.1, 1.5));
  data.options.sides = random.chance(0.6) ? SurfaceSides::front : SurfaceSides::both;
  data.options.thickness = data.size * (random.chance(0.2) ? 0.0 : random.uniform(0.0, 0.3));
  const int kind = random.below(5);
  const bool is_narrow = random.chance(0.5);
  const double high = data.size * std::array{0.0, 0.02, 0.2, 1.0}[static_cast<std::size_t>(random.below(4))];
  const double base = random.chance(0.2) ? data.size * random.uniform(-100.0, 100.0) : 0.0;
  const double holes = random.chance(0.4) ? random.uniform(0.0, 0.4) : 0.0;
  for (std::uint32_t row = 0; row < data.options.rows; ++row) {
    for (std::uint32_t column = 0; column < data.options.columns; ++column) {
      double height = random_height(random, kind, column / (data.options.columns - 1.0),
                                    row / (data.options.rows - 1.0), high, is_narrow) +
                      base;
      if (is_narrow) height = static_cast<double>(static_cast<float>(height));
      data.heights.push_back(random.chance(holes) ? std::numeric_limits<double>::quiet_NaN() : height);
    }
  }
  bool is_empty = true;
  for (std::uint32_t t = 0; t < data.triangle_count(); ++t) is_empty = is_empty && !data.has(t);
  if (is_empty) data.heights.assign(data.heights.size(), base);
  return data;
}

/// A height field, and a mesh of its triangles.
struct TestField {
  HeightData data;
  HeightFieldPtr field;
  TriangleMeshPtr mesh;
  /// Of a triangle of the mesh: that of the field.
  std::vector<std::uint32_t> present;

  double size() const { return data.size; }
  Vec3 corner(std::uint32_t t, std::uint32_t i) const { return data.corner(t, i); }
};

inline TestField make_field(HeightData data) {
  TestField test;
  test.data = std::move(data);
  Result<HeightFieldPtr> built = build_height_field(test.data.heights, test.data.options);
  EXPECT_TRUE(built.ok()) << built.message;
  if (!built.ok()) return test;
  test.field = std::move(built.value);
  EXPECT_STREQ(test.field->validate(), nullptr);
  std::vector<double> vertices;
  for (std::uint32_t t = 0; t < test.data.triangle_count(); ++t) {
    if (!test.data.has(t)) continue;
    test.present.push_back(t);
    Vec3 corners[3];
    test.field->corners(t, corners);
    for (const Vec3& c : corners) vertices.insert(vertices.end(), {c.x, c.y, c.z});
  }
  TriangleMeshOptions options;
  options.sides = test.data.options.sides;
  options.thickness = test.data.options.thickness;
  Result<TriangleMeshPtr> mesh = build_triangle_mesh(vertices, {}, options);
  EXPECT_TRUE(mesh.ok()) << mesh.message;
  test.mesh = std::move(mesh.value);
  return test;
}

}  // namespace hyperplane::test
