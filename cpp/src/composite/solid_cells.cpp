#include "composite/solid_cells.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "composite/shape_at.h"
#include "composite/tolerances.h"
#include "core/constants.h"
#include "core/workspace.h"
#include "math/pose.h"
#include "shape/bounds.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

constexpr int k_brick_side = Voxels::k_side;
/// Cells along each axis of a block, whose boxes are merged together.
constexpr std::int32_t k_block = 16;
/// Cells by which a step along a path is longer than what moves.
constexpr double k_cells_a_step = 3.0;

std::int32_t rounded_down(double value, std::int32_t least, std::int32_t most) {
  // Written so that NaN gives the least.
  if (!(value > static_cast<double>(least))) return least;
  return value < static_cast<double>(most) ? static_cast<std::int32_t>(std::floor(value)) : most;
}

double gap_squared(const Aabb& a, const Vec3& low, const Vec3& high) {
  const Vec3 none, apart = max(max(a.min - high, low - a.max), none);
  return length_squared(apart);
}

/// The bits of a brick for the first columns, rows and layers.
constexpr std::uint64_t first_of_brick(int columns, int rows, int layers) {
  return ((std::uint64_t{1} << columns) - 1) * 0x1111'1111'1111'1111 &
         ((std::uint64_t{1} << k_brick_side * rows) - 1) * 0x0001'0001'0001'0001 &
         ~std::uint64_t{0} >> k_brick_side * k_brick_side * (k_brick_side - layers);
}

/// A brick moved by some cells; what leaves its bounds is lost.
constexpr std::uint64_t moved_brick(std::uint64_t bits, int x, int y, int z) {
  const int by = x + k_brick_side * z + k_brick_side * k_brick_side * y;
  const auto left = [](int moved) { return k_brick_side - (moved < 0 ? -moved : moved); };
  // What stays within, before the move to lower places or after that to higher ones.
  const std::uint64_t kept = first_of_brick(left(x), left(z), left(y));
  const int up = (x > 0 ? x : 0) + k_brick_side * (z > 0 ? z : 0) + k_brick_side * k_brick_side * (y > 0 ? y : 0);
  const std::uint64_t placed = kept << up;
  return (by < 0 ? bits >> -by : bits << by) & placed;
}

/// Visits the places of the bricks that meet a region, which is not empty, until `visit` returns false.
template <class Visit>
bool visit_bricks(const CellBox& region, const Visit& visit) {
  for (std::int32_t y = region.low[1] / k_brick_side; k_brick_side * y < region.high[1]; ++y) {
    for (std::int32_t z = region.low[2] / k_brick_side; k_brick_side * z < region.high[2]; ++z) {
      for (std::int32_t x = region.low[0] / k_brick_side; k_brick_side * x < region.high[0]; ++x) {
        if (!visit(x, y, z)) return false;
      }
    }
  }
  return true;
}

/// Merges the cells of a brick into boxes, as `for_boxes` does. @param low place of its first cell.
bool merge_brick(std::uint64_t solid, const std::int32_t (&low)[3], CellBoxSearch visit) {
  constexpr int k_row = k_brick_side, k_layer = k_brick_side * k_brick_side;
  for (std::uint64_t left = solid; left != 0;) {
    const int first = std::countr_zero(left), z = first / k_row % k_brick_side, y = first / k_layer;
    const auto is_full = [&](std::uint64_t cells) { return (solid & cells) == cells; };
    int x_low = first % k_row, x_high = x_low + 1, z_low = z, z_high = z + 1, y_low = y, y_high = y + 1;
    std::uint64_t run = std::uint64_t{1} << first;
    while (x_high < k_brick_side && is_full(run << 1 & ~run)) run |= run << 1, ++x_high;
    while (x_low > 0 && is_full(run >> 1)) run |= run >> 1, --x_low;
    std::uint64_t layer = run;
    while (z_high < k_brick_side && is_full(run << k_row * (z_high - z))) layer |= run << k_row * (z_high++ - z);
    while (z_low > 0 && is_full(run >> k_row * (z - z_low + 1))) layer |= run >> k_row * (z - --z_low);
    std::uint64_t box = layer;
    while (y_high < k_brick_side && is_full(layer << k_layer * (y_high - y))) box |= layer << k_layer * (y_high++ - y);
    while (y_low > 0 && is_full(layer >> k_layer * (y - y_low + 1))) box |= layer >> k_layer * (y - --y_low);
    left &= ~box;
    if (!visit(CellBox{{low[0] + x_low, low[1] + y_low, low[2] + z_low},
                       {low[0] + x_high, low[1] + y_high, low[2] + z_high}}))
      return false;
  }
  return true;
}

}  // namespace

