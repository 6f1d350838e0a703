#include "ccd/path_bound.h"

#include "ccd/tolerances.h"

namespace hyperplane {
namespace {

/// Largest |x (x - 1/2) (x - 1)| / 6 over [0, 1]: 1 / (72 sqrt(3)), rounded up.
constexpr double k_remainder = 0.0080188;

/// Value at the middle control point of the parabola through three values.
template <class T>
T control_point(const T& start, const T& middle, const T& end) {
  return middle * 2.0 - (start + end) * 0.5;
}

/// h without the subtracted ball.
double support_value(MovingBody& body, const Vec3& direction, double ball) {
  const double value = dot(direction, body.core_origin + body.core.core_support(direction));
  return ball == 0.0 ? value : value - ball * length(direction);
}

}  // namespace

PathBound::Rates PathBound::rates_of(const MovingBody& body) {
  const double visible = body.visible_angle(), sum = body.motion.angle + std::fabs(body.spin_along_axis());
  return {{visible, visible * sum, visible * sum * sum}};
}

PathBound::PathBound(MovingBody& a, MovingBody& b, double time, double rounding)
    : a_(a),
      b_(b),
      time_(time),
      rounding_(rounding),
      velocity_(b.motion.velocity - a.motion.velocity),
      rates_a_(rates_of(a)),
      rates_b_(rates_of(b)) {
  const double *const p = rates_a_.of, *const q = rates_b_.of;
  relative_ = {{p[0] + q[0], p[1] + 2.0 * p[0] * q[0] + q[1], p[2] + 3.0 * (p[1] * q[0] + p[0] * q[1]) + q[2]}};
  if (!a.revolved() && !b.revolved()) {
    // Bodies with equal rotations do not turn relative to each other.
    const double apart = length(a.motion.angular_velocity() - b.motion.angular_velocity());
    const double sum = a.motion.angle + b.motion.angle;
    relative_ = {{apart, apart * sum, apart * sum * sum}};
  }
  frames_[0] = frames_at(time);
}

PathBound::Frames PathBound::frames_at(double time) const {
  return {a_.frame_at(time), b_.frame_at(time), b_.motion.position - a_.motion.position + velocity_ * time};
}

void PathBound::add_normal(const Vec3& normal) {
  paths_[path_count_++] = {NormalPath::Follows::nothing, normal, {}};
  if (a_.turns()) add_face_of_a(normal);
  if (b_.turns()) add_face_of_b(normal);
}

void PathBound::add_face_of_a(const Vec3& normal) {
  paths_[path_count_++] = {NormalPath::Follows::a, transpose_times(frames_[0].a, normal), {}};
}

void PathBound::add_face_of_b(const Vec3& normal) {
  paths_[path_count_++] = {NormalPath::Follows::b, transpose_times(frames_[0].b, normal), {}};
}

void PathBound::add_edges(const Vec3& edge_a, const Vec3& edge_b, const Vec3& normal) {
  const double side = dot(cross(edge_a, edge_b), normal) < 0.0 ? -1.0 : 1.0;
  paths_[path_count_++] = {NormalPath::Follows::edges, transpose_times(frames_[0].a, edge_a * side),
                           transpose_times(frames_[0].b, edge_b)};
}

bool PathBound::stays_apart(const NormalPath& path, double stretch) {
  using Follows = NormalPath::Follows;
  Vec3 in_a[3], in_b[3];
  double apart[3];
  for (int k = 0; k < 3; ++k) {
    const Frames& frames = frames_[k];
    Vec3 n = path.direction;
    if (path.follows == Follows::a) {
      n = frames.a * path.direction;
    } else if (path.follows == Follows::b) {
      n = frames.b * path.direction;
    } else if (path.follows == Follows::edges) {
      n = cross(frames.a * path.direction, frames.b * path.edge_b);
    }
    in_a[k] = path.follows == Follows::a ? path.direction : transpose_times(frames.a, n);
    in_b[k] = path.follows == Follows::b ? -path.direction : -transpose_times(frames.b, n);
    apart[k] = dot(n, frames.apart);
  }

  // Bounds of the third derivatives of n . D, and of the directions times the reaches of the bodies.
  const bool is_unit = path.follows != Follows::edges;
  const double farthest = max(length(frames_[0].apart), length(frames_[2].apart)), speed = length(velocity_);
  double third = 0.0;
  switch (path.follows) {
    case Follows::nothing:
      third = rates_a_.of[2] * a_.reach + rates_b_.of[2] * b_.reach;
      break;
    case Follows::a:
      third = rates_a_.of[2] * farthest + 3.0 * rates_a_.of[1] * speed + relative_.of[2] * b_.reach;
      break;
    case Follows::b:
      third = rates_b_.of[2] * farthest + 3.0 * rates_b_.of[1] * speed + relative_.of[2] * a_.reach;
      break;
    case Follows::edges: {
      const double *const p = rates_a_.of, *const q = rates_b_.of;
      const double second_of_n = p[1] + 2.0 * p[0] * q[0] + q[1];
      const double third_of_n = p[2] + 3.0 * (p[1] * q[0] + p[0] * q[1]) + q[2];
      third = third_of_n * farthest + 3.0 * second_of_n * speed + relative_.of[2] * (a_.reach + b_.reach);
      break;
    }
  }
  const double off = third * stretch * stretch * stretch * k_remainder + rounding_;

  const double ball_a = is_unit ? a_.inner_ball : -a_.radius, ball_b = is_unit ? b_.inner_ball : -b_.radius;
  const double round = is_unit ? a_.radius + a_.inner_ball + b_.radius + b_.inner_ball : 0.0;
  const auto gap = [&](double between, const Vec3& direction_a, const Vec3& direction_b) {
    return between - support_value(a_, direction_a, ball_a) - support_value(b_, direction_b, ball_b) - round - off;
  };
  const double end = gap(apart[2], in_a[2], in_b[2]);
  if (!(end > 0.0)) return false;
  const double start = gap(apart[0], in_a[0], in_b[0]);
  if (!(start > 0.0)) return false;
  const double control = gap(control_point(apart[0], apart[1], apart[2]), control_point(in_a[0], in_a[1], in_a[2]),
                             control_point(in_b[0], in_b[1], in_b[2]));
  // The parabola (1 - u)^2 start + 2 u (1 - u) control + u^2 end has no zero between.
  return control >= 0.0 || control * control < start * end;
}

bool PathBound::any_stays_apart(double stretch) {
  frames_[1] = frames_at(time_ + 0.5 * stretch);
  frames_[2] = frames_at(time_ + stretch);
  for (int i = 0; i < path_count_; ++i) {
    if (stays_apart(paths_[i], stretch)) return true;
  }
  return false;
}

double PathBound::safe_step(double guess, double least, double end) {
  double proved = 0.0;
  double stretch = min(max(guess, least), end);
  for (int round = 0; round < k_path_step_rounds; ++round) {
    if (any_stays_apart(stretch)) {
      proved = stretch;
      if (proved >= end || round > 0) break;
      while (proved < end && round < k_path_step_rounds) {
        stretch = min(2.0 * proved, end);
        if (!any_stays_apart(stretch)) break;
        proved = stretch;
        ++round;
      }
      break;
    }
    stretch *= 0.5;
    if (stretch <= least) break;
  }
  return proved;
}

}  // namespace hyperplane
