#include "narrowphase/convex/convex_manifold.h"

#include <span>
#include <utility>

#include "core/constants.h"
#include "narrowphase/convex/clip.h"
#include "narrowphase/convex/contact_id.h"
#include "narrowphase/convex/reduce_manifold.h"
#include "narrowphase/convex/tolerances.h"
#include "shape/polygon.h"

namespace hyperplane {
namespace {

/// A feature of one of the shapes, in the frame of A.
struct Feature {
  const Shape& shape;
  SupportingFace face;
  /// Unit outward normal of a polygon, else zero.
  Vec3 normal;
  /// Rounding radius: the distance from the feature to the surface.
  double radius;

  ContactFeature part(FeatureKind kind, int i) const { return core_feature_of(shape, face, kind, i); }
  /// From a point of the core's face along a unit direction to the surface.
  double exit(const Vec3& point, const Vec3& direction) const {
    return is_sharp() ? 0.0 : rounding_exit(shape, face, radius, point, direction);
  }
  bool is_sharp() const { return radius == 0.0 && face.count > 2; }
  ContactFeature part(ClipFeatures::Part clipped) const { return part(clipped.kind, clipped.index); }
};

/// Normal of a convex polygon: the sum of the cross products of all its triangles.
Vec3 polygon_normal(const SupportingFace& face) {
  Vec3 sum;
  for (int i = 2; i < face.count; ++i) {
    sum += cross(face.vertices[i - 1] - face.vertices[0], face.vertices[i] - face.vertices[0]);
  }
  const double length_of_sum = length(sum);
  return length_of_sum > 0.0 ? sum * (1.0 / length_of_sum) : Vec3{};
}

Feature feature_of(const Shape& shape, const Vec3& direction, double radius) {
  Feature feature{shape, {}, {}, radius};
  find_core_face(shape, direction, feature.face);
  if (feature.face.count >= 3) feature.normal = polygon_normal(feature.face);
  return feature;
}

/// An edge of a supporting face: the indices of its ends and of its side.
struct SupportingEdge {
  int from, to, side;
};

/// The edge of a polygon that faces most along a direction: its farthest corner and the farther of that corner's
/// neighbours. For a segment, the segment.
SupportingEdge supporting_edge(const SupportingFace& face, const Vec3& direction) {
  if (face.count == 2) {
    const int from = dot(direction, face.vertices[1]) > dot(direction, face.vertices[0]) ? 1 : 0;
    return {from, 1 - from, from};
  }
  int farthest = 0;
  for (int i = 1; i < face.count; ++i) {
    if (dot(direction, face.vertices[i]) > dot(direction, face.vertices[farthest])) farthest = i;
  }
  const int before = farthest > 0 ? farthest - 1 : face.count - 1;
  const int after = farthest + 1 < face.count ? farthest + 1 : 0;
  const bool is_before = dot(direction, face.vertices[before]) > dot(direction, face.vertices[after]);
  return {farthest, is_before ? before : after, is_before ? before : farthest};
}

/// A segment with a ball at each end, and all between them.
struct RoundedSegment {
  Vec3 from, to;
  double radius_from, radius_to;
};

RoundedSegment rounded_segment(const Shape& shape, const SupportingFace& face, int from, int to, double radius) {
  RoundedSegment segment{face.vertices[from], face.vertices[to], radius, radius};
  if (shape.type == ShapeType::tapered_capsule) {
    // The first vertex is the top where the index is 1.
    const bool is_from_top = (face.index == 1) == (from == 0);
    segment.radius_from = shape.parameters[is_from_top ? 0 : 1];
    segment.radius_to = shape.parameters[is_from_top ? 1 : 0];
  }
  return segment;
}

/// From a point within a ball along a unit direction to its surface. @param to_centre from the point.
double ball_exit(const Vec3& to_centre, double radius, const Vec3& direction) {
  const double along = dot(to_centre, direction);
  return along + std::sqrt(max(0.0, radius * radius - length_squared(to_centre) + along * along));
}

/// Distance along `direction` from a point of the segment to the surface, through the side or through a ball at an end.
double segment_exit(const RoundedSegment& shape, const Vec3& point, const Vec3& direction) {
  const Vec3 segment = shape.to - shape.from;
  const double size = length(segment), radius = shape.radius_from;
  if (!(size > 0.0)) return max(radius, shape.radius_to);
  if (radius == shape.radius_to) {
    if (radius == 0.0) return 0.0;
    // The end of the segment along the direction: its distance, and the component of the direction towards it.
    const double lean = -dot(segment, direction) / size;
    const Vec3 end = lean >= 0.0 ? shape.from : shape.to;
    const double speed = std::fabs(lean), across = std::sqrt(max(0.0, 1.0 - speed * speed));
    const double to_end = length(end - point);
    if (across > 0.0 && radius / across * speed <= to_end) return radius / across;
    return to_end * speed + std::sqrt(max(0.0, radius * radius - to_end * to_end * across * across));
  }
  // The normals of the side lean by this sine along the segment.
  const double sine = (radius - shape.radius_to) / size, cosine_squared = 1.0 - sine * sine;
  const double lean = dot(segment, direction) / size, place = dot(segment, point - shape.from) / size;
  const double speed = sine * lean + std::sqrt(cosine_squared * max(0.0, 1.0 - lean * lean));
  bool is_beyond = sine < 0.0;
  if (speed > 0.0) {
    const double out = (radius - sine * place) / speed;
    // The place of the ball that touches the side there.
    const double ball = (place + lean * out - sine * radius) / cosine_squared;
    if (ball >= 0.0 && ball <= size) return out;
    is_beyond = ball > size;
  }
  return ball_exit((is_beyond ? shape.to : shape.from) - point, is_beyond ? shape.radius_to : radius, direction);
}

constexpr int k_manifold_points = 4;

/// Room for a rim or a face clipped by a face; each side may add a vertex.
using ContactPolygon = ClipPolygon<2 * k_max_face_vertices + 8>;

class AreaBuilder {
 public:
  /// @param least m: depth of a point. @param capacity maximum number of points; 4 or more.
  AreaBuilder(const ConvexPair& pair, const Distance& contact, double least, ContactPoint* points, int capacity)
      : pair_(pair),
        contact_(contact),
        least_(least),
        tolerance_(k_contact_tolerance * pair.difference.size),
        points_(points),
        capacity_(capacity) {}

