#include "ccd/moving_body.h"

#include <type_traits>

#include "core/constants.h"

namespace hyperplane {
namespace {

int revolved_axis_of(const Shape& shape) {
  switch (shape.type) {
    case ShapeType::capsule:
    case ShapeType::cylinder:
    case ShapeType::cone:
      return 1;
    case ShapeType::ellipsoid: {
      const Vec3 radii = Ellipsoid(shape).radii;
      return radii.x == radii.z ? 1 : radii.y == radii.z ? 0 : radii.x == radii.y ? 2 : -1;
    }
    default:
      return -1;
  }
}

}  // namespace

MovingBody::MovingBody(const Shape& of, const Sweep& sweep, const Vec3& origin)
    : shape(of), motion(motion_of(sweep, origin)), core(of), revolved_axis(revolved_axis_of(of)) {
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
    if constexpr (std::is_same_v<decltype(s), const Ellipsoid&>) {
      const double least = min(s.radii.x, min(s.radii.y, s.radii.z));
      inner_ball = least * least / max_component(s.radii);
    }
  });
}

double MovingBody::spin_along_axis() const {
  return revolved() ? dot(motion.angular_velocity(), to_matrix(motion.rotation).columns[revolved_axis]) : 0.0;
}

Mat3 MovingBody::frame_at(double time) const {
  Mat3 frame = to_matrix(motion.at(time).rotation);
  const double back = -spin_along_axis() * time;
  if (back == 0.0) return frame;
  const SineCosine half = sine_cosine(0.5 * std::fabs(back));
  const double sine = (back < 0.0 ? -2.0 : 2.0) * half.sine * half.cosine, cosine = 1.0 - 2.0 * half.sine * half.sine;
  Vec3& next = frame.columns[(revolved_axis + 1) % 3];
  Vec3& previous = frame.columns[(revolved_axis + 2) % 3];
  const Vec3 unturned = next;
  next = next * cosine + previous * sine;
  previous = previous * cosine - unturned * sine;
  return frame;
}

double rounding_of_motion(const MovingBody& a, const MovingBody& b) {
  const double travelled = length(a.motion.velocity) + length(b.motion.velocity);
  return k_impact_rounding * (length(b.motion.position - a.motion.position) + travelled + a.reach + b.reach);
}

}  // namespace hyperplane
