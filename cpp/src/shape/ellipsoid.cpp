#include "shape/ellipsoid.h"

#include "shape/bounds.h"
#include "shape/ray.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

/// Each component of `a` divided by that of `b`.
constexpr Vec3 quotient(const Vec3& a, const Vec3& b) { return {a.x / b.x, a.y / b.y, a.z / b.z}; }

/// Outward unit normal of the ellipsoid at a point of its surface: the gradient of sum (p_i / r_i)^2, with p_i / r_i
/// computed as one factor so that nothing overflows.
Vec3 normal_at(const Vec3& on_unit_ball, const Vec3& radii) { return normalized(quotient(on_unit_ball, radii)); }

}  // namespace

void Ellipsoid::core_face(const Vec3& direction, SupportingFace& face) const {
  const int across = flat_axis(), u = (across + 2) % 3, v = (across + 1) % 3;
  const double radius_u = component(radii, u), radius_v = component(radii, v);
  const double towards = component(direction, across);
  face.count = 1;
  face.index = towards > 0.0 ? 1 : 0;
  face.vertices[0] = core_support(direction);
  if (least_radius() > 0.0 || (radius_u == 0.0 && radius_v == 0.0)) return;
  if (radius_u == 0.0 || radius_v == 0.0) {
    const int along = radius_u > 0.0 ? u : v;
    face.count = 2;
    face.vertices[0] = unit_axis(along) * std::copysign(component(radii, along), component(direction, along));
    face.vertices[1] = -face.vertices[0];
    return;
  }
  if (2.0 * towards * towards < length_squared(direction)) return;
  // The rim of a unit disc, stretched. The axes u, across and v stand for x, y and z.
  face.count = k_rim_points;
  const Vec3 stretched{component(direction, u) * radius_u, 0.0, component(direction, v) * radius_v};
  rim_polygon(1.0, 0.0, towards > 0.0, stretched, face.vertices.data());
  for (int i = 0; i < face.count; ++i) {
    face.vertices[i] = unit_axis(u) * (face.vertices[i].x * radius_u) + unit_axis(v) * (face.vertices[i].z * radius_v);
  }
}

Aabb Ellipsoid::bounds(const Transform& pose) const {
  // The support along a world axis, which the rotation takes to that row of its matrix.
  const Vec3 x = pose.rotation.columns[0] * radii.x, y = pose.rotation.columns[1] * radii.y,
             z = pose.rotation.columns[2] * radii.z;
  const Vec3 reach{std::sqrt(x.x * x.x + y.x * y.x + z.x * z.x), std::sqrt(x.y * x.y + y.y * y.y + z.y * z.y),
                   std::sqrt(x.z * x.z + y.z * y.z + z.z * z.z)};
  return rounded_outwards(pose.translation, -reach, reach, radii.x + radii.y + radii.z);
}

/// In the space where the ellipsoid is the unit ball, the ray is still a line, with another speed.
RayHit Ellipsoid::raycast(const Vec3& origin, const Vec3& direction, double max_distance) const {
  if (length_squared(quotient(origin, radii)) <= 1.0) return ray_starts_inside(origin, direction);
  const RayStart start = advance_ray(origin, direction, core_extent());
  const Vec3 o = quotient(start.origin, radii), d = quotient(direction, radii);
  const double dd = length_squared(d);
  // The distance of the line from the centre as a product: along the longest axis, the shortest may be so short that o
  // + d * middle has no correct digits.
  const Vec3 across = cross(o, d);
  const double under_root = dd - length_squared(across);
  if (under_root < 0.0) return {};
  const double middle = -dot(o, d) / dd, half = std::sqrt(under_root) / dd;
  const Interval inside{middle - half, middle + half};
  const double distance = max(start.advanced + inside.enter, 0.0);
  if (!lies_ahead(inside, start) || distance > max_distance) return {};

  const Vec3 on_ball = normalized(cross(d, across) * (1.0 / dd) - d * half);
  return {true, distance, scale(on_ball, radii), normal_at(on_ball, radii)};
}

