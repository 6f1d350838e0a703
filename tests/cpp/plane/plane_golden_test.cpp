#include <gtest/gtest.h>

#include <hyperplane/plane_pair.h>
#include <hyperplane/plane_query.h>
#include <hyperplane/plane_sweep.h>

#include <cstdio>
#include <initializer_list>
#include <string>
#include <vector>

#include "core/hash.h"
#include "support/random.h"

/// A golden hash of answers in the plane. Run in all builds, this test proves that they are the same on every platform,
/// with SIMD and without, natively and in WebAssembly. Only a deliberate change of an algorithm may change it.

namespace hyperplane::test::in_plane {
namespace {

using plane::Pose;
using plane::Vec2;

/// Of every kind; numbers come from arithmetic only, which is the same everywhere.
struct GoldenShapes {
  std::vector<plane::PolygonPtr> polygons;
  std::vector<plane::Shape> shapes;

  explicit GoldenShapes(Random& random) {
    for (int i = 0; i < 8; ++i) {
      // Braces evaluate in order.
      const double n[]{random.uniform(0.1, 0.8), random.uniform(0.1, 2.0), random.uniform(0.1, 2.0)};
      const Vec2 from{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
      const Vec2 to{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
      shapes.push_back(plane::make_circle(n[0]).value);
      shapes.push_back(plane::make_rectangle(n[1], n[2]).value);
      shapes.push_back(plane::make_capsule(n[0], n[1]).value);
      shapes.push_back(plane::make_ellipse(n[0], n[2]).value);
      shapes.push_back(plane::make_segment(from, to).value);
      for (const int count : {3, 8, 200}) {
        std::vector<double> points;
        points.reserve(2 * static_cast<std::size_t>(count));
        for (int k = 0; k < 2 * count; ++k) points.push_back(random.uniform(-1.0, 1.0));
        polygons.push_back(plane::build_polygon(points).value);
        shapes.push_back(plane::make_convex_polygon(*polygons.back(), random.chance(0.3) ? 0.2 : 0.0).value);
      }
    }
  }
};

class Answers {
 public:
  void add(double number) { hash_.add(number + 0.0); }
  void add(Vec2 v) {
    add(v.x);
    add(v.y);
  }
  std::string text() const {
    char text[17];
    std::snprintf(text, sizeof text, "%016llx", static_cast<unsigned long long>(hash_.value()));
    return text;
  }

 private:
  Hash hash_;
};

TEST(PlaneGolden, GivesTheSameBitsEverywhere) {
  Random random(2024);
  const GoldenShapes made(random);
  const auto any_shape = [&]() -> const plane::Shape& {
    return made.shapes[static_cast<std::size_t>(random.below(static_cast<int>(made.shapes.size())))];
  };
  const auto any_pose = [&] {
    return Pose{{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)}, random.uniform(-20.0, 20.0)};
  };
  Answers answers;
  int contacts = 0, impacts = 0, rays = 0;
  for (int i = 0; i < 3000; ++i) {
    const plane::Shape &a = any_shape(), &b = any_shape();
    const Pose pose_a = any_pose(), pose_b = any_pose(), to_a = any_pose(), to_b = any_pose();
    const plane::Distance found = plane::distance(a, pose_a, b, pose_b);
    answers.add(found.distance);
    answers.add(found.point_a);
    answers.add(found.point_b);
    answers.add(found.normal);
    const plane::Contact contact = plane::collide(a, pose_a, b, pose_b);
    contacts += contact.point_count > 0 ? 1 : 0;
    for (int k = 0; k < contact.point_count; ++k) {
      answers.add(contact.points[k].on_a);
      answers.add(contact.points[k].on_b);
      answers.add(contact.points[k].depth);
      answers.add(static_cast<double>(contact.points[k].id));
    }
    const plane::RayHit hit = plane::raycast(a, pose_a, pose_b.position, to_b.position, 5.0);
    rays += hit.hit && hit.distance > 0.0 ? 1 : 0;
    answers.add(hit.distance);
    answers.add(hit.point);
    answers.add(hit.normal);
    answers.add(plane::support(b, pose_b, to_a.position));
    answers.add(plane::closest_point(b, pose_b, to_a.position).distance);
    const plane::Impact impact = plane::time_of_impact(a, {pose_a, to_a}, b, {pose_b, to_b});
    impacts += impact.hit && impact.time > 0.0 ? 1 : 0;
    answers.add(impact.time);
    answers.add(impact.point);
    answers.add(impact.normal);
  }
  EXPECT_GT(contacts, 900);
  EXPECT_GT(impacts, 100);
  EXPECT_GT(rays, 300);
  EXPECT_EQ(answers.text(), "9919d03567e26b1a");
}

}  // namespace
}  // namespace hyperplane::test::in_plane
