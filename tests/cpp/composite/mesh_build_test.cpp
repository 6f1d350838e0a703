#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <map>
#include <string_view>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/shape_query.h>
#include <hyperplane/triangle_mesh.h>

#include "composite/orientation.h"
#include "composite/shape_extent.h"
#include "composite/triangle_mesh.h"
#include "meshes.h"
#include "support/failing_memory.h"
#include "support/random.h"
#include "support/test_size.h"

/// How meshes are checked, welded, joined, refitted and stored.

namespace hyperplane::test {
namespace {

using scenes::MeshData;

Result<TriangleMeshPtr> build_from(const MeshData& data, const TriangleMeshOptions& options = {},
                                   TriangleMeshProblem* problem = nullptr) {
  return build_triangle_mesh(data.vertices, data.indices, options, problem);
}

TriangleMeshOptions solid_options() {
  TriangleMeshOptions options;
  options.solid = true;
  return options;
}

MeshData make_square() {
  MeshData data;
  data.vertices = {0.0, 0.0, 0.0, 1.0, 0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0};
  data.add_quad(0, 1, 2, 3);
  return data;
}

TEST(TriangleMeshBuild, RefusesWhatIsNoMeshAndSaysWhere) {
  constexpr double k_nan_coordinate = std::numeric_limits<double>::quiet_NaN();
  constexpr double k_infinite_coordinate = std::numeric_limits<double>::infinity();
  const auto expect = [](const MeshData& data, const TriangleMeshOptions& options, Status status, std::int64_t triangle,
                         const char* what) {
    TriangleMeshProblem problem;
    problem.triangle = 77;
    const Result<TriangleMeshPtr> built = build_from(data, options, &problem);
    EXPECT_EQ(built.status, status) << what;
    EXPECT_EQ(built.value, nullptr) << what;
    EXPECT_STRNE(built.message, "") << what;
    EXPECT_EQ(problem.triangle, triangle) << what;
    EXPECT_EQ(build_from(data, options).status, status) << what;
  };
  MeshData data = make_square();
  data.indices.pop_back();
  expect(data, {}, Status::invalid_argument, -1, "indices");
  data = make_square();
  data.vertices.pop_back();
  expect(data, {}, Status::invalid_argument, -1, "coordinates");
  data = make_square();
  data.indices.clear();
  expect(data, {}, Status::invalid_argument, -1, "four vertices in turn");
  data = make_square();
  data.indices[4] = 4;
  expect(data, {}, Status::invalid_argument, 1, "index");
  for (const double bad : {k_nan_coordinate, k_infinite_coordinate, -k_infinite_coordinate, 1.1e9}) {
    data = make_square();
    data.vertices[10] = bad;
    expect(data, {}, Status::invalid_argument, 1, "coordinate");
    data = make_square();
    data.vertices.insert(data.vertices.end(), {0.0, bad, 0.0});
    expect(data, {}, Status::invalid_argument, -1, "coordinate of no triangle");
  }
  for (const double bad : {k_nan_coordinate, k_infinite_coordinate, -1e-300, 1.1e9}) {
    TriangleMeshOptions options;
    options.thickness = bad;
    expect(make_square(), options, Status::invalid_argument, -1, "thickness");
    options = {};
    options.weld = bad;
    expect(make_square(), options, Status::invalid_argument, -1, "weld");
  }
  expect({}, {}, Status::degenerate_shape, -1, "empty");
  data = make_square();
  data.indices.assign({0, 1, 1, 2, 2, 2});
  expect(data, {}, Status::degenerate_shape, -1, "no area");
  data = make_square();
  for (std::size_t i = 0; i < 12; i += 3) data.vertices[i] = data.vertices[i + 1];
  expect(data, {}, Status::degenerate_shape, -1, "a line");
}

TEST(TriangleMeshBuild, NamesTheOpenEdgeOfASolid) {
  Random random(7401);
  for (int n = 0; n < scaled(200); ++n) {
    MeshData data = random.chance(0.5) ? scenes::make_gear(5, 1.0, 1.0) : scenes::make_torus_knot(40, 5, 1.0);
    if (random.chance(0.5)) {
      data.vertices = data.unindexed();
      for (std::uint32_t i = 0; i < data.indices.size(); ++i) data.indices[i] = i;
    }
    ASSERT_TRUE(build_from(data, solid_options()).ok());
    const auto t = static_cast<std::uint32_t>(random.below(static_cast<int>(data.triangle_count())));
    const int kind = random.below(3);
    if (kind == 0) {
      const auto first = data.indices.begin() + static_cast<std::ptrdiff_t>(3 * t);
      data.indices.erase(first, first + 3);
    }
    if (kind == 1) std::swap(data.indices[3 * t], data.indices[3 * t + 1]);
    if (kind == 2) data.add_triangle(data.indices[3 * t], data.indices[3 * t + 1], data.indices[3 * t + 2]);
    EXPECT_TRUE(build_from(data).ok());
    TriangleMeshProblem problem;
    const Result<TriangleMeshPtr> built = build_from(data, solid_options(), &problem);
    ASSERT_EQ(built.status, Status::degenerate_shape);
    // The edge is one of the triangle's, and not as many triangles run along it this way as that.
    ASSERT_GE(problem.triangle, 0);
    ASSERT_LT(problem.triangle, data.triangle_count());
    ASSERT_GE(problem.vertices[0], 0);
    ASSERT_GE(problem.vertices[1], 0);
    const Vec3 from = data.vertex(static_cast<std::uint32_t>(problem.vertices[0]));
    const Vec3 to = data.vertex(static_cast<std::uint32_t>(problem.vertices[1]));
    int balance = 0;
    bool is_beside = false;
    for (std::uint32_t k = 0; k < data.triangle_count(); ++k) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        const Vec3 a = data.corner(k, i), b = data.corner(k, (i + 1) % 3);
        const int sign = a == from && b == to ? 1 : (a == to && b == from ? -1 : 0);
        balance += sign;
        is_beside = is_beside || (sign != 0 && k == static_cast<std::uint32_t>(problem.triangle));
      }
    }
    EXPECT_NE(balance, 0);
    EXPECT_TRUE(is_beside);
  }
}

