#include "bvh/tree.h"

#include <algorithm>

#include "bvh/tolerances.h"
#include "core/assert.h"

namespace hyperplane {
namespace {

using Node = Tree::Node;
using NodeFilter = Tree::NodeFilter;

/// Half the surface; 0 for empty bounds.
double half_area(const FloatBounds& bounds) {
  if (!(bounds.min[0] <= bounds.max[0])) return 0.0;
  const double x = static_cast<double>(bounds.max[0]) - static_cast<double>(bounds.min[0]);
  const double y = static_cast<double>(bounds.max[1]) - static_cast<double>(bounds.min[1]);
  const double z = static_cast<double>(bounds.max[2]) - static_cast<double>(bounds.min[2]);
  return x * y + y * z + z * x;
}

std::uint32_t layers_of(const NodeFilter& f) { return f.layers[0] | f.layers[1] | f.layers[2] | f.layers[3]; }
std::uint32_t masks_of(const NodeFilter& f) { return f.masks[0] | f.masks[1] | f.masks[2] | f.masks[3]; }

}  // namespace

/// @param parent_slot of the new node. The two buffers must have room.
std::uint32_t Tree::push_node(std::uint32_t parent_slot) {
  Node node{};
  for (std::uint32_t lane = 0; lane < 4; ++lane) {
    set_lane_bounds(node, lane, k_empty_bounds);
    node.child[lane] = k_none;
  }
  node.parent = parent_slot;
  nodes_.push_unchecked(node);
  filters_.push_unchecked({{0, 0, 0, 0}, {0, 0, 0, 0}});
  return static_cast<std::uint32_t>(nodes_.size() - 1);
}

void Tree::set_leaf(std::uint32_t slot, std::uint32_t row, const Rows& rows) {
  Node& node = nodes_[slot / 4];
  NodeFilter& filter = filters_[slot / 4];
  set_lane_bounds(node, slot % 4, rows.bounds[row]);
  node.child[slot % 4] = row | k_leaf;
  filter.layers[slot % 4] = rows.layers[row];
  filter.masks[slot % 4] = rows.masks[row];
  slots_[row] = slot;
}

void Tree::clear_slot(std::uint32_t slot) {
  set_lane_bounds(nodes_[slot / 4], slot % 4, k_empty_bounds);
  nodes_[slot / 4].child[slot % 4] = k_none;
  filters_[slot / 4].layers[slot % 4] = 0;
  filters_[slot / 4].masks[slot % 4] = 0;
}

Status Tree::rebuild(const Rows& rows) {
  Buffer<std::uint32_t> members;
  if (!members.reserve(size_)) return Status::out_of_memory;
  for (std::uint32_t row = 0; row < slots_.size(); ++row) {
    if (slots_[row] != k_none) members.push_unchecked(row);
  }
  return build(members.span(), rows);
}

Status Tree::insert(std::uint32_t row, const Rows& rows) {
  HYPERPLANE_ASSERT(!contains(row));
  if (row >= slots_.size() && !slots_.resize(static_cast<std::size_t>(row) + 1, k_none)) return Status::out_of_memory;
  // One push each at most.
  if ((nodes_.size() == nodes_.capacity() && !nodes_.reserve(2 * nodes_.size() + 16)) ||
      !filters_.reserve(nodes_.capacity())) {
    return Status::out_of_memory;
  }
  if (nodes_.empty()) push_node(k_none);

  const FloatBounds& bounds = rows.bounds[row];
  std::uint32_t node = 0;
  for (int depth = 1;; ++depth) {
    // A free lane, or else the child that grows least. Ties, as in a heap of equal boxes, are broken by digits of the
    // row, which spreads consecutive rows evenly.
    const std::uint32_t first = depth < 16 ? row >> (2 * depth - 2) : 0;
    std::uint32_t best = k_none;
    double best_growth = 0.0, best_area = 0.0;
    for (std::uint32_t i = 0; i < 4; ++i) {
      const std::uint32_t lane = (first + i) % 4;
      if (nodes_[node].child[lane] == k_none) {
        best = lane;
        break;
      }
      const FloatBounds below = lane_bounds(nodes_[node], lane);
      const double area = half_area(united(below, bounds)), growth = area - half_area(below);
      if (best == k_none || growth < best_growth || (growth == best_growth && area < best_area)) {
        best = lane;
        best_growth = growth;
        best_area = area;
      }
    }
    const std::uint32_t slot = node * 4 + best, child = nodes_[node].child[best];
    if (child == k_none) {
      set_leaf(slot, row, rows);
      too_deep_ |= depth > k_max_depth / 2;
      break;
    }
    if (is_leaf(child)) {
      if (depth == k_max_depth) return Status::out_of_memory;
      // Replace the leaf by a node with two leaves.
      const std::uint32_t fresh = push_node(slot);
      set_leaf(fresh * 4, child & ~k_leaf, rows);
      nodes_[node].child[best] = fresh;
      set_leaf(fresh * 4 + 1, row, rows);
      node = fresh;
      too_deep_ |= depth + 1 > k_max_depth / 2;
      break;
    }
    node = child;
  }
  refit_upwards(node);
  ++size_;
  ++changes_;
  return Status::ok;
}

void Tree::remove(std::uint32_t row) {
  HYPERPLANE_ASSERT(contains(row));
  std::uint32_t slot = slots_[row];
  slots_[row] = k_none;
  clear_slot(slot);
  --size_;
  ++changes_;
  // Unlink nodes that lost their last child; without a parent they are never visited.
  const auto is_empty = [](const Node& node) {
    return std::all_of(node.child, node.child + 4, [](std::uint32_t child) { return child == k_none; });
  };
  while (nodes_[slot / 4].parent != k_none && is_empty(nodes_[slot / 4])) {
    const std::uint32_t above = nodes_[slot / 4].parent;
    nodes_[slot / 4].parent = k_none;
    slot = above;
    clear_slot(slot);
  }
  refit_upwards(slot / 4);
  if (size_ == 0) {
    nodes_.clear();
    filters_.clear();
    changes_ = 0;
    too_deep_ = false;
  }
}

void Tree::refit(std::uint32_t row, const Rows& rows) {
  HYPERPLANE_ASSERT(contains(row));
  const std::uint32_t slot = slots_[row];
  set_leaf(slot, row, rows);
  refit_upwards(slot / 4);
  ++changes_;
}

void Tree::refit_upwards(std::uint32_t node) {
  while (nodes_[node].parent != k_none) {
    const std::uint32_t slot = nodes_[node].parent;
    const FloatBounds bounds = bounds_of(nodes_[node]);
    const std::uint32_t layers = layers_of(filters_[node]), masks = masks_of(filters_[node]);
    NodeFilter& filter = filters_[slot / 4];
    const bool changed = set_lane_bounds(nodes_[slot / 4], slot % 4, bounds) || filter.layers[slot % 4] != layers ||
                         filter.masks[slot % 4] != masks;
    filter.layers[slot % 4] = layers;
    filter.masks[slot % 4] = masks;
    if (!changed) return;
    node = slot / 4;
  }
}

void Tree::refit_all(const Rows& rows) {
  // Children follow their parents, so one backward pass refits each node after its children. The sum of the node areas
  // estimates the query cost: a random ray or small box hits a node in proportion to its area.
  double areas = 0.0;
  for (std::size_t i = nodes_.size(); i-- > 0;) {
    Node& node = nodes_[i];
    NodeFilter& filter = filters_[i];
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      const std::uint32_t child = node.child[lane];
      if (child == k_none || !is_leaf(child)) continue;
      const std::uint32_t row = child & ~k_leaf;
      set_lane_bounds(node, lane, rows.bounds[row]);
      filter.layers[lane] = rows.layers[row];
      filter.masks[lane] = rows.masks[row];
    }
    const FloatBounds bounds = bounds_of(node);
    areas += half_area(bounds);
    if (node.parent == k_none) continue;
    set_lane_bounds(nodes_[node.parent / 4], node.parent % 4, bounds);
    filters_[node.parent / 4].layers[node.parent % 4] = layers_of(filter);
    filters_[node.parent / 4].masks[node.parent % 4] = masks_of(filter);
  }
  cost_now_ = areas;
}

bool Tree::wants_rebuild() const {
  // One node is as good as it can be.
  if (nodes_.size() <= 1) return false;
  return too_deep_ || changes_ > size_ / 2 + 16 || cost_now_ > k_rebuild_cost_growth * cost_when_built_;
}

}  // namespace hyperplane
