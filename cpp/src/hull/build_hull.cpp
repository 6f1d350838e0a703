#include <utility>

#include <hyperplane/shape.h>

#include "hull/assemble.h"
#include "hull/cloud.h"
#include "hull/grid.h"
#include "hull/merge_faces.h"
#include "hull/quickhull.h"
#include "hull/reduce_vertices.h"
#include "hull/remove_vertex.h"
#include "hull/tolerances.h"

/// Builds a hull from a point cloud: check and measure the cloud, move it to the integer grid, quickhull, weld
/// near-duplicate vertices, merge triangles into faces. Dropped vertices are also removed from the triangulation that
/// support mappings climb: one by one, or by another quickhull of the kept ones. A hull above the vertex limit is
/// reduced and passes through the same steps again.
///
/// Invariant of the triangulation: it is exactly convex, and every vertex is a corner, where at least three planes
/// meet. A vertex inside an exactly flat face is never the unique highest one and has only neighbours in that face: a
/// climb could get stuck there.

namespace hyperplane {

namespace {

/// Passes in which faces may drop vertices. A second pass is needed only if the first left a face reflex, or a vertex
/// stopped being a corner. The last pass drops nothing, which guarantees termination.
constexpr int k_max_dropping_passes = 3;

class HullBuilder {
 public:
  HullBuilder(std::span<const double> coordinates, std::uint32_t max_vertices)
      : coordinates_(coordinates), max_vertices_(max_vertices) {}

  Result<HullPtr> run();

 private:
  static Result<bool> out_of_memory() {
    return Result<bool>::failure(Status::out_of_memory, "out of memory: no room for a convex hull");
  }
  double tie() const { return k_hull_tie * frame_.tolerance; }

  Result<bool> prepare();
  Result<bool> triangulate(double least_height);
  template <class Keep>
  void keep_points(Keep keep);
  bool keep_corners();
  bool drop_from_triangles(std::uint32_t count);
  Result<bool> drop(std::uint32_t count);
  Result<bool> weld();
  Result<bool> merge();
  Result<bool> reduce();

  std::span<const double> coordinates_;
  std::uint32_t max_vertices_;
  GridFrame frame_;
  Buffer<Vec3> points_;
  Buffer<std::uint32_t> input_indices_;
  Buffer<HullTriangle> triangles_;
  /// Of the triangles.
  Buffer<GridPlane> planes_;
  PolygonMesh mesh_;
  /// By point: non-zero if kept, then its new number.
  Buffer<std::uint8_t> keep_;
  Buffer<std::uint32_t> number_;
};

/// Removes the points for which `keep` is false; keeps the order.
template <class Keep>
void HullBuilder::keep_points(Keep keep) {
  std::uint32_t count = 0;
  for (std::uint32_t i = 0; i < points_.size(); ++i) {
    if (!keep(i)) continue;
    points_[count] = points_[i];
    input_indices_[count] = input_indices_[i];
    number_[i] = count++;
  }
  points_.truncate(count);
  input_indices_.truncate(count);
}

/// Finds the planes of the triangles, and removes points with fewer than three bent edges: they are not corners, and
/// the hull of the others is the same set.
/// @return whether any was removed; the triangles are then invalid.
bool HullBuilder::keep_corners() {
  keep_.truncate(points_.size());
  for (std::uint8_t& bent_edges : keep_) bent_edges = 0;
  planes_.truncate(triangles_.size());
  for (std::size_t t = 0; t < triangles_.size(); ++t) {
    const HullTriangle& triangle = triangles_[t];
    const std::uint32_t* v = triangle.vertex;
    const Vec3 &a = points_[v[0]], &b = points_[v[1]], &c = points_[v[2]];
    const GridPlane plane = planes_[t] = grid_plane(a, b, c);
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t beyond = next_in_triangle(next_in_triangle(triangle.twin[k]));
      const Vec3& apex = points_[triangles_[beyond / 3].vertex[beyond % 3]];
      // Each edge is visited from both sides and counted for its start vertex.
      if (keep_[v[k]] < 3 && side_of(height_above(plane, apex), a, b, c, apex) != 0) ++keep_[v[k]];
    }
  }
  const std::size_t before = points_.size();
  keep_points([&](std::uint32_t i) { return keep_[i] >= 3; });
  return points_.size() < before;
}

/// Runs quickhull and keeps only corners. At most two runs: after the first, all points are corners.
Result<bool> HullBuilder::triangulate(double least_height) {
  do {
    const Result<Tetrahedron> start = find_tetrahedron(points_.span(), least_height);
    if (!start.ok()) return Result<bool>::failure(start.status, start.message);
    if (quickhull(points_.span(), start.value.corners, tie(), 0, triangles_) != Status::ok ||
        !keep_.resize_uninitialized(points_.size()) || !planes_.resize_uninitialized(triangles_.size())) {
      return out_of_memory();
    }
    for (std::uint8_t& keep : keep_) keep = 0;
    for (const HullTriangle& triangle : triangles_) {
      for (const std::uint32_t v : triangle.vertex) keep_[v] = 1;
    }
    keep_points([&](std::uint32_t i) { return keep_[i] != 0; });
    for (HullTriangle& triangle : triangles_) {
      for (std::uint32_t& v : triangle.vertex) v = number_[v];
    }
    least_height = 0.0;
  } while (keep_corners());
  return {Status::ok, true, ""};
}

/// Removes the vertices with keep_ == 0 from the triangulation, one by one.
/// @return false if that is impossible; the triangles are then invalid.
bool HullBuilder::drop_from_triangles(std::uint32_t count) {
  VertexRemover remover(points_.span(), triangles_);
  if (!remover.prepare()) return false;
  for (std::uint32_t left = count, before = count + 1; left < before;) {
    before = left;
    for (std::uint32_t v = 0; v < points_.size(); ++v) {
      VertexRemover::Lid lid;
      if (keep_[v] != 0 || !remover.is_vertex(v) || !remover.close(v, lid)) continue;
      remover.remove(v, lid);
      --left;
    }
    if (left == 0) return remover.compact();
  }
  return false;
}

/// Removes the vertices with keep_ == 0 and triangulates the rest. Vertices that thereby stop being corners go too.
/// @param count number of vertices to remove.
Result<bool> HullBuilder::drop(std::uint32_t count) {
  // Removing one vertex costs about as much as quickhull spends on one that is kept.
  const bool is_done = 2 * std::size_t{count} < points_.size() && drop_from_triangles(count);
  keep_points([&](std::uint32_t i) { return keep_[i] != 0; });
  if (!is_done) return triangulate(0.0);
  for (HullTriangle& triangle : triangles_) {
    for (std::uint32_t& v : triangle.vertex) v = number_[v];
  }
  return keep_corners() ? triangulate(0.0) : Result<bool>{Status::ok, true, ""};
}

/// Welds vertices closer than the tolerance. A vertex that represents another one is kept.
Result<bool> HullBuilder::weld() {
  constexpr std::uint8_t k_dropped = 0, k_kept = 1, k_stands_for_another = 2;
  if (!keep_.resize(points_.size(), k_kept)) return out_of_memory();
  for (std::uint8_t& keep : keep_) keep = k_kept;
  const double tolerance2 = frame_.tolerance * frame_.tolerance;
  std::uint32_t count = 0;
  for (const HullTriangle& triangle : triangles_) {
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t a = triangle.vertex[k], b = triangle.vertex[k == 2 ? 0 : k + 1];
      // Each edge once. If only a may be removed, it is visited as b of another edge, or kept.
      if (a > b || length_squared(points_[b] - points_[a]) > tolerance2) continue;
      if (keep_[a] == k_dropped || keep_[b] != k_kept) continue;
      keep_[a] = k_stands_for_another;
      keep_[b] = k_dropped;
      ++count;
    }
  }
  return count == 0 ? Result<bool>{Status::ok, true, ""} : drop(count);
}

