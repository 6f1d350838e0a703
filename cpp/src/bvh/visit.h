#pragma once

#include "bvh/ray_descent.h"
#include "bvh/tree.h"
#include "core/function_ref.h"

/// The descents of a tree, compiled once, with an indirect call for each leaf.

namespace hyperplane {

using RowVisitor = FunctionRef<void(std::uint32_t)>;
/// Returns whether to go on.
using RowSearch = FunctionRef<bool(std::uint32_t)>;
/// The same for the places of triangles, with their corners.
using CornerSearch = FunctionRef<bool(std::uint32_t place, const Vec3 (&corners)[3])>;

/// Visits every leaf whose layer is accepted and whose bounds overlap, in tree order. @param bounds in the frame of the
/// tree.
void visit_overlapping(const Tree& tree, const FloatBounds& bounds, std::uint32_t layers, RowSearch visit);

/// Visits every row of the layers whose bounds are within `end` of the given bounds, nearest bounds first. Rows whose
/// bounds overlap them are always visited: a signed distance has no lower bound there. Source: Roussopoulos, Kelley and
/// Vincent, "Nearest Neighbor Queries" (1995).
/// @param bounds in the frame of the tree, rounded outwards. @param end maximum distance, m; `visit` may lower it.
void visit_nearest(const Tree& tree, const FloatBounds& bounds, std::uint32_t layers, const double& end,
                   RowVisitor visit);

/// The same for rows of all layers. @param accepts decides by the bounds of a child, in the frame of the tree about the
/// opposite of `middle`, whether to look below it.
void visit_nearest(const Tree& tree, const FloatBounds& bounds, const Vec3& middle, const double& end,
                   const BoundsFilter& accepts, RowVisitor visit);

/// Whether any children of the root, or of these, are within `end` of bounds. @param bounds in the frame of the tree.
bool has_near(const Tree& tree, const FloatBounds& bounds, double end);

/// `ray_descent::descend`, whose template serves the hottest caller. @param end m along the path; `visit` may lower it.
void visit_along(const Tree& tree, const ray_descent::Path& path, std::uint32_t layers, const double& end,
                 RowVisitor visit);

}  // namespace hyperplane
