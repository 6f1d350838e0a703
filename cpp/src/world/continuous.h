#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/world.h>

#include "bvh/tree.h"
#include "colliders/collider_trees.h"
#include "core/buffer.h"
#include "narrowphase/union/body_contacts.h"
#include "world/contact_lists.h"
#include "world/storage.h"

namespace hyperplane {

/// The continuous colliders of a world.
///
/// Each update sweeps every collider from its start pose (Storage::starts) to its present pose, and finds the first
/// impact of each continuous collider by time_of_impact. Moved colliders are put into a tree of their own, by the
/// bounds of their sweeps; resting ones are found in the trees that queries use, at no extra cost.
///
/// A pair that touches at the start is already a contact of the last update. It counts as an impact only if it gets
/// deeper, or once it has parted: a body that slides along a floor can hit a wall.
///
/// What is met ends the motion if, just behind that time, a contact of the union that it belongs to opposes the motion
/// (depenetration/union_contacts.h): static colliders are one union, a composite that moves is another.
///
/// A sensor stops nobody. One that a continuous collider crosses between two updates, before its first impact, begins
/// and ends in the same update.
///
/// Impacts do not depend on rows: collider_order.h orders the colliders of a pair, and decides ties in time.
class ContinuousColliders {
 public:
  /// @param row of a continuous collider. @param capacity rows of the storage.
  /// @return false when memory runs out; nothing changes.
  bool add(std::uint32_t row, std::uint32_t capacity);
  void remove(std::uint32_t row);

  bool contains(std::uint32_t row) const { return row < places_.size() && places_[row] != k_none; }
  std::span<const std::uint32_t> rows() const { return rows_.span(); }

  /// @param impacts replaced; sorted by time, then by row. @return `out_of_memory`.
  Status find_impacts(Storage& storage, ColliderTrees& trees, const Vec3& origin, Buffer<SweptImpact>& impacts);
  /// Adds the pairs of a collider and a sensor that it crosses to what began and ended. Call after `find_impacts`, with
  /// its impacts in `lists`. @param before pairs that touched after the last update, sorted. @param lists of this one.
  /// @return `out_of_memory`.
  Status find_crossings(const Storage& storage, std::span<const RowPair> before, ContactLists& lists) const;

 private:
  static constexpr std::uint32_t k_none = 0xffffffff;

  /// The first impact of a collider, and the first hit that did not converge. The latter counts only if there is no
  /// impact: it may never happen, and must not hide a real one.
  struct FirstImpacts {
    SweptImpact decided, undecided;
  };

  bool sweep_moved(const Storage& storage, const Vec3& origin);
  /// Adds the sensors in the collider's way to `met_sensors_`. @return false when memory runs out.
  bool find_first_impact(const Storage& storage, const ColliderTrees& trees, const Vec3& origin, std::uint32_t row,
                         SweptImpact& first);
  void test(const Storage& storage, const ColliderTrees& trees, const Vec3& origin, std::uint32_t row,
            std::uint32_t other, FirstImpacts& found);
  /// Whether a contact with `fixed` opposes the motion of `body` just behind the time of an impact. @param is_static
  /// whether `fixed` is part of the union of static colliders. @param impact its normal, from A, is set to that of the
  /// contact. @param fixed_is_a whether A is `fixed`.
  bool stops(const Storage& storage, const ColliderTrees& trees, const Vec3& origin, std::uint32_t body,
             std::uint32_t fixed, bool is_static, bool fixed_is_a, Impact& impact);

  /// Adds what a body overlaps at a pose to `contacts_`: of one collider. @return false when memory runs out.
  bool add_contacts(const Storage& storage, std::uint32_t fixed, const Pose& pose_of_fixed, std::uint32_t body,
                    const Pose& pose);
  /// The same of all static colliders at rest but one. @param except its row.
  bool add_contacts_with_statics(const Storage& storage, const ColliderTrees& trees, const Vec3& origin,
                                 std::uint32_t body, const Pose& pose, std::uint32_t except);
  /// The translation of a body out of the static colliders that it rests in at the start; zero: none.
  Vec3 lift_of(const Storage& storage, const ColliderTrees& trees, const Vec3& origin, std::uint32_t body);

  Buffer<std::uint32_t> rows_;
  /// By row: its place in `rows_`, or k_none. Empty until a continuous collider is added.
  Buffer<std::uint32_t> places_;
  /// Bounds of the sweeps of moved rows, by row, and the tree over them, from the last search.
  Buffer<FloatBounds> swept_bounds_;
  /// Those in the tree of sweeps, in a world with half-spaces: all but these.
  Buffer<std::uint32_t> swept_rows_;
  Tree swept_;
  /// A row and that of a sensor whose bounds its sweep overlaps, from the last search.
  Buffer<RowPair> met_sensors_;
  BodyContacts contacts_;
  /// The translation of a body out of the static colliders that it rests in at the start.
  std::uint32_t lifted_ = k_none;
  Vec3 lift_;
};

}  // namespace hyperplane
