#include <gtest/gtest.h>

#include <cmath>
#include <vector>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>

#include "core/safe_rotation.h"
#include "math/quat.h"
#include "narrowphase/convex/gjk.h"
#include "narrowphase/convex/penetration_depth.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Known failures of careless GJK and EPA implementations, by name.

namespace hyperplane::test {
namespace {

constexpr double k_half_turn_sine = 0.70710678118654752440;  // of 45 degrees
/// A quarter turn about z: maps the local Y axis to -x.
constexpr Quat k_lying{0.0, 0.0, k_half_turn_sine, k_half_turn_sine};

Quat about(const Vec3& axis, double angle) {
  const Vec3 v = normalized(axis) * std::sin(0.5 * angle);
  return {v.x, v.y, v.z, std::cos(0.5 * angle)};
}

void expect_witness(const Distance& d, double tolerance) {
  EXPECT_NEAR(length(d.normal), 1.0, 1e-12);
  EXPECT_LE(length(d.point_b - d.point_a - d.normal * d.distance), tolerance);
}

TestShape box_as_hull(double x, double y, double z) {
  std::vector<double> points;
  for (int i = 0; i < 8; ++i) {
    for (const double c : {i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z}) points.push_back(0.5 * c);
  }
  return make_test_hull(points);
}

// A cap of thousands of almost equal support points: a GJK that takes a corner which it has had before for progress, or
// forgets to compare with all corners, goes round in circles here.
TEST(KnownFailures, GjkDoesNotCycleOnNearlyEqualSupports) {
  constexpr std::uint64_t k_seed = 811;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  for (int round = 0; round < scaled(40); ++round) {
    std::vector<double> cap;
    for (int i = 0; i < 400; ++i) {
      const double x = random.uniform(-1, 1), z = random.uniform(-1, 1);
      for (const double c : {x, 1e-9 * random.uniform(), z}) cap.push_back(c);
    }
    for (const double c : {0.0, -1.0, 0.0}) cap.push_back(c);
    const TestShape hull = make_test_hull(cap);
    const Pose above{{random.uniform(-0.1, 0.1), 2.5, random.uniform(-0.1, 0.1)}, about({1, 0, 0}, 3.14159265358979)};
    ConvexPair pair = make_convex_pair(hull.shape, hull.shape, pair_frames({}, above).b_in_a);
    const GjkResult found = gjk(pair.difference);
    EXPECT_EQ(found.status, GjkStatus::separated);
    EXPECT_LE(found.iterations, 40);
    const Distance d = distance(hull.shape, {}, hull.shape, above);
    EXPECT_NEAR(d.distance, 2.5, 1e-6 * 3);
    expect_witness(d, 1e-6 * 3);
  }
}

// The origin on a corner, an edge and a face of the tetrahedron that EPA starts from, and of the difference itself.
TEST(KnownFailures, EpaStartsWithTheOriginOnAFace) {
  const TestShape tetrahedron = make_test_hull({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1});
  struct {
    Vec3 position;
    double depth;
  } const cases[] = {
      {{0, 0, 0}, std::sqrt(1.0 / 3.0)},  // equal, at the same pose: out across the slanted face
      {{1, 0, 0}, 0.0},                   // corner on corner
      {{0.5, 0.5, 0}, 0.0},               // corner on edge
      {{0.25, 0.25, 0.5}, 0.0},           // corner on face
      {{0.25, 0, 0}, 0.75 * std::sqrt(1.0 / 3.0)},
  };
  for (const auto& [position, depth] : cases) {
    const Pose pose{position, {}};
    EXPECT_TRUE(intersects(tetrahedron.shape, {}, tetrahedron.shape, pose)) << position.x << " " << position.y;
    const Distance d = distance(tetrahedron.shape, {}, tetrahedron.shape, pose);
    EXPECT_NEAR(d.distance, -depth, 1e-12) << position.x << " " << position.y;
    expect_witness(d, 1e-12);
    EXPECT_GE(collide(tetrahedron.shape, {}, tetrahedron.shape, pose).point_count, 1);
  }
}

TEST(KnownFailures, EqualShapesAtTheSamePoseOverlap) {
  constexpr std::uint64_t k_seed = 812;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  for (const ShapeType type : k_shape_types) {
    const TestShape s = make_test_shape(random, type, ShapeForm::plain, 1.0);
    const Pose pose{random.in_cube(3.0), random.rotation()};
    const Distance d = distance(s.shape, pose, s.shape, pose);
    EXPECT_LT(d.distance, type == ShapeType::triangle ? 1e-12 : -0.05) << name_of(type);
    const Pose moved{pose.position - d.normal * d.distance, pose.rotation};
    EXPECT_NEAR(distance(s.shape, pose, s.shape, moved).distance, 0.0, 1e-6) << name_of(type);
  }
}

// Round cores that just touch, where EPA starts with a sliver and may run off with the normal of a side.
TEST(KnownFailures, TouchingCylinderIsNotReportedMetresDeep) {
  const Shape cylinder = make_cylinder(1.0, 4.0).value, box = make_box(10.0, 2.0, 10.0).value;
  constexpr std::uint64_t k_seed = 813;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  for (int i = 0; i < scaled(400); ++i) {
    const double gap = random.sign() * random.log_uniform(-50, -20);
    const Quat turn = about({0, 1, 0}, random.uniform(-3, 3));
    const Vec3 aside{random.uniform(-3, 3), 0, random.uniform(-3, 3)};
    // Standing, and lying.
    const Distance standing = distance(box, {}, cylinder, {aside + Vec3{0, 3.0 + gap, 0}, turn});
    EXPECT_NEAR(standing.distance, gap, 1e-7);
    const Distance lying = distance(box, {}, cylinder, {aside + Vec3{0, 2.0 + gap, 0}, turn * k_lying});
    EXPECT_NEAR(lying.distance, gap, 1e-7);
    expect_witness(standing, 1e-7);
    expect_witness(lying, 1e-7);
    EXPECT_NEAR(standing.normal.y, 1.0, 1e-6);
    EXPECT_NEAR(lying.normal.y, 1.0, 1e-6);
    // Beside another one, parallel and crossed.
    EXPECT_NEAR(distance(cylinder, {}, cylinder, {{2.0 + gap, random.uniform(-1, 1), 0}, turn}).distance, gap, 1e-7);
    EXPECT_NEAR(distance(cylinder, {}, cylinder, {{0, 0, 2.0 + gap}, k_lying}).distance, gap, 1e-7);
  }
}

// Faces whose projections overlap have many closest points; barycentric coordinates of a needle leave the shapes.
TEST(KnownFailures, WitnessPointsLieOnTheirShapes) {
  constexpr std::uint64_t k_seed = 814;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  const TestShape hull_a = box_as_hull(4, 1, 1), hull_b = box_as_hull(1, 1, 4);
  for (int i = 0; i < scaled(400); ++i) {
    const double gap = random.sign() * random.log_uniform(-40, -1);
    const Pose pose{{random.uniform(-1, 1), 1.0 + gap, random.uniform(-1, 1)},
                    about({0, 1, 0}, 1e-7 * random.below(3))};
    const Distance d = distance(hull_a.shape, {}, hull_b.shape, pose);
    expect_witness(d, 1e-9);
    EXPECT_LE(std::fabs(hull_a.oracle().signed_distance(d.point_a)), 1e-6);
    EXPECT_LE(std::fabs(hull_b.oracle(pose).signed_distance(d.point_b)), 1e-6);
    EXPECT_NEAR(d.distance, gap > -0.5 ? gap : d.distance, 1e-6);
  }
}

TEST(KnownFailures, CapsuleParallelToABoxEdge) {
  const Shape box = make_box(2, 2, 2).value, capsule = make_capsule(0.5, 1.5).value;
  constexpr std::uint64_t k_seed = 815;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  for (int i = 0; i < scaled(400); ++i) {
    const double gap = random.sign() * random.log_uniform(-50, -4);
    const double tilt = i % 2 == 0 ? 0.0 : random.log_uniform(-50, -24);
    // Upright beside a vertical edge, along the diagonal.
    const double across = 1.0 + (0.5 + gap) * k_half_turn_sine;
    const Pose pose{{across, random.uniform(-0.2, 0.2), across}, about({1, 0, 0}, tilt)};
    const Distance d = distance(box, {}, capsule, pose);
    EXPECT_NEAR(d.distance, gap, 1e-6);
    EXPECT_NEAR(d.normal.x, k_half_turn_sine, 1e-5);
    EXPECT_NEAR(d.normal.z, k_half_turn_sine, 1e-5);
    expect_witness(d, 1e-9);
    const ContactManifold contact = collide(box, {}, capsule, pose);
    if (gap < -1e-6) EXPECT_EQ(contact.point_count, 2) << gap << " " << tilt;
  }
}

TEST(KnownFailures, EllipsoidsWithAxesOneToAHundred) {
  const Shape needle = make_ellipsoid(1, 100, 1).value, disc = make_ellipsoid(100, 1, 100).value;
  struct {
    const Shape &a, &b;
    Pose pose;
    double reach;
    Vec3 direction;
  } const cases[] = {
      {needle, needle, {{}, {}}, 200, {0, 1, 0}},       // tip to tip
      {needle, needle, {{}, k_lying}, 2, {0, 0, 1}},    // crossed
      {needle, needle, {{}, k_lying}, 101, {0, 1, 0}},  // tip on flank
      {disc, disc, {{}, {}}, 2, {0, 1, 0}},             // flat on flat
      {disc, disc, {{}, {}}, 200, {1, 0, 0}},           // rim to rim
      {needle, disc, {{}, {}}, 101, {0, 1, 0}},         // tip on flat
  };
  for (const auto& [a, b, pose, reach, direction] : cases) {
    for (const double gap : {50.0, 1.0, 1e-3, -1e-3}) {
      const Distance d = distance(a, {}, b, {direction * (reach + gap), pose.rotation});
      EXPECT_NEAR(d.distance, gap, 1e-5 * 200) << reach;
      EXPECT_NEAR(dot(d.normal, direction), 1.0, 1e-3) << reach << " " << gap;
      expect_witness(d, 1e-6 * 200);
    }
  }
}

// A blade deep in an egg: two valleys of the depth, one on each side, and EPA's best direction leads into the wrong
// one.
TEST(KnownFailures, EllipsoidsWithTwoValleys) {
  const Shape blade = make_ellipsoid(26, 0.625, 13).value, egg = make_ellipsoid(352, 320, 320).value;
  const Pose at_blade{{-6.8125, -4.6875, -6.875}, {-4.6875, -4.625, -6.1875, 1.875}};
  const Pose at_egg{{-6.625, 1.0625, 0.0625}, {-5.125, 5.125, 5.125, 5.125}};
  // From EPA with twice the vertices, and a descent from its best direction.
  EXPECT_NEAR(distance(blade, at_blade, egg, at_egg).distance, -326.535119391, 1e-5 * 704);
  EXPECT_NEAR(distance(egg, at_egg, blade, at_blade).distance, -326.535119391, 1e-5 * 704);
}

TEST(KnownFailures, SphereAgainstAnEllipsoidOfEqualRadii) {
  constexpr std::uint64_t k_seed = 816;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  int overlapping = 0;
  for (int i = 0; i < scaled(400); ++i) {
    const double r = random.uniform(0.2, 2), q = random.uniform(0.2, 2);
    const Vec3 centre = random.direction() * random.uniform(0.0, 2.0 * (r + q));
    const Shape ball = make_ellipsoid(r, r, r).value, sphere = make_sphere(q).value,
                other = make_ellipsoid(q, q, q).value;
    const double exact = length(centre) - r - q;
    overlapping += exact <= 0.0;
    const Pose pose{centre, random.rotation()};
    const double s = 2.0 * std::fmax(r, q);
    EXPECT_NEAR(distance(ball, {}, sphere, pose).distance, exact, 1e-9 * s);
    EXPECT_NEAR(distance(sphere, {}, ball, pose).distance, length(centre) - r - q, 1e-9 * s);
    EXPECT_NEAR(distance(ball, {}, other, pose).distance, exact, 1e-5 * s);
    EXPECT_NEAR(distance(make_sphere(r).value, {}, sphere, pose).distance, exact, 1e-12 * s);
  }
  EXPECT_GE(overlapping, 0.3 * scaled(400));
  EXPECT_LE(overlapping, 0.7 * scaled(400));
}

TEST(KnownFailures, HullsOfBoxesAgainstBoxes) {
  constexpr std::uint64_t k_seed = 817;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  for (int i = 0; i < scaled(1000); ++i) {
    const Vec3 a{random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2)};
    const Vec3 b{random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2)};
    const Shape box_a = make_box(a.x, a.y, a.z).value, box_b = make_box(b.x, b.y, b.z).value;
    const TestShape hull_a = box_as_hull(a.x, a.y, a.z), hull_b = box_as_hull(b.x, b.y, b.z);
    const Pose pose_a{random.in_cube(10), random.rotation()};
    const Pose pose_b{pose_a.position + random.in_cube(1.5), random.chance(0.3) ? pose_a.rotation : random.rotation()};
    const double exact = distance(box_a, pose_a, box_b, pose_b).distance;
    EXPECT_NEAR(distance(hull_a.shape, pose_a, hull_b.shape, pose_b).distance, exact, 1e-9);
    EXPECT_NEAR(distance(box_a, pose_a, hull_b.shape, pose_b).distance, exact, 1e-9);
    EXPECT_NEAR(distance(hull_a.shape, pose_a, box_b, pose_b).distance, exact, 1e-9);
    const bool touch = intersects(box_a, pose_a, box_b, pose_b);
    if (std::fabs(exact) > 1e-9) EXPECT_EQ(intersects(hull_a.shape, pose_a, hull_b.shape, pose_b), touch);
  }
}

