#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <map>
#include <set>
#include <vector>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>

#include "math/vec3.h"
#include "narrowphase/convex/contact_id.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Ids of contact points: coordinates confirm the features of boxes that they name. Ids differ within a manifold, are
/// exchanged with A and B, and persist through small motions.

namespace hyperplane::test {
namespace {

/// The point in the frame of a pose, without the core's arithmetic.
void to_local(const Pose& pose, const Vec3& point, double out[3]) {
  const Quat& q = pose.rotation;
  const double s = 2.0 / (q.x * q.x + q.y * q.y + q.z * q.z + q.w * q.w);
  const double m[3][3] = {
      {1.0 - s * (q.y * q.y + q.z * q.z), s * (q.x * q.y - q.w * q.z), s * (q.x * q.z + q.w * q.y)},
      {s * (q.x * q.y + q.w * q.z), 1.0 - s * (q.x * q.x + q.z * q.z), s * (q.y * q.z - q.w * q.x)},
      {s * (q.x * q.z - q.w * q.y), s * (q.y * q.z + q.w * q.x), 1.0 - s * (q.x * q.x + q.y * q.y)}};
  const double d[3] = {point.x - pose.position.x, point.y - pose.position.y, point.z - pose.position.z};
  for (int i = 0; i < 3; ++i) out[i] = m[0][i] * d[0] + m[1][i] * d[1] + m[2][i] * d[2];
}

/// Whether a point lies on the feature of a box.
bool lies_on(ContactFeature feature, const Vec3& size, const double p[3], double tolerance) {
  const double half[3] = {0.5 * size.x, 0.5 * size.y, 0.5 * size.z};
  const auto on = [&](int axis, bool positive) {
    return std::fabs(p[axis] - (positive ? half[axis] : -half[axis])) <= tolerance;
  };
  const int index = static_cast<int>(index_of(feature));
  switch (kind_of(feature)) {
    case FeatureKind::face:
      return index < 6 && on(index / 2, index % 2 != 0);
    case FeatureKind::edge: {
      const int axis = index / 4;
      return index < 12 && on((axis + 1) % 3, index % 2 != 0) && on((axis + 2) % 3, index % 4 >= 2);
    }
    case FeatureKind::vertex: {
      const std::array<Vec3, 8> vertices = box_vertices(make_box(size.x, size.y, size.z).value, {});
      const Vec3& v = vertices[static_cast<std::size_t>(index)];
      return index < 8 && on(0, v.x > 0.0) && on(1, v.y > 0.0) && on(2, v.z > 0.0);
    }
    case FeatureKind::surface:
      return false;
  }
  return false;
}

bool are_distinct(const ContactManifold& manifold) {
  std::set<std::uint32_t> ids;
  for (int i = 0; i < manifold.point_count; ++i) ids.insert(manifold.points[i].id);
  return static_cast<int>(ids.size()) == manifold.point_count;
}

/// The range that JavaScript engines keep without a heap object.
bool are_small(const ContactManifold& manifold) {
  for (int i = 0; i < manifold.point_count; ++i) {
    if (manifold.points[i].id >= 1u << 30) return false;
  }
  return true;
}

std::set<std::uint32_t> ids_of(const ContactManifold& manifold, bool exchanged) {
  std::set<std::uint32_t> ids;
  for (int i = 0; i < manifold.point_count; ++i) {
    const std::uint32_t id = manifold.points[i].id;
    ids.insert(exchanged ? make_contact_id(feature_of_b(id), feature_of_a(id)) : id);
  }
  return ids;
}

/// Each point lies on the two features that its id names: a vertex of one box and a face of the other, or two edges.
/// The point on the reference feature is the point on the incident feature, moved along the normal.
TEST(ContactId, NamesFeaturesOfBoxesThatThePointsLieOn) {
  constexpr std::uint64_t k_seed = 360;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  const int count = scaled(100000);
  int points = 0, by_kind[4][4] = {};
  for (int i = 0; i < count; ++i) {
    const Vec3 size_a{random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2)};
    const Vec3 size_b{random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2)};
    const Pose a{random.in_cube(1.0), random.rotation()}, b{random.in_cube(1.0), random.rotation()};
    const ContactManifold manifold =
        collide(make_box(size_a.x, size_a.y, size_a.z).value, a, make_box(size_b.x, size_b.y, size_b.z).value, b);
    ASSERT_TRUE(are_distinct(manifold)) << i;
    for (int k = 0; k < manifold.point_count; ++k) {
      const ContactPoint& point = manifold.points[k];
      const ContactFeature of_a = feature_of_a(point.id), of_b = feature_of_b(point.id);
      ++points;
      ++by_kind[static_cast<int>(kind_of(of_a))][static_cast<int>(kind_of(of_b))];
      double on_a[3], on_b[3];
      to_local(a, point.on_a, on_a);
      to_local(b, point.on_b, on_b);
      ASSERT_TRUE(lies_on(of_a, size_a, on_a, 1e-7)) << i << ": feature " << of_a;
      ASSERT_TRUE(lies_on(of_b, size_b, on_b, 1e-7)) << i << ": feature " << of_b;
    }
  }
  const int v = static_cast<int>(FeatureKind::vertex), e = static_cast<int>(FeatureKind::edge),
            f = static_cast<int>(FeatureKind::face);
  EXPECT_GT(by_kind[v][f], points / 20);
  EXPECT_GT(by_kind[f][v], points / 20);
  EXPECT_GT(by_kind[e][e], points / 20);
  EXPECT_EQ(by_kind[v][f] + by_kind[f][v] + by_kind[e][e], points);
}

