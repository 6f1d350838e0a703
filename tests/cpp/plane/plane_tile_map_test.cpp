#include <hyperplane/plane_pair.h>
#include <hyperplane/plane_query.h>
#include <hyperplane/plane_sweep.h>
#include <hyperplane/plane_tile_map.h>
#include <hyperplane/plane_world.h>

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <vector>

#include "plane/plane_oracle.h"
#include "support/test_size.h"

/// Tile maps beside the same tiles as polygons, one by one, and beside an outline of their own: the edges of all tiles,
/// cut into quarters, without those that two tiles have in common.

namespace hyperplane::test::in_tiles {
namespace {

using plane::ColliderOptions;
using plane::Pose;
using plane::Shape;
using plane::TileForm;
using plane::TileMapOptions;
using plane::Vec2;
using plane::WorldPtr;

double span(Vec2 v) { return std::hypot(v.x, v.y); }
Vec2 minus(Vec2 a, Vec2 b) { return {a.x - b.x, a.y - b.y}; }
Vec2 turned(Vec2 v, double angle) {
  return {std::cos(angle) * v.x - std::sin(angle) * v.y, std::sin(angle) * v.x + std::cos(angle) * v.y};
}
Vec2 placed(const Pose& pose, Vec2 v) {
  const Vec2 to = turned(v, pose.angle);
  return {pose.position.x + to.x, pose.position.y + to.y};
}

/// Corners of the kinds from 2 on, counter-clockwise, in the unit tile. Kind 1 and those without corners are solid.
const std::vector<std::vector<Vec2>> k_polygons = {
    {{0, 0}, {1, 0}, {1, 1}}, {{0, 0}, {1, 0}, {0, 1}},           {{0, 0}, {1, 1}, {0, 1}},
    {{1, 0}, {1, 1}, {0, 1}}, {{0, 0}, {1, 0}, {1, .5}, {0, .5}}, {{0, 0}, {.5, 0}, {.5, 1}, {0, 1}},
    {{0, 0}, {1, 0}, {1, .5}}};
constexpr int k_ledge = 9, k_water = 10;

struct Grid {
  std::uint32_t columns, rows;
  Vec2 size{1.0, 1.0};
  std::vector<std::uint8_t> tiles;

  Grid(std::uint32_t columns_of, std::uint32_t rows_of)
      : columns(columns_of), rows(rows_of), tiles(columns * rows, 0) {}
  std::uint8_t& at(std::uint32_t x, std::uint32_t y) { return tiles[y * columns + x]; }
  int kind_at(int x, int y) const {
    if (x < 0 || y < 0 || x >= static_cast<int>(columns) || y >= static_cast<int>(rows)) return 0;
    return tiles[static_cast<std::size_t>(y) * columns + static_cast<std::size_t>(x)];
  }
  /// In the unit tile.
  std::vector<Vec2> corners_at(int x, int y) const {
    const int kind = kind_at(x, y);
    if (kind == 0 || kind == k_ledge) return {};
    if (kind >= 2 && kind < 2 + static_cast<int>(k_polygons.size()))
      return k_polygons[static_cast<std::size_t>(kind - 2)];
    return {{0, 0}, {1, 0}, {1, 1}, {0, 1}};
  }
  Vec2 scaled_corner(int x, int y, Vec2 corner) const { return {(x + corner.x) * size.x, (y + corner.y) * size.y}; }

  plane::CompositePtr build() const {
    std::vector<plane::TileKind> kinds;
    std::vector<double> points;
    for (std::uint32_t i = 0; i < k_polygons.size(); ++i) {
      kinds.push_back(
          {i + 2, static_cast<std::uint32_t>(TileForm::polygon), static_cast<std::uint32_t>(k_polygons[i].size())});
      for (const Vec2 corner : k_polygons[i]) points.insert(points.end(), {corner.x, corner.y});
    }
    kinds.push_back({k_ledge, static_cast<std::uint32_t>(TileForm::one_way), 1});
    points.insert(points.end(), {0.0, 1.0});
    TileMapOptions options{columns, rows, size, tiles, kinds, points};
    plane::BuiltComposite built = build_tile_map(options);
    EXPECT_TRUE(built.ok()) << built.message;
    return static_cast<plane::CompositePtr&&>(built.value);
  }

