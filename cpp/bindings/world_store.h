#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <hyperplane/world.h>

#include "core/buffer.h"
#include "numbered_slots.h"

namespace hyperplane::bindings {

/// Flags of a row. k_disabled: it takes part in nothing. k_known: its collider is live, or was removed and events still
/// name it.
enum RowFlag : std::uint32_t {
  k_static = 1,
  k_sensor = 2,
  k_continuous = 4,
  k_known = 8,
  k_live = 16,
  k_disabled = 32
};

/// Row of an empty result.
inline constexpr std::uint32_t k_no_row = 0xfffffffe;

/// Options of a query, which leaves out the rows that JavaScript has excluded.
QueryOptions query_options(double max_distance, std::uint32_t mask, bool sensors);

/// Addresses and lengths of a world's arrays, for JavaScript. Its own address is fixed for the life of the world; every
/// call that may change it updates it. web/src/records.ts states the same layout.
struct WorldRecord {
  std::uint32_t positions = 0, quaternions = 0;  // addresses
  std::uint32_t capacity = 0;                    // rows
  std::uint32_t size = 0;
  std::uint32_t contact_count = 0, pairs = 0, normals = 0, points = 0;
  std::uint32_t began_count = 0, began = 0;
  std::uint32_t ended_count = 0, ended = 0;
  std::uint32_t touching_count = 0, touching = 0;
  std::uint32_t candidate_count = 0;
  std::uint32_t broad_phase = 0;
  UpdateTimings timings;  // ms
  std::uint32_t impact_count = 0, impacts = 0;
  std::uint32_t features = 0;  // of the contacts; 0 if none has any
  std::uint32_t point_places = 0, point_origins = 0;
};
static_assert(std::is_standard_layout_v<WorldRecord> && offsetof(WorldRecord, timings) == 16 * sizeof(std::uint32_t));
static_assert(sizeof(SweptImpact) == 64 && offsetof(SweptImpact, a) == 56);
static_assert(sizeof(PackedContactPoint) == 20 && offsetof(PackedContactPoint, depth) == 12);

/// A world with its record and the shapes that it holds.
struct BoundWorld {
  WorldPtr world;
  WorldRecord record;
  /// By row: number of the collider's shape in the shape store, which the collider holds; or 0.
  Buffer<std::uint32_t> shapes;
  bool is_closed = false;

  void let_go_of_shapes();
  /// Updates the record.
  void describe();
};

/// The worlds that JavaScript refers to, by number.
class WorldStore {
 public:
  /// Maximum number of worlds.
  static constexpr std::uint32_t k_max_worlds = 1u << 16;
  static_assert(k_max_worlds <= NumberedSlots<BoundWorld*>::k_max_size);

  /// @param shapes as BoundWorld::shapes; emptied on success. @return the number, or `out_of_memory`: the shapes keep
  /// their holders.
  Result<std::uint32_t> add(WorldPtr world, Buffer<std::uint32_t>& shapes);
  /// @return null for a stale or null number, and for a closed world.
  BoundWorld* find(std::uint32_t number);
  /// Frees a world and releases its shapes.
  void release(std::uint32_t number);
  /// Like `release`, but keeps the rows, on which JavaScript may still hold views, until `release`. `find` no longer
  /// returns the world.
  void close(std::uint32_t number);
  std::uint32_t size() const { return worlds_.size(); }

 private:
  NumberedSlots<BoundWorld*> worlds_;
};

extern WorldStore world_store;

/// @return the world, or null with the fault record filled.
BoundWorld* accept_world(std::uint32_t number);

}  // namespace hyperplane::bindings