// Prisms with ever more sides, inscribed: the distance falls towards that of the cylinder, by the square of the angle.
TEST(KnownFailures, CylinderIsTheLimitOfItsHulls) {
  constexpr std::uint64_t k_seed = 818;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  const Shape cylinder = make_cylinder(1.0, 2.0).value, box = make_box(1.0, 1.5, 0.7).value;
  for (int i = 0; i < scaled(60); ++i) {
    const Pose pose{random.direction() * random.uniform(0.2, 3.0), random.rotation()};
    const double exact = distance(cylinder, {}, box, pose).distance;
    for (const int sides : {8, 32, 128}) {
      const double half = 3.14159265358979324 / sides;
      std::vector<double> points;
      for (int k = 0; k < sides; ++k) {
        for (const double y : {-1.0, 1.0}) {
          for (const double c : {std::cos(2 * half * k), y, std::sin(2 * half * k)}) points.push_back(c);
        }
      }
      const TestShape prism = make_test_hull(points);
      const double error = distance(prism.shape, {}, box, pose).distance - exact;
      // The prism lies in the cylinder, which is wider by 1 - cos at most.
      EXPECT_GE(error, -1e-6) << sides;
      EXPECT_LE(error, 1.0 - std::cos(half) + 1e-6) << sides;
    }
  }
}