  /// Every tile as a polygon in the map's frame.
  std::vector<PlaneSolid> solids() const {
    std::vector<PlaneSolid> all;
    for (int y = 0; y < static_cast<int>(rows); ++y) {
      for (int x = 0; x < static_cast<int>(columns); ++x) {
        std::vector<Vec2> corners = corners_at(x, y);
        for (Vec2& corner : corners) corner = scaled_corner(x, y, corner);
        if (!corners.empty()) all.push_back(plane_polygon(corners));
      }
    }
    return all;
  }

  /// The outline in quarters of edges, each with its outward normal.
  struct Edge {
    Vec2 a, b;
  };
  std::vector<Edge> outline() const {
    std::vector<Edge> edges;
    for (int y = 0; y < static_cast<int>(rows); ++y) {
      for (int x = 0; x < static_cast<int>(columns); ++x) {
        const std::vector<Vec2> corners = corners_at(x, y);
        for (std::size_t i = 0; i < corners.size(); ++i) {
          const Vec2 a = corners[i], b = corners[(i + 1) % corners.size()];
          for (int quarter = 0; quarter < 4; ++quarter) {
            const auto between = [&](double share) {
              return Vec2{a.x + (b.x - a.x) * share, a.y + (b.y - a.y) * share};
            };
            const Vec2 from = between(quarter / 4.0), to = between((quarter + 1) / 4.0),
                       mid = between((quarter + .5) / 4.0);
            // Just outside of its middle.
            const double out = 1e-6 / span(minus(b, a));
            const Vec2 beside{x + mid.x + (b.y - a.y) * out, y + mid.y - (b.x - a.x) * out};
            if (!is_inside(beside)) edges.push_back({scaled_corner(x, y, from), scaled_corner(x, y, to)});
          }
        }
      }
    }
    return edges;
  }
  /// @param point in tiles.
  bool is_inside(Vec2 point) const {
    const int x = static_cast<int>(std::floor(point.x)), y = static_cast<int>(std::floor(point.y));
    const std::vector<Vec2> corners = corners_at(x, y);
    for (std::size_t i = 0; i < corners.size(); ++i) {
      const Vec2 a = corners[i], b = corners[(i + 1) % corners.size()];
      if ((b.x - a.x) * (point.y - y - a.y) - (b.y - a.y) * (point.x - x - a.x) < 0.0) return false;
    }
    return !corners.empty();
  }
};

Grid random_grid(Random& random, int most = 14) {
  Grid grid(static_cast<std::uint32_t>(1 + random.below(most)), static_cast<std::uint32_t>(1 + random.below(most)));
  grid.size = {random.uniform(0.5, 2.0), random.uniform(0.5, 2.0)};
  const double fill = random.uniform(0.1, 0.9);
  for (std::uint8_t& kind : grid.tiles) {
    if (random.chance(fill)) kind = static_cast<std::uint8_t>(random.chance(0.75) ? 1 : 1 + random.below(8));
  }
  return grid;
}

Pose random_pose(Random& random) {
  if (random.chance(0.3)) return {};
  const double far = random.chance(0.2) ? 1e5 : 10.0;
  return {{random.uniform(-far, far), random.uniform(-far, far)}, random.uniform(-4.0, 4.0)};
}

PlaneSolid random_body(Random& random, double size) {
  switch (random.below(4)) {
    case 0:
      return plane_circle(random.uniform(0.1, 1.0) * size);
    case 1:
      return plane_capsule(random.uniform(0.1, 0.5) * size, random.uniform(0.1, 1.0) * size);
    case 2:
      return plane_ring(3 + random.below(8), random.uniform(0.2, 1.0) * size);
    default:
      return plane_rectangle(random.uniform(0.1, 2.0) * size, random.uniform(0.1, 2.0) * size);
  }
}

Vec2 random_place(Random& random, const Grid& grid, double beyond = 1.0) {
  return {random.uniform(-beyond, grid.columns * grid.size.x + beyond),
          random.uniform(-beyond, grid.rows * grid.size.y + beyond)};
}

double distance_to_segment(Vec2 p, Vec2 a, Vec2 b) {
  const Vec2 along = minus(b, a), from = minus(p, a);
  const double share =
      std::clamp((from.x * along.x + from.y * along.y) / (along.x * along.x + along.y * along.y), 0.0, 1.0);
  return span({from.x - along.x * share, from.y - along.y * share});
}

std::uint32_t kind_of_part(const Grid& grid, std::int32_t part) { return grid.tiles[static_cast<std::size_t>(part)]; }

TEST(PlaneTileMap, PairsAgreeWithTheTilesOneByOne) {
  Random random(410);
  int overlapping = 0, shallower = 0;
  const int count = scaled(6000);
  for (int i = 0; i < count; ++i) {
    const Grid grid = random_grid(random);
    const plane::CompositePtr built = grid.build();
    const Shape map = make_composite(*built);
    const Pose pose = random_pose(random);
    const std::vector<PlaneSolid> tiles = grid.solids();
    if (tiles.empty()) continue;
    const PlaneSolid body = random_body(random, random.chance(0.2) ? 4.0 : 0.7);
    const Pose at{placed(pose, random_place(random, grid)), random.uniform(-4.0, 4.0)};
    double nearest = HUGE_VAL;
    for (const PlaneSolid& tile : tiles) nearest = std::min(nearest, oracle_distance(tile, pose, body, at));
    const bool verdict = intersects(map, pose, body.shape, at);
    const plane::Distance found = distance(map, pose, body.shape, at);
    const double slack = 1e-6 + 1e-9 * span(pose.position);
    overlapping += nearest < 0.0 ? 1 : 0;
    ASSERT_EQ(verdict, found.distance <= 0.0) << i;
    ASSERT_EQ(verdict, intersects(body.shape, at, map, pose)) << i;
    if (nearest > slack) {
      ASSERT_NEAR(found.distance, nearest, slack) << i;
      ASSERT_NEAR(distance(body.shape, at, map, pose).distance, nearest, slack) << i;
    } else if (nearest < -slack) {
      // A contact that frees the body by itself is as deep as that of any tile.
      shallower += found.distance > nearest + slack ? 1 : 0;
      const plane::Contact contact = collide(map, pose, body.shape, at);
      ASSERT_GT(contact.point_count, 0);
      ASSERT_NEAR(contact.depth, -found.distance, slack);
      ASSERT_NE(kind_of_part(grid, contact.part_a), 0u) << i;
    }
    ASSERT_NE(kind_of_part(grid, found.part_a), 0u) << i;
  }
  EXPECT_LE(shallower, count / 100);
  EXPECT_GT(overlapping, count / 5);
  EXPECT_LT(overlapping, count * 4 / 5);
}

TEST(PlaneTileMap, PointsAgreeWithTheOutline) {
  Random random(411);
  int inside = 0;
  const int count = scaled(1000);
  for (int i = 0; i < count; ++i) {
    const Grid grid = random_grid(random);
    const plane::CompositePtr built = grid.build();
    const Shape map = make_composite(*built);
    const std::vector<Grid::Edge> outline = grid.outline();
    if (outline.empty()) continue;
    const Pose pose = random_pose(random);
    for (int k = 0; k < 10; ++k) {
      const Vec2 local = random_place(random, grid);
      double wanted = HUGE_VAL;
      for (const Grid::Edge& edge : outline) wanted = std::min(wanted, distance_to_segment(local, edge.a, edge.b));
      const bool is_inside = grid.is_inside({local.x / grid.size.x, local.y / grid.size.y});
      inside += is_inside ? 1 : 0;
      const plane::ClosestPoint found = closest_point(map, pose, placed(pose, local));
      const double slack = 1e-6 + 1e-9 * span(pose.position);
      ASSERT_NEAR(found.distance, is_inside ? -wanted : wanted, slack) << i;
      ASSERT_NE(kind_of_part(grid, found.part), 0u);
    }
  }
  EXPECT_GT(inside, 10 * count / 5);
}

TEST(PlaneTileMap, RaysAgreeWithTheTilesOneByOne) {
  Random random(412);
  int hits = 0, rays = 0;
  const int count = scaled(3000);
  for (int i = 0; i < count; ++i) {
    const Grid grid = random_grid(random, 24);
    const plane::CompositePtr built = grid.build();
    const Shape map = make_composite(*built);
    const std::vector<PlaneSolid> tiles = grid.solids();
    const std::vector<Grid::Edge> outline = grid.outline();
    const Pose pose = random_pose(random);
    for (int k = 0; k < 5; ++k) {
      // Often along the lines of the grid, or through its corners.
      const bool on_grid = random.chance(0.3);
      Vec2 local = random_place(random, grid, 3.0), way{random.uniform(-1.0, 1.0), random.uniform(-1.0, 1.0)};
      if (on_grid) {
        local = {std::round(local.x / grid.size.x) * grid.size.x, std::round(local.y / grid.size.y) * grid.size.y};
        way = {(random.below(3) - 1) * grid.size.x, (random.below(3) - 1) * grid.size.y};
      }
      if (way.x == 0.0 && way.y == 0.0) continue;
      const double most = random.chance(0.3) ? random.uniform(0.0, 10.0) : HUGE_VAL;
      const Vec2 origin = placed(pose, local), direction = turned(way, pose.angle);
      const plane::RayHit found = raycast(map, pose, origin, direction, most);
      double wanted = HUGE_VAL;
      for (const PlaneSolid& tile : tiles) {
        const plane::RayHit hit = raycast(tile.shape, pose, origin, direction, most);
        if (hit.hit) wanted = std::min(wanted, hit.distance);
      }
      ++rays;
      hits += wanted < HUGE_VAL ? 1 : 0;
      // Rounding decides about rays that graze a tile.
      if (on_grid && !found.hit) continue;
      const double slack = 1e-6 + 1e-9 * span(pose.position);
      if (!on_grid || wanted < HUGE_VAL) {
        ASSERT_EQ(found.hit, wanted < HUGE_VAL) << i << " " << found.distance << " " << wanted;
      }
      if (!found.hit || !(wanted < HUGE_VAL)) continue;
      if (!on_grid) ASSERT_NEAR(found.distance, wanted, slack) << i;
      ASSERT_NE(kind_of_part(grid, found.part), 0u);
      if (on_grid || found.distance == 0.0) continue;
      // The normal is that of an edge of the outline.
      const Vec2 normal = turned(found.normal, -pose.angle),
                 at = turned(minus(found.point, pose.position), -pose.angle);
      bool is_there = false;
      for (const Grid::Edge& edge : outline) {
        const Vec2 along = minus(edge.b, edge.a);
        const double facing = (along.y * normal.x - along.x * normal.y) / span(along);
        is_there = is_there || (facing > 0.999 && distance_to_segment(at, edge.a, edge.b) < slack);
      }
      ASSERT_TRUE(is_there) << i;
    }
  }
  EXPECT_GT(hits, rays / 4);
  EXPECT_LT(hits, rays * 9 / 10);
}

TEST(PlaneTileMap, RaysOnGridLinesDoNotLeak) {
  // A wall of tiles that meet at corners only, and one that the ray meets at corners of its tiles.
  Grid grid(8, 8);
  for (std::uint32_t i = 0; i < 8; ++i) grid.at(i, i) = 1;
  const plane::CompositePtr built = grid.build();
  const Shape map = make_composite(*built);
  for (int k = 1; k < 8; ++k) {
    const Vec2 corner{static_cast<double>(k), static_cast<double>(k)};
    for (const double angle : {0.0, 0.3, 1.1}) {
      const Pose pose{{}, angle};
      const plane::RayHit hit =
          raycast(map, pose, placed(pose, {corner.x - 3.0, corner.y + 3.0}), turned({1, -1}, angle), 100);
      ASSERT_TRUE(hit.hit);
      EXPECT_NEAR(hit.distance, std::hypot(3.0, 3.0), 1e-9);
    }
  }
  Grid floor(8, 2);
  for (std::uint32_t i = 0; i < 8; ++i) floor.at(i, 0) = 1;
  const plane::CompositePtr flat = floor.build();
  for (int k = 1; k < 8; ++k) {
    for (const double slant : {-1.0, 0.0, 1.0}) {
      const plane::RayHit hit = raycast(make_composite(*flat), {}, {k - slant, 2.0}, {slant, -1.0}, 100.0);
      ASSERT_TRUE(hit.hit);
      EXPECT_NEAR(hit.point.y, 1.0, 1e-12);
      EXPECT_EQ(hit.normal.y, 1.0) << k << " " << slant;
    }
  }
}

TEST(PlaneTileMap, EditsAreSeenAtOnce) {
  Random random(413);
  Grid grid(40, 30);
  grid.size = {0.5, 0.75};
  const plane::CompositePtr built = grid.build();
  const Shape map = make_composite(*built);
  for (int i = 0; i < scaled(3000); ++i) {
    const auto x = static_cast<std::uint32_t>(random.below(40)), y = static_cast<std::uint32_t>(random.below(30));
    const auto kind = static_cast<std::uint8_t>(random.below(10));
    const auto width = static_cast<std::uint32_t>(1 + random.below(6)),
               height = static_cast<std::uint32_t>(1 + random.below(6));
    const std::uint32_t high_x = std::min(40u, x + width), high_y = std::min(30u, y + height);
    fill_tiles(*built, x, y, high_x, high_y, kind);
    for (std::uint32_t v = y; v < high_y; ++v) {
      for (std::uint32_t u = x; u < high_x; ++u) grid.at(u, v) = kind;
    }
    ASSERT_EQ(tile_at(*built, x, y), kind);
    const PlaneSolid body = random_body(random, 1.0);
    const Pose at{random_place(random, grid), random.uniform(-4.0, 4.0)};
    // As a map that is made anew.
    const plane::CompositePtr again = grid.build();
    const plane::Distance found = distance(map, {}, body.shape, at),
                          wanted = distance(make_composite(*again), {}, body.shape, at);
    ASSERT_EQ(found.distance, wanted.distance);
    ASSERT_EQ(found.part_a, wanted.part_a);
  }
}

/// How a grid is told to a world.
enum class GridTelling { map, statics, compound, two_maps };

struct ToldGrid {
  WorldPtr world = plane::make_world().value;
  std::vector<plane::CompositePtr> composites;
  std::vector<PlaneSolid> solids;

