#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/height_field.h>
#include <hyperplane/shape_query.h>

#include "bvh/ray_descent.h"
#include "bvh/visit.h"
#include "composite/height_grid.h"
#include "composite/height_pyramid.h"
#include "composite/mesh_edges.h"
#include "composite/tolerances.h"

namespace hyperplane {

class TriangleCulling;

/// A terrain on a grid, made by `build_height_field`. It answers the queries of a `TriangleMesh`, with the same
/// triangles and the same arithmetic, without storing any: corners and bends follow from the heights, and a pyramid of
/// ranges of heights takes the place of the tree. All functions work in the frame of the field.
class HeightField {
 public:
  HeightField() = default;
  HeightField(const HeightField&) = delete;
  HeightField& operator=(const HeightField&) = delete;

  /// Call once. @param heights, options checked. @param problem not null.
  Result<bool> build(std::span<const double> heights, const HeightFieldOptions& options, HeightFieldProblem* problem);
  /// As `set_heights`. @param heights, rect checked. @param problem not null.
  Result<bool> set_heights(std::span<const double> heights, const HeightRect& rect, HeightFieldProblem* problem);

  std::uint32_t triangle_count() const { return 2 * grid_.cell_columns() * grid_.cell_rows(); }
  std::uint32_t columns() const { return grid_.columns(); }
  std::uint32_t rows() const { return grid_.rows(); }
  /// m: full sizes along x and z.
  double width() const { return 2.0 * grid_.half_width(); }
  double depth() const { return 2.0 * grid_.half_depth(); }
  /// m: how far behind a triangle, within its prism, other shapes overlap it. 0 for two-sided fields.
  double thickness() const { return thickness_; }
  /// Whether triangles push to their front only.
  bool is_one_sided() const { return is_one_sided_; }

  /// @param out NaN at holes.
  void corners(std::uint32_t triangle, Vec3 (&out)[3]) const;
  /// Whether a triangle has no corner at a hole. The others are never visited, and hit by nothing.
  bool has_area(std::uint32_t triangle) const;
  /// As bend_of: edge i is that from corner i to the next; open at holes and at the border. Decided exactly, for
  /// exactly even columns and rows.
  std::uint8_t bends(std::uint32_t triangle) const;

  /// Triangles that may touch bounds. @param accepts as for `visit_along`.
  void visit_within(const Aabb& bounds, const BoundsFilter* accepts, RowSearch visit) const;
  /// The same, with the prisms behind one-sided triangles.
  void visit_prisms_within(const Aabb& bounds, RowSearch visit) const;
  /// Whether any triangle whose prism meets some bounds may have an open edge. Costs next to nothing.
  bool may_be_open(const Aabb& around) const;
  /// Triangles whose own bounds may touch bounds.
  void visit_leaves_within(const Aabb& bounds, CornerSearch visit) const;
  /// Triangles, with their prisms, that may be within `end` of bounds, roughly the nearest first; always those that may
  /// touch them. @param end m; `visit` may lower it.
  void visit_near(const Aabb& bounds, const double& end, RowVisitor visit) const;
  /// Triangles, with their prisms, that may meet a path, roughly the nearest first.
  /// @param end m along the path, finite; `visit` may lower it.
  /// @param accepts asked for the bounds of what lies below each node that the path meets; null: look at all.
  void visit_along(const ray_descent::Path& path, const double& end, const BoundsFilter* accepts,
                   RowVisitor visit) const;

  /// With the prisms behind one-sided triangles. Along x and z a prism counts as steep as the field may be.
  const Aabb& bounds() const { return bounds_; }
  /// m: bound on the distance of its triangles from the middle of their bounds.
  double size() const { return size_; }
  /// m: bound on the distance of its triangles, with their prisms, from the origin of its frame.
  double reach() const { return reach_; }
  /// Of the heights and options.
  std::uint64_t hash() const { return hash_; }

  /// Bounds at a pose, rounded outwards. @param pose its quaternion has unit length.
  Aabb bounds_at(const Pose& pose) const;
  /// First hit. One-sided triangles are hit from their front only.
  /// @param direction unit length. @param coordinates as for `raycast_at`.
  RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance, double coordinates) const;
  /// Negative below a one-sided field, by less than its thickness. Of triangles at the same distance that with the
  /// lowest number. @param within as for `closest_point_within`.
  ClosestPoint closest_point(const Vec3& point, double within = ray_descent::k_infinity) const;
  /// Whether a point is below the heights at its place.
  bool is_below(const Vec3& point) const;
  /// @param direction unit length.
  Vec3 support(const Vec3& direction) const;

  const HeightPyramid& pyramid() const { return pyramid_; }
  /// Checks heights, pyramid and bounds. @return the violated invariant, or null. For tests, fuzzers and debugging.
  const char* validate() const;
  /// Bytes of memory.
  std::size_t footprint() const;

