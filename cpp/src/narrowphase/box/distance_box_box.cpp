#include <limits>

#include "narrowphase/box/box_box.h"
#include "narrowphase/box/box_manifold.h"
#include "narrowphase/convex/segment.h"
#include "narrowphase/convex/tolerances.h"
#include "shape/box.h"
#include "shape/tolerances.h"

/// Signed distance of two boxes with witness points: exact, by features.
///
/// Overlapping boxes: minus the least overlap of the separating axis theorem, with the witness points of its features.
///
/// Separated boxes are closest at a vertex of one and any feature of the other, or at the interiors of two edges. In
/// the first case each of the sixteen vertices is transformed to the other box, where clamping gives the closest point.
/// In the second case the common perpendicular of the two edges is one of the fifteen axes, and the gap along it is the
/// distance. No gap exceeds the distance, so only the axis with the widest gap qualifies.
///
/// Of boxes apart along a face normal, the vertex of the other box that is lowest above that face is tried before any
/// edge axis: the gap along the line to it proves every second random pair. Nearly all others are closest at two edges.
///
/// Every candidate is a pair of points of the boxes, so its distance is an upper bound; the gap along any direction is
/// a lower bound. A candidate is accepted when the gap along the widest axis, or along the line through its own two
/// points, is within k_distance_tolerance of its distance. If a pair passes neither test (edges that cross a parallel
/// face, ties between axes), the supporting faces decide, and otherwise all 144 pairs of edges.

namespace hyperplane {
namespace {

struct Boxes {
  const Vec3 &half_a, &half_b;
  const Transform& b_in_a;

