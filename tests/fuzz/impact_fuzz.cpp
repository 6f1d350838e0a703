#include <hyperplane/sweep.h>

#include "core/constants.h"
#include "fuzz_shapes.h"

/// Moves and rotates two shapes of any type, and checks their time of impact against the distance along the motion:
/// before it the shapes are apart, at that time they touch, and without a time of impact they never overlap.

namespace hyperplane::fuzz {
namespace {

/// Permitted overlap of two touching shapes, measured by the distance and relative to the larger shape: twice the
/// distance's accuracy for round shapes.
constexpr double k_tolerance = 2e-5;
/// Number of times along the motion at which the distance is checked.
constexpr int k_samples = 48;

void check(const Case& c, const Pose& to_a, const Pose& to_b) {
  const Shape &a = c.a.shape.value, &b = c.b.shape.value;
  const Sweep sweep_a{c.pose_a, to_a}, sweep_b{c.pose_b, to_b};
  const Impact impact = time_of_impact(a, sweep_a, b, sweep_b);
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
  // The positions of far or fast shapes are only as accurate as their coordinates.
  if (way > 1e4 * c.size()) return;
  const auto distance_at = [&](double time) {
    return distance(a, pose_at(sweep_a, time), b, pose_at(sweep_b, time)).distance;
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
  const hyperplane::Pose to_a = input.pose(), to_b = input.pose();
  if (c.ok() && check_pose(to_a).ok() && check_pose(to_b).ok()) hyperplane::fuzz::check(c, to_a, to_b);
  return 0;
}
