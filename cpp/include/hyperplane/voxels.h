#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <hyperplane/kind_mask.h>
#include <hyperplane/shape.h>
#include <hyperplane/triangle_mesh.h>

/// Voxels: a grid of cells, each empty or of a kind. The solid cells are one solid; faces between them do not exist.

namespace hyperplane {

/// A place in a grid.
struct CellPlace {
  std::uint32_t x = 0, y = 0, z = 0;
};

struct VoxelOptions {
  /// Cells along x, y and z, at least 1; at most k_max_voxels in all.
  std::uint32_t columns = 1, layers = 1, rows = 1;
  /// m: sides of a cell. Cell (x, y, z) reaches from (x, y, z) * cell_size to one further.
  Vec3 cell_size{1.0, 1.0, 1.0};
};

inline constexpr std::uint32_t k_max_voxels = 1u << 27;

/// Frees a grid; keeps `Voxels` incomplete here.
struct VoxelsDeleter {
  void operator()(const Voxels* voxels) const;
};
using VoxelsPtr = std::unique_ptr<Voxels, VoxelsDeleter>;

/// @param cells kinds, 0 for an empty cell; that of cell (x, y, z) at (y * rows + z) * columns + x. Empty: no cell is
/// solid.
/// @return `invalid_argument` for a number of cells that is not that of the grid, more than k_max_voxels, a cell size
/// that is no length of a shape or makes a side of the grid longer than one; `out_of_memory`.
Result<VoxelsPtr> build_voxels(std::span<const std::uint8_t> cells, const VoxelOptions& options);
VoxelOptions voxel_options(const Voxels& voxels);
/// The kinds of all cells.
std::span<const std::uint8_t> voxel_kinds(const Voxels& voxels);

/// Changes a cell. Queries see it at once, contacts of a world with its next update.
/// @return `invalid_argument` for a place outside of the grid.
Result<bool> set_voxel(Voxels& voxels, const CellPlace& cell, std::uint8_t kind);
/// Changes a box of cells. @param low, high low included, high not.
/// @return `invalid_argument` for a box that is empty or not within the grid.
Result<bool> fill_voxels(Voxels& voxels, const CellPlace& low, const CellPlace& high, std::uint8_t kind);

/// The shape of a grid, which must outlive it.
Shape make_voxels(const Voxels& voxels);

/// As `raycast`, with the bricks and cells that the ray walks over; last, tests the cell that it hits.
/// @param shape of a grid.
RayHit explain_ray(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction, double max_distance,
                   RaySteps& steps);

/// Number of bytes of `serialize_voxels`.
std::size_t serialized_size(const Voxels& voxels);
/// @param bytes exactly as many as `serialized_size` says.
void serialize_voxels(const Voxels& voxels, std::span<std::byte> bytes);
/// @return `invalid_argument` for bytes that are no grid of this version; `out_of_memory`.
Result<VoxelsPtr> deserialize_voxels(std::span<const std::byte> bytes);

}  // namespace hyperplane
