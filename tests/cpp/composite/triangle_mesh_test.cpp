#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/shape_query.h>
#include <hyperplane/triangle_mesh.h>

#include "composite/shape_extent.h"
#include "composite/triangle_mesh.h"
#include "meshes.h"
#include "support/failing_memory.h"
#include "support/random.h"
#include "support/test_size.h"
#include "support/triangle_oracle.h"

/// Triangle meshes beside all their triangles, one by one, in closed form.

namespace hyperplane::test {
namespace {

using scenes::MeshData;

constexpr double k_mesh_infinity = std::numeric_limits<double>::infinity();

struct TestMesh {
  MeshData data;
  TriangleMeshOptions options;
  TriangleMeshPtr mesh;
  double size = 1.0;

  Shape shape() const { return make_triangle_mesh(*mesh); }
  bool is_closed = false;
};

TestMesh build(MeshData data, const TriangleMeshOptions& options) {
  TestMesh result;
  result.data = std::move(data);
  result.options = options;
  Result<TriangleMeshPtr> built = build_triangle_mesh(result.data.vertices, result.data.indices, options);
  EXPECT_TRUE(built.ok()) << built.message;
  result.mesh = std::move(built.value);
  return result;
}

bool has_oracle_area(const MeshData& data, std::uint32_t t) {
  const Vec3 a = data.corner(t, 0), b = data.corner(t, 1), c = data.corner(t, 2);
  const double longest = std::max({length(b - a), length(c - b), length(a - c)});
  return length(cross(b - a, c - a)) > 1e-11 * longest * longest;
}

double distance_from(const MeshData& data, const Vec3& p) {
  double least = k_mesh_infinity;
  for (std::uint32_t t = 0; t < data.triangle_count(); ++t) {
    if (!has_oracle_area(data, t)) continue;
    bool is_face = false;
    least =
        std::min(least, length(p - closest_on(data.corner(t, 0), data.corner(t, 1), data.corner(t, 2), p, is_face)));
  }
  return least;
}

/// Solid angle of all triangles over the full sphere (van Oosterom and Strackee, "The Solid Angle of a Plane Triangle",
/// 1983).
double winding_number(const MeshData& data, const Vec3& p) {
  double sum = 0;
  for (std::uint32_t t = 0; t < data.triangle_count(); ++t) {
    const Vec3 a = data.corner(t, 0) - p, b = data.corner(t, 1) - p, c = data.corner(t, 2) - p;
    const double la = length(a), lb = length(b), lc = length(c);
    const double below = la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb;
    const double volume = dot(a, cross(b, c));
    if (volume != 0) sum += std::atan2(volume, below);
  }
  return sum / (2 * 3.14159265358979323846);
}

MeshData with_needles(MeshData data, Random& random) {
  // A triangle of each hundred is split at a point very near an edge's end.
  const std::uint32_t count = data.triangle_count();
  for (std::uint32_t t = 0; t < count; ++t) {
    if (!random.chance(0.02)) continue;
    const Vec3 a = data.corner(t, 0), b = data.corner(t, 1), c = data.corner(t, 2);
    const double u = 1e-4, v = random.uniform(0.1, 0.8);
    const std::uint32_t middle = data.add_vertex(a * (1.0 - u - v) + b * v + c * u);
    const std::uint32_t i = data.indices[3 * t], k = data.indices[3 * t + 1], l = data.indices[3 * t + 2];
    data.indices[3 * t + 2] = middle;
    data.add_triangle(k, l, middle);
    data.add_triangle(l, i, middle);
  }
  return data;
}

TestMesh random_mesh(Random& random, bool may_be_far = true) {
  const std::uint64_t seed = random.bits();
  const double size = std::array{1.0, 1e-3, 1e3}[static_cast<std::size_t>(random.below(3))];
  MeshData data;
  bool is_closed = true;
  switch (random.below(7)) {
    case 0:
      data = scenes::make_torus_knot(static_cast<std::uint32_t>(20 + random.below(60)), 6, 0.5 * size);
      break;
    case 1:
      data = scenes::make_gear(static_cast<std::uint32_t>(3 + random.below(20)), 0.5 * size, 0.3 * size);
      break;
    case 2:
      data = scenes::make_staircase(static_cast<std::uint32_t>(1 + random.below(12)), 0.1 * size, 0.12 * size, size);
      break;
    case 3:
      data = scenes::make_mesh_box({size, 0.3 * size, 0.6 * size});
      break;
    case 4:
      data = scenes::make_soup(static_cast<std::uint32_t>(1 + random.below(200)), size, seed);
      is_closed = false;
      break;
    case 5:
      data = scenes::make_terrain(static_cast<std::uint32_t>(1 + random.below(16)), size, seed);
      is_closed = false;
      break;
    default:
      data = scenes::make_grid_floor(static_cast<std::uint32_t>(1 + random.below(8)), size);
      is_closed = false;
  }
  if (random.chance(0.3)) data = with_needles(std::move(data), random);
  if (!is_closed && random.chance(0.3)) {
    // Some triangles twice, some from the other side.
    for (std::uint32_t t = 0; t < data.triangle_count() && t < 10; t += 2) {
      const std::uint32_t i = data.indices[3 * t], k = data.indices[3 * t + 1], l = data.indices[3 * t + 2];
      random.chance(0.5) ? data.add_triangle(i, k, l) : data.add_triangle(i, l, k);
    }
  }
  if (random.chance(0.2)) data.add_triangle(0, 0, 1);
  data.shuffle(seed);
  if (may_be_far && random.chance(0.25)) data.move(random.direction() * (1e6 * size));
  TriangleMeshOptions options;
  options.solid = is_closed && random.chance(0.7);
  options.sides = random.chance(0.5) ? SurfaceSides::front : SurfaceSides::both;
  options.thickness = size * random.uniform(0.0, 0.3);
  TestMesh mesh = build(std::move(data), options);
  mesh.size = size;
  mesh.is_closed = is_closed;
  return mesh;
}

/// A point near the mesh, sometimes on it.
Vec3 point_near(Random& random, const TestMesh& mesh) {
  const auto t = static_cast<std::uint32_t>(random.below(static_cast<int>(mesh.data.triangle_count())));
  const double u = random.uniform(), v = random.uniform() * (1.0 - u);
  const Vec3 on = mesh.data.corner(t, 0) * (1.0 - u - v) + mesh.data.corner(t, 1) * u + mesh.data.corner(t, 2) * v;
  const double reach = std::array{0.0, 1e-6, 0.03, 0.3, 2.0}[static_cast<std::size_t>(random.below(5))] * mesh.size;
  return random.chance(0.1) ? mesh.data.corner(t, 0) + random.in_cube(reach) : on + random.in_cube(reach);
}

TEST(TriangleMesh, AnswersRaysAsItsTriangles) {
  constexpr std::uint64_t k_seed = 7301;
  Random random(k_seed);
  const int count = scaled(200), rays = 40;
  int hits = 0, inside = 0, doubtful = 0;
  for (int n = 0; n < count; ++n) {
    const TestMesh mesh = random_mesh(random);
    const bool is_front = mesh.options.solid || mesh.options.sides == SurfaceSides::front;
    ASSERT_EQ(mesh.mesh->validate(), nullptr);
    for (int r = 0; r < rays; ++r) {
      SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", mesh " << n << ", ray " << r);
      const Vec3 origin = point_near(random, mesh);
      const Vec3 target = point_near(random, mesh);
      const Vec3 way = length(target - origin) > 0.0 && random.chance(0.8) ? target - origin : random.direction();
      const Vec3 direction = normalized(way);
      const double range = random.chance(0.7) ? k_mesh_infinity : random.uniform(0.0, 1.0) * mesh.size;
      const double away = length(origin) + mesh.size;
      const double slack = 1e-13 * away + 1e-9 * mesh.size;
      // A hit that a change of the ray by the slack cannot take away, and one that it might add.
      double sure = k_mesh_infinity, possible = k_mesh_infinity;
      const Vec3 o = origin, d = direction;
      for (std::uint32_t t = 0; t < mesh.data.triangle_count(); ++t) {
        if (!has_oracle_area(mesh.data, t)) continue;
        const Vec3 a = mesh.data.corner(t, 0), b = mesh.data.corner(t, 1), c = mesh.data.corner(t, 2);
        const Vec3 normal = cross(b - a, c - a);
        const double area = length(normal), facing = dot(normal, d) / area;
        const double steep = std::fabs(facing);
        const double at = steep > 0 ? dot(a - o, normal) / area / facing : 0.0;
        const Vec3 p = o + d * at;
        bool is_face = false;
        const Vec3 nearest = closest_on(a, b, c, p, is_face);
        const double reach = steep > 1e-6 ? slack / steep : 10.0 * mesh.size;
        if (at < -reach || length(p - nearest) > reach) continue;
        if (is_front && facing > 1e-9) continue;
        possible = std::min(possible, at - reach);
        double margin = k_mesh_infinity;
        for (const auto& [from, to] : {std::pair{a, b}, std::pair{b, c}, std::pair{c, a}}) {
          margin = std::min(margin, dot(cross(to - from, p - from), normal) / area / length(to - from));
        }
        const bool is_sure = steep > 1e-6 && margin > 1e-14 * away / steep && at > reach && at < range - reach;
        if (is_sure && (!is_front || facing < 0)) sure = std::min(sure, at + reach);
      }
      const RayHit hit = raycast(mesh.shape(), {}, origin, direction, range);
      const double winding = mesh.options.solid ? winding_number(mesh.data, o) : 0;
      if (mesh.options.solid && hit.hit && hit.distance == 0.0 && hit.feature.triangle < 0) {
        ++inside;
        if (winding < 0.75) {
          ASSERT_LT(distance_from(mesh.data, origin), slack) << "outside, but a hit at 0";
        }
        continue;
      }
      if (mesh.options.solid && winding > 0.25) {
        ASSERT_LT(distance_from(mesh.data, origin), slack) << "inside, but no hit at 0";
        ++doubtful;
        continue;
      }
      if (!hit.hit) {
        ASSERT_EQ(sure, k_mesh_infinity) << "missed a hit";
        continue;
      }
      ++hits;
      ASSERT_GE(hit.distance, possible);
      ASSERT_LE(hit.distance, sure);
      ASSERT_LE(hit.distance, range);
      ASSERT_LE(dot(hit.normal, direction), 1e-9);
      ASSERT_GE(hit.feature.triangle, 0);
      EXPECT_LE(length(hit.point - (origin + direction * hit.distance)), 1e-12 * away + 1e-9 * mesh.size);
      bool is_face = false;
      const auto t = static_cast<std::uint32_t>(hit.feature.triangle);
      const Vec3 p = hit.point;
      EXPECT_LE(
          length(p - closest_on(mesh.data.corner(t, 0), mesh.data.corner(t, 1), mesh.data.corner(t, 2), p, is_face)),
          slack);
    }
  }
  std::printf("seed %llu: %d meshes, %d rays hit, %d start inside, %d doubtful\n",
              static_cast<unsigned long long>(k_seed), count, hits, inside, doubtful);
  EXPECT_GT(hits, count * rays / 5);
  EXPECT_GT(inside, count * rays / 50);
}

TEST(TriangleMesh, ExplainsTheRaysThatItAnswers) {
  struct Steps final : RaySteps {
    std::vector<Aabb> nodes;
    std::vector<std::uint32_t> triangles;
    void enter(const Aabb& bounds) override { nodes.push_back(bounds); }
    void test(std::uint32_t triangle) override { triangles.push_back(triangle); }
  };
  constexpr std::uint64_t k_seed = 7312;
  Random random(k_seed);
  const int count = scaled(100), rays = 20;
  int hits = 0;
  for (int n = 0; n < count; ++n) {
    const TestMesh mesh = random_mesh(random);
    const Pose pose{random.in_cube(mesh.size), random.rotation()};
    for (int r = 0; r < rays; ++r) {
      SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", mesh " << n << ", ray " << r);
      const Vec3 origin = pose.position + random.in_cube(2.0 * mesh.size);
      const Vec3 target = pose.position + rotate(pose.rotation, point_near(random, mesh)), direction = target - origin;
      const double range = random.chance(0.5) ? k_mesh_infinity : random.uniform(0.0, 2.0) * mesh.size;
      Steps steps;
      const RayHit explained = explain_ray(*mesh.mesh, pose, origin, direction, range, steps);
      const RayHit hit = raycast(mesh.shape(), pose, origin, direction, range);
      ASSERT_EQ(explained.hit, hit.hit);
      // No triangle is tested that lies in no node.
      for (const std::uint32_t triangle : steps.triangles) {
        const Vec3 corner = mesh.data.corner(triangle, 0);
        ASSERT_TRUE(std::any_of(steps.nodes.begin(), steps.nodes.end(), [&](const Aabb& node) {
          return corner.x >= node.min.x && corner.x <= node.max.x && corner.y >= node.min.y && corner.y <= node.max.y &&
                 corner.z >= node.min.z && corner.z <= node.max.z;
        }));
      }
      if (!hit.hit) continue;
      ASSERT_EQ(explained.distance, hit.distance);
      ASSERT_EQ(explained.point, hit.point);
      ASSERT_EQ(explained.feature.triangle, hit.feature.triangle);
      if (hit.feature.triangle < 0) continue;
      ++hits;
      ASSERT_EQ(
          std::count(steps.triangles.begin(), steps.triangles.end(), static_cast<std::uint32_t>(hit.feature.triangle)),
          1);
    }
  }
  EXPECT_GT(hits, count * rays / 20);
}

