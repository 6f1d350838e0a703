#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <hyperplane/pair.h>
#include <hyperplane/voxels.h>

#include "composite/archive_checksum.h"
#include "composite/solid_cells.h"
#include "composite/voxels.h"

/// Any bytes as serialised voxels, and as the input of a grid and of changes, beside an array of the same cells. The
/// checksum of serialised bytes is set right first, or nothing behind it would be reached.

namespace {

using namespace hyperplane;

void require(bool holds) {
  if (!holds) std::abort();
}

void use(const Voxels& voxels) {
  require(voxels.validate() == nullptr);
  const Shape shape = make_voxels(voxels);
  const SolidCells cells(shape);
  const Aabb bounds = cells.bounds();
  const RayHit hit =
      cells.walk(bounds.max * 1.5, direction_of(bounds.max * -1.0 + Vec3{1e-9, -1e-9, 0.0}), 1e12, nullptr);
  const auto is_solid = [&](std::int32_t index) {
    const CellBox cell = cells.cell(static_cast<std::uint32_t>(index));
    return cells.is_solid(cell.low[0], cell.low[1], cell.low[2]);
  };
  require(!hit.hit || is_solid(hit.feature.triangle));
  bool is_any = false;
  cells.visit_within(bounds, [&](const CellBox& box) {
    for (std::int32_t y = box.low[1]; y < box.high[1]; ++y) {
      for (std::int32_t z = box.low[2]; z < box.high[2]; ++z) require(cells.is_solid(box.low[0], y, z));
    }
    is_any = true;
    return true;
  });
  const ClosestPoint closest = cells.closest_point(bounds.max * 1.1, HUGE_VAL);
  require(std::isfinite(closest.distance) == is_any && (!is_any || is_solid(closest.feature.triangle)));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  if (size < 8) return 0;
  if ((data[0] & 1) != 0) {
    std::vector<std::byte> bytes(size - 1);
    std::memcpy(bytes.data(), data + 1, bytes.size());
    set_archive_checksum(bytes);
    const Result<VoxelsPtr> read = deserialize_voxels(bytes);
    if (read.ok() && read.value->kinds().size() < 4096) use(*read.value);
    return 0;
  }
  VoxelOptions options;
  options.columns = 1 + data[1] % 12;
  options.layers = 1 + data[2] % 12;
  options.rows = 1 + data[3] % 12;
  options.cell_size = {std::ldexp(1.0, data[4] % 32 - 16), std::ldexp(1.0, data[5] % 32 - 16), 1.0};
  const VoxelsPtr voxels = build_voxels({}, options).value;
  std::vector<std::uint8_t> expected(voxel_kinds(*voxels).size());
  for (std::size_t at = 6; at + 7 <= size; at += 7) {
    const CellPlace low{data[at] % 13u, data[at + 1] % 13u, data[at + 2] % 13u};
    const CellPlace high{data[at + 3] % 13u, data[at + 4] % 13u, data[at + 5] % 13u};
    const std::uint8_t kind = data[at + 6] % 3;
    if (!fill_voxels(*voxels, low, high, kind).ok()) continue;
    for (std::uint32_t y = low.y; y < high.y; ++y) {
      for (std::uint32_t z = low.z; z < high.z; ++z) {
        const std::size_t row = (std::size_t{y} * options.rows + z) * options.columns;
        std::fill(expected.begin() + static_cast<std::ptrdiff_t>(row + low.x),
                  expected.begin() + static_cast<std::ptrdiff_t>(row + high.x), kind);
      }
    }
  }
  const std::span<const std::uint8_t> kinds = voxel_kinds(*voxels);
  require(std::equal(kinds.begin(), kinds.end(), expected.begin(), expected.end()));
  use(*voxels);
  return 0;
}
