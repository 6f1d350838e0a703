#pragma once

#include <algorithm>
#include <cstdint>
#include <span>

#include <hyperplane/shape_query.h>
#include <hyperplane/triangle_mesh.h>

#include "bvh/ray_descent.h"
#include "bvh/static_tree.h"
#include "bvh/visit.h"
#include "composite/mesh_edges.h"
#include "composite/triangle_lanes.h"
#include "composite/weld.h"
#include "core/buffer.h"
#include "shape/triangle.h"

namespace hyperplane {

class OrientedCulling;
class TriangleCulling;

/// A triangle mesh with a tree. Made by `build_triangle_mesh`. All functions work in the frame of the mesh; triangles
/// have the numbers of the input.
///
/// Triangles are stored in the order of the tree: a triangle's place is its position there. First those with an area,
/// which the tree holds; then those without area that can still separate inside from outside (slivers, see `contains`);
/// then the others. The tree's 32-bit bounds are relative to the middle of the mesh.
class TriangleMesh {
 public:
  TriangleMesh() = default;
  TriangleMesh(const TriangleMesh&) = delete;
  TriangleMesh& operator=(const TriangleMesh&) = delete;
  TriangleMesh(TriangleMesh&&) = default;
  TriangleMesh& operator=(TriangleMesh&&) = default;

  /// Input of a mesh.
  struct Input {
    WeldedVertices vertices;
    /// Three vertices as given a triangle; empty: each three in turn.
    std::span<const std::uint32_t> indices;
    TriangleMeshOptions options;
  };
  /// Call once. @param input checked. @param problem not null.
  Result<bool> build(Input&& input, TriangleMeshProblem* problem);
  /// As `set_mesh_vertices`. @param coordinates checked. @param problem not null.
  Result<bool> set_vertices(std::span<const double> coordinates, TriangleMeshProblem* problem);

  std::uint32_t triangle_count() const { return static_cast<std::uint32_t>(order_.size()); }
  /// As given.
  std::uint32_t vertex_count() const { return given_vertices_; }
  bool is_solid() const { return is_solid_; }
  /// m: how far behind a triangle, within its prism, other shapes overlap it. 0 for two-sided meshes and solids.
  double thickness() const { return thickness_; }
  /// Whether triangles push to their front only: one-sided and solid meshes.
  bool is_one_sided() const { return is_one_sided_; }

  /// @param triangle any; with an area, as all that are visited have, or not.
  void corners(std::uint32_t triangle, Vec3 (&out)[3]) const { corners_at(places_[triangle], out); }
  /// Whether a triangle has an area. The others are never visited, and hit by nothing.
  bool has_area(std::uint32_t triangle) const { return places_[triangle] < with_area_; }
  /// As bend_of: edge i is that from corner i to the next. @param triangle with an area.
  std::uint8_t bends(std::uint32_t triangle) const { return bends_at(places_[triangle]); }
  std::uint8_t bends_at(std::uint32_t place) const { return bends_[place]; }

  /// Triangles that may touch bounds.
  /// @param tight tighter bounds of the same; may be null. @param accepts asked for the bounds of what lies below each
  /// node that touches; null: look at all.
  void visit_within(const Aabb& bounds, const OrientedCulling* tight, const BoundsFilter* accepts,
                    RowSearch visit) const;
  /// Triangles that may touch bounds, with the prisms behind one-sided ones.
  void visit_prisms_within(const Aabb& bounds, RowSearch visit) const;
  /// Triangles of the leaves whose bounds may touch bounds.
  void visit_leaves_within(const Aabb& bounds, CornerSearch visit) const;
  /// Triangles that may be within `end` of bounds, roughly the nearest first; always those that may
  /// touch them. @param end m; `visit` may lower it.
  void visit_near(const Aabb& bounds, const double& end, RowVisitor visit) const;
  /// Triangles that may meet a path, roughly the nearest first.
  /// @param end m along the path, finite; `visit` may lower it.
  /// @param accepts asked for the bounds of what lies below each node that the path meets; null: look at all.
  void visit_along(ray_descent::Path path, const double& end, const BoundsFilter* accepts, RowVisitor visit) const;

