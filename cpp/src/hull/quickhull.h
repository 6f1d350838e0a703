#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "hull/grid.h"
#include "math/vec3.h"

/// Quickhull: the convex hull of a cloud of grid points (grid.h), as triangles.
///
/// Barber, Dobkin, Huhdanpaa, "The Quickhull Algorithm for Convex Hulls" (1996): start with a tetrahedron; keep every
/// outside point in the list of one triangle below it; take a triangle's farthest point, replace the triangles visible
/// from it by a fan from their horizon, and redistribute their outside points.
///
/// Deviations:
/// - Every visibility test is exact. The hull is therefore exactly convex (triangles of one face may be coplanar), the
///   horizon is always one simple loop, and no input leads to an inconsistent state. Tolerances only enter later, when
///   coplanar triangles are merged.
/// - "Farthest" is height plus a tiny multiple of the squared distance from the middle of the cloud. That function is
///   convex, so its maximum is an extreme point: among equally high points, as in a grid cube, a corner wins over the
///   middle of a face or an edge.

namespace hyperplane {

struct HullTriangle {
  /// Counter-clockwise seen from outside.
  std::uint32_t vertex[3];
  /// twin[i]: the same edge as vertex[i] -> vertex[i + 1], seen from the neighbour: 3 * triangle + edge.
  std::uint32_t twin[3];
};

constexpr std::uint32_t next_in_triangle(std::uint32_t half_edge) {
  return half_edge % 3 == 2 ? half_edge - 2 : half_edge + 1;
}

/// Quickhull in steps, so that large hulls do not block the caller.
class Quickhull {
 public:
  /// @param points, tie, max_vertices of `quickhull`. The points must stay until it is done.
  Quickhull(std::span<const Vec3> points, double tie, std::uint32_t max_vertices);

  /// Call once. @param corners of `quickhull`.
  [[nodiscard]] Status start(const std::uint32_t (&corners)[4]);
  /// Runs for a few milliseconds.
  [[nodiscard]] Status step();
  bool is_done() const;
  /// Call once done.
  [[nodiscard]] Status take_triangles(Buffer<HullTriangle>& triangles);

 private:
  struct Facet {
    GridPlane plane;
    /// Key of the farthest outside point of this facet.
    double farthest_key;
    std::uint32_t vertex[3];
    /// Facet across the edge vertex[i] -> vertex[i + 1].
    std::uint32_t neighbour[3];
    /// Farthest outside point, and the first of the others, linked by `next_`.
    std::uint32_t farthest, others;
    /// 2 * round: visible from the eye point of that round; 2 * round + 1: not visible.
    std::uint32_t mark;
    bool alive;
  };

  /// An edge from `from` to `to` with a visible facet on its left and the facet `beyond` on its right.
  struct HorizonEdge {
    std::uint32_t from, to;
    std::uint32_t beyond, beyond_edge;
  };

  /// Two facets and their planes, side by side.
  struct FacetPair {
    double x[2], y[2], z[2], offset[2];
    std::uint32_t facet[2];
  };

  /// A facet that may have outside points. Stale if its `key` has changed since.
  struct Pending {
    double key = 0.0;
    std::uint32_t facet = 0;
  };

  const Vec3& at(std::uint32_t i) const { return points_[i]; }
  /// As side_of, of which one sign is enough.
  [[gnu::always_inline]] bool is_above(const Facet& facet, std::uint32_t point, double height) const {
    if (height > k_grid_plane_error) return true;
    return height >= -k_grid_plane_error &&
           exact_side(at(facet.vertex[0]), at(facet.vertex[1]), at(facet.vertex[2]), at(point)) > 0;
  }

  [[nodiscard]] bool make_room(std::size_t count);
  std::uint32_t add_facet(std::uint32_t a, std::uint32_t b, std::uint32_t c);
  void wait_above(Facet& facet, std::uint32_t point, double height);
  void pair_facets();
  void try_to_wait(std::uint32_t point);
  [[nodiscard]] Status wait_first();
  [[nodiscard]] bool find_horizon(std::uint32_t first, std::uint32_t eye);
  void add_cone(std::uint32_t eye);
  std::size_t hand_on();
  [[nodiscard]] bool defer(std::uint32_t index);
  [[nodiscard]] bool take_next(Pending& pending);

  std::span<const Vec3> points_;
  /// Of the tetrahedron. Points before `at_` have been distributed among its facets.
  std::uint32_t corners_[4] = {};
  std::size_t at_ = 0;
  /// Weight of the squared distance from the middle in the key of an outside point.
  double radial_weight_;
  std::uint32_t max_vertices_;
  /// Of those alive.
  std::size_t facet_count_ = 0;
  Buffer<Facet> facets_;
  /// Facets that are not alive, and the number of those that ever were.
  Buffer<std::uint32_t> free_;
  std::uint32_t used_count_ = 0;
  /// Next in the list of outside points of the same facet, by point.
  Buffer<std::uint32_t> next_;
  /// New facet whose horizon edge starts at a vertex, by point; valid for vertices of the current horizon.
  Buffer<std::uint32_t> cone_at_;
  /// Facets to process first, and later. With a vertex limit the queue is a heap instead.
  Buffer<Pending> queue_, stack_;
  std::size_t head_ = 0;
  /// The facets of the last cone, or of the tetrahedron, are those that points are handed to.
  Buffer<std::uint32_t> visible_, cone_;
  /// They once more; an odd one is paired with itself.
  Buffer<FacetPair> pairs_;
  Buffer<HorizonEdge> horizon_;
  std::uint32_t round_ = 0;
};

/// All at once.
/// @param points on the grid.
/// @param corners four points not in one plane.
/// @param tie heights that differ by less count as about equal, grid units.
/// @param max_vertices stop at this many vertices; 0: no limit. With a limit, the farthest of all points is next, not
/// that of any one triangle, so that the missing volume shrinks as fast as possible.
/// @return `out_of_memory` or ok. Vertices are numbers into `points`.
[[nodiscard]] Status quickhull(std::span<const Vec3> points, const std::uint32_t (&corners)[4], double tie,
                               std::uint32_t max_vertices, Buffer<HullTriangle>& triangles);

}  // namespace hyperplane