TEST(TriangleMeshBuild, RefusesOrTurnsASolidThatIsInsideOut) {
  Random random(7403);
  for (int n = 0; n < scaled(100); ++n) {
    MeshData data = random.chance(0.5) ? scenes::make_gear(5, 1.0, 1.0) : scenes::make_torus_knot(40, 5, 1.0);
    const Vec3 shift = random.in_cube(random.chance(0.5) ? 0.0 : 1e6);
    for (std::size_t i = 0; i < data.vertices.size(); i += 3) {
      data.vertices[i] += shift.x;
      data.vertices[i + 1] += shift.y;
      data.vertices[i + 2] += shift.z;
    }
    const Result<TriangleMeshPtr> right = build_from(data, solid_options());
    ASSERT_TRUE(right.ok());
    TriangleMeshOptions turning = solid_options();
    turning.turn_inside_out = true;
    EXPECT_EQ(build_from(data, turning).value->hash(), right.value->hash()) << "nothing to turn";
    MeshData turned = data;
    for (std::size_t i = 0; i < turned.indices.size(); i += 3) std::swap(turned.indices[i + 1], turned.indices[i + 2]);
    const Result<TriangleMeshPtr> refused = build_from(turned, solid_options());
    EXPECT_EQ(refused.status, Status::degenerate_shape);
    EXPECT_NE(std::string_view(refused.message).find("inside out"), std::string_view::npos);
    EXPECT_TRUE(build_from(turned).ok()) << "no inside, no matter";
    const Result<TriangleMeshPtr> mended = build_from(turned, turning);
    ASSERT_TRUE(mended.ok());
    EXPECT_EQ(mended.value->hash(), right.value->hash());
  }
}

