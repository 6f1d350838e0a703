#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>

#include <hyperplane/world.h>

#include "core/buffer.h"
#include "core/slot_map.h"

namespace hyperplane::bindings {

/// The collider of a row, as a set of bits. `known`: it lives, or was removed and is still named by events.
enum RowFlag : std::uint32_t { k_static = 1, k_sensor = 2, k_continuous = 4, k_known = 8, k_live = 16 };

/// Returned in place of a row by a query that found nothing.
inline constexpr std::uint32_t k_no_row = 0xfffffffe;

/// The addresses and lengths of a world's arrays. Its own address does not change while the world lives; every call
/// that may change the world updates it. web/src/records.ts states the same layout.
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
};
static_assert(std::is_standard_layout_v<WorldRecord> && offsetof(WorldRecord, timings) == 16 * sizeof(std::uint32_t));
static_assert(sizeof(SweptImpact) == 64 && offsetof(SweptImpact, a) == 56);
static_assert(sizeof(ContactPointsRecord) == 112 && offsetof(ContactPointsRecord, points) == 32 &&
              offsetof(ContactPointsRecord, ids) == 96);

/// A world with what the border needs to know of it.
struct BoundWorld {
  WorldPtr world;
  WorldRecord record;
  /// The shape of each row's collider, by its number in the shape store, of which the collider is a holder; or 0.
  Buffer<std::uint32_t> shapes;
  bool is_closed = false;

  void let_go_of_shapes();
  /// Brings the record up to date.
  void describe();
};

/// The worlds that JavaScript knows by number; 0 is none.
class WorldStore {
 public:
  /// Worlds at most.
  static constexpr std::uint32_t k_max_worlds = 1u << 16;

  /// @param shapes the shape of each row's collider, by number, as in BoundWorld; taken if the world is. On failure
  /// (`out_of_memory`) the shapes keep their holders.
  Result<std::uint32_t> add(WorldPtr world, Buffer<std::uint32_t>& shapes);
  /// @return null for a number that names no world.
  BoundWorld* find(std::uint32_t number);
  /// Frees a world and lets go of its shapes.
  void release(std::uint32_t number);
  /// The same, but the rows stay until `release`: JavaScript may still hold a view on them. No call finds the world any
  /// more.
  void close(std::uint32_t number);
  std::uint32_t size() const { return worlds_.size(); }

 private:
  static constexpr std::uint32_t k_row_bits = 16, k_generation_bits = 15;
  /// The null handle for a number that names no world.
  Handle to_handle(std::uint32_t number) const;

  SlotMap<BoundWorld*> worlds_;
};

extern WorldStore world_store;

/// @return the world, or null with the fault record filled.
BoundWorld* accept_world(std::uint32_t number);

}  // namespace hyperplane::bindings
