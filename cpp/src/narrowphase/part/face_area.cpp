#include "narrowphase/part/face_area.h"

#include "math/pose.h"
#include "narrowphase/convex/convex_convex.h"

namespace hyperplane {

void find_face_area(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, const Vec3& normal,
                    bool of_a, ContactArea& area) {
  const Transform frame = to_transform(pose_a);
  ConvexConvex::find_area_along(a, b, to_transform(relative_pose(pose_a, pose_b)),
                                transpose_times(frame.rotation, normal), !of_a, area);
  area.normal = normal;
  for (int i = 0; i < area.point_count; ++i) {
    area.points[i].on_a = frame * area.points[i].on_a;
    area.points[i].on_b = frame * area.points[i].on_b;
  }
}

ContactPoint deepest_point(const ContactArea& area) {
  const ContactPoint* deepest = area.points.data();
  for (int i = 1; i < area.point_count; ++i) {
    if (area.points[i].depth > deepest->depth) deepest = area.points.data() + i;
  }
  return *deepest;
}

}  // namespace hyperplane
