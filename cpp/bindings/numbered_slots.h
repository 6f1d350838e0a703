#pragma once

#include <cstdint>
#include <utility>

#include "core/slot_map.h"

namespace hyperplane::bindings {

/// Values that JavaScript refers to by number. A number has 31 bits, the size of integers that engines pass unboxed:
/// the row plus one, and above it the last bits of the row's generation, by which stale numbers are very likely
/// recognised. (They could only come from a bug in the JavaScript code: its objects forget their number when disposed
/// of.) 0 is the null number.
template <class T>
class NumberedSlots {
  static constexpr std::uint32_t k_row_bits = 20;
  static constexpr std::uint32_t k_row_mask = (1u << k_row_bits) - 1;
  static constexpr std::uint32_t k_generation_mask = (1u << (31 - k_row_bits)) - 1;

 public:
  /// Maximum number of values.
  static constexpr std::uint32_t k_max_size = k_row_mask;

  /// @return the number, or `out_of_memory`.
  [[nodiscard]] Result<std::uint32_t> insert(const T& value) {
    const Result<Handle> added = slots_.insert(value);
    if (!added.ok()) return Result<std::uint32_t>::failure(added.status, added.message);
    const Handle handle = added.value;
    if (handle.index >= k_max_size) {
      slots_.remove(handle);
      return Result<std::uint32_t>::failure(Status::out_of_memory, "out of memory: no number for another element");
    }
    return {Status::ok, (handle.generation & k_generation_mask) << k_row_bits | (handle.index + 1), ""};
  }

  /// @return null for a stale or null number. Valid until the next `insert` or `remove`.
  const T* find(std::uint32_t number) const {
    std::uint32_t generation = 0;
    const T* const value = slots_.find_row(row_of(number), generation);
    return value != nullptr && has_generation(number, generation) ? value : nullptr;
  }
  T* find(std::uint32_t number) { return const_cast<T*>(std::as_const(*this).find(number)); }

  /// @return false for a stale or null number.
  bool remove(std::uint32_t number) { return slots_.remove(to_handle(number)); }

  std::uint32_t size() const { return slots_.size(); }

  /// Calls `visit(T&)` for every value, by ascending row.
  template <class Visit>
  void for_each(Visit&& visit) {
    slots_.for_each([&](Handle, T& value) { visit(value); });
  }

 private:
  /// The null number has row -1, which no slot map has.
  static constexpr std::uint32_t row_of(std::uint32_t number) { return (number & k_row_mask) - 1u; }
  static constexpr bool has_generation(std::uint32_t number, std::uint32_t generation) {
    return (generation & k_generation_mask) == number >> k_row_bits;
  }
  /// @return the null handle for a stale or null number.
  Handle to_handle(std::uint32_t number) const {
    const Handle handle = slots_.handle_at(row_of(number));
    return has_generation(number, handle.generation) ? handle : Handle{};
  }

  SlotMap<T> slots_;
};

}  // namespace hyperplane::bindings
