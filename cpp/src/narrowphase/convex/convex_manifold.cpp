#include "narrowphase/convex/convex_manifold.h"

#include "core/constants.h"
#include "narrowphase/convex/clip.h"
#include "narrowphase/convex/reduce_manifold.h"
#include "shape/dispatch.h"

namespace hyperplane {
namespace {

/// A feature of one of the shapes, in the frame of A.
struct Feature {
  SupportingFace face;
  /// Unit outward normal of a polygon, else zero.
  Vec3 normal;
  /// Of the rounding: what the surface is away from the feature.
  double radius;
};

/// Normal of a convex polygon, by its two longest diagonals' like: the sum of the cross products of all its triangles.
Vec3 polygon_normal(const SupportingFace& face) {
  Vec3 sum;
  for (int i = 2; i < face.count; ++i) {
    sum += cross(face.vertices[i - 1] - face.vertices[0], face.vertices[i] - face.vertices[0]);
  }
  const double length_of_sum = length(sum);
  return length_of_sum > 0.0 ? sum * (1.0 / length_of_sum) : Vec3{};
}

Feature feature_of(const Shape& shape, const Vec3& direction, double radius) {
  Feature feature;
  visit_shape(shape, [&](const auto& s) { s.core_face(direction, feature.face); });
  feature.radius = radius;
  if (feature.face.count >= 3) feature.normal = polygon_normal(feature.face);
  return feature;
}

/// How far along `direction` the surface of a rounded segment lies from a point of the segment. Where the direction is
/// not at a right angle to the segment, the line leaves either through the cylinder's side or through the ball at the
/// end.
double way_out_of_rounding(const Feature& feature, const Vec3& point, const Vec3& direction) {
  const double r = feature.radius;
  if (r == 0.0 || feature.face.count != 2) return r;
  const Vec3 segment = feature.face.vertices[0] - feature.face.vertices[1];
  const double size = length(segment);
  if (!(size > 0.0)) return r;
  // The end that the direction leans to; how far it is, and how fast the line runs towards it.
  const double lean = dot(segment, direction) / size;
  const Vec3 end = feature.face.vertices[lean >= 0.0 ? 0 : 1];
  const double speed = std::fabs(lean), across = std::sqrt(max(0.0, 1.0 - speed * speed));
  const double to_end = length(end - point);
  if (across > 0.0 && r / across * speed <= to_end) return r / across;
  return to_end * speed + std::sqrt(max(0.0, r * r - to_end * to_end * across * across));
}

/// Room for a rim or a face clipped by a face, with a vertex more for each side.
using ContactPolygon = ClipPolygon<2 * k_max_face_vertices + 8>;

class ManifoldBuilder {
 public:
  ManifoldBuilder(const Distance& contact, double size)
      : contact_(contact), tolerance_(k_contact_tolerance * size), size_(size) {
    manifold_.normal = contact.normal;
    manifold_.depth = -contact.distance;
  }

  /// @param direction from the reference to the other shape.
  void clip_against(const Feature& reference, const Feature& incident, const Vec3& direction, bool reference_is_a) {
    const Vec3& m = reference.normal;
    const Vec3 u = any_perpendicular(m), v = cross(m, u);
    const Vec3 origin = reference.face.vertices[0];
    const double along = dot(m, direction);

    ContactPolygon polygon;
    polygon.count = incident.face.count;
    for (int i = 0; i < polygon.count; ++i) {
      const Vec3 p = incident.face.vertices[i] - origin;
      const double below = -dot(m, p) / along;
      const Vec3 on_plane = p + direction * below;
      polygon.vertices[i] = {dot(u, on_plane), dot(v, on_plane), below};
    }
    const SupportingFace& face = reference.face;
    for (int i = 0; i < face.count && polygon.count > 0; ++i) {
      const Vec3 from = face.vertices[i] - origin, to = face.vertices[i + 1 < face.count ? i + 1 : 0] - origin;
      const double from_x = dot(u, from), from_y = dot(v, from);
      const double edge_x = dot(u, to) - from_x, edge_y = dot(v, to) - from_y;
      const double edge = std::sqrt(edge_x * edge_x + edge_y * edge_y);
      if (!(edge > 0.0)) continue;
      // Distance beyond the side. The sides are moved out by the tolerance, so that what lies on one is not lost.
      clip(polygon,
           [&](const Vec3& p) { return ((p.x - from_x) * edge_y - (p.y - from_y) * edge_x) / edge - tolerance_; });
    }
    int kept = 0;
    for (int i = 0; i < polygon.count; ++i) {
      Vec3 p = polygon.vertices[i];
      // Only now, since the way out of a rounding is not linear along the feature, as clipping would have it.
      const Vec3 on_feature = origin + u * p.x + v * p.y - direction * p.z;
      p.z += way_out_of_rounding(incident, on_feature, -direction);
      if (p.z < -tolerance_) continue;
      p.z = max(p.z, 0.0);
      polygon.vertices[kept++] = p;
    }
    kept = reduce_contact_polygon(polygon.vertices, kept, tolerance_);
    for (int i = 0; i < kept; ++i) {
      const Vec3& p = polygon.vertices[i];
      const Vec3 on_reference = origin + u * p.x + v * p.y;
      const Vec3 on_incident = on_reference - direction * p.z;
      add(reference_is_a ? on_reference : on_incident, reference_is_a ? on_incident : on_reference, p.z);
    }
  }

