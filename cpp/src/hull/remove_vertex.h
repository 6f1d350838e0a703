#pragma once

#include <cstdint>
#include <span>

#include "core/buffer.h"
#include "hull/quickhull.h"
#include "math/vec3.h"

/// Removes single vertices from an exactly convex triangulated surface and keeps it exactly convex.
///
/// The triangles around the vertex are replaced by the outer hull of its neighbours: triangulate the hole, then flip
/// non-convex edges until there are none (the flips of Lawson, "Software for C1 Surface Interpolation", 1977, with
/// convexity as the criterion). No other vertex is touched.
///
/// The result is checked before anything changes. `close` fails for a vertex that is not a strictly convex corner, and
/// for one with more than k_max_ring neighbours: filling a hole takes up to the square of its size.

namespace hyperplane {

class VertexRemover {
 public:
  static constexpr std::uint32_t k_max_ring = 32;

  /// The neighbours of a vertex in counter-clockwise order, and triangles that close the hole. Triangles and half-edges
  /// are numbered as in HullTriangle, vertices by their place in the ring. The twin of the edge from place i to the
  /// next is k_rim + i.
  struct Lid {
    static constexpr std::uint32_t k_rim = 0x80000000;
    std::uint32_t ring_size = 0;
    std::uint32_t ring[k_max_ring];
    /// Half-edges of the surface from each place of the ring to the next, with the vertex on their left.
    std::uint32_t rim[k_max_ring];
    HullTriangle triangles[k_max_ring];

    std::uint32_t triangle_count() const { return ring_size - 2; }
    std::uint32_t& twin(std::uint32_t half_edge) { return triangles[half_edge / 3].twin[half_edge % 3]; }
  };

  /// @param points on the grid.
  VertexRemover(std::span<const Vec3> points, Buffer<HullTriangle>& triangles)
      : points_(points), triangles_(triangles) {}

  /// @return false when memory runs out.
  [[nodiscard]] bool prepare();

  bool is_vertex(std::uint32_t point) const { return half_edge_at_[point] != k_none; }
  /// @return false if no lid exists now; one may exist after some neighbours are removed.
  [[nodiscard]] bool close(std::uint32_t vertex, Lid& lid);
  /// Six times the volume between the vertex and the lid.
  double loss(std::uint32_t vertex, const Lid& lid) const;
  void remove(std::uint32_t vertex, const Lid& lid);
  /// Drops the unused triangles.
  /// @return false when memory runs out.
  [[nodiscard]] bool compact();

 private:
  static constexpr std::uint32_t k_none = 0xffffffff;

  std::uint32_t from(std::uint32_t half_edge) const { return triangles_[half_edge / 3].vertex[half_edge % 3]; }
  std::uint32_t& twin(std::uint32_t half_edge) { return triangles_[half_edge / 3].twin[half_edge % 3]; }
  bool find_ring(std::uint32_t vertex, Lid& lid);
  bool flip_until_convex(Lid& lid) const;
  bool fits(std::uint32_t vertex, Lid& lid);

  std::span<const Vec3> points_;
  Buffer<HullTriangle>& triangles_;
  /// A half-edge that starts at the vertex; k_none for removed vertices and other points.
  Buffer<std::uint32_t> half_edge_at_;
};

}  // namespace hyperplane
