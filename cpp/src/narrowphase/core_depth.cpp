#include "narrowphase/core_depth.h"

#include "narrowphase/depth_search.h"
#include "narrowphase/gjk.h"

namespace hyperplane {
namespace {

constexpr bool is_polyhedral(ShapeType type) { return type == ShapeType::box || type == ShapeType::convex_hull; }

/// The witness points for a direction of least depth, by GJK on the cores moved a little farther apart along it than
/// they must be. The closest points of cores that some direction separates by all of their distance lie along that
/// direction. Where they do not quite, because the direction is not quite the one of least depth, theirs is a better
/// one: it is the normal of the difference's surface at the point nearest to a point outside, and comes closer to the
/// normal at the nearest point by the ratio of the depth to the radius of curvature. So a few rounds polish the
/// direction.
void set_witness(ConvexPair& pair, CoreDepth& result) {
  for (int i = 0; i < k_max_witness_rounds; ++i) {
    GenericDifference apart = pair.difference;
    const double gap = k_witness_gap * apart.size;
    apart.b_in_a.translation += result.normal * (result.depth + gap);
    const GjkResult closest = gjk(apart, {.gap = k_witness_bounds});
    result.on_a = closest.simplex.point_on_a();
    const double aside = length(closest.v - result.normal * gap);
    if (aside <= k_depth_slope * apart.size || closest.upper == 0.0) break;
    const Vec3 better = closest.v * (1.0 / closest.upper);
    const double depth = -dot(better, pair.difference.support(better).w);
    if (!(depth <= result.depth + k_depth_tie * apart.size)) break;
    result.normal = better;
    result.depth = depth;
  }
}

}  // namespace

CoreDepth core_depth(ConvexPair& pair, const Simplex& start) {
  const bool is_round = !is_polyhedral(pair.a.type) && !is_polyhedral(pair.b.type);
  const EpaResult found = epa(pair.difference, start, is_round ? k_max_round_epa_vertices : k_max_epa_vertices);
  CoreDepth result{found.status, found.iterations, found.normal, found.upper, found.on_a};
  if (found.status == EpaStatus::unfinished) {
    const DepthAlong least = least_depth(pair, {found.normal, found.upper});
    result.normal = least.normal;
    result.depth = least.depth;
    set_witness(pair, result);
  }
  return result;
}

}  // namespace hyperplane