  /// @param direction from the reference to the other shape.
  void clip_against(const Feature& reference, const Feature& incident, const Vec3& direction, bool reference_is_a) {
    const Vec3& m = reference.normal;
    const Vec3 u = any_perpendicular(m), v = cross(m, u);
    const Vec3 origin = reference.face.vertices[0];
    const double along = dot(m, direction);

    ContactPolygon polygon;
    polygon.start(incident.face.count);
    for (int i = 0; i < polygon.count; ++i) {
      const Vec3 p = incident.face.vertices[i] - origin;
      const double below = -dot(m, p) / along;
      const Vec3 on_plane = p + direction * below;
      polygon.vertices[i].point = {dot(u, on_plane), dot(v, on_plane), below};
    }
    const SupportingFace& face = reference.face;
    double to_x = 0.0, to_y = 0.0;
    for (int i = 0; i < face.count && polygon.count > 0; ++i) {
      const Vec3 to = face.vertices[i + 1 < face.count ? i + 1 : 0] - origin;
      const double from_x = to_x, from_y = to_y;
      to_x = dot(u, to);
      to_y = dot(v, to);
      const double edge_x = to_x - from_x, edge_y = to_y - from_y;
      const auto beyond = [&](const Vec3& p) { return (p.x - from_x) * edge_y - (p.y - from_y) * edge_x; };
      bool is_crossed = false;
      for (int k = 0; k < polygon.count; ++k) is_crossed |= beyond(polygon.vertices[k].point) > 0.0;
      if (!is_crossed) continue;
      const double edge = std::sqrt(edge_x * edge_x + edge_y * edge_y);
      // Distance beyond the side. The sides are shifted outwards by the tolerance, so that points on a side are not
      // lost.
      clip(polygon, i, [&](const Vec3& p) { return beyond(p) / edge - tolerance_; });
    }
    int kept = 0;
    for (int i = 0; i < polygon.count; ++i) {
      ClipVertex vertex = polygon.vertices[i];
      Vec3& p = vertex.point;
      // After clipping, which assumes linearity: the distance to the rounded surface is not linear along the feature.
      const Vec3 on_reference = origin + u * p.x + v * p.y;
      p.z += incident.exit(on_reference - direction * p.z, -direction) + reference.exit(on_reference, direction);
      if (p.z < least_ - tolerance_) continue;
      p.z = max(p.z, least_);
      polygon.vertices[kept++] = vertex;
    }
    if (kept > capacity_ || capacity_ == k_manifold_points)
      kept = reduce_contact_polygon(polygon.vertices, kept, tolerance_);
    for (int i = 0; i < kept; ++i) {
      const Vec3& p = polygon.vertices[i].point;
      const Vec3 on_core = origin + u * p.x + v * p.y;
      const Vec3 on_reference = on_core + direction * reference.exit(on_core, direction);
      const Vec3 on_incident = on_reference - direction * p.z;
      const ClipFeatures features = clip_features(polygon.vertices[i], face.count);
      const ContactFeature r = reference.part(features.reference), o = incident.part(features.incident);
      if (reference_is_a) {
        add(on_reference, on_incident, p.z, make_contact_id(r, o));
      } else {
        add(on_incident, on_reference, p.z, make_contact_id(o, r));
      }
    }
  }

