#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <limits>
#include <vector>

#include <hyperplane/height_field.h>

#include "composite/archive_checksum.h"
#include "composite/height_field.h"

/// Any bytes as a serialised height field, and as the input of a height field and of a change. The checksum of
/// serialised bytes is set right first, or nothing behind it would be reached.

namespace {

using namespace hyperplane;

void require(bool holds) {
  if (!holds) std::abort();
}

void use(const HeightField& field) {
  require(field.validate() == nullptr);
  const Vec3 middle = (field.bounds().min + field.bounds().max) * 0.5;
  const RayHit hit =
      field.raycast(field.bounds().max, direction_of(middle - field.bounds().max + Vec3{1e-9, -1e-9, 0.0}), 1e12, 0.0);
  require(!hit.hit || field.has_area(static_cast<std::uint32_t>(hit.feature.triangle)));
  const ClosestPoint closest = field.closest_point(middle);
  require(closest.feature.triangle >= 0 && field.has_area(static_cast<std::uint32_t>(closest.feature.triangle)));
  const Vec3 top = field.support({0.0, 1.0, 0.0});
  require(top.y == field.bounds().max.y);
  std::uint32_t visited = 0;
  field.visit_within(field.bounds(), nullptr, [&](std::uint32_t triangle) {
    require(field.has_area(triangle));
    ++visited;
    return true;
  });
  for (std::uint32_t t = 0; t < field.triangle_count(); ++t) visited -= field.has_area(t) ? 1 : 0;
  require(visited == 0);
  std::vector<std::byte> bytes(serialized_size(field));
  serialize_height_field(field, bytes);
  const Result<HeightFieldPtr> again = deserialize_height_field(bytes);
  require(again.ok() && again.value->hash() == field.hash());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 8) return 0;
  if ((data[0] & 1) != 0) {
    std::vector<std::byte> bytes(size - 1);
    std::memcpy(bytes.data(), data + 1, bytes.size());
    set_archive_checksum(bytes);
    const Result<HeightFieldPtr> read = deserialize_height_field(bytes);
    if (read.ok()) use(*read.value);
    return 0;
  }
  HeightFieldOptions options;
  options.sides = (data[0] & 2) != 0 ? SurfaceSides::front : SurfaceSides::both;
  options.columns = 1 + data[1] % 24;
  options.rows = 1 + data[2] % 24;
  options.width = std::ldexp(1.0, data[3] % 64 - 32);
  options.depth = (data[0] & 4) != 0 ? options.width : std::ldexp(1.0, data[4] % 64 - 32);
  options.thickness = 0.125 * data[5];
  std::size_t at = 6;
  // Small integers; some heights are holes, or any number.
  const auto next_height = [&] {
    if (at >= size) return 0.0;
    const std::uint8_t byte = data[at++];
    if (byte == 255) return std::numeric_limits<double>::quiet_NaN();
    double height = byte % 8;
    if (byte > 240 && at + 8 <= size) {
      std::memcpy(&height, data + at, 8);
      at += 8;
    }
    return height;
  };
  std::vector<double> heights(std::size_t{options.columns} * options.rows);
  for (double& height : heights) height = next_height();
  const Result<HeightFieldPtr> built = build_height_field(heights, options);
  if (!built.ok()) return 0;
  HeightField& field = *built.value;
  use(field);

  HeightRect rect;
  const auto next_number = [&] { return at < size ? static_cast<std::uint32_t>(data[at++] % 26) : 1u; };
  rect.column = next_number();
  rect.row = next_number();
  rect.columns = next_number();
  rect.rows = next_number();
  std::vector<double> changed(std::size_t{rect.columns} * rect.rows);
  for (double& height : changed) height = next_height();
  const std::uint64_t hash = field.hash();
  if (set_heights(field, changed, rect).ok()) {
    for (std::uint32_t row = 0; row < rect.rows; ++row) {
      for (std::uint32_t column = 0; column < rect.columns; ++column) {
        heights[(rect.row + row) * options.columns + rect.column + column] = changed[row * rect.columns + column];
      }
    }
    const Result<HeightFieldPtr> fresh = build_height_field(heights, options);
    require(fresh.ok() && fresh.value->hash() == field.hash());
  } else {
    require(hash == field.hash());
  }
  use(field);
  return 0;
}
