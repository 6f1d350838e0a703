#include "hull/merge_faces.h"

#include "core/sort.h"

namespace hyperplane {

namespace {

constexpr std::uint32_t k_unset = 0xffffffff;

struct Seed {
  /// Four times the square of the area, grid units.
  double area;
  std::uint32_t triangle;
};

/// A range of a chain of loop vertices that is yet to be straightened.
struct Stretch {
  std::uint32_t first, last;
};

class FaceMerger {
 public:
  FaceMerger(std::span<const Vec3> points, std::span<const HullTriangle> triangles, std::span<const GridPlane> planes,
             double tolerance, MergeMode mode, PolygonMesh& mesh)
      : points_(points), triangles_(triangles), planes_(planes), tolerance_(tolerance), mode_(mode), mesh_(mesh) {}

  Status run();

 private:
  std::uint32_t from(std::uint32_t half_edge) const { return triangles_[half_edge / 3].vertex[half_edge % 3]; }
  std::uint32_t to(std::uint32_t half_edge) const { return from(next_in_triangle(half_edge)); }
  std::uint32_t apex(std::uint32_t half_edge) const { return from(next_in_triangle(next_in_triangle(half_edge))); }
  std::uint32_t twin(std::uint32_t half_edge) const { return triangles_[half_edge / 3].twin[half_edge % 3]; }
  bool is_rim(std::uint32_t half_edge) const { return face_of_[half_edge / 3] != face_of_[twin(half_edge) / 3]; }
  const Vec3& at(std::uint32_t vertex) const { return points_[vertex]; }
  /// @param i below twice the count.
  std::uint32_t in_loop(std::uint32_t first, std::uint32_t count, std::uint32_t i) const {
    return loop_[first + (i < count ? i : i - count)];
  }

  bool is_in_slab(const GridPlane& plane, std::uint32_t vertex) const {
    return height_above(plane, at(vertex)) >= -tolerance_;
  }
  bool is_convex_corner(const Vec3& normal, std::uint32_t a, std::uint32_t b, std::uint32_t c) const;

  [[nodiscard]] bool find_seeds();
  bool may_take(const GridPlane& plane, std::uint32_t half_edge, bool convex_steps) const;
  void take(std::uint32_t half_edge);
  [[nodiscard]] bool grow(std::uint32_t seed, bool convex_steps);
  bool is_convex(const GridPlane& plane) const;
  [[nodiscard]] bool grow_faces();
  [[nodiscard]] bool keep_triangles();
  [[nodiscard]] bool collect_loops();
  [[nodiscard]] bool straighten(std::span<const std::uint32_t> chain, std::uint32_t end);
  [[nodiscard]] bool straighten_edges();
  void restore_small_faces();
  [[nodiscard]] bool emit();

  std::span<const Vec3> points_;
  std::span<const HullTriangle> triangles_;
  std::span<const GridPlane> planes_;
  double tolerance_;
  MergeMode mode_;
  PolygonMesh& mesh_;

