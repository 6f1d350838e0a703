#include "composite/mesh_fetch.h"

#include <algorithm>
#include <bit>
#include <cstddef>

#include "bvh/lanes.h"
#include "composite/triangle_mesh.h"
#include "core/fetch_ahead.h"

namespace hyperplane {

void TriangleMesh::fetch_leaf(std::uint32_t leaf) const {
  const std::size_t place = StaticTree::run_of(leaf).begin;
  fetch_ahead(&indices_[3 * place]);
  fetch_ahead(&order_[place]);
  fetch_ahead(&bends_[place]);
}

void TriangleMesh::fetch_vertices(std::uint32_t leaf) const {
  const StaticTree::Run run = StaticTree::run_of(leaf);
  for (std::size_t i = 3 * std::size_t{run.begin}; i < 3 * std::size_t{run.end}; ++i) {
    fetch_ahead(&vertices_[indices_[i]]);
  }
}

void MeshFetch::begin() {
  if (leaves_ > 0) std::fill(known_, known_ + k_known, 0u);
  leaves_ = repeats_ = 0;
}

void MeshFetch::fetch(std::span<const MeshRegion> regions) {
  struct Task {
    std::uint32_t region, child;
  };
  constexpr std::size_t k_most_tasks = 1024;
  Task tasks[k_most_tasks];
  std::size_t end = 0;
  for (std::uint32_t i = 0; i < regions.size() && end < k_most_tasks; ++i) tasks[end++] = {i, 0};
  // Level by level: a task's data was fetched by its parent, some tasks ago.
  for (std::size_t next = 0; next < end; ++next) {
    const auto [region, child] = tasks[next];
    const TriangleMesh& mesh = *regions[region].mesh;
    if ((child & LaneNode::k_leaf) != 0) {
      mesh.fetch_vertices(child);
      continue;
    }
    const std::span<const LaneNode> nodes = mesh.tree().nodes();
    const LaneNode& node = nodes[child];
    const SplatBounds bounds(regions[region].bounds);
    for (std::uint32_t hits = overlapping_children(node, bounds); hits != 0 && end < k_most_tasks; hits &= hits - 1) {
      const std::uint32_t below = node.child[std::countr_zero(hits)];
      if ((below & LaneNode::k_leaf) != 0) {
        std::uint32_t& known = known_[below / StaticTree::k_max_run % k_known];
        ++leaves_;
        repeats_ += known == below ? 1u : 0u;
        known = below;
        mesh.fetch_leaf(below);
      } else {
        // Of 112 bytes, which may lie in three lines of 64.
        fetch_ahead(&nodes[below]);
        fetch_ahead(&nodes[below].bounds[4]);
        fetch_ahead(&nodes[below].child[3]);
      }
      tasks[end++] = {region, below};
    }
  }
}

}  // namespace hyperplane
