#include "hull/assemble.h"

#include <new>

#include "core/constants.h"
#include "core/hash.h"
#include "core/memory.h"
#include "core/sort.h"
#include "hull/hull.h"
#include "hull/support.h"

namespace hyperplane {

void HullDeleter::operator()(const Hull* hull) const {
  if (hull == nullptr) return;
  hull->~Hull();
  hyperplane_release(const_cast<Hull*>(hull));
}

std::size_t Hull::memory_size() const {
  const auto bytes = [](const auto& buffer) { return buffer.capacity() * sizeof(buffer[0]); };
  return sizeof(Hull) + bytes(vertices_) + bytes(points_) + bytes(input_indices_) + bytes(faces_) + bytes(edges_) +
         bytes(loop_vertices_) + bytes(loop_edges_) + bytes(first_neighbour_) + bytes(neighbours_) +
         bytes(start_vertices_) + support_cells_.memory_size();
}

/// The highest vertex along the middle of each cell, as many cells as there are vertices or a few times more.
bool Hull::add_start_vertices() {
  std::uint32_t side = 1;
  while (side < k_max_start_side && cube_map_size(side) < vertex_count()) side *= 2;
  const std::uint32_t cells = cube_map_size(side);
  if (!start_vertices_.resize_uninitialized(cells)) return false;
  start_side_ = side;
  std::uint32_t vertex = 0;
  for (std::uint32_t cell = 0; cell < cells; ++cell) {
    vertex = climb(*this, cube_map_direction(cell, side, 0.5, 0.5), vertex);
    start_vertices_[cell] = vertex;
  }
  return true;
}

bool Hull::prepare_support() {
  return vertex_count() > k_max_listed_vertices ? add_start_vertices()
                                                : support_cells_.build(points(), bounding_radius_);
}

/// Fills a hull. A step is false where memory ran out.
class HullAssembly {
 public:
  HullAssembly(const HullParts& parts, Hull& hull) : parts_(parts), hull_(hull) {}

  [[nodiscard]] bool run() {
    hull_.centre_ = parts_.frame->centre;
    hull_.tolerance_ = parts_.frame->tolerance * parts_.frame->step;
    if (!add_vertices() || !add_faces() || !add_neighbours()) return false;
    measure();
    if (!hull_.prepare_support()) return false;
    add_hash();
    return true;
  }

 private:
  [[nodiscard]] bool add_vertices();
  [[nodiscard]] bool add_faces();
  [[nodiscard]] bool add_neighbours();
  void add_hash();
  void measure();

