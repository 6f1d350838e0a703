#include "hull/assemble.h"

#include "core/hash.h"
#include "hull/pack.h"
#include "hull/tolerances.h"

namespace hyperplane {

/// Fills the arrays of a hull. A step is false where memory ran out.
class HullAssembly {
 public:
  HullAssembly(const HullParts& parts, HullArrays& hull) : parts_(parts), hull_(hull) {}

  [[nodiscard]] bool run() {
    hull_.numbers.centre = parts_.frame->centre;
    hull_.numbers.tolerance = parts_.frame->tolerance * parts_.frame->step;
    if (!add_vertices() || !add_faces() || !add_neighbours()) return false;
    measure();
    add_hash();
    return true;
  }

 private:
  std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(hull_.vertices.size()); }

  [[nodiscard]] bool add_vertices();
  [[nodiscard]] bool add_faces();
  [[nodiscard]] bool add_neighbours();
  void add_hash();
  void measure();

  const HullParts& parts_;
  HullArrays& hull_;
  /// Number in the hull, by point.
  Buffer<std::uint32_t> number_;
};

/// In the order of the input.
bool HullAssembly::add_vertices() {
  const PolygonMesh& mesh = *parts_.mesh;
  constexpr std::uint32_t k_none = 0xffffffff;
  /// Of the mesh, by input index.
  Buffer<std::uint32_t> vertices;
  if (!number_.resize_uninitialized(parts_.points.size()) || !vertices.resize(parts_.coordinates.size() / 3, k_none) ||
      !hull_.vertices.reserve(mesh.vertex_count) || !hull_.points.reserve(mesh.vertex_count) ||
      !hull_.input_indices.reserve(mesh.vertex_count)) {
    return false;
  }
  for (std::uint32_t i = 0; i < parts_.points.size(); ++i) {
    if (mesh.is_vertex[i] != 0) vertices[parts_.input_indices[i]] = i;
  }
  for (const std::uint32_t i : vertices) {
    if (i == k_none) continue;
    number_[i] = vertex_count();
    const std::uint32_t input = parts_.input_indices[i];
    const double* c = &parts_.coordinates[3 * std::size_t{input}];
    hull_.vertices.push_unchecked({c[0], c[1], c[2]});
    hull_.points.push_unchecked(parts_.points[i] * parts_.frame->step);
    hull_.input_indices.push_unchecked(input);
  }
  return true;
}

bool HullAssembly::add_faces() {
  const PolygonMesh& mesh = *parts_.mesh;
  const std::size_t faces = mesh.polygons.size();
  if (!hull_.faces.reserve(faces) || !hull_.first_corners.reserve(faces + 1) ||
      !hull_.edges.assign(mesh.edges.span()) || !hull_.loop_vertices.assign(mesh.loop_vertices.span()) ||
      !hull_.loop_edges.assign(mesh.loop_edges.span())) {
    return false;
  }
  for (const PolygonMesh::Polygon& polygon : mesh.polygons) {
    hull_.faces.push_unchecked({polygon.plane.normal, polygon.plane.offset * parts_.frame->step});
    hull_.first_corners.push_unchecked(polygon.first);
  }
  hull_.first_corners.push_unchecked(static_cast<std::uint32_t>(mesh.loop_vertices.size()));
  for (Hull::Edge& edge : hull_.edges) {
    for (std::uint32_t& v : edge.vertex) v = number_[v];
  }
  for (std::uint32_t& v : hull_.loop_vertices) v = number_[v];
  return true;
}

/// Neighbours in the triangulation; those of a mesh vertex are mesh vertices.
bool HullAssembly::add_neighbours() {
  const std::uint32_t count = vertex_count();
  Buffer<std::uint32_t>& first = hull_.first_neighbours;
  Buffer<std::uint32_t>& neighbours = hull_.neighbours;
  if (!first.resize(std::size_t{count} + 1, 0) || !neighbours.resize_uninitialized(3 * parts_.triangles.size())) {
    return false;
  }
  // Counts, prefix sums, then filling from the back, which moves each start to its final value.
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
  hash.add_bytes(std::as_bytes(hull_.vertices.span()));
  hash.add_bytes(std::as_bytes(hull_.points.span()));
  hash.add_bytes(std::as_bytes(hull_.loop_vertices.span()));
  hull_.numbers.hash = hash.value();
}

void HullAssembly::measure() {
  double radius2 = 0.0;
  for (const Vec3& p : hull_.points) radius2 = max(radius2, length_squared(p));
  hull_.numbers.bounding_radius = std::sqrt(radius2);
  double shortest2 = radius2;
  for (std::uint32_t v = 0; v < vertex_count(); ++v) {
    for (std::uint32_t i = hull_.first_neighbours[v]; i < hull_.first_neighbours[v + 1]; ++i) {
      shortest2 = min(shortest2, length_squared(hull_.points[hull_.neighbours[i]] - hull_.points[v]));
    }
  }
  hull_.has_short_edges = shortest2 < k_short_hull_edge * k_short_hull_edge * radius2;
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
  hull_.numbers.volume = volume6 / 6.0 * step * step * step;
  hull_.numbers.centroid = (apex + moment * (0.25 / volume6)) * step;
}

HullPtr assemble_hull(const HullParts& parts) {
  HullArrays hull;
  return HullAssembly(parts, hull).run() ? pack_hull(hull) : nullptr;
}

}  // namespace hyperplane
