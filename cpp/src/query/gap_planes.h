#pragma once

#include "narrowphase/part/part_pairs.h"
#include "shape/support.h"

/// Planes of the parts around a body that moves without rotation. The body keeps its support points, so along an axis
/// its gap to a part is a linear function of its position: an axis of the part costs a dot product a query, and the
/// greatest of the gaps is a lower bound on the distance (the separating axis theorem: Gottschalk, Lin and Manocha,
/// "OBBTree", 1996).

namespace hyperplane {

/// A body of one convex part, at a fixed rotation.
class TranslatingBody {
 public:
  /// @param rotation of unit length.
  TranslatingBody(const Shape& shape, const Quat& rotation);

  /// The least of `dot(axis, point)` over the body's points, relative to its position.
  double least_along(const Vec3& axis) const;
  /// m: a bound on the distance of its points from its position.
  double reach() const { return reach_; }

 private:
  AnyCore core_;
  Mat3 frame_;
  Vec3 origin_;
  double radius_, reach_;
};

/// The axes of one part: the faces of a box or a half-space; both faces of a triangle, or of the prism behind it. Other
/// parts have none. The edges of a triangle are omitted: over a terrain they reject one part in five that the bounds do
/// not, and cost more to set up than the distances they save.
class GapPlanes {
 public:
  GapPlanes() = default;
  /// @param pose of the part, relative to the point that positions are relative to. @param span m: a bound on the
  /// distances of queries, for their rounding.
  GapPlanes(const TranslatingBody& body, const Shape& part, double thickness, const Pose& pose, double span);

  /// Whether there is a plane across an axis.
  bool has(const Vec3& axis) const {
    for (int i = 0; i < count_; ++i) {
      if (planes_[i].axis == axis) return true;
    }
    return false;
  }
  /// Adds a plane across an axis that kept the body apart, in place of the one added before: a body that moves little
  /// is likely to stay beyond it.
  /// @param axis unit length, out of the part. @param slack m: the plane only reports gaps greater by this.
  void learn(const TranslatingBody& body, const Shape& part, double thickness, const Pose& pose, double span,
             const Vec3& axis, double slack);

  /// Whether the body stays farther than a distance. False if the planes do not decide.
  /// @param at relative position of the body. @param way m: how far it moves on a straight line.
  bool keep_farther(const Vec3& at, const Vec3& way, double distance) const {
    for (int i = 0; i < count_; ++i) {
      const Vec3& axis = planes_[i].axis;
      if (dot(axis, at) + min(0.0, dot(axis, way)) - planes_[i].offset > distance) return true;
    }
    return false;
  }

 private:
  struct Plane {
    /// Unit length, out of the part.
    Vec3 axis;
    double offset;
  };
  /// The faces of a box, and a plane that was learned.
  static constexpr int k_capacity = 7;

  Plane planes_[k_capacity];
  int count_ = 0, face_count_ = 0;
};

}  // namespace hyperplane
