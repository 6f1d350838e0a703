#include "narrowphase/box/box_pair_filter.h"
#include "core/safe_rotation.h"

#include <gtest/gtest.h>

#include <bit>

#include "math/transform.h"
#include "narrowphase/box/sat_box_box.h"
#include "support/box_pairs.h"
#include "support/test_size.h"

/// The filter's verdicts agree with the 64-bit test, and it decides nearly all pairs that are not made to touch.

namespace hyperplane::test {
namespace {

/// @return the number of axes that the filter leaves open.
int expect_right_least_overlap(const Vec3& size_a, const Pose& a, const Vec3& size_b, const Pose& b) {
  const std::uint32_t candidates = filter_least_overlap(&size_a.x, a, &size_b.x, b);
  const Transform b_in_a = pair_frames(a, b).b_in_a;
  const BoxSat of_all = box_sat(size_a * 0.5, size_b * 0.5, b_in_a, k_all_box_axes);
  BoxSat of_candidates;
  if (candidates != 0) of_candidates = box_sat(size_a * 0.5, size_b * 0.5, b_in_a, candidates);
  EXPECT_EQ(of_candidates.intersects, of_all.intersects);
  EXPECT_EQ(of_candidates.axis, of_all.axis) << "depth " << of_all.depth;
  EXPECT_EQ(of_candidates.normal, of_all.normal);
  EXPECT_EQ(of_candidates.depth, of_all.depth);
  return std::popcount(candidates);
}

/// @return whether the filter leaves the pair open.
bool expect_right_verdict(const Vec3& size_a, const Pose& a, const Vec3& size_b, const Pose& b) {
  const BoxPairVerdict verdict = filter_separation(&size_a.x, a, &size_b.x, b);
  const bool intersect = boxes_intersect(size_a * 0.5, size_b * 0.5, pair_frames(a, b).b_in_a);
  if (verdict == BoxPairVerdict::open) return true;
  EXPECT_EQ(verdict == BoxPairVerdict::intersect, intersect)
      << "A at " << a.position.x << ", " << a.position.y << ", " << a.position.z << ", B at " << b.position.x << ", "
      << b.position.y << ", " << b.position.z;
  return false;
}

TEST(BoxPairFilter, SettlesNothingWrongly) {
  for (int kind = 0; kind < k_box_pair_kind_count; ++kind) {
    SCOPED_TRACE(name_of(static_cast<BoxPairKind>(kind)));
    Random random(1700 + static_cast<std::uint64_t>(kind));
    for (int i = 0; i < scaled(60000) && !testing::Test::HasFailure(); ++i) {
      const BoxPairCase pair = make_box_pair(random, static_cast<BoxPairKind>(kind));
      expect_right_verdict(pair.size_a, pair.a, pair.size_b, pair.b);
      expect_right_least_overlap(pair.size_a, pair.a, pair.size_b, pair.b);
    }
  }
}

TEST(BoxPairFilter, SettlesNearlyAllRandomPairs) {
  Random random(1800);
  const int count = scaled(60000);
  int open = 0, axes = 0;
  for (int i = 0; i < count; ++i) {
    const Vec3 size_a{random.uniform(0.5, 1.5), random.uniform(0.5, 1.5), random.uniform(0.5, 1.5)};
    const Vec3 size_b{random.uniform(0.5, 1.5), random.uniform(0.5, 1.5), random.uniform(0.5, 1.5)};
    const Pose a{random.direction() * 5.0, random.rotation()};
    const Pose b{a.position + random.direction() * random.uniform(0.2, 2.0), random.rotation()};
    open += expect_right_verdict(size_a, a, size_b, b) ? 1 : 0;
    axes += expect_right_least_overlap(size_a, a, size_b, b);
  }
  EXPECT_LT(open, count / 500);
  // Two edge axes may both undercut a face; the filter cannot distinguish them.
  EXPECT_LT(axes, 2 * count);
}

TEST(BoxPairFilter, SettlesBoxesThatAreParallel) {
  // Their nine edge axes have no length, or tie with face normals.
  Random random(1900);
  const int count = scaled(20000);
  int open = 0;
  for (int i = 0; i < count; ++i) {
    const Vec3 size{random.uniform(0.5, 1.5), random.uniform(0.5, 1.5), random.uniform(0.5, 1.5)};
    const Quat rotation = random.rotation();
    const Pose a{random.direction(), rotation};
    const Pose b{a.position + random.direction() * random.uniform(0.2, 2.0), i % 2 == 0 ? rotation : -rotation};
    open += expect_right_verdict(size, a, size, b) ? 1 : 0;
  }
  EXPECT_LT(open, count / 100);
}

TEST(BoxPairFilter, LeavesOpenWhatIsOutOfItsRange) {
  const Vec3 size{1.0, 1.0, 1.0};
  const Pose at_origin{};
  EXPECT_EQ(filter_separation(&size.x, {{}, {0.0, 0.0, 0.0, 1e-30}}, &size.x, at_origin), BoxPairVerdict::open);
  EXPECT_EQ(filter_separation(&size.x, at_origin, &size.x, {{}, {0.0, 1e100, 0.0, 0.0}}), BoxPairVerdict::open);
}

}  // namespace
}  // namespace hyperplane::test
