#include "support/oracle_axes.h"

#include <algorithm>
#include <cmath>

namespace hyperplane::test {

void set_oracle_axes(const Quat& q, double (&axis)[3][3]) {
  const double largest = std::max({std::fabs(q.x), std::fabs(q.y), std::fabs(q.z), std::fabs(q.w)});
  const double raw[4] = {q.x / largest, q.y / largest, q.z / largest, q.w / largest};
  const double length = std::sqrt(raw[0] * raw[0] + raw[1] * raw[1] + raw[2] * raw[2] + raw[3] * raw[3]);
  const double u[4] = {raw[0] / length, raw[1] / length, raw[2] / length, raw[3] / length};
  const auto product = [](const double* a, const double* b, double* out) {
    out[0] = a[3] * b[0] + b[3] * a[0] + a[1] * b[2] - a[2] * b[1];
    out[1] = a[3] * b[1] + b[3] * a[1] + a[2] * b[0] - a[0] * b[2];
    out[2] = a[3] * b[2] + b[3] * a[2] + a[0] * b[1] - a[1] * b[0];
    out[3] = a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2];
  };
  const double back[4] = {-u[0], -u[1], -u[2], u[3]};
  for (int i = 0; i < 3; ++i) {
    const double v[4] = {i == 0 ? 1.0 : 0.0, i == 1 ? 1.0 : 0.0, i == 2 ? 1.0 : 0.0, 0.0};
    double half_way[4], turned[4];
    product(u, v, half_way);
    product(half_way, back, turned);
    std::copy(turned, turned + 3, axis[i]);
  }
}

}  // namespace hyperplane::test
