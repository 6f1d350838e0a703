#pragma once

#include <cstdint>

#include <hyperplane/world.h>

#include "colliders/collider_rows.h"
#include "colliders/pose_arrays.h"
#include "composite/packed_shapes.h"
#include "composite/shape_extent.h"
#include "core/buffer.h"
#include "narrowphase/box/box_rows.h"
#include "world/start_poses.h"

namespace hyperplane {

/// The colliders of a world as a structure of arrays, by row.
///
/// There are two sets of poses. The user writes `positions` and `rotations` (quaternions) at any time; update() and
/// refit() check them and copy them to `seen`, which everything else uses.
class Storage : public ColliderRows, public PoseArrays<float, 3, 4> {
 public:
  /// A box without margin.
  static constexpr std::uint16_t k_box = 128;

  /// A shape's bounds in its own frame: a box of these half sizes, rounded by the radius. Negative radius: not such a
  /// shape.
  struct Extent {
    float half[3];
    float radius;
  };

  /// Reserves room for a number of rows. @return false when memory runs out; nothing changes.
  bool reserve(std::uint32_t rows);
  /// Takes the place of another storage, whose arrays the user may write to. @param other its capacity is at most that
  /// of this one.
  void replace(Storage& other);

  /// @param options valid. @return the row, or k_no_row when memory runs out.
  std::uint32_t allocate(const ColliderOptions& options);
  void release(std::uint32_t row);
  /// Call when an update has made new lists.
  void end_of_update();

  Pose seen_pose(std::uint32_t row) const { return pose_of(seen[row]); }
  /// Pose of a row at the last successful update, or the pose it was added at or teleported to since.
  Pose start_pose(std::uint32_t row) const {
    if (!starts.contains(row)) return seen_pose(row);
    const StartPoses::Start& start = starts.of(row);
    return to_pose(start.position, start.rotation);
  }
  /// Pose of a row at the update before the last.
  Pose former_pose(std::uint32_t row) const {
    if (!formers.contains(row)) return start_pose(row);
    const StartPoses::Start& former = formers.of(row);
    return to_pose(former.position, former.rotation);
  }
  /// Pose of a row before its motion since the last update, or else before its motion in the last update.
  Pose frame_start(std::uint32_t row) const { return starts.contains(row) ? start_pose(row) : former_pose(row); }
  /// Makes a row's pose the one that it has had since the update before the last.
  void forget_motion(std::uint32_t row) {
    starts.forget(row);
    formers.forget(row);
  }
  /// Overwrites both poses of a row: the user's and `seen`.
  void set_pose(std::uint32_t row, const Pose& pose);
  /// The flag of a shape without bounds, or 0.
  static std::uint32_t unbounded_kind(const Shape& shape) {
    return shape.type == ShapeType::half_space ? k_unbounded : 0u;
  }
  /// Changes the flags k_static, k_sensor and k_disabled of a live row, and its list. Not dirty afterwards. Room must
  /// have been made by `reserve_kind`.
  void set_kind(std::uint32_t row, std::uint32_t kind);
  /// Makes room for a shape. @return false when memory runs out; nothing changes.
  [[nodiscard]] bool reserve_shape(const Shape& shape) {
    return shapes.make_room_for(shape) && (!may_change(shape) || surface_rows.reserve(surface_rows.size() + 1));
  }
  /// Room must have been made by `reserve_margins`, unless it is 0.
  void set_margin(std::uint32_t row, double margin);
  /// Replaces the shape of a row. Room must have been made by `reserve_shape`, as for `set_shape`, and by
  /// `reserve_kind`.
  void change_shape(std::uint32_t row, const Shape& shape);
  /// Sets a new row's shape with everything derived from it: hash, extent, half sizes, k_box.
  void set_shape(std::uint32_t row, const Shape& shape);
  /// Checked poses, with the half sizes of boxes (zero for other shapes).
  Buffer<BoxRow> seen;
  /// Poses at the last successful update of rows that have moved since.
  StartPoses starts;
  /// Poses at the update before the last of rows that had moved by the last.
  StartPoses formers;
  Buffer<Extent> extents;
  PackedShapes shapes;

  /// 1 for rows added, moved or filtered differently since the last successful update, and the list of these rows. It
  /// may contain released rows until `drop_released` is called.
  Buffer<std::uint8_t> changed;
  Buffer<std::uint32_t> changed_rows;
  void mark_changed(std::uint32_t row) {
    if (changed[row] != 0) return;
    changed[row] = 1;
    changed_rows.push_unchecked(row);
  }
  void drop_released();

  /// Rows with a shape whose vertices, heights or cells may change.
  Buffer<std::uint32_t> surface_rows;

 private:
  void forget_surface(std::uint32_t row);
  /// Sets k_box.
  void mark_box(std::uint32_t row);
};

}  // namespace hyperplane
