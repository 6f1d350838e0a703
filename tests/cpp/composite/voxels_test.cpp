#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "composite/archive_checksum.h"
#include "composite/solid_cells.h"
#include "composite/voxels.h"
#include "support/test_size.h"
#include "support/voxel_grids.h"

/// Grids of cells beside arrays of the same cells, and their queries beside boxes, one by one.

namespace hyperplane::test {
namespace {

TEST(Voxels, EditsKeepAllLevelsUpToDate) {
  Random random(4101);
  const int count = scaled(60);
  for (int run = 0; run < count; ++run) {
    TestGrid grid = random_grid(random, random.uniform(0.0, 1.0), 24);
    ASSERT_EQ(grid.voxels->validate(), nullptr);
    for (int edit = 0; edit < 40; ++edit) {
      const int x = random.below(grid.count(0)), y = random.below(grid.count(1)), z = random.below(grid.count(2));
      if (random.chance(0.7)) {
        grid.set(x, y, z, static_cast<std::uint8_t>(random.below(3)));
      } else {
        const int to_x = x + 1 + random.below(grid.count(0) - x), to_y = y + 1 + random.below(grid.count(1) - y),
                  to_z = z + 1 + random.below(grid.count(2) - z);
        const auto kind = static_cast<std::uint8_t>(random.below(2));
        for (int v = y; v < to_y; ++v) {
          for (int w = z; w < to_z; ++w) {
            for (int u = x; u < to_x; ++u) grid.cells[grid.index(u, v, w)] = kind;
          }
        }
        const auto at = [](int place) { return static_cast<std::uint32_t>(place); };
        ASSERT_TRUE(fill_voxels(*grid.voxels, {at(x), at(y), at(z)}, {at(to_x), at(to_y), at(to_z)}, kind).ok());
      }
      ASSERT_EQ(grid.voxels->validate(), nullptr);
    }
    const std::span<const std::uint8_t> kinds = voxel_kinds(*grid.voxels);
    ASSERT_TRUE(std::equal(kinds.begin(), kinds.end(), grid.cells.begin(), grid.cells.end()));
    TestGrid again;
    again.options = grid.options;
    again.cells = grid.cells;
    again.build();
    EXPECT_EQ(again.voxels->hash(), grid.voxels->hash());
    for (int ray = 0; ray < 20; ++ray) {
      const Vec3 origin = grid.far_corner() * 0.5 + random.in_cube(30.0), direction = random.direction();
      const RayHit of_edited = raycast(grid.shape(), {}, origin, direction, k_beyond_grid),
                   of_new = raycast(again.shape(), {}, origin, direction, k_beyond_grid);
      ASSERT_EQ(of_edited.hit, of_new.hit) << "seed 4101, run " << run;
      ASSERT_EQ(of_edited.distance, of_new.distance) << run;
      ASSERT_EQ(of_edited.feature.triangle, of_new.feature.triangle) << run;
    }
  }
}

TEST(Voxels, TakesLittleMoreThanAByteACell) {
  const VoxelsPtr voxels = build_voxels({}, {64, 32, 64}).value;
  EXPECT_LE(static_cast<double>(voxels->footprint()), 1.2 * 64 * 32 * 64);
}

TEST(Voxels, RefusesBadInput) {
  const auto status_of = [](const VoxelOptions& options, std::size_t cells) {
    const std::vector<std::uint8_t> kinds(cells, 1);
    return build_voxels(kinds, options).status;
  };
  EXPECT_EQ(status_of({2, 2, 2}, 8), Status::ok);
  EXPECT_EQ(status_of({2, 2, 2}, 7), Status::invalid_argument);
  EXPECT_EQ(status_of({0, 2, 2}, 0), Status::invalid_argument);
  EXPECT_EQ(status_of({1u << 14, 1u << 14, 1}, 0), Status::invalid_argument);
  EXPECT_EQ(status_of({0xffffffff, 0xffffffff, 0xffffffff}, 0), Status::invalid_argument);
  for (const double side : {0.0, -1.0, 1e-10, 1e10, k_beyond_grid, std::nan("")}) {
    EXPECT_EQ(status_of({2, 2, 2, {1.0, side, 1.0}}, 8), Status::invalid_argument) << side;
  }
  const VoxelsPtr voxels = build_voxels({}, {4, 3, 2}).value;
  EXPECT_FALSE(set_voxel(*voxels, {4, 0, 0}, 1).ok());
  EXPECT_FALSE(set_voxel(*voxels, {0xffffffff, 0, 0}, 1).ok());
  EXPECT_FALSE(fill_voxels(*voxels, {0, 0, 0}, {4, 4, 2}, 1).ok());
  EXPECT_FALSE(fill_voxels(*voxels, {2, 0, 0}, {2, 3, 2}, 1).ok());
  EXPECT_EQ(voxels->validate(), nullptr);
  EXPECT_EQ(voxels->hash(), build_voxels({}, {4, 3, 2}).value->hash());
}

TEST(Voxels, BytesAreTrustedInNothing) {
  Random random(4102);
  const TestGrid grid = random_grid(random, 0.5, 9);
  std::vector<std::byte> bytes(serialized_size(*grid.voxels));
  serialize_voxels(*grid.voxels, bytes);
  const Result<VoxelsPtr> read = deserialize_voxels(bytes);
  ASSERT_TRUE(read.ok());
  EXPECT_EQ(read.value->hash(), grid.voxels->hash());
  EXPECT_EQ(read.value->validate(), nullptr);
  int accepted = 0;
  const int count = scaled(4000);
  for (int run = 0; run < count; ++run) {
    std::vector<std::byte> damaged = bytes;
    const int edits = 1 + random.below(3);
    for (int i = 0; i < edits; ++i) {
      const int place = random.below(static_cast<int>(random.chance(0.8) ? 56 : damaged.size()));
      damaged[static_cast<std::size_t>(place)] = static_cast<std::byte>(random.below(256));
    }
    if (random.chance(0.2)) damaged.resize(static_cast<std::size_t>(random.below(static_cast<int>(damaged.size()))));
    if (random.chance(0.8)) set_archive_checksum(damaged);
    const Result<VoxelsPtr> result = deserialize_voxels(damaged);
    if (!result.ok()) continue;
    ++accepted;
    ASSERT_EQ(result.value->validate(), nullptr);
  }
  printf("seed 4102: %d of %d accepted\n", accepted, count);
}

/// The first hit of all cells, one by one.
RayHit hit_of_boxes(const TestGrid& grid, const Vec3& origin, const Vec3& direction, double end,
                    const KindMask* kinds) {
  RayHit best;
  best.distance = end;
  grid.for_solid(
      [&](int x, int y, int z) {
        RayHit hit = raycast(grid.cell_shape(), {grid.middle_of(x, y, z), {}}, origin, direction, best.distance);
        if (!hit.hit || (best.hit && hit.distance >= best.distance)) return;
        hit.feature.triangle = static_cast<std::int32_t>(grid.index(x, y, z));
        best = hit;
      },
      kinds);
  return best.hit ? best : RayHit{};
}

TEST(Voxels, RaysHitWhatTheyHitOfBoxes) {
  Random random(4103);
  int hits = 0, cells = 0, starts = 0;
  const int count = scaled(20000);
  TestGrid grid;
  KindMask mask{{0b10110, 0, 0, 0}};
  for (int run = 0; run < count; ++run) {
    if (run % 50 == 0) {
      grid = random_grid(random, random.log_uniform(-7, 0), 20,
                         {random.log_uniform(-3, 3), random.log_uniform(-3, 3), random.log_uniform(-3, 3)});
    }
    const Vec3 size = grid.far_corner(), middle = size * 0.5;
    const auto place = [&] {
      return Vec3{random.uniform(-0.5, 1.5) * size.x, random.uniform(-0.5, 1.5) * size.y,
                  random.uniform(-0.5, 1.5) * size.z};
    };
    const Vec3 origin = place();
    Vec3 direction = (random.chance(0.5) ? place() : middle + random.in_cube(0.1) * size.x) - origin;
    for (double* part : {&direction.x, &direction.y, &direction.z}) {
      if (random.chance(0.15)) *part = 0.0;
    }
    if (!(length(direction) > 0.0)) continue;
    const double end = random.chance(0.3) ? random.uniform(0.0, 1.0) * length(size) : k_beyond_grid;
    const KindMask* const kinds = random.chance(0.3) ? &mask : nullptr;
    Shape shape = grid.shape();
    shape.kinds = kinds;
    const RayHit hit = raycast(shape, {}, origin, direction, end);
    const RayHit expected = hit_of_boxes(grid, origin, direction, end, kinds);
    ASSERT_EQ(hit.hit, expected.hit) << "seed 4103, run " << run;
    if (!hit.hit) continue;
    ++hits;
    starts += hit.distance == 0.0 ? 1 : 0;
    ASSERT_NEAR(hit.distance, expected.distance, 1e-9 * length(size)) << run;
    ASSERT_LE(length(hit.normal - expected.normal), 1e-9) << run;
    cells += hit.feature.triangle == expected.feature.triangle ? 1 : 0;
  }
  printf("seed 4103: %d rays, %d hits, %d start inside, %d name the same cell\n", count, hits, starts, cells);
  EXPECT_GT(hits, count / 6);
  EXPECT_GE(cells, hits - hits / 1000);
}

TEST(Voxels, RaysAlongFacesAndThroughCornersHit) {
  TestGrid grid;
  grid.options = {8, 8, 8};
  grid.cells.resize(512);
  grid.cells[grid.index(4, 4, 4)] = 1;
  grid.build();
  const Shape shape = grid.shape();
  for (int axis = 0; axis < 3; ++axis) {
    for (const double sign : {-1.0, 1.0}) {
      const Vec3 direction = unit_axis(axis) * sign;
      // In the planes of its faces, and along its edges.
      for (int corner = 0; corner < 9; ++corner) {
        Vec3 aside{4.5, 4.5, 4.5};
        const double at[3] = {4.0, 4.5, 5.0};
        (axis == 0 ? aside.y : aside.x) = at[corner % 3];
        (axis == 2 ? aside.y : aside.z) = at[corner / 3];
        const Vec3 origin = aside - direction * 30.0;
        const RayHit hit = raycast(shape, {}, origin, direction, k_beyond_grid);
        ASSERT_EQ(hit.hit,
                  raycast(make_box(1, 1, 1).value, {{4.5, 4.5, 4.5}, {}}, origin, direction, k_beyond_grid).hit);
      }
    }
  }
  EXPECT_TRUE(raycast(shape, {}, {0, 0, 0}, {1, 1, 1}, k_beyond_grid).hit);
  EXPECT_TRUE(raycast(shape, {}, {9, 9, 9}, {-1, -1, -1}, k_beyond_grid).hit);
}

TEST(Voxels, RaysBetweenBricksHitWhatIsOnEitherSide) {
  TestGrid grid;
  grid.options = {16, 8, 64};
  grid.cells.resize(std::size_t{16} * 8 * 64);
  // The ray lies between the second and the third of these columns.
  for (const int z : {50, 40}) {
    for (int x = 6; x < 10; ++x) {
      grid.cells.assign(grid.cells.size(), 0);
      grid.cells[grid.index(x, 2, z)] = 1;
      grid.build();
      for (const double sign : {-1.0, 1.0}) {
        const Vec3 origin{8.0, 2.5, sign < 0.0 ? 70.0 : -5.0};
        const RayHit hit = raycast(grid.shape(), {}, origin, {0, 0, sign}, k_beyond_grid);
        ASSERT_EQ(hit.hit, x == 7 || x == 8) << x;
        if (hit.hit) ASSERT_EQ(hit.feature.triangle, static_cast<std::int32_t>(grid.index(x, 2, z)));
      }
    }
  }
}

TEST(Voxels, ClosestPointsAreThoseOfTheSolid) {
  Random random(4104);
  int inside = 0;
  const int count = scaled(4000);
  TestGrid grid;
  for (int run = 0; run < count; ++run) {
    if (run % 20 == 0) grid = random_grid(random, random.uniform(0.02, 0.95), 8, {1.0, random.log_uniform(-2, 2), 0.5});
    const Vec3 size = grid.far_corner();
    const Vec3 point{random.uniform(-0.3, 1.3) * size.x, random.uniform(-0.3, 1.3) * size.y,
                     random.uniform(-0.3, 1.3) * size.z};
    // The nearest solid cell; inside, the nearest cell that is not, also beyond the grid.
    double solid = k_beyond_grid, empty = k_beyond_grid;
    for (int y = -1; y <= grid.count(1); ++y) {
      for (int z = -1; z <= grid.count(2); ++z) {
        for (int x = -1; x <= grid.count(0); ++x) {
          const double apart =
              std::max(0.0, closest_point(grid.cell_shape(), {grid.middle_of(x, y, z), {}}, point).distance);
          double& nearest = grid.kind(x, y, z) != 0 ? solid : empty;
          nearest = std::min(nearest, apart);
        }
      }
    }
    const ClosestPoint found = closest_point(grid.shape(), {}, point);
    if (solid == k_beyond_grid) {
      ASSERT_EQ(found.distance, k_beyond_grid);
      continue;
    }
    const double expected = solid > 0.0 ? solid : -empty;
    ASSERT_NEAR(found.distance, expected, 1e-12 * length(size)) << "seed 4104, run " << run;
    ASSERT_LE(length(found.point + found.normal * found.distance - point), 1e-9) << run;
    inside += solid > 0.0 ? 0 : 1;
  }
  printf("seed 4104: %d of %d inside\n", inside, count);
  EXPECT_GT(inside, count / 10);
}

TEST(Voxels, SupportPointsAreThoseOfBoxes) {
  Random random(4105);
  const int count = scaled(400);
  for (int run = 0; run < count; ++run) {
    const TestGrid grid = random_grid(random, random.log_uniform(-6, 0), 18);
    const Vec3 direction = random.direction();
    double most = -k_beyond_grid;
    grid.for_solid([&](int x, int y, int z) {
      most = std::max(most, dot(direction, support(grid.cell_shape(), {grid.middle_of(x, y, z), {}}, direction)));
    });
    if (most == -k_beyond_grid) continue;
    ASSERT_NEAR(dot(direction, support(grid.shape(), {}, direction)), most, 1e-9);
  }
}

TEST(Voxels, BoxesCoverTheSolidCellsOfARegionAndNoOthers) {
  Random random(4106);
  const int count = scaled(300);
  for (int run = 0; run < count; ++run) {
    const TestGrid grid = random_grid(random, random.uniform(0.1, 0.9), 36);
    const SolidCells cells(grid.shape());
    const Vec3 size = grid.far_corner();
    const auto place = [&] {
      return Vec3{random.uniform(-0.1, 1.1) * size.x, random.uniform(-0.1, 1.1) * size.y,
                  random.uniform(-0.1, 1.1) * size.z};
    };
    const Vec3 p = place(), q = place();
    std::vector<int> covered(grid.cells.size(), 0);
    const Aabb region{min(p, q), max(p, q)};
    cells.visit_within(region, [&](const CellBox& box) {
      for (int y = box.low[1]; y < box.high[1]; ++y) {
        for (int z = box.low[2]; z < box.high[2]; ++z) {
          for (int x = box.low[0]; x < box.high[0]; ++x) covered[grid.index(x, y, z)] = 1;
        }
      }
      return true;
    });
    grid.for_solid([&](int x, int y, int z) {
      const Aabb cell = cells.bounds_of({{x, y, z}, {x + 1, y + 1, z + 1}});
      if (overlaps(cell, region)) EXPECT_EQ(covered[grid.index(x, y, z)], 1) << run;
    });
    for (std::size_t i = 0; i < covered.size(); ++i) {
      if (covered[i] != 0) ASSERT_NE(grid.cells[i], 0) << run;
    }
  }
}

}  // namespace
}  // namespace hyperplane::test
