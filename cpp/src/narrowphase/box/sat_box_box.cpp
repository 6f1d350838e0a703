#include "narrowphase/box/sat_box_box.h"

#include <bit>
#include <limits>
#include <utility>

#include "math/simd.h"
#include "narrowphase/convex/tolerances.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

/// Precomputed values of a pair for the fifteen tests.
struct BoxPair {
  double half[6];    // A's x, y, z, then B's
  double cosine[9];  // 3 j + i: between A's axis i and B's axis j
  double t[3];

  [[gnu::always_inline]] BoxPair(const Vec3& a, const Vec3& b, const Transform& b_in_a)
      : half{a.x, a.y, a.z, b.x, b.y, b.z},
        cosine{b_in_a.rotation.columns[0].x, b_in_a.rotation.columns[0].y, b_in_a.rotation.columns[0].z,
               b_in_a.rotation.columns[1].x, b_in_a.rotation.columns[1].y, b_in_a.rotation.columns[1].z,
               b_in_a.rotation.columns[2].x, b_in_a.rotation.columns[2].y, b_in_a.rotation.columns[2].z},
        t{b_in_a.translation.x, b_in_a.translation.y, b_in_a.translation.z} {}
};

/// The projections on an axis l, which need not have unit length, all scaled by |l|.
struct Projection {
  double reach_a, reach_b;
  double between;  // t.l, with its sign
  double length_squared;

  /// Least translation along the axis after which the intervals only touch, scaled by |l|.
  double overlap() const { return reach_a + reach_b - std::fabs(between); }
};

/// A face normal; reach_a and reach_b are those of the face's box and of the other box. For a variable k it has no
/// branches: it selects addresses, not values, since WebAssembly engines compile value selects to jumps.
[[gnu::always_inline]] inline Projection project_face(const BoxPair& p, int k) {
  const bool of_a = k < 3;
  // The cosines of the normal with the other box's axes: a row for A's, a column for B's.
  const int first = of_a ? k : 3 * (k - 3), step = of_a ? 3 : 1;
  const double* const other = p.half + (of_a ? 3 : 0);
  const double* const c = p.cosine + first;
  const double reach = std::fabs(c[0]) * other[0] + std::fabs(c[step]) * other[1] + std::fabs(c[2 * step]) * other[2];
  const double along_column = c[0] * p.t[0] + c[step] * p.t[1] + c[2 * step] * p.t[2];
  const double* const between = of_a ? p.t + k : &along_column;
  return {p.half[k], reach, *between, 1.0};
}

/// The edges of axis 6 + e, with the axes that follow them in the cycle 0, 1, 2.
struct EdgeAxes {
  int i, i1, i2, j, j1, j2;
};
constexpr EdgeAxes k_edge_axes[9] = {{0, 1, 2, 0, 1, 2}, {0, 1, 2, 1, 2, 0}, {0, 1, 2, 2, 0, 1},
                                     {1, 2, 0, 0, 1, 2}, {1, 2, 0, 1, 2, 0}, {1, 2, 0, 2, 0, 1},
                                     {2, 0, 1, 0, 1, 2}, {2, 0, 1, 1, 2, 0}, {2, 0, 1, 2, 0, 1}};

[[gnu::always_inline]] inline Projection project_edges(const BoxPair& p, const EdgeAxes& e) {
  // l = a_i x b_j has the components 0, -c2, c1 along A's axes i, i1, i2.
  const double* const c = p.cosine;
  const double* const b = p.half + 3;
  const double c1 = c[3 * e.j + e.i1], c2 = c[3 * e.j + e.i2];
  return {p.half[e.i1] * std::fabs(c2) + p.half[e.i2] * std::fabs(c1),
          b[e.j1] * std::fabs(c[3 * e.j2 + e.i]) + b[e.j2] * std::fabs(c[3 * e.j1 + e.i]),
          c1 * p.t[e.i2] - c2 * p.t[e.i1], c1 * c1 + c2 * c2};
}

