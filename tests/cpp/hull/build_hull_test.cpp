#include <algorithm>
#include <limits>
#include <string>

#include <gtest/gtest.h>

#include "hull/hull.h"
#include "hull/support.h"
#include "hull/tolerances.h"
#include "hull/validate.h"
#include "math/quat.h"
#include "support/hull_oracle.h"
#include "support/point_clouds.h"
#include "support/test_size.h"

namespace hyperplane::test {
namespace {

HullPtr build(const Cloud& cloud, std::uint32_t max_vertices = 0) {
  Result<HullPtr> result = build_hull(coordinates_of(cloud), max_vertices);
  EXPECT_EQ(result.status, Status::ok) << result.message;
  return std::move(result.value);
}

/// Builds a hull and checks every invariant.
HullPtr build_valid(const Cloud& cloud) {
  HullPtr hull = build(cloud);
  if (hull == nullptr) return hull;
  const HullReport report = validate_hull(*hull, coordinates_of(cloud));
  EXPECT_TRUE(report.ok()) << report.fault << ": highest vertex " << report.highest_vertex << ", flatness "
                           << report.flatness << ", concavity " << report.concavity << ", highest input "
                           << report.highest_input << ", tolerance " << hull->tolerance();
  // Vertices are points of the input, bit by bit, each once, in order.
  for (std::uint32_t i = 0; i < hull->vertex_count(); ++i) {
    const std::uint32_t input = hull->input_indices()[i];
    EXPECT_LT(input, cloud.size());
    EXPECT_EQ(hull->vertices()[i], cloud[input]);
    EXPECT_TRUE(i == 0 || hull->input_indices()[i - 1] < input);
  }
  return hull;
}

void expect_counts(const Cloud& cloud, std::uint32_t vertices, std::uint32_t edges, std::uint32_t faces) {
  const HullPtr hull = build_valid(cloud);
  ASSERT_NE(hull, nullptr);
  EXPECT_EQ(hull->vertex_count(), vertices);
  EXPECT_EQ(hull->edge_count(), edges);
  EXPECT_EQ(hull->face_count(), faces);
}

void expect_refused(const std::vector<double>& coordinates, Status status, const char* message,
                    std::uint32_t max_vertices = 0) {
  const Result<HullPtr> result = build_hull(coordinates, max_vertices);
  EXPECT_EQ(result.status, status);
  EXPECT_STREQ(result.message, message);
  EXPECT_EQ(result.value, nullptr);
}

const Quat k_turn = normalized(Quat{0.3, 0.5, 0.7, 1.0});

// ------------------------------------------------------------------------------------------------ the exact oracle

/// Faces of a hull of points with whole coordinates.
HullFaces faces_of(const Hull& hull) {
  HullFaces faces;
  for (std::uint32_t f = 0; f < hull.face_count(); ++f) {
    std::set<GridPoint> corners;
    for (const std::uint32_t v : hull.loop_vertices(f)) {
      const Vec3& p = hull.vertices()[v];
      corners.insert({static_cast<int>(p.x), static_cast<int>(p.y), static_cast<int>(p.z)});
    }
    faces.insert(corners);
  }
  return faces;
}

TEST(BuildHull, HasExactlyTheFacesThatBruteForceFinds) {
  constexpr std::uint64_t k_seed = 20250701;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  int flat = 0;
  const int rounds = scaled(1200);
  for (int round = 0; round < rounds; ++round) {
    // Small reaches give many points on common planes and lines, and duplicates.
    const int reach = 1 + random.below(6), count = 4 + random.below(16);
    std::vector<GridPoint> grid;
    Cloud cloud;
    for (int i = 0; i < count; ++i) {
      GridPoint p;
      for (int& c : p) c = random.below(2 * reach + 1) - reach;
      if (random.chance(0.1)) p[2] = 0;
      grid.push_back(p);
      cloud.push_back({static_cast<double>(p[0]), static_cast<double>(p[1]), static_cast<double>(p[2])});
    }
    const HullFaces expected = brute_force_faces(grid);
    if (expected.empty()) {
      ++flat;
      const Result<HullPtr> result = build_hull(coordinates_of(cloud));
      EXPECT_EQ(result.status, Status::degenerate_shape) << "round " << round;
      continue;
    }
    const HullPtr hull = build_valid(cloud);
    ASSERT_NE(hull, nullptr) << "round " << round;
    ASSERT_EQ(faces_of(*hull), expected) << "round " << round;
  }
  EXPECT_LT(flat, rounds / 2);
}

// -------------------------------------------------------------------------------------------------------- named cases

TEST(BuildHull, Tetrahedron) {
  expect_counts({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}}, 4, 6, 4);
  const HullPtr hull = build({{0, 0, 0}, {1, 0, 0}, {0, 1, 0}, {0, 0, 1}});
  EXPECT_NEAR(hull->volume(), 1.0 / 6.0, 1e-12);
  const Vec3 centroid = hull->centroid() + hull->centre();
  EXPECT_NEAR(centroid.x, 0.25, 1e-12);
  EXPECT_NEAR(centroid.y, 0.25, 1e-12);
  EXPECT_NEAR(centroid.z, 0.25, 1e-12);
}

TEST(BuildHull, BoxWithEveryCornerFourTimes) {
  expect_counts(box_cloud({0.5, 1.0, 1.5}, 4), 8, 12, 6);
  EXPECT_NEAR(build(box_cloud({0.5, 1.0, 1.5}, 4))->volume(), 6.0, 1e-11);
}

TEST(BuildHull, GridCubeHasSixFaces) {
  expect_counts(grid_cloud(10), 8, 12, 6);
  expect_counts(rotated(grid_cloud(10), k_turn), 8, 12, 6);
}

TEST(BuildHull, GridCubeIn32BitsHasSixFaces) {
  Random random(7);
  for (int i = 0; i < scaled(200); ++i) {
    const Quat turn = random.rotation();
    expect_counts(in_float(rotated(grid_cloud(2 + i % 7), turn)), 8, 12, 6);
  }
}

TEST(BuildHull, PointsInTheMiddleOfEdgesAndFacesFallAway) {
  Cloud cloud = box_cloud({1, 1, 1}, 1);
  Random random(11);
  const Cloud corners = cloud;
  for (int i = 0; i < 500; ++i) {
    const Vec3& a = corners[static_cast<std::size_t>(random.below(8))];
    const Vec3& b = corners[static_cast<std::size_t>(random.below(8))];
    cloud.push_back(a + (b - a) * random.uniform());
  }
  cloud = shuffled(random, cloud);
  expect_counts(cloud, 8, 12, 6);
  expect_counts(rotated(cloud, k_turn), 8, 12, 6);
}

TEST(BuildHull, NearlyCoplanarPointsAreOneFace) {
  Random random(13);
  for (const double noise : {1e-15, 1e-12, 1e-10, 1e-9, 1e-8, 5e-8}) {
    SCOPED_TRACE(noise);
    expect_counts(noisy(random, rotated(grid_cloud(8), k_turn), noise), 8, 12, 6);
  }
}

TEST(BuildHull, NoiseAroundTheToleranceStaysValid) {
  Random random(17);
  for (double noise = 1e-8; noise < 1e-4; noise *= 1.5) {
    SCOPED_TRACE(noise);
    for (const Vec3& factors : {Vec3{1, 1, 1}, Vec3{1, 1e-3, 1}, Vec3{1, 1e-3, 1e-3}, Vec3{1, 1e-5, 1}}) {
      Cloud cloud = rotated(scaled(noisy(random, grid_cloud(7), noise), factors), random.rotation());
      ASSERT_NE(build_valid(cloud), nullptr);
      cloud = noisy(random, rotated(scaled(grid_cloud(7), factors), random.rotation()), noise);
      const Result<HullPtr> result = build_hull(coordinates_of(cloud));
      ASSERT_TRUE(result.ok() || result.status == Status::degenerate_shape);
      if (result.ok()) {
        const HullReport report = validate_hull(*result.value, coordinates_of(cloud));
        EXPECT_TRUE(report.ok()) << report.fault;
      }
    }
  }
}

TEST(BuildHull, ClustersAtTheCornersOfACubeAreItsCorners) {
  Random random(19);
  Cloud cloud;
  for (int i = 0; i < 40; ++i) cloud = joined(cloud, noisy(random, box_cloud({1, 1, 1}, 1), 1e-9));
  const HullPtr hull = build_valid(rotated(cloud, k_turn));
  ASSERT_NE(hull, nullptr);
  EXPECT_EQ(hull->face_count(), 6u);
  EXPECT_EQ(hull->vertex_count(), 8u);
}

TEST(BuildHull, EveryPointOfASphereIsAVertex) {
  Random random(23);
  const HullPtr hull = build_valid(cloud_on_sphere(random, 4000));
  ASSERT_NE(hull, nullptr);
  EXPECT_EQ(hull->vertex_count(), 4000u);
  // Now and then four of them lie in one plane within the tolerance.
  EXPECT_LE(hull->face_count(), 7996u);
  EXPECT_GT(hull->face_count(), 7980u);
}

TEST(BuildHull, RingsAndApexes) {
  expect_counts(cone_cloud(1000), 1001, 2000, 1001);
  expect_counts(rotated(cone_cloud(100), k_turn), 101, 200, 101);
  Random random(29);
  const HullPtr hull = build_valid(cylinder_cloud(random, 30));
  ASSERT_NE(hull, nullptr);
  EXPECT_EQ(hull->vertex_count(), 60u);
  // The two ends, at least, are merged.
  int ends = 0;
  for (std::uint32_t f = 0; f < hull->face_count(); ++f) ends += hull->loop_vertices(f).size() == 30 ? 1 : 0;
  EXPECT_EQ(ends, 2);
}

TEST(BuildHull, KnifeEdgeIsNotShortened) {
  // A wedge of one milliradian, and a point on its edge that is near to both planes but far from the rest.
  Cloud cloud{{0, 0, -1}, {0, 0, 1}, {1, 5e-4, -1}, {1, 5e-4, 1}, {1, -5e-4, -1}, {1, -5e-4, 1}, {-1e-4, 0, 0}};
  for (const Cloud& c : {cloud, rotated(cloud, k_turn)}) {
    const HullPtr hull = build_valid(c);
    ASSERT_NE(hull, nullptr);
    EXPECT_TRUE(std::find(hull->input_indices().begin(), hull->input_indices().end(), 6u) !=
                hull->input_indices().end());
  }
}

TEST(BuildHull, PlatesNeedlesAndScales) {
  Random random(31);
  const Cloud clouds[] = {cloud_in_cube(random, 60), cloud_on_sphere(random, 60), grid_cloud(5),
                          cylinder_cloud(random, 12)};
  for (const Cloud& base : clouds) {
    for (const Vec3& factors : {Vec3{1, 1, 1}, Vec3{1, 1e-3, 1}, Vec3{1e-3, 1, 1e-3}, Vec3{1, 1e-5, 1}}) {
      for (const double size : {1e-9, 1e-6, 1e-3, 1.0, 1e3, 1e6, 2e8}) {
        const Cloud cloud = scaled(rotated(scaled(base, factors), random.rotation()), {size, size, size});
        ASSERT_NE(build_valid(cloud), nullptr) << size << " " << factors.x << " " << factors.y;
      }
    }
  }
}

TEST(BuildHull, FarFromTheOrigin) {
  Random random(37);
  for (const double size : {1e-3, 1.0, 1e3}) {
    for (const double distance : {1e3, 1e6, 1e9}) {
      // With fewer digits than the tolerance needs, the tolerance grows, or the cloud is rejected.
      const Cloud cloud =
          moved(scaled(rotated(grid_cloud(4), random.rotation()), {size, size, size}), random.direction() * distance);
      const Result<HullPtr> result = build_hull(coordinates_of(cloud));
      if (size / distance < 1e-11) {
        EXPECT_TRUE(result.ok() || result.status == Status::degenerate_shape);
      } else {
        ASSERT_TRUE(result.ok()) << result.message << size << " " << distance;
        const HullReport report = validate_hull(*result.value, coordinates_of(cloud));
        EXPECT_TRUE(report.ok()) << report.fault << " " << size << " " << distance;
        if (size / distance >= 1e-9) {
          EXPECT_EQ(result.value->face_count(), 6u) << size << " " << distance;
        }
      }
    }
  }
}

TEST(BuildHull, ScalingByAPowerOfTwoChangesNothing) {
  Random random(41);
  for (int i = 0; i < scaled(40); ++i) {
    const Cloud cloud = i % 2 == 0 ? cloud_in_ball(random, 50) : in_float(rotated(grid_cloud(4), random.rotation()));
    const HullPtr a = build_valid(cloud), b = build_valid(scaled(cloud, {0x1p-9, 0x1p-9, 0x1p-9}));
    ASSERT_TRUE(std::ranges::equal(a->input_indices(), b->input_indices()));
    ASSERT_EQ(a->face_count(), b->face_count());
    for (std::uint32_t f = 0; f < a->face_count(); ++f) {
      EXPECT_EQ(a->faces()[f].normal, b->faces()[f].normal);
      EXPECT_EQ(a->faces()[f].offset * 0x1p-9, b->faces()[f].offset);
      EXPECT_TRUE(std::ranges::equal(a->loop_vertices(f), b->loop_vertices(f)));
    }
  }
}

TEST(BuildHull, AnyOrderOfThePointsGivesTheSameVertices) {
  Random random(43);
  for (int i = 0; i < scaled(40); ++i) {
    const Cloud cloud = i % 2 == 0 ? cloud_in_ball(random, 300) : grid_cloud(5);
    const auto vertices = [](const Hull& hull) {
      std::vector<std::array<double, 3>> sorted;
      for (const Vec3& v : hull.vertices()) sorted.push_back({v.x, v.y, v.z});
      std::sort(sorted.begin(), sorted.end());
      return sorted;
    };
    const HullPtr a = build_valid(cloud), b = build_valid(shuffled(random, cloud));
    EXPECT_EQ(vertices(*a), vertices(*b));
    EXPECT_EQ(a->face_count(), b->face_count());
  }
}

TEST(BuildHull, LargeCloudsAreSortedAndGiveTheSameHull) {
  // Above some thousand points the cloud is sorted in space before quickhull; the vertices keep the order of the input.
  Random random(47);
  const HullPtr hull = build_valid(cloud_in_ball(random, 20000));
  ASSERT_NE(hull, nullptr);
  EXPECT_GT(hull->vertex_count(), 300u);
  expect_counts(rotated(grid_cloud(20), k_turn), 8, 12, 6);
}

// ------------------------------------------------------------------------------------------ support by climbing

TEST(BuildHull, ClimbingEndsAtAHighestVertex) {
  constexpr std::uint64_t k_seed = 53;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  const Cloud clouds[] = {cloud_on_sphere(random, 500),
                          cloud_on_sphere(random, 5),
                          cloud_on_sphere(random, 19),
                          cloud_on_sphere(random, 61),
                          cloud_on_sphere(random, 256),
                          scaled(cloud_on_sphere(random, 200), {1, 1e-3, 1e-2}),
                          in_float(rotated(grid_cloud(6), random.rotation())),
                          noisy(random, grid_cloud(9), 3e-7),
                          noisy(random, scaled(grid_cloud(9), {1, 1e-3, 1}), 3e-7),
                          cylinder_cloud(random, 100),
                          cone_cloud(300),
                          scaled(cloud_in_ball(random, 2000), {1, 1e-3, 1e-3})};
  int in_one_cell = 0;
  for (const Cloud& cloud : clouds) {
    const HullPtr hull = build_valid(cloud);
    ASSERT_NE(hull, nullptr);
    const auto points = hull->points();
    const auto expect_highest = [&](const Vec3& direction) {
      double highest = -std::numeric_limits<double>::infinity();
      for (const Vec3& p : points) highest = std::max(highest, dot(p, direction));
      const auto start = static_cast<std::uint32_t>(random.below(static_cast<int>(points.size())));
      const double rounding = 1e-14 * hull->bounding_radius();
      ASSERT_GE(dot(points[climb(*hull, direction, start)], direction), highest - rounding);
      ASSERT_GE(dot(highest_point(*hull, direction), direction), highest - rounding);
      if (points.size() > k_max_listed_vertices || !hull->support_cells().has_one_cell()) return;
      ++in_one_cell;
      const Vec3 directions[3] = {direction, -direction, random.direction()};
      double low[3], high[3];
      hull->support_cells().heights(directions, low, high);
      for (int i = 0; i < 3; ++i) {
        ASSERT_EQ(high[i], dot(directions[i], highest_point(*hull, directions[i])));
        ASSERT_EQ(low[i], dot(directions[i], highest_point(*hull, -directions[i])));
      }
    };
    for (int i = 0; i < scaled(2000); ++i) expect_highest(random.direction());
    // Along the borders of the cells of directions.
    for (int i = 0; i < 343; ++i) {
      const Vec3 border{(i % 7 - 3) / 3.0, (i / 7 % 7 - 3) / 3.0, (i / 49 - 3) / 3.0};
      for (const double off : {0.0, 1e-16, 1e-12, 1e-9}) expect_highest(border + random.direction() * off);
    }
    // Along normals of faces, exactly and nearly: whole faces are equally high.
    for (const Hull::Face& face : hull->faces()) {
      expect_highest(face.normal);
      for (const double off : {1e-16, 1e-12, 1e-9, 1e-6, 1e-3}) expect_highest(face.normal + random.direction() * off);
    }
  }
  EXPECT_GT(in_one_cell, 0);
}

// ---------------------------------------------------------------------------------------------------- limited vertices

TEST(BuildHull, LimitedVerticesAreASubsetOfTheFullHull) {
  Random random(59);
  const Cloud clouds[] = {cloud_on_sphere(random, 600), cloud_in_cube(random, 600), cone_cloud(200), grid_cloud(5),
                          cylinder_cloud(random, 60)};
  for (const Cloud& cloud : clouds) {
    const HullPtr full = build_valid(cloud);
    double last_volume = full->volume();
    for (std::uint32_t limit : {256u, 100u, 64u, 32u, 16u, 8u, 5u, 4u}) {
      const HullPtr hull = build(cloud, limit);
      ASSERT_NE(hull, nullptr);
      const HullReport report = validate_hull(*hull, {});
      EXPECT_TRUE(report.ok()) << report.fault;
      EXPECT_EQ(hull->vertex_count(), std::min(limit, full->vertex_count()));
      for (const std::uint32_t index : hull->input_indices()) {
        EXPECT_TRUE(std::binary_search(full->input_indices().begin(), full->input_indices().end(), index));
      }
      EXPECT_LE(hull->volume(), last_volume * (1.0 + 1e-9));
      last_volume = hull->volume();
    }
    EXPECT_GT(last_volume, 0.0);
  }
}

TEST(BuildHull, DroppingOneVertexDropsTheOneThatCostsLeast) {
  constexpr std::uint64_t k_seed = 61;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  for (int round = 0; round < scaled(100); ++round) {
    const Cloud cloud = cloud_on_sphere(random, 5 + random.below(12));
    double best = 0.0;
    for (std::size_t drop = 0; drop < cloud.size(); ++drop) {
      Cloud rest = cloud;
      rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(drop));
      best = std::max(best, build(rest)->volume());
    }
    EXPECT_NEAR(build(cloud, static_cast<std::uint32_t>(cloud.size() - 1))->volume(), best, 1e-9 * best);
  }
}