TEST(TriangleMeshBuild, KeepsAMeshThatItsVerticesWouldTurnInsideOut) {
  const MeshData data = scenes::make_gear(5, 1.0, 1.0);
  const Result<TriangleMeshPtr> built = build_from(data, solid_options());
  ASSERT_TRUE(built.ok());
  const std::uint64_t hash = built.value->hash();
  std::vector<double> mirrored = data.vertices;
  for (std::size_t i = 0; i < mirrored.size(); i += 3) mirrored[i] = -mirrored[i];
  EXPECT_EQ(set_mesh_vertices(*built.value, mirrored).status, Status::degenerate_shape);
  EXPECT_EQ(built.value->hash(), hash);
}

TEST(TriangleMeshBuild, TakesSolidsWithoutAVolume) {
  MeshData sheet = make_square();
  const std::vector<std::uint32_t> front = sheet.indices;
  for (std::size_t i = 0; i < front.size(); i += 3) sheet.add_triangle(front[i], front[i + 2], front[i + 1]);
  EXPECT_TRUE(build_from(sheet, solid_options()).ok());
}

TEST(TriangleMeshBuild, TakesSolidsWithCollapsedTrianglesAndSlivers) {
  MeshData data = scenes::make_mesh_box({1.0, 1.0, 1.0});
  data.add_triangle(0, 1, 1);
  // A T-junction closed by a triangle on a line: its middle is a vertex of one neighbour only.
  const std::uint32_t a = data.indices[0], b = data.indices[1], c = data.indices[2];
  const Vec3 from = data.vertex(a), to = data.vertex(b);
  const std::uint32_t middle = data.add_vertex((from + to) * 0.5);
  data.indices[1] = middle;
  data.add_triangle(middle, b, c);
  data.add_triangle(a, b, middle);
  const Result<TriangleMeshPtr> built = build_from(data, solid_options());
  ASSERT_TRUE(built.ok()) << built.message;
  EXPECT_EQ(mesh_triangle_count(*built.value), 15u);
  EXPECT_FALSE(built.value->has_area(12));
  EXPECT_TRUE(built.value->has_area(13));
  EXPECT_FALSE(built.value->has_area(14));
  EXPECT_EQ(built.value->validate(), nullptr);
  Random random(7402);
  for (int n = 0; n < 1000; ++n) {
    const Vec3 p = random.in_cube(0.8);
    EXPECT_EQ(built.value->contains(p), std::fabs(p.x) < 0.5 && std::fabs(p.y) < 0.5 && std::fabs(p.z) < 0.5);
  }
}

TEST(TriangleMeshBuild, LeavesOutVerticesOfNoTriangle) {
  MeshData data = scenes::make_torus_knot(40, 12, 1.0);
  const TriangleMeshPtr plain = build_from(data).value;
  data.vertices.insert(data.vertices.begin(), {1e6, -1e5, 3e5});
  for (std::uint32_t& index : data.indices) ++index;
  const TriangleMeshPtr beside = build_from(data).value;
  EXPECT_EQ(beside->validate(), nullptr);
  EXPECT_EQ(beside->bounds().min, plain->bounds().min);
  EXPECT_EQ(beside->bounds().max, plain->bounds().max);
  EXPECT_EQ(beside->size(), plain->size());
  EXPECT_EQ(beside->reach(), plain->reach());
  ASSERT_EQ(beside->tree().nodes().size(), plain->tree().nodes().size());
  for (std::size_t i = 0; i < plain->tree().nodes().size(); ++i) {
    const LaneNode &a = plain->tree().nodes()[i], &b = beside->tree().nodes()[i];
    EXPECT_EQ(std::memcmp(a.bounds, b.bounds, sizeof a.bounds), 0);
    EXPECT_EQ(std::memcmp(a.child, b.child, sizeof a.child), 0);
  }
}