/// The test of axis k. One function for every caller, so that all of them get the same bits; for a constant k the
/// selections compile away.
[[gnu::always_inline]] inline Projection project(const BoxPair& p, int k) {
  return k < 6 ? project_face(p, k) : project_edges(p, k_edge_axes[k - 6]);
}

constexpr std::uint32_t k_faces = 63u;
constexpr double k_infinity = std::numeric_limits<double>::infinity();
constexpr double k_parallel_edge_sine_squared = k_parallel_edge_sine * k_parallel_edge_sine;

[[gnu::always_inline]] inline bool gives_axis(const Projection& projection, int k) {
  return k < 6 || projection.length_squared > k_parallel_edge_sine_squared;
}

constexpr double k_unit_axes[3][3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

/// Unit vector along axis k, on its positive side. @param inverse_length of the edges' cross product.
[[gnu::always_inline]] inline Vec3 direction(const BoxPair& p, int k, double inverse_length) {
  if (k < 6) {
    const double* const l = k < 3 ? k_unit_axes[k] : p.cosine + 3 * (k - 3);
    return {l[0], l[1], l[2]};
  }
  const EdgeAxes& e = k_edge_axes[k - 6];
  double l[3];
  l[e.i] = 0.0;
  l[e.i1] = -p.cosine[3 * e.j + e.i2] * inverse_length;
  l[e.i2] = p.cosine[3 * e.j + e.i1] * inverse_length;
  return {l[0], l[1], l[2]};
}

[[gnu::always_inline]] inline bool separates(const Projection& projection, int k) {
  // Both sides evaluated: no branch.
  const bool exists = gives_axis(projection, k), is_apart = projection.overlap() < 0.0;
  return exists & is_apart;
}

/// x |x|: the square with its sign, which is monotonic in x. Compares quotients by a square root without computing the
/// root.
[[gnu::always_inline]] inline double signed_square(double x) { return x * std::fabs(x); }

/// How overlaps are compared to find the least.
struct Tie {
  double width;
  /// Overlaps of at most this leave the verdict in doubt. For edges it applies before the division by the length of the
  /// axis, which magnifies rounding in the projections of nearly parallel edges.
  double doubt;

  [[gnu::always_inline]] explicit Tie(const BoxPair& p) {
    const double size = p.half[0] + p.half[1] + p.half[2] + p.half[3] + p.half[4] + p.half[5];
    width = k_axis_tie * size;
    doubt = k_touch_doubt * size;
  }

  /// A separating axis never ties with an overlapping one.
  [[gnu::always_inline]] bool ties(double overlap, double least) const {
    return (overlap <= least + width) & ((least >= 0.0) | (overlap < 0.0));
  }
  /// Whether rounding could flip the decision of an edge axis.
  [[gnu::always_inline]] bool is_doubtful(const Projection& edge) const { return std::fabs(edge.overlap()) <= doubt; }
  /// Whether an edge axis undercuts the least face overlap by more than a tie, or separates although no face does.
  [[gnu::always_inline]] bool is_less(const Projection& edge, double least_of_faces) const {
    const double overlap = edge.overlap();
    return (signed_square(overlap) < signed_square(least_of_faces - width) * edge.length_squared) |
           ((overlap < 0.0) & (least_of_faces >= 0.0));
  }
};

/// Overlaps on the six face normals, in order.
struct FaceOverlaps {
  double of[6];

  [[gnu::always_inline]] explicit FaceOverlaps(const BoxPair& p)
      : of{project_face(p, 0).overlap(), project_face(p, 1).overlap(), project_face(p, 2).overlap(),
           project_face(p, 3).overlap(), project_face(p, 4).overlap(), project_face(p, 5).overlap()} {}

  [[gnu::always_inline]] double least() const {
    double least[2];
    store(least, min(min(load(of), load(of + 2)), load(of + 4)));
    return min(least[0], least[1]);
  }
  [[gnu::always_inline]] bool any_separates() const {
    return ((of[0] < 0.0) | (of[1] < 0.0) | (of[2] < 0.0) | (of[3] < 0.0) | (of[4] < 0.0) | (of[5] < 0.0)) != 0;
  }
};

/// The edge axes that pass a test, as bits from 6 on; branch-free.
template <class Test, int... k>
[[gnu::always_inline]] inline std::uint32_t edges_that(const BoxPair& pair, Test test,
                                                       std::integer_sequence<int, k...>) {
  return ((static_cast<std::uint32_t>(test(project(pair, 6 + k))) << (6 + k)) | ...);
}
template <class Test>
[[gnu::always_inline]] inline std::uint32_t edges_that(const BoxPair& pair, Test test) {
  return edges_that(pair, test, std::make_integer_sequence<int, 9>{});
}

/// The side of A along an axis on which B lies; positive if it lies on neither, -0 included.
[[gnu::always_inline]] inline double side_of(double between) { return with_sign(1.0, between); }

/// The first of the given edge axes that ties with their least overlap. All of them give an axis.
BoxSat least_of_edges(const BoxPair& pair, const Tie& tie, std::uint32_t edges) {
  struct Edge {
    int axis;
    double inverse_length, depth, between;
  };
  Edge list[9];
  int count = 0;
  double least = k_infinity;
  for (; edges != 0; edges &= edges - 1) {
    const int k = std::countr_zero(edges);
    const Projection projection = project(pair, k);
    const double inverse_length = 1.0 / std::sqrt(projection.length_squared);
    const double depth = projection.overlap() * inverse_length;
    list[count++] = {k, inverse_length, depth, projection.between};
    least = min(depth, least);
  }
  const Edge* edge = list;
  while (edge + 1 < list + count && !tie.ties(edge->depth, least)) ++edge;
  const Vec3 positive = direction(pair, edge->axis, edge->inverse_length);
  return {edge->depth >= 0.0, edge->axis, positive * side_of(edge->between), edge->depth};
}

[[gnu::always_inline]] inline BoxSat face_sat(const BoxPair& pair, int k) {
  const Projection projection = project_face(pair, k);
  return {projection.overlap() >= 0.0, k, direction(pair, k, 1.0) * side_of(projection.between), projection.overlap()};
}

/// The result of a face axis with its doubt; empty if the boxes are apart beyond doubt.
[[gnu::always_inline]] inline BoxSat beyond_doubt(const Tie& tie, BoxSat sat, bool edges_doubtful) {
  if (sat.depth < -tie.doubt) return {};
  sat.is_doubtful = edges_doubtful | (sat.depth <= tie.doubt);
  return sat;
}

/// Whether a separating axis is across two boxes without thickness that only rounding separates.
bool touch_flat(const BoxPair& pair, const Tie& tie, const BoxSat& sat) {
  const Projection across = project(pair, sat.axis);
  return sat.depth >= -tie.doubt && is_flat({pair.half[0], pair.half[1], pair.half[2]}) &&
         is_flat({pair.half[3], pair.half[4], pair.half[5]}) &&
         across.reach_a + across.reach_b <= tie.doubt * std::sqrt(across.length_squared);
}

/// All fifteen axes, whether one separates or not. Few edges undercut the best face: a branch-free pass finds those,
/// and only they are tested one by one.
[[gnu::always_inline]] inline BoxSat find_least(const BoxPair& pair) {
  const FaceOverlaps faces(pair);
  const double least = faces.least();
  const Tie tie(pair);
  const std::uint32_t less = edges_that(pair, [&](const Projection& projection) {
    const bool exists = gives_axis(projection, 6), is_less = tie.is_less(projection, least);
    return exists & is_less;
  });
  const auto of_faces = [&] {
    std::uint32_t tying = 1u << 5;  // the last one, if no other did
    for (int k = 0; k < 6; ++k) tying |= static_cast<std::uint32_t>(tie.ties(faces.of[k], least)) << k;
    return face_sat(pair, std::countr_zero(tying));
  };
  BoxSat sat = less != 0 ? least_of_edges(pair, tie, less) : of_faces();
  // An edge axis in doubt overlaps by at most this after division by its length; no axis overlaps by less than `sat`.
  // Boxes that are farther apart than this are apart whatever the other axes give.
  const double most_in_doubt = tie.doubt * (1.0 / k_parallel_edge_sine);
  if (std::fabs(sat.depth) > most_in_doubt) return sat;
  const std::uint32_t doubtful = edges_that(pair, [&](const Projection& projection) {
    const bool exists = gives_axis(projection, 6), is_doubtful = tie.is_doubtful(projection);
    return exists & is_doubtful;
  });
  const bool is_doubtful = (std::fabs(sat.depth) <= tie.doubt) | (doubtful != 0);
  if (sat.depth < 0.0 && touch_flat(pair, tie, sat)) {
    // Edges in the plane of a face touch where they cross, which can be outside of the boxes.
    if (sat.axis >= 6 && least <= tie.width) sat = of_faces();
    sat.intersects = true;
    sat.depth = 0.0;
  }
  sat.is_doubtful = is_doubtful;
  return sat;
}

/// No early exit: a mispredicted branch costs more than testing the edges.
[[gnu::always_inline]] inline bool no_axis_separates(const BoxPair& pair) {
  const bool face_separates = FaceOverlaps(pair).any_separates();
  const bool edges_separate = edges_that(pair, [](const Projection& axis) { return separates(axis, 6); }) != 0;
  return !(face_separates | edges_separate);
}

}  // namespace