  Buffer<Seed> seeds_;
  /// The face of each triangle, named by its seed triangle.
  Buffer<std::uint32_t> face_of_;
  /// The loop of the current face, by vertex, and the attempt that wrote it last.
  Buffer<std::uint32_t> loop_next_, loop_previous_, loop_attempt_;
  std::uint32_t attempt_ = 0;
  /// Triangles of the current face, and the half-edges to grow across.
  Buffer<std::uint32_t> members_, frontier_;
  /// Half-edges of all loops, one loop after the other, and where each starts; one more start at the end.
  Buffer<std::uint32_t> loop_, loop_start_;
  /// Number of faces that meet at a vertex.
  Buffer<std::uint32_t> degree_;
  Buffer<Stretch> stretches_;
};

/// Whether a, b, c is a left turn seen against the normal, or b is within the tolerance of the line from a to c.
bool FaceMerger::is_convex_corner(const Vec3& normal, std::uint32_t a, std::uint32_t b, std::uint32_t c) const {
  const Vec3 chord = at(c) - at(a);
  const double turn = dot(normal, cross(at(b) - at(a), chord));
  return turn >= 0.0 || -turn <= tolerance_ * length(chord);
}

/// The candidates for seeds from the largest down.
bool FaceMerger::find_seeds() {
  for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
    const std::uint32_t* v = triangles_[t].vertex;
    bool has_flat_edge = false;
    for (const std::uint32_t other : triangles_[t].twin) {
      has_flat_edge = has_flat_edge || is_in_slab(planes_[t], apex(other));
    }
    if (!has_flat_edge) continue;
    if (!seeds_.push({length_squared(cross(at(v[1]) - at(v[0]), at(v[2]) - at(v[0]))), t})) return false;
  }
  sort(seeds_.span(),
       [](const Seed& a, const Seed& b) { return a.area != b.area ? a.area > b.area : a.triangle < b.triangle; });
  return true;
}

/// Whether the current face may take the triangle across one of its half-edges.
bool FaceMerger::may_take(const GridPlane& plane, std::uint32_t half_edge, bool convex_steps) const {
  const std::uint32_t other = twin(half_edge);
  if (face_of_[other / 3] != k_unset || dot(planes_[other / 3].normal, plane.normal) <= 0.0) return false;
  const std::uint32_t a = from(half_edge), b = to(half_edge), tip = apex(other);
  if (!is_in_slab(plane, tip)) return false;
  const Vec3& n = plane.normal;
  if (loop_attempt_[tip] != attempt_) {
    return !convex_steps || (is_convex_corner(n, loop_previous_[a], a, tip) && is_convex_corner(n, a, tip, b) &&
                             is_convex_corner(n, tip, b, loop_next_[b]));
  }
  // The tip is in the loop. Next to the edge, the triangle closes a notch and encloses the vertex between; elsewhere,
  // or with notches on both sides, the face would stop being a disc.
  const bool notch_at_b = loop_next_[b] == tip, notch_at_a = loop_previous_[a] == tip;
  if (mode_ == MergeMode::keep_vertices || notch_at_a == notch_at_b) return false;
  if (!convex_steps) return true;
  return notch_at_b ? is_convex_corner(n, loop_previous_[a], a, tip) && is_convex_corner(n, a, tip, loop_next_[tip])
                    : is_convex_corner(n, loop_previous_[tip], tip, b) && is_convex_corner(n, tip, b, loop_next_[b]);
}

void FaceMerger::take(std::uint32_t half_edge) {
  const std::uint32_t other = twin(half_edge);
  const std::uint32_t a = from(half_edge), b = to(half_edge), tip = apex(other);
  const auto link = [&](std::uint32_t before, std::uint32_t after) {
    loop_next_[before] = after;
    loop_previous_[after] = before;
  };
  face_of_[other / 3] = face_of_[half_edge / 3];
  if (loop_attempt_[tip] != attempt_) {
    loop_attempt_[tip] = attempt_;
    link(a, tip);
    link(tip, b);
  } else if (loop_next_[b] == tip) {
    loop_attempt_[b] = k_unset;
    link(a, tip);
  } else {
    loop_attempt_[a] = k_unset;
    link(tip, b);
  }
}

bool FaceMerger::grow(std::uint32_t seed, bool convex_steps) {
  ++attempt_;
  members_.clear();
  frontier_.clear();
  const std::uint32_t* v = triangles_[seed].vertex;
  for (std::uint32_t k = 0; k < 3; ++k) {
    const std::uint32_t after = v[k == 2 ? 0 : k + 1];
    loop_attempt_[v[k]] = attempt_;
    loop_next_[v[k]] = after;
    loop_previous_[after] = v[k];
    if (!frontier_.push(3 * seed + k)) return false;
  }
  face_of_[seed] = seed;
  if (!members_.push(seed)) return false;
  bool again = false;
  do {
    again = false;
    for (std::size_t i = 0; i < frontier_.size(); ++i) {
      const std::uint32_t half_edge = frontier_[i];
      if (!may_take(planes_[seed], half_edge, convex_steps)) continue;
      take(half_edge);
      const std::uint32_t other = twin(half_edge);
      const std::uint32_t second = next_in_triangle(other);
      if (!members_.push(other / 3) || !frontier_.push(second) || !frontier_.push(next_in_triangle(second))) {
        return false;
      }
      // A step that was not convex may be convex now. (A pinching step is retried from the neighbour that makes it a
      // notch.)
      again = convex_steps;
    }
  } while (again);
  return true;
}

/// Whether the loop of the current face is convex within the tolerance.
bool FaceMerger::is_convex(const GridPlane& plane) const {
  for (const std::uint32_t triangle : members_) {
    for (const std::uint32_t v : triangles_[triangle].vertex) {
      if (loop_attempt_[v] == attempt_ && !is_convex_corner(plane.normal, loop_previous_[v], v, loop_next_[v])) {
        return false;
      }
    }
  }
  return true;
}

bool FaceMerger::grow_faces() {
  if (!face_of_.resize(triangles_.size(), k_unset) || !loop_next_.resize_uninitialized(points_.size()) ||
      !loop_previous_.resize_uninitialized(points_.size()) || !loop_attempt_.resize(points_.size(), k_unset)) {
    return false;
  }
  for (const Seed& seed : seeds_) {
    if (face_of_[seed.triangle] != k_unset) continue;
    if (!grow(seed.triangle, false)) return false;
    if (is_convex(planes_[seed.triangle])) continue;
    for (const std::uint32_t triangle : members_) face_of_[triangle] = k_unset;
    if (!grow(seed.triangle, true)) return false;
  }
  for (std::uint32_t t = 0; t < triangles_.size(); ++t) {
    if (face_of_[t] == k_unset) face_of_[t] = t;
  }
  return true;
}

bool FaceMerger::collect_loops() {
  const auto count = static_cast<std::uint32_t>(3 * triangles_.size());
  Buffer<std::uint8_t> done;
  if (!done.resize(count, 0) || !degree_.resize(points_.size(), 0) || !loop_.reserve(count)) return false;
  for (std::uint32_t start = 0; start < count; ++start) {
    if (done[start] != 0 || !is_rim(start)) continue;
    if (!loop_start_.push(static_cast<std::uint32_t>(loop_.size()))) return false;
    std::uint32_t half_edge = start;
    do {
      done[half_edge] = 1;
      ++degree_[from(half_edge)];
      loop_.push_unchecked(half_edge);
      half_edge = next_in_triangle(half_edge);
      while (!is_rim(half_edge)) half_edge = next_in_triangle(twin(half_edge));
    } while (half_edge != start);
  }
  return loop_start_.push(static_cast<std::uint32_t>(loop_.size()));
}

/// Straightens a chain of vertices between two faces, within the tolerance (Douglas, Peucker, "Algorithms for the
/// Reduction of the Number of Points Required to Represent a Digitized Line", 1973).
/// @param chain half-edges, from a kept vertex to `end`, also kept.
bool FaceMerger::straighten(std::span<const std::uint32_t> chain, std::uint32_t end) {
  const auto vertex = [&](std::uint32_t i) { return i < chain.size() ? from(chain[i]) : end; };
  stretches_.clear();
  if (!stretches_.push({0, static_cast<std::uint32_t>(chain.size())})) return false;
  while (!stretches_.empty()) {
    const Stretch stretch = stretches_.back();
    stretches_.pop();
    const Vec3 a = at(vertex(stretch.first)), along = at(vertex(stretch.last)) - a;
    const double along2 = length_squared(along);
    std::uint32_t farthest = k_unset;
    double farthest2 = tolerance_ * tolerance_;
    for (std::uint32_t i = stretch.first + 1; i < stretch.last; ++i) {
      const Vec3 p = at(vertex(i)) - a;
      const double share = along2 > 0.0 ? clamp(dot(p, along) / along2, 0.0, 1.0) : 0.0;
      const double distance2 = length_squared(p - along * share);
      if (distance2 > farthest2) {
        farthest2 = distance2;
        farthest = i;
      }
    }
    if (farthest == k_unset) continue;
    mesh_.is_vertex[vertex(farthest)] = 1;
    if (!stretches_.push({stretch.first, farthest}) || !stretches_.push({farthest, stretch.last})) return false;
  }
  return true;
}

bool FaceMerger::straighten_edges() {
  const std::uint32_t least = mode_ == MergeMode::keep_vertices ? 1 : 3;
  if (!mesh_.is_vertex.resize(points_.size(), 0)) return false;
  std::size_t left_out = 0;
  for (std::size_t v = 0; v < points_.size(); ++v) {
    mesh_.is_vertex[v] = degree_[v] >= least ? 1 : 0;
    left_out += degree_[v] >= least ? 0 : 1;
  }
  if (mode_ == MergeMode::keep_vertices || left_out == 0) return true;
  Buffer<std::uint32_t> chain;
  for (std::size_t face = 0; face + 1 < loop_start_.size(); ++face) {
    const std::uint32_t first = loop_start_[face], count = loop_start_[face + 1] - first;
    std::uint32_t corner = 0;
    while (corner < count && degree_[from(loop_[first + corner])] < 3) ++corner;
    if (corner == count) continue;  // two faces share their whole loop: too thin, reported later
    for (std::uint32_t i = 0; i < count;) {
      chain.clear();
      std::uint32_t end = 0;
      do {
        const std::uint32_t half_edge = in_loop(first, count, corner + i);
        if (!chain.push(half_edge)) return false;
        end = to(half_edge);
        ++i;
      } while (degree_[end] < 3);
      // The chain is in the loops of two faces; only one of them straightens it.
      if (chain.size() > 1 && face_of_[chain[0] / 3] < face_of_[twin(chain[0]) / 3] && !straighten(chain.span(), end)) {
        return false;
      }
    }
  }
  return true;
}

/// A sliver that neither neighbour absorbed keeps its third vertex.
void FaceMerger::restore_small_faces() {
  for (std::size_t face = 0; face + 1 < loop_start_.size(); ++face) {
    std::uint32_t kept = 0;
    for (std::uint32_t i = loop_start_[face]; i < loop_start_[face + 1]; ++i) {
      kept += mesh_.is_vertex[from(loop_[i])];
    }
    if (kept >= 3) continue;
    for (std::uint32_t i = loop_start_[face]; i < loop_start_[face + 1]; ++i) mesh_.is_vertex[from(loop_[i])] = 1;
  }
}

bool FaceMerger::emit() {
  mesh_.polygons.clear();
  mesh_.loop_vertices.clear();
  mesh_.loop_edges.clear();
  mesh_.edges.clear();
  mesh_.vertex_count = 0;
  mesh_.is_convex = true;
  for (const std::uint8_t is_vertex : mesh_.is_vertex) mesh_.vertex_count += is_vertex;
  mesh_.dropped_count = static_cast<std::uint32_t>(triangles_.size() / 2 + 2) - mesh_.vertex_count;
  // Edge that starts with a half-edge, in the loop of the face that came first.
  Buffer<std::uint32_t> edge_at;
  const std::size_t face_count = loop_start_.size() - 1;
  if (!edge_at.resize(3 * triangles_.size(), k_unset) || !mesh_.polygons.reserve(face_count) ||
      !mesh_.loop_vertices.reserve(loop_.size()) || !mesh_.loop_edges.reserve(loop_.size()) ||
      !mesh_.edges.reserve(loop_.size() / 2)) {
    return false;
  }
  for (std::uint32_t face = 0; face < face_count; ++face) {
    const std::uint32_t first = loop_start_[face], count = loop_start_[face + 1] - first;
    const auto start = static_cast<std::uint32_t>(mesh_.loop_vertices.size());
    std::uint32_t corner = 0;
    while (mesh_.is_vertex[from(loop_[first + corner])] == 0) ++corner;
    for (std::uint32_t i = 0; i < count;) {
      const std::uint32_t first_half_edge = in_loop(first, count, corner + i);
      std::uint32_t last_half_edge = first_half_edge;
      for (++i; mesh_.is_vertex[to(last_half_edge)] == 0; ++i) last_half_edge = in_loop(first, count, corner + i);
      std::uint32_t edge = edge_at[twin(last_half_edge)];
      if (edge == k_unset) {
        edge = static_cast<std::uint32_t>(mesh_.edges.size());
        edge_at[first_half_edge] = edge;
        mesh_.edges.push_unchecked({{from(first_half_edge), to(last_half_edge)}, {face, k_unset}});
      } else {
        mesh_.edges[edge].face[1] = face;
      }
      mesh_.loop_vertices.push_unchecked(from(first_half_edge));
      mesh_.loop_edges.push_unchecked(edge);
    }
    const GridPlane& plane = planes_[face_of_[loop_[first] / 3]];
    const std::span<const std::uint32_t> kept = mesh_.loop_vertices.span().subspan(start);
    mesh_.polygons.push_unchecked({plane, start, static_cast<std::uint32_t>(kept.size())});
    if (kept.size() == count) continue;
    for (std::size_t i = 0; i < kept.size(); ++i) {
      const std::uint32_t a = kept[i == 0 ? kept.size() - 1 : i - 1], c = kept[i + 1 == kept.size() ? 0 : i + 1];
      mesh_.is_convex = mesh_.is_convex && is_convex_corner(plane.normal, a, kept[i], c);
    }
  }
  return true;
}

/// Where no edge is flat: each triangle is a face.
bool FaceMerger::keep_triangles() {
  const auto count = static_cast<std::uint32_t>(triangles_.size());
  if (!loop_.resize_uninitialized(3 * triangles_.size()) || !loop_start_.resize_uninitialized(triangles_.size() + 1) ||
      !face_of_.resize_uninitialized(count) || !mesh_.is_vertex.resize(points_.size(), 1)) {
    return false;
  }
  for (std::uint32_t i = 0; i < 3 * count; ++i) loop_[i] = i;
  for (std::uint32_t t = 0; t <= count; ++t) loop_start_[t] = 3 * t;
  for (std::uint32_t t = 0; t < count; ++t) face_of_[t] = t;
  for (std::uint8_t& is_vertex : mesh_.is_vertex) is_vertex = 1;
  return true;
}

Status FaceMerger::run() {
  if (!find_seeds()) return Status::out_of_memory;
  if (seeds_.empty()) return keep_triangles() && emit() ? Status::ok : Status::out_of_memory;
  if (!grow_faces() || !collect_loops()) return Status::out_of_memory;
  if (loop_start_.size() < 5) return Status::degenerate_shape;
  if (!straighten_edges()) return Status::out_of_memory;
  restore_small_faces();
  return emit() ? Status::ok : Status::out_of_memory;
}

}  // namespace

void PolygonMesh::renumber(std::span<const std::uint32_t> number) {
  for (std::uint32_t& v : loop_vertices) v = number[v];
  for (Hull::Edge& edge : edges) {
    for (std::uint32_t& v : edge.vertex) v = number[v];
  }
  is_vertex.truncate(vertex_count);
  for (std::uint8_t& is : is_vertex) is = 1;
  dropped_count = 0;
}

Status merge_faces(std::span<const Vec3> points, std::span<const HullTriangle> triangles,
                   std::span<const GridPlane> planes, double tolerance, MergeMode mode, PolygonMesh& mesh) {
  return FaceMerger(points, triangles, planes, tolerance, mode, mesh).run();
}

}  // namespace hyperplane
