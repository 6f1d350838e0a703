#include "narrowphase/part/surface_pairs.h"

#include <algorithm>
#include <bit>

#include "composite/touch_bounds.h"
#include "core/constants.h"
#include "core/workspace.h"
#include "math/pose.h"
#include "narrowphase/convex/triangle_triangle_filter.h"

namespace hyperplane {
namespace {

/// Two surfaces whose triangles are compared four pairs at a time: those of B near A in 32 bits, each triangle of A
/// against all of them. In the frame of A.
class SurfacePairs {
 public:
  SurfacePairs(const Shape& a, const Shape& b, const Pose& b_in_a) : a_(a), b_(b), pose_(b_in_a) {
    const double reach = a_.reach() + b_.reach(), rounding = k_plane_rounding * (length(pose_.position) + reach);
    touch_ = 4.0 * k_touch_margin * reach + rounding;
    const Aabb &of_a = a_.bounds(), of_b = touch_bounds(b, pose_);
    region_ = grown_by(common(of_a, of_b), touch_);
    middle_ = (region_.min + region_.max) * 0.5;
    const Aabb both = united(of_a, of_b);
    margin_ = filter_margin(max_component(max(both.max - middle_, middle_ - both.min)), rounding);
  }

  /// @return false if B has too many triangles near A; then none has been visited.
  bool visit(PartPairSearch visit) {
    if (!overlaps(region_, region_)) return true;
    if (!gather()) return false;
    if (count_ == 0) return true;
    a_.visit_leaves_within(
        region_, [&](std::uint32_t place, const Vec3(&corners)[3]) { return visit_with(place, corners, visit); });
    return true;
  }

 private:
  static constexpr int k_capacity = 192;

  [[gnu::noinline]] static Aabb common(const Aabb& a, const Aabb& b) { return {max(a.min, b.min), min(a.max, b.max)}; }
  [[gnu::noinline]] static Aabb bounds_of(const Vec3 (&corners)[3]) {
    const auto& [a, b, c] = corners;
    return {min(a, min(b, c)), max(a, max(b, c))};
  }

  bool gather() {
    const Transform frame = to_transform(pose_);
    const Aabb around =
        rotated(transpose(frame.rotation), {region_.min - frame.translation, region_.max - frame.translation});
    bool fits = true;
    Aabb all{region_.max, region_.min};
    b_.visit_leaves_within(around, [&](std::uint32_t place, const Vec3(&corners)[3]) {
      const Vec3 here[3] = {frame * corners[0], frame * corners[1], frame * corners[2]};
      const Aabb bounds = bounds_of(here);
      if (!overlaps(region_, bounds)) return true;
      fits = count_ < k_capacity;
      if (!fits) return false;
      all = united(all, bounds);
      places_[count_] = place;
      const int lane = count_ % 4;
      FourTriangles& group = groups_[count_++ / 4];
      group.put(lane, here, middle_);
      if (lane == 3) group.complete();
      return true;
    });
    if (fits && count_ % 4 != 0) groups_[count_ / 4].complete();
    region_ = common(region_, grown_by(all, touch_));
    return fits;
  }

  bool visit_with(std::uint32_t place, const Vec3 (&corners)[3], PartPairSearch visit) const {
    FourTriangles own;
    own.put(0, corners, middle_);
    own.complete();
    const Lanes3 around{margin_, margin_, margin_}, low = own.low - around, high = own.high + around;
    for (int first = 0; first < count_; first += 4) {
      const FourTriangles& group = groups_[first / 4];
      std::uint32_t near = overlapping(low, high, group);
      if (near == 0) continue;
      near &= (1u << std::min(count_ - first, 4)) - 1u;
      near &= ~apart(own, group, margin_, near);
      for (; near != 0; near &= near - 1) {
        const std::uint32_t number = b_.triangle_at(places_[first + std::countr_zero(near)]);
        const Shape triangle = to_shape(corners), other = b_.triangle_shape(number);
        const PairFeatures features{-1, static_cast<std::int32_t>(a_.triangle_at(place)), -1,
                                    static_cast<std::int32_t>(number)};
        if (!visit({&triangle, {}, &other, pose_ * Pose{}, features, a_, b_})) return false;
      }
    }
    return true;
  }

  Surface a_, b_;
  Pose pose_;
  /// Where both are, and the middle of that.
  Aabb region_;
  Vec3 middle_;
  /// m: the tolerance of touches, and that of the filter.
  double touch_;
  F32x4 margin_;
  int count_ = 0;
  Workspace<std::uint32_t, k_capacity> places_;
  Workspace<FourTriangles, k_capacity / 4> groups_;
};

}  // namespace

bool visit_surface_pairs(const Shape& a, const Shape& b, const Pose& b_in_a, PartPairSearch visit) {
  return SurfacePairs(a, b, b_in_a).visit(visit);
}

}  // namespace hyperplane
