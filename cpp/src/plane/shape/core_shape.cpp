#include "plane/shape/core_shape.h"

namespace hyperplane::plane {
namespace {

/// Whether `direction` lies counter-clockwise of `from` by less than `to` does, all angles in [0, 2 pi).
bool is_before(Vec2 from, Vec2 direction, Vec2 to) {
  const auto half = [&](Vec2 v) {
    const double side = cross(from, v);
    return side > 0.0 || (side == 0.0 && dot(from, v) > 0.0) ? 0 : 1;
  };
  const int half_direction = half(direction), half_to = half(to);
  return half_direction != half_to ? half_direction < half_to : cross(direction, to) > 0.0;
}

}  // namespace

int farthest_of_many(const Vec2* normals, int count, Vec2 direction) {
  // Vertex i is farthest between the normals of edges i - 1 and i: looks for the first normal past the direction.
  int low = 0, high = count;
  while (high - low > 1) {
    const int middle = (low + high) / 2;
    if (is_before(normals[0], direction, normals[middle])) {
      high = middle;
    } else {
      low = middle;
    }
  }
  return high == count ? 0 : high;
}

}  // namespace hyperplane::plane
