#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/shape.h>

#include "bvh/tree.h"
#include "composite/packed_shapes.h"
#include "narrowphase/box/box_rows.h"

namespace hyperplane {

/// The colliders of a world, as queries see them. Arrays by row.
struct Scene {
  /// Poses at the last update or refit.
  std::span<const BoxRow> seen;
  const PackedShapes* packed_shapes = nullptr;
  std::span<const std::uint32_t> layers;
  /// The bit of `flags` that marks sensors; 0 in a world without sensors.
  std::span<const std::uint16_t> flags;
  std::uint16_t sensor_flag = 0;
  /// The bit that marks static colliders.
  std::uint16_t static_flag = 0;
  /// Relative to `origin`.
  std::span<const FloatBounds> bounds;
  Vec3 origin;
  /// Movers and statics that are enabled. Null when memory ran out: queries then visit every row.
  const Tree* trees[2] = {nullptr, nullptr};
  std::span<const std::uint32_t> rows[2];
  /// Half-spaces, movers and statics, which are in no tree.
  std::span<const std::uint32_t> half_spaces;
  /// Changes whenever a static collider does, except for the triangles of its surfaces.
  std::uint64_t static_revision = 0;
  /// Gives the pose of a row at the beginning of the frame: where its motion since the last update began, or else its
  /// motion in the last update.
  Pose (*former_pose)(const void* context, std::uint32_t row) = nullptr;
  const void* context = nullptr;

  bool is_sensor(std::uint32_t row) const { return sensor_flag != 0 && (flags[row] & sensor_flag) != 0; }
  bool is_static(std::uint32_t row) const { return (flags[row] & static_flag) != 0; }
  Shape shape(std::uint32_t row) const { return (*packed_shapes)[row]; }
  /// The same for a query of some kinds. @param room memory for them.
  Shape shape(std::uint32_t row, const KindMask* kinds, KindMask& room) const {
    Shape of_row = shape(row);
    of_row.kinds = common_kinds(of_row.kinds, kinds, room);
    return of_row;
  }
  Pose pose(std::uint32_t row) const { return pose_of(seen[row]); }
  /// Calls `visit(row)` for the half-spaces in some layers.
  template <class Visit>
  void visit_half_spaces(std::uint32_t accepted, const Visit& visit) const {
    for (const std::uint32_t row : half_spaces) {
      if ((layers[row] & accepted) != 0) visit(row);
    }
  }
};

/// A shape as a query of some kinds asks with it. @param kinds null: its own.
inline Shape of_kinds(Shape shape, const KindMask* kinds) {
  if (kinds != nullptr) shape.kinds = kinds;
  return shape;
}

}  // namespace hyperplane
