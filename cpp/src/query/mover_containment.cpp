#include "math/pose.h"
#include "narrowphase/part/containment.h"
#include "query/mover_surroundings.h"

namespace hyperplane {

void Surroundings::note_containment(const Vec3& position) const {
  const Pose body{position, normalized(rotation_)};
  visit_rows(position, {}, {low_, high_}, 0.0, ray_descent::Trees::all, [&](std::uint32_t row) {
    const Shape shape = scene_.shape(row);
    if ((!may_contain(shape) && !may_contain(shape_)) || overlap_with(row) != nullptr || !accepts(row)) return true;
    const Pose pose{scene_.pose(row).position, normalized(scene_.pose(row).rotation)};
    const ContactManifold inside = find_containment(shape, shape_, relative_pose(pose, body));
    if (inside.point_count == 0) return true;
    const Vec3 normal = rotate(pose.rotation, inside.normal), on_surface = to_transform(pose) * inside.points[0].on_a;
    return note_overlap({row, normal, on_surface, -inside.depth}, true, true);
  });
}

}  // namespace hyperplane
