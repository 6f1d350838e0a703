#pragma once

#include <cstdint>

#include <hyperplane/shape.h>
#include <hyperplane/status.h>

#include "core/slot_map.h"

namespace hyperplane::bindings {

/// The shapes that JavaScript knows. A shape has holders: the JavaScript object that made it, and each collider or
/// compound that uses it; it is freed, with its hull, when the last one lets go.
///
/// JavaScript names a shape by a number of 31 bits, which crosses the border for nothing: the row plus one, and above
/// it the last bits of the row's generation, so that a number that has outlived its shape is very likely recognised.
/// (Only a bug on the JavaScript side could bring one: its objects forget their number when they are disposed of.) 0 is
/// none.
class ShapeStore {
 public:
  /// Live shapes at most: far more than a game has, and few enough that a leak ends in an error and not in a dead page.
  static constexpr std::uint32_t k_max_shapes = (1u << 20) - 1;

  ShapeStore() = default;
  ShapeStore(const ShapeStore&) = delete;
  ShapeStore& operator=(const ShapeStore&) = delete;
  ~ShapeStore();

  /// Takes the shape, and its hull, with one holder. On failure (`out_of_memory`) the hull stays the caller's.
  Result<std::uint32_t> add(const Shape& shape);
  /// @return null for a number that names no shape. Valid until the next `add` or `release`.
  const Shape* find(std::uint32_t number) const {
    std::uint32_t generation = 0;
    const Entry* entry = entries_.find_row((number & k_row_mask) - 1u, generation);
    return entry != nullptr && (generation & k_generation_mask) == number >> k_row_bits ? &entry->shape : nullptr;
  }
  /// One holder more. @return false for a number that names no shape.
  bool hold(std::uint32_t number);
  /// One holder less; the last one frees the shape. @return false for a number that names no shape.
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

  /// The null handle for a number that names no shape; that of row -1, for number 0, is null as well.
  Handle to_handle(std::uint32_t number) const {
    const Handle handle = entries_.handle_at((number & k_row_mask) - 1u);
    return (handle.generation & k_generation_mask) == number >> k_row_bits ? handle : Handle{};
  }

  SlotMap<Entry> entries_;
};

/// The one store of the module.
extern ShapeStore shape_store;

}  // namespace hyperplane::bindings