bool SolidCells::is_solid(std::int32_t x, std::int32_t y, std::int32_t z) const {
  if (x < 0 || y < 0 || z < 0 || x >= grid_->count(0) || y >= grid_->count(1) || z >= grid_->count(2)) return false;
  return has(grid_->kind(x, y, z));
}

std::uint64_t SolidCells::brick(std::int32_t x, std::int32_t y, std::int32_t z) const {
  std::uint64_t bits = grid_->brick(0, x, y, z);
  if (!has_kinds()) return bits;
  for (std::uint64_t left = bits; left != 0; left &= left - 1) {
    const int bit = std::countr_zero(left);
    if (!has(grid_->kind(k_brick_side * x + (bit & 3), k_brick_side * y + (bit >> 4),
                         k_brick_side * z + (bit >> 2 & 3)))) {
      bits &= ~(std::uint64_t{1} << bit);
    }
  }
  return bits;
}

Aabb SolidCells::bounds_of(const CellBox& box) const {
  const Vec3& cell = grid_->cell_size();
  const auto at = [&](const std::int32_t(&place)[3]) {
    return Vec3{place[0] * cell.x, place[1] * cell.y, place[2] * cell.z};
  };
  return {at(box.low), at(box.high)};
}

Aabb SolidCells::bounds() const { return bounds_of(grid_->all()); }
double SolidCells::size() const { return 0.5 * length(bounds().max); }
double SolidCells::reach() const { return length(bounds().max); }

Aabb SolidCells::bounds_at(const Pose& pose) const {
  const Aabb turned = rotated(to_matrix(pose.rotation), bounds());
  return rounded_outwards(pose.position, turned.min, turned.max, reach());
}

Shape SolidCells::to_shape(const CellBox& box, Vec3& middle) const {
  const Aabb bounds = bounds_of(box);
  middle = (bounds.min + bounds.max) * 0.5;
  const Vec3 sides = bounds.max - bounds.min;
  return {ShapeType::box, {sides.x, sides.y, sides.z}};
}

CellBox SolidCells::cell(std::uint32_t index) const {
  const auto columns = static_cast<std::uint32_t>(grid_->count(0)), rows = static_cast<std::uint32_t>(grid_->count(2));
  const auto x = static_cast<std::int32_t>(index % columns), z = static_cast<std::int32_t>(index / columns % rows),
             y = static_cast<std::int32_t>(index / columns / rows);
  return {{x, y, z}, {x + 1, y + 1, z + 1}};
}

std::int32_t SolidCells::index_at(const CellBox& box, const Vec3& point, const Vec3& outwards) const {
  const Vec3& cell = grid_->cell_size();
  std::int32_t place[3];
  for (int k = 0; k < 3; ++k) {
    const double side = component(cell, k);
    // Along the normal the point may be on a face, or deeper in the box by the rounding of it.
    const double inside = component(point, k) - k_cell_inside * side * component(outwards, k);
    place[k] = rounded_down(inside / side, box.low[k], box.high[k] - 1);
  }
  return static_cast<std::int32_t>(grid_->index(place[0], place[1], place[2]));
}

CellBox SolidCells::cells_within(const Aabb& bounds) const {
  CellBox cells;
  const auto along = [&](int k, double low, double high, double cells_a_metre) {
    const std::int32_t count = grid_->count(k);
    // Cells that touch overlap.
    const double rounding = k_culling_rounding * static_cast<double>(count);
    cells.low[k] = rounded_down(low * cells_a_metre - rounding, 0, count);
    cells.high[k] = rounded_down(high * cells_a_metre + rounding, -1, count - 1) + 1;
  };
  const Vec3& cells_a_metre = grid_->cells_a_metre();
  along(0, bounds.min.x, bounds.max.x, cells_a_metre.x);
  along(1, bounds.min.y, bounds.max.y, cells_a_metre.y);
  along(2, bounds.min.z, bounds.max.z, cells_a_metre.z);
  return cells;
}

