#include <hyperplane/sweep.h>

#include "ccd/time_of_impact.h"
#include "ccd/tolerances.h"
#include "fuzz_shapes.h"
#include "math/quat.h"

/// Moves and rotates two shapes of any type, some at a pose in a moving frame, and checks their time of impact against
/// the distance along the motion: before it the shapes are apart, at that time they touch, and without a time of impact
/// they never overlap.

namespace hyperplane::fuzz {
namespace {

/// Permitted overlap of two touching shapes, measured by the distance and relative to the larger shape: twice the
/// distance's accuracy for round shapes.
constexpr double k_tolerance = 2e-5;
/// Number of times along the motion at which the distance is checked.
constexpr int k_samples = 48;

/// The end of a motion, and the pose in the moving frame, if any.
struct Course {
  Pose to, mount;
  bool is_mounted = false;

  explicit Course(Input& input) : to(input.pose()) {}
  /// After everything else: inputs recorded without mounts, even those with unused bytes at their end, keep their
  /// meaning.
  void read_mount(Input& input) {
    if (input.byte() != 'M') return;
    mount = input.pose();
    is_mounted = check_pose(mount).ok();
  }
  const Pose* valid_mount() const { return is_mounted ? &mount : nullptr; }
};

Pose mounted_at(const Pose& frame, const Pose* mount) {
  if (mount == nullptr) return frame;
  const Quat local = normalized(mount->rotation);
  return {frame.position + rotate(frame.rotation, mount->position), frame.rotation * local};
}

void check(const Case& c, const Course& course_a, const Course& course_b) {
  const Shape &a = c.a.shape.value, &b = c.b.shape.value;
  const Sweep sweep_a{c.pose_a, course_a.to}, sweep_b{c.pose_b, course_b.to};
  const Pose *const mount_a = course_a.valid_mount(), *const mount_b = course_b.valid_mount();
  const Impact impact = time_of_impact({a, sweep_a, mount_a}, {b, sweep_b, mount_b});
  require(c, impact.iterations >= 0 && impact.iterations <= k_max_impact_iterations, "the iterations are bounded");
  if (impact.hit) {
    require(c, impact.time >= 0.0 && impact.time <= 1.0, "the time is in the step");
    require(c, is_unit(impact.normal), "the normal is unit length");
    require(c, std::isfinite(largest(impact.point)), "the point is finite");
  }
  if (!c.is_promised()) return;
  double way = c.size();
  for (const Sweep& sweep : {sweep_a, sweep_b}) {
    way = std::fmax(way, std::fmax(largest(sweep.from.position), largest(sweep.to.position)));
  }
  for (const Pose* const mount : {mount_a, mount_b}) {
    if (mount != nullptr) way = std::fmax(way, largest(mount->position));
  }
  // The positions of far or fast shapes are only as accurate as their coordinates.
  if (way > 1e4 * c.size()) return;
  const auto distance_at = [&](double time) {
    return distance(a, mounted_at(pose_at(sweep_a, time), mount_a), b, mounted_at(pose_at(sweep_b, time), mount_b))
        .distance;
  };
  const double tolerance = k_tolerance * c.size();
  if (distance_at(0.0) <= tolerance) return;  // the distance's accuracy then cannot tell leaving from entering
  const double end = impact.hit ? impact.time : 1.0;
  for (int i = 0; i <= k_samples; ++i) {
    require(c, distance_at(end * i / k_samples) >= -tolerance, "nothing overlaps before the impact");
  }
  require(c, impact.converged, "the search ends by itself");
  if (impact.hit) {
    require(c, distance_at(impact.time) <= tolerance + 1e-5 * way, "at the time of impact the shapes touch");
  }
}

}  // namespace
}  // namespace hyperplane::fuzz

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  hyperplane::fuzz::Input input(data, size);
  const hyperplane::fuzz::Case c(input);
  hyperplane::fuzz::Course a(input), b(input);
  a.read_mount(input);
  b.read_mount(input);
  if (c.ok() && check_pose(a.to).ok() && check_pose(b.to).ok()) hyperplane::fuzz::check(c, a, b);
  return 0;
}
