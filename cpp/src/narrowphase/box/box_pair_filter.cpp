#include "narrowphase/box/box_pair_filter.h"

#include "narrowphase/box/sat_box_box.h"
#include "narrowphase/box/tolerances.h"

namespace hyperplane {
namespace {

constexpr float k_pair_sine_floor = box_filter_sine_floor(k_box_pair_filter_sine_error);

constexpr std::uint32_t k_three_lanes = 7;  // the fourth is meaningless

/// Lane j of the result is lane j + 1, or j + 2, of the three.
F32x4 next(F32x4 v) { return permute<1, 2, 0, 3>(v); }
F32x4 after_next(F32x4 v) { return permute<2, 0, 1, 3>(v); }

F32x4 load_three(const double* from) { return narrow(load(from), load_one(from + 2)); }

/// Of all four lanes, in every lane.
F32x4 sum_of_four(F32x4 v) {
  const F32x4 pairs = v + permute<1, 0, 3, 2>(v);
  return pairs + permute<2, 3, 0, 1>(pairs);
}

/// A vector and its cyclic shifts.
struct Turned {
  F32x4 by[3];

  explicit Turned(F32x4 v) : by{v, next(v), after_next(v)} {}
};

/// Matrix by diagonals: lane j of diagonal k is the entry in row j + k and column j.
struct Diagonals {
  F32x4 at[3];

  /// @param vector, w of a quaternion; w in all lanes. @param scale 2 over the squared length.
  Diagonals(F32x4 vector, F32x4 w, F32x4 scale) {
    const F32x4 scaled = vector * scale, squares = vector * scaled, with_w = w * scaled;
    const F32x4 mixed = next(vector) * after_next(scaled);  // yz, zx, xy
    at[0] = splat(1.0f) - (next(squares) + after_next(squares));
    at[1] = after_next(mixed + with_w);
    at[2] = next(mixed - with_w);
  }

  /// The transpose times a vector.
  F32x4 transpose_times(const Turned& v) const { return at[0] * v.by[0] + at[1] * v.by[1] + at[2] * v.by[2]; }
};

/// The pair in the frame of A, and its overlaps.
struct Axes {
  Diagonals cosine;
  F32x4 extent;                  // L, in all three lanes
  F32x4 error;                   // E
  F32x4 on_faces_a, on_faces_b;  // lane k: face normal k
  F32x4 on_edges[3];             // lane j of k: A's edge j + k and B's edge j, scaled by the sine
  bool is_in_range;              // of 32 bits; otherwise every other member is meaningless

  [[gnu::always_inline]] Axes(const double* size_a, const Pose& pose_a, const double* size_b, const Pose& pose_b)
      : Axes(narrow(load(&pose_a.rotation.x), load(&pose_a.rotation.z)),
             narrow(load(&pose_b.rotation.x), load(&pose_b.rotation.z)), offset(&pose_a.position.x, &pose_b.position.x),
             load_three(size_a) * splat(0.5f), load_three(size_b) * splat(0.5f)) {}

  F32x4 least_of_faces() const { return min(on_faces_a, on_faces_b); }
  F32x4 least_of_edges() const { return min(min(on_edges[0], on_edges[1]), on_edges[2]); }
  /// For on_edges[k]. The square of the true sine is at most k_box_filter_sine_growth times this plus
  /// k_pair_sine_floor.
  F32x4 sine_squared(int k) const {
    const F32x4 &one = cosine.at[(k + 1) % 3], &other = cosine.at[(k + 2) % 3];
    return one * one + other * other;
  }

 private:
  /// Subtracted in 64 bits.
  static F32x4 offset(const double* from, const double* to) {
    return narrow(load(to) - load(from), load_one(to + 2) - load_one(from + 2));
  }

  [[gnu::always_inline]] Axes(F32x4 a, F32x4 b, F32x4 offset, F32x4 half_a, F32x4 half_b)
      : Axes(a, b, sum_of_four(a * a), sum_of_four(b * b), offset, half_a, half_b) {}

  [[gnu::always_inline]] Axes(F32x4 a, F32x4 b, F32x4 of_a, F32x4 of_b, F32x4 offset, F32x4 half_a, F32x4 half_b)
      : cosine(product(a, b), sum_of_four(a * b), splat(2.0f) / (of_a * of_b)) {
    const F32x4 low = splat(k_box_filter_min_length_squared), high = splat(k_box_filter_max_length_squared);
    is_in_range = all((low <= of_a) & (of_a <= high) & (low <= of_b) & (of_b <= high));
    const Turned t(Diagonals(a, permute<3, 3, 3, 3>(a), splat(2.0f) / of_a).transpose_times(Turned(offset)));

    const F32x4 reaches = abs(t.by[0]) + half_a + half_b;
    extent = reaches + next(reaches) + after_next(reaches);
    error = extent * splat(k_box_pair_filter_error) + splat(k_box_filter_least_error);

    const Turned of_a_turned(half_a);
    const Turned absolute[3] = {Turned(abs(cosine.at[0])), Turned(abs(cosine.at[1])), Turned(abs(cosine.at[2]))};
    const F32x4 reach_b =
        absolute[0].by[0] * half_b + after_next(absolute[1].by[0] * half_b) + next(absolute[2].by[0] * half_b);
    const F32x4 reach_a = absolute[0].by[0] * of_a_turned.by[0] + absolute[1].by[0] * of_a_turned.by[1] +
                          absolute[2].by[0] * of_a_turned.by[2];
    on_faces_a = half_a + reach_b - abs(t.by[0]);
    on_faces_b = half_b + reach_a - abs(cosine.transpose_times(t));
    const F32x4 half_b_next = next(half_b), half_b_after = after_next(half_b);
    for (int k = 0; k < 3; ++k) {
      const int k1 = (k + 1) % 3, k2 = (k + 2) % 3;
      on_edges[k] = (of_a_turned.by[k1] * absolute[k2].by[0] + of_a_turned.by[k2] * absolute[k1].by[0]) +
                    (half_b_next * absolute[k1].by[2] + half_b_after * absolute[k2].by[1]) -
                    abs(cosine.at[k1] * t.by[k2] - cosine.at[k2] * t.by[k1]);
    }
  }

