#include "narrowphase/convex/epa_polytope.h"

#include <bit>

#include "math/simd.h"

namespace hyperplane {

namespace {

/// A face's distance, with the face's index in the lowest bits of the fraction: the least key identifies the closest
/// face.
double key_of(double distance, int face) {
  return std::bit_cast<double>((std::bit_cast<std::uint64_t>(distance) & ~std::uint64_t{0xff}) |
                               static_cast<std::uint64_t>(face));
}

/// Greater than all keys.
constexpr double k_no_key = 1e301;

int face_of(F64x2 keys) {
  double both[2];
  store(both, keys);
  return static_cast<int>(std::bit_cast<std::uint64_t>(both[0] < both[1] ? both[0] : both[1]) & 0xff);
}

/// The code of a vertex in the sums of EpaPolytope::find_outline.
std::uint32_t code_of(std::uint32_t vertex) { return vertex + (vertex * vertex << 16); }

/// The sum of the vertices in a sum of codes.
int sum_of_vertices(std::uint32_t codes) { return static_cast<std::int16_t>(codes & 0xffffu); }

}  // namespace

struct EpaPolytope::Lanes {
  F64x2 x, y, z;

  Lanes(F64x2 in_x, F64x2 in_y, F64x2 in_z) : x(in_x), y(in_y), z(in_z) {}
  Lanes(const Vec3& a, const Vec3& b) : x(lanes_of(a.x, b.x)), y(lanes_of(a.y, b.y)), z(lanes_of(a.z, b.z)) {}
  Lanes operator-(const Lanes& b) const { return {x - b.x, y - b.y, z - b.z}; }
  F64x2 dot(const Lanes& b) const { return x * b.x + y * b.y + z * b.z; }
};

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
  face_count_ = 4;
  constexpr Index k_corners[4][3] = {{0, 1, 2}, {0, 3, 1}, {1, 3, 2}, {2, 3, 0}};
  for (int i = 0; i < 4; ++i) faces_[i] = {{k_corners[i][0], k_corners[i][1], k_corners[i][2]}};
  for (int i = 0; i < 4; i += 2) {
    const Index *v = k_corners[i], *w = k_corners[i + 1];
    set_planes(i, i + 1, {at(v[0]), at(w[0])}, {at(v[1]), at(w[1])}, {at(v[2]), at(w[2])});
  }
  closest_ = face_of(min(load(keys_), load(keys_ + 2)));
  const double longest_squared = max(length_squared(ab), max(length_squared(ac), length_squared(ad)));
  return std::fabs(volume) > k_epa_min_start_volume * longest_squared * std::sqrt(longest_squared);
}

/// A face without area has no plane. It stays as a patch of the surface, but is never the closest one.
void EpaPolytope::set_planes(int first, int second, const Lanes& a, const Lanes& b, const Lanes& c) {
  const Lanes u = b - a, v = c - a;
  const Lanes across{u.y * v.z - u.z * v.y, u.z * v.x - u.x * v.z, u.x * v.y - u.y * v.x};
  const F64x2 area = sqrt(across.dot(across));
  const U64x2 has_area = splat(0.0) < area;
  const F64x2 inverse = splat(1.0) / area;
  const Lanes normal{keep_where(has_area, across.x * inverse), keep_where(has_area, across.y * inverse),
                     keep_where(has_area, across.z * inverse)};
  const F64x2 distance = select(has_area, normal.dot(a), splat(k_no_plane));
  const auto put = [&](double* to, F64x2 both) {
    double values[2];
    store(values, both);
    to[first] = values[0];
    to[second] = values[1];
  };
  put(normals_[0], normal.x);
  put(normals_[1], normal.y);
  put(normals_[2], normal.z);
  put(distances_, distance);
  double both[2];
  store(both, distance);
  keys_[first] = key_of(both[0], first);
  keys_[second] = key_of(both[1], second);
}

int EpaPolytope::find_visible(const Vec3& point, double coplanar_distance, Index* visible, F64x2& least_key) const {
  constexpr int k_word = 64;
  const F64x2 x = splat(point.x), y = splat(point.y), z = splat(point.z), least = splat(-coplanar_distance);
  int count = 0;
  for (int first = 0; first < face_count_; first += k_word) {
    const int end = face_count_ - first < k_word ? face_count_ : first + k_word;
    std::uint64_t seen = 0;
    for (int i = first; i < end; i += 2) {
      const F64x2 along = load(normals_[0] + i) * x + load(normals_[1] + i) * y + load(normals_[2] + i) * z;
      const U64x2 is_visible = along - load(distances_ + i) >= least;
      least_key = min(select(is_visible, splat(k_no_key), load(keys_ + i)), least_key);
      seen |= std::uint64_t{bits(is_visible)} << (i - first);
    }
    for (; seen != 0; seen &= seen - 1) visible[count++] = static_cast<Index>(first + std::countr_zero(seen));
  }
  return count;
}