TEST(BuildHull, LimitedVerticesLoseLittleVolume) {
  constexpr std::uint64_t k_seed = 67;
  SCOPED_TRACE(k_seed);
  Random random(k_seed);
  // Against the best of all subsets.
  double sum = 0.0;
  const int rounds = scaled(40);
  for (int round = 0; round < rounds; ++round) {
    const Cloud cloud = cloud_on_sphere(random, 10);
    double best = 0.0;
    for (unsigned subset = 0; subset < 1u << 10; ++subset) {
      if (__builtin_popcount(subset) != 6) continue;
      Cloud chosen;
      for (unsigned i = 0; i < 10; ++i) {
        if ((subset >> i & 1u) != 0) chosen.push_back(cloud[i]);
      }
      best = std::max(best, build(chosen)->volume());
    }
    const double share = build(cloud, 6)->volume() / best;
    EXPECT_LE(share, 1.0 + 1e-9);
    EXPECT_GT(share, 0.8);
    sum += share;
  }
  EXPECT_GT(sum / rounds, 0.95);
  // Of a sphere of 2,000 points, the best known arrangements of 64 have lost 8 %.
  const Cloud sphere = cloud_on_sphere(random, 2000);
  EXPECT_GT(build(sphere, 64)->volume(), 0.9 * build(sphere)->volume());
}