  /// With the prisms behind one-sided triangles.
  const Aabb& bounds() const { return bounds_; }
  /// m: bound on the distance of its triangles from the middle of their bounds.
  double size() const { return size_; }
  /// m: bound on the distance of its triangles, with their prisms, from the origin of its frame.
  double reach() const { return reach_; }
  std::uint64_t hash() const { return hash_; }

  /// Bounds at a pose, rounded outwards. @param pose its quaternion has unit length.
  Aabb bounds_at(const Pose& pose) const;
  /// First hit. One-sided triangles are hit from their front only. A ray that starts inside a solid hits at 0, and no
  /// triangle.
  /// @param direction unit length. @param coordinates as for `raycast_at`.
  RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance, double coordinates) const;
  /// The same, step by step.
  RayHit explain_raycast(const Vec3& origin, const Vec3& direction, double max_distance, double coordinates,
                         RaySteps& steps) const;
  /// Negative inside a solid, and behind a one-sided mesh, by less than its thickness. Of triangles at the same
  /// distance that with the lowest number.
  /// @param within as for `closest_point_within`.
  ClosestPoint closest_point(const Vec3& point, double within = ray_descent::k_infinity) const;
  /// Whether a point is inside a solid: the surface winds around it in the positive sense. False for other meshes.
  bool contains(const Vec3& point) const { return is_solid_ && winding_at(point) > 0; }
  /// The convex shape that a solid or a hollow mesh of few triangles has as its surface; null: it has none.
  const Hull* hull() const { return inside_.hull.get(); }
  /// The triangle that a contact of the hull is on. @param point of the contact. @param normal out of the mesh.
  std::int32_t triangle_of_contact(const Vec3& point, const Vec3& normal) const;
  /// Which side of the triangles of a solid or of a closed surface of two sides is outside: 1: the front, -1: the back.
  /// 0: it is neither.
  int outside() const { return inside_.outside; }
  /// Whether a solid contains a point, or another closed surface runs around it.
  bool encloses(const Vec3& point) const {
    return is_solid_ ? contains(point) : outside() != 0 && winding_at(point) != 0;
  }
  /// @param direction unit length.
  Vec3 support(const Vec3& direction) const;

  const StaticTree& tree() const { return tree_; }
  /// In the frame of the tree.
  FloatBounds to_tree(const Aabb& bounds) const { return to_float_bounds(bounds, middle_); }
  /// Prefetches a leaf of the tree, and once it has arrived, its vertices: see mesh_fetch.h.
  void fetch_leaf(std::uint32_t leaf) const;
  void fetch_vertices(std::uint32_t leaf) const;
  std::uint32_t place_of(std::uint32_t triangle) const { return places_[triangle]; }
  /// The triangle at a place of the tree.
  std::uint32_t triangle_at(std::uint32_t place) const { return order_[place]; }
  /// Checks tree, order and bounds. @return the violated invariant, or null. For tests, fuzzers and debugging.
  const char* validate() const;
  /// Bytes of memory.
  std::size_t footprint() const;

  std::size_t serialized_size() const;
  void serialize(std::span<std::byte> bytes) const;
  /// Call once. @return as `deserialize_triangle_mesh`.
  Status deserialize(std::span<const std::byte> bytes);

 private:
  void corners_at(std::uint32_t place, Vec3 (&out)[3]) const {
    for (std::uint32_t i = 0; i < 3; ++i) out[i] = vertices_[indices_[3 * place + i]];
  }
  Triangle triangle_at_place(std::uint32_t place) const {
    const std::uint32_t* const i = indices_.data() + 3 * static_cast<std::size_t>(place);
    return {vertices_[i[0]], vertices_[i[1]], vertices_[i[2]]};
  }
  /// The triangles of a leaf; unused lanes repeat the last one.
  void set_lanes(const StaticTree::Run& run, TriangleLanes& lanes) const {
    for (int lane = 0; lane < 4; ++lane) {
      const std::uint32_t place = std::min(run.begin + static_cast<std::uint32_t>(lane), run.end - 1);
      const std::uint32_t* const i = indices_.data() + 3 * static_cast<std::size_t>(place);
      lanes.set(lane, vertices_[i[0]], vertices_[i[1]], vertices_[i[2]]);
    }
  }
  /// Touch bounds in the frame of the tree.
  FloatBounds tree_bounds(const Vec3& a, const Vec3& b, const Vec3& c) const;
  FloatBounds tree_bounds_at(std::uint32_t place) const {
    Vec3 c[3];
    corners_at(place, c);
    return tree_bounds(c[0], c[1], c[2]);
  }
  /// How far the prism behind a triangle reaches from its corners.
  Vec3 prism_of(const Triangle& triangle) const { return triangle.normal() * -thickness_; }
  bool has_prisms() const { return thickness_ > 0.0; }
  bool is_culled(std::uint32_t place, const TriangleCulling& culling) const;

