#pragma once

#include "math/lanes3.h"
#include "math/simd.h"
#include "math/vec3.h"

namespace hyperplane {

/// Four triangles in 32 bits, relative to a point that has come there on a straight line. Bounds their distances from
/// below, so that only the few relevant triangles need the exact answer in 64 bits.
///
/// The vector from the point to the closest point of a triangle (Ericson, "Real-Time Collision Detection", 2005, 5.1.5:
/// the foot on the plane, or the nearest point of an edge) is only a proposal: along any vector, the corner that comes
/// first bounds the distance from below, on the whole way if the point at its start does. So rounding, needles and
/// overflow of 32 bits can loosen the bound, but not invalidate it.
class TriangleLanes {
 public:
  explicit TriangleLanes(const Vec3& point) : point_(load(&point.x)), height_(load_one(&point.z)) {}

  /// Puts a triangle in a lane. All four lanes must be set.
  void set(int lane, const Vec3& a, const Vec3& b, const Vec3& c) {
    put(0, lane, a);
    put(1, lane, b);
    put(2, lane, c);
  }

  /// @param way m: on which the point has come; zero: none.
  /// @param out m, not negative: bounds on the distances of the triangles, and of anything within the tolerance of
  /// touches of them, from each point of the way.
  void bound_distances(const Vec3& way, float (&out)[4]) const {
    const Lanes3 corners[3] = {corner(0), corner(1), corner(2)};
    bound_distances(corners, way, out);
  }
  /// The same. @param corners as `corner`.
  static void bound_distances(const Lanes3 (&corners)[3], const Vec3& way, float (&out)[4]);

  /// Corner 0, 1 or 2 of all four, relative to the point, each component within 2^-24 of itself.
  Lanes3 corner(int i) const {
    F32x4 rows[4] = {rows_[i][0], rows_[i][1], rows_[i][2], rows_[i][3]};
    transpose(rows[0], rows[1], rows[2], rows[3]);
    return {rows[0], rows[1], rows[2]};
  }

 private:
  void put(int corner, int lane, const Vec3& position) {
    rows_[corner][lane] = narrow(load(&position.x) - point_, load_one(&position.z) - height_);
  }

  /// The point: x and y, z.
  F64x2 point_, height_;
  /// By corner and triangle: x, y, z.
  F32x4 rows_[3][4];
};

}  // namespace hyperplane
