#include "hull/pack.h"

#include <cmath>
#include <cstring>
#include <vector>

#include <gtest/gtest.h>

#include "hull/archive.h"
#include "hull/validate.h"
#include "support/failing_memory.h"
#include "support/point_clouds.h"

namespace hyperplane::test {
namespace {

const Cloud k_octahedron{{1, 0, 0}, {-1, 0, 0}, {0, 1, 0}, {0, -1, 0}, {0, 0, 1}, {0, 0, -1}};

HullPtr hull_of(const Cloud& cloud) {
  Result<HullPtr> result = build_hull(coordinates_of(cloud));
  EXPECT_EQ(result.status, Status::ok) << result.message;
  return std::move(result.value);
}

std::vector<std::byte> archive_of(const Hull& hull) {
  ByteWriter sizes;
  write_hull(hull, sizes);
  std::vector<std::byte> bytes(sizes.size());
  ByteWriter out(bytes);
  write_hull(hull, out);
  return bytes;
}

HullPtr restore(std::span<const std::byte> bytes, Status& status) {
  ByteReader in(bytes);
  return read_hull(in, status);
}

/// Two rings of `count` points: 2 count vertices, 3 count edges, 12 count - 12 neighbours.
Cloud prism_cloud(int count) {
  Cloud cloud;
  for (int i = 0; i < 2 * count; ++i) {
    const double angle = 6.283185307179586 * (i / 2) / count;
    cloud.push_back({std::cos(angle), i % 2 == 0 ? 1.0 : -1.0, std::sin(angle)});
  }
  return cloud;
}

TEST(PackHull, SmallHullsAreSmall) {
  // With pointers of eight bytes; tests/web/shapes/hull_memory.test.ts has the bytes in wasm.
  EXPECT_LE(hull_of(k_octahedron)->memory_size(), 1200u);
  EXPECT_LE(hull_of(box_cloud({1, 1, 1}, 1))->memory_size(), 1300u);
}

/// Around the numbers of vertices from which on indices, or what finds support points, take more bytes.
TEST(PackHull, HullsOfAllWidthsAreValidAndComeBackFromAnArchive) {
  Random random(5);
  for (const int count : {4, 5, 6, 24, 25, 43, 44, 45, 46, 128, 254, 255, 256, 257, 258, 1000, 10922, 10924, 10926}) {
    SCOPED_TRACE(count);
    const Cloud cloud = cloud_on_sphere(random, count);
    const HullPtr hull = hull_of(cloud);
    ASSERT_NE(hull, nullptr);
    // The check of the cloud takes vertices times faces; the structure of large ones is checked when they are read.
    if (count <= 1000) EXPECT_STREQ(validate_hull(*hull, coordinates_of(cloud)).fault, nullptr);
    const IndexWidth& width = hull->index_width();
    EXPECT_EQ(1u << width.shift, hull->neighbour_count() < 256 ? 1u : hull->neighbour_count() < 65536 ? 2u : 4u);
    if (count > 1000) continue;
    const std::vector<std::byte> bytes = archive_of(*hull);
    Status status;
    const HullPtr copy = restore(bytes, status);
    ASSERT_EQ(status, Status::ok);
    EXPECT_EQ(archive_of(*copy), bytes);
    EXPECT_EQ(copy->memory_size(), hull->memory_size());
    EXPECT_EQ(copy->bounds(), hull->bounds());
  }
}

/// Input indices may be large where the hull is small.
TEST(PackHull, InputIndicesHaveAWidthOfTheirOwn) {
  for (const int inside : {240, 250, 300, 65520, 65530, 66000}) {
    SCOPED_TRACE(inside);
    Cloud cloud(static_cast<std::size_t>(inside), Vec3{0, 0, 0});
    cloud.insert(cloud.end(), k_octahedron.begin(), k_octahedron.end());
    const HullPtr hull = hull_of(cloud);
    ASSERT_NE(hull, nullptr);
    for (std::uint32_t i = 0; i < 6; ++i) EXPECT_EQ(hull->input_indices()[i], static_cast<std::uint32_t>(inside) + i);
    EXPECT_EQ(hull->index_width().shift, 0u);
    EXPECT_LE(hull->memory_size(), 1220u);
  }
}

/// An index that is off by 256 or 65,536 must not be cut to the right one.
TEST(PackHull, IndicesOfAnArchiveAreNotCut) {
  const HullPtr hull = hull_of(prism_cloud(8));
  const std::vector<std::byte> bytes = archive_of(*hull);
  // The indices: edges, input, loops twice, starts of neighbours, neighbours; then a flag and the hash.
  const std::size_t vertices = hull->vertex_count(), edges = hull->edge_count(), neighbours = hull->neighbour_count();
  const std::size_t count = 4 * edges + vertices + 4 * edges + vertices + 1 + neighbours;
  const std::size_t start = bytes.size() - 12 - 4 * count;
  int refused = 0;
  for (std::size_t i = 0; i < count; ++i) {
    if (i >= 4 * edges && i < 4 * edges + vertices) continue;  // any input index will do
    for (const std::uint32_t by : {256u, 65536u, 0xffffff00u}) {
      std::vector<std::byte> forged = bytes;
      std::uint32_t index;
      std::memcpy(&index, &forged[start + 4 * i], 4);
      index += by;
      std::memcpy(&forged[start + 4 * i], &index, 4);
      Status status;
      ASSERT_EQ(restore(forged, status), nullptr) << i;
      ASSERT_EQ(status, Status::invalid_argument) << i;
      ++refused;
    }
  }
  EXPECT_GT(refused, 500);
}

TEST(PackHull, BoundsOfAnArchiveAreThoseOfTheVertices) {
  std::vector<std::byte> bytes = archive_of(*hull_of(k_octahedron));
  const double low = -1.5;
  std::memcpy(&bytes[16 + 48], &low, 8);  // four counts, two vectors, then the bounds
  Status status;
  EXPECT_EQ(restore(bytes, status), nullptr);
  EXPECT_EQ(status, Status::invalid_argument);
}

TEST(PackHull, MayRunOutOfMemory) {
  if (!can_fail_memory()) GTEST_SKIP() << "this linker cannot wrap functions";
  Random random(9);
  for (const int count : {6, 40, 300}) {
    SCOPED_TRACE(count);
    const std::vector<double> points = coordinates_of(cloud_on_sphere(random, count));
    const HullPtr whole = build_hull(points).value;
    const std::vector<std::byte> bytes = archive_of(*whole);
    for (const bool reads : {false, true}) {
      for (int n = 0;; ++n) {
        const FailingMemory failing(n);
        Status status = Status::ok;
        HullPtr hull;
        if (reads) {
          hull = restore(bytes, status);
        } else {
          Result<HullPtr> built = build_hull(points);
          status = built.status;
          hull = std::move(built.value);
        }
        if (!failing.has_failed()) {
          EXPECT_EQ(status, Status::ok);
          EXPECT_EQ(hull->hash(), whole->hash());
          EXPECT_GT(n, 8);
          break;
        }
        ASSERT_EQ(status, Status::out_of_memory) << n;
        ASSERT_EQ(hull, nullptr) << n;
      }
    }
  }
}

}  // namespace
}  // namespace hyperplane::test