std::uint64_t SolidCells::bits_within(const CellBox& region) const {
  const std::int32_t(&low)[3] = region.low;
  const std::int32_t(&high)[3] = region.high;
  std::uint64_t solid = 0;
  visit_bricks(region, [&](std::int32_t x, std::int32_t y, std::int32_t z) {
    solid |=
        moved_brick(brick(x, y, z), k_brick_side * x - low[0], k_brick_side * y - low[1], k_brick_side * z - low[2]);
    return true;
  });
  return solid & first_of_brick(high[0] - low[0], high[2] - low[2], high[1] - low[1]);
}

/// Merges the solid cells of a region into boxes, block by block. A box starts at the first cell that no box covers,
/// and is grown along x, z and y, also over cells that others cover: so few boxes have faces inside the solid.
bool SolidCells::for_boxes(const CellBox& region, CellBoxSearch visit) const {
  const auto sides = [&](int axis) { return region.high[axis] - region.low[axis]; };
  if (std::max(sides(0), std::max(sides(1), sides(2))) <= k_brick_side) {
    return merge_brick(bits_within(region), region.low, visit);
  }
  CellBox block;
  std::int32_t &x0 = block.low[0], &y0 = block.low[1], &z0 = block.low[2];
  for (y0 = region.low[1]; y0 < region.high[1]; y0 += k_block) {
    for (z0 = region.low[2]; z0 < region.high[2]; z0 += k_block) {
      for (x0 = region.low[0]; x0 < region.high[0]; x0 += k_block) {
        for (int k = 0; k < 3; ++k) block.high[k] = std::min(region.high[k], block.low[k] + k_block);
        const std::int32_t layers = block.high[1] - y0, rows = block.high[2] - z0;
        // Bits along x, by row and layer.
        Workspace<std::uint32_t, k_block * k_block> solid, left;
        const auto at = [](std::int32_t y, std::int32_t z) { return y * k_block + z; };
        for (std::int32_t y = 0; y < layers; ++y) {
          for (std::int32_t z = 0; z < rows; ++z) solid[at(y, z)] = 0;
        }
        const std::uint32_t width = (1u << (block.high[0] - x0)) - 1;
        std::uint32_t any = 0;
        visit_bricks(block, [&](std::int32_t bx, std::int32_t by, std::int32_t bz) {
          const std::uint64_t bits = brick(bx, by, bz);
          if (bits == 0) return true;
          const std::int32_t shift = k_brick_side * bx - x0;
          for (std::int32_t y = std::max(y0, k_brick_side * by); y < std::min(block.high[1], k_brick_side * (by + 1));
               ++y) {
            for (std::int32_t z = std::max(z0, k_brick_side * bz); z < std::min(block.high[2], k_brick_side * (bz + 1));
                 ++z) {
              const auto four = static_cast<std::uint32_t>(bits >> Voxels::bit_of(0, y, z)) & 15u;
              const std::uint32_t placed = (shift < 0 ? four >> -shift : four << shift) & width;
              solid[at(y - y0, z - z0)] |= placed;
              any |= placed;
            }
          }
          return true;
        });
        if (any == 0) continue;
        for (std::int32_t y = 0; y < layers; ++y) {
          for (std::int32_t z = 0; z < rows; ++z) left[at(y, z)] = solid[at(y, z)];
        }
        for (std::int32_t y = 0; y < layers; ++y) {
          for (std::int32_t z = 0; z < rows; ++z) {
            while (left[at(y, z)] != 0) {
              // The whole run of the row that has the first cell.
              const int first = std::countr_zero(left[at(y, z)]);
              const std::uint32_t row = solid[at(y, z)];
              const int end = first + std::countr_one(row >> first);
              int low = first;
              while (low > 0 && (row >> (low - 1) & 1) != 0) --low;
              const std::uint32_t run = (1u << end) - (1u << low);
              const auto is_full = [&](std::int32_t of_y, std::int32_t of_z) {
                return (solid[at(of_y, of_z)] & run) == run;
              };
              std::int32_t z_low = z, z_high = z + 1, y_low = y, y_high = y + 1;
              while (z_high < rows && is_full(y, z_high)) ++z_high;
              while (z_low > 0 && is_full(y, z_low - 1)) --z_low;
              const auto is_full_layer = [&](std::int32_t of) {
                for (std::int32_t k = z_low; k < z_high; ++k) {
                  if (!is_full(of, k)) return false;
                }
                return true;
              };
              while (y_high < layers && is_full_layer(y_high)) ++y_high;
              while (y_low > 0 && is_full_layer(y_low - 1)) --y_low;
              for (std::int32_t v = y_low; v < y_high; ++v) {
                for (std::int32_t w = z_low; w < z_high; ++w) left[at(v, w)] &= ~run;
              }
              if (!visit(CellBox{{x0 + low, y0 + y_low, z0 + z_low}, {x0 + end, y0 + y_high, z0 + z_high}}))
                return false;
            }
          }
        }
      }
    }
  }
  return true;
}

