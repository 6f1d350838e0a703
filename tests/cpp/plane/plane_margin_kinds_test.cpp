#include <algorithm>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <iterator>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/plane_pair.h>
#include <hyperplane/plane_tile_map.h>

#include "plane/math/rotation.h"
#include "plane/pair/composite_pair.h"
#include "plane/plane_composite_oracle.h"
#include "support/test_size.h"

/// Contacts within a margin of all pairs of kinds of shapes, beside their distance: of shapes that are apart, the depth
/// is minus the distance. As tests/cpp/narrowphase/pair/margin_kinds_test.cpp.

namespace hyperplane::test::in_plane {
namespace {

using plane::CompositePtr;
using plane::Pose;
using plane::Shape;
using plane::Vec2;

constexpr const char* k_kinds[] = {"convex",          "compound", "polygon",    "chain",
                                   "one-sided chain", "tiles",    "half-space", "compound of composites"};
constexpr std::uint32_t k_slope = 2, k_ledge = 3, k_columns = 4, k_rows = 3;
constexpr double k_tile = 0.4;

/// A shape of a kind, about a metre large, and what it owns.
struct KindOfShape {
  std::vector<PlaneSolid> solids;
  std::vector<CompositePtr> owned;
  Shape shape;
  /// Of a one-sided chain.
  std::vector<double> points;
  std::vector<std::uint8_t> tiles;

