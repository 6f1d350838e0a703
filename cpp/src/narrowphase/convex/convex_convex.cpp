#include "narrowphase/convex/convex_convex.h"

#include "composite/tolerances.h"
#include "narrowphase/convex/convex_manifold.h"
#include "narrowphase/convex/curved_distance.h"
#include "narrowphase/convex/gjk.h"
#include "narrowphase/convex/penetration_depth.h"
#include "narrowphase/convex/tolerances.h"
#include "narrowphase/convex/witness.h"
#include "shape/tolerances.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

double radius_of(const ConvexPair& pair) { return pair.radius_a + pair.radius_b; }

/// Beyond this distance of the cores the shapes are apart, despite rounding of the bound.
double clearly_apart(const ConvexPair& pair) { return radius_of(pair) + k_distance_tolerance * pair.difference.size; }

/// Beyond this distance of the cores the shapes are farther apart than a distance, m, in every function.
double clearly_apart_by(const ConvexPair& pair, double distance) {
  return radius_of(pair) + distance + k_separation_margin * (pair.difference.size + distance);
}

/// Converts the vector between the cores to the answer for the shapes, relative to A's core origin, with both rounding
/// radii added.
/// @param between from A's witness point on its core to B's.
Distance rounded(const ConvexPair& pair, double core_distance, const Vec3& normal, const Vec3& on_core_a,
                 const Vec3& between) {
  return {core_distance - radius_of(pair), on_core_a + normal * pair.radius_a,
          on_core_a + between - normal * pair.radius_b, normal};
}

Distance apart(const ConvexPair& pair, const GjkResult& cores) {
  return rounded(pair, cores.upper, cores.v * (1.0 / cores.upper), cores.simplex.point_on_a(), cores.v);
}

/// From the signed depth of EPA, limited to GJK's bounds, which hold despite rounding of the depth. Otherwise a barely
/// touching pair could be apart for the verdict, which uses a bound, and overlapping for the distance. If rounding has
/// set the lower bound above the upper one, the upper one applies: it belongs to points of the cores. Across a flat
/// difference rounding does not separate touching cores; in its plane they may still be apart.
Distance touching(const ConvexPair& pair, const GjkResult& cores, const PenetrationDepth& deep) {
  if (deep.epa_status == EpaStatus::flat && deep.depth == 0.0) {
    if (cores.lower > k_distance_tolerance * pair.difference.size) return apart(pair, cores);
    return rounded(pair, 0.0, deep.normal, deep.on_a, {});
  }
  double core_distance = min(-deep.depth, cores.upper);
  if (cores.lower > 0.0) core_distance = max(core_distance, min(cores.lower, cores.upper));
  return rounded(pair, core_distance, deep.normal, deep.on_a, deep.normal * core_distance);
}

/// GJK as every query starts it, so that verdicts agree. Against a triangle it starts from all three corners and the
/// point of the other core that is deepest below the triangle's plane, or next to it: if that point is over the
/// triangle, they are the answer, and EPA starts with the right face.
GjkResult first_gjk(ConvexPair& pair, const GjkLimits& limits = {}) {
  ConvexDifference& difference = pair.difference;
  const bool is_a = pair.a.type == ShapeType::triangle, is_b = pair.b.type == ShapeType::triangle;
  if (is_a == is_b) return gjk(difference, limits);
  const Triangle triangle(is_a ? pair.a : pair.b);
  if (!has_area({}, triangle.to_b, triangle.to_c)) return gjk(difference, limits);
  Vec3 corners[3];
  for (int i = 0; i < 3; ++i) corners[i] = is_a ? triangle.corner(i) : difference.b_in_a * triangle.corner(i);
  const Vec3 normal = cross(corners[1] - corners[0], corners[2] - corners[0]);
  const Vec3 middle = is_a ? difference.b_in_a.translation : Vec3{};
  const Vec3 towards = dot(normal, middle - corners[0]) > 0.0 ? -normal : normal;
  const Vec3 nearest =
      is_a ? difference.b_in_a * difference.b.core_support(transpose_times(difference.b_in_a.rotation, towards))
           : difference.a.core_support(towards);
  SupportPoint seed[3];
  for (int i = 0; i < 3; ++i) {
    seed[i] = is_a ? SupportPoint{nearest - corners[i], corners[i]} : SupportPoint{corners[i] - nearest, nearest};
  }
  return gjk(difference, limits, seed);
}

/// GJK from the support point along a direction.
GjkResult gjk_along(ConvexPair& pair, const Vec3& direction, const GjkLimits& limits) {
  const SupportPoint first = pair.difference.support(direction);
  return gjk(pair.difference, limits, {&first, 1});
}