bool SolidCells::is_any_solid(const CellBox& box) const {
  return !for_boxes(box, [](const CellBox&) { return false; });
}

CellBox SolidCells::grown_to_exits(const CellBox& box, const Aabb& bounds) const {
  CellBox grown = box;
  for (int k = 0; k < 3; ++k) {
    const double side = component(grid_->cell_size(), k);
    const double extent = (component(bounds.max, k) - component(bounds.min, k)) / side;
    const auto needed = static_cast<std::int32_t>(std::ceil(extent));
    for (const bool is_up : {false, true}) {
      CellBox layer = box;
      std::int32_t& end = is_up ? grown.high[k] : grown.low[k];
      // Up to where so many empty layers begin. Beyond the grid all are.
      for (std::int32_t free = 0, at = is_up ? box.high[k] : box.low[k] - 1; free < needed; at += is_up ? 1 : -1) {
        if (at < 0 || at >= grid_->count(k)) break;
        layer.low[k] = at;
        layer.high[k] = at + 1;
        if (is_any_solid(layer)) {
          free = 0;
          end = is_up ? at + 1 : at;
        } else {
          ++free;
        }
      }
    }
  }
  return grown;
}

void SolidCells::visit_within(const Aabb& bounds, CellBoxSearch visit) const {
  const CellBox region = cells_within(bounds);
  if (region.is_empty()) return;
  for_boxes(region, [&](const CellBox& box) {
    bool is_region = true;
    for (int k = 0; k < 3; ++k) {
      // Beside the grid, the body is not inside.
      is_region = is_region && box.low[k] == region.low[k] && box.high[k] == region.high[k] &&
                  component(bounds.min, k) >= 0.0 &&
                  component(bounds.max, k) <= component(grid_->cell_size(), k) * grid_->count(k);
    }
    return visit(is_region ? grown_to_exits(box, bounds) : box);
  });
}

void SolidCells::visit_lasting_within(const Aabb& bounds, CellBoxSearch visit) const {
  const CellBox region = cells_within(bounds);
  if (region.is_empty()) return;
  const auto visit_near = [&](const CellBox& box) {
    for (int k = 0; k < 3; ++k) {
      if (box.high[k] <= region.low[k] || box.low[k] >= region.high[k]) return true;
    }
    return visit(box);
  };
  visit_bricks(region, [&](std::int32_t x, std::int32_t y, std::int32_t z) {
    const std::int32_t low[3] = {k_brick_side * x, k_brick_side * y, k_brick_side * z};
    return merge_brick(brick(x, y, z), low, visit_near);
  });
}

