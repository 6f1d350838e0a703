#include "decompose/polytope.h"

#include <cmath>

#include "decompose/solid.h"
#include "decompose/tolerances.h"
#include "hull/tolerances.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

std::span<const double> coordinates_of(std::span<const Vec3> points) {
  return {reinterpret_cast<const double*>(points.data()), 3 * points.size()};
}

}  // namespace

Status Polytope::build(std::span<const Vec3> points, double thickness, std::uint32_t max_vertices) {
  Buffer<Vec3> copy;
  if (!copy.assign(points)) return Status::out_of_memory;
  HullBuild building;
  building.start(copy, thickness, max_vertices);
  while (!building.is_done()) {
    if (building.step(*this) != Status::ok) return Status::out_of_memory;
  }
  return Status::ok;
}

Status Polytope::copy_from(const Polytope& other) {
  bounds_ = other.bounds_;
  volume_ = other.volume_;
  const bool ok = vertices_.assign(other.vertices_.span()) && planes_.assign(other.planes_.span()) &&
                  corners_.assign(other.corners_.span());
  return ok ? Status::ok : Status::out_of_memory;
}

void HullBuild::start(Buffer<Vec3>& points, double thickness, std::uint32_t max_vertices) {
  points_.swap(points);
  thickness_ = thickness;
  max_vertices_ = max_vertices;
  is_thick_ = false;
  stage_ = Stage::grid;
}

Status HullBuild::step(Polytope& hull) {
  Status status = Status::ok;
  switch (stage_) {
    case Stage::grid:
      status = move_points();
      break;
    case Stage::tetrahedron:
      status = find_start();
      break;
    case Stage::hull:
      return hull_.is_done() ? take(hull) : hull_.step();
    case Stage::done:
      break;
  }
  return status == Status::degenerate_shape && !is_thick_ ? thicken() : status;
}

Status HullBuild::move_points() {
  const Result<GridFrame> measured = measure_cloud(coordinates_of(points_.span()));
  if (!measured.ok()) return measured.status;
  frame_ = measured.value;
  stage_ = Stage::tetrahedron;
  if (!grid_.resize_uninitialized(points_.size()) || !numbers_.resize_uninitialized(points_.size())) {
    return Status::out_of_memory;
  }
  return move_to_grid(coordinates_of(points_.span()), frame_, grid_.span(), numbers_.span());
}

Status HullBuild::find_start() {
  const Result<Tetrahedron> start = find_tetrahedron(grid_.span(), k_hull_least_height * frame_.tolerance);
  if (!start.ok()) return start.status;
  hull_ = {grid_.span(), k_hull_tie * frame_.tolerance, max_vertices_};
  stage_ = Stage::hull;
  return hull_.start(start.value.corners);
}

Status HullBuild::thicken() {
  Buffer<Vec3> thick;
  if (!thick.reserve(6 * points_.size())) return Status::out_of_memory;
  for (const Vec3& point : points_) {
    for (int axis = 0; axis < 3; ++axis) {
      thick.push_unchecked(point + unit_axis(axis) * thickness_);
      thick.push_unchecked(point - unit_axis(axis) * thickness_);
    }
  }
  points_.swap(thick);
  is_thick_ = true;
  stage_ = Stage::grid;
  return Status::ok;
}

Status HullBuild::take(Polytope& hull) {
  Buffer<HullTriangle> triangles;
  if (hull_.take_triangles(triangles) != Status::ok) return Status::out_of_memory;
  // Vertices get their numbers in the order of the triangles.
  constexpr std::uint32_t k_unnumbered = 0xffffffff;
  Buffer<std::uint32_t> vertex;
  hull.vertices_.clear();
  hull.planes_.clear();
  hull.corners_.clear();
  if (!vertex.resize(points_.size(), k_unnumbered) || !hull.corners_.reserve(3 * triangles.size()) ||
      !hull.planes_.reserve(triangles.size())) {
    return Status::out_of_memory;
  }
  hull.volume_ = 0.0;
  for (const HullTriangle& triangle : triangles) {
    for (const std::uint32_t v : triangle.vertex) {
      if (vertex[v] == k_unnumbered) {
        vertex[v] = static_cast<std::uint32_t>(hull.vertices_.size());
        if (!hull.vertices_.push(points_[numbers_[v]])) return Status::out_of_memory;
      }
      hull.corners_.push_unchecked(vertex[v]);
    }
    const Vec3 &a = grid_[triangle.vertex[0]], &b = grid_[triangle.vertex[1]], &c = grid_[triangle.vertex[2]];
    const Vec3 twice_area = cross(b - a, c - a);
    hull.volume_ += dot(twice_area, a);
    const double size = length(twice_area);
    // A needle's normal is rounding; its neighbours bound the same place.
    if (size < k_hull_needle * length_squared(b - a)) continue;
    const Vec3 normal = twice_area * (1.0 / size);
    hull.planes_.push_unchecked({normal, dot(normal, a) * frame_.step + dot(normal, frame_.centre)});
  }
  hull.volume_ *= frame_.step * frame_.step * frame_.step / 6.0;
  hull.bounds_ = frame_.bounds;
  points_.release();
  grid_.release();
  numbers_.release();
  hull_ = {{}, 0.0, 0};
  stage_ = Stage::done;
  return Status::ok;
}

bool Polytope::contains(const Vec3& point, double margin) const {
  for (const CutPlane& plane : planes_) {
    if (height_above(plane, point) > margin) return false;
  }
  return true;
}

Polytope::Section Polytope::section_along_x(const Vec3& point) const {
  Section section{-1e300, 1e300};
  for (const CutPlane& plane : planes_) {
    const double rise = plane.normal.x, room = plane.offset - plane.normal.y * point.y - plane.normal.z * point.z;
    if (rise > 0.0) {
      section.to = lesser(section.to, room / rise);
    } else if (rise < 0.0) {
      section.from = greater(section.from, room / rise);
    } else if (room < 0.0) {
      return {1e300, -1e300};
    }
    if (section.from > section.to) break;
  }
  return section;
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
