#pragma once

#include <cstdint>

#include <hyperplane/collider.h>

#include "bvh/float_bounds.h"
#include "core/buffer.h"
#include "core/pair_set.h"

namespace hyperplane {

/// Rows of a world's colliders, whatever its dimension: flags, filters, bounds, lists and free rows.
///
/// A row that is freed while a list of the last update names it waits for two updates: the next one reports its pairs
/// as ended, and until its lists are replaced the row must identify the removed collider.
class ColliderRows {
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
    // 128 is for the storage of each dimension.
    /// In no contacts, events, impacts and answers: bounds are empty, and no tree holds the row.
    k_disabled = 256,
    /// Has no bounds: no broad phase and no tree holds the row.
    k_unbounded = 512,
  };

  static constexpr std::uint32_t k_no_row = 0xffffffff;
  /// A row is not reused after this generation, so that a stale handle never matches a live collider.
  static constexpr std::uint32_t k_last_generation = 0xffffffff;

  bool is_live(ColliderId id) const {
    return id.row < row_count && (flags[id.row] & k_live) != 0 && generations[id.row] == id.generation;
  }
  /// The live collider in a row, or the null id.
  ColliderId at(std::uint32_t row) const {
    return row < row_count && (flags[row] & k_live) != 0 ? ColliderId{row, generations[row]} : ColliderId{};
  }
  /// Whether a row is live, or waits.
  bool is_used(std::uint32_t row) const { return (flags[row] & (k_live | k_waiting)) != 0; }
  /// Whether a row is live and enabled.
  bool takes_part(std::uint32_t row) const { return (flags[row] & (k_live | k_disabled)) == k_live; }
  bool are_ignored(std::uint32_t a, std::uint32_t b) const {
    return (flags[a] & flags[b] & k_ignores) != 0 && ignored.contains(a, b);
  }
  /// What layers, masks and ignored pairs say.
  bool may_touch(std::uint32_t a, std::uint32_t b) const {
    return (layers[a] & masks[b]) != 0 && (layers[b] & masks[a]) != 0 && !are_ignored(a, b);
  }

  /// Whether there are at least two colliders that may be parts of one union of statics.
  bool has_statics_beside() const { return members[1].size() + members[k_unbounded_list].size() > 1; }

  /// Capacity to reserve for a number of rows: the present one, or at least twice as much, at most k_max_colliders.
  std::uint32_t room_for(std::uint32_t rows) const;
  void set_filter(std::uint32_t row, std::uint32_t layer, std::uint32_t mask);
  double margin(std::uint32_t row) const { return margins.empty() ? 0.0 : margins[row]; }
  /// m: up to which distance a pair touches.
  double margin_of(std::uint32_t a, std::uint32_t b) const { return margins.empty() ? 0.0 : margins[a] + margins[b]; }
  /// Makes room for the margins of all rows. @return false when memory runs out; nothing changes.
  [[nodiscard]] bool reserve_margins() { return margins.size() == capacity || margins.resize(capacity, 0.0); }
  /// Ignores a pair of live colliders, or no longer. @return `stale_handle`, `invalid_argument` for one collider twice,
  /// `out_of_memory`.
  Status set_ignored(ColliderId a, ColliderId b, bool is_ignored);
  /// Makes room in the list of rows of a kind for one more. @return false when memory runs out; nothing changes.
  [[nodiscard]] bool reserve_kind(std::uint32_t kind) {
    Buffer<std::uint32_t>& list = members[list_of_kind(kind)];
    return list.reserve(list.size() + 1);
  }

  static constexpr int k_disabled_list = 2, k_unbounded_list = 3;
  static int list_of_kind(std::uint32_t kind) {
    if ((kind & (k_disabled | k_unbounded)) != 0) return (kind & k_disabled) != 0 ? k_disabled_list : k_unbounded_list;
    return (kind & k_static) != 0 ? 1 : 0;
  }
  int list_of(std::uint32_t row) const { return list_of_kind(flags[row]); }

  /// Number of rows with room, and one more than the highest row ever in use.
  std::uint32_t capacity = 0, row_count = 0;
  std::uint32_t size = 0;
  /// Colliders with a layer or mask other than the default.
  std::uint32_t filtered_count = 0;
  std::uint32_t sensor_count = 0;
  /// Changes whenever `members` changes.
  std::uint64_t membership = 1;

  Buffer<std::uint32_t> layers, masks, generations;
  Buffer<std::uint16_t> flags;
  Buffer<FloatBounds> bounds;
  /// m. None until a row has one.
  Buffer<double> margins;
  /// Rows of movers, of statics, of disabled colliders and of those without bounds, and each row's place in its list.
  Buffer<std::uint32_t> members[4];
  Buffer<std::uint32_t> places;
  PairSet ignored;
  /// Free rows, last freed last; rows that wait for two more updates, and for one more.
  Buffer<std::uint32_t> free_rows, waiting, waiting_longer;

  /// Counts what live rows hold, after a snapshot's rows and lists have been read.
  void count_rows();

 protected:
  /// Reserves room for rows. @return false when memory runs out; no row is made.
  [[nodiscard]] bool reserve_rows(std::size_t rows);
  /// Makes the rows that `reserve_rows` has reserved.
  void make_rows(std::uint32_t rows);
  bool needs_room() const { return free_rows.empty() && row_count == capacity; }
  /// Takes a free row, or the next one. There must be room for it.
  std::uint32_t take_row(std::uint32_t kind, std::uint32_t layer, std::uint32_t mask);
  /// Changes the flags `all` of a live row to `kind`, and its list. Not dirty afterwards.
  void change_kind(std::uint32_t row, std::uint32_t kind, std::uint32_t all);
  /// @param kept flags that stay, besides static and sensor.
  void free_row(std::uint32_t row, std::uint32_t kept);
  /// Call when an update has made new lists: rows that have waited for two updates become free.
  /// @param kept their flags that stay.
  void free_waiting(std::uint32_t kept);

 private:
  void join_list(std::uint32_t row);
  void leave_list(std::uint32_t row);
};

}  // namespace hyperplane
