#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/mover.h>
#include <hyperplane/pair.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/world.h>

#include "math/pose.h"
#include "support/slider.h"
#include "support/test_size.h"

/// Floors that are one mesh with T-junctions, far from the origin, whose vertices went through 32 bits: edges that no
/// triangle shares lie beside cracks and overlaps of a rounding. The oracle is the plane of the floor.

namespace hyperplane::test {
namespace {

double in_32_bits(double value) { return static_cast<double>(static_cast<float>(value)); }

enum class JunctionPlane { level, turned };

struct RoundedJunctions {
  std::vector<double> vertices;
  std::vector<std::uint32_t> indices;
  WorldPtr world = make_world().value;
  TriangleMeshPtr mesh;
  Pose frame;
  Vec3 up;
  /// Where triangles meet, relative to the frame.
  std::vector<Vec3> corners;
  /// m: how far vertices are off the plane, and rad: triangles.
  double off = 0.0, tilt = 0.0;

  RoundedJunctions(Random& random, JunctionPlane plane, bool is_one_sided, double far) {
    frame.rotation = plane == JunctionPlane::level ? Quat{} : random.rotation();
    frame.position = {random.uniform(-1.0, 1.0) * far, in_32_bits(random.uniform(-1.0, 1.0) * far),
                      random.uniform(-1.0, 1.0) * far};
    up = rotate(frame.rotation, {0.0, 1.0, 0.0});
    yaw_ = random.uniform(0.0, 6.3);
    split(random, -3.0, -3.0, 3.0, 3.0, 7);
    TriangleMeshOptions options;
    if (is_one_sided) options.sides = SurfaceSides::front;
    mesh = build_triangle_mesh(vertices, indices, options).value;
    ColliderOptions ground{make_triangle_mesh(*mesh), {}};
    ground.is_static = true;
    EXPECT_TRUE(world->add(ground).ok());
    if (plane == JunctionPlane::level) return;
    off = 0x1p-23 * (length(frame.position) + 6.0);
    tilt = off / 0.02;
  }

  Vec3 at(double x, double z) const {
    return {x * std::cos(yaw_) - z * std::sin(yaw_), 0.0, x * std::sin(yaw_) + z * std::cos(yaw_)};
  }

 private:
  /// Cuts a rectangle into two again and again, each without regard to its neighbours.
  void split(Random& random, double x0, double z0, double x1, double z1, int depth) {
    if (depth > 0 && (depth > 3 || random.chance(0.8))) {
      const double share = random.uniform(0.3, 0.7);
      if (x1 - x0 > z1 - z0) {
        const double x = x0 + (x1 - x0) * share;
        split(random, x0, z0, x, z1, depth - 1);
        split(random, x, z0, x1, z1, depth - 1);
      } else {
        const double z = z0 + (z1 - z0) * share;
        split(random, x0, z0, x1, z, depth - 1);
        split(random, x0, z, x1, z1, depth - 1);
      }
      return;
    }
    const Vec3 of[] = {at(x0, z0), at(x0, z1), at(x1, z1), at(x1, z0)};
    const int first = random.below(2);
    for (const int i : {0, 1, 2, 0, 2, 3}) {
      const Vec3 corner = of[(i + first) % 4], placed = frame.position + rotate(frame.rotation, corner);
      corners.push_back(corner);
      indices.push_back(static_cast<std::uint32_t>(vertices.size() / 3));
      vertices.insert(vertices.end(), {in_32_bits(placed.x), in_32_bits(placed.y), in_32_bits(placed.z)});
    }
  }

