#pragma once

#include "world/contact_lists.h"
#include "world/narrow_phase.h"
#include "world/storage.h"

namespace hyperplane {

/// Merges the sorted contacts of the last update between unchanged colliders with those that the narrow phase found for
/// all other pairs. Kept contacts have the bits that the narrow phase would compute again, because its input is the
/// same.
/// @param narrow_phase `found` is sorted. @param next receives touching pairs and contacts.
/// @return `out_of_memory`, also for more than `max_contacts`.
Status merge_contacts(const Storage& storage, const ContactLists& shown, const NarrowPhase& narrow_phase,
                      std::uint32_t max_contacts, ContactLists& next);

}  // namespace hyperplane
