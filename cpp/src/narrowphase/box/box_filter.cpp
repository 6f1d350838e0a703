#include "narrowphase/box/box_filter.h"

#include "narrowphase/box/sat_box_box.h"
#include "narrowphase/box/tolerances.h"

namespace hyperplane {
namespace {

constexpr float k_sine_floor = box_filter_sine_floor(k_box_filter_sine_error);

F32x4 dot(const F32x4 (&a)[3], const F32x4 (&b)[3]) { return a[0] * b[0] + a[1] * b[1] + a[2] * b[2]; }

F32x4 length_squared(const F32x4 (&q)[4]) { return q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]; }

/// m[i][j] is component i of the image of axis j; `scale` is 2 / |q|^2.
void set_matrix(const F32x4 (&q)[4], F32x4 scale, F32x4 (&m)[3][3]) {
  const F32x4 one = splat(1.0f);
  const F32x4 xs = q[0] * scale, ys = q[1] * scale, zs = q[2] * scale;
  const F32x4 xx = q[0] * xs, yy = q[1] * ys, zz = q[2] * zs;
  const F32x4 xy = q[0] * ys, xz = q[0] * zs, yz = q[1] * zs;
  const F32x4 wx = q[3] * xs, wy = q[3] * ys, wz = q[3] * zs;
  m[0][0] = one - (yy + zz);
  m[1][0] = xy + wz;
  m[2][0] = xz - wy;
  m[0][1] = xy - wz;
  m[1][1] = one - (xx + zz);
  m[2][1] = yz + wx;
  m[0][2] = xz + wy;
  m[1][2] = yz - wx;
  m[2][2] = one - (xx + yy);
}

/// The pairs, each in the frame of its A.
struct Frames {
  F32x4 cosine[3][3], absolute[3][3], t[3];
  F32x4 error;        // E
  F32x4 extent;       // L
  U32x4 is_in_range;  // of 32 bits; otherwise every other member is meaningless

  explicit Frames(const BoxGroup& g) {
    const F32x4(&a)[4] = g.rotation_a;
    const F32x4(&b)[4] = g.rotation_b;
    const F32x4 relative[4] = {
        a[3] * b[0] - a[0] * b[3] - a[1] * b[2] + a[2] * b[1], a[3] * b[1] + a[0] * b[2] - a[1] * b[3] - a[2] * b[0],
        a[3] * b[2] - a[0] * b[1] + a[1] * b[0] - a[2] * b[3], a[3] * b[3] + a[0] * b[0] + a[1] * b[1] + a[2] * b[2]};
    const F32x4 of_a = length_squared(a), of_both = length_squared(relative);
    const F32x4 low = splat(k_box_filter_min_length_squared), high = splat(k_box_filter_max_length_squared);
    is_in_range = (low <= of_a) & (of_a <= high) & (low <= of_both) & (of_both <= high);
    const F32x4 two = splat(2.0f);
    F32x4 in_world[3][3];
    set_matrix(a, two / of_a, in_world);
    for (int i = 0; i < 3; ++i) {
      t[i] = in_world[0][i] * g.offset[0] + in_world[1][i] * g.offset[1] + in_world[2][i] * g.offset[2];
    }
    set_matrix(relative, two / of_both, cosine);
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) absolute[i][j] = abs(cosine[i][j]);
    }
    extent = (abs(t[0]) + abs(t[1]) + abs(t[2])) + (g.half_a[0] + g.half_a[1] + g.half_a[2]) +
             (g.half_b[0] + g.half_b[1] + g.half_b[2]);
    error = extent * splat(k_box_filter_error) + splat(k_box_filter_least_error);
  }

  F32x4 overlap_on_face_a(const BoxGroup& g, int i) const {
    return g.half_a[i] + dot(absolute[i], g.half_b) - abs(t[i]);
  }
  F32x4 overlap_on_face_b(const BoxGroup& g, int j) const {
    return g.half_b[j] + (absolute[0][j] * g.half_a[0] + absolute[1][j] * g.half_a[1] + absolute[2][j] * g.half_a[2]) -
           abs(cosine[0][j] * t[0] + cosine[1][j] * t[1] + cosine[2][j] * t[2]);
  }
  /// Scaled by the sine.
  F32x4 overlap_on_edges(const BoxGroup& g, int i, int j) const {
    const int i1 = (i + 1) % 3, i2 = (i + 2) % 3, j1 = (j + 1) % 3, j2 = (j + 2) % 3;
    return (g.half_a[i1] * absolute[i2][j] + g.half_a[i2] * absolute[i1][j]) +
           (g.half_b[j1] * absolute[i][j2] + g.half_b[j2] * absolute[i][j1]) -
           abs(cosine[i1][j] * t[i2] - cosine[i2][j] * t[i1]);
  }
};

/// Squares of the sines of the angles between the edges, as computed from the rounded frames. The square of the true
/// sine is at most k_box_filter_sine_growth times this plus k_sine_floor.
struct SineSquares {
  F32x4 of_cosine[3][3];

