#include <cstdio>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/sweep.h>
#include <hyperplane/triangle_mesh.h>

#include "math/vec3.h"
#include "meshes.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Contacts of two surfaces.

namespace hyperplane::test {
namespace {

TriangleMeshPtr make_solid(const scenes::MeshData& mesh) {
  TriangleMeshOptions options;
  options.solid = true;
  return build_triangle_mesh(mesh.vertices, mesh.indices, options).value;
}

// What has sunk by a length since it touched nothing has a way out that is no longer. One in sixteen was deeper when
// only ways of a quarter of the depth were looked for.
TEST(SurfacePair, FirstTouchesOfSolidsAreNoDeeperThanTheStep) {
  Random random(531);
  const scenes::MeshData block = scenes::make_mesh_box({2.0, 1.0, 3.0});
  scenes::MeshData ball = scenes::make_ball(6, 6);
  for (double& x : ball.vertices) x *= 0.6;
  const TriangleMeshPtr of_block = make_solid(block), of_ball = make_solid(ball);
  const Shape a = make_triangle_mesh(*of_block), b = make_triangle_mesh(*of_ball);
  int touching = 0, deep = 0;
  double deepest = 0.0;
  for (int i = 0; i < scaled(600); ++i) {
    const Pose still{{}, random.rotation()};
    const Quat rotation = random.rotation();
    const Vec3 way = random.direction() * 5.0, aside = random.in_cube(1.0);
    const Impact impact = time_of_impact(a, {still, still}, b, {{aside - way, rotation}, {aside + way, rotation}});
    if (!impact.hit || impact.time == 0.0) continue;
    ++touching;
    const double sink = random.uniform(0.01, 0.1);
    const Pose pose{aside + way * (2.0 * impact.time - 1.0 + sink / 5.0), rotation};
    const ContactManifold contact = collide(a, still, b, pose);
    if (contact.point_count == 0) continue;
    deep += contact.depth > 1.8 * sink ? 1 : 0;
    deepest = max(deepest, contact.depth / sink);
  }
  std::printf("%d touch, %d of them deeper, up to %.2f times\n", touching, deep, deepest);
  EXPECT_GT(touching, scaled(600) / 3);
  EXPECT_LE(deep, touching / 40 + 2);
}

}  // namespace
}  // namespace hyperplane::test
