#include "decompose/principal_axes.h"

#include <cmath>

#include "math/vec3.h"

namespace hyperplane {
namespace {

/// Sweeps over the three off-diagonal elements; the convergence is quadratic.
constexpr int k_sweeps = 8;

}  // namespace

/// Jacobi, "Über ein leichtes Verfahren, die in der Theorie der Säcularstörungen vorkommenden Gleichungen numerisch
/// aufzulösen" (1846): each rotation makes one off-diagonal element zero.
Mat3 principal_axes(std::span<const Vec3> points) {
  Vec3 mean;
  for (const Vec3& p : points) mean += p;
  mean = mean * (1.0 / static_cast<double>(points.size()));
  double m[3][3] = {};
  for (const Vec3& p : points) {
    const double d[3] = {p.x - mean.x, p.y - mean.y, p.z - mean.z};
    for (int i = 0; i < 3; ++i) {
      for (int k = 0; k < 3; ++k) m[i][k] += d[i] * d[k];
    }
  }
  double axes[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};
  for (int sweep = 0; sweep < k_sweeps; ++sweep) {
    for (int p = 0; p < 2; ++p) {
      for (int q = p + 1; q < 3; ++q) {
        if (m[p][q] == 0.0) continue;
        const double theta = (m[q][q] - m[p][p]) / (2.0 * m[p][q]);
        const double t = (theta < 0.0 ? -1.0 : 1.0) / (std::fabs(theta) + std::sqrt(theta * theta + 1.0));
        const double c = 1.0 / std::sqrt(t * t + 1.0), s = t * c;
        for (int k = 0; k < 3; ++k) {
          const double a = m[k][p], b = m[k][q];
          m[k][p] = c * a - s * b;
          m[k][q] = s * a + c * b;
        }
        for (int k = 0; k < 3; ++k) {
          const double a = m[p][k], b = m[q][k];
          m[p][k] = c * a - s * b;
          m[q][k] = s * a + c * b;
        }
        for (auto& row : axes) {
          const double a = row[p], b = row[q];
          row[p] = c * a - s * b;
          row[q] = s * a + c * b;
        }
      }
    }
  }
  int order[3] = {0, 1, 2};
  for (int i = 1; i < 3; ++i) {
    for (int k = i; k > 0 && m[order[k]][order[k]] > m[order[k - 1]][order[k - 1]]; --k) {
      const int other = order[k];
      order[k] = order[k - 1];
      order[k - 1] = other;
    }
  }
  Mat3 result;
  for (int i = 0; i < 3; ++i) {
    const int column = order[i];
    result.columns[i] = direction_of({axes[0][column], axes[1][column], axes[2][column]});
  }
  return result;
}

}  // namespace hyperplane
