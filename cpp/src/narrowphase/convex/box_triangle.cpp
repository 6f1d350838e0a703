#include "narrowphase/convex/box_triangle.h"

#include <cmath>

#include "composite/tolerances.h"
#include "core/constants.h"
#include "shape/box.h"
#include "shape/tolerances.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

/// The axes that were tried.
class AxisTally {
 public:
  /// @param margin m: gaps and overlaps up to it decide nothing.
  explicit AxisTally(double margin) : margin_squared_(margin * margin) {}

  /// Takes the projections on an axis: of the box up to `reach` from 0, of the triangle from `low` to `high`, all times
  /// the length of the axis. @return whether they are clearly apart.
  /// @param axis returns it.
  template <class Axis>
  bool add(const Axis& axis, double length_squared, double low, double high, double reach) {
    const double below = reach - low, above = reach + high, overlap = below < above ? below : above;
    const double overlap_squared = overlap * overlap;
    const bool exceeds = overlap_squared > margin_squared_ * length_squared;
    if (overlap < 0.0 && exceeds) return true;
    is_clear_ = is_clear_ && overlap > 0.0 && exceeds;
    if (overlap_squared * least_length_squared_ < least_squared_ * length_squared) {
      least_squared_ = overlap_squared;
      least_length_squared_ = length_squared;
      least_ = below < above ? axis() : -axis();
    }
    return false;
  }
  void add_unsure() { is_clear_ = false; }

  PairAxes result() const {
    if (!is_clear_) return {};
    const double scale = 1.0 / std::sqrt(least_length_squared_);
    return {AxesVerdict::overlapping, {least_ * scale, std::sqrt(least_squared_) * scale}};
  }

 private:
  double margin_squared_;
  bool is_clear_ = true;
  double least_squared_ = __builtin_huge_val(), least_length_squared_ = 1.0;
  /// From the box to the triangle, not of unit length.
  Vec3 least_;
};

}  // namespace

PairAxes compare_box_and_triangle(const Shape& box, const Shape& triangle, const Transform& frame, std::uint32_t axes) {
  const auto tries = [&](int axis) { return (axes >> axis & 1u) != 0; };
  const Vec3 half = Box(box).half;
  const Triangle local(triangle);
  if (triangle.thickness > 0.0 || is_needle(local.to_b, local.to_c)) return {};
  constexpr PairAxes k_apart{AxesVerdict::apart};
  const Vec3 first = frame * local.origin;
  const Vec3 sides[3] = {frame.rotation * local.to_b, frame.rotation * local.edge(1), frame.rotation * local.to_c};
  const Vec3 corners[3] = {first, first + sides[0], first + sides[2]};
  const double size = length(half), extent = local.core_extent();
  AxisTally tally(k_touch_margin * (size + extent) +
                  k_plane_rounding * (length(local.origin) + length(frame.translation) + size + extent));
  if (tries(0)) {
    const Vec3 normal = cross(sides[0], sides[2]);
    const double height = dot(normal, first), reach = dot(abs(normal), half);
    if (tally.add([&] { return normal; }, length_squared(normal), height, height, reach)) return k_apart;
  }
  for (int k = 0; k < 3; ++k) {
    if (!tries(1 + k)) continue;
    const double a = component(corners[0], k), b = component(corners[1], k), c = component(corners[2], k);
    if (tally.add([&] { return unit_axis(k); }, 1.0, min(min(a, b), c), max(max(a, b), c), component(half, k)))
      return k_apart;
  }
  for (int edge = 0; edge < 3; ++edge) {
    const Vec3 &side = sides[edge], &on_edge = corners[edge == 2 ? 0 : edge], &opposite = corners[(edge + 2) % 3];
    for (int k = 0; k < 3; ++k) {
      if (!tries(4 + 3 * edge + k)) continue;
      // The cross product with a unit axis has two components, along the other axes.
      const int u = k < 2 ? k + 1 : 0, v = k > 0 ? k - 1 : 2;
      const double along_u = -component(side, v), along_v = component(side, u);
      const double axis_squared = along_u * along_u + along_v * along_v;
      if (axis_squared == 0.0) continue;
      // The direction of a product of nearly parallel edges is rounding.
      if (axis_squared < k_parallel_edge_sine * k_parallel_edge_sine * length_squared(side)) {
        tally.add_unsure();
        continue;
      }
      const double a = along_u * component(on_edge, u) + along_v * component(on_edge, v);
      const double b = along_u * component(opposite, u) + along_v * component(opposite, v);
      const double reach = std::fabs(along_u) * component(half, u) + std::fabs(along_v) * component(half, v);
      const auto axis = [&] { return unit_axis(u) * along_u + unit_axis(v) * along_v; };
      if (tally.add(axis, axis_squared, min(a, b), max(a, b), reach)) return k_apart;
    }
  }
  return tally.result();
}

}  // namespace hyperplane
