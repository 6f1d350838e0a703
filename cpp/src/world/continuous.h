#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/world.h>

#include "bvh/tree.h"
#include "core/buffer.h"
#include "core/byte_stream.h"
#include "world/collider_trees.h"
#include "world/storage.h"

namespace hyperplane {

/// The colliders of a world whose motion is swept, and where every collider stood at the last update.
///
/// Each update sweeps every collider from there to where it stands, and finds for each continuous one the first other
/// that it touches on its way, as time_of_impact has it. Whatever has moved is put into a tree of its own, by the
/// bounds of all that it sweeps, and the rest is looked for in the trees that queries use: what rests costs nothing.
///
/// A pair that touches at the start of its sweeps is a contact of the last update already. It counts as an impact only
/// if it is about to get deeper; a body that slides along a floor can hit a wall.
///
/// A world that never had a continuous collider pays nothing and keeps no poses.
class ContinuousColliders {
 public:
  /// A row was added, or stands elsewhere without having moved there. @return false when memory runs out.
  bool place(const Storage& storage, std::uint32_t row, bool is_continuous);
  /// The same for a row that was added before.
  void teleport(const Storage& storage, std::uint32_t row);
  void remove(std::uint32_t row);

  bool contains(std::uint32_t row) const { return row < places_.size() && places_[row] != k_none; }
  std::span<const std::uint32_t> rows() const { return rows_.span(); }
  /// Where a row stood at the last update. @param row of a live collider, with contains() true for some row.
  Pose start_of(std::uint32_t row) const { return starts_[row]; }

  /// @param impacts in order of time, then of row; what it held is gone. @return `out_of_memory`.
  Status find_impacts(Storage& storage, ColliderTrees& trees, const Vec3& origin, Buffer<SweptImpact>& impacts);
  /// The update has succeeded: from here on colliders start where they stand.
  void end_of_update(const Storage& storage);

  /// For snapshots: which rows are continuous, and where all stood.
  void write(const Storage& storage, ByteWriter& out) const;
  /// @return `invalid_argument` for what `write` cannot have written, `out_of_memory`.
  Status read(const Storage& storage, ByteReader& in);

 private:
  static constexpr std::uint32_t k_none = 0xffffffff;

  bool keep_starts(const Storage& storage);
  bool sweep_moved(const Storage& storage, const Vec3& origin);
  Sweep sweep_of(const Storage& storage, std::uint32_t row) const;
  SweptImpact first_impact(const Storage& storage, const ColliderTrees& trees, std::uint32_t row) const;
  void test(const Storage& storage, std::uint32_t row, const Sweep& sweep, std::uint32_t other,
            SweptImpact& first) const;

  Buffer<std::uint32_t> rows_;
  /// By row: where in `rows_` it stands, or k_none. Empty as long as no collider was continuous, like the next.
  Buffer<std::uint32_t> places_;
  Buffer<Pose> starts_;
  /// Of the last search: bounds of the sweeps of rows that have moved, by row, and the tree over them.
  Buffer<FloatBounds> swept_bounds_;
  Tree swept_;
};

}  // namespace hyperplane
