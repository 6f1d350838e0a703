#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <hyperplane/collider.h>
#include <hyperplane/geometry.h>
#include <hyperplane/mover.h>
#include <hyperplane/shape.h>
#include <hyperplane/status.h>
#include <hyperplane/sweep.h>
#include <hyperplane/world_query.h>

/// A scene of colliders: filled once, moved every frame by writing rows of numbers, and asked what touches. No step, no
/// gravity.
///
/// A collider has a row, for life; what is known of colliders lies in arrays by row. A row is used again once its
/// collider was removed and no list of the last update names it any more. All lists of pairs are sorted by row.

namespace hyperplane {

enum class BroadPhase : std::uint8_t {
  /// Sweep and prune, or the trees where most colliders are static or at rest.
  automatic = 0,
  sweep_and_prune,
  bvh,
  /// Every mover against everything. For tests and comparison.
  brute_force,
};

struct WorldOptions {
  BroadPhase broad_phase = BroadPhase::automatic;
  /// Colliders for which room is made at the start.
  std::uint32_t capacity = 0;
  /// Pairs with overlapping bounds, and contacts, that an update may have at most: what lies in one spot costs time,
  /// but never more memory than this. Beyond it update() answers `out_of_memory`.
  std::uint32_t max_candidates = 1u << 23;
  std::uint32_t max_contacts = 1u << 20;
  /// Seconds or milliseconds or ticks, for `World::timings`. Null: nothing is measured.
  double (*clock)() = nullptr;
};

/// Contact points of a pair: the middle between `on_a` and `on_b` is origin + offset, and these lie half of the point's
/// own depth from it, on_a along the contact's normal and on_b against it. The offsets are small, which is why 32 bits
/// are enough for them wherever the world is.
struct ContactPointsRecord {
  double origin[3];
  std::uint32_t count;
  std::uint32_t padding;
  /// Offset x, y, z and depth of each point, the deepest first; the rest is zero.
  float points[4][4];
  /// ContactPoint::id of each point, as seen from the lower row; the rest is zero.
  std::uint32_t ids[4];
};

/// The contacts of the last successful update, as arrays of equal length, sorted by pair.
struct ContactList {
  std::span<const RowPair> pairs;
  /// Normal x, y, z (from a to b) and depth: 4 a contact.
  std::span<const float> normals;
  std::span<const ContactPointsRecord> points;
};

/// What update() and refit() say. When they fail because of a row that was written in bulk, `row` is the row, and
/// nothing has changed. When memory runs out or a cap is reached, the poses have been taken over, and contacts and
/// events are still those of the last update that succeeded.
struct UpdateResult {
  Status status = Status::ok;
  std::uint32_t row = 0;
  const char* message = "";

  constexpr bool ok() const { return status == Status::ok; }
};

/// How long the stages of the last update took, in units of the clock.
struct UpdateTimings {
  double bounds = 0.0;        ///< looking for rows that have moved, checking them, their bounds
  double broad_phase = 0.0;   ///< pairs with overlapping bounds, sorted
  double narrow_phase = 0.0;  ///< which of them touch, and their contacts
  double events = 0.0;        ///< began, ended
};

/// A node of a tree: the bounds of all that is below it.
struct TreeNodeBounds {
  Aabb bounds;
  /// 0: the root.
  std::uint32_t depth = 0;
  /// In the tree of the statics, and not in that of the movers.
  bool is_static = false;
};
/// What the broad phase of the last update went by.
struct BroadPhaseExplanation {
  /// Sweep and prune: the axis that it sorted along (0 is x), and into how many cells it cut the list.
  int axis = -1;
  std::uint32_t cell_count = 0;
  /// Over trees: their nodes, parents before their children.
  std::span<const TreeNodeBounds> nodes;
};

/// Frees arrays that the library has made.
struct ArrayDeleter {
  void operator()(const void* array) const;
};

/// Bytes of a world. The same on every platform for the same history.
struct Snapshot {
  std::unique_ptr<std::byte[], ArrayDeleter> bytes;
  std::size_t size = 0;

