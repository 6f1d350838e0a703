#pragma once

#include <cstdint>
#include <type_traits>

#include <hyperplane/status.h>

#include "core/buffer.h"

namespace hyperplane {

/// Names an element of a SlotMap. The default handle, generation 0 and number 0, is never valid.
struct Handle {
  std::uint32_t index = 0;
  std::uint32_t generation = 0;

  friend constexpr bool operator==(const Handle&, const Handle&) = default;

  /// The handle as one number that JavaScript holds exactly: generation * 2^32 + index. Generations are below 2^21.
  constexpr double to_number() const { return static_cast<double>(generation) * 0x1p32 + static_cast<double>(index); }
  /// @return the null handle for a number that encodes no handle.
  static constexpr Handle from_number(double number) {
    if (!(number >= 0x1p32 && number < 0x1p53)) return {};
    const auto bits = static_cast<std::uint64_t>(number);
    if (static_cast<double>(bits) != number) return {};
    return {static_cast<std::uint32_t>(bits), static_cast<std::uint32_t>(bits >> 32)};
  }
};

/// Values in reusable rows, named by handles that are never reused: a handle is a row and a generation, and the row's
/// generation increases with every new value, so that stale handles are recognised. A value keeps its row for life. The
/// most recently freed row is reused first, which keeps the rows dense and warm.
///
/// A row that has used up its generations (2^21 - 1, so that a handle fits into a double) is retired: a stale handle is
/// never mistaken for a live one.
///
/// For plain values; owners of memory must free it before `remove`.
template <class T>
class SlotMap {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  static constexpr std::uint32_t k_last_generation = (1u << 21) - 1;
  static constexpr std::uint32_t k_max_rows = 0x7fffffff;

  /// @return `out_of_memory`, unchanged, if no row is available.
  [[nodiscard]] Result<Handle> insert(const T& value) {
    if (first_free_ == k_none) {
      if (slots_.size() >= k_max_rows || !slots_.push({value, 1, k_occupied})) {
        return Result<Handle>::failure(Status::out_of_memory, "out of memory: no row for another element");
      }
      ++size_;
      return {Status::ok, {static_cast<std::uint32_t>(slots_.size() - 1), 1}, ""};
    }
    const std::uint32_t index = first_free_;
    Slot& slot = slots_[index];
    first_free_ = slot.next_free;
    slot.value = value;
    slot.generation += 1;
    slot.next_free = k_occupied;
    ++size_;
    return {Status::ok, {index, slot.generation}, ""};
  }

  /// @return null for a handle that is stale, foreign or null.
  T* find(Handle handle) { return is_live(handle) ? &slots_[handle.index].value : nullptr; }
  const T* find(Handle handle) const { return is_live(handle) ? &slots_[handle.index].value : nullptr; }
  bool contains(Handle handle) const { return is_live(handle); }

  /// @return false for a handle that is stale, foreign or null.
  bool remove(Handle handle) {
    if (!is_live(handle)) return false;
    Slot& slot = slots_[handle.index];
    --size_;
    if (slot.generation == k_last_generation) {
      slot.next_free = k_retired;
      return true;
    }
    slot.next_free = first_free_;
    first_free_ = handle.index;
    return true;
  }

  /// Number of values.
  std::uint32_t size() const { return size_; }
  /// One more than the highest row ever used.
  std::uint32_t row_count() const { return static_cast<std::uint32_t>(slots_.size()); }

  /// The handle of the value in a row, or the null handle if the row is free.
  Handle handle_at(std::uint32_t row) const {
    if (row >= slots_.size() || slots_[row].next_free != k_occupied) return {};
    return {row, slots_[row].generation};
  }

  /// The value in a row, and its generation; null if the row is free.
  const T* find_row(std::uint32_t row, std::uint32_t& generation) const {
    if (row >= slots_.size()) return nullptr;
    const Slot& slot = slots_[row];
    generation = slot.generation;
    return slot.next_free == k_occupied ? &slot.value : nullptr;
  }

  /// Calls `visit(Handle, T&)` for every value, by ascending row. `visit` may remove the value that it was called with.
  template <class Visit>
  void for_each(Visit&& visit) {
    for (std::uint32_t row = 0; row < slots_.size(); ++row) {
      if (slots_[row].next_free == k_occupied) visit(Handle{row, slots_[row].generation}, slots_[row].value);
    }
  }

 private:
  /// `next_free` of a row in use, of a retired row, and of the last free row.
  static constexpr std::uint32_t k_occupied = 0xffffffff;
  static constexpr std::uint32_t k_retired = 0xfffffffe;
  static constexpr std::uint32_t k_none = 0xfffffffd;

  struct Slot {
    T value;
    std::uint32_t generation;
    std::uint32_t next_free;
  };

  bool is_live(Handle handle) const {
    return handle.index < slots_.size() && slots_[handle.index].generation == handle.generation &&
           slots_[handle.index].next_free == k_occupied;
  }

  Buffer<Slot> slots_;
  std::uint32_t first_free_ = k_none;
  std::uint32_t size_ = 0;
};

}  // namespace hyperplane