bool boxes_intersect(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a) {
  return no_axis_separates(BoxPair(half_a, half_b, b_in_a));
}

BoxSat signed_box_sat(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a) {
  return find_least(BoxPair(half_a, half_b, b_in_a));
}

LeastFaceOverlap least_face_overlap(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a) {
  const FaceOverlaps faces(BoxPair(half_a, half_b, b_in_a));
  const double least = faces.least();
  std::uint32_t equal = 1u << 5;
  for (int k = 0; k < 5; ++k) equal |= static_cast<std::uint32_t>(faces.of[k] == least) << k;
  return {std::countr_zero(equal), least};
}

BoxSat box_sat(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, std::uint32_t candidates) {
  const BoxPair pair(half_a, half_b, b_in_a);
  const Tie tie(pair);
  std::uint32_t faces = candidates & k_faces;
  if (candidates == (faces & (0u - faces))) {
    return beyond_doubt(tie, face_sat(pair, std::countr_zero(faces)), false);
  }
  double overlaps[6], least = k_infinity;
  for (std::uint32_t rest = faces; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    overlaps[k] = project_face(pair, k).overlap();
    least = min(overlaps[k], least);
  }
  if (least < -tie.doubt) return {};
  std::uint32_t less = 0;
  bool edges_doubtful = false;
  for (std::uint32_t rest = candidates & ~k_faces; rest != 0; rest &= rest - 1) {
    const int k = std::countr_zero(rest);
    const Projection projection = project(pair, k);
    const bool exists = gives_axis(projection, k), is_apart = projection.overlap() < -tie.doubt;
    if (exists & is_apart) return {};
    edges_doubtful |= exists & tie.is_doubtful(projection);
    const bool is_less = tie.is_less(projection, least);
    less |= static_cast<std::uint32_t>(exists & is_less) << k;
  }
  if (less != 0) {
    BoxSat sat = least_of_edges(pair, tie, less);
    sat.is_doubtful = edges_doubtful | (least <= tie.doubt);
    return sat;
  }
  while (!std::has_single_bit(faces) && !tie.ties(overlaps[std::countr_zero(faces)], least)) faces &= faces - 1;
  return beyond_doubt(tie, face_sat(pair, std::countr_zero(faces)), edges_doubtful);
}

BoxAxis box_axis(const Vec3& half_a, const Vec3& half_b, const Transform& b_in_a, int axis) {
  const BoxPair pair(half_a, half_b, b_in_a);
  Projection projection = project(pair, axis);
  if (!gives_axis(projection, axis)) return {};
  if (axis >= 3 && axis < 6) std::swap(projection.reach_a, projection.reach_b);
  const double inverse = 1.0 / std::sqrt(projection.length_squared);
  const Vec3 positive = direction(pair, axis, inverse);
  return {true, positive * side_of(projection.between), projection.reach_a * inverse, projection.reach_b * inverse,
          std::fabs(projection.between) * inverse};
}

}  // namespace hyperplane
