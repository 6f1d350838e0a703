#include "composite/packed_shapes.h"

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/triangle_mesh.h>

#include "composite/shape_extent.h"
#include "random.h"
#include "support/test_size.h"

/// Shapes that are packed and unpacked again are the same, whatever their rows held before.

namespace hyperplane {
namespace {

void expect_same(const Shape& shape, const Shape& expected) {
  ASSERT_EQ(shape.type, expected.type);
  ASSERT_EQ(data_of(shape), data_of(expected));
  ASSERT_EQ(shape.thickness, expected.thickness);
  if (is_composite(shape.type)) return;
  ASSERT_EQ(std::memcmp(shape.parameters, expected.parameters,
                        sizeof(double) * static_cast<std::size_t>(parameter_count(shape.type))),
            0);
}

/// A shape of any type; hulls and compounds are never read, only named.
Shape any_shape(scenes::Random& random) {
  const std::uint32_t number = random.below(k_last_shape_type + 1);
  Shape shape{static_cast<ShapeType>(number), {0.0}};
  static const std::byte places[k_last_shape_type + 1] = {};
  const void* const somewhere = &places[number];
  switch (shape.type) {
    case ShapeType::convex_hull:
      shape.hull = static_cast<const Hull*>(somewhere);
      shape.parameters[0] = random.uniform(0.0, 1.0);
      break;
    case ShapeType::compound:
      shape.compound = static_cast<const Compound*>(somewhere);
      break;
    case ShapeType::triangle_mesh:
      shape.mesh = static_cast<const TriangleMesh*>(somewhere);
      break;
    case ShapeType::height_field:
      shape.height_field = static_cast<const HeightField*>(somewhere);
      break;
    case ShapeType::voxels:
      shape.voxels = static_cast<const Voxels*>(somewhere);
      break;
    default:
      for (int i = 0; i < parameter_count(shape.type); ++i) shape.parameters[i] = random.uniform(-2.0, 2.0);
      if (shape.type == ShapeType::triangle && random.chance(0.5)) shape.thickness = random.uniform(0.1, 1.0);
  }
  return shape;
}

TEST(PackedShapes, HoldWhatTheyWereGiven) {
  constexpr std::uint32_t k_rows = 50;
  scenes::Random random(71);
  PackedShapes packed;
  std::vector<Shape> expected;
  std::vector<std::uint64_t> hashes;
  const int steps = test::scaled(20000);
  for (int step = 0; step < steps; ++step) {
    if (expected.empty() || (expected.size() < k_rows && random.chance(0.01))) {
      const std::size_t rows = expected.size() + 1;
      ASSERT_TRUE(packed.reserve(rows));
      packed.resize(rows);
      expected.resize(rows, Shape{ShapeType::sphere, {0.0}});
      hashes.resize(rows, 0);
    }
    const std::uint32_t row = random.below(static_cast<std::uint32_t>(expected.size()));
    expected[row] = any_shape(random);
    hashes[row] = random.bits();
    ASSERT_TRUE(packed.make_room_for(expected[row]));
    packed.set(row, expected[row], hashes[row]);
    for (std::uint32_t i = 0; i < expected.size(); ++i) {
      ASSERT_NO_FATAL_FAILURE(expect_same(packed[i], expected[i])) << "row " << i << ", step " << step;
      ASSERT_EQ(packed.type(i), expected[i].type);
      ASSERT_EQ(packed.hash(i), has_parameters(expected[i].type) ? hash_of(expected[i]) : hashes[i]);
    }
  }
}

}  // namespace
}  // namespace hyperplane