  const HullParts& parts_;
  Hull& hull_;
  /// Number in the hull, by point.
  Buffer<std::uint32_t> number_;
};

/// In the order of the input.
bool HullAssembly::add_vertices() {
  const PolygonMesh& mesh = *parts_.mesh;
  Buffer<std::uint32_t> order;
  if (!number_.resize_uninitialized(parts_.points.size()) || !order.reserve(mesh.vertex_count) ||
      !hull_.vertices_.reserve(mesh.vertex_count) || !hull_.points_.reserve(mesh.vertex_count) ||
      !hull_.input_indices_.reserve(mesh.vertex_count)) {
    return false;
  }
  for (std::uint32_t i = 0; i < parts_.points.size(); ++i) {
    if (mesh.is_vertex[i] != 0) order.push_unchecked(i);
  }
  sort(order.span(),
       [&](std::uint32_t a, std::uint32_t b) { return parts_.input_indices[a] < parts_.input_indices[b]; });
  for (const std::uint32_t i : order) {
    number_[i] = hull_.vertex_count();
    const std::uint32_t input = parts_.input_indices[i];
    const double* c = &parts_.coordinates[3 * std::size_t{input}];
    hull_.vertices_.push_unchecked({c[0], c[1], c[2]});
    hull_.points_.push_unchecked(parts_.points[i] * parts_.frame->step);
    hull_.input_indices_.push_unchecked(input);
  }
  return true;
}

bool HullAssembly::add_faces() {
  const PolygonMesh& mesh = *parts_.mesh;
  if (!hull_.faces_.reserve(mesh.polygons.size()) || !hull_.edges_.assign(mesh.edges.span()) ||
      !hull_.loop_vertices_.assign(mesh.loop_vertices.span()) || !hull_.loop_edges_.assign(mesh.loop_edges.span())) {
    return false;
  }
  for (const PolygonMesh::Polygon& polygon : mesh.polygons) {
    hull_.faces_.push_unchecked(
        {polygon.plane.normal, polygon.plane.offset * parts_.frame->step, polygon.first, polygon.count});
  }
  for (Hull::Edge& edge : hull_.edges_) {
    for (std::uint32_t& v : edge.vertex) v = number_[v];
  }
  for (std::uint32_t& v : hull_.loop_vertices_) v = number_[v];
  return true;
}

/// Neighbours in the triangulation, in which a vertex of the mesh has no other neighbours than such.
bool HullAssembly::add_neighbours() {
  const std::uint32_t count = hull_.vertex_count();
  Buffer<std::uint32_t>& first = hull_.first_neighbour_;
  Buffer<std::uint32_t>& neighbours = hull_.neighbours_;
  if (!first.resize(std::size_t{count} + 1, 0) || !neighbours.resize_uninitialized(3 * parts_.triangles.size())) {
    return false;
  }
  // Counted, summed up, and filled from the back, which leaves each start where it belongs.
  for (const HullTriangle& triangle : parts_.triangles) {
    for (const std::uint32_t v : triangle.vertex) ++first[number_[v]];
  }
  std::uint32_t sum = 0;
  for (std::uint32_t& start : first) {
    sum += start;
    start = sum;
  }
  for (const HullTriangle& triangle : parts_.triangles) {
    for (int k = 0; k < 3; ++k) {
      const std::uint32_t from = number_[triangle.vertex[k]], to = number_[triangle.vertex[k == 2 ? 0 : k + 1]];
      neighbours[--first[from]] = to;
    }
  }
  return true;
}

void HullAssembly::add_hash() {
  Hash hash;
  hash.add_bytes(std::as_bytes(hull_.vertices()));
  hash.add_bytes(std::as_bytes(hull_.points()));
  hash.add_bytes(std::as_bytes(hull_.loop_vertices_.span()));
  hull_.hash_ = hash.value();
}

void HullAssembly::measure() {
  hull_.bounds_ = {hull_.vertices_[0], hull_.vertices_[0]};
  for (const Vec3& v : hull_.vertices_) {
    hull_.bounds_.min = min(hull_.bounds_.min, v);
    hull_.bounds_.max = max(hull_.bounds_.max, v);
  }
  double radius2 = 0.0;
  for (const Vec3& p : hull_.points_) radius2 = max(radius2, length_squared(p));
  hull_.bounding_radius_ = std::sqrt(radius2);
  double shortest2 = radius2;
  for (std::uint32_t v = 0; v < hull_.vertex_count(); ++v) {
    for (const std::uint32_t n : hull_.neighbours(v)) {
      shortest2 = min(shortest2, length_squared(hull_.points_[n] - hull_.points_[v]));
    }
  }
  hull_.has_short_edges_ = shortest2 < k_short_hull_edge * k_short_hull_edge * radius2;
  // Sum of the tetrahedra from one point of the surface to the triangles.
  const Vec3 apex = parts_.points[parts_.triangles[0].vertex[0]];
  double volume6 = 0.0;
  Vec3 moment;
  for (const HullTriangle& triangle : parts_.triangles) {
    const Vec3 a = parts_.points[triangle.vertex[0]] - apex, b = parts_.points[triangle.vertex[1]] - apex,
               c = parts_.points[triangle.vertex[2]] - apex;
    const double part = dot(a, cross(b, c));
    volume6 += part;
    moment += (a + b + c) * part;
  }
  const double step = parts_.frame->step;
  hull_.volume_ = volume6 / 6.0 * step * step * step;
  hull_.centroid_ = (apex + moment * (0.25 / volume6)) * step;
}

HullPtr assemble_hull(const HullParts& parts) {
  void* block = hyperplane_allocate(sizeof(Hull));
  if (block == nullptr) return nullptr;
  Hull* hull = new (block) Hull;
  HullPtr owner(hull);
  if (!HullAssembly(parts, *hull).run()) return nullptr;
  return owner;
}

}  // namespace hyperplane
