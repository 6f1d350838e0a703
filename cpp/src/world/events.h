#pragma once

#include <span>

#include "world/contact_lists.h"

namespace hyperplane {

/// Both differences of two sorted lists of pairs, in one pass over both: what touches now and did not before has begun,
/// what did and does not any more has ended.
/// @param lists its `touching` is the present. @return `out_of_memory`.
Status find_events(std::span<const RowPair> before, ContactLists& lists);

}  // namespace hyperplane
