#pragma once

#include <span>

#include "world/contact_lists.h"

namespace hyperplane {

/// Both differences of two sorted lists of pairs, in one pass over both: pairs in `touching` alone have begun, pairs in
/// `before` alone have ended.
/// @param before touching pairs of the last update. @param lists `touching` is read; `began` and `ended` are written.
/// @return `out_of_memory`.
Status find_events(std::span<const RowPair> before, ContactLists& lists);

}  // namespace hyperplane
