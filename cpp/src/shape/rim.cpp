#include "shape/rim.h"

namespace hyperplane {

void rim_polygon(double radius, double y, bool up, const Vec3& towards, Vec3* out) {
  const double across = std::sqrt(towards.x * towards.x + towards.z * towards.z);
  const double x = across > 0.0 ? towards.x / across * radius : radius;
  const double z = across > 0.0 ? towards.z / across * radius : 0.0;
  // A quarter turn about +Y takes (x, z) to (z, -x); the opposite turn for a cap that is seen from below.
  const double quarter_x = up ? z : -z, quarter_z = up ? -x : x;
  constexpr double k_half_sqrt_2 = 0.70710678118654752440;
  out[0] = {x, y, z};
  out[1] = {(x + quarter_x) * k_half_sqrt_2, y, (z + quarter_z) * k_half_sqrt_2};
  out[2] = {quarter_x, y, quarter_z};
  out[3] = {(quarter_x - x) * k_half_sqrt_2, y, (quarter_z - z) * k_half_sqrt_2};
  for (int i = 0; i < 4; ++i) out[i + 4] = {-out[i].x, y, -out[i].z};
}

}  // namespace hyperplane
