#include "math/simd.h"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <vector>

#include "support/random.h"

/// Every operation against the plain one, lane by lane and bit by bit, over the numbers that go wrong first. The
/// program is also built without SIMD and to WebAssembly, so that this compares all backends with the same plain
/// arithmetic.

namespace hyperplane::test {
namespace {

template <class T>
std::vector<T> awkward_numbers() {
  using Limits = std::numeric_limits<T>;
  std::vector<T> numbers = {T(0),
                            T(1),
                            T(1.5),
                            T(3),
                            T(0.1),
                            Limits::min(),
                            Limits::denorm_min(),
                            Limits::min() - Limits::denorm_min(),
                            Limits::max(),
                            Limits::infinity(),
                            Limits::epsilon(),
                            T(1) + Limits::epsilon(),
                            T(1e-20),
                            T(1e20)};
  Random random(7);
  for (int i = 0; i < 10; ++i) numbers.push_back(static_cast<T>(std::ldexp(random.uniform(), random.below(60) - 30)));
  const std::size_t positive = numbers.size();
  for (std::size_t i = 0; i < positive; ++i) numbers.push_back(-numbers[i]);
  numbers.push_back(Limits::quiet_NaN());
  return numbers;
}

std::uint32_t bits_of(float value) { return std::bit_cast<std::uint32_t>(value); }
std::uint64_t bits_of(double value) { return std::bit_cast<std::uint64_t>(value); }

/// The same bits, or both NaN.
template <class T>
bool same(T a, T b) {
  return (std::isnan(a) && std::isnan(b)) || bits_of(a) == bits_of(b);
}

template <class T>
struct Lanes;
template <>
struct Lanes<float> {
  static constexpr int k_count = 4;
};
template <>
struct Lanes<double> {
  static constexpr int k_count = 2;
};

/// The lane under test holds a and b; the others hold 1, so that a mixed-up lane shows.
template <class T, class Vector, class Plain>
void expect_lanes(T a, T b, Vector vector, Plain plain) {
  constexpr int n = Lanes<T>::k_count;
  for (int lane = 0; lane < n; ++lane) {
    T left[n], right[n], out[n];
    for (int i = 0; i < n; ++i) left[i] = right[i] = T(1);
    left[lane] = a;
    right[lane] = b;
    store(out, vector(load(left), load(right)));
    for (int i = 0; i < n; ++i) {
      EXPECT_TRUE(same(out[i], plain(left[i], right[i]))) << "lane " << i << " of " << a << ", " << b << ": " << out[i];
    }
  }
}

template <class T, class Vector, class Plain>
void expect_masks(T a, T b, Vector vector, Plain plain) {
  constexpr int n = Lanes<T>::k_count;
  for (int lane = 0; lane < n; ++lane) {
    T left[n], right[n];
    std::uint32_t expected = 0;
    for (int i = 0; i < n; ++i) {
      left[i] = i == lane ? a : T(1);
      right[i] = i == lane ? b : T(1);
      if (plain(left[i], right[i])) expected |= 1u << i;
    }
    const auto mask = vector(load(left), load(right));
    EXPECT_EQ(bits(mask), expected) << a << ", " << b;
    EXPECT_EQ(bits(~mask), ~expected & ((1u << n) - 1));
    EXPECT_EQ(any(mask), expected != 0);
    EXPECT_EQ(all(mask), expected == (1u << n) - 1);
    T out[n];
    store(out, select(mask, load(left), load(right)));
    for (int i = 0; i < n; ++i) EXPECT_TRUE(same(out[i], (expected >> i & 1u) != 0 ? left[i] : right[i]));
  }
}

template <class T>
class Simd : public testing::Test {};
using Scalars = testing::Types<float, double>;
TYPED_TEST_SUITE(Simd, Scalars);

TYPED_TEST(Simd, ComputesLikePlainArithmetic) {
  using T = TypeParam;
  const std::vector<T> numbers = awkward_numbers<T>();
  for (const T a : numbers) {
    for (const T b : numbers) {
      expect_lanes(a, b, [](auto x, auto y) { return x + y; }, [](T x, T y) { return x + y; });
      expect_lanes(a, b, [](auto x, auto y) { return x - y; }, [](T x, T y) { return x - y; });
      expect_lanes(a, b, [](auto x, auto y) { return x * y; }, [](T x, T y) { return x * y; });
      expect_lanes(a, b, [](auto x, auto y) { return x / y; }, [](T x, T y) { return x / y; });
      expect_lanes(a, b, [](auto x, auto y) { return min(x, y); }, [](T x, T y) { return x < y ? x : y; });
      expect_lanes(a, b, [](auto x, auto y) { return max(x, y); }, [](T x, T y) { return x > y ? x : y; });
    }
    expect_lanes(a, a, [](auto x, auto) { return -x; }, [](T x, T) { return -x; });
    expect_lanes(a, a, [](auto x, auto) { return abs(x); }, [](T x, T) { return std::fabs(x); });
    expect_lanes(a, a, [](auto x, auto) { return sqrt(x); }, [](T x, T) { return std::sqrt(x); });
    expect_lanes(a, a, [&](auto, auto) { return splat(a); }, [&](T, T) { return a; });
  }
}

TYPED_TEST(Simd, ComparesLikePlainArithmetic) {
  using T = TypeParam;
  const std::vector<T> numbers = awkward_numbers<T>();
  for (const T a : numbers) {
    for (const T b : numbers) {
      expect_masks(a, b, [](auto x, auto y) { return x < y; }, [](T x, T y) { return x < y; });
      expect_masks(a, b, [](auto x, auto y) { return x <= y; }, [](T x, T y) { return x <= y; });
      expect_masks(a, b, [](auto x, auto y) { return x > y; }, [](T x, T y) { return x > y; });
      expect_masks(a, b, [](auto x, auto y) { return x >= y; }, [](T x, T y) { return x >= y; });
      expect_masks(a, b, [](auto x, auto y) { return x == y; }, [](T x, T y) { return x == y; });
      expect_masks(a, b, [](auto x, auto y) { return (x < y) | (x == y); }, [](T x, T y) { return x < y || x == y; });
      expect_masks(a, b, [](auto x, auto y) { return (x <= y) & (y <= x); }, [](T x, T y) { return x <= y && y <= x; });
    }
  }
}

TEST(SimdNarrow, RoundsToNearest) {
  const double halfway = 1.0 + 0x1p-24;  // between two floats, of which the even one is 1
  const double numbers[] = {halfway, -halfway, std::nextafter(halfway, 2.0), 1e-46, 1e-45, 3.5e38, -3.5e38, 0.1, -0.0};
  for (const double a : numbers) {
    for (const double b : numbers) {
      const double low[2] = {a, b}, high[2] = {b, a};
      float out[4];
      store(out, narrow(load(low), load(high)));
      EXPECT_TRUE(same(out[0], static_cast<float>(a)) && same(out[1], static_cast<float>(b)) &&
                  same(out[2], static_cast<float>(b)) && same(out[3], static_cast<float>(a)))
          << a << ", " << b;
    }
  }
}

TEST(SimdTranspose, ExchangesRowsAndColumns) {
  const float rows[4][4] = {{0, 1, 2, 3}, {4, 5, 6, 7}, {8, 9, 10, 11}, {12, 13, 14, 15}};
  F32x4 v[4] = {load(rows[0]), load(rows[1]), load(rows[2]), load(rows[3])};
  transpose(v[0], v[1], v[2], v[3]);
  for (int i = 0; i < 4; ++i) {
    float out[4];
    store(out, v[i]);
    for (int j = 0; j < 4; ++j) EXPECT_EQ(out[j], rows[j][i]);
  }
}

TEST(SimdPermute, TakesLanesInTheOrderThatIsNamed) {
  const float lanes[4] = {0, 1, 2, 3};
  float out[4];
  store(out, permute<1, 2, 0, 3>(load(lanes)));
  EXPECT_EQ(out[0], 1.0f);
  EXPECT_EQ(out[1], 2.0f);
  EXPECT_EQ(out[2], 0.0f);
  EXPECT_EQ(out[3], 3.0f);
  store(out, permute<3, 3, 2, 0>(load(lanes)));
  EXPECT_EQ(out[0], 3.0f);
  EXPECT_EQ(out[1], 3.0f);
  EXPECT_EQ(out[2], 2.0f);
  EXPECT_EQ(out[3], 0.0f);
}

TEST(SimdPairSums, AddTheLanesOfEach) {
  const double a[2] = {1, 2}, b[2] = {4, 8};
  double out[2];
  store(out, pair_sums(load(a), load(b)));
  EXPECT_EQ(out[0], 3.0);
  EXPECT_EQ(out[1], 12.0);
}

TEST(SimdLoadOne, LeavesTheOtherLaneZero) {
  const double a = 3.0;
  double out[2];
  store(out, load_one(&a));
  EXPECT_EQ(out[0], 3.0);
  EXPECT_EQ(out[1], 0.0);
}

TEST(SimdLanesOf, TakesOneNumberForEachLane) {
  double out[2];
  store(out, lanes_of(3.0, 4.0));
  EXPECT_EQ(out[0], 3.0);
  EXPECT_EQ(out[1], 4.0);
}

TEST(SimdMasks, KeepAndNegateLanes) {
  const U64x2 first = lanes_of(0.0, 2.0) < splat(1.0);
  for (const double number : {3.0, -3.0, 0.0, -0.0, HUGE_VAL}) {
    double out[2];
    store(out, keep_where(first, splat(number)));
    EXPECT_TRUE(same(out[0], number));
    EXPECT_TRUE(same(out[1], 0.0));
    store(out, negate_where(first, splat(number)));
    EXPECT_TRUE(same(out[0], -number));
    EXPECT_TRUE(same(out[1], number));
  }
}

TEST(SimdBits, CombineWithNumbers) {
  const float a[4] = {1, 2, 3, 4};
  std::uint32_t out[4];
  store(out, ((load(a) < splat(3.0f)) & splat(5u)) | splat(8u));
  EXPECT_EQ(out[0], 13u);
  EXPECT_EQ(out[1], 13u);
  EXPECT_EQ(out[2], 8u);
  EXPECT_EQ(out[3], 8u);
  store(out, (load(a) < splat(3.0f)) + splat(5u));  // a mask is -1
  EXPECT_EQ(out[0], 4u);
  EXPECT_EQ(out[3], 5u);
}

}  // namespace
}  // namespace hyperplane::test
