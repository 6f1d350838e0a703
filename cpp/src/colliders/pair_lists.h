#pragma once

#include <algorithm>
#include <functional>
#include <span>

#include "colliders/collider_rows.h"
#include "core/buffer.h"
#include "core/sort.h"

namespace hyperplane {

/// The pairs that an update has found, sorted.
struct PairLists {
  /// All touching pairs, and the pair of each contact.
  Buffer<RowPair> touching, pairs;
  /// Pairs that started and stopped touching.
  Buffer<RowPair> began, ended;
};

/// Both differences of two sorted lists of pairs, in one pass over both: pairs in `touching` alone have begun, pairs in
/// `before` alone have ended.
/// @param before touching pairs of the last update. @param lists `touching` is read; `began` and `ended` are written.
/// @return `out_of_memory`.
Status find_events(std::span<const RowPair> before, PairLists& lists);

/// Adds to `began` and `ended` the sensors that continuous colliders crossed, before their first impacts.
/// @param met a collider's row and that of a sensor whose bounds its sweep overlaps. @param before touching pairs of
/// the last update. @param lists with `touching` and the first impacts. @param impact_of the impact of such a pair.
/// @return `out_of_memory`.
template <class Lists, class ImpactOf>
Status find_crossings(std::span<const RowPair> met, std::span<const RowPair> before, Lists& lists,
                      const ImpactOf& impact_of) {
  const std::span<const RowPair> now = lists.touching.span();
  const std::size_t began = lists.began.size();
  for (const RowPair& rows : met) {
    const RowPair pair = RowPair::of(rows.a, rows.b);
    if (std::binary_search(before.begin(), before.end(), pair) || std::binary_search(now.begin(), now.end(), pair)) {
      continue;
    }
    const auto impact = impact_of(rows.a, rows.b);
    if (!impact.hit || !impact.converged) continue;
    const auto stops_before = [&](const auto& stop) { return stop.a == rows.a && stop.time < impact.time; };
    if (std::any_of(lists.impacts.begin(), lists.impacts.end(), stops_before)) continue;
    if (!lists.began.push(pair) || !lists.ended.push(pair)) return Status::out_of_memory;
  }
  if (lists.began.size() > began) {
    sort(lists.began.span(), std::less());
    sort(lists.ended.span(), std::less());
  }
  return Status::ok;
}

/// Sets whether the rows are reported that the lists of an update name.
template <class Lists>
void set_reported(ColliderRows& rows, const Lists& lists, bool is_reported) {
  const auto set = [&](std::uint32_t row) {
    const std::uint32_t others = rows.flags[row] & ~std::uint32_t{ColliderRows::k_reported};
    rows.flags[row] = static_cast<std::uint16_t>(others | (is_reported ? ColliderRows::k_reported : 0u));
  };
  for (const Buffer<RowPair>* pairs : {&lists.touching, &lists.ended}) {
    for (const RowPair pair : *pairs) {
      set(pair.a);
      set(pair.b);
    }
  }
  for (const auto& impact : lists.impacts) {
    set(impact.a);
    set(impact.b);
  }
}

}  // namespace hyperplane