TEST(TriangleMeshBuild, WeldsEqualAndCloseVertices) {
  Random random(7403);
  const MeshData knot = scenes::make_torus_knot(60, 8, 1.0);
  MeshData split = knot;
  split.vertices = knot.unindexed();
  split.indices.clear();
  const Result<TriangleMeshPtr> one = build_from(knot, solid_options()), other = build_from(split, solid_options());
  ASSERT_TRUE(one.ok() && other.ok());
  EXPECT_EQ(mesh_vertex_count(*other.value), 3 * knot.triangle_count());
  for (std::uint32_t t = 0; t < knot.triangle_count(); ++t) {
    Vec3 a[3], b[3];
    mesh_corners(*one.value, t, a);
    mesh_corners(*other.value, t, b);
    for (std::uint32_t i = 0; i < 3; ++i) {
      EXPECT_EQ(a[i], knot.corner(t, i));
      EXPECT_EQ(b[i], a[i]);
    }
  }
  // Jittered: the first of each group of close ones wins.
  constexpr double k_jitter = 1e-5;
  for (double& x : split.vertices) x += random.uniform(-k_jitter, k_jitter);
  EXPECT_FALSE(build_from(split, solid_options()).ok());
  TriangleMeshOptions options = solid_options();
  options.weld = 10.0 * k_jitter;
  const Result<TriangleMeshPtr> welded = build_from(split, options);
  ASSERT_TRUE(welded.ok()) << welded.message;
  std::vector<Vec3> kept;
  for (std::uint32_t v = 0; v < split.vertex_count(); ++v) {
    const Vec3 p = split.vertex(v);
    const auto found =
        std::find_if(kept.begin(), kept.end(), [&](const Vec3& k) { return length(k - p) < options.weld; });
    const Vec3 expected = found == kept.end() ? p : *found;
    if (found == kept.end()) kept.push_back(p);
    Vec3 corners[3];
    mesh_corners(*welded.value, v / 3, corners);
    EXPECT_EQ(corners[v % 3], expected);
  }
  EXPECT_EQ(kept.size(), knot.vertex_count());
  // A negative zero equals zero.
  MeshData zeros = make_square();
  zeros.vertices = {-0.0, 0.0, -0.0, 1.0, -0.0, 0.0, 1.0, 1.0, 0.0, 0.0, 1.0, 0.0};
  EXPECT_EQ(hash_of(make_triangle_mesh(*build_from(zeros).value)),
            hash_of(make_triangle_mesh(*build_from(make_square()).value)));
}

/// Sign of a determinant of integers.
int exact_volume(const std::array<std::array<long long, 3>, 4>& p) {
  __extension__ using Wide = __int128;
  Wide m[3][3];
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t k = 0; k < 3; ++k) m[i][k] = p[i + 1][k] - p[0][k];
  }
  const Wide d = m[0][0] * (m[1][1] * m[2][2] - m[1][2] * m[2][1]) - m[0][1] * (m[1][0] * m[2][2] - m[1][2] * m[2][0]) +
                 m[0][2] * (m[1][0] * m[2][1] - m[1][1] * m[2][0]);
  return d > 0 ? 1 : (d < 0 ? -1 : 0);
}

