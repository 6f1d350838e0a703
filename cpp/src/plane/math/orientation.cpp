#include "plane/math/orientation.h"
#include "plane/math/tolerances.h"

namespace hyperplane::plane {
namespace {

/// A sum of doubles that do not overlap, by ascending magnitude: its value is exact.
struct Expansion {
  double terms[16] = {};
  int count = 0;

  void add(double value) {
    double carry = value;
    for (int i = 0; i < count; ++i) {
      // Knuth's two-sum.
      const double sum = carry + terms[i];
      const double part = sum - carry;
      terms[i] = (carry - (sum - part)) + (terms[i] - part);
      carry = sum;
    }
    terms[count++] = carry;
  }
  /// The product in two parts, after Dekker; there is no fused multiply-add to rely on.
  void add_product(double a, double b) {
    constexpr double k_splitter = 134217729.0;  // 2^27 + 1
    const double product = a * b;
    const double wide_a = k_splitter * a, wide_b = k_splitter * b;
    const double high_a = wide_a - (wide_a - a), high_b = wide_b - (wide_b - b);
    const double low_a = a - high_a, low_b = b - high_b;
    add(low_a * low_b - (((product - high_a * high_b) - low_a * high_b) - high_a * low_b));
    add(product);
  }
  int sign() const {
    for (int i = count - 1; i >= 0; --i) {
      if (terms[i] != 0.0) return terms[i] > 0.0 ? 1 : -1;
    }
    return 0;
  }
};

}  // namespace

int orientation(Vec2 a, Vec2 b, Vec2 c) {
  const double left = (a.x - c.x) * (b.y - c.y);
  const double right = (a.y - c.y) * (b.x - c.x);
  const double determinant = left - right;
  const double bound = k_plane_orientation_error * (magnitude(left) + magnitude(right));
  if (determinant > bound) return 1;
  if (determinant < -bound) return -1;
  Expansion sum;
  sum.add_product(a.x, b.y);
  sum.add_product(-a.x, c.y);
  sum.add_product(-c.x, b.y);
  sum.add_product(-a.y, b.x);
  sum.add_product(a.y, c.x);
  sum.add_product(c.y, b.x);
  return sum.sign();
}

}  // namespace hyperplane::plane
