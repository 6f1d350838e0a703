#pragma once

#include <hyperplane/pair.h>

#include "narrowphase/box/sat_box_box.h"

/// Two boxes: verdict, penetration and manifold by the separating axis theorem (sat_box_box.h, box_manifold.h),
/// distance by features (distance_box_box.cpp). Everything in the frame of A.

namespace hyperplane {

struct BoxBox {
  static bool intersects(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Penetration penetration(const Shape& a, const Shape& b, const Transform& b_in_a);
  static ContactManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Distance distance(const Shape& a, const Shape& b, const Transform& b_in_a);
};

/// Signed distance of two boxes with witness points, in the frame of A. Half sizes may be zero.
Distance box_distance(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a);
/// @param sat what signed_box_sat, or signed_box_sat_settled, says of them.
Distance box_distance(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, const BoxSat& sat);

}  // namespace hyperplane
