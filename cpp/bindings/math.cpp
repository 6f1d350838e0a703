#include <algorithm>

#include <hyperplane/shape_query.h>

#include "bind_call.h"
#include "call.h"
#include "core/safe_rotation.h"
#include "math/quat.h"
#include "shape/round_box.h"

/// Quaternion rotation and the corners of a box.

namespace hyperplane::bindings {
namespace {

/// Rotates vector 0 by pose 0. @return 0, or k_fault. Result in point 0.
std::uint32_t call_rotate() {
  Records& r = records();
  if (!is_finite(r.vectors[0])) {
    return report_fault(Status::invalid_argument, Argument::value, "a component of the vector is not finite");
  }
  if (!accept_pose(r.poses[0], Argument::pose_a)) return k_fault;
  r.results[0] = rotate(with_safe_length(r.poses[0].rotation), r.vectors[0]);
  return 0;
}

/// Corners at pose 0; of a rounded box those of its core. @return 0, or k_fault. Result in the points.
std::uint32_t call_box_vertices(std::uint32_t number) {
  Records& r = records();
  const Shape* shape = accept_shape(number, Argument::shape_a);
  if (shape == nullptr || !accept_pose(r.poses[0], Argument::pose_a)) return k_fault;
  if (!has_box_core(shape->type)) {
    return report_fault(Status::invalid_argument, Argument::shape_a, "not a box");
  }
  const std::array<Vec3, 8> vertices = box_vertices(*shape, r.poses[0]);
  std::copy(vertices.begin(), vertices.end(), r.results);
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_math) {
  bind_call("rotate", &call_rotate);
  bind_call("boxVertices", &call_box_vertices);
}

}  // namespace hyperplane::bindings
