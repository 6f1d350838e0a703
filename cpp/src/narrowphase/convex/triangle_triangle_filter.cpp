#include "narrowphase/convex/triangle_triangle_filter.h"

#include "bvh/float_bounds.h"
#include "narrowphase/convex/tolerances.h"

namespace hyperplane {
namespace {

/// Heights above an axis.
struct Heights {
  F32x4 from, to;
};

Heights heights_of(const FourTriangles& four, const Lanes3& axis) {
  const F32x4 a = dot(axis, four.corner(0)), b = dot(axis, four.corner(1)), c = dot(axis, four.corner(2));
  return {min(a, min(b, c)), max(a, max(b, c))};
}

U32x4 are_apart(const Heights& a, const Heights& b, F32x4 margin) {
  return (a.to + margin < b.from) | (b.to + margin < a.from);
}

U32x4 are_apart_along_normal(const FourTriangles& of, const FourTriangles& other, F32x4 margin) {
  const F32x4 scaled = margin * sum(abs(of.normal)) + splat(k_least_filter_margin);
  return are_apart({of.from, of.to}, heights_of(other, of.normal), scaled);
}

}  // namespace

void FourTriangles::put(int lane, const Vec3 (&corners)[3], const Vec3& middle) {
  for (int i = 0; i < 3; ++i) {
    for (int k = 0; k < 3; ++k) {
      const auto at = static_cast<float>(component(corners[i], k) - component(middle, k));
      if (lane == 0) {
        store(given_[i][k], splat(at));
      } else {
        given_[i][k][lane] = at;
      }
    }
  }
}

void FourTriangles::complete() {
  const Lanes3 a = corner(0), b = corner(1), c = corner(2);
  low = min(a, min(b, c));
  high = max(a, max(b, c));
  normal = cross(b - a, c - a);
  const Heights own = heights_of(*this, normal);
  from = own.from;
  to = own.to;
}

F32x4 filter_margin(double reach, double rounding) {
  return splat(rounded_up(k_triangle_filter_margin * reach + rounding));
}

std::uint32_t apart(const FourTriangles& a, const FourTriangles& b, F32x4 margin, std::uint32_t wanted) {
  U32x4 found = are_apart_along_normal(a, b, margin) | are_apart_along_normal(b, a, margin);
  Lanes3 edges[3];
  F32x4 sizes[3];
  for (int k = 0; k < 3; ++k) {
    edges[k] = b.corner((k + 1) % 3) - b.corner(k);
    sizes[k] = sum(abs(edges[k]));
  }
  for (int i = 0; i < 3 && (bits(found) & wanted) != wanted; ++i) {
    const Lanes3 edge = a.corner((i + 1) % 3) - a.corner(i);
    const F32x4 size = margin * sum(abs(edge));
    for (int k = 0; k < 3; ++k) {
      const Lanes3 axis = cross(edge, edges[k]);
      const auto between = [&](const FourTriangles& four, int on) {
        const F32x4 at_edge = dot(axis, four.corner(on)), opposite = dot(axis, four.corner((on + 2) % 3));
        return Heights{min(at_edge, opposite), max(at_edge, opposite)};
      };
      found = found | are_apart(between(a, i), between(b, k), size * sizes[k] + splat(k_least_filter_margin));
    }
  }
  return bits(found) & wanted;
}

}  // namespace hyperplane
