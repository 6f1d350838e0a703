#include "broadphase/tree_pairs.h"

#include <bit>

#include "bvh/lanes.h"

namespace hyperplane {
namespace {

/// Whether a child, not Tree::k_none, is a row and not a node.
bool is_row(std::uint32_t child) { return (child & Tree::k_leaf) != 0; }

/// The descent of one call. The recursion is at most as deep as both trees together; their depth is bounded. All
/// functions return false if the list is full.
class Descent {
 public:
  Descent(const BroadPhaseInput& input, PairList& out) : input_(input), out_(out) {}

  /// A changed row against the leaves of a tree.
  bool changed_against(std::uint32_t row, const Tree& tree) {
    by_row_ = true;
    return tree.size() == 0 || leaf_against(row, tree, 0);
  }

  /// All pairs of leaves below a node, each once.
  bool within(const Tree& tree, std::uint32_t index) {
    const Tree::Node& node = tree.nodes()[index];
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      const std::uint32_t child = node.child[lane];
      if (child == Tree::k_none) continue;
      if (!is_row(child) && !within(tree, child)) return false;
      const std::uint32_t later = 0xeu << lane;
      for (std::uint32_t hits = overlapping_children(node, SplatBounds(node, lane)) & later; hits != 0;
           hits &= hits - 1) {
        const auto other = static_cast<std::uint32_t>(std::countr_zero(hits));
        if (!children(tree, index, lane, tree, index, other)) return false;
      }
    }
    return true;
  }

  /// All leaves below one node against all leaves below another, of the same tree or of two.
  bool between(const Tree& tree_a, std::uint32_t a, const Tree& tree_b, std::uint32_t b) {
    const Tree::Node& node_a = tree_a.nodes()[a];
    const Tree::Node& node_b = tree_b.nodes()[b];
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      if (node_a.child[lane] == Tree::k_none) continue;
      for (std::uint32_t hits = overlapping_children(node_b, SplatBounds(node_a, lane)); hits != 0; hits &= hits - 1) {
        const auto other = static_cast<std::uint32_t>(std::countr_zero(hits));
        if (!children(tree_a, a, lane, tree_b, b, other)) return false;
      }
    }
    return true;
  }

 private:
  /// Two children whose bounds overlap.
  bool children(const Tree& tree_a, std::uint32_t a, std::uint32_t lane_a, const Tree& tree_b, std::uint32_t b,
                std::uint32_t lane_b) {
    if (input_.filters_matter) {
      const Tree::NodeFilter& filter_a = tree_a.filters()[a];
      const Tree::NodeFilter& filter_b = tree_b.filters()[b];
      if ((filter_a.layers[lane_a] & filter_b.masks[lane_b]) == 0 ||
          (filter_b.layers[lane_b] & filter_a.masks[lane_a]) == 0) {
        return true;
      }
    }
    const std::uint32_t child_a = tree_a.nodes()[a].child[lane_a], child_b = tree_b.nodes()[b].child[lane_b];
    if (is_row(child_a)) {
      return is_row(child_b) ? report(child_a & ~Tree::k_leaf, child_b & ~Tree::k_leaf)
                             : leaf_against(child_a & ~Tree::k_leaf, tree_b, child_b);
    }
    return is_row(child_b) ? leaf_against(child_b & ~Tree::k_leaf, tree_a, child_a)
                           : between(tree_a, child_a, tree_b, child_b);
  }

  bool report(std::uint32_t a, std::uint32_t b) {
    if (by_row_) {
      // If both rows have changed, the lower one reports the pair.
      if (a == b || (input_.changed[b] != 0 && a > b)) return true;
    } else if (!input_.is_news(a, b)) {
      return true;
    }
    return out_.push(a, b);
  }

  bool leaf_against(std::uint32_t row, const Tree& tree, std::uint32_t root) {
    const SplatBounds bounds(input_.bounds[row]);
    std::uint32_t stack[Tree::k_stack_size];
    int top = 0;
    stack[top++] = root;
    while (top > 0) {
      const std::uint32_t index = stack[--top];
      const Tree::Node& node = tree.nodes()[index];
      for (std::uint32_t hits = overlapping_children(node, bounds); hits != 0; hits &= hits - 1) {
        const auto lane = static_cast<std::uint32_t>(std::countr_zero(hits));
        if (input_.filters_matter) {
          const Tree::NodeFilter& filter = tree.filters()[index];
          if ((filter.layers[lane] & input_.masks[row]) == 0 || (filter.masks[lane] & input_.layers[row]) == 0)
            continue;
        }
        const std::uint32_t child = node.child[lane];
        if (!is_row(child)) {
          stack[top++] = child;
        } else if (!report(row, child & ~Tree::k_leaf)) {
          return false;
        }
      }
    }
    return true;
  }

  const BroadPhaseInput& input_;
  PairList& out_;
  bool by_row_ = false;
};

/// Cost of descending for one row, relative to its share of a descent with both trees.
constexpr std::size_t k_cost_of_a_row = 3;

}  // namespace

Status find_pairs_in_trees(const BroadPhaseInput& input, const Tree& movers, const Tree& statics, PairList& out) {
  out.clear();
  Descent descent(input, out);
  if (movers.size() == 0) return Status::ok;
  if (!input.changed.empty() &&
      input.changed_rows.size() * k_cost_of_a_row < std::size_t{movers.size()} + statics.size()) {
    for (const std::uint32_t row : input.changed_rows) {
      const bool is_mover = movers.contains(row);
      if (!is_mover && !statics.contains(row)) continue;
      if (!descent.changed_against(row, movers)) return Status::out_of_memory;
      if (is_mover && !descent.changed_against(row, statics)) return Status::out_of_memory;
    }
    return Status::ok;
  }
  if (!descent.within(movers, 0)) return Status::out_of_memory;
  if (statics.size() > 0 && !descent.between(movers, 0, statics, 0)) return Status::out_of_memory;
  return Status::ok;
}

}  // namespace hyperplane
