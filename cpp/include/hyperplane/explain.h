#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <hyperplane/pair.h>

/// How an answer came about, as plain data, for teaching and debugging. Nothing of this costs a query that does not
/// ask.

namespace hyperplane {

enum class SatSource : std::uint8_t { face_a, face_b, edge_edge };

/// One candidate axis of the separating axis theorem, world space.
struct SatAxis {
  SatSource source = SatSource::face_a;
  /// The face normal or the edge of A, or of B; of a box 0, 1, 2 for its x, y, z. -1 where it has none.
  int index_a = -1, index_b = -1;
  /// False: the two edges are parallel and give no axis. The axis and the intervals are zero then, the overlap
  /// infinite.
  bool exists = false;
  /// Unit length, from A to B.
  Vec3 axis;
  /// Projections of the shapes on the axis, as distances from the world's origin.
  double min_a = 0.0, max_a = 0.0, min_b = 0.0, max_b = 0.0;
  /// Least translation along the axis that makes the intervals only touch; negative when they are apart.
  double overlap = 0.0;
};

struct SatExplanation {
  bool intersects = false;
  /// Index of the axis with the widest gap, or else with the least overlap: the one that `penetration` takes.
  std::size_t decisive = 0;
};

/// How many axes `explain_sat` writes; 0 for shapes that have no faces.
std::size_t sat_axis_count(const Shape& a, const Shape& b);

/// @param axes sat_axis_count(a, b) of them: A's face normals, B's, and for every edge of A in turn the ones of B.
/// @return `invalid_argument` where the count is 0 or not that of `axes`.
Result<SatExplanation> explain_sat(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                   std::span<SatAxis> axes);

}  // namespace hyperplane
