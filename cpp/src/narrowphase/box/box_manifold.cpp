#include "narrowphase/box/box_manifold.h"

#include "core/constants.h"
#include "narrowphase/box/tolerances.h"
#include "narrowphase/convex/clip.h"
#include "narrowphase/convex/contact_id.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/convex/reduce_manifold.h"
#include "shape/box.h"

namespace hyperplane {
namespace {

constexpr double sum(const Vec3& v) { return v.x + v.y + v.z; }

constexpr unsigned bit(bool is_set, int axis) { return is_set ? 1u << axis : 0u; }

/// One face of a box, with u and v its other axes in cyclic order.
struct FaceOfBox {
  int axis, u, v;
  /// Bit `axis`: the positive side.
  unsigned octant;

  constexpr FaceOfBox(int normal_axis, bool is_positive)
      : axis(normal_axis),
        u(normal_axis < 2 ? normal_axis + 1 : 0),
        v(normal_axis > 0 ? normal_axis - 1 : 2),
        octant(bit(is_positive, normal_axis)) {}

  /// Corners and sides are numbered round the face: corner 0 at -u -v, side 0 from there towards +u.
  constexpr unsigned corner(int i) const { return octant | bit(i == 1 || i == 2, u) | bit(i >= 2, v); }
  constexpr ContactFeature feature(ClipFeatures::Part part) const {
    if (part.kind == FeatureKind::face) return Box::face_feature(axis, octant);
    if (part.kind == FeatureKind::vertex) return Box::vertex_feature(corner(part.index));
    return Box::edge_feature(part.index % 2 == 0 ? u : v, corner(part.index));
  }
};

constexpr int k_face_sides = 4;
/// Features of a face: its corners, its sides, itself.
constexpr int k_face_features = 2 * k_face_sides + 1;

constexpr int place_of(ClipFeatures::Part part) {
  if (part.kind == FeatureKind::face) return 2 * k_face_sides;
  return part.kind == FeatureKind::edge ? k_face_sides + part.index : part.index;
}

/// Tables of the ids of clipped vertices: a manifold has up to four, and a world makes thousands of manifolds per
/// frame.
struct IdTables {
  /// Edges and sides have 3 bits each.
  static constexpr int k_codes = 2 * k_face_sides;
  std::uint8_t reference[k_codes][k_codes] = {}, incident[k_codes][k_codes] = {};
  ContactFeature features[6][k_face_features] = {};

  static constexpr int code(std::uint8_t edge) { return (edge & (k_face_sides - 1)) + (edge >= k_clip_side ? 4 : 0); }

  constexpr IdTables() {
    const auto edge = [](int c) {
      return static_cast<std::uint8_t>(c < k_face_sides ? c : (k_clip_side | (c - k_face_sides)));
    };
    for (int in = 0; in < k_codes; ++in) {
      for (int out = 0; out < k_codes; ++out) {
        const ClipFeatures found = clip_features({{}, edge(in), edge(out)}, k_face_sides);
        reference[in][out] = static_cast<std::uint8_t>(place_of(found.reference));
        incident[in][out] = static_cast<std::uint8_t>(place_of(found.incident));
      }
    }
    for (int f = 0; f < 6; ++f) {
      const FaceOfBox face(f / 2, f % 2 == 1);
      for (int i = 0; i < k_face_sides; ++i) {
        features[f][i] = face.feature({FeatureKind::vertex, i});
        features[f][k_face_sides + i] = face.feature({FeatureKind::edge, i});
      }
      features[f][2 * k_face_sides] = face.feature({FeatureKind::face, 0});
    }
  }
};
constexpr IdTables k_id_tables;

constexpr int number_of(const FaceOfBox& face) { return 2 * face.axis + (face.octant != 0 ? 1 : 0); }

/// @param vertex of a clipped face of four sides; it joins two edges or sides.
std::uint32_t clipped_id(const ClipVertex& vertex, const FaceOfBox& reference, const FaceOfBox& incident) {
  const int in = IdTables::code(vertex.in), out = IdTables::code(vertex.out);
  return make_contact_id(k_id_tables.features[number_of(reference)][k_id_tables.reference[in][out]],
                         k_id_tables.features[number_of(incident)][k_id_tables.incident[in][out]]);
}

/// Frame of clip.h for a reference face of a box: x and y along the two axes of the face, z the depth below it.
struct ReferenceFace : FaceOfBox {
  double side;    // +1 or -1: which of the two faces
  double height;  // of the face above the centre