/// Points of the same name get different ones, even the last of all names, and exchanging A and B exchanges them.
TEST(ContactId, SeparatesPointsOfTheSameName) {
  const ContactFeature last = make_feature(FeatureKind::face, (1u << k_feature_index_bits) - 1u);
  for (const std::uint32_t id : {0u, make_contact_id(last, 0), make_contact_id(0, last), make_contact_id(last, last)}) {
    ContactManifold manifold, exchanged;
    manifold.point_count = exchanged.point_count = 4;
    for (int i = 0; i < 4; ++i) {
      manifold.points[i].id = id;
      exchanged.points[i].id = exchange_features(id);
    }
    make_ids_distinct(manifold);
    make_ids_distinct(exchanged);
    EXPECT_TRUE(are_distinct(manifold)) << id;
    EXPECT_TRUE(are_small(manifold)) << id;
    EXPECT_EQ(ids_of(exchanged, true), ids_of(manifold, false)) << id;
  }
}

class ContactIdOfPairs : public testing::TestWithParam<int> {};

/// All pairs of shapes: distinct within a manifold, exchanged with A and B, and the same after a tiny motion unless the
/// contact changes.
TEST_P(ContactIdOfPairs, AreDistinctAndStay) {
  const ShapeType type_a = k_shape_types[GetParam() / k_shape_type_count];
  const ShapeType type_b = k_shape_types[GetParam() % k_shape_type_count];
  const std::uint64_t seed = 3700 + static_cast<std::uint64_t>(GetParam());
  SCOPED_TRACE(testing::Message() << "seed " << seed);
  Random random(seed);
  const int count = scaled(1500);
  int touching = 0, exchanged = 0, stayed = 0;
  for (int i = 0; i < count; ++i) {
    const TestShape a = make_test_shape(random, type_a, ShapeForm::plain, 1.0);
    const TestShape b = make_test_shape(random, type_b, ShapeForm::plain, 1.0);
    const Pose pose_a{{}, random.rotation()};
    Pose pose_b{random.direction() * random.uniform(0.2, 0.8), random.rotation()};
    if (random.chance(0.5)) pose_b.rotation = pose_a.rotation;
    const ContactManifold manifold = collide(a.shape, pose_a, b.shape, pose_b);
    if (manifold.point_count == 0) continue;
    ++touching;
    ASSERT_TRUE(are_distinct(manifold)) << i;
    ASSERT_TRUE(are_small(manifold)) << i;
    const ContactManifold back = collide(b.shape, pose_b, a.shape, pose_a);
    exchanged += ids_of(back, true) == ids_of(manifold, false) ? 1 : 0;
    pose_b.position += random.direction() * 1e-7;
    const ContactManifold next = collide(a.shape, pose_a, b.shape, pose_b);
    stayed += ids_of(next, false) == ids_of(manifold, false) ? 1 : 0;
  }
  const double share_exchanged = static_cast<double>(exchanged) / touching;
  const double share_stayed = static_cast<double>(stayed) / touching;
  std::printf("seed %llu, %s and %s: %d touch; ids exchanged %.3f, stayed %.3f\n",
              static_cast<unsigned long long>(seed), name_of(type_a), name_of(type_b), touching, share_exchanged,
              share_stayed);
  EXPECT_GT(touching, least_share_of_hits(type_a, type_b) / 1.5 * count);
  // Points of a rim are numbered from the direction of the other shape, which rounding turns where caps are parallel.
  const auto has_rim = [](ShapeType type) { return type == ShapeType::cylinder || type == ShapeType::cone; };
  const double least = has_rim(type_a) || has_rim(type_b) ? 0.75 : 0.98;
  // Builds with assertions try some sixty pairs, of which a few may differ.
  const double few = 3.0 / touching;
  EXPECT_GE(share_exchanged, least - few);
  EXPECT_GE(share_stayed, least - few);
}

