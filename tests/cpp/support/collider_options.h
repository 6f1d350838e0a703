#pragma once

#include <hyperplane/world.h>

namespace hyperplane::test {

inline ColliderOptions collider_of(const Shape& shape, const Vec3& position, bool is_static = false) {
  ColliderOptions options;
  options.shape = shape;
  options.pose.position = position;
  options.is_static = is_static;
  return options;
}

}  // namespace hyperplane::test