TEST(KnownFailures, ManifoldsOfRoundShapesOnAFlatSide) {
  const Shape table = make_box(10, 1, 10).value;
  constexpr std::uint64_t k_seed = 819;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  for (int i = 0; i < scaled(100); ++i) {
    const double r = random.uniform(0.2, 2), h = random.uniform(0.2, 2), deep = random.log_uniform(-30, -6) * h;
    const Quat turn = about({0, 1, 0}, random.uniform(-3, 3));
    const Vec3 at{random.uniform(-2, 2), 0.5, random.uniform(-2, 2)};
    for (const Shape& shape : {make_cylinder(r, h).value, make_cone(r, h).value}) {
      const Pose pose{at + Vec3{0, 0.5 * h - deep, 0}, turn};
      for (const bool flipped : {false, true}) {
        const ContactManifold m = flipped ? collide(shape, pose, table, {}) : collide(table, {}, shape, pose);
        ASSERT_EQ(m.point_count, 4);
        for (int k = 0; k < 4; ++k) {
          const Vec3 on_rim = (flipped ? m.points[k].on_a : m.points[k].on_b) - at;
          EXPECT_NEAR(std::sqrt(on_rim.x * on_rim.x + on_rim.z * on_rim.z), r, 1e-9 * r);
          EXPECT_NEAR(m.points[k].depth, deep, 1e-9 * h);
        }
        // They span the rim: the centre lies between them in both directions.
        const Vec3 first = m.points[0].on_a - m.points[1].on_a, second = m.points[2].on_a - m.points[3].on_a;
        EXPECT_GT(length(first) + length(second), 2.0 * r);
      }
    }
    const Shape capsule = make_capsule(r, h).value;
    const Pose lying{at + Vec3{0, r - deep, 0}, turn * k_lying};
    const ContactManifold m = collide(table, {}, capsule, lying);
    ASSERT_EQ(m.point_count, 2);
    EXPECT_NEAR(length(m.points[0].on_a - m.points[1].on_a), h, 1e-6 * h);
    EXPECT_NEAR(m.points[0].depth, deep, 1e-9 * (h + r));
    EXPECT_NEAR(m.points[1].depth, deep, 1e-9 * (h + r));
    EXPECT_EQ(collide(table, {}, capsule, {lying.position, turn}).point_count, 1);
    const ContactManifold again = collide(table, {}, capsule, lying);
    for (int k = 0; k < 2; ++k) EXPECT_EQ(again.points[k].on_a, m.points[k].on_a);
  }
}

