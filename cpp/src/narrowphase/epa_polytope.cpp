#include "narrowphase/epa_polytope.h"

namespace hyperplane {

bool EpaPolytope::start(const SupportPoint corners[4]) {
  for (int i = 0; i < 4; ++i) vertices_[i] = corners[i];
  const Vec3 a = corners[0].w, ab = corners[1].w - a, ac = corners[2].w - a, ad = corners[3].w - a;
  const double volume = dot(cross(ab, ac), ad);
  // Positive: d is above the triangle a, b, c as seen with a, b, c counter-clockwise, which then looks inwards.
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

void EpaPolytope::set_face(int face, int v0, int v1, int v2) {
  Face& f = faces_[face];
  const Vec3 a = vertices_[v0].w;
  const Vec3 normal = cross(vertices_[v1].w - a, vertices_[v2].w - a);
  const double area = length(normal);
  // A face without area has no plane. It stays as a patch of the surface, but is never the closest one.
  f.normal = area > 0.0 ? normal * (1.0 / area) : Vec3{};
  distances_[face] = area > 0.0 ? dot(f.normal, a) : 0.5 * k_dead;
  f.vertex[0] = static_cast<Index>(v0);
  f.vertex[1] = static_cast<Index>(v1);
  f.vertex[2] = static_cast<Index>(v2);
}

int EpaPolytope::closest_face() const {
  int best = 0;
  for (int i = 1; i < face_rows_; ++i) {
    if (distances_[i] < distances_[best]) best = i;
  }
  return best;
}

bool EpaPolytope::expand(int seed, const SupportPoint& point, double coplanar_distance) {
  if (vertex_count_ == k_max_vertices) return false;

  struct HorizonEdge {
    Index from, to, beyond;
  };
  HorizonEdge horizon[k_max_vertices];
  Index visible[k_max_faces];
  enum State : std::uint8_t { unknown, seen, hidden };
  State states[k_max_faces] = {};
  int horizon_count = 0, visible_count = 1;
  visible[0] = static_cast<Index>(seed);
  states[seed] = seen;
  // The set of visible faces serves as the queue of those whose neighbours are still to be looked at.
  for (int next = 0; next < visible_count; ++next) {
    const Face& f = faces_[visible[next]];
    for (int i = 0; i < 3; ++i) {
      const int g = f.neighbour[i];
      if (states[g] == unknown) {
        // A face in whose plane the point lies is taken out with the others: the cone would else get a side without
        // area where the point lies on the line through one of its edges.
        const bool is_seen = dot(faces_[g].normal, point.w) - distances_[g] >= -coplanar_distance;
        states[g] = is_seen ? seen : hidden;
        if (is_seen) visible[visible_count++] = static_cast<Index>(g);
      }
      if (states[g] == hidden) {
        if (horizon_count == vertex_count_) return false;  // more edges than corners: not one simple loop
        horizon[horizon_count++] = {f.vertex[i], f.vertex[i == 2 ? 0 : i + 1], static_cast<Index>(g)};
      }
    }
  }

  const int added = vertex_count_;
  if (horizon_count < 3 || face_rows_ + horizon_count - visible_count - free_count_ > k_max_faces) return false;
  // Every corner of the outline must begin exactly one of its edges, and the edges must make one loop.
  constexpr Index k_none = 255;
  Index begins[k_max_vertices];
  for (int i = 0; i < added; ++i) begins[i] = k_none;
  for (int i = 0; i < horizon_count; ++i) {
    if (begins[horizon[i].from] != k_none) return false;
    begins[horizon[i].from] = static_cast<Index>(i);
  }
  int length = 0;
  int at = 0;
  do {
    at = begins[horizon[at].to];
    if (at == k_none || ++length > horizon_count) return false;
  } while (at != 0);
  if (length != horizon_count) return false;

  vertices_[vertex_count_++] = point;
  for (int i = 0; i < visible_count; ++i) {
    distances_[visible[i]] = k_dead;
    free_[free_count_++] = visible[i];
  }
  Index rows[k_max_faces];
  for (int i = 0; i < horizon_count; ++i) {
    rows[i] = free_count_ > 0 ? free_[--free_count_] : static_cast<Index>(face_rows_++);
  }
  for (int i = 0; i < horizon_count; ++i) {
    const HorizonEdge& edge = horizon[i];
    set_face(rows[i], edge.from, edge.to, added);
    const Index next = rows[begins[edge.to]];
    faces_[rows[i]].neighbour[0] = edge.beyond;
    faces_[rows[i]].neighbour[1] = next;
    faces_[next].neighbour[2] = rows[i];
    Face& beyond = faces_[edge.beyond];
    for (int j = 0; j < 3; ++j) {
      if (beyond.vertex[j] == edge.to && beyond.vertex[j == 2 ? 0 : j + 1] == edge.from) beyond.neighbour[j] = rows[i];
    }
  }
  return true;
}

void EpaPolytope::foot(int face, double weights[3]) const {
  const Face& f = faces_[face];
  const Vec3 p = vertices_[f.vertex[0]].w, pq = vertices_[f.vertex[1]].w - p, pr = vertices_[f.vertex[2]].w - p;
  const Vec3 pf = f.normal * distances_[face] - p;
  const Vec3 normal = cross(pq, pr);
  const double inverse = 1.0 / length_squared(normal);
  weights[1] = dot(normal, cross(pf, pr)) * inverse;
  weights[2] = dot(normal, cross(pq, pf)) * inverse;
  weights[0] = 1.0 - weights[1] - weights[2];
}

Vec3 EpaPolytope::point_on_a(int closest_face, double distance) const {
  int face = closest_face;
  double weights[3];
  foot(face, weights);
  double inside = min(weights[0], min(weights[1], weights[2]));
  for (int i = 0; i < face_rows_ && inside < 0.0; ++i) {
    if (distances_[i] > distance) continue;
    if (length_squared(faces_[i].normal - faces_[closest_face].normal) > k_epa_same_plane * k_epa_same_plane) continue;
    double other[3];
    foot(i, other);
    const double other_inside = min(other[0], min(other[1], other[2]));
    if (!(other_inside > inside)) continue;
    face = i;
    inside = other_inside;
    for (int k = 0; k < 3; ++k) weights[k] = other[k];
  }
  // A foot beside all faces, by a rounding, is moved to the border of the one that it is nearest to.
  const double q = clamp(weights[1], 0.0, 1.0), r = clamp(weights[2], 0.0, 1.0 - q);
  const Face& f = faces_[face];
  return vertices_[f.vertex[0]].a * (1.0 - q - r) + vertices_[f.vertex[1]].a * q + vertices_[f.vertex[2]].a * r;
}

}  // namespace hyperplane
