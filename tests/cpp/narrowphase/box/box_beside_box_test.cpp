#include "narrowphase/box/box_beside_box.h"

#include <algorithm>
#include <cmath>
#include <cstdio>

#include <gtest/gtest.h>

#include <hyperplane/shape_query.h>

#include "math/pose.h"
#include "support/random.h"
#include "support/test_size.h"

/// Boxes beside boxes, compared with support points and with points along all edges.

namespace hyperplane::test {
namespace {

constexpr double k_reach = 1e-4, k_slack = 1e-9;

struct TwoBoxes {
  Vec3 half[2];
  /// Of B in the frame of A.
  Pose pose;

  Shape shape(int i) const { return make_box(2.0 * half[i].x, 2.0 * half[i].y, 2.0 * half[i].z).value; }
  BoxBeside compared() const { return compare_beside(half[0], half[1], to_transform(pose), k_reach, k_slack); }
};

Vec3 random_half(Random& random) {
  return {random.uniform(0.2, 1.0), random.uniform(0.2, 1.0), random.uniform(0.2, 1.0)};
}

/// The most points of one edge that lie on the boundary of the other box, of 65; corners alone count as all.
int points_on_boundary(const TwoBoxes& boxes) {
  int most = 0;
  for (int of = 0; of < 2; ++of) {
    const Pose pose = of == 0 ? Pose{} : boxes.pose, other_pose = of == 0 ? boxes.pose : Pose{};
    const Shape other = boxes.shape(1 - of);
    const auto is_on = [&](const Vec3& corner) {
      const Vec3 local{corner.x * boxes.half[of].x, corner.y * boxes.half[of].y, corner.z * boxes.half[of].z};
      return std::fabs(closest_point(other, other_pose, to_transform(pose) * local).distance) < 0.5 * k_reach;
    };
    for (int axis = 0; axis < 3; ++axis) {
      for (const double u : {-1.0, 1.0}) {
        for (const double v : {-1.0, 1.0}) {
          int count = 0;
          for (int i = 0; i <= 64; ++i) {
            double at[3];
            at[axis] = -1.0 + i / 32.0;
            at[(axis + 1) % 3] = u;
            at[(axis + 2) % 3] = v;
            const bool is_there = is_on({at[0], at[1], at[2]});
            count += is_there ? 1 : 0;
            if (is_there && (i == 0 || i == 64)) return 65;
          }
          most = std::max(most, count);
        }
      }
    }
  }
  return most;
}

TEST(BoxBesideBox, RisesAboveFacesAsSupportPointsSay) {
  Random random(8801);
  const int runs = scaled(4000);
  int risen = 0, level = 0;
  for (int run = 0; run < runs; ++run) {
    TwoBoxes boxes{{random_half(random), random_half(random)}, {random.in_cube(1.5), random.rotation()}};
    const int axis = random.below(3);
    const double side = random.sign();
    const Vec3 normal = unit_axis(axis) * side;
    const double height = dot(support(boxes.shape(0), {}, normal), normal);
    if (random.chance(0.5)) {
      // As high as the face, and a little above or below.
      const double reach = dot(support(boxes.shape(1), boxes.pose, normal), normal);
      const double by = random.below(3) == 0 ? 0.0 : random.sign() * random.uniform(2.0, 9.0) * k_slack;
      boxes.pose.position += normal * (height - reach + by);
      ++level;
    }
    const double rise = dot(support(boxes.shape(1), boxes.pose, normal), normal) - height;
    const unsigned bit = side > 0.0 ? 1u << axis : 8u << axis;
    const bool is_risen = (boxes.compared().risen_faces & bit) != 0;
    ASSERT_EQ(is_risen, rise > k_slack) << "run " << run << ", " << rise;
    risen += is_risen ? 1 : 0;
  }
  printf("seed 8801: %d of %d rise, %d level\n", risen, runs, level);
  EXPECT_GT(risen, runs / 4);
  EXPECT_LT(risen, runs - runs / 8);
}

TEST(BoxBesideBox, FlushIfAnEdgeOrACornerLiesOnTheOther) {
  Random random(8802);
  int flush = 0;
  const int runs = scaled(2000);
  for (int run = 0; run < runs; ++run) {
    TwoBoxes boxes{{random_half(random), random_half(random)}, {}};
    const int axis = random.below(3), along = (axis + 1) % 3;
    const Vec3 normal = unit_axis(axis);
    switch (random.below(3)) {
      case 0:  // side by side, or with tops at one height
        boxes.pose.position = random.in_cube(0.8);
        boxes.pose.rotation = normalized(
            Quat{normal.x * random.uniform(), normal.y * random.uniform(), normal.z * random.uniform(), 1.0});
        break;
      case 1: {  // hinged: turned about an axis, with an edge of A in a face of B
        const Vec3 hinge = unit_axis(along) * random.uniform(-1.0, 1.0);
        boxes.pose.rotation = normalized(Quat{hinge.x, hinge.y, hinge.z, 1.0});
        break;
      }
      default:
        boxes.pose = {random.in_cube(0.8), random.rotation()};
    }
    // A face of B goes through a corner or the middle of an edge of A.
    const Transform frame = to_transform(boxes.pose);
    Vec3 at{random.sign() * boxes.half[0].x, random.sign() * boxes.half[0].y, random.sign() * boxes.half[0].z};
    at = at - unit_axis(along) * dot(at, unit_axis(along)) * (random.chance(0.5) ? 1.0 : 0.0);
    const Vec3 outwards = frame.rotation * normal;
    const double gap = dot(outwards, at - boxes.pose.position) - component(boxes.half[1], axis);
    boxes.pose.position += outwards * (gap + random.uniform(-0.2, 0.2) * k_reach);
    const int on = points_on_boundary(boxes);
    const bool may_be = boxes.compared().may_be_flush;
    // A few points are where boundaries cross.
    if (on > 8) {
      ++flush;
      ASSERT_TRUE(may_be) << "run " << run << ", " << on << " points";
    }
    TwoBoxes turned{{boxes.half[1], boxes.half[0]}, relative_pose(boxes.pose, {})};
    ASSERT_EQ(turned.compared().may_be_flush, may_be) << "run " << run;
  }
  printf("seed 8802: %d of %d flush\n", flush, runs);
  EXPECT_GT(flush, runs / 4);
}

TEST(BoxBesideBox, NotFlushWhereBoxesMerelyCross) {
  Random random(8803);
  const int runs = scaled(4000);
  int flush = 0;
  for (int run = 0; run < runs; ++run) {
    const TwoBoxes boxes{{random_half(random), random_half(random)}, {random.in_cube(1.0), random.rotation()}};
    flush += boxes.compared().may_be_flush ? 1 : 0;
  }
  printf("seed 8803: %d of %d may be flush\n", flush, runs);
  EXPECT_LE(flush, runs / 50 + 1);
}

}  // namespace
}  // namespace hyperplane::test
