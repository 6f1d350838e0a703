#pragma once

#include <cmath>
#include <cstdint>

#include "narrowphase/composite/composite_pair.h"
#include "narrowphase/pair/plain_pose.h"
#include "records.h"
#include "shape_store.h"

/// Common to all calls: look up shapes, validate poses, report faults.

namespace hyperplane::bindings {

/// Return value of a failed call; the fault record has the reason.
inline constexpr std::uint32_t k_fault = 0xffffffff;

/// Fills the fault record. @param message static. @return k_fault.
std::uint32_t report_fault(Status status, Argument argument, const char* message, std::uint32_t item = 0);

/// @return whether the pose is valid; if not, the fault record is filled.
inline bool accept_pose(const Pose& pose, Argument argument, std::uint32_t item = 0) {
  if (is_plainly_valid(pose)) return true;
  const Result<bool> result = check_pose(pose);
  if (result.ok()) return true;
  report_fault(result.status, argument, result.message, item);
  return false;
}

/// @return the shape, or null with the fault record filled.
inline const Shape* accept_shape(std::uint32_t number, Argument argument, std::uint32_t item = 0) {
  const Shape* shape = shape_store.find(number);
  if (shape == nullptr) report_fault(Status::stale_handle, argument, "not a live shape", item);
  return shape;
}

/// @return the number, or 0 with the fault record filled.
std::uint32_t number_or_fault(const Result<std::uint32_t>& number, Argument argument = Argument::none);

/// Adds the shape of a hull, mesh or height field to the store, which owns it from then on.
/// @param make the shape of built data. @return the shape's number, or 0 with the fault record filled.
template <class Pointer, class Data>
std::uint32_t add_built(Result<Pointer> built, Shape (*make)(const Data&)) {
  if (!built.ok()) {
    report_fault(built.status, Argument::value, built.message);
    return 0;
  }
  const Result<std::uint32_t> number = shape_store.add(make(*built.value));
  if (number.ok()) built.value.release();
  return number_or_fault(number);
}

/// @return whether all coordinates are within k_max_coordinate; if not, the fault record is filled.
bool accept_point(const Vec3& point);
/// @return whether a vector is finite and not zero; if not, the fault record is filled.
bool accept_direction(const Vec3& direction);

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

/// For calls that explain an algorithm for convex shapes. @return false with the fault record filled for a composite.
inline bool accept_convex(const Shape& a, const Shape& b) {
  if (!has_composite(a, b)) return true;
  report_fault(Status::invalid_argument, Argument::value, "explanations take convex shapes only");
  return false;
}

}  // namespace hyperplane::bindings