  explicit SineSquares(const Frames& frames) {
    for (int i = 0; i < 3; ++i) {
      for (int j = 0; j < 3; ++j) of_cosine[i][j] = frames.cosine[i][j] * frames.cosine[i][j];
    }
  }
  F32x4 at(int i, int j) const { return of_cosine[(i + 1) % 3][j] + of_cosine[(i + 2) % 3][j]; }
};

/// Collects the remaining axes as bits; add all of them, from the highest number down. A bit is shifted in with two
/// additions; setting a bit in place would take a separate constant for each axis.
class Candidates {
 public:
  void next(U32x4 is_decided) { bits_plus_one_ = bits_plus_one_ + bits_plus_one_ + is_decided; }
  U32x4 bits() const { return bits_plus_one_ + ~splat(0u); }

 private:
  U32x4 bits_plus_one_ = splat(1u);  // decided axes count as -1
};

BoxFilterResult make_result(const Frames& frames, U32x4 apart, U32x4 candidates) {
  BoxFilterResult result;
  result.apart = bits(apart & frames.is_in_range);
  store(result.candidates, candidates | (~frames.is_in_range & splat(k_all_box_axes)));
  return result;
}

}  // namespace

// The comparisons below make an axis a candidate if a value is NaN. A pair in range has no NaN, and its least overlap
// is the minimum of all.

BoxFilterResult filter_separation(const BoxGroup& group) {
  const Frames frames(group);
  const F32x4 error = frames.error, minus_error = -error;
  F32x4 overlap[k_box_axis_count];
  F32x4 least_of_faces = overlap[0] = frames.overlap_on_face_a(group, 0);
  for (int k = 1; k < 6; ++k) {
    overlap[k] = k < 3 ? frames.overlap_on_face_a(group, k) : frames.overlap_on_face_b(group, k - 3);
    least_of_faces = min(overlap[k], least_of_faces);
  }
  if (all((least_of_faces < minus_error) & frames.is_in_range)) return {15u, {}};

  F32x4 least = least_of_faces;
  for (int i = 0; i < 3; ++i) {
    for (int j = 0; j < 3; ++j) {
      overlap[6 + 3 * i + j] = frames.overlap_on_edges(group, i, j);
      least = min(overlap[6 + 3 * i + j], least);
    }
  }
  const U32x4 apart = least < minus_error;
  // Nearly all groups end here. The comparisons mean nothing for pairs out of range; make_result leaves all their axes
  // open.
  if (all((error <= least) | apart)) return make_result(frames, apart, splat(0u));

  // Edges may be this far from parallel, and still not separate.
  const F32x4 safe = max(least_of_faces - error, splat(0.0f));
  const F32x4 turn = frames.extent * frames.extent * splat(k_box_filter_turn_squared);
  const F32x4 growth = turn * splat(k_box_filter_sine_growth), floor = turn * splat(k_sine_floor),
              safe_squared = safe * safe;
  const SineSquares sine_squares(frames);
  Candidates candidates;
  for (int i = 2; i >= 0; --i) {
    for (int j = 2; j >= 0; --j) {
      const U32x4 is_almost_parallel = growth * sine_squares.at(i, j) + floor < safe_squared;
      candidates.next((error <= overlap[6 + 3 * i + j]) | is_almost_parallel);
    }
  }
  for (int k = 5; k >= 0; --k) candidates.next(error <= overlap[k]);
  return make_result(frames, apart, candidates.bits());
}

BoxFilterResult filter_least_overlap(const BoxGroup& group) {
  const Frames frames(group);
  const F32x4 error = frames.error, minus_error = -error;
  F32x4 overlap[6];
  F32x4 least = overlap[0] = frames.overlap_on_face_a(group, 0);
  for (int k = 1; k < 6; ++k) {
    overlap[k] = k < 3 ? frames.overlap_on_face_a(group, k) : frames.overlap_on_face_b(group, k - 3);
    least = min(overlap[k], least);
  }
  if (all((least < minus_error) & frames.is_in_range)) return {15u, {}};

  // Drops the axes that surely overlap by more than some face normal: (overlap - E) / sine > limit.
  const F32x4 limit = least + error, limit_squared = limit * limit;
  const F32x4 growth = limit_squared * splat(k_box_filter_sine_growth), floor = limit_squared * splat(k_sine_floor);
  const SineSquares sine_squares(frames);
  Candidates candidates;
  for (int i = 2; i >= 0; --i) {
    for (int j = 2; j >= 0; --j) {
      const F32x4 overlap_on_edges = frames.overlap_on_edges(group, i, j);
      least = min(overlap_on_edges, least);
      const F32x4 at_least = max(overlap_on_edges - error, splat(0.0f));
      candidates.next(growth * sine_squares.at(i, j) + floor < at_least * at_least);
    }
  }
  for (int k = 5; k >= 0; --k) candidates.next(limit < overlap[k] - error);
  return make_result(frames, least < minus_error, candidates.bits());
}

}  // namespace hyperplane