  ToldGrid(const Grid& grid, GridTelling telling, const Pose& pose) : solids(grid.solids()) {
    if (telling == GridTelling::map) {
      add_map(grid, pose);
    } else if (telling == GridTelling::two_maps) {
      Grid left(grid.columns / 2, grid.rows), right(grid.columns - left.columns, grid.rows);
      left.size = right.size = grid.size;
      for (std::uint32_t y = 0; y < grid.rows; ++y) {
        for (std::uint32_t x = 0; x < grid.columns; ++x) {
          const auto kind = static_cast<std::uint8_t>(grid.kind_at(static_cast<int>(x), static_cast<int>(y)));
          (x < left.columns ? left.at(x, y) : right.at(x - left.columns, y)) = kind;
        }
      }
      add_map(left, pose);
      add_map(right, {placed(pose, {left.columns * grid.size.x, 0.0}), pose.angle});
    } else if (telling == GridTelling::statics) {
      for (const PlaneSolid& solid : solids) add(solid.shape, pose);
    } else {
      std::vector<plane::CompoundPart> parts;
      for (const PlaneSolid& solid : solids) parts.push_back({solid.shape, {}});
      composites.push_back(plane::build_compound(parts).value);
      add(make_composite(*composites.back()), pose);
    }
  }
  void add_map(const Grid& grid, const Pose& pose) {
    composites.push_back(grid.build());
    add(make_composite(*composites.back()), pose);
  }
  ColliderId add(const Shape& shape, const Pose& pose, bool is_static = true) {
    ColliderOptions options;
    options.shape = shape;
    options.pose = pose;
    options.is_static = is_static;
    return world->add(options).value;
  }
};

/// Ground with hills of slopes, gaps and steps: no caves.
Grid random_ground(Random& random, int columns = 40) {
  Grid grid(static_cast<std::uint32_t>(columns), 12);
  int height = 4;
  for (std::uint32_t x = 0; x < grid.columns; ++x) {
    const int turn = random.below(6);
    for (int y = 0; y < height; ++y) grid.at(x, static_cast<std::uint32_t>(y)) = 1;
    const auto top = static_cast<std::uint32_t>(height);
    if (turn == 0 && height < 9) {
      grid.at(x, top) = 2;
      ++height;
    } else if (turn == 1 && height > 2) {
      grid.at(x, top - 1) = 3;
      --height;
    }
  }
  return grid;
}

double height_of(const Grid& grid, double x) {
  double highest = 0.0;
  for (int y = 0; y < static_cast<int>(grid.rows); ++y) {
    const int kind = grid.kind_at(static_cast<int>(x), y);
    const double share = x - std::floor(x);
    if (kind != 0) highest = y + (kind == 2 ? share : kind == 3 ? 1.0 - share : 1.0);
  }
  return highest;
}

TEST(PlaneTileMap, WorldsAreOneHoweverTheyAreTold) {
  Random random(414);
  int touching = 0, cases = 0;
  for (int i = 0; i < scaled(600); ++i) {
    const Grid grid = random_ground(random);
    const double scale = std::vector<double>{1.0, 1e-3, 1e3}[static_cast<std::size_t>(random.below(3))];
    const Pose pose = random.chance(0.5) ? Pose{}
                                         : Pose{{random.uniform(-9, 9) * scale, random.uniform(-9, 9) * scale},
                                                random.uniform(-4.0, 4.0)};
    Grid sized = grid;
    sized.size = {scale, scale};
    const GridTelling tellings[] = {GridTelling::map, GridTelling::statics, GridTelling::compound,
                                    GridTelling::two_maps};
    std::vector<ToldGrid> told;
    for (const GridTelling telling : tellings) told.emplace_back(sized, telling, pose);
    for (int k = 0; k < 4; ++k) {
      // A body that is sunk a little into the ground, away from its bends.
      const double x = random.uniform(2.0, 38.0), half = random.uniform(0.1, 0.4),
                   sunk = random.uniform(1e-4, 0.2) * half;
      double low = HUGE_VAL, high = -HUGE_VAL;
      for (double u = x - half - 0.05; u <= x + half + 0.05; u += 0.01) {
        low = std::min(low, height_of(grid, u));
        high = std::max(high, height_of(grid, u));
      }
      const PlaneSolid body = plane_rectangle(2 * half * scale, 2 * half * scale);
      const Pose at{placed(pose, {x * scale, (high + half - sunk) * scale}), pose.angle};
      std::vector<Vec2> out;
      for (ToldGrid& one : told) {
        const ColliderId id = one.add(body.shape, at, false);
        ASSERT_TRUE(one.world->update().ok());
        out.push_back(one.world->separation(id).value);
        ++cases;
        touching += one.world->contacts_of(id).value.empty() ? 0 : 1;
        if (low == high) {
          // Flat ground: straight up, as far as it is sunk.
          for (const std::size_t c : one.world->contacts_of(id).value) {
            const float* const numbers = one.world->contacts().normals.data() + 3 * c;
            const plane::ContactPointsRecord& points = one.world->contacts().points[c];
            const bool is_a = one.world->contacts().pairs[c].a == id.row;
            const Vec2 normal = turned({static_cast<double>(numbers[0]), static_cast<double>(numbers[1])}, -pose.angle);
            EXPECT_NEAR(normal.y * (is_a ? -1.0 : 1.0), 1.0, 1e-6) << i;
            EXPECT_NEAR(static_cast<double>(numbers[2]), sunk * scale, 1e-5 * scale) << i;
            EXPECT_GE(points.count, 1u);
          }
        }
        ASSERT_EQ(one.world->remove(id), Status::ok);
      }
      for (const Vec2 way : out) EXPECT_NEAR(span(minus(way, out[0])), 0.0, 1e-5 * scale) << i << " " << k;
      for (const PlaneSolid& tile : told[0].solids) {
        const Pose moved{{at.position.x + out[0].x, at.position.y + out[0].y}, at.angle};
        const plane::Distance rest = distance(tile.shape, pose, body.shape, moved);
        EXPECT_GT(rest.distance, -2e-6 * scale) << i;
      }
    }
  }
  EXPECT_GT(touching, cases * 2 / 3);
}

TEST(PlaneTileMap, PointsOnLedgesAreOnTheSurface) {
  Random random(416);
  for (int i = 0; i < scaled(1000); ++i) {
    Grid grid(4, 2);
    for (std::uint32_t x = 0; x < 4; ++x) grid.at(x, 0) = random.chance(0.5) ? k_ledge : 1;
    grid.at(2, 0) = k_ledge;
    const plane::CompositePtr built = grid.build();
    const Shape map = make_composite(*built);
    const plane::RayHit hit = raycast(map, {}, {2.0 + random.uniform(0.1, 0.9), 1.7}, {0.0, -1.0}, 9.0);
    ASSERT_TRUE(hit.hit);
    const plane::ClosestPoint closest = closest_point(map, {}, hit.point);
    EXPECT_NEAR(closest.distance, 0.0, 1e-12);
    EXPECT_NEAR(span(minus(closest.point, hit.point)), 0.0, 1e-12);
    EXPECT_EQ(closest.normal, (Vec2{0.0, 1.0}));
    EXPECT_EQ(closest.part, 2);
  }
}

TEST(PlaneTileMap, BodiesWithinSolidTilesLeaveTheShortestWay) {
  Random random(415);
  int cases = 0, longer = 0;
  for (int i = 0; i < scaled(2000); ++i) {
    Grid grid(30, 20);
    std::fill(grid.tiles.begin(), grid.tiles.end(), std::uint8_t{1});
    for (int hole = random.below(4); hole > 0; --hole) {
      const auto x = static_cast<std::uint32_t>(random.below(24)), y = static_cast<std::uint32_t>(random.below(14));
      for (std::uint32_t v = y; v < y + 6; ++v) {
        for (std::uint32_t u = x; u < x + 6; ++u) grid.at(u, v) = 0;
      }
    }
    ToldGrid told(grid, GridTelling::map, {});
    const PlaneSolid body = random_body(random, 0.5);
    const Vec2 place = random_place(random, grid, 0.0);
    if (!grid.is_inside(place)) continue;
    double depth = HUGE_VAL;
    for (const Grid::Edge& edge : grid.outline()) depth = std::min(depth, distance_to_segment(place, edge.a, edge.b));
    const ColliderId id = told.add(body.shape, {place, random.uniform(-4.0, 4.0)}, false);
    ASSERT_TRUE(told.world->update().ok());
    const Vec2 way = told.world->separation(id).value;
    const plane::ColliderOptions was = told.world->describe(id.row);
    const Pose out{{place.x + way.x, place.y + way.y}, was.pose.angle};
    ++cases;
    EXPECT_GT(distance(told.world->describe(0).shape, {}, body.shape, out).distance, -1e-5) << i;
    // Its middle leaves by the nearest edge, and half of the body follows.
    longer += span(way) > depth + 1.2 * body.diameter() ? 1 : 0;
  }
  EXPECT_GT(cases, scaled(2000) / 3);
  EXPECT_LE(longer, cases / 100);
}

TEST(PlaneTileMap, KindsArePassedBy) {
  Grid grid(16, 4);
  for (std::uint32_t x = 0; x < 16; ++x) {
    grid.at(x, 0) = 1;
    grid.at(x, 1) = k_water;
  }
  const plane::CompositePtr built = grid.build();
  KindMask dry;
  dry.words[0] = ~(std::uint64_t{1} << k_water);
  WorldPtr world = plane::make_world().value;
  ColliderOptions options;
  options.shape = make_composite(*built);
  options.is_static = true;
  const ColliderId map = world->add(options).value;
  options.is_static = false;
  options.shape = plane_circle(0.4).shape;
  options.pose = {{5.5, 1.3}, 0.0};
  const ColliderId swimmer = world->add(options).value;
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->touching().size(), 1u);
  const std::uint64_t before = world->hash();
  options.shape.kinds = &dry;
  ASSERT_EQ(world->set_shape(swimmer, options.shape), Status::ok);
  EXPECT_NE(world->hash(), before);
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->touching().size(), 1u);
  EXPECT_NEAR(static_cast<double>(world->contacts().normals[2]), 0.1, 1e-6);
  plane::QueryOptions passing;
  passing.kinds = &dry;
  const auto cast = [&](const plane::QueryOptions& how) {
    return world->cast_shape(plane_circle(0.25).shape, {{{9.5, 3.5}, 0.0}, {{9.5, -1.0}, 0.0}}, how);
  };
  EXPECT_NEAR(world->raycast({9.5, 3.5}, {0.0, -1.0}).distance, 1.5, 1e-12);
  EXPECT_NEAR(world->raycast({9.5, 3.5}, {0.0, -1.0}, passing).distance, 2.5, 1e-12);
  EXPECT_NEAR(cast({}).time * 4.5, 1.25, 1e-6);
  EXPECT_NEAR(cast(passing).time * 4.5, 2.25, 1e-6);
  EXPECT_EQ(cast(passing).part_b, 9);
  EXPECT_EQ(world->overlap(plane_circle(0.25).shape, {{9.5, 1.5}, 0.0}).value.size(), 1u);
  EXPECT_TRUE(world->overlap(plane_circle(0.25).shape, {{9.5, 1.5}, 0.0}, passing).value.empty());
  EXPECT_NEAR(world->closest({9.5, 2.5}).distance, 0.5, 1e-12);
  EXPECT_NEAR(world->closest({9.5, 2.5}, passing).distance, 1.5, 1e-12);
  const Shape walker = plane_rectangle(0.5, 0.5).shape;
  Shape dry_walker = walker;
  dry_walker.kinds = &dry;
  EXPECT_NEAR(world->move_and_slide(walker, {{9.5, 3.5}, 0.0}, {0.0, -3.0}).value.position.y, 2.26, 1e-6);
  EXPECT_NEAR(world->move_and_slide(dry_walker, {{9.5, 3.5}, 0.0}, {0.0, -3.0}).value.position.y, 1.26, 1e-6);
  // A snapshot keeps map and kinds.
  plane::Snapshot snapshot = world->snapshot().value;
  plane::RestoredWorld restored = plane::restore_world(snapshot.span()).value;
  EXPECT_EQ(restored.world->hash(), world->hash());
  fill_tiles(*built, 0, 0, 16, 1, 0);
  EXPECT_NE(restored.world->hash(), world->hash());
  ASSERT_TRUE(restored.world->update().ok());
  EXPECT_EQ(restored.world->touching().size(), 1u);
  ASSERT_TRUE(world->update().ok());
  EXPECT_TRUE(world->touching().empty());
  ASSERT_EQ(world->remove(map), Status::ok);
}

