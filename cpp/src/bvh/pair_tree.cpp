#include "bvh/pair_tree.h"

#include "core/buffer.h"
#include "core/hash.h"
#include "core/index_table.h"

namespace hyperplane {

std::uint64_t PairTree::Key::hash() const {
  Hash hash;
  hash.add(high);
  hash.add(low);
  return hash.value();
}

bool PairTree::build(std::uint32_t count, KeyOf key_of, BoundsOf bounds_of) {
  count_ = 0;
  const std::size_t rows = 2 * std::size_t{count};
  Buffer<FloatBounds> bounds;
  Buffer<std::uint32_t> layers, added;
  IndexTable known;
  if (!bounds.resize_uninitialized(rows) || !layers.resize_uninitialized(rows) || !added.reserve(rows) ||
      !known.reserve(rows)) {
    return false;
  }
  for (std::uint32_t row = 0; row < rows; ++row) {
    const auto key_at = [&](std::uint32_t at) { return key_of(at < count, at < count ? at : at - count); };
    const bool of_a = row < count;
    const Key key = key_at(row);
    const auto is_same = [&](std::uint32_t at) { return (at < count) == of_a && key_at(at) == key; };
    if (known.find_or_add(key.hash(), row, is_same) != row) continue;
    bounds[row] = bounds_of(of_a, of_a ? row : row - count);
    layers[row] = of_a ? 1 : 2;
    added.push_unchecked(row);
  }
  if (tree_.build(added.span(), {bounds.span(), layers.span(), layers.span()}) != Status::ok) return false;
  count_ = count;
  return true;
}

void PairTree::visit(bool of_a, const FloatBounds& bounds, RowSearch visit) const {
  visit_overlapping(tree_, bounds, of_a ? 1 : 2, [&](std::uint32_t row) { return visit(of_a ? row : row - count_); });
}

}  // namespace hyperplane
