#include "support/tile_floor.h"

namespace hyperplane::test {
namespace {

void add_box(TileFloor& floor, double x0, double x1, double z0, double z1, double thickness) {
  floor.tiles.push_back(
      {make_box(x1 - x0, thickness, z1 - z0).value, {{0.5 * (x0 + x1), -0.5 * thickness, 0.5 * (z0 + z1)}, {}}});
}

/// @param corners x, z of three.
void add_prism(TileFloor& floor, const double (&corners)[6], double thickness) {
  std::vector<double> points;
  for (int i = 0; i < 3; ++i) {
    points.insert(points.end(), {corners[2 * i], 0.0, corners[2 * i + 1]});
    points.insert(points.end(), {corners[2 * i], -thickness, corners[2 * i + 1]});
  }
  floor.hulls.push_back(make_test_hull(points));
  floor.tiles.push_back({floor.hulls.back().shape, {}});
}

}  // namespace

TileFloor make_tile_floor(Random& random, Tiling tiling, double half) {
  TileFloor floor;
  floor.half = half;
  const int across = 4 + random.below(10);
  const double side = 2.0 * half / across, thickness = random.uniform(0.5, 2.0);
  floor.hulls.reserve(2 * static_cast<std::size_t>(across) * static_cast<std::size_t>(across));
  for (int row = 0; row < across; ++row) {
    const double z0 = -half + side * row, z1 = row + 1 == across ? half : z0 + side;
    if (tiling == Tiling::bricks) {
      for (double x0 = -half; x0 < half;) {
        double x1 = x0 + random.uniform(0.3, 2.0) * side;
        if (x1 > half - 0.2 * side) x1 = half;
        add_box(floor, x0, x1, z0, z1, random.uniform(0.5, 2.0));
        x0 = x1;
      }
      continue;
    }
    for (int column = 0; column < across; ++column) {
      const double x0 = -half + side * column, x1 = column + 1 == across ? half : x0 + side;
      if (tiling == Tiling::hulls) {
        add_prism(floor, {x0, z0, x1, z0, x0, z1}, thickness);
        add_prism(floor, {x1, z1, x1, z0, x0, z1}, thickness);
      } else {
        add_box(floor, x0, x1, z0, z1, thickness);
      }
    }
  }
  return floor;
}

}  // namespace hyperplane::test
