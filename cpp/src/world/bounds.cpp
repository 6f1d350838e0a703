#include "world/bounds.h"

#include <cmath>

#include "composite/touch_bounds.h"
#include "core/constants.h"
#include "math/simd.h"
#include "world/tolerances.h"

namespace hyperplane {
namespace {

struct Reaches {
  float reach[3][4];
  /// Bit i: no reach for collider i; use the bounds of its shape.
  std::uint32_t unknown;
};

/// Reaches of four colliders along the world axes.
Reaches reaches_of(const Storage& storage, const std::uint32_t (&rows)[4]) {
  F32x4 q[4], e[4];
  for (int i = 0; i < 4; ++i) {
    q[i] = load(storage.seen[rows[i]].rotation);
    e[i] = load(storage.extents[rows[i]].half);  // and the radius
  }
  transpose(q[0], q[1], q[2], q[3]);
  transpose(e[0], e[1], e[2], e[3]);
  const F32x4 x = q[0], y = q[1], z = q[2], w = q[3];
  const F32x4 length_squared = x * x + y * y + z * z + w * w;
  const F32x4 s = splat(2.0f) / length_squared;
  const F32x4 xs = x * s, ys = y * s, zs = z * s;
  const F32x4 xx = x * xs, yy = y * ys, zz = z * zs, xy = x * ys, xz = x * zs, yz = y * zs;
  const F32x4 wx = w * xs, wy = w * ys, wz = w * zs, one = splat(1.0f);
  const F32x4 slack = (e[0] + e[1] + e[2] + e[3]) * splat(k_lane_reach_slack) + e[3];

  Reaches out;
  store(out.reach[0], abs(one - (yy + zz)) * e[0] + abs(xy - wz) * e[1] + abs(xz + wy) * e[2] + slack);
  store(out.reach[1], abs(xy + wz) * e[0] + abs(one - (xx + zz)) * e[1] + abs(yz - wx) * e[2] + slack);
  store(out.reach[2], abs(xz - wy) * e[0] + abs(yz + wx) * e[1] + abs(one - (xx + yy)) * e[2] + slack);
  const U32x4 known = (splat(0.0f) <= e[3]) & (splat(k_lane_min_quat_length_squared) <= length_squared) &
                      (length_squared <= splat(k_lane_max_quat_length_squared));
  out.unknown = bits(~known);
  return out;
}

/// m: by how much a margin enlarges bounds; rounding to 32 bits does not take it back.
double margin_reach(const Storage& storage, std::uint32_t row) {
  return storage.margins[row] * (1.0 + static_cast<double>(k_lane_reach_slack));
}

}  // namespace

void compute_bounds(Storage& storage, std::span<const std::uint32_t> rows, const Vec3& origin) {
  const double from[3] = {origin.x, origin.y, origin.z};
  const bool has_margins = !storage.margins.empty();
  for (std::size_t first = 0; first < rows.size(); first += 4) {
    // Pad an incomplete group with its first collider.
    std::uint32_t group[4];
    const std::size_t count = rows.size() - first < 4 ? rows.size() - first : 4;
    for (std::size_t i = 0; i < 4; ++i) group[i] = rows[first + (i < count ? i : 0)];
    const Reaches reaches = reaches_of(storage, group);
    for (std::size_t i = 0; i < count; ++i) {
      const std::uint32_t row = group[i];
      FloatBounds& out = storage.bounds[row];
      if ((reaches.unknown >> i & 1) != 0) {
        Aabb box = touch_bounds(storage.shapes[row], storage.seen_pose(row));
        if (has_margins) box = grown_by(box, margin_reach(storage, row));
        out = to_float_bounds(box, origin);
        continue;
      }
      const double* const position = storage.seen[row].position;
      for (int k = 0; k < 3; ++k) {
        const double centre = position[k] - from[k];
        double reach = static_cast<double>(reaches.reach[k][i]) + std::fabs(centre) * k_lane_centre_slack;
        if (has_margins) reach += margin_reach(storage, row);
        out.min[k] = static_cast<float>(centre - reach);
        out.max[k] = static_cast<float>(centre + reach);
      }
      out.min[3] = out.max[3] = 0.0f;
    }
  }
}

}  // namespace hyperplane
