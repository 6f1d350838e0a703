#include "ccd/onward_impact.h"

#include <cstdint>

#include "ccd/motion.h"
#include "composite/shape_extent.h"
#include "core/constants.h"
#include "math/pose.h"
#include "narrowphase/composite/flush_contact.h"
#include "narrowphase/composite/surface_part.h"

namespace hyperplane {
namespace {

/// A shape of the pair, relative to A's position at the start.
struct MovingShape {
  const Shape& shape;
  Motion motion;
  /// In its own frame.
  Vec3 middle;

  MovingShape(const Shape& of, const Sweep& sweep, const Vec3& origin)
      : shape(of), motion(motion_of(sweep, origin)), middle(inner_point_of(of)) {}
  Vec3 middle_at(double time) const {
    const Pose pose = motion.at(time);
    return pose.position + rotate(pose.rotation, middle);
  }
  Vec3 velocity_at(double time, const Vec3& point) const {
    return motion.velocity + cross(motion.angular_velocity(), point - motion.at(time).position);
  }
};

/// A part of one of the shapes.
struct OwnPart {
  const MovingShape& mover;
  const Shape& shape;
  const Pose& pose;
  const Surface& surface;
  std::int32_t part, triangle;
};

/// Whether a part may stop another one, if they approach.
/// @param way m per step: motion of the other part at the point.
/// @param outwards unit length, out of the part: replaced by the normal of a face where an edge pushes nobody.
/// @param tilt rad: raised to that of the normals that may be those of a face beside a seam.
bool may_stop(const OwnPart& own, const OwnPart& other, double time, const Vec3& point, const Vec3& way, Vec3& outwards,
              double& tilt) {
  if (own.surface.exists()) {
    const SurfacePart part(own.surface, own.triangle, own.pose, other.mover.middle_at(time));
    if (!can_push(part, point, outwards)) outwards = part.normal;
    tilt = max(tilt, part.tilt());
    return true;
  }
  const PartSiblings siblings(own.mover.shape, own.mover.motion.at(time), own.part);
  if (!siblings.exist() || other.surface.exists()) return true;
  const SiblingSearch search = siblings;
  tilt = k_seam_tilt;
  const FlushPart part{own.shape, own.pose, &search}, beside{other.shape, other.pose};
  return may_push(part, beside, point, outwards, k_seam_tilt) || find_stopping_face(part, beside, point, way, outwards);
}

}  // namespace

Impact onward_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b,
                     const PartImpactFilter* also) {
  const Vec3 origin = sweep_a.from.position;
  const MovingShape mover_a(a, sweep_a, origin), mover_b(b, sweep_b, origin);
  const auto counts = [&](const PartPair& pair, Impact& impact) {
    const double time = impact.time;
    const Vec3 point = impact.point - origin;
    const PairFeatures& where = pair.features;
    const OwnPart of_a{mover_a, *pair.a, pair.pose_a, pair.surface_a, where.part_a, where.triangle_a};
    const OwnPart of_b{mover_b, *pair.b, pair.pose_b, pair.surface_b, where.part_b, where.triangle_b};
    const Vec3 way = mover_a.velocity_at(time, point) - mover_b.velocity_at(time, point);
    double tilt = 0.0;
    Vec3 from_b = -impact.normal;
    if (!may_stop(of_b, of_a, time, point, way, from_b, tilt)) return false;
    Vec3 from_a = -from_b;
    if (!may_stop(of_a, of_b, time, point, -way, from_a, tilt)) return false;
    impact.normal = from_a;
    const double least = k_impact_closing * 2.0 * max(size_of(*pair.a), size_of(*pair.b));
    return dot(from_a, way) > max(least, tilt * length(way)) && (also == nullptr || (*also)(pair, impact));
  };
  const PartImpactFilter filter = counts;
  return composite_time_of_impact(a, sweep_a, b, sweep_b, &filter);
}

}  // namespace hyperplane
