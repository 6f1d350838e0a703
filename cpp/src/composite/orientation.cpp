#include "composite/orientation.h"

#include "composite/tolerances.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

/// a + b = high + low, where high is the rounded sum.
struct TwoTerms {
  double high, low;
};

TwoTerms exact_sum(double a, double b) {
  const double sum = a + b, b_part = sum - a, a_part = sum - b_part;
  return {sum, (a - a_part) + (b - b_part)};
}

TwoTerms exact_product(double a, double b) {
  constexpr double k_splitter = 0x1p27 + 1.0;
  const auto high_half = [](double x) {
    const double c = k_splitter * x;
    return c - (c - x);
  };
  const double product = a * b;
  const double a_high = high_half(a), a_low = a - a_high, b_high = high_half(b), b_low = b - b_high;
  return {product, a_low * b_low - (((product - a_high * b_high) - a_low * b_high) - a_high * b_low)};
}

/// A sum of terms of increasing magnitude that do not overlap, without zeros.
template <int capacity>
struct Expansion {
  double terms[capacity];
  int count = 0;

  void push(double term) {
    if (term != 0.0) terms[count++] = term;
  }
  int sign() const { return count == 0 ? 0 : (terms[count - 1] > 0.0 ? 1 : -1); }
};

Expansion<2> exact_difference(double a, double b) {
  const TwoTerms difference = exact_sum(a, -b);
  Expansion<2> result;
  result.push(difference.low);
  result.push(difference.high);
  return result;
}

/// Shewchuk's fast expansion sum.
template <int n, int m>
Expansion<n + m> operator+(const Expansion<n>& e, const Expansion<m>& f) {
  Expansion<n + m> result;
  int i = 0, k = 0;
  const auto next = [&] {
    const bool from_e = k == f.count || (i < e.count && std::fabs(e.terms[i]) < std::fabs(f.terms[k]));
    return from_e ? e.terms[i++] : f.terms[k++];
  };
  double carried = 0.0;
  while (i < e.count || k < f.count) {
    const TwoTerms sum = exact_sum(carried, next());
    result.push(sum.low);
    carried = sum.high;
  }
  result.push(carried);
  return result;
}

/// Shewchuk's scaling of an expansion.
template <int n>
Expansion<2 * n> operator*(const Expansion<n>& e, double factor) {
  Expansion<2 * n> result;
  double carried = 0.0;
  for (int i = 0; i < e.count; ++i) {
    const TwoTerms product = exact_product(e.terms[i], factor);
    const TwoTerms low = exact_sum(carried, product.low), high = exact_sum(product.high, low.high);
    result.push(low.low);
    result.push(high.low);
    carried = high.high;
  }
  result.push(carried);
  return result;
}

template <int n>
Expansion<4 * n> operator*(const Expansion<n>& e, const Expansion<2>& f) {
  Expansion<2 * n> first, second;
  if (f.count > 0) first = e * f.terms[0];
  if (f.count > 1) second = e * f.terms[1];
  return first + second;
}

template <int n>
Expansion<n> operator-(Expansion<n> e) {
  for (int i = 0; i < e.count; ++i) e.terms[i] = -e.terms[i];
  return e;
}

/// a d - b c.
Expansion<16> exact_determinant(const Expansion<2>& a, const Expansion<2>& b, const Expansion<2>& c,
                                const Expansion<2>& d) {
  return a * d + -(b * c);
}

int exact_side_of_plane(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Expansion<2> bx = exact_difference(b.x, a.x), by = exact_difference(b.y, a.y), bz = exact_difference(b.z, a.z);
  const Expansion<2> cx = exact_difference(c.x, a.x), cy = exact_difference(c.y, a.y), cz = exact_difference(c.z, a.z);
  const Expansion<2> dx = exact_difference(d.x, a.x), dy = exact_difference(d.y, a.y), dz = exact_difference(d.z, a.z);
  return (exact_determinant(by, bz, cy, cz) * dx + exact_determinant(bz, bx, cz, cx) * dy +
          exact_determinant(bx, by, cx, cy) * dz)
      .sign();
}

}  // namespace

int side_of_plane(const Vec3& a, const Vec3& b, const Vec3& c, const Vec3& d) {
  const Vec3 p = b - a, q = c - a, r = d - a;
  const double yz = p.y * q.z, zy = p.z * q.y, zx = p.z * q.x, xz = p.x * q.z, xy = p.x * q.y, yx = p.y * q.x;
  const double volume = (yz - zy) * r.x + (zx - xz) * r.y + (xy - yx) * r.z;
  const double magnitude = (std::fabs(yz) + std::fabs(zy)) * std::fabs(r.x) +
                           (std::fabs(zx) + std::fabs(xz)) * std::fabs(r.y) +
                           (std::fabs(xy) + std::fabs(yx)) * std::fabs(r.z);
  const double error = k_volume_sign_error * magnitude;
  if (volume > error) return 1;
  if (volume < -error) return -1;
  return magnitude == 0.0 ? 0 : exact_side_of_plane(a, b, c, d);
}

int side_of_line(const PlanePoint& a, const PlanePoint& b, const PlanePoint& c) {
  const double left = (a.x - c.x) * (b.y - c.y), right = (a.y - c.y) * (b.x - c.x);
  const double area = left - right, error = k_area_sign_error * (std::fabs(left) + std::fabs(right));
  if (area > error) return 1;
  if (area < -error) return -1;
  return exact_determinant(exact_difference(a.x, c.x), exact_difference(a.y, c.y), exact_difference(b.x, c.x),
                           exact_difference(b.y, c.y))
      .sign();
}

}  // namespace hyperplane
