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
  /// The face normal or the edge of A, or of B: of a box 0, 1, 2 for its x, y, z; of a hull the number of the face, or
  /// of the edge, where edges are numbered as one meets them on a walk around face 0, face 1 and so on. -1 where it has
  /// none.
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

/// Most axes of a pair; hulls that have more are refused.
inline constexpr std::size_t k_max_sat_axes = std::size_t{1} << 18;

/// How many axes `explain_sat` writes: those of boxes and hulls; 0 for shapes that have no faces; some number above
/// k_max_sat_axes for too many.
std::size_t sat_axis_count(const Shape& a, const Shape& b);

/// @param axes sat_axis_count(a, b) of them: A's face normals, B's, and for every edge of A in turn the ones of B.
/// @return `invalid_argument` where the count is 0, above k_max_sat_axes, or not that of `axes`.
Result<SatExplanation> explain_sat(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                   std::span<SatAxis> axes);

/// A point of the Minkowski difference of two cores, B - A, with the points that made it. World space.
struct DifferencePoint {
  /// on_b - on_a.
  Vec3 point;
  Vec3 on_a, on_b;
};

/// One iteration of GJK on the cores of two shapes; see explain_gjk.
struct GjkStep {
  int simplex_size = 0;
  DifferencePoint simplex[4];
  /// `closest` is the sum of the simplex's points by these.
  double weights[4] = {};
  /// The point of the simplex that is closest to the origin.
  Vec3 closest;
  /// False for the step that ends on a simplex which touches or holds the origin: nothing is looked for any more.
  bool has_support = false;
  /// The point of the difference that lies farthest against `closest`.
  DifferencePoint support;
  /// The distance of the cores lies between these; `upper` is the length of `closest`.
  double lower = 0.0, upper = 0.0;
};

/// Receives the steps, one after the other.
class GjkSteps {
 public:
  virtual void take(const GjkStep& step) = 0;

 protected:
  ~GjkSteps() = default;
};

struct GjkExplanation {
  /// The cores have a point in common: the depth is for EPA to find.
  bool touching = false;
  /// False: rounding, or the greatest number of iterations, has ended the search before the bounds met.
  bool converged = false;
  /// How far each shape reaches beyond its core; see explain_gjk.
  double radius_a = 0.0, radius_b = 0.0;
};

/// The distance of two shapes by GJK, step by step: what `distance` does for a pair without a closed form, and the same
/// for those that have one.
///
/// A shape is a core with a rounding: a sphere is a point with a radius, a capsule a segment with a radius, every other
/// shape is its own core with the radius 0. The steps are about the cores; both radii come off at the end, and the
/// signed distance of the shapes is that of the cores less the radii.
GjkExplanation explain_gjk(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, GjkSteps& steps);

/// A face of EPA's polytope: three of its vertices, counter-clockwise seen from outside.
struct EpaTriangle {
  std::uint32_t vertex[3];
};

/// One iteration of EPA. The spans are good for as long as the call that hands them over.
struct EpaStep {
  std::span<const DifferencePoint> vertices;
  std::span<const EpaTriangle> faces;
  /// Index of the face whose plane is closest to the origin.
  std::uint32_t closest_face = 0;
  /// The foot of the origin on that plane.
  Vec3 closest;
  /// The point of the difference that lies farthest beyond that plane.
  DifferencePoint support;
  /// The depth of the cores lies between these.
  double lower = 0.0, upper = 0.0;
};

/// Receives the steps, one after the other.
class EpaSteps {
 public:
  virtual void take(const EpaStep& step) = 0;

 protected:
  ~EpaSteps() = default;
};

enum class EpaEnd : std::uint8_t {
  /// The bounds have met.
  converged,
  /// The cores are apart, so that there is nothing to expand: GJK has the answer. No steps.
  apart,
  /// The Minkowski difference of the cores is flat (of two points, two segments), and the depth of the cores is zero.
  /// No steps.
  flat,
  /// Two round shapes that are about as deep in many directions: the polytope is full before the bounds have met. The
  /// bounds hold; queries go on from here with a search over directions.
  unfinished,
};

struct EpaExplanation {
  EpaEnd end = EpaEnd::apart;
  /// As in GjkExplanation: the depth of the shapes is that of the cores and both radii.
  double radius_a = 0.0, radius_b = 0.0;
};

/// The depth of two shapes whose cores overlap by EPA, step by step, from the last simplex of GJK on: whether or not a
/// query on this pair would ask EPA or a closed form.
EpaExplanation explain_epa(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, EpaSteps& steps);

}  // namespace hyperplane
