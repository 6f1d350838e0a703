#include "narrowphase/convex/simplex.h"

#include "narrowphase/convex/tolerances.h"

namespace hyperplane {
namespace {

/// A point of the convex hull of some corners, as weights of all corners of the simplex.
struct Closest {
  Vec3 point;
  double distance_squared;
  double weights[4] = {0.0, 0.0, 0.0, 0.0};
};

void keep_closer(const Closest& candidate, Closest& best) {
  if (candidate.distance_squared < best.distance_squared) best = candidate;
}

Closest on_segment(const SupportPoint* points, int i, int j) {
  const Vec3 a = points[i].w, ab = points[j].w - a;
  const double along = -dot(a, ab), length = length_squared(ab);
  Closest result;
  if (!(along > 0.0)) {
    result.point = a;
    result.weights[i] = 1.0;
  } else if (along >= length) {
    result.point = points[j].w;
    result.weights[j] = 1.0;
  } else {
    const double t = along / length;
    result.point = a + ab * t;
    result.weights[i] = 1.0 - t;
    result.weights[j] = t;
  }
  result.distance_squared = length_squared(result.point);
  return result;
}

Closest on_triangle(const SupportPoint* points, int i, int j, int k) {
  const Vec3 a = points[i].w, ab = points[j].w - a, ac = points[k].w - a;
  const Vec3 normal = cross(ab, ac);
  const double area_squared = length_squared(normal);
  const bool is_needle = !(area_squared > k_needle_sine * k_needle_sine * (length_squared(ab) * length_squared(ac)));
  // Barycentric coordinates of the origin's projection, times area_squared.
  const double at_b = -dot(a, cross(ac, normal));
  const double at_c = -dot(a, cross(normal, ab));
  const double at_a = area_squared - at_b - at_c;
  if (!is_needle && at_a >= 0.0 && at_b >= 0.0 && at_c >= 0.0) {
    Closest result;
    const double inverse = 1.0 / area_squared;
    const double height = dot(a, normal);
    // Along the normal, not as the weighted sum: the direction stays accurate when the triangle is about to touch the
    // origin.
    result.point = normal * (height * inverse);
    result.distance_squared = height * height * inverse;
    result.weights[i] = at_a * inverse;
    result.weights[j] = at_b * inverse;
    result.weights[k] = at_c * inverse;
    return result;
  }
  Closest best;
  best.distance_squared = __builtin_huge_val();
  if (is_needle || at_a < 0.0) best = on_segment(points, j, k);
  if (is_needle || at_b < 0.0) keep_closer(on_segment(points, i, k), best);
  if (is_needle || at_c < 0.0) keep_closer(on_segment(points, i, j), best);
  return best;
}

Closest on_tetrahedron(const SupportPoint* points) {
  // Each side and its opposite corner.
  constexpr int k_sides[4][4] = {{0, 1, 3, 2}, {1, 2, 3, 0}, {2, 0, 3, 1}, {0, 2, 1, 3}};
  const Vec3 d = points[3].w;
  const Vec3 da = points[0].w - d, db = points[1].w - d, dc = points[2].w - d;
  const Vec3 across_ab = cross(da, db);
  const double volume = dot(across_ab, dc);
  // Largest change of a volume by rounding. A needle has less volume than the product of its angles suggests: a sign
  // that rounding can flip is not trusted, whatever the angles are.
  const double a2 = length_squared(da), b2 = length_squared(db), c2 = length_squared(dc), d2 = length_squared(d);
  const double rounding_squared =
      k_volume_rounding * k_volume_rounding * (max(a2 * b2, max(b2 * c2, c2 * a2)) * max(max(a2, b2), max(c2, d2)));
  const bool is_flat =
      !(volume * volume > max(k_needle_sine * k_needle_sine * (length_squared(across_ab) * c2), rounding_squared));

  // Volumes of the tetrahedra of the origin with three of the sides, and the remainder for the fourth.
  const double at_c = -dot(across_ab, d), at_a = -dot(cross(db, dc), d), at_b = -dot(cross(dc, da), d);
  const double at_d = volume - at_a - at_b - at_c;
  const double sign = volume < 0.0 ? -1.0 : 1.0;
  const double coordinates[4] = {at_c * sign, at_a * sign, at_b * sign, at_d * sign};

  Closest best;
  best.distance_squared = __builtin_huge_val();
  bool is_inside = !is_flat;
  for (int side = 0; side < 4; ++side) {
    const double coordinate = coordinates[side];
    if (!is_flat && coordinate > 0.0 && coordinate * coordinate > rounding_squared) continue;
    is_inside = false;
    keep_closer(on_triangle(points, k_sides[side][0], k_sides[side][1], k_sides[side][2]), best);
  }
  if (is_inside) {
    const double inverse = 1.0 / (volume * sign);
    best.distance_squared = 0.0;
    for (int side = 0; side < 4; ++side) best.weights[k_sides[side][3]] = coordinates[side] * inverse;
  }
  return best;
}

}  // namespace

Vec3 reduce_to_closest(const SupportPoint* points, int size, Simplex& reduced) {
  if (size == 1) {
    reduced.size = 1;
    reduced.points[0] = points[0];
    reduced.weights[0] = 1.0;
    return points[0].w;
  }
  const Closest closest = size == 2   ? on_segment(points, 0, 1)
                          : size == 3 ? on_triangle(points, 0, 1, 2)
                                      : on_tetrahedron(points);
  // Branch-free compaction: a zero-weight point is written and then overwritten, since a mispredicted branch costs more
  // than a copy.
  int kept = 0;
  for (int i = 0; i < size; ++i) {
    reduced.points[kept] = points[i];
    reduced.weights[kept] = closest.weights[i];
    kept += closest.weights[i] > 0.0 ? 1 : 0;
  }
  reduced.size = kept;
  return closest.point;
}

}  // namespace hyperplane
