#include "shape/flat_shape.h"

#include "shape/ray.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

struct FlatShape {
  double half[3];
  bool is_round;

  explicit FlatShape(const FlatExtent& extent)
      : half{extent.half.x, extent.half.y, extent.half.z}, is_round(extent.is_round) {}

  /// 0 for a point, 1 for a segment, 2 for a rectangle or an ellipse.
  int dimension() const { return (half[0] > 0.0 ? 1 : 0) + (half[1] > 0.0 ? 1 : 0) + (half[2] > 0.0 ? 1 : 0); }
  double reach() const { return half[0] + half[1] + half[2]; }
};

/// An ellipse across axis `across`. A ray is handled in the plane where the ellipse is a circle: stretching the
/// shorter axis keeps its digits.
struct Ellipse {
  int u, v;
  double radius, stretch_u, stretch_v;

  Ellipse(const FlatShape& shape, int across)
      : u((across + 1) % 3),
        v((across + 2) % 3),
        radius(max(shape.half[u], shape.half[v])),
        stretch_u(radius / shape.half[u]),
        stretch_v(radius / shape.half[v]) {}

  Interval of_ray(const Vec3& origin, const Vec3& direction) const {
    return ray_in_circle(component(origin, u) * stretch_u, component(origin, v) * stretch_v,
                         component(direction, u) * stretch_u, component(direction, v) * stretch_v, radius);
  }
  /// Unit outward normal in the plane of the ellipse, at a point of its rim.
  Vec3 normal(const Vec3& point, const Vec3& direction) const {
    return hit_normal(unit_axis(u) * (component(point, u) * stretch_u * stretch_u) +
                          unit_axis(v) * (component(point, v) * stretch_v * stretch_v),
                      direction);
  }
};

/// Axis number of an entry through the rim of an ellipse.
constexpr int k_rim = 3;

/// The first hit of a ray from `o`. @param entry number of the axis whose slab the ray enters last.
RayHit hit_of(const FlatShape& shape, const Vec3& o, const Vec3& d, const Interval& inside, int entry) {
  const Vec3 half{shape.half[0], shape.half[1], shape.half[2]};
  const auto clamped = [&](const Vec3& point) { return min(max(point, -half), half); };
  const Vec3 point = clamped(o + d * inside.enter);
  Vec3 normal = -d;
  const int dimension = shape.dimension();
  if (dimension == 2) {
    const int across = half.x == 0.0 ? 0 : (half.y == 0.0 ? 1 : 2);
    if (entry == k_rim) {
      normal = Ellipse(shape, across).normal(point, d);
    } else {
      normal = unit_axis(entry) * (component(d, entry) < 0.0 ? 1.0 : -1.0);
    }
    if (entry == across) {
      // The crossing of the plane itself, unless the ray exits the shape between the margin and the plane.
      const double at = -component(o, across) / component(d, across);
      if (at <= inside.leave) return {true, at, clamped(o + d * at), normal};
    }
  } else if (dimension == 1) {
    // Perpendicular to the segment; a ray along the segment hits its end.
    const Vec3 along = half.x > 0.0 ? unit_axis(0) : (half.y > 0.0 ? unit_axis(1) : unit_axis(2));
    const Vec3 against = along * dot(along, d) - d;
    if (length_squared(against) > k_parallel_edge_sine * k_parallel_edge_sine) normal = normalized(against);
  }
  return {true, dot(point - o, d), point, normal};
}

}  // namespace

RayHit raycast_flat(const Shape& shape, const Vec3& origin, const Vec3& direction, double max_distance,
                    double coordinates) {
  const FlatShape flat(visit_shape(shape, [](const auto& s) { return s.flat_extent(); }));
  const double margin = k_flat_ray_margin * (coordinates + length(origin) + flat.reach());
  const RayStart start = advance_ray(origin, direction, flat.reach());
  const int dimension = flat.dimension();
  Interval inside;
  int entry = -1;
  const auto enter_by = [&](const Interval& part, int axis) {
    if (part.enter > inside.enter) entry = axis;
    inside = intersection(inside, part);
  };
  for (int i = 0; i < 3; ++i) {
    const double half = flat.half[i];
    if (half == 0.0) {
      enter_by(ray_in_slab(component(start.origin, i), component(direction, i), -margin, margin), i);
      if (flat.is_round && dimension == 2) enter_by(Ellipse(flat, i).of_ray(start.origin, direction), k_rim);
    } else if (!flat.is_round || dimension == 1) {
      enter_by(ray_in_slab(component(start.origin, i), component(direction, i), -half, half), i);
    }
  }
  if (!lies_ahead(inside, start)) return {};
  if (start.advanced + inside.enter <= 0.0) return ray_starts_inside(origin, direction);
  RayHit hit = hit_of(flat, start.origin, direction, inside, entry);
  hit.distance = max(start.advanced + hit.distance, 0.0);
  if (hit.distance > max_distance) return {};
  return hit;
}

}  // namespace hyperplane
