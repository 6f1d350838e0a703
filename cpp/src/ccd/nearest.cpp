#include "ccd/nearest.h"

#include <hyperplane/pair.h>

#include "narrowphase/box/box_manifold.h"
#include "narrowphase/box/sat_box_box.h"

namespace hyperplane {
namespace {

/// GJK's bounds meet this close here, relative to the shapes: a hundredth of what a gap may be wrong by.
constexpr double k_gap_of_bounds = 1e-11;

void add_turn(Nearest& nearest, const Vec3& turn) {
  if (length_squared(turn) > 0.0) nearest.turns[nearest.turn_count++] = turn;
}

}  // namespace

NearestOfBoxes::NearestOfBoxes(const MovingBody& a, const MovingBody& b)
    : half_a_(Box(a.shape).half), half_b_(Box(b.shape).half) {}

Nearest NearestOfBoxes::at(const Moment& moment) {
  b_in_a_ = moment.b_in_a();
  const BoxSat sat = signed_box_sat(half_a_, half_b_, b_in_a_);
  axis_ = sat.axis;
  Nearest nearest;
  nearest.apart = !sat.intersects;
  nearest.gap = -sat.depth;
  nearest.normal = moment.rotation_a * sat.normal;
  if (axis_ < 3) {
    add_turn(nearest, moment.spin_a.velocity);
  } else if (axis_ < 6) {
    add_turn(nearest, moment.spin_b.velocity);
  } else {
    const Vec3& u = moment.rotation_a.columns[(axis_ - 6) / 3];
    const Vec3& v = moment.rotation_b.columns[(axis_ - 6) % 3];
    const Vec3 change = cross(cross(moment.spin_a.velocity, u), v) + cross(u, cross(moment.spin_b.velocity, v));
    // The rate of the cross product over its length; cross() drops the part along the normal.
    const Vec3 product = cross(u, v);
    const double side = dot(product, nearest.normal) < 0.0 ? -1.0 : 1.0;
    add_turn(nearest, cross(nearest.normal, change) * (side / length(product)));
  }
  return nearest;
}

void NearestOfBoxes::find_points(const Moment& moment, Nearest& nearest) const {
  const BoxSat sat{!nearest.apart, axis_, transpose_times(moment.rotation_a, nearest.normal), -nearest.gap};
  const Transform a = moment.a_in_world();
  if (axis_ < 6 || !nearest.apart) {
    const BoxWitness witness = box_witness(half_a_, half_b_, b_in_a_, sat);
    nearest.point_a = a * witness.on_a;
    nearest.point_b = a * witness.on_b;
    return;
  }
  const BoxEdge edge_a = supporting_edge_a(half_a_, sat), edge_b = supporting_edge_b(half_b_, b_in_a_, sat);
  const double s = clamp(common_perpendicular_foot(edge_a, edge_b), -edge_a.reach, edge_a.reach);
  const Vec3 on_a = edge_a.middle + edge_a.along * s;
  const double t = clamp(dot(on_a - edge_b.middle, edge_b.along), -edge_b.reach, edge_b.reach);
  nearest.point_a = a * on_a;
  nearest.point_b = a * (edge_b.middle + edge_b.along * t);
}

NearestOfCores::NearestOfCores(const MovingBody& a, const MovingBody& b)
    : pair_(make_convex_pair(a.shape, b.shape, {})), core_origin_b_(b.core_origin) {}

Nearest NearestOfCores::at(const Moment& moment) {
  const Transform b_in_a = moment.b_in_a();
  pair_.difference.b_in_a = {b_in_a.rotation, b_in_a * core_origin_b_ - pair_.core_origin_a};
  const GjkResult cores = gjk(pair_.difference, {.gap = k_gap_of_bounds}, &cache_);
  const double radius = pair_.radius_a + pair_.radius_b;
  Nearest nearest;
  if (cores.status == GjkStatus::touching || cores.upper <= radius) {
    const Distance distance = hyperplane::distance(moment.a.shape, moment.pose_a, moment.b.shape, moment.pose_b);
    nearest.gap = distance.distance;
    nearest.normal = distance.normal;
    nearest.point_a = distance.point_a;
    nearest.point_b = distance.point_b;
  } else {
    const Transform a = moment.a_in_world();
    const Vec3 normal = cores.v * (1.0 / cores.upper);
    const Vec3 on_a = cores.simplex.point_on_a() + pair_.core_origin_a;
    nearest.apart = true;
    nearest.gap = cores.upper - radius;
    nearest.normal = a.rotation * normal;
    nearest.point_a = a * (on_a + normal * pair_.radius_a);
    nearest.point_b = a * (on_a + cores.v - normal * pair_.radius_b);
  }
  add_turn(nearest, moment.spin_a.velocity);
  add_turn(nearest, moment.spin_b.velocity);
  return nearest;
}

}  // namespace hyperplane
