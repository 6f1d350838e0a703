#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <hyperplane/pair.h>

/// The steps of an algorithm as plain data, for teaching and debugging. Ordinary queries pay nothing for it.

namespace hyperplane {

enum class SatSource : std::uint8_t { face_a, face_b, edge_edge };

/// One candidate axis of the separating axis theorem, world space.
struct SatAxis {
  SatSource source = SatSource::face_a;
  /// Face normal or edge of A, and of B. Box: 0, 1, 2 for x, y, z. Hull: face number, or edge number in the order in
  /// which a walk around face 0, face 1, ... first visits the edges. -1: does not apply.
  int index_a = -1, index_b = -1;
  /// False: the edges are parallel and give no axis. Axis and intervals are then zero, the overlap infinite.
  bool exists = false;
  /// Unit length, from A to B.
  Vec3 axis;
  /// Projections of the shapes on the axis, as distances from the world's origin.
  double min_a = 0.0, max_a = 0.0, min_b = 0.0, max_b = 0.0;
  /// m. Least translation along the axis after which the intervals only touch; negative when they are apart.
  double overlap = 0.0;
};

struct SatExplanation {
  bool intersects = false;
  /// Index of the axis with the widest gap, or else with the least overlap, which `penetration` uses.
  std::size_t decisive = 0;
};

/// Maximum number of axes; pairs of hulls with more are rejected.
inline constexpr std::size_t k_max_sat_axes = std::size_t{1} << 18;

/// Number of axes of a pair of boxes or hulls; 0 for other shapes; above k_max_sat_axes: too many.
std::size_t sat_axis_count(const Shape& a, const Shape& b);

/// @param axes sat_axis_count(a, b) entries: face normals of A, of B, then edge pairs, by edge of A, then of B.
/// @return `invalid_argument` if the count is 0, above k_max_sat_axes, or not axes.size().
Result<SatExplanation> explain_sat(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                   std::span<SatAxis> axes);

/// A point of the Minkowski difference of two cores, B - A, with its source points. World space.
struct DifferencePoint {
  /// on_b - on_a.
  Vec3 point;
  Vec3 on_a, on_b;
};

/// One iteration of GJK on the cores of two shapes; see explain_gjk.
struct GjkStep {
  int simplex_size = 0;
  DifferencePoint simplex[4];
  /// Barycentric coordinates of `closest`.
  double weights[4] = {};
  /// The point of the simplex that is closest to the origin.
  Vec3 closest;
  /// False for a final step whose simplex touches or contains the origin.
  bool has_support = false;
  /// Support point of the difference along -closest.
  DifferencePoint support;
  /// The distance of the cores lies between these; `upper` is the length of `closest`.
  double lower = 0.0, upper = 0.0;
};

/// Receives the steps in order.
class GjkSteps {
 public:
  virtual void take(const GjkStep& step) = 0;

 protected:
  ~GjkSteps() = default;
};

struct GjkExplanation {
  /// The cores overlap; EPA finds the depth.
  bool touching = false;
  /// False: rounding or the iteration limit ended the search before the bounds met.
  bool converged = false;
  /// m. Rounding radius of each shape; see explain_gjk.
  double radius_a = 0.0, radius_b = 0.0;
};

/// GJK on two shapes, step by step, also for pairs that have a closed form.
///
/// A shape is a core with a rounding radius: a sphere is a point, a capsule a segment, every other shape its own core
/// with radius 0. The steps describe the cores; the signed distance of the shapes is that of the cores minus both
/// radii.
GjkExplanation explain_gjk(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, GjkSteps& steps);

/// A face of EPA's polytope: three of its vertices, counter-clockwise seen from outside.
struct EpaTriangle {
  std::uint32_t vertex[3];
};

/// One iteration of EPA. The spans are valid during the call only.
struct EpaStep {
  std::span<const DifferencePoint> vertices;
  std::span<const EpaTriangle> faces;
  /// Index of the face whose plane is closest to the origin.
  std::uint32_t closest_face = 0;
  /// The foot of the origin on that plane.
  Vec3 closest;
  /// Support point of the difference along the normal of that plane.
  DifferencePoint support;
  /// The depth of the cores lies between these.
  double lower = 0.0, upper = 0.0;
};

/// Receives the steps in order.
class EpaSteps {
 public:
  virtual void take(const EpaStep& step) = 0;

 protected:
  ~EpaSteps() = default;
};

enum class EpaEnd : std::uint8_t {
  /// The bounds have met.
  converged,
  /// The cores are apart: GJK has the answer. No steps.
  apart,
  /// The Minkowski difference of the cores is flat (of two points, two segments), and the depth of the cores is zero.
  /// No steps.
  flat,
  /// Round shapes, about equally deep in many directions: the polytope reached its maximum size before the bounds met.
  /// The bounds are valid; queries continue with a search over directions.
  unfinished,
};

struct EpaExplanation {
  EpaEnd end = EpaEnd::apart;
  /// As in GjkExplanation: the depth of the shapes is that of the cores and both radii.
  double radius_a = 0.0, radius_b = 0.0;
};

/// EPA on two shapes with overlapping cores, step by step from the last simplex of GJK, also for pairs that have a
/// closed form.
EpaExplanation explain_epa(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, EpaSteps& steps);

}  // namespace hyperplane
