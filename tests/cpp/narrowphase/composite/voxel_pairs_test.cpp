#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <span>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/sweep.h>

#include "math/pose.h"
#include "narrowphase/union/ball_in_cells.h"
#include "support/convex_shapes.h"
#include "support/height_fields.h"
#include "support/test_size.h"
#include "support/voxel_grids.h"

/// Grids of cells as one of two shapes, beside the same cells as boxes: all pairs by brute force, and as a compound.

namespace hyperplane::test {
namespace {

/// A grid at a pose, and another shape near a place where it is solid.
struct GridPair {
  TestGrid grid;
  TestShape convex;
  Pose pose, other;
  double size = 1.0;

  Pose pose_of(int x, int y, int z) const {
    return {pose.position + rotate(pose.rotation, grid.middle_of(x, y, z)), pose.rotation};
  }
};

/// @param reach of the other shape, in cells.
GridPair make_grid_pair(Random& random, TestGrid grid, double reach, double beside) {
  GridPair pair;
  pair.grid = std::move(grid);
  const Vec3& cell = pair.grid.options.cell_size;
  const double side = (cell.x + cell.y + cell.z) / 3.0;
  pair.convex =
      make_test_shape(random, k_shape_types[random.below(k_shape_type_count)], ShapeForm::plain, reach * side);
  pair.size = side * (1.0 + reach);
  const Vec3 around = random.chance(0.3) ? random.in_cube(1e5 * pair.size) : Vec3{};
  pair.pose = {around, random.chance(0.5) ? Quat{} : random.rotation()};
  const Vec3 size = pair.grid.far_corner();
  const Vec3 place{random.uniform(-beside, 1.0 + beside) * size.x, random.uniform(-beside, 1.0 + beside) * size.y,
                   random.uniform(-beside, 1.0 + beside) * size.z};
  pair.other = {pair.pose.position + rotate(pair.pose.rotation, place), random.rotation()};
  return pair;
}

TEST(VoxelPairs, VerdictsAndDistancesAreThoseOfAllBoxes) {
  Random random(4111);
  int overlaps = 0, near = 0;
  const int count = scaled(3000);
  KindMask mask{{0b01010, 0, 0, 0}};
  for (int run = 0; run < count; ++run) {
    const Vec3 cell{random.log_uniform(-2, 2), random.log_uniform(-2, 2), random.log_uniform(-2, 2)};
    const double scale = random.chance(0.3) ? random.log_uniform(-10, 10) : 1.0;
    const GridPair pair = make_grid_pair(random, random_grid(random, random.log_uniform(-4, 0), 7, cell * scale),
                                         random.uniform(0.2, 2.5), 0.2);
    Shape shape = pair.grid.shape(), other = pair.convex.shape;
    const KindMask* const kinds = random.chance(0.3) ? &mask : nullptr;
    (random.chance(0.5) ? shape : other).kinds = kinds;
    double least = k_beyond_grid;
    pair.grid.for_solid(
        [&](int x, int y, int z) {
          least = std::min(least, distance(pair.grid.cell_shape(), pair.pose_of(x, y, z), other, pair.other).distance);
        },
        kinds);
    const double tolerance = 2e-6 * pair.size * scale;
    const bool verdict = intersects(shape, pair.pose, other, pair.other);
    if (std::fabs(least) > tolerance) ASSERT_EQ(verdict, least < 0.0) << "seed 4111, run " << run << ": " << least;
    overlaps += verdict ? 1 : 0;
    const Distance found = distance(shape, pair.pose, other, pair.other);
    if (least == k_beyond_grid) {
      ASSERT_EQ(found.distance, k_beyond_grid);
      continue;
    }
    if (least > tolerance) {
      ++near;
      ASSERT_NEAR(found.distance, least, 1e-5 * pair.size * scale) << run;
      ASSERT_NE(pair.grid.cells[static_cast<std::size_t>(found.features.triangle_a)], 0) << run;
    } else if (least < -tolerance) {
      ASSERT_LT(found.distance, 0.0) << run;
    }
    // The other way round.
    const Distance turned = distance(other, pair.other, shape, pair.pose);
    ASSERT_NEAR(turned.distance, found.distance, 1e-9 * pair.size * scale + 1e-12 * length(pair.pose.position)) << run;
    if (verdict) {
      ASSERT_GT(collide(shape, pair.pose, other, pair.other).point_count, 0) << run;
    }
  }
  printf("seed 4111: %d of %d overlap, %d apart\n", overlaps, count, near);
  EXPECT_GT(overlaps, count / 5);
  EXPECT_GT(near, count / 5);
}

/// What is left of the overlap after the shortest translation out of all contacts: of a body on the surface, nothing.
double depth_after(const GridPair& pair, const Vec3& way) {
  double deepest = 0.0;
  const Pose moved{pair.other.position + way, pair.other.rotation};
  pair.grid.for_solid([&](int x, int y, int z) {
    deepest =
        std::max(deepest, penetration(pair.grid.cell_shape(), pair.pose_of(x, y, z), pair.convex.shape, moved).depth);
  });
  return deepest;
}

TEST(VoxelPairs, AFlatFloorPushesUpAsDeepAsABodySinks) {
  Random random(4112);
  const int count = scaled(3000);
  for (int run = 0; run < count; ++run) {
    TestGrid grid;
    const double scale = random.log_uniform(-10, 10);
    grid.options = {12, 3, 12, {scale, random.uniform(0.5, 2.0) * scale, random.uniform(0.5, 2.0) * scale}};
    grid.cells.assign(12 * 3 * 12, 0);
    for (int x = 0; x < 12; ++x) {
      for (int z = 0; z < 12; ++z) {
        for (int y = 0; y < 2; ++y) grid.cells[grid.index(x, y, z)] = 1;
      }
    }
    grid.build();
    GridPair pair = make_grid_pair(random, std::move(grid), random.uniform(0.1, 2.0), 0.0);
    const Quat body = random.rotation();
    const Quat in_grid = random.chance(0.5) ? body : Quat{};
    const double low = support(pair.convex.shape, {{}, in_grid}, {0.0, -1.0, 0.0}).y;
    const double reach = 2.5 * scale;
    const double sunk = random.log_uniform(-14, -2) * scale;
    const Vec3 size = pair.grid.far_corner();
    const Vec3 place{random.uniform(reach, size.x - reach), 2.0 * pair.grid.options.cell_size.y - low - sunk,
                     random.uniform(reach, size.z - reach)};
    pair.other = pair.pose * Pose{place, in_grid};
    const ContactManifold contact = collide(pair.grid.shape(), pair.pose, pair.convex.shape, pair.other);
    ASSERT_GT(contact.point_count, 0) << "seed 4112, run " << run;
    const Vec3 up = rotate(pair.pose.rotation, Vec3{0.0, 1.0, 0.0});
    const double rounding = 1e-9 * length(pair.pose.position);
    ASSERT_LE(length(contact.normal - up), 2e-5) << "seed 4112, run " << run << ", sunk " << sunk / scale;
    ASSERT_NEAR(contact.depth, sunk, 2e-6 * pair.size + rounding) << run;
    ContactManifold all[4];
    ASSERT_EQ(collide_all(pair.grid.shape(), pair.pose, pair.convex.shape, pair.other, all), 1u) << run;
    // A cell of the top layer.
    ASSERT_EQ(contact.features.triangle_a / (12 * 12), 1) << run;
  }
}

TEST(VoxelPairs, ContactsOnTerrainFreeBodies) {
  Random random(4113);
  const int count = scaled(2000);
  int touching = 0, stuck = 0, other = 0, deeper = 0;
  for (int run = 0; run < count; ++run) {
    GridPair pair = make_grid_pair(random, hilly_grid(random, 10, 8, 10), random.uniform(0.2, 1.5), 0.0);
    // On the ground, sunk a little.
    const int x = 2 + random.below(6), z = 2 + random.below(6);
    int y = 0;
    while (pair.grid.kind(x, y, z) != 0) ++y;
    const Quat rotation = random.chance(0.5) ? Quat{} : random.rotation();
    const double low = support(pair.convex.shape, {{}, rotation}, {0.0, -1.0, 0.0}).y;
    pair.pose = {};
    pair.other = {{x + random.uniform(), y - low - random.log_uniform(-12, -3), z + random.uniform()}, rotation};
    ContactManifold all[64];
    const std::size_t found = collide_all(pair.grid.shape(), pair.pose, pair.convex.shape, pair.other, all);
    if (found == 0) continue;
    ++touching;
    // The same cells, one by one, are the same union.
    std::vector<CompoundPart> parts;
    pair.grid.for_solid(
        [&](int u, int v, int w) { parts.push_back({pair.grid.cell_shape(), {pair.grid.middle_of(u, v, w), {}}}); });
    const CompoundPtr compound = build_compound(parts).value;
    const ContactManifold own = collide(pair.grid.shape(), pair.pose, pair.convex.shape, pair.other);
    const ContactManifold of_boxes = collide(make_compound(*compound), pair.pose, pair.convex.shape, pair.other);
    other += std::fabs(own.depth - of_boxes.depth) > 1e-4 ? 1 : 0;
    deeper += own.depth > of_boxes.depth + 1e-4 ? 1 : 0;
    // Out along the contacts, a few times, as a game does.
    Vec3 way;
    for (int step = 0; step < 6; ++step) {
      const Pose at{pair.other.position + way, rotation};
      const ContactManifold deepest = collide(pair.grid.shape(), pair.pose, pair.convex.shape, at);
      if (deepest.point_count == 0 || deepest.depth < 1e-7) break;
      way += deepest.normal * deepest.depth;
    }
    stuck += depth_after(pair, way) > 1e-4 ? 1 : 0;
  }
  printf("seed 4113: %d of %d touch, %d stuck, %d of another depth than boxes, %d deeper\n", touching, count, stuck,
         other, deeper);
  EXPECT_GT(touching, count / 2);
  EXPECT_LE(stuck, touching / 100);
  EXPECT_LE(other, touching / 50);
}

TEST(VoxelPairs, BuriedBodiesLeaveTheShortestWay) {
  Random random(4114);
  const int count = scaled(500);
  for (int run = 0; run < count; ++run) {
    TestGrid grid;
    grid.options = {11, 9, 13};
    grid.cells.assign(11 * 9 * 13, 1);
    grid.build();
    GridPair pair = make_grid_pair(random, std::move(grid), random.uniform(0.3, 1.5), 0.0);
    const Vec3 place{random.uniform(2.6, 8.4), random.uniform(2.6, 6.4), random.uniform(2.6, 10.4)};
    const Quat rotation = random.rotation();
    pair.other = pair.pose * Pose{place, rotation};
    double expected = k_beyond_grid;
    for (int axis = 0; axis < 3; ++axis) {
      const Vec3 up = unit_axis(axis);
      const double low = dot(up, support(pair.convex.shape, {place, rotation}, -up));
      const double high = dot(up, support(pair.convex.shape, {place, rotation}, up));
      expected = std::min(expected, std::min(component(pair.grid.far_corner(), axis) - low, high));
    }
    const ContactManifold contact = collide(pair.grid.shape(), pair.pose, pair.convex.shape, pair.other);
    ASSERT_GT(contact.point_count, 0);
    ASSERT_NEAR(contact.depth, expected, 1e-5 + 1e-9 * length(pair.pose.position)) << "seed 4114, run " << run;
  }
}

/// A contact with the same normal and depth, at the same place.
bool has_contact(std::span<const ContactManifold> contacts, const ContactManifold& wanted, double rounding) {
  return std::any_of(contacts.begin(), contacts.end(), [&](const ContactManifold& of) {
    return length(of.normal - wanted.normal) <= 1e-9 && std::fabs(of.depth - wanted.depth) <= rounding &&
           length(of.points[0].on_a - wanted.points[0].on_a) <= rounding;
  });
}

/// A ball has a closed form, a compound of one ball has none.
TEST(VoxelPairs, BallsHaveTheContactsOfACompoundOfThem) {
  Random random(4118);
  const int count = scaled(20000);
  int closed = 0, touching = 0, several = 0;
  KindMask mask{{0b01010, 0, 0, 0}};
  for (int run = 0; run < count; ++run) {
    const double scale = random.chance(0.3) ? random.log_uniform(-7, 7) : 1.0;
    const auto side = [&] { return random.uniform(0.5, 2.0) * scale; };
    const Vec3 cell = random.chance(0.5) ? Vec3{scale, scale, scale} : Vec3{side(), side(), side()};
    const bool is_hilly = random.chance(0.6);
    const TestGrid grid =
        is_hilly ? hilly_grid(random, 8, 8, 8, cell) : random_grid(random, random.log_uniform(-5, 0), 6, cell);
    const double radius = random.uniform(0.1, 1.6) * scale;
    const Vec3 size = grid.far_corner();
    const auto within = [&] { return random.uniform(-0.1, 1.1); };
    Vec3 place{within() * size.x, within() * size.y, within() * size.z};
    // On what is below it, often right above an edge of a cell.
    if (is_hilly && random.chance(0.8)) {
      const int x = 1 + random.below(6), z = 1 + random.below(6);
      int y = 0;
      while (grid.kind(x, y, z) != 0) ++y;
      const auto along = [&] { return random.chance(0.2) ? 0.5 * random.below(3) : random.uniform(); };
      place = {(x + along()) * cell.x, y * cell.y + radius * (1.0 - random.log_uniform(-24, -1)),
               (z + along()) * cell.z};
    }
    const Pose pose{random.chance(0.3) ? random.in_cube(1e3 * scale) : Vec3{},
                    random.chance(0.5) ? Quat{} : random.rotation()};
    const Pose other = pose * Pose{place, random.rotation()};
    Shape shape = grid.shape(), ball = make_sphere(radius).value;
    const KindMask* const kinds = random.chance(0.3) ? &mask : nullptr;
    (random.chance(0.5) ? shape : ball).kinds = kinds;
    if (!visit_ball_contacts(shape, pose, ball, other, [](ContactManifold&) {})) continue;
    ++closed;
    const CompoundPart parts[] = {{make_sphere(radius).value, {}}};
    const CompoundPtr compound = build_compound(parts).value;
    Shape of_compound = make_compound(*compound);
    of_compound.kinds = ball.kinds;
    ContactManifold room[2][16];
    const std::span<const ContactManifold> own{room[0], collide_all(shape, pose, ball, other, room[0])};
    const std::span<const ContactManifold> general{room[1], collide_all(shape, pose, of_compound, other, room[1])};
    ASSERT_LE(own.size(), 16u);
    ASSERT_EQ(own.empty(), general.empty()) << "seed 4118, run " << run;
    touching += own.empty() ? 0 : 1;
    several += own.size() > 1 ? 1 : 0;
    const double extent = length(pose.position) + length(size) + radius, rounding = 1e-12 * extent;
    // Whether a touch is redundant depends on a tolerance of the size of the shape.
    for (const ContactManifold& contact : own) {
      const bool is_touch = contact.depth <= 3e-5 * radius;
      ASSERT_TRUE(is_touch || has_contact(general, contact, rounding)) << "seed 4118, run " << run;
      ASSERT_EQ(contact.point_count, 1);
      ASSERT_NE(grid.cells[static_cast<std::size_t>(contact.features.triangle_a)], 0);
    }
    for (const ContactManifold& contact : general) {
      const bool is_touch = contact.depth <= 3e-5 * radius;
      ASSERT_TRUE(is_touch || has_contact(own, contact, rounding)) << "seed 4118, run " << run;
    }
    double least = k_beyond_grid;
    grid.for_solid(
        [&](int x, int y, int z) {
          const Pose of{pose.position + rotate(pose.rotation, grid.middle_of(x, y, z)), pose.rotation};
          least = std::min(least, distance(grid.cell_shape(), of, ball, other).distance);
        },
        kinds);
    if (!own.empty()) ASSERT_NEAR(own[0].depth, -least, rounding) << "seed 4118, run " << run;
    // The other way round.
    ASSERT_EQ(collide_all(ball, other, shape, pose, room[1]), own.size());
    for (std::size_t i = 0; i < own.size(); ++i) {
      ASSERT_TRUE(own[i].normal == -room[1][i].normal && own[i].depth == room[1][i].depth &&
                  own[i].points[0].on_a == room[1][i].points[0].on_b);
      ASSERT_EQ(own[i].features, exchanged(room[1][i].features));
    }
  }
  printf("seed 4118: %d of %d have a closed form, %d touch, %d in several places\n", closed, count, touching, several);
  EXPECT_GT(touching, count / 4);
  EXPECT_GT(several, count / 12);
}

TEST(VoxelPairs, CastsStopWhereTheyStopAtBoxes) {
  Random random(4115);
  const int count = scaled(1500);
  int hits = 0;
  for (int run = 0; run < count; ++run) {
    GridPair pair =
        make_grid_pair(random, random_grid(random, random.log_uniform(-5, -1), 8), random.uniform(0.1, 1.0), 0.6);
    const Vec3 size = pair.grid.far_corner();
    const Vec3 target = pair.pose.position +
                        rotate(pair.pose.rotation,
                               Vec3{random.uniform() * size.x, random.uniform() * size.y, random.uniform() * size.z});
    const Pose to{pair.other.position + (target - pair.other.position) * 2.0,
                  random.chance(0.5) ? pair.other.rotation : random.rotation()};
    const Sweep sweep{pair.other, to}, at_rest{pair.pose, pair.pose};
    Impact expected;
    double closest_to_zero = k_beyond_grid;
    pair.grid.for_solid([&](int x, int y, int z) {
      const Pose pose = pair.pose_of(x, y, z);
      closest_to_zero =
          std::min(closest_to_zero, distance(pair.grid.cell_shape(), pose, pair.convex.shape, pair.other).distance);
      const Impact impact = time_of_impact(pair.grid.cell_shape(), {pose, pose}, pair.convex.shape, sweep);
      if (impact.hit && (!expected.hit || impact.time < expected.time)) expected = impact;
    });
    if (std::fabs(closest_to_zero) < 1e-4) continue;
    const Impact impact = time_of_impact(pair.grid.shape(), at_rest, pair.convex.shape, sweep);
    if (impact.hit != expected.hit) {
      // It only grazes.
      const double graze = expected.hit ? expected.time : impact.time;
      FAIL() << "seed 4115, run " << run << ": hit " << impact.hit << " at " << graze;
    }
    if (!impact.hit) continue;
    ++hits;
    const double way = length(to.position - pair.other.position) + pair.size;
    ASSERT_NEAR(impact.time * way, expected.time * way, 1e-4 * pair.size) << "seed 4115, run " << run;
  }
  printf("seed 4115: %d of %d hit\n", hits, count);
  EXPECT_GT(hits, count / 4);
}

TEST(VoxelPairs, GridsMeetGrids) {
  Random random(4116);
  const int count = scaled(300);
  int overlaps = 0;
  for (int run = 0; run < count; ++run) {
    const TestGrid a = random_grid(random, random.uniform(0.05, 0.6), 5),
                   b = random_grid(random, random.uniform(0.05, 0.6), 5);
    const Pose pose_a{random.in_cube(1.0), random.rotation()};
    const Pose pose_b{random.in_cube(2.0), random.chance(0.3) ? pose_a.rotation : random.rotation()};
    double least = k_beyond_grid;
    a.for_solid([&](int x, int y, int z) {
      const Pose of_a = pose_a * Pose{a.middle_of(x, y, z), {}};
      b.for_solid([&](int u, int v, int w) {
        const Pose of_b = pose_b * Pose{b.middle_of(u, v, w), {}};
        least = std::min(least, distance(a.cell_shape(), of_a, b.cell_shape(), of_b).distance);
      });
    });
    if (std::fabs(least) > 1e-5) {
      ASSERT_EQ(intersects(a.shape(), pose_a, b.shape(), pose_b), least < 0.0) << "seed 4116, run " << run;
    }
    if (least > 1e-5 && least < k_beyond_grid) {
      ASSERT_NEAR(distance(a.shape(), pose_a, b.shape(), pose_b).distance, least, 1e-5) << run;
    }
    overlaps += least < 0.0 ? 1 : 0;
    ContactManifold all[32];
    if (least < -1e-5) ASSERT_GT(collide_all(a.shape(), pose_a, b.shape(), pose_b, all), 0u);
  }
  EXPECT_GT(overlaps, count / 7);
}

TEST(VoxelPairs, EveryCellTellsItsSideOfASurface) {
  Random random(4118);
  const int count = scaled(4000);
  int overlaps = 0, behind = 0;
  for (int run = 0; run < count; ++run) {
    HeightData data;
    data.options.columns = data.options.rows = static_cast<std::uint32_t>(4 + random.below(5));
    data.options.width = data.options.depth = random.uniform(4.0, 12.0);
    data.options.thickness = random.log_uniform(-3, 1);
    const double high = random.uniform(0.0, 1.5), reach = 0.5 * data.options.width;
    for (std::uint32_t i = 0; i < data.options.columns * data.options.rows; ++i) {
      data.heights.push_back(random.uniform(-high, high));
    }
    const TestField front = make_field(data);
    data.options.sides = SurfaceSides::both;
    const TestField both = make_field(data);
    const bool is_field = random.chance(0.5);
    const Shape surface = is_field ? make_height_field(*front.field) : make_triangle_mesh(*front.mesh);
    const TestGrid grid = random_grid(random, random.chance(0.5) ? 1.0 : random.uniform(0.3, 1.0), 5);
    const Quat rotation = random.rotation();
    const Vec3 middle{random.uniform(-reach, reach), random.uniform(-6.0, 4.0), random.uniform(-reach, reach)};
    const Pose pose{middle - rotate(rotation, grid.far_corner() * 0.5), rotation};
    bool expected = false;
    grid.for_solid([&](int x, int y, int z) {
      expected = expected || intersects(grid.cell_shape(), pose * Pose{grid.middle_of(x, y, z), {}}, surface, {});
    });
    ASSERT_EQ(intersects(grid.shape(), pose, surface, {}), expected) << "seed 4118, run " << run;
    ASSERT_EQ(intersects(surface, {}, grid.shape(), pose), expected) << run;
    ASSERT_EQ(collide(grid.shape(), pose, surface, {}).point_count > 0, expected) << run;
    overlaps += expected ? 1 : 0;
    behind += expected && !intersects(grid.shape(), pose, make_triangle_mesh(*both.mesh), {}) ? 1 : 0;
  }
  printf("seed 4118: %d of %d overlap, %d of them only from behind\n", overlaps, count, behind);
  EXPECT_GT(overlaps, count / 4);
  EXPECT_GT(behind, count / 150);
}

// A box of merged cells that comes from behind a surface passes it, but some of its cells may meet the front: one in 70
// of these impacts was missed or late, and which of them depended on the order of the two.
TEST(VoxelPairs, EveryCellMeetsTheFrontOfASurface) {
  Random random(4119);
  int hits = 0;
  for (int run = 0; run < scaled(4000); ++run) {
    std::vector<double> corners;
    for (int i = 3 * (1 + random.below(2)); i > 0; --i) {
      const Vec3 corner = random.in_cube(1.0);
      corners.insert(corners.end(), {corner.x, corner.y, corner.z});
    }
    TriangleMeshOptions options;
    options.sides = SurfaceSides::front;
    const TriangleMeshPtr mesh = build_triangle_mesh(corners, {}, options).value;
    const Shape surface = make_triangle_mesh(*mesh);
    const TestGrid grid = random_grid(random, 0.5, 2);
    std::vector<CompoundPart> parts;
    grid.for_solid([&](int x, int y, int z) { parts.push_back({grid.cell_shape(), {grid.middle_of(x, y, z), {}}}); });
    if (parts.empty()) continue;
    const CompoundPtr cells = build_compound(parts).value;
    const Quat rotation = random.rotation();
    const Sweep still, sweep{{random.in_cube(3.0), rotation}, {random.in_cube(3.0), rotation}};
    const Impact expected = time_of_impact(make_compound(*cells), sweep, surface, still);
    for (const Impact& found :
         {time_of_impact(grid.shape(), sweep, surface, still), time_of_impact(surface, still, grid.shape(), sweep)}) {
      ASSERT_EQ(found.hit, expected.hit) << "seed 4119, run " << run;
      if (found.hit) ASSERT_NEAR(found.time, expected.time, 1e-6) << run;
    }
    hits += expected.hit ? 1 : 0;
  }
  EXPECT_GT(hits, scaled(4000) / 20);
}

TEST(VoxelPairs, ACompoundOfGridsIsOneSolid) {
  Random random(4117);
  const int count = scaled(500);
  for (int run = 0; run < count; ++run) {
    // One floor of two grids that lie flush.
    TestGrid half;
    half.options = {6, 2, 12};
    half.cells.assign(6 * 2 * 12, 1);
    half.build();
    const CompoundPart parts[] = {{half.shape(), {}}, {half.shape(), {{6.0, 0.0, 0.0}, {}}}};
    const CompoundPtr compound = build_compound(parts).value;
    const TestShape body = make_test_shape(random, k_shape_types[random.below(k_shape_type_count - 1)],
                                           ShapeForm::plain, random.uniform(0.2, 1.5));
    const Quat rotation = random.chance(0.5) ? Quat{} : random.rotation();
    const double low = support(body.shape, {{}, rotation}, {0.0, -1.0, 0.0}).y, sunk = random.log_uniform(-10, -3);
    const Pose pose{{6.0 + random.uniform(-1.0, 1.0), 2.0 - low - sunk, random.uniform(4.0, 8.0)}, rotation};
    const ContactManifold contact = collide(make_compound(*compound), {}, body.shape, pose);
    ASSERT_GT(contact.point_count, 0);
    EXPECT_NEAR(contact.normal.y, 1.0, 1e-9) << "seed 4117, run " << run;
    EXPECT_NEAR(contact.depth, sunk, 1e-5) << run;
  }
}

}  // namespace
}  // namespace hyperplane::test
