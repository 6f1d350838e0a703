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
#include "narrowphase/composite/flush_contact.h"
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

TEST(FlushContact, SlidesOverFlushPartsMeetNoEdge) {
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
          const double reach = place == 2 ? 1e-9 + 4e-10 : 1e-9;
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
  EXPECT_EQ(bad, 0);
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

TEST(FlushContact, PiecesOfABoxPushAsTheWholeBoxDoes) {
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

TEST(FlushContact, WallsOnAndBesideAFloorPushSideways) {
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

/// The edge of a tile beside one whose top lies lower or higher by what positions and rotations of 32 bits do.
TEST(FlushContact, TilesThatAreFlushWithinRoundingPushNobodySideways) {
  Random random(909);
  int wrong = 0, walls = 0;
  const int runs = scaled(4000);
  for (int run = 0; run < runs; ++run) {
    const double width = random.uniform(0.3, 1.5), height = random.uniform(0.5, 2.0);
    const double step = random.uniform(-2e-7, 2e-7), gap = random.uniform(-1e-7, 1e-7);
    const Pose frame{{}, random.rotation()};
    const bool is_wall = random.chance(0.2);
    const Shape tile = make_box(width, height, width).value;
    const Pose pose{rotate(frame.rotation, {0.0, -0.5 * height, 0.0}), frame.rotation};
    const double rise = is_wall ? -0.01 : step;
    const Pose beside{rotate(frame.rotation, {width + gap, rise - 0.5 * height, 0.0}), frame.rotation};
    const Shape body = make_box(0.4, 0.4, 0.4).value;
    const Pose at{rotate(frame.rotation, {0.5 * width + 0.19, 0.19, 0.0}), frame.rotation};
    const auto visit_sibling = [&](const Vec3& /*point*/, double /*margin*/, ConvexSearch visit) {
      visit(tile, beside);
    };
    const SiblingSearch siblings = visit_sibling;
    const Vec3 point = rotate(frame.rotation, {0.5 * width, 0.0, random.uniform(-0.1, 0.1)});
    const Vec3 sideways = rotate(frame.rotation, {1.0, 0.0, 0.0});
    const bool pushes = may_push({tile, pose, &siblings}, {body, at}, point, sideways, 1e-7);
    walls += is_wall ? 1 : 0;
    wrong += pushes != is_wall ? 1 : 0;
  }
  EXPECT_EQ(wrong, 0) << "of " << runs << ", " << walls << " of them steps of a centimetre";
  EXPECT_GT(walls, runs / 10);
}

TEST(FlushContact, ARidgeIsFeltFromBothSidesAndAStepIsAStep) {
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

}  // namespace
}  // namespace hyperplane::test