// ------------------------------------------------------------------------------------------------------ refused input

TEST(BuildHull, SaysWhatIsWrongWithTheInput) {
  constexpr double k_nan = std::numeric_limits<double>::quiet_NaN(), k_inf = std::numeric_limits<double>::infinity();
  const std::vector<double> box = coordinates_of(box_cloud({1, 1, 1}, 1));
  const auto with = [&](double value) {
    std::vector<double> copy = box;
    copy[7] = value;
    return copy;
  };
  expect_refused({1, 2, 3, 4}, Status::invalid_argument, "the number of coordinates is not a multiple of 3");
  expect_refused(with(k_nan), Status::invalid_argument, "a coordinate is not finite");
  expect_refused(with(-k_inf), Status::invalid_argument, "a coordinate is not finite");
  expect_refused({k_nan, 0, 0}, Status::invalid_argument, "a coordinate is not finite");
  expect_refused(with(2e12), Status::invalid_argument, "a coordinate is beyond 1e12 m");
  expect_refused(with(2e9), Status::invalid_argument, "the points lie more than 1e9 m apart");
  for (const std::uint32_t max_vertices : {1u, 2u, 3u}) {
    expect_refused(box, Status::invalid_argument, "max_vertices is less than 4", max_vertices);
  }
  expect_refused({}, Status::degenerate_shape, "fewer than 4 points");
  expect_refused({1, 2, 3, 4, 5, 6, 7, 8, 10}, Status::degenerate_shape, "fewer than 4 points");
  expect_refused(coordinates_of(Cloud(9, {1, 2, 3})), Status::degenerate_shape, "all points are the same");
  expect_refused({0, 0, 0, 1e-10, 0, 0, 0, 1e-10, 0, 0, 0, 1e-10}, Status::degenerate_shape,
                 "the points lie within 1e-9 m");
  expect_refused({0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 1, 0, 1, 0, 0}, Status::degenerate_shape,
                 "fewer than 4 distinct points");
  expect_refused({0, 0, 0, 1, 1, 1, 2, 2, 2, 3, 3, 3}, Status::degenerate_shape, "all points lie on one line");
  expect_refused({0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0}, Status::degenerate_shape, "all points lie in one plane");
}

