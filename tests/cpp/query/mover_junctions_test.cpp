#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/mover.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/world.h>

#include "math/pose.h"
#include "support/slider.h"
#include "support/test_size.h"

/// Bodies that walk on flat floors of triangles with T-junctions: edges beside several shorter ones, which no other
/// triangle shares, needles, and cracks where coordinates are rounded to 32 bits. The oracle is the plane of the floor.

namespace hyperplane::test {
namespace {

/// The floor at height 0 over a square, and where a body starts: anywhere, or above an edge or a corner.
struct JunctionFloor {
  double half = 0.0;
  std::vector<double> vertices;
  Vec3 start;

  void add(const Vec3& a, const Vec3& b, const Vec3& c, bool is_rounded) {
    for (const Vec3& v : {a, b, c}) {
      vertices.insert(vertices.end(), {is_rounded ? static_cast<double>(static_cast<float>(v.x)) : v.x, 0.0,
                                       is_rounded ? static_cast<double>(static_cast<float>(v.z)) : v.z});
    }
  }
  Vec3 corner(std::size_t i) const { return {vertices[3 * i], 0.0, vertices[3 * i + 2]}; }
};

/// Cuts a triangle into two again and again, each without regard to its neighbours.
void bisect_triangle(Random& random, JunctionFloor& floor, const Vec3 (&of)[3], int depth, bool is_rounded) {
  if (depth == 0 || random.chance(0.1)) {
    floor.add(of[0], of[1], of[2], is_rounded);
    return;
  }
  int longest = 0;
  for (int i = 1; i < 3; ++i) {
    if (length(of[(i + 1) % 3] - of[i]) > length(of[(longest + 1) % 3] - of[longest])) longest = i;
  }
  const int first = random.chance(0.2) ? random.below(3) : longest;
  const Vec3 &a = of[first], &b = of[(first + 1) % 3], &c = of[(first + 2) % 3];
  const Vec3 cut = a + (b - a) * (random.chance(0.5) ? 0.5 : random.uniform(0.2, 0.8));
  bisect_triangle(random, floor, {a, cut, c}, depth - 1, is_rounded);
  bisect_triangle(random, floor, {cut, b, c}, depth - 1, is_rounded);
}

std::vector<double> junction_cuts(Random& random, double half, int count) {
  std::vector<double> at{-half, half};
  for (int i = 0; i < count; ++i) at.push_back(random.uniform(-1.0, 1.0) * (random.chance(0.5) ? half : 2.0));
  std::sort(at.begin(), at.end());
  return at;
}

JunctionFloor make_junction_floor(Random& random) {
  JunctionFloor floor;
  floor.half = random.chance(0.5) ? 6.0 : random.log_uniform(2, 7);
  const double half = floor.half;
  const bool is_rounded = random.chance(0.3);
  if (random.chance(0.3)) {
    const Vec3 low{-half, 0.0, -half}, high{half, 0.0, half};
    const int depth = 4 + random.below(7);
    bisect_triangle(random, floor, {low, {-half, 0.0, half}, high}, depth, is_rounded);
    bisect_triangle(random, floor, {low, high, {half, 0.0, -half}}, depth, is_rounded);
  } else {
    // Strips of different widths, some whole and some cut into many pieces.
    const std::vector<double> xs = junction_cuts(random, half, 1 + random.below(6));
    for (std::size_t i = 0; i + 1 < xs.size(); ++i) {
      const std::vector<double> zs = junction_cuts(random, half, random.chance(0.4) ? 0 : random.below(60));
      for (std::size_t k = 0; k + 1 < zs.size(); ++k) {
        const Vec3 a{xs[i], 0.0, zs[k]}, b{xs[i], 0.0, zs[k + 1]}, c{xs[i + 1], 0.0, zs[k + 1]},
            d{xs[i + 1], 0.0, zs[k]};
        floor.add(a, b, c, is_rounded);
        floor.add(a, c, d, is_rounded);
      }
    }
  }
  floor.start = {random.uniform(-2.0, 2.0), 0.0, random.uniform(-2.0, 2.0)};
  if (random.chance(0.7)) {
    for (int i = 0; i < 30; ++i) {
      const std::size_t triangle =
          3 * static_cast<std::size_t>(random.below(static_cast<int>(floor.vertices.size()) / 9));
      const Vec3 a = floor.corner(triangle), b = floor.corner(triangle + 1);
      const Vec3 at = a + (b - a) * (random.chance(0.5) ? 0.0 : random.uniform());
      if (std::fabs(at.x) > 0.5 * half || std::fabs(at.z) > 0.5 * half) continue;
      floor.start = at;
      if (random.chance(0.7)) {
        const double aside = random.log_uniform(-28, -8), turn = random.uniform(0.0, 6.3);
        floor.start += Vec3{aside * std::cos(turn), 0.0, aside * std::sin(turn)};
      }
      break;
    }
  }
  return floor;
}

TEST(MoverJunctions, MovesOverTJunctionsAsOverAPlane) {
  Random random(971);
  int moves = 0;
  double worst_height = 0.0, worst_tilt = 0.0, worst_way = 0.0;
  for (int run = 0; run < scaled(3000); ++run) {
    SCOPED_TRACE(run);
    const JunctionFloor floor = make_junction_floor(random);
    std::vector<std::uint32_t> indices;
    for (std::size_t i = 0; i < floor.vertices.size() / 3; ++i) indices.push_back(static_cast<std::uint32_t>(i));
    TriangleMeshOptions sides;
    if (random.chance(0.3)) sides.sides = SurfaceSides::front;
    const TriangleMeshPtr mesh = build_triangle_mesh(floor.vertices, indices, sides).value;
    ASSERT_NE(mesh, nullptr);
    // Worlds keep rotations in 32 bits.
    const Quat turned = random.rotation();
    const auto rounded = [](double x) { return static_cast<double>(static_cast<float>(x)); };
    const Quat stored =
        random.chance(0.5) ? Quat{rounded(turned.x), rounded(turned.y), rounded(turned.z), rounded(turned.w)} : Quat{};
    const Pose frame{random.chance(0.5) ? random.in_cube(10.0) : Vec3{}, normalized(stored)};
    const WorldPtr world = make_world().value;
    ColliderOptions ground{make_triangle_mesh(*mesh), {frame.position, stored}};
    ground.is_static = true;
    ASSERT_TRUE(world->add(ground).ok());
    const Vec3 out = rotate(frame.rotation, {0.0, 1.0, 0.0});
    const Vec3 x = rotate(frame.rotation, {1.0, 0.0, 0.0}), z = rotate(frame.rotation, {0.0, 0.0, 1.0});

    MoverOptions options;
    const double slope = random.chance(0.4) ? random.uniform(0.0, 0.7) : 0.0, fall_line = random.uniform(0.0, 6.3);
    options.up = out * std::cos(slope) + (x * std::cos(fall_line) + z * std::sin(fall_line)) * std::sin(slope);
    options.skin = random.uniform(0.001, 0.01);
    options.snap_distance = random.chance(0.7) ? 0.0 : random.uniform(0.0, 0.3);
    options.step_height = random.chance(0.5) ? 0.0 : random.uniform(0.0, 0.4);
    const Slider slider = make_slider(random, run % k_slider_kinds);
    const Shape& shape = slider.body.shape;
    const Quat rotation = normalized(frame.rotation * slider.rotation);
    const Vec3 foot = support(shape, {{}, rotation}, -out);
    const auto gap = [&](const Vec3& position) { return dot(position + foot - frame.position, out); };
    Pose pose{frame.position + x * floor.start.x + z * floor.start.z - foot + out * options.skin, rotation};
    if (random.chance(0.5)) pose.position = pose.position + out * random.uniform(0.0, 0.3);
    pose.position = world->move_and_slide(shape, pose, -options.up, options).value.position;

    const Vec3 ahead = normalized(cross(options.up, x)), aside = cross(ahead, options.up);
    const double speed = random.log_uniform(-8, -1), heading = random.uniform(0.0, 6.3);
    const double fall = random.chance(0.3) ? 0.0 : random.log_uniform(-10, -2);
    for (int step = 0; step < 20; ++step) {
      const Vec3 level = (ahead * std::cos(heading) + aside * std::sin(heading)) * speed;
      const Vec3 from = pose.position;
      const MoverResult moved =
          world->move_and_slide(shape, pose, level - options.up * (step % 4 == 0 ? 0.0 : fall), options).value;
      const Vec3 local = rotate(conjugate(frame.rotation), moved.position - frame.position);
      if (std::fabs(local.x) > 0.7 * floor.half || std::fabs(local.z) > 0.7 * floor.half) break;
      pose.position = moved.position;
      ++moves;
      ASSERT_TRUE(moved.grounded) << step;
      const double off = std::fabs(gap(pose.position) - options.skin);
      // Casts may end short by 1e-8 of the largest triangle, or by 1e-5 of the skin.
      ASSERT_LT(off, 3e-8 * floor.half + 2e-5 * options.skin) << step;
      worst_height = std::max(worst_height, off);
      worst_tilt = std::max(worst_tilt, length(moved.ground_normal - out));
      for (int i = 0; i < moved.hit_count; ++i) worst_tilt = std::max(worst_tilt, length(moved.hits[i].normal - out));
      const Vec3 missed = pose.position - from - level;
      worst_way = std::max(worst_way, length(missed - options.up * dot(missed, options.up)));
    }
  }
  printf("seed 971: %d moves; %g m off, %g rad tilted, %g m missed at most\n", moves, worst_height, worst_tilt,
         worst_way);
  EXPECT_LT(worst_tilt, 1e-6);
  EXPECT_LT(worst_way, 1e-9);
}

}  // namespace
}  // namespace hyperplane::test
