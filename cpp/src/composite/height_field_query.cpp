#include "bvh/descent.h"
#include "bvh/tolerances.h"
#include "composite/height_field.h"
#include "composite/surface_query.h"
#include "composite/tolerances.h"
#include "composite/triangle_culling.h"
#include "composite/triangle_lanes.h"
#include "math/pose.h"
#include "shape/bounds.h"
#include "shape/ray.h"
#include "shape/tolerances.h"

/// Queries of a height field: descents of its pyramid, then the cells of a block one by one.

namespace hyperplane {
namespace {

double farthest_coordinate(const Aabb& bounds) {
  return max(max_component(abs(bounds.min)), max_component(abs(bounds.max)));
}

/// From the first up to, but not including, the last.
struct CellSpan {
  std::uint32_t begin, end;
};

/// The cells that an interval overlaps, of those from `begin` up to `end`. @param low, high in cells.
CellSpan overlapped(double low, double high, std::uint32_t begin, std::uint32_t end) {
  const auto first = static_cast<double>(begin), last = static_cast<double>(end);
  if (high < first || low > last) return {begin, begin};
  // An interval that starts at the last line overlaps the last cell.
  const std::uint32_t from = low < last ? (low > first ? static_cast<std::uint32_t>(low) : begin) : end - 1;
  return {from, high < last ? static_cast<std::uint32_t>(high) + 1 : end};
}

}  // namespace

/// Bounds that move along a path, over the grid: axis 0 along x and 1 along z in cells, 2 along y in metres.
class HeightField::CellPath {
 public:
  /// @param rounding m: as by grid_rounding.
  CellPath(const HeightField& field, const ray_descent::Path& path, double rounding) {
    const auto set = [&](int axis, double scale, double origin, int k) {
      start_[axis] = (component(path.origin, k) + origin) * scale;
      low_[axis] = (component(path.low, k) - rounding) * scale;
      high_[axis] = (component(path.high, k) + rounding) * scale;
      double rate = component(path.direction, k) * scale;
      if (rate < k_least_ray_component && rate > -k_least_ray_component) {
        rate = rate < 0.0 ? -k_least_ray_component : k_least_ray_component;
      }
      rate_[axis] = rate;
      inverse_[axis] = 1.0 / rate;
    };
    set(0, field.cells_per_x_, field.grid_.half_width(), 0);
    set(1, field.cells_per_z_, field.grid_.half_depth(), 2);
    set(2, 1.0, 0.0, 1);
    along_ = std::fabs(rate_[1]) > std::fabs(rate_[0]) ? 1 : 0;
  }

  /// The axis of the grid that the path follows more.
  int along() const { return along_; }
  bool is_upwards(int axis) const { return rate_[axis] > 0.0; }
  /// Keeps the part of an interval of the path in which the bounds are between two planes across an axis.
  void keep_between(Interval& inside, int axis, double low, double high) const {
    const double a = (low - high_[axis] - start_[axis]) * inverse_[axis];
    const double b = (high - low_[axis] - start_[axis]) * inverse_[axis];
    inside = {max(inside.enter, min(a, b)), min(inside.leave, max(a, b))};
  }
  /// The interval of an axis that the bounds sweep over.
  Interval swept(const Interval& inside, int axis) const {
    const double a = start_[axis] + rate_[axis] * inside.enter, b = start_[axis] + rate_[axis] * inside.leave;
    return {min(a, b) + low_[axis], max(a, b) + high_[axis]};
  }

