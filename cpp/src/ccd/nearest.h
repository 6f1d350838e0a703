#pragma once

#include "ccd/gap_bound.h"
#include "ccd/tolerances.h"
#include "narrowphase/convex/convex_pair.h"
#include "narrowphase/convex/gjk.h"

/// Input of the search for a time of impact at one moment: a direction along which two shapes are apart, preferably of
/// the widest gap, and an estimate of how that direction rotates. Any direction is valid (see gap_bound.h); a rough one
/// costs time and never gives a wrong answer. But the gap along the returned direction must tend to zero with the
/// distance.

namespace hyperplane {

struct Nearest {
  /// False: the shapes overlap, or are closer than `noise`.
  bool apart = false;
  /// Gap along `normal`, from A to B; minus the depth if the shapes overlap, m. Points and normal in world axes,
  /// relative to the origin of the motions.
  double gap = 0.0;
  Vec3 normal, point_a, point_b;
  /// Angular velocities with which the normal may rotate, rad per step.
  int turn_count = 0;
  Vec3 turns[3];
};

/// The normal of the face of a body that faces most along a direction.
/// @param rotation of the body at that moment. @param direction unit length, like the normal, world space.
/// @return false if no face of the body is within a few degrees of it.
bool find_face_normal(const MovingBody& body, const Mat3& rotation, const Vec3& direction, Vec3& normal);

/// Two boxes: the axis of the widest gap among those of the separating axis theorem. Its rotation is known: a face axis
/// rotates with its box, an edge-edge axis with both edges.
class NearestOfBoxes {
 public:
  NearestOfBoxes(const MovingBody& a, const MovingBody& b);
  /// Error of a gap as a share of the shapes' size.
  static constexpr double k_noise = k_exact_gap_noise;
  /// Whether a rotation estimated from two normals is worth trying.
  static constexpr bool k_estimates_turn = false;

  Nearest at(const Moment& moment);
  /// Fills in the points.
  void find_points(const Moment& moment, Nearest& nearest) const;
  /// The edges whose cross product is the normal, world space. @return false for the normal of a face.
  bool find_edges(const Moment& moment, Vec3& edge_a, Vec3& edge_b) const;

 private:
  Vec3 half_a_, half_b_;
  /// Of the boxes, not of their bodies.
  Transform b_in_a_;
  int axis_ = 0;
};

/// Any two shapes: the closest points, by GJK with a warm start from the previous moment. at() fills in the
/// points.
class NearestOfCores {
 public:
  NearestOfCores(const MovingBody& a, const MovingBody& b);
  static constexpr double k_noise = k_core_gap_noise;
  static constexpr bool k_estimates_turn = true;

  Nearest at(const Moment& moment);
  /// Ignores the previous moment.
  Nearest afresh(const Moment& moment) {
    cache_.size = 0;
    return at(moment);
  }
  /// The same for the edges that the closest points lie on.
  bool find_edges(const Moment& moment, Vec3& edge_a, Vec3& edge_b) const;

 private:
  /// @param radius of both roundings together.
  GjkResult find_cores(double radius);

  ConvexPair pair_;
  /// In the frame of B's body.
  Vec3 core_origin_b_;
  GjkCache cache_;
};

/// Either of the two, by the shapes. Decided at run time, so that the search for an impact is compiled once.
class NearestFinder {
 public:
  NearestFinder(const MovingBody& a, const MovingBody& b);

  double noise() const { return of_boxes_ ? NearestOfBoxes::k_noise : NearestOfCores::k_noise; }
  bool estimates_turn() const {
    return of_boxes_ ? NearestOfBoxes::k_estimates_turn : NearestOfCores::k_estimates_turn;
  }
  Nearest at(const Moment& moment);
  Nearest afresh(const Moment& moment);
  void find_points(const Moment& moment, Nearest& nearest) const;
  bool find_edges(const Moment& moment, Vec3& edge_a, Vec3& edge_b) const;

 private:
  bool of_boxes_;
  union {
    NearestOfBoxes boxes_;
    NearestOfCores cores_;
  };
};

}  // namespace hyperplane
