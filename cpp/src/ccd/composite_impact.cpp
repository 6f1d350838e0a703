#include "ccd/composite_impact.h"

#include "ccd/ball_cast.h"
#include "ccd/motion.h"
#include "ccd/time_of_impact.h"
#include "ccd/tolerances.h"
#include "composite/compound.h"
#include "composite/half_space.h"
#include "composite/shape_extent.h"
#include "composite/surface.h"
#include "composite/tolerances.h"
#include "core/constants.h"
#include "math/pose.h"
#include "narrowphase/composite/half_space_pair.h"
#include "narrowphase/part/part_pairs.h"
#include "shape/support.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

/// rad: paths are bounded over stretches in which two shapes together turn by less.
constexpr double k_stretch_angle = 0.2;

/// A part of the motion, of times in [0, 1].
struct SweepStretch {
  double from, to;

  double length() const { return to - from; }
  /// @return the time as a share of the stretch, at most 1.
  double share(double time) const { return min((time - from) / length(), 1.0); }
};

/// A shape on a straight line through a stretch, within a ball and within bounds, both around a point.
struct ShapePath {
  Vec3 from, to;
  double radius;
  /// Relative to the point.
  Aabb around;
  /// m: it stays within smaller bounds rounded by balls of this radius.
  double rounding;

  Vec3 way() const { return to - from; }
};

/// A ball that holds a shape, in the shape's frame.
struct HoldingBall {
  Vec3 centre;
  double radius;
};

HoldingBall ball_around(const Shape& shape) {
  const Aabb box = bounds(shape, {});
  const double reach = reach_of(shape), radius = length(box.max - box.min) * 0.5;
  if (reach <= radius) return {{}, reach};
  return {(box.min + box.max) * 0.5, radius};
}