/// Triangulates and merges the remaining points until triangles and faces have the same vertices.
Result<bool> HullBuilder::merge() {
  if (const Result<bool> result = weld(); !result.ok()) return result;
  for (int pass = 0;; ++pass) {
    const MergeMode mode = pass < k_max_dropping_passes ? MergeMode::drop_vertices : MergeMode::keep_vertices;
    const Status status = merge_faces(points_.span(), triangles_.span(), planes_.span(), frame_.tolerance, mode, mesh_);
    if (status == Status::out_of_memory) return out_of_memory();
    if (status != Status::ok) return Result<bool>::failure(status, "all points lie in one plane");
    if (mesh_.dropped_count == 0) return {Status::ok, true, ""};
    if (!keep_.assign(mesh_.is_vertex.span())) return out_of_memory();
    std::uint32_t count = 0;
    for (std::size_t i = 0; i < keep_.size(); ++i) {
      if (keep_[i] != 0) number_[i] = count++;
    }
    mesh_.renumber(number_.span());
    if (const Result<bool> result = drop(static_cast<std::uint32_t>(keep_.size()) - count); !result.ok()) return result;
    if (points_.size() == count && mesh_.is_convex) return {Status::ok, true, ""};
  }
}

Result<bool> HullBuilder::prepare() {
  const Result<GridFrame> measured = measure_cloud(coordinates_);
  if (!measured.ok()) return Result<bool>::failure(measured.status, measured.message);
  frame_ = measured.value;
  const std::size_t count = coordinates_.size() / 3;
  if (!points_.resize_uninitialized(count) || !input_indices_.resize_uninitialized(count) ||
      !number_.resize_uninitialized(count) ||
      move_to_grid(coordinates_, frame_, points_.span(), input_indices_.span()) != Status::ok) {
    return out_of_memory();
  }
  return {Status::ok, true, ""};
}

Result<bool> HullBuilder::reduce() {
  if (max_vertices_ == 0 || points_.size() <= max_vertices_) return {Status::ok, true, ""};
  if (reduce_vertices(points_.span(), tie(), max_vertices_, keep_) != Status::ok) return out_of_memory();
  keep_points([&](std::uint32_t i) { return keep_[i] != 0; });
  Result<bool> result = triangulate(0.0);
  if (result.ok()) result = merge();
  return result;
}

Result<HullPtr> HullBuilder::run() {
  Result<bool> result = prepare();
  if (result.ok()) result = triangulate(k_hull_least_height * frame_.tolerance);
  if (result.ok()) result = merge();
  if (result.ok()) result = reduce();
  if (result.ok()) {
    HullPtr hull =
        assemble_hull({&frame_, coordinates_, points_.span(), input_indices_.span(), triangles_.span(), &mesh_});
    if (hull != nullptr) return {Status::ok, std::move(hull), ""};
    result = out_of_memory();
  }
  return Result<HullPtr>::failure(result.status, result.message);
}

}  // namespace

Result<HullPtr> build_hull(std::span<const double> points, std::uint32_t max_vertices) {
  if (max_vertices != 0 && max_vertices < 4) {
    return Result<HullPtr>::failure(Status::invalid_argument, "max_vertices is less than 4");
  }
  return HullBuilder(points, max_vertices).run();
}

}  // namespace hyperplane
