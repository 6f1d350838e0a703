#pragma once

#include <cstdint>

#include "bvh/tree.h"
#include "core/function_ref.h"

namespace hyperplane {

/// Calls `visit(bounds, depth)` for every node of a tree that has children, parents before children, until it returns
/// false; bounds are those of the node's subtree, in the frame of the tree. For debug views.
/// @param max_depth deeper nodes are omitted; the root has depth 0.
/// @return false if `visit` did, or if memory ran out.
bool visit_nodes(const Tree& tree, std::uint32_t max_depth, FunctionRef<bool(const FloatBounds&, std::uint32_t)> visit);

}  // namespace hyperplane
