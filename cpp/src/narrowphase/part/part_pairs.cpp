#include "narrowphase/part/part_pairs.h"

#include <limits>

#include "composite/compound.h"
#include "composite/half_space.h"
#include "composite/oriented_culling.h"
#include "composite/shape_at.h"
#include "composite/touch_bounds.h"
#include "core/constants.h"
#include "math/pose.h"
#include "narrowphase/part/surface_pairs.h"

namespace hyperplane {
namespace {

/// One convex part of a shape, in the frame of the shape.
struct OnePart {
  const Shape* shape;
  Pose pose;
  std::int32_t part = -1, triangle = -1;
  Surface surface;
  GridPart grid = {};
  /// Whose hull it is, if it is one.
  const TriangleMesh* mesh = nullptr;
};

/// Returns whether to go on.
using OnePartSearch = FunctionRef<bool(const OnePart&)>;

/// Bounds in another frame, rounded outwards. @param frame in the frame of the bounds.
Aabb seen_from(const Pose& frame, const Aabb& bounds) {
  const Vec3 rounding = (abs(frame.position) + max(abs(bounds.min), abs(bounds.max))) * k_bounds_rounding;
  const Vec3 margin{length(rounding), length(rounding), length(rounding)};
  const Mat3 back = transpose(to_matrix(frame.rotation));
  return rotated(back, {bounds.min - frame.position - margin, bounds.max - frame.position + margin});
}

/// Where to look for parts of a shape, in its frame.
struct Near {
  Aabb bounds;
  /// Null: parts that may touch the bounds, until `visit` returns false; else as `visit_near`.
  const double* end;
  /// The shape that is within the bounds, and its pose; null: not known.
  const Shape* shape = nullptr;
  Pose pose = {};
  /// Without `end`: whether to look at what lies within bounds of a surface, which has a pose in this frame. Null: at
  /// all of it.
  const FunctionRef<bool(const Surface& surface, const Pose& pose, const Aabb& bounds)>* accepts = nullptr;
  /// Without `end`: whether the parts are to last: with the prisms behind one-sided triangles, and cells in boxes that
  /// are the same for all bounds.
  bool to_last = false;
  /// Kinds of cells that the other shape meets.
  const KindMask* kinds = nullptr;
  /// With `end`: whether to look at parts within bounds of a compound, in this frame. Null: at all of them.
  const BoundsFilter* accepts_parts = nullptr;
};

/// Visits the triangles of a surface, or the hull that it is. @param pose of the surface in the frame of `near`.
/// @return false if `visit` ended the search.
bool visit_triangles(const Shape& shape, const Pose& pose, std::int32_t part, const Near& near, OnePartSearch visit) {
  if (const Hull* const hull = hull_of(shape)) {
    const Shape convex = with_hull(shape, hull);
    return visit(OnePart{&convex, pose, part, -1, {}, {}, shape.mesh});
  }
  const Surface surface(shape);
  bool goes_on = true;
  const auto visit_triangle = [&](std::uint32_t i) {
    const Shape triangle = surface.triangle_shape(i);
    goes_on = visit(OnePart{&triangle, pose, part, static_cast<std::int32_t>(i), surface});
    return goes_on;
  };
  const auto accepts_group = [&](const Aabb& bounds) { return (*near.accepts)(surface, pose, bounds); };
  const BoundsFilter filter = accepts_group;
  const BoundsFilter* const accepts = near.accepts == nullptr ? nullptr : &filter;
  const Aabb around = pose == Pose{} ? near.bounds : seen_from(pose, near.bounds);
  if (near.end != nullptr) {
    surface.visit_near(around, *near.end, visit_triangle);
  } else if (near.to_last) {
    surface.visit_prisms_within(around, visit_triangle);
  } else if (near.shape == nullptr || !has_own_axes(*near.shape)) {
    surface.visit_within(around, nullptr, visit_triangle, accepts);
  } else {
    const OrientedCulling tight(touch_bounds(*near.shape, {}), relative_pose(pose, near.pose), surface.reach());
    surface.visit_within(around, &tight, visit_triangle, accepts);
  }
  return goes_on;
}

/// Visits boxes of solid cells. @param pose of the grid in the frame of `near`. @return as above.
bool visit_cells(const SolidCells& cells, const Pose& pose, std::int32_t part, const Near& near, OnePartSearch visit) {
  bool goes_on = true;
  const auto visit_box = [&](const CellBox& box) {
    Vec3 middle;
    const Shape shape = cells.to_shape(box, middle);
    const auto first = static_cast<std::int32_t>(cells.grid().index(box.low[0], box.low[1], box.low[2]));
    goes_on = visit(OnePart{&shape, GridPart::pose_of(pose, middle), part, first, {}, {cells, box}});
    return goes_on;
  };
  const Aabb around = pose == Pose{} ? near.bounds : seen_from(pose, near.bounds);
  if (near.end != nullptr) {
    cells.visit_near(around, *near.end, visit_box);
  } else if (near.to_last) {
    cells.visit_lasting_within(around, visit_box);
  } else {
    cells.visit_within(around, visit_box);
  }
  return goes_on;
}

/// Visits the parts of a shape. @return as above.
bool visit_parts(const Shape& shape, const Near& near, OnePartSearch visit) {
  if (!is_composite(shape.type)) return visit(OnePart{&shape, {}, -1, -1, {}});
  if (shape.type == ShapeType::voxels) return visit_cells(SolidCells(shape, near.kinds), {}, -1, near, visit);
  if (is_surface(shape.type)) return visit_triangles(shape, {}, -1, near, visit);
  if (shape.type == ShapeType::half_space) {
    const CompoundPart slab = slab_under(near.bounds);
    return visit(OnePart{&slab.shape, slab.pose, -1, -1, {}});
  }
  bool goes_on = true;
  const auto visit_part = [&](std::uint32_t i) {
    const CompoundPart& part = shape.compound->parts()[i];
    const auto number = static_cast<std::int32_t>(i);
    if (is_surface(part.shape.type)) {
      goes_on = visit_triangles(part.shape, part.pose, number, near, visit);
    } else if (part.shape.type == ShapeType::voxels) {
      Shape grid = part.shape;
      grid.kinds = shape.kinds;
      goes_on = visit_cells(SolidCells(grid, near.kinds), part.pose, number, near, visit);
    } else {
      goes_on = visit(OnePart{&part.shape, part.pose, number, -1, {}});
    }
    return goes_on;
  };
  if (near.end == nullptr) {
    shape.compound->visit_within(near.bounds, visit_part);
  } else {
    shape.compound->visit_near(near.bounds, *near.end, visit_part, near.accepts_parts);
  }
  return goes_on;
}

PartPair pair_of(const OnePart& a, const OnePart& b, const Pose& b_in_a) {
  return {a.shape, a.pose, b.shape, b_in_a * b.pose, {a.part, a.triangle, b.part, b.triangle}, a.surface, b.surface, {},
          a.grid,  b.grid, a.mesh,  b.mesh};
}

void visit_pairs(const Shape& a, const Shape& b, const Pose& b_in_a, const double* end, PartPairSearch visit) {
  const Pose a_in_b = relative_pose(b_in_a, {});
  if (b.type == ShapeType::half_space) {
    CompoundPart slab = slab_under(touch_bounds(a, a_in_b));
    slab.shape.kinds = b.kinds;
    visit_pairs(a, slab.shape, b_in_a * slab.pose, end, visit);
    return;
  }
  int visited = 0;
  // Of many parts of A that may touch, look below a node only if something of B touches its bounds: both trees are
  // descended.
  const auto touches_b = [&](const Surface& surface, const Pose& pose, const Aabb& bounds) {
    if (visited < k_parts_alone) return true;
    const CompoundPart box = box_around(surface, bounds);
    const Pose box_in_b = a_in_b * (pose * box.pose);
    const Near near{touch_bounds(box.shape, box_in_b), nullptr, &box.shape, box_in_b, nullptr, false, a.kinds};
    return !visit_parts(b, near, [](const OnePart&) { return false; });
  };
  const FunctionRef<bool(const Surface&, const Pose&, const Aabb&)> accepts = touches_b;
  const auto* const filter = end == nullptr && is_composite(b.type) ? &accepts : nullptr;
  // Of two compounds, look below a node of A only if a node near the root of B is near enough: the bounds of B as a
  // whole are far larger than the half of it that faces A.
  const bool are_compounds = end != nullptr && a.type == ShapeType::compound && b.type == ShapeType::compound;
  const Transform to_b = are_compounds ? to_transform(a_in_b) : Transform{};
  const double rounding = are_compounds ? (length(to_b.translation) + 4.0 * reach_of(a)) * k_bounds_rounding : 0.0;
  const auto is_near_b = [&](const Aabb& bounds) {
    if (*end == std::numeric_limits<double>::infinity()) return true;
    const Aabb turned = rotated(to_b.rotation, bounds);
    return b.compound->has_near(grown_by({turned.min + to_b.translation, turned.max + to_b.translation}, rounding),
                                *end);
  };
  const BoundsFilter near_b = is_near_b;
  const Near around{touch_bounds(b, b_in_a),          end, &b, b_in_a, filter, false, b.kinds,
                    are_compounds ? &near_b : nullptr};
  visit_parts(a, around, [&](const OnePart& of_a) {
    ++visited;
    Near near{{}, end};
    near.kinds = a.kinds;
    if (is_composite(b.type)) {
      near.pose = a_in_b * of_a.pose;
      near.bounds = touch_bounds(*of_a.shape, near.pose);
      near.shape = of_a.shape;
    }
    return visit_parts(b, near, [&](const OnePart& of_b) { return visit(pair_of(of_a, of_b, b_in_a)); });
  });
}

}  // namespace

void name_parts(const PartPair& pair, const Vec3& on_a, const Vec3& on_b, const Vec3& normal, PairFeatures& features) {
  const auto name = [](const GridPart& grid, const TriangleMesh* mesh, const Pose& pose, const Vec3& point,
                       const Vec3& outwards, std::int32_t& triangle) {
    if (grid.exists()) triangle = grid.index_at(pose, point, outwards);
    if (mesh == nullptr) return;
    const Transform frame = frame_of(pose);
    triangle = mesh->triangle_of_contact(inverse_times(frame, point), transpose_times(frame.rotation, outwards));
  };
  name(pair.grid_a, pair.mesh_a, pair.pose_a, on_a, normal, features.triangle_a);
  name(pair.grid_b, pair.mesh_b, pair.pose_b, on_b, -normal, features.triangle_b);
}

void visit_touching_pairs(const Shape& a, const Shape& b, const Pose& b_in_a, PartPairSearch visit) {
  if (is_surface(a) && is_surface(b) && visit_surface_pairs(a, b, b_in_a, visit)) return;
  visit_touching_candidates(a, b, b_in_a, visit);
}

void visit_touching_candidates(const Shape& a, const Shape& b, const Pose& b_in_a, PartPairSearch visit) {
  visit_pairs(a, b, b_in_a, nullptr, visit);
}

void visit_near_candidates(const Shape& a, const Shape& b, const Pose& b_in_a, const double& end,
                           PartPairVisitor visit) {
  visit_pairs(a, b, b_in_a, &end, [&](const PartPair& pair) {
    visit(pair);
    return true;
  });
}

void visit_parts_within(const Shape& a, const Aabb& bounds, const Shape& b, const Pose& b_in_a, PartPairSearch visit) {
  const Aabb all_of_b = is_composite(b.type) ? touch_bounds(b, {}) : Aabb{};
  Near near_a{bounds, nullptr}, near_b{all_of_b, nullptr};
  near_a.to_last = true;
  near_a.kinds = b.kinds;
  near_b.kinds = a.kinds;
  visit_parts(a, near_a, [&](const OnePart& of_a) {
    return visit_parts(b, near_b, [&](const OnePart& of_b) { return visit(pair_of(of_a, of_b, b_in_a)); });
  });
}

}  // namespace hyperplane