TEST(BuildHull, RefusesFlatCloudsInAnyPosition) {
  Random random(71);
  for (int i = 0; i < scaled(400); ++i) {
    const double size = random.log_uniform(-20, 20);
    const double thickness = i % 2 == 0 ? 0.0 : 1e-7;
    Cloud cloud = rotated(scaled(cloud_in_cube(random, 50), {size, size * thickness, size}), random.rotation());
    if (i % 3 == 0) cloud = moved(cloud, random.direction() * size * 1000.0);
    const Result<HullPtr> result = build_hull(coordinates_of(cloud));
    EXPECT_EQ(result.status, Status::degenerate_shape);
    EXPECT_STREQ(result.message, "all points lie in one plane");
  }
}

TEST(BuildHull, ValidationSeesDamage) {
  // The validator must be able to fail: these points lie outside the hull.
  const HullPtr hull = build(box_cloud({1, 1, 1}, 1));
  EXPECT_TRUE(validate_hull(*hull, coordinates_of(box_cloud({1, 1, 1}, 1))).ok());
  const HullReport report = validate_hull(*hull, coordinates_of(box_cloud({1, 1, 1 + 1e-5}, 1)));
  EXPECT_STREQ(report.fault, "a point of the input outside");
  EXPECT_NEAR(report.highest_input, 1e-5, 1e-12);
}

}  // namespace
}  // namespace hyperplane::test