  Status arrange(std::span<const std::uint32_t> indices);
  /// Sets everything derived from the triangles. @param indices of welded vertices, by triangle; released.
  Result<bool> set_triangles(Buffer<std::uint32_t>& indices, TriangleMeshProblem* problem);
  /// What a closed surface has inside.
  struct Inside {
    /// As `outside()`.
    int outside = 0;
    HullPtr hull;
  };
  /// Finds the bends and the inside, and checks that a solid is closed and has a volume that is not negative.
  Result<bool> join_edges(std::span<const Vec3> vertices, Buffer<std::uint8_t>& bends, Inside& inside,
                          TriangleMeshProblem* problem) const;
  /// Sets middle_, size_, reach_ and, without prisms, bounds_. @param used by vertex: 1 for the corners of triangles
  /// with an area.
  void measure(std::span<const std::uint8_t> used);
  /// Once the triangles have places: adds their prisms to bounds_.
  void add_prisms();
  /// Both of them, of triangles that have places. @return false if memory ran out; then nothing has changed.
  [[nodiscard]] bool measure_again();
  /// Of all triangles, which have places.
  void refit_tree();
  /// Whether a line along x can cross a triangle.
  static bool covers_a_line_along_x(const Vec3& a, const Vec3& b, const Vec3& c);
  /// Whether all triangles that should have an area have one.
  bool has_areas() const;
  std::uint64_t compute_hash() const;
  /// @param vertices, bends of the triangles. @return false when memory runs out.
  [[nodiscard]] bool find_inside(std::span<const Vec3> vertices, std::span<const std::uint8_t> bends,
                                 Inside& inside) const;
  /// The hull of the vertices, if no triangle lies below it.
  [[nodiscard]] bool find_hull(std::span<const Vec3> vertices, Inside& inside) const;
  /// How often the surface, if it is closed, runs around a point: positive where that is behind its fronts.
  int winding_at(const Vec3& point) const;
  /// +1, -1: the line along x through a point crosses the triangle ahead of the point, outwards or inwards; 0: not.
  int crossing(std::uint32_t place, const Vec3& point, bool ahead_is_up) const;
  /// @param observer told of each node and place of a triangle.
  template <class Observer>
  RayHit find_hit(const Vec3& origin, const Vec3& direction, double max_distance, double coordinates,
                  const Observer& observer) const;
  /// Whether a point is behind a one-sided mesh, by less than its thickness. @param nearest of the mesh to the point.
  bool is_behind(const Vec3& point, const ClosestPoint& nearest) const;

  Buffer<Vec3> vertices_;
  /// Three a place.
  Buffer<std::uint32_t> indices_;
  /// Triangle by place, and place by triangle.
  Buffer<std::uint32_t> order_, places_;
  /// By place.
  Buffer<std::uint8_t> bends_;
  /// By vertex: the first vertex as given that was welded into it. Empty if all stayed.
  Buffer<std::uint32_t> first_;
  StaticTree tree_;
  std::uint32_t given_vertices_ = 0;
  /// Places of triangles with an area end here; then those of slivers.
  std::uint32_t with_area_ = 0, with_slivers_ = 0;
  bool is_solid_ = false, is_one_sided_ = false;
  double thickness_ = 0.0;
  Aabb bounds_;
  Vec3 middle_;
  double size_ = 0.0, reach_ = 0.0;
  std::uint64_t hash_ = 0;
  Inside inside_;
};

}  // namespace hyperplane
