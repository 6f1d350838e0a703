#include "ccd/composite_impact.h"

#include "ccd/motion.h"
#include "ccd/time_of_impact.h"
#include "composite/compound.h"
#include "composite/shape_extent.h"
#include "core/constants.h"
#include "narrowphase/composite/part_pairs.h"
#include "shape/triangle.h"

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

/// A part as the search sees it.
struct MovingPart {
  const Shape* shape;
  /// Null for a shape that is not a part of another.
  const Pose* mount = nullptr;
  std::int32_t part = -1, triangle = -1;
  const TriangleMesh* mesh = nullptr;
};

using MovingPartVisitor = FunctionRef<void(const MovingPart&)>;

/// The path of a ball through the tree of a composite.
class TreePath {
 public:
  /// @param latest time of interest.
  TreePath(const BallPath& path, const double& latest)
      : path_(path), latest_(latest), way_length_(length(path.to - path.from)), end_(latest * way_length_) {}

  ray_descent::Path ray() const {
    const Vec3 ball{path_.radius, path_.radius, path_.radius};
    const Vec3 direction = way_length_ > 0.0 ? direction_of(path_.to - path_.from) : unit_axis(0);
    return {path_.from, direction, -ball, ball};
  }
  const double& end() const { return end_; }
  /// Call when the time of interest may have changed.
  void update() { end_ = latest_ * way_length_; }

 private:
  const BallPath& path_;
  const double& latest_;
  double way_length_, end_;
};

/// @param mount of the mesh. @param part of a compound that the mesh is.
void visit_triangles_on_path(const TriangleMesh& mesh, const Pose* mount, std::int32_t part, const BallPath& path,
                             const double& latest, MovingPartVisitor visit) {
  BallPath local = path;
  if (mount != nullptr) {
    const Transform frame = to_transform(*mount);
    local.from = inverse_times(frame, path.from);
    local.to = inverse_times(frame, path.to);
    local.radius += (length(path.from) + length(path.to) + length(mount->position)) * k_bounds_rounding;
  }
  TreePath way(local, latest);
  mesh.visit_along(way.ray(), way.end(), [&](std::uint32_t i) {
    const Shape triangle = triangle_shape(mesh, i);
    visit({&triangle, mount, part, static_cast<std::int32_t>(i), &mesh});
    way.update();
  });
}

/// Visits the parts that the ball may meet before `latest`, nearest first. A convex shape is one part.
/// @param latest time of interest; `visit` may lower it.
void visit_on_path(const Shape& shape, const BallPath& path, const double& latest, MovingPartVisitor visit) {
  if (!is_composite(shape.type)) {
    visit({&shape});
    return;
  }
  if (shape.type == ShapeType::triangle_mesh) {
    visit_triangles_on_path(*shape.mesh, nullptr, -1, path, latest, visit);
    return;
  }
  TreePath way(path, latest);
  shape.compound->visit_along(way.ray(), way.end(), [&](std::uint32_t i) {
    const CompoundPart& part = shape.compound->parts()[i];
    const auto number = static_cast<std::int32_t>(i);
    if (part.shape.type == ShapeType::triangle_mesh) {
      visit_triangles_on_path(*part.shape.mesh, &part.pose, number, path, latest, visit);
    } else {
      visit({&part.shape, &part.pose, number});
    }
    way.update();
  });
}

/// Whether an impact comes from behind a one-sided triangle, through which everything passes.
/// @param outwards the normal of the impact, out of the triangle's shape.
bool comes_from_behind(const MovingPart& part, const Sweep& sweep, double time, const Vec3& outwards) {
  if (part.mesh == nullptr || !part.mesh->is_one_sided()) return false;
  Vec3 front = Triangle(*part.shape).normal();
  if (part.mount != nullptr) front = rotate(part.mount->rotation, front);
  return dot(rotate(pose_at(sweep, time).rotation, front), outwards) < 0.0;
}

/// A part of a contact.
struct PartOfContact {
  Shape triangle;
  MovingPart part;

  PartOfContact(const Shape& shape, std::int32_t number, std::int32_t triangle_number) : part{&shape} {
    if (number >= 0) {
      const CompoundPart& of = shape.compound->parts()[static_cast<std::size_t>(number)];
      part = {&of.shape, &of.pose, number};
    }
    if (triangle_number < 0) return;
    triangle = triangle_shape(*part.shape->mesh, static_cast<std::uint32_t>(triangle_number));
    part.shape = &triangle;
  }
  PartOfContact(const PartOfContact&) = delete;
  PartOfContact& operator=(const PartOfContact&) = delete;
};

/// Whether a shape may overlap another without touching one of its triangles: solids, and prisms behind triangles.
bool has_inside(const Shape& shape) {
  if (shape.type == ShapeType::triangle_mesh) return shape.mesh->is_one_sided();
  if (!has_surface(shape)) return false;
  for (const CompoundPart& part : shape.compound->parts()) {
    if (part.shape.type == ShapeType::triangle_mesh && part.shape.mesh->is_one_sided()) return true;
  }
  return false;
}

MountedShape mounted(const MovingPart& part, const Sweep& sweep) { return {*part.shape, sweep, part.mount}; }

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
  visit_on_path(a, path_of_b, latest, [&](const MovingPart& of_a) {
    const Vec3 place = of_a.mount == nullptr ? Vec3{} : of_a.mount->position;
    const BallPath path_of_a = path_in(motion_b, motion_a, place, reach_of(*of_a.shape));
    visit_on_path(b, path_of_a, latest, [&](const MovingPart& of_b) {
      Impact impact = time_of_impact(mounted(of_a, sweep_a), mounted(of_b, sweep_b), latest);
      if (!impact.hit) return;
      if (impact.time > 0.0 && (comes_from_behind(of_a, sweep_a, impact.time, impact.normal) ||
                                comes_from_behind(of_b, sweep_b, impact.time, -impact.normal))) {
        return;
      }
      impact.features = {of_a.part, of_a.triangle, of_b.part, of_b.triangle};
      // An impact that did not converge may never happen, and must not hide another.
      Impact& first = impact.converged ? best : undecided;
      if (is_earlier(impact, first)) first = impact;
      if (best.hit) latest = best.time;
    });
  });
  if ((best.hit && best.time == 0.0) || has_inside(a) || has_inside(b)) {
    const Impact start = starting_overlap(a, sweep_a, b, sweep_b);
    if (start.hit && start.time == 0.0) return start;
  }
  return best.hit ? best : undecided;
}

}  // namespace hyperplane
