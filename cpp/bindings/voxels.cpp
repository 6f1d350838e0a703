#include <algorithm>
#include <utility>

#include <hyperplane/voxels.h>

#include "bind_call.h"
#include "report.h"
#include "space/space_call.h"

/// Voxels. The report carries the kinds of cells, a byte each, or the bytes of a grid.

namespace hyperplane::bindings {
namespace {

/// Builds a grid of the first `byte_count` bytes of the report; 0: it is empty. @param x, y, z m: sides of a cell.
/// @return the shape's number, or 0 with the fault record filled.
std::uint32_t create_voxels(std::uint32_t columns, std::uint32_t layers, std::uint32_t rows, double x, double y,
                            double z, std::uint32_t byte_count) {
  const auto* const kinds = reinterpret_cast<const std::uint8_t*>(report_numbers().data());
  return add_built(build_voxels({kinds, byte_count}, {columns, layers, rows, {x, y, z}}), make_voxels);
}

/// @return the grid of a shape, or null with the fault record filled.
Voxels* accept_voxels(std::uint32_t number) {
  if (accept_shape(number, Argument::shape_a) == nullptr) return nullptr;
  Voxels* const voxels = shape_store.find_voxels(number);
  if (voxels == nullptr) report_fault(Status::invalid_argument, Argument::shape_a, "not voxels");
  return voxels;
}

/// Writes columns, layers, rows and the sides of a cell to points 0 and 1. @return 0, or k_fault.
std::uint32_t describe_voxels(std::uint32_t number) {
  const Voxels* const voxels = accept_voxels(number);
  if (voxels == nullptr) return k_fault;
  const VoxelOptions options = voxel_options(*voxels);
  records().results[0] = {static_cast<double>(options.columns), static_cast<double>(options.layers),
                          static_cast<double>(options.rows)};
  records().results[1] = options.cell_size;
  return 0;
}

/// @param index of a cell of the grid. @return its kind, or k_fault.
std::uint32_t voxel_kind(std::uint32_t number, std::uint32_t index) {
  const Voxels* const voxels = accept_voxels(number);
  if (voxels == nullptr) return k_fault;
  const std::span<const std::uint8_t> kinds = voxel_kinds(*voxels);
  if (index < kinds.size()) return kinds[index];
  return report_fault(Status::invalid_argument, Argument::value, "the grid has no cell of this number");
}

/// Changes the cells from the first place up to the second one. @return 0, or k_fault.
std::uint32_t fill_cells(std::uint32_t number, std::uint32_t x, std::uint32_t y, std::uint32_t z, std::uint32_t end_x,
                         std::uint32_t end_y, std::uint32_t end_z, std::uint32_t kind) {
  Voxels* const voxels = accept_voxels(number);
  if (voxels == nullptr) return k_fault;
  const Result<bool> filled = fill_voxels(*voxels, {x, y, z}, {end_x, end_y, end_z}, static_cast<std::uint8_t>(kind));
  if (!filled.ok()) return report_fault(filled.status, Argument::value, filled.message);
  shape_store.refresh_users_of(voxels);
  return 0;
}

/// Writes the bytes of a grid to the report. @return their number, or k_fault.
std::uint32_t serialize(std::uint32_t number) {
  const Voxels* const voxels = accept_voxels(number);
  if (voxels == nullptr) return k_fault;
  const std::size_t size = serialized_size(*voxels);
  const std::span<double> report = make_report((size + sizeof(double) - 1) / sizeof(double));
  if (report.empty()) return k_fault;
  serialize_voxels(*voxels, std::as_writable_bytes(report).first(size));
  return static_cast<std::uint32_t>(size);
}

/// Makes a grid of the first `byte_count` bytes of the report.
/// @return the shape's number, or 0 with the fault record filled.
std::uint32_t deserialize(std::uint32_t byte_count) {
  return add_built(deserialize_voxels(std::as_bytes(report_numbers()).first(byte_count)), make_voxels);
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_voxels) {
  bind_call("createVoxels", &create_voxels);
  bind_call("describeVoxels", &describe_voxels);
  bind_call("voxelKind", &voxel_kind);
  bind_call("fillVoxels", &fill_cells);
  bind_call("serializeVoxels", &serialize);
  bind_call("deserializeVoxels", &deserialize);
}

}  // namespace hyperplane::bindings
