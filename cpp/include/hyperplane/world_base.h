#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <memory>
#include <span>

#include <hyperplane/collider.h>
#include <hyperplane/kind_mask.h>
#include <hyperplane/status.h>

/// What worlds of space and of the plane have in common.

namespace hyperplane {

enum class BroadPhase : std::uint8_t {
  /// Sweep and prune, or trees if most colliders are static or at rest.
  automatic = 0,
  sweep_and_prune,
  bvh,
  /// Every mover against every collider. For tests and comparison.
  brute_force,
};

struct WorldOptions {
  BroadPhase broad_phase = BroadPhase::automatic;
  /// Number of colliders to reserve memory for.
  std::uint32_t capacity = 0;
  /// Maximum numbers of pairs with overlapping bounds and of contacts in an update. They cap the memory that colliders
  /// piled up in one spot can take; beyond them update() returns `out_of_memory`.
  std::uint32_t max_candidates = 1u << 23;
  std::uint32_t max_contacts = 1u << 20;
  /// Clock for `World::timings`, in any unit. Null: no timings.
  double (*clock)() = nullptr;
};

/// Result of update() and refit(). `invalid_argument`: the pose written to `row` is invalid, and nothing has changed.
/// `out_of_memory`: the poses are in use, but contacts and events are still those of the last successful update.
struct UpdateResult {
  Status status = Status::ok;
  std::uint32_t row = 0;
  const char* message = "";

  constexpr bool ok() const { return status == Status::ok; }
};

struct QueryOptions {
  /// m
  double max_distance = std::numeric_limits<double>::infinity();
  /// Colliders whose layer is not in the mask are skipped.
  std::uint32_t mask = 0xffffffff;
  /// Include sensors. Queries pass through them by default.
  bool sensors = false;
  /// Optional filter, called for rows that would be part of the answer; return false to ignore that collider.
  bool (*accepts)(const void* context, std::uint32_t row) = nullptr;
  const void* context = nullptr;
  /// Kinds of cells and tiles that are there; null: all.
  const KindMask* kinds = nullptr;
  /// Rays only: as for `raycast` of a shape.
  bool solid = true;

  bool accepts_row(std::uint32_t row) const { return accepts == nullptr || accepts(context, row); }
};

/// First impact of a continuous collider between the last update and this one.
template <class Vector>
struct BasicSweptImpact {
  /// 0 to 1.
  double time = 0.0;
  /// Point of contact at that time, and normal from `a` to `b`. World space.
  Vector point, normal;
  /// Rows of the continuous collider and of the collider it hits.
  std::uint32_t a = 0, b = 0;
};

/// A node of a tree: the bounds of its subtree.
template <class Bounds>
struct BasicTreeNodeBounds {
  Bounds bounds;
  /// Root: 0.
  std::uint32_t depth = 0;
  /// True: in the tree of the statics. False: in the tree of the movers.
  bool is_static = false;
};
/// State of the broad phase in the last update.
template <class Bounds>
struct BasicBroadPhaseExplanation {
  /// Sweep and prune: sorting axis (0 is x) and number of cells.
  int axis = -1;
  std::uint32_t cell_count = 0;
  /// Trees: nodes, parents before their children.
  std::span<const BasicTreeNodeBounds<Bounds>> nodes;
};

/// Frees arrays allocated by the library.
struct ArrayDeleter {
  void operator()(const void* array) const;
};

/// A world as bytes. The same on every platform for the same history.
struct Snapshot {
  std::unique_ptr<std::byte[], ArrayDeleter> bytes;
  std::size_t size = 0;

  std::span<const std::byte> span() const { return {bytes.get(), size}; }
};

struct WorldState;

/// The functions of a world that do not depend on its dimension.
class WorldBase {
 public:
  WorldBase(const WorldBase&) = delete;
  WorldBase& operator=(const WorldBase&) = delete;

  /// Whether `set_ignored` excludes a pair; false for stale ids.
  bool is_ignored(ColliderId a, ColliderId b) const;

  std::uint32_t size() const;
  /// Number of rows that the arrays have room for.
  std::uint32_t capacity() const;
  bool contains(ColliderId collider) const;
  /// The collider in a row, or the null id.
  ColliderId at(std::uint32_t row) const;
  /// Generation of the last collider in a row, live or not. 0: there was none.
  std::uint32_t generation(std::uint32_t row) const;

  /// The contacts of a collider, as indices into contacts(), and its pairs, as indices into touching(): ascending.
  /// Valid until the next update, and until the next call. @return `stale_handle`, `out_of_memory`.
  Result<std::span<const std::uint32_t>> contacts_of(ColliderId id);
  Result<std::span<const std::uint32_t>> touching_of(ColliderId id);
  /// Pairs that started and that stopped touching in the last update, sensors included.
  /// A sensor that a continuous collider crossed since the last update, before its first impact, is in both.
  std::span<const RowPair> began() const;
  std::span<const RowPair> ended() const;
  /// All touching pairs, sensors included.
  std::span<const RowPair> touching() const;
  /// Number of pairs that the broad phase of the last update found.
  std::uint32_t candidate_count() const;
  const UpdateTimings& timings() const;
  /// The broad phase that the last update used.
  BroadPhase broad_phase() const;
  /// Takes effect with the next update. All broad phases give the same results.
  void set_broad_phase(BroadPhase broad_phase);

 protected:
  explicit WorldBase(WorldState* state) : state_(state) {}
  ~WorldBase() = default;

  WorldState* state_;
};

}  // namespace hyperplane
