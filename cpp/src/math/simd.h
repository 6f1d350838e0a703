#pragma once

#include <bit>
#include <cmath>
#include <cstdint>

#if !defined(HYPERPLANE_SCALAR) && defined(__wasm_simd128__)
#define HYPERPLANE_SIMD_WASM 1
#include <wasm_simd128.h>
#elif !defined(HYPERPLANE_SCALAR) && defined(__SSE2__)
#define HYPERPLANE_SIMD_SSE2 1
#include <emmintrin.h>
#endif

/// Four 32-bit or two 64-bit floating-point lanes, and the masks of their comparisons.
///
/// Three backends: WebAssembly's simd128, SSE2, and plain arrays (everywhere else, and where HYPERPLANE_SCALAR is
/// defined). All give the same bits in every lane: the four operations, sqrt and narrowing are correctly rounded, min
/// and max are `a < b ? a : b` and `a > b ? a : b` (so the second operand if one is NaN or both are zeros), and nothing
/// is fused or estimated. Only the sign and the payload of a NaN that an operation returns depend on the platform.
///
/// This is the only file with intrinsics.

namespace hyperplane {

#if defined(HYPERPLANE_SIMD_WASM)

struct U32x4 {
  v128_t v;
};
struct U64x2 {
  v128_t v;
};
struct F32x4 {
  v128_t v;
};
struct F64x2 {
  v128_t v;
};

inline U32x4 splat(std::uint32_t a) { return {wasm_u32x4_splat(a)}; }
inline void store(std::uint32_t* to, U32x4 a) { wasm_v128_store(to, a.v); }
inline U32x4 operator&(U32x4 a, U32x4 b) { return {wasm_v128_and(a.v, b.v)}; }
inline U32x4 operator|(U32x4 a, U32x4 b) { return {wasm_v128_or(a.v, b.v)}; }
inline U32x4 operator~(U32x4 a) { return {wasm_v128_not(a.v)}; }
inline U32x4 operator+(U32x4 a, U32x4 b) { return {wasm_i32x4_add(a.v, b.v)}; }
inline std::uint32_t bits(U32x4 a) { return wasm_i32x4_bitmask(a.v); }

inline U64x2 operator&(U64x2 a, U64x2 b) { return {wasm_v128_and(a.v, b.v)}; }
inline U64x2 operator|(U64x2 a, U64x2 b) { return {wasm_v128_or(a.v, b.v)}; }
inline U64x2 operator~(U64x2 a) { return {wasm_v128_not(a.v)}; }
inline std::uint32_t bits(U64x2 a) { return wasm_i64x2_bitmask(a.v); }

inline F32x4 splat(float a) { return {wasm_f32x4_splat(a)}; }
inline F32x4 load(const float* from) { return {wasm_v128_load(from)}; }
inline void store(float* to, F32x4 a) { wasm_v128_store(to, a.v); }
inline F32x4 operator+(F32x4 a, F32x4 b) { return {wasm_f32x4_add(a.v, b.v)}; }
inline F32x4 operator-(F32x4 a, F32x4 b) { return {wasm_f32x4_sub(a.v, b.v)}; }
inline F32x4 operator*(F32x4 a, F32x4 b) { return {wasm_f32x4_mul(a.v, b.v)}; }
inline F32x4 operator/(F32x4 a, F32x4 b) { return {wasm_f32x4_div(a.v, b.v)}; }
inline F32x4 operator-(F32x4 a) { return {wasm_f32x4_neg(a.v)}; }
inline F32x4 abs(F32x4 a) { return {wasm_f32x4_abs(a.v)}; }
inline F32x4 sqrt(F32x4 a) { return {wasm_f32x4_sqrt(a.v)}; }
// pmin(x, y) is y < x ? y : x, pmax(x, y) is x < y ? y : x.
inline F32x4 min(F32x4 a, F32x4 b) { return {wasm_f32x4_pmin(b.v, a.v)}; }
inline F32x4 max(F32x4 a, F32x4 b) { return {wasm_f32x4_pmax(b.v, a.v)}; }
inline U32x4 operator<(F32x4 a, F32x4 b) { return {wasm_f32x4_lt(a.v, b.v)}; }
inline U32x4 operator<=(F32x4 a, F32x4 b) { return {wasm_f32x4_le(a.v, b.v)}; }
inline U32x4 operator==(F32x4 a, F32x4 b) { return {wasm_f32x4_eq(a.v, b.v)}; }
inline F32x4 select(U32x4 mask, F32x4 a, F32x4 b) { return {wasm_v128_bitselect(a.v, b.v, mask.v)}; }

inline F64x2 splat(double a) { return {wasm_f64x2_splat(a)}; }
inline F64x2 load(const double* from) { return {wasm_v128_load(from)}; }
inline void store(double* to, F64x2 a) { wasm_v128_store(to, a.v); }
inline F64x2 operator+(F64x2 a, F64x2 b) { return {wasm_f64x2_add(a.v, b.v)}; }
inline F64x2 operator-(F64x2 a, F64x2 b) { return {wasm_f64x2_sub(a.v, b.v)}; }
inline F64x2 operator*(F64x2 a, F64x2 b) { return {wasm_f64x2_mul(a.v, b.v)}; }
inline F64x2 operator/(F64x2 a, F64x2 b) { return {wasm_f64x2_div(a.v, b.v)}; }
inline F64x2 operator-(F64x2 a) { return {wasm_f64x2_neg(a.v)}; }
inline F64x2 abs(F64x2 a) { return {wasm_f64x2_abs(a.v)}; }
inline F64x2 sqrt(F64x2 a) { return {wasm_f64x2_sqrt(a.v)}; }
inline F64x2 min(F64x2 a, F64x2 b) { return {wasm_f64x2_pmin(b.v, a.v)}; }
inline F64x2 max(F64x2 a, F64x2 b) { return {wasm_f64x2_pmax(b.v, a.v)}; }
inline U64x2 operator<(F64x2 a, F64x2 b) { return {wasm_f64x2_lt(a.v, b.v)}; }
inline U64x2 operator<=(F64x2 a, F64x2 b) { return {wasm_f64x2_le(a.v, b.v)}; }
inline U64x2 operator==(F64x2 a, F64x2 b) { return {wasm_f64x2_eq(a.v, b.v)}; }
inline F64x2 select(U64x2 mask, F64x2 a, F64x2 b) { return {wasm_v128_bitselect(a.v, b.v, mask.v)}; }
/// +0 where the mask is not set.
inline F64x2 keep_where(U64x2 mask, F64x2 a) { return {wasm_v128_and(mask.v, a.v)}; }
inline F64x2 negate_where(U64x2 mask, F64x2 a) {
  return {wasm_v128_xor(a.v, wasm_v128_and(mask.v, wasm_f64x2_const_splat(-0.0)))};
}

/// Lane 0 plus lane 1 of `a`, and of `b`.
inline F64x2 pair_sums(F64x2 a, F64x2 b) {
  return {wasm_f64x2_add(wasm_i64x2_shuffle(a.v, b.v, 0, 2), wasm_i64x2_shuffle(a.v, b.v, 1, 3))};
}

/// Lanes 0 and 1 from `low`, 2 and 3 from `high`, rounded to nearest.
inline F32x4 narrow(F64x2 low, F64x2 high) {
  return {wasm_i64x2_shuffle(wasm_f32x4_demote_f64x2_zero(low.v), wasm_f32x4_demote_f64x2_zero(high.v), 0, 2)};
}

/// The first lane, and zero.
inline F64x2 load_one(const double* from) { return {wasm_v128_load64_zero(from)}; }
/// One number for each lane.
inline F64x2 lanes_of(double a, double b) { return {wasm_f64x2_make(a, b)}; }

/// Lane i of the result is the lane of `a` that parameter i names.
template <int x, int y, int z, int w>
inline F32x4 permute(F32x4 a) {
  return {wasm_i32x4_shuffle(a.v, a.v, x, y, z, w)};
}

/// Rows become columns.
inline void transpose(F32x4& a, F32x4& b, F32x4& c, F32x4& d) {
  const v128_t ab_low = wasm_i32x4_shuffle(a.v, b.v, 0, 4, 1, 5), ab_high = wasm_i32x4_shuffle(a.v, b.v, 2, 6, 3, 7);
  const v128_t cd_low = wasm_i32x4_shuffle(c.v, d.v, 0, 4, 1, 5), cd_high = wasm_i32x4_shuffle(c.v, d.v, 2, 6, 3, 7);
  a.v = wasm_i64x2_shuffle(ab_low, cd_low, 0, 2);
  b.v = wasm_i64x2_shuffle(ab_low, cd_low, 1, 3);
  c.v = wasm_i64x2_shuffle(ab_high, cd_high, 0, 2);
  d.v = wasm_i64x2_shuffle(ab_high, cd_high, 1, 3);
}

#elif defined(HYPERPLANE_SIMD_SSE2)

struct U32x4 {
  __m128i v;
};
struct U64x2 {
  __m128i v;
};
struct F32x4 {
  __m128 v;
};
struct F64x2 {
  __m128d v;
};

inline U32x4 splat(std::uint32_t a) { return {_mm_set1_epi32(static_cast<int>(a))}; }
inline void store(std::uint32_t* to, U32x4 a) { _mm_storeu_si128(reinterpret_cast<__m128i*>(to), a.v); }
inline U32x4 operator&(U32x4 a, U32x4 b) { return {_mm_and_si128(a.v, b.v)}; }
inline U32x4 operator|(U32x4 a, U32x4 b) { return {_mm_or_si128(a.v, b.v)}; }
inline U32x4 operator~(U32x4 a) { return {_mm_xor_si128(a.v, _mm_set1_epi32(-1))}; }
inline U32x4 operator+(U32x4 a, U32x4 b) { return {_mm_add_epi32(a.v, b.v)}; }
inline std::uint32_t bits(U32x4 a) { return static_cast<std::uint32_t>(_mm_movemask_ps(_mm_castsi128_ps(a.v))); }

inline U64x2 operator&(U64x2 a, U64x2 b) { return {_mm_and_si128(a.v, b.v)}; }
inline U64x2 operator|(U64x2 a, U64x2 b) { return {_mm_or_si128(a.v, b.v)}; }
inline U64x2 operator~(U64x2 a) { return {_mm_xor_si128(a.v, _mm_set1_epi32(-1))}; }
inline std::uint32_t bits(U64x2 a) { return static_cast<std::uint32_t>(_mm_movemask_pd(_mm_castsi128_pd(a.v))); }

inline F32x4 splat(float a) { return {_mm_set1_ps(a)}; }
inline F32x4 load(const float* from) { return {_mm_loadu_ps(from)}; }
inline void store(float* to, F32x4 a) { _mm_storeu_ps(to, a.v); }
inline F32x4 operator+(F32x4 a, F32x4 b) { return {_mm_add_ps(a.v, b.v)}; }
inline F32x4 operator-(F32x4 a, F32x4 b) { return {_mm_sub_ps(a.v, b.v)}; }
inline F32x4 operator*(F32x4 a, F32x4 b) { return {_mm_mul_ps(a.v, b.v)}; }
inline F32x4 operator/(F32x4 a, F32x4 b) { return {_mm_div_ps(a.v, b.v)}; }
inline F32x4 operator-(F32x4 a) { return {_mm_xor_ps(a.v, _mm_set1_ps(-0.0f))}; }
inline F32x4 abs(F32x4 a) { return {_mm_andnot_ps(_mm_set1_ps(-0.0f), a.v)}; }
inline F32x4 sqrt(F32x4 a) { return {_mm_sqrt_ps(a.v)}; }
inline F32x4 min(F32x4 a, F32x4 b) { return {_mm_min_ps(a.v, b.v)}; }
inline F32x4 max(F32x4 a, F32x4 b) { return {_mm_max_ps(a.v, b.v)}; }
inline U32x4 operator<(F32x4 a, F32x4 b) { return {_mm_castps_si128(_mm_cmplt_ps(a.v, b.v))}; }
inline U32x4 operator<=(F32x4 a, F32x4 b) { return {_mm_castps_si128(_mm_cmple_ps(a.v, b.v))}; }
inline U32x4 operator==(F32x4 a, F32x4 b) { return {_mm_castps_si128(_mm_cmpeq_ps(a.v, b.v))}; }
inline F32x4 select(U32x4 mask, F32x4 a, F32x4 b) {
  const __m128 m = _mm_castsi128_ps(mask.v);
  return {_mm_or_ps(_mm_and_ps(m, a.v), _mm_andnot_ps(m, b.v))};
}

inline F64x2 splat(double a) { return {_mm_set1_pd(a)}; }
inline F64x2 load(const double* from) { return {_mm_loadu_pd(from)}; }
inline void store(double* to, F64x2 a) { _mm_storeu_pd(to, a.v); }
inline F64x2 operator+(F64x2 a, F64x2 b) { return {_mm_add_pd(a.v, b.v)}; }
inline F64x2 operator-(F64x2 a, F64x2 b) { return {_mm_sub_pd(a.v, b.v)}; }
inline F64x2 operator*(F64x2 a, F64x2 b) { return {_mm_mul_pd(a.v, b.v)}; }
inline F64x2 operator/(F64x2 a, F64x2 b) { return {_mm_div_pd(a.v, b.v)}; }
inline F64x2 operator-(F64x2 a) { return {_mm_xor_pd(a.v, _mm_set1_pd(-0.0))}; }
inline F64x2 abs(F64x2 a) { return {_mm_andnot_pd(_mm_set1_pd(-0.0), a.v)}; }
inline F64x2 sqrt(F64x2 a) { return {_mm_sqrt_pd(a.v)}; }
inline F64x2 min(F64x2 a, F64x2 b) { return {_mm_min_pd(a.v, b.v)}; }
inline F64x2 max(F64x2 a, F64x2 b) { return {_mm_max_pd(a.v, b.v)}; }
inline U64x2 operator<(F64x2 a, F64x2 b) { return {_mm_castpd_si128(_mm_cmplt_pd(a.v, b.v))}; }
inline U64x2 operator<=(F64x2 a, F64x2 b) { return {_mm_castpd_si128(_mm_cmple_pd(a.v, b.v))}; }
inline U64x2 operator==(F64x2 a, F64x2 b) { return {_mm_castpd_si128(_mm_cmpeq_pd(a.v, b.v))}; }
inline F64x2 select(U64x2 mask, F64x2 a, F64x2 b) {
  const __m128d m = _mm_castsi128_pd(mask.v);
  return {_mm_or_pd(_mm_and_pd(m, a.v), _mm_andnot_pd(m, b.v))};
}
/// +0 where the mask is not set.
inline F64x2 keep_where(U64x2 mask, F64x2 a) { return {_mm_and_pd(_mm_castsi128_pd(mask.v), a.v)}; }
inline F64x2 negate_where(U64x2 mask, F64x2 a) {
  return {_mm_xor_pd(a.v, _mm_and_pd(_mm_castsi128_pd(mask.v), _mm_set1_pd(-0.0)))};
}

/// Lane 0 plus lane 1 of `a`, and of `b`.
inline F64x2 pair_sums(F64x2 a, F64x2 b) { return {_mm_add_pd(_mm_unpacklo_pd(a.v, b.v), _mm_unpackhi_pd(a.v, b.v))}; }

/// Lanes 0 and 1 from `low`, 2 and 3 from `high`, rounded to nearest.
inline F32x4 narrow(F64x2 low, F64x2 high) { return {_mm_movelh_ps(_mm_cvtpd_ps(low.v), _mm_cvtpd_ps(high.v))}; }

/// The first lane, and zero.
inline F64x2 load_one(const double* from) { return {_mm_load_sd(from)}; }
/// One number for each lane.
inline F64x2 lanes_of(double a, double b) { return {_mm_set_pd(b, a)}; }

/// Lane i of the result is the lane of `a` that parameter i names.
template <int x, int y, int z, int w>
inline F32x4 permute(F32x4 a) {
  return {_mm_shuffle_ps(a.v, a.v, _MM_SHUFFLE(w, z, y, x))};
}

/// Rows become columns.
inline void transpose(F32x4& a, F32x4& b, F32x4& c, F32x4& d) { _MM_TRANSPOSE4_PS(a.v, b.v, c.v, d.v); }

#else

struct U32x4 {
  std::uint32_t v[4];
};
struct U64x2 {
  std::uint64_t v[2];
};
struct F32x4 {
  float v[4];
};
struct F64x2 {
  double v[2];
};

/// The lanes of a result, computed one by one.
template <class Result, class Lane>
inline Result lanes(Lane lane) {
  if constexpr (sizeof(Result::v) / sizeof(Result::v[0]) == 4) {
    return {{lane(0), lane(1), lane(2), lane(3)}};
  } else {
    return {{lane(0), lane(1)}};
  }
}
inline U32x4 mask_of(bool a, bool b, bool c, bool d) {
  return {{a ? ~0u : 0u, b ? ~0u : 0u, c ? ~0u : 0u, d ? ~0u : 0u}};
}
inline U64x2 mask_of(bool a, bool b) { return {{a ? ~std::uint64_t{0} : 0u, b ? ~std::uint64_t{0} : 0u}}; }

inline U32x4 splat(std::uint32_t a) { return {{a, a, a, a}}; }
inline void store(std::uint32_t* to, U32x4 a) {
  for (int i = 0; i < 4; ++i) to[i] = a.v[i];
}
inline U32x4 operator&(U32x4 a, U32x4 b) {
  return lanes<U32x4>([&](int i) { return a.v[i] & b.v[i]; });
}
inline U32x4 operator|(U32x4 a, U32x4 b) {
  return lanes<U32x4>([&](int i) { return a.v[i] | b.v[i]; });
}
inline U32x4 operator~(U32x4 a) {
  return lanes<U32x4>([&](int i) { return ~a.v[i]; });
}
inline U32x4 operator+(U32x4 a, U32x4 b) {
  return lanes<U32x4>([&](int i) { return a.v[i] + b.v[i]; });
}
inline std::uint32_t bits(U32x4 a) { return a.v[0] >> 31 | a.v[1] >> 31 << 1 | a.v[2] >> 31 << 2 | a.v[3] >> 31 << 3; }

inline U64x2 operator&(U64x2 a, U64x2 b) { return {{a.v[0] & b.v[0], a.v[1] & b.v[1]}}; }
inline U64x2 operator|(U64x2 a, U64x2 b) { return {{a.v[0] | b.v[0], a.v[1] | b.v[1]}}; }
inline U64x2 operator~(U64x2 a) { return {{~a.v[0], ~a.v[1]}}; }
inline std::uint32_t bits(U64x2 a) { return static_cast<std::uint32_t>(a.v[0] >> 63 | a.v[1] >> 63 << 1); }

inline F32x4 splat(float a) { return {{a, a, a, a}}; }
inline F32x4 load(const float* from) { return {{from[0], from[1], from[2], from[3]}}; }
inline void store(float* to, F32x4 a) {
  for (int i = 0; i < 4; ++i) to[i] = a.v[i];
}
inline F32x4 operator+(F32x4 a, F32x4 b) {
  return lanes<F32x4>([&](int i) { return a.v[i] + b.v[i]; });
}
inline F32x4 operator-(F32x4 a, F32x4 b) {
  return lanes<F32x4>([&](int i) { return a.v[i] - b.v[i]; });
}
inline F32x4 operator*(F32x4 a, F32x4 b) {
  return lanes<F32x4>([&](int i) { return a.v[i] * b.v[i]; });
}
inline F32x4 operator/(F32x4 a, F32x4 b) {
  return lanes<F32x4>([&](int i) { return a.v[i] / b.v[i]; });
}
inline F32x4 operator-(F32x4 a) {
  return lanes<F32x4>([&](int i) { return -a.v[i]; });
}
inline F32x4 abs(F32x4 a) {
  return lanes<F32x4>([&](int i) { return std::fabs(a.v[i]); });
}
inline F32x4 sqrt(F32x4 a) {
  return lanes<F32x4>([&](int i) { return std::sqrt(a.v[i]); });
}
inline F32x4 min(F32x4 a, F32x4 b) {
  return lanes<F32x4>([&](int i) { return a.v[i] < b.v[i] ? a.v[i] : b.v[i]; });
}
inline F32x4 max(F32x4 a, F32x4 b) {
  return lanes<F32x4>([&](int i) { return a.v[i] > b.v[i] ? a.v[i] : b.v[i]; });
}
inline U32x4 operator<(F32x4 a, F32x4 b) {
  return mask_of(a.v[0] < b.v[0], a.v[1] < b.v[1], a.v[2] < b.v[2], a.v[3] < b.v[3]);
}
inline U32x4 operator<=(F32x4 a, F32x4 b) {
  return mask_of(a.v[0] <= b.v[0], a.v[1] <= b.v[1], a.v[2] <= b.v[2], a.v[3] <= b.v[3]);
}
inline U32x4 operator==(F32x4 a, F32x4 b) {
  return mask_of(a.v[0] == b.v[0], a.v[1] == b.v[1], a.v[2] == b.v[2], a.v[3] == b.v[3]);
}
inline F32x4 select(U32x4 mask, F32x4 a, F32x4 b) {
  return lanes<F32x4>([&](int i) {
    return std::bit_cast<float>((mask.v[i] & std::bit_cast<std::uint32_t>(a.v[i])) |
                                (~mask.v[i] & std::bit_cast<std::uint32_t>(b.v[i])));
  });
}

inline F64x2 splat(double a) { return {{a, a}}; }
inline F64x2 load(const double* from) { return {{from[0], from[1]}}; }
inline void store(double* to, F64x2 a) {
  to[0] = a.v[0];
  to[1] = a.v[1];
}
inline F64x2 operator+(F64x2 a, F64x2 b) { return {{a.v[0] + b.v[0], a.v[1] + b.v[1]}}; }
inline F64x2 operator-(F64x2 a, F64x2 b) { return {{a.v[0] - b.v[0], a.v[1] - b.v[1]}}; }
inline F64x2 operator*(F64x2 a, F64x2 b) { return {{a.v[0] * b.v[0], a.v[1] * b.v[1]}}; }
inline F64x2 operator/(F64x2 a, F64x2 b) { return {{a.v[0] / b.v[0], a.v[1] / b.v[1]}}; }
inline F64x2 operator-(F64x2 a) { return {{-a.v[0], -a.v[1]}}; }
inline F64x2 abs(F64x2 a) { return {{std::fabs(a.v[0]), std::fabs(a.v[1])}}; }
inline F64x2 sqrt(F64x2 a) { return {{std::sqrt(a.v[0]), std::sqrt(a.v[1])}}; }
inline F64x2 min(F64x2 a, F64x2 b) {
  return lanes<F64x2>([&](int i) { return a.v[i] < b.v[i] ? a.v[i] : b.v[i]; });
}
inline F64x2 max(F64x2 a, F64x2 b) {
  return lanes<F64x2>([&](int i) { return a.v[i] > b.v[i] ? a.v[i] : b.v[i]; });
}
inline U64x2 operator<(F64x2 a, F64x2 b) { return mask_of(a.v[0] < b.v[0], a.v[1] < b.v[1]); }
inline U64x2 operator<=(F64x2 a, F64x2 b) { return mask_of(a.v[0] <= b.v[0], a.v[1] <= b.v[1]); }
inline U64x2 operator==(F64x2 a, F64x2 b) { return mask_of(a.v[0] == b.v[0], a.v[1] == b.v[1]); }
inline F64x2 select(U64x2 mask, F64x2 a, F64x2 b) {
  return lanes<F64x2>([&](int i) {
    return std::bit_cast<double>((mask.v[i] & std::bit_cast<std::uint64_t>(a.v[i])) |
                                 (~mask.v[i] & std::bit_cast<std::uint64_t>(b.v[i])));
  });
}
/// +0 where the mask is not set.
inline F64x2 keep_where(U64x2 mask, F64x2 a) {
  return lanes<F64x2>([&](int i) { return mask.v[i] != 0 ? a.v[i] : 0.0; });
}
inline F64x2 negate_where(U64x2 mask, F64x2 a) {
  return lanes<F64x2>([&](int i) { return mask.v[i] != 0 ? -a.v[i] : a.v[i]; });
}

/// Lane 0 plus lane 1 of `a`, and of `b`.
inline F64x2 pair_sums(F64x2 a, F64x2 b) { return {{a.v[0] + a.v[1], b.v[0] + b.v[1]}}; }

/// Lanes 0 and 1 from `low`, 2 and 3 from `high`, rounded to nearest.
inline F32x4 narrow(F64x2 low, F64x2 high) {
  return {{static_cast<float>(low.v[0]), static_cast<float>(low.v[1]), static_cast<float>(high.v[0]),
           static_cast<float>(high.v[1])}};
}

/// The first lane, and zero.
inline F64x2 load_one(const double* from) { return {{from[0], 0.0}}; }
/// One number for each lane.
inline F64x2 lanes_of(double a, double b) { return {{a, b}}; }

/// Lane i of the result is the lane of `a` that parameter i names.
template <int x, int y, int z, int w>
inline F32x4 permute(F32x4 a) {
  return {{a.v[x], a.v[y], a.v[z], a.v[w]}};
}

/// Rows become columns.
inline void transpose(F32x4& a, F32x4& b, F32x4& c, F32x4& d) {
  const F32x4 rows[4] = {a, b, c, d};
  F32x4* const columns[4] = {&a, &b, &c, &d};
  for (int i = 0; i < 4; ++i) *columns[i] = {{rows[0].v[i], rows[1].v[i], rows[2].v[i], rows[3].v[i]}};
}

#endif

/// `a < b ? a : b` and `a > b ? a : b` of single numbers. WebAssembly engines compile a choice between two numbers to a
/// jump; a mispredicted jump costs more than the arithmetic around it. The SIMD minimum has no jump.
inline double lesser(double a, double b) {
#if defined(HYPERPLANE_SIMD_WASM)
  return wasm_f64x2_extract_lane(min(splat(a), splat(b)).v, 0);
#else
  return a < b ? a : b;
#endif
}
inline double greater(double a, double b) {
#if defined(HYPERPLANE_SIMD_WASM)
  return wasm_f64x2_extract_lane(max(splat(a), splat(b)).v, 0);
#else
  return a > b ? a : b;
#endif
}
/// `sign < 0 ? -size : size`, also without a jump. @param size not negative. @param sign not NaN.
inline double with_sign(double size, double sign) { return std::copysign(size, sign + 0.0); }

// Operations built from the above, for all backends.

inline U32x4 operator>(F32x4 a, F32x4 b) { return b < a; }
inline U32x4 operator>=(F32x4 a, F32x4 b) { return b <= a; }
inline U64x2 operator>(F64x2 a, F64x2 b) { return b < a; }
inline U64x2 operator>=(F64x2 a, F64x2 b) { return b <= a; }

inline bool any(U32x4 mask) { return bits(mask) != 0; }
inline bool all(U32x4 mask) { return bits(mask) == 15u; }
inline bool any(U64x2 mask) { return bits(mask) != 0; }
inline bool all(U64x2 mask) { return bits(mask) == 3u; }

}  // namespace hyperplane