  /// Two segments that are parallel and, seen along the normal, over each other.
  void add_parallel(const Feature& a, const Vec3& a0, const Vec3& a1, const Feature& b, const Vec3& b0,
                    const Vec3& b1) {
    const Vec3 n = contact_.normal, along = a1 - a0, other = b1 - b0;
    const double length_a = length(along), length_b = length(other);
    if (!(length_a > tolerance_ && length_b > tolerance_)) return;
    const Vec3 unit = along * (1.0 / length_a);
    const double most_aside = k_parallel_contact * size_;
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
    for (const double position : {low, high}) {
      const Vec3 on_a = a0 + unit * position;
      const Vec3 on_b = b0 + other * ((position - p0) / (p1 - p0));
      const double drop_a = way_out_of_rounding(a, on_a, n), drop_b = way_out_of_rounding(b, on_b, -n);
      const double depth = dot(n, on_a - on_b) + drop_a + drop_b;
      if (depth < -tolerance_) continue;
      const Vec3 surface_a = on_a + n * drop_a;
      add(surface_a, surface_a - n * max(depth, 0.0), max(depth, 0.0));
    }
    if (manifold_.point_count == 2 && manifold_.points[1].depth > manifold_.points[0].depth) {
      const ContactPoint first = manifold_.points[0];
      manifold_.points[0] = manifold_.points[1];
      manifold_.points[1] = first;
    }
  }

  ContactManifold finish() {
    if (manifold_.point_count == 0 || manifold_.points[0].depth < manifold_.depth - tolerance_) {
      if (manifold_.point_count < 4) ++manifold_.point_count;
      for (int i = manifold_.point_count - 1; i > 0; --i) manifold_.points[i] = manifold_.points[i - 1];
      manifold_.points[0] = {contact_.point_a, contact_.point_b, manifold_.depth};
    }
    return manifold_;
  }

 private:
  void add(const Vec3& on_a, const Vec3& on_b, double depth) {
    manifold_.points[manifold_.point_count++] = {on_a, on_b, depth};
  }

  const Distance& contact_;
  const double tolerance_, size_;
  ContactManifold manifold_;
};

/// The edge of a polygon that looks most along a direction: its farthest corner and the farther one of that corner's
/// neighbours. Of a segment, the segment.
void supporting_edge(const SupportingFace& face, const Vec3& direction, Vec3& from, Vec3& to) {
  int farthest = 0;
  for (int i = 1; i < face.count; ++i) {
    if (dot(direction, face.vertices[i]) > dot(direction, face.vertices[farthest])) farthest = i;
  }
  const Vec3& before = face.vertices[farthest > 0 ? farthest - 1 : face.count - 1];
  const Vec3& after = face.vertices[farthest + 1 < face.count ? farthest + 1 : 0];
  from = face.vertices[farthest];
  to = dot(direction, before) > dot(direction, after) ? before : after;
}

}  // namespace

ContactManifold convex_manifold(ConvexPair& pair, const Distance& contact) {
  const Transform& b_in_a = pair.difference.b_in_a;
  const Vec3& n = contact.normal;
  ManifoldBuilder builder(contact, pair.difference.size);
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
    Vec3 a0, a1, b0, b1;
    supporting_edge(a.face, n, a0, a1);
    supporting_edge(b.face, -n, b0, b1);
    builder.add_parallel(a, a0, a1, b, b0, b1);
  }
  return builder.finish();
}

}  // namespace hyperplane