TEST(TriangleMeshBuild, DecidesOrientationsExactly) {
  constexpr std::uint64_t k_seed = 7404;
  Random random(k_seed);
  int zeros = 0, tight = 0;
  const int count = scaled(200000);
  for (int n = 0; n < count; ++n) {
    // Points of a plane with integer coordinates, or one step beside it; then scaled by a power of two.
    const int reach = 1 << (2 + random.below(29));
    const auto integer = [&] { return static_cast<long long>(random.below(reach)) - reach / 2; };
    std::array<std::array<long long, 3>, 4> p{};
    for (std::size_t i = 0; i < 3; ++i) {
      for (long long& x : p[i]) x = integer();
    }
    const long long s = random.below(7) - 3, t = random.below(7) - 3;
    for (std::size_t k = 0; k < 3; ++k) p[3][k] = p[0][k] + s * (p[1][k] - p[0][k]) + t * (p[2][k] - p[0][k]);
    if (random.chance(0.5)) p[3][static_cast<std::size_t>(random.below(3))] += random.below(3) - 1;
    const double scale = std::ldexp(1.0, random.below(60) - 40);
    Vec3 v[4];
    for (std::size_t i = 0; i < 4; ++i) {
      v[i] = Vec3{static_cast<double>(p[i][0]), static_cast<double>(p[i][1]), static_cast<double>(p[i][2])} * scale;
    }
    const int expected = exact_volume(p);
    ASSERT_EQ(side_of_plane(v[0], v[1], v[2], v[3]), expected) << "seed " << k_seed << ", case " << n;
    zeros += expected == 0 ? 1 : 0;
    tight += expected != 0 ? 1 : 0;
    __extension__ using Wide = __int128;
    const Wide area = static_cast<Wide>(p[1][0] - p[0][0]) * (p[3][1] - p[0][1]) -
                      static_cast<Wide>(p[1][1] - p[0][1]) * (p[3][0] - p[0][0]);
    ASSERT_EQ(side_of_line({v[0].x, v[0].y}, {v[1].x, v[1].y}, {v[3].x, v[3].y}), area > 0 ? 1 : (area < 0 ? -1 : 0));
  }
  // Numbers of very different size, whose differences are rounded.
  const double tiny = 0x1p-60;
  EXPECT_EQ(side_of_plane({1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {tiny, tiny, 1.0}), 1);
  EXPECT_EQ(side_of_plane({1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {tiny, -tiny, 1.0}), 0);
  EXPECT_EQ(side_of_plane({1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}, {-tiny, 0.0, 1.0}), -1);
  std::printf("seed %llu: %d in the plane, %d not\n", static_cast<unsigned long long>(k_seed), zeros, tight);
  EXPECT_GT(zeros, count / 4);
  EXPECT_GT(tight, count / 8);
}

TEST(TriangleMeshBuild, KnowsHowItBendsAtEdges) {
  constexpr std::uint64_t k_seed = 7405;
  Random random(k_seed);
  std::array<int, 4> tally{};
  for (int n = 0; n < scaled(300); ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", mesh " << n);
    // Integer heights over a grid, so that many neighbours lie in a plane.
    const auto cells = static_cast<std::uint32_t>(1 + random.below(16));
    MeshData data = scenes::make_grid_floor(cells, cells);
    for (std::size_t i = 0; i < data.vertices.size(); i += 3) {
      data.vertices[i] = std::round(2.0 * data.vertices[i]);
      data.vertices[i + 1] = random.below(3) + data.vertices[i] * 3.0;
      data.vertices[i + 2] = std::round(2.0 * data.vertices[i + 2]);
    }
    for (std::uint32_t t = 0; t < data.triangle_count(); ++t) {
      if (random.chance(0.05)) std::swap(data.indices[3 * t], data.indices[3 * t + 1]);
    }
    if (random.chance(0.3)) data.add_triangle(data.indices[0], data.indices[1], data.indices[2]);
    data.shuffle(random.bits());
    const Result<TriangleMeshPtr> built = build_from(data);
    ASSERT_TRUE(built.ok());
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::pair<std::uint32_t, std::uint32_t>>> beside;
    for (std::uint32_t t = 0; t < data.triangle_count(); ++t) {
      for (std::uint32_t i = 0; i < 3; ++i) {
        const std::uint32_t a = data.indices[3 * t + i], b = data.indices[3 * t + (i + 1) % 3];
        beside[{std::min(a, b), std::max(a, b)}].emplace_back(t, i);
      }
    }
    const auto integers = [&](std::uint32_t v) {
      const Vec3 p = data.vertex(v);
      return std::array<long long, 3>{std::llround(p.x), std::llround(p.y), std::llround(p.z)};
    };
    for (const auto& entry : beside) {
      // Lambdas of clang 14 do not capture structured bindings.
      const auto& list = entry.second;
      EdgeBend expected = EdgeBend::open;
      const auto index = [&](std::size_t k, std::uint32_t i) { return data.indices[3 * list[k].first + i % 3]; };
      if (list.size() == 2 && index(0, list[0].second) != index(1, list[1].second)) {
        const int side = exact_volume({integers(index(0, 0)), integers(index(0, 1)), integers(index(0, 2)),
                                       integers(index(1, list[1].second + 2))});
        expected = side > 0 ? EdgeBend::concave : (side < 0 ? EdgeBend::convex : EdgeBend::flat);
      }
      for (const auto& [t, i] : list) {
        EXPECT_EQ(bend_of(built.value->bends(t), static_cast<int>(i)), expected);
        ++tally[static_cast<std::size_t>(expected)];
      }
    }
  }
  for (const int number : tally) EXPECT_GT(number, scaled(300));
  // A sheet folded onto itself.
  MeshData fold = make_square();
  fold.indices.assign({0, 1, 2, 2, 1, 0});
  EXPECT_EQ(bend_of(build_from(fold).value->bends(0), 0), EdgeBend::convex);
}

TEST(TriangleMeshBuild, MovesItsVertices) {
  constexpr std::uint64_t k_seed = 7406;
  Random random(k_seed);
  int rebuilt = 0;
  for (int n = 0; n < scaled(200); ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", mesh " << n);
    MeshData data = random.chance(0.5) ? scenes::make_gear(6, 1.0, 1.0) : scenes::make_staircase(5, 0.2, 0.3, 1.0);
    const bool is_split = random.chance(0.5);
    MeshData given = data;
    if (is_split) {
      given.vertices = data.unindexed();
      given.indices.clear();
    }
    TriangleMeshOptions options;
    options.solid = random.chance(0.5);
    options.sides = random.chance(0.5) ? SurfaceSides::front : SurfaceSides::both;
    const Result<TriangleMeshPtr> built = build_from(given, options);
    ASSERT_TRUE(built.ok());
    for (int step = 0; step < 4; ++step) {
      const bool flattens = random.chance(0.3);
      for (double& x : data.vertices) x += random.uniform(-0.02, 0.02);
      if (flattens) {
        // A triangle loses its area.
        const std::uint32_t* const v = data.indices.data() + 3 * random.below(static_cast<int>(data.triangle_count()));
        for (std::uint32_t k = 0; k < 3; ++k) data.vertices[3 * v[0] + k] = data.vertices[3 * v[1] + k];
        ++rebuilt;
      }
      given.vertices = is_split ? data.unindexed() : data.vertices;
      ASSERT_TRUE(set_mesh_vertices(*built.value, given.vertices).ok());
      ASSERT_EQ(built.value->validate(), nullptr);
      if (flattens) continue;
      const Result<TriangleMeshPtr> fresh = build_from(given, options);
      ASSERT_TRUE(fresh.ok());
      EXPECT_EQ(built.value->hash(), fresh.value->hash());
      EXPECT_EQ(built.value->bounds(), fresh.value->bounds());
      for (std::uint32_t t = 0; t < data.triangle_count(); ++t) {
        if (!fresh.value->has_area(t)) continue;
        ASSERT_TRUE(built.value->has_area(t));
        for (int i = 0; i < 3; ++i) EXPECT_EQ(bend_of(built.value->bends(t), i), bend_of(fresh.value->bends(t), i));
      }
      for (int k = 0; k < 20; ++k) {
        const Vec3 p = random.in_cube(1.5);
        const ClosestPoint one = built.value->closest_point(p), other = fresh.value->closest_point(p);
        EXPECT_EQ(one.distance, other.distance);
        EXPECT_EQ(one.feature.triangle, other.feature.triangle);
      }
    }
    // Errors change nothing.
    const std::uint64_t hash = built.value->hash();
    std::vector<double> bad = given.vertices;
    bad[bad.size() / 2] = std::numeric_limits<double>::quiet_NaN();
    EXPECT_EQ(set_mesh_vertices(*built.value, bad).status, Status::invalid_argument);
    bad.pop_back();
    EXPECT_EQ(set_mesh_vertices(*built.value, bad).status, Status::invalid_argument);
    EXPECT_EQ(set_mesh_vertices(*built.value, std::vector<double>(given.vertices.size(), 1.0)).status,
              Status::degenerate_shape);
    EXPECT_EQ(built.value->hash(), hash);
    EXPECT_EQ(built.value->validate(), nullptr);
  }
  EXPECT_GT(rebuilt, scaled(200) / 4);
}

