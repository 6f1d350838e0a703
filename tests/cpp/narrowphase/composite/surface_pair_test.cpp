#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/height_field.h>
#include <hyperplane/pair.h>
#include <hyperplane/sweep.h>
#include <hyperplane/triangle_mesh.h>

#include "math/quat.h"
#include "math/vec3.h"
#include "meshes.h"
#include "narrowphase/part/part_pairs.h"
#include "support/convex_shapes.h"
#include "support/grazing_pairs.h"
#include "support/test_size.h"

/// Contacts of two surfaces.

namespace hyperplane::test {
namespace {

TriangleMeshPtr make_solid(const scenes::MeshData& mesh) {
  TriangleMeshOptions options;
  options.solid = true;
  return build_triangle_mesh(mesh.vertices, mesh.indices, options).value;
}

/// What has sunk by a length since it touched nothing, and how many of them were far deeper.
struct FirstTouches {
  int count = 0, deep = 0;
  double deepest = 0.0;

  /// Moves B against A along random ways, and a little farther. @param least, most m
  void add(Random& random, int tries, const Shape& a, const Shape& b, double least, double most) {
    for (int i = 0; i < tries; ++i) {
      const Pose still{{}, random.rotation()};
      const Quat rotation = random.rotation();
      const Vec3 way = random.direction() * 5.0, aside = random.in_cube(1.0);
      add_one(a, still, b, {aside - way, rotation}, way * 2.0, random.uniform(least, most));
    }
  }
  /// Moves B against A, which stays. @param sink m: how much farther.
  void add_one(const Shape& a, const Pose& still, const Shape& b, const Pose& from, const Vec3& way, double sink) {
    const Impact impact = time_of_impact(a, {still, still}, b, {from, {from.position + way, from.rotation}});
    if (!impact.hit || impact.time == 0.0) return;
    ++count;
    const Pose pose{from.position + way * (impact.time + sink / length(way)), from.rotation};
    const ContactManifold contact = collide(a, still, b, pose);
    if (contact.point_count == 0) return;
    deep += contact.depth > 2.6 * sink ? 1 : 0;
    deepest = max(deepest, contact.depth / sink);
  }
  void print(const char* of) const {
    std::printf("%s: %d touch, %d of them deeper, up to %.2f times\n", of, count, deep, deepest);
  }
};

// One in thirty was far deeper when only ways of a quarter of the depth were looked for.
TEST(SurfacePair, FirstTouchesOfSolidsAreNoDeeperThanTheStep) {
  Random random(531);
  const scenes::MeshData block = scenes::make_mesh_box({2.0, 1.0, 3.0});
  scenes::MeshData ball = scenes::make_ball(6, 6);
  for (double& x : ball.vertices) x *= 0.6;
  const TriangleMeshPtr of_block = make_solid(block), of_ball = make_solid(ball);
  FirstTouches touches;
  touches.add(random, scaled(600), make_triangle_mesh(*of_block), make_triangle_mesh(*of_ball), 0.01, 0.1);
  touches.print("solids");
  EXPECT_GT(touches.count, scaled(600) / 3);
  // 4, 7 or 10 of 596, and 3 of the first 120, by which of the two comes first, which their hashes decide.
  EXPECT_LE(touches.deep, touches.count / 40);
}

// Boundary edges meet boundary edges, and corners meet faces from the side that the middle of their surface is not on:
// one in seven was as deep as a face beside it, then one in a hundred where that middle is inside the block.
TEST(SurfacePair, FirstTouchesOfOpenSurfacesAreNoDeeperThanTheStep) {
  Random random(535);
  const auto make_loose = [&] {
    std::vector<double> vertices;
    for (int i = 0; i < 4; ++i) {
      const Vec3 middle = random.in_cube(1.0);
      for (int k = 0; k < 3; ++k) {
        const Vec3 corner = middle + random.in_cube(0.6);
        vertices.insert(vertices.end(), {corner.x, corner.y, corner.z});
      }
    }
    return build_triangle_mesh(vertices, {}, {}).value;
  };
  const scenes::MeshData block = scenes::make_mesh_box({2.0, 1.0, 3.0});
  const TriangleMeshPtr closed = build_triangle_mesh(block.vertices, block.indices, {}).value;
  FirstTouches loose, of_block;
  for (int i = 0; i < scaled(300); ++i) {
    const TriangleMeshPtr a = make_loose(), b = make_loose();
    loose.add(random, 4, make_triangle_mesh(*a), make_triangle_mesh(*b), 1e-6, 1e-3);
    of_block.add(random, 4, make_triangle_mesh(*closed), make_triangle_mesh(*b), 1e-6, 1e-3);
  }
  loose.print("loose triangles");
  of_block.print("loose triangles and a block");
  EXPECT_GT(loose.count, scaled(300));
  EXPECT_LE(loose.deep, loose.count / 250);
  EXPECT_LE(of_block.deep, of_block.count / 40);
}

// A compound that reaches around an edge: a part meets a face from outside, while the middle of all is behind it.
TEST(SurfacePair, FirstTouchesOfCompoundsAreNoDeeperThanTheStep) {
  Random random(536);
  const scenes::MeshData block = scenes::make_mesh_box({1.0, 1.0, 1.0});
  const TriangleMeshPtr closed = build_triangle_mesh(block.vertices, block.indices, {}).value;
  FirstTouches touches;
  for (int i = 0; i < scaled(500); ++i) {
    std::vector<CompoundPart> parts;
    for (int k = 0; k < 3; ++k) {
      const Vec3 size = Vec3{0.5, 0.5, 0.5} + random.in_cube(0.3);
      parts.push_back({make_box(size.x, size.y, size.z).value, {random.in_cube(0.6), random.rotation()}});
    }
    const CompoundPtr compound = build_compound(parts).value;
    touches.add(random, 4, make_triangle_mesh(*closed), make_compound(*compound), 1e-6, 1e-3);
  }
  touches.print("compounds");
  EXPECT_GT(touches.count, scaled(500));
  EXPECT_LE(touches.deep, touches.count / 500);
}

// The middle of an arch is in the air, and the way from it to a leg leads through the fence that the arch stands over:
// half of these legs were pushed through the fence.
TEST(SurfacePair, LegsOfAnArchOverAFenceAreNoDeeperThanTheStep) {
  Random random(537);
  const TriangleMeshPtr fence = build_triangle_mesh(std::vector<double>{-5, 0, 0, 5, 0, 0, 5, 3, 0, -5, 3, 0},
                                                    std::vector<std::uint32_t>{0, 1, 2, 0, 2, 3}, {})
                                    .value;
  const Shape beam = make_box(2.0, 0.3, 0.5).value, leg = make_box(0.3, 2.0, 0.5).value;
  const CompoundPtr arch =
      build_compound(
          std::vector<CompoundPart>{{beam, {{0, 2, 0}, {}}}, {leg, {{-0.85, 1, 0}, {}}}, {leg, {{0.85, 1, 0}, {}}}})
          .value;
  FirstTouches touches;
  for (int i = 0; i < scaled(600); ++i) {
    const Pose from{{random.uniform(-3.0, 3.0), random.uniform(1.3, 2.5), random.uniform(-0.4, 0.4)},
                    turn_about({0, 1, 0}, random.uniform(-3.0, 3.0))};
    if (intersects(make_triangle_mesh(*fence), {}, make_compound(*arch), from)) continue;
    touches.add_one(make_triangle_mesh(*fence), {}, make_compound(*arch), from, random.in_cube(1.0),
                    random.uniform(1e-6, 1e-3));
  }
  touches.print("arches");
  EXPECT_GT(touches.count, scaled(100));
  EXPECT_LE(touches.deep, touches.count / 100);
}

// Which of two surfaces is looked at first depends on their hashes, and so on the order of their triangles.
TEST(SurfacePair, ParallelFacesAreAsDeepInEitherOrder) {
  Random random(532);
  constexpr int k_cells = 3;
  for (int i = 0; i < scaled(50); ++i) {
    std::vector<double> vertices;
    for (int z = 0; z <= k_cells; ++z) {
      for (int x = 0; x <= k_cells; ++x) {
        vertices.insert(vertices.end(), {x - 0.5 * k_cells, random.uniform(-0.2, 0.2), z - 0.5 * k_cells});
      }
    }
    std::vector<std::uint32_t> indices;
    for (std::uint32_t k = 0; k < k_cells * k_cells; ++k) {
      const std::uint32_t p = k / k_cells * (k_cells + 1) + k % k_cells, q = p + k_cells + 1;
      indices.insert(indices.end(), {p, q, p + 1, p + 1, q, q + 1});
    }
    TriangleMeshOptions options;
    options.sides = SurfaceSides::front;
    const TriangleMeshPtr ground = build_triangle_mesh(vertices, indices, options).value;
    const Pose frame{random.in_cube(10.0), random.rotation()};
    const Vec3 aside{random.uniform(-1.0, 1.0) * random.below(2), -random.uniform(0.02, 0.2), 0.0};
    const Pose below{frame.position + rotate(frame.rotation, aside), frame.rotation};
    double depth = 0.0;
    std::size_t count = 0;
    for (int turn = 0; turn < 6; ++turn) {
      const TriangleMeshPtr same = build_triangle_mesh(vertices, indices, options).value;
      std::vector<ContactManifold> contacts(64);
      const std::size_t found =
          collide_all(make_triangle_mesh(*same), frame, make_triangle_mesh(*ground), below, contacts);
      ASSERT_GT(found, 0u) << i;
      if (turn == 0) {
        depth = contacts[0].depth;
        count = found;
      }
      EXPECT_NEAR(contacts[0].depth, depth, 1e-9) << i << " turn " << turn;
      EXPECT_EQ(found, count) << i << " turn " << turn;
      std::rotate(indices.begin(), indices.begin() + 3, indices.end());
    }
  }
}

// What 32 bits reject does not touch by 64 bits, however far away or thin the triangles are.
TEST(SurfacePair, AllPairsOfTrianglesThatTouchAreVisited) {
  Random random(532);
  std::int64_t touching = 0, visited = 0;
  for (int i = 0; i < scaled(200); ++i) {
    const double far = random.chance(0.3) ? 1e5 : 0.0, thin = random.chance(0.3) ? 1e-4 : 1.0;
    const auto make_soup = [&](std::size_t count, const Vec3& middle) {
      std::vector<double> vertices;
      std::vector<std::uint32_t> indices;
      for (std::uint32_t k = 0; k < 3 * count; ++k) {
        const Vec3 at = random.in_cube(1.0);
        vertices.insert(vertices.end(), {middle.x + at.x, middle.y + thin * at.y, middle.z + at.z});
        indices.push_back(k);
      }
      return build_triangle_mesh(vertices, indices, {}).value;
    };
    const Vec3 middle{far, 0.0, far};
    const TriangleMeshPtr first = make_soup(30, middle), second = make_soup(20, {});
    const Shape a = make_triangle_mesh(*first), b = make_triangle_mesh(*second);
    const Pose b_in_a{middle + random.in_cube(1.0), random.rotation()};
    std::vector<bool> is_visited(std::size_t{first->triangle_count()} * second->triangle_count());
    visit_touching_candidates(a, b, b_in_a, [&](const PartPair& pair) {
      const auto row = static_cast<std::size_t>(pair.features.triangle_a);
      is_visited[row * second->triangle_count() + static_cast<std::size_t>(pair.features.triangle_b)] = true;
      ++visited;
      return true;
    });
    const Surface of_a(a), of_b(b);
    for (std::uint32_t k = 0; k < is_visited.size(); ++k) {
      const Shape own = of_a.triangle_shape(k / second->triangle_count());
      const Shape other = of_b.triangle_shape(k % second->triangle_count());
      if (!intersects(own, {}, other, b_in_a)) continue;
      ++touching;
      EXPECT_TRUE(is_visited[k]);
    }
  }
  std::printf("%lld of %lld visited touch\n", static_cast<long long>(touching), static_cast<long long>(visited));
  EXPECT_GT(touching, scaled(200));
  EXPECT_LT(visited, 10 * touching);
}

// Contacts depend on the order, too. Of the larger pairs one surface has more triangles near the other than a list
// takes.
TEST(SurfacePair, PairsThatAreNotApartComeInTheOrderOfAllPairs) {
  Random random(534);
  std::int64_t touching = 0, visited = 0, candidates = 0;
  for (int i = 0; i < scaled(120); ++i) {
    const double far = random.chance(0.2) ? 1e4 : 0.0, scale = std::pow(10.0, random.uniform(-3.0, 3.0));
    const std::uint32_t cells = random.chance(0.2) ? 20 : 8;
    HeightFieldOptions options;
    options.columns = options.rows = cells + 1;
    options.width = options.depth = 2.0 * scale;
    options.sides = random.chance(0.5) ? SurfaceSides::both : SurfaceSides::front;
    std::vector<double> heights(std::size_t{options.columns} * options.rows);
    for (double& height : heights) height = random.chance(0.3) ? 0.0 : scale * random.uniform(-0.1, 0.1);
    const HeightFieldPtr field = build_height_field(heights, options).value;
    const auto make_mesh = [&](std::uint32_t along) {
      scenes::MeshData knot = scenes::make_torus_knot(along, 6, 0.8 * scale);
      for (double& x : knot.vertices) x += far * scale;
      return build_triangle_mesh(knot.vertices, knot.indices, {}).value;
    };
    const TriangleMeshPtr knot = make_mesh(16), other = make_mesh(cells == 20 ? 40 : 12);
    const Shape shapes[] = {make_triangle_mesh(*knot), make_triangle_mesh(*other), make_height_field(*field)};
    const int first = static_cast<int>(random.below(3)), second = static_cast<int>(random.below(3));
    const Shape &a = shapes[first], &b = shapes[second];
    const auto middle_of = [&](int of) { return of == 2 ? Vec3{} : Vec3{far, far, far} * scale; };
    const Quat turn = random.chance(0.1) ? Quat{} : random.rotation();
    const Vec3 apart = random.chance(0.1) ? Vec3{} : random.in_cube(scale);
    const Pose b_in_a{middle_of(first) + apart - rotate(turn, middle_of(second)), turn};
    std::vector<PairFeatures> all, some;
    visit_touching_candidates(a, b, b_in_a, [&](const PartPair& pair) {
      ++candidates;
      if (penetration(*pair.a, pair.pose_a, *pair.b, pair.pose_b).intersects) all.push_back(pair.features);
      return true;
    });
    visit_touching_pairs(a, b, b_in_a, [&](const PartPair& pair) {
      ++visited;
      if (penetration(*pair.a, pair.pose_a, *pair.b, pair.pose_b).intersects) some.push_back(pair.features);
      return true;
    });
    ASSERT_EQ(all.size(), some.size()) << "pair " << i;
    for (std::size_t k = 0; k < all.size(); ++k) {
      ASSERT_EQ(all[k].triangle_a, some[k].triangle_a) << "pair " << i;
      ASSERT_EQ(all[k].triangle_b, some[k].triangle_b) << "pair " << i;
    }
    touching += static_cast<std::int64_t>(all.size());
  }
  std::printf("%lld touch, %lld visited of %lld\n", static_cast<long long>(touching), static_cast<long long>(visited),
              static_cast<long long>(candidates));
  EXPECT_GT(touching, scaled(120));
  EXPECT_LT(visited, candidates);
}

}  // namespace
}  // namespace hyperplane::test
