#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <hyperplane/collider.h>
#include <hyperplane/mover_base.h>
#include <hyperplane/plane.h>
#include <hyperplane/plane_pair.h>
#include <hyperplane/plane_query.h>
#include <hyperplane/plane_sweep.h>
#include <hyperplane/world_base.h>

/// A scene of colliders in the plane: filled once, moved every frame by writing rows of numbers, and queried for
/// contacts. As world.h in space, whose ids, rows and pairs it shares: a collider keeps its row for life.

namespace hyperplane::plane {

using hyperplane::ArrayDeleter;
using hyperplane::BroadPhase;
using hyperplane::k_max_mover_hits;
using hyperplane::QueryOptions;
using hyperplane::Snapshot;
using hyperplane::UpdateResult;
using hyperplane::WorldOptions;
using ColliderOptions = BasicColliderOptions<Shape, Pose>;

/// Contact points of a pair. The midpoint of `on_a` and `on_b` is origin + offset; on_a lies half the point's depth
/// from it along the contact's normal, on_b half the depth against it.
struct ContactPointsRecord {
  double origin[2];
  /// Offset x, y and depth of each point, deepest first; unused entries are zero.
  float points[2][3];
  std::uint32_t count;
  /// ContactPoint::id of each point, with the lower row as A.
  std::uint32_t ids[2];
  std::int32_t part_a, part_b;
  std::uint32_t padding;
};

/// The contacts of the last successful update, as arrays of equal length, sorted by pair, then by parts.
struct ContactList {
  std::span<const RowPair> pairs;
  /// Normal x, y (from a to b) and depth: 3 a contact.
  std::span<const float> normals;
  std::span<const ContactPointsRecord> points;
};

/// Bounds in the plane, in metres.
struct Bounds {
  Vec2 min, max;
};
using TreeNodeBounds = BasicTreeNodeBounds<Bounds>;
using BroadPhaseExplanation = BasicBroadPhaseExplanation<Bounds>;
using SweptImpact = BasicSweptImpact<Vec2>;

struct WorldRayHit : RayHit {
  std::uint32_t row = 0;
};
/// The normal points from the moving shape to the collider.
struct WorldImpact : Impact {
  std::uint32_t row = 0;
};
struct WorldClosestPoint : ClosestPoint {
  std::uint32_t row = 0;
  /// False: no collider is within the maximum distance.
  bool found = false;
};

/// The signed distance of a shape, A, to a collider, B.
struct WorldDistance : Distance {
  std::uint32_t row = 0;
  /// False: no collider is within the maximum distance.
  bool found = false;
};

using MoverOptions = MoverOptionsOf<Vec2>;
using MoverHit = MoverHitOf<Vec2>;
using MoverResult = MoverResultOf<Vec2>;

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
  /// @return `invalid_argument` for a bad pose, `out_of_memory`.
  Result<ColliderId> add(const ColliderOptions& options);
  /// The collider's pairs end with the next update. This and the following functions return `stale_handle` for a
  /// collider that was removed or never existed.
  Status remove(ColliderId collider);
  /// @return `invalid_argument` for a bad pose, `out_of_memory`.
  Status set_pose(ColliderId collider, const Pose& pose);
  /// Like set_pose, but the next update does not sweep the collider from its previous pose.
  Status teleport(ColliderId collider, const Pose& pose);
  Status set_filter(ColliderId collider, std::uint32_t layer, std::uint32_t mask);
  /// Queries see the change at once, contacts and events with the next update. A disabled collider is in none of them;
  /// enabling it takes the pose in its row, without motion. @return `invalid_argument` if that is wrong.
  Status set_kind(ColliderId collider, const ColliderKind& kind);
  /// Queries see the new shape at once, contacts with the next update. @param shape what it does not own must live as
  /// long as the collider has it, but for its kinds. @return `out_of_memory`.
  Status set_shape(ColliderId collider, const Shape& shape);
  /// Contacts and events follow with the next update. @param margin as in ColliderOptions.
  /// @return `invalid_argument`, `out_of_memory`.
  Status set_margin(ColliderId collider, double margin);
  /// Excludes a pair from contacts and events, or includes it again.
  /// @return `invalid_argument` if both colliders are the same, `out_of_memory`.
  Status set_ignored(ColliderId a, ColliderId b, bool ignored);
  /// Options of the last collider in a row; default values if there was none. Of a removed one's shape only the type.
  ColliderOptions describe(std::uint32_t row) const;

  /// @param row of a live collider.
  ColliderMotion motion(std::uint32_t row) const;
  /// Rows that moved in the last update by more than a quarter of half their thickness: a push may find the wrong
  /// side of them, or may come too late. Valid until the next update. Empty if memory runs out.
  std::span<const std::uint32_t> fast_rows();

  /// Rows to write poses to: x, y and angle. Adding a collider beyond the capacity reallocates them.
  std::span<double> positions();
  std::span<double> angles();

  /// Reads the poses from the rows, finds all touching pairs, and the pairs that began and ended since the last update.
  UpdateResult update();
  /// Reads the poses from the rows, for queries.
  UpdateResult refit();