std::string name_of_pair(int pair) {
  return std::string(name_of(k_shape_types[pair / k_shape_type_count])) + "_" +
         name_of(k_shape_types[pair % k_shape_type_count]);
}

INSTANTIATE_TEST_SUITE_P(Pairs, ContactIdOfPairs, testing::Range(0, k_shape_type_count* k_shape_type_count),
                         [](const testing::TestParamInfo<int>& pair) { return name_of_pair(pair.param); });

/// A box that slides and rocks on another: a corner of the one that lies over the face of the other keeps its id for as
/// long as it does. Corners are followed by their coordinates.
TEST(ContactId, FollowsTheCornersOfABoxThatSlides) {
  constexpr std::uint64_t k_seed = 361;
  SCOPED_TRACE(testing::Message() << "seed " << k_seed);
  Random random(k_seed);
  int followed = 0, kept = 0;
  for (int scene = 0; scene < scaled(100); ++scene) {
    const Vec3 ground{20.0, 1.0, 20.0}, size{random.uniform(0.5, 2), random.uniform(0.5, 2), random.uniform(0.5, 2)};
    const Shape a = make_box(ground.x, ground.y, ground.z).value, b = make_box(size.x, size.y, size.z).value;
    const double turn = random.uniform(0.0, 3.0), speed = random.uniform(-0.02, 0.02);
    std::map<int, std::uint32_t> last;
    for (int frame = 0; frame < 100; ++frame) {
      const double rock = 1e-3 * std::sin(0.2 * frame);
      const Quat q{rock, std::sin(0.5 * turn + 0.002 * frame), 0.5 * rock, std::cos(0.5 * turn + 0.002 * frame)};
      const Pose pose{{speed * frame, 0.5 * (ground.y + size.y) - 0.02, -0.5 * speed * frame}, q};
      const ContactManifold manifold = collide(a, {}, b, pose);
      ASSERT_EQ(manifold.point_count, 4) << scene << ", " << frame;
      std::map<int, std::uint32_t> now;
      for (int k = 0; k < 4; ++k) {
        double p[3];
        to_local(pose, manifold.points[k].on_b, p);
        now[(p[0] > 0.0 ? 1 : 0) + (p[2] > 0.0 ? 2 : 0)] = manifold.points[k].id;
      }
      for (const auto& [corner, id] : now) {
        if (!last.contains(corner)) continue;
        ++followed;
        kept += last[corner] == id ? 1 : 0;
      }
      last = now;
    }
  }
  EXPECT_EQ(kept, followed);
  EXPECT_GT(followed, 300 * scaled(100));
}

}  // namespace
}  // namespace hyperplane::test
