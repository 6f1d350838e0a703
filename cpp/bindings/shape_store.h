#pragma once

#include <cstdint>

#include <hyperplane/shape.h>
#include <hyperplane/status.h>

#include "core/slot_map.h"

namespace hyperplane::bindings {

/// The shapes that JavaScript refers to, with reference counts: the JavaScript object that made a shape holds it, and
/// so does each collider or compound that uses it. Releasing the last holder frees the shape and its hull.
///
/// A shape's number has 31 bits, the size of integers that engines pass unboxed: the row plus one, and above it the
/// last bits of the row's generation, by which stale numbers are very likely recognised. (They could only come from a
/// bug in the JavaScript code: its objects forget their number when disposed of.) 0 is the null number.
class ShapeStore {
 public:
  /// Maximum number of live shapes: far more than a game has, and few enough that a leak ends in an error, not in a
  /// dead page.
  static constexpr std::uint32_t k_max_shapes = (1u << 20) - 1;

  ShapeStore() = default;
  ShapeStore(const ShapeStore&) = delete;
  ShapeStore& operator=(const ShapeStore&) = delete;
  ~ShapeStore();

  /// Adds a shape with one holder, and takes ownership of its hull. @return `out_of_memory`: the caller keeps the hull.
  Result<std::uint32_t> add(const Shape& shape);
  /// @return null for a stale or null number. Valid until the next `add` or `release`.
  const Shape* find(std::uint32_t number) const {
    std::uint32_t generation = 0;
    const Entry* entry = entries_.find_row((number & k_row_mask) - 1u, generation);
    return entry != nullptr && (generation & k_generation_mask) == number >> k_row_bits ? &entry->shape : nullptr;
  }
  /// Adds a holder. @return false for a stale or null number.
  bool hold(std::uint32_t number);
  /// Removes a holder; frees the shape with the last. @return false for a stale or null number.
  bool release(std::uint32_t number);

  std::uint32_t size() const { return entries_.size(); }

 private:
  struct Entry {
    Shape shape;
    std::uint32_t holders;
  };

  static constexpr std::uint32_t k_row_bits = 20;
  static constexpr std::uint32_t k_row_mask = (1u << k_row_bits) - 1;
  static constexpr std::uint32_t k_generation_mask = (1u << (31 - k_row_bits)) - 1;

  /// @return the null handle for a stale number, and for number 0, whose row is -1.
  Handle to_handle(std::uint32_t number) const {
    const Handle handle = entries_.handle_at((number & k_row_mask) - 1u);
    return (handle.generation & k_generation_mask) == number >> k_row_bits ? handle : Handle{};
  }

  SlotMap<Entry> entries_;
};

/// The module's store.
extern ShapeStore shape_store;

}  // namespace hyperplane::bindings
