#pragma once

#include <cstdint>

#include "core/buffer.h"
#include "dimension.h"
#include "numbered_slots.h"
#include "query_rows.h"

namespace hyperplane::bindings {

/// Flags of a row. k_disabled: it takes part in nothing. k_known: its collider is live, or was removed and events may
/// still name it.
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

/// Bits of what a move returns, and of what it is told: whether the last one left the body crushed, whether sensors
/// count, and whether it notes the rows that it tests.
inline constexpr std::uint32_t k_move_grounded = 1, k_move_crushed = 2, k_move_sensors = 4, k_move_notes = 8;

/// Options of a query, which leaves out the rows that JavaScript has excluded.
inline QueryOptions query_options(double max_distance, std::uint32_t mask, bool sensors, bool solid = true) {
  return {max_distance,    mask, sensors, excluded_rows.is_any() ? &is_included : nullptr, nullptr,
          kinds_or_null(), solid};
}

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
  BoundWorld* find(std::uint32_t number) {
    BoundWorld* const* const found = worlds_.find(number);
    return found == nullptr || (*found)->is_closed ? nullptr : *found;
  }
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

/// RowFlag bits of a restored world's row. @param is_known whether to include k_known.
std::uint32_t flags_of(const World& world, std::uint32_t row, bool is_known);

}  // namespace hyperplane::bindings