  /// The vector part of conjugate(a) b.
  static F32x4 product(F32x4 a, F32x4 b) {
    return (permute<3, 3, 3, 3>(a) * b - permute<3, 3, 3, 3>(b) * a) -
           (next(a) * after_next(b) - after_next(a) * next(b));
  }
};

std::uint32_t three_bits(U32x4 mask) { return bits(mask) & k_three_lanes; }

F32x4 least_of_three(F32x4 v) { return min(v, min(next(v), after_next(v))); }

/// The bits of sat_box_box.h for the lanes of on_edges[k]: lane j is axis 6 + 3 ((j + k) modulo 3) + j.
constexpr std::uint32_t edge_bits(int k, std::uint32_t lanes) {
  std::uint32_t result = 0;
  for (int j = 0; j < 3; ++j) result |= (lanes >> j & 1u) << (6 + 3 * ((j + k) % 3) + j);
  return result;
}

struct EdgeBits {
  std::uint16_t of[3][8];

  constexpr EdgeBits() : of{} {
    for (int k = 0; k < 3; ++k) {
      for (std::uint32_t lanes = 0; lanes < 8; ++lanes) of[k][lanes] = static_cast<std::uint16_t>(edge_bits(k, lanes));
    }
  }
};
constexpr EdgeBits k_edge_bits;

}  // namespace

BoxPairVerdict filter_separation(const double* size_a, const Pose& pose_a, const double* size_b, const Pose& pose_b) {
  const Axes axes(size_a, pose_a, size_b, pose_b);
  if (!axes.is_in_range) return BoxPairVerdict::open;
  const F32x4 error = axes.error, least = min(axes.least_of_faces(), axes.least_of_edges());
  // One branch for both verdicts: which of them applies is unpredictable.
  const bool is_apart = three_bits(least < -error) != 0, overlap = three_bits(error <= least) == k_three_lanes;
  if (is_apart | overlap) return static_cast<BoxPairVerdict>(!is_apart);

  // Edges may be this far from parallel, and still not separate; see box_filter.h.
  const F32x4 safe = max(least_of_three(axes.least_of_faces()) - error, splat(0.0f));
  const F32x4 turn = axes.extent * axes.extent * splat(k_box_filter_turn_squared);
  const F32x4 growth = turn * splat(k_box_filter_sine_growth), floor = turn * splat(k_pair_sine_floor),
              safe_squared = safe * safe;
  U32x4 decided = error <= axes.least_of_faces();
  for (int k = 0; k < 3; ++k) {
    decided = decided & ((error <= axes.on_edges[k]) | (growth * axes.sine_squared(k) + floor < safe_squared));
  }
  return three_bits(decided) == k_three_lanes ? BoxPairVerdict::intersect : BoxPairVerdict::open;
}

std::uint32_t filter_least_overlap(const double* size_a, const Pose& pose_a, const double* size_b, const Pose& pose_b) {
  const Axes axes(size_a, pose_a, size_b, pose_b);
  if (!axes.is_in_range) return k_all_box_axes;
  const F32x4 error = axes.error;
  if (three_bits(min(axes.least_of_faces(), axes.least_of_edges()) < -error) != 0) return 0;

  // Drops the axes that surely overlap by more than some face normal: (overlap - E) / sine > limit.
  const F32x4 limit = least_of_three(axes.least_of_faces()) + error, limit_squared = limit * limit;
  const F32x4 growth = limit_squared * splat(k_box_filter_sine_growth),
              floor = limit_squared * splat(k_pair_sine_floor);
  std::uint32_t candidates =
      three_bits(~(limit < axes.on_faces_a - error)) | three_bits(~(limit < axes.on_faces_b - error)) << 3;
  for (int k = 0; k < 3; ++k) {
    const F32x4 at_least = max(axes.on_edges[k] - error, splat(0.0f));
    candidates |= k_edge_bits.of[k][three_bits(~(growth * axes.sine_squared(k) + floor < at_least * at_least))];
  }
  return candidates;
}

}  // namespace hyperplane
