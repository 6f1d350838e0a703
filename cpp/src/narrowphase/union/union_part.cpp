#include "narrowphase/union/union_part.h"

#include <cmath>

#include <hyperplane/shape_query.h>

#include "composite/shape_at.h"
#include "core/constants.h"
#include "math/pose.h"
#include "math/trigonometry.h"
#include "narrowphase/convex/polytope_features.h"

namespace hyperplane {

void visit_face_normals(const Shape& shape, FunctionRef<void(const Vec3&)> visit) {
  switch (shape.type) {
    case ShapeType::box:
    case ShapeType::round_box:
      for_each_face_normal(Box(shape), visit);
      break;
    case ShapeType::convex_hull:
      for_each_face_normal(ConvexHull(shape), visit);
      break;
    case ShapeType::cylinder:
      visit(unit_axis(1));
      visit(-unit_axis(1));
      break;
    case ShapeType::cone:
      visit(-unit_axis(1));
      break;
    case ShapeType::half_space:
      visit(unit_axis(1));
      break;
    default:
      break;
  }
}

double height_of(const Shape& shape, const Pose& pose, const Vec3& direction) {
  return dot(direction, support(shape, pose, direction));
}

double height_of_triangle(const Shape& triangle, const Vec3& direction) {
  const double* const p = triangle.parameters;
  const auto along = [&](const double* corner) { return dot(direction, Vec3{corner[0], corner[1], corner[2]}); };
  return max(along(p), max(along(p + 3), along(p + 6)));
}

bool rises_above(const Shape& shape, const Pose& pose, const Vec3& point, const Vec3& normal, double near) {
  const Transform frame = frame_of(pose);
  const Vec3 away = support_at(shape, frame, normal) - point;
  const double rise = dot(normal, away);
  if (!(rise > near) || rise * rise <= k_surface_rise * k_surface_rise * length_squared(away)) return false;
  return distance_at(shape, frame, point) <= near;
}

bool is_on_surface(const Surface& surface, const SurfaceVicinity* vicinity, const Pose& pose, const Vec3& point,
                   double closeness) {
  if (!surface.exists()) return false;
  const Vec3 local = inverse_times(frame_of(pose), point);
  bool found = false;
  const auto look_at = [&](const Triangle& near) {
    found = near.closest_point(local).distance <= closeness;
    return !found;
  };
  if (vicinity != nullptr) {
    (*vicinity)(local, closeness, look_at);
  } else {
    visit_around(surface, local, closeness, look_at);
  }
  return found;
}

SineCosine turn_at_edge(const SurfacePart& part, int edge, const Vec3& outwards) {
  constexpr SineCosine k_none{0.0, 1.0};
  if (!part.is_outer(edge)) return k_none;
  const Vec3 &from = part.corners[edge], &to = part.corners[(edge + 1) % 3];
  const Vec3 middle = part.local_point((from + to) * 0.5);
  const Vec3 normal = part.local_direction(part.normal), aside = part.local_direction(outwards);
  const double weld = part.weld(), at_end = 0.25 * weld * weld;
  const Vec3 half = part.local_direction((to - from) * 0.5);
  double slope = HUGE_VAL;
  visit_around(part, middle, weld, [&](const Triangle& near) {
    const auto corner = [&](int k) { return near.origin + near.corner(k) - middle; };
    const Vec3 corners[3] = {corner(0), corner(1), corner(2)};
    const double ahead[3] = {dot(aside, corners[0]), dot(aside, corners[1]), dot(aside, corners[2])};
    if (!(ahead[0] > weld || ahead[1] > weld || ahead[2] > weld)) return true;
    bool has_from = false, has_to = false;
    for (const Vec3& away : corners) {
      has_from = has_from || length_squared(away + half) <= at_end;
      has_to = has_to || length_squared(away - half) <= at_end;
    }
    // Of most triangles both ends are corners, between which the middle is.
    if (!(has_from && has_to) && near.closest_point(middle).distance > weld) return true;
    for (int k = 0; k < 3; ++k) {
      // tangent of the angle below the face at which the neighbour leads away
      if (ahead[k] > weld) slope = min(slope, -dot(normal, corners[k]) / ahead[k]);
    }
    return slope > 0.0;
  });
  if (!(slope > 0.0)) return k_none;
  if (slope == HUGE_VAL) return {1.0, 0.0};
  const double cosine = 1.0 / std::sqrt(1.0 + slope * slope);
  return {slope * cosine, cosine};
}

bool is_far_inside(const SurfacePart& part, const Vec3& foot, double depth, const Vec3& high) {
  const auto inwards_of = [&](int k) { return cross(part.front, part.corners[(k + 1) % 3] - part.corners[k]); };
  const Vec3 inwards[3] = {inwards_of(0), inwards_of(1), inwards_of(2)};
  double inside[3];
  for (int k = 0; k < 3; ++k) {
    inside[k] = dot(inwards[k], foot - part.corners[k]);
    if (inside[k] < 0.0) return false;
  }
  for (int k = 0; k < 3; ++k) {
    const double squared = inside[k] * inside[k], across = length_squared(inwards[k]);
    if (part.bend(k) == EdgeBend::flat || squared >= depth * depth * across) continue;
    if (part.bend(k) == EdgeBend::open) return false;
    const Vec3 outwards = inwards[k] * (-1.0 / std::sqrt(across));
    if (part.is_outer(k)) {
      const SineCosine turn = turn_at_edge(part, k, outwards);
      // Times the tangent of half the angle.
      const double least = depth * turn.sine / (1.0 + turn.cosine);
      if (squared < least * least * across) return false;
    } else if (!part.surface.is_one_sided()) {
      SurfacePart behind = part;
      behind.normal = -part.normal;
      const SineCosine turn = turn_at_edge(behind, k, outwards);
      const Vec3 away = high - part.corners[k];
      if (!(turn.cosine > 0.0) || turn.cosine * dot(part.normal, away) - turn.sine * dot(outwards, away) < depth) {
        return false;
      }
    }
  }
  return true;
}

}  // namespace hyperplane
