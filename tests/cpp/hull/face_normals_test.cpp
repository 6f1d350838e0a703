#include <gtest/gtest.h>

#include <hyperplane/geometry.h>

#include "hull/hull.h"
#include "hull/tolerances.h"
#include "shape/convex_hull.h"
#include "support/point_clouds.h"
#include "support/test_size.h"

/// The face that looks most along a direction: 32 bits against all faces in 64 bits.

namespace hyperplane::test {
namespace {

std::uint32_t first_most(const Hull& hull, const Vec3& direction) {
  std::uint32_t best = 0;
  for (std::uint32_t i = 1; i < hull.face_count(); ++i) {
    if (dot(hull.faces()[i].normal, direction) > dot(hull.faces()[best].normal, direction)) best = i;
  }
  return best;
}

TEST(FaceNormals, FindTheFaceThatAllFacesInTurnFind) {
  Random random(91);
  int asked = 0, clear = 0;
  for (int run = 0; run < scaled(60); ++run) {
    const int count = 4 + random.below(random.chance(0.5) ? 40 : 400);
    // Normals all round, along a ring, along a cone, and most of them along an axis.
    const Cloud round = random.chance(0.5)   ? cloud_on_sphere(random, count)
                        : random.chance(0.5) ? cylinder_cloud(random, count)
                                             : cone_cloud(count);
    const Cloud flat = random.chance(0.3) ? scaled(round, {1.0, random.uniform(0.01, 1.0), 1.0}) : round;
    const HullPtr hull = build_hull(coordinates_of(random.chance(0.5) ? rotated(flat, random.rotation()) : flat)).value;
    ASSERT_NE(hull, nullptr);
    const bool has_normals = hull->face_count() > k_max_scanned_faces;
    for (int i = 0; i < 200; ++i) {
      const auto edge = hull->edges()[static_cast<std::size_t>(random.below(static_cast<int>(hull->edge_count())))];
      const Vec3 first = hull->faces()[edge.face[0]].normal, second = hull->faces()[edge.face[1]].normal;
      // Anywhere, along a face, and about half way between two, where they are nearly equal.
      const double aside = i % 4 == 2 ? 0.0 : random.log_uniform(-60, -10);
      const Vec3 direction = i % 4 == 0   ? random.direction()
                             : i % 4 == 1 ? first
                                          : normalized(first + second + random.direction() * aside);
      SupportingFace face;
      ConvexHull(make_convex_hull(*hull)).core_face(direction, face);
      ASSERT_EQ(face.index, first_most(*hull, direction)) << run << " " << i;
      if (!has_normals || i % 4 > 1) continue;
      ++asked;
      clear += hull->face_normals().clear_most(direction) != FaceNormals::k_none ? 1 : 0;
    }
  }
  // 64 bits are for ties.
  EXPECT_GT(clear, 0.97 * asked);
}

}  // namespace
}  // namespace hyperplane::test
