#include "narrowphase/convex/convex_convex.h"

#include "narrowphase/convex/convex_manifold.h"
#include "narrowphase/convex/gjk.h"
#include "narrowphase/convex/penetration_depth.h"
#include "narrowphase/convex/witness.h"

namespace hyperplane {
namespace {

double radius_of(const ConvexPair& pair) { return pair.radius_a + pair.radius_b; }

/// Beyond this distance of the cores the shapes are apart, whatever rounding has done to the bound.
double clearly_apart(const ConvexPair& pair) { return radius_of(pair) + k_distance_tolerance * pair.difference.size; }

/// Distance and depth as one signed number, relative to A's core origin.
Distance signed_distance(ConvexPair& pair, const GjkResult& cores) {
  Distance result;
  Vec3 between;
  Vec3 on_core_a;
  double core_distance;
  if (cores.status == GjkStatus::touching) {
    const PenetrationDepth deep = penetration_depth(pair, cores.simplex);
    result.normal = deep.normal;
    // GJK's bounds hold, whatever rounding has done to the depth; without them a pair that hardly touches could be
    // apart for the verdict, which ends at a bound, and overlapping for the distance.
    // Where rounding has set the lower one above the upper one, the upper one holds: it is that of points of the cores.
    core_distance = min(-deep.depth, cores.upper);
    if (cores.lower > 0.0) core_distance = max(core_distance, min(cores.lower, cores.upper));
    on_core_a = deep.on_a;
    between = deep.normal * core_distance;
  } else {
    result.normal = cores.v * (1.0 / cores.upper);
    core_distance = cores.upper;
    on_core_a = cores.simplex.point_on_a();
    between = cores.v;
  }
  result.distance = core_distance - radius_of(pair);
  result.point_a = on_core_a + result.normal * pair.radius_a;
  result.point_b = on_core_a + between - result.normal * pair.radius_b;
  return result;
}

Distance relative_to_shape(const ConvexPair& pair, Distance distance) {
  distance.point_a += pair.core_origin_a;
  distance.point_b += pair.core_origin_a;
  return distance;
}

/// @param apart set if the shapes are; the distance is not computed then.
Distance contact(ConvexPair& pair, bool& apart) {
  const GjkResult cores = gjk(pair.difference, {.beyond = clearly_apart(pair)});
  apart = cores.status == GjkStatus::beyond;
  if (apart) return {};
  const Distance distance = signed_distance(pair, cores);
  apart = distance.distance > 0.0;
  return distance;
}

}  // namespace

bool ConvexConvex::intersects(const Shape& a, const Shape& b, const Transform& b_in_a) {
  ConvexPair pair = make_convex_pair(a, b, b_in_a);
  const double radius = radius_of(pair);
  const GjkResult cores = gjk(pair.difference, {.beyond = clearly_apart(pair), .within = radius > 0.0 ? radius : -1.0});
  switch (cores.status) {
    case GjkStatus::within:
      return true;
    case GjkStatus::beyond:
      return false;
    case GjkStatus::touching:
      // A tetrahedron that holds the origin leaves no doubt.
      if (cores.upper <= 0.0) return true;
      return signed_distance(pair, cores).distance <= 0.0;
    case GjkStatus::separated:
    case GjkStatus::unfinished:
      break;
  }
  return cores.upper - radius <= 0.0;
}

Penetration ConvexConvex::penetration(const Shape& a, const Shape& b, const Transform& b_in_a) {
  ConvexPair pair = make_convex_pair(a, b, b_in_a);
  bool apart;
  const Distance distance = contact(pair, apart);
  return apart ? Penetration{} : penetration_of(distance);
}

ContactManifold ConvexConvex::collide(const Shape& a, const Shape& b, const Transform& b_in_a) {
  ConvexPair pair = make_convex_pair(a, b, b_in_a);
  bool apart;
  const Distance distance = contact(pair, apart);
  if (apart) return {};
  ContactManifold manifold = convex_manifold(pair, distance);
  for (int i = 0; i < manifold.point_count; ++i) {
    manifold.points[i].on_a += pair.core_origin_a;
    manifold.points[i].on_b += pair.core_origin_a;
  }
  return manifold;
}

Distance ConvexConvex::distance(const Shape& a, const Shape& b, const Transform& b_in_a) {
  ConvexPair pair = make_convex_pair(a, b, b_in_a);
  const GjkResult cores = gjk(pair.difference);
  return relative_to_shape(pair, signed_distance(pair, cores));
}

}  // namespace hyperplane
