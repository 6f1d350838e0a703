#include <algorithm>
#include <cmath>
#include <cstdio>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/height_field.h>
#include <hyperplane/mover.h>
#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>
#include <hyperplane/sweep.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/world.h>

#include "math/pose.h"
#include "math/quat.h"
#include "support/slider.h"
#include "support/test_size.h"

/// Bodies on floors whose tiles are static colliders of their own: meshes, height fields, boxes and compounds of them.

namespace hyperplane::test {
namespace {

enum class Tile { mesh, one_sided_mesh, field, box, slab, compound, crust };
constexpr int k_tile_kinds = 7;

/// Static colliders with what their shapes refer to.
struct Level {
  std::vector<TriangleMeshPtr> meshes;
  std::vector<HeightFieldPtr> fields;
  std::vector<CompoundPtr> compounds;

  /// A square of triangles with its middle at the origin, cut `cuts` times both ways at random.
  Shape sheet(Random& random, double half, int cuts, bool is_one_sided) {
    std::vector<double> across{-half, half}, along{-half, half}, vertices;
    for (int i = 0; i < cuts; ++i) {
      across.push_back(random.uniform(-half, half));
      along.push_back(random.uniform(-half, half));
    }
    std::sort(across.begin(), across.end());
    std::sort(along.begin(), along.end());
    std::vector<std::uint32_t> indices;
    const auto side = static_cast<std::uint32_t>(across.size());
    for (const double z : along) {
      for (const double x : across) vertices.insert(vertices.end(), {x, 0.0, z});
    }
    for (std::uint32_t row = 0; row + 1 < side; ++row) {
      for (std::uint32_t column = 0; column + 1 < side; ++column) {
        const std::uint32_t a = row * side + column, b = a + 1, c = a + side, d = c + 1;
        indices.insert(indices.end(), {a, c, b, b, c, d});
      }
    }
    TriangleMeshOptions options;
    if (is_one_sided) options.sides = SurfaceSides::front;
    meshes.push_back(build_triangle_mesh(vertices, indices, options).value);
    return make_triangle_mesh(*meshes.back());
  }
  /// The surface of a box, as a solid or with two sides.
  Shape slab(double half, double thickness, bool is_solid) {
    std::vector<double> vertices;
    for (int i = 0; i < 8; ++i) {
      vertices.insert(vertices.end(),
                      {(i & 1) != 0 ? half : -half, (i & 2) != 0 ? 0.0 : -thickness, (i & 4) != 0 ? half : -half});
    }
    const std::vector<std::uint32_t> indices{0, 2, 1, 1, 2, 3, 4, 5, 6, 5, 7, 6, 0, 1, 4, 1, 5, 4,
                                             2, 6, 3, 3, 6, 7, 0, 4, 2, 2, 4, 6, 1, 3, 5, 3, 7, 5};
    TriangleMeshOptions options;
    options.solid = is_solid;
    meshes.push_back(build_triangle_mesh(vertices, indices, options).value);
    return make_triangle_mesh(*meshes.back());
  }
  Shape field(double half) {
    HeightFieldOptions options;
    options.columns = 4;
    options.rows = 3;
    options.width = options.depth = 2.0 * half;
    fields.push_back(build_height_field(std::vector<double>(12, 0.0), options).value);
    return make_height_field(*fields.back());
  }
  /// Four quarters: two boxes and two meshes.
  Shape quarters(Random& random, double half) {
    std::vector<CompoundPart> parts;
    for (int i = 0; i < 4; ++i) {
      const double x = (i & 1) != 0 ? 0.5 * half : -0.5 * half, z = (i & 2) != 0 ? 0.5 * half : -0.5 * half;
      if (i == 1 || i == 2) {
        parts.push_back({make_box(half, 1.0, half).value, {{x, -0.5, z}, {}}});
      } else {
        parts.push_back({sheet(random, 0.5 * half, 1, false), {{x, 0.0, z}, {}}});
      }
    }
    compounds.push_back(build_compound(parts).value);
    return make_compound(*compounds.back());
  }