  std::span<const std::byte> span() const { return {bytes.get(), size}; }
};

/// The first impact of a continuous collider on its way from the last update to this one.
struct SweptImpact {
  /// 0 to 1.
  double time = 0.0;
  /// Where they touch at that time, and the normal from `a` to `b`. World space.
  Vec3 point, normal;
  /// The continuous collider, and what it touches.
  std::uint32_t a = 0, b = 0;
};

class World;
struct WorldDeleter {
  void operator()(World* world) const;
};
using WorldPtr = std::unique_ptr<World, WorldDeleter>;

/// @return `out_of_memory`, or `invalid_argument` for a capacity beyond k_max_colliders.
Result<WorldPtr> make_world(const WorldOptions& options = {});

class World {
 public:
  World(const World&) = delete;
  World& operator=(const World&) = delete;

  /// @return `invalid_argument` for a bad pose, `out_of_memory`.
  Result<ColliderId> add(const ColliderOptions& options);
  /// Its pairs end with the next update. For this and the following: `stale_handle` for a collider that was removed or
  /// never was.
  Status remove(ColliderId collider);
  /// @return `invalid_argument` for a bad pose, `out_of_memory`.
  Status set_pose(ColliderId collider, const Pose& pose);
  /// As set_pose, but the collider has not moved there: the next update does not sweep it from where it stood. Never
  /// `out_of_memory`.
  Status teleport(ColliderId collider, const Pose& pose);
  Status set_filter(ColliderId collider, std::uint32_t layer, std::uint32_t mask);
  /// Whether a pair is left out. @return also `invalid_argument` for a collider and itself, `out_of_memory`.
  Status set_ignored(ColliderId a, ColliderId b, bool ignored);

  std::uint32_t size() const;
  /// Rows that the arrays have room for, in use or not.
  std::uint32_t capacity() const;
  bool contains(ColliderId collider) const;
  /// The collider in a row, or the null id.
  ColliderId at(std::uint32_t row) const;
  /// Of a live collider, or of a removed one whose row is still named by a list of the last update. Default values for
  /// other rows.
  ColliderOptions describe(std::uint32_t row) const;

  /// The rows to write poses to: x, y, z and x, y, z, w. They move when a collider is added beyond the capacity.
  std::span<double> positions();
  std::span<float> quaternions();

  /// Takes over the rows as they stand, finds every touching pair, and what began and ended since the last update.
  UpdateResult update();
  /// Takes over the rows as they stand, for queries.
  UpdateResult refit();

  ContactList contacts() const;
  /// Pairs that touch now and did not at the update before, and the other way round; sensors too.
  std::span<const RowPair> began() const;
  std::span<const RowPair> ended() const;
  /// All pairs that touch, sensors too.
  std::span<const RowPair> touching() const;
  /// The first impact of each continuous collider in the last update, sorted by time, then by row. All colliders sweep
  /// from their pose at the update before, or from where they were added or teleported to since, at constant linear and
  /// angular velocity; nothing stops them. Pairs that contacts leave out, and sensors, are left out. Simultaneous
  /// impacts are chosen from without regard to rows. A pair that touches at the start counts, at time 0, if it gets
  /// deeper: a body that slides along a floor hits the wall at its end.
  std::span<const SweptImpact> impacts() const;
  /// How many pairs the broad phase of the last update found.
  std::uint32_t candidate_count() const;
  const UpdateTimings& timings() const;
  /// Which broad phase the last update used.
  BroadPhase broad_phase() const;
  /// Takes effect with the next update, and changes nothing about its answers.
  void set_broad_phase(BroadPhase broad_phase);

  /// Queries see every add, remove and set_pose at once, and rows that were written in bulk after update() or refit().
  /// The answer does not depend on the order in which colliders were added, but that of equal distances the lowest row
  /// comes first. Arguments are valid as in shape_query.h.