void SolidCells::descend_nearest(int level, const std::int32_t (&place)[3], const Vec3& low, const Vec3& high,
                                 const double& end, CellBoxSearch visit) const {
  struct Child {
    double gap;
    int bit;
  };
  const auto is_near = [&](double gap) { return end >= 0.0 && gap <= end * end; };
  std::int32_t size = 1;
  for (int k = 0; k < level; ++k) size *= k_brick_side;
  std::uint64_t bits = level == 0 ? 0 : grid_->brick(level, place[0], place[1], place[2]);
  const auto child_place = [&](int bit, std::int32_t(&of)[3]) {
    of[0] = k_brick_side * place[0] + (bit & 3);
    of[1] = k_brick_side * place[1] + (bit >> 4);
    of[2] = k_brick_side * place[2] + (bit >> 2 & 3);
  };
  if (level == 0) {
    const std::int32_t first[3] = {k_brick_side * place[0], k_brick_side * place[1], k_brick_side * place[2]};
    merge_brick(brick(place[0], place[1], place[2]), first,
                [&](const CellBox& box) { return !is_near(gap_squared(bounds_of(box), low, high)) || visit(box); });
    return;
  }
  Workspace<Child, 64> children;
  int count = 0;
  for (; bits != 0; bits &= bits - 1) {
    Child child{0.0, std::countr_zero(bits)};
    std::int32_t at[3];
    child_place(child.bit, at);
    CellBox box;
    for (int k = 0; k < 3; ++k) {
      box.low[k] = at[k] * size;
      box.high[k] = std::min(box.low[k] + size, grid_->count(k));
    }
    child.gap = gap_squared(bounds_of(box), low, high);
    int i = count++;
    for (; i > 0 && children[i - 1].gap > child.gap; --i) children[i] = children[i - 1];
    children[i] = child;
  }
  for (int i = 0; i < count && is_near(children[i].gap); ++i) {
    std::int32_t at[3];
    child_place(children[i].bit, at);
    descend_nearest(level - 1, at, low, high, end, visit);
  }
}

void SolidCells::visit_near(const Aabb& bounds, const double& end, CellBoxSearch visit) const {
  bool goes_on = true;
  // Rounded, so that what is as near is seen.
  const auto rounded = [](double gap) { return gap < 0.0 ? gap : gap * (1.0 + k_bounds_rounding); };
  double within = rounded(end);
  const std::int32_t root[3] = {0, 0, 0};
  descend_nearest(grid_->level_count() - 1, root, bounds.min, bounds.max, within, [&](const CellBox& box) {
    goes_on = goes_on && visit(box);
    within = goes_on ? rounded(max(end, 0.0)) : -1.0;
    return goes_on;
  });
}

void SolidCells::visit_along(const ray_descent::Path& path, const double& end, CellBoxSearch visit) const {
  const Aabb all = bounds();
  const Vec3 sides = path.high - path.low;
  const double step = max_component(sides) + k_cells_a_step * max_component(grid_->cell_size());
  const double margin = k_culling_rounding * (reach() + length(path.origin));
  // Where the moving bounds are within those of the grid.
  double enter = 0.0, leave = max(end, 0.0);
  for (int k = 0; k < 3; ++k) {
    const double o = component(path.origin, k), d = component(path.direction, k);
    const double low = component(all.min, k) - component(path.high, k) - margin - o;
    const double high = component(all.max, k) - component(path.low, k) + margin - o;
    if (std::fabs(d) < k_bounds_rounding) {
      if (low > margin || high < -margin) return;
      continue;
    }
    enter = max(enter, (d > 0.0 ? low : high) / d);
    leave = min(leave, (d > 0.0 ? high : low) / d);
  }
  bool goes_on = true;
  for (double from = enter; goes_on && from <= min(leave, end); from += step) {
    const Vec3 first = path.origin + path.direction * from;
    const Vec3 last = path.origin + path.direction * min(from + step, min(leave, end));
    const Aabb swept = grown_by({min(first, last) + path.low, max(first, last) + path.high}, margin);
    const CellBox region = cells_within(swept);
    if (region.is_empty()) continue;
    for_boxes(region, [&](const CellBox& box) {
      goes_on = visit(box) && end >= 0.0;
      return goes_on;
    });
  }
}

