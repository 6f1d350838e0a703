#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/shape.h>
#include <hyperplane/status.h>

#include "numbered_slots.h"

namespace hyperplane::bindings {

/// The shapes that JavaScript refers to, with reference counts: the JavaScript object that made a shape holds it, and
/// so does each collider and each compound that uses it. Releasing the last holder frees the shape with its hull,
/// mesh, height field or compound, which releases its parts.
class ShapeStore {
 public:
  /// Maximum number of live shapes: far more than a game has, and few enough that a leak ends in an error, not in a
  /// dead page.
  static constexpr std::uint32_t k_max_shapes = (1u << 20) - 1;
  static_assert(k_max_shapes <= NumberedSlots<int>::k_max_size);

  ShapeStore() = default;
  ShapeStore(const ShapeStore&) = delete;
  ShapeStore& operator=(const ShapeStore&) = delete;
  ~ShapeStore();

  /// Adds a shape with one holder, and takes ownership of its hull, mesh or height field.
  /// @return `out_of_memory`: the caller keeps them.
  Result<std::uint32_t> add(const Shape& shape);
  /// The same for a compound. @param parts the numbers of its parts' shapes, which it holds.
  Result<std::uint32_t> add(const Shape& compound, std::span<const std::uint32_t> parts);
  /// @return null for a stale or null number. Valid until the next `add` or `release`.
  const Shape* find(std::uint32_t number) const {
    const Entry* const entry = entries_.find(number);
    return entry == nullptr ? nullptr : &entry->shape;
  }
  /// The mesh of a shape, to move its vertices. @return null for a stale or null number and for other shapes.
  TriangleMesh* find_mesh(std::uint32_t number);
  /// The same for a height field, to set its heights.
  HeightField* find_height_field(std::uint32_t number);
  /// Brings all compounds up to date that have a part with this data, which has changed. @param data as by `data_of`.
  void refresh_users_of(const void* data);
  /// Adds a holder. @return false for a stale or null number.
  bool hold(std::uint32_t number);
  /// Removes a holder; frees the shape with the last. @return false for a stale or null number.
  bool release(std::uint32_t number);

  std::uint32_t size() const { return entries_.size(); }

 private:
  struct Entry {
    Shape shape;
    std::uint32_t holders;
    /// Numbers of a compound's parts, as many as it has.
    std::uint32_t* parts;
  };

  Result<std::uint32_t> insert(const Entry& entry);
  static void release_data(const Entry& entry);

  NumberedSlots<Entry> entries_;
};

/// The module's store.
extern ShapeStore shape_store;

}  // namespace hyperplane::bindings
