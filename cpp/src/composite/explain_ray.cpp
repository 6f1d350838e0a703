#include <hyperplane/triangle_mesh.h>

#include "composite/shape_at.h"
#include "composite/triangle_mesh.h"

namespace hyperplane {

RayHit explain_ray(const TriangleMesh& mesh, const Pose& pose, const Vec3& origin, const Vec3& direction,
                   double max_distance, RaySteps& steps) {
  const Transform frame = frame_of(pose);
  RayHit hit =
      mesh.explain_raycast(inverse_times(frame, origin), transpose_times(frame.rotation, direction_of(direction)),
                           max_distance, length(pose.position), steps);
  if (!hit.hit) return hit;
  hit.point = frame * hit.point;
  hit.normal = frame.rotation * hit.normal;
  return hit;
}

}  // namespace hyperplane