  /// The cells of a rectangle that bounds, widened by `aside` cells, sweep over. Clips the interval to them.
  CellRect cells_met(const CellRect& of, double aside_x, double aside_z, Interval& inside) const {
    keep_between(inside, 0, static_cast<double>(of.column) - aside_x, static_cast<double>(of.end_column) + aside_x);
    keep_between(inside, 1, static_cast<double>(of.row) - aside_z, static_cast<double>(of.end_row) + aside_z);
    if (!(inside.enter <= inside.leave)) return {of.column, of.row, of.column, of.row};
    const CellSpan columns = cells_on(inside, 0, aside_x, {of.column, of.end_column});
    const CellSpan rows = cells_on(inside, 1, aside_z, {of.row, of.end_row});
    return {columns.begin, rows.begin, columns.end, rows.end};
  }
  /// The same along one axis of the grid.
  CellSpan cells_on(const Interval& inside, int axis, double aside, const CellSpan& of) const {
    const Interval over = swept(inside, axis);
    return overlapped(over.enter - aside, over.leave + aside, of.begin, of.end);
  }

 private:
  double start_[3], low_[3], high_[3], rate_[3], inverse_[3];
  int along_;
};

HeightField::Beyond HeightField::beyond(double climb, Beside beside) const {
  if (beside == Beside::nothing) return {};
  const double touch = 2.0 * k_touch_margin * (step_x_ + step_z_ + climb);
  const Vec3 prism = beside == Beside::prism ? prism_beyond(climb) : Vec3{};
  return {prism.x + touch, prism.z + touch, prism.y + touch, touch};
}

HeightNodes HeightField::nodes(Beside beside) const {
  const Beyond all = beyond(high_.y - low_.y, beside);
  return HeightNodes(pyramid_, grid_, max(all.x, all.z), all.below, all.above, highest_);
}

CellRect HeightField::cells_within(const Aabb& bounds, const CellRect& of, const Beyond& beyond) const {
  const double x = grid_.half_width(), z = grid_.half_depth();
  const CellSpan columns = overlapped((bounds.min.x - beyond.x + x) * cells_per_x_,
                                      (bounds.max.x + beyond.x + x) * cells_per_x_, of.column, of.end_column);
  const CellSpan rows = overlapped((bounds.min.z - beyond.z + z) * cells_per_z_,
                                   (bounds.max.z + beyond.z + z) * cells_per_z_, of.row, of.end_row);
  return {columns.begin, rows.begin, columns.end, rows.end};
}

template <class Visit>
bool HeightField::for_triangles_within(std::uint32_t leaf, const Aabb& bounds, Beside beside,
                                       const Visit& visit) const {
  const CellRect block = pyramid_.cells_of_leaf(leaf);
  const HeightRange range = pyramid_.range_of_leaf(leaf);
  const Beyond most = beyond(static_cast<double>(range.high) - static_cast<double>(range.low), beside);
  const CellRect cells = cells_within(bounds, block, most);
  if (cells.column == cells.end_column) return true;
  CellSides sides;
  sides.z1 = grid_.z_at(cells.row);
  for (std::uint32_t row = cells.row; row < cells.end_row; ++row) {
    sides.z0 = sides.z1;
    sides.z1 = grid_.z_at(row + 1);
    sides.x1 = grid_.x_at(cells.column);
    for (std::uint32_t column = cells.column; column < cells.end_column; ++column) {
      sides.x0 = sides.x1;
      sides.x1 = grid_.x_at(column + 1);
      const HeightCell cell = grid_.cell(column, row);
      for (const int k : {0, 1}) {
        if (!cell.has(k)) continue;
        const double low = cell.low(k), high = cell.high(k);
        const Beyond of = beyond(high - low, beside);
        if (low - of.below > bounds.max.y || high + of.above < bounds.min.y) continue;
        const HeightTriangle triangle = grid_.triangle(column, row, sides, cell, k);
        const Vec3 &a = triangle.a, &d = triangle.opposite();
        if (a.x - of.x > bounds.max.x || d.x + of.x < bounds.min.x || a.z - of.z > bounds.max.z ||
            d.z + of.z < bounds.min.z) {
          continue;
        }
        if (!visit(triangle)) return false;
      }
    }
  }
  return true;
}

template <class Visit>
void HeightField::for_triangles_along(std::uint32_t leaf, const CellPath& path, Beside beside, const double& end,
                                      const Visit& visit) const {
  const CellRect block = pyramid_.cells_of_leaf(leaf);
  const HeightRange range = pyramid_.range_of_leaf(leaf);
  const double lowest = static_cast<double>(range.low), highest = static_cast<double>(range.high);
  const Beyond most = beyond(highest - lowest, beside);
  const double aside[2] = {most.x * cells_per_x_, most.z * cells_per_z_};
  Interval over{0.0, end};
  path.keep_between(over, 2, lowest - most.below, highest + most.above);
  const CellRect met = path.cells_met(block, aside[0], aside[1], over);
  if (!(over.enter <= over.leave)) return;

  const int along = path.along(), across = 1 - along;
  const CellSpan met_on[2] = {{met.column, met.end_column}, {met.row, met.end_row}};
  // Strips of cells across the path, in its order.
  const CellSpan strips = met_on[along];
  for (std::uint32_t n = strips.begin; n < strips.end; ++n) {
    const std::uint32_t strip = path.is_upwards(along) ? n : strips.begin + strips.end - 1 - n;
    Interval part{over.enter, min(over.leave, end)};
    path.keep_between(part, along, static_cast<double>(strip) - aside[along],
                      static_cast<double>(strip + 1) + aside[along]);
    if (!(part.enter <= part.leave)) continue;
    const Interval swept = path.swept(part, 2);
    const CellSpan of = path.cells_on(part, across, aside[across], met_on[across]);
    for (std::uint32_t m = of.begin; m < of.end; ++m) {
      const std::uint32_t place = path.is_upwards(across) ? m : of.begin + of.end - 1 - m;
      const std::uint32_t column = along == 0 ? strip : place, row = along == 0 ? place : strip;
      const HeightCell cell = grid_.cell(column, row);
      for (const int k : {0, 1}) {
        if (!cell.has(k)) continue;
        const double low = cell.low(k), high = cell.high(k);
        const Beyond more = beyond(high - low, beside);
        if (low - more.below > swept.leave || high + more.above < swept.enter) continue;
        visit(grid_.triangle(column, row, cell, k));
      }
    }
  }
}

template <class Visit>
void HeightField::search_within(const Aabb& bounds, Beside beside, const BoundsFilter* accepts,
                                const Visit& visit) const {
  const Aabb widened = grown_by(bounds, grid_rounding(farthest_coordinate(bounds)));
  const CellRect cells = cells_within(widened, grid_.all_cells(), beyond(high_.y - low_.y, beside));
  if (cells.column == cells.end_column || cells.row == cells.end_row) return;
  const HeightNodes near = nodes(beside);
  descend_overlapping(
      near, to_float_bounds(bounds, {}), accept_by_bounds(near, {}, accepts),
      [&](std::uint32_t leaf) { return for_triangles_within(leaf, widened, beside, visit); },
      pyramid_.node_around(cells));
}

void HeightField::visit_within(const Aabb& bounds, const BoundsFilter* accepts, RowSearch visit) const {
  const TriangleCulling culling(bounds, {}, reach_);
  search_within(bounds, Beside::touch, accepts,
                [&](const HeightTriangle& t) { return culling.rejects(t.triangle(), {}) || visit(t.number); });
}

void HeightField::visit_prisms_within(const Aabb& bounds, RowSearch visit) const {
  const TriangleCulling culling(bounds, {}, reach_);
  search_within(bounds, Beside::prism, nullptr, [&](const HeightTriangle& t) {
    const Triangle triangle = t.triangle();
    const Vec3 prism = has_prisms() ? triangle.normal() * -thickness_ : Vec3{};
    return culling.rejects(triangle, prism) || visit(t.number);
  });
}

void HeightField::visit_leaves_within(const Aabb& bounds, CornerSearch visit) const {
  search_within(bounds, Beside::touch, nullptr,
                [&](const HeightTriangle& t) { return visit(t.number, {t.a, t.b, t.c}); });
}

void HeightField::visit_near(const Aabb& bounds, const double& end, RowVisitor visit) const {
  const double far = farthest_coordinate(bounds), everywhere = far + 2.0 * reach_;
  descend_nearest(nodes(Beside::touch), to_float_bounds(bounds, {}), end, AcceptAll{}, [&](std::uint32_t leaf) {
    const double within = clamp(end, 0.0, everywhere);
    const TriangleCulling culling(grown_by(bounds, within), {}, reach_);
    const Aabb widened = grown_by(bounds, within + grid_rounding(far + within));
    for_triangles_within(leaf, widened, Beside::touch, [&](const HeightTriangle& t) {
      if (!culling.rejects(t.triangle(), {})) visit(t.number);
      return true;
    });
  });
}

template <class Filter, class Visit>
void HeightField::search_along(ray_descent::Path path, const CellPath& over, Beside beside, const double& end,
                               const Filter& filter, const Visit& visit) const {
  const Beyond all = beyond(high_.y - low_.y, beside);
  Interval inside{0.0, end};
  over.keep_between(inside, 2, low_.y - all.below, high_.y + all.above);
  const CellRect cells = over.cells_met(grid_.all_cells(), all.x * cells_per_x_, all.z * cells_per_z_, inside);
  if (!(inside.enter <= inside.leave)) return;
  path.origin += path.direction * inside.enter;
  ray_descent::descend_below(
      nodes(beside), pyramid_.node_around(cells), path, inside.enter, filter, [&] { return end; },
      [&](std::uint32_t leaf) { for_triangles_along(leaf, over, beside, end, visit); });
}

void HeightField::visit_along(const ray_descent::Path& path, const double& end, const BoundsFilter* accepts,
                              RowVisitor visit) const {
  const Aabb bounds{path.origin + path.low, path.origin + path.high};
  const CellPath over(*this, path, grid_rounding(farthest_coordinate(bounds)));
  const BallCulling ball(path.origin, path.direction, path.radius, reach_);
  TriangleCulling culling(bounds, path.direction * end, reach_);
  search_along(path, over, Beside::touch, end, ray_descent::filter_by_bounds(accepts, {}),
               [&](const HeightTriangle& t) {
                 const Triangle triangle = t.triangle();
                 if (ball.rejects(triangle, end) || culling.rejects(triangle, {})) return;
                 visit(t.number);
                 culling.set_way(path.direction * end);
               });
}

Aabb HeightField::bounds_at(const Pose& pose) const {
  const Aabb turned = rotated(to_matrix(pose.rotation), bounds_);
  return rounded_outwards(pose.position, turned.min, turned.max, reach_);
}

RayHit HeightField::raycast(const Vec3& origin, const Vec3& direction, double max_distance, double coordinates) const {
  RayHit best;
  best.distance = max_distance;
  // A ray may hit an edge that it passes by the rounding of its coordinates. Twice, as the triangles are oblique.
  const double thickness = 2.0 * k_flat_ray_margin * (coordinates + length(origin) + 3.0 * reach_);
  const Vec3 margin{thickness, thickness, thickness};
  const RayFilter filter(origin, direction, coordinates, reach_);
  const ray_descent::Path path{origin, direction, -margin, margin};
  const CellPath over(*this, path, grid_rounding(max_component(abs(origin))));
  search_along(path, over, Beside::nothing, best.distance, ray_descent::k_no_filter, [&](const HeightTriangle& t) {
    if (filter.rejects(t.a, t.b, t.c)) return;
    hit_triangle(t.triangle(), t.number, is_one_sided_, origin, direction, best);
  });
  return best.hit ? best : RayHit{};
}

bool HeightField::is_below(const Vec3& point) const {
  const double column = (point.x + grid_.half_width()) * cells_per_x_;
  const double row = (point.z + grid_.half_depth()) * cells_per_z_;
  const auto is_within = [](double at, std::uint32_t count) { return at >= 0.0 && at <= static_cast<double>(count); };
  if (!is_within(column, grid_.cell_columns()) || !is_within(row, grid_.cell_rows())) return false;
  const std::uint32_t at_column = std::min(static_cast<std::uint32_t>(column), grid_.cell_columns() - 1);
  const std::uint32_t at_row = std::min(static_cast<std::uint32_t>(row), grid_.cell_rows() - 1);
  const HeightCell cell = grid_.cell(at_column, at_row);
  const double u = column - static_cast<double>(at_column), v = row - static_cast<double>(at_row);
  const int half = v >= u ? 0 : 1;
  if (!cell.has(half)) return false;
  const double height = half == 0 ? cell.a + (cell.b - cell.a) * v + (cell.d - cell.b) * u
                                  : cell.a + (cell.c - cell.a) * u + (cell.d - cell.c) * v;
  return point.y < height;
}

ClosestPoint HeightField::closest_point(const Vec3& point, double within) const {
  ClosestPoint best;
  best.distance = ray_descent::k_infinity;
  // What is behind counts, however deep.
  double least = max(within, thickness_);
  const double far = max_component(abs(point));
  HeightTriangle batch[4];
  int count = 0;
  const auto approach = [&] {
    if (count == 0) return;
    TriangleLanes lanes(point);
    for (int lane = 0; lane < 4; ++lane) {
      const HeightTriangle& t = batch[lane < count ? lane : 0];
      lanes.set(lane, t.a, t.b, t.c);
    }
    float gaps[4];
    lanes.bound_distances({}, gaps);
    for (int lane = 0; lane < count; ++lane) {
      if (gaps[lane] > rounded_up(least)) continue;
      approach_triangle(batch[lane].triangle(), batch[lane].number, point, best, least);
    }
    count = 0;
  };
  descend_nearest(nodes(Beside::nothing), to_float_bounds({point, point}, {}), least, AcceptAll{},
                  [&](std::uint32_t leaf) {
                    const Aabb near = grown_by({point, point}, least + grid_rounding(far + least));
                    for_triangles_within(leaf, near, Beside::nothing, [&](const HeightTriangle& t) {
                      batch[count++] = t;
                      if (count == 4) approach();
                      return true;
                    });
                    approach();
                  });
  if (best.distance > 0.0 && best.distance <= thickness_ && is_below(point)) {
    best.distance = -best.distance;
    best.normal = -best.normal;
  }
  return best;
}

Vec3 HeightField::support(const Vec3& direction) const {
  // Rounding is monotonic: computed in the same order, the height of bounds is not below that of a point within.
  const auto highest_in = [&](const HeightRange& range, const CellRect& cells) {
    const double x = grid_.x_at(direction.x < 0.0 ? cells.column : cells.end_column);
    const double z = grid_.z_at(direction.z < 0.0 ? cells.row : cells.end_row);
    return dot({x, static_cast<double>(direction.y < 0.0 ? range.low : range.high), z}, direction);
  };
  Vec3 farthest;
  double most = -ray_descent::k_infinity;
  pyramid_.least([&](const HeightRange& range, const CellRect& cells) { return -highest_in(range, cells); },
                 [&](const CellRect& cells) {
                   for_cells(cells, [&](std::uint32_t column, std::uint32_t row) {
                     const HeightCell cell = grid_.cell(column, row);
                     for (const int k : {0, 1}) {
                       if (!cell.has(k)) continue;
                       const HeightTriangle triangle = grid_.triangle(column, row, cell, k);
                       for (const Vec3& corner : {triangle.a, triangle.b, triangle.c}) {
                         const double along = dot(corner, direction);
                         if (along <= most) continue;
                         most = along;
                         farthest = corner;
                       }
                     }
                   });
                   return -most;
                 },
                 -ray_descent::k_infinity);
  return farthest;
}

}  // namespace hyperplane