  /// Two parallel segments that overlap seen along the normal.
  void add_parallel(const Feature& a, const Feature& b) {
    const SupportingEdge edge_a = supporting_edge(a.face, contact_.normal),
                         edge_b = supporting_edge(b.face, -contact_.normal);
    const Vec3 &a0 = a.face.vertices[edge_a.from], &a1 = a.face.vertices[edge_a.to];
    const Vec3 &b0 = b.face.vertices[edge_b.from], &b1 = b.face.vertices[edge_b.to];
    const Vec3 n = contact_.normal, along = a1 - a0, other = b1 - b0;
    const double length_a = length(along), length_b = length(other);
    if (!(length_a > tolerance_ && length_b > tolerance_)) return;
    const Vec3 unit = along * (1.0 / length_a);
    const double most_aside = k_parallel_contact * pair_.difference.size;
    if (length(cross(unit, other)) > most_aside) return;
    const Vec3 between = b0 - a0;
    const Vec3 across = cross(n, unit);
    if (!(length_squared(across) > 0.25) || std::fabs(dot(between, across)) > most_aside) return;

    // Positions along A's segment, seen along the normal.
    const Vec3 in_plane = cross(across, n);
    const double speed = dot(in_plane, unit);
    const double p0 = dot(between, in_plane) / speed, p1 = p0 + dot(other, in_plane) / speed;
    const double low = max(0.0, min(p0, p1)), high = min(length_a, max(p0, p1));
    if (!(high - low > tolerance_)) return;
    const ContactFeature along_a = a.part(FeatureKind::edge, edge_a.side),
                         along_b = b.part(FeatureKind::edge, edge_b.side);
    for (const bool is_high : {false, true}) {
      const double position = is_high ? high : low;
      // The common part ends at an end of one of the two.
      const bool is_end_of_a = position == (is_high ? length_a : 0.0), is_first_of_b = (p0 > p1) == is_high;
      const std::uint32_t id =
          is_end_of_a ? make_contact_id(a.part(FeatureKind::vertex, is_high ? edge_a.to : edge_a.from), along_b)
                      : make_contact_id(along_a, b.part(FeatureKind::vertex, is_first_of_b ? edge_b.from : edge_b.to));
      const Vec3 on_a = a0 + unit * position;
      const Vec3 on_b = b0 + other * ((position - p0) / (p1 - p0));
      const double drop_a = segment_exit(rounded_segment(a.shape, a.face, edge_a.from, edge_a.to, a.radius), on_a, n),
                   drop_b = segment_exit(rounded_segment(b.shape, b.face, edge_b.from, edge_b.to, b.radius), on_b, -n);
      const double depth = dot(n, on_a - on_b) + drop_a + drop_b;
      if (depth < least_ - tolerance_) continue;
      const Vec3 surface_a = on_a + n * drop_a;
      add(surface_a, surface_a - n * max(depth, least_), max(depth, least_), id);
    }
    if (count_ == 2 && points_[1].depth > points_[0].depth) std::swap(points_[0], points_[1]);
  }

  /// @return the number of points.
  int finish() {
    double deepest = least_;
    for (int i = 0; i < count_; ++i) deepest = max(deepest, points_[i].depth);
    if (count_ == 0 || deepest < -contact_.distance - tolerance_) {
      put_first({contact_.point_a, contact_.point_b, -contact_.distance,
                 witness_id(pair_.a, pair_.b, pair_.difference.b_in_a, contact_)},
                points_, count_, capacity_);
    }
    return count_;
  }

