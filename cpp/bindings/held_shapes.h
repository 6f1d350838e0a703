#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include "core/memory.h"
#include "numbered_slots.h"

namespace hyperplane::bindings {

/// Shapes that JavaScript refers to by number, with reference counts: the JavaScript object that made a shape holds it,
/// and so does each collider and each compound that uses it. Releasing the last holder frees the shape with its data,
/// and releases the parts of a compound.
/// @tparam free_data frees what a shape points to.
template <class Shape, void (*free_data)(const Shape&)>
class HeldShapes {
 public:
  /// Maximum number of live shapes: far more than a game has, and few enough that a leak ends in an error, not in a
  /// dead page.
  static constexpr std::uint32_t k_max_shapes = (1u << 20) - 1;
  static_assert(k_max_shapes <= NumberedSlots<int>::k_max_size);

  HeldShapes() = default;
  HeldShapes(const HeldShapes&) = delete;
  HeldShapes& operator=(const HeldShapes&) = delete;
  ~HeldShapes() {
    entries_.for_each([](Entry& entry) { free_entry(entry); });
  }

  /// Adds a shape with one holder, and takes ownership of its data.
  /// @return `out_of_memory`: the caller keeps them.
  Result<std::uint32_t> add(const Shape& shape) { return insert({shape, 1, 0, nullptr}); }
  /// The same for a compound. @param parts the numbers of its parts' shapes, which it holds.
  Result<std::uint32_t> add(const Shape& compound, std::span<const std::uint32_t> parts) {
    auto* const numbers = static_cast<std::uint32_t*>(hyperplane_allocate(parts.size_bytes(), alignof(std::uint32_t*)));
    if (numbers == nullptr) {
      return Result<std::uint32_t>::failure(Status::out_of_memory, "no memory for the parts of a compound");
    }
    std::copy(parts.begin(), parts.end(), numbers);
    const Result<std::uint32_t> added = insert({compound, 1, static_cast<std::uint32_t>(parts.size()), numbers});
    if (!added.ok()) {
      hyperplane_release(numbers);
      return added;
    }
    for (const std::uint32_t part : parts) hold(part);
    has_compounds_ = true;
    return added;
  }
  /// @return null for a stale or null number. Valid until the next `add` or `release`.
  const Shape* find(std::uint32_t number) const {
    const Entry* const entry = entries_.find(number);
    return entry == nullptr ? nullptr : &entry->shape;
  }
  /// Adds a holder. @return false for a stale or null number.
  bool hold(std::uint32_t number) {
    Entry* const entry = entries_.find(number);
    if (entry == nullptr) return false;
    entry->holders += 1;
    return true;
  }
  /// Removes a holder; frees the shape with the last. @return false for a stale or null number.
  bool release(std::uint32_t number) {
    Entry* const found = entries_.find(number);
    if (found == nullptr) return false;
    found->holders -= 1;
    if (found->holders > 0) return true;
    const Entry entry = *found;
    entries_.remove(number);
    for (std::uint32_t i = 0; i < entry.part_count; ++i) release(entry.parts[i]);
    free_entry(entry);
    return true;
  }

  /// Calls `visit(const Shape&)` for every shape.
  template <class Visit>
  void for_each(const Visit& visit) {
    entries_.for_each([&](Entry& entry) { visit(entry.shape); });
  }
  std::uint32_t size() const { return entries_.size(); }
  /// Whether there is a compound, or was.
  bool has_compounds() const { return has_compounds_; }
  /// Writes the number of shapes of each type. @param counts one place for every type.
  void count_types(std::span<double> counts) {
    std::fill(counts.begin(), counts.end(), 0.0);
    for_each([&](const Shape& shape) { counts[static_cast<std::size_t>(shape.type)] += 1.0; });
  }

 private:
  struct Entry {
    Shape shape;
    std::uint32_t holders;
    std::uint32_t part_count;
    /// Numbers of a compound's parts.
    std::uint32_t* parts;
  };

  Result<std::uint32_t> insert(const Entry& entry) {
    if (entries_.size() == k_max_shapes) {
      return Result<std::uint32_t>::failure(Status::out_of_memory,
                                            "there are 1,048,575 shapes already; dispose of those that are not in use");
    }
    return entries_.insert(entry);
  }
  static void free_entry(const Entry& entry) {
    free_data(entry.shape);
    hyperplane_release(entry.parts);
  }

  NumberedSlots<Entry> entries_;
  bool has_compounds_ = false;
};

}  // namespace hyperplane::bindings