TEST(PlaneTileMap, ContinuousBodiesStopAtTheOutline) {
  Random random(416);
  int stopped = 0, cases = 0;
  for (int i = 0; i < scaled(1500); ++i) {
    const Grid grid = random_ground(random);
    ToldGrid map(grid, GridTelling::map, {}), statics(grid, GridTelling::statics, {});
    const double x = random.uniform(3.0, 37.0);
    const PlaneSolid body = random_body(random, 0.3);
    const Pose from{{x, height_of(grid, x) + random.uniform(1.5, 4.0)}, random.uniform(-4.0, 4.0)};
    const Vec2 way{random.uniform(-8.0, 8.0), random.uniform(-30.0, 0.0)};
    double times[2];
    int k = 0;
    for (ToldGrid* const one : {&map, &statics}) {
      ColliderOptions options;
      options.shape = body.shape;
      options.pose = from;
      options.is_continuous = true;
      const ColliderId id = one->world->add(options).value;
      ASSERT_TRUE(one->world->update().ok());
      ASSERT_EQ(one->world->set_pose(id, {{from.position.x + way.x, from.position.y + way.y}, from.angle}), Status::ok);
      ASSERT_TRUE(one->world->update().ok());
      times[k++] = one->world->impacts().empty() ? 2.0 : one->world->impacts()[0].time;
    }
    ++cases;
    stopped += times[0] < 2.0 ? 1 : 0;
    EXPECT_NEAR(times[0], times[1], 1e-5) << i;
  }
  EXPECT_GT(stopped, cases / 2);
}