 private:
  void add(const Vec3& on_a, const Vec3& on_b, double depth, std::uint32_t id) {
    points_[count_++] = {on_a, on_b, depth, id};
  }

  const ConvexPair& pair_;
  const Distance& contact_;
  const double least_, tolerance_;
  ContactPoint* const points_;
  const int capacity_;
  int count_ = 0;
};

/// @return the number of points.
int find_area(ConvexPair& pair, const Distance& contact, double least, ContactPoint* points, int capacity) {
  const Transform& b_in_a = pair.difference.b_in_a;
  const Vec3& n = contact.normal;
  AreaBuilder builder(pair, contact, least, points, capacity);
  const Feature a = feature_of(pair.a, n, pair.radius_a);
  if (a.face.count == 1) return builder.finish();
  Feature b = feature_of(pair.b, -transpose_times(b_in_a.rotation, n), pair.radius_b);
  if (b.face.count == 1) return builder.finish();
  for (int i = 0; i < b.face.count; ++i) b.face.vertices[i] = b_in_a * b.face.vertices[i];
  b.normal = b_in_a.rotation * b.normal;

  const double facing_a = dot(a.normal, n), facing_b = -dot(b.normal, n);
  if (facing_a >= k_reference_cosine && facing_a >= facing_b) {
    builder.clip_against(a, b, n, true);
  } else if (facing_b >= k_reference_cosine) {
    builder.clip_against(b, a, -n, false);
  } else {
    builder.add_parallel(a, b);
  }
  return builder.finish();
}

}  // namespace

double rounding_exit(const Shape& shape, const SupportingFace& face, double radius, const Vec3& point,
                     const Vec3& direction) {
  if (face.count == 1) return radius;
  if (face.count == 2) return segment_exit(rounded_segment(shape, face, 0, 1, radius), point, direction);
  if (radius == 0.0) return 0.0;
  const Vec3 normal = polygon_normal(face);
  const std::span<const Vec3> corners(&face.vertices[0], static_cast<std::size_t>(face.count));
  // The corners of a rim are regular points of a circle, opposite ones half of them apart.
  const bool is_disc = shape.type == ShapeType::cylinder || shape.type == ShapeType::cone;
  const Vec3 middle = (corners[0] + corners[corners.size() / 2]) * 0.5;
  const double rim = length(corners[0] - middle);
  const auto closest_to = [&](const Vec3& at) {
    const Vec3 foot = at - normal * dot(normal, at - corners[0]);
    if (is_disc) {
      const double aside = length(foot - middle);
      return aside > rim ? middle + (foot - middle) * (rim / aside) : foot;
    }
    return closest_on_polygon(corners, corners.back(), [](const Vec3& corner) { return corner; }, normal, foot);
  };
  // Newton's method from outside; the first step is exact if the line leaves through the face.
  double farthest = is_disc ? length(middle - point) + rim : 0.0;
  for (const Vec3& corner : corners) farthest = max(farthest, length(corner - point));
  double out = min(radius / max(dot(normal, direction), k_least_exit_cosine), radius + farthest);
  for (int i = 0; i < k_max_exit_steps; ++i) {
    const Vec3 at = point + direction * out, away = at - closest_to(at);
    const double distance = length(away), speed = dot(away, direction);
    if (distance - radius <= k_exit_gap * radius || !(speed > 0.0)) break;
    out -= (distance - radius) * distance / speed;
  }
  return out;
}

// 0 - margin is 0, not -0, without one.
void set_convex_manifold(ConvexPair& pair, const Distance& contact, double margin, ContactManifold& manifold) {
  manifold.normal = contact.normal;
  manifold.depth = -contact.distance;
  manifold.point_count = find_area(pair, contact, 0.0 - margin, manifold.points, k_manifold_points);
  make_ids_distinct(manifold);
  for (int i = 0; i < manifold.point_count; ++i) {
    manifold.points[i].on_a += pair.core_origin_a;
    manifold.points[i].on_b += pair.core_origin_a;
  }
}

ContactManifold convex_manifold(ConvexPair& pair, const Distance& contact) {
  ContactManifold manifold;
  set_convex_manifold(pair, contact, 0.0, manifold);
  return manifold;
}

void find_contact_area(ConvexPair& pair, const Distance& contact, ContactArea& area, double margin) {
  area.normal = contact.normal;
  area.depth = -contact.distance;
  area.point_count = find_area(pair, contact, 0.0 - margin, area.points.data(), ContactArea::k_capacity);
}

}  // namespace hyperplane
