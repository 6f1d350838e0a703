#include "decompose/void_depth.h"

#include <cmath>

#include "decompose/principal_axes.h"
#include "decompose/tolerances.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

/// Levels of boxes so large that some triangle is likely to reach into them.
constexpr int k_large_levels = 1;

enum CellReach : std::uint8_t { k_unknown, k_reaches, k_stays_out };

/// Vertices of a triangle that has been cut by that many planes.
constexpr int k_most_corners = 64;

/// Boxes along the principal axes are chosen if that makes their volume less than this share.
constexpr double k_turned_share = 0.5;

/// Planes that triangles are compared with in a step, and some more: a few milliseconds.
constexpr std::uint32_t k_comparisons_a_step = 2'000'000;

/// Maximum number of bodies omitted when testing whether the others fill a box.
constexpr std::uint32_t k_most_left_out = 4;

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
  set_frame(hull);
  const Vec3 size = half_ * 2.0;
  const double side = max_component(size) * 0.25;
  int counts[3];
  for (int axis = 0; axis < 3; ++axis) {
    const double length = component(size, axis);
    counts[axis] = 1;
    while (counts[axis] < 4 && counts[axis] * side < length * 0.999) ++counts[axis];
  }
  const Vec3 low = origin_ - axes_ * half_;
  set_half({size.x / (2.0 * counts[0]), size.y / (2.0 * counts[1]), size.z / (2.0 * counts[2])});
  for (int x = 0; x < counts[0]; ++x) {
    for (int y = 0; y < counts[1]; ++y) {
      for (int z = 0; z < counts[2]; ++z) {
        const Vec3 middle = low + axes_ * scale(half_, {2.0 * x + 1.0, 2.0 * y + 1.0, 2.0 * z + 1.0});
        if (!next_.push({middle, 1e300, 0.0, Side::unknown})) return Status::out_of_memory;
      }
    }
  }
  level_.swap(next_);
  bound_by_triangle(hull, solid);
  return Status::ok;
}

/// No point of a hull is farther from a triangle than its vertices, since the distance is a convex function. For a lone
/// triangle, boxes would have to be as small as its hull is thin, all along its edges.
void VoidDepth::bound_by_triangle(const Polytope& hull, const Solid& solid) {
  const std::uint32_t place = solid.nearest(centre_, 2.0).place;
  if (place == Solid::k_no_place || solid.is_closed_at(place)) return;
  const Vec3* const c = solid.corners_at(place);
  double greatest = 0.0;
  for (const Vec3& v : hull.vertices()) greatest = greater(greatest, distance_squared(v, c[0], c[1], c[2]));
  upper_ = std::sqrt(greatest) + k_void_surface;
  done_ = upper_ <= goal_.enough || upper_ <= goal_.tolerance;
}

/// The bounds of the hull, along the coordinate axes or along its own.
void VoidDepth::set_frame(const Polytope& hull) {
  const Aabb& bounds = hull.bounds();
  axes_ = {};
  origin_ = bounds.min + (bounds.max - bounds.min) * 0.5;
  half_ = (bounds.max - bounds.min) * 0.5;
  is_turned_ = false;
  const Mat3 own = principal_axes(hull.vertices());
  Vec3 low{1e300, 1e300, 1e300}, high = -low;
  for (const Vec3& v : hull.vertices()) {
    const Vec3 along = transpose_times(own, v);
    low = min(low, along);
    high = max(high, along);
  }
  // Rounding must not leave a vertex out.
  const Vec3 half = (high - low) * 0.5 + Vec3{k_void_surface, k_void_surface, k_void_surface};
  if (half.x * half.y * half.z >= k_turned_share * half_.x * half_.y * half_.z) return;
  axes_ = own;
  origin_ = own * ((low + high) * 0.5);
  half_ = half;
  is_turned_ = true;
}

void VoidDepth::set_half(const Vec3& half) {
  half_ = half;
  radius_ = length(half);
  reach_ = {};
  for (int i = 0; i < 3; ++i) {
    sides_[i] = axes_.columns[i] * component(half, i);
    reach_ += abs(sides_[i]);
  }
}

bool VoidDepth::misses(const Polytope& hull, const Vec3& middle) const {
  return is_turned_ ? hull.misses_turned(middle, sides_) : hull.misses(middle, half_);
}

