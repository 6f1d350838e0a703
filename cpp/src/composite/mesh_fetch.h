#pragma once

#include <cstdint>
#include <span>

#include "bvh/float_bounds.h"

namespace hyperplane {

class TriangleMesh;

/// Bounds in the frame of a mesh's tree.
struct MeshRegion {
  const TriangleMesh* mesh;
  FloatBounds bounds;
};

/// Prefetches what searches for the triangles within bounds will read. Of many at once, so that their cache misses
/// overlap: a search by itself waits for one node after the other. Where most of it has been read before, as by bodies
/// that crowd in one place, it gives up. Affects time only.
class MeshFetch {
 public:
  /// Before the first searches.
  void begin();
  bool is_worthwhile() const { return leaves_ < k_trial || 2 * repeats_ <= leaves_; }
  void fetch(std::span<const MeshRegion> regions);

 private:
  static constexpr std::uint32_t k_trial = 1024, k_known = 1024;

  /// Leaves that were fetched, by the last digits of their places; how many were, and how often the same.
  std::uint32_t known_[k_known] = {}, leaves_ = 0, repeats_ = 0;
};

}  // namespace hyperplane
