#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "hull/cloud.h"
#include "hull/quickhull.h"
#include "math/aabb.h"

namespace hyperplane {

/// dot(normal, p) - offset is the height of a point above a plane. @param normal of length 1.
struct CutPlane {
  Vec3 normal;
  double offset;
};

inline double height_above(const CutPlane& plane, const Vec3& point) { return dot(plane.normal, point) - plane.offset; }

/// A convex hull for the search for parts: its vertices, and a plane for each triangle.
class Polytope {
 public:
  /// Replaces it by the hull of points. Clouds without volume are thickened on all sides first.
  /// @param points at least one. @param thickness by which flat clouds grow on each side.
  /// @param max_vertices about as many are enough; 0: all of them.
  [[nodiscard]] Status build(std::span<const Vec3> points, double thickness, std::uint32_t max_vertices = 0);

  [[nodiscard]] Status copy_from(const Polytope& other);

  std::span<const Vec3> vertices() const { return vertices_.span(); }
  /// Outward.
  std::span<const CutPlane> planes() const { return planes_.span(); }
  /// Three vertices a plane.
  std::span<const std::uint32_t> corners() const { return corners_.span(); }
  const Aabb& bounds() const { return bounds_; }
  double volume() const { return volume_; }

  /// Whether no plane has a point higher above it than a margin.
  bool contains(const Vec3& point, double margin = 0.0) const;
  /// The interval of x in which the line through a point along x is inside; empty if the first is greater.
  struct Section {
    double from, to;
  };
  Section section_along_x(const Vec3& point) const;
  /// Whether a box certainly lies outside. @param half its half sizes.
  bool misses(const Vec3& middle, const Vec3& half) const;
  /// The same for a box that is turned. @param half from its middle along its three axes.
  bool misses_turned(const Vec3& middle, std::span<const Vec3, 3> half) const;
  /// Whether one of its planes has another polytope above it.
  bool has_plane_below(const Polytope& other) const;
  /// Distance of a point from it, 0 inside.
  double distance(const Vec3& point) const;

 private:
  friend class HullBuild;

  Buffer<Vec3> vertices_;
  Buffer<CutPlane> planes_;
  Buffer<std::uint32_t> corners_;
  Aabb bounds_;
  double volume_ = 0.0;
};

/// Builds a polytope in steps of some milliseconds. It is the same however the steps are divided.
class HullBuild {
 public:
  /// Begins anew. @param points, thickness, max_vertices of `Polytope::build`; the points are taken.
  void start(Buffer<Vec3>& points, double thickness, std::uint32_t max_vertices = 0);
  /// @param hull replaced when it is done. @return `out_of_memory` or ok.
  [[nodiscard]] Status step(Polytope& hull);
  bool is_done() const { return stage_ == Stage::done; }

 private:
  enum class Stage : std::uint8_t { grid, tetrahedron, hull, done };

  [[nodiscard]] Status move_points();
  [[nodiscard]] Status find_start();
  [[nodiscard]] Status thicken();
  [[nodiscard]] Status take(Polytope& hull);

  Stage stage_ = Stage::done;
  Buffer<Vec3> points_;
  double thickness_ = 0.0;
  std::uint32_t max_vertices_ = 0;
  bool is_thick_ = false;
  GridFrame frame_;
  Buffer<Vec3> grid_;
  Buffer<std::uint32_t> numbers_;
  Quickhull hull_{{}, 0.0, 0};
};

}  // namespace hyperplane
