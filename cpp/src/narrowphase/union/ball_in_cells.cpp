#include "narrowphase/union/ball_in_cells.h"

#include <span>

#include <hyperplane/contact_feature.h>

#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "composite/solid_cells.h"
#include "composite/tolerances.h"
#include "core/workspace.h"
#include "depenetration/solve_planes.h"
#include "depenetration/tolerances.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/part/tolerances.h"
#include "shape/box.h"
#include "shape/sphere.h"

namespace hyperplane {
namespace {

/// Boxes of cells that a ball touches. More have no closed form.
constexpr std::size_t k_most_touched = 16;

struct Touched {
  CellBox cells;
  /// Relative to the centre: the point of the box that is nearest to it.
  Vec3 foot, normal;
  double depth;
  /// Of the contact, if the direction counts.
  std::uint32_t id;
  bool counts;
};

}  // namespace

bool visit_ball_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                         FunctionRef<void(ContactManifold&)> visit) {
  if (a.type != ShapeType::voxels || b.type != ShapeType::sphere) return false;
  const double radius = Sphere(b).sphere_radius, near = k_union_gap * radius;
  if (radius == 0.0) return false;  // A point touches what only rounding separates from it.
  const SolidCells solid(a, b.kinds);
  const Transform frame = frame_of(pose_a);
  const Vec3 centre = inverse_times(frame, pose_b.position), reach{radius, radius, radius};
  Workspace<Touched, k_most_touched> room;
  std::size_t count = 0;
  bool is_simple = true;
  const Aabb bounds = grown_by({centre - reach, centre + reach}, k_touch_margin * size_of(b));
  solid.visit_within(bounds, [&](const CellBox& cells) {
    const Aabb bounds_of_box = solid.bounds_of(cells);
    const Vec3 middle = (bounds_of_box.min + bounds_of_box.max) * 0.5, place = centre - middle;
    const Box box((bounds_of_box.max - bounds_of_box.min) * 0.5);
    const Vec3 nearest = box.clamped(place), outward = place - nearest;
    const double distance = length(outward);
    if (distance > radius) return true;
    Touched& one = room.data()[count];
    one.depth = radius - distance;
    // Nearer to the surface, the direction is rounding.
    is_simple = one.depth < radius - near && ++count < k_most_touched;
    if (!is_simple) return false;
    one.cells = cells;
    one.foot = nearest + (middle - centre);
    one.normal = outward * (1.0 / distance);
    one.counts = !solid.rises_above(centre + one.foot, one.normal, near);
    one.id = make_contact_id(box.core_feature_at(nearest), make_feature(FeatureKind::surface, 0));
    for (const Touched* other = room.data(); other != &one && one.counts; ++other) {
      if (!other->counts || dot(other->normal, one.normal) < k_patch_cosine) continue;
      // Boxes may overlap.
      one.counts = false;
      is_simple = is_simple && other->foot == one.foot;
    }
    return is_simple;
  });
  if (!is_simple) return false;
  const std::span<Touched> touched{room.data(), count};
  for (const Touched& one : touched) {
    // All contacts have to free a part that has none; those that lead elsewhere must not free one that has.
    Workspace<HalfSpace, k_most_touched> others;
    std::size_t other_count = 0;
    for (const Touched& other : touched) {
      if (!other.counts) continue;
      if (one.counts && dot(one.normal, other.normal) >= k_redundant_cosine) continue;
      others.data()[other_count++] = {other.normal, other.depth};
    }
    if (other_count == 0) {
      if (!one.counts) return false;
      continue;
    }
    bool is_free = false;
    const Vec3 way = solve_planes({others.data(), other_count}, {}, 0.25 * k_union_touch * radius, is_free);
    const Vec3 moved = centre + way, nearest = nearest_in(solid.bounds_of(one.cells), moved);
    is_free = is_free && length(moved - nearest) >= radius - near;
    if (is_free == one.counts) return false;
  }
  for (const Touched& one : touched) {
    if (!one.counts) continue;
    ContactManifold contact;
    contact.normal = one.normal;
    contact.depth = one.depth;
    contact.point_count = 1;
    ContactPoint& point = contact.points[0];
    point.on_a = one.foot;
    point.on_b = one.normal * -radius;
    point.depth = one.depth;
    point.id = one.id;
    contact.features.triangle_a = solid.index_at(one.cells, centre + one.foot, one.normal);
    to_world({frame.rotation, pose_b.position}, contact);
    visit(contact);
  }
  return true;
}

}  // namespace hyperplane
