#pragma once

#include <cstdint>
#include <span>

#include "core/buffer.h"
#include "core/index_table.h"
#include "world/storage.h"

namespace hyperplane {

/// The shapes that a snapshot may name: those of a world's live colliders, and those that the caller gives. Found by
/// type and hash; of several, the collider's in the lowest row, or else the first given.
class KnownShapes {
 public:
  struct Entry {
    std::uint64_t hash;
    ShapeType type;
    /// The row, or base->row_count + index into the given shapes.
    std::uint32_t source;
  };

  /// Call once. @param base may be null. Both must outlive this object. @return false when memory runs out.
  [[nodiscard]] bool collect(const Storage* base, std::span<const Shape> given);
  /// @return null if there is none.
  const Entry* find(ShapeType type, std::uint64_t hash) const;
  Shape shape_of(const Entry& entry) const {
    const std::uint32_t rows = base_ == nullptr ? 0 : base_->row_count;
    return entry.source < rows ? base_->shapes[entry.source] : given_[entry.source - rows];
  }

 private:
  void add(const Shape& shape, std::uint32_t source);

  const Storage* base_ = nullptr;
  std::span<const Shape> given_;
  /// One for each type and hash.
  Buffer<Entry> entries_;
  IndexTable table_;
};

}  // namespace hyperplane
