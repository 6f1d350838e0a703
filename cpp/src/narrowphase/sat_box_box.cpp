#include "narrowphase/sat_box_box.h"

#include <bit>
#include <utility>

#include "core/constants.h"

namespace hyperplane {
namespace {

/// A pair spread out for the fifteen tests. cosine[i][j] is that between A's axis i and B's axis j.
struct BoxPair {
  double a[3], b[3], t[3];
  double cosine[3][3], absolute[3][3];

  BoxPair(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a)
      : a{half_a.x, half_a.y, half_a.z},
        b{half_b.x, half_b.y, half_b.z},
        t{b_in_a.translation.x, b_in_a.translation.y, b_in_a.translation.z} {
    for (int j = 0; j < 3; ++j) {
      const Vec3& column = b_in_a.rotation.columns[j];
      cosine[0][j] = column.x;
      cosine[1][j] = column.y;
      cosine[2][j] = column.z;
      for (int i = 0; i < 3; ++i) absolute[i][j] = std::fabs(cosine[i][j]);
    }
  }
};

/// The projections on an axis l that need not have unit length, all scaled by |l|.
struct Projection {
  double reach_a, reach_b;
  double between;  // t.l, with its sign
  double length_squared;
};

constexpr int next(int axis) { return axis < 2 ? axis + 1 : 0; }

/// The test of axis k. One function for every caller, so that all of them see the same bits; with a constant k nothing
/// of its branches is left.
[[gnu::always_inline]] inline Projection project(const BoxPair& p, int k) {
  if (k < 3) {
    const double* const n = p.absolute[k];
    return {p.a[k], n[0] * p.b[0] + n[1] * p.b[1] + n[2] * p.b[2], p.t[k], 1.0};
  }
  if (k < 6) {
    const int j = k - 3;
    return {p.absolute[0][j] * p.a[0] + p.absolute[1][j] * p.a[1] + p.absolute[2][j] * p.a[2], p.b[j],
            p.cosine[0][j] * p.t[0] + p.cosine[1][j] * p.t[1] + p.cosine[2][j] * p.t[2], 1.0};
  }
  const int i = (k - 6) / 3, i1 = next(i), i2 = next(i1);
  const int j = (k - 6) % 3, j1 = next(j), j2 = next(j1);
  // l = a_i x b_j has the components 0, -c2, c1 along A's axes i, i1, i2.
  const double c1 = p.cosine[i1][j], c2 = p.cosine[i2][j];
  return {p.a[i1] * p.absolute[i2][j] + p.a[i2] * p.absolute[i1][j],
          p.b[j1] * p.absolute[i][j2] + p.b[j2] * p.absolute[i][j1], c1 * p.t[i2] - c2 * p.t[i1], c1 * c1 + c2 * c2};
}

constexpr double k_parallel_edge_sine_squared = k_parallel_edge_sine * k_parallel_edge_sine;

[[gnu::always_inline]] inline bool gives_axis(const Projection& projection, int k) {
  return k < 6 || projection.length_squared > k_parallel_edge_sine_squared;
}

/// Unit vector along axis k, on its positive side.
Vec3 direction(const BoxPair& p, int k, double length_squared) {
  if (k < 3) return unit_axis(k);
  if (k < 6) return {p.cosine[0][k - 3], p.cosine[1][k - 3], p.cosine[2][k - 3]};
  const int i = (k - 6) / 3, i1 = next(i), i2 = next(i1), j = (k - 6) % 3;
  const double inverse = 1.0 / std::sqrt(length_squared);
  double l[3];
  l[i] = 0.0;
  l[i1] = -p.cosine[i2][j] * inverse;
  l[i2] = p.cosine[i1][j] * inverse;
  return {l[0], l[1], l[2]};
}

/// The verdict alone.
struct Verdict {
  const BoxPair& pair;

  /// False when the axis separates.
  [[gnu::always_inline]] bool add(int k) const {
    const Projection projection = project(pair, k);
    return !(gives_axis(projection, k) && std::fabs(projection.between) > projection.reach_a + projection.reach_b);
  }
};

/// Keeps the least overlap while the axes pass by in order; with `k_signed`, also among axes that separate.
template <bool k_signed>
class LeastOverlap {
 public:
  explicit LeastOverlap(const BoxPair& pair)
      : pair_(pair), tie_(k_axis_tie * (pair.a[0] + pair.a[1] + pair.a[2] + pair.b[0] + pair.b[1] + pair.b[2])) {}