  std::size_t serialized_size() const;
  void serialize(std::span<std::byte> bytes) const;
  /// Call once. @return as `deserialize_height_field`.
  Status deserialize(std::span<const std::byte> bytes);

 private:
  /// Summary of the triangles of some cells.
  struct Survey {
    std::uint32_t triangles = 0;
    double low = ray_descent::k_infinity, high = -ray_descent::k_infinity;
    /// The first cell with a triangle without area, unless `is_sound`.
    std::uint32_t bad_column = 0, bad_row = 0;
    bool is_sound = true;
  };
  class CellPath;

  /// Sets the grid and the measures that follow from it alone. @return false if memory ran out.
  [[nodiscard]] bool create(const HeightFieldOptions& options, bool is_wide);
  /// Sets everything derived from the heights. @return as `build`.
  Result<bool> adopt_heights(HeightFieldProblem* problem);
  /// @param survey of changed cells. @param triangles of the whole field.
  static Result<bool> check(const Survey& survey, std::uint32_t triangles, HeightFieldProblem* problem);
  Survey survey(const CellRect& cells) const;
  HeightRange range_of(const CellRect& cells) const;
  /// Brings the pyramid up to date after a change of cells.
  void set_blocks(const CellRect& cells);
  /// The number of height `i` in the hash, which adds them up.
  std::uint64_t hash_at(std::size_t i) const;
  /// Sets bounds, size, reach and hash. @param low, high m: no triangle is below or above.
  void measure(double low, double high);

  bool has_prisms() const { return thickness_ > 0.0; }
  /// What counts beside a triangle: the tolerance of touches, and the prism behind it.
  enum class Beside : std::uint8_t { nothing, touch, prism };
  /// How far that may exceed the triangle's bounds.
  struct Beyond {
    double x = 0.0, z = 0.0, below = 0.0, above = 0.0;
  };
  /// @param climb m: bound on the difference of heights within a triangle.
  Beyond beyond(double climb, Beside beside) const;
  /// m: bound on how far a prism reaches from its triangle along each axis.
  Vec3 prism_beyond(double climb) const;
  HeightNodes nodes(Beside beside) const;
  /// m: rounding of places in the grid. @param far m: bound on the coordinates of a query.
  double grid_rounding(double far) const { return k_culling_rounding * (far + reach_); }

  /// The cells of a rectangle that bounds overlap. @param beyond widens them.
  CellRect cells_within(const Aabb& bounds, const CellRect& of, const Beyond& beyond) const;
  /// Calls `visit(HeightTriangle)` for the triangles whose bounds, with those of their prisms, overlap bounds, until it
  /// returns false.
  template <class Visit>
  void search_within(const Aabb& bounds, Beside beside, const BoundsFilter* accepts, const Visit& visit) const;
  /// Calls `visit(HeightTriangle)` for the triangles whose bounds overlap bounds that move along a path, roughly the
  /// nearest first. @param end as for `for_triangles_along`. @param filter of nodes, as for a descent.
  template <class Filter, class Visit>
  void search_along(ray_descent::Path path, const CellPath& over, Beside beside, const double& end,
                    const Filter& filter, const Visit& visit) const;
  /// Calls `visit(HeightTriangle)` for the triangles of a leaf whose bounds overlap bounds, until it returns false.
  /// @return whether it never did.
  template <class Visit>
  bool for_triangles_within(std::uint32_t leaf, const Aabb& bounds, Beside beside, const Visit& visit) const;
  /// Calls `visit(HeightTriangle)` for the triangles of a leaf whose bounds overlap bounds that move along a path, in
  /// the order of their cells on it. @param end m along the path; `visit` may lower it.
  template <class Visit>
  void for_triangles_along(std::uint32_t leaf, const CellPath& path, Beside beside, const double& end,
                           const Visit& visit) const;
  HeightGrid grid_;
  HeightPyramid pyramid_;
  bool is_one_sided_ = false;
  double thickness_ = 0.0;
  /// m: sides of a cell.
  double step_x_ = 0.0, step_z_ = 0.0;
  /// 1/m: their inverses.
  double cells_per_x_ = 0.0, cells_per_z_ = 0.0;
  /// m: within a cell with a smaller difference of heights, all triangles certainly have an area. 0: unknown.
  double sound_climb_ = 0.0;
  /// Triangles without holes.
  std::uint32_t with_area_ = 0;
  /// m: bounds of the triangles without their prisms; the greatest magnitude of a height.
  Vec3 low_, high_;
  double highest_ = 0.0;
  Aabb bounds_;
  double size_ = 0.0, reach_ = 0.0;
  std::uint64_t heights_hash_ = 0, hash_ = 0;
};

}  // namespace hyperplane
