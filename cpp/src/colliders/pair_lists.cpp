#include "colliders/pair_lists.h"

namespace hyperplane {

Status find_events(std::span<const RowPair> before, PairLists& lists) {
  lists.began.clear();
  lists.ended.clear();
  const std::span<const RowPair> now = lists.touching.span();
  std::size_t i = 0, j = 0;
  while (i < before.size() || j < now.size()) {
    if (i < before.size() && j < now.size() && before[i] == now[j]) {
      ++i;
      ++j;
    } else if (j == now.size() || (i < before.size() && before[i] < now[j])) {
      if (!lists.ended.push(before[i++])) return Status::out_of_memory;
    } else {
      if (!lists.began.push(now[j++])) return Status::out_of_memory;
    }
  }
  return Status::ok;
}

}  // namespace hyperplane
