#pragma once

#include <cstddef>
#include <cstdint>

#include <hyperplane/shape.h>

#include "composite/kind_masks.h"
#include "core/buffer.h"

namespace hyperplane {

/// The shapes of the rows of a world, in a third of their size: most have at most three parameters or one pointer.
/// Those with more, triangles and rounded boxes, lie in a table of their own. Reading a shape unpacks it into a value.
class PackedShapes {
 public:
  /// Makes room for so many rows. @return false when memory runs out; nothing changes.
  [[nodiscard]] bool reserve(std::size_t rows) { return rows_.reserve_exactly(rows); }
  /// Sets the number of rows. Room must be reserved.
  void resize(std::size_t rows);

  /// Makes room for `set`. @return false when memory runs out; nothing changes.
  [[nodiscard]] bool make_room_for(const Shape& shape) {
    const bool has_room = !is_large(shape) || unused_ != k_none || large_.reserve(large_.size() + 1);
    return has_room && (shape.kinds == nullptr || kind_masks.keep(*shape.kinds) != nullptr);
  }
  /// @param shape room must have been made for it. Its data may be gone. Its kinds are copied.
  /// @param hash as by `hash_of`, of a shape that has data.
  void set(std::uint32_t row, const Shape& shape, std::uint64_t hash);

  Shape operator[](std::uint32_t row) const;
  /// As `Shape::kinds`.
  const KindMask* kinds(std::uint32_t row) const { return rows_[row].kinds; }
  /// Those of all rows, and of bodies that have moved.
  KindMasks kind_masks;
  /// Drops those that no row has.
  void drop_unused_kinds() {
    kind_masks.keep_only(rows_.size(), [this](std::size_t row) { return rows_[row].kinds; });
  }
  ShapeType type(std::uint32_t row) const { return rows_[row].type; }

  /// Hash of a shape; valid after its data is freed. For data that may change: the hash when it was set.
  std::uint64_t hash(std::uint32_t row) const;
  /// @param row of a shape with data.
  void set_hash(std::uint32_t row, std::uint64_t hash) { rows_[row].words[0] = hash; }

 private:
  static constexpr std::uint32_t k_none = 0xffffffff;

  struct Packed {
    /// Of a shape with data: its hash and, of a hull, the bits of its rounding. Of a large one: its place in `large_`.
    /// Of others: the bits of the parameters.
    std::uint64_t words[3];
    const void* data;
    const KindMask* kinds;
    ShapeType type;
    bool is_large;
  };
  union Large {
    Shape shape;
    /// Of an unused place: the next one.
    std::uint32_t next;

    explicit Large(const Shape& given) : shape(given) {}
  };

  static bool is_large(const Shape& shape) {
    return has_parameters(shape.type) && (parameter_count(shape.type) > 3 || shape.thickness != 0.0);
  }

  Buffer<Packed> rows_;
  Buffer<Large> large_;
  /// The first unused place.
  std::uint32_t unused_ = k_none;
};

}  // namespace hyperplane
