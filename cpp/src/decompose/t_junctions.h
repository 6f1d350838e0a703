#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "bvh/static_tree_build.h"
#include "core/buffer.h"
#include "decompose/solid.h"

namespace hyperplane {

/// Splits triangles at vertices of others that lie on their edges, so that both sides of such an edge have the same
/// vertices: assembled or cut models have large triangles next to small ones. Only boundary edges and their vertices
/// are considered. In steps of some milliseconds.
class JunctionSplit {
 public:
  /// Call once. @param twins as of TwinSearch. @return `out_of_memory` or ok.
  [[nodiscard]] Status start(const TriangleList& surface, std::span<const std::uint32_t> twins);
  /// @param surface of `start`; its triangles are split in the last step. @return `out_of_memory` or ok.
  [[nodiscard]] Status step(TriangleList& surface);
  bool is_done() const { return is_done_; }
  bool has_split() const { return !junctions_.empty(); }

 private:
  /// A vertex on an edge, and the share of the edge before it.
  struct Junction {
    std::uint32_t half_edge, vertex;
    double share;
  };

  [[nodiscard]] Status find_on_edges(const TriangleList& surface);
  [[nodiscard]] Status split(TriangleList& surface);
  [[nodiscard]] Status split_triangle(TriangleList& surface, std::span<const Junction> junctions);

  /// The edges and their vertices; edges before `at_` have been looked at.
  Buffer<std::uint32_t> edges_, vertices_, order_;
  StaticTreeBuild building_;
  StaticTree tree_;
  bool has_tree_ = false;
  std::size_t at_ = 0;
  Buffer<Junction> junctions_;
  bool is_done_ = false;
};

}  // namespace hyperplane