  ContactList contacts() const;
  /// One translation of a collider out of all that it touches: as World::separation of space.
  /// @return `stale_handle`, `out_of_memory`.
  Result<Vec2> separation(ColliderId collider);
  /// First impact of each continuous collider in the last update, sorted by time, then by row. All colliders sweep from
  /// their pose at the update before, and pass through each other. Sensors and pairs without contacts are skipped. A
  /// pair that touches at the start counts only if it gets deeper, or once it has parted.
  std::span<const SweptImpact> impacts() const;
  /// Bounds of a collider in the broad phase, at the pose that queries see: conservative, slightly enlarged. NaN for a
  /// row without a collider, and for a disabled one.
  Bounds bounds(std::uint32_t row) const;
  /// Valid until the next call. @param max_depth deeper nodes are omitted. @return `out_of_memory`.
  Result<BroadPhaseExplanation> explain_broad_phase(std::uint32_t max_depth = 0xffffffff);

  /// Queries see every add, remove, set_pose, set_kind and set_shape at once, and poses written to the rows after
  /// update() or refit(). Of equal distances the lowest row comes first.

  WorldRayHit raycast(Vec2 origin, Vec2 direction, const QueryOptions& options = {});
  /// All hits, one a collider, nearest first. Valid until the next query. @return `out_of_memory`.
  Result<std::span<const WorldRayHit>> raycast_all(Vec2 origin, Vec2 direction, const QueryOptions& options = {});
  /// @param rays origin and direction of each ray, 4 numbers. @param distances m, infinity for no hit. @param rows -1
  /// for no hit. @param parts one for each ray, or none.
  void raycast_batch(std::span<const double> rays, std::span<double> distances, std::span<std::int32_t> rows,
                     const QueryOptions& options = {}, std::span<std::int32_t> parts = {});
  /// First collider that a moving shape touches while all colliders stand still. The distance limit is in metres along
  /// the path of the shape's origin.
  WorldImpact cast_shape(const Shape& shape, const Sweep& sweep, const QueryOptions& options = {});
  /// All colliders that the moving shape touches, each as by `cast_shape` alone, in order of time. Valid until the next
  /// query. @return `out_of_memory`.
  Result<std::span<const WorldImpact>> cast_shape_all(const Shape& shape, const Sweep& sweep,
                                                      const QueryOptions& options = {});
  /// Rows of the colliders that intersect a shape, ascending. Valid until the next query. @return `out_of_memory`.
  Result<std::span<const std::uint32_t>> overlap(const Shape& shape, const Pose& pose,
                                                 const QueryOptions& options = {});
  /// Collider with the least signed distance to a point.
  WorldClosestPoint closest(Vec2 point, const QueryOptions& options = {});
  /// Collider with the least signed distance to a shape: the nearest, or the collider that it overlaps deepest.
  WorldDistance nearest(const Shape& shape, const Pose& pose, const QueryOptions& options = {});
  /// All colliders within the maximum distance of a shape, nearest first. Valid until the next query.
  /// @return `out_of_memory`.
  Result<std::span<const WorldDistance>> nearest_all(const Shape& shape, const Pose& pose, const QueryOptions& options);
  /// Moves a kinematic body without turning it: it slides along obstacles, steps onto low ones, and follows the ground.
  /// One-sided chains that it stands in do not hold it. @return `invalid_argument` for a bad pose, delta or option.
  Result<MoverResult> move_and_slide(const Shape& shape, const Pose& pose, Vec2 delta,
                                     const MoverOptions& options = {});

  /// Hash of the colliders, contacts and events. Equal on every platform for the same history.
  std::uint64_t hash() const;
  /// The complete state for `restore_world`. @return `out_of_memory`.
  Result<Snapshot> snapshot() const;
  /// Takes over the state of a restored world, which may only be destroyed afterwards. The arrays of positions() and
  /// angles() stay where they are if they have room for its rows. Never fails.
  /// @param restored made by restore_world with this world as `base`.
  void roll_back(World& restored);

 private:
  friend struct WorldDeleter;
  friend Result<WorldPtr> make_world(const WorldOptions& options);
  friend class Restoration;
  struct Impl;
  explicit World(Impl* impl);
  ~World() = default;

  Impl* impl_;
};

/// Frees shapes with their polygons and composites.
struct OwnedShapesDeleter {
  std::uint32_t count = 0;
  void operator()(Shape* shapes) const;
};

/// A world restored from a snapshot. Its colliders use what `shapes` own; keep both alive together.
struct RestoredWorld {
  WorldPtr world;
  /// The distinct shapes of the colliders, and those of the parts of compounds before them.
  std::unique_ptr<Shape[], OwnedShapesDeleter> shapes;
  std::uint32_t shape_count = 0;
  /// Index into `shapes` by row; shape_count for a free row.
  std::unique_ptr<std::uint32_t[], ArrayDeleter> shape_of_row;
  std::uint32_t row_count = 0;
};

/// Restores a world from `World::snapshot`: rows, ids, hash and all later results have the same bits.
/// @param bytes untrusted. @param clock as in WorldOptions. @param base the world to roll back; null: none.
/// @return `invalid_argument` for bytes that are not a snapshot, of another version, or damaged; `out_of_memory`.
Result<RestoredWorld> restore_world(std::span<const std::byte> bytes, double (*clock)() = nullptr,
                                    const World* base = nullptr);

}  // namespace hyperplane::plane