TEST(TriangleMesh, ExplainsItsTreeLevelByLevel) {
  struct Nodes final : RaySteps {
    std::vector<Aabb> list;
    void enter(const Aabb& bounds) override { list.push_back(bounds); }
    void test(std::uint32_t) override { FAIL(); }
  };
  const auto holds = [](const Aabb& outer, const Aabb& inner) {
    return outer.min.x <= inner.min.x && outer.min.y <= inner.min.y && outer.min.z <= inner.min.z &&
           outer.max.x >= inner.max.x && outer.max.y >= inner.max.y && outer.max.z >= inner.max.z;
  };
  constexpr std::uint64_t k_seed = 7313;
  Random random(k_seed);
  const int count = scaled(30);
  std::size_t most = 0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", mesh " << n);
    const TestMesh mesh = random_mesh(random);
    std::vector<Aabb> above;
    for (std::uint32_t level = 0;; ++level) {
      Nodes nodes;
      explain_tree(*mesh.mesh, level, nodes);
      if (level == 0) ASSERT_EQ(nodes.list.size(), 1u);
      if (level > 0) {
        ASSERT_LE(nodes.list.size(), 4 * above.size());
        for (const Aabb& node : nodes.list) {
          ASSERT_TRUE(std::any_of(above.begin(), above.end(), [&](const Aabb& outer) { return holds(outer, node); }));
        }
      }
      for (std::uint32_t i = 0; i < mesh.mesh->triangle_count(); ++i) {
        const Vec3 a = mesh.data.corner(i, 0), b = mesh.data.corner(i, 1), c = mesh.data.corner(i, 2);
        if (a == b || b == c || c == a) continue;
        const Aabb box{{std::min({a.x, b.x, c.x}), std::min({a.y, b.y, c.y}), std::min({a.z, b.z, c.z})},
                       {std::max({a.x, b.x, c.x}), std::max({a.y, b.y, c.y}), std::max({a.z, b.z, c.z})}};
        ASSERT_TRUE(
            std::any_of(nodes.list.begin(), nodes.list.end(), [&](const Aabb& node) { return holds(node, box); }));
      }
      most = std::max(most, nodes.list.size());
      // The last level is that of the leaves, and so is all below.
      const bool is_last = nodes.list.size() == above.size();
      above = nodes.list;
      if (is_last || level > 64) break;
    }
    ASSERT_GE(4 * above.size(), mesh.mesh->triangle_count() / 2);
  }
  EXPECT_GT(most, 10u);
}

