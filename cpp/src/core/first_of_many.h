#pragma once

#include <cstddef>
#include <span>

#include "core/sort.h"

namespace hyperplane {

/// The first of many items in an order, in a list that need not have room for all of them.
template <class T, class Before>
class FirstOfMany {
 public:
  /// @param comes_before a strict weak order.
  FirstOfMany(std::span<T> room, Before comes_before) : room_(room), comes_before_(comes_before) {}

  void add(const T& item) {
    if (count_ < room_.size()) {
      room_[count_] = item;
    } else if (!room_.empty()) {
      // From here on a heap, with the last item on top.
      if (count_ == room_.size()) make_heap(room_, comes_before_);
      if (comes_before_(item, room_[0])) replace_top(room_, item, comes_before_);
    }
    ++count_;
  }

  /// Of all that were added.
  std::size_t count() const { return count_; }
  /// Sorts those that there is room for.
  std::span<T> sorted() {
    const std::span<T> kept = room_.first(count_ < room_.size() ? count_ : room_.size());
    sort(kept, comes_before_);
    return kept;
  }

 private:
  std::span<T> room_;
  Before comes_before_;
  std::size_t count_ = 0;
};

}  // namespace hyperplane
