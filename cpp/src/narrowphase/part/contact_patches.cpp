#include "narrowphase/part/contact_patches.h"

#include <algorithm>
#include <cstddef>
#include <span>

#include "core/constants.h"
#include "core/sort.h"
#include "math/vec3.h"
#include "narrowphase/convex/contact_id.h"
#include "narrowphase/part/part_pairs.h"
#include "narrowphase/part/tolerances.h"

namespace hyperplane {
namespace {

constexpr std::size_t k_most_points = ContactPatches::k_point_capacity;
/// Points of a patch that stay while more contacts come: corners of the outline.
constexpr std::size_t k_points_between = 8;

/// A contact point with its place on the plane across the normal.
struct PlacedPoint {
  double x, y;
  ContactPoint point;
};

double doubled_area_of(const PlacedPoint& o, const PlacedPoint& a, const PlacedPoint& b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

bool is_left_of(const PlacedPoint& a, const PlacedPoint& b) {
  if (a.x != b.x) return a.x < b.x;
  return a.y != b.y ? a.y < b.y : a.point.depth > b.point.depth;
}

/// The convex hull, counter-clockwise, by Andrew's monotone chain ("Another Efficient Algorithm for Convex Hulls in Two
/// Dimensions", 1979). Works in place. @return the number of its points.
int keep_outline(std::span<PlacedPoint> points, std::span<PlacedPoint> outline, double tolerance) {
  sort(points, is_left_of);
  const auto count = static_cast<std::ptrdiff_t>(points.size());
  std::ptrdiff_t kept = 0;
  const auto at = [&](std::ptrdiff_t i) -> PlacedPoint& { return outline[static_cast<std::size_t>(i)]; };
  const auto extend = [&](const PlacedPoint& next, std::ptrdiff_t least) {
    while (kept >= least) {
      const PlacedPoint &last = at(kept - 1), &before = at(kept - 2);
      const double side =
          std::sqrt((next.x - before.x) * (next.x - before.x) + (next.y - before.y) * (next.y - before.y));
      if (doubled_area_of(before, last, next) > tolerance * side) break;
      --kept;
    }
    at(kept++) = next;
  };
  for (std::ptrdiff_t i = 0; i < count; ++i) extend(points[static_cast<std::size_t>(i)], 2);
  const std::ptrdiff_t upper = kept + 1;
  for (std::ptrdiff_t i = count - 2; i >= 0; --i) extend(points[static_cast<std::size_t>(i)], upper);
  return static_cast<int>(kept > 1 ? kept - 1 : kept);
}

double distance_squared(const PlacedPoint& a, const PlacedPoint& b) {
  return (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y);
}

/// Keeps the corners of the outline, or if they are more than `most`, the four points that span the largest area; and
/// the deepest point, which comes first. @return how many, at most `most` (4 or more).
std::size_t keep_area(std::span<PlacedPoint> points, std::size_t most, double tolerance) {
  if (points.size() == 1) return 1;
  PlacedPoint first = points[0];
  for (const PlacedPoint& point : points) {
    if (point.point.depth > first.point.depth) first = point;
  }
  Workspace<PlacedPoint, k_most_points + 1> room;
  const int corner_count = keep_outline(points, {room.data(), k_most_points + 1}, tolerance);
  const std::span<const PlacedPoint> corners{room.data(), static_cast<std::size_t>(corner_count)};
  // Of points that are as deep, a corner.
  for (const PlacedPoint& corner : corners) {
    if (corner.point.depth < first.point.depth - tolerance) continue;
    first = corner;
    break;
  }
  std::size_t count = 0;
  const auto keep = [&](const PlacedPoint& next) {
    for (std::size_t i = 0; i < count; ++i) {
      if (distance_squared(points[i], next) <= tolerance * tolerance) return;
    }
    points[count++] = next;
  };
  keep(first);
  if (corners.size() < most) {
    for (const PlacedPoint& corner : corners) keep(corner);
    return count;
  }
  const auto farthest_by = [&](auto measure) {
    const PlacedPoint* best = corners.data();
    for (const PlacedPoint& corner : corners) {
      if (measure(corner) > measure(*best)) best = &corner;
    }
    return *best;
  };
  const PlacedPoint opposite = farthest_by([&](const PlacedPoint& p) { return distance_squared(p, first); });
  keep(farthest_by([&](const PlacedPoint& p) { return doubled_area_of(first, opposite, p); }));
  keep(opposite);
  keep(farthest_by([&](const PlacedPoint& p) { return -doubled_area_of(first, opposite, p); }));
  return count;
}

}  // namespace

bool ContactPatches::belongs_to(const Patch& patch, const Patch& deeper) {
  return patch.features.part_a == deeper.features.part_a && patch.features.part_b == deeper.features.part_b &&
         dot(patch.normal, deeper.normal) >= k_patch_cosine;
}

void ContactPatches::add(const ContactArea& contact, const PairFeatures& features, bool are_on_both) {
  const Patch added{contact.normal, contact.depth, features};
  // Once some have given way, a patch that is shallower than all that are left does so at once.
  if (full_count_ > 0 && is_deeper(patches_[full_count_ - 1], added) &&
      std::none_of(patches_.data(), patches_.data() + count_, [&](const Patch& of) { return belongs_to(added, of); })) {
    return;
  }
  if (count_ == k_capacity || point_count_ > k_point_capacity - ContactArea::k_capacity) merge(k_points_between);
  patches_[count_] = added;
  for (int i = 0; i < contact.point_count; ++i) {
    points_[point_count_++] = {contact.points[i], count_, are_on_both};
  }
  ++count_;
}

void ContactPatches::merge(std::size_t most) {
  if (point_count_ == 1) return;
  // Which patch each becomes a part of, by the deepest first.
  Workspace<std::int32_t, k_capacity> order, patch_of;
  for (std::int32_t i = 0; i < count_; ++i) {
    order[i] = i;
    patch_of[i] = -1;
  }
  sort(std::span<std::int32_t>(order.data(), static_cast<std::size_t>(count_)),
       [&](std::int32_t l, std::int32_t r) { return is_deeper(patches_[l], patches_[r]); });
  Workspace<Patch, k_capacity> merged;
  std::int32_t merged_count = 0;
  for (std::int32_t i = 0; i < count_; ++i) {
    if (patch_of[order[i]] >= 0) continue;
    const Patch& deepest = merged[merged_count] = patches_[order[i]];
    for (std::int32_t k = i; k < count_; ++k) {
      const Patch& other = patches_[order[k]];
      if (patch_of[order[k]] < 0 && belongs_to(other, deepest)) patch_of[order[k]] = merged_count;
    }
    ++merged_count;
  }

  // The points of each patch in their order, as lists.
  Workspace<std::int32_t, k_capacity> first_of;
  Workspace<std::int32_t, k_point_capacity> next_of;
  std::fill_n(first_of.data(), merged_count, -1);
  for (std::int32_t i = point_count_; i-- > 0;) {
    std::int32_t& first = first_of[patch_of[points_[i].patch]];
    next_of[i] = first;
    first = i;
  }

  Workspace<Point, k_point_capacity> kept;
  std::int32_t kept_count = 0, patch_count = 0;
  for (; patch_count < merged_count; ++patch_count) {
    const Patch& patch = merged[patch_count];
    const Vec3 u = any_perpendicular(patch.normal), v = cross(patch.normal, u);
    Workspace<PlacedPoint, k_most_points> placed;
    std::size_t placed_count = 0;
    bool is_on_both = false;
    for (std::int32_t i = first_of[patch_count]; i >= 0; i = next_of[i]) is_on_both |= points_[i].is_on_both;
    Vec3 origin;
    double extent = patch.depth;
    for (std::int32_t i = first_of[patch_count]; i >= 0; i = next_of[i]) {
      if (points_[i].is_on_both != is_on_both) continue;
      ContactPoint point = points_[i].point;
      // Of a contact with another normal, the depth along that of the patch. The point of a convex part stays on it.
      if (patches_[points_[i].patch].normal != patch.normal) {
        point.depth = max(0.0, dot(point.on_a - point.on_b, patch.normal));
        const Vec3 way = patch.normal * point.depth;
        if (patch.features.triangle_b < 0) {
          point.on_a = point.on_b + way;
        } else {
          point.on_b = point.on_a - way;
        }
      }
      if (placed_count == 0) origin = point.on_a;
      const Vec3 from = point.on_a - origin;
      placed[static_cast<std::ptrdiff_t>(placed_count++)] = {dot(u, from), dot(v, from), point};
      extent = max(extent, length(from));
    }
    const auto count =
        static_cast<std::int32_t>(keep_area({placed.data(), placed_count}, most, k_contact_tolerance * extent));
    // The shallowest patches give way.
    if (kept_count + count > k_point_capacity - ContactArea::k_capacity || patch_count == k_capacity - 1) break;
    for (std::int32_t i = 0; i < count; ++i) {
      kept[kept_count++] = {placed[i].point, patch_count, is_on_both};
    }
  }
  std::copy(merged.data(), merged.data() + patch_count, patches_.data());
  std::copy(kept.data(), kept.data() + kept_count, points_.data());
  count_ = patch_count;
  full_count_ = patch_count < merged_count ? patch_count : 0;
  point_count_ = kept_count;
}

void ContactPatches::finish(FunctionRef<void(ContactManifold&)> visit) {
  merge(4);
  std::int32_t next = 0;
  for (std::int32_t i = 0; i < count_; ++i) {
    const Patch& patch = patches_[i];
    ContactManifold contact;
    contact.normal = patch.normal;
    contact.depth = patch.depth;
    contact.features = patch.features;
    for (; next < point_count_ && points_[next].patch == i; ++next) {
      contact.points[contact.point_count++] = points_[next].point;
    }
    make_ids_distinct(contact);
    visit(contact);
  }
  count_ = point_count_ = full_count_ = 0;
}

}  // namespace hyperplane