/// From cell to cell (Amanatides and Woo, "A Fast Voxel Traversal Algorithm for Ray Tracing", 1987), on all levels:
/// what a bit of a brick stands for is a cell of its level. The walk goes up where it comes to an empty brick, and down
/// into cells that are not empty.
class SolidCells::RayWalk {
 public:
  /// @param sides by axis: whether a ray in the plane between two cells is in that before it.
  RayWalk(const SolidCells& cells, const Vec3& origin, const Vec3& direction, int sides, RaySteps* steps)
      : cells_(cells),
        grid_(*cells.grid_),
        steps_(steps),
        x_(grid_.occupied(), 0, grid_.cell_size().x, origin.x, direction.x, sides & 1),
        y_(grid_.occupied(), 1, grid_.cell_size().y, origin.y, direction.y, sides >> 1 & 1),
        z_(grid_.occupied(), 2, grid_.cell_size().z, origin.z, direction.z, sides >> 2 & 1) {}

  /// @param end m. @param hit its distance and cell are set. @param hit_axis set to that whose face is hit; -1: the
  /// origin is in a solid cell.
  bool find(double end, RayHit& hit, int& hit_axis) const {
    double distance = 0.0, leave = end;
    int axis = -1;
    bool is_beside = false;
    const auto clip = [&](int k, const Axis& of) {
      if (of.cells_a_metre == 0.0) {
        is_beside = is_beside || !(of.origin >= of.side * of.low && of.origin <= of.side * of.high);
        return;
      }
      const double low = of.plane_at(of.low), high = of.plane_at(of.high), near = min(low, high);
      if (near > distance) {
        axis = k;
        distance = near;
      }
      leave = min(leave, max(low, high));
    };
    clip(0, x_);
    clip(1, y_);
    clip(2, z_);
    if (is_beside || !(distance <= leave)) return false;
    std::int32_t x = x_.place_at(distance), y = y_.place_at(distance), z = z_.place_at(distance);
    const auto found = [&] {
      hit.distance = distance;
      hit.feature.triangle = static_cast<std::int32_t>(grid_.index(x, y, z));
      hit_axis = axis;
      return true;
    };
    // On a face, or an edge, the ray hits what is on either side of it.
    const int on = axis >= 0 ? 0 : x_.is_on(x) | y_.is_on(y) << 1 | z_.is_on(z) << 2;
    if (on != 0) {
      // In memory only here.
      std::int32_t place[3] = {x, y, z};
      if (starts_on_solid(on, place)) {
        x = place[0];
        y = place[1];
        z = place[2];
        return found();
      }
    }
    int level = 0;
    while (true) {
      std::uint64_t bits;
      while ((bits = grid_.brick(level, x >> 2, y >> 2, z >> 2)) == 0 && level + 1 < grid_.level_count()) {
        ++level;
        x >>= 2;
        y >>= 2;
        z >>= 2;
      }
      const double cells = 1 << (2 * level);
      const auto ahead = [cells](const Axis& of, std::int32_t place) {
        const double at = cells * (place + of.ahead);
        return Plane{at, cells * of.step, of.plane_at(at)};
      };
      Plane x_plane = ahead(x_, x), y_plane = ahead(y_, y), z_plane = ahead(z_, z);
      int cell = Voxels::bit_of(x, y, z), before = cell;
      bool is_within = true;
      const auto move_to = [&](int bit) {
        x = (x & ~3) | (bit & 3);
        y = (y & ~3) | bit >> 4;
        z = (z & ~3) | (bit >> 2 & 3);
      };
      const auto cross = [&](int k, const Axis& of, Plane& plane) {
        const int bit = Voxels::bit_of(k == 0, k == 1, k == 2);
        axis = k;
        distance = max(distance, plane.distance);
        plane.at += plane.step;
        plane.distance = of.plane_at(plane.at);
        before = cell;
        cell += bit * of.step;
        // A carry beyond the bits of the axis.
        is_within = distance <= leave && ((before ^ cell) & -k_brick_side * bit) == 0;
      };
      // Jumps, although they are mispredicted: planes looked up by axis lie in memory, and a step waits for the last.
      while (is_within) {
        if ((bits >> cell & 1) != 0) {
          move_to(cell);
          if (level > 0) break;
          if (!cells_.has_kinds() || cells_.has(grid_.kind(x, y, z))) return found();
        }
        if (steps_ != nullptr) [[unlikely]] {
          move_to(cell);
          report(x, y, z, level);
        }
        if (x_plane.distance < y_plane.distance && x_plane.distance < z_plane.distance) {
          cross(0, x_, x_plane);
        } else if (y_plane.distance < z_plane.distance) {
          cross(1, y_, y_plane);
        } else {
          cross(2, z_, z_plane);
        }
      }
      if (!is_within) {
        if (!(distance <= leave)) return false;
        move_to(before);
        x += axis == 0 ? x_.step : 0;
        y += axis == 1 ? y_.step : 0;
        z += axis == 2 ? z_.step : 0;
        const std::int32_t place = axis == 0 ? x : axis == 1 ? y : z;
        const Axis& of = axis == 0 ? x_ : axis == 1 ? y_ : z_;
        if ((place + 1) << (2 * level) <= of.low || place << (2 * level) >= of.high) return false;
        continue;
      }
      --level;
      const auto below = [&](const Axis& of, std::int32_t place) {
        const std::int32_t low = k_brick_side * place;
        return std::clamp(of.place_at(distance) >> (2 * level), low, low + k_brick_side - 1);
      };
      x = below(x_, x);
      y = below(y_, y);
      z = below(z_, z);
    }
  }

