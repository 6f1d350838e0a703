#include "narrowphase/box/box_manifold.h"

#include "core/constants.h"
#include "core/function_ref.h"
#include "narrowphase/box/tolerances.h"
#include "narrowphase/convex/clip.h"
#include "narrowphase/convex/contact_id.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/convex/reduce_manifold.h"
#include "narrowphase/convex/tolerances.h"
#include "shape/box.h"
#include "shape/capsule.h"

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

/// The axis of the greatest component; ties: the lowest.
int longest_axis(const Vec3& v) {
  const Vec3 m = abs(v);
  return m.x >= m.y ? (m.x >= m.z ? 0 : 2) : (m.y >= m.z ? 1 : 2);
}

/// The incident face in the frame of the reference face: the face of the box `half` at `pose` that points most against
/// a direction. @param cosine of the direction with the axes of the box.
FaceOfBox set_incident_face(const Vec3& half, const Transform& pose, const ReferenceFace& reference, const Vec3& cosine,
                            BoxPolygon& polygon) {
  const int axis = longest_axis(cosine);
  const double reach = std::copysign(component(half, axis), -component(cosine, axis));
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

/// Clips a polygon by the side planes of the reference face. One loop for all four: each copy of `clip` takes 1 KB.
void clip_by_sides(const Vec3& half_r, const ReferenceFace& reference, double tolerance, BoxPolygon& polygon) {
  const double reach[2] = {shifted_side(component(half_r, reference.u), tolerance),
                           shifted_side(component(half_r, reference.v), tolerance)};
  // Most faces cross one or two of the sides; the bounds of the face show which.
  F64x2 low = load(&polygon.vertices[0].point.x), high = low;
  for (int i = 1; i < polygon.count; ++i) {
    const F64x2 at = load(&polygon.vertices[i].point.x);
    low = min(low, at);
    high = max(high, at);
  }
  double farthest[4];
  store(farthest, high);
  store(farthest + 2, -low);
  constexpr int k_sides[4] = {1, 2, 3, 0};
  // In the order +x, -x, +y, -y.
  for (const int k : {0, 2, 1, 3}) {
    const double most = reach[k % 2], sign = k < 2 ? 1.0 : -1.0;
    if (farthest[k] > most)
      clip(polygon, k_sides[k], [=](const Vec3& p) { return sign * (k % 2 == 0 ? p.x : p.y) - most; });
  }
}

/// The incident face of the box `half_i` at `i_in_r`, clipped by the side planes of the reference face; if the axis has
/// the least overlap, the result is not empty. @return the incident face.
FaceOfBox clip_incident_face(const Vec3& half_r, const ReferenceFace& reference, const Vec3& half_i,
                             const Transform& i_in_r, double tolerance, BoxPolygon& polygon) {
  const Vec3 cosine{reference.side * component(i_in_r.rotation.columns[0], reference.axis),
                    reference.side * component(i_in_r.rotation.columns[1], reference.axis),
                    reference.side * component(i_in_r.rotation.columns[2], reference.axis)};
  const FaceOfBox incident = set_incident_face(half_i, i_in_r, reference, cosine, polygon);
  clip_by_sides(half_r, reference, tolerance, polygon);
  return incident;
}

/// Keeps the vertices of a depth of at least `least`, and those above by no more than the tolerance. @return how many.
int keep_deep(BoxPolygon& polygon, double least, double tolerance) {
  int kept = 0;
  for (int i = 0; i < polygon.count; ++i) {
    const ClipVertex vertex = polygon.vertices[i];
    polygon.vertices[kept] = vertex;
    polygon.vertices[kept].point.z = max(vertex.point.z, least);
    kept += vertex.point.z >= least - tolerance ? 1 : 0;
  }
  return kept;
}

/// The contact points on a reference face, one to four, with `on_b` on the incident box and ids with the reference box
/// as A.
void add_contact_points(const Vec3& half_r, const ReferenceFace& reference, const Vec3& half_i, const Transform& i_in_r,
                        const Vec3& normal, ContactManifold& manifold) {
  const double tolerance = k_contact_tolerance * (sum(half_r) + sum(half_i));
  BoxPolygon polygon;
  const FaceOfBox incident = clip_incident_face(half_r, reference, half_i, i_in_r, tolerance, polygon);
  const int below = keep_deep(polygon, 0.0, tolerance);
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
  const int count = reduce_contact_polygon(polygon.vertices, below, tolerance);
  for (int i = 0; i < count; ++i) {
    add(polygon.vertices[i].point, clipped_id(polygon.vertices[i], reference, incident));
  }
  make_ids_distinct(manifold);
}

/// Projects a polygon along the normal of the contact onto the plane of the reference face and clips it.
void clip_along(const Vec3& half_r, const ReferenceFace& reference, const Vec3& normal, double tolerance,
                BoxPolygon& polygon) {
  const Vec3 along = reference.turn(normal);
  const double share = 1.0 / std::fabs(along.z);
  for (int i = 0; i < polygon.count; ++i) {
    Vec3& point = polygon.vertices[i].point;
    const double depth = point.z * share;
    point = {point.x + along.x * depth, point.y + along.y * depth, depth};
  }
  clip_by_sides(half_r, reference, tolerance, polygon);
}

/// @param is_exchanged whether B is the first shape.
ContactPoint make_point(const Vec3& on_a, const Vec3& on_b, double depth, std::uint32_t id, bool is_exchanged) {
  if (is_exchanged) return {on_b, on_a, depth, exchange_features(id)};
  return {on_a, on_b, depth, id};
}

/// A contact point below a face. @param frame of the reference box in world space. @param clipped a point as clip.h has
/// it, with the depth along the normal. @param out the normal in world space, out of the reference box. @param id with
/// the reference box as A. @param is_second whether it is the second shape.
ContactPoint point_below(const Transform& frame, const ReferenceFace& reference, const Vec3& clipped, const Vec3& out,
                         std::uint32_t id, bool is_second) {
  const Vec3 on_face = frame * reference.leave({clipped.x, clipped.y, 0.0});
  return make_point(on_face, on_face - out * clipped.z, clipped.z, id, is_second);
}

/// The contact points of boxes that may be apart, up to four.
/// @param frame of the reference box in world space. @param normal of the contact, out of that box: nearly that of the
/// reference face. The incident face is projected along it. @param out the same in world space. @param least m: depth
/// of a point. @param is_second whether the reference box is the second shape.
void add_points_along(const Transform& frame, const Vec3& half_r, const ReferenceFace& reference, const Vec3& half_i,
                      const Transform& i_in_r, const Vec3& normal, const Vec3& out, double least, bool is_second,
                      ContactManifold& manifold) {
  const double tolerance = k_contact_tolerance * (sum(half_r) + sum(half_i));
  BoxPolygon polygon;
  const FaceOfBox incident =
      set_incident_face(half_i, i_in_r, reference, transpose_times(i_in_r.rotation, normal), polygon);
  clip_along(half_r, reference, normal, tolerance, polygon);
  const int count = reduce_contact_polygon(polygon.vertices, keep_deep(polygon, least, tolerance), tolerance);
  for (int i = 0; i < count; ++i) {
    const ClipVertex& vertex = polygon.vertices[i];
    manifold.points[i] =
        point_below(frame, reference, vertex.point, out, clipped_id(vertex, reference, incident), is_second);
  }
  manifold.point_count = count;
  make_ids_distinct(manifold);
}

/// The box whose face is the reference face of a contact along a normal: the one that looks along it more.
enum class ReferenceBox { none, a, b };

/// @param n, in_b the normal in the frames of A and B.
ReferenceBox reference_along(const Vec3& n, const Vec3& in_b) {
  const double facing_a = max_component(abs(n)), facing_b = max_component(abs(in_b));
  if (facing_a >= k_face_normal_cosine || (facing_a >= k_reference_cosine && facing_a >= facing_b)) {
    return ReferenceBox::a;
  }
  return facing_b >= k_reference_cosine ? ReferenceBox::b : ReferenceBox::none;
}

/// Adds the contact points of boxes along a normal, up to four; none without a reference face.
/// @param a frame of A. @param n, in_b, out the normal in the frames of A and B and in that which `a` leads to.
void add_points_of_faces(const Vec3& half_a, const Vec3& half_b, const Transform& a, const Transform& b_in_a,
                         const Vec3& n, const Vec3& in_b, const Vec3& out, double least, bool is_exchanged,
                         ContactManifold& manifold) {
  manifold.point_count = 0;
  const ReferenceBox reference = reference_along(n, in_b);
  if (reference == ReferenceBox::a) {
    const int axis = longest_axis(n);
    add_points_along(a, half_a, ReferenceFace(half_a, axis, component(n, axis)), half_b, b_in_a, n, out, least,
                     is_exchanged, manifold);
  } else if (reference == ReferenceBox::b) {
    const int axis = longest_axis(in_b);
    const Transform b{a.rotation * b_in_a.rotation, a * b_in_a.translation};
    add_points_along(b, half_b, ReferenceFace(half_b, axis, -component(in_b, axis)), half_a, inverse(b_in_a), -in_b,
                     -out, least, !is_exchanged, manifold);
  }
}

/// Whether an edge of a box at the origin and another edge are so nearly parallel that they may touch along a line.
/// @param along unit vector. @param size m: as their tolerance takes it.
bool may_be_parallel(const Vec3& along, double half_length, double size) {
  const double cosine = max_component(abs(along)), aside = k_parallel_contact * size;
  return (1.0 - cosine * cosine) * half_length * half_length <= aside * aside;
}

/// If none of the contact's points is as close as the shapes are, their closest points stand first.
/// @param a frame of A. @param normal in world space, out of A. @param is_exchanged whether B is the first shape.
/// @param id_of gives the id of the closest points.
void complete(const Transform& a, const Distance& apart, const Vec3& normal, bool is_exchanged, double tolerance,
              FunctionRef<std::uint32_t()> id_of, ContactManifold& manifold) {
  manifold.normal = is_exchanged ? -normal : normal;
  manifold.depth = -apart.distance;
  if (manifold.point_count > 0 && manifold.points[0].depth >= manifold.depth - tolerance) return;
  put_first(make_point(a * apart.point_a, a * apart.point_b, manifold.depth, id_of(), is_exchanged), manifold.points,
            manifold.point_count, 4);
  if (manifold.point_count > 1) make_ids_distinct(manifold);
}

/// The part of a segment that lies over a reference face, by its two ends.
struct PartOver {
  /// From the middle to that end, as a share of half the length, and the side of the face that cuts it off.
  double to[2];
  std::uint8_t sides[2];
  bool is_any;
};

/// Source: Liang, Barsky, "A New Concept and Method for Line Clipping", 1984.
/// @param half from the middle of the segment to end 0.
PartOver part_over(const Vec3& half_r, const ReferenceFace& reference, double tolerance, const Vec3& middle,
                   const Vec3& half) {
  const auto shares = [&](double most, double at, double along) {
    const double slope = 1.0 / std::copysign(max(std::fabs(along), k_least_slope), along);
    const F64x2 slopes = lanes_of(slope, -slope);
    return max(splat(-most - at) * slopes, splat(most - at) * slopes);
  };
  const F64x2 to_u = shares(shifted_side(component(half_r, reference.u), tolerance), middle.x, half.x);
  const F64x2 to_v = shares(shifted_side(component(half_r, reference.v), tolerance), middle.y, half.y);
  const F64x2 to = min(min(to_u, to_v), splat(1.0));
  PartOver part;
  store(part.to, to);
  part.is_any = part.to[0] + part.to[1] >= 0.0;
  const unsigned is_v = bits(to_v < to_u);
  for (int i = 0; i < 2; ++i) {
    const bool across_v = (is_v >> i & 1u) != 0, is_high = ((across_v ? half.y : half.x) >= 0.0) == (i == 0);
    const int side = across_v ? (is_high ? 2 : 0) : (is_high ? 1 : 3);
    part.sides[i] = part.to[i] == 1.0 ? k_no_edge : static_cast<std::uint8_t>(k_clip_side | side);
  }
  return part;
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

/// Faces that rest on each other, all but parallel, may overlap least along the normal of two of their edges: adds the
/// points of the faces to that of the edges.
[[gnu::noinline]] void add_resting_faces(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a,
                                         const BoxSat& sat, ContactManifold& manifold) {
  const ContactPoint edges = manifold.points[0];
  add_points_of_faces(half_a, half_b, {}, b_in_a, sat.normal, transpose_times(b_in_a.rotation, sat.normal), sat.normal,
                      0.0, false, manifold);
  complete(
      {}, {-sat.depth, edges.on_a, edges.on_b, {}, {}}, sat.normal, false,
      k_contact_tolerance * (sum(half_a) + sum(half_b)), [&] { return edges.id; }, manifold);
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
                  ContactManifold& manifold) {
  manifold.point_count = 0;
  if (sat.axis >= 6) {
    manifold.point_count = 1;
    manifold.points[0] = edge_contact(half_a, half_b, b_in_a, sat);
    if (max_component(abs(sat.normal)) >= k_resting_face_cosine ||
        max_component(abs(transpose_times(b_in_a.rotation, sat.normal))) >= k_resting_face_cosine) {
      add_resting_faces(half_a, half_b, b_in_a, sat, manifold);
    }
  } else if (sat.axis >= 3) {
    box_manifold(half_b, half_a, inverse(b_in_a), exchanged(b_in_a, sat), manifold);
    flip(b_in_a, manifold);
  } else {
    const ReferenceFace reference(half_a, sat.axis, component(sat.normal, sat.axis));
    add_contact_points(half_a, reference, half_b, b_in_a, sat.normal, manifold);
  }
  manifold.normal = sat.normal;
  manifold.depth = sat.depth;
}

bool box_manifold_within(const Vec3& half_a, const Vec3& half_b, const PairFrames& frames, const Distance& apart,
                         double margin, bool is_exchanged, ContactManifold& manifold) {
  if (is_flat(half_a) || is_flat(half_b)) return false;
  const Transform& b_in_a = frames.b_in_a;
  Vec3 n = apart.normal, in_b = transpose_times(b_in_a.rotation, n);
  const ReferenceBox reference = reference_along(n, in_b);
  Vec3& of_box = reference == ReferenceBox::b ? in_b : n;
  const int axis = longest_axis(of_box);
  const double along = component(of_box, axis);
  if (std::fabs(along) >= k_face_normal_cosine) {
    of_box = unit_axis(axis) * std::copysign(1.0, along);
    if (reference == ReferenceBox::b) n = b_in_a.rotation.columns[axis] * std::copysign(1.0, along);
  } else if (reference == ReferenceBox::none) {
    const double size = 2.0 * max(sum(half_a), sum(half_b));
    bool is_parallel = false;
    for (int j = 0; j < 3; ++j) is_parallel |= may_be_parallel(b_in_a.rotation.columns[j], component(half_b, j), size);
    if (is_parallel) return false;
  }
  const Vec3 out = frames.a.rotation * n;
  add_points_of_faces(half_a, half_b, frames.a, b_in_a, n, in_b, out, -margin, is_exchanged, manifold);
  const auto id_of = [&] {
    return make_contact_id(Box(half_a).core_feature_at(apart.point_a),
                           Box(half_b).core_feature_at(inverse_times(b_in_a, apart.point_b)));
  };
  complete(frames.a, apart, out, is_exchanged, k_contact_tolerance * (sum(half_a) + sum(half_b)), id_of, manifold);
  return true;
}

bool box_capsule_manifold_within(const Vec3& half, const Shape& capsule, const PairFrames& frames,
                                 const Distance& apart, double margin, bool is_exchanged, ContactManifold& manifold) {
  const Capsule b(capsule);
  if (is_flat(half) || b.half_height == 0.0) return false;
  const Vec3 &n = apart.normal, &axis_b = frames.b_in_a.rotation.columns[1];
  const int axis = longest_axis(n);
  const double along = component(n, axis), size = 2.0 * max(sum(half), b.half_height + b.capsule_radius);
  const double tolerance = k_contact_tolerance * size;
  const Vec3 out = frames.a.rotation * n;
  manifold.point_count = 0;
  if (std::fabs(along) >= k_reference_cosine) {
    const ReferenceFace reference(half, axis, along);
    // From the middle to the end that is nearer to the box, which comes first. Both projected along the normal.
    const double lean = -dot(axis_b, n);
    const Vec3 turned = reference.turn(n), to_end = reference.turn(axis_b * with_sign(b.half_height, lean));
    const auto projected = [&](const Vec3& at) {
      const double depth = at.z / std::fabs(turned.z);
      return Vec3{at.x + turned.x * depth, at.y + turned.y * depth, depth};
    };
    const Vec3 middle = projected(reference.enter(reference.turn(frames.b_in_a.translation)));
    const Vec3 slope = projected({to_end.x, to_end.y, -reference.side * to_end.z});
    const PartOver part = part_over(half, reference, tolerance, middle, slope);
    // From the segment along the normal to the surface: through the side, or through the ball at the first end.
    const double speed = std::fabs(lean), across = std::sqrt(max(0.0, 1.0 - speed * speed));
    const double sideways = b.capsule_radius / across, ball = b.capsule_radius * b.capsule_radius;
    // Of each the side that cuts it off, and which end of the capsule it is otherwise.
    ClipVertex vertices[2];
    int count = 0;
    for (int i = 0; i < (part.is_any ? 2 : 0); ++i) {
      const double place = i == 0 ? part.to[0] : -part.to[1], end = (1.0 - place) * b.half_height;
      ClipVertex& vertex = vertices[count];
      vertex.point = middle + slope * place;
      // With a capsule across the face, `sideways` is infinite or not a number.
      vertex.point.z +=
          sideways * speed <= end ? sideways : end * speed + std::sqrt(max(0.0, ball - end * end * across * across));
      count += vertex.point.z >= -margin - tolerance ? 1 : 0;
      vertex.point.z = max(vertex.point.z, -margin);
      vertex.in = part.sides[i];
      vertex.out = static_cast<std::uint8_t>(lean >= 0.0 ? 1 - i : i);
    }
    count = reduce_contact_polygon(vertices, count, tolerance);
    for (int i = 0; i < count; ++i) {
      const ClipVertex& vertex = vertices[i];
      const bool is_end = vertex.in == k_no_edge;
      const ContactFeature of_b =
          is_end ? make_feature(FeatureKind::vertex, vertex.out) : make_feature(FeatureKind::edge, 0);
      const int place = is_end ? 2 * k_face_sides : k_face_sides + (vertex.in & ~k_clip_side);
      const std::uint32_t id = make_contact_id(k_id_tables.features[number_of(reference)][place], of_b);
      manifold.points[i] = point_below(frames.a, reference, vertex.point, out, id, is_exchanged);
    }
    manifold.point_count = count;
  } else if (may_be_parallel(axis_b, b.half_height, size)) {
    return false;
  }
  const auto id_of = [&] {
    const Vec3 on_core = inverse_times(frames.b_in_a, apart.point_b + n * b.capsule_radius);
    return make_contact_id(Box(half).core_feature_at(apart.point_a), b.core_feature_at(on_core));
  };
  complete(frames.a, apart, out, is_exchanged, tolerance, id_of, manifold);
  return true;
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
