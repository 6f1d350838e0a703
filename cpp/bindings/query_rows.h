#pragma once

#include <optional>

#include <hyperplane/kind_mask.h>

#include "core/bit_set.h"
#include "core/buffer.h"

/// Rows of a world that JavaScript and the core exchange around a query. The core does not call user filters: if one
/// rejects the collider of a result, JavaScript excludes its row and repeats the query.

namespace hyperplane::bindings {

/// Rows that queries and moves ignore.
class ExcludedRows {
 public:
  void clear() {
    rows_.clear();
    is_any_ = false;
  }
  /// @return false if memory runs out.
  [[nodiscard]] bool insert(std::uint32_t row) {
    is_any_ = true;
    return rows_.insert(row);
  }
  bool is_any() const { return is_any_; }
  bool contains(std::uint32_t row) const { return rows_.contains(row); }

 private:
  BitSet rows_;
  bool is_any_ = false;
};

/// Rows that a move tested, without duplicates.
class TestedRows {
 public:
  void clear() {
    set_.clear();
    rows_.clear();
    is_complete_ = true;
  }
  void note(std::uint32_t row) {
    if (!set_.contains(row)) is_complete_ = is_complete_ && set_.insert(row) && rows_.push(row);
  }
  /// False if memory ran out for one.
  bool is_complete() const { return is_complete_; }
  std::size_t size() const { return rows_.size(); }
  const std::uint32_t* begin() const { return rows_.begin(); }
  const std::uint32_t* end() const { return rows_.end(); }

 private:
  BitSet set_;
  Buffer<std::uint32_t> rows_;
  bool is_complete_ = true;
};

/// Rows that JavaScript has excluded, and those that the present move has tested.
inline constinit ExcludedRows excluded_rows;
inline constinit TestedRows tested_rows;

/// Kinds of cells or tiles that the present call is about. None: all.
inline constinit std::optional<KindMask> chosen_kinds;
inline const KindMask* kinds_or_null() { return chosen_kinds ? &*chosen_kinds : nullptr; }
/// A shape that meets them.
template <class AnyShape>
AnyShape with_chosen_kinds(AnyShape shape) {
  shape.kinds = kinds_or_null();
  return shape;
}

inline bool is_included(const void* /*context*/, std::uint32_t row) { return !excluded_rows.contains(row); }
inline bool is_included_and_noted(const void* context, std::uint32_t row) {
  if (!is_included(context, row)) return false;
  tested_rows.note(row);
  return true;
}

/// Begins a call that moves bodies. @param notes whether it notes the rows that it tests. @return its filter, or null.
inline bool (*begin_moving(bool notes))(const void*, std::uint32_t) {
  tested_rows.clear();
  return notes ? &is_included_and_noted : excluded_rows.is_any() ? &is_included : nullptr;
}

}  // namespace hyperplane::bindings
