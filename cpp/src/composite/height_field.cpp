#include "composite/height_field.h"

#include "bvh/float_bounds.h"
#include "composite/surface_query.h"
#include "core/constants.h"
#include "core/hash.h"
#include "core/memory.h"
#include "shape/tolerances.h"

/// Building, changing and measuring. Queries are in height_field_query.cpp, bytes in height_field_archive.cpp.

namespace hyperplane {
namespace {

/// The first word of the hash of every field: "HPHF".
constexpr std::uint32_t k_hash_tag = 0x46485048;

Result<bool> no_memory_for_field() {
  return Result<bool>::failure(Status::out_of_memory, "no memory for the height field");
}

template <class Visit>
void for_heights(const HeightGrid& grid, const HeightRect& rect, const Visit& visit) {
  for (std::uint32_t row = 0; row < rect.rows; ++row) {
    for (std::uint32_t column = 0; column < rect.columns; ++column) {
      visit(grid.index(rect.column + column, rect.row + row), std::size_t{row} * rect.columns + column);
    }
  }
}

/// The cells with a corner in a rectangle of heights.
CellRect cells_around(const HeightGrid& grid, const HeightRect& rect) {
  const auto before = [](std::uint32_t i) { return i == 0 ? 0 : i - 1; };
  const auto end = [](std::uint32_t i, std::uint32_t cells) { return i < cells ? i : cells; };
  return {before(rect.column), before(rect.row), end(rect.column + rect.columns, grid.cell_columns()),
          end(rect.row + rect.rows, grid.cell_rows())};
}

/// Sign of a + b - c - d, exact: the rounding of a sum is monotonic, and its error a number.
int compare_sums(double a, double b, double c, double d) {
  const auto error_of = [](double x, double y, double sum) {
    const double y_part = sum - x, x_part = sum - y_part;
    return (x - x_part) + (y - y_part);
  };
  const double left = a + b, right = c + d;
  if (left != right) return left > right ? 1 : -1;
  const double left_error = error_of(a, b, left), right_error = error_of(c, d, right);
  return left_error > right_error ? 1 : (left_error < right_error ? -1 : 0);
}

}  // namespace

bool HeightField::create(const HeightFieldOptions& options, bool is_wide) {
  is_one_sided_ = options.sides == SurfaceSides::front;
  thickness_ = is_one_sided_ ? options.thickness + 0.0 : 0.0;
  step_x_ = options.width / static_cast<double>(options.columns - 1);
  step_z_ = options.depth / static_cast<double>(options.rows - 1);
  cells_per_x_ = 1.0 / step_x_;
  cells_per_z_ = 1.0 / step_z_;
  // A triangle has at least half the area of its cell. Twice that leaves room for rounding.
  const double longest_squared = step_x_ * step_z_ / (2.0 * k_least_triangle_height);
  const double flat_squared = step_x_ * step_x_ + step_z_ * step_z_;
  const bool is_long = flat_squared > 4.0 * k_min_shape_size * k_min_shape_size;
  sound_climb_ = is_long && longest_squared > flat_squared ? std::sqrt(longest_squared - flat_squared) : 0.0;
  return grid_.create(options.columns, options.rows, options.width, options.depth, is_wide) &&
         pyramid_.create(grid_.cell_columns(), grid_.cell_rows());
}

Result<bool> HeightField::build(std::span<const double> heights, const HeightFieldOptions& options,
                                HeightFieldProblem* problem) {
  bool is_wide = false;
  for (const double height : heights) is_wide = is_wide || !HeightGrid::fits_narrow(height);
  if (!create(options, is_wide)) return no_memory_for_field();
  for (std::size_t i = 0; i < heights.size(); ++i) grid_.set(i, heights[i]);
  return adopt_heights(problem);
}

Result<bool> HeightField::adopt_heights(HeightFieldProblem* problem) {
  const Survey all = survey(grid_.all_cells());
  if (const Result<bool> checked = check(all, all.triangles, problem); !checked.ok()) return checked;
  with_area_ = all.triangles;
  set_blocks(grid_.all_cells());
  for (std::size_t i = 0; i < grid_.size(); ++i) heights_hash_ += hash_at(i);
  measure(all.low, all.high);
  return {Status::ok, true, ""};
}

Result<bool> HeightField::check(const Survey& survey, std::uint32_t triangles, HeightFieldProblem* problem) {
  if (!survey.is_sound) {
    *problem = {survey.bad_column, survey.bad_row};
    return Result<bool>::failure(Status::degenerate_shape, "a triangle of the height field has no reliable normal");
  }
  if (triangles == 0) return Result<bool>::failure(Status::degenerate_shape, "the height field has no triangle");
  return {Status::ok, true, ""};
}

Result<bool> HeightField::set_heights(std::span<const double> heights, const HeightRect& rect,
                                      HeightFieldProblem* problem) {
  Buffer<double> before;
  Buffer<float> narrow;
  bool fits = true;
  for (const double height : heights) fits = fits && HeightGrid::fits_narrow(height);
  const bool widens = !fits && !grid_.is_wide();
  if (!before.reserve_exactly(heights.size()) || (widens && !grid_.widen(narrow))) return no_memory_for_field();

  const CellRect cells = cells_around(grid_, rect);
  const std::uint32_t others = with_area_ - survey(cells).triangles;
  const std::uint64_t hash = heights_hash_;
  for_heights(grid_, rect, [&](std::size_t i, std::size_t k) {
    before.push_unchecked(grid_.height(i));
    heights_hash_ -= hash_at(i);
    grid_.set(i, heights[k]);
    heights_hash_ += hash_at(i);
  });
  const Survey now = survey(cells);
  if (const Result<bool> checked = check(now, others + now.triangles, problem); !checked.ok()) {
    for_heights(grid_, rect, [&](std::size_t i, std::size_t k) { grid_.set(i, before[k]); });
    heights_hash_ = hash;
    if (widens) grid_.restore(narrow);
    return checked;
  }
  with_area_ = others + now.triangles;
  set_blocks(cells);
  measure(min(low_.y, now.low), max(high_.y, now.high));
  return {Status::ok, true, ""};
}

HeightField::Survey HeightField::survey(const CellRect& cells) const {
  Survey survey;
  for_cells(cells, [&](std::uint32_t column, std::uint32_t row) {
    const HeightCell cell = grid_.cell(column, row);
    for (const int k : {0, 1}) {
      if (!cell.has(k)) continue;
      ++survey.triangles;
      const double low = cell.low(k), high = cell.high(k);
      survey.low = min(survey.low, low);
      survey.high = max(survey.high, high);
      if (high - low < sound_climb_ || !survey.is_sound) continue;
      const HeightTriangle triangle = grid_.triangle(column, row, cell, k);
      survey.is_sound = is_placeable(triangle.a, triangle.b, triangle.c);
      survey.bad_column = column;
      survey.bad_row = row;
    }
  });
  return survey;
}

HeightRange HeightField::range_of(const CellRect& cells) const {
  double low = ray_descent::k_infinity, high = -ray_descent::k_infinity;
  for_cells(cells, [&](std::uint32_t column, std::uint32_t row) {
    const HeightCell cell = grid_.cell(column, row);
    for (const int k : {0, 1}) {
      if (!cell.has(k)) continue;
      low = min(low, cell.low(k));
      high = max(high, cell.high(k));
    }
  });
  if (low > high) return {};
  return {rounded_down(low), rounded_up(high)};
}

void HeightField::set_blocks(const CellRect& cells) {
  const CellRect blocks = HeightPyramid::blocks_of(cells);
  for_cells(blocks, [&](std::uint32_t column, std::uint32_t row) {
    pyramid_.set_block(column, row, range_of(pyramid_.cells_of_block(column, row)));
  });
  pyramid_.refit(blocks);
}

std::uint64_t HeightField::hash_at(std::size_t i) const {
  const double height = grid_.height(i);
  Hash hash;
  // A hole may have any bits of NaN here, which no height has.
  hash.add(std::isnan(height) ? ~std::uint64_t{0} : std::bit_cast<std::uint64_t>(height));
  hash.add(std::uint64_t{i});
  return hash.value();
}

void HeightField::measure(double low, double high) {
  const auto has_triangle = [&](std::uint32_t column, std::uint32_t row) {
    const HeightCell cell = grid_.cell(column, row);
    return cell.has(0) || cell.has(1);
  };
  // The least number that `number` gives for a cell with a triangle.
  const auto least_of_cells = [&](const auto& number, const auto& bound, double limit) {
    return pyramid_.least([&](const HeightRange&, const CellRect& cells) { return bound(cells); },
                          [&](const CellRect& cells) {
                            double least = ray_descent::k_infinity;
                            for_cells(cells, [&](std::uint32_t column, std::uint32_t row) {
                              if (has_triangle(column, row)) least = min(least, number(column, row));
                            });
                            return least;
                          },
                          limit);
  };
  const auto least_column = [&](double direction) {
    return direction *
           least_of_cells([&](std::uint32_t column, std::uint32_t) { return direction * static_cast<double>(column); },
                          [&](const CellRect& c) {
                            return direction * static_cast<double>(direction > 0.0 ? c.column : c.end_column - 1);
                          },
                          -ray_descent::k_infinity);
  };
  const auto least_row = [&](double direction) {
    return direction *
           least_of_cells([&](std::uint32_t, std::uint32_t row) { return direction * static_cast<double>(row); },
                          [&](const CellRect& c) {
                            return direction * static_cast<double>(direction > 0.0 ? c.row : c.end_row - 1);
                          },
                          -ray_descent::k_infinity);
  };
  low_ = {grid_.x_at(static_cast<std::uint32_t>(least_column(1.0))),
          pyramid_.least([](const HeightRange& range, const CellRect&) { return static_cast<double>(range.low); },
                         [&](const CellRect& cells) { return survey(cells).low; }, low),
          grid_.z_at(static_cast<std::uint32_t>(least_row(1.0)))};
  high_ = {grid_.x_at(static_cast<std::uint32_t>(least_column(-1.0)) + 1),
           -pyramid_.least([](const HeightRange& range, const CellRect&) { return -static_cast<double>(range.high); },
                           [&](const CellRect& cells) { return -survey(cells).high; }, -high),
           grid_.z_at(static_cast<std::uint32_t>(least_row(-1.0)) + 1)};
  highest_ = max(std::fabs(low_.y), std::fabs(high_.y));
  const Vec3 prism = prism_beyond(high_.y - low_.y);
  bounds_ = {low_ - Vec3{prism.x, thickness_, prism.z}, high_ + Vec3{prism.x, 0.0, prism.z}};
  size_ = 0.5 * length(high_ - low_) * (1.0 + k_bounds_rounding);
  reach_ = (length(max(abs(low_), abs(high_))) + thickness_) * (1.0 + k_bounds_rounding);

  Hash hash;
  hash.add(k_hash_tag);
  hash.add(is_one_sided_ ? 1u : 0u);
  hash.add(thickness_);
  hash.add(grid_.half_width());
  hash.add(grid_.half_depth());
  hash.add(grid_.columns());
  hash.add(grid_.rows());
  hash.add(heights_hash_);
  hash_ = hash.value();
}

Vec3 HeightField::prism_beyond(double climb) const {
  // The sine of a slope is at most its tangent.
  return {thickness_ * min(climb * cells_per_x_, 1.0), thickness_, thickness_ * min(climb * cells_per_z_, 1.0)};
}

void HeightField::corners(std::uint32_t triangle, Vec3 (&out)[3]) const {
  const HeightTriangle of = grid_.triangle(triangle);
  out[0] = of.a;
  out[1] = of.b;
  out[2] = of.c;
}

bool HeightField::has_area(std::uint32_t triangle) const {
  const HeightGrid::CellPlace place = grid_.place_of(triangle);
  return grid_.cell(place.column, place.row).has(place.triangle);
}

/// On an even grid the two corners that an edge does not have lie opposite each other, so that the second difference of
/// the heights decides.
std::uint8_t HeightField::bends(std::uint32_t triangle) const {
  const auto [column, row, k] = grid_.place_of(triangle);
  const HeightCell cell = grid_.cell(column, row);
  // By the ends of the edge, and the opposite corners of this triangle and of the other one.
  const auto bend = [](double from, double to, double own, double other) {
    if (std::isnan(from + to + own + other)) return EdgeBend::open;
    const int ridge = compare_sums(from, to, own, other);
    return ridge == 0 ? EdgeBend::flat : (ridge > 0 ? EdgeBend::convex : EdgeBend::concave);
  };
  const auto height = [&](bool exists, std::uint32_t at_column, std::uint32_t at_row) {
    return exists ? grid_.height(grid_.index(at_column, at_row)) : HeightGrid::k_hole;
  };
  if (k == 0) {
    return to_bends(bend(cell.a, cell.b, cell.d, height(column > 0, column - 1, row)),
                    bend(cell.b, cell.d, cell.a, height(row + 1 < grid_.cell_rows(), column + 1, row + 2)),
                    bend(cell.d, cell.a, cell.b, cell.c));
  }
  return to_bends(bend(cell.a, cell.d, cell.c, cell.b),
                  bend(cell.d, cell.c, cell.a, height(column + 1 < grid_.cell_columns(), column + 2, row + 1)),
                  bend(cell.c, cell.a, cell.d, height(row > 0, column, row - 1)));
}

bool HeightField::may_be_open(const Aabb& around) const {
  const Aabb inside = grown_by(around, thickness_ + 1.0 / min(cells_per_x_, cells_per_z_));
  return with_area_ != triangle_count() || inside.min.x < bounds_.min.x || inside.max.x > bounds_.max.x ||
         inside.min.z < bounds_.min.z || inside.max.z > bounds_.max.z;
}

std::size_t HeightField::footprint() const { return sizeof(HeightField) + grid_.footprint() + pyramid_.footprint(); }

const char* HeightField::validate() const {
  for (std::size_t i = 0; i < grid_.size(); ++i) {
    const double height = grid_.height(i);
    if (std::isnan(height)) continue;
    if (std::fabs(height) > k_max_shape_size || (height == 0.0 && std::signbit(height))) return "a height out of range";
  }
  const Survey all = survey(grid_.all_cells());
  if (!all.is_sound) return "a triangle without area";
  if (all.triangles != with_area_ || with_area_ == 0) return "a wrong number of triangles";
  if (all.low != low_.y || all.high != high_.y) return "wrong bounds of the heights";
  const CellRect blocks = pyramid_.all_blocks();
  for (std::uint32_t row = 0; row < blocks.end_row; ++row) {
    for (std::uint32_t column = 0; column < blocks.end_column; ++column) {
      const HeightRange range = range_of(pyramid_.cells_of_block(column, row)), stored = pyramid_.block(column, row);
      if (range.low != stored.low || range.high != stored.high) return "a block with a wrong range";
    }
  }
  std::uint64_t hash = 0;
  for (std::size_t i = 0; i < grid_.size(); ++i) hash += hash_at(i);
  if (hash != heights_hash_) return "a wrong hash";
  return pyramid_.validate();
}

void HeightFieldDeleter::operator()(const HeightField* field) const { destroy_object(const_cast<HeightField*>(field)); }

}  // namespace hyperplane
