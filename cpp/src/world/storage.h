#pragma once

#include <cstdint>

#include <hyperplane/world.h>

#include "bvh/float_bounds.h"
#include "core/assert.h"
#include "core/buffer.h"
#include "core/pair_set.h"
#include "narrowphase/box/box_rows.h"
#include "world/start_poses.h"

namespace hyperplane {

/// The colliders of a world as a structure of arrays, by row.
///
/// There are two sets of poses. `positions` and `quaternions` are the rows that the user writes at will; the `seen`
/// ones are those that were taken over last, checked, and everything else works on them: a row that is half written, or
/// wrong, harms nobody.
///
/// A row that is freed while a list of the last update names it waits until the lists of the next update but one: in
/// between its pairs are reported as ended, and its number must still mean the collider that was removed.
class Storage {
 public:
  enum Flag : std::uint8_t {
    k_live = 1,
    k_static = 2,
    k_sensor = 4,
    /// Bounds, layer or mask differ from what the trees hold.
    k_dirty = 8,
    /// A list of the last update names the row.
    k_reported = 16,
    /// Some pairs with the row are ignored.
    k_ignores = 32,
    /// The row was freed and waits.
    k_waiting = 64,
    k_box = 128,
  };

  /// How the bounds of a shape follow from its pose: a box of these half sizes in the shape's frame, rounded by this
  /// radius. A negative radius: ask the shape.
  struct Extent {
    float half[3];
    float radius;
  };

  /// Makes room for that many rows. @return false when memory runs out; unchanged then.
  bool reserve(std::uint32_t rows);

  /// @param options valid. @return the row, or k_no_row when memory runs out.
  std::uint32_t allocate(const ColliderOptions& options);
  void release(std::uint32_t row);
  /// An update has made new lists: rows that were freed before it wait no longer than until the next, those that have
  /// waited for an update already are free.
  void end_of_update();

  bool is_live(ColliderId id) const {
    return id.row < row_count && (flags[id.row] & k_live) != 0 && generations[id.row] == id.generation;
  }
  Pose seen_pose(std::uint32_t row) const { return pose_of(seen[row]); }
  /// Where a row stood at the last successful update, or where it was added or teleported to since.
  Pose start_pose(std::uint32_t row) const { return starts.contains(row) ? to_pose(starts.of(row)) : seen_pose(row); }
  /// Overwrites the poses of a row, both the one that the user writes and the one that was taken over.
  void set_pose(std::uint32_t row, const Pose& pose);
  void set_filter(std::uint32_t row, std::uint32_t layer, std::uint32_t mask);
  /// What is known of a row's shape, its half sizes and its flag as a box included.
  void set_shape(std::uint32_t row, const Shape& shape);
  /// Whether anybody needs to look at them.
  static bool is_filtered(std::uint32_t layer, std::uint32_t mask);

  static constexpr std::uint32_t k_no_row = 0xffffffff;

  /// Rows that have room, and one more than the highest row that was ever in use.
  std::uint32_t capacity = 0, row_count = 0;
  std::uint32_t size = 0;
  /// Changes whenever `members` does.
  std::uint64_t membership = 1;

  Buffer<double> positions;   // x, y, z
  Buffer<float> quaternions;  // x, y, z, w
  /// The rows that these were before the storage grew, smaller by half each time: somebody may still hold a view on
  /// them, and what is written there is lost, but must not land in memory that is in use for something else.
  static constexpr std::uint32_t k_most_retired = 32;
  Buffer<double> retired_positions[k_most_retired];
  Buffer<float> retired_quaternions[k_most_retired];
  std::uint32_t retired_count = 0;
  /// The seen poses, with the half sizes of boxes; of other shapes these are zero.
  Buffer<BoxRow> seen;
  /// Where rows that have moved since the last successful update stood then.
  StartPoses starts;
  Buffer<Extent> extents;
  Buffer<Shape> shapes;
  /// Of the shapes, hulls included: it stays when a shape is gone.
  Buffer<std::uint64_t> shape_hashes;
  Buffer<std::uint32_t> layers, masks, generations;
  Buffer<std::uint8_t> flags;
  Buffer<FloatBounds> bounds;

  /// Rows of movers and of statics, and where in its list a row stands.
  Buffer<std::uint32_t> members[2];
  Buffer<std::uint32_t> places;

  /// 1 for rows that were added or moved, or filter otherwise, since the last update that succeeded; and which these
  /// are. Some may have been released since, until `drop_released` is called.
  Buffer<std::uint8_t> changed;
  Buffer<std::uint32_t> changed_rows;
  void mark_changed(std::uint32_t row) {
    if (changed[row] != 0) return;
    changed[row] = 1;
    changed_rows.push_unchecked(row);
  }
  void drop_released();

  PairSet ignored;
  /// Colliders that have a layer or a mask other than the default.
  std::uint32_t filtered_count = 0;
  std::uint32_t sensor_count = 0;

  /// Rows that are free, last freed last; rows that wait for the next update, and for the one after it.
  Buffer<std::uint32_t> free_rows, waiting, waiting_longer;

  int list_of(std::uint32_t row) const { return (flags[row] & k_static) != 0 ? 1 : 0; }

 private:
  static Pose to_pose(const StartPoses::Start& start) {
    const double* const p = start.position;
    const float* const q = start.rotation;
    return {
        {p[0], p[1], p[2]},
        {static_cast<double>(q[0]), static_cast<double>(q[1]), static_cast<double>(q[2]), static_cast<double>(q[3])}};
  }
};

}  // namespace hyperplane
