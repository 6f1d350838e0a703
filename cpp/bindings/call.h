#pragma once

#include <cstdint>

#include "dimension.h"

/// Common to all calls: look up shapes, validate poses, report faults.

namespace hyperplane::bindings {

/// Return value of a failed call; the fault record has the reason.
inline constexpr std::uint32_t k_fault = 0xffffffff;

/// Fills the fault record. @param message static. @return k_fault.
std::uint32_t report_fault(Status status, Argument argument, const char* message, std::uint32_t item = 0);

/// `accept_pose` for poses that the quick test does not accept.
bool accept_odd_pose(const Pose& pose, Argument argument, std::uint32_t item);
/// @return whether the pose is valid; if not, the fault record is filled.
inline bool accept_pose(const Pose& pose, Argument argument, std::uint32_t item = 0) {
  return is_plainly_valid(pose) || accept_odd_pose(pose, argument, item);
}

/// @return the shape, or null with the fault record filled.
inline const Shape* accept_shape(std::uint32_t number, Argument argument, std::uint32_t item = 0) {
  const Shape* shape = shape_store.find(number);
  if (shape == nullptr) report_fault(Status::stale_handle, argument, "not a live shape", item);
  return shape;
}

/// @return the number, or 0 with the fault record filled.
std::uint32_t number_or_fault(const Result<std::uint32_t>& number, Argument argument = Argument::none);

/// @return whether a point may be the position of a pose; if not, the fault record is filled.
inline bool accept_point(const Vector& point, std::uint32_t item = 0) {
  return accept_pose({point, {}}, Argument::value, item);
}
/// @return whether a vector is finite and not zero; if not, the fault record is filled.
bool accept_direction(const Vector& direction, std::uint32_t item = 0);
/// Whether the vectors are the origin and the direction of a ray; if not, the fault record is filled.
inline bool accept_ray(const Vector& origin, const Vector& direction, std::uint32_t item = 0) {
  return accept_point(origin, item) && accept_direction(direction, item);
}

/// @return the shape of a call on one shape at pose 0, or null with the fault record filled.
inline const Shape* accept_shape_at_pose(std::uint32_t number) {
  const Shape* shape = accept_shape(number, Argument::shape_a);
  return shape != nullptr && accept_pose(records().poses[0], Argument::pose_a) ? shape : nullptr;
}

/// The two shapes of a pair call, and their poses in the records. `valid` false: the fault record is filled.
struct PairCall {
  const Shape* a;
  const Shape* b;
  const Pose& pose_a = records().poses[0];
  const Pose& pose_b = records().poses[1];
  bool valid;

  PairCall(std::uint32_t number_a, std::uint32_t number_b)
      : a(accept_shape(number_a, Argument::shape_a)),
        b(a == nullptr ? nullptr : accept_shape(number_b, Argument::shape_b)),
        valid(b != nullptr && accept_pose(pose_a, Argument::pose_a) && accept_pose(pose_b, Argument::pose_b)) {}
};

/// The shapes and sweeps of a call. `valid` false: the fault record is filled.
struct SweepCall {
  const Shape* a;
  const Shape* b;
  Sweep sweep_a{records().poses[0], records().poses[1]};
  Sweep sweep_b{records().poses[2], records().poses[3]};
  bool valid;

  SweepCall(std::uint32_t number_a, std::uint32_t number_b)
      : a(accept_shape(number_a, Argument::shape_a)),
        b(a == nullptr ? nullptr : accept_shape(number_b, Argument::shape_b)),
        valid(b != nullptr && accept_pose(sweep_a.from, Argument::pose_a) &&
              accept_pose(sweep_a.to, Argument::pose_a) && accept_pose(sweep_b.from, Argument::pose_b) &&
              accept_pose(sweep_b.to, Argument::pose_b)) {}
};

/// What a call that finds an impact returns. 0: none, 1: one, 2: the search gave up at its time.
inline std::uint32_t answer_of(const Impact& impact) { return !impact.hit ? 0 : impact.converged ? 1 : 2; }

}  // namespace hyperplane::bindings
