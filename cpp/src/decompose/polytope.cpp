#include "decompose/polytope.h"

#include <cmath>

#include "core/constants.h"
#include "decompose/solid.h"
#include "hull/cloud.h"
#include "hull/quickhull.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

std::span<const double> coordinates_of(std::span<const Vec3> points) {
  return {reinterpret_cast<const double*>(points.data()), 3 * points.size()};
}

}  // namespace

Status Polytope::build(std::span<const Vec3> points, double thickness, std::uint32_t max_vertices) {
  const Status status = build_from(points, max_vertices);
  if (status != Status::degenerate_shape) return status;
  Buffer<Vec3> thick;
  if (!thick.reserve(6 * points.size())) return Status::out_of_memory;
  for (const Vec3& point : points) {
    for (int axis = 0; axis < 3; ++axis) {
      thick.push_unchecked(point + unit_axis(axis) * thickness);
      thick.push_unchecked(point - unit_axis(axis) * thickness);
    }
  }
  return build_from(thick.span(), max_vertices);
}

Status Polytope::copy_from(const Polytope& other) {
  bounds_ = other.bounds_;
  volume_ = other.volume_;
  const bool ok = vertices_.assign(other.vertices_.span()) && planes_.assign(other.planes_.span()) &&
                  corners_.assign(other.corners_.span());
  return ok ? Status::ok : Status::out_of_memory;
}

Status Polytope::build_from(std::span<const Vec3> points, std::uint32_t max_vertices) {
  const Result<GridFrame> measured = measure_cloud(coordinates_of(points));
  if (!measured.ok()) return measured.status;
  const GridFrame& frame = measured.value;
  Buffer<Vec3> grid;
  Buffer<std::uint32_t> numbers;
  if (!grid.resize_uninitialized(points.size()) || !numbers.resize_uninitialized(points.size()) ||
      move_to_grid(coordinates_of(points), frame, grid.span(), numbers.span()) != Status::ok) {
    return Status::out_of_memory;
  }
  const Result<Tetrahedron> start = find_tetrahedron(grid.span(), k_hull_least_height * frame.tolerance);
  if (!start.ok()) return start.status;
  Buffer<HullTriangle> triangles;
  if (quickhull(grid.span(), start.value.corners, k_hull_tie * frame.tolerance, max_vertices, triangles) !=
      Status::ok) {
    return Status::out_of_memory;
  }
  // Vertices get their numbers in the order of the triangles.
  constexpr std::uint32_t k_unnumbered = 0xffffffff;
  Buffer<std::uint32_t> vertex;
  vertices_.clear();
  planes_.clear();
  corners_.clear();
  if (!vertex.resize(points.size(), k_unnumbered) || !corners_.reserve(3 * triangles.size()) ||
      !planes_.reserve(triangles.size())) {
    return Status::out_of_memory;
  }
  volume_ = 0.0;
  for (const HullTriangle& triangle : triangles) {
    for (const std::uint32_t v : triangle.vertex) {
      if (vertex[v] == k_unnumbered) {
        vertex[v] = static_cast<std::uint32_t>(vertices_.size());
        if (!vertices_.push(points[numbers[v]])) return Status::out_of_memory;
      }
      corners_.push_unchecked(vertex[v]);
    }
    const Vec3 &a = grid[triangle.vertex[0]], &b = grid[triangle.vertex[1]], &c = grid[triangle.vertex[2]];
    const Vec3 twice_area = cross(b - a, c - a);
    volume_ += dot(twice_area, a);
    const double size = length(twice_area);
    // A needle's normal is rounding; its neighbours bound the same place.
    if (size < 0x1p-20 * length_squared(b - a)) continue;
    const Vec3 normal = twice_area * (1.0 / size);
    planes_.push_unchecked({normal, dot(normal, a) * frame.step + dot(normal, frame.centre)});
  }
  volume_ *= frame.step * frame.step * frame.step / 6.0;
  bounds_ = frame.bounds;
  return Status::ok;
}

bool Polytope::contains(const Vec3& point, double margin) const {
  for (const CutPlane& plane : planes_) {
    if (height_above(plane, point) > margin) return false;
  }
  return true;
}

bool Polytope::misses(const Vec3& middle, const Vec3& half) const {
  for (const CutPlane& plane : planes_) {
    if (height_above(plane, middle) > dot(abs(plane.normal), half)) return true;
  }
  return false;
}

bool Polytope::misses_turned(const Vec3& middle, std::span<const Vec3, 3> half) const {
  for (const CutPlane& plane : planes_) {
    double reach = 0.0;
    for (const Vec3& side : half) reach += std::fabs(dot(plane.normal, side));
    if (height_above(plane, middle) > reach) return true;
  }
  return false;
}

bool Polytope::has_plane_below(const Polytope& other) const {
  for (const CutPlane& plane : planes_) {
    bool is_above = true;
    for (std::size_t i = 0; is_above && i < other.vertices_.size(); ++i) {
      is_above = height_above(plane, other.vertices_[i]) >= 0.0;
    }
    if (is_above) return true;
  }
  return false;
}

double Polytope::distance(const Vec3& point) const {
  if (contains(point)) return 0.0;
  double nearest = 1e300;
  for (std::size_t i = 0; i < corners_.size(); i += 3) {
    nearest = min(nearest, distance_squared(point, vertices_[corners_[i]], vertices_[corners_[i + 1]],
                                            vertices_[corners_[i + 2]]));
  }
  return std::sqrt(nearest);
}

}  // namespace hyperplane