  /// @param towards its sign selects the face.
  ReferenceFace(const Vec3& half, int normal_axis, double towards)
      : FaceOfBox(normal_axis, !std::signbit(towards)),
        side(std::copysign(1.0, towards)),
        height(component(half, normal_axis)) {}

  /// The components of a vector along the axes of the face.
  Vec3 turn(const Vec3& vector) const { return {component(vector, u), component(vector, v), component(vector, axis)}; }
  /// @param turned a point. @return with z the depth.
  Vec3 enter(const Vec3& turned) const { return {turned.x, turned.y, height - side * turned.z}; }
  Vec3 leave(const Vec3& clipped) const {
    double point[3];
    point[u] = clipped.x;
    point[v] = clipped.y;
    point[axis] = side * (height - clipped.z);
    return {point[0], point[1], point[2]};
  }
  Vec3 normal() const { return unit_axis(axis) * side; }
};

/// At most one more vertex for each of four side planes, plus some room for rounding.
using BoxPolygon = ClipPolygon<12>;

/// The incident face in the frame of the reference face: the face of the box `half` at `pose` that points most against
/// the reference normal.
FaceOfBox set_incident_face(const Vec3& half, const Transform& pose, const ReferenceFace& reference,
                            BoxPolygon& polygon) {
  const Vec3 cosine{component(pose.rotation.columns[0], reference.axis),
                    component(pose.rotation.columns[1], reference.axis),
                    component(pose.rotation.columns[2], reference.axis)};
  const Vec3 m = abs(cosine);
  const int axis = m.x >= m.y ? (m.x >= m.z ? 0 : 2) : (m.y >= m.z ? 1 : 2);
  // Against the reference normal.
  const double reach = std::copysign(component(half, axis), -reference.side * component(cosine, axis));
  const FaceOfBox face(axis, !std::signbit(reach));
  const Vec3 centre = reference.turn(pose.translation + pose.rotation.columns[axis] * reach);
  const Vec3 along_u = reference.turn(pose.rotation.columns[face.u] * component(half, face.u));
  const Vec3 along_v = reference.turn(pose.rotation.columns[face.v] * component(half, face.v));
  polygon.start(k_face_sides);
  polygon.vertices[0].point = reference.enter(centre - along_u - along_v);
  polygon.vertices[1].point = reference.enter(centre + along_u - along_v);
  polygon.vertices[2].point = reference.enter(centre + along_u + along_v);
  polygon.vertices[3].point = reference.enter(centre - along_u + along_v);
  return face;
}

/// The vertex of the box `half` at `pose` that lies deepest below the reference face, in the frame of that face.
Vec3 deepest_vertex(const Vec3& half, const Transform& pose, const ReferenceFace& reference) {
  Vec3 vertex = pose.translation;
  for (int k = 0; k < 3; ++k) {
    const Vec3& column = pose.rotation.columns[k];
    vertex -= column * std::copysign(component(half, k), reference.side * component(column, reference.axis));
  }
  return reference.enter(reference.turn(vertex));
}

/// The octant of its box that this vertex lies in.
unsigned deepest_octant(const Transform& pose, const ReferenceFace& reference) {
  unsigned octant = 0;
  for (int k = 0; k < 3; ++k) {
    octant |= bit(std::signbit(reference.side * component(pose.rotation.columns[k], reference.axis)), k);
  }
  return octant;
}

/// Distance of a side plane of the reference face from its middle, shifted outwards by the tolerance, so that rounding
/// does not lose an edge that only touches it. The two sides of a face without width stay within the distance at which
/// points are merged.
constexpr double shifted_side(double half, double tolerance) {
  return half > 0.0 ? half + tolerance : k_narrow_side * tolerance;
}

/// The incident face of the box `half_i` at `i_in_r`, clipped by the side planes of the reference face; if the axis has
/// the least overlap, the result is not empty. @return the incident face.
FaceOfBox clip_incident_face(const Vec3& half_r, const ReferenceFace& reference, const Vec3& half_i,
                             const Transform& i_in_r, double tolerance, BoxPolygon& polygon) {
  const FaceOfBox incident = set_incident_face(half_i, i_in_r, reference, polygon);
  const double reach_u = shifted_side(component(half_r, reference.u), tolerance);
  const double reach_v = shifted_side(component(half_r, reference.v), tolerance);
  // Most faces cross one or two of the sides; the bounds of the face show which.
  Vec3 low = polygon.vertices[0].point, high = low;
  for (int i = 1; i < k_face_sides; ++i) {
    low = min(low, polygon.vertices[i].point);
    high = max(high, polygon.vertices[i].point);
  }
  if (high.x > reach_u) clip(polygon, 1, [=](const Vec3& p) { return p.x - reach_u; });
  if (low.x < -reach_u) clip(polygon, 3, [=](const Vec3& p) { return -reach_u - p.x; });
  if (high.y > reach_v) clip(polygon, 2, [=](const Vec3& p) { return p.y - reach_v; });
  if (low.y < -reach_v) clip(polygon, 0, [=](const Vec3& p) { return -reach_v - p.y; });
  return incident;
}

/// The contact points on a reference face, one to four, with `on_b` on the incident box and ids with the reference box
/// as A. @param least m: depth of a point.
void add_contact_points(const Vec3& half_r, const ReferenceFace& reference, const Vec3& half_i, const Transform& i_in_r,
                        const Vec3& normal, double least, ContactManifold& manifold) {
  const double tolerance = k_contact_tolerance * (sum(half_r) + sum(half_i));
  BoxPolygon polygon;
  const FaceOfBox incident = clip_incident_face(half_r, reference, half_i, i_in_r, tolerance, polygon);
  int below = 0;
  for (int i = 0; i < polygon.count; ++i) {
    const ClipVertex vertex = polygon.vertices[i];
    polygon.vertices[below] = vertex;
    polygon.vertices[below].point.z = max(vertex.point.z, least);
    below += vertex.point.z >= least - tolerance ? 1 : 0;
  }
  const auto add = [&](const Vec3& point, std::uint32_t id) {
    const Vec3 on_b = reference.leave(point);
    manifold.points[manifold.point_count++] = {on_b + normal * point.z, on_b, point.z, id};
  };
  if (below == 0) {
    const ContactFeature of_vertex = Box::vertex_feature(deepest_octant(i_in_r, reference));
    add(deepest_vertex(half_i, i_in_r, reference),
        make_contact_id(Box::face_feature(reference.axis, reference.octant), of_vertex));
    return;
  }
  const int count = reduce_contact_polygon(polygon.vertices.data(), below, tolerance);
  for (int i = 0; i < count; ++i) {
    add(polygon.vertices[i].point, clipped_id(polygon.vertices[i], reference, incident));
  }
  make_ids_distinct(manifold);
}

/// The closest points of the two supporting edges. on_a - on_b = normal * depth.
///
/// The foot of the common perpendicular lies on both edges, but its position along them is ill-conditioned for almost
/// parallel edges: an error of 2^-53 in the rotation moves it by 2^-53 depth / sine^2. It is clamped to the range where
/// the edges lie side by side, which changes their distance by that error times the sine, a negligible amount.
ContactPoint edge_contact(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, const BoxSat& sat) {
  const BoxEdge a = supporting_edge_a(half_a, sat), b = supporting_edge_b(half_b, b_in_a, sat);
  double low = -a.reach, high = a.reach;
  const double cosine = dot(a.along, b.along);
  if (std::fabs(cosine) > 0.5) {
    const double middle = dot(b.middle - a.middle, b.along) / cosine, reach = b.reach / std::fabs(cosine);
    const double side_by_side_low = max(low, middle - reach), side_by_side_high = min(high, middle + reach);
    if (side_by_side_low <= side_by_side_high) {
      low = side_by_side_low;
      high = side_by_side_high;
    }
  }
  const double foot = clamp(common_perpendicular_foot(a, b), low, high);
  const Vec3 on_a = a.middle + a.along * foot;
  return {on_a, on_a - sat.normal * sat.depth, sat.depth,
          make_contact_id(Box::edge_feature(a.axis, a.octant), Box::edge_feature(b.axis, b.octant))};
}

/// The same least overlap seen from B: the shapes exchanged, in the frame of B. @param sat of a face of B.
BoxSat exchanged(const Transform& b_in_a, const BoxSat& sat) {
  const int axis = sat.axis - 3;
  const double along = dot(sat.normal, b_in_a.rotation.columns[axis]);
  return {sat.intersects, axis, unit_axis(axis) * std::copysign(1.0, -along), sat.depth};
}

}  // namespace

BoxEdge supporting_edge_a(const Vec3& half_a, const BoxSat& sat) {
  const int i = (sat.axis - 6) / 3;
  // The supporting corner, without its component along the edge.
  Vec3 middle{std::copysign(half_a.x, sat.normal.x), std::copysign(half_a.y, sat.normal.y),
              std::copysign(half_a.z, sat.normal.z)};
  (i == 0 ? middle.x : (i == 1 ? middle.y : middle.z)) = 0.0;
  const unsigned octant =
      bit(!std::signbit(sat.normal.x), 0) | bit(!std::signbit(sat.normal.y), 1) | bit(!std::signbit(sat.normal.z), 2);
  return {{middle, unit_axis(i), component(half_a, i)}, i, octant};
}

BoxEdge supporting_edge_b(const Vec3& half_b, const Transform& b_in_a, const BoxSat& sat) {
  const int j = (sat.axis - 6) % 3, u = j < 2 ? j + 1 : 0, v = j > 0 ? j - 1 : 2;
  const Vec3* const columns = b_in_a.rotation.columns;
  const double towards_u = dot(sat.normal, columns[u]), towards_v = dot(sat.normal, columns[v]);
  const Vec3 middle = b_in_a.translation - columns[u] * std::copysign(component(half_b, u), towards_u) -
                      columns[v] * std::copysign(component(half_b, v), towards_v);
  return {
      {middle, columns[j], component(half_b, j)}, j, bit(std::signbit(towards_u), u) | bit(std::signbit(towards_v), v)};
}

void box_manifold(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, const BoxSat& sat,
                  ContactManifold& manifold, double least) {
  manifold.point_count = 0;
  if (sat.axis >= 6) {
    manifold.point_count = 1;
    manifold.points[0] = edge_contact(half_a, half_b, b_in_a, sat);
  } else if (sat.axis >= 3) {
    box_manifold(half_b, half_a, inverse(b_in_a), exchanged(b_in_a, sat), manifold, least);
    flip(b_in_a, manifold);
  } else {
    const ReferenceFace reference(half_a, sat.axis, component(sat.normal, sat.axis));
    add_contact_points(half_a, reference, half_b, b_in_a, sat.normal, least, manifold);
  }
  manifold.normal = sat.normal;
  manifold.depth = sat.depth;
}

bool box_manifold_within(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, const Distance& apart,
                         double margin, ContactManifold& manifold) {
  const Vec3 in_b = transpose_times(b_in_a.rotation, apart.normal);
  for (int axis = 0; axis < 6; ++axis) {
    const double along = axis < 3 ? component(apart.normal, axis) : component(in_b, axis - 3);
    if (std::fabs(along) < k_face_normal_cosine) continue;
    const Vec3 face = axis < 3 ? unit_axis(axis) : b_in_a.rotation.columns[axis - 3];
    const BoxSat sat{true, axis, face * std::copysign(1.0, along), -apart.distance};
    box_manifold(half_a, half_b, b_in_a, sat, manifold, 0.0 - margin);
    return true;
  }
  return false;
}

BoxWitness box_witness(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, const BoxSat& sat) {
  if (sat.axis >= 6) {
    const ContactPoint point = edge_contact(half_a, half_b, b_in_a, sat);
    return {point.on_a, point.on_b};
  }
  if (sat.axis >= 3) {
    const BoxWitness witness = box_witness(half_b, half_a, inverse(b_in_a), exchanged(b_in_a, sat));
    return {b_in_a * witness.on_b, b_in_a * witness.on_a};
  }
  const ReferenceFace reference(half_a, sat.axis, component(sat.normal, sat.axis));
  const double tolerance = k_contact_tolerance * (sum(half_a) + sum(half_b));
  const double reach_u = component(half_a, reference.u), reach_v = component(half_a, reference.v);
  Vec3 deepest = deepest_vertex(half_b, b_in_a, reference);
  const bool is_over_face = std::fabs(deepest.x) <= reach_u + tolerance && std::fabs(deepest.y) <= reach_v + tolerance;
  BoxPolygon polygon;
  if (!is_over_face) clip_incident_face(half_a, reference, half_b, b_in_a, tolerance, polygon);
  for (int i = 0; i < polygon.count; ++i) {
    const Vec3& point = polygon.vertices[i].point;
    if (i == 0 || point.z > deepest.z) deepest = point;
  }
  return {reference.leave({clamp(deepest.x, -reach_u, reach_u), clamp(deepest.y, -reach_v, reach_v), 0.0}),
          reference.leave(deepest)};
}

}  // namespace hyperplane