  double yaw_ = 0.0;
};

template <class Visit>
void visit_junction_floors(Random& random, const Visit& visit) {
  for (const JunctionPlane plane : {JunctionPlane::level, JunctionPlane::turned}) {
    for (const bool is_one_sided : {false, true}) {
      for (const double far : {1.0, 10.0, 100.0, 1000.0}) {
        for (int n = 0; n < scaled(4); ++n) {
          const RoundedJunctions floor(random, plane, is_one_sided, far);
          const int before = visit(floor);
          if (before > 0) {
            printf("plane %d one-sided %d far %g: %d bad\n", static_cast<int>(plane), is_one_sided ? 1 : 0, far,
                   before);
          }
        }
      }
    }
  }
}

/// Above an edge or a corner near the middle, by a hair or a hand.
Pose place_at_junction(Random& random, const RoundedJunctions& floor) {
  Pose pose = floor.frame;
  for (int i = 0; i < 100; ++i) {
    const std::size_t triangle = 3 * static_cast<std::size_t>(random.below(static_cast<int>(floor.corners.size()) / 3));
    const Vec3 a = floor.corners[triangle], b = floor.corners[triangle + 1];
    const double aside = random.log_uniform(-24, -3), turn = random.uniform(0.0, 6.3);
    const Vec3 place = a + (b - a) * (random.chance(0.5) ? 0.0 : random.uniform()) +
                       Vec3{aside * std::cos(turn), 0.0, aside * std::sin(turn)};
    if (length(place) > 1.5) continue;
    pose.position += rotate(floor.frame.rotation, place);
    break;
  }
  return pose;
}

TEST(JunctionRounding, BodiesSunkIntoMeshesFarAwayArePushedUp) {
  Random random(981);
  int cases = 0, bad = 0;
  double worst = 0.0;
  visit_junction_floors(random, [&](const RoundedJunctions& floor) {
    int wrong = 0;
    for (int run = 0; run < 12 * k_slider_kinds; ++run) {
      const Slider slider = make_slider(random, run % k_slider_kinds);
      const Pose there = place_at_junction(random, floor);
      const double depth = random.uniform(1e-3, 0.05);
      const Shape& shape = slider.body.shape;
      const Quat rotation = normalized(floor.frame.rotation * slider.rotation);
      const Pose pose{there.position - floor.up * (dot(support(shape, {{}, rotation}, -floor.up), floor.up) + depth),
                      rotation};
      const ContactManifold found = collide(make_triangle_mesh(*floor.mesh), {}, shape, pose);
      ++cases;
      const double angle = found.point_count == 0 ? 9.0 : length(found.normal - floor.up);
      worst = std::max(worst, angle);
      if (angle <= 1e-6 + floor.tilt && std::fabs(found.depth - depth) <= 2e-6 + floor.off) continue;
      ++wrong;
      if (++bad <= 20) {
        printf("kind %d: %d points, %g rad, %g of %g\n", run % k_slider_kinds, found.point_count, angle, found.depth,
               depth);
      }
    }
    return wrong;
  });
  printf("seed 981: %d cases, %d bad, worst %g rad\n", cases, bad, worst);
  // Far away the triangles are tilted by what 32 bits round.
  EXPECT_LE(bad, 1 + cases / 200);
}

TEST(JunctionRounding, MoversAndContinuousBodiesMeetNoEdge) {
  Random random(982);
  int walks = 0, bad = 0, impacts = 0;
  visit_junction_floors(random, [&](const RoundedJunctions& floor) {
    int wrong = 0;
    for (int run = 0; run < 4 * k_slider_kinds; ++run) {
      const Slider slider = make_slider(random, run % k_slider_kinds);
      const Shape& shape = slider.body.shape;
      const Pose there = place_at_junction(random, floor);
      const Quat rotation = normalized(floor.frame.rotation * slider.rotation);
      const double turn = random.uniform(0.0, 6.3);
      const Vec3 heading = rotate(floor.frame.rotation, {std::cos(turn), 0.0, std::sin(turn)});
      const Vec3 foot = support(shape, {{}, rotation}, -floor.up);
      const double height = dot(foot, floor.up);
      MoverOptions options;
      options.up = floor.up;
      options.step_height = random.chance(0.5) ? 0.3 : 0.0;
      Pose pose{there.position - floor.up * (height - random.uniform(0.01, 0.05)), rotation};
      ++walks;
      double worst = 0.0;
      bool is_held = true;
      for (int frame = 0; frame < 10; ++frame) {
        const Vec3 way = heading * (frame == 0 ? 0.0 : 0.12) - floor.up * 0.1;
        const MoverResult moved = floor.world->move_and_slide(shape, pose, way, options).value;
        pose.position = moved.position;
        for (int i = 0; i < moved.hit_count; ++i) worst = std::max(worst, length(moved.hits[i].normal - floor.up));
        const double gap = dot(pose.position - floor.frame.position, floor.up) + height;
        is_held = is_held && moved.grounded && std::fabs(gap - options.skin) < 2e-7 + 2.0 * floor.off;
      }
      if (worst > 1e-6 + 4.0 * floor.tilt || !is_held) {
        ++wrong;
        if (++bad <= 20) {
          printf("kind %d: %g rad, %g m\n", run % k_slider_kinds, worst,
                 dot(pose.position - floor.frame.position, floor.up) + height - options.skin);
        }
      }
      const Vec3 sunk = there.position - floor.up * (height + random.uniform(1e-3, 0.05));
      ColliderOptions body{shape, {sunk, rotation}};
      body.is_continuous = true;
      const ColliderId id = floor.world->add(body).value;
      EXPECT_TRUE(floor.world->update().ok());
      EXPECT_EQ(floor.world->set_pose(id, {sunk + heading, rotation}), Status::ok);
      EXPECT_TRUE(floor.world->update().ok());
      impacts += static_cast<int>(floor.world->impacts().size());
      wrong += static_cast<int>(floor.world->impacts().size());
      EXPECT_EQ(floor.world->remove(id), Status::ok);
    }
    return wrong;
  });
  printf("seed 982: %d walks, %d bad, %d impacts\n", walks, bad, impacts);
  EXPECT_EQ(bad, 0);
  EXPECT_LE(impacts, walks / 500);
}

/// A mesh of ridges, hollows, steps and walls pushes far from its origin as it does there.
TEST(JunctionRounding, StepsAndRidgesFarAwayAreFelt) {
  Random random(983);
  int contacts = 0, edges = 0, bad = 0;
  for (int n = 0; n < scaled(30); ++n) {
    constexpr std::uint32_t k_cells = 6;
    std::vector<double> near, distant;
    const Vec3 away{random.uniform(-1000.0, 1000.0), random.uniform(-100.0, 100.0), random.uniform(-1000.0, 1000.0)};
    // Columns of vertices above each other are walls.
    const bool has_steps = random.chance(0.5);
    double height = 0.0;
    const auto add = [&](double x, double y, double z) {
      const Vec3 place = away + Vec3{x, y, z}, rounded{in_32_bits(place.x), in_32_bits(place.y), in_32_bits(place.z)};
      const Vec3 back = rounded - away;
      near.insert(near.end(), {back.x, back.y, back.z});
      distant.insert(distant.end(), {rounded.x, rounded.y, rounded.z});
    };
    std::vector<std::uint32_t> indices;
    for (std::uint32_t i = 0; i <= k_cells; ++i) {
      for (int twice = has_steps ? 0 : 1; twice < 2; ++twice) {
        if (twice == 1) height += random.chance(0.3) ? random.uniform(-0.01, 0.01) : random.uniform(-0.3, 0.3);
        for (std::uint32_t k = 0; k <= k_cells; ++k) add(0.5 * i, height, 0.5 * k);
      }
    }
    const std::uint32_t across = k_cells + 1, columns = static_cast<std::uint32_t>(near.size() / 3) / across;
    for (std::uint32_t i = 0; i + 1 < columns; ++i) {
      for (std::uint32_t k = 0; k < k_cells; ++k) {
        const std::uint32_t a = i * across + k, b = a + 1, c = a + across, d = c + 1;
        indices.insert(indices.end(), {a, b, c, c, b, d});
      }
    }
    const TriangleMeshPtr here = build_triangle_mesh(near, indices, {}).value,
                          there = build_triangle_mesh(distant, indices, {}).value;
    ASSERT_NE(here, nullptr);
    ASSERT_NE(there, nullptr);
    for (int i = 0; i < 200; ++i) {
      const Slider slider = make_slider(random, i % k_slider_kinds);
      const Vec3 at{random.uniform(0.5, 2.5), random.uniform(-0.2, 0.8), random.uniform(0.5, 2.5)};
      const Shape& shape = slider.body.shape;
      const ContactManifold expected = collide(make_triangle_mesh(*here), {}, shape, {at, slider.rotation});
      const ContactManifold found = collide(make_triangle_mesh(*there), {}, shape, {at + away, slider.rotation});
      if (expected.point_count == 0 || expected.depth > 0.1) continue;
      ++contacts;
      edges += std::fabs(expected.normal.y) < 0.999 ? 1 : 0;
      if (found.point_count == 0 || std::fabs(found.depth - expected.depth) > 2e-3 ||
          length(found.normal - expected.normal) > 0.05) {
        ++bad;
      }
    }
  }
  printf("seed 983: %d contacts, %d at edges and slopes, %d bad\n", contacts, edges, bad);
  EXPECT_LE(bad, 1 + contacts / 100);
  EXPECT_GT(edges, contacts / 8);
}

}  // namespace
}  // namespace hyperplane::test
