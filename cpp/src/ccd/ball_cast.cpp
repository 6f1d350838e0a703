#include "ccd/ball_cast.h"

#include "ccd/tolerances.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

/// As `time_to_point`, but 0 for balls that start within `radius`, and infinite for those that only move away.
double time_from_start(const Vec3& apart, const Vec3& velocity, double radius) {
  if (length_squared(apart) <= radius * radius) return 0.0;
  return dot(apart, velocity) < 0.0 ? time_to_point(apart, velocity, radius) : __builtin_huge_val();
}

/// The cylinder of a rounded edge, between its ends. @param from relative to the start of the edge.
double time_to_edge(const Vec3& from, const Vec3& velocity, double radius, const Vec3& edge) {
  const double size = length(edge);
  const Vec3 along = edge * (1.0 / size);
  const double time = time_from_start(cross(along, from), cross(along, velocity), radius);
  if (time == __builtin_huge_val()) return time;
  const double place = dot(along, from + velocity * time), slack = k_cast_slack * size;
  return place >= -slack && place <= size + slack ? time : __builtin_huge_val();
}

}  // namespace

double time_to_point(const Vec3& apart, const Vec3& velocity, double radius) {
  const double speed_squared = length_squared(velocity);
  if (!(speed_squared > 0.0)) return __builtin_huge_val();
  const double nearest = -dot(apart, velocity) / speed_squared;
  const double within = radius * radius - length_squared(apart + velocity * nearest);
  if (within < 0.0) return __builtin_huge_val();
  return nearest - std::sqrt(within / speed_squared);
}

double time_to_box(const Vec3& centre, const Vec3& velocity, double radius, const Vec3& half) {
  // Along each axis: the times at which the centre enters and exits the slab between the faces.
  double enters[3], leaves[3], breaks[8];
  int break_count = 0;
  breaks[break_count++] = 0.0;
  for (int i = 0; i < 3; ++i) {
    const double p = component(centre, i), v = component(velocity, i), h = component(half, i);
    if (v == 0.0) {
      const bool inside = std::fabs(p) <= h;
      enters[i] = inside ? -1.0 : 2.0;
      leaves[i] = 2.0;
      continue;
    }
    const double low = (-h - p) / v, high = (h - p) / v;
    enters[i] = min(low, high);
    leaves[i] = max(low, high);
    for (const double at : {enters[i], leaves[i]}) {
      if (!(at > 0.0 && at < 1.0)) continue;
      int place = break_count++;
      for (; breaks[place - 1] > at; --place) breaks[place] = breaks[place - 1];
      breaks[place] = at;
    }
  }
  breaks[break_count] = 1.0;

  for (int stretch = 0; stretch < break_count; ++stretch) {
    const double from = breaks[stretch], to = breaks[stretch + 1], middle = 0.5 * (from + to);
    // Vector from the closest point of the box to the centre, on the axes along which the centre is outside the slab.
    double apart[3] = {}, moving[3] = {};
    for (int i = 0; i < 3; ++i) {
      if (middle > enters[i] && middle < leaves[i]) continue;
      const double p = component(centre, i), v = component(velocity, i), h = component(half, i);
      apart[i] = p + v * middle > 0.0 ? p - h : p + h;
      moving[i] = v;
    }
    const Vec3 out{apart[0], apart[1], apart[2]}, speed{moving[0], moving[1], moving[2]};
    const double time = time_to_point(out, speed, radius);
    // Rounding may put a root at the boundary of two intervals outside both.
    const double slack = k_cast_slack * (to - from);
    if (time >= from - slack && time <= to + slack) return max(time, 0.0);
    if (stretch > 0 && length_squared(out + speed * from) <= radius * radius) return from;
  }
  return __builtin_huge_val();
}

/// A triangle rounded by the radius is the union of a prism over its face, three cylinders around its edges and three
/// balls around its corners, all between two planes.
double time_to_triangle(const Vec3& centre, const Vec3& velocity, double radius, const Triangle& triangle,
                        double latest) {
  const Vec3 from = centre - triangle.origin, middle = (triangle.to_b + triangle.to_c) * (1.0 / 3.0);
  const double size_squared =
      max(length_squared(middle), max(length_squared(triangle.to_b - middle), length_squared(triangle.to_c - middle)));
  // The bounding ball rejects small triangles faster.
  const double around = (radius + std::sqrt(size_squared)) * (1.0 + k_distance_tolerance);
  if (time_from_start(from - middle, velocity, around) > latest) return __builtin_huge_val();
  if (is_needle(triangle.to_b, triangle.to_c)) return 0.0;
  const Vec3 normal = triangle.normal();
  const double height = dot(normal, from), speed = dot(normal, velocity), side = height < 0.0 ? -1.0 : 1.0;
  double time = 0.0;
  if (side * height > radius) {
    if (!(side * speed < 0.0)) return __builtin_huge_val();
    time = (side * height - radius) / -(side * speed);
    if (time > latest) return __builtin_huge_val();
  }
  const Vec3 at = from + velocity * time;
  bool is_over_face = true;
  for (int i = 0; i < Triangle::k_corner_count; ++i) {
    const Vec3 edge = triangle.edge(i);
    is_over_face &= dot(cross(edge, normal), at - triangle.corner(i)) <= k_cast_slack * length_squared(edge);
  }
  if (is_over_face) return time;
  double first = __builtin_huge_val();
  for (int i = 0; i < Triangle::k_corner_count; ++i) {
    const Vec3 from_corner = from - triangle.corner(i);
    first = min(first, time_to_edge(from_corner, velocity, radius, triangle.edge(i)));
    first = min(first, time_from_start(from_corner, velocity, radius));
  }
  return first <= latest ? first : __builtin_huge_val();
}

}  // namespace hyperplane
