#include <algorithm>
#include <cmath>
#include <utility>

#include "composite/orientation.h"
#include "composite/surface_query.h"
#include "composite/tolerances.h"
#include "composite/triangle_mesh.h"
#include "core/memory.h"
#include "hull/hull.h"
#include "hull/support.h"

/// Building, moving vertices and checks; bytes are in mesh_archive.cpp.

namespace hyperplane {
namespace {

/// Whether the triangles of a closed surface are clockwise seen from outside: its volume is negative.
/// @param indices of vertices, three a triangle.
bool is_inside_out(std::span<const Vec3> vertices, std::span<const std::uint32_t> indices) {
  const Vec3& origin = vertices[indices[0]];
  double volume = 0.0, magnitude = 0.0;
  for (std::size_t i = 0; i < indices.size(); i += 3) {
    const Vec3 a = vertices[indices[i]] - origin;
    const Vec3 b = vertices[indices[i + 1]] - origin;
    const Vec3 c = vertices[indices[i + 2]] - origin;
    const double part = dot(a, cross(b, c));
    volume += part;
    magnitude += std::abs(part);
  }
  return volume < -k_mesh_volume_rounding * magnitude;
}

Result<bool> out_of_memory() { return Result<bool>::failure(Status::out_of_memory, "no memory for the mesh"); }

}  // namespace

bool TriangleMesh::covers_a_line_along_x(const Vec3& a, const Vec3& b, const Vec3& c) {
  return side_of_line({a.y, a.z}, {b.y, b.z}, {c.y, c.z}) != 0;
}

Result<bool> TriangleMesh::join_edges(std::span<const Vec3> vertices, Buffer<std::uint8_t>& bends, Inside& inside,
                                      TriangleMeshProblem* problem) const {
  UnevenEdge uneven;
  if (!bends.reserve_exactly(with_area_) || !bends.resize_uninitialized(with_area_) ||
      find_edge_bends({vertices, indices_.span(), with_area_}, bends.span(), is_solid_ ? &uneven : nullptr) !=
          Status::ok) {
    return out_of_memory();
  }
  if (!find_inside(vertices, bends.span(), inside)) return out_of_memory();
  if (!is_solid_) return {Status::ok, true, ""};
  if (!uneven.exists) {
    if (!is_inside_out(vertices, indices_.span())) return {Status::ok, true, ""};
    return Result<bool>::failure(
        Status::degenerate_shape,
        "the solid is inside out, as its triangles are clockwise seen from outside: turn them, "
        "or make a mesh with solid: \"turn\"");
  }
  problem->triangle = order_[uneven.triangle];
  for (int i = 0; i < 2; ++i) {
    problem->vertices[i] = first_.empty() ? uneven.vertices[i] : first_[uneven.vertices[i]];
  }
  return Result<bool>::failure(Status::degenerate_shape, "the surface of a solid has an open edge");
}

Result<bool> TriangleMesh::build(Input&& input, TriangleMeshProblem* problem) {
  given_vertices_ = static_cast<std::uint32_t>(input.vertices.welded.size());
  is_solid_ = input.options.solid;
  is_one_sided_ = is_solid_ || input.options.sides == SurfaceSides::front;
  thickness_ = is_one_sided_ && !is_solid_ ? input.options.thickness + 0.0 : 0.0;
  vertices_ = static_cast<Buffer<Vec3>&&>(input.vertices.vertices);
  Buffer<std::uint32_t> indices;
  if (vertices_.size() < given_vertices_) {
    first_ = static_cast<Buffer<std::uint32_t>&&>(input.vertices.first);
    // Shrinks the buffer, whose room was an upper bound.
    Buffer<Vec3> vertices;
    Buffer<std::uint32_t> first;
    if (!vertices.reserve_exactly(vertices_.size()) || !first.reserve_exactly(first_.size()) ||
        !vertices.assign(vertices_.span()) || !first.assign(first_.span())) {
      return out_of_memory();
    }
    vertices_.swap(vertices);
    first_.swap(first);
  }
  input.vertices.first.release();
  if (input.indices.empty()) {
    indices = static_cast<Buffer<std::uint32_t>&&>(input.vertices.welded);
  } else {
    if (!indices.reserve_exactly(input.indices.size())) return out_of_memory();
    for (const std::uint32_t index : input.indices) indices.push_unchecked(input.vertices.welded[index]);
    input.vertices.welded.release();
  }
  if (is_solid_ && input.options.turn_inside_out && is_inside_out(vertices_.span(), indices.span())) {
    for (std::size_t i = 0; i < indices.size(); i += 3) std::swap(indices[i + 1], indices[i + 2]);
  }
  return set_triangles(indices, problem);
}

Result<bool> TriangleMesh::set_triangles(Buffer<std::uint32_t>& indices, TriangleMeshProblem* problem) {
  const Status arranged = arrange(indices.span());
  if (arranged == Status::out_of_memory) return out_of_memory();
  if (arranged != Status::ok) return Result<bool>::failure(arranged, "no triangle of the mesh has an area");
  indices.release();
  const Result<bool> joined = join_edges(vertices_.span(), bends_, inside_, problem);
  if (joined.ok()) hash_ = compute_hash();
  return joined;
}

Result<bool> TriangleMesh::set_vertices(std::span<const double> coordinates, TriangleMeshProblem* problem) {
  Buffer<Vec3> vertices;
  if (!vertices.reserve_exactly(vertices_.size())) return out_of_memory();
  for (std::size_t v = 0; v < vertices_.size(); ++v) {
    const double* const c = coordinates.data() + 3 * (first_.empty() ? v : first_[v]);
    vertices.push_unchecked({c[0] + 0.0, c[1] + 0.0, c[2] + 0.0});
  }
  bool is_same_tree = true;
  for (std::uint32_t place = 0; place < order_.size() && is_same_tree; ++place) {
    const std::uint32_t* const i = indices_.data() + 3 * std::size_t{place};
    const Vec3 &a = vertices[i[0]], &b = vertices[i[1]], &c = vertices[i[2]];
    is_same_tree = is_placeable(a, b, c) == (place < with_area_);
    // The set of slivers may have changed.
    if (place >= with_area_ && !is_collapsed(i)) {
      is_same_tree = is_same_tree && covers_a_line_along_x(a, b, c) == (place < with_slivers_);
    }
  }
  if (is_same_tree) {
    Buffer<std::uint8_t> bends;
    Inside inside;
    const Result<bool> joined = join_edges(vertices.span(), bends, inside, problem);
    if (!joined.ok()) return joined;
    vertices_.swap(vertices);
    if (!measure_again()) {
      vertices_.swap(vertices);
      return out_of_memory();
    }
    bends_.swap(bends);
    inside_ = static_cast<Inside&&>(inside);
    refit_tree();
    hash_ = compute_hash();
    return joined;
  }

  // Other triangles have an area now: rebuild the tree.
  TriangleMesh next;
  next.given_vertices_ = given_vertices_;
  next.is_solid_ = is_solid_;
  next.is_one_sided_ = is_one_sided_;
  next.thickness_ = thickness_;
  next.vertices_.swap(vertices);
  Buffer<std::uint32_t> indices;
  if (!indices.reserve_exactly(indices_.size()) || !next.first_.reserve_exactly(first_.size()) ||
      !next.first_.assign(first_.span())) {
    return out_of_memory();
  }
  for (std::uint32_t t = 0; t < places_.size(); ++t) {
    for (std::uint32_t i = 0; i < 3; ++i) indices.push_unchecked(indices_[3 * std::size_t{places_[t]} + i]);
  }
  const Result<bool> built = next.set_triangles(indices, problem);
  if (!built.ok()) return built;
  *this = static_cast<TriangleMesh&&>(next);
  return built;
}

std::size_t TriangleMesh::footprint() const {
  return sizeof(TriangleMesh) + (hull() != nullptr ? hull()->memory_size() : 0) + vertices_.capacity() * sizeof(Vec3) +
         bends_.capacity() + tree_.nodes().size_bytes() +
         (indices_.capacity() + order_.capacity() + places_.capacity() + first_.capacity()) * sizeof(std::uint32_t);
}

bool TriangleMesh::find_inside(std::span<const Vec3> vertices, std::span<const std::uint8_t> bends,
                               Inside& inside) const {
  const bool is_hollow = !is_one_sided_ && std::none_of(bends.begin(), bends.end(), has_open_edge);
  if (!is_solid_ && !is_hollow) return true;
  inside.outside = !is_solid_ && is_inside_out(vertices, indices_.span()) ? -1 : 1;
  return triangle_count() > k_most_hull_triangles || find_hull(vertices, inside);
}

bool TriangleMesh::find_hull(std::span<const Vec3> vertices, Inside& inside) const {
  Buffer<double> coordinates;
  Buffer<std::uint8_t> is_used;
  if (!is_used.resize(vertices.size(), 0) || !coordinates.reserve(3 * vertices.size())) return false;
  Aabb around{vertices[indices_[0]], vertices[indices_[0]]};
  Vec3 sum;
  for (std::size_t i = 0; i < 3 * std::size_t{with_area_}; ++i) {
    const std::uint32_t used = indices_[i];
    if (is_used[used] != 0) continue;
    is_used[used] = 1;
    const Vec3& vertex = vertices[used];
    sum += vertex;
    around = {min(around.min, vertex), max(around.max, vertex)};
    for (const double x : {vertex.x, vertex.y, vertex.z}) coordinates.push_unchecked(x);
  }
  const double flat_within = k_mesh_hull_flatness * length(around.max - around.min);
  // Whether a support mapping reaches above the plane of any triangle.
  const auto is_any_below = [&](const auto& support) {
    for (std::uint32_t place = 0; place < with_area_; ++place) {
      const std::uint32_t* const i = indices_.data() + 3 * std::size_t{place};
      const Vec3& corner = vertices[i[0]];
      const Vec3 normal = Triangle(corner, vertices[i[1]], vertices[i[2]]).normal() * inside.outside;
      if (dot(normal, support(normal) - corner) > flat_within) return true;
    }
    return false;
  };
  // Most surfaces that are not convex have triangles that turn away from the middle.
  const Vec3 inner = sum * (3.0 / static_cast<double>(coordinates.size()));
  if (is_any_below([&](const Vec3&) { return inner; })) return true;
  Result<HullPtr> hull = build_hull(coordinates.span());
  if (!hull.ok()) return hull.status != Status::out_of_memory;
  const auto highest = [&](const Vec3& normal) { return hull.value->centre() + highest_point(*hull.value, normal); };
  if (!is_any_below(highest)) inside.hull = static_cast<HullPtr&&>(hull.value);
  return true;
}

bool TriangleMesh::has_areas() const {
  for (std::uint32_t place = 0; place < with_area_; ++place) {
    Vec3 c[3];
    corners_at(place, c);
    if (!is_placeable(c[0], c[1], c[2])) return false;
  }
  return true;
}

const char* TriangleMesh::validate() const {
  for (std::uint32_t t = 0; t < places_.size(); ++t) {
    if (places_[t] >= order_.size() || order_[places_[t]] != t) return "a triangle does not know its place";
  }
  if (with_area_ == 0 || with_area_ > with_slivers_ || with_slivers_ > order_.size()) return "counts out of order";
  if (bends_.size() != with_area_ || indices_.size() != 3 * order_.size()) return "arrays of wrong length";
  if (!has_areas()) return "a triangle without area in the tree";
  Buffer<FloatBounds> bounds;
  if (!bounds.reserve(with_area_)) return "no memory to validate";
  for (std::uint32_t place = 0; place < with_area_; ++place) {
    bounds.push_unchecked(tree_bounds_at(place));
  }
  return tree_.validate(bounds.span());
}

void TriangleMeshDeleter::operator()(const TriangleMesh* mesh) const {
  destroy_object(const_cast<TriangleMesh*>(mesh));
}

}  // namespace hyperplane
