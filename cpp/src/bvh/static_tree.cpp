#include "bvh/static_tree.h"

#include "bvh/static_tree_build.h"

namespace hyperplane {

bool StaticTreeBuild::pair(const FloatBounds& bounds, std::uint32_t number) {
  Reference& last = splitter_.references().back();
  const Extent first{load(last.min), load(last.max)}, second{load(bounds.min), load(bounds.max)};
  Extent both = first;
  both.add(second);
  if (!(both.area() <= first.area() + second.area())) return false;
  store(last.min, both.min);
  store(last.max, both.max);
  last.row = number | k_pair;
  return true;
}

Status StaticTreeBuild::start(std::uint32_t most) {
  most_ = most;
  const bool has_room = nodes_.reserve(splitter_.size() / 6 + 1);
  return has_room && waiting_.push_from_outside({splitter_.whole(), 1, 0, 0}) ? Status::ok : Status::out_of_memory;
}

Status StaticTreeBuild::start(FunctionRef<FloatBounds(std::uint32_t)> bounds_of, std::uint32_t count) {
  if (!reserve(count)) return Status::out_of_memory;
  for (std::uint32_t i = 0; i < count; ++i) add(bounds_of(i), i);
  return start(StaticTree::k_max_run);
}

Status StaticTreeBuild::step(std::size_t items) {
  for (std::size_t split = 0; split < items && !waiting_.empty();) {
    const Waiting& next = waiting_.back();
    const std::uint32_t parent = next.parent, parent_lane = next.lane;
    const int level = next.level;
    split += next.whole.count();
    const Splitter::Quarters quarters = splitter_.quarter(next.whole, level, most_);
    waiting_.pop();
    const auto index = static_cast<std::uint32_t>(nodes_.size());
    if (!nodes_.resize_uninitialized(index + 1)) return Status::out_of_memory;
    LaneNode& node = nodes_[index];
    // Of parts that are not used they are empty.
    F32x4 low[4], high[4];
    for (int lane = 0; lane < 4; ++lane) {
      low[lane] = quarters.parts[lane].boxes.min;
      high[lane] = quarters.parts[lane].boxes.max;
      node.child[lane] = LaneNode::k_none;
    }
    transpose(low[0], low[1], low[2], low[3]);
    transpose(high[0], high[1], high[2], high[3]);
    for (int k = 0; k < 3; ++k) {
      store(node.bounds[k], low[k]);
      store(node.bounds[3 + k], high[k]);
    }
    // The first child is next: a node's descendants follow it.
    for (auto lane = static_cast<std::uint32_t>(quarters.count); lane-- > 0;) {
      const Part& part = quarters.parts[lane];
      if (part.count() <= most_) {
        node.child[lane] = StaticTree::make_leaf({part.begin, part.end});
      } else if (!waiting_.push_from_outside({part, level + 1, index, lane})) {
        return Status::out_of_memory;
      }
    }
    if (index > 0) nodes_[parent].child[parent_lane] = index;
  }
  return Status::ok;
}

Status StaticTreeBuild::finish(StaticTree& tree, std::span<std::uint32_t> order) {
  const std::span<Reference> references = splitter_.references();
  std::uint32_t place = 0;
  for (Reference& reference : references) {
    const std::uint32_t number = reference.row & ~k_pair;
    order[place++] = number;
    if (number != reference.row) order[place++] = number + 1;
    // Where it ends.
    reference.bin = place;
  }
  for (LaneNode& node : nodes_) {
    for (std::uint32_t& child : node.child) {
      if (!is_leaf(child)) continue;
      const StaticTree::Run run = StaticTree::run_of(child);
      child = StaticTree::make_leaf({run.begin == 0 ? 0 : references[run.begin - 1].bin, references[run.end - 1].bin});
    }
  }
  const bool ok = tree.nodes_.reserve_exactly(nodes_.size()) && tree.nodes_.assign(nodes_.span());
  return ok ? Status::ok : Status::out_of_memory;
}

Status StaticTree::build(FunctionRef<FloatBounds(std::uint32_t)> bounds_of, std::span<std::uint32_t> order) {
  StaticTreeBuild building;
  Status status = building.start(bounds_of, static_cast<std::uint32_t>(order.size()));
  while (status == Status::ok && !building.is_done()) status = building.step(order.size());
  return status == Status::ok ? building.finish(*this, order) : status;
}

Status StaticTree::adopt(std::span<const std::uint32_t> words, std::uint32_t items) {
  const std::size_t count = words.size() / 4;
  Buffer<std::uint8_t> item_marks, depths;
  if (!nodes_.reserve_exactly(count) || !item_marks.resize(items, 0) || !depths.resize(count, 0)) {
    return Status::out_of_memory;
  }
  for (std::size_t i = 0; i < count; ++i) {
    LaneNode node{};
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      node.child[lane] = words[4 * i + lane];
      set_lane_bounds(node, lane, k_empty_bounds);
    }
    nodes_.push_unchecked(node);
  }
  if (check_links(items, item_marks.span(), depths.span()) == nullptr) return Status::ok;
  nodes_.clear();
  return Status::invalid_argument;
}

const char* StaticTree::check_links(std::uint32_t items, std::span<std::uint8_t> item_marks,
                                    std::span<std::uint8_t> depths) const {
  if (nodes_.empty()) return "no root";
  std::uint32_t found = 0;
  depths[0] = 1;
  for (std::uint32_t i = 0; i < nodes_.size(); ++i) {
    if (depths[i] == 0) return "a node without a parent before it";
    for (const std::uint32_t child : nodes_[i].child) {
      if (child == LaneNode::k_none) continue;
      if (!is_leaf(child)) {
        if (child <= i || child >= nodes_.size()) return "a child does not come after its parent";
        if (depths[child] != 0) return "a node with two parents";
        if (depths[i] >= k_max_depth) return "deeper than the limit";
        depths[child] = static_cast<std::uint8_t>(depths[i] + 1);
        continue;
      }
      const Run run = run_of(child);
      if (child != make_leaf(run)) return "a leaf with unknown bits";
      if (run.end > items) return "a leaf beyond the items";
      for (std::uint32_t place = run.begin; place < run.end; ++place, ++found) {
        if (item_marks[place] != 0) return "an item in two leaves";
        item_marks[place] = 1;
      }
    }
  }
  return found == items ? nullptr : "an item without a leaf";
}

const char* StaticTree::validate(std::span<const FloatBounds> bounds) const {
  Buffer<std::uint8_t> item_marks, depths;
  if (!item_marks.resize(bounds.size(), 0) || !depths.resize(nodes_.size(), 0)) return "no memory to validate";
  if (const char* wrong = check_links(static_cast<std::uint32_t>(bounds.size()), item_marks.span(), depths.span())) {
    return wrong;
  }
  for (const LaneNode& node : nodes_) {
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      const std::uint32_t child = node.child[lane];
      FloatBounds below = k_empty_bounds;
      if (is_leaf(child)) {
        const Run run = run_of(child);
        for (std::uint32_t place = run.begin; place < run.end; ++place) below = united(below, bounds[place]);
      } else if (child != LaneNode::k_none) {
        below = bounds_of(nodes_[child]);
      }
      LaneNode copy = node;
      if (set_lane_bounds(copy, lane, below)) return "the bounds of a child are not those of what lies below";
    }
  }
  return nullptr;
}

}  // namespace hyperplane
