#include "decompose/void_samples.h"

#include <cmath>

#include "math/vec3.h"

namespace hyperplane {
namespace {

constexpr std::uint32_t k_most_along_an_axis = 256;

}  // namespace

void VoidSamples::start(const Polytope& hull, std::uint32_t count) {
  outside_.clear();
  enclosed_.clear();
  total_ = last_distance_ = 0.0;
  at_ = 0;
  low_ = hull.bounds().min;
  const Vec3 size = hull.bounds().max - low_;
  // The widest spacing with enough points; thin hulls have one layer at least.
  double spacing = max_component(size);
  for (;;) {
    end_ = 1;
    for (int axis = 0; axis < 3; ++axis) {
      const double along = component(size, axis) / spacing + 0.5;
      std::uint32_t n = along < 1.0 ? 1 : static_cast<std::uint32_t>(along);
      if (n > k_most_along_an_axis) n = k_most_along_an_axis;
      counts_[axis] = n;
      end_ *= n;
    }
    if (end_ >= count || counts_[0] == k_most_along_an_axis || counts_[1] == k_most_along_an_axis ||
        counts_[2] == k_most_along_an_axis) {
      break;
    }
    spacing *= 0.96;
  }
  spacing_ = {size.x / counts_[0], size.y / counts_[1], size.z / counts_[2]};
}

Status VoidSamples::step(const Polytope& hull, const Solid& solid, std::uint32_t work) {
  for (; work > 0 && at_ < end_; --work, ++at_) {
    const std::uint32_t x = at_ % counts_[0], y = at_ / counts_[0] % counts_[1], z = at_ / (counts_[0] * counts_[1]);
    const Vec3 point = low_ + scale(spacing_, {x + 0.5, y + 0.5, z + 0.5});
    if (!hull.contains(point)) continue;
    // As long as the surface of a watertight solid is farther away than the last point, nothing changes.
    if (length(point - last_) >= last_distance_) {
      is_enclosed_ = solid.encloses(point);
      last_ = point;
      last_distance_ = solid.is_watertight() ? k_same_side * solid.distance(point, 2.0) : 0.0;
    }
    if (is_enclosed_) {
      if (!enclosed_.push(point)) return Status::out_of_memory;
      continue;
    }
    const double distance = solid.distance(point, 2.0);
    if (solid.is_watertight()) {
      last_ = point;
      last_distance_ = k_same_side * distance;
    }
    if (!outside_.push({point, distance * distance})) return Status::out_of_memory;
    total_ += distance * distance;
  }
  return Status::ok;
}

}  // namespace hyperplane
