#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/plane_composite.h>

/// A grid of tiles, each empty (kind 0) or of a kind from 1 to 255. Tile (x, y) reaches from (x, y) * tile size to one
/// further, in the map's frame. Parts of answers are tiles: y * columns + x.
///
/// Faces between solid tiles do not exist; neither do those between maps that lie flush.

namespace hyperplane::plane {

enum class TileForm : std::uint8_t {
  empty,
  solid,
  /// A convex polygon within the unit tile.
  polygon,
  /// The edge of the tile that faces a direction most (along y if two do), one-sided: it blocks only from there.
  one_way,
};

/// What a kind is. Kinds that are not described are solid.
struct TileKind {
  std::uint32_t kind = 0;
  std::uint32_t form = 0;
  /// Of `points`: those of the polygon, or the direction.
  std::uint32_t point_count = 0;
};

struct TileMapOptions {
  std::uint32_t columns = 1, rows = 1;
  /// m
  Vec2 tile_size{1.0, 1.0};
  /// Kinds of the tiles, row by row; or none: all are empty.
  std::span<const std::uint8_t> tiles;
  std::span<const TileKind> kinds;
  /// x, y of the points of all kinds in turn.
  std::span<const double> points;
};

/// Most tiles of a map.
inline constexpr std::uint32_t k_max_tiles = 1u << 27;

/// @return `invalid_argument`, `degenerate_shape` for a polygon without area, both with the kind as `vertex`;
/// `out_of_memory`.
BuiltComposite build_tile_map(const TileMapOptions& options);

/// The kind of a tile of the map.
std::uint8_t tile_at(const Composite& map, std::uint32_t x, std::uint32_t y);
/// Sets all tiles. @param tiles kinds, row by row.
void set_tiles(const Composite& map, std::span<const std::uint8_t> tiles);
/// Sets the tiles from (low_x, low_y) to (high_x - 1, high_y - 1), which the map has. Queries see it at once, contacts
/// with the next update.
void fill_tiles(const Composite& map, std::uint32_t low_x, std::uint32_t low_y, std::uint32_t high_x,
                std::uint32_t high_y, std::uint8_t kind);

}  // namespace hyperplane::plane
