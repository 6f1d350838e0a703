#include "ccd/nearest.h"

#include <hyperplane/pair.h>

#include <new>

#include "ccd/tolerances.h"
#include "narrowphase/box/box_manifold.h"
#include "narrowphase/box/sat_box_box.h"
#include "narrowphase/convex/curved_distance.h"

namespace hyperplane {
namespace {

void add_turn(Nearest& nearest, const Vec3& turn) {
  if (length_squared(turn) > 0.0) nearest.turns[nearest.turn_count++] = turn;
}

/// Unit direction between the two points of a simplex that are farthest apart; zero if they all coincide.
Vec3 longest_edge(const Vec3* points, int count) {
  Vec3 longest;
  for (int i = 1; i < count; ++i) {
    for (int j = 0; j < i; ++j) {
      const Vec3 edge = points[i] - points[j];
      if (length_squared(edge) > length_squared(longest)) longest = edge;
    }
  }
  return length_squared(longest) > 0.0 ? direction_of(longest) : longest;
}

/// Fills in the points by the distance of the shapes. @return that.
Distance find_points_afresh(const Moment& moment, Nearest& nearest) {
  const Distance distance = hyperplane::distance(moment.a.shape, moment.a.shape_pose(moment.pose_a), moment.b.shape,
                                                 moment.b.shape_pose(moment.pose_b));
  nearest.point_a = distance.point_a;
  nearest.point_b = distance.point_b;
  return distance;
}

}  // namespace

bool find_face_normal(const MovingBody& body, const Mat3& rotation, const Vec3& direction, Vec3& normal) {
  SupportingFace face;
  const Vec3 local = transpose_times(rotation, direction);
  visit_shape(body.shape, [&](const auto& s) { s.core_face(local, face); });
  if (face.count < 3) return false;
  Vec3 area;
  for (int i = 2; i < face.count; ++i) {
    area = area + cross(face.vertices[i - 1] - face.vertices[0], face.vertices[i] - face.vertices[0]);
  }
  if (!(length_squared(area) > 0.0)) return false;
  normal = rotation * direction_of(area);
  return dot(normal, direction) > k_followed_face_cosine;
}

NearestOfBoxes::NearestOfBoxes(const MovingBody& a, const MovingBody& b)
    : half_a_(Box(a.shape).half), half_b_(Box(b.shape).half) {}

Nearest NearestOfBoxes::at(const Moment& moment) {
  b_in_a_ = moment.b_in_a();
  if (moment.a.is_offset || moment.b.is_offset) {
    b_in_a_.translation = b_in_a_ * moment.b.offset - moment.a.offset;
  }
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
    // The rate of the cross product divided by its length; cross() drops the component along the normal.
    const Vec3 product = cross(u, v);
    const double side = dot(product, nearest.normal) < 0.0 ? -1.0 : 1.0;
    add_turn(nearest, cross(nearest.normal, change) * (side / length(product)));
  }
  return nearest;
}

void NearestOfBoxes::find_points(const Moment& moment, Nearest& nearest) const {
  const BoxSat sat{!nearest.apart, axis_, transpose_times(moment.rotation_a, nearest.normal), -nearest.gap};
  Transform a = moment.a_in_world();
  if (moment.a.is_offset) a.translation = a * moment.a.offset;
  if (axis_ < 6 || !nearest.apart) {
    const BoxWitness witness = box_witness(half_a_, half_b_, b_in_a_, sat);
    nearest.point_a = a * witness.on_a;
    nearest.point_b = a * witness.on_b;
    return;
  }
  const BoxEdge edge_a = supporting_edge_a(half_a_, sat), edge_b = supporting_edge_b(half_b_, b_in_a_, sat);
  const SegmentPlaces closest = closest_places(edge_a, edge_b);
  nearest.point_a = a * (edge_a.middle + edge_a.along * closest.on_a);
  nearest.point_b = a * (edge_b.middle + edge_b.along * closest.on_b);
  // If the axis is the normal of a face as well, other edges than the nearest ones may be found: those of a large face.
  const double noise = k_impact_gap * max(moment.a.size, moment.b.size);
  if (length(nearest.point_b - nearest.point_a) > nearest.gap + noise) find_points_afresh(moment, nearest);
}

bool NearestOfBoxes::find_edges(const Moment& moment, Vec3& edge_a, Vec3& edge_b) const {
  if (axis_ < 6) return false;
  edge_a = moment.rotation_a.columns[(axis_ - 6) / 3];
  edge_b = moment.rotation_b.columns[(axis_ - 6) % 3];
  return true;
}

NearestOfCores::NearestOfCores(const MovingBody& a, const MovingBody& b)
    : pair_(make_convex_pair(a.shape, b.shape, {})), core_origin_b_(b.core_origin) {
  pair_.core_origin_a = a.core_origin;
}

Nearest NearestOfCores::at(const Moment& moment) {
  const Transform b_in_a = moment.b_in_a();
  pair_.difference.b_in_a = {b_in_a.rotation, b_in_a * core_origin_b_ - pair_.core_origin_a};
  const double radius = pair_.radius_a + pair_.radius_b;
  const GjkResult cores = find_cores(radius);
  Nearest nearest;
  if (cores.status == GjkStatus::touching || cores.upper <= radius) {
    const Distance distance = find_points_afresh(moment, nearest);
    nearest.gap = distance.distance;
    nearest.normal = distance.normal;
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

GjkResult NearestOfCores::find_cores(double radius) {
  if (is_curved(pair_)) {
    const double apart = radius + k_core_gap_noise * pair_.difference.size;
    GjkResult cores = gjk(pair_.difference, {.beyond = apart, .gap = k_impact_gjk_gap}, cache_);
    if (cores.status != GjkStatus::beyond) return cores;
    const bool is_found = find_curved_distance(pair_, cores);
    gjk_detail::keep_in_cache(pair_.difference, cores.simplex, cache_);
    if (is_found) return cores;
  }
  return gjk(pair_.difference, {.gap = k_impact_gjk_gap}, cache_);
}

bool NearestOfCores::find_edges(const Moment& moment, Vec3& edge_a, Vec3& edge_b) const {
  edge_a = moment.rotation_a * longest_edge(cache_.on_a, cache_.size);
  edge_b = moment.rotation_b * longest_edge(cache_.on_b, cache_.size);
  return length_squared(cross(edge_a, edge_b)) > k_impact_edge_sine_squared;
}

NearestFinder::NearestFinder(const MovingBody& a, const MovingBody& b)
    : of_boxes_(a.shape.type == ShapeType::box && b.shape.type == ShapeType::box) {
  if (of_boxes_) {
    new (&boxes_) NearestOfBoxes(a, b);
  } else {
    new (&cores_) NearestOfCores(a, b);
  }
}

Nearest NearestFinder::at(const Moment& moment) { return of_boxes_ ? boxes_.at(moment) : cores_.at(moment); }

Nearest NearestFinder::afresh(const Moment& moment) { return of_boxes_ ? boxes_.at(moment) : cores_.afresh(moment); }

void NearestFinder::find_points(const Moment& moment, Nearest& nearest) const {
  if (of_boxes_) boxes_.find_points(moment, nearest);
}

bool NearestFinder::find_edges(const Moment& moment, Vec3& edge_a, Vec3& edge_b) const {
  return of_boxes_ ? boxes_.find_edges(moment, edge_a, edge_b) : cores_.find_edges(moment, edge_a, edge_b);
}

}  // namespace hyperplane
