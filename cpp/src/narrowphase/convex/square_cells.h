#pragma once

#include "core/workspace.h"
#include "math/vec3.h"
#include "narrowphase/convex/tolerances.h"

namespace hyperplane {

/// The directions through a square on a side of the cube around the origin.
struct SquareCell {
  Vec3 middle;
  int axis;
  /// Half of a side.
  double half;
};

/// Branch and bound over all directions, by four squares a side of the cube and their quarters: proves that none is
/// less deep than a least depth.
/// @param is_deeper (cell): whether no direction of the cell is; may lower the least depth where one is.
/// @return false if too many directions are about equally deep.
template <class IsDeeper>
bool prove_all_directions(const IsDeeper& is_deeper) {
  int splits = 0;
  for (int root = 0; root < 24; ++root) {
    const int side = root >> 3;
    const Vec3 signs{(root & 1) != 0 ? 1.0 : -1.0, (root & 2) != 0 ? 1.0 : -1.0, (root & 4) != 0 ? 1.0 : -1.0};
    Workspace<SquareCell, k_max_depth_cells> open;
    open[0] = {scale(signs, (unit_axis(side) + Vec3{1.0, 1.0, 1.0}) * 0.5), side, 0.5};
    for (int count = 1; count > 0;) {
      const SquareCell cell = open[--count];
      if (is_deeper(cell)) continue;
      if (count + 4 > k_max_depth_cells || ++splits > k_max_depth_splits) return false;
      const double half = 0.5 * cell.half;
      const Vec3 u = unit_axis(cell.axis == 2 ? 0 : cell.axis + 1) * half,
                 v = unit_axis(cell.axis == 0 ? 2 : cell.axis - 1) * half;
      for (const Vec3& aside : {u + v, u - v, v - u, -u - v}) open[count++] = {cell.middle + aside, cell.axis, half};
    }
  }
  return true;
}

}  // namespace hyperplane