  void add(World& world, Random& random, Tile kind, const Pose& pose, double half) {
    const auto add_shape = [&](const Shape& shape, const Pose& at) {
      ColliderOptions options{shape, at};
      options.is_static = true;
      ASSERT_TRUE(world.add(options).ok());
    };
    switch (kind) {
      case Tile::mesh:
        return add_shape(sheet(random, half, random.below(4), false), pose);
      case Tile::one_sided_mesh:
        return add_shape(sheet(random, half, random.below(4), true), pose);
      case Tile::field:
        return add_shape(field(half), pose);
      case Tile::box:
        return add_shape(make_box(2.0 * half, 1.0, 2.0 * half).value, pose * Pose{{0.0, -0.5, 0.0}, {}});
      case Tile::slab:
        return add_shape(slab(half, 0.7, true), pose);
      case Tile::crust:
        return add_shape(slab(half, 0.7, false), pose);
      default:
        return add_shape(quarters(random, half), pose);
    }
  }

  /// Tiles of two kinds that lie flush at height 0 of a frame, over the square |x|, |z| <= 2.5.
  void add_floor(World& world, Random& random, Tile first, Tile second, const Pose& frame) {
    constexpr double k_half = 0.7071067811865476;
    constexpr Quat k_turns[] = {{0, 0, 0, 1}, {0, k_half, 0, k_half}, {0, 1, 0, 0}, {0, -k_half, 0, k_half}};
    const double side = 0.1 * (8 + random.below(13));
    const Vec3 from = random.chance(0.5) ? Vec3{} : Vec3{random.uniform(-0.3, 0.3), 0.0, 0.3};
    for (int i = -3; i <= 3; ++i) {
      for (int k = -3; k <= 3; ++k) {
        const Pose place{{from.x + side * i, 0.0, from.z + side * k}, k_turns[random.below(4)]};
        const Pose tile{frame.position + rotate(frame.rotation, place.position), frame.rotation * place.rotation};
        add(world, random, random.chance(0.5) ? first : second, tile, 0.5 * side);
      }
    }
  }
};

TEST(FlushSurfaces, SlidesOverTilesMeetNoEdge) {
  Random random(951);
  int cases = 0, seams = 0, bad = 0;
  for (int first = 0; first < k_tile_kinds; ++first) {
    for (int second = first; second < k_tile_kinds; ++second) {
      for (int place = 0; place < 4; ++place) {
        for (int kind = 0; kind < k_slider_kinds; ++kind) {
          for (int run = 0; run < scaled(4); ++run) {
            const Pose frame = place == 0   ? Pose{}
                               : place == 1 ? Pose{random.in_cube(100.0), random.rotation()}
                               : place == 2 ? Pose{{1e5, -1e5, 1e5}, random.rotation()}
                                            : Pose{random.in_cube(500.0), {}};
            const WorldPtr world = make_world().value;
            Level level;
            level.add_floor(*world, random, static_cast<Tile>(first), static_cast<Tile>(second), frame);
            const Vec3 up = rotate(frame.rotation, {0.0, 1.0, 0.0});
            const Slider slider = make_slider(random, kind);
            const double depth = random.uniform(1e-3, 0.05);
            const Vec3 heading = random.direction();
            slide_over(*world, slider, frame, up, heading, depth, [&](const SlidePlace& at) {
              ++cases;
              seams += at.is_over_seam ? 1 : 0;
              const double off = length(world->separation(at.body).value - up * depth);
              // The tiles are as flush as rotations of 32 bits make them.
              const double reach = place == 0 ? 3e-7 : 2e-6;
              if (at.angle <= 1e-6 && std::fabs(at.deepest - depth) <= reach && off <= 3.0 * reach) return;
              if (++bad > 20) return;
              printf("tiles %d %d place %d kind %d run %d step %d: %zu contacts, %g rad, %g of %g, %g off\n", first,
                     second, place, kind, run, at.step, at.contact_count, at.angle, at.deepest, depth, off);
            });
          }
        }
      }
    }
  }
  printf("seed 951: %d cases, %d over seams, %d bad\n", cases, seams, bad);
  // A cylinder on boxes of two-sided triangles meets a buried side in one place of 10,000.
  EXPECT_LE(bad, 1 + cases / 4000);
  EXPECT_GT(seams, cases / 5);
}

TEST(FlushSurfaces, ContinuousBodiesSlideOverTilesWithoutAnImpact) {
  Random random(952);
  int slides = 0, impacts = 0, alone = 0, walls = 0;
  for (int first = 0; first < k_tile_kinds; ++first) {
    for (int second = first; second < k_tile_kinds; ++second) {
      for (int run = 0; run < scaled(40); ++run) {
        const Slider slider = make_slider(random, run % k_slider_kinds);
        const Shape& shape = slider.body.shape;
        const double depth = random.uniform(1e-4, 0.05);
        const Vec3 heading = random.direction();
        const Sweep slide = sunk_sweep(slider, depth, heading);
        const Pose &from = slide.from, &to = slide.to;
        ++slides;
        const WorldPtr world = make_world().value;
        Level level;
        level.add_floor(*world, random, static_cast<Tile>(first), static_cast<Tile>(second), {});
        const auto tiles = static_cast<std::uint32_t>(world->size());
        ColliderOptions options{shape, from};
        options.is_continuous = true;
        const ColliderId body = world->add(options).value;
        ASSERT_TRUE(world->update().ok());
        ASSERT_EQ(world->set_pose(body, to), Status::ok);
        ASSERT_TRUE(world->update().ok());
        impacts += static_cast<int>(world->impacts().size());
        for (std::uint32_t row = 0; row < tiles; ++row) {
          const ColliderOptions tile = world->describe(row);
          const Impact impact = time_of_impact(shape, {from, to}, tile.shape, {tile.pose, tile.pose});
          if (impact.hit && impact.time > 0.0) {
            ++alone;
            break;
          }
        }
        // A wall on the floor is hit.
        const Vec3 across = normalized(Vec3{heading.x, 0.0, heading.z});
        const Quat facing = normalized(Quat{0.0, -across.z, 0.0, 1.0 + across.x});
        level.add(*world, random, static_cast<Tile>(first),
                  Pose{across * (length(heading) + 0.9), facing} * Pose{{}, normalized(Quat{0, 0, 1, 1})}, 4.0);
        ASSERT_EQ(world->teleport(body, from), Status::ok);
        ASSERT_TRUE(world->update().ok());
        ASSERT_EQ(world->set_pose(body, {to.position + across * 2.0, to.rotation}), Status::ok);
        ASSERT_TRUE(world->update().ok());
        if (world->impacts().empty()) printf("MISSED %d %d %d depth %g\n", first, second, run, depth);
        walls += static_cast<int>(world->impacts().size());
      }
    }
  }
  printf("seed 952: %d slides, %d would hit a tile, %d hit one, %d hit a wall\n", slides, alone, impacts, walls);
  EXPECT_LE(impacts, 1 + slides / 100);
  EXPECT_EQ(walls, slides);
  EXPECT_GT(alone, slides / 2);
}

/// Bodies that have sunk by little meet tiles far from where they began: edges inside a tile, and sides behind sheets.
TEST(FlushSurfaces, ContinuousBodiesPassTilesThatTheyReachLate) {
  Random random(955);
  int slides = 0, impacts = 0;
  const Shape parts[] = {ball(0.3), make_box(0.3, 0.5, 0.4).value};
  const std::vector<CompoundPart> pair{{parts[0], {{-0.3, 0.0, 0.0}, {}}}, {parts[1], {{0.3, 0.0, 0.1}, {}}}};
  const CompoundPtr compound = build_compound(pair).value;
  for (const Tile first : {Tile::mesh, Tile::one_sided_mesh, Tile::field, Tile::box}) {
    for (const Tile second : {Tile::field, Tile::box}) {
      for (int run = 0; run < scaled(3); ++run) {
        const WorldPtr world = make_world().value;
        Level level;
        level.add_floor(*world, random, first, second, {});
        for (int i = 0; i < 24; ++i) {
          const double turn = random.uniform(0.0, 6.3), depth = random.log_uniform(-14, -4);
          Slider slider = make_slider(random, i % k_slider_kinds);
          if (i % 6 == 5) {
            slider.body.shape = make_compound(*compound);
            slider.rotation = Quat{0.0, std::sin(turn), 0.0, std::cos(turn)};
          }
          Sweep slide = sunk_sweep(slider, depth, Vec3{std::cos(turn), 0.0, std::sin(turn)} * 1.2);
          const Vec3 beside{random.uniform(-0.5, 0.5), 0.0, random.uniform(-0.5, 0.5)};
          ColliderOptions options{slider.body.shape, {slide.from.position + beside, slide.from.rotation}};
          options.is_continuous = true;
          const ColliderId body = world->add(options).value;
          ASSERT_TRUE(world->update().ok());
          ASSERT_EQ(world->set_pose(body, {slide.to.position + beside, slide.to.rotation}), Status::ok);
          ASSERT_TRUE(world->update().ok());
          ++slides;
          impacts += static_cast<int>(world->impacts().size());
          ASSERT_EQ(world->remove(body), Status::ok);
        }
      }
    }
  }
  printf("seed 955: %d slides, %d impacts\n", slides, impacts);
  EXPECT_LE(impacts, 1 + slides / 500);
}

struct Touch {
  std::uint32_t row;
  Vec3 normal;
};

/// The contacts of the last collider that was added. Normals out of the others.
std::vector<Touch> contacts_of(World& world) {
  EXPECT_TRUE(world.update().ok());
  const ContactList contacts = world.contacts();
  std::vector<Touch> found;
  for (std::size_t i = 0; i < contacts.pairs.size(); ++i) {
    const float* const n = contacts.normals.data() + 4 * i;
    const auto at = [&](std::size_t k) { return static_cast<double>(n[k]); };
    found.push_back({contacts.pairs[i].a, {at(0), at(1), at(2)}});
  }
  return found;
}

ColliderId add_static(World& world, const Shape& shape, const Pose& pose) {
  ColliderOptions options{shape, pose};
  options.is_static = true;
  return world.add(options).value;
}

Quat about_z(double angle) { return {0.0, 0.0, std::sin(0.5 * angle), std::cos(0.5 * angle)}; }

TEST(FlushSurfaces, StepsAndWallsAreFelt) {
  Random random(953);
  int steps = 0, walls = 0, bad = 0;
  for (int run = 0; run < scaled(600); ++run) {
    Level level;
    const WorldPtr world = make_world().value;
    const bool is_field = random.chance(0.5);
    const Shape low = is_field ? level.field(1.0) : level.sheet(random, 1.0, random.below(3), random.chance(0.5));
    add_static(*world, low, {{-1.0, 0.0, 0.0}, {}});
    // A ball in the lower floor, against the edge of a higher one or against a wall.
    const double radius = random.uniform(0.2, 0.6), depth = random.uniform(0.001, 0.05);
    const double overlap = random.uniform(0.001, 0.01);
    const bool is_wall = random.chance(0.5);
    const double height = random.uniform(0.002, 0.3 * radius), below = radius - depth - height;
    const double beside = is_wall ? radius - overlap : std::sqrt(radius * radius - below * below) - overlap;
    const Pose upper =
        is_wall ? Pose{{0.0, 1.0, 0.0}, about_z(0.5 * 3.14159265358979312)} : Pose{{1.0, height, 0.0}, {}};
    const Shape sheet = level.sheet(random, 1.0, random.below(3), false);
    add_static(*world, sheet, upper);
    ASSERT_TRUE(world->add({ball(radius), {{-beside, radius - depth, random.uniform(-0.3, 0.3)}, {}}}).ok());
    const std::vector<Touch> found = contacts_of(*world);
    const ContactManifold alone = collide(sheet, world->describe(1).pose, ball(radius), world->describe(2).pose);
    (is_wall ? walls : steps) += alone.point_count > 0 ? 1 : 0;
    for (std::uint32_t row = 0; row < 2; ++row) {
      const Vec3 expected = row == 0 ? Vec3{0.0, 1.0, 0.0} : alone.normal;
      const auto is_same = [&](const Touch& touch) {
        return touch.row == row && length(touch.normal - expected) < 1e-6;
      };
      bad += std::none_of(found.begin(), found.end(), is_same) ? 1 : 0;
    }
    bad += found.size() != 2 ? 1 : 0;
  }
  printf("seed 953: %d steps, %d walls, %d bad\n", steps, walls, bad);
  EXPECT_EQ(bad, 0);
  EXPECT_GT(steps, 0);
  EXPECT_GT(walls, 0);
}

TEST(FlushSurfaces, RidgesPushBetweenTheirFacesAndHollowsAlongThem) {
  Random random(954);
  int ridges = 0, hollows = 0, between = 0, bad = 0;
  for (int run = 0; run < scaled(1500); ++run) {
    Level level;
    const WorldPtr world = make_world().value;
    const double left = random.uniform(-0.4, 0.4), right = random.uniform(-0.4, 0.4);
    const bool is_field = random.chance(0.3);
    for (const double side : {-1.0, 1.0}) {
      const Quat turn = about_z(side < 0.0 ? left : right);
      const Shape tile = is_field ? level.field(1.0) : level.sheet(random, 1.0, random.below(4), random.chance(0.5));
      add_static(*world, tile, {rotate(turn, {side, 0.0, 0.0}), turn});
    }
    const Vec3 normals[] = {rotate(world->describe(0).pose.rotation, {0.0, 1.0, 0.0}),
                            rotate(world->describe(1).pose.rotation, {0.0, 1.0, 0.0})};
    const bool is_ridge = left > right;
    (is_ridge ? ridges : hollows) += 1;
    const double radius = random.uniform(0.1, 0.5), depth = random.uniform(0.001, 0.3 * radius);
    const Vec3 away = is_ridge
                          ? normalized(normals[0] * random.uniform(0.0, 1.0) + normals[1] * random.uniform(0.0, 1.0))
                          : normals[random.below(2)];
    const Vec3 along = rotate(about_z(is_ridge ? 0.0 : (random.chance(0.5) ? left : right)), {1.0, 0.0, 0.0});
    const Vec3 beside = along * random.uniform(-0.1, 0.1);
    ASSERT_TRUE(world->add({ball(radius), {away * (radius - depth) + beside + Vec3{0.0, 0.0, 0.1}, {}}}).ok());
    for (const Touch& touch : contacts_of(*world)) {
      const double to_first = length(touch.normal - normals[0]), to_second = length(touch.normal - normals[1]);
      const bool is_face = std::min(to_first, to_second) < 2e-6,
                 is_between = cross(normals[0], touch.normal).z < 2e-6 && cross(touch.normal, normals[1]).z < 2e-6;
      between += !is_face && is_between ? 1 : 0;
      bad += is_face || (is_ridge && is_between && std::fabs(touch.normal.z) < 1e-6) ? 0 : 1;
    }
    bad += world->contacts().pairs.empty() && !world->touching().empty() ? 1 : 0;
  }
  printf("seed 954: %d ridges, %d contacts between their faces, %d hollows, %d bad\n", ridges, between, hollows, bad);
  EXPECT_EQ(bad, 0);
  EXPECT_GT(between, 0);
}

/// Rows hold rotations in 32 bits, which misplace tiles at a ridge beside each other.
TEST(FlushSurfaces, MoversStopAtRidgesOfTurnedTiles) {
  Random random(957);
  enum class Plate { mesh, field, sheet, box, hull };
  const std::vector<double> corners{-2, 0, -2, 2, 0, -2, -2, 0, 2, 2, 0, 2, -2, -1, -2, 2, -1, -2, -2, -1, 2, 2, -1, 2};
  const HullPtr hull = build_hull(corners).value;
  int moves = 0, bad = 0;
  for (const Plate plate : {Plate::mesh, Plate::field, Plate::sheet, Plate::box, Plate::hull}) {
    for (int run = 0; run < scaled(60); ++run) {
      Level level;
      const WorldPtr world = make_world().value;
      const Pose frame{random.in_cube(3.0), random.rotation()};
      // Blocks share the edge, and more: one stands beside the other's side. What is behind a field is not free.
      const bool is_block = plate == Plate::box || plate == Plate::hull;
      const double bend = is_block ? 0.5 * 3.14159265358979312 : random.uniform(0.2, 1.5);
      for (const double side : {2.0, -2.0}) {
        const Shape shape = plate == Plate::mesh    ? level.sheet(random, 2.0, random.below(5), false)
                            : plate == Plate::field ? level.field(2.0)
                            : plate == Plate::sheet ? make_box(4.0, 0.0, 4.0).value
                            : plate == Plate::box   ? make_box(4.0, 1.0, 4.0).value
                                                    : make_convex_hull(*hull);
        const Pose turned = frame * Pose{{}, about_z(side < 0.0 ? bend : 0.0)};
        add_static(*world, shape, turned * Pose{{side, plate == Plate::box ? -0.5 : 0.0, 0.0}, {}});
      }
      for (int i = 0; i < 5; ++i) {
        const double radius = random.uniform(0.2, 0.6), angle = random.uniform(0.05, 0.95) * bend;
        const Vec3 away = rotate(about_z(angle), {0.0, 1.0, 0.0});
        const Vec3 from = away * (radius + 0.2) + Vec3{0.0, 0.0, random.uniform(-1.5, 1.5)};
        MoverOptions options;
        options.up = rotate(frame.rotation, {0.0, 1.0, 0.0});
        options.step_height = options.snap_distance = 0.0;
        const Shape body = ball(radius);
        const Pose start{frame.position + rotate(frame.rotation, from), {}};
        const MoverResult moved =
            world->move_and_slide(body, start, rotate(frame.rotation, away * -0.4), options).value;
        ++moves;
        double gap = 1.0;
        for (std::uint32_t row = 0; row < 2; ++row) {
          const ColliderOptions fixed = world->describe(row);
          gap = std::min(gap, distance(fixed.shape, fixed.pose, body, {moved.position, {}}).distance);
        }
        bad += gap < 0.99 * options.skin ? 1 : 0;
      }
    }
  }
  printf("seed 957: %d moves, %d bad\n", moves, bad);
  EXPECT_EQ(bad, 0);
}

/// They fit into a seam between two tiles.
TEST(FlushSurfaces, BodiesWithoutThicknessStandOnTiles) {
  Random random(958);
  int cases = 0, bad = 0;
  for (const bool is_compound : {false, true}) {
    for (int run = 0; run < scaled(600); ++run) {
      const WorldPtr world = make_world().value;
      const Shape tile = make_box(1.0, 1.0, 1.0).value;
      std::vector<CompoundPart> parts;
      CompoundPtr compound;
      for (int i = 0; i < 9; ++i) {
        const Pose at{{i % 3 - 1.0, -0.5, static_cast<double>(i / 3 - 1)}, {}};
        if (!is_compound) add_static(*world, tile, at);
        parts.push_back({tile, at});
      }
      if (is_compound) {
        compound = build_compound(parts).value;
        add_static(*world, make_compound(*compound), {});
      }
      const double high = random.uniform(0.3, 1.0), depth = random.uniform(1e-4, 0.03);
      const double turn = random.chance(0.5) ? 0.0 : random.uniform(0.0, 3.0);
      const double tilt = random.chance(0.5) ? 0.0 : random.uniform(-0.5, 0.5);
      const Quat rotation = normalized(Quat{0.0, std::sin(turn), 0.0, std::cos(turn)} * about_z(tilt));
      const Shape body = run % 3 == 0   ? make_capsule(0.0, high).value
                         : run % 3 == 1 ? make_box(0.0, high, 0.5).value
                                        : make_triangle({0, 0.5, -0.3}, {0, 0.4, 0.4}, {0, -0.5, 0.1}).value;
      const double low = support(body, {{}, rotation}, {0.0, -1.0, 0.0}).y;
      // In the seam between the second column of tiles and the third.
      const Vec3 position{0.5, -low - depth, random.uniform(-0.4, 0.4)};
      ASSERT_TRUE(world->add({body, {position, rotation}}).ok());
      const std::vector<Touch> found = contacts_of(*world);
      ++cases;
      const bool is_wrong = std::any_of(found.begin(), found.end(), [](const Touch& touch) {
        return length(touch.normal - Vec3{0.0, 1.0, 0.0}) > 1e-6;
      });
      bad += found.empty() || is_wrong ? 1 : 0;
    }
  }
  printf("seed 958: %d cases, %d bad\n", cases, bad);
  // A few stand almost upright in a seam, so that the part that is sunk is as good as thin.
  EXPECT_LE(bad, 2 + cases / 15);
}

/// Solids hide their sides from a body that lies in tiles beside them.
TEST(FlushSurfaces, ContinuousBodiesPassSolidsOfACompound) {
  Random random(959);
  int slides = 0, impacts = 0, walls = 0;
  for (const bool is_compound : {true, false}) {
    for (int run = 0; run < scaled(20); ++run) {
      const WorldPtr world = make_world().value;
      Level level;
      std::vector<CompoundPart> parts;
      for (int i = 0; i < 25; ++i) {
        const Pose at{{i % 5 - 2.0, 0.0, static_cast<double>(i / 5 - 2)}, {}};
        const Shape part = random.chance(0.5) ? level.slab(0.5, 1.0, true) : level.sheet(random, 0.5, 1, false);
        parts.push_back({part, at});
        if (!is_compound) add_static(*world, part, at);
      }
      // A block that stands on the floor.
      const Pose block{{0.0, 1.0, 3.0}, {}};
      parts.push_back({level.slab(0.5, 1.0, true), block});
      if (!is_compound) add_static(*world, parts.back().shape, block);
      if (is_compound) {
        level.compounds.push_back(build_compound(parts).value);
        add_static(*world, make_compound(*level.compounds.back()), {});
      }
      for (int i = 0; i < 40; ++i) {
        const double turn = random.uniform(0.0, 6.3), depth = random.log_uniform(-14, -4);
        const bool has_wall = i % 4 == 0;
        const Slider slider = make_slider(random, i % k_slider_kinds);
        Sweep slide = sunk_sweep(slider, depth, Vec3{std::cos(turn), 0.0, std::sin(turn)} * 1.2);
        const Vec3 beside{random.uniform(-0.3, 0.3), 0.0, random.uniform(-0.3, 0.3)};
        slide.from.position += beside;
        slide.to.position += beside;
        if (has_wall) {
          slide.from.position.x = slide.to.position.x = 0.0;
          slide.from.position.z = 0.0;
          slide.to.position.z = 3.0;
        }
        ColliderOptions options{slider.body.shape, slide.from};
        options.is_continuous = true;
        const ColliderId body = world->add(options).value;
        ASSERT_TRUE(world->update().ok());
        ASSERT_EQ(world->set_pose(body, slide.to), Status::ok);
        ASSERT_TRUE(world->update().ok());
        const auto found = static_cast<int>(world->impacts().size());
        slides += has_wall ? 0 : 1;
        impacts += has_wall ? 0 : found;
        walls += has_wall && found == 0 ? 1 : 0;
        ASSERT_EQ(world->remove(body), Status::ok);
      }
    }
  }
  printf("seed 959: %d slides, %d impacts, %d walls passed\n", slides, impacts, walls);
  EXPECT_LE(impacts, 1 + slides / 500);
  EXPECT_EQ(walls, 0);
}

TEST(FlushSurfaces, BodiesWithoutThicknessStopAtWalls) {
  Random random(960);
  int slides = 0, missed = 0, through = 0;
  for (int scene = 0; scene < scaled(210); ++scene) {
    Level level;
    const WorldPtr world = make_world().value;
    // The wall faces +y of a frame, in which nothing is rounded in every second scene.
    Pose frame;
    if (scene % 2 == 1) frame = {random.direction() * 10.0, random.rotation()};
    for (const double x : {-1.0, 1.0}) {
      level.add(*world, random, static_cast<Tile>(scene % k_tile_kinds), frame * Pose{{x, 0.0, 0.0}, {}}, 1.0);
    }
    for (int i = 0; i < 12; ++i) {
      const double width = random.uniform(0.2, 0.8), length = random.uniform(0.2, 0.8);
      const Vec3 a = Vec3{width, 0.0, 0.0}, b{0.0, 0.0, length};
      const Shape bodies[] = {make_capsule(0.0, length).value, make_box(width, 0.0, length).value,
                              make_triangle(a, b, -a - b).value};
      // A capsule lies along y.
      const Quat lying = i % 3 == 0 ? Quat{std::sqrt(0.5), 0.0, 0.0, std::sqrt(0.5)} : Quat{};
      const Vec3 from{random.uniform(-1.0, 1.0), random.uniform(0.5, 2.0), random.uniform(-0.2, 0.2)};
      const Vec3 way{random.uniform(-0.1, 0.1), -from.y - 0.3, random.uniform(-0.1, 0.1)};
      MoverOptions upright;
      upright.up = rotate(frame.rotation, {0.0, 1.0, 0.0});
      const Vec3 delta = rotate(frame.rotation, way);
      const MoverResult moved = world->move_and_slide(bodies[i % 3], frame * Pose{from, lying}, delta, upright).value;
      through += dot(moved.position - frame.position, upright.up) < 0.0 ? 1 : 0;
      ColliderOptions options{bodies[i % 3], frame * Pose{from, lying}};
      options.is_continuous = true;
      const ColliderId body = world->add(options).value;
      ASSERT_TRUE(world->update().ok());
      ASSERT_EQ(world->set_pose(body, frame * Pose{from + way, lying}), Status::ok);
      ASSERT_TRUE(world->update().ok());
      slides += 1;
      missed += world->impacts().empty() ? 1 : 0;
      ASSERT_EQ(world->remove(body), Status::ok);
    }
  }
  printf("seed 960: %d slides, %d missed the wall, %d movers went through\n", slides, missed, through);
  EXPECT_EQ(missed, 0);
  EXPECT_EQ(through, 0);
}

TEST(FlushSurfaces, OnlyGroundOfTheBodyIsBesideATile) {
  enum class Beside { ground, sensor, other_layer, mover, ignored, disabled };
  for (const Beside which :
       {Beside::ground, Beside::sensor, Beside::other_layer, Beside::mover, Beside::ignored, Beside::disabled}) {
    Random random(955);
    Level level;
    const WorldPtr world = make_world().value;
    add_static(*world, level.sheet(random, 1.0, 1, false), {{-1.0, 0.0, 0.0}, {}});
    ColliderOptions beside{level.sheet(random, 1.0, 1, false), {{1.0, 0.0, 0.0}, {}}};
    beside.is_static = which != Beside::mover;
    beside.is_sensor = which == Beside::sensor;
    if (which == Beside::other_layer) beside.layer = 2;
    const ColliderId tile = world->add(beside).value;
    ColliderOptions body{ball(0.5), {{0.05, 0.49, 0.1}, {}}};
    body.mask = 1;
    const ColliderId id = world->add(body).value;
    if (which == Beside::ignored) ASSERT_EQ(world->set_ignored(id, tile, true), Status::ok);
    if (which == Beside::disabled) ASSERT_EQ(world->set_kind(tile, {true, false, false, false}), Status::ok);
    const auto worst = [&] {
      double angle = 0.0;
      for (const Touch& touch : contacts_of(*world)) angle = std::max(angle, length(cross(touch.normal, {0, 1, 0})));
      return angle;
    };
    const double angle = worst();
    if (which == Beside::ground) {
      EXPECT_LT(angle, 1e-6);
      // The body follows what happens beside it, though it stays where it is.
      ASSERT_EQ(world->teleport(tile, {{1.0, -0.2, 0.0}, {}}), Status::ok);
      EXPECT_GT(worst(), 0.09);
      ASSERT_EQ(world->teleport(tile, {{1.0, 0.0, 0.0}, {}}), Status::ok);
      EXPECT_LT(worst(), 1e-6);
      ASSERT_EQ(world->remove(tile), Status::ok);
      EXPECT_GT(worst(), 0.09);
    } else {
      EXPECT_GT(angle, 0.09) << static_cast<int>(which);
    }
  }
}

TEST(FlushSurfaces, TilesThatShareAPlaceCostNoMoreThanTheyAre) {
  Random random(956);
  Level level;
  const WorldPtr world = make_world().value;
  const Shape sheet = level.sheet(random, 1.0, 0, false);
  for (int i = 0; i < 2000; ++i) add_static(*world, sheet, {{random.uniform(-1e-3, 1e-3), 0.0, 0.0}, {}});
  ASSERT_TRUE(world->add({ball(0.5), {{1.05, 0.49, 0.0}, {}}}).ok());
  EXPECT_GT(contacts_of(*world).size(), 0u);
}

}  // namespace
}  // namespace hyperplane::test
