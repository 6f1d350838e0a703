#pragma once

#include "world/contact_lists.h"
#include "world/narrow_phase.h"
#include "world/storage.h"

namespace hyperplane {

/// Puts together the contacts of an update: those of the last one whose two colliders have not changed since, as they
/// were, and what the narrow phase has found for all other pairs. Two lists that are both sorted become one; the bits
/// of what is kept are those that the narrow phase would find again, since nothing that it looks at has changed.
/// @param narrow_phase `found` is sorted. @param next has its lists of touching pairs and of contacts filled.
/// @return `out_of_memory`, also beyond `max_contacts`.
Status merge_contacts(const Storage& storage, const ContactLists& shown, const NarrowPhase& narrow_phase,
                      std::uint32_t max_contacts, ContactLists& next);

}  // namespace hyperplane