 private:
  /// The next plane between cells along an axis: in cells, those to the plane after it, and m along the ray.
  struct Plane {
    double at, step, distance;
  };

  /// The ray along an axis. Axes go by name: what an index chooses lies in memory.
  struct Axis {
    double origin, side;
    /// That of the planes: infinitely far back along an axis along which the ray does not go.
    double from, inverse;
    /// The origin in cells, and cells for each metre along the ray.
    double cell, cells_a_metre;
    /// Of the occupied cells.
    std::int32_t low, high;
    /// Cells from a cell to its plane that the ray leaves by, and to the next cell.
    int ahead, step;

    Axis(const CellBox& occupied, int axis, double cell_side, double ray_origin, double along, int is_before)
        : origin(ray_origin), side(cell_side), low(occupied.low[axis]), high(occupied.high[axis]) {
      // Whose inverse would be infinite.
      const bool is_across = std::fabs(along) < k_least_direction;
      from = is_across ? -ray_descent::k_infinity : origin;
      inverse = is_across ? 1.0 : 1.0 / along;
      cell = origin / side - is_before;
      cells_a_metre = is_across ? 0.0 : along / side;
      ahead = !is_across && along > 0.0 ? 1 : 0;
      step = 2 * ahead - 1;
    }

    std::int32_t place_at(double distance) const {
      const double at = cell + cells_a_metre * distance;
      return static_cast<std::int32_t>(min(max(at, static_cast<double>(low)), static_cast<double>(high - 1)));
    }
    /// m along the ray: where it meets a plane between cells.
    double plane_at(double place) const { return (side * place - from) * inverse; }
    /// 1 if the origin is on the plane before a cell, and there may be an occupied one.
    int is_on(std::int32_t place) const { return place > low && origin == side * place ? 1 : 0; }
  };

  void report(std::int32_t x, std::int32_t y, std::int32_t z, int level) const {
    const std::int32_t place[3] = {x, y, z};
    CellBox box;
    for (int k = 0; k < 3; ++k) {
      box.low[k] = place[k] << (2 * level);
      box.high[k] = std::min((place[k] + 1) << (2 * level), grid_.count(k));
    }
    if (!box.is_empty()) steps_->enter(cells_.bounds_of(box));
  }
  /// The origin lies on faces: any of the cells there will do. @param on by axis: whether it lies on one.
  bool starts_on_solid(int on, std::int32_t (&place)[3]) const {
    for (int before = 0;; before = (before - on) & on) {
      const std::int32_t at[3] = {place[0] - (before & 1), place[1] - (before >> 1 & 1), place[2] - (before >> 2)};
      if (cells_.has(grid_.kind(at[0], at[1], at[2]))) {
        for (int k = 0; k < 3; ++k) place[k] = at[k];
        return true;
      }
      if (before == on) return false;
    }
  }