  void own(plane::BuiltComposite built) {
    ASSERT_TRUE(built.ok()) << built.message;
    owned.push_back(static_cast<CompositePtr&&>(built.value));
    shape = make_composite(*owned.back());
  }
  void build_map() {
    constexpr double k_numbers[] = {0.0, 0.0, 1.0, 0.0, 1.0, 1.0, 0.0, 1.0};
    constexpr plane::TileKind k_of[] = {{k_slope, static_cast<std::uint32_t>(plane::TileForm::polygon), 3},
                                        {k_ledge, static_cast<std::uint32_t>(plane::TileForm::one_way), 1}};
    own(plane::build_tile_map({k_columns, k_rows, {k_tile, k_tile}, tiles, k_of, k_numbers}));
  }
  /// What of a one-sided shape is there for a point in its frame, two-sided.
  KindOfShape seen_from(Vec2 at) const {
    KindOfShape seen;
    seen.tiles = tiles;
    for (std::size_t i = 0; i < tiles.size(); ++i) {
      if (tiles[i] == k_ledge && at.y < k_tile * static_cast<double>(i / k_columns + 1)) seen.tiles[i] = 0;
    }
    if (!tiles.empty()) seen.build_map();
    std::vector<plane::CompoundPart> parts;
    for (std::size_t i = 0; i + 3 < points.size(); i += 2) {
      const Vec2 a{points[i], points[i + 1]}, b{points[i + 2], points[i + 3]};
      if (cross(b - a, at - a) < 0.0) continue;
      seen.solids.push_back(plane_segment(a, b));
      parts.push_back({seen.solids.back().shape, {}});
    }
    if (!parts.empty()) seen.own(plane::build_compound(parts));
    return seen;
  }
  bool is_one_sided() const { return !points.empty() || !tiles.empty(); }
  /// Else nothing of it is there.
  bool exists() const { return !solids.empty() || !owned.empty(); }
};

KindOfShape make_kind(Random& random, int kind) {
  KindOfShape made;
  std::vector<plane::CompoundPart> parts;
  const auto random_pose = [&]() -> Pose {
    return {{random.uniform(-0.7, 0.7), random.uniform(-0.7, 0.7)}, random.uniform(-3.0, 3.0)};
  };
  if (kind == 0) {
    made.solids.push_back(random.chance(0.3) ? plane_circle(0.0) : random_solid(random, 0.8));
    made.shape = made.solids.back().shape;
  }
  if (kind == 1 || kind == 7) {
    // Half of them are rectangles that lie flush, overlap, or are there twice.
    const bool is_flush = random.chance(0.5);
    for (int i = 1 + random.below(4); i > 0; --i) {
      made.solids.push_back(is_flush ? plane_rectangle(0.5, 0.25 * (1 + random.below(2))) : random_solid(random, 0.8));
      const Vec2 at{0.25 * random.below(4), 0.25 * random.below(3)};
      parts.push_back({made.solids.back().shape, is_flush ? Pose{at, 0.0} : random_pose()});
    }
  }
  if (kind == 2 || kind == 7) {
    made.own(random.chance(0.5) ? build(RingPolygon{{random_star(random, 4 + random.below(8), 0.8)}})
                                : build(RingPolygon{{comb(2 + random.below(3), 0.3, 1.5)}}));
    if (kind == 7) parts.push_back({made.shape, random_pose()});
  }
  if (kind == 3 || kind == 4 || kind == 7) {
    std::vector<double> points;
    const double rough = random.chance(0.3) ? 0.0 : 0.4;
    for (int i = 1 + random.below(5); i >= 0; --i) points.insert(points.end(), {0.4 * i, rough * random.uniform()});
    made.own(plane::build_chain(points, false, kind == 4 ? plane::ChainSides::front : plane::ChainSides::both));
    if (kind == 4) made.points = points;
    if (kind == 7) parts.push_back({made.shape, random_pose()});
  }
  if (kind == 5) {
    for (std::uint32_t i = 0; i < k_columns * k_rows; ++i) {
      made.tiles.push_back(static_cast<std::uint8_t>(random.below(5) % 4));
    }
    made.tiles[0] = 1;
    made.build_map();
  }
  if (kind == 6) made.own(plane::build_half_space());
  if (!parts.empty()) made.own(plane::build_compound(parts));
  return made;
}

TEST(PlaneMarginOfKinds, DepthIsMinusTheDistance) {
  constexpr int k_count = static_cast<int>(std::size(k_kinds));
  int apart = 0, overlapping = 0, beyond = 0;
  for (int pair = 0; pair < k_count * k_count; ++pair) {
    const int kind_a = pair / k_count, kind_b = pair % k_count;
    Random random(9400 + static_cast<std::uint64_t>(pair));
    for (int run = 0; run < scaled(200); ++run) {
      SCOPED_TRACE(std::string(k_kinds[kind_a]) + ", " + k_kinds[kind_b] + ", run " + std::to_string(run));
      const KindOfShape a = make_kind(random, kind_a), b = make_kind(random, kind_b);
      const double far = random.chance(0.2) ? 1e4 : 0.0, margin = std::pow(10.0, random.uniform(-3.0, 0.0));
      const bool is_aligned = random.chance(0.3);
      const auto angle = [&] { return is_aligned ? 0.0 : random.uniform(-3.0, 3.0); };
      const Pose pose_a{{random.uniform(-far, far), random.uniform(-far, far)}, angle()};
      Pose pose_b{pose_a.position + Vec2{random.uniform(-2.0, 2.0), random.uniform(-2.0, 2.0)}, angle()};
      if (kind_a == 6 && kind_b == 6) {
        ASSERT_EQ(collide_within(a.shape, pose_a, b.shape, pose_b, margin).point_count, 0);
        continue;
      }
      // Brings most pairs to within the margin.
      for (int i = random.chance(0.1) ? 0 : 2; i > 0; --i) {
        const plane::Distance now = distance(a.shape, pose_a, b.shape, pose_b);
        pose_b.position = pose_b.position - now.normal * (now.distance - margin * random.uniform(0.02, 1.2));
      }
      // The distance from what is there.
      const auto seen = [](const KindOfShape& of, const Pose& pose, const KindOfShape& by, const Pose& pose_by) {
        const Vec2 middle = middle_of(by.shape, frame_of_any(by.shape, pose_by)) - pose.position;
        return of.seen_from(unrotate(plane::rotation_of(pose.angle), middle));
      };
      const KindOfShape seen_a = seen(a, pose_a, b, pose_b), seen_b = seen(b, pose_b, a, pose_a);
      double gap = HUGE_VAL;
      if ((!a.is_one_sided() || seen_a.exists()) && (!b.is_one_sided() || seen_b.exists())) {
        gap = distance(a.is_one_sided() ? seen_a.shape : a.shape, pose_a, b.is_one_sided() ? seen_b.shape : b.shape,
                       pose_b)
                  .distance;
      }
      const double tolerance = 1e-6 + 1e-14 * far;
      if (std::fabs(gap - margin) < tolerance || std::fabs(gap) < tolerance) continue;
      // What overlaps a one-sided part is beside it, or has no way but through it.
      if (gap < 0.0 && (a.is_one_sided() || b.is_one_sided())) continue;
      const plane::Contact contact = collide_within(a.shape, pose_a, b.shape, pose_b, margin);
      ASSERT_EQ(contact.point_count > 0, gap <= margin) << gap << " of " << margin;
      (gap > margin ? beyond : gap > 0.0 ? apart : overlapping) += 1;
      if (contact.point_count == 0) continue;
      ASSERT_NEAR(contact.depth, -gap, tolerance) << "margin " << margin;
      plane::Contact all[1];
      ASSERT_GT(collide_all_within(a.shape, pose_a, b.shape, pose_b, margin, all), 0u);
      if (gap > 0.0) ASSERT_EQ(all[0].depth, contact.depth);
    }
  }
  printf("seeds 9400 on: %d apart, %d overlapping, %d beyond the margin\n", apart, overlapping, beyond);
  EXPECT_GT(apart, scaled(200) * 30);
  EXPECT_GT(overlapping, scaled(200));
  EXPECT_GT(beyond, scaled(200) * 10);
}

}  // namespace
}  // namespace hyperplane::test::in_plane