/// Whether the gap between the cores along v is as wide as GJK's distance.
bool separates(const ConvexPair& pair, const GjkResult& cores) {
  const double gap = k_normal_gap * pair.difference.size + k_distance_tolerance * cores.upper;
  return cores.upper - cores.gap_along_v <= gap;
}

/// GJK's simplex is so thin that rounding turns v, and no point comes closer: the cores touch, overlap, or nearly
/// touch. EPA uses signed distances and all faces, so its answer is right if the gap along its normal equals the
/// distance. Otherwise the cores are closest at an edge or a vertex, and EPA's normal is a good start for GJK.
Distance undecided(ConvexPair& pair, const GjkResult& cores) {
  const double slack = k_witness_aside * pair.difference.size;
  const PenetrationDepth deep = penetration_depth(pair, cores.simplex);
  if (-deep.depth <= slack || -deep.depth >= cores.upper - slack) return touching(pair, cores, deep);
  const GjkResult again = gjk_along(pair, deep.normal, {});
  if (again.status == GjkStatus::touching) return touching(pair, again, penetration_depth(pair, again.simplex));
  const GjkResult& better = again.upper - again.gap_along_v < cores.upper - cores.gap_along_v ? again : cores;
  return apart(pair, better);
}

/// Distance and depth as one signed number, relative to A's core origin.
Distance signed_distance(ConvexPair& pair, const GjkResult& cores) {
  if (cores.status == GjkStatus::touching) return touching(pair, cores, penetration_depth(pair, cores.simplex));
  return separates(pair, cores) ? apart(pair, cores) : undecided(pair, cores);
}

/// The gap of GJK's bounds that a normal needs: an angle t between v and the normal makes the gap along v smaller than
/// the distance by t^2 / 2 of the distance, so a normal good to 1e-6 rad needs a gap good to 5e-13.
double gap_for_normal(const ConvexPair& pair, double distance) {
  return k_gjk_restart_gap * pair.difference.size + k_normal_relative_gap * distance;
}

bool is_precise(const ConvexPair& pair, const GjkResult& cores) {
  return cores.upper - cores.gap_along_v <= gap_for_normal(pair, cores.upper);
}

/// Continues GJK from its last simplex to the limit of rounding, or to the gap that a normal needs. If rounding ends
/// the iteration early, in a simplex that has become a needle, a restart from the direction found gets further.
GjkResult precise_gjk(ConvexPair& pair, const GjkResult& cores) {
  const GjkLimits limits{.gap = k_witness_bounds, .relative_gap = k_normal_relative_gap};
  const double enough = gap_for_normal(pair, cores.upper);
  GjkCache cache;
  gjk_detail::keep_in_cache(pair.difference, cores.simplex, cache);
  GjkResult best = cores;
  for (int i = 0; i <= k_max_gjk_restarts && best.upper - best.gap_along_v > enough; ++i) {
    const GjkResult again = i == 0 ? gjk(pair.difference, limits, cache) : gjk_along(pair, best.v, limits);
    if (again.status == GjkStatus::touching) break;
    if (again.upper - again.gap_along_v < best.upper - best.gap_along_v) best = again;
  }
  return best;
}

Distance relative_to_shape(const ConvexPair& pair, Distance distance) {
  distance.point_a += pair.core_origin_a;
  distance.point_b += pair.core_origin_a;
  return distance;
}

Distance relative_to_core(const ConvexPair& pair, Distance distance) {
  distance.point_a -= pair.core_origin_a;
  distance.point_b -= pair.core_origin_a;
  return distance;
}

/// The distance, relative to A's core origin; infinity if it is certainly above `most`, m. GJK takes the same way
/// whatever the limit is, but around curves it takes a few iterations before Newton's method if the limit is finite.
/// Only if these do not show that the cores are apart, it starts again as every query does.
Distance find_distance(ConvexPair& pair, double most) {
  const bool has_curve = is_curved(pair), is_bounded = most < __builtin_huge_val();
  const double far = clearly_apart_by(pair, most), least = clearly_apart(pair);
  const auto are_apart = [&](const GjkResult& found) {
    return found.lower > least && found.status != GjkStatus::touching;
  };
  GjkLimits limits{.beyond = has_curve && !is_bounded ? least : far};
  if (has_curve && is_bounded) limits.iterations = k_bounded_gjk_iterations;
  GjkResult cores = first_gjk(pair, limits);
  if (cores.lower > far) return {__builtin_huge_val(), {}, {}, {}};
  if (has_curve) {
    if (is_bounded && !are_apart(cores)) cores = first_gjk(pair, {.beyond = least});
    if (are_apart(cores)) {
      if (find_curved_distance(pair, cores) && is_precise(pair, cores) && cores.upper > radius_of(pair)) {
        return apart(pair, cores);
      }
      cores = first_gjk(pair);
    }
  }
  Distance found = signed_distance(pair, cores);
  // The verdict is already decided, as for every other query; only the normal is refined.
  if (found.distance > 0.0 && cores.status != GjkStatus::touching && !is_precise(pair, cores)) {
    const GjkResult fine = precise_gjk(pair, cores);
    if (separates(pair, fine) && fine.upper > radius_of(pair)) found = apart(pair, fine);
  }
  return found;
}

