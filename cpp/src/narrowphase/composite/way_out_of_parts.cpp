#include "narrowphase/composite/way_out_of_parts.h"

#include "narrowphase/composite/surface_contact.h"
#include "narrowphase/composite/surface_part.h"
#include "narrowphase/pair/pair_table.h"

namespace hyperplane {
namespace {

/// Whether a direction leads behind a one-sided triangle.
bool leads_behind(const Surface& surface, std::int32_t triangle, const Pose& pose, const Vec3& direction) {
  return surface.exists() && surface.is_one_sided() &&
         dot(SurfacePart(surface, triangle, pose, {}).front, direction) < 0.0;
}

}  // namespace

ContactManifold find_way_out_of_parts(FunctionRef<void(PartPairSearch)> visit_candidates, double limit) {
  Penetration greatest;
  ContactManifold contact;
  visit_candidates([&](const PartPair& pair) {
    const Penetration found = penetration(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
    if (!found.intersects) {
      const bool touches = (pair.surface_a.exists() || pair.surface_b.exists()) && parts_touch(pair);
      if (touches) contact.point_count = 0;
      return !touches;
    }
    const bool is_first = !greatest.intersects || found.depth > greatest.depth ||
                          (found.depth == greatest.depth && is_before(pair.features, contact.features));
    if (!is_first) return true;
    greatest = found;
    contact = collide(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
    contact.features = pair.features;
    const bool is_usable = found.depth <= limit &&
                           !leads_behind(pair.surface_a, pair.features.triangle_a, pair.pose_a, contact.normal) &&
                           !leads_behind(pair.surface_b, pair.features.triangle_b, pair.pose_b, -contact.normal);
    if (!is_usable) contact.point_count = 0;
    return found.depth <= limit;
  });
  return contact;
}

}  // namespace hyperplane