TEST(TriangleMeshBuild, NeedsMemoryAndLeaksNone) {
  if (!can_fail_memory()) GTEST_SKIP() << "memory cannot fail in this build";
  MeshData data = scenes::make_gear(6, 1.0, 1.0);
  data.vertices = data.unindexed();
  data.indices.clear();
  const Result<TriangleMeshPtr> whole = build_from(data, solid_options());
  std::vector<std::byte> bytes(serialized_size(*whole.value));
  serialize_triangle_mesh(*whole.value, bytes);
  const std::uint64_t hash = whole.value->hash();
  std::vector<double> moved = data.vertices, flat = data.vertices;
  for (double& x : moved) x *= 2.0;
  for (std::size_t i = 0; i < 9; ++i) flat[i] = flat[i % 3];
  const auto run = [&](const char* what, auto call) {
    int failures = 0;
    for (bool has_failed = true; has_failed; ++failures) {
      FailingMemory failing(failures);
      const Status status = call();
      has_failed = failing.has_failed();
      EXPECT_EQ(status, has_failed ? Status::out_of_memory : Status::ok) << what;
      if (has_failed) EXPECT_EQ(whole.value->hash(), hash) << what;
    }
    EXPECT_GT(failures, 3) << what;
  };
  run("build", [&] { return build_from(data, solid_options()).status; });
  run("read", [&] { return deserialize_triangle_mesh(bytes).status; });
  run("rebuild", [&] { return set_mesh_vertices(*whole.value, flat).status; });
  ASSERT_TRUE(set_mesh_vertices(*whole.value, data.vertices).ok());
  EXPECT_EQ(whole.value->hash(), hash);
  run("refit", [&] { return set_mesh_vertices(*whole.value, moved).status; });
}