int EpaPolytope::find_outline(const Index* visible, int visible_count, Index* outline) const {
  std::uint32_t turns[k_max_vertices];
  for (int i = 0; i < vertex_count_; ++i) turns[i] = 0;
  for (int i = 0; i < visible_count; ++i) {
    const Index* v = faces_[visible[i]].vertex;
    const std::uint32_t a = code_of(v[0]), b = code_of(v[1]), c = code_of(v[2]);
    turns[v[0]] += b - c;
    turns[v[1]] += c - a;
    turns[v[2]] += a - b;
  }
  int first = faces_[visible[0]].vertex[0];
  // A vertex inside the patch is rare.
  for (int i = 1; turns[first] == 0; ++i) {
    if (i == 3 * visible_count) return 0;
    first = faces_[visible[i / 3]].vertex[i % 3];
  }
  // Both neighbours of the first vertex: the difference of their squares is the difference of their numbers times their
  // sum.
  const int across = sum_of_vertices(turns[first]);
  if (across == 0) return 0;
  const int squares = static_cast<int>(turns[first] - static_cast<std::uint32_t>(across)) >> 16;
  const int before = (squares / across - across) / 2, most = visible_count + 2;
  int last = before, vertex = first, count = 0;
  do {
    if (count == most || vertex >= vertex_count_) return 0;
    outline[count++] = static_cast<Index>(vertex);
    const int next = (last + sum_of_vertices(turns[vertex])) & (k_max_vertices - 1);
    turns[vertex] = 0;
    last = vertex;
    vertex = next;
  } while (vertex != first);
  if (last != before) return 0;
  // A disc without inner vertices has two edges more than faces, and two fewer for each such vertex. Then there must be
  // no other outline.
  if (count < most) {
    if (count < 3 || (most - count) % 2 != 0) return 0;
    for (int i = 0; i < vertex_count_; ++i) {
      if (turns[i] != 0) return 0;
    }
  }
  return count;
}

bool EpaPolytope::expand(const SupportPoint& point, double coplanar_distance) {
  if (vertex_count_ == k_max_vertices) return false;
  // Faces coplanar with the point are removed too: otherwise the fan would have a face without area if the point lies
  // on the line through one of its edges.
  Index rows[k_max_faces + 3], outline[k_max_faces + 4];
  F64x2 least_key = splat(k_no_key);
  const int visible_count = find_visible(point.w, coplanar_distance, rows, least_key);
  const int count = visible_count > 0 ? find_outline(rows, visible_count, outline) : 0;
  if (count == 0) return false;
  // The new faces replace the visible ones, plus two rows. There are fewer if a vertex ends up inside; the last faces
  // then fill the gaps. For an odd number of faces the first is computed twice, the second time into the unused row.
  for (int i = 0; i < 3; ++i) rows[visible_count + i] = static_cast<Index>(face_count_ + i);
  face_count_ += count > visible_count ? 2 : 0;
  const auto added = static_cast<Index>(vertex_count_);
  vertices_[vertex_count_++] = point;
  outline[count] = outline[0];
  outline[count + 1] = outline[1];
  const Lanes apex(point.w, point.w);
  for (int i = 0; i < count; i += 2) {
    const Index row = rows[i], next_row = rows[i + 1];
    const Index a = outline[i], b = outline[i + 1], c = outline[i + 2];
    faces_[row] = {{a, b, added}};
    faces_[next_row] = {{b, c, added}};
    set_planes(row, next_row, {at(a), at(b)}, {at(b), at(c)}, apex);
    least_key = min(lanes_of(keys_[row], i + 1 < count ? keys_[next_row] : k_no_key), least_key);
  }
  if (visible_count > count) {
    for (int i = visible_count; i > count;) move_face(--face_count_, rows[--i]);
    least_key = splat(k_no_key);
    for (int i = 0; i < face_count_; i += 2) least_key = min(load(keys_ + i), least_key);
  }
  closest_ = face_of(least_key);
  return true;
}

void EpaPolytope::move_face(int from, int to) {
  faces_[to] = faces_[from];
  for (double* components : normals_) components[to] = components[from];
  distances_[to] = distances_[from];
  keys_[to] = key_of(distances_[to], to);
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
  for (int i = 0; i < face_count_ && inside < 0.0; ++i) {
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
