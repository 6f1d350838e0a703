#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <hyperplane/triangle_mesh.h>

/// Height fields: terrains on a grid, with holes. Much smaller than a mesh of the same triangles.

namespace hyperplane {

class HeightField;

struct HeightFieldOptions : SurfaceOptions {
  constexpr HeightFieldOptions() : SurfaceOptions{SurfaceSides::front} {}

  /// Heights along x and along z, 2 to k_max_height_columns.
  std::uint32_t columns = 2, rows = 2;
  /// m: full sizes along x and z; the field is centred at the origin.
  double width = 1.0, depth = 1.0;
};

inline constexpr std::uint32_t k_max_height_columns = 4096;
inline constexpr std::uint32_t k_max_height_field_triangles =
    2 * (k_max_height_columns - 1) * (k_max_height_columns - 1);

/// Frees a height field; keeps `HeightField` incomplete here.
struct HeightFieldDeleter {
  void operator()(const HeightField* field) const;
};
using HeightFieldPtr = std::unique_ptr<HeightField, HeightFieldDeleter>;

/// Place of a bad height, or the first corner of the cell of a triangle without area. -1: no place.
struct HeightFieldProblem {
  std::int64_t column = -1, row = -1;
};

/// Cell `row * (columns - 1) + column` is two triangles, counter-clockwise seen from +y, parted by the diagonal from
/// its corner at low x and z: `2 * cell` has the corner at low x and high z, `2 * cell + 1` that at high x and low z.
/// @param heights m, x first, `rows * columns` of them, each up to k_max_shape_size; NaN is a hole, which takes the
/// triangles with that corner away. 4 bytes each are kept if all fit into 32 bits, otherwise 8.
/// @param problem receives the place of an error; may be null.
/// @return `invalid_argument` for a wrong number of heights, a height that is neither in that range nor NaN, sizes that
/// are no lengths of shapes or zero, a negative or not finite thickness; `degenerate_shape` for no triangle at all, and
/// for one without area: so steep, or of a cell so narrow, that its normal is rounding; `out_of_memory`.
Result<HeightFieldPtr> build_height_field(std::span<const double> heights, const HeightFieldOptions& options,
                                          HeightFieldProblem* problem = nullptr);

/// A rectangle of the grid of heights.
struct HeightRect {
  std::uint32_t column = 0, row = 0, columns = 0, rows = 0;
};

/// Other heights for a rectangle.
/// @param heights `rect.rows * rect.columns` numbers, x first. @return as `build_height_field`, `invalid_argument` also
/// for a rectangle that is empty or not within the grid; on failure nothing has changed.
Result<bool> set_heights(HeightField& field, std::span<const double> heights, const HeightRect& rect,
                         HeightFieldProblem* problem = nullptr);

/// Also those at holes.
std::uint32_t height_field_triangle_count(const HeightField& field);
/// @param corners NaN at holes.
void height_field_corners(const HeightField& field, std::uint32_t triangle, Vec3 (&corners)[3]);

/// The shape of a height field, which must outlive it.
Shape make_height_field(const HeightField& field);

/// Number of bytes of `serialize_height_field`.
std::size_t serialized_size(const HeightField& field);
/// @param bytes exactly as many as `serialized_size` says.
void serialize_height_field(const HeightField& field, std::span<std::byte> bytes);
/// @return `invalid_argument` for bytes that are no height field of this version; `out_of_memory`.
Result<HeightFieldPtr> deserialize_height_field(std::span<const std::byte> bytes);

}  // namespace hyperplane