TEST(TriangleMeshBuild, ComesBackFromBytes) {
  constexpr std::uint64_t k_seed = 7407;
  Random random(k_seed);
  for (int n = 0; n < scaled(60); ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", mesh " << n);
    MeshData data = random.chance(0.5) ? scenes::make_gear(5, 1.0, 1.0)
                                       : scenes::make_soup(static_cast<std::uint32_t>(1 + random.below(60)), 1.0, 5);
    if (random.chance(0.5)) data.add_triangle(0, 0, 1);
    TriangleMeshOptions options;
    options.sides = random.chance(0.5) ? SurfaceSides::front : SurfaceSides::both;
    options.thickness = 0.3;
    options.weld = random.chance(0.3) ? 0.05 : 0.0;
    const Result<TriangleMeshPtr> built = build_from(data, options);
    ASSERT_TRUE(built.ok());
    std::vector<std::byte> bytes(serialized_size(*built.value));
    serialize_triangle_mesh(*built.value, bytes);
    const Result<TriangleMeshPtr> read = deserialize_triangle_mesh(bytes);
    ASSERT_TRUE(read.ok());
    EXPECT_EQ(read.value->validate(), nullptr);
    EXPECT_EQ(read.value->hash(), built.value->hash());
    EXPECT_EQ(read.value->bounds(), built.value->bounds());
    std::vector<std::byte> again(serialized_size(*read.value));
    serialize_triangle_mesh(*read.value, again);
    EXPECT_TRUE(bytes == again);
    EXPECT_TRUE(set_mesh_vertices(*read.value, data.vertices).ok());
    for (int k = 0; k < 10; ++k) {
      const Vec3 p = random.in_cube(1.0), d = random.direction();
      const RayHit one = built.value->raycast(p, d, 1e9, 0.0), other = read.value->raycast(p, d, 1e9, 0.0);
      EXPECT_EQ(one.hit, other.hit);
      EXPECT_EQ(one.distance, other.distance);
      EXPECT_EQ(one.feature.triangle, other.feature.triangle);
    }
    // Every byte counts.
    for (std::size_t i = 0; i < bytes.size(); i += 1 + static_cast<std::size_t>(random.below(7))) {
      std::vector<std::byte> flipped = bytes;
      flipped[i] ^= static_cast<std::byte>(1 << random.below(8));
      EXPECT_EQ(deserialize_triangle_mesh(flipped).status, Status::invalid_argument) << "byte " << i;
      EXPECT_FALSE(deserialize_triangle_mesh(std::span(bytes).first(i)).ok());
    }
    bytes.push_back({});
    EXPECT_EQ(deserialize_triangle_mesh(bytes).status, Status::invalid_argument);
    bytes.pop_back();
  }
}

}  // namespace
}  // namespace hyperplane::test