TEST(PlaneTileMap, MapsMeetMaps) {
  Random random(417);
  int overlapping = 0;
  const int count = scaled(600);
  for (int i = 0; i < count; ++i) {
    const Grid a = random_grid(random, 8), b = random_grid(random, 6);
    const plane::CompositePtr built_a = a.build(), built_b = b.build();
    const Shape map_a = make_composite(*built_a), map_b = make_composite(*built_b);
    const Pose pose_a = random_pose(random),
               pose_b{placed(pose_a, random_place(random, a, 4.0)), random.uniform(-4.0, 4.0)};
    const std::vector<PlaneSolid> tiles_a = a.solids(), tiles_b = b.solids();
    if (tiles_a.empty() || tiles_b.empty()) continue;
    double nearest = HUGE_VAL;
    for (const PlaneSolid& tile_a : tiles_a) {
      for (const PlaneSolid& tile_b : tiles_b) {
        nearest = std::min(nearest, distance(tile_a.shape, pose_a, tile_b.shape, pose_b).distance);
      }
    }
    overlapping += nearest < 0.0 ? 1 : 0;
    const double slack = 1e-6 + 1e-9 * span(pose_a.position);
    const plane::Distance found = distance(map_a, pose_a, map_b, pose_b);
    if (std::abs(nearest) > slack) {
      ASSERT_EQ(intersects(map_a, pose_a, map_b, pose_b), nearest < 0.0) << i;
    }
    if (nearest > slack) ASSERT_NEAR(found.distance, nearest, slack) << i;
    ASSERT_NE(kind_of_part(a, found.part_a), 0u);
    ASSERT_NE(kind_of_part(b, found.part_b), 0u);
    if (nearest > slack) continue;
    // In a compound, parts are those of the compound.
    const plane::CompoundPart parts[] = {{map_b, {{1.0, 2.0}, 0.5}}, {plane_circle(0.1).shape, {{100.0, 0.0}, 0.0}}};
    const plane::CompositePtr compound = plane::build_compound(parts).value;
    const double angle = pose_b.angle - 0.5;
    const Vec2 shift = turned({1.0, 2.0}, angle);
    const Pose at{{pose_b.position.x - shift.x, pose_b.position.y - shift.y}, angle};
    const plane::Distance in_compound = distance(map_a, pose_a, make_composite(*compound), at);
    if (nearest < -slack) ASSERT_LT(in_compound.distance, 0.0) << i;
    ASSERT_EQ(in_compound.part_b, 0);
  }
  EXPECT_GT(overlapping, count / 4);
}

}  // namespace
}  // namespace hyperplane::test::in_tiles
