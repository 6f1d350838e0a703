#include "ccd/composite_impact.h"

#include "ccd/ball_cast.h"
#include "ccd/motion.h"
#include "ccd/time_of_impact.h"
#include "composite/compound.h"
#include "composite/shape_extent.h"
#include "composite/surface.h"
#include "core/constants.h"
#include "math/pose.h"
#include "narrowphase/composite/part_pairs.h"
#include "shape/support.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

/// A shape on a straight line from time 0 to 1, within a ball and within bounds, both around a point.
struct ShapePath {
  Vec3 from, to;
  double radius;
  /// Relative to the point.
  Aabb around;
  /// m: it stays within smaller bounds rounded by balls of this radius.
  double rounding;

  Vec3 way() const { return to - from; }
};

/// The path of a shape as a moving frame sees it: in the axes of the frame at time 0, which do not turn.
/// @param mount the shape's place in its own moving frame.
ShapePath path_in(const Motion& frame, const Motion& motion, const Shape& shape, const Pose& mount) {
  Vec3 from = motion.position - frame.position;
  const double reach = reach_of(shape);
  double radius = reach * (1.0 + k_touch_margin);
  // A turning mount stays in the ball around the origin that it turns about.
  if (motion.angle == 0.0) {
    from += rotate(motion.rotation, mount.position);
  } else {
    radius += length(mount.position);
  }
  const Vec3 to = from + motion.velocity - frame.velocity;
  // No chord is longer than its arc, nor than twice the radius.
  radius += min(frame.angle, 2.0) * max(length(from), length(to));
  const Mat3 back = transpose(to_matrix(frame.rotation));
  const Vec3 ball{radius, radius, radius};
  ShapePath path{back * from, back * to, radius, {-ball, ball}, radius};
  if (motion.angle == 0.0 && frame.angle == 0.0) {
    const double touch = k_touch_margin * reach;
    const Vec3 margin{touch, touch, touch};
    const Aabb tight = bounds(shape, {{}, conjugate(frame.rotation) * motion.rotation * mount.rotation});
    path.around = {max(-ball, tight.min - margin), min(ball, tight.max + margin)};
    path.rounding = is_composite(shape.type) ? 0.0 : core_size_of(shape).radius;
  }
  return path;
}

/// The same in another frame. @param frame its place in the present one.
ShapePath seen_from(const Pose& frame, const ShapePath& path) {
  const Transform place = to_transform(frame);
  const double rounding = (length(path.from) + length(path.to) + length(frame.position)) * k_bounds_rounding;
  const Vec3 margin{rounding, rounding, rounding};
  const Aabb turned = rotated(transpose(place.rotation), path.around);
  return {inverse_times(place, path.from),
          inverse_times(place, path.to),
          path.radius + rounding,
          {turned.min - margin, turned.max + margin},
          path.rounding};
}

/// A part as the search sees it.
struct MovingPart {
  const Shape* shape;
  /// Null for a shape that is not a part of another.
  const Pose* mount = nullptr;
  std::int32_t part = -1, triangle = -1;
  Surface surface;
};

using MovingPartVisitor = FunctionRef<void(const MovingPart&)>;

/// A path through the tree of a composite.
class TreePath {
 public:
  /// @param latest time of interest.
  TreePath(const ShapePath& path, const double& latest)
      : path_(path), latest_(latest), way_length_(length(path.way())), end_(latest * way_length_) {}

  ray_descent::Path ray() const {
    const Vec3 direction = way_length_ > 0.0 ? direction_of(path_.way()) : unit_axis(0);
    return {path_.from, direction, path_.around.min, path_.around.max, path_.radius, path_.rounding};
  }
  const double& end() const { return end_; }
  /// Call when the time of interest may have changed.
  void update() { end_ = latest_ * way_length_; }

 private:
  const ShapePath& path_;
  const double& latest_;
  double way_length_, end_;
};

/// @param mount of the surface. @param part of a compound that the surface is.
void visit_triangles_on_path(const Surface& surface, const Pose* mount, std::int32_t part, const ShapePath& path,
                             const double& latest, MovingPartVisitor visit) {
  const ShapePath local = mount == nullptr ? path : seen_from(*mount, path);
  TreePath way(local, latest);
  const double rounding = (length(local.from) + length(local.to) + surface.reach()) * k_bounds_rounding;
  surface.visit_along(way.ray(), way.end(), [&](std::uint32_t i) {
    const Shape triangle = surface.triangle_shape(i);
    // The ball comes later than its bounds.
    const Triangle core(triangle);
    const double radius = local.radius + k_touch_margin * core.core_extent() + rounding;
    if (!(time_to_triangle(local.from, local.way(), radius, core, latest) <= latest)) return;
    visit({&triangle, mount, part, static_cast<std::int32_t>(i), surface});
    way.update();
  });
}

/// Visits the parts that a path may meet before `latest`, nearest first. A convex shape is one part.
/// @param latest time of interest; `visit` may lower it.
void visit_on_path(const Shape& shape, const ShapePath& path, const double& latest, MovingPartVisitor visit) {
  if (!is_composite(shape.type)) {
    visit({&shape, nullptr, -1, -1, {}});
    return;
  }
  if (is_surface(shape.type)) {
    visit_triangles_on_path(Surface(shape), nullptr, -1, path, latest, visit);
    return;
  }
  TreePath way(path, latest);
  shape.compound->visit_along(way.ray(), way.end(), [&](std::uint32_t i) {
    const CompoundPart& part = shape.compound->parts()[i];
    const auto number = static_cast<std::int32_t>(i);
    if (is_surface(part.shape.type)) {
      visit_triangles_on_path(Surface(part.shape), &part.pose, number, path, latest, visit);
    } else {
      visit({&part.shape, &part.pose, number, -1, {}});
    }
    way.update();
  });
}

