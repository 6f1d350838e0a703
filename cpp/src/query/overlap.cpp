#include "query/overlap.h"

#include <bit>

#include <hyperplane/pair.h>

#include "bvh/lanes.h"
#include "core/sort.h"

namespace hyperplane {
namespace {

/// Calls `visit(row)` for every leaf of the layers whose bounds overlap.
template <class Visit>
void descend(const Tree& tree, const FloatBounds& bounds, std::uint32_t layers, const Visit& visit) {
  if (tree.size() == 0) return;
  const SplatBounds splat_bounds(bounds);
  std::uint32_t stack[Tree::k_stack_size];
  int top = 0;
  stack[top++] = 0;
  while (top > 0) {
    const std::uint32_t index = stack[--top];
    const Tree::Node& node = tree.nodes()[index];
    for (std::uint32_t hits = overlapping_children(node, splat_bounds); hits != 0; hits &= hits - 1) {
      const auto lane = static_cast<std::uint32_t>(std::countr_zero(hits));
      if ((tree.filters()[index].layers[lane] & layers) == 0) continue;
      if ((node.child[lane] & Tree::k_leaf) != 0) {
        visit(node.child[lane] & ~Tree::k_leaf);
      } else {
        stack[top++] = node.child[lane];
      }
    }
  }
}

}  // namespace

Status find_overlapping(const Scene& scene, const Shape& shape, const Pose& pose, const QueryOptions& options,
                        Buffer<std::uint32_t>& rows) {
  rows.clear();
  const FloatBounds query = to_float_bounds(bounds(shape, pose), scene.origin);
  bool has_room = true;
  const auto visit = [&](std::uint32_t row) {
    if (intersects(scene.shapes[row], scene.pose(row), shape, pose) && options.accepts_row(row)) {
      has_room = has_room && rows.push(row);
    }
  };
  for (int i = 0; i < 2; ++i) {
    if (scene.trees[i] != nullptr) {
      descend(*scene.trees[i], query, options.mask, visit);
      continue;
    }
    for (const std::uint32_t row : scene.rows[i]) {
      if ((scene.layers[row] & options.mask) != 0 && overlaps(scene.bounds[row], query)) visit(row);
    }
  }
  sort(rows.span());
  return has_room ? Status::ok : Status::out_of_memory;
}

}  // namespace hyperplane
