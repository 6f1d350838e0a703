#include "bvh/visit.h"

#include <bit>

#include "bvh/lanes.h"

namespace hyperplane {

void visit_overlapping(const Tree& tree, const FloatBounds& bounds, std::uint32_t layers, RowVisitor visit) {
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

void visit_nearest(const Tree& tree, const FloatBounds& bounds, std::uint32_t layers, const double& end,
                   RowVisitor visit) {
  if (tree.size() == 0) return;
  const SplatBounds splat_bounds(bounds);
  struct Task {
    std::uint32_t child;
    float distance;
  };
  Task stack[Tree::k_stack_size];
  int top = 0;
  stack[top++] = {0, 0.0f};
  while (top > 0) {
    const Task task = stack[--top];
    if (task.distance > 0.0f && task.distance > rounded_up(end)) continue;
    if ((task.child & Tree::k_leaf) != 0) {
      visit(task.child & ~Tree::k_leaf);
      continue;
    }
    const Tree::Node& node = tree.nodes()[task.child];
    float distances[4];
    distances_of_children(node, splat_bounds, distances);
    const int first = top;
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      if (node.child[lane] == Tree::k_none || (tree.filters()[task.child].layers[lane] & layers) == 0) continue;
      // Nearest child on top of the stack.
      int at = top++;
      for (; at > first && stack[at - 1].distance < distances[lane]; --at) stack[at] = stack[at - 1];
      stack[at] = {node.child[lane], distances[lane]};
    }
  }
}

void visit_along(const Tree& tree, const ray_descent::Path& path, std::uint32_t layers, const double& end,
                 RowVisitor visit) {
  ray_descent::descend(tree, path, layers, [&] { return end; }, visit);
}

}  // namespace hyperplane
