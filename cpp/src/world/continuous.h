#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/world.h>

#include "bvh/tree.h"
#include "core/buffer.h"
#include "world/collider_trees.h"
#include "world/storage.h"

namespace hyperplane {

/// The colliders of a world whose motion is swept.
///
/// Each update sweeps every collider from where it stood at the last one (Storage::starts) to where it stands, and
/// finds for each continuous one the first other that it touches on its way, by time_of_impact. Colliders that have
/// moved are put into a tree of their own, by the bounds of their sweeps; the others are found in the trees that
/// queries use, and cost nothing.
///
/// A pair that touches at the start of its sweeps is a contact of the last update already. It counts as an impact only
/// if it is about to get deeper; a body that slides along a floor can hit a wall.
///
/// An impact does not depend on rows: a pair is handed to time_of_impact in the order of collider_order.h, and so is a tie
/// of two colliders that are touched at the same time decided.
class ContinuousColliders {
 public:
  /// @param row of a collider that is continuous. @param capacity rows of the storage.
  /// @return false when memory runs out; unchanged then.
  bool add(std::uint32_t row, std::uint32_t capacity);
  void remove(std::uint32_t row);

  bool contains(std::uint32_t row) const { return row < places_.size() && places_[row] != k_none; }
  std::span<const std::uint32_t> rows() const { return rows_.span(); }

  /// @param impacts in order of time, then of row; earlier contents are dropped. @return `out_of_memory`.
  Status find_impacts(Storage& storage, ColliderTrees& trees, const Vec3& origin, Buffer<SweptImpact>& impacts);

 private:
  static constexpr std::uint32_t k_none = 0xffffffff;

  /// The first impact of a collider, and the first touch that the search could not decide, which counts only if there
  /// is no impact: it may never happen, and must not hide a real one.
  struct FirstImpacts {
    SweptImpact decided, undecided;
  };

  bool sweep_moved(const Storage& storage, const Vec3& origin);
  SweptImpact first_impact(const Storage& storage, const ColliderTrees& trees, std::uint32_t row) const;
  void test(const Storage& storage, std::uint32_t row, std::uint32_t other, FirstImpacts& found) const;

  Buffer<std::uint32_t> rows_;
  /// By row: where in `rows_` it stands, or k_none. Empty until a continuous collider is added.
  Buffer<std::uint32_t> places_;
  /// Of the last search: bounds of the sweeps of rows that have moved, by row, and the tree over them.
  Buffer<FloatBounds> swept_bounds_;
  Tree swept_;
};

}  // namespace hyperplane
