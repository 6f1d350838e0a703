#include <cmath>
#include <cstddef>
#include <cstring>

#include "composite/archive_checksum.h"
#include "composite/height_field.h"
#include "core/byte_stream.h"

/// Height fields as bytes: a header and the heights as they are stored. The reader trusts nothing: it checks all
/// numbers as the functions for input do, and recomputes the rest. A checksum detects bytes that changed into other
/// valid heights.

namespace hyperplane {
namespace {

constexpr std::uint32_t k_field_magic = 0x46485048;  // "HPHF"
constexpr std::uint32_t k_field_version = 1;

struct FieldHeader {
  std::uint32_t magic = k_field_magic, version = k_field_version;
  std::uint64_t checksum = 0;
  double width = 0.0, depth = 0.0, thickness = 0.0;
  std::uint32_t columns = 0, rows = 0;
  /// Bit 0: one-sided, bit 1: heights in 64 bits.
  std::uint32_t flags = 0, padding = 0;
};
static_assert(sizeof(FieldHeader) == 56);
static_assert(offsetof(FieldHeader, checksum) == k_checksum_offset);

std::size_t size_of_heights(const FieldHeader& header) {
  return std::size_t{header.columns} * header.rows * ((header.flags & 2) != 0 ? sizeof(double) : sizeof(float));
}

bool is_plausible(const FieldHeader& h) {
  const auto is_count = [](std::uint32_t count) { return count >= 2 && count <= k_max_height_columns; };
  const auto is_side = [](double side) { return side >= k_min_shape_size && side <= k_max_shape_size; };
  return h.magic == k_field_magic && h.version == k_field_version && is_count(h.columns) && is_count(h.rows) &&
         is_side(h.width) && is_side(h.depth) && h.thickness >= 0.0 && h.thickness <= k_max_shape_size &&
         !std::signbit(h.thickness) && h.flags <= 3 && (h.thickness == 0.0 || (h.flags & 1) != 0) && h.padding == 0;
}

}  // namespace

std::size_t HeightField::serialized_size() const {
  return sizeof(FieldHeader) + grid_.narrow().size_bytes() + grid_.wide().size_bytes();
}

void HeightField::serialize(std::span<std::byte> bytes) const {
  FieldHeader header;
  header.width = 2.0 * grid_.half_width();
  header.depth = 2.0 * grid_.half_depth();
  header.thickness = thickness_;
  header.columns = grid_.columns();
  header.rows = grid_.rows();
  header.flags = (is_one_sided_ ? 1u : 0u) | (grid_.is_wide() ? 2u : 0u);
  ByteWriter out(bytes);
  out.put(header);
  out.put_array(grid_.narrow());
  out.put_array(grid_.wide());
  set_archive_checksum(bytes);
}

Status HeightField::deserialize(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  const auto header = in.get<FieldHeader>();
  if (in.failed() || !is_plausible(header) || in.left() != size_of_heights(header) || !has_right_checksum(bytes)) {
    return Status::invalid_argument;
  }
  HeightFieldOptions options;
  options.sides = (header.flags & 1) != 0 ? SurfaceSides::front : SurfaceSides::both;
  options.thickness = header.thickness;
  options.columns = header.columns;
  options.rows = header.rows;
  options.width = header.width;
  options.depth = header.depth;
  if (!create(options, (header.flags & 2) != 0)) return Status::out_of_memory;
  bool is_sound = true;
  for (std::size_t i = 0; i < grid_.size(); ++i) {
    const double height = grid_.is_wide() ? in.get<double>() : static_cast<double>(in.get<float>());
    is_sound = is_sound && !(std::fabs(height) > k_max_shape_size);
    grid_.set(i, height);
  }
  HeightFieldProblem problem;
  return is_sound && adopt_heights(&problem).ok() ? Status::ok : Status::invalid_argument;
}

}  // namespace hyperplane
