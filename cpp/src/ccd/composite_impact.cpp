#include "ccd/composite_impact.h"

#include "ccd/motion.h"
#include "ccd/time_of_impact.h"
#include "composite/compound.h"
#include "composite/shape_extent.h"
#include "narrowphase/composite/part_pairs.h"

namespace hyperplane {
namespace {

/// A ball on a straight line from time 0 to 1.
struct BallPath {
  Vec3 from, to;
  double radius;
};

/// The ball around a shape as a moving frame sees it: in the axes of the frame at time 0, which do not turn.
/// @param mount the shape's origin in its own moving frame. @param reach m: of the shape from its origin.
BallPath path_in(const Motion& frame, const Motion& shape, const Vec3& mount, double reach) {
  Vec3 from = shape.position - frame.position;
  double radius = reach * (1.0 + k_touch_margin);
  // A turning mount stays in the ball around the origin that it turns about.
  if (shape.angle == 0.0) {
    from += rotate(shape.rotation, mount);
  } else {
    radius += length(mount);
  }
  const Vec3 to = from + shape.velocity - frame.velocity;
  // No chord is longer than its arc, nor than twice the radius.
  radius += min(frame.angle, 2.0) * max(length(from), length(to));
  const Mat3 back = transpose(to_matrix(frame.rotation));
  return {back * from, back * to, radius};
}

/// Receives the index, the shape and the mount of a part.
using MountVisitor = FunctionRef<void(std::int32_t, const Shape&, const Pose*)>;

/// Visits the parts that the ball may meet before `latest`, nearest first. A convex shape is one part, without mount.
/// @param latest time of interest; `visit` may lower it.
void visit_on_path(const Shape& shape, const BallPath& path, const double& latest, MountVisitor visit) {
  if (!is_composite(shape.type)) {
    visit(-1, shape, nullptr);
    return;
  }
  const Vec3 way = path.to - path.from, ball{path.radius, path.radius, path.radius};
  const double way_length = length(way);
  double end = latest * way_length;
  const Vec3 direction = way_length > 0.0 ? direction_of(way) : unit_axis(0);
  shape.compound->visit_along({path.from, direction, -ball, ball}, end, [&](std::uint32_t i) {
    const CompoundPart& part = shape.compound->parts()[i];
    visit(static_cast<std::int32_t>(i), part.shape, &part.pose);
    end = latest * way_length;
  });
}

/// The part of a contact, as the search sees it.
MountedShape mounted_part(const Shape& shape, const Sweep& sweep, std::int32_t part) {
  if (part < 0) return {shape, sweep};
  const CompoundPart& of = shape.compound->parts()[static_cast<std::size_t>(part)];
  return {of.shape, sweep, &of.pose};
}

}  // namespace

Impact composite_time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b) {
  const Vec3 origin = sweep_a.from.position;
  const Motion motion_a = motion_of(sweep_a, origin), motion_b = motion_of(sweep_b, origin);
  Impact best, undecided;
  double latest = 1.0;
  const auto is_earlier = [](const Impact& impact, const Impact& than) {
    if (!than.hit || impact.time != than.time) return !than.hit || impact.time < than.time;
    return is_before(impact.features, than.features);
  };
  const BallPath path_of_b = path_in(motion_a, motion_b, {}, reach_of(b));
  visit_on_path(a, path_of_b, latest, [&](std::int32_t part_a, const Shape& shape_a, const Pose* mount_a) {
    const Vec3 place = mount_a == nullptr ? Vec3{} : mount_a->position;
    const BallPath path_of_a = path_in(motion_b, motion_a, place, reach_of(shape_a));
    visit_on_path(b, path_of_a, latest, [&](std::int32_t part_b, const Shape& shape_b, const Pose* mount_b) {
      Impact impact = time_of_impact({shape_a, sweep_a, mount_a}, {shape_b, sweep_b, mount_b}, latest);
      impact.features = {part_a, -1, part_b, -1};
      // An impact that did not converge may never happen, and must not hide another.
      Impact& first = impact.converged ? best : undecided;
      if (impact.hit && is_earlier(impact, first)) first = impact;
      if (best.hit) latest = best.time;
    });
  });
  if (!best.hit) return undecided;
  if (best.time > 0.0) return best;
  const ContactManifold deepest = collide(a, sweep_a.from, b, sweep_b.from);
  if (deepest.point_count == 0) return best;
  Impact start = time_of_impact(mounted_part(a, sweep_a, deepest.features.part_a),
                                mounted_part(b, sweep_b, deepest.features.part_b));
  start.features = deepest.features;
  return start.hit && start.time == 0.0 ? start : best;
}

}  // namespace hyperplane
