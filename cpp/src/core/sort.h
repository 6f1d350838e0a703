#pragma once

#include <cstddef>
#include <span>

/// Sorting in place: insertion for short lists, heapsort for long ones (J. W. J. Williams, "Algorithm 232: Heapsort",
/// 1964; R. W. Floyd, "Algorithm 245: Treesort 3", 1964, for building the heap).
///
/// Why not std::sort: each instance compiles to 3 to 8 KB of WebAssembly, this one to a few hundred bytes; and standard
/// libraries break ties differently. Lists sorted per frame are short; on long ones heapsort takes up to twice as long
/// as std::sort. O(n log n) comparisons in the worst case, no allocation.

namespace hyperplane {

/// Up to this length insertion is faster.
inline constexpr std::size_t k_insertion_sort_length = 32;

namespace sort_detail {

template <class T, class Less>
void sort_by_insertion(std::span<T> items, Less less) {
  for (std::size_t i = 1; i < items.size(); ++i) {
    const T item = items[i];
    std::size_t hole = i;
    for (; hole > 0 && less(item, items[hole - 1]); --hole) items[hole] = items[hole - 1];
    items[hole] = item;
  }
}

/// Sifts `item` down from `hole` until no child in items[0, end) is greater.
template <class T, class Less>
void sink(std::span<T> items, std::size_t hole, std::size_t end, const T& item, Less less) {
  for (;;) {
    std::size_t child = 2 * hole + 1;
    if (child >= end) break;
    if (child + 1 < end && less(items[child], items[child + 1])) ++child;
    if (!less(item, items[child])) break;
    items[hole] = items[child];
    hole = child;
  }
  items[hole] = item;
}

}  // namespace sort_detail

/// Arranges items so that the greatest comes first, and `replace_top` can keep it so. @param less a strict weak order.
template <class T, class Less>
void make_heap(std::span<T> items, Less less) {
  for (std::size_t i = items.size() / 2; i-- > 0;) {
    const T item = items[i];
    sort_detail::sink(items, i, items.size(), item, less);
  }
}

/// Puts `item` in the place of the greatest one of a heap.
template <class T, class Less>
void replace_top(std::span<T> heap, const T& item, Less less) {
  sort_detail::sink(heap, 0, heap.size(), item, less);
}

namespace sort_detail {

template <class T, class Less>
void sort_by_heap(std::span<T> items, Less less) {
  make_heap(items, less);
  for (std::size_t end = items.size() - 1; end > 0; --end) {
    const T item = items[end];
    items[end] = items[0];
    sink(items, 0, end, item, less);
  }
}

}  // namespace sort_detail

/// Sorts ascending. @param less a strict weak order. Stable only for lists of up to k_insertion_sort_length.
template <class T, class Less>
void sort(std::span<T> items, Less less) {
  if (items.size() <= k_insertion_sort_length) {
    sort_detail::sort_by_insertion(items, less);
  } else {
    sort_detail::sort_by_heap(items, less);
  }
}

template <class T>
void sort(std::span<T> items) {
  sort(items, [](const T& a, const T& b) { return a < b; });
}

}  // namespace hyperplane
