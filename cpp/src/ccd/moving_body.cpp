#include "ccd/moving_body.h"

#include <type_traits>

#include "core/constants.h"

namespace hyperplane {
namespace {

bool is_revolved(ShapeType type) {
  return type == ShapeType::capsule || type == ShapeType::cylinder || type == ShapeType::cone;
}

}  // namespace

MovingBody::MovingBody(const Shape& of, const Sweep& sweep, const Vec3& origin)
    : shape(of), motion(motion_of(sweep, origin)), core(of), revolved(is_revolved(of.type)) {
  visit_shape(of, [&](const auto& s) {
    radius = s.radius();
    core_origin = s.core_origin();
    if constexpr (std::is_same_v<decltype(s), const Box&>) {
      reach = length(s.half);
      size = reach;
      if (motion.angle == 0.0) return;
      const Vec3 axis = transpose_times(to_matrix(motion.rotation), motion.axis);
      for (const Vec3& corner : {s.half, Vec3{-s.half.x, s.half.y, s.half.z}, Vec3{s.half.x, -s.half.y, s.half.z},
                                 Vec3{s.half.x, s.half.y, -s.half.z}}) {
        reach_across = max(reach_across, length_squared(cross(axis, corner)));
      }
      reach_across = std::sqrt(reach_across);
    } else {
      reach = reach_across = length(s.core_origin()) + s.core_extent();
      size = radius + s.core_extent();
    }
  });
}

double rounding_of_motion(const MovingBody& a, const MovingBody& b) {
  const double travelled = length(a.motion.velocity) + length(b.motion.velocity);
  return k_impact_rounding * (length(b.motion.position - a.motion.position) + travelled + a.reach + b.reach);
}

}  // namespace hyperplane