/// Greatest distance of a box's points from one triangle.
double VoidDepth::greatest_distance(const Solid& solid, std::uint32_t place, const Vec3& middle) const {
  const Vec3* const c = solid.corners_at(place);
  double greatest = 0.0;
  for (int i = 0; i < 8; ++i) {
    const Vec3 corner = middle + ((i & 1) != 0 ? sides_[0] : -sides_[0]) + ((i & 2) != 0 ? sides_[1] : -sides_[1]) +
                        ((i & 4) != 0 ? sides_[2] : -sides_[2]);
    greatest = greater(greatest, distance_squared(corner, c[0], c[1], c[2]));
  }
  return std::sqrt(greatest);
}

Status VoidDepth::step(const Polytope& hull, const Solid& solid, std::uint32_t work) {
  comparisons_ = k_comparisons_a_step;
  for (; work > 0 && comparisons_ > 0 && !done_; --work) {
    if (at_ == level_.size()) {
      judge();
      continue;
    }
    Box& box = level_[at_++];
    ++looked_;
    if (misses(hull, box.middle)) continue;
    const double least = greater(lower_, goal_.enough);
    if (box.bound <= least) continue;
    // Boxes this near a triangle, with room for rounding, cannot raise the bound: the nearest triangle need not be
    // found.
    const auto [distance, place] = solid.nearest(box.middle, 2.0, least - radius_ - k_void_surface);
    box.distance = distance;
    double bound = distance + radius_;
    if (bound > least && place != Solid::k_no_place && !solid.is_closed_at(place)) {
      bound = lesser(bound, greatest_distance(solid, place, box.middle));
    }
    if (bound > least) {
      const Filling filling = depth_ >= k_large_levels ? filling_of(hull, solid, box) : Filling::unknown;
      if (filling == Filling::interrupted) {
        // Test again, with its triangles known.
        --at_;
        --looked_;
        return Status::ok;
      }
      if (filling == Filling::filled) {
        bound = k_void_surface;
      } else if (is_enclosed(solid, box, box.middle)) {
        // Points outside are beyond the surface.
        bound = solid.is_watertight() ? radius_ - distance : radius_;
      } else if (distance > lower_) {
        raise_lower(hull, solid, box);
      }
    }
    if (bound > least && !next_.push({box.middle, bound, distance, box.side})) return Status::out_of_memory;
    if (lower_ > goal_.too_much) {
      upper_ = greater(upper_, lower_);
      done_ = true;
    }
  }
  return Status::ok;
}

