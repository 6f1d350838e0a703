#pragma once

#include <hyperplane/pair.h>

#include "narrowphase/sat_box_box.h"

/// Two boxes: verdict, penetration and manifold by the separating axis theorem (sat_box_box.h, box_manifold.h),
/// distance by features (distance_box_box.cpp). Everything in the frame of A.

namespace hyperplane {

struct BoxBox {
  static bool intersects(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Penetration penetration(const Shape& a, const Shape& b, const Transform& b_in_a);
  static ContactManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Distance distance(const Shape& a, const Shape& b, const Transform& b_in_a);
};

}  // namespace hyperplane
