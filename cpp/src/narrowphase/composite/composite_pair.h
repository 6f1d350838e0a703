#pragma once

#include <hyperplane/pair.h>

#include "core/function_ref.h"

/// The queries of pair.h for a pair with at least one composite: over all pairs of parts that the trees let through
/// (part_pairs.h), in the frame of A, by the same functions for their convex parts.

namespace hyperplane {

class BodyContacts;

inline bool has_composite(const Shape& a, const Shape& b) { return is_composite(a.type) || is_composite(b.type); }

bool composites_intersect(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
Penetration composite_penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
ContactManifold composite_collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
/// A distance above `max_distance` may be infinite.
Distance composite_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                            double max_distance);
ContactManifold composite_collide_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                         double margin);
/// As `collide_all_within`; with the margin 0 as `collide_all`.
std::size_t composite_collide_all(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                                  std::span<ContactManifold> contacts);

/// Visits each contact of two shapes, which the visitor may change; those of patches the deepest first. World space.
/// @param contacts scratch memory. @param keeps_freed whether it has all parts afterwards.
void visit_part_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, BodyContacts& contacts,
                         FunctionRef<void(ContactManifold& contact)> visit, bool keeps_freed = false);

}  // namespace hyperplane
