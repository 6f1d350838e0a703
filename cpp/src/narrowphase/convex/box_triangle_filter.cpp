#include "narrowphase/convex/box_triangle_filter.h"

#include "composite/tolerances.h"
#include "core/constants.h"
#include "narrowphase/convex/tolerances.h"

namespace hyperplane {
namespace {

constexpr int k_axis_count = 13;

F32x4 lanes_of(double value) { return splat(static_cast<float>(value)); }

/// An axis: its length, and the errors of that and of the overlap times it.
struct Axis {
  F32x4 length, length_error, error;
};

/// What four triangles overlap a box by.
struct Overlaps {
  /// Lower bounds, by axis.
  F32x4 least[k_axis_count];
  /// Upper bound of the least.
  F32x4 limit = splat(__builtin_huge_valf());
  U32x4 apart = splat(0u);

  /// Takes the projections, all times the length of the axis: of the triangle from `low` to `high`, of the box up to
  /// `reach` from 0.
  [[gnu::always_inline]] void add(int k, const Axis& axis, F32x4 low, F32x4 high, F32x4 reach) {
    const F32x4 overlap = min(reach - low, reach + high);
    least[k] = (overlap - axis.error) / (axis.length + axis.length_error);
    const F32x4 most = (overlap + axis.error) / (axis.length - axis.length_error);
    limit = select(axis.length_error < axis.length, min(most, limit), limit);
    apart = apart | (overlap < -axis.error);
  }
};

}  // namespace

BoxTriangleFilter::BoxTriangleFilter(const Aabb& bounds, const Transform& frame, double reach) {
  for (int k = 0; k < 3; ++k) axes_[k] = all_lanes(frame.rotation.columns[k]);
  const Vec3 middle = (bounds.min + bounds.max) * 0.5;
  half_ = all_lanes(bounds.max - middle);
  half_sum_ = sum(half_);
  rounding_ = lanes_of(k_box_triangle_rounding * k_culling_rounding *
                       (length(frame.translation) + length(middle) + length(bounds.max - middle) + reach));
}

std::uint32_t BoxTriangleFilter::apart(const Lanes3 (&corners)[3], BoxTriangleHint* hints) const {
  Lanes3 c[3];
  for (int i = 0; i < 3; ++i) c[i] = {dot(axes_[0], corners[i]), dot(axes_[1], corners[i]), dot(axes_[2], corners[i])};
  const Lanes3 sides[3] = {c[1] - c[0], c[2] - c[1], c[2] - c[0]};
  const F32x4 far = max(sum(abs(c[0])), max(sum(abs(c[1])), sum(abs(c[2]))));
  const F32x4 longest = max(sum(abs(sides[0])), max(sum(abs(sides[1])), sum(abs(sides[2]))));
  const F32x4 extent = far + half_sum_ + rounding_;
  const F32x4 error = extent * splat(k_box_triangle_error), squared = error * extent;
  const U32x4 in_range = (splat(k_box_triangle_least) <= extent) & (extent <= splat(k_box_triangle_most));

  const Lanes3 normal = cross(sides[0], sides[2]);
  const F32x4 height = dot(normal, c[0]), height_error = squared * longest;
  const Axis along_normal{sqrt(dot(normal, normal)), error * longest, height_error};

  Overlaps overlaps;
  overlaps.add(0, along_normal, height, height, dot(abs(normal), half_));
  const auto at = [](const Lanes3& v, int k) { return k == 0 ? v.x : (k == 1 ? v.y : v.z); };
  const Axis of_box{splat(1.0f), splat(0.0f), error};
  for (int k = 0; k < 3; ++k) {
    const F32x4 p = at(c[0], k), q = at(c[1], k), r = at(c[2], k);
    overlaps.add(1 + k, of_box, min(min(p, q), r), max(max(p, q), r), at(half_, k));
  }
  if (all(overlaps.apart & in_range)) return 15u;
  for (int edge = 0; edge < 3; ++edge) {
    const Lanes3 &side = sides[edge], &on_edge = c[edge == 2 ? 0 : edge], &opposite = c[(edge + 2) % 3];
    for (int k = 0; k < 3; ++k) {
      const int u = k < 2 ? k + 1 : 0, v = k > 0 ? k - 1 : 2;
      const F32x4 along_u = -at(side, v), along_v = at(side, u);
      const auto project = [&](const Lanes3& point) { return along_u * at(point, u) + along_v * at(point, v); };
      const F32x4 a = project(on_edge), b = project(opposite);
      const F32x4 reach = abs(along_u) * at(half_, u) + abs(along_v) * at(half_, v);
      const Axis axis{sqrt(along_u * along_u + along_v * along_v), error, squared};
      overlaps.add(4 + 3 * edge + k, axis, min(a, b), max(a, b), reach);
    }
  }
  const U32x4 apart = overlaps.apart & in_range;
  if (hints == nullptr || all(apart)) return bits(apart);

  // Below the limit an overlap may be the least, or too small to be clear.
  const F32x4 limit = max(overlaps.limit, extent * splat(k_lane_reach_slack));
  U32x4 axes = ~in_range;
  for (int k = 0; k < k_axis_count; ++k) axes = axes | (~(limit < overlaps.least[k]) & splat(1u << k));

  std::uint32_t of_triangle[4];
  store(of_triangle, axes);
  for (int i = 0; i < 4; ++i) hints[i] = {of_triangle[i] & BoxTriangleHint::k_all_axes};
  return bits(apart);
}

}  // namespace hyperplane
