#pragma once

#include <cstdint>

#include <hyperplane/shape.h>

#include "composite/height_field.h"
#include "composite/tolerances.h"
#include "composite/triangle_mesh.h"

namespace hyperplane {

constexpr bool is_surface(ShapeType type) {
  return type == ShapeType::triangle_mesh || type == ShapeType::height_field;
}

/// The convex shape that a solid mesh is; null: it is none.
inline const Hull* hull_of(const Shape& shape) {
  return shape.mesh != nullptr && shape.mesh->is_solid() ? shape.mesh->hull() : nullptr;
}
/// A hull in the place of a mesh. @param hull null: the shape stays.
inline Shape with_hull(const Shape& shape, const Hull* hull) {
  if (hull == nullptr) return shape;
  Shape convex = make_convex_hull(*hull);
  convex.kinds = shape.kinds;
  return convex;
}
/// Whether the parts of a shape are triangles.
inline bool is_surface(const Shape& shape) { return is_surface(shape.type) && hull_of(shape) == nullptr; }

/// A surface of triangles, however they are stored: a triangle mesh, a height field, or none. By value. The functions
/// are those of `TriangleMesh` and `HeightField`, in the frame of the surface; without a surface only `exists` may be
/// called.
class Surface {
 public:
  Surface() = default;
  /// None for other shapes.
  explicit Surface(const Shape& shape) : mesh_(shape.mesh), field_(shape.height_field) {}

  bool exists() const { return mesh_ != nullptr || field_ != nullptr; }
  std::uint32_t triangle_count() const { return mesh_ != nullptr ? mesh_->triangle_count() : field_->triangle_count(); }
  bool is_solid() const { return mesh_ != nullptr && mesh_->is_solid(); }
  /// False for surfaces that are not solid.
  bool contains(const Vec3& point) const { return mesh_ != nullptr && mesh_->contains(point); }
  /// As those of a mesh; a field is not closed.
  int outside() const { return mesh_ != nullptr ? mesh_->outside() : 0; }
  bool encloses(const Vec3& point) const { return mesh_ != nullptr && mesh_->encloses(point); }
  ClosestPoint closest_point(const Vec3& point, double within) const {
    return mesh_ != nullptr ? mesh_->closest_point(point, within) : field_->closest_point(point, within);
  }
  /// Whether the distance of a point is negative. Most points above a field cost no search.
  bool is_behind(const Vec3& point) const {
    return (mesh_ != nullptr || field_->is_below(point)) && closest_point(point, 0.0).distance < 0.0;
  }
  bool is_one_sided() const { return mesh_ != nullptr ? mesh_->is_one_sided() : field_->is_one_sided(); }
  double thickness() const { return mesh_ != nullptr ? mesh_->thickness() : field_->thickness(); }
  double reach() const { return mesh_ != nullptr ? mesh_->reach() : field_->reach(); }
  std::uint64_t hash() const { return mesh_ != nullptr ? mesh_->hash() : field_->hash(); }
  const Aabb& bounds() const { return mesh_ != nullptr ? mesh_->bounds() : field_->bounds(); }

  void corners(std::uint32_t triangle, Vec3 (&out)[3]) const {
    mesh_ != nullptr ? mesh_->corners(triangle, out) : field_->corners(triangle, out);
  }
  std::uint8_t bends(std::uint32_t triangle) const {
    return mesh_ != nullptr ? mesh_->bends(triangle) : field_->bends(triangle);
  }
  /// Where a triangle is stored, and the reverse. Places keep spatial neighbours close in memory; a field stores
  /// triangles by number.
  std::uint32_t place_of(std::uint32_t triangle) const {
    return mesh_ != nullptr ? mesh_->place_of(triangle) : triangle;
  }
  std::uint32_t triangle_at(std::uint32_t place) const { return mesh_ != nullptr ? mesh_->triangle_at(place) : place; }
  std::uint8_t bends_at(std::uint32_t place) const {
    return mesh_ != nullptr ? mesh_->bends_at(place) : field_->bends(place);
  }
  /// Whether any triangle that meets some bounds may have an open edge. Costs next to nothing.
  bool may_be_open(const Aabb& around) const { return mesh_ != nullptr || field_->may_be_open(around); }
  /// A triangle as a convex shape.
  Shape triangle_shape(std::uint32_t triangle) const;

  /// m: distance within which points of a triangle coincide with neighbours' points. A field shares all its vertices.
  double weld(const Vec3& corner, double size) const {
    const double least = k_surface_weld * size;
    if (mesh_ == nullptr) return least;
    const Vec3 away = abs(corner);
    const double rounding = k_surface_rounding * (away.x + away.y + away.z + size);
    return max(least, min(rounding, k_most_surface_rounding * size));
  }

  /// @param tight tighter bounds of the same, may be null; for meshes: a height field finds its cells by the grid and
  /// has no use for them.
  void visit_within(const Aabb& around, const OrientedCulling* tight, RowSearch visit,
                    const BoundsFilter* accepts = nullptr) const {
    mesh_ != nullptr ? mesh_->visit_within(around, tight, accepts, visit)
                     : field_->visit_within(around, accepts, visit);
  }
  /// As visit_within, with the prisms behind one-sided triangles.
  void visit_prisms_within(const Aabb& around, RowSearch visit) const {
    mesh_ != nullptr ? mesh_->visit_prisms_within(around, visit) : field_->visit_prisms_within(around, visit);
  }
  void visit_leaves_within(const Aabb& around, CornerSearch visit) const {
    mesh_ != nullptr ? mesh_->visit_leaves_within(around, visit) : field_->visit_leaves_within(around, visit);
  }
  void visit_near(const Aabb& around, const double& end, RowVisitor visit) const {
    mesh_ != nullptr ? mesh_->visit_near(around, end, visit) : field_->visit_near(around, end, visit);
  }
  void visit_along(const ray_descent::Path& path, const double& end, const BoundsFilter* accepts,
                   RowVisitor visit) const {
    mesh_ != nullptr ? mesh_->visit_along(path, end, accepts, visit) : field_->visit_along(path, end, accepts, visit);
  }

 private:
  const TriangleMesh* mesh_ = nullptr;
  const HeightField* field_ = nullptr;
};

/// A triangle of a surface as a convex shape.
inline Shape to_shape(const Vec3 (&corners)[3]) {
  const auto& [a, b, c] = corners;
  return {ShapeType::triangle, {a.x, a.y, a.z, b.x, b.y, b.z, c.x, c.y, c.z}};
}

/// For two composites both trees are descended: at each node of one, the search tests whether the other has anything
/// near the node's bounds. Up to this many parts it is faster without.
inline constexpr int k_parts_alone = 16;

/// A box that contains bounds in a surface, widened by the touch tolerance, and its pose.
inline CompoundPart box_around(const Surface& surface, const Aabb& bounds) {
  const Vec3 sides = bounds.max - bounds.min;
  const double margin = 4.0 * k_touch_margin * surface.reach();
  return {{ShapeType::box, {sides.x + margin, sides.y + margin, sides.z + margin}},
          {(bounds.min + bounds.max) * 0.5, {}}};
}

inline Shape Surface::triangle_shape(std::uint32_t triangle) const {
  Vec3 of[3];
  corners(triangle, of);
  return to_shape(of);
}

}  // namespace hyperplane
