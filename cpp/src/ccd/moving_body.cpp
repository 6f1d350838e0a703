#include "ccd/moving_body.h"

#include "ccd/tolerances.h"

namespace hyperplane {

MovingBody::MovingBody(const Shape& of, const Sweep& sweep, const Vec3& origin)
    : shape(of), motion(motion_of(sweep, origin)), core(of) {
  visit_shape(of, [&](const auto& s) {
    radius = s.radius();
    core_origin = s.core_origin();
    reach = length(core_origin) + core_reach_of(s);
    size = radius + core_reach_of(s);
    inner_ball = s.inner_ball();
    revolved_axis = s.revolved_axis();
    if (motion.angle == 0.0) return;
    reach_across = core_reach_across(s, transpose_times(to_matrix(motion.rotation), motion.axis));
  });
}

void MovingBody::mount_shape(const Pose& mount) {
  const Quat local = normalized(mount.rotation);
  motion.rotation = motion.rotation * local;
  offset = rotate(conjugate(local), mount.position);
  arm = length(offset);
  const Mat3 rotation = to_matrix(motion.rotation);
  double core_reach = 0.0;
  visit_shape(shape, [&](const auto& s) {
    core_reach = core_reach_of(s);
    if (motion.angle == 0.0) return;
    const Vec3 axis = transpose_times(rotation, motion.axis);
    reach_across = core_reach_across(s, axis) + length(cross(axis, offset));
  });
  if (!turns()) {
    // Without rotation the shape moves straight, as a body of its own.
    motion.position += rotation * offset;
    offset = {};
    return;
  }
  if (revolved()) {
    // Rotation about the shape's axis has no effect only if the body's origin is on that axis.
    const Vec3 on_axis = unit_axis(revolved_axis) * component(offset, revolved_axis);
    if (length(offset - on_axis) <= k_mount_rounding * arm) {
      offset = on_axis;
    } else {
      revolved_axis = -1;
    }
  }
  is_offset = arm > 0.0;
  core_origin += offset;
  reach = length(core_origin) + core_reach;
}

double MovingBody::spin_along_axis() const {
  return revolved() ? dot(motion.angular_velocity(), to_matrix(motion.rotation).columns[revolved_axis]) : 0.0;
}

double MovingBody::visible_angle() const {
  const double along = spin_along_axis();
  return revolved() ? std::sqrt(max(motion.angle * motion.angle - along * along, 0.0)) : motion.angle;
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
  const double lengths = length(b.motion.position - a.motion.position) + travelled + a.reach + b.reach;
  return k_impact_rounding * lengths + k_mount_rounding * (a.arm + b.arm);
}

}  // namespace hyperplane
