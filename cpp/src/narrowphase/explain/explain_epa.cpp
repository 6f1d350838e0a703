#include "narrowphase/convex/epa.h"
#include "narrowphase/convex/penetration_depth.h"
#include "narrowphase/convex/tolerances.h"
#include "narrowphase/explain/explained_pair.h"

/// EPA, step by step: the algorithm of epa.h with an observer that records each step in world space. It records the
/// live faces of the polytope's workspace and their vertices.

namespace hyperplane {
namespace {

class EpaStepRecorder {
 public:
  EpaStepRecorder(const ExplainedPair& pair, EpaSteps& steps) : pair_(pair), steps_(steps) {}

  void iteration(const EpaPolytope& polytope, int closest_face, const SupportPoint& w, double lower, double upper) {
    constexpr std::uint32_t k_unused = 0xffffffff;
    std::uint32_t number[EpaPolytope::k_max_vertices];
    for (std::uint32_t& n : number) n = k_unused;
    std::uint32_t vertex_count = 0, face_count = 0;
    EpaStep step;
    for (int row = 0; row < polytope.face_count(); ++row) {
      if (row == closest_face) step.closest_face = face_count;
      EpaTriangle& triangle = faces_[face_count++];
      for (int i = 0; i < 3; ++i) {
        const int v = polytope.face(row).vertex[i];
        if (number[v] == k_unused) {
          vertices_[vertex_count] = pair_.in_world(polytope.vertex(v));
          number[v] = vertex_count++;
        }
        triangle.vertex[i] = number[v];
      }
    }
    step.vertices = {vertices_, vertex_count};
    step.faces = {faces_, face_count};
    step.closest = pair_.in_world(polytope.normal(closest_face) * polytope.distance(closest_face));
    step.support = pair_.in_world(w);
    step.lower = lower;
    step.upper = upper;
    steps_.take(step);
  }

 private:
  const ExplainedPair& pair_;
  EpaSteps& steps_;
  DifferencePoint vertices_[EpaPolytope::k_max_vertices];
  EpaTriangle faces_[EpaPolytope::k_max_faces];
};

EpaEnd epa_end_of(EpaStatus status) {
  switch (status) {
    case EpaStatus::converged:
      return EpaEnd::converged;
    case EpaStatus::flat:
      return EpaEnd::flat;
    case EpaStatus::unfinished:
      break;
  }
  return EpaEnd::unfinished;
}

}  // namespace

EpaExplanation explain_epa(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, EpaSteps& steps) {
  ExplainedPair pair(a, pose_a, b, pose_b);
  EpaExplanation result{EpaEnd::apart, pair.pair.radius_a, pair.pair.radius_b};
  const GjkResult cores = gjk_in_steps(pair, nullptr);
  if (cores.status != GjkStatus::touching) return result;
  EpaStepRecorder observer(pair, steps);
  EpaLimits limits = epa_limits(pair.pair);
  limits.gap = k_epa_gap;  // to the end, even if a query leaves the last digits to another algorithm
  result.end = epa_end_of(epa(pair, cores.simplex, limits, observer).status);
  return result;
}

}  // namespace hyperplane