/// @param apart set if the shapes are apart; the distance is then not computed.
Distance contact(ConvexPair& pair, bool& apart) {
  const GjkResult cores = first_gjk(pair, {.beyond = clearly_apart(pair)});
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
  const GjkResult cores = first_gjk(pair, {.beyond = clearly_apart(pair), .within = radius > 0.0 ? radius : -1.0});
  switch (cores.status) {
    case GjkStatus::within:
      return true;
    case GjkStatus::beyond:
      return false;
    case GjkStatus::touching:
      // A tetrahedron that holds the origin proves overlap.
      if (cores.upper <= 0.0) return true;
      break;
    case GjkStatus::separated:
    case GjkStatus::unfinished:
      break;
  }
  return signed_distance(pair, cores).distance <= 0.0;
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
  return apart ? ContactManifold{} : convex_manifold(pair, distance);
}

void ConvexConvex::collide_at(const Shape& a, const Shape& b, const Transform& b_in_a, const Distance& apart,
                              double margin, ContactManifold& manifold) {
  ConvexPair pair = make_convex_pair(a, b, b_in_a);
  set_convex_manifold(pair, relative_to_core(pair, apart), margin, manifold);
}

void ConvexConvex::collide_within(const Shape& a, const Shape& b, const Transform& b_in_a, double margin,
                                  ContactManifold& manifold) {
  ConvexPair pair = make_convex_pair(a, b, b_in_a);
  Distance found = find_distance(pair, margin);
  // Around curves a limit changes the last bits. The verdict is that of `distance`.
  if (std::fabs(found.distance - margin) <= k_touch_margin * pair.difference.size) {
    found = find_distance(pair, __builtin_huge_val());
  }
  if (found.distance <= margin) set_convex_manifold(pair, found, margin, manifold);
}

void ConvexConvex::find_area_at(const Shape& a, const Shape& b, const Transform& b_in_a, const Distance& apart,
                                double margin, ContactArea& area) {
  ConvexPair pair = make_convex_pair(a, b, b_in_a);
  const Distance contact = relative_to_core(pair, apart);
  find_contact_area(pair, contact, area, margin);
  for (int i = 0; i < area.point_count; ++i) {
    area.points[i].on_a += pair.core_origin_a;
    area.points[i].on_b += pair.core_origin_a;
  }
}

void ConvexConvex::find_area_along(const Shape& a, const Shape& b, const Transform& b_in_a, const Vec3& normal,
                                   bool is_point_of_a, ContactArea& area) {
  ConvexPair pair = make_convex_pair(a, b, b_in_a);
  const SupportPoint deepest = called_support(pair.difference, normal);
  double depth = radius_of(pair) - dot(normal, deepest.w);
  area.point_count = 0;
  // Shapes with a touch verdict may be apart by a tolerance.
  if (depth < -k_touch_margin * pair.difference.size) return;
  depth = max(depth, 0.0);
  const Vec3 on_b = is_point_of_a ? deepest.a + normal * (pair.radius_a - depth) : deepest.b() - normal * pair.radius_b;
  find_contact_area(pair, {-depth, on_b + normal * depth, on_b, normal}, area);
  for (int i = 0; i < area.point_count; ++i) {
    area.points[i].on_a += pair.core_origin_a;
    area.points[i].on_b += pair.core_origin_a;
  }
}

Distance ConvexConvex::distance(const Shape& a, const Shape& b, const Transform& b_in_a) {
  return distance_within(a, b, b_in_a, __builtin_huge_val());
}

Distance ConvexConvex::distance_within(const Shape& a, const Shape& b, const Transform& b_in_a, double most) {
  ConvexPair pair = make_convex_pair(a, b, b_in_a);
  return relative_to_shape(pair, find_distance(pair, most));
}

}  // namespace hyperplane
