#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <utility>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>

#include "math/pose.h"
#include "math/quat.h"
#include "math/vec3.h"
#include "support/shuffle.h"
#include "support/slider.h"
#include "support/test_size.h"
#include "support/tile_floor.h"

/// Bodies on floors, steps and walls made of parts that lie flush, beside the contacts that the geometry asks for.

namespace hyperplane::test {
namespace {

constexpr std::size_t k_most = 256;
using Contacts = std::array<ContactManifold, k_most>;

CompoundPtr make_parts(const std::vector<CompoundPart>& parts) {
  Result<CompoundPtr> built = build_compound(parts);
  EXPECT_TRUE(built.ok()) << built.message;
  return std::move(built.value);
}

double angle_of(const Vec3& a, const Vec3& b) { return std::atan2(length(cross(a, b)), dot(a, b)); }

TEST(FlushParts, SlidesOverFlushPartsMeetNoEdge) {
  Random random(901);
  int cases = 0, seams = 0, bad = 0;
  double worst_angle = 0.0, worst_depth = 0.0;
  for (const Tiling tiling : k_tilings) {
    for (int place = 0; place < 3; ++place) {
      for (int kind = 0; kind < k_slider_kinds; ++kind) {
        for (int run = 0; run < scaled(20); ++run) {
          const TileFloor floor = make_tile_floor(random, tiling, 3.0);
          const CompoundPtr compound = make_parts(floor.tiles);
          const Shape ground = make_compound(*compound);
          const Pose frame = place == 0   ? Pose{}
                             : place == 1 ? Pose{random.in_cube(100.0), random.rotation()}
                                          : Pose{{1e5, -1e5, 1e5}, random.rotation()};
          const double reach = 4e-9;
          const Vec3 up = rotate(frame.rotation, {0.0, 1.0, 0.0});
          const Slider slider = make_slider(random, kind);
          const Shape& body = slider.body.shape;
          const Quat rotation = normalized(frame.rotation * slider.rotation);
          const double low = -dot(support(body, {{}, rotation}, -up), up);
          const double depth = random.chance(0.2) ? random.log_uniform(-30, -10) : random.uniform(1e-4, 0.1);
          const Vec3 heading = random.direction();
          for (int step = 0; step < 40; ++step) {
            const double way = -1.0 + 0.05 * step;
            const Pose pose{frame.position + rotate(frame.rotation, {heading.x * way, low - depth, heading.z * way}),
                            rotation};
            Contacts contacts;
            const std::size_t count = collide_all(ground, frame, body, pose, contacts);
            ++cases;
            seams += count > 1 ? 1 : 0;
            double angle = count == 0 ? 9.0 : 0.0;
            for (std::size_t i = 0; i < count; ++i) angle = std::max(angle, angle_of(contacts[i].normal, up));
            const double error = count == 0 ? 9.0 : std::fabs(contacts[0].depth - depth);
            if (angle > 1e-6 || error > reach) {
              if (++bad <= 10) {
                printf("tiling %d place %d kind %d run %d step %d: %zu contacts, %g rad, %g m off %g\n",
                       static_cast<int>(tiling), place, kind, run, step, count, angle, error, depth);
              }
            }
            worst_angle = std::max(worst_angle, angle);
            worst_depth = std::max(worst_depth, error);
          }
        }
      }
    }
  }
  printf("seed 901: %d cases, %d over seams, worst angle %g rad, depth %g m, %d bad\n", cases, seams, worst_angle,
         worst_depth, bad);
  EXPECT_LE(bad, 1 + cases / 10000);
  EXPECT_GT(seams, cases / 4);
}

/// Cuts a box across a random axis until there are enough pieces.
std::vector<CompoundPart> make_pieces(Random& random, const Vec3& half, int count) {
  struct Piece {
    Vec3 min, max;
  };
  std::vector<Piece> pieces{{-half, half}};
  while (static_cast<int>(pieces.size()) < count) {
    Piece& piece = pieces[static_cast<std::size_t>(random.below(static_cast<int>(pieces.size())))];
    const Vec3 size = piece.max - piece.min;
    const int axis = random.below(3);
    const double cut = component(piece.min, axis) + random.uniform(0.3, 0.7) * component(size, axis);
    const Vec3 unit = unit_axis(axis);
    const Vec3 across = Vec3{1.0, 1.0, 1.0} - unit;
    Piece upper = piece;
    upper.min = Vec3{piece.min.x * across.x, piece.min.y * across.y, piece.min.z * across.z} + unit * cut;
    piece.max = Vec3{piece.max.x * across.x, piece.max.y * across.y, piece.max.z * across.z} + unit * cut;
    pieces.push_back(upper);
  }
  std::vector<CompoundPart> parts;
  parts.reserve(pieces.size());
  for (const Piece& piece : pieces) {
    const Vec3 size = piece.max - piece.min;
    parts.push_back({make_box(size.x, size.y, size.z).value, {(piece.min + piece.max) * 0.5, {}}});
  }
  return parts;
}

TEST(FlushParts, PiecesOfABoxPushAsTheWholeBoxDoes) {
  Random random(902);
  int touching = 0, bad = 0;
  const int cases = scaled(40000);
  for (int i = 0; i < cases; ++i) {
    const Vec3 half{random.uniform(1.0, 3.0), random.uniform(1.0, 3.0), random.uniform(1.0, 3.0)};
    const CompoundPtr compound = make_parts(make_pieces(random, half, 2 + random.below(10)));
    const Shape pieces = make_compound(*compound), whole = make_box(2 * half.x, 2 * half.y, 2 * half.z).value;
    const Slider slider = make_slider(random, random.below(k_slider_kinds));
    const Shape& body = slider.body.shape;
    Pose pose{random.in_cube(4.0), random.rotation()};
    // Moved to a shallow overlap.
    const Distance apart = distance(whole, {}, body, pose);
    if (apart.distance < 0.0) continue;
    pose.position -= apart.normal * (apart.distance + random.uniform(1e-4, 0.02));
    const ContactManifold expected = collide(whole, {}, body, pose), found = collide(pieces, {}, body, pose);
    ASSERT_GT(expected.point_count, 0);
    ++touching;
    const bool is_right = found.point_count > 0 && std::fabs(found.depth - expected.depth) < 1e-6 &&
                          angle_of(found.normal, expected.normal) < (body.type == ShapeType::cylinder ? 5e-3 : 1e-5);
    bad += is_right ? 0 : 1;
  }
  printf("seed 902: %d cases, %d touching, %d bad\n", cases, touching, bad);
  EXPECT_GT(touching, cases / 2);
  // Where an outer edge crosses a seam, a piece may push along a face although the whole box would along the edge.
  EXPECT_LE(bad, 1 + touching / 1000);
}

/// A curved floor of prisms, each below a triangle of a grid, flush with its neighbours.
struct PrismFloor {
  static constexpr int k_cells = 9;
  std::vector<HullPtr> hulls;
  CompoundPtr compound;
  /// By part: the normal of its top, and the angle to the farthest of the tops that share a corner with it.
  std::vector<Vec3> tops;
  std::vector<double> bends;
  /// Whether the edge of the floor is near.
  std::vector<bool> is_outer;