TEST(TriangleMesh, FindsTheClosestPointOfAllTriangles) {
  constexpr std::uint64_t k_seed = 7302;
  Random random(k_seed);
  const int count = scaled(200), points = 40;
  int inside = 0, behind = 0, doubtful = 0;
  for (int n = 0; n < count; ++n) {
    const TestMesh mesh = random_mesh(random);
    const bool has_prism = !mesh.options.solid && mesh.options.sides == SurfaceSides::front;
    for (int k = 0; k < points; ++k) {
      SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", mesh " << n << ", point " << k);
      const Vec3 point = point_near(random, mesh);
      const Vec3 p = point;
      const double slack = 1e-9 * mesh.size + 1e-15 * length(point);
      double least = distance_from(mesh.data, point);
      // The nearest of the triangles whose prisms hold the point.
      double depth = std::numeric_limits<double>::infinity();
      for (std::uint32_t i = 0; has_prism && i < mesh.data.triangle_count(); ++i) {
        const Vec3 u = mesh.data.corner(i, 0), v = mesh.data.corner(i, 1), w = mesh.data.corner(i, 2);
        bool lies_over = false;
        const double away = length(p - closest_on(u, v, w, p, lies_over));
        if (lies_over && away > slack && away <= mesh.options.thickness && dot(cross(v - u, w - u), p - u) < 0)
          depth = std::min(depth, away);
      }
      const ClosestPoint closest = closest_point(mesh.shape(), {}, point);
      const bool is_held = closest.distance < 0.0 && has_prism;
      if (is_held && std::fabs(closest.distance) > slack) least = depth;
      // At the border of a prism rounding decides.
      if (has_prism && std::fabs(least - std::fabs(closest.distance)) > slack) {
        ++doubtful;
        continue;
      }
      EXPECT_NEAR(least, std::fabs(closest.distance), slack);
      EXPECT_NEAR(length(closest.normal), 1.0, 1e-9);
      EXPECT_LE(length(closest.point + closest.normal * closest.distance - point), 3e-7 * mesh.size);
      const auto t = static_cast<std::uint32_t>(closest.feature.triangle);
      const Vec3 a = mesh.data.corner(t, 0), b = mesh.data.corner(t, 1), c = mesh.data.corner(t, 2);
      bool is_face = false;
      EXPECT_NEAR(length(p - closest_on(a, b, c, p, is_face)), least, slack);
      if (least < slack) continue;
      if (mesh.options.solid) {
        const bool is_inside = winding_number(mesh.data, p) > 0.5;
        EXPECT_EQ(closest.distance < 0.0, is_inside);
        EXPECT_EQ(mesh.mesh->contains(point), is_inside);
        inside += is_inside ? 1 : 0;
      } else if (!has_prism) {
        EXPECT_GT(closest.distance, 0.0);
      } else if (closest.distance < 0.0) {
        ++behind;
        EXPECT_LE(closest.distance, 0.0);
        EXPECT_GE(closest.distance, -mesh.options.thickness);
        EXPECT_LT(dot(cross(b - a, c - a), p - a), 0);
      }
    }
  }
  std::printf("seed %llu: %d meshes, %d points inside, %d behind, %d doubtful\n",
              static_cast<unsigned long long>(k_seed), count, inside, behind, doubtful);
  EXPECT_LE(doubtful, count * points / 200 + 1);
  EXPECT_GT(inside, count * points / 20);
  EXPECT_GT(behind, count * points / 50);
}