/// The path of a shape as a moving frame sees it, in the axes of that frame, in which the middle of the shape moves on
/// a curve x(t). The path is the chord of that curve, widened by the distance of the curve from it, which is at most an
/// eighth of |x''| for time in units of the stretch. With p the way from the frame's origin to that of the shape's
/// motion, c the arm from there to the middle, and f and s the angles by which frame and shape turn,
///   |x''| <= f^2 |p + c| + 2 f (|p'| + s |c|) + s^2 |c|.
/// @param mount the shape's place in its own moving frame.
ShapePath path_in(const Motion& frame, const Motion& motion, const Shape& shape, const Pose& mount,
                  const SweepStretch& stretch) {
  const HoldingBall ball = ball_around(shape);
  const Vec3 in_motion = to_transform(mount) * ball.centre;
  const auto middle_at = [&](const Pose& of_frame, const Pose& of_motion) {
    const Vec3 apart = of_motion.position - of_frame.position;
    return rotate(conjugate(of_frame.rotation), apart + rotate(of_motion.rotation, in_motion));
  };
  const Pose first_frame = frame.at(stretch.from), first = motion.at(stretch.from);
  const Pose last_frame = frame.at(stretch.to), last = motion.at(stretch.to);
  const double turn = frame.angle * stretch.length(), spin = motion.angle * stretch.length();
  const double arm = length(in_motion), way = length(motion.velocity - frame.velocity) * stretch.length();
  const double farthest =
      max(length(first.position - first_frame.position), length(last.position - last_frame.position)) + arm;
  const double bend = (turn * turn * farthest + 2.0 * turn * (way + spin * arm) + spin * spin * arm) / 8.0;

  const double touch = k_touch_margin * reach_of(shape), radius = ball.radius + bend + touch;
  // No chord is longer than its arc, nor than twice the radius.
  const double margin = bend + touch + min(turn + spin, 2.0) * ball.radius;
  const Quat seen = normalized(conjugate(first_frame.rotation) * first.rotation * mount.rotation);
  const Aabb box = bounds(shape, {{}, seen});
  const Vec3 middle = rotate(seen, ball.centre), wider{margin, margin, margin}, within{radius, radius, radius};
  return {middle_at(first_frame, first),
          middle_at(last_frame, last),
          radius,
          {max(-within, box.min - middle - wider), min(within, box.max - middle + wider)},
          is_composite(shape.type) ? 0.0 : core_size_of(shape).radius};
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

/// A part in the search.
struct MovingPart {
  const Shape* shape;
  /// Null for a shape that is not a part of another.
  const Pose* mount = nullptr;
  std::int32_t part = -1, triangle = -1;
  Surface surface;
  GridPart grid = {};
  /// Of the grid; null: the identity.
  const Pose* grid_mount = nullptr;
};

using MovingPartVisitor = FunctionRef<void(const MovingPart&)>;

/// A path through the tree of a composite.
class TreePath {
 public:
  /// @param latest time of interest, a share of the stretch.
  TreePath(const ShapePath& path, const double& latest)
      : path_(path), latest_(latest), way_length_(length(path.way())), end_(latest * way_length_) {}

  ray_descent::Path ray() const {
    const Vec3 direction = way_length_ > 0.0 ? direction_of(path_.way()) : unit_axis(0);
    return {path_.from, direction, path_.around.min, path_.around.max, path_.radius, path_.rounding};
  }
  const double& end() const { return end_; }
  /// Call when the time of interest may have changed.
  void update() { end_ = latest_ < 0.0 ? latest_ : latest_ * way_length_; }

 private:
  const ShapePath& path_;
  const double& latest_;
  double way_length_, end_;
};

/// Whether parts of a surface may meet the other shape. @param mount of the surface. @param bounds in its frame.
using GroupFilter = FunctionRef<bool(const Pose* mount, const Surface& surface, const Aabb& bounds)>;

/// @param mount of the surface. @param part of a compound that the surface is. @param filter may be null.
void visit_triangles_on_path(const Surface& surface, const Pose* mount, std::int32_t part, const ShapePath& path,
                             const double& latest, const GroupFilter* filter, MovingPartVisitor visit) {
  const auto accepts_group = [&](const Aabb& bounds) { return (*filter)(mount, surface, bounds); };
  const BoundsFilter accepts = accepts_group;
  const ShapePath local = mount == nullptr ? path : seen_from(*mount, path);
  TreePath way(local, latest);
  const double rounding = (length(local.from) + length(local.to) + surface.reach()) * k_bounds_rounding;
  surface.visit_along(way.ray(), way.end(), filter == nullptr ? nullptr : &accepts, [&](std::uint32_t i) {
    const Shape triangle = surface.triangle_shape(i);
    // The ball hits later than its bounds.
    const Triangle core(triangle);
    const double radius = local.radius + k_touch_margin * core.core_extent() + rounding;
    if (!(time_to_triangle(local.from, local.way(), radius, core, latest) <= latest)) return;
    visit({&triangle, mount, part, static_cast<std::int32_t>(i), surface});
    way.update();
  });
}

/// Visits boxes of solid cells. @param mount, part as above.
void visit_cells_on_path(const SolidCells& cells, const Pose* mount, std::int32_t part, const ShapePath& path,
                         const double& latest, MovingPartVisitor visit) {
  const ShapePath local = mount == nullptr ? path : seen_from(*mount, path);
  TreePath way(local, latest);
  cells.visit_along(way.ray(), way.end(), [&](const CellBox& box) {
    Vec3 middle;
    const Shape shape = cells.to_shape(box, middle);
    const Pose place = GridPart::pose_of(mount == nullptr ? Pose{} : *mount, middle);
    const auto first = static_cast<std::int32_t>(cells.grid().index(box.low[0], box.low[1], box.low[2]));
    visit({&shape, &place, part, first, {}, {cells, box}, mount});
    way.update();
    return way.end() >= 0.0;
  });
}

/// Visits the cells of a box one by one.
void visit_cells_of(const MovingPart& of, MovingPartVisitor visit) {
  const auto& [cells, box] = of.grid;
  for (std::int32_t y = box.low[1]; y < box.high[1]; ++y) {
    for (std::int32_t z = box.low[2]; z < box.high[2]; ++z) {
      for (std::int32_t x = box.low[0]; x < box.high[0]; ++x) {
        const CellBox cell{{x, y, z}, {x + 1, y + 1, z + 1}};
        Vec3 middle;
        const Shape shape = cells.to_shape(cell, middle);
        const Pose place = GridPart::pose_of(of.grid_mount == nullptr ? Pose{} : *of.grid_mount, middle);
        const auto number = static_cast<std::int32_t>(cells.grid().index(x, y, z));
        visit({&shape, &place, of.part, number, {}, {cells, cell}, of.grid_mount});
      }
    }
  }
}

/// Whether a part is a box of several cells.
bool has_cells(const MovingPart& part) {
  const CellBox& box = part.grid.box;
  bool found = false;
  for (int k = 0; k < 3; ++k) found = found || box.high[k] - box.low[k] > 1;
  return found;
}

/// Visits the parts that a path may meet before `latest`, nearest first. A convex shape is one part.
/// @param latest time of interest, a share of the stretch; `visit` may lower it, below 0 to end the search.
/// @param filter of the triangles of surfaces; may be null. @param kinds of cells that the other shape meets.
void visit_on_path(const Shape& shape, const ShapePath& path, const double& latest, const GroupFilter* filter,
                   const KindMask* kinds, MovingPartVisitor visit) {
  if (!is_composite(shape.type)) {
    visit({&shape, nullptr, -1, -1, {}});
    return;
  }
  if (is_surface(shape.type)) {
    visit_triangles_on_path(Surface(shape), nullptr, -1, path, latest, filter, visit);
    return;
  }
  if (shape.type == ShapeType::half_space) {
    const CompoundPart slab =
        slab_under({min(path.from, path.to) + path.around.min, max(path.from, path.to) + path.around.max});
    visit({&slab.shape, &slab.pose, -1, -1, {}});
    return;
  }
  if (shape.type == ShapeType::voxels) {
    visit_cells_on_path(SolidCells(shape, kinds), nullptr, -1, path, latest, visit);
    return;
  }
  TreePath way(path, latest);
  shape.compound->visit_along(way.ray(), way.end(), [&](std::uint32_t i) {
    const CompoundPart& part = shape.compound->parts()[i];
    const auto number = static_cast<std::int32_t>(i);
    if (is_surface(part.shape.type)) {
      visit_triangles_on_path(Surface(part.shape), &part.pose, number, path, latest, filter, visit);
    } else if (part.shape.type == ShapeType::voxels) {
      Shape grid = part.shape;
      grid.kinds = shape.kinds;
      visit_cells_on_path(SolidCells(grid, kinds), &part.pose, number, path, latest, visit);
    } else {
      visit({&part.shape, &part.pose, number, -1, {}});
    }
    way.update();
  });
}

/// Whether a path may meet a composite before `latest`, by the bounds of its parts.
bool may_meet(const Shape& shape, const ShapePath& path, double latest) {
  bool found = false;
  const auto find_triangle = [&](const Surface& surface, const ShapePath& local) {
    const TreePath way(local, latest);
    double end = way.end();
    surface.visit_along(way.ray(), end, nullptr, [&](std::uint32_t) {
      found = true;
      end = -1.0;
    });
  };
  if (is_surface(shape.type)) {
    find_triangle(Surface(shape), path);
    return found;
  }
  const TreePath way(path, latest);
  double end = way.end();
  // Few boxes of cells are on a path: they need no filter.
  if (shape.type == ShapeType::voxels) return true;
  shape.compound->visit_along(way.ray(), end, [&](std::uint32_t i) {
    const CompoundPart& part = shape.compound->parts()[i];
    if (is_surface(part.shape.type)) {
      find_triangle(Surface(part.shape), seen_from(part.pose, path));
    } else {
      found = true;
    }
    if (found) end = -1.0;
  });
  return found;
}

/// Whether an impact comes from behind a one-sided triangle, through which everything passes.
/// @param outwards the normal of the impact, out of the triangle's shape.
bool comes_from_behind(const MovingPart& part, const Sweep& sweep, const Sweep& other, double time,
                       const Vec3& outwards) {
  if (!part.surface.exists() || !part.surface.is_one_sided()) return false;
  Vec3 front = Triangle(*part.shape).normal();
  if (part.mount != nullptr) front = rotate(part.mount->rotation, front);
  front = rotate(pose_at(sweep, time).rotation, front);
  // At a grazing impact, square to the face, the direction of motion decides the side.
  const Vec3 way = (other.to.position - other.from.position) - (sweep.to.position - sweep.from.position);
  return dot(front, outwards) < (dot(front, way) > 0.0 ? k_surface_graze : 0.0);
}

/// A part of a contact.
struct PartOfContact {
  /// Or the cell, and its place.
  Shape triangle;
  Pose place;
  MovingPart part;

  PartOfContact(const Shape& shape, std::int32_t number, std::int32_t triangle_number)
      : part{&shape, nullptr, -1, -1, {}} {
    if (number >= 0) {
      const CompoundPart& of = shape.compound->parts()[static_cast<std::size_t>(number)];
      part = {&of.shape, &of.pose, number, -1, {}};
    }
    if (triangle_number < 0) return;
    const auto number_in_shape = static_cast<std::uint32_t>(triangle_number);
    if (part.shape->type == ShapeType::voxels) {
      const SolidCells cells(*part.shape);
      Vec3 middle;
      triangle = cells.to_shape(cells.cell(number_in_shape), middle);
      place = GridPart::pose_of(part.mount == nullptr ? Pose{} : *part.mount, middle);
      part.mount = &place;
    } else {
      triangle = Surface(*part.shape).triangle_shape(number_in_shape);
    }
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
[[gnu::noinline]] Impact starting_overlap(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b) {
  const ContactManifold deepest = collide(a, sweep_a.from, b, sweep_b.from);
  const PairFeatures& where = deepest.features;
  if (deepest.point_count == 0) return {};
  if (a.type == ShapeType::half_space) {
    if (!(deepest.depth > k_impact_gap * size_of(b))) return {};
    Impact start{.hit = true, .point = deepest.points[0].on_b, .normal = deepest.normal};
    start.features = where;
    return start;
  }
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

/// The impact of a half-space and a convex shape, neither of which turns.
Impact cast_on_half_space(const Sweep& plane, const Shape& shape, const Sweep& sweep) {
  const Vec3 origin = plane.from.position;
  const Vec3 velocity = (sweep.to.position - sweep.from.position) - (plane.to.position - plane.from.position);
  const Distance start = half_space_distance(make_half_space(), plane.from, shape, sweep.from);
  const double closing = -dot(velocity, start.normal);
  const double noise = k_exact_gap_noise * size_of(shape) +
                       k_bounds_rounding * (length(sweep.from.position - origin) + length(velocity) + length(origin));
  if (start.distance > noise ? !(closing >= start.distance) : start.distance >= -noise && closing < -noise) return {};
  Impact impact;
  impact.hit = true;
  impact.time = start.distance > noise ? start.distance / closing : 0.0;
  impact.point = start.point_b + (sweep.to.position - sweep.from.position) * impact.time;
  impact.normal = start.normal;
  return impact;
}

/// The impact with A and B exchanged.
Impact exchanged(Impact impact) {
  impact.normal = -impact.normal;
  impact.features = exchanged(impact.features);
  return impact;
}

bool turns(const Sweep& sweep) { return !(sweep.from.rotation == sweep.to.rotation); }

}  // namespace

Impact composite_time_of_impact(const Shape& a, const Sweep& sweep_a, const Shape& b, const Sweep& sweep_b,
                                const PartImpactFilter* counts) {
  if (b.type == ShapeType::half_space) {
    if (a.type == ShapeType::half_space) return {};
    const auto counts_exchanged = [&](Impact& impact) {
      impact = exchanged(impact);
      const bool does = (*counts)(impact);
      impact = exchanged(impact);
      return does;
    };
    const PartImpactFilter filter = counts_exchanged;
    return exchanged(composite_time_of_impact(b, sweep_b, a, sweep_a, counts == nullptr ? nullptr : &filter));
  }
  if (a.type == ShapeType::half_space && !is_composite(b.type) && counts == nullptr && !turns(sweep_a) &&
      !turns(sweep_b)) {
    return cast_on_half_space(sweep_a, b, sweep_b);
  }
  const Vec3 origin = sweep_a.from.position;
  const Motion motion_a = motion_of(sweep_a, origin), motion_b = motion_of(sweep_b, origin);
  Impact best, undecided, start;
  int visited = 0;
  bool knows_start = counts != nullptr;
  const auto starts_inside = [&] {
    if (!knows_start) start = starting_overlap(a, sweep_a, b, sweep_b);
    knows_start = true;
    return start.hit && start.time == 0.0;
  };
  if ((has_inside(a) || has_inside(b)) && starts_inside()) return start;
  const auto is_earlier = [](const Impact& impact, const Impact& than) {
    if (!than.hit || impact.time != than.time) return !than.hit || impact.time < than.time;
    return is_before(impact.features, than.features);
  };
  // The first impact of two parts that counts.
  const auto compare = [&](const auto& again, const MovingPart& of_a, const MovingPart& of_b,
                           const SweepStretch& stretch, double& latest) -> void {
    if (latest < 0.0) return;
    const MountedShape part_a = mounted(of_a, sweep_a), part_b = mounted(of_b, sweep_b);
    const double end = best.hit ? best.time : stretch.to;
    Impact impact = time_of_impact(part_a, part_b, end);
    bool is_behind = false;
    const auto does_count = [&] {
      if (!impact.hit) return false;
      is_behind = impact.time > 0.0 && (comes_from_behind(of_a, sweep_a, sweep_b, impact.time, impact.normal) ||
                                        comes_from_behind(of_b, sweep_b, sweep_a, impact.time, -impact.normal));
      if (is_behind) return false;
      impact.features = {of_a.part, of_a.triangle, of_b.part, of_b.triangle};
      return counts == nullptr || (*counts)(impact);
    };
    // The start was asked for in the first stretch.
    bool is_known = impact.hit && impact.time == 0.0 && counts != nullptr && stretch.from > 0.0;
    // What touches, and does not count then, may part and come back.
    while (is_known || !does_count()) {
      if (!impact.hit) return;
      // Of a box of cells that comes from behind, some may meet the front.
      if (is_behind && (has_cells(of_a) || has_cells(of_b))) {
        const bool of_first = has_cells(of_a);
        visit_cells_of(of_first ? of_a : of_b, [&](const MovingPart& cell) {
          again(again, of_first ? cell : of_a, of_first ? of_b : cell, stretch, latest);
        });
        return;
      }
      const double touched = impact.time;
      impact = impact_once_parted(part_a, part_b, impact, max(touched, stretch.from), end);
      if (!(impact.time > touched)) return;
      is_known = false;
    }
    if (of_a.grid.exists() || of_b.grid.exists()) {
      const PartPair cells{of_a.shape,
                           place_of(motion_a, of_a, impact.time),
                           of_b.shape,
                           place_of(motion_b, of_b, impact.time),
                           impact.features,
                           {},
                           {},
                           {},
                           of_a.grid,
                           of_b.grid};
      const Vec3 point = impact.point - origin;
      name_parts(cells, point, point, impact.normal, impact.features);
    }
    // An impact that did not converge may never happen, and must not hide another.
    Impact& first = impact.converged ? best : undecided;
    if (is_earlier(impact, first)) first = impact;
    if (best.hit) latest = stretch.share(best.time);
    // The deepest contact then counts, whichever parts it is of.
    if (best.hit && best.time == 0.0 && starts_inside()) latest = -1.0;
  };
  const int stretches = 1 + static_cast<int>((motion_a.angle + motion_b.angle) / k_stretch_angle);
  for (int i = 0; i < stretches && !best.hit; ++i) {
    const SweepStretch stretch{i / static_cast<double>(stretches), (i + 1) / static_cast<double>(stretches)};
    double latest = 1.0;
    const ShapePath path_of_b = path_in(motion_a, motion_b, b, {}, stretch);
    // If A has many parts, enter a node only if its bounds meet something of B: both trees are descended.
    const auto meets_b = [&](const Pose* mount, const Surface& surface, const Aabb& bounds) {
      if (visited < k_parts_alone) return true;
      const CompoundPart box = box_around(surface, bounds);
      const Pose place = mount == nullptr ? box.pose : *mount * box.pose;
      return may_meet(b, path_in(motion_b, motion_a, box.shape, place, stretch), latest);
    };
    const GroupFilter filter = meets_b;
    visit_on_path(a, path_of_b, latest, is_composite(b.type) ? &filter : nullptr, b.kinds, [&](const MovingPart& of_a) {
      ++visited;
      const Pose place = of_a.mount == nullptr ? Pose{} : *of_a.mount;
      const ShapePath path_of_a = path_in(motion_b, motion_a, *of_a.shape, place, stretch);
      visit_on_path(b, path_of_a, latest, nullptr, a.kinds,
                    [&](const MovingPart& of_b) { compare(compare, of_a, of_b, stretch, latest); });
    });
  }
  if (start.hit && start.time == 0.0) return start;
  return best.hit ? best : undecided;
}

}  // namespace hyperplane
