#pragma once

#include <hyperplane/pair.h>

#include "composite/surface.h"
#include "narrowphase/part/part_pairs.h"

namespace hyperplane {

/// Two shapes, where the hull of a convex solid mesh stands for it.
struct ConvexForms {
  const Shape &own_a, &own_b;
  Shape a, b;
  /// Whether both are convex.
  bool are_convex;

  ConvexForms(const Shape& of_a, const Shape& of_b)
      : own_a(of_a), own_b(of_b), a(with_hull(of_a, hull_of(of_a))), b(with_hull(of_b, hull_of(of_b))) {
    are_convex = !is_composite(a.type) && !is_composite(b.type);
  }
  /// Names the triangles of a contact. World space.
  PairFeatures name(const Pose& pose_a, const Pose& pose_b, const Vec3& on_a, const Vec3& on_b,
                    const Vec3& normal) const {
    PartPair pair{&a, pose_a, &b, pose_b, {}, {}, {}};
    if (hull_of(own_a) != nullptr) pair.mesh_a = own_a.mesh;
    if (hull_of(own_b) != nullptr) pair.mesh_b = own_b.mesh;
    PairFeatures features;
    name_parts(pair, on_a, on_b, normal, features);
    return features;
  }
  ContactManifold collide(const Pose& pose_a, const Pose& pose_b, double margin) const {
    ContactManifold contact = collide_within(a, pose_a, b, pose_b, margin);
    if (contact.point_count > 0) {
      contact.features = name(pose_a, pose_b, contact.points[0].on_a, contact.points[0].on_b, contact.normal);
    }
    return contact;
  }
};

}  // namespace hyperplane