/// Whether an impact comes from behind a one-sided triangle, through which everything passes.
/// @param outwards the normal of the impact, out of the triangle's shape.
bool comes_from_behind(const MovingPart& part, const Sweep& sweep, const Sweep& other, double time,
                       const Vec3& outwards) {
  if (!part.surface.exists() || !part.surface.is_one_sided()) return false;
  Vec3 front = Triangle(*part.shape).normal();
  if (part.mount != nullptr) front = rotate(part.mount->rotation, front);
  front = rotate(pose_at(sweep, time).rotation, front);
  // What grazes an edge, square to the face, comes from where it moves away from.
  const Vec3 way = (other.to.position - other.from.position) - (sweep.to.position - sweep.from.position);
  return dot(front, outwards) < (dot(front, way) > 0.0 ? k_surface_graze : 0.0);
}

/// A part of a contact.
struct PartOfContact {
  Shape triangle;
  MovingPart part;

  PartOfContact(const Shape& shape, std::int32_t number, std::int32_t triangle_number)
      : part{&shape, nullptr, -1, -1, {}} {
    if (number >= 0) {
      const CompoundPart& of = shape.compound->parts()[static_cast<std::size_t>(number)];
      part = {&of.shape, &of.pose, number, -1, {}};
    }
    if (triangle_number < 0) return;
    triangle = Surface(*part.shape).triangle_shape(static_cast<std::uint32_t>(triangle_number));
    part.shape = &triangle;
  }
  PartOfContact(const PartOfContact&) = delete;
  PartOfContact& operator=(const PartOfContact&) = delete;
};

/// Whether a shape may overlap another without touching one of its triangles: solids, and prisms behind triangles.
bool has_inside(const Shape& shape) {
  if (is_surface(shape.type)) return Surface(shape).is_one_sided();
  if (!has_surface(shape)) return false;
  for (const CompoundPart& part : shape.compound->parts()) {
    if (is_surface(part.shape.type) && Surface(part.shape).is_one_sided()) return true;
  }
  return false;
}

MountedShape mounted(const MovingPart& part, const Sweep& sweep) { return {*part.shape, sweep, part.mount}; }

Pose place_of(const Motion& motion, const MovingPart& part, double time) {
  return part.mount == nullptr ? motion.at(time) : motion.at(time) * *part.mount;
}

/// The impact of shapes that overlap at the start: where their deepest contact is. @return no hit if they only touch.
Impact starting_overlap(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b) {
  const ContactManifold deepest = collide(a, sweep_a.from, b, sweep_b.from);
  const PairFeatures& where = deepest.features;
  if (deepest.point_count == 0) return {};
  const PartOfContact of_a(a, where.part_a, where.triangle_a), of_b(b, where.part_b, where.triangle_b);
  Impact start = time_of_impact(mounted(of_a.part, sweep_a), mounted(of_b.part, sweep_b));
  if (!start.hit || start.time > 0.0) {
    // Behind a one-sided triangle, or inside a solid.
    if (!(deepest.depth > k_impact_gap * max(size_of(*of_a.part.shape), size_of(*of_b.part.shape)))) return {};
    start = {};
    start.hit = true;
    start.point = where.triangle_b < 0 ? deepest.points[0].on_b : deepest.points[0].on_a;
  }
  start.features = where;
  start.normal = deepest.normal;
  return start;
}

}  // namespace

Impact composite_time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b,
                                const PartImpactFilter* counts) {
  const Vec3 origin = sweep_a.from.position;
  const Motion motion_a = motion_of(sweep_a, origin), motion_b = motion_of(sweep_b, origin);
  Impact best, undecided;
  double latest = 1.0;
  const auto is_earlier = [](const Impact& impact, const Impact& than) {
    if (!than.hit || impact.time != than.time) return !than.hit || impact.time < than.time;
    return is_before(impact.features, than.features);
  };
  const ShapePath path_of_b = path_in(motion_a, motion_b, b, {});
  visit_on_path(a, path_of_b, latest, [&](const MovingPart& of_a) {
    const Pose place = of_a.mount == nullptr ? Pose{} : *of_a.mount;
    const ShapePath path_of_a = path_in(motion_b, motion_a, *of_a.shape, place);
    visit_on_path(b, path_of_a, latest, [&](const MovingPart& of_b) {
      Impact impact = time_of_impact(mounted(of_a, sweep_a), mounted(of_b, sweep_b), latest);
      if (!impact.hit) return;
      if (impact.time > 0.0 && (comes_from_behind(of_a, sweep_a, sweep_b, impact.time, impact.normal) ||
                                comes_from_behind(of_b, sweep_b, sweep_a, impact.time, -impact.normal))) {
        return;
      }
      impact.features = {of_a.part, of_a.triangle, of_b.part, of_b.triangle};
      if (counts != nullptr) {
        const PartPair pair{of_a.shape,      place_of(motion_a, of_a, impact.time),
                            of_b.shape,      place_of(motion_b, of_b, impact.time),
                            impact.features, of_a.surface,
                            of_b.surface};
        if (!(*counts)(pair, impact)) return;
      }
      // An impact that did not converge may never happen, and must not hide another.
      Impact& first = impact.converged ? best : undecided;
      if (is_earlier(impact, first)) first = impact;
      if (best.hit) latest = best.time;
    });
  });
  if (counts == nullptr && ((best.hit && best.time == 0.0) || has_inside(a) || has_inside(b))) {
    const Impact start = starting_overlap(a, sweep_a, b, sweep_b);
    if (start.hit && start.time == 0.0) return start;
  }
  return best.hit ? best : undecided;
}

}  // namespace hyperplane
