#include "narrowphase/union/ball_in_cells.h"

#include <span>

#include "composite/shape_at.h"
#include "composite/solid_cells.h"
#include "composite/touch_bounds.h"
#include "core/constants.h"
#include "core/solve_planes.h"
#include "core/workspace.h"
#include "narrowphase/convex/pair_answers.h"
#include "narrowphase/convex/sphere_convex.h"
#include "shape/sphere.h"

namespace hyperplane {
namespace {

/// Boxes of cells that a ball touches. More have no closed form.
constexpr std::size_t k_most_touched = 16;

struct Touched {
  CellBox cells;
  /// Its least overlap, relative to the centre.
  ContactManifold contact;
  bool counts;
};

}  // namespace

bool visit_ball_contacts(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                         FunctionRef<void(ContactManifold&)> visit) {
  if (a.type != ShapeType::voxels || b.type != ShapeType::sphere) return false;
  const double radius = Sphere(b).sphere_radius, near = k_union_gap * radius;
  const SolidCells solid(a, b.kinds);
  const Transform frame = frame_of(pose_a);
  const Vec3 centre = inverse_times(frame, pose_b.position);
  Workspace<Touched, k_most_touched> room;
  std::size_t count = 0;
  bool is_simple = true;
  solid.visit_within(touch_bounds(b, {centre, {}}), [&](const CellBox& cells) {
    Touched& one = room.data()[count];
    Vec3 middle;
    const Shape box = solid.to_shape(cells, middle);
    ContactManifold& contact = one.contact = SphereConvex::collide(b, box, {{}, middle - centre});
    if (contact.point_count == 0) return true;
    // Nearer to the surface, the direction is rounding.
    is_simple = contact.depth < radius - near && ++count < k_most_touched;
    exchange(contact);
    one.cells = cells;
    const Vec3& foot = contact.points[0].on_a;
    one.counts = !solid.rises_above(centre + foot, contact.normal, near);
    for (const Touched* other = room.data(); other != &one && one.counts; ++other) {
      if (!other->counts || dot(other->contact.normal, contact.normal) < k_patch_cosine) continue;
      // Boxes may overlap.
      one.counts = false;
      is_simple = is_simple && other->contact.points[0].on_a == foot;
    }
    return is_simple;
  });
  if (!is_simple) return false;
  const std::span<Touched> touched{room.data(), count};
  for (const Touched& one : touched) {
    // All contacts have to free a part that has none; those that lead elsewhere must not free one that has.
    HalfSpace others[k_most_touched];
    std::size_t other_count = 0;
    for (const Touched& other : touched) {
      if (!other.counts) continue;
      if (one.counts && dot(one.contact.normal, other.contact.normal) >= k_redundant_cosine) continue;
      others[other_count++] = {other.contact.normal, other.contact.depth};
    }
    bool is_free = false;
    const Vec3 way = solve_planes({others, other_count}, {}, 0.25 * k_union_touch * radius, is_free);
    const Vec3 moved = centre + way, nearest = nearest_in(solid.bounds_of(one.cells), moved);
    is_free = is_free && other_count > 0 && length(moved - nearest) >= radius - near;
    if (is_free == one.counts) return false;
  }
  for (Touched& one : touched) {
    if (!one.counts) continue;
    ContactManifold& contact = one.contact;
    contact.features.triangle_a = solid.index_at(one.cells, centre + contact.points[0].on_a, contact.normal);
    to_world({frame.rotation, pose_b.position}, contact);
    visit(contact);
  }
  return true;
}

}  // namespace hyperplane
