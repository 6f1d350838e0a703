#include <hyperplane/sweep.h>

#include "core/constants.h"
#include "fuzz_shapes.h"

/// Lets two shapes of any type move and turn, and checks what their time of impact promises, by asking for the distance
/// along the way: until then the shapes are apart, at that time they touch, and where there is none they never overlap.

namespace hyperplane::fuzz {
namespace {

/// How much two shapes that touch may overlap by the distance's account, relative to the larger one: its accuracy for
/// round shapes, doubled.
constexpr double k_tolerance = 2e-5;
/// Places along the way at which the distance is asked for.
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
  // What is far away, or far on its way, is known only as well as its coordinates.
  if (way > 1e4 * c.size()) return;
  const auto distance_at = [&](double time) {
    return distance(a, pose_at(sweep_a, time), b, pose_at(sweep_b, time)).distance;
  };
  const double tolerance = k_tolerance * c.size();
  if (distance_at(0.0) <= tolerance) return;  // whether it leaves or enters is then below the distance's accuracy
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