// A capsule that leans is thicker along the normal in its middle than at its end, and a side of the box cuts it
// between.
TEST(KnownFailures, ContactPointsOfALeaningCapsuleLieOnIt) {
  constexpr std::uint64_t k_seed = 820;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  int cut = 0;
  for (int i = 0; i < scaled(1000); ++i) {
    const double r = random.uniform(0.1, 0.5), h = random.uniform(2, 4);
    const Shape capsule = make_capsule(r, h).value;
    const Vec3 size{random.uniform(1, 3), 1, random.uniform(1, 3)};
    const TestShape hull = box_as_hull(size.x, size.y, size.z);
    const Quat lean = about(random.direction(), random.uniform(0, 0.25));
    const Pose pose{{random.uniform(-2, 2), 0.5 + random.uniform(0.5, 1) * r, random.uniform(-1, 1)},
                    about({0, 1, 0}, random.uniform(-3, 3)) * lean * k_lying};
    for (const Shape& block : {make_box(size.x, size.y, size.z).value, hull.shape}) {
      const ContactManifold m = collide(block, {}, capsule, pose);
      for (int k = 0; k < m.point_count; ++k) {
        EXPECT_NEAR(closest_point(capsule, pose, m.points[k].on_b).distance, 0.0, 1e-7);
        EXPECT_NEAR(closest_point(block, {}, m.points[k].on_a).distance, 0.0, 1e-7);
        EXPECT_LE(length(m.points[k].on_a - m.points[k].on_b - m.normal * m.points[k].depth), 1e-9);
      }
      if (m.point_count == 2 && length(m.points[0].on_b - m.points[1].on_b) < 0.95 * h) ++cut;
    }
  }
  EXPECT_GT(cut, scaled(1000) / 2);
}

}  // namespace
}  // namespace hyperplane::test
