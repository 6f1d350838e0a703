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
#include <hyperplane/world_base.h>
#include <hyperplane/world_query.h>

/// A scene of colliders: filled once, moved every frame by writing rows of numbers, and queried for contacts. No time
/// step, no gravity.
///
/// A collider keeps its row for life; collider data lies in arrays by row. A row is reused after its collider has been
/// removed and no list of the last update names it. All lists of pairs are sorted by row.

namespace hyperplane {

/// Contact points of a pair. The midpoint of `on_a` and `on_b` is origin + offset; on_a lies half the point's depth
/// from it along the contact's normal, on_b half the depth against it. Offsets are small, so that 32 bits suffice
/// however far the world is from the origin.
struct ContactPointsRecord {
  double origin[3];
  /// 1 to 4.
  std::uint32_t count;
  std::uint32_t padding;
  /// Offset x, y, z and depth of each point, deepest first; unused entries are zero.
  float points[4][4];
  /// ContactPoint::id of each point, with the lower row as A; unused entries are zero.
  std::uint32_t ids[4];
};

/// A point of a `ContactPointsRecord`.
struct PackedContactPoint {
  float offset[3];
  float depth;
  std::uint32_t id;
};

/// The points of all contacts, without the unused entries of their records: most contacts have one point.
struct ContactPointsList {
  /// x, y, z: 3 a contact.
  std::span<const double> origins;
  /// By contact: four times the index of its first point, and the number of its points less one.
  std::span<const std::uint32_t> places;
  /// In no order.
  std::span<const PackedContactPoint> points;

  std::size_t size() const { return places.size(); }
  /// @param contact less than `size()`.
  ContactPointsRecord operator[](std::size_t contact) const;
};

/// The contacts of the last successful update, as arrays of equal length, sorted by pair, then by features. A pair with
/// a composite may have several contacts.
struct ContactList {
  std::span<const RowPair> pairs;
  /// Normal x, y, z (from a to b) and depth: 4 a contact.
  std::span<const float> normals;
  ContactPointsList points;
  /// Parts and triangles of a and b. Empty if no contact is with a composite.
  std::span<const PairFeatures> features;
};

using TreeNodeBounds = BasicTreeNodeBounds<Aabb>;
using BroadPhaseExplanation = BasicBroadPhaseExplanation<Aabb>;
using SweptImpact = BasicSweptImpact<Vec3>;

struct SnapshotOptions {
  /// Write the shapes. False: only the type and hash of those that colliders use, which must be given to restore_world.
  bool with_shapes = true;
};

/// Poses of a collider at the update before the last (or where it was added or teleported to since), at the last, and
/// as queries see it.
struct ColliderMotion {
  Pose before, after, now;
};

class World;
struct WorldDeleter {
  void operator()(World* world) const;
};
using WorldPtr = std::unique_ptr<World, WorldDeleter>;

/// @return `invalid_argument` for a capacity above k_max_colliders, `out_of_memory`.
Result<WorldPtr> make_world(const WorldOptions& options = {});

class World : public WorldBase {
 public:
  /// @return `invalid_argument` for a bad pose or margin, `out_of_memory`.
  Result<ColliderId> add(const ColliderOptions& options);
  /// The collider's pairs end with the next update. This and the following functions return `stale_handle` for a
  /// collider that was removed or never existed.
  Status remove(ColliderId collider);
  /// @return `invalid_argument` for a bad pose, `out_of_memory`.
  Status set_pose(ColliderId collider, const Pose& pose);
  /// Like set_pose, but the next update does not sweep the collider from its previous pose. Never `out_of_memory`.
  Status teleport(ColliderId collider, const Pose& pose);
  Status set_filter(ColliderId collider, std::uint32_t layer, std::uint32_t mask);
  /// Queries see it at once. With the next update pairs begin or end, and contacts appear or vanish. Enabling a
  /// collider takes the pose in its row, without motion.
  /// @return `invalid_argument` for a pose in the row that is none, `out_of_memory`.
  Status set_kind(ColliderId collider, const ColliderKind& kind);
  /// Queries see it at once, contacts with the next update. @param shape as in ColliderOptions. The former one is no
  /// longer used.
  Status set_shape(ColliderId collider, const Shape& shape);
  /// Contacts and events follow with the next update. @param margin as in ColliderOptions.
  /// @return `invalid_argument`, `out_of_memory`.
  Status set_margin(ColliderId collider, double margin);
  /// Excludes a pair from contacts and events, or includes it again.
  /// @return `invalid_argument` if both colliders are the same, `out_of_memory`.
  Status set_ignored(ColliderId a, ColliderId b, bool ignored);
  /// Options of a live collider, or of a removed one whose row is still in a list of the last update. Default values
  /// for other rows.
  ColliderOptions describe(std::uint32_t row) const;

