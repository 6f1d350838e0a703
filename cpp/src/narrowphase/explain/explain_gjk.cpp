#include "narrowphase/explain/explained_pair.h"

/// GJK, step by step: the algorithm of gjk.h with an observer that records each step in world space.

namespace hyperplane {
namespace {

class GjkStepRecorder {
 public:
  GjkStepRecorder(const ExplainedPair& pair, GjkSteps* steps) : pair_(pair), steps_(steps) {}

  void iteration(const Simplex& simplex, const Vec3& v, const SupportPoint& w, double lower, double upper) {
    take(simplex, v, &w, lower, upper);
  }

  /// @param w null: the step has no support point.
  void take(const Simplex& simplex, const Vec3& v, const SupportPoint* w, double lower, double upper) {
    if (steps_ == nullptr) return;
    GjkStep step;
    step.simplex_size = simplex.size;
    for (int i = 0; i < simplex.size; ++i) {
      step.simplex[i] = pair_.in_world(simplex.points[i]);
      step.weights[i] = simplex.weights[i];
    }
    step.closest = pair_.in_world(v);
    step.has_support = w != nullptr;
    if (w != nullptr) step.support = pair_.in_world(*w);
    step.lower = lower;
    step.upper = upper;
    steps_->take(step);
  }

 private:
  const ExplainedPair& pair_;
  GjkSteps* steps_;
};

}  // namespace

GjkResult gjk_in_steps(ExplainedPair& pair, GjkSteps* steps) {
  GjkStepRecorder observer(pair, steps);
  const GjkResult result = gjk(pair, {}, {}, observer);
  // GJK calls no observer after a simplex that ends the search.
  if (result.status == GjkStatus::touching) observer.take(result.simplex, result.v, nullptr, 0.0, result.upper);
  return result;
}

GjkExplanation explain_gjk(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, GjkSteps& steps) {
  ExplainedPair pair(a, pose_a, b, pose_b);
  const GjkStatus status = gjk_in_steps(pair, &steps).status;
  return {status == GjkStatus::touching, status != GjkStatus::unfinished, pair.pair.radius_a, pair.pair.radius_b};
}

}  // namespace hyperplane