  const SolidCells& cells_;
  const Voxels& grid_;
  RaySteps* steps_;
  Axis x_, y_, z_;
};

RayHit SolidCells::walk(const Vec3& origin, const Vec3& direction, double max_distance, RaySteps* steps) const {
  // In the plane between two cells, a ray hits what is on either side.
  int planes = 0;
  const auto note_plane = [&](int k, double along, double from, double side) {
    if (along != 0.0) return;
    const double at = from / side;
    if (at > 0.0 && at < grid_->count(k) && at == std::floor(at)) planes |= 1 << k;
  };
  const Vec3& side = grid_->cell_size();
  note_plane(0, direction.x, origin.x, side.x);
  note_plane(1, direction.y, origin.y, side.y);
  note_plane(2, direction.z, origin.z, side.z);
  RayHit hit;
  if (grid_->occupied().is_empty()) return hit;
  hit.distance = max_distance;
  int axis = -1;
  for (int sides = planes;; sides = (sides - 1) & planes) {
    RayHit other;
    int of = -1;
    const RayWalk cells(*this, origin, direction, sides, steps);
    if (cells.find(hit.distance, other, of) && (!hit.hit || other.distance < hit.distance)) {
      hit.hit = true;
      hit.distance = other.distance;
      hit.feature.triangle = other.feature.triangle;
      axis = of;
    }
    if (sides == 0) break;
  }
  if (!hit.hit) return {};
  if (steps != nullptr) steps->test(static_cast<std::uint32_t>(hit.feature.triangle));
  hit.point = origin + direction * hit.distance;
  hit.normal = axis < 0 ? -direction : unit_axis(axis) * (component(direction, axis) < 0.0 ? 1.0 : -1.0);
  return hit;
}

template <class Is>
bool SolidCells::any_around(const Vec3& point, double near, const Is& is) const {
  const CellBox cells = cells_within(grown_by({point, point}, near));
  for (std::int32_t y = cells.low[1]; y < cells.high[1]; ++y) {
    for (std::int32_t z = cells.low[2]; z < cells.high[2]; ++z) {
      for (std::int32_t x = cells.low[0]; x < cells.high[0]; ++x) {
        if (has(grid_->kind(x, y, z)) && is(bounds_of({{x, y, z}, {x + 1, y + 1, z + 1}}))) return true;
      }
    }
  }
  return false;
}

bool SolidCells::rises_above(const Vec3& point, const Vec3& normal, double near) const {
  return any_around(point, near, [&](const Aabb& cell) {
    const Vec3 highest{normal.x > 0.0 ? cell.max.x : cell.min.x, normal.y > 0.0 ? cell.max.y : cell.min.y,
                       normal.z > 0.0 ? cell.max.z : cell.min.z};
    const Vec3 away = highest - point;
    const double rise = dot(normal, away);
    return rise > near && rise * rise > k_surface_rise * k_surface_rise * length_squared(away);
  });
}

bool SolidCells::contains(const Vec3& point, double near) const {
  return any_around(point, near, [](const Aabb&) { return true; });
}

Vec3 GridPart::local_point(const Transform& frame, const Vec3& point) const {
  const Aabb bounds = cells.bounds_of(box);
  return inverse_times(frame, point) + (bounds.min + bounds.max) * 0.5;
}

bool GridPart::rises_above(const Pose& pose, const Vec3& point, const Vec3& normal, double near) const {
  const Transform frame = frame_of(pose);
  return cells.rises_above(local_point(frame, point), transpose_times(frame.rotation, normal), near);
}

bool GridPart::contains(const Pose& pose, const Vec3& point, double near) const {
  return cells.contains(local_point(frame_of(pose), point), near);
}

std::int32_t GridPart::index_at(const Pose& pose, const Vec3& point, const Vec3& outwards) const {
  const Transform frame = frame_of(pose);
  return cells.index_at(box, local_point(frame, point), transpose_times(frame.rotation, outwards));
}

}  // namespace hyperplane
