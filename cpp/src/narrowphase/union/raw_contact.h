#pragma once

#include <hyperplane/pair.h>

#include "narrowphase/convex/convex_manifold.h"
#include "narrowphase/part/part_pairs.h"

namespace hyperplane {

/// The contact of two convex parts by themselves: their least overlap. No points: they are apart.
ContactManifold raw_contact(const PartPair& pair);

/// Whether two parts overlap.
bool parts_touch(const PartPair& pair);

/// The points of a manifold as an area.
void set_area(const ContactManifold& contact, ContactArea& area);

}  // namespace hyperplane