  explicit PrismFloor(Random& random) {
    constexpr int side = k_cells + 1;
    const double bend = random.sign() * random.uniform(0.005, 0.6), jitter = random.uniform(0.0, 0.3);
    const int form = random.below(3);
    Vec3 corners[side * side];
    for (int i = 0; i < side * side; ++i) {
      const int column = i % side, row = i / side;
      const bool is_inner = column > 0 && row > 0 && column < k_cells && row < k_cells;
      const double step = 3.0 / k_cells, stray = is_inner ? jitter * step : 0.0;
      const double x = column * step - 1.5 + random.uniform(-stray, stray);
      const double z = row * step - 1.5 + random.uniform(-stray, stray);
      const double height = form == 0   ? bend * (x * x + z * z)
                            : form == 1 ? bend * (x * x - z * z)
                                        : 0.5 * bend * (0.3 * x + z) * (0.3 * x + z);
      corners[i] = {x, height, z};
    }
    std::vector<std::array<int, 3>> triangles;
    for (int row = 0; row < k_cells; ++row) {
      for (int column = 0; column < k_cells; ++column) {
        const int a = row * side + column, b = a + 1, c = a + side, d = c + 1;
        triangles.push_back(random.chance(0.5) ? std::array{a, c, d} : std::array{a, c, b});
        triangles.push_back(triangles.back()[2] == d ? std::array{a, d, b} : std::array{b, c, d});
      }
    }
    std::vector<CompoundPart> parts;
    for (const std::array<int, 3>& triangle : triangles) {
      std::vector<double> points;
      bool is_at_edge = false;
      for (const double below : {0.0, 4.0}) {
        for (const int i : triangle) {
          points.insert(points.end(), {corners[i].x, corners[i].y - below, corners[i].z});
          is_at_edge = is_at_edge || i % side == 0 || i % side == k_cells || i < side || i >= side * k_cells;
        }
      }
      hulls.push_back(std::move(build_hull(points).value));
      parts.push_back({make_convex_hull(*hulls.back()), {}});
      const Vec3 p = corners[triangle[0]], q = corners[triangle[1]], r = corners[triangle[2]];
      tops.push_back(normalized(cross(q - p, r - p)));
      is_outer.push_back(is_at_edge);
    }
    for (std::size_t i = 0; i < triangles.size(); ++i) {
      double most = 0.0;
      for (std::size_t k = 0; k < triangles.size(); ++k) {
        const bool is_near = std::any_of(triangles[i].begin(), triangles[i].end(), [&](int corner) {
          return std::find(triangles[k].begin(), triangles[k].end(), corner) != triangles[k].end();
        });
        if (is_near) most = std::max(most, angle_of(tops[i], tops[k]));
      }
      bends.push_back(most);
    }
    compound = make_parts(parts);
  }
};

/// Flat, long and round bodies, some of them smaller than a prism.
TestShape make_prism_slider(Random& random) {
  const double size = random.uniform(0.03, 0.3);
  const auto share = [&] { return size * random.uniform(0.15, 1.0); };
  switch (random.below(5)) {
    case 0:
      return {make_ellipsoid(share(), share(), share()).value, {}, nullptr};
    case 1:
      return {make_cylinder(share(), share()).value, {}, nullptr};
    case 2:
      return {make_capsule(share(), share()).value, {}, nullptr};
    case 3:
      return {make_box(share(), share(), share()).value, {}, nullptr};
    default:
      return make_test_ball(random, 20, {share(), share(), share()});
  }
}

TEST(FlushParts, CurvedFloorsOfPrismsPushAsTheirTopsDo) {
  Random random(903);
  int cases = 0, contacts_seen = 0, buried = 0, bad = 0;
  for (int run = 0; run < scaled(60); ++run) {
    const PrismFloor floor(random);
    const Shape ground = make_compound(*floor.compound);
    for (int i = 0; i < 60; ++i) {
      const TestShape made = make_prism_slider(random);
      const Shape& body = made.shape;
      const Quat rotation = random.rotation();
      const Aabb box = bounds(body, {{}, rotation});
      const double x = random.uniform(-0.9, 0.9), z = random.uniform(-0.9, 0.9);
      // As high as it just touches.
      double low = -1.8, high = 3.0;
      for (int k = 0; k < 50; ++k) {
        const double middle = 0.5 * (low + high);
        (intersects(ground, {}, body, {{x, middle, z}, rotation}) ? low : high) = middle;
      }
      const double height = box.max.y - box.min.y;
      const double depth = height * (random.chance(0.2) ? random.uniform(1.0, 1.3) : random.log_uniform(-20, -2));
      Contacts contacts;
      const std::size_t count = collide_all(ground, {}, body, {{x, low - depth, z}, rotation}, contacts);
      ++cases;
      const bool is_buried = depth >= height;
      buried += is_buried ? 1 : 0;
      bad += count == 0 ? 1 : 0;
      for (std::size_t k = 0; k < count; ++k) {
        const auto part = static_cast<std::size_t>(contacts[k].features.part_a);
        if (floor.is_outer[part]) continue;
        ++contacts_seen;
        const double angle = angle_of(contacts[k].normal, floor.tops[part]);
        if (angle <= floor.bends[part] + 1e-6) continue;
        // Below the faces of all prisms around it, a body may leave by the side of one.
        if (is_buried) continue;
        ++bad;
        printf("run %d body %d: %g rad, %g m deep of %g\n", run, i, angle, contacts[k].depth, depth);
      }
    }
  }
  printf("seed 903: %d cases, %d contacts, %d bad; %d buried\n", cases, contacts_seen, bad, buried);
  EXPECT_GT(contacts_seen, cases);
  EXPECT_GT(buried, cases / 10);
  EXPECT_LE(bad, 2 + cases / 200);
}

/// A compound of boxes: a floor of tiles with a wall, a ridge or a step across.
struct SlideCourse {
  CompoundPtr compound;
  Shape shape;