/// The closest surface point x of a point y satisfies y - x = s * grad / 2 for some s: x_i = r_i^2 y_i / (s + r_i^2).
/// It lies on the surface where F(s) = sum (r_i y_i / (s + r_i^2))^2 - 1 = 0. For s > -min r_i^2 F is decreasing and
/// convex; its only root there belongs to the closest point.
///
/// The unknown is t = s + min r_i^2 > 0, so that a root close to the pole keeps its digits; all lengths are in units of
/// the smallest radius. Newton's method from a point left of the root climbs to it without overshooting. If the point
/// lies on the planes of symmetry of the shortest axes, and so deep inside that F stays below 0 up to the pole, the
/// closest point is off those planes: t = 0, and the remaining distance to the surface lies along the shortest axis.
///
/// A flat ellipsoid has the same equation with min r_i = 0; its terms are those of its other radii, the longest of
/// which is the unit of length. A point above the disc lies beyond the pole, and its foot on the disc is the closest
/// point.
ClosestPoint Ellipsoid::closest_point(const Vec3& point) const {
  const double shortest = least_radius();
  const bool is_flat = shortest == 0.0;
  const double longest = max_component(radii), unit = is_flat ? (longest > 0.0 ? longest : 1.0) : shortest;
  // Divided, not multiplied by the inverse: the shortest radius must become exactly 1.
  const Vec3 r{radii.x / unit, radii.y / unit, radii.z / unit}, y = abs(point) * (1.0 / unit);
  const double least = is_flat ? 0.0 : 1.0;
  // r_i^2 - least^2
  const Vec3 gap{(r.x - least) * (r.x + least), (r.y - least) * (r.y + least), (r.z - least) * (r.z + least)};
  const Vec3 ry = scale(r, y);

  // The greatest t at which one of the terms is 1: F is between 0 and 2 there.
  double t = max(0.0, max_component(ry - gap));
  Vec3 on_ball;  // x_i / r_i
  bool beyond_pole = false;
  if (t == 0.0) {
    // Is F below 0 at the pole? Terms without a gap then have y_i = 0, or t would be positive.
    on_ball = {gap.x > 0.0 ? ry.x / gap.x : 0.0, gap.y > 0.0 ? ry.y / gap.y : 0.0, gap.z > 0.0 ? ry.z / gap.z : 0.0};
    beyond_pole = length_squared(on_ball) <= 1.0;
    if (beyond_pole && !is_flat) {
      const double rest = std::sqrt(1.0 - length_squared(on_ball));
      if (gap.x <= 0.0) {
        on_ball.x = rest;
      } else if (gap.y <= 0.0) {
        on_ball.y = rest;
      } else {
        on_ball.z = rest;
      }
    }
  }
  if (!beyond_pole) {
    for (int i = 0; i < k_max_ellipsoid_iterations; ++i) {
      const Vec3 shifted{t + gap.x, t + gap.y, t + gap.z};
      on_ball = {ry.x > 0.0 ? ry.x / shifted.x : 0.0, ry.y > 0.0 ? ry.y / shifted.y : 0.0,
                 ry.z > 0.0 ? ry.z / shifted.z : 0.0};
      const Vec3 squares = scale(on_ball, on_ball);
      const double f = squares.x + squares.y + squares.z - 1.0;
      if (!(f > 0.0)) break;
      const double slope =
          2.0 * ((ry.x > 0.0 ? squares.x / shifted.x : 0.0) + (ry.y > 0.0 ? squares.y / shifted.y : 0.0) +
                 (ry.z > 0.0 ? squares.z / shifted.z : 0.0));
      const double next = t + f / slope;
      if (!(next > t)) break;
      t = next;
    }
    on_ball = normalized(on_ball);
  }
  on_ball = {std::copysign(on_ball.x, point.x), std::copysign(on_ball.y, point.y), std::copysign(on_ball.z, point.z)};
  if (is_flat) {
    const Vec3 foot{radii.x > 0.0 ? point.x : 0.0, radii.y > 0.0 ? point.y : 0.0, radii.z > 0.0 ? point.z : 0.0};
    const Vec3 on_disc = beyond_pole ? foot : scale(on_ball, radii), outward = point - on_disc;
    const double distance = length(outward);
    return {distance, on_disc, distance > 0.0 ? outward * (1.0 / distance) : unit_axis(flat_axis())};
  }
  const Vec3 surface = scale(on_ball, radii);
  const Vec3 normal = normal_at(on_ball, radii);
  return {dot(point - surface, normal), surface, normal};
}

}  // namespace hyperplane
