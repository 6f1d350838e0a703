#include "bvh/tree.h"

namespace hyperplane {
namespace {

/// Progress of a validation.
struct Walk {
  std::span<const Tree::Node> nodes;
  std::span<const Tree::NodeFilter> filters;
  std::span<const std::uint32_t> slots;
  const Tree::Rows& rows;
  std::uint32_t leaves = 0;
};

bool same(float a, float b) { return a == b; }

/// @return the violated invariant, or null; the last three parameters receive the bounds and filter of the subtree.
const char* walk_down(Walk& walk, std::uint32_t index, int depth, FloatBounds& bounds, std::uint32_t& layers,
                      std::uint32_t& masks) {
  if (depth > Tree::k_max_depth) return "deeper than the limit";
  const Tree::Node& node = walk.nodes[index];
  const Tree::NodeFilter& filter = walk.filters[index];
  bounds = k_empty_bounds;
  layers = masks = 0;
  for (std::uint32_t lane = 0; lane < 4; ++lane) {
    const std::uint32_t child = node.child[lane], slot = index * 4 + lane;
    FloatBounds expected = k_empty_bounds;
    std::uint32_t expected_layers = 0, expected_masks = 0;
    if (child != Tree::k_none && (child & Tree::k_leaf) != 0) {
      const std::uint32_t row = child & ~Tree::k_leaf;
      if (row >= walk.slots.size() || walk.slots[row] != slot) return "a row does not know its leaf";
      expected = walk.rows.bounds[row];
      expected_layers = walk.rows.layers[row];
      expected_masks = walk.rows.masks[row];
      ++walk.leaves;
    } else if (child != Tree::k_none) {
      if (child <= index || child >= walk.nodes.size()) return "a child does not come after its parent";
      if (walk.nodes[child].parent != slot) return "a child does not know its parent";
      const char* wrong = walk_down(walk, child, depth + 1, expected, expected_layers, expected_masks);
      if (wrong != nullptr) return wrong;
    }
    for (int k = 0; k < 3; ++k) {
      if (!same(node.bounds[k][lane], expected.min[k]) || !same(node.bounds[3 + k][lane], expected.max[k])) {
        return "the bounds of a child are not those of what lies below";
      }
      bounds.min[k] = expected.min[k] < bounds.min[k] ? expected.min[k] : bounds.min[k];
      bounds.max[k] = expected.max[k] > bounds.max[k] ? expected.max[k] : bounds.max[k];
    }
    if (filter.layers[lane] != expected_layers || filter.masks[lane] != expected_masks) {
      return "the filter of a child is not that of what lies below";
    }
    layers |= expected_layers;
    masks |= expected_masks;
  }
  return nullptr;
}

}  // namespace

const char* Tree::validate(const Rows& rows) const {
  if (nodes_.size() != filters_.size()) return "not as many filters as nodes";
  std::uint32_t known = 0;
  for (const std::uint32_t slot : slots_) known += slot != k_none ? 1 : 0;
  if (known != size_) return "the size is not the number of rows";
  if (nodes_.empty()) return size_ == 0 ? nullptr : "leaves without nodes";
  if (nodes_[0].parent != k_none) return "the root has a parent";
  Walk walk{nodes_.span(), filters_.span(), slots_.span(), rows};
  FloatBounds bounds;
  std::uint32_t layers = 0, masks = 0;
  const char* wrong = walk_down(walk, 0, 1, bounds, layers, masks);
  if (wrong != nullptr) return wrong;
  return walk.leaves == size_ ? nullptr : "a row whose leaf cannot be reached";
}

}  // namespace hyperplane
