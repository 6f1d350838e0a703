#include "broadphase/pair_list.h"

namespace hyperplane {

Status sort_pairs(Buffer<RowPair>& pairs, std::uint32_t row_count, Buffer<RowPair>& scratch,
                  Buffer<std::uint32_t>& starts) {
  starts.clear();
  if (!starts.resize(2 * static_cast<std::size_t>(row_count), 0) || !scratch.resize_uninitialized(pairs.size())) {
    return Status::out_of_memory;
  }
  std::uint32_t* const start_of_a = starts.data();
  std::uint32_t* const start_of_b = start_of_a + row_count;
  for (const RowPair pair : pairs) {
    ++start_of_a[pair.a];
    ++start_of_b[pair.b];
  }
  std::uint32_t sum_of_a = 0, sum_of_b = 0;
  for (std::uint32_t row = 0; row < row_count; ++row) {
    const std::uint32_t with_a = start_of_a[row], with_b = start_of_b[row];
    start_of_a[row] = sum_of_a;
    start_of_b[row] = sum_of_b;
    sum_of_a += with_a;
    sum_of_b += with_b;
  }
  RowPair* const by_b = scratch.data();
  for (const RowPair pair : pairs) by_b[start_of_b[pair.b]++] = pair;
  RowPair* const sorted = pairs.data();
  for (const RowPair pair : scratch) sorted[start_of_a[pair.a]++] = pair;
  return Status::ok;
}

}  // namespace hyperplane
