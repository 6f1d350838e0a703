#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <string>
#include <vector>

#include <hyperplane/batch.h>
#include <hyperplane/pair.h>

#include "math/vec3.h"
#include "support/convex_shapes.h"
#include "support/test_size.h"

/// Shapes that touch or almost touch: (A, B) and (B, A) get the same verdict from every query and batch, and the normal
/// separates the oracle's support points by the distance.

namespace hyperplane::test {
namespace {

struct NearPair {
  const TestShape* a;
  const TestShape* b;
  Pose pose_a, pose_b;
};

/// Shapes of every type and size, each used many times.
class NearPairs {
 public:
  explicit NearPairs(std::uint64_t seed) : random_(seed) {
    for (const ShapeType type : k_shape_types) {
      for (int i = 0; i < k_per_type; ++i) {
        const double scale = i % 8 == 0 ? 1e-3 : i % 8 == 1 ? 1e3 : 1.0;
        shapes_.push_back(make_test_shape(random_, type,
                                          i % 4 == 3   ? ShapeForm::flat
                                          : i % 4 == 2 ? ShapeForm::rounded
                                                       : ShapeForm::plain,
                                          scale));
        oracles_.push_back(shapes_.back().oracle());
      }
    }
  }

  /// At a gap that is zero, negative or slightly positive, relative to the larger diameter.
  NearPair next() {
    const int i = random_.below(k_count), j = random_.below(k_count);
    NearPair pair{&shapes_[static_cast<std::size_t>(i)], &shapes_[static_cast<std::size_t>(j)], {}, {}};
    size_ =
        std::max(oracles_[static_cast<std::size_t>(i)].diameter(), oracles_[static_cast<std::size_t>(j)].diameter());
    pair.pose_a.rotation = random_.rotation();
    pair.pose_b.rotation = random_.chance(0.2) ? pair.pose_a.rotation : random_.rotation();
    pair.pose_b.position = random_.direction() * (random_.uniform(0.7, 1.5) * size_);
    const Distance apart = distance(pair.a->shape, pair.pose_a, pair.b->shape, pair.pose_b);
    const int kind = random_.below(4);
    const double gap = kind == 0 ? 0.0 : random_.log_uniform(-34, -10) * (kind == 1 ? -1.0 : 1.0);
    if (apart.distance > 0.0) pair.pose_b.position += apart.normal * (gap * size_ - apart.distance);
    return pair;
  }

  /// Of the last pair, m.
  double size() const { return size_; }

 private:
  static constexpr int k_per_type = 24, k_count = k_per_type * k_shape_type_count;
  Random random_;
  std::vector<TestShape> shapes_;
  std::vector<OracleShape> oracles_;
  double size_ = 0.0;
};

double gap_along(const NearPair& pair, const Vec3& n) {
  return -pair.b->oracle(pair.pose_b).height({-n.x, -n.y, -n.z}) - pair.a->oracle(pair.pose_a).height(n);
}

std::string replay(const NearPair& pair) {
  char text[600];
  const Vec3& q = pair.pose_b.position;
  const Quat &r = pair.pose_a.rotation, &t = pair.pose_b.rotation;
  std::snprintf(text, sizeof(text), ", {{}, {%a, %a, %a, %a}}, {{%a, %a, %a}, {%a, %a, %a, %a}}", r.x, r.y, r.z, r.w,
                q.x, q.y, q.z, t.x, t.y, t.z, t.w);
  return pair.a->replay() + ", " + pair.b->replay() + text;
}

TEST(NearContact, VerdictsAreThoseOfThePairExchanged) {
  constexpr std::uint64_t k_seed = 4711;
  NearPairs pairs(k_seed);
  const int count = scaled(60000);
  int touching = 0;
  std::vector<NearPair> kept;
  for (int i = 0; i < count; ++i) {
    const NearPair p = pairs.next();
    const Shape &a = p.a->shape, &b = p.b->shape;
    const bool verdict = intersects(a, p.pose_a, b, p.pose_b);
    touching += verdict;
    ASSERT_EQ(intersects(b, p.pose_b, a, p.pose_a), verdict) << k_seed << " " << replay(p);
    ASSERT_EQ(distance(a, p.pose_a, b, p.pose_b).distance <= 0.0, verdict) << replay(p);
    ASSERT_EQ(distance(b, p.pose_b, a, p.pose_a).distance <= 0.0, verdict) << replay(p);
    ASSERT_EQ(penetration(b, p.pose_b, a, p.pose_a).intersects, verdict) << replay(p);
    ASSERT_EQ(collide(a, p.pose_a, b, p.pose_b).point_count > 0, verdict) << replay(p);
    ASSERT_EQ(collide(b, p.pose_b, a, p.pose_a).point_count > 0, verdict) << replay(p);
    kept.push_back(p);
  }
  EXPECT_GE(touching, 0.3 * count);
  EXPECT_LE(touching, 0.7 * count);

  std::vector<const Shape*> shapes;
  std::vector<Pose> poses;
  for (const NearPair& p : kept) {
    shapes.insert(shapes.end(), {&p.b->shape, &p.a->shape});
    poses.insert(poses.end(), {p.pose_b, p.pose_a});
  }
  std::vector<std::uint8_t> verdicts(kept.size());
  intersects_batch(shapes, poses, verdicts);
  for (std::size_t i = 0; i < kept.size(); ++i) {
    const NearPair& p = kept[i];
    ASSERT_EQ(verdicts[i] != 0, intersects(p.a->shape, p.pose_a, p.b->shape, p.pose_b)) << replay(p);
  }
}

TEST(NearContact, TheNormalSeparatesByTheDistance) {
  constexpr std::uint64_t k_seed = 815;
  NearPairs pairs(k_seed);
  const int count = scaled(60000);
  for (int i = 0; i < count; ++i) {
    const NearPair p = pairs.next();
    const Distance d = distance(p.a->shape, p.pose_a, p.b->shape, p.pose_b);
    const double tolerance = 1e-6 * pairs.size();
    ASSERT_NEAR(gap_along(p, d.normal), d.distance, tolerance) << k_seed << " " << replay(p);
    ASSERT_LE(length(d.point_b - d.point_a - d.normal * d.distance), tolerance) << k_seed << " " << replay(p);
  }
}

double gap_of_boxes(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Vec3& n) {
  const OracleShape oa(a, pose_a, {}, pose_a.position), ob(b, pose_b, {}, pose_a.position);
  return -ob.height({-n.x, -n.y, -n.z}) - oa.height(n);
}

TEST(NearContact, TheNormalOfBoxesThreeMillionthsApartSeparates) {
  const Shape a = make_box(0.580969164101407, 0.6981819450855256, 0.7623298235237599).value;
  const Shape b = make_box(0.5220274943392724, 0.45462604258209466, 1.1960058554055659).value;
  const Pose pose_a{{8.417623878922313, 4.288696565199643, 7.530003357678652},
                    {-0.16464746387791168, -0.5873689185849511, -0.18843108267394837, -0.769664013190977}};
  const Pose pose_b{{7.850773013388926, 4.289316719232346, 7.2924211098003875},
                    {0.6716729893670546, 0.6919294760376704, 0.25475490555968827, -0.07203425322881968}};
  const Distance d = distance(a, pose_a, b, pose_b);
  EXPECT_NEAR(gap_of_boxes(a, pose_a, b, pose_b, d.normal), d.distance, 1e-6);
}

}  // namespace
}  // namespace hyperplane::test
