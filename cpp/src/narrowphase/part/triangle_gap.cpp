#include "narrowphase/part/triangle_gap.h"

#include "core/constants.h"
#include "math/pose.h"
#include "shape/support.h"

namespace hyperplane {
bool is_farther(const Shape& triangle, double thickness, const Shape& shape, const Pose& pose, const Vec3& way,
                double distance) {
  const Triangle flat(triangle);
  if (is_needle(flat.to_b, flat.to_c)) return false;
  const Transform frame = to_transform(pose);
  const AnyCore core(shape);
  const auto [core_origin, radius, extent] = core_size_of(shape);
  const Vec3 origin = frame * core_origin - flat.origin;
  const double rounding =
      k_plane_rounding * (length(flat.origin) + length(origin) + length(way) + distance + flat.core_extent() + extent);
  const double margin = radius + distance + rounding;
  if (shape.type == ShapeType::sphere && thickness == 0.0 && way == Vec3{}) {
    return flat.closest_point(flat.origin + origin).distance > margin;
  }
  const auto is_beyond = [&](const Vec3& axis, const Vec3& corner, double depth) {
    const Vec3 point = frame.rotation * core.core_support(transpose_times(frame.rotation, -axis));
    // Times the length of the axis.
    const double gap = dot(axis, origin - corner + point) + min(0.0, dot(axis, way)), least = margin + depth;
    return gap > 0.0 && gap * gap > least * least * length_squared(axis);
  };
  const Vec3 normal = cross(flat.to_b, flat.to_c);
  if (is_beyond(normal, {}, 0.0) || is_beyond(-normal, {}, thickness)) return true;
  for (int i = 0; i < Triangle::k_corner_count; ++i) {
    if (is_beyond(cross(flat.edge(i), normal), flat.corner(i), 0.0)) return true;
  }
  return false;
}

}  // namespace hyperplane
