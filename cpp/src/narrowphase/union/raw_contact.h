#pragma once

#include <optional>

#include <hyperplane/pair.h>

#include "narrowphase/convex/convex_manifold.h"
#include "narrowphase/part/part_pairs.h"

namespace hyperplane {

/// The contact of two convex parts by themselves: their least overlap. No points: they are apart.
ContactManifold raw_contact(const PartPair& pair);

/// Whether two parts overlap.
bool parts_touch(const PartPair& pair);

/// The least overlap of a triangle and another shape, if it costs far less than with its points: by closed forms and
/// enumerations. None: that is not so, or they are apart.
std::optional<Penetration> least_overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

/// The points of a manifold as an area.
void set_area(const ContactManifold& contact, ContactArea& area);

}  // namespace hyperplane
