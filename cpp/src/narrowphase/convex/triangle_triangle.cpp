#include "narrowphase/convex/triangle_triangle.h"

#include <cmath>

#include "composite/tolerances.h"
#include "core/constants.h"
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
    Vec3 edges_a[3], edges_b[3];
    for (int i = 0; i < 3; ++i) {
      a_[i] = own.corner(i);
      b_[i] = from + b_in_a.rotation * other.corner(i);
      edges_a[i] = own.edge(i);
      edges_b[i] = b_in_a.rotation * other.edge(i);
    }
    verdict = AxesVerdict::apart;
    if (separates(cross(edges_a[0], edges_a[1])) || separates(cross(edges_b[0], edges_b[1]))) return;
    for (const Vec3& edge_a : edges_a) {
      for (const Vec3& edge_b : edges_b) {
        const Vec3 axis = cross(edge_a, edge_b);
        constexpr double k_squared = k_parallel_edge_sine * k_parallel_edge_sine;
        if (length_squared(axis) <= k_squared * (length_squared(edge_a) * length_squared(edge_b))) continue;
        if (separates(axis)) return;
      }
    }
    verdict = is_clear_ ? AxesVerdict::overlapping : AxesVerdict::unsure;
  }

  AxesVerdict verdict = AxesVerdict::unsure;
  /// Of those that overlap; from A to B.
  DirectionalDepth least{{}, __builtin_huge_val()};

 private:
  /// @param axis any length. @return whether the triangles are clearly apart along it.
  bool separates(const Vec3& axis) {
    const double size = length(axis), scale = 1.0 / size;
    const double a[3] = {dot(axis, a_[0]), dot(axis, a_[1]), dot(axis, a_[2])};
    const double b[3] = {dot(axis, b_[0]), dot(axis, b_[1]), dot(axis, b_[2])};
    const double ahead = (max(a[0], max(a[1], a[2])) - min(b[0], min(b[1], b[2]))) * scale;
    const double behind = (max(b[0], max(b[1], b[2])) - min(a[0], min(a[1], a[2]))) * scale;
    const bool is_ahead = ahead <= behind + tie_;
    const double overlap = is_ahead ? ahead : behind;
    if (overlap < -margin_) return true;
    is_clear_ = is_clear_ && overlap > margin_;
    if (overlap < least.depth - tie_) least = {axis * (is_ahead ? scale : -scale), overlap};
    return false;
  }

  /// Corners.
  Vec3 a_[3], b_[3];
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
