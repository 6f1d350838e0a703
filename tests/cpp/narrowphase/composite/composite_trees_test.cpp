#include <algorithm>
#include <array>
#include <cstdio>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/height_field.h>
#include <hyperplane/pair.h>
#include <hyperplane/sweep.h>
#include <hyperplane/triangle_mesh.h>

#include "math/pose.h"
#include "math/quat.h"
#include "support/random.h"
#include "support/test_size.h"

/// Composites of many parts in all pairs, whose trees are descended together, beside their parts one by one.

namespace hyperplane::test {
namespace {

enum class TreeKind : std::uint8_t { mesh, field, compound };
constexpr int k_tree_kind_count = 3;

/// A two-sided composite, and its convex parts.
struct ManyParts {
  std::vector<TriangleMeshPtr> meshes;
  HeightFieldPtr field;
  CompoundPtr compound;
  Shape shape;
  std::vector<CompoundPart> parts;
};

/// m: half of the sides of a composite.
constexpr double k_sheet_half = 2.0;

void add_corner_part(ManyParts& many, const Pose& pose, const Vec3 (&corners)[3]) {
  many.parts.push_back({make_triangle(corners[0], corners[1], corners[2]).value, pose});
}

/// Triangles on a bent sheet, in no order.
Shape make_sheet_mesh(Random& random, int cells, const Pose& pose, ManyParts& many) {
  std::vector<double> vertices;
  const double step = 2.0 * k_sheet_half / cells;
  const Vec3 bend = random.in_cube(0.5);
  const auto point = [&](int x, int z) {
    const double px = x * step - k_sheet_half, pz = z * step - k_sheet_half;
    return Vec3{px, bend.x * px * px + bend.y * pz * pz + bend.z * px * pz, pz};
  };
  for (int x = 0; x < cells; ++x) {
    for (int z = 0; z < cells; ++z) {
      const Vec3 a = point(x, z), b = point(x + 1, z), c = point(x, z + 1), d = point(x + 1, z + 1);
      for (const auto& corners : {std::array{a, c, b}, std::array{b, c, d}}) {
        for (const Vec3& corner : corners) vertices.insert(vertices.end(), {corner.x, corner.y, corner.z});
        add_corner_part(many, pose, {corners[0], corners[1], corners[2]});
      }
    }
  }
  many.meshes.push_back(std::move(build_triangle_mesh(vertices, {}, {}).value));
  return make_triangle_mesh(*many.meshes.back());
}

ManyParts make_many_parts(Random& random, TreeKind kind) {
  ManyParts many;
  if (kind == TreeKind::mesh) {
    many.shape = make_sheet_mesh(random, 2 + random.below(7), {}, many);
  } else if (kind == TreeKind::field) {
    HeightFieldOptions options;
    options.sides = SurfaceSides::both;
    options.columns = 3 + static_cast<std::uint32_t>(random.below(18));
    options.rows = 3 + static_cast<std::uint32_t>(random.below(4));
    options.width = options.depth = 2.0 * k_sheet_half;
    std::vector<double> heights;
    for (std::uint32_t i = 0; i < options.columns * options.rows; ++i) heights.push_back(random.uniform(-0.4, 0.4));
    many.field = std::move(build_height_field(heights, options).value);
    many.shape = make_height_field(*many.field);
    for (std::uint32_t i = 0; i < height_field_triangle_count(*many.field); ++i) {
      Vec3 corners[3];
      height_field_corners(*many.field, i, corners);
      add_corner_part(many, {}, corners);
    }
  } else {
    std::vector<CompoundPart> parts;
    for (int i = 0; i < 3; ++i) {
      const Pose pose{random.in_cube(2.0), random.rotation()};
      parts.push_back({make_sheet_mesh(random, 2 + random.below(4), pose, many), pose});
    }
    parts.push_back({make_sphere(0.3).value, {random.in_cube(3.0), {}}});
    many.parts.push_back(parts.back());
    many.compound = std::move(build_compound(parts).value);
    many.shape = make_compound(*many.compound);
  }
  return many;
}

Pose placed_in(const Pose& whole, const Pose& part) {
  return {whole.position + rotate(whole.rotation, part.position), normalized(whole.rotation * part.rotation)};
}

TEST(CompositeTrees, VerdictsAndDistancesAreThoseOfTheParts) {
  Random random(6101);
  int hits = 0;
  const int count = scaled(240);
  for (int i = 0; i < count; ++i) {
    const ManyParts a = make_many_parts(random, static_cast<TreeKind>(i % k_tree_kind_count));
    const ManyParts b = make_many_parts(random, static_cast<TreeKind>(i / k_tree_kind_count % k_tree_kind_count));
    const Pose pose_a{random.in_cube(1.0), random.rotation()};
    const double apart = random.chance(0.2) ? random.log_uniform(1, 4) : random.uniform(0.0, 6.0);
    const Pose pose_b{pose_a.position + random.direction() * apart, random.rotation()};
    bool touches = false;
    double least = std::numeric_limits<double>::infinity();
    for (const CompoundPart& of_a : a.parts) {
      for (const CompoundPart& of_b : b.parts) {
        const double gap =
            distance(of_a.shape, placed_in(pose_a, of_a.pose), of_b.shape, placed_in(pose_b, of_b.pose)).distance;
        touches = touches || gap <= 0.0;
        least = std::min(least, gap);
      }
    }
    hits += touches ? 1 : 0;
    EXPECT_EQ(intersects(a.shape, pose_a, b.shape, pose_b), touches) << i;
    const ContactManifold contact = collide(a.shape, pose_a, b.shape, pose_b);
    EXPECT_EQ(contact.point_count > 0, touches) << i;
    const double found = distance(a.shape, pose_a, b.shape, pose_b).distance;
    EXPECT_EQ(found <= 0.0, touches) << i;
    if (touches) {
      ContactManifold first[1];
      EXPECT_GE(collide_all(a.shape, pose_a, b.shape, pose_b, first), 1u) << i;
      EXPECT_EQ(first[0].depth, contact.depth) << i;
    } else {
      EXPECT_NEAR(found, least, 1e-12 * (1.0 + apart)) << i;
    }
  }
  std::printf("%d of %d touch\n", hits, count);
  EXPECT_GT(hits, count / 5);
  EXPECT_LT(hits, count * 9 / 10);
}

/// Convex parts in a row, on a ball, on a plate or in a cube of 2 m.
std::vector<CompoundPart> make_assembly(Random& random, int layout, int count) {
  std::vector<CompoundPart> parts;
  for (int i = 0; i < count; ++i) {
    const double size = random.uniform(0.02, 0.3), along = 2.0 * i / count - 1.0;
    const Vec3 places[] = {
        {0.0, along, 0.0}, random.direction(), {along, 0.0, random.uniform(-1.0, 1.0)}, random.in_cube(1.0)};
    const Shape shapes[] = {make_box(size, 0.3 - 0.5 * size, 0.2).value,
                            make_capsule(0.3 * size, size).value,
                            make_sphere(size).value,
                            make_cylinder(size, 0.2).value,
                            make_tapered_capsule(size, 0.3 * size, 0.3).value,
                            make_ellipsoid(size, 0.1, 0.2).value};
    parts.push_back({shapes[random.below(6)], {places[layout], random.rotation()}});
  }
  return parts;
}

TEST(CompositeTrees, DistancesOfAssembliesAreThoseOfTheParts) {
  Random random(6103);
  for (int i = 0; i < scaled(200); ++i) {
    const auto parts_a = make_assembly(random, i % 4, 1 + random.below(120));
    const auto parts_b = make_assembly(random, i / 4 % 4, 1 + random.below(120));
    const CompoundPtr compound_a = build_compound(parts_a).value, compound_b = build_compound(parts_b).value;
    const Shape a = make_compound(*compound_a), b = make_compound(*compound_b);
    const Pose pose_a{random.in_cube(1.0), random.rotation()};
    const Pose pose_b{pose_a.position + random.direction() * random.uniform(0.5, 6.0), random.rotation()};
    Distance least;
    least.distance = std::numeric_limits<double>::infinity();
    for (const CompoundPart& of_a : parts_a) {
      for (const CompoundPart& of_b : parts_b) {
        const Distance gap =
            distance(of_a.shape, placed_in(pose_a, of_a.pose), of_b.shape, placed_in(pose_b, of_b.pose));
        if (gap.distance < least.distance) least = gap;
      }
    }
    if (least.distance <= 0.0) continue;
    const Distance found = distance(a, pose_a, b, pose_b), exchanged = distance(b, pose_b, a, pose_a);
    EXPECT_NEAR(found.distance, least.distance, 1e-12) << i;
    EXPECT_NEAR(exchanged.distance, least.distance, 1e-12) << i;
    EXPECT_LT(length(found.point_a - least.point_a), 1e-5) << i;
    EXPECT_LT(length(found.normal + exchanged.normal), 1e-6) << i;
    EXPECT_TRUE(distance_within(a, pose_a, b, pose_b, 1.000001 * least.distance)) << i;
    EXPECT_FALSE(distance_within(a, pose_a, b, pose_b, 0.999999 * least.distance)) << i;
  }
}

TEST(CompositeTrees, ImpactsAreTheFirstOfTheParts) {
  Random random(6102);
  int hits = 0, misses = 0;
  const int count = scaled(60);
  for (int i = 0; i < count; ++i) {
    const ManyParts a = make_many_parts(random, static_cast<TreeKind>(i % k_tree_kind_count));
    const ManyParts b = make_many_parts(random, static_cast<TreeKind>(i / k_tree_kind_count % k_tree_kind_count));
    Sweep sweeps[2];
    const Vec3 start = random.direction() * random.uniform(3.0, 7.0);
    for (int k = 0; k < 2; ++k) {
      const Quat from = random.rotation();
      const Vec3 axis = random.direction() * random.uniform(0.0, 0.6);
      const Quat turn = random.chance(0.3) ? Quat{} : normalized(Quat{axis.x, axis.y, axis.z, 1.0});
      const Vec3 at = k == 0 ? Vec3{} : start;
      sweeps[k] = {{at, from}, {at * random.uniform(-0.5, 1.0) + random.in_cube(2.0), normalized(turn * from)}};
    }
    const auto sweep_of = [](const Sweep& whole, const Pose& part) {
      return Sweep{placed_in(whole.from, part), placed_in(whole.to, part)};
    };
    // Parts that turn about another point than their own only move with the whole in small steps.
    Impact first;
    bool is_clear = true;
    for (const CompoundPart& of_a : a.parts) {
      for (const CompoundPart& of_b : b.parts) {
        if (of_a.pose.position != Vec3{} || of_b.pose.position != Vec3{}) {
          is_clear = is_clear && sweeps[0].from.rotation == sweeps[0].to.rotation &&
                     sweeps[1].from.rotation == sweeps[1].to.rotation;
        }
        if (!is_clear) break;
        const Impact impact =
            time_of_impact(of_a.shape, sweep_of(sweeps[0], of_a.pose), of_b.shape, sweep_of(sweeps[1], of_b.pose));
        if (impact.hit && (!first.hit || impact.time < first.time)) first = impact;
      }
    }
    const Impact found = time_of_impact(a.shape, sweeps[0], b.shape, sweeps[1]);
    if (!is_clear) {
      // What they do not touch until then, and touch then.
      if (!found.hit || found.time == 0.0) continue;
      for (const double share : {0.0, 0.3, 0.6, 0.9, 0.999}) {
        const double time = share * found.time;
        EXPECT_FALSE(intersects(a.shape, pose_at(sweeps[0], time), b.shape, pose_at(sweeps[1], time))) << i;
      }
      const double gap =
          distance(a.shape, pose_at(sweeps[0], found.time), b.shape, pose_at(sweeps[1], found.time)).distance;
      EXPECT_LT(std::abs(gap), 1e-4) << i;
      continue;
    }
    ASSERT_EQ(found.hit, first.hit) << i;
    (first.hit ? hits : misses) += 1;
    if (first.hit) {
      EXPECT_NEAR(found.time, first.time, 1e-9) << i;
    }
  }
  std::printf("%d of %d hit, %d miss\n", hits, count, misses);
  EXPECT_GT(hits, count / 10);
}

}  // namespace
}  // namespace hyperplane::test