/// Whether part of a triangle lies inside the hull, deeper than k_void_surface. Clips the triangle by the hull's
/// planes.
bool VoidDepth::reaches_in(const Polytope& hull, const Solid& solid, std::uint32_t place) {
  if (reaches_[place] != k_unknown) return reaches_[place] == k_reaches;
  const Vec3* const c = solid.corners_at(place);
  Vec3 corners[2][k_most_corners] = {{c[0], c[1], c[2]}};
  int count = 3, now = 0;
  for (const CutPlane& plane : hull.planes()) {
    comparisons_ -= comparisons_ > 0 ? 1u : 0u;
    const double heights[3] = {height_above(plane, c[0]), height_above(plane, c[1]), height_above(plane, c[2])};
    if (heights[0] < -k_void_surface && heights[1] < -k_void_surface && heights[2] < -k_void_surface) continue;
    const Vec3* const from = corners[now];
    Vec3* const to = corners[1 - now];
    int kept = 0;
    for (int i = 0; i < count && kept + 2 <= k_most_corners; ++i) {
      const Vec3 &a = from[i], &b = from[i + 1 == count ? 0 : i + 1];
      const double ha = height_above(plane, a) + k_void_surface, hb = height_above(plane, b) + k_void_surface;
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

/// Whether the solid encloses a point. All points nearer to the middle of a box than the surface of a watertight solid
/// are on the same side of it.
bool VoidDepth::is_enclosed(const Solid& solid, Box& box, const Vec3& point) {
  if (!solid.is_watertight() || length(point - box.middle) >= k_same_side * box.distance) return solid.encloses(point);
  if (box.side == Side::unknown) box.side = solid.encloses(box.middle) ? Side::inside : Side::outside;
  return box.side == Side::inside;
}

/// The share of the way from a point to the centre of the hull after which it is in the hull; 1 or more: unknown.
double VoidDepth::share_to_hull(const Polytope& hull, const Vec3& point) const {
  double share = 0.0;
  for (const CutPlane& plane : hull.planes()) {
    const double height = height_above(plane, point) + 2.0 * k_void_surface, far = height_above(plane, centre_);
    if (height > 0.0) share = greater(share, far < 0.0 ? height / (height - far) : 1.0);
  }
  return share;
}

/// Raises the lower bound: the deepest points lie on the hull, so the point is moved onto it.
/// @param box with its middle outside the solid.
void VoidDepth::raise_lower(const Polytope& hull, const Solid& solid, Box& box) {
  const Vec3& point = box.middle;
  double distance = box.distance;
  const double share = share_to_hull(hull, point);
  if (share >= 1.0) return;
  if (share > 0.0) {
    const Vec3 inside = point + (centre_ - point) * share;
    distance = solid.distance(inside, 2.0);
    if (distance <= lower_ || is_enclosed(solid, box, inside)) return;
  }
  lower_ = distance;
}

/// Whether all points of the hull in a box are known to be enclosed.
VoidDepth::Filling VoidDepth::filling_of(const Polytope& hull, const Solid& solid, Box& box) {
  if (!solid.is_watertight()) return Filling::unknown;
  const Vec3& middle = box.middle;
  // A point inside the hull at or near the middle of the box, and a box that contains it.
  const double share = share_to_hull(hull, middle);
  if (share >= 1.0) return Filling::unknown;
  const Vec3 inside = middle + (centre_ - middle) * share, way = abs(inside - middle);
  const Vec3 half = max(reach_, way) + Vec3{k_void_surface, k_void_surface, k_void_surface};
  if (!is_enclosed(solid, box, inside)) return Filling::unknown;
  // At least one triangle, so that every step makes progress.
  bool is_crossed = false, is_interrupted = false, is_started = false;
  std::uint32_t crossing[k_most_left_out] = {}, count = 0;
  solid.visit_within({middle - half, middle + half}, [&](std::uint32_t place) {
    is_interrupted = comparisons_ == 0 && reaches_[place] == k_unknown && is_started;
    if (is_interrupted) return false;
    is_started = is_started || reaches_[place] == k_unknown;
    if (!reaches_in(hull, solid, place)) return true;
    is_crossed = !solid.has_bodies();
    bool is_known = is_crossed;
    for (std::uint32_t i = 0; i < count && !is_known; ++i) is_known = crossing[i] == solid.body_at(place);
    if (!is_known) {
      is_crossed = count == k_most_left_out;
      if (!is_crossed) crossing[count++] = solid.body_at(place);
    }
    return !is_crossed;
  });
  if (is_interrupted) return Filling::interrupted;
  if (is_crossed) return Filling::unknown;
  const bool is_filled = count == 0 || std::fabs(solid.winding_without({crossing, count}, inside)) >= 0.5;
  return is_filled ? Filling::filled : Filling::unknown;
}

/// Ends a level: updates the bounds and makes the boxes of the next level.
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
  Vec3 shift, shifts[3];
  int axes = 0;
  for (const int axis : {0, 1, 2}) {
    if (component(half_, axis) < 0.7 * longest) continue;
    axes |= 1 << axis;
    shift += unit_axis(axis) * (0.5 * component(half_, axis));
    shifts[axis] = sides_[axis] * 0.5;
  }
  set_half(half_ - shift);
  const double shift_length = length(shift);
  for (const Box& box : next_) {
    if (box.bound <= lower_) continue;
    const Side side = shift_length < k_same_side * box.distance ? box.side : Side::unknown;
    for (int i = 0; i < 8; ++i) {
      if ((i & ~axes) != 0) continue;
      Vec3 middle = box.middle;
      for (int axis = 0; axis < 3; ++axis) middle += (i >> axis & 1) != 0 ? shifts[axis] : -shifts[axis];
      if (!level_.push({middle, box.bound, 0.0, side})) {
        // Without memory for more boxes the bounds stay as they are.
        done_ = true;
        return;
      }
    }
  }
  next_.clear();
}

}  // namespace hyperplane