TEST(TriangleMesh, VisitsAllTrianglesInReach) {
  constexpr std::uint64_t k_seed = 7303;
  Random random(k_seed);
  const int count = scaled(300);
  std::size_t visits = 0, total = 0;
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", mesh " << n);
    const TestMesh mesh = random_mesh(random);
    const std::uint32_t triangles = mesh.data.triangle_count();
    const double prism = mesh.mesh->thickness();
    const Vec3 at = point_near(random, mesh), half = random.in_cube(0.2 * mesh.size);
    const Aabb box{min(at - half, at + half), max(at - half, at + half)};
    const Vec3 direction = random.direction();
    const double range = random.uniform(0.0, 1.0) * mesh.size, near = random.uniform(0.0, 0.3) * mesh.size;
    std::vector<bool> wanted_within(triangles), wanted_near(triangles), wanted_along(triangles);
    std::vector<bool> wanted_prisms(triangles);
    for (std::uint32_t t = 0; t < triangles; ++t) {
      EXPECT_EQ(mesh.mesh->has_area(t), has_oracle_area(mesh.data, t));
      if (!has_oracle_area(mesh.data, t)) continue;
      const Vec3 a = mesh.data.corner(t, 0), b = mesh.data.corner(t, 1), c = mesh.data.corner(t, 2);
      Vec3 corners[3];
      mesh.mesh->corners(t, corners);
      EXPECT_TRUE(corners[0] == a && corners[1] == b && corners[2] == c);
      // Samples of the triangle and its prism.
      const Vec3 back = normalized(cross(b - a, c - a)) * -prism;
      for (int i = 0; i <= 6; ++i) {
        for (int k = 0; k + i <= 6; ++k) {
          for (const double depth : {0.0, 0.5, 1.0}) {
            const Vec3 p = a + (b - a) * (i / 6.0) + (c - a) * (k / 6.0) + back * depth;
            const Vec3 apart = max(max(box.min - p, p - box.max), Vec3{});
            if (length(apart) == 0.0) wanted_prisms[t] = true;
            if (depth > 0.0) continue;
            if (length(apart) == 0.0) wanted_within[t] = true;
            if (length(apart) <= near) wanted_near[t] = true;
            const Vec3 along = p - at;
            const double s = clamp(dot(along, direction), 0.0, range);
            if (length(along - direction * s) <= 1e-12 * mesh.size) wanted_along[t] = true;
            const Vec3 hits = at + direction * s;
            const Vec3 beside = max(max((hits - half) - p, p - (hits + half)), Vec3{});
            if (half.x > 0 && half.y > 0 && half.z > 0 && length(beside) == 0.0) wanted_along[t] = true;
          }
        }
      }
    }
    const auto check = [&](const std::vector<bool>& wanted, const char* what, auto run) {
      std::vector<int> seen(triangles);
      run([&](std::uint32_t t) {
        ++seen[t];
        return true;
      });
      for (std::uint32_t t = 0; t < triangles; ++t) {
        EXPECT_LE(seen[t], has_oracle_area(mesh.data, t) ? 1 : 0) << what;
        if (wanted[t]) {
          EXPECT_EQ(seen[t], 1) << what << ", triangle " << t;
        }
        visits += static_cast<std::size_t>(seen[t]);
      }
      total += triangles;
    };
    check(wanted_within, "within", [&](auto visit) { mesh.mesh->visit_within(box, nullptr, nullptr, visit); });
    check(wanted_prisms, "prisms", [&](auto visit) { mesh.mesh->visit_prisms_within(box, visit); });
    check(wanted_near, "near", [&](auto visit) { mesh.mesh->visit_near(box, near, visit); });
    const bool is_box = half.x > 0 && half.y > 0 && half.z > 0;
    const Vec3 low = is_box ? -half : Vec3{}, high = is_box ? half : Vec3{};
    check(wanted_along, "along",
          [&](auto visit) { mesh.mesh->visit_along({at, direction, low, high}, range, nullptr, visit); });
  }
  EXPECT_GT(visits, total / 50);
  EXPECT_LT(visits, total * 3 / 4);
}

