#include <hyperplane/triangle_mesh.h>
#include <hyperplane/voxels.h>

#include "composite/shape_at.h"
#include "composite/solid_cells.h"
#include "composite/triangle_mesh.h"

namespace hyperplane {
namespace {

RayHit placed(RayHit hit, const Transform& frame) {
  if (!hit.hit) return hit;
  hit.point = frame * hit.point;
  hit.normal = frame.rotation * hit.normal;
  return hit;
}

}  // namespace

RayHit explain_ray(const Shape& shape, const Pose& pose, const Vec3& origin, const Vec3& direction, double max_distance,
                   RaySteps& steps) {
  const Transform frame = frame_of(pose);
  const Vec3 along = transpose_times(frame.rotation, direction_of(direction));
  return placed(SolidCells(shape).walk(inverse_times(frame, origin), along, max_distance, &steps), frame);
}

RayHit explain_ray(const TriangleMesh& mesh, const Pose& pose, const Vec3& origin, const Vec3& direction,
                   double max_distance, RaySteps& steps) {
  const Transform frame = frame_of(pose);
  return placed(
      mesh.explain_raycast(inverse_times(frame, origin), transpose_times(frame.rotation, direction_of(direction)),
                           max_distance, length(pose.position), steps),
      frame);
}

}  // namespace hyperplane
