#pragma once

#include <hyperplane/pair.h>

#include "composite/solid_cells.h"
#include "composite/surface.h"
#include "core/function_ref.h"
#include "math/aabb.h"
#include "narrowphase/convex/box_triangle_filter.h"

/// The parts of two shapes that may touch, or that are nearest: convex shapes, parts of compounds, triangles of
/// surfaces, boxes of solid cells. A solid mesh that is convex is one part.
/// A convex shape is one part, with index -1.

namespace hyperplane {

/// A part of each shape, in the frame of A.
struct PartPair {
  const Shape* a = nullptr;
  Pose pose_a;
  const Shape* b = nullptr;
  Pose pose_b;
  PairFeatures features;
  /// The surface whose triangle a part is, in the frame of the part's pose. None for other parts.
  Surface surface_a, surface_b;
  /// If one is a triangle and the other a box.
  BoxTriangleHint hint = {};
  /// The box of cells that a part is. None for other parts. In the features, its first cell stands for it.
  GridPart grid_a = {}, grid_b = {};
  /// The mesh whose hull a part is. Null for other parts.
  const TriangleMesh *mesh_a = nullptr, *mesh_b = nullptr;

  bool names_parts() const { return grid_a.exists() || grid_b.exists() || mesh_a != nullptr || mesh_b != nullptr; }
};

/// Names the cells and triangles of a contact at points of parts that consist of many, in the frame of their poses.
/// @param normal from A to B.
void name_parts(const PartPair& pair, const Vec3& on_a, const Vec3& on_b, const Vec3& normal, PairFeatures& features);

using PartPairVisitor = FunctionRef<void(const PartPair&)>;
/// Returns whether to go on.
using PartPairSearch = FunctionRef<bool(const PartPair&)>;

/// Whether one pair of parts comes before another, of equal answers.
constexpr bool is_before(const PairFeatures& l, const PairFeatures& r) {
  if (l.part_a != r.part_a) return l.part_a < r.part_a;
  if (l.triangle_a != r.triangle_a) return l.triangle_a < r.triangle_a;
  return l.part_b != r.part_b ? l.part_b < r.part_b : l.triangle_b < r.triangle_b;
}

/// Order of contacts: the deepest first, of equal ones the lowest part.
template <class Contact>
bool is_deeper(const Contact& a, const Contact& b) {
  return a.depth != b.depth ? a.depth > b.depth : is_before(a.features, b.features);
}

/// Visits all pairs of parts that may touch, until `visit` returns false. @param b_in_a pose of B in the frame of A.
void visit_touching_candidates(const Shape& a, const Shape& b, const Pose& b_in_a, PartPairSearch visit);

/// The same, in the same order, but for pairs of triangles of two surfaces that are apart beyond doubt.
void visit_touching_pairs(const Shape& a, const Shape& b, const Pose& b_in_a, PartPairSearch visit);

/// Visits all pairs of parts that may be within `end` of each other, the nearest bounds first.
/// @param end m; `visit` may lower it.
void visit_near_candidates(const Shape& a, const Shape& b, const Pose& b_in_a, const double& end,
                           PartPairVisitor visit);

/// The least distance of two parts, in the frame of A; of equal ones the lowest parts'. Infinite if it is above
/// `max_distance`.
Distance nearest_parts(const Shape& a, const Shape& b, const Pose& b_in_a, double max_distance);

/// Visits the parts of A that may touch `bounds`, with the prisms behind one-sided triangles, each with all parts of B,
/// until `visit` returns false. Boxes of cells are the same for all bounds. Frames as above. For a few parts of B.
/// @param bounds in the frame of A.
void visit_parts_within(const Shape& a, const Aabb& bounds, const Shape& b, const Pose& b_in_a, PartPairSearch visit);

}  // namespace hyperplane
