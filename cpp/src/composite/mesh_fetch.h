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

/// Prefetches the nodes and triangles that searches within bounds will read, many at once, so that their cache misses
/// overlap: a single search waits for one node after the other. Stops when most data was read before, as with bodies
/// that crowd in one place. Affects time only.
class MeshFetch {
 public:
  /// Call before the first searches.
  void begin();
  bool is_worthwhile() const { return leaves_ < k_trial || 2 * repeats_ <= leaves_; }
  void fetch(std::span<const MeshRegion> regions);

 private:
  static constexpr std::uint32_t k_trial = 1024, k_known = 1024;

  /// Recently fetched leaves, by the low bits of their places; the number of fetches, and of repeated ones.
  std::uint32_t known_[k_known] = {}, leaves_ = 0, repeats_ = 0;
};

}  // namespace hyperplane
