#include <algorithm>
#include <array>
#include <bit>
#include <cmath>
#include <cstdio>
#include <cstring>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include "composite/archive_checksum.h"
#include "composite/height_field.h"
#include "support/failing_memory.h"
#include "support/height_fields.h"
#include "support/random.h"
#include "support/test_size.h"

/// How height fields are checked, changed and stored.

namespace hyperplane::test {
namespace {

constexpr double k_hole = std::numeric_limits<double>::quiet_NaN();
constexpr double k_infinite = std::numeric_limits<double>::infinity();

HeightFieldPtr build_from(const HeightData& data) {
  Result<HeightFieldPtr> built = build_height_field(data.heights, data.options);
  EXPECT_TRUE(built.ok()) << built.message;
  return std::move(built.value);
}

std::vector<std::byte> bytes_of(const HeightField& field) {
  std::vector<std::byte> bytes(serialized_size(field));
  serialize_height_field(field, bytes);
  return bytes;
}

/// Everything that fields of the same heights have in common.
void expect_same(Random& random, const HeightField& a, const HeightField& b) {
  EXPECT_EQ(a.hash(), b.hash());
  const auto expect_equal = [](const Vec3& p, const Vec3& q) {
    EXPECT_EQ(p.x, q.x);
    EXPECT_EQ(p.y, q.y);
    EXPECT_EQ(p.z, q.z);
  };
  expect_equal(a.bounds().min, b.bounds().min);
  expect_equal(a.bounds().max, b.bounds().max);
  EXPECT_EQ(a.size(), b.size());
  EXPECT_EQ(a.reach(), b.reach());
  const CellRect blocks = a.pyramid().all_blocks();
  for (std::uint32_t row = 0; row < blocks.end_row; ++row) {
    for (std::uint32_t column = 0; column < blocks.end_column; ++column) {
      EXPECT_EQ(a.pyramid().block(column, row).low, b.pyramid().block(column, row).low);
      EXPECT_EQ(a.pyramid().block(column, row).high, b.pyramid().block(column, row).high);
    }
  }
  for (int n = 0; n < 10; ++n) {
    const Vec3 origin = random.in_cube(b.reach()), direction = random.direction();
    const RayHit p = a.raycast(origin, direction, k_infinite, 0.0), q = b.raycast(origin, direction, k_infinite, 0.0);
    EXPECT_EQ(p.hit, q.hit);
    EXPECT_EQ(p.distance, q.distance);
    EXPECT_EQ(p.feature.triangle, q.feature.triangle);
    const ClosestPoint r = a.closest_point(origin), s = b.closest_point(origin);
    EXPECT_EQ(r.distance, s.distance);
    EXPECT_EQ(r.feature.triangle, s.feature.triangle);
  }
}

TEST(HeightFieldBuild, RefusesWhatIsNoFieldAndSaysWhere) {
  HeightData square;
  square.options.columns = 3;
  square.options.rows = 4;
  square.heights.assign(12, 1.0);
  const auto expect = [](const HeightData& data, Status status, std::int64_t column, std::int64_t row,
                         const char* what) {
    HeightFieldProblem problem{77, 77};
    const Result<HeightFieldPtr> built = build_height_field(data.heights, data.options, &problem);
    EXPECT_EQ(built.status, status) << what;
    EXPECT_EQ(built.value, nullptr) << what;
    EXPECT_STRNE(built.message, "") << what;
    EXPECT_EQ(problem.column, column) << what;
    EXPECT_EQ(problem.row, row) << what;
    EXPECT_EQ(build_height_field(data.heights, data.options).status, status) << what;
  };
  ASSERT_TRUE(build_height_field(square.heights, square.options).ok());
  HeightData data = square;
  data.heights.pop_back();
  expect(data, Status::invalid_argument, -1, -1, "too few heights");
  data.heights.assign(13, 1.0);
  expect(data, Status::invalid_argument, -1, -1, "too many heights");
  for (const std::uint32_t bad : {0u, 1u, 4097u, 0xffffffffu}) {
    data = square;
    data.options.columns = bad;
    expect(data, Status::invalid_argument, -1, -1, "columns");
    data = square;
    data.options.rows = bad;
    expect(data, Status::invalid_argument, -1, -1, "rows");
  }
  for (const double bad : {k_hole, k_infinite, -1.0, 0.0, 1.1e9, 1e-10}) {
    data = square;
    data.options.width = bad;
    expect(data, Status::invalid_argument, -1, -1, "width");
    data = square;
    data.options.depth = bad;
    expect(data, Status::invalid_argument, -1, -1, "depth");
  }
  for (const double bad : {k_hole, k_infinite, -1e-300, 1.1e9}) {
    data = square;
    data.options.thickness = bad;
    expect(data, Status::invalid_argument, -1, -1, "thickness");
  }
  for (const double bad : {k_infinite, -k_infinite, 1.1e9, -1.1e9}) {
    data = square;
    data.heights[7] = bad;
    expect(data, Status::invalid_argument, 1, 2, "height");
  }
  data = square;
  data.heights.assign(12, k_hole);
  expect(data, Status::degenerate_shape, -1, -1, "all holes");
  // Heights enough, but no triangle has three.
  data.heights[0] = data.heights[1] = 1.0;
  expect(data, Status::degenerate_shape, -1, -1, "all holes but two heights");
  // So steep that the normal is rounding, and so narrow.
  data = square;
  data.options.width = data.options.depth = 1e-3;
  data.heights[11] = 1e9;
  expect(data, Status::degenerate_shape, 1, 2, "steep");
  data = square;
  data.options.width = 1e-5;
  data.options.depth = 1e9;
  expect(data, Status::degenerate_shape, 0, 0, "narrow");
  data.heights[0] = k_hole;
  expect(data, Status::degenerate_shape, 1, 0, "narrow, beside a hole");
  data = square;
  data.options.width = data.options.depth = 1e-9;
  data.options.columns = data.options.rows = 3;
  data.heights.assign(9, 0.0);
  expect(data, Status::degenerate_shape, 0, 0, "small");
}

TEST(HeightFieldBuild, IsOneSidedUnlessToldOtherwise) {
  const std::array heights{0.0, 0.0, 0.0, 0.0};
  HeightFieldOptions options;
  const Result<HeightFieldPtr> front = build_height_field(heights, options);
  EXPECT_TRUE(front.value->is_one_sided());
  EXPECT_EQ(front.value->thickness(), 1.0);
  EXPECT_EQ(front.value->closest_point({0.1, -0.5, 0.2}).distance, -0.5);
  EXPECT_FALSE(front.value->raycast({0.1, -1.0, 0.2}, {0.0, 1.0, 0.0}, k_infinite, 0.0).hit);
  options.sides = SurfaceSides::both;
  const Result<HeightFieldPtr> both = build_height_field(heights, options);
  EXPECT_FALSE(both.value->is_one_sided());
  EXPECT_EQ(both.value->thickness(), 0.0);
  EXPECT_EQ(both.value->closest_point({0.1, -0.5, 0.2}).distance, 0.5);
  EXPECT_EQ(both.value->raycast({0.1, -1.0, 0.2}, {0.0, 1.0, 0.0}, k_infinite, 0.0).distance, 1.0);
  EXPECT_NE(front.value->hash(), both.value->hash());
}

TEST(HeightFieldBuild, ChangesAsIfBuiltAnew) {
  constexpr std::uint64_t k_seed = 7511;
  Random random(k_seed);
  int changes = 0, refusals = 0;
  for (int n = 0; n < scaled(300); ++n) {
    HeightData data = random_heights(random, 40);
    const HeightFieldPtr field = build_from(data);
    for (int k = 0; k < 12; ++k) {
      SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", field " << n << ", change " << k);
      const auto below = [&](std::uint32_t count) {
        return static_cast<std::uint32_t>(random.below(static_cast<int>(count)));
      };
      HeightRect rect;
      rect.column = below(data.options.columns);
      rect.row = below(data.options.rows);
      rect.columns = 1 + below(data.options.columns - rect.column);
      rect.rows = 1 + below(data.options.rows - rect.row);
      const double high = data.size * random.uniform(0.0, 2.0), holes = random.chance(0.3) ? random.uniform() : 0.0;
      const bool is_narrow = random.chance(0.6), is_flat = random.chance(0.3);
      std::vector<double> heights;
      HeightData next = data;
      for (std::uint32_t row = 0; row < rect.rows; ++row) {
        for (std::uint32_t column = 0; column < rect.columns; ++column) {
          double height = random_height(random, is_flat ? 2 : 1, 0.0, 0.0, high, is_narrow);
          if (random.chance(holes)) height = k_hole;
          heights.push_back(height);
          next.heights[(rect.row + row) * data.options.columns + rect.column + column] = height;
        }
      }
      const int wrong = random.below(12);
      const std::size_t place = below(static_cast<std::uint32_t>(heights.size()));
      HeightFieldProblem problem{77, 77};
      if (wrong == 0) {
        heights[place] = random.chance(0.5) ? k_infinite : -1e10;
      } else if (wrong == 1) {
        heights.pop_back();
      } else if (wrong == 2) {
        // Needles: only if a triangle takes part in it.
        heights[place] = 1e9;
        next.heights[(rect.row + place / rect.columns) * data.options.columns + rect.column + place % rect.columns] =
            1e9;
      }
      const Result<HeightFieldPtr> fresh = build_height_field(next.heights, next.options);
      const std::uint64_t hash = field->hash();
      const std::vector<std::byte> before = bytes_of(*field);
      const std::size_t footprint = field->footprint();
      const Result<bool> changed = set_heights(*field, heights, rect, &problem);
      EXPECT_STREQ(field->validate(), nullptr);
      if (wrong == 0) {
        EXPECT_EQ(changed.status, Status::invalid_argument);
        EXPECT_EQ(problem.column, rect.column + place % rect.columns);
        EXPECT_EQ(problem.row, rect.row + place / rect.columns);
      } else if (wrong == 1) {
        EXPECT_EQ(changed.status, Status::invalid_argument);
      } else {
        ASSERT_EQ(changed.status, fresh.status);
      }
      if (!changed.ok()) {
        ++refusals;
        EXPECT_STRNE(changed.message, "");
        EXPECT_EQ(field->hash(), hash);
        EXPECT_EQ(bytes_of(*field), before);
        EXPECT_EQ(field->footprint(), footprint);
        expect_same(random, *field, *build_from(data));
        continue;
      }
      ++changes;
      data = next;
      expect_same(random, *field, *fresh.value);
      const bool is_changed = hash != field->hash();
      EXPECT_EQ(is_changed, bytes_of(*field) != before || footprint != field->footprint());
    }
  }
  std::printf("seed %llu: %d changes, %d refusals\n", static_cast<unsigned long long>(k_seed), changes, refusals);
  EXPECT_GT(changes, 2 * refusals);
  EXPECT_GT(refusals, changes / 20);
}

TEST(HeightFieldBuild, RefusesRectanglesOutsideTheGrid) {
  HeightData data;
  data.options.columns = 3;
  data.options.rows = 4;
  data.heights.assign(12, 1.0);
  const HeightFieldPtr field = build_from(data);
  const std::uint64_t hash = field->hash();
  const std::array one{2.0};
  for (const HeightRect& rect :
       {HeightRect{3, 0, 1, 1}, HeightRect{0, 4, 1, 1}, HeightRect{0, 0, 0, 1}, HeightRect{0, 0, 1, 0},
        HeightRect{0xffffffff, 0, 1, 1}, HeightRect{0, 0xffffffff, 1, 1}, HeightRect{1, 1, 0xffffffff, 1},
        HeightRect{1, 1, 1, 0x80000000}}) {
    EXPECT_EQ(set_heights(*field, one, rect).status, Status::invalid_argument);
    EXPECT_EQ(set_heights(*field, {}, rect).status, Status::invalid_argument);
  }
  EXPECT_EQ(field->hash(), hash);
  EXPECT_TRUE(set_heights(*field, one, {2, 3, 1, 1}).ok());
  EXPECT_NE(field->hash(), hash);
}

TEST(HeightFieldBuild, NeedsLittleMemory) {
  for (const bool is_wide : {false, true}) {
    for (const std::uint32_t columns : {33u, 100u, 257u, 1024u}) {
      HeightData data;
      data.options.columns = columns;
      data.options.rows = columns / 2;
      for (std::size_t i = 0; i < std::size_t{columns} * (columns / 2); ++i) {
        data.heights.push_back(is_wide ? 0.1 * static_cast<double>(i % 7) : 0.25 * static_cast<double>(i % 7));
      }
      const HeightFieldPtr field = build_from(data);
      const double each = static_cast<double>(field->footprint()) / static_cast<double>(data.heights.size());
      std::printf("%u x %u: %.2f bytes a height\n", columns, columns / 2, each);
      EXPECT_LE(each, (is_wide ? 8.0 : 4.0) + 2.0);
      if (columns > 1000) EXPECT_LE(each, (is_wide ? 8.0 : 4.0) + 0.7);
    }
  }
}

TEST(HeightFieldBuild, TellsOfMemoryThatEnds) {
  if (!can_fail_memory()) GTEST_SKIP() << "memory cannot fail in this build";
  HeightData data;
  data.options.columns = data.options.rows = 20;
  data.heights.assign(400, 0.5);
  const HeightFieldPtr field = build_from(data);
  const std::vector<std::byte> bytes = bytes_of(*field);
  const std::uint64_t hash = field->hash();
  const std::array heights{0.1, 0.2};
  const auto run = [&](const char* what, int least, auto call) {
    int failures = 0;
    for (bool has_failed = true; has_failed; ++failures) {
      FailingMemory failing(failures);
      const Status status = call();
      has_failed = failing.has_failed();
      EXPECT_EQ(status, has_failed ? Status::out_of_memory : Status::ok) << what;
      if (has_failed) EXPECT_EQ(field->hash(), hash) << what;
      EXPECT_STREQ(field->validate(), nullptr);
    }
    EXPECT_GT(failures, least) << what;
  };
  run("build", 3, [&] { return build_height_field(data.heights, data.options).status; });
  run("read", 3, [&] { return deserialize_height_field(bytes).status; });
  run("change", 2, [&] { return set_heights(*field, heights, {3, 4, 2, 1}).status; });
}

TEST(HeightFieldBuild, ComesBackFromBytes) {
  constexpr std::uint64_t k_seed = 7512;
  Random random(k_seed);
  int accepted = 0;
  for (int n = 0; n < scaled(200); ++n) {
    SCOPED_TRACE(testing::Message() << "seed " << k_seed << ", field " << n);
    const HeightFieldPtr field = build_from(random_heights(random, 20));
    const std::vector<std::byte> bytes = bytes_of(*field);
    const Result<HeightFieldPtr> back = deserialize_height_field(bytes);
    ASSERT_TRUE(back.ok()) << back.message;
    EXPECT_STREQ(back.value->validate(), nullptr);
    expect_same(random, *back.value, *field);
    EXPECT_EQ(bytes_of(*back.value), bytes);
    EXPECT_EQ(back.value->footprint(), field->footprint());

    std::vector<std::byte> shorter(bytes.begin(), bytes.end() - 1 - random.below(static_cast<int>(bytes.size()) - 1));
    EXPECT_EQ(deserialize_height_field(shorter).status, Status::invalid_argument);
    std::vector<std::byte> longer = bytes;
    longer.push_back(std::byte{0});
    EXPECT_EQ(deserialize_height_field(longer).status, Status::invalid_argument);
    // One wrong byte, which the checksum finds, and again with a checksum that is right.
    for (int k = 0; k < 20; ++k) {
      std::vector<std::byte> wrong = bytes;
      const int end = random.chance(0.5) ? 56 : static_cast<int>(wrong.size());
      wrong[static_cast<std::size_t>(random.below(end))] ^= static_cast<std::byte>(1 + random.below(255));
      EXPECT_EQ(deserialize_height_field(wrong).status, Status::invalid_argument);
      set_archive_checksum(wrong);
      const Result<HeightFieldPtr> other = deserialize_height_field(wrong);
      if (!other.ok()) continue;
      ++accepted;
      EXPECT_STREQ(other.value->validate(), nullptr);
      other.value->raycast(random.in_cube(1.0), random.direction(), k_infinite, 0.0);
      other.value->closest_point(random.in_cube(1.0));
    }
  }
  EXPECT_GT(accepted, scaled(200));
}

TEST(HeightFieldBuild, StoresTheSameBitsEverywhere) {
  HeightData data;
  data.options.columns = 5;
  data.options.rows = 3;
  for (int i = 0; i < 15; ++i) data.heights.push_back(i == 7 ? -k_hole : (i == 3 ? -0.0 : 0.25 * (i * i % 5)));
  const HeightFieldPtr field = build_from(data);
  EXPECT_EQ(field->hash(), 0xe3ece4f60d80cbd1u);
  const std::vector<std::byte> bytes = bytes_of(*field);
  float stored[15];
  std::memcpy(stored, bytes.data() + 56, sizeof(stored));
  EXPECT_EQ(std::bit_cast<std::uint32_t>(stored[7]), 0x7fc00000u);
  EXPECT_EQ(std::bit_cast<std::uint32_t>(stored[3]), 0u);
}

}  // namespace
}  // namespace hyperplane::test