  double size() const { return half_a.x + half_a.y + half_a.z + half_b.x + half_b.y + half_b.z; }
};

/// Two points of the boxes, in the frame of A.
struct Candidate {
  double squared = 0.0;
  Vec3 on_a, on_b;
};

Candidate make_candidate(const Vec3& on_a, const Vec3& on_b) { return {length_squared(on_b - on_a), on_a, on_b}; }

/// Keeps the first of equals, so that the order of the candidates decides.
const Candidate& closer(const Candidate& first, const Candidate& second) {
  return second.squared < first.squared ? second : first;
}

/// Distance beyond a slab of the given half width; one component of the distance to a box, two points at a time.
F64x2 beyond(F64x2 coordinate, double half) { return max(abs(coordinate) - splat(half), splat(0.0)); }

/// The vertex of a box, given by its centre and its scaled axes, that is closest to the box `half` at the origin; ties:
/// the first. Two vertices at a time: the ends of each edge along x.
Vec3 closest_vertex(const Vec3& centre, const Vec3& x, const Vec3& y, const Vec3& z, const Vec3& half) {
  const Vec3 near_z = centre - z, far_z = centre + z;
  const Vec3 middle[4] = {near_z - y, near_z + y, far_z - y, far_z + y};
  const double ends[3][2] = {{-x.x, x.x}, {-x.y, x.y}, {-x.z, x.z}};
  const F64x2 to_end[3] = {load(ends[0]), load(ends[1]), load(ends[2])};
  F64x2 least = splat(std::numeric_limits<double>::infinity());
  F64x2 edge_of_least = splat(0.0);
  for (int i = 0; i < 4; ++i) {
    const F64x2 dx = beyond(splat(middle[i].x) + to_end[0], half.x);
    const F64x2 dy = beyond(splat(middle[i].y) + to_end[1], half.y);
    const F64x2 dz = beyond(splat(middle[i].z) + to_end[2], half.z);
    const F64x2 squared = dx * dx + dy * dy + dz * dz;
    edge_of_least = select(squared < least, splat(static_cast<double>(i)), edge_of_least);
    least = min(squared, least);
  }
  double squared[2], edge[2];
  store(squared, least);
  store(edge, edge_of_least);
  const int end = squared[1] < squared[0] ? 1 : 0;
  const Vec3& nearest = middle[static_cast<int>(edge[end])];
  return {nearest.x + ends[0][end], nearest.y + ends[1][end], nearest.z + ends[2][end]};
}

Candidate closest_at_vertex(const Boxes& boxes) {
  const Mat3& r = boxes.b_in_a.rotation;
  const Vec3 of_b = closest_vertex(boxes.b_in_a.translation, r.columns[0] * boxes.half_b.x,
                                   r.columns[1] * boxes.half_b.y, r.columns[2] * boxes.half_b.z, boxes.half_a);
  const Transform a_in_b = inverse(boxes.b_in_a);
  const Mat3& s = a_in_b.rotation;
  const Vec3 of_a = closest_vertex(a_in_b.translation, s.columns[0] * boxes.half_a.x, s.columns[1] * boxes.half_a.y,
                                   s.columns[2] * boxes.half_a.z, boxes.half_b);
  const Candidate vertex_of_b = make_candidate(Box(boxes.half_a).clamped(of_b), of_b);
  const Candidate vertex_of_a = make_candidate(boxes.b_in_a * of_a, boxes.b_in_a * Box(boxes.half_b).clamped(of_a));
  return closer(vertex_of_b, vertex_of_a);
}

/// The lowest vertex above a face normal that separates the boxes.
Candidate lowest_vertex(const Boxes& boxes, int axis) {
  const Vec3 *columns = boxes.b_in_a.rotation.columns, &half_a = boxes.half_a, &half_b = boxes.half_b;
  if (axis < 3) {
    const double side = -std::copysign(1.0, component(boxes.b_in_a.translation, axis));
    const Vec3 of_b = boxes.b_in_a * Vec3{std::copysign(half_b.x, side * component(columns[0], axis)),
                                          std::copysign(half_b.y, side * component(columns[1], axis)),
                                          std::copysign(half_b.z, side * component(columns[2], axis))};
    return make_candidate(Box(half_a).clamped(of_b), of_b);
  }
  const Vec3& face = columns[axis - 3];
  const double side = std::copysign(1.0, dot(face, boxes.b_in_a.translation));
  const Vec3 of_a{std::copysign(half_a.x, side * face.x), std::copysign(half_a.y, side * face.y),
                  std::copysign(half_a.z, side * face.z)};
  return make_candidate(of_a, boxes.b_in_a * Box(half_b).clamped(inverse_times(boxes.b_in_a, of_a)));
}

Candidate closest_on_edges(const Segment& a, const Segment& b) {
  const SegmentPlaces closest = closest_places(a, b);
  return make_candidate(a.middle + a.along * closest.on_a, b.middle + b.along * closest.on_b);
}

/// Edge 0 to 11 of a box at a pose.
Segment edge_of(const Vec3& half, const Transform& pose, int edge) {
  const int axis = edge / 4, u = axis < 2 ? axis + 1 : 0, v = axis > 0 ? axis - 1 : 2;
  const double at_u = (edge & 1) != 0 ? component(half, u) : -component(half, u);
  const double at_v = (edge & 2) != 0 ? component(half, v) : -component(half, v);
  return {pose.translation + pose.rotation.columns[u] * at_u + pose.rotation.columns[v] * at_v,
          pose.rotation.columns[axis], component(half, axis)};
}

Candidate closest_of_all_edges(const Boxes& boxes) {
  Candidate best = closest_on_edges(edge_of(boxes.half_a, {}, 0), edge_of(boxes.half_b, boxes.b_in_a, 0));
  for (int i = 0; i < 12; ++i) {
    const Segment edge_a = edge_of(boxes.half_a, {}, i);
    for (int j = 0; j < 12; ++j) {
      best = closer(best, closest_on_edges(edge_a, edge_of(boxes.half_b, boxes.b_in_a, j)));
    }
  }
  return best;
}

/// Gap between the boxes along a unit direction from A to B; at most their distance.
double gap_along(const Boxes& boxes, const Vec3& n) {
  const Vec3 in_b = transpose_times(boxes.b_in_a.rotation, n);
  return dot(boxes.b_in_a.translation, n) - dot(abs(n), boxes.half_a) - dot(abs(in_b), boxes.half_b);
}

/// Converts the candidate to an answer. The direction is that between the points. The widest axis replaces it if the
/// points nearly coincide, and if they are so close, or the features so nearly parallel, that their direction does not
/// separate the boxes by their distance although the widest axis does.
Distance answer(const Boxes& boxes, const BoxSat& sat, const Candidate& candidate) {
  const double distance = std::sqrt(candidate.squared), slack = k_direction_from_points * boxes.size();
  const Distance along_axis{-sat.depth, candidate.on_a, candidate.on_b, sat.normal};
  if (distance <= slack) return along_axis;
  const Vec3 normal = (candidate.on_b - candidate.on_a) * (1.0 / distance);
  // The squared lateral distance of the points across the axis is at most 2 distance (distance - gap).
  const bool fit_axis = 2.0 * distance * (distance + sat.depth) <= 25.0 * slack * slack;
  if (fit_axis && gap_along(boxes, normal) < distance - slack) return along_axis;
  return {distance, candidate.on_a, candidate.on_b, normal};
}

Distance separated(const Boxes& boxes, const BoxSat& sat) {
  const double gap = -sat.depth, tolerance = k_distance_tolerance * (boxes.size() + gap);
  const auto fills_gap = [&](const Candidate& c) { return std::sqrt(c.squared) <= gap + tolerance; };

  Candidate best;
  if (sat.axis >= 6) {
    best = closest_on_edges(supporting_edge_a(boxes.half_a, sat), supporting_edge_b(boxes.half_b, boxes.b_in_a, sat));
    if (fills_gap(best)) return answer(boxes, sat, best);
    best = closer(best, closest_at_vertex(boxes));
  } else {
    best = closest_at_vertex(boxes);
  }
  const Distance found = answer(boxes, sat, best);
  if (fills_gap(best) || gap_along(boxes, found.normal) >= found.distance - tolerance) return found;

  if (sat.axis < 6) {
    const BoxWitness witness = box_witness(boxes.half_a, boxes.half_b, boxes.b_in_a, sat);
    best = closer(best, make_candidate(witness.on_a, witness.on_b));
    if (fills_gap(best)) return answer(boxes, sat, best);
  }
  return answer(boxes, sat, closer(best, closest_of_all_edges(boxes)));
}

}  // namespace

Distance box_distance(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, double most) {
  return box_distance(half_a, half_b, b_in_a, [&] { return signed_box_sat(half_a, half_b, b_in_a); }, most);
}

Distance box_distance(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, FunctionRef<BoxSat()> find_sat,
                      double most) {
  const Boxes boxes{half_a, half_b, b_in_a};
  const double size = boxes.size();
  const LeastFaceOverlap face = least_face_overlap(half_a, half_b, b_in_a);
  if (face.overlap < -k_direction_from_points * size) {
    if (-face.overlap > most + k_separation_margin * (size + most)) {
      return {std::numeric_limits<double>::infinity(), {}, {}, {}};
    }
    const Candidate lowest = lowest_vertex(boxes, face.axis);
    const double distance = std::sqrt(lowest.squared);
    const Vec3 normal = (lowest.on_b - lowest.on_a) * (1.0 / distance);
    // Proven by a gap along the line to it as wide as its distance.
    const double gap = gap_along(boxes, normal);
    if (distance <= gap + k_distance_tolerance * (size + gap)) return {distance, lowest.on_a, lowest.on_b, normal};
  }
  const BoxSat sat = find_sat();
  if (!sat.intersects) return separated(boxes, sat);
  const BoxWitness witness = box_witness(boxes.half_a, boxes.half_b, b_in_a, sat);
  return {-sat.depth, witness.on_a, witness.on_b, sat.normal};
}

}  // namespace hyperplane
