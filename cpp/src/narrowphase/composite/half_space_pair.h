#pragma once

#include <hyperplane/pair.h>

#include "core/function_ref.h"
#include "math/transform.h"

/// Pairs of a half-space and another shape, in closed form: the lowest point of the other shape decides. Contacts of a
/// convex shape are the points of its lowest face that are not above the plane; of a composite, those of its parts,
/// which its tree finds with a slab (composite/half_space.h).

namespace hyperplane {

inline bool has_half_space(const Shape& a, const Shape& b) {
  return a.type == ShapeType::half_space || b.type == ShapeType::half_space;
}

inline bool are_half_spaces(const Shape& a, const Shape& b) {
  return a.type == b.type && a.type == ShapeType::half_space;
}

/// Whether one of two shapes is a half-space and the other is convex.
inline bool are_convex_and_half_space(const Shape& a, const Shape& b) {
  return has_half_space(a, b) && !(is_composite(a.type) && is_composite(b.type));
}

/// As those of the pair table. @param a convex. @param b the half-space.
Distance distance_above_half_space(const Shape& a, const Shape& b, const Transform& b_in_a);
/// Of two half-spaces, the answer is that of shapes apart; otherwise one is a half-space and the other is convex.
Penetration half_space_penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
/// One is a half-space, the other is not; of a composite, features are not set.
Distance half_space_distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
/// One is a half-space, the other is convex. @param margin m: up to which distance there is a contact.
ContactManifold half_space_collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                   double margin);
/// Visits each contact of a half-space and another shape, as `visit_part_contacts`.
void visit_half_space_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                               FunctionRef<void(ContactManifold& contact)> visit);

}  // namespace hyperplane
