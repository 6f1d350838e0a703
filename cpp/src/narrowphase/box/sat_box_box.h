#pragma once

#include <cstdint>

#include "math/transform.h"

/// Separating axis theorem for two boxes, in 64 bits: the verdict, and the axis of least overlap.
///
/// Two convex polyhedra are apart if and only if their projections are apart on the normal of a face of either or on
/// the cross product of an edge of each. A box has three face normals and three edge directions, which gives 3 + 3 + 9
/// axes. Source: Gottschalk, Lin, Manocha, "OBBTree: A Hierarchical Structure for Rapid Interference Detection" (1996);
/// least overlap as minimum translation vector after Cameron and Culley (1986).
///
/// Deviations:
/// - The overlap along a unit axis n is the translation after which the intervals only touch, |A| + |B| - |t.n| with
///   the half widths |A|, |B|. If one interval lies inside the other this is the translation out through the nearer
///   end, not the length of the intersection.
/// - Edges closer to parallel than k_parallel_edge_sine give no axis. The square of the sine comes from the two
///   components of the cross product; 1 - cos^2 has no correct digit left for small angles. (The usual remedy, adding
///   an epsilon to the matrix of cosines, reports overlaps of shapes that are apart.)
/// - Two boxes without thickness across the separating axis touch if they are apart by no more than rounding
///   (k_touch_doubt): flat shapes in one plane have no overlap that could outweigh rounding. `boxes_intersect` omits
///   this; see settled_sat.h.
/// - Of axes that tie (k_axis_tie) the first in the order below wins, so that faces win over edges.
///
/// Everything is in the frame of A. The boxes are closed: with an overlap of 0 they intersect.

namespace hyperplane {

/// Axes by number: 0, 1, 2 are A's face normals, 3, 4, 5 are B's, and 6 + 3 i + j is A's edge i times B's edge j.
inline constexpr int k_box_axis_count = 15;
inline constexpr std::uint32_t k_all_box_axes = (1u << k_box_axis_count) - 1;

/// Whether a box has no volume.
constexpr bool is_flat(const Vec3& half) { return half.x == 0.0 || half.y == 0.0 || half.z == 0.0; }

struct BoxSat {
  bool intersects = false;
  /// The axis of least overlap; -1 when apart beyond doubt (but see signed_box_sat).
  int axis = -1;
  /// Unit length, from A to B; if the centres coincide along the axis, its positive side.
  Vec3 normal;
  double depth = 0.0;
  /// The overlap is so small that `intersects` depends on the rounding of the frame (k_touch_doubt).
  bool is_doubtful = false;
};

bool boxes_intersect(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a);
/// @param candidates bit k set: axis k is tested. The result equals that of all fifteen axes if every omitted axis is
/// known to overlap by more than the least overlap.
BoxSat box_sat(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, std::uint32_t candidates);
/// All fifteen axes, whether one separates or not. For separated boxes `axis` has the widest gap and `depth` is minus
/// that gap, which is at most their distance.
BoxSat signed_box_sat(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a);
/// The least overlap on the six face normals, on the first of them that has it; negative: the widest gap.
struct LeastFaceOverlap {
  int axis;
  double overlap;
};
LeastFaceOverlap least_face_overlap(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a);

/// A single axis, for explanations and for the distance of separated boxes.
struct BoxAxis {
  /// False: the two edges are parallel and give no axis; the other members are zero.
  bool exists = false;
  /// Unit length, from A to B as in BoxSat.
  Vec3 normal;
  /// Half widths of the projections, and the distance between the projected centres, not negative.
  double reach_a = 0.0, reach_b = 0.0, between = 0.0;

  double overlap() const { return reach_a + reach_b - between; }
};
BoxAxis box_axis(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, int axis);

}  // namespace hyperplane
