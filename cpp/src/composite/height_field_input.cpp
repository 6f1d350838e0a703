#include <cmath>

#include <hyperplane/height_field.h>

#include "composite/height_field.h"
#include "core/memory.h"

/// The public functions of height fields: they validate input.

namespace hyperplane {
namespace {

constexpr char k_bad_height[] = "a height is neither a number up to 1e9 m nor NaN for a hole";
constexpr char k_wrong_count[] = "the number of heights is not the product of columns and rows";

/// @param columns of the rectangle of heights. @param problem receives the place of a bad one in it.
bool find_bad_height(std::span<const double> heights, std::uint32_t columns, HeightFieldProblem& problem) {
  for (std::size_t i = 0; i < heights.size(); ++i) {
    if (!(std::fabs(heights[i]) > k_max_shape_size)) continue;
    problem = {static_cast<std::int64_t>(i % columns), static_cast<std::int64_t>(i / columns)};
    return true;
  }
  return false;
}

bool is_column_count(std::uint32_t count) { return count >= 2 && count <= k_max_height_columns; }
bool is_side(double length) { return length >= k_min_shape_size && length <= k_max_shape_size; }

}  // namespace

Result<HeightFieldPtr> build_height_field(std::span<const double> heights, const HeightFieldOptions& options,
                                          HeightFieldProblem* problem) {
  HeightFieldProblem ignored;
  if (problem == nullptr) problem = &ignored;
  *problem = {};
  const auto refuse = [](const char* message) {
    return Result<HeightFieldPtr>::failure(Status::invalid_argument, message);
  };
  if (!is_column_count(options.columns) || !is_column_count(options.rows)) {
    return refuse("the columns or rows of a height field are not from 2 to 4096");
  }
  if (!is_side(options.width) || !is_side(options.depth)) {
    return refuse("the width or depth of a height field is not a number from 1e-9 to 1e9 m");
  }
  if (!(options.thickness >= 0.0 && options.thickness <= k_max_shape_size)) {
    return refuse("the thickness of a height field is not a number from 0 to 1e9 m");
  }
  if (heights.size() != std::size_t{options.columns} * options.rows) return refuse(k_wrong_count);
  if (find_bad_height(heights, options.columns, *problem)) return refuse(k_bad_height);

  auto* const field = make_object<HeightField>();
  HeightFieldPtr owner(field);
  if (field == nullptr) {
    return Result<HeightFieldPtr>::failure(Status::out_of_memory, "no memory for the height field");
  }
  const Result<bool> built = field->build(heights, options, problem);
  if (!built.ok()) return Result<HeightFieldPtr>::failure(built.status, built.message);
  return {Status::ok, std::move(owner), ""};
}

Result<bool> set_heights(HeightField& field, std::span<const double> heights, const HeightRect& rect,
                         HeightFieldProblem* problem) {
  HeightFieldProblem ignored;
  if (problem == nullptr) problem = &ignored;
  *problem = {};
  const auto refuse = [](const char* message) { return Result<bool>::failure(Status::invalid_argument, message); };
  const auto is_span = [](std::uint32_t first, std::uint32_t count, std::uint32_t all) {
    return count > 0 && count <= all && first <= all - count;
  };
  if (!is_span(rect.column, rect.columns, field.columns()) || !is_span(rect.row, rect.rows, field.rows())) {
    return refuse("the rectangle is empty or not within the height field");
  }
  if (heights.size() != std::size_t{rect.columns} * rect.rows) return refuse(k_wrong_count);
  if (find_bad_height(heights, rect.columns, *problem)) {
    problem->column += rect.column;
    problem->row += rect.row;
    return refuse(k_bad_height);
  }
  return field.set_heights(heights, rect, problem);
}

Shape make_height_field(const HeightField& field) {
  Shape shape{ShapeType::height_field, {0.0}};
  shape.height_field = &field;
  return shape;
}

std::uint32_t height_field_triangle_count(const HeightField& field) { return field.triangle_count(); }
void height_field_corners(const HeightField& field, std::uint32_t triangle, Vec3 (&corners)[3]) {
  field.corners(triangle, corners);
}

std::size_t serialized_size(const HeightField& field) { return field.serialized_size(); }
void serialize_height_field(const HeightField& field, std::span<std::byte> bytes) { field.serialize(bytes); }

Result<HeightFieldPtr> deserialize_height_field(std::span<const std::byte> bytes) {
  auto* const field = make_object<HeightField>();
  HeightFieldPtr owner(field);
  const Status status = field == nullptr ? Status::out_of_memory : field->deserialize(bytes);
  if (status == Status::ok) return {Status::ok, std::move(owner), ""};
  return Result<HeightFieldPtr>::failure(status, status == Status::out_of_memory
                                                     ? "no memory for the height field"
                                                     : "the bytes are damaged, or no height field of this version");
}

}  // namespace hyperplane
