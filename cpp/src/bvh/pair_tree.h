#pragma once

#include <cstdint>

#include "bvh/tree.h"
#include "bvh/visit.h"
#include "core/function_ref.h"

namespace hyperplane {

/// The parts of pairs of parts in a tree, to find those near a point. A part of several pairs is there once.
class PairTree {
 public:
  /// What tells a part from others.
  struct Key {
    std::uint64_t high, low;
    bool operator==(const Key&) const = default;
    std::uint64_t hash() const;
  };
  using KeyOf = FunctionRef<Key(bool of_a, std::uint32_t pair)>;
  using BoundsOf = FunctionRef<FloatBounds(bool of_a, std::uint32_t pair)>;

  void clear() { count_ = 0; }
  bool is_over(std::uint32_t count) const { return count_ == count; }
  /// @param count of pairs, above 0. @return false when memory runs out: then it is over none.
  [[nodiscard]] bool build(std::uint32_t count, KeyOf key_of, BoundsOf bounds_of);
  /// Visits the first pair of each part of A, or of B, whose bounds overlap, until `visit` returns false.
  void visit(bool of_a, const FloatBounds& bounds, RowSearch visit) const;

 private:
  /// Rows are the pairs with the parts of A, a layer, then the pairs with those of B, another one.
  Tree tree_;
  std::uint32_t count_ = 0;
};

}  // namespace hyperplane
