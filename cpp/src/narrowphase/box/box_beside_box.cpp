#include "narrowphase/box/box_beside_box.h"

#include <cmath>
#include <initializer_list>

namespace hyperplane {
namespace {

/// Sine of the angle within which an edge is parallel to a face.
constexpr double k_parallel_sine = 1e-3;

/// Whether an edge of B may lie in a face of A, or a corner of B on the boundary of A.
bool may_touch_flush(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, double reach) {
  for (int k = 0; k < 3; ++k) {
    double rise[3];
    for (int j = 0; j < 3; ++j) rise[j] = component(half_b, j) * component(b_in_a.rotation.columns[j], k);
    for (int j = 0; j < 3; ++j) {
      if (std::fabs(component(b_in_a.rotation.columns[j], k)) > k_parallel_sine) continue;
      // The heights of the four edges along an axis of B, and how far they vary.
      const double middle = component(b_in_a.translation, k), near = reach + std::fabs(rise[j]);
      const double u = rise[(j + 1) % 3], v = rise[(j + 2) % 3];
      const double heights[] = {middle + u + v, middle + u - v, middle - u + v, middle - u - v};
      for (const double height : heights) {
        if (std::fabs(std::fabs(height) - component(half_a, k)) <= near) return true;
      }
    }
  }
  const Vec3 outer = half_a + Vec3{reach, reach, reach};
  for (unsigned corner = 0; corner < 8; ++corner) {
    const Vec3 local{(corner & 1u) != 0 ? half_b.x : -half_b.x, (corner & 2u) != 0 ? half_b.y : -half_b.y,
                     (corner & 4u) != 0 ? half_b.z : -half_b.z};
    const Vec3 at = abs(b_in_a * local), beyond = at - half_a;
    if (at.x <= outer.x && at.y <= outer.y && at.z <= outer.z && max_component(beyond) >= -reach) return true;
  }
  return false;
}

}  // namespace

BoxBeside compare_beside(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, double reach, double slack) {
  BoxBeside result{
      0, may_touch_flush(half_a, half_b, b_in_a, reach) || may_touch_flush(half_b, half_a, inverse(b_in_a), reach)};
  const Mat3& r = b_in_a.rotation;
  const Vec3 extent = abs(r.columns[0]) * half_b.x + abs(r.columns[1]) * half_b.y + abs(r.columns[2]) * half_b.z;
  for (int k = 0; k < 3; ++k) {
    const double middle = component(b_in_a.translation, k), most = component(half_a, k) - component(extent, k) + slack;
    if (middle > most) result.risen_faces |= static_cast<std::uint8_t>(1u << k);
    if (-middle > most) result.risen_faces |= static_cast<std::uint8_t>(8u << k);
  }
  return result;
}

}  // namespace hyperplane
