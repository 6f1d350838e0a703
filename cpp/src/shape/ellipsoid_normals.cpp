#include <algorithm>

#include "shape/ellipsoid.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

/// The normal of an ellipsoid at the local minimum of the distance from a point on the other side of the plane of the
/// two longer axes. With s = -r_1^2 - u, Eberly's F has poles at u = 0 and at u = r_2^2 - r_1^2 and is convex between
/// them. Of its two roots there the lower one is the minimum, the other a saddle. Newton's method climbs to it from the
/// left.
/// @return false if there is no such minimum.
bool far_normal(const Vec3& radii, const Vec3& point, Vec3& normal) {
  struct Axis {
    double radius, at;
    int index;
  };
  Axis axes[3] = {{radii.x, point.x, 0}, {radii.y, point.y, 1}, {radii.z, point.z, 2}};
  if (axes[1].radius < axes[0].radius) std::swap(axes[0], axes[1]);
  if (axes[2].radius < axes[1].radius) std::swap(axes[1], axes[2]);
  if (axes[1].radius < axes[0].radius) std::swap(axes[0], axes[1]);

  double scaled[3], gaps[3];
  for (int i = 0; i < 3; ++i) {
    scaled[i] = axes[i].radius * axes[i].at;
    gaps[i] = (axes[i].radius - axes[0].radius) * (axes[i].radius + axes[0].radius);
  }
  double u = std::fabs(scaled[0]);
  if (!(u < gaps[1])) return false;
  double on_ball[3] = {0.0, scaled[1] / gaps[1], scaled[2] / gaps[2]};
  if (u > 0.0) {
    for (int i = 0; i < k_max_ellipsoid_iterations; ++i) {
      on_ball[0] = -scaled[0] / u;
      on_ball[1] = scaled[1] / (gaps[1] - u);
      on_ball[2] = scaled[2] / (gaps[2] - u);
      const double squares[3] = {on_ball[0] * on_ball[0], on_ball[1] * on_ball[1], on_ball[2] * on_ball[2]};
      const double f = squares[0] + squares[1] + squares[2] - 1.0;
      if (!(f > 0.0)) break;
      const double fall = 2.0 * (squares[0] / u - squares[1] / (gaps[1] - u) - squares[2] / (gaps[2] - u));
      if (!(fall > 0.0)) return false;
      const double next = u + f / fall;
      if (!(next < gaps[1])) return false;
      if (!(next > u)) break;
      u = next;
    }
  } else {
    const double rest = 1.0 - on_ball[1] * on_ball[1] - on_ball[2] * on_ball[2];
    if (!(rest > 0.0)) return false;
    on_ball[0] = -std::sqrt(rest);
  }
  Vec3 outwards;
  for (int i = 0; i < 3; ++i) outwards += unit_axis(axes[i].index) * (on_ball[i] / axes[i].radius);
  normal = normalized(outwards);
  return true;
}

}  // namespace

Normals Ellipsoid::core_normals_towards(const Vec3& point) const {
  // A disc is curved at its rim only, an edge.
  if (least_radius() == 0.0) return {2, {unit_axis(flat_axis()), -unit_axis(flat_axis())}};
  Normals normals{1, {closest_point(point).normal}};
  if (far_normal(radii, point, normals.at[1])) ++normals.count;
  return normals;
}

}  // namespace hyperplane
