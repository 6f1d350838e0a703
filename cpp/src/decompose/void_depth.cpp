#include "decompose/void_depth.h"

#include <cmath>

#include "math/vec3.h"

namespace hyperplane {
namespace {

/// A triangle that reaches no deeper into a hull lies on its surface; in the model's units.
constexpr double k_surface = 1e-8;

/// Levels of boxes too large for hope that no triangle reaches into them.
constexpr int k_large_levels = 1;

enum CellReach : std::uint8_t { k_unknown, k_reaches, k_stays_out };

/// Vertices of a triangle that has been cut by that many planes.
constexpr int k_most_corners = 64;

}  // namespace

Status VoidDepth::start(const Polytope& hull, const Solid& solid, const Goal& goal) {
  goal_ = goal;
  depth_ = 0;
  reaches_.clear();
  if (!reaches_.resize(solid.triangle_count(), k_unknown)) return Status::out_of_memory;
  centre_ = {};
  for (const Vec3& v : hull.vertices()) centre_ += v;
  centre_ = centre_ * (1.0 / static_cast<double>(hull.vertices().size()));
  level_.clear();
  next_.clear();
  at_ = 0;
  looked_ = 0;
  lower_ = 0.0;
  upper_ = 1e300;
  done_ = false;
  // Boxes of about equal sides, a few along the longest.
  const Vec3 size = hull.bounds().max - hull.bounds().min;
  const double side = max_component(size) * 0.25;
  int counts[3];
  for (int axis = 0; axis < 3; ++axis) {
    const double length = component(size, axis);
    counts[axis] = 1;
    while (counts[axis] < 4 && counts[axis] * side < length * 0.999) ++counts[axis];
  }
  half_ = {size.x / (2.0 * counts[0]), size.y / (2.0 * counts[1]), size.z / (2.0 * counts[2])};
  radius_ = length(half_);
  for (int x = 0; x < counts[0]; ++x) {
    for (int y = 0; y < counts[1]; ++y) {
      for (int z = 0; z < counts[2]; ++z) {
        const Vec3 middle = hull.bounds().min + scale(half_, {2.0 * x + 1.0, 2.0 * y + 1.0, 2.0 * z + 1.0});
        if (!next_.push({middle, 1e300})) return Status::out_of_memory;
      }
    }
  }
  level_.swap(next_);
  return Status::ok;
}

Status VoidDepth::step(const Polytope& hull, const Solid& solid, std::uint32_t work) {
  for (; work > 0 && !done_; --work) {
    if (at_ == level_.size()) {
      judge();
      continue;
    }
    const Box& box = level_[at_++];
    ++looked_;
    if (hull.misses(box.middle, half_)) continue;
    const double least = greater(lower_, goal_.enough);
    if (box.bound <= least) continue;
    const double distance = solid.distance(box.middle, 2.0);
    double bound = distance + radius_;
    if (bound > least) {
      if (depth_ >= k_large_levels && is_filled(hull, solid, box.middle)) {
        bound = k_surface;
      } else if (solid.encloses(box.middle)) {
        // Points outside are beyond the surface.
        bound = radius_ - distance;
      } else if (distance > lower_ && hull.contains(box.middle)) {
        lower_ = distance;
      }
    }
    if (bound > least && !next_.push({box.middle, bound})) return Status::out_of_memory;
    if (lower_ > goal_.too_much) {
      upper_ = greater(upper_, lower_);
      done_ = true;
    }
  }
  return Status::ok;
}

/// Whether part of a triangle lies inside the hull, deeper than k_surface: the triangle is cut by the hull's planes.
bool VoidDepth::reaches_in(const Polytope& hull, const Solid& solid, std::uint32_t place) {
  if (reaches_[place] != k_unknown) return reaches_[place] == k_reaches;
  const Vec3* const c = solid.corners_at(place);
  Vec3 corners[2][k_most_corners] = {{c[0], c[1], c[2]}};
  int count = 3, now = 0;
  for (const CutPlane& plane : hull.planes()) {
    const double heights[3] = {height_above(plane, c[0]), height_above(plane, c[1]), height_above(plane, c[2])};
    if (heights[0] < -k_surface && heights[1] < -k_surface && heights[2] < -k_surface) continue;
    const Vec3* const from = corners[now];
    Vec3* const to = corners[1 - now];
    int kept = 0;
    for (int i = 0; i < count && kept + 2 <= k_most_corners; ++i) {
      const Vec3 &a = from[i], &b = from[i + 1 == count ? 0 : i + 1];
      const double ha = height_above(plane, a) + k_surface, hb = height_above(plane, b) + k_surface;
      if (ha < 0.0) to[kept++] = a;
      if ((ha < 0.0) != (hb < 0.0)) to[kept++] = a + (b - a) * (ha / (ha - hb));
    }
    count = kept;
    now = 1 - now;
    if (count == 0) break;
  }
  reaches_[place] = count == 0 ? k_stays_out : k_reaches;
  return count != 0;
}

/// Whether all points of the hull in a box are known to be enclosed.
bool VoidDepth::is_filled(const Polytope& hull, const Solid& solid, const Vec3& middle) {
  if (!solid.is_watertight()) return false;
  // A point of the hull's inside at or near the middle of the box, and a box that holds it.
  double share = 0.0;
  for (const CutPlane& plane : hull.planes()) {
    const double height = height_above(plane, middle) + 2.0 * k_surface, far = height_above(plane, centre_);
    if (height > 0.0) share = greater(share, far < 0.0 ? height / (height - far) : 1.0);
  }
  if (share >= 1.0) return false;
  const Vec3 inside = middle + (centre_ - middle) * share, way = abs(inside - middle);
  const Vec3 half = max(half_, way) + Vec3{k_surface, k_surface, k_surface};
  bool is_crossed = false;
  solid.visit_within({middle - half, middle + half}, [&](std::uint32_t place) {
    is_crossed = reaches_in(hull, solid, place);
    return !is_crossed;
  });
  return !is_crossed && solid.encloses(inside);
}

/// At the end of a level: bounds, and the boxes of the next.
void VoidDepth::judge() {
  double upper = greater(lower_, goal_.enough);
  std::uint32_t open = 0;
  for (const Box& box : next_) {
    upper = greater(upper, box.bound);
    open += box.bound > lower_ ? 1u : 0u;
  }
  upper_ = lesser(upper_, upper);
  level_.clear();
  at_ = 0;
  if (open == 0 || upper_ - lower_ <= goal_.tolerance || upper_ <= goal_.enough || looked_ + 8 * open > goal_.boxes) {
    done_ = true;
    return;
  }
  ++depth_;
  // Only along the longer sides, so that boxes get rounder.
  const double longest = max_component(half_);
  Vec3 shift;
  int axes = 0;
  for (const int axis : {0, 1, 2}) {
    if (component(half_, axis) < 0.7 * longest) continue;
    axes |= 1 << axis;
    shift += unit_axis(axis) * (0.5 * component(half_, axis));
  }
  half_ = half_ - shift;
  radius_ = length(half_);
  for (const Box& box : next_) {
    if (box.bound <= lower_) continue;
    for (int i = 0; i < 8; ++i) {
      if ((i & ~axes) != 0) continue;
      const Vec3 side{(i & 1) != 0 ? 1.0 : -1.0, (i & 2) != 0 ? 1.0 : -1.0, (i & 4) != 0 ? 1.0 : -1.0};
      if (!level_.push({box.middle + scale(shift, side), box.bound})) {
        // Without memory for more boxes the bounds stay as they are.
        done_ = true;
        return;
      }
    }
  }
  next_.clear();
}

}  // namespace hyperplane
