#pragma once

#include "ccd/moving_body.h"

/// A third-order lower bound, over a stretch of time, of the gap between two moving bodies along a direction that moves
/// with them. It allows long steps for bodies that roll, spin or slide at a small gap, where the steps of the
/// second-order bound (gap_bound.h) are proportional to the square root of the gap.
///
/// The direction n(t) is fixed in the world, fixed to a body (the normal of its face), or the cross product of two
/// edges, one of each body. The gap along it is
///
///   n . D - h_A(F_A^T n) - h_B(-F_B^T n)
///
/// with D from A's origin to B's, h the support functions (values, convex and of degree 1) and F the bodies' frames.
/// Over a stretch H each of the three arguments, n . D and the two directions in the bodies' frames, is the parabola
/// through its values at the start, the middle and the end, with a remainder of at most M H^3 / (72 sqrt(3)) for a
/// bound M of the third derivative. A parabola in Bernstein form is a convex combination of three control points, and h
/// is convex: the gap is at least the parabola of the gaps at the control points, less the remainders. Three pairs of
/// support mappings bound a stretch; if one vertex of each body supports all three, the bound is exact except for the
/// remainder.
///
/// A ball that is a Minkowski summand of a body (its rounding, or the ball of the least radius of curvature of an
/// ellipsoid) supports every unit direction by its radius; it is subtracted from h, so that round surfaces do not widen
/// the bound. A body of revolution uses a frame that does not spin about its axis.

namespace hyperplane {

/// A direction from A to B, and the body or bodies that it moves with.
struct NormalPath {
  enum class Follows { nothing, a, b, edges };
  Follows follows = Follows::nothing;
  /// World space for `nothing`, in the frame of the body for `a` and `b`; the edge of A, in its frame, for `edges`.
  Vec3 direction;
  /// The edge of B, in its frame, for `edges`: direction x edge_b points from A to B.
  Vec3 edge_b;
};

class PathBound {
 public:
  static constexpr int k_most_paths = 6;

  /// @param rounding m: bound on the rounding of a gap.
  PathBound(MovingBody& a, MovingBody& b, double time, double rounding);

  /// @param normal from A to B, unit length, world space.
  void add_normal(const Vec3& normal);
  /// The normals of faces of A and of B, both from A to B.
  void add_face_of_a(const Vec3& normal);
  void add_face_of_b(const Vec3& normal);
  /// @param edge_a, edge_b unit length, world space. @param normal selects which of the two directions is from A to B.
  void add_edges(const Vec3& edge_a, const Vec3& edge_b, const Vec3& normal);

  /// A time through which some path separates the bodies; 0 if no such time is found.
  /// @param guess start of the search. @param least, end shortest and longest time of interest.
  double safe_step(double guess, double least, double end);

 private:
  struct Frames {
    Mat3 a, b;
    Vec3 apart;
  };

  Frames frames_at(double time) const;
  bool stays_apart(const NormalPath& path, double stretch);
  bool any_stays_apart(double stretch);

  MovingBody& a_;
  MovingBody& b_;
  double time_, rounding_;
  Vec3 velocity_;
  /// Bounds of the derivatives of the frames and of their relative rotation, by order from 1.
  struct Rates {
    double of[3];
  };
  static Rates rates_of(const MovingBody& body);
  Rates rates_a_, rates_b_, relative_;
  Frames frames_[3];
  NormalPath paths_[k_most_paths];
  int path_count_ = 0;
};

}  // namespace hyperplane
