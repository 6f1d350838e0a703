#include "narrowphase/convex/penetration_depth.h"

#include "narrowphase/convex/box_round_depth.h"
#include "narrowphase/convex/ellipsoid_depth.h"
#include "narrowphase/convex/gjk.h"
#include "narrowphase/convex/minimize_depth.h"
#include "narrowphase/convex/polytope_depth.h"
#include "narrowphase/convex/polytope_features.h"
#include "narrowphase/convex/polytope_round_depth.h"
#include "narrowphase/convex/revolved_ellipsoid_depth.h"
#include "narrowphase/convex/sat_depth.h"
#include "narrowphase/convex/tolerances.h"

namespace hyperplane {
namespace {

/// Ellipsoids with volume.
bool is_smooth(const Shape& shape) {
  return is_smooth(shape.type) && visit_shape(shape, [](const auto& s) { return s.inner_ball(); }) > 0.0;
}

bool are_smooth(const ConvexPair& pair) { return is_smooth(pair.a) && is_smooth(pair.b); }

/// For pairs for which EPA has not ended, or has only bounded the depth.
DirectionalDepth least_depth(ConvexPair& pair, const EpaResult& found) {
  const DirectionalDepth known{found.normal, found.upper};
  const bool is_a_polytope = is_polytope(pair.a.type), is_b_polytope = is_polytope(pair.b.type);
  // Without a hull, boxes: one of them is rounded.
  if (has_box_core(pair.a.type) && has_box_core(pair.b.type)) return sat_depth(pair);
  if (is_a_polytope && is_b_polytope) return polytope_depth(pair, known);
  if (is_a_polytope || is_b_polytope) return polytope_round_depth(pair, known);
  return minimize_depth(pair, known, found.lower);
}

/// The witness points for a direction of least depth, by GJK on the cores moved slightly farther apart along it than
/// needed. If a direction separates cores by their full distance, their closest points lie along it. If the direction
/// is not quite that of least depth, the direction between the closest points is better: it is the normal of the
/// difference's surface at the point nearest to a point outside, and its error is smaller by the ratio of the depth to
/// the radius of curvature. So a few rounds polish the direction; if that ratio is close to one, the step lengths
/// follow from the last two steps (Barzilai and Borwein, "Two-Point Step Size Gradient Methods", 1988). The round whose
/// points fit best is kept.
///
/// If both cores are curved, the support points along the direction suffice: for a direction of least depth they lie on
/// a line along it.
void set_witness(ConvexPair& pair, PenetrationDepth& result) {
  const double size = pair.difference.size, gap = k_witness_gap * size;
  const SupportPoint farthest = pair.difference.support(result.normal);
  if (length(farthest.w + result.normal * result.depth) <= k_depth_slope * size) {
    result.on_a = farthest.a;
    return;
  }
  DirectionalDepth here{result.normal, result.depth}, last = here;
  Vec3 last_turn;
  double best_aside = __builtin_huge_val();
  for (int i = 0; i < k_max_witness_rounds; ++i) {
    ConvexDifference apart = pair.difference;
    apart.b_in_a.translation += here.normal * (here.depth + gap);
    const GjkResult closest = gjk(apart, {.gap = k_witness_bounds});
    const double aside = length(closest.v - here.normal * gap);
    if (aside < best_aside) {
      best_aside = aside;
      result.normal = here.normal;
      result.depth = here.depth;
      result.on_a = closest.simplex.point_on_a();
    }
    if (aside <= k_depth_slope * size || !(closest.upper > 0.0)) break;

    const Vec3 turn = closest.v * (1.0 / closest.upper) - here.normal;
    double stride = 1.0;
    if (i > 0) {
      const Vec3 moved = here.normal - last.normal, change = last_turn - turn;
      const double along = dot(moved, change);
      if (along > 0.0) stride = clamp(length_squared(moved) / along, 1.0, k_longest_witness_stride);
    }
    last = here;
    last_turn = turn;
    for (; stride >= 1.0; stride = stride > 1.0 ? 1.0 : 0.0) {
      here.normal = normalized(last.normal + turn * stride);
      here.depth = -dot(here.normal, pair.difference.support(here.normal).w);
      if (here.depth <= result.depth + k_depth_tie * size) break;
    }
    if (stride < 1.0) break;
  }
}

}  // namespace

EpaLimits epa_limits(const ConvexPair& pair) {
  if (are_smooth(pair)) return {k_max_round_epa_vertices, k_smooth_epa_gap};
  const bool is_round = !is_polytope(pair.a.type) && !is_polytope(pair.b.type);
  return {is_round ? k_max_round_epa_vertices : k_max_epa_vertices, k_epa_gap};
}

PenetrationDepth penetration_along(ConvexPair& pair, const DirectionalDepth& least) {
  PenetrationDepth result{EpaStatus::converged, 0, least.normal, least.depth, {}};
  set_witness(pair, result);
  return result;
}

PenetrationDepth penetration_depth(ConvexPair& pair, const Simplex& start) {
  if (has_sat_depth(pair)) return penetration_along(pair, sat_depth(pair));
  if (has_box_round_depth(pair)) {
    bool is_witness_set;
    PenetrationDepth result = box_round_depth(pair, is_witness_set);
    if (!is_witness_set) set_witness(pair, result);
    return result;
  }
  if (are_smooth(pair)) {
    const EllipsoidDepth found = ellipsoid_depth(pair);
    if (found.is_proven) return penetration_along(pair, found.least);
  }
  DirectionalDepth tried{{}, __builtin_huge_val()};
  const bool is_with_ellipsoid = has_revolved_ellipsoid_depth(pair);
  if (is_with_ellipsoid || has_revolved_depth(pair)) {
    const RevolvedDepth found = is_with_ellipsoid ? revolved_ellipsoid_depth(pair) : revolved_depth(pair);
    if (found.is_proven) {
      PenetrationDepth result{EpaStatus::converged, 0, found.least.normal, found.least.depth, found.on_a};
      if (!found.is_witness_set) set_witness(pair, result);
      return result;
    }
    if (is_with_ellipsoid) tried = found.least;
  }
  const EpaResult found = epa(pair.difference, start, epa_limits(pair));
  PenetrationDepth result{found.status, found.iterations, found.normal, found.upper, found.on_a};
  const bool is_unfinished = found.status == EpaStatus::unfinished;
  if (is_unfinished || (found.status == EpaStatus::converged && are_smooth(pair))) {
    const DirectionalDepth least = least_depth(pair, found);
    result.normal = least.normal;
    result.depth = least.depth;
    set_witness(pair, result);
  } else if (found.aside > k_witness_aside * pair.difference.size) {
    set_witness(pair, result);
  }
  if (tried.depth < result.depth - k_depth_tie * pair.difference.size) return penetration_along(pair, tried);
  return result;
}

}  // namespace hyperplane
