#include "narrowphase/convex/triangle_triangle.h"

#include <cmath>

#include "composite/tolerances.h"
#include "core/constants.h"
#include "math/lanes3.h"
#include "narrowphase/convex/tolerances.h"
#include "shape/tolerances.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

/// The axes of two triangles, in the frame of the first one, relative to its first corner.
class TriangleAxes {
 public:
  TriangleAxes(const Shape& a, const Shape& b, const Transform& b_in_a) {
    const Triangle own(a), other(b);
    if (a.thickness > 0.0 || b.thickness > 0.0 || is_needle(own.to_b, own.to_c) || is_needle(other.to_b, other.to_c)) {
      return;
    }
    const Vec3 from = b_in_a * other.origin - own.origin;
    const double size = own.core_extent() + other.core_extent();
    margin_ = k_touch_margin * size +
              k_plane_rounding * (length(own.origin) + length(b_in_a.translation) + length(other.origin) + size);
    tie_ = k_axis_tie * size;
    const Mat3& rotation = b_in_a.rotation;
    const Vec3 edges_a[3] = {own.edge(0), own.edge(1), own.edge(2)};
    const Vec3 edges_b[3] = {rotation * other.edge(0), rotation * other.edge(1), rotation * other.edge(2)};
    for (int i = 0; i < 3; ++i) {
      const Vec3 corner = from + rotation * other.corner(i);
      a_[i] = paired(own.corner(i), own.corner(i));
      b_[i] = paired(corner, corner);
    }
    // First the normals, then the products of edges, the last one twice.
    verdict = AxesVerdict::apart;
    if (separate(cross(paired(edges_a[0], edges_b[0]), paired(edges_a[1], edges_b[1])), splat(0.0))) return;
    for (int i = 0; i < 10; i += 2) {
      const int next = i < 8 ? i + 1 : i;
      const PairedVec3 along_a = paired(edges_a[i / 3], edges_a[next / 3]),
                       along_b = paired(edges_b[i % 3], edges_b[next % 3]);
      constexpr double k_squared = k_parallel_edge_sine * k_parallel_edge_sine;
      if (separate(cross(along_a, along_b), splat(k_squared) * (dot(along_a, along_a) * dot(along_b, along_b)))) return;
    }
    verdict = is_clear_ ? AxesVerdict::overlapping : AxesVerdict::unsure;
  }

  AxesVerdict verdict = AxesVerdict::unsure;
  /// Of those that overlap; from A to B.
  DirectionalDepth least{{}, __builtin_huge_val()};

 private:
  /// Along two axes in turn. @param axes any lengths. @param least squares of lengths up to which an axis is left out.
  /// @return whether the triangles are clearly apart along one of them.
  bool separate(const PairedVec3& axes, F64x2 least_squared) {
    const F64x2 squared = dot(axes, axes), scale = splat(1.0) / sqrt(squared);
    const Span a = span(a_, axes), b = span(b_, axes);
    double ahead[2], behind[2], scales[2], axis[3][2];
    store(ahead, (a.high - b.low) * scale);
    store(behind, (b.high - a.low) * scale);
    store(scales, scale);
    store(axis[0], axes.x);
    store(axis[1], axes.y);
    store(axis[2], axes.z);
    const std::uint32_t wanted = bits(least_squared < squared);
    for (int k = 0; k < 2; ++k) {
      if ((wanted >> k & 1) == 0) continue;
      const bool is_ahead = ahead[k] <= behind[k] + tie_;
      const double overlap = is_ahead ? ahead[k] : behind[k];
      if (overlap < -margin_) return true;
      is_clear_ = is_clear_ && overlap > margin_;
      if (overlap < least.depth - tie_) {
        least = {Vec3{axis[0][k], axis[1][k], axis[2][k]} * (is_ahead ? scales[k] : -scales[k]), overlap};
      }
    }
    return false;
  }

  struct Span {
    F64x2 low, high;
  };
  static Span span(const PairedVec3 (&corners)[3], const PairedVec3& axes) {
    const F64x2 a = dot(axes, corners[0]), b = dot(axes, corners[1]), c = dot(axes, corners[2]);
    return {min(a, min(b, c)), max(a, max(b, c))};
  }

  /// Corners, in both lanes.
  PairedVec3 a_[3], b_[3];
  /// m: gaps and overlaps up to it decide nothing; overlaps that differ by less tie, and the first one wins.
  double margin_ = 0.0, tie_ = 0.0;
  bool is_clear_ = true;
};

}  // namespace

PairAxes compare_triangles(const Shape& a, const Shape& b, const Transform& b_in_a) {
  const TriangleAxes axes(a, b, b_in_a);
  return {axes.verdict, axes.least};
}

}  // namespace hyperplane