TEST(TriangleMesh, HasTheSupportPointsAndBoundsOfItsVertices) {
  constexpr std::uint64_t k_seed = 7304;
  Random random(k_seed);
  const int count = scaled(300);
  for (int n = 0; n < count; ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", mesh " << n);
    const TestMesh mesh = random_mesh(random);
    const Pose pose{random.chance(0.5) ? random.in_cube(1e3) : Vec3{}, random.rotation()};
    const Vec3 direction = random.direction();
    const double prism = mesh.mesh->thickness();
    const Aabb box = bounds(mesh.shape(), pose);
    double farthest = -k_mesh_infinity, reach = 0.0;
    for (std::uint32_t t = 0; t < mesh.data.triangle_count(); ++t) {
      if (!has_oracle_area(mesh.data, t)) continue;
      const Vec3 back = normalized(cross(mesh.data.corner(t, 1) - mesh.data.corner(t, 0),
                                         mesh.data.corner(t, 2) - mesh.data.corner(t, 0))) *
                        -prism;
      for (std::uint32_t i = 0; i < 3; ++i) {
        const Vec3 corner = mesh.data.corner(t, i);
        farthest = std::max(farthest, dot(corner, direction));
        reach = std::max(reach, length(corner));
        for (const Vec3& p : {corner, corner + back}) {
          const Quat& q = pose.rotation;
          const Vec3 u{q.x, q.y, q.z}, turn = cross(u, p) * 2.0;
          const Vec3 world = pose.position + p + turn * q.w + cross(u, turn);
          const double slack = 1e-15 * (length(p) + length(pose.position));
          EXPECT_TRUE(box.min.x <= world.x + slack && box.min.y <= world.y + slack && box.min.z <= world.z + slack);
          EXPECT_TRUE(box.max.x >= world.x - slack && box.max.y >= world.y - slack && box.max.z >= world.z - slack);
        }
      }
    }
    EXPECT_NEAR(dot(support(mesh.shape(), {}, direction), direction), farthest, 1e-15 * reach);
    EXPECT_GE(reach_of(mesh.shape()), reach);
    EXPECT_LE(reach_of(mesh.shape()), (reach + prism) * (1.0 + 1e-12));
    EXPECT_LE(size_of(mesh.shape()), 4.0 * mesh.size);
  }
}

}  // namespace
}  // namespace hyperplane::test
