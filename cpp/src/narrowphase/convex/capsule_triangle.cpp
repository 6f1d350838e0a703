#include "narrowphase/convex/capsule_triangle.h"

#include "narrowphase/convex/convex_convex.h"
#include "narrowphase/convex/convex_manifold.h"
#include "narrowphase/convex/segment.h"
#include "narrowphase/convex/witness.h"
#include "shape/capsule.h"
#include "shape/tolerances.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

/// The core of a capsule and a triangle, relative to the first corner, in the frame of the triangle.
class SegmentAndTriangle {
 public:
  SegmentAndTriangle(const Segment& core, const Triangle& triangle)
      : core_(core), triangle_(triangle), normal_(triangle.normal()), size_(core.reach + triangle.core_extent()) {}

  /// @return false if rounding leaves the distance in doubt, or if they meet.
  bool find_distance(Distance& found) const {
    const Vec3 half = core_.along * core_.reach, ends[2] = {core_.middle + half, core_.middle - half};
    const double heights[2] = {dot(normal_, ends[0]), dot(normal_, ends[1])};
    const int nearer = std::fabs(heights[1]) < std::fabs(heights[0]) ? 1 : 0;
    const auto outwards_of = [&](int i) { return cross(triangle_.edge(i), normal_); };
    const Vec3 outwards[3] = {outwards_of(0), outwards_of(1), outwards_of(2)};
    // How far an end is beyond the edge, times the edge's length.
    const auto beyond = [&](int end, int i) { return dot(outwards[i], ends[end] - triangle_.corner(i)); };
    const auto is_over_face = [&](int end) {
      return beyond(end, 0) <= 0.0 && beyond(end, 1) <= 0.0 && beyond(end, 2) <= 0.0;
    };
    const bool is_nearer_over_face = is_over_face(nearer);
    if (is_nearer_over_face) {
      take_end(ends[nearer], heights[nearer], found);
      // No point of the segment is nearer to the plane.
      if ((heights[0] > 0.0) == (heights[1] > 0.0)) return is_clear(found);
    } else {
      found.distance = __builtin_huge_val();
      if (is_over_face(1 - nearer)) take_end(ends[1 - nearer], heights[1 - nearer], found);
    }
    bool is_at_edge = false;
    for (int i = 0; i < 3; ++i) {
      if (beyond(0, i) <= 0.0 && beyond(1, i) <= 0.0) continue;
      const Vec3 side = triangle_.edge(i);
      const double side_length = length(side);
      const Segment edge{triangle_.corner(i) + side * 0.5, side * (1.0 / side_length), 0.5 * side_length};
      const SegmentPlaces places = closest_places(core_, edge);
      const Vec3 on_core = core_.middle + core_.along * places.on_a, on_edge = edge.middle + edge.along * places.on_b;
      const double apart = length(on_edge - on_core);
      if (!(apart < found.distance)) continue;
      is_at_edge = true;
      found.distance = apart;
      found.point_a = on_core;
      found.point_b = on_edge;
    }
    if (!is_clear(found)) return false;
    if (is_at_edge) found.normal = (found.point_b - found.point_a) * (1.0 / found.distance);
    return gap_along(found.normal) >= found.distance - k_distance_tolerance * (size_ + found.distance);
  }

 private:
  /// An end of the segment over the face.
  void take_end(const Vec3& end, double height, Distance& found) const {
    found.distance = std::fabs(height);
    found.normal = height > 0.0 ? -normal_ : normal_;
    found.point_a = end;
    found.point_b = end - normal_ * height;
  }
  bool is_clear(const Distance& found) const { return found.distance > k_direction_from_points * size_; }
  double gap_along(const Vec3& direction) const {
    const double nearest = min(0.0, min(dot(direction, triangle_.to_b), dot(direction, triangle_.to_c)));
    return nearest - dot(direction, core_.middle) - std::fabs(dot(direction, core_.along)) * core_.reach;
  }

  const Segment& core_;
  const Triangle& triangle_;
  Vec3 normal_;
  double size_;
};

/// The same of a pair, in the frame of the capsule.
bool signed_distance(const Shape& a, const Shape& b, const Transform& b_in_a, Distance& found) {
  if (!CapsuleTriangle::find_signed_distance(a, b, inverse(b_in_a), found)) return false;
  found.normal = b_in_a.rotation * found.normal;
  found.point_a = b_in_a * found.point_a;
  found.point_b = b_in_a * found.point_b;
  return true;
}

}  // namespace

bool CapsuleTriangle::find_signed_distance(const Shape& capsule, const Shape& triangle, const Transform& frame,
                                           Distance& found) {
  const Triangle flat(triangle);
  if (triangle.thickness > 0.0 || is_needle(flat.to_b, flat.to_c)) return false;
  const Capsule rounded(capsule);
  const Segment core{frame.translation - flat.origin, frame.rotation.columns[1], rounded.half_height};
  if (!SegmentAndTriangle(core, flat).find_distance(found)) return false;
  found.distance -= rounded.capsule_radius;
  found.point_a += flat.origin + found.normal * rounded.capsule_radius;
  found.point_b += flat.origin;
  return true;
}

bool CapsuleTriangle::intersects(const Shape& a, const Shape& b, const Transform& b_in_a) {
  Distance found;
  return signed_distance(a, b, b_in_a, found) ? found.distance <= 0.0 : ConvexConvex::intersects(a, b, b_in_a);
}

Penetration CapsuleTriangle::penetration(const Shape& a, const Shape& b, const Transform& b_in_a) {
  Distance found;
  return signed_distance(a, b, b_in_a, found) ? penetration_of(found) : ConvexConvex::penetration(a, b, b_in_a);
}

ContactManifold CapsuleTriangle::collide(const Shape& a, const Shape& b, const Transform& b_in_a) {
  Distance found;
  if (!signed_distance(a, b, b_in_a, found)) return ConvexConvex::collide(a, b, b_in_a);
  if (found.distance > 0.0) return {};
  ConvexPair pair = make_convex_pair(a, b, b_in_a);
  return convex_manifold(pair, found);
}

Distance CapsuleTriangle::distance(const Shape& a, const Shape& b, const Transform& b_in_a) {
  Distance found;
  if (!signed_distance(a, b, b_in_a, found)) found = ConvexConvex::distance(a, b, b_in_a);
  return found;
}

}  // namespace hyperplane
