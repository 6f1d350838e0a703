#include <algorithm>
#include <cmath>
#include <cstdio>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/sweep.h>
#include <hyperplane/triangle_mesh.h>

#include "math/pose.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"
#include "support/voxel_grids.h"

/// Half-spaces as one of two shapes: beside the exact lowest points of convex shapes, beside a large box with its top
/// in the plane, and beside the parts of composites.

namespace hyperplane::test {
namespace {

struct AboveCase {
  TestShape convex;
  Pose plane, pose;
  Vec3 normal;
  double size, rounding;
};

/// A shape about as often above the plane as below it, there or not.
AboveCase make_case(Random& random, ShapeType type) {
  AboveCase made;
  made.size = random.chance(0.3) ? random.log_uniform(-10, 10) : 1.0;
  constexpr ShapeForm k_forms[] = {ShapeForm::plain, ShapeForm::flat, ShapeForm::rounded};
  made.convex = make_test_shape(random, type, k_forms[random.below(3)], made.size);
  const Vec3 around = random.chance(0.3) ? random.in_cube(1e6 * made.size) : Vec3{};
  made.plane = {around, random.chance(0.3) ? Quat{} : random.rotation()};
  made.normal = rotate(made.plane.rotation, Vec3{0.0, 1.0, 0.0});
  Quat rotation = random.rotation();
  if (random.chance(0.4)) rotation = made.plane.rotation;
  const Vec3 aside = random.in_cube(random.chance(0.2) ? 1e4 * made.size : made.size);
  made.pose = {around + aside - made.normal * dot(aside, made.normal), rotation};
  const double low = -made.convex.oracle({{}, rotation}).height(-made.normal);
  const double height = random.chance(0.5) ? random.sign() * random.log_uniform(-16, 1) : random.uniform(-2.0, 1.0);
  made.pose.position += made.normal * (height * made.size - low);
  made.rounding = 1e-15 * length(made.pose.position);
  return made;
}

/// m: exact height of the lowest point.
double oracle_height(const AboveCase& of) { return -of.convex.oracle(of.pose, of.plane.position).height(-of.normal); }

TEST(HalfSpacePair, DecidesByTheLowestPoint) {
  Random random(4201);
  const Shape ground = make_half_space();
  int overlaps = 0;
  const int count = scaled(20000);
  for (int run = 0; run < count; ++run) {
    const AboveCase of = make_case(random, k_shape_types[run % k_shape_type_count]);
    const double height = oracle_height(of), tolerance = 1e-7 * of.size + of.rounding;
    const Shape& shape = of.convex.shape;
    const Distance apart = distance(ground, of.plane, shape, of.pose);
    ASSERT_NEAR(apart.distance, height, tolerance) << "seed 4201, run " << run << " " << of.convex.replay();
    ASSERT_LE(length(apart.normal - of.normal), 1e-12) << run;
    ASSERT_LE(length(apart.point_b - apart.point_a - apart.normal * apart.distance), tolerance) << run;
    ASSERT_NEAR(dot(apart.point_a - of.plane.position, of.normal), 0.0, tolerance + 1e-11 * of.size) << run;
    ASSERT_NEAR(closest_point(shape, of.pose, apart.point_b).distance, 0.0, tolerance + 1e-6 * of.size) << run;
    const Penetration deep = penetration(ground, of.plane, shape, of.pose);
    ASSERT_EQ(deep.intersects, apart.distance <= 0.0) << run;
    ASSERT_EQ(intersects(ground, of.plane, shape, of.pose), apart.distance <= 0.0) << run;
    if (deep.intersects) ASSERT_EQ(deep.depth, -apart.distance) << run;
    const ContactManifold contact = collide(ground, of.plane, shape, of.pose);
    ASSERT_EQ(contact.point_count > 0, deep.intersects) << run;
    if (deep.intersects) ASSERT_EQ(contact.depth, deep.depth) << run;
    overlaps += deep.intersects ? 1 : 0;
    // The other way round.
    const Distance turned = distance(shape, of.pose, ground, of.plane);
    ASSERT_EQ(turned.distance, apart.distance) << run;
    ASSERT_EQ(turned.normal, -apart.normal) << run;
    ASSERT_EQ(turned.point_a, apart.point_b) << run;
    const double limit = random.uniform(0.0, 1.0) * of.size;
    ASSERT_EQ(distance_within(ground, of.plane, shape, of.pose, limit).has_value(), apart.distance <= limit) << run;
  }
  printf("seed 4201: %d of %d overlap\n", overlaps, count);
  EXPECT_GT(overlaps, count * 3 / 10);
  EXPECT_LT(overlaps, count * 7 / 10);
}

TEST(HalfSpacePair, ContactsAreThoseWithALargeBox) {
  Random random(4202);
  const Shape ground = make_half_space();
  int contacts = 0;
  const int count = scaled(20000);
  for (int run = 0; run < count; ++run) {
    const AboveCase of = make_case(random, k_shape_types[run % k_shape_type_count]);
    const double margin = random.chance(0.5) ? 0.0 : random.uniform(0.0, 0.5) * of.size;
    const Shape& shape = of.convex.shape;
    const ContactManifold found = collide_within(ground, of.plane, shape, of.pose, margin);
    const double height = oracle_height(of), tolerance = 1e-6 * of.size + of.rounding;
    if (std::fabs(height - margin) > tolerance) {
      ASSERT_EQ(found.point_count > 0, height <= margin) << "seed 4202, run " << run;
    }
    if (found.point_count == 0) continue;
    ++contacts;
    ASSERT_NEAR(found.depth, -height, tolerance) << run;
    ASSERT_LE(length(found.normal - of.normal), 1e-12) << run;
    double deepest = -std::numeric_limits<double>::infinity();
    for (int i = 0; i < found.point_count; ++i) {
      const ContactPoint& point = found.points[i];
      deepest = std::max(deepest, point.depth);
      ASSERT_GE(point.depth, -margin - 1e-6 * of.size) << run;
      ASSERT_LE(length(point.on_a - point.on_b - found.normal * point.depth), tolerance) << run;
      ASSERT_NEAR(dot(point.on_a - of.plane.position, of.normal), 0.0, tolerance) << run;
      for (int k = 0; k < i; ++k) ASSERT_NE(point.id, found.points[k].id) << run;
    }
    ASSERT_NEAR(deepest, found.depth, tolerance) << run;
    const Shape box = make_box(100.0 * of.size, 100.0 * of.size, 100.0 * of.size).value;
    const Vec3 below = of.pose.position - of.normal * dot(of.pose.position - of.plane.position, of.normal);
    const Pose under{below - of.normal * (50.0 * of.size), of.plane.rotation};
    const ContactManifold beside = collide_within(box, under, shape, of.pose, margin);
    ASSERT_EQ(beside.point_count, found.point_count) << run;
    // Of more corners than four, either may choose others.
    const bool has_many =
        shape.type == ShapeType::cylinder || shape.type == ShapeType::cone || shape.type == ShapeType::convex_hull;
    for (int i = 0; !has_many && i < found.point_count; ++i) {
      double nearest = of.size;
      for (int k = 0; k < beside.point_count; ++k) {
        nearest = std::min(nearest, length(beside.points[k].on_b - found.points[i].on_b));
      }
      ASSERT_LE(nearest, 1e-3 * of.size + of.rounding) << run;
    }
    ContactManifold all[2];
    ASSERT_EQ(collide_all_within(shape, of.pose, ground, of.plane, margin, all), 1u) << run;
    ASSERT_EQ(all[0].depth, found.depth) << run;
    ASSERT_EQ(all[0].points[0].on_a, found.points[0].on_b) << run;
  }
  printf("seed 4202: %d of %d touch\n", contacts, count);
  EXPECT_GT(contacts, count * 3 / 10);
}

/// A tetrahedron, a sheet of triangles, or cells, as composites, with the convex parts that they have.
struct PartsOfComposite {
  TriangleMeshPtr mesh;
  CompoundPtr compound;
  TestGrid grid;
  Shape shape;
  std::vector<CompoundPart> parts;
};

PartsOfComposite make_composite(Random& random) {
  PartsOfComposite made;
  const int kind = random.below(3);
  if (kind == 0) {
    std::vector<TestShape> shapes;
    for (int i = 0; i < 2 + random.below(6); ++i) {
      const Shape part = random.chance(0.5) ? make_box(random.uniform(0.2, 1.0), 0.3, 0.5).value
                                            : make_capsule(0.2, random.uniform(0.2, 1.0)).value;
      made.parts.push_back({part, {random.in_cube(1.0), random.rotation()}});
    }
    made.compound = build_compound(made.parts).value;
    made.shape = make_compound(*made.compound);
  } else if (kind == 1) {
    constexpr double k_corners[] = {0, 0, 0, 1, 0, 0.2, 0.1, 1, 0, 0, 0.2, 1};
    constexpr std::uint32_t k_triangles[] = {0, 2, 1, 0, 3, 2, 0, 1, 3, 1, 2, 3};
    TriangleMeshOptions options;
    options.solid = random.chance(0.5);
    made.mesh = build_triangle_mesh(k_corners, k_triangles, options).value;
    made.shape = make_triangle_mesh(*made.mesh);
    for (int i = 0; i < 4; ++i) {
      Vec3 corners[3];
      for (int k = 0; k < 3; ++k) {
        const double* const p = k_corners + 3 * k_triangles[3 * i + k];
        corners[k] = {p[0], p[1], p[2]};
      }
      made.parts.push_back({make_triangle(corners[0], corners[1], corners[2]).value, {}});
    }
  } else {
    made.grid = random_grid(random, 0.3, 5, {0.3, 0.4, 0.2});
    made.shape = made.grid.shape();
    made.grid.for_solid([&](int x, int y, int z) {
      made.parts.push_back({made.grid.cell_shape(), {made.grid.middle_of(x, y, z), {}}});
    });
  }
  return made;
}

TEST(HalfSpacePair, CompositesAreTheirLowestParts) {
  Random random(4203);
  const Shape ground = make_half_space();
  int overlaps = 0, tested = 0;
  const int count = scaled(6000);
  for (int run = 0; run < count; ++run) {
    const PartsOfComposite made = make_composite(random);
    if (made.parts.empty()) continue;
    ++tested;
    const Vec3 around = random.chance(0.3) ? random.in_cube(1e6) : Vec3{};
    const Pose plane{around, random.rotation()}, pose{around + random.in_cube(1.5), random.rotation()};
    double lowest = std::numeric_limits<double>::infinity();
    for (const CompoundPart& part : made.parts) {
      lowest = std::min(lowest, distance(ground, plane, part.shape, pose * part.pose).distance);
    }
    const double tolerance = 1e-6 + 1e-15 * length(around);
    const Distance apart = distance(ground, plane, made.shape, pose);
    ASSERT_NEAR(apart.distance, lowest, 2.0 * tolerance) << "seed 4203, run " << run;
    ASSERT_NEAR(distance(made.shape, pose, ground, plane).distance, lowest, 2.0 * tolerance) << run;
    const bool verdict = intersects(made.shape, pose, ground, plane);
    if (std::fabs(lowest) > tolerance) ASSERT_EQ(verdict, lowest < 0.0) << run;
    if (!verdict) continue;
    ++overlaps;
    ASSERT_NEAR(penetration(ground, plane, made.shape, pose).depth, -lowest, tolerance) << run;
    ContactManifold all[64];
    const std::size_t contacts = collide_all(ground, plane, made.shape, pose, all);
    ASSERT_GT(contacts, 0u) << run;
    ASSERT_NEAR(all[0].depth, -lowest, tolerance) << run;
    for (std::size_t i = 0; i < contacts; ++i) {
      ASSERT_LE(length(all[i].normal - rotate(plane.rotation, Vec3{0.0, 1.0, 0.0})), 1e-9) << run;
    }
    ASSERT_NEAR(collide(made.shape, pose, ground, plane).depth, -lowest, tolerance) << run;
  }
  printf("seed 4203: %d of %d overlap\n", overlaps, tested);
  EXPECT_GT(overlaps, tested * 3 / 10);
}

TEST(HalfSpacePair, MeetsTheCellsOfItsKindsAlone) {
  // Two cells below the plane: one of kind 1 that reaches 2 m deep, and one of kind 2 above it, 1 m.
  VoxelOptions options;
  options.columns = options.rows = 1;
  options.layers = 2;
  const std::uint8_t cells[] = {1, 2};
  const VoxelsPtr grid = build_voxels(cells, options).value;
  const Shape of_all = make_voxels(*grid);
  const Pose below{{0.3, -2.0, 0.1}, {}};
  for (const int kind : {1, 2, 3}) {
    const double depth = 3.0 - kind;
    const KindMask only{{std::uint64_t{1} << kind, 0, 0, 0}};
    for (const bool is_of_plane : {true, false}) {
      Shape ground = make_half_space(), shape = of_all;
      (is_of_plane ? ground : shape).kinds = &only;
      EXPECT_EQ(intersects(ground, {}, shape, below), depth > 0.0) << kind;
      EXPECT_EQ(intersects(shape, below, ground, {}), depth > 0.0) << kind;
      EXPECT_EQ(penetration(ground, {}, shape, below).intersects, depth > 0.0) << kind;
      EXPECT_NEAR(penetration(ground, {}, shape, below).depth, depth, 1e-12) << kind;
      EXPECT_NEAR(collide(ground, {}, shape, below).depth, depth, 1e-12) << kind;
    }
  }
}

TEST(HalfSpacePair, MotionEndsWhereItDoesOnALargeBox) {
  Random random(4204);
  const Shape ground = make_half_space(), box = make_box(400.0, 400.0, 400.0).value;
  int hits = 0, starts = 0;
  const int count = scaled(6000);
  for (int run = 0; run < count; ++run) {
    AboveCase of = make_case(random, k_shape_types[run % k_shape_type_count]);
    if (of.size != 1.0) continue;
    const bool turns = random.chance(0.5), moves = random.chance(0.3);
    Sweep sweep{of.pose, {of.pose.position + random.in_cube(4.0), turns ? random.rotation() : of.pose.rotation}};
    Sweep plane{of.plane, of.plane};
    if (moves) {
      plane.to.position += random.in_cube(2.0);
      if (turns && random.chance(0.5)) plane.to.rotation = normalized(plane.to.rotation * Quat{0.1, 0.05, 0.0, 1.0});
    }
    const Vec3 down{0.0, -200.0, 0.0};
    const Vec3 aside = sweep.from.position - plane.from.position;
    const Vec3 beside = aside - of.normal * dot(aside, of.normal);
    // The box lies under the body where neither turns with the plane.
    if (length(beside) > 50.0) continue;
    const Sweep under{plane.from * Pose{down, {}}, plane.to * Pose{down, {}}};
    const bool plane_turns = !(plane.from.rotation == plane.to.rotation);
    const Impact found = time_of_impact(ground, plane, of.convex.shape, sweep);
    const Impact turned = time_of_impact(of.convex.shape, sweep, ground, plane);
    ASSERT_EQ(found.hit, turned.hit) << "seed 4204, run " << run;
    if (found.hit) {
      ASSERT_NEAR(found.time, turned.time, 1e-9) << run;
      ASSERT_LE(length(found.normal + turned.normal), 1e-9) << run;
    }
    // The box moves about another centre than the plane does.
    if (plane_turns) continue;
    const Impact expected = time_of_impact(box, under, of.convex.shape, sweep);
    const double height = oracle_height(of);
    if (std::fabs(height) < 1e-5) continue;
    if (found.hit != expected.hit) {
      const Impact& hit = found.hit ? found : expected;
      const Vec3 way = (sweep.to.position - sweep.from.position) - (plane.to.position - plane.from.position);
      ASSERT_TRUE(hit.time > 1.0 - 1e-5 || std::fabs(dot(way, of.normal)) < 1e-3 || turns) << run;
      continue;
    }
    if (!found.hit) continue;
    ++hits;
    starts += found.time == 0.0 ? 1 : 0;
    ASSERT_EQ(found.time == 0.0, height <= 0.0) << run << ", height " << height;
    ASSERT_LE(length(found.normal - of.normal), 1e-6) << run;
    const Pose there = pose_at(sweep, found.time), plane_there = pose_at(plane, found.time);
    const double gap = distance(ground, plane_there, of.convex.shape, there).distance;
    if (found.time > 0.0) ASSERT_NEAR(gap, 0.0, 2e-5) << run;
    ASSERT_NEAR(closest_point(of.convex.shape, there, found.point).distance, 0.0, 2e-5) << run;
  }
  printf("seed 4204: %d hits, %d at the start\n", hits, starts);
  EXPECT_GT(hits, count / 6);
  EXPECT_GT(starts, count / 20);
}

TEST(HalfSpacePair, RaysAndPoints) {
  Random random(4205);
  const Shape ground = make_half_space();
  const int count = scaled(20000);
  int hits = 0;
  for (int run = 0; run < count; ++run) {
    const Vec3 around = random.chance(0.3) ? random.in_cube(1e6) : Vec3{};
    const Pose plane{around, random.rotation()};
    const Vec3 normal = rotate(plane.rotation, Vec3{0.0, 1.0, 0.0});
    const Vec3 origin = around + random.in_cube(5.0), direction = random.direction();
    const double height = dot(origin - around, normal), tolerance = 1e-12 + 1e-15 * length(around);
    const ClosestPoint closest = closest_point(ground, plane, origin);
    ASSERT_NEAR(closest.distance, height, 10.0 * tolerance);
    ASSERT_LE(length(origin - closest.point - closest.normal * closest.distance), 10.0 * tolerance);
    const double slope = dot(direction, normal);
    const RayHit hit = raycast(ground, plane, origin, direction, 100.0);
    const RayHit end = raycast(ground, plane, origin, direction, 100.0, false);
    if (std::fabs(height) < 1e-6 || std::fabs(slope) < 1e-3) continue;
    const double way = -height / slope;
    if (std::fabs(way - 100.0) < 1e-3) continue;
    ASSERT_EQ(hit.hit, height < 0.0 || (way > 0.0 && way < 100.0)) << "seed 4205, run " << run;
    ASSERT_EQ(end.hit, way > 0.0 && way < 100.0) << run;
    if (height < 0.0) {
      ASSERT_EQ(hit.distance, 0.0);
      ASSERT_LE(length(hit.normal + direction), 1e-12);
    } else if (hit.hit) {
      ASSERT_NEAR(hit.distance, way, 1e3 * tolerance * (1.0 + way));
    }
    if (!end.hit) continue;
    ++hits;
    ASSERT_NEAR(end.distance, way, 1e3 * tolerance * (1.0 + way));
    ASSERT_LE(length(end.normal - normal), 1e-9);
    ASSERT_NEAR(dot(end.point - around, normal), 0.0, 1e3 * tolerance);
  }
  EXPECT_GT(hits, count / 4);
}

TEST(HalfSpacePair, TwoOfThemNeverMeet) {
  const Shape ground = make_half_space();
  const Pose below{{0.0, -3.0, 0.0}, {}}, turned{{1.0, 2.0, 3.0}, {0.5, 0.5, 0.5, 0.5}};
  for (const Pose& other : {below, turned}) {
    EXPECT_FALSE(intersects(ground, {}, ground, other));
    EXPECT_FALSE(penetration(ground, {}, ground, other).intersects);
    EXPECT_EQ(collide(ground, {}, ground, other).point_count, 0);
    EXPECT_EQ(collide_within(ground, {}, ground, other, 1.0).point_count, 0);
    ContactManifold all[1];
    EXPECT_EQ(collide_all(ground, {}, ground, other, all), 0u);
    EXPECT_EQ(distance(ground, {}, ground, other).distance, std::numeric_limits<double>::infinity());
    EXPECT_FALSE(distance_within(ground, {}, ground, other, 1e9).has_value());
    EXPECT_FALSE(time_of_impact(ground, {{}, {}}, ground, {other, {}}).hit);
  }
}

TEST(HalfSpacePair, IsNoPartOfACompound) {
  const CompoundPart part{make_half_space(), {}};
  const auto built = build_compound({&part, 1});
  EXPECT_EQ(built.status, Status::invalid_argument);
  EXPECT_STREQ(built.message, "a part of a compound is a half-space, which has no bounds");
}

TEST(HalfSpacePair, HasTheSharpCornersOfSolidMeshesWithinAMargin) {
  // The three faces at a corner of a tetrahedron: the sum of their normals leads away from some normals of the corner.
  const double vertices[] = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 0.0, 0.5, 0.0, 0.0, 0.0, 1.0};
  const std::uint32_t indices[] = {0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3};
  TriangleMeshOptions options;
  options.solid = true;
  const auto mesh = build_triangle_mesh(vertices, indices, options);
  ASSERT_TRUE(mesh.ok()) << mesh.message;
  const Shape tetrahedron = make_triangle_mesh(*mesh.value), ground = make_half_space();
  Random random(77);
  for (int i = 0; i < 400; ++i) {
    Pose pose{{}, random.rotation()};
    pose.position.y = 0.1 - distance(ground, {}, tetrahedron, pose).distance;
    const ContactManifold contact = collide_within(ground, {}, tetrahedron, pose, 0.2);
    ASSERT_GT(contact.point_count, 0) << i;
    ASSERT_NEAR(contact.depth, -0.1, 1e-9) << i;
  }
}

}  // namespace
}  // namespace hyperplane::test
