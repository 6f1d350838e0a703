#pragma once

#include <hyperplane/pair.h>

#include "core/function_ref.h"
#include "narrowphase/composite/siblings.h"

/// The queries of pair.h for a pair with at least one composite: over all pairs of parts that the trees let through
/// (part_pairs.h), in the frame of A, by the same functions for their convex parts.

namespace hyperplane {

inline bool has_composite(const Shape& a, const Shape& b) { return is_composite(a.type) || is_composite(b.type); }

bool composites_intersect(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
Penetration composite_penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
ContactManifold composite_collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
Distance composite_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
/// As `collide_all`.
std::size_t composite_collide_all(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                  std::span<ContactManifold> contacts);

/// Visits each contact of two parts, which the visitor may change, in the order of the trees. World space.
/// @param known may be null. @param is_left whether a sibling has the contact; then all contacts of the pair are left.
void visit_part_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                         const KnownSiblings* known, FunctionRef<void(ContactManifold& contact, bool is_left)> visit);

}  // namespace hyperplane
