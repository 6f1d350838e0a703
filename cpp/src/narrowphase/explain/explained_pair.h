#pragma once

#include <hyperplane/explain.h>

#include "core/safe_rotation.h"
#include "narrowphase/convex/convex_pair.h"
#include "narrowphase/convex/gjk.h"

namespace hyperplane {

/// A pair of shapes for an explanation: the Minkowski difference that the algorithms use, in the frame of A, and its
/// transform to world space.
///
/// It replaces the difference in separate instances of GJK and EPA, and computes support points by a call: an
/// explanation may be slow, but should add little code.
struct ExplainedPair {
  Transform frame_a;
  ConvexPair pair;
  Transform b_in_a;
  double size;

  ExplainedPair(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b)
      : ExplainedPair(a, b, pair_frames(pose_a, pose_b)) {}

  SupportPoint support(const Vec3& n) { return called_support(pair.difference, n); }

  DifferencePoint in_world(const SupportPoint& p) const {
    return {frame_a.rotation * p.w, frame_a * (pair.core_origin_a + p.a), frame_a * (pair.core_origin_a + p.b())};
  }
  Vec3 in_world(const Vec3& difference) const { return frame_a.rotation * difference; }

 private:
  ExplainedPair(const Shape& a, const Shape& b, const PairFrames& frames)
      : frame_a(frames.a),
        pair(make_convex_pair(a, b, frames.b_in_a)),
        b_in_a(pair.difference.b_in_a),
        size(pair.difference.size) {}
};

/// GJK on the cores. @param steps receives the steps, unless null.
GjkResult gjk_in_steps(ExplainedPair& pair, GjkSteps* steps);

}  // namespace hyperplane
