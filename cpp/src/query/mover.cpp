#include "query/mover.h"

#include <hyperplane/shape_query.h>

#include "depenetration/solve_planes.h"
#include "math/trigonometry.h"
#include "motion/collide_and_slide.h"
#include "query/directions.h"
#include "query/mover_surroundings.h"

namespace hyperplane {
namespace {

/// Collide and slide in space.
struct SpaceWays {
  using Vec = Vec3;
  using Plane = HalfSpace;
  using Around = Surroundings;
  using Contact = hyperplane::Contact;
  using Stop = hyperplane::Stop;
  using Options = MoverOptions;
  using Answer = MoverResult;
  static constexpr int k_hits = k_max_mover_hits, k_contacts = ContactSet::k_capacity;

  static Vec3 solve(std::span<const HalfSpace> planes, const Vec3& wanted, double tolerance, bool& found) {
    return solve_planes(planes, wanted, tolerance, found);
  }
  static double visit_all_round(FunctionRef<void(const Vec3&)> visit) { return hyperplane::visit_all_round(visit); }
  static void visit_beside(const Vec3& direction, double angle, FunctionRef<void(const Vec3&)> visit) {
    hyperplane::visit_beside(direction, angle, visit);
  }
};

}  // namespace

MoverResult move_and_slide(const Scene& scene, const Shape& shape, const Pose& pose, const Vec3& delta,
                           const MoverOptions& options, MoverCache* cache) {
  Surroundings around(scene, shape, pose, options);
  around.gather(pose.position, delta, cache);
  MoverResult result;
  CollideAndSlide<SpaceWays>(around, pose.position, options, result).move(delta);
  if (cache != nullptr) around.leave(pose.position, result.position, *cache);
  return result;
}

Result<bool> check_move(const Pose& pose, const Vec3& delta, const MoverOptions& options) {
  const auto wrong = [](const char* message) { return Result<bool>::failure(Status::invalid_argument, message); };
  const Result<bool> checked = check_pose(pose);
  if (!checked.ok()) return checked;
  const Vec3 way = abs(delta), up = abs(options.up);
  // NaN fails every comparison.
  if (!(max_component(way) <= k_max_coordinate) || !is_finite(delta))
    return wrong("delta must be finite and within 1e12 m");
  if (!is_finite(up) || up == Vec3{}) return wrong("up must be finite and not zero");
  if (!(options.max_slope >= 0.0 && options.max_slope <= k_pi / 2)) return wrong("max_slope must be from 0 to pi / 2");
  return check_mover_lengths(options, k_max_shape_size);
}

}  // namespace hyperplane
