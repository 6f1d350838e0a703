#include <utility>

#include <hyperplane/height_field.h>

#include "bind_call.h"
#include "report.h"
#include "space/space_call.h"

/// Height fields. The report carries heights in, or the bytes of a field.

namespace hyperplane::bindings {
namespace {

/// Writes the place of a problem to point 0: column and row, -1 each if there is none.
void write_problem(const HeightFieldProblem& problem) {
  records().results[0] = {static_cast<double>(problem.column), static_cast<double>(problem.row), 0.0};
}

/// Builds the height field of the report. @param width, depth, thickness m.
/// @return the shape's number, or 0 with the fault record and the problem filled.
std::uint32_t create_field(std::uint32_t columns, std::uint32_t rows, double width, double depth, bool is_one_sided,
                           double thickness) {
  HeightFieldOptions options;
  options.sides = is_one_sided ? SurfaceSides::front : SurfaceSides::both;
  options.thickness = thickness;
  options.columns = columns;
  options.rows = rows;
  options.width = width;
  options.depth = depth;
  HeightFieldProblem problem;
  Result<HeightFieldPtr> field = build_height_field(report_numbers(), options, &problem);
  write_problem(problem);
  return add_built(std::move(field), make_height_field);
}

/// Sets the heights of a rectangle to those in the report. @return 0, or k_fault with the problem filled.
std::uint32_t set_field_heights(std::uint32_t number, std::uint32_t column, std::uint32_t row, std::uint32_t columns,
                                std::uint32_t rows) {
  if (accept_shape(number, Argument::shape_a) == nullptr) return k_fault;
  HeightField* const field = shape_store.find_height_field(number);
  if (field == nullptr) return report_fault(Status::invalid_argument, Argument::shape_a, "not a height field");
  HeightFieldProblem problem;
  const Result<bool> set = set_heights(*field, report_numbers(), {column, row, columns, rows}, &problem);
  write_problem(problem);
  if (!set.ok()) return report_fault(set.status, Argument::value, set.message);
  shape_store.refresh_users_of(field);
  return 0;
}

/// Makes a height field of the first `byte_count` bytes of the report.
/// @return the shape's number, or 0 with the fault record filled.
std::uint32_t deserialize_field(std::uint32_t byte_count) {
  const std::span<const std::byte> bytes = std::as_bytes(report_numbers());
  return add_built(deserialize_height_field(bytes.first(byte_count)), make_height_field);
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_height_field) {
  bind_call("createHeightField", &create_field);
  bind_call("setHeights", &set_field_heights);
  bind_call("deserializeHeightField", &deserialize_field);
}

}  // namespace hyperplane::bindings
