#pragma once

#include <cstdint>

#include <hyperplane/world.h>

#include "bvh/float_bounds.h"
#include "composite/packed_shapes.h"
#include "composite/shape_extent.h"
#include "core/assert.h"
#include "core/buffer.h"
#include "core/pair_set.h"
#include "narrowphase/box/box_rows.h"
#include "world/start_poses.h"

namespace hyperplane {

/// The colliders of a world as a structure of arrays, by row.
///
/// There are two sets of poses. The user writes `positions` and `quaternions` at any time; update() and refit() check
/// them and copy them to `seen`, which everything else uses: half-written or invalid rows do no harm.
///
/// A row that is freed while a list of the last update names it waits for two updates: the next one reports its pairs
/// as ended, and until its lists are replaced the row must identify the removed collider.
class Storage {
 public:
  enum Flag : std::uint16_t {
    k_live = 1,
    k_static = 2,
    k_sensor = 4,
    /// Bounds, layer or mask differ from what the trees hold.
    k_dirty = 8,
    /// The lists of the last update name the row.
    k_reported = 16,
    /// The row is in `ignored`.
    k_ignores = 32,
    /// The row was freed while k_reported, and waits.
    k_waiting = 64,
    k_box = 128,
    /// In no contacts, events and answers: bounds are empty, and no tree holds the row.
    k_disabled = 256,
  };

  /// A shape's bounds in its own frame: a box of these half sizes, rounded by the radius. Negative radius: not such a
  /// shape.
  struct Extent {
    float half[3];
    float radius;
  };

  bool are_ignored(std::uint32_t a, std::uint32_t b) const {
    return (flags[a] & flags[b] & k_ignores) != 0 && ignored.contains(a, b);
  }
  /// What layers, masks and ignored pairs say.
  bool may_touch(std::uint32_t a, std::uint32_t b) const {
    return (layers[a] & masks[b]) != 0 && (layers[b] & masks[a]) != 0 && !are_ignored(a, b);
  }

  /// Reserves room for a number of rows. @return false when memory runs out; nothing changes.
  bool reserve(std::uint32_t rows);
  /// Capacity to reserve for a number of rows: the present one, or at least twice as much, at most k_max_colliders.
  std::uint32_t room_for(std::uint32_t rows) const;

  /// Takes the present and earlier arrays that the user may write to from another storage, in exchange for its own.
  void swap_arrays(Storage& other);
  /// Replaces another storage, whose arrays the user may write to: keeps its present arrays, if they have room, and its
  /// earlier ones. @param other its capacity is at most that of this one.
  void replace(Storage& other);

  /// @param options valid. @return the row, or k_no_row when memory runs out.
  std::uint32_t allocate(const ColliderOptions& options);
  void release(std::uint32_t row);
  /// Call when an update has made new lists: rows that have waited for two updates become free.
  void end_of_update();

  bool is_live(ColliderId id) const {
    return id.row < row_count && (flags[id.row] & k_live) != 0 && generations[id.row] == id.generation;
  }
  Pose seen_pose(std::uint32_t row) const { return pose_of(seen[row]); }
  /// Pose of a row at the last successful update, or the pose it was added at or teleported to since.
  Pose start_pose(std::uint32_t row) const {
    if (!starts.contains(row)) return seen_pose(row);
    const StartPoses::Start& start = starts.of(row);
    return to_pose(start.position, start.rotation);
  }
  /// Overwrites both poses of a row: the user's and `seen`.
  void set_pose(std::uint32_t row, const Pose& pose);
  void set_filter(std::uint32_t row, std::uint32_t layer, std::uint32_t mask);
  /// Makes room in the list of rows of a kind for one more. @return false when memory runs out; nothing changes.
  [[nodiscard]] bool reserve_kind(std::uint32_t kind) {
    Buffer<std::uint32_t>& list = members[list_of_kind(kind)];
    return list.reserve(list.size() + 1);
  }
  /// Changes the flags k_static, k_sensor and k_disabled of a live row, and its list. Not dirty afterwards. Room must
  /// have been made by `reserve_kind`.
  void set_kind(std::uint32_t row, std::uint32_t kind);
  /// Makes room for a shape. @return false when memory runs out; nothing changes.
  [[nodiscard]] bool reserve_shape(const Shape& shape) {
    return shapes.make_room_for(shape) && (!has_surface(shape) || surface_rows.reserve(surface_rows.size() + 1));
  }
  /// Replaces the shape of a row. Room must have been made by `reserve_shape`, as for `set_shape`.
  void change_shape(std::uint32_t row, const Shape& shape);
  /// Sets a new row's shape with everything derived from it: hash, extent, half sizes, k_box.
  void set_shape(std::uint32_t row, const Shape& shape);
  /// Whether layer or mask differ from the defaults.
  static bool is_filtered(std::uint32_t layer, std::uint32_t mask);

  static constexpr std::uint32_t k_no_row = 0xffffffff;

  /// Number of rows with room, and one more than the highest row ever in use.
  std::uint32_t capacity = 0, row_count = 0;
  std::uint32_t size = 0;
  /// Changes whenever `members` changes.
  std::uint64_t membership = 1;

  Buffer<double> positions;   // x, y, z
  Buffer<float> quaternions;  // x, y, z, w
  /// Earlier arrays, kept when the storage grows, each half as long as the next: the user may still write to views on
  /// them. Such writes are lost, but must not land in memory that is in use again.
  static constexpr std::uint32_t k_most_retired = 32;
  Buffer<double> retired_positions[k_most_retired];
  Buffer<float> retired_quaternions[k_most_retired];
  std::uint32_t retired_count = 0;
  /// Keeps arrays as earlier ones.
  void retire(Buffer<double>& old_positions, Buffer<float>& old_quaternions);
  /// Checked poses, with the half sizes of boxes (zero for other shapes).
  Buffer<BoxRow> seen;
  /// Poses at the last successful update of rows that have moved since.
  StartPoses starts;
  Buffer<Extent> extents;
  PackedShapes shapes;
  Buffer<std::uint32_t> layers, masks, generations;
  Buffer<std::uint16_t> flags;
  Buffer<FloatBounds> bounds;

  /// Rows of movers, of statics and of disabled colliders, and each row's place in its list.
  Buffer<std::uint32_t> members[3];
  Buffer<std::uint32_t> places;

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

  PairSet ignored;
  /// Colliders with a layer or mask other than the default.
  std::uint32_t filtered_count = 0;
  std::uint32_t sensor_count = 0;
  /// Rows with a surface of triangles, whose vertices or heights may change.
  Buffer<std::uint32_t> surface_rows;

  /// Free rows, last freed last; rows that wait for two more updates, and for one more.
  Buffer<std::uint32_t> free_rows, waiting, waiting_longer;

  static constexpr int k_disabled_list = 2;
  static int list_of_kind(std::uint32_t kind) {
    return (kind & k_disabled) != 0 ? k_disabled_list : (kind & k_static) != 0 ? 1 : 0;
  }
  int list_of(std::uint32_t row) const { return list_of_kind(flags[row]); }
  /// Whether a row is live and enabled.
  bool takes_part(std::uint32_t row) const { return (flags[row] & (k_live | k_disabled)) == k_live; }

 private:
  void join_list(std::uint32_t row);
  void leave_list(std::uint32_t row);
  void forget_surface(std::uint32_t row);
};

}  // namespace hyperplane
