#pragma once

#include <vector>

#include <hyperplane/shape.h>

#include "support/convex_shapes.h"

namespace hyperplane::test {

/// Tiles whose tops lie flush at height 0, over the square |x|, |z| <= half.
struct TileFloor {
  double half = 0.0;
  std::vector<CompoundPart> tiles;
  std::vector<TestShape> hulls;
};

enum class Tiling {
  grid,    // equal squares
  bricks,  // rows with random cuts, of different heights
  hulls    // squares cut into two triangular prisms
};
inline constexpr Tiling k_tilings[] = {Tiling::grid, Tiling::bricks, Tiling::hulls};

TileFloor make_tile_floor(Random& random, Tiling tiling, double half);

}  // namespace hyperplane::test