  /// False when the axis separates.
  [[gnu::always_inline]] bool add(int k) {
    const Projection projection = project(pair_, k);
    if (!gives_axis(projection, k)) return true;
    const double overlap = projection.reach_a + projection.reach_b - std::fabs(projection.between);
    if (!k_signed && overlap < 0.0) return false;
    // A tie does not keep the first axis that separates out.
    const double limit = k_signed && overlap < 0.0 && depth_ >= 0.0 ? 0.0 : depth_ - tie_;
    if (k < 6) {
      if (overlap < limit) keep(k, overlap, projection);
    } else if (is_quotient_less(overlap, projection.length_squared, limit)) {
      keep(k, overlap / std::sqrt(projection.length_squared), projection);
    }
    return true;
  }

  BoxSat result() const {
    const Vec3 positive = direction(pair_, axis_, length_squared_);
    return {depth_ >= 0.0, axis_, between_ < 0.0 ? -positive : positive, depth_};
  }

 private:
  /// overlap / length < limit, without a square root and a division for each of nine axes.
  [[gnu::always_inline]] static bool is_quotient_less(double overlap, double length_squared, double limit) {
    const double left = overlap * overlap, right = limit * limit * length_squared;
    if (!k_signed || overlap >= 0.0) return limit > 0.0 && left < right;
    return limit >= 0.0 || left > right;
  }

  [[gnu::always_inline]] void keep(int axis, double depth, const Projection& projection) {
    axis_ = axis;
    depth_ = depth;
    between_ = projection.between;
    length_squared_ = projection.length_squared;
  }

  const BoxPair& pair_;
  const double tie_;
  int axis_ = 0;
  double depth_ = 1e100;  // above every overlap, and its square still finite
  double between_ = 0.0;
  double length_squared_ = 1.0;
};

/// Hands the axes to the test in order, each as a constant, until one separates. @return true if none did.
template <class Test, int... k>
[[gnu::always_inline]] inline bool add_all(Test& test, std::integer_sequence<int, k...>) {
  return (test.add(k) && ...);
}
template <class Test>
[[gnu::always_inline]] inline bool add_all(Test& test) {
  return add_all(test, std::make_integer_sequence<int, k_box_axis_count>{});
}
template <class Test>
inline bool add_some(Test& test, std::uint32_t candidates) {
  for (; candidates != 0; candidates &= candidates - 1) {
    if (!test.add(std::countr_zero(candidates))) return false;
  }
  return true;
}

}  // namespace

bool boxes_intersect(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a) {
  const BoxPair pair(half_a, half_b, b_in_a);
  const Verdict verdict{pair};
  return add_all(verdict);
}

bool boxes_intersect(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, std::uint32_t candidates) {
  const BoxPair pair(half_a, half_b, b_in_a);
  const Verdict verdict{pair};
  return add_some(verdict, candidates);
}

BoxSat box_sat(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a) {
  const BoxPair pair(half_a, half_b, b_in_a);
  LeastOverlap<false> least(pair);
  return add_all(least) ? least.result() : BoxSat{};
}

BoxSat box_sat(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, std::uint32_t candidates) {
  const BoxPair pair(half_a, half_b, b_in_a);
  LeastOverlap<false> least(pair);
  return add_some(least, candidates) ? least.result() : BoxSat{};
}

BoxSat signed_box_sat(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a) {
  const BoxPair pair(half_a, half_b, b_in_a);
  LeastOverlap<true> least(pair);
  add_all(least);
  return least.result();
}

BoxAxis box_axis(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, int axis) {
  const BoxPair pair(half_a, half_b, b_in_a);
  const Projection projection = project(pair, axis);
  if (!gives_axis(projection, axis)) return {};
  const double inverse = 1.0 / std::sqrt(projection.length_squared);
  const Vec3 positive = direction(pair, axis, projection.length_squared);
  return {true, projection.between < 0.0 ? -positive : positive, projection.reach_a * inverse,
          projection.reach_b * inverse, std::fabs(projection.between) * inverse};
}

}  // namespace hyperplane
