#pragma once

#include <hyperplane/kind_mask.h>
#include <hyperplane/plane_tile_map.h>

#include "core/buffer.h"
#include "core/function_ref.h"
#include "plane/shape/box2.h"

namespace hyperplane::plane {

/// Tiles of a side of a block: the solid tiles of a block are a word of bits.
inline constexpr std::uint32_t k_block_tiles = 8;

/// A convex part of a tile map: a rectangle of solid tiles, or another tile.
struct TilePart {
  const Shape* shape;
  /// Of the shape, in the map's frame.
  Vec2 centre;
  /// Number of its tile of least x and y.
  std::uint32_t tile;
  std::uint8_t width, height;
  bool is_one_sided;
};

/// The tiles of a map. Solid tiles are merged into rectangles within blocks of 8 x 8 tiles: always the same ones,
/// whatever is asked for, and nothing is kept that an edit would have to bring up to date but two bits a tile.
class TileMap {
 public:
  std::uint32_t columns = 0, rows = 0;
  Vec2 tile_size;
  Buffer<std::uint8_t> tiles;

  /// Of the whole map, m.
  Vec2 size() const { return {columns * tile_size.x, rows * tile_size.y}; }
  std::uint8_t at(std::uint32_t x, std::uint32_t y) const { return tiles[std::size_t{y} * columns + x]; }
  void set(std::uint32_t x, std::uint32_t y, std::uint8_t kind);
  /// Sets all tiles, row by row.
  void load(std::span<const std::uint8_t> kinds);
  /// Visits the parts that touch a box, until `visit` returns false. @param kinds those that are there; null: all.
  void visit(const Box2& box, const KindMask* kinds, FunctionRef<bool(const TilePart&)> visit) const;
  /// Visits the tiles that a ray may touch, one by one, in its order: a walk from column to column. Amanatides, Woo, "A
  /// Fast Voxel Traversal Algorithm for Ray Tracing", 1987, with both tiles where a ray runs along a boundary.
  /// @param along unit length. @param end m: the length of the ray; `visit` may lower it.
  void visit_along(Vec2 origin, Vec2 along, const double& end, const KindMask* kinds,
                   FunctionRef<void(const TilePart&)> visit) const;
  /// Visits the edges of solid tiles and polygons around a point, but for what other tiles cover of them. @param end m:
  /// to which distance they are wanted; `visit` may lower it. @param visit takes a tile and an edge, counter-clockwise.
  void visit_outline(Vec2 point, const double& end, const KindMask* kinds,
                     FunctionRef<void(const TilePart&, Vec2 from, Vec2 to)> visit) const;

  /// The normal of a solid tile where a ray enters it: that of another face, if at the point a tile covers the face of
  /// `normal` and none the other one. @param along of the ray.
  Vec2 free_normal(const TilePart& tile, Vec2 point, Vec2 normal, Vec2 along, const KindMask* kinds) const;
  /// The tile of a part that is nearest to a point. @param from the centre of the part, in the map's frame.
  std::uint32_t tile_near(const TilePart& part, Vec2 from_centre) const;

 private:
  friend struct TileMapBuilder;

  struct Kind {
    TileForm form = TileForm::solid;
    /// Of a polygon or a one-way tile: the place of its shape, about the corner of the tile.
    std::uint8_t shape = 0;
  };
  /// Bit 8 y + x: the tile is solid, or a polygon or one-way.
  struct Block {
    std::uint64_t solid = 0, shaped = 0;
  };
  /// Tiles from low to high, both included.
  struct Range {
    std::uint32_t low_x, low_y, high_x, high_y;
  };

  /// The tiles that touch a box. @return false if there are none.
  bool find_range(const Box2& box, Range& range) const;
  TilePart part_of(std::uint32_t x, std::uint32_t y) const;
  Vec2 covered_share(std::uint32_t x, std::uint32_t y, const TilePart& part, int edge, const KindMask* kinds) const;

  Kind kinds_[256];
  Buffer<Block> blocks_;
  std::uint32_t block_columns_ = 0;
  /// By height and width, in tiles.
  Shape rectangles_[k_block_tiles][k_block_tiles];
  Buffer<Shape> shapes_;
};

}  // namespace hyperplane::plane
