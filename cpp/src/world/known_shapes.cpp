#include "world/known_shapes.h"

#include <algorithm>

#include "composite/shape_extent.h"
#include "core/sort.h"

namespace hyperplane {

bool KnownShapes::collect(const Storage* base, std::span<const Shape> given) {
  base_ = base;
  given_ = given;
  const std::uint32_t rows = base == nullptr ? 0 : base->row_count;
  if (!entries_.reserve_exactly(rows + given.size())) return false;
  for (std::uint32_t row = 0; row < rows; ++row) {
    if ((base->flags[row] & Storage::k_live) == 0) continue;
    const Shape shape = base->shapes[row];
    entries_.push_unchecked({hash_of(shape), shape.type, row});
  }
  for (std::uint32_t i = 0; i < given.size(); ++i) {
    entries_.push_unchecked({hash_of(given[i]), given[i].type, rows + i});
  }
  sort(entries_.span(),
       [](const Entry& a, const Entry& b) { return a.hash != b.hash ? a.hash < b.hash : a.source < b.source; });
  return true;
}

const KnownShapes::Entry* KnownShapes::find(ShapeType type, std::uint64_t hash) const {
  const Entry* entry = std::lower_bound(entries_.begin(), entries_.end(), hash,
                                        [](const Entry& e, std::uint64_t h) { return e.hash < h; });
  for (; entry != entries_.end() && entry->hash == hash; ++entry) {
    if (entry->type == type) return entry;
  }
  return nullptr;
}

}  // namespace hyperplane
