#pragma once

#include "math/vec3.h"

namespace hyperplane {

/// middle +- reach * along, with `along` of unit length.
struct Segment {
  Vec3 middle, along;
  double reach = 0.0;
};

/// Foot of the common perpendicular of two lines on the line of A, as a distance from its middle; 0 if the lines are
/// parallel. Computed by cross products, which keep their digits for small angles.
inline double common_perpendicular_foot(const Segment& a, const Segment& b) {
  const Vec3 perpendicular = cross(a.along, b.along);
  const double sine_squared = length_squared(perpendicular);
  if (sine_squared == 0.0) return 0.0;
  return dot(cross(b.middle - a.middle, b.along), perpendicular) / sine_squared;
}

/// Positions on two segments, as distances from their middles.
struct SegmentPlaces {
  double on_a, on_b;
};

/// The closest points of two segments (after Ericson, "Real-Time Collision Detection", 2005, 5.1.9). They lie on the
/// segments despite rounding.
inline SegmentPlaces closest_places(const Segment& a, const Segment& b) {
  const Vec3 gap = b.middle - a.middle;
  const double cosine = dot(a.along, b.along);
  const double foot = clamp(common_perpendicular_foot(a, b), -a.reach, a.reach);
  const double on_b = clamp(foot * cosine - dot(gap, b.along), -b.reach, b.reach);
  return {clamp(on_b * cosine + dot(gap, a.along), -a.reach, a.reach), on_b};
}

}  // namespace hyperplane
