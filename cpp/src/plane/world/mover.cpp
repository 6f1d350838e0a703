#include "motion/collide_and_slide.h"
#include "plane/world/mover_around.h"
#include "plane/world/separation.h"

/// Collide and slide in the plane (motion/collide_and_slide.h). The free direction between contacts is the solution of
/// a few half-planes (half_planes.cpp), and one-sided chains let the body through from behind (mover_around.h).

namespace hyperplane::plane {
namespace {

struct PlaneWays {
  using Vec = Vec2;
  using Plane = HalfPlane;
  using Around = MoverAround;
  using Contact = MoverContact;
  using Stop = MoverStop;
  using Options = MoverOptions;
  using Answer = MoverResult;
  static constexpr int k_hits = k_max_mover_hits, k_contacts = MoverContacts::k_capacity;

  static Vec2 solve(std::span<const HalfPlane> planes, Vec2 wanted, double tolerance, bool& found) {
    return solve_half_planes(planes, wanted, tolerance, found);
  }
  static double visit_all_round(FunctionRef<void(Vec2)> visit) { return plane::visit_all_round(visit); }
  static void visit_beside(Vec2 direction, double angle, FunctionRef<void(Vec2)> visit) {
    plane::visit_beside(direction, angle, visit);
  }
};

}  // namespace

MoverResult move_body(Colliders& colliders, const Shape& shape, const Pose& pose, Vec2 delta,
                      const MoverOptions& options) {
  MoverAround around(colliders, shape, pose, options);
  MoverResult result;
  CollideAndSlide<PlaneWays>(around, pose.position, options, result).move(delta);
  return result;
}

Result<bool> check_move(const Pose& pose, Vec2 delta, const MoverOptions& options) {
  const auto wrong = [](const char* message) { return Result<bool>::failure(Status::invalid_argument, message); };
  const Result<bool> checked = check_pose(pose);
  if (!checked.ok()) return checked;
  // NaN fails every comparison.
  if (!(magnitude(delta.x) <= k_max_position && magnitude(delta.y) <= k_max_position)) {
    return wrong("delta must be finite and within 1e12 m");
  }
  if (!is_finite(options.up) || (options.up.x == 0.0 && options.up.y == 0.0)) {
    return wrong("up must be finite and not zero");
  }
  if (!(options.max_slope >= 0.0 && options.max_slope <= k_pi / 2)) return wrong("max_slope must be from 0 to pi / 2");
  return check_mover_lengths(options, k_max_size);
}

Result<MoverResult> World::move_and_slide(const Shape& shape, const Pose& pose, Vec2 delta,
                                          const MoverOptions& options) {
  const Result<bool> checked = check_move(pose, delta, options);
  if (!checked.ok()) return Result<MoverResult>::failure(checked.status, checked.message);
  if (is_half_space(shape)) {
    return Result<MoverResult>::failure(Status::invalid_argument, "a half-space is no body that slides along others");
  }
  return {Status::ok, move_body(impl_->colliders, shape, pose, delta, options), ""};
}

}  // namespace hyperplane::plane
