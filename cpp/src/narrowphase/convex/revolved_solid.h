#pragma once

#include "narrowphase/convex/minimize_depth.h"
#include "narrowphase/convex/tolerances.h"

/// Cylinders, cones and segments in the form of revolved_depth.h, and the witness points of two of them once the
/// direction of the least depth is known: a support point of one with its foot on the other, or where a line of one's
/// side passes a line of the other's.

namespace hyperplane {

/// At a height on the axis.
struct Disc {
  double radius, height;
};

constexpr bool is_revolved(ShapeType type) {
  return type == ShapeType::cylinder || type == ShapeType::cone || type == ShapeType::capsule;
}

/// The hull of two discs.
struct Frustum {
  /// The lower one is no smaller.
  Disc discs[2];
  /// By which the normals of the side rise.
  double sine = 0.0, cosine = 1.0;

  explicit Frustum(const Shape& shape) {
    const double half = 0.5 * shape.parameters[1];
    const double radius = shape.type == ShapeType::capsule ? 0.0 : shape.parameters[0];
    const bool is_pointed = shape.type == ShapeType::cone && half > 0.0;
    discs[0] = {radius, -half};
    discs[1] = {is_pointed ? 0.0 : radius, half};
    if (!is_pointed) return;
    const double inverse = 1.0 / std::sqrt(radius * radius + 4.0 * half * half);
    sine = radius * inverse;
    cosine = 2.0 * half * inverse;
  }
  /// The support function along the normals of the side.
  double side() const { return discs[0].radius * cosine + discs[0].height * sine; }
  /// Along a normal with these parts.
  int farther(double along, double across) const {
    return discs[1].radius * across + discs[1].height * along > discs[0].radius * across + discs[0].height * along ? 1
                                                                                                                   : 0;
  }
  double reach(double along, double across) const {
    const Disc& disc = discs[farther(along, across)];
    return disc.radius * across + disc.height * along;
  }
};

/// A frustum in the frame of A.
struct PlacedFrustum {
  const Frustum& solid;
  Vec3 middle, axis;

  bool contains(const Vec3& point, double tolerance) const {
    const Vec3 from = point - middle;
    const double along = dot(from, axis), across = length(from - axis * along);
    return along >= solid.discs[0].height - tolerance && along <= solid.discs[1].height + tolerance &&
           across * solid.cosine + along * solid.sine <= solid.side() + tolerance;
  }
  /// Along the axis the middle of the cap.
  Vec3 support(const Vec3& n, int end) const {
    const Disc& disc = solid.discs[end];
    const Vec3 aside = n - axis * dot(n, axis);
    const double across = length(aside);
    return middle + axis * disc.height + (across > k_parallel_axis_sine ? aside * (disc.radius / across) : Vec3{});
  }
  int farther(const Vec3& n) const {
    const double along = dot(n, axis);
    return solid.farther(along, length(n - axis * along));
  }
};

/// @param on_a A's witness point; B's is on_a - normal * depth.
/// @return false if no support point has a foot on the other solid, and no two lines of their sides meet.
bool find_revolved_witness(const PlacedFrustum& a, const PlacedFrustum& b, const DirectionalDepth& least, double size,
                           Vec3& on_a);

}  // namespace hyperplane