  explicit SlideCourse(const std::vector<std::array<double, 6>>& boxes) {
    std::vector<CompoundPart> parts;
    parts.reserve(boxes.size());
    for (const auto& [x0, x1, y0, y1, z0, z1] : boxes) {
      parts.push_back({make_box(x1 - x0, y1 - y0, z1 - z0).value, {{(x0 + x1) / 2, (y0 + y1) / 2, (z0 + z1) / 2}, {}}});
    }
    compound = make_parts(parts);
    shape = make_compound(*compound);
  }

  /// Expects contacts with these normals and depths, and no others.
  void expect_contacts(const Shape& body, const Pose& pose, const std::vector<std::pair<Vec3, double>>& wanted) const {
    Contacts contacts;
    const std::size_t count = collide_all(shape, {}, body, pose, contacts);
    std::vector<bool> is_met(wanted.size(), false);
    for (std::size_t i = 0; i < count; ++i) {
      const ContactManifold& contact = contacts[i];
      bool is_wanted = false;
      for (std::size_t k = 0; k < wanted.size(); ++k) {
        if (angle_of(contact.normal, wanted[k].first) > 1e-6) continue;
        is_wanted = true;
        EXPECT_LE(contact.depth, wanted[k].second + 1e-9);
        is_met[k] = is_met[k] || std::fabs(contact.depth - wanted[k].second) < 1e-9;
      }
      EXPECT_TRUE(is_wanted) << "normal " << contact.normal.x << ", " << contact.normal.y << ", " << contact.normal.z
                             << " depth " << contact.depth;
    }
    for (std::size_t k = 0; k < wanted.size(); ++k) EXPECT_TRUE(is_met[k]) << "contact " << k;
  }
};

constexpr Vec3 k_left{-1.0, 0.0, 0.0}, k_right{1.0, 0.0, 0.0}, k_up{0.0, 1.0, 0.0};

TEST(FlushParts, WallsOnAndBesideAFloorPushSideways) {
  // On the floor and beside it, in pieces, with a seam in the floor at the foot of the wall and one at z = 0.
  const SlideCourse on({{-4, 1, -1, 0, -4, 0},
                        {-4, 1, -1, 0, 0, 4},
                        {1, 2, -1, 0, -4, 4},
                        {1, 2, 0, 1, -4, 1},
                        {1, 2, 0, 1, 1, 4},
                        {1, 2, 1, 3, -4, 4}});
  const SlideCourse beside(
      {{-4, 1, -1, 0, -4, 0}, {-4, 1, -1, 0, 0, 4}, {1, 2, -1, 1, -4, 1}, {1, 2, -1, 1, 1, 4}, {1, 2, 1, 3, -4, 4}});
  for (const SlideCourse* course : {&on, &beside}) {
    for (const double z : {-0.7, -0.3, 0.0, 1e-7, 0.2, 0.55, 1.0, 1.1}) {
      for (const double depth : {0.01, 0.05, 0.002}) {
        for (const double aside : {0.01, 0.04, 0.003}) {
          const Shape box = make_box(1.0, 1.0, 1.0).value, capsule = make_capsule(0.3, 0.5).value;
          course->expect_contacts(box, {{0.5 + aside, 0.5 - depth, z}, {}}, {{k_up, depth}, {k_left, aside}});
          course->expect_contacts(capsule, {{0.7 + aside, 0.55 - depth, z}, {}}, {{k_up, depth}, {k_left, aside}});
          course->expect_contacts(ball(0.6), {{0.4 + aside, 0.6 - depth, z}, {}}, {{k_up, depth}, {k_left, aside}});
        }
      }
    }
  }
}

TEST(FlushParts, ARidgeIsFeltFromBothSidesAndAStepIsAStep) {
  const SlideCourse ridge(
      {{-4, 0, -1, 0, -4, 4}, {0, 4, -1, 0, -4, 4}, {0, 0.1, 0, 0.4, -4, 0}, {0, 0.1, 0, 0.4, 0, 4}});
  const SlideCourse step({{-4, 0, -1, 0, -4, 0}, {-4, 0, -1, 0, 0, 4}, {0, 4, -1, 0.4, -4, 0}, {0, 4, -1, 0.4, 0, 4}});
  const Shape box = make_box(1.0, 1.0, 1.0).value;
  for (const double z : {-0.7, -0.5, 0.0, 0.3, 1.1}) {
    for (const double depth : {0.01, 0.05, 0.002}) {
      for (const double aside : {0.01, 0.04, 0.003}) {
        for (const SlideCourse* course : {&ridge, &step}) {
          course->expect_contacts(box, {{-0.5 + aside, 0.5 - depth, z}, {}}, {{k_up, depth}, {k_left, aside}});
          course->expect_contacts(ball(0.3), {{-0.3 + aside, 0.3 - depth, z}, {}}, {{k_up, depth}, {k_left, aside}});
        }
        ridge.expect_contacts(box, {{0.6 - aside, 0.5 - depth, z}, {}}, {{k_up, depth}, {k_right, aside}});
        ridge.expect_contacts(ball(0.3), {{0.4 - aside, 0.3 - depth, z}, {}}, {{k_up, depth}, {k_right, aside}});
        // On the step, over its edge.
        step.expect_contacts(box, {{0.2, 0.9 - depth, z}, {}}, {{k_up, depth}});
        step.expect_contacts(ball(0.3), {{0.2, 0.7 - depth, z}, {}}, {{k_up, depth}});
      }
    }
  }
}

/// What is deepest in what does not depend on which part comes first.
TEST(FlushParts, TwoUnionsHaveOneContactInAnyOrderOfTheirParts) {
  constexpr std::uint64_t k_seed = 905;
  Random random(k_seed);
  int touching = 0, other = 0;
  const int count = scaled(600);
  for (int n = 0; n < count; ++n) {
    std::vector<CompoundPart> cells, boxes;
    const Shape cell = make_box(0.4, 0.4, 0.4).value;
    for (int i = 0; i < 48; ++i) {
      const Vec3 at{0.4 * (i % 4) - 0.6, 0.4 * (i / 16) - 0.4, 0.4 * (i / 4 % 4) - 0.6};
      if (random.chance(0.5)) cells.push_back({cell, {at, {}}});
    }
    for (int i = 0; i < 3; ++i) {
      const Vec3 size = random.in_cube(0.3) + Vec3{0.4, 0.4, 0.4};
      boxes.push_back({make_box(size.x, size.y, size.z).value, {random.in_cube(0.3), random.rotation()}});
    }
    if (cells.empty()) continue;
    const Pose pose{random.in_cube(1.0), random.rotation()};
    const auto find = [&] {
      const CompoundPtr a = make_parts(cells), b = make_parts(boxes);
      return collide(make_compound(*a), {}, make_compound(*b), pose);
    };
    const ContactManifold first = find();
    if (first.point_count == 0) continue;
    ++touching;
    shuffle(random, cells);
    shuffle(random, boxes);
    const ContactManifold second = find();
    other += std::fabs(second.depth - first.depth) > 1e-9 || length(second.normal - first.normal) > 1e-6 ? 1 : 0;
  }
  std::printf("seed %llu: %d touching, %d with another contact\n", static_cast<unsigned long long>(k_seed), touching,
              other);
  EXPECT_GT(touching, count / 3);
  EXPECT_EQ(other, 0);
}

}  // namespace
}  // namespace hyperplane::test
