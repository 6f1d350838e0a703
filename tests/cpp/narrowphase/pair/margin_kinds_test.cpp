#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/triangle_mesh.h>

#include "composite/compound.h"
#include "composite/surface.h"
#include "math/pose.h"
#include "support/convex_shapes.h"
#include "support/height_fields.h"
#include "support/test_size.h"
#include "support/voxel_grids.h"

/// Contacts within a margin of all pairs of kinds of shapes, beside their distance: of shapes that are apart, the depth
/// is minus the distance.

namespace hyperplane::test {
namespace {

constexpr const char* k_kinds[] = {"convex", "compound", "mesh",       "solid mesh",
                                   "field",  "voxels",   "half-space", "compound of composites"};

/// A shape of a kind, about a metre large, and what it owns.
struct KindOfShape {
  std::vector<TestShape> convex;
  TriangleMeshPtr mesh;
  HeightFieldPtr field;
  TestGrid grid;
  CompoundPtr compound;
  Shape shape;
};

TriangleMeshPtr random_mesh(Random& random, bool is_solid) {
  TriangleMeshOptions options;
  options.solid = is_solid;
  if (!is_solid && random.chance(0.5)) {
    options.sides = SurfaceSides::front;
    options.thickness = random.chance(0.3) ? 0.0 : random.uniform(0.0, 0.5);
  }
  std::vector<double> corners;
  if (is_solid || random.chance(0.3)) {
    for (const double number : {0.0, 0.0, 0.0, 1.0, 0.0, 0.2, 0.1, 1.0, 0.0, 0.0, 0.2, 1.0}) {
      corners.push_back(number + random.uniform(-0.05, 0.05));
    }
    return build_triangle_mesh(corners, std::array<std::uint32_t, 12>{0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3}, options)
        .value;
  }
  std::vector<std::uint32_t> indices;
  const auto side = static_cast<std::uint32_t>(1 + random.below(4));
  const double rough = random.chance(0.3) ? 0.0 : 0.3;
  for (std::uint32_t z = 0; z <= side; ++z) {
    for (std::uint32_t x = 0; x <= side; ++x) {
      corners.insert(corners.end(), {1.5 * x / side, rough * random.uniform(), 1.5 * z / side});
      if (x == side || z == side) continue;
      const std::uint32_t at = z * (side + 1) + x, below = at + side + 1;
      indices.insert(indices.end(), {at, below, at + 1, at + 1, below, below + 1});
    }
  }
  return build_triangle_mesh(corners, indices, options).value;
}

HeightFieldPtr random_field(Random& random) {
  HeightFieldOptions options;
  options.columns = options.rows = static_cast<std::uint32_t>(2 + random.below(4));
  options.width = options.depth = 1.5;
  options.thickness = random.chance(0.3) ? 0.0 : random.uniform(0.0, 0.5);
  if (random.chance(0.3)) options.sides = SurfaceSides::both;
  std::vector<double> heights;
  const double rough = random.chance(0.3) ? 0.0 : 0.4;
  for (std::uint32_t i = 0; i < options.columns * options.rows; ++i) heights.push_back(rough * random.uniform());
  return build_height_field(heights, options).value;
}

KindOfShape make_kind(Random& random, int kind) {
  KindOfShape made;
  const auto add_convex = [&]() -> const Shape& {
    const ShapeForm form = random.chance(0.3) ? ShapeForm::rounded : ShapeForm::plain;
    made.convex.push_back(make_test_shape(random, k_shape_types[random.below(k_shape_type_count)], form, 0.8));
    return made.convex.back().shape;
  };
  std::vector<CompoundPart> parts;
  if (kind == 0) made.shape = add_convex();
  if (kind == 1 || kind == 7) {
    // Half of them are boxes that lie flush, overlap, or are there twice.
    const bool is_flush = random.chance(0.5);
    for (int i = 1 + random.below(4); i > 0; --i) {
      const Vec3 at{0.25 * random.below(4), 0.25 * random.below(3), 0.25 * random.below(2)};
      if (is_flush) {
        parts.push_back({make_box(0.5, 0.25 * (1 + random.below(2)), 0.5).value, {at, {}}});
      } else {
        parts.push_back({add_convex(), {random.in_cube(0.7), random.rotation()}});
      }
    }
  }
  if (kind == 2 || kind == 3 || kind == 7) made.mesh = random_mesh(random, kind == 3 || random.chance(0.3));
  if (kind == 2 || kind == 3) made.shape = make_triangle_mesh(*made.mesh);
  if (kind == 4) made.field = random_field(random);
  if (kind == 4) made.shape = make_height_field(*made.field);
  if (kind == 5 || kind == 7) {
    do {
      made.grid = random_grid(random, 0.4, 4, {0.4, 0.5, 0.3});
    } while (std::count(made.grid.cells.begin(), made.grid.cells.end(), 0) == static_cast<int>(made.grid.cells.size()));
    made.shape = made.grid.shape();
  }
  if (kind == 6) made.shape = make_half_space();
  if (kind == 7) {
    parts.push_back({make_triangle_mesh(*made.mesh), {random.in_cube(1.0), random.rotation()}});
    parts.push_back({made.grid.shape(), {random.in_cube(1.0), random.rotation()}});
  }
  if (!parts.empty()) {
    made.compound = build_compound(parts).value;
    made.shape = make_compound(*made.compound);
  }
  return made;
}

/// Whether a distance is to the back of a one-sided surface: there is no contact there.
bool is_to_back(const Shape& shape, const Pose& pose, std::int32_t part, std::int32_t triangle, const Vec3& outwards) {
  if (triangle < 0) return false;
  const bool is_part = shape.type == ShapeType::compound;
  const CompoundPart own = is_part ? shape.compound->parts()[static_cast<std::size_t>(part)] : CompoundPart{shape, {}};
  if (!is_surface(own.shape.type)) return false;
  const Surface surface(own.shape);
  if (!surface.is_one_sided() && !surface.is_solid()) return false;
  const Shape corners = surface.triangle_shape(static_cast<std::uint32_t>(triangle));
  return dot(rotate((pose * own.pose).rotation, Triangle(corners).normal()), outwards) <= 1e-9;
}

TEST(MarginOfKinds, DepthIsMinusTheDistance) {
  constexpr int k_count = static_cast<int>(std::size(k_kinds));
  int apart = 0, overlapping = 0, beyond = 0, behind = 0;
  for (int pair = 0; pair < k_count * k_count; ++pair) {
    const int kind_a = pair / k_count, kind_b = pair % k_count;
    Random random(8400 + static_cast<std::uint64_t>(pair));
    for (int run = 0; run < scaled(200); ++run) {
      SCOPED_TRACE(std::string(k_kinds[kind_a]) + ", " + k_kinds[kind_b] + ", run " + std::to_string(run));
      const KindOfShape a = make_kind(random, kind_a), b = make_kind(random, kind_b);
      const Vec3 around = random.chance(0.2) ? random.in_cube(1e4) : Vec3{};
      const double margin = std::pow(10.0, random.uniform(-3.0, 0.0));
      const bool is_aligned = random.chance(0.3);
      const auto rotation = [&] { return is_aligned ? Quat{} : random.rotation(); };
      const Pose pose_a{around, rotation()};
      Pose pose_b{around + random.direction() * random.uniform(0.0, 3.0), rotation()};
      if (a.shape.type == ShapeType::half_space && b.shape.type == ShapeType::half_space) {
        ASSERT_EQ(collide_within(a.shape, pose_a, b.shape, pose_b, margin).point_count, 0);
        continue;
      }
      // Brings most pairs to within the margin.
      for (int i = random.chance(0.1) ? 0 : 2; i > 0; --i) {
        const Distance now = distance(a.shape, pose_a, b.shape, pose_b);
        pose_b.position -= now.normal * (now.distance - margin * random.uniform(0.02, 1.2));
      }
      const Distance gap = distance(a.shape, pose_a, b.shape, pose_b);
      if (gap.distance > 0.0 &&
          (is_to_back(a.shape, pose_a, gap.features.part_a, gap.features.triangle_a, gap.normal) ||
           is_to_back(b.shape, pose_b, gap.features.part_b, gap.features.triangle_b, -gap.normal))) {
        ++behind;
        continue;
      }
      const double tolerance = 1e-6 + 1e-14 * length(around);
      if (std::fabs(gap.distance - margin) < tolerance || std::fabs(gap.distance) < tolerance) continue;
      const ContactManifold contact = collide_within(a.shape, pose_a, b.shape, pose_b, margin);
      ASSERT_EQ(contact.point_count > 0, gap.distance <= margin) << gap.distance << " of " << margin;
      (gap.distance > margin ? beyond : gap.distance > 0.0 ? apart : overlapping) += 1;
      if (contact.point_count == 0) continue;
      ASSERT_NEAR(contact.depth, -gap.distance, tolerance) << "margin " << margin;
      ContactManifold all[1];
      ASSERT_GT(collide_all_within(a.shape, pose_a, b.shape, pose_b, margin, all), 0u);
      if (gap.distance > 0.0) ASSERT_EQ(all[0].depth, contact.depth);
    }
  }
  printf("seeds 8400 on: %d apart, %d overlapping, %d beyond the margin, %d behind a surface\n", apart, overlapping,
         beyond, behind);
  EXPECT_GT(apart, scaled(200) * 30);
  EXPECT_GT(overlapping, scaled(200));
  EXPECT_GT(beyond, scaled(200) * 5);
}

}  // namespace
}  // namespace hyperplane::test