  /// @return `hit` is false if no collider is hit.
  WorldRayHit raycast(const Vec3& origin, const Vec3& direction, const QueryOptions& options = {});
  /// All hits, nearest first. Valid until the next query. @return `out_of_memory`.
  Result<std::span<const WorldRayHit>> raycast_all(const Vec3& origin, const Vec3& direction,
                                                   const QueryOptions& options = {});
  /// @param rays origin and direction of each, 6 numbers. @param distances infinity where there is no hit.
  /// @param rows -1 where there is no hit.
  void raycast_batch(std::span<const double> rays, std::span<double> distances, std::span<std::int32_t> rows,
                     const QueryOptions& options = {});
  /// The first collider that a moving shape touches, all of them standing still, as time_of_impact has it. The distance
  /// limit is in metres along the way of the shape's origin. @return `hit` is false if no collider is hit.
  WorldImpact cast_shape(const Shape& shape, const Sweep& sweep, const QueryOptions& options = {});
  /// Moves a kinematic body that does not turn: sliding along what it meets, stepping onto what is low enough, and
  /// keeping to the ground that it walks on. It is not a collider; one that stands for it is left out by
  /// `MoverOptions::accepts`.
  /// @return `invalid_argument` for a bad pose, delta or option.
  Result<MoverResult> move_and_slide(const Shape& shape, const Pose& pose, const Vec3& delta,
                                     const MoverOptions& options = {});
  /// Rows of the colliders that intersect a shape, ascending. Valid until the next query. @return `out_of_memory`.
  Result<std::span<const std::uint32_t>> overlap(const Shape& shape, const Pose& pose,
                                                 const QueryOptions& options = {});
  /// The collider whose surface is nearest by signed distance: inside of several, the one that it is deepest in.
  WorldClosestPoint closest(const Vec3& point, const QueryOptions& options = {});

  /// The bounds that the broad phase works on, of a collider at the pose that was taken over last: a little larger than
  /// need be, never smaller. NaN for a row without a collider.
  Aabb bounds(std::uint32_t row) const;
  /// Valid until the next call of it. @param max_depth nodes that are deeper are left out. @return `out_of_memory`.
  Result<BroadPhaseExplanation> explain_broad_phase(std::uint32_t max_depth = 0xffffffff);

  /// Of the colliders (shape, pose as last taken over, flags, layer and mask, ignored pairs), of the contacts, and of
  /// what touches, began and ended. Equal on every platform for the same history, and whatever the order in which
  /// colliders were added: rows and capacity do not enter.
  std::uint64_t hash() const;

  /// All that updates and queries to come depend on, as bytes for `restore_world`: colliders with their shapes and
  /// rows, poses that are written but not yet taken over, contacts, events, ignored pairs, caps. Not: the clock, the
  /// timings, the number of candidates. @return `out_of_memory`.
  Result<Snapshot> snapshot() const;

  /// Throws away whatever is remembered only to be faster.
  void clear_caches();

  /// Removes all colliders, and frees all memory but the rows of positions() and quaternions(), earlier ones included:
  /// for somebody who cannot know whether a view on them is still written to. The world is of no use afterwards.
  void keep_only_rows();

 private:
  friend Result<WorldPtr> make_world(const WorldOptions& options);
  friend class Restoration;
  friend struct WorldDeleter;
  struct Impl;
  explicit World(Impl* impl) : impl_(impl) {}
  ~World() = default;

  Impl* impl_;
};

/// Frees shapes with their hulls.
struct OwnedShapesDeleter {
  std::uint32_t count = 0;
  void operator()(Shape* shapes) const;
};

/// A world out of a snapshot. Keep it together: the world's colliders use the hulls.
struct RestoredWorld {
  WorldPtr world;
  /// The shapes of the colliders, each once, and owners of their hulls. A removed collider that events still name has a
  /// shape without its hull.
  std::unique_ptr<Shape[], OwnedShapesDeleter> shapes;
  std::uint32_t shape_count = 0;
  /// Which of them by row; shape_count for a row that is free.
  std::unique_ptr<std::uint32_t[], ArrayDeleter> shape_of_row;
};

/// The world that `World::snapshot` was asked for: rows, ids, hash, and everything that comes after have the same bits.
/// @param bytes trusted in nothing. @param clock as in WorldOptions.
/// @return `invalid_argument` for bytes that are no snapshot, of another version, or damaged; `out_of_memory`.
Result<RestoredWorld> restore_world(std::span<const std::byte> bytes, double (*clock)() = nullptr);

}  // namespace hyperplane
