#include "world/known_shapes.h"

#include "composite/shape_extent.h"

namespace hyperplane {

bool KnownShapes::collect(const Storage* base, std::span<const Shape> given) {
  base_ = base;
  given_ = given;
  const std::uint32_t rows = base == nullptr ? 0 : base->row_count;
  if (!entries_.reserve_exactly(rows + given.size()) || !table_.reserve(rows + given.size())) return false;
  for (std::uint32_t row = 0; row < rows; ++row) {
    if ((base->flags[row] & Storage::k_live) != 0) add(base->shapes[row], row);
  }
  for (std::uint32_t i = 0; i < given.size(); ++i) add(given[i], rows + i);
  return true;
}

void KnownShapes::add(const Shape& shape, std::uint32_t source) {
  const Entry entry{hash_of(shape), shape.type, source};
  const auto index = static_cast<std::uint32_t>(entries_.size());
  const auto is_same = [&](std::uint32_t i) {
    return entries_[i].hash == entry.hash && entries_[i].type == entry.type;
  };
  if (table_.find_or_add(entry.hash, index, is_same) == index) entries_.push_unchecked(entry);
}

const KnownShapes::Entry* KnownShapes::find(ShapeType type, std::uint64_t hash) const {
  const std::uint32_t index =
      table_.find(hash, [&](std::uint32_t i) { return entries_[i].hash == hash && entries_[i].type == type; });
  return index == IndexTable::k_none ? nullptr : &entries_[index];
}

}  // namespace hyperplane