  /// @param row of a live collider.
  ColliderMotion motion(std::uint32_t row) const;
  /// Rows that moved in the last update by more than a quarter of half their thickness: a push may find the wrong
  /// side of them, or may come too late. Valid until the next update. Empty if memory runs out.
  std::span<const std::uint32_t> fast_rows();

  /// Rows to write poses to: x, y, z and x, y, z, w. Adding a collider beyond the capacity reallocates them.
  std::span<double> positions();
  std::span<float> quaternions();

  /// Reads the poses from the rows, finds all touching pairs, and the pairs that began and ended since the last update.
  UpdateResult update();
  /// Reads the poses from the rows, for queries.
  UpdateResult refit();

  ContactList contacts() const;
  /// One translation of a collider out of all that it touches, by the contacts of the last update except those with
  /// removed and disabled colliders, and of shapes that are apart. It then only touches them, within 1e-6 of its size.
  /// The shortest translation out of all contacts; if contacts oppose each other or diverge, as those of concave shapes
  /// do, the shortest that a search finds. Its length is at most six times the depth of the deepest contact; without a
  /// solution that short, as between walls that are too close, it minimises the remaining depth. Zero without contacts.
  /// @return `stale_handle`, `out_of_memory`.
  Result<Vec3> separation(ColliderId id);
  /// First impact of each continuous collider in the last update, sorted by time, then by row. All colliders sweep from
  /// their pose at the update before, or from where they were added or teleported to since, at constant linear and
  /// angular velocity, and pass through each other. Sensors and pairs without contacts (filtered, ignored, both static)
  /// are skipped. The choice among simultaneous impacts does not depend on rows. A pair that touches at the start
  /// counts, at time 0, only if it gets deeper, or once it has parted: what slides along a floor hits the wall.
  std::span<const SweptImpact> impacts() const;
  /// Queries see every add, remove and set_pose at once, and poses written to the rows after update() or refit(). Of
  /// equal distances the lowest row comes first; otherwise results do not depend on the order in which colliders were
  /// added. Arguments are valid as in shape_query.h.

  /// First hit of a ray.
  WorldRayHit raycast(const Vec3& origin, const Vec3& direction, const QueryOptions& options = {});
  /// All hits, nearest first. Valid until the next query. @return `out_of_memory`.
  Result<std::span<const WorldRayHit>> raycast_all(const Vec3& origin, const Vec3& direction,
                                                   const QueryOptions& options = {});
  /// @param rays origin and direction of each ray, 6 numbers.
  /// @param distances m, one for each ray; infinity for no hit.
  /// @param rows one for each ray; -1 for no hit.
  /// @param features one for each ray, or none.
  void raycast_batch(std::span<const double> rays, std::span<double> distances, std::span<std::int32_t> rows,
                     const QueryOptions& options = {}, std::span<PartFeature> features = {});
  /// First collider that a moving shape touches while all colliders stand still; see time_of_impact. The distance limit
  /// is in metres along the path of the shape's origin.
  WorldImpact cast_shape(const Shape& shape, const Sweep& sweep, const QueryOptions& options = {});
  /// All colliders that the moving shape touches, each as by `cast_shape` alone, in order of time. Valid until the next
  /// query. @return `out_of_memory`.
  Result<std::span<const WorldImpact>> cast_shape_all(const Shape& shape, const Sweep& sweep,
                                                      const QueryOptions& options = {});
  /// Moves a kinematic body without turning it: it slides along obstacles, steps onto low ones, and follows the ground.
  /// The body is not a collider; if a collider represents it, exclude that by `MoverOptions::accepts`.
  /// @return `invalid_argument` for a bad pose, delta or option, and for a half-space as the body.
  Result<MoverResult> move_and_slide(const Shape& shape, const Pose& pose, const Vec3& delta,
                                     const MoverOptions& options = {});
  /// Rows of the colliders that intersect a shape, ascending. Valid until the next query.
  /// @return `out_of_memory`.
  Result<std::span<const std::uint32_t>> overlap(const Shape& shape, const Pose& pose,
                                                 const QueryOptions& options = {});
  /// Collider with the least signed distance to a point: the nearest, or the collider that contains it deepest.
  WorldClosestPoint closest(const Vec3& point, const QueryOptions& options = {});
  /// Collider with the least signed distance to a shape: the nearest, or the collider that it overlaps deepest.
  WorldDistance nearest(const Shape& shape, const Pose& pose, const QueryOptions& options = {});
  /// All colliders within the maximum distance of a shape, nearest first. Valid until the next query.
  /// @return `out_of_memory`.
  Result<std::span<const WorldDistance>> nearest_all(const Shape& shape, const Pose& pose, const QueryOptions& options);

