#include "narrowphase/convex/epa_polytope.h"

#include "math/simd.h"

namespace hyperplane {

bool EpaPolytope::start(const SupportPoint* corners) {
  for (int i = 0; i < 4; ++i) vertices_[i] = corners[i];
  const Vec3 a = corners[0].w, ab = corners[1].w - a, ac = corners[2].w - a, ad = corners[3].w - a;
  const double volume = dot(cross(ab, ac), ad);
  // Positive: d is above the triangle a, b, c as seen with a, b, c counter-clockwise; the triangle then faces inwards.
  if (volume > 0.0) {
    vertices_[1] = corners[2];
    vertices_[2] = corners[1];
  }
  vertex_count_ = 4;
  face_rows_ = 4;
  free_count_ = 0;
  constexpr Index k_corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
  constexpr Index k_neighbours[4][3] = {{1, 2, 3}, {3, 2, 0}, {1, 3, 0}, {2, 1, 0}};
  for (int i = 0; i < 4; ++i) {
    set_face(i, k_corners[i][0], k_corners[i][1], k_corners[i][2]);
    for (int j = 0; j < 3; ++j) faces_[i].neighbour[j] = k_neighbours[i][j];
  }
  const double longest_squared = max(length_squared(ab), max(length_squared(ac), length_squared(ad)));
  return std::fabs(volume) > k_epa_min_start_volume * longest_squared * std::sqrt(longest_squared);
}

void EpaPolytope::set_plane(int face, const Vec3& normal, double distance) {
  normals_[0][face] = normal.x;
  normals_[1][face] = normal.y;
  normals_[2][face] = normal.z;
  distances_[face] = distance;
}

void EpaPolytope::set_face(int face, int v0, int v1, int v2) {
  const Vec3 a = at(v0);
  const Vec3 across = cross(at(v1) - a, at(v2) - a);
  const double area = length(across);
  // A face without area has no plane. It stays as a patch of the surface, but is never the closest one.
  const Vec3 normal = area > 0.0 ? across * (1.0 / area) : Vec3{};
  set_plane(face, normal, area > 0.0 ? dot(normal, a) : 0.5 * k_dead);
  Face& f = faces_[face];
  f.vertex[0] = static_cast<Index>(v0);
  f.vertex[1] = static_cast<Index>(v1);
  f.vertex[2] = static_cast<Index>(v2);
}

int EpaPolytope::closest_face() const {
  constexpr double k_first[2] = {0.0, 1.0};
  F64x2 row = load(k_first), closest = row, least = load(distances_);
  for (int i = 2; i < face_rows_; i += 2) {
    row = row + splat(2.0);
    const F64x2 distance = load(distances_ + i);
    closest = select(distance < least, row, closest);
    least = min(distance, least);
  }
  double rows[2], distances[2];
  store(rows, closest);
  store(distances, least);
  const bool is_first = distances[0] < distances[1] || (distances[0] == distances[1] && rows[0] < rows[1]);
  return static_cast<int>(rows[is_first ? 0 : 1]);
}

/// Per face: 1 if it is visible from the point, or almost, else 0.
void EpaPolytope::find_seen(const Vec3& point, double coplanar_distance, std::uint8_t* seen) const {
  const F64x2 x = splat(point.x), y = splat(point.y), z = splat(point.z), least = splat(-coplanar_distance);
  for (int i = 0; i < face_rows_; i += 2) {
    const F64x2 along = load(normals_[0] + i) * x + load(normals_[1] + i) * y + load(normals_[2] + i) * z;
    const std::uint32_t both = bits(along - load(distances_ + i) >= least);
    seen[i] = both & 1u;
    seen[i + 1] = static_cast<std::uint8_t>(both >> 1);
  }
}

bool EpaPolytope::expand(int seed, const SupportPoint& point, double coplanar_distance) {
  if (vertex_count_ == k_max_vertices) return false;

  // Branch-free: edges and faces are written first and overwritten by the next if they do not count. So the workspace
  // has room for three edges and one face more than the maximum.
  struct HorizonEdge {
    Index from, to, beyond;
  };
  HorizonEdge horizon[k_max_vertices + 3];
  Index visible[k_max_faces + 1];
  // 0: hidden, 1: visible, more: visible and recorded. Faces coplanar with the point are removed too: otherwise the fan
  // would have a face without area if the point lies on the line through one of its edges.
  std::uint8_t states[k_max_faces];
  find_seen(point.w, coplanar_distance, states);
  int horizon_count = 0, visible_count = 1;
  visible[0] = static_cast<Index>(seed);
  states[seed] = 3;
  // The set of visible faces is also the queue of faces whose neighbours are still to be visited.
  for (int next = 0; next < visible_count; ++next) {
    const Face& f = faces_[visible[next]];
    for (int i = 0; i < 3; ++i) {
      const Index g = f.neighbour[i];
      const std::uint8_t state = states[g];
      visible[visible_count] = g;
      visible_count += state == 1 ? 1 : 0;
      states[g] = static_cast<std::uint8_t>(state | state << 1);
      horizon[horizon_count] = {f.vertex[i], f.vertex[i == 2 ? 0 : i + 1], g};
      horizon_count += state == 0 ? 1 : 0;
    }
    if (horizon_count > vertex_count_) return false;  // more edges than corners: not one simple loop
  }

  const int added = vertex_count_;
  if (horizon_count < 3 || face_rows_ + horizon_count - visible_count - free_count_ > k_max_faces) return false;
  // The edges must form one loop: back to the first in as many steps as there are edges.
  Index begins[k_max_vertices];
  for (int i = 0; i < horizon_count; ++i) begins[horizon[i].to] = 0;
  for (int i = 0; i < horizon_count; ++i) begins[horizon[i].from] = static_cast<Index>(i);
  bool is_loop = true;
  Index last = 0;
  for (int i = 1; i < horizon_count; ++i) {
    last = begins[horizon[last].to];
    is_loop = is_loop && last != 0;
  }
  if (!is_loop || horizon[last].to != horizon[0].from) return false;

  vertices_[vertex_count_++] = point;
  for (int i = 0; i < visible_count; ++i) {
    distances_[visible[i]] = k_dead;
    free_[free_count_++] = visible[i];
  }
  Index rows[k_max_vertices];
  for (int i = 0; i < horizon_count; ++i) {
    rows[i] = free_count_ > 0 ? free_[--free_count_] : static_cast<Index>(face_rows_++);
  }
  for (int i = 0; i < horizon_count; ++i) {
    const HorizonEdge& edge = horizon[i];
    const Index row = rows[i], next = rows[begins[edge.to]];
    set_face(row, edge.from, edge.to, added);
    faces_[row].neighbour[0] = edge.beyond;
    faces_[row].neighbour[1] = next;
    faces_[next].neighbour[2] = row;
    // The neighbour has the edge in the opposite direction.
    Face& beyond = faces_[edge.beyond];
    beyond.neighbour[(beyond.vertex[1] == edge.to ? 1 : 0) + (beyond.vertex[2] == edge.to ? 2 : 0)] = row;
  }
  if (face_rows_ % 2 != 0) set_plane(face_rows_, {}, k_dead);
  return true;
}

void EpaPolytope::foot(int face, double weights[3]) const {
  const Face& f = faces_[face];
  const Vec3 p = at(f.vertex[0]), pq = at(f.vertex[1]) - p, pr = at(f.vertex[2]) - p;
  const Vec3 pf = normal(face) * distances_[face] - p;
  const Vec3 across = cross(pq, pr);
  const double inverse = 1.0 / length_squared(across);
  weights[1] = dot(across, cross(pf, pr)) * inverse;
  weights[2] = dot(across, cross(pq, pf)) * inverse;
  weights[0] = 1.0 - weights[1] - weights[2];
}

SupportPoint EpaPolytope::closest_point(int closest_face, double distance) const {
  int face = closest_face;
  double weights[3];
  foot(face, weights);
  double inside = min(weights[0], min(weights[1], weights[2]));
  for (int i = 0; i < face_rows_ && inside < 0.0; ++i) {
    if (distances_[i] > distance) continue;
    if (length_squared(normal(i) - normal(closest_face)) > k_epa_same_plane * k_epa_same_plane) continue;
    double other[3];
    foot(i, other);
    const double other_inside = min(other[0], min(other[1], other[2]));
    if (!(other_inside > inside)) continue;
    face = i;
    inside = other_inside;
    for (int k = 0; k < 3; ++k) weights[k] = other[k];
  }
  // A foot that rounding puts outside all faces is moved to the border of the nearest one.
  const double q = clamp(weights[1], 0.0, 1.0), r = clamp(weights[2], 0.0, 1.0 - q);
  const Face& f = faces_[face];
  const SupportPoint &u = vertices_[f.vertex[0]], &v = vertices_[f.vertex[1]], &w = vertices_[f.vertex[2]];
  const double p = 1.0 - q - r;
  return {u.w * p + v.w * q + w.w * r, u.a * p + v.a * q + w.a * r};
}

}  // namespace hyperplane
