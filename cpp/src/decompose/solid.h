#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "bvh/static_tree_build.h"
#include "core/buffer.h"
#include "core/function_ref.h"
#include "math/aabb.h"

namespace hyperplane {

/// A surface of triangles: three vertices each.
struct TriangleList {
  Buffer<Vec3> points;
  Buffer<std::uint32_t> corners;

  std::uint32_t size() const { return static_cast<std::uint32_t>(corners.size() / 3); }
  const Vec3& corner(std::uint32_t triangle, std::uint32_t i) const {
    return points[corners[3 * std::size_t{triangle} + i]];
  }
};

/// The set that a model represents: its triangles, and the points they enclose. A point is enclosed if the surface
/// winds around it at least half a turn, in either sense: for a clean closed surface that is its inside; small holes or
/// flipped triangles do not matter. A point is also enclosed if a subset of the bodies encloses it: one body does not
/// empty another that it overlaps.
///
/// Source: Jacobson, Kavan and Sorkine-Hornung, "Robust Inside-Outside Segmentation Using Generalized Winding Numbers"
/// (2013); far parts of the surface count as one dipole each, as in Barill, Dickson, Schmidt, Levin and Jacobson,
/// "Fast Winding Numbers for Soups and Clouds" (2018).
class Solid {
 public:
  struct Source {
    /// With an area each, in a frame where the model's size is about 1.
    const TriangleList& surface;
    /// By triangle: whether it encloses; sheets do not.
    std::span<const std::uint8_t> closed;
    /// Whether the enclosing surfaces have no holes.
    bool is_watertight;
    /// By triangle; empty: it is one.
    std::span<const std::uint32_t> bodies;
  };
  /// Call once; nothing else may be called before `is_built`.
  [[nodiscard]] Status start(const Source& source);
  /// Builds for some milliseconds. @param source the same.
  [[nodiscard]] Status step(const Source& source);
  bool is_built() const { return building_.stage == Stage::done; }

  /// A triangle's place and distance.
  struct Nearest {
    double distance;
    std::uint32_t place;
  };
  static constexpr std::uint32_t k_no_place = 0xffffffff;

  /// The least of `reach` and the distance from the nearest triangle.
  double distance(const Vec3& point, double reach) const { return nearest(point, reach).distance; }
  /// The same, and which triangle it is; k_no_place beyond `reach`. @param enough a triangle this near ends the search.
  Nearest nearest(const Vec3& point, double reach, double enough = 0.0) const;
  /// How often the closed surfaces wind around a point.
  double winding(const Vec3& point) const;
  /// The same without some of the bodies.
  double winding_without(std::span<const std::uint32_t> bodies, const Vec3& point) const;
  bool encloses(const Vec3& point) const;

  /// Visits the places of triangles whose bounds overlap, until `visit` returns false.
  void visit_within(const Aabb& bounds, FunctionRef<bool(std::uint32_t)> visit) const;
  /// The three corners of the triangle at a place.
  const Vec3* corners_at(std::uint32_t place) const { return corners_.data() + 3 * std::size_t{place}; }
  std::size_t triangle_count() const { return corners_.size() / 3; }
  /// Whether the triangle at a place encloses.
  bool is_closed_at(std::uint32_t place) const { return closed_[place] != 0; }
  bool has_bodies() const { return !bodies_.empty(); }
  std::uint32_t body_at(std::uint32_t place) const { return bodies_[place]; }
  /// Whether inside and outside are connected only through triangles: no enclosing surface has holes.
  bool is_watertight() const { return is_watertight_; }

 private:
  /// The triangles below one child of a node, seen from far.
  struct Dipole {
    /// Mean of the triangles by area, and a bound on the distance of their points from it.
    Vec3 middle;
    double radius;
    /// Sum of the area vectors.
    Vec3 area;
    /// Of all triangles, or k_mixed.
    std::uint32_t body;
  };
  static constexpr std::uint32_t k_mixed = 0xffffffff;

  enum class Stage : std::uint8_t { tree, places, dipoles, done };
  struct Building {
    Stage stage = Stage::tree;
    StaticTreeBuild tree;
    /// By place: the triangle. By node: the places below it.
    Buffer<std::uint32_t> order;
    Buffer<StaticTree::Run> runs;
    /// Places before this one are filled; nodes from this one on are.
    std::size_t at = 0;
  };

  enum class CellSide : std::uint8_t { unknown, outside, inside, mixed };

  bool winds_around(const Vec3& point) const {
    const double turns = winding(point);
    return turns >= 0.5 || turns <= -0.5;
  }
  CellSide side_of_cell(const Vec3& middle) const;
  [[nodiscard]] Status end_tree();
  [[nodiscard]] Status fill_places(const Source& source);
  void fill_dipoles();
  Dipole dipole_of(std::uint32_t begin, std::uint32_t end) const;
  /// @param opens_mixed whether groups of several bodies are opened. @param skips (body): whether it is omitted.
  template <typename Skip>
  double winding_of(const Vec3& point, bool opens_mixed, const Skip& skips) const;

  StaticTree tree_;
  /// Three a place of the tree.
  Buffer<Vec3> corners_;
  /// By place.
  Buffer<std::uint8_t> closed_;
  /// By place; empty if there is only one.
  Buffer<std::uint32_t> bodies_;
  /// Four a node.
  Buffer<Dipole> dipoles_;
  bool is_watertight_ = false;
  /// By cell of a lattice around the origin, filled on demand: the side of a watertight surface that contains all of
  /// it.
  mutable Buffer<CellSide> cells_;
  Building building_;
};

/// A point that is nearer to another than this share of that one's distance from the surface of a watertight solid is
/// on the same side of it: less than 1, for rounding.
inline constexpr double k_same_side = 0.999;

/// Share of a full turn that a triangle covers as seen from a point; positive if the point is behind it.
double turn_of(const Vec3& point, const Vec3& corner_a, const Vec3& corner_b, const Vec3& corner_c);

/// Squared distance of a point from a triangle.
double distance_squared(const Vec3& point, const Vec3& a, const Vec3& b, const Vec3& c);

}  // namespace hyperplane
