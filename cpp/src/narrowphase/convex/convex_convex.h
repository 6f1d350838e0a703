#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"
#include "narrowphase/convex/convex_manifold.h"

/// Any two convex shapes: the default of the pair table, for pairs without a closed form.
///
/// GJK gives the distance of the cores, from which both rounding radii are subtracted. If the cores overlap,
/// penetration_depth.h gives their depth, to which both radii are added. So the signed distance is continuous through
/// contact, and it answers all four queries.

namespace hyperplane {

struct ConvexConvex {
  static bool intersects(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Penetration penetration(const Shape& a, const Shape& b, const Transform& b_in_a);
  static ContactManifold collide(const Shape& a, const Shape& b, const Transform& b_in_a);
  static Distance distance(const Shape& a, const Shape& b, const Transform& b_in_a);
  /// The same distance, or infinity where GJK ends because it is certainly above `most`, m.
  static Distance distance_within(const Shape& a, const Shape& b, const Transform& b_in_a, double most);
  /// The contact of shapes that may be apart by a margin, with that distance.
  /// @param manifold without points.
  static void collide_within(const Shape& a, const Shape& b, const Transform& b_in_a, double margin,
                             ContactManifold& manifold);
  /// The same contact. @param apart their distance, at most the margin.
  static void collide_at(const Shape& a, const Shape& b, const Transform& b_in_a, const Distance& apart, double margin,
                         ContactManifold& manifold);
  /// All points of that contact.
  static void find_area_at(const Shape& a, const Shape& b, const Transform& b_in_a, const Distance& apart,
                           double margin, ContactArea& area);
  /// The contact area along a given normal, which need not be that of the least depth. The deepest witness point of one
  /// shape comes with its projection onto the supporting plane of the other, which may lie off that shape.
  /// @param is_point_of_a which shape's witness point: of a face all points are deepest, so that the other shape's
  /// counts.
  static void find_area_along(const Shape& a, const Shape& b, const Transform& b_in_a, const Vec3& normal,
                              bool is_point_of_a, ContactArea& area);
};

}  // namespace hyperplane
