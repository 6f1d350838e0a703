#include "ccd/shared_point.h"

#include <hyperplane/shape_query.h>

#include "core/constants.h"
#include "core/safe_rotation.h"
#include "narrowphase/convex/convex_pair.h"
#include "narrowphase/convex/gjk.h"

namespace hyperplane {

Vec3 shared_point(const MovingBody& a, const MovingBody& b, const Vec3& preferred) {
  const Pose pose_a = a.shape_pose(a.motion.at(0.0)), pose_b = b.shape_pose(b.motion.at(0.0));
  const double tolerance = k_contact_tolerance * max(a.size, b.size);
  if (closest_point(a.shape, pose_a, preferred).distance <= tolerance &&
      closest_point(b.shape, pose_b, preferred).distance <= tolerance) {
    return preferred;
  }
  const PairFrames frames = pair_frames(pose_a, pose_b);
  ConvexPair pair = make_convex_pair(a.shape, b.shape, frames.b_in_a);
  const GjkResult cores = gjk(pair.difference);
  // Separated cores overlap by their radii: the point divides the gap between them in the ratio of the radii.
  const double radii = pair.radius_a + pair.radius_b;
  const double share = radii > 0.0 ? pair.radius_a / radii : 0.5;
  return frames.a * (pair.core_origin_a + cores.simplex.point_on_a() + cores.v * share);
}

}  // namespace hyperplane
