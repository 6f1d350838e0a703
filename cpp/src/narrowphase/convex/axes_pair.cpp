#include "narrowphase/convex/axes_pair.h"

#include "narrowphase/convex/box_triangle.h"
#include "narrowphase/convex/convex_convex.h"
#include "narrowphase/convex/convex_manifold.h"
#include "narrowphase/convex/penetration_depth.h"
#include "narrowphase/convex/triangle_triangle.h"

namespace hyperplane {
namespace {

PairAxes compare_axes(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return a.type == ShapeType::box ? compare_box_and_triangle(a, b, b_in_a) : compare_triangles(a, b, b_in_a);
}

/// Relative to the origin of A's core.
Distance overlap_along(ConvexPair& pair, const DirectionalDepth& least) {
  const PenetrationDepth deep = penetration_along(pair, least);
  return {-deep.depth, deep.on_a, deep.on_a - deep.normal * deep.depth, deep.normal};
}

}  // namespace

bool AxesPair::intersects(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const AxesVerdict verdict = compare_axes(a, b, b_in_a).verdict;
  if (verdict == AxesVerdict::unsure) return ConvexConvex::intersects(a, b, b_in_a);
  return verdict == AxesVerdict::overlapping;
}

Penetration AxesPair::penetration(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const PairAxes axes = compare_axes(a, b, b_in_a);
  if (axes.verdict == AxesVerdict::unsure) return ConvexConvex::penetration(a, b, b_in_a);
  if (axes.verdict == AxesVerdict::apart) return {};
  return {true, axes.least.normal, axes.least.depth};
}

ContactManifold AxesPair::collide(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const PairAxes axes = compare_axes(a, b, b_in_a);
  if (axes.verdict == AxesVerdict::unsure) return ConvexConvex::collide(a, b, b_in_a);
  if (axes.verdict == AxesVerdict::apart) return {};
  ConvexPair pair = make_convex_pair(a, b, b_in_a);
  return convex_manifold(pair, overlap_along(pair, axes.least));
}

Distance AxesPair::distance(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const PairAxes axes = compare_axes(a, b, b_in_a);
  if (axes.verdict != AxesVerdict::overlapping) return ConvexConvex::distance(a, b, b_in_a);
  ConvexPair pair = make_convex_pair(a, b, b_in_a);
  Distance found = overlap_along(pair, axes.least);
  found.point_a += pair.core_origin_a;
  found.point_b += pair.core_origin_a;
  return found;
}

}  // namespace hyperplane
