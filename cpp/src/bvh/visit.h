#pragma once

#include "bvh/ray_descent.h"
#include "bvh/tree.h"
#include "core/function_ref.h"

/// The descents of a tree, compiled once: with an indirect call for each leaf, which only the hottest callers avoid by
/// the templates of the same names.

namespace hyperplane {

using RowVisitor = FunctionRef<void(std::uint32_t)>;

/// `descend_overlapping`.
void visit_overlapping(const Tree& tree, const FloatBounds& bounds, std::uint32_t layers, RowVisitor visit);
/// `descend_nearest`. @param end m; `visit` may lower it.
void visit_nearest(const Tree& tree, const FloatBounds& bounds, std::uint32_t layers, const double& end,
                   RowVisitor visit);
/// `ray_descent::descend`. @param end m along the path; `visit` may lower it.
void visit_along(const Tree& tree, const ray_descent::Path& path, std::uint32_t layers, const double& end,
                 RowVisitor visit);

}  // namespace hyperplane