  /// Bounds of a collider in the broad phase, at the pose of the last update or refit: conservative, slightly enlarged,
  /// with its margin.
  /// NaN for a row without a collider, and for a disabled one.
  Aabb bounds(std::uint32_t row) const;
  /// Valid until the next call. @param max_depth deeper nodes are omitted. @return `out_of_memory`.
  Result<BroadPhaseExplanation> explain_broad_phase(std::uint32_t max_depth = 0xffffffff);

  /// Hash of the colliders (shape, pose at the last update or refit, flags, layer, mask and margin, ignored pairs),
  /// contacts, impacts, and touching, began and ended pairs. Equal on every platform for the same history, and
  /// independent of the order in which colliders were added: rows and capacity do not enter.
  std::uint64_t hash() const;

  /// The complete state for `restore_world`: colliders with their shapes and rows, poses written since the last update,
  /// contacts, events, ignored pairs, caps. Without the clock, the timings and the number of candidates.
  /// @return `out_of_memory`.
  Result<Snapshot> snapshot(const SnapshotOptions& options = {}) const;

  /// Takes over the state of a restored world. Rows and ids become those of the snapshot; the arrays of positions() and
  /// quaternions() stay where they are if they have room for its rows. Never fails.
  /// @param restored made by restore_world with this world as `base`, since which this world has not changed. May only
  /// be destroyed afterwards.
  void roll_back(World& restored);

  /// Drops all caches. Results do not change.
  void clear_caches();

  /// Removes all colliders and frees all memory except present and earlier arrays of positions() and quaternions(), for
  /// callers that may still write to views on them. The world must not be used afterwards.
  void keep_only_rows();

 private:
  friend Result<WorldPtr> make_world(const WorldOptions& options);
  friend class Restoration;
  friend struct WorldDeleter;
  struct Impl;
  explicit World(Impl* impl);
  ~World() = default;

  Impl* impl_;
};

/// Options of restore_world.
struct RestoreOptions {
  /// As in WorldOptions. With a `base`, its clock is used.
  double (*clock)() = nullptr;
  /// Valid shapes to use where the snapshot has shapes of the same type and hash. They must outlive the world.
  std::span<const Shape> shapes;
  /// A world to roll back: its colliders' shapes are used like `shapes`, and before these. Colliders of the snapshot
  /// that are live in it keep their shapes where the hashes agree.
  const World* base = nullptr;
};

/// Frees shapes with their hulls.
struct OwnedShapesDeleter {
  std::uint32_t count = 0;
  void operator()(Shape* shapes) const;
};

/// RestoredWorld::source_of_shape: the shape is in `shapes`.
inline constexpr std::uint32_t k_own_shape = 0xffffffff;
/// RestoredWorld::shape_of_row: the collider keeps its shape in the base.
inline constexpr std::uint32_t k_kept_shape = 0xfffffffe;

/// A world restored from a snapshot. The world's colliders use the hulls of `shapes`; keep both alive together.
struct RestoredWorld {
  WorldPtr world;
  /// The distinct shapes of the colliders and of the parts of compounds, which stand before their compounds; the array
  /// owns their data. That of a removed collider that events still name is null. Elements with
  /// another source are unused.
  std::unique_ptr<Shape[], OwnedShapesDeleter> shapes;
  std::uint32_t shape_count = 0;
  /// By shape: k_own_shape, the row of the base that has the shape, or base_row_count + index into the given shapes.
  std::unique_ptr<std::uint32_t[], ArrayDeleter> source_of_shape;
  std::uint32_t base_row_count = 0;
  /// Index into `shapes` by part, of all compounds that are in `shapes`, in that order.
  std::unique_ptr<std::uint32_t[], ArrayDeleter> shape_of_part;
  /// Index into `shapes` by row, or k_kept_shape; shape_count for a free row.
  std::unique_ptr<std::uint32_t[], ArrayDeleter> shape_of_row;
  std::uint32_t row_count = 0;
  /// Set on failure: by type, the number of shapes that the snapshot names and that were not found.
  std::uint32_t missing[k_last_shape_type + 1] = {};
};

/// Restores a world from `World::snapshot`: rows, ids, hash and all later results have the same bits.
/// @param bytes untrusted.
/// @return `invalid_argument` for bytes that are not a snapshot, of another version, or damaged, and for missing
/// shapes; `out_of_memory`.
Result<RestoredWorld> restore_world(std::span<const std::byte> bytes, const RestoreOptions& options = {});

}  // namespace hyperplane
