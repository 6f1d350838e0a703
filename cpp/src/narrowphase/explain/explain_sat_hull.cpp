#include "narrowphase/explain/explain_sat_hull.h"

#include <limits>

#include "hull/hull.h"
#include "narrowphase/convex/tolerances.h"
#include "narrowphase/explain/explained_pair.h"
#include "shape/dispatch.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

constexpr Vec3 k_box_axes[3] = {{1.0, 0.0, 0.0}, {0.0, 1.0, 0.0}, {0.0, 0.0, 1.0}};

/// Directions of the faces and edges of a polytope: three of each for a box. Empty for other shapes, also rounded ones.
struct Directions {
  /// Null: a box.
  const Hull* hull = nullptr;
  std::uint32_t face_count = 0, edge_count = 0;

  explicit Directions(const Shape& shape) {
    visit_shape(shape, [&](const auto& s) { set(s); });
  }

  void set(const Box& /*box*/) { face_count = edge_count = 3; }
  void set(const ConvexHull& polytope) {
    if (polytope.rounding > 0.0) return;
    hull = polytope.hull;
    face_count = hull->face_count();
    edge_count = hull->edge_count();
  }
  template <class Other>
  void set(const Other& /*other*/) {}

  /// Unit.
  Vec3 face_normal(std::uint32_t face) const { return hull == nullptr ? k_box_axes[face] : hull->faces()[face].normal; }
  Vec3 edge(std::uint32_t index) const {
    if (hull == nullptr) return k_box_axes[index];
    const Hull::Edge edge = hull->edges()[index];
    return hull->points()[edge.vertex[1]] - hull->points()[edge.vertex[0]];
  }
};

SatAxis candidate(SatSource source, int index_a, int index_b) {
  SatAxis axis;
  axis.source = source;
  axis.index_a = index_a;
  axis.index_b = index_b;
  return axis;
}

/// Projects both shapes on an axis and orients it along the shorter way apart.
/// @param n unit, in the frame of A.
void project(ExplainedPair& explained, const Vec3& n, SatAxis& axis) {
  // A support point consists of A's farthest point along the direction and B's against it.
  const SupportPoint ahead = explained.support(n), back = explained.support(-n);
  double min_a = dot(n, back.a), max_a = dot(n, ahead.a), min_b = dot(n, ahead.b()), max_b = dot(n, back.b());
  axis.exists = true;
  axis.axis = explained.in_world(n);
  if (max_b - min_a < max_a - min_b) {
    axis.axis = -axis.axis;
    const double a = min_a, c = min_b;
    min_a = -max_a;
    max_a = -a;
    min_b = -max_b;
    max_b = -c;
  }
  axis.overlap = max_a - min_b;
  const double origin = dot(axis.axis, explained.frame_a * explained.pair.core_origin_a);
  axis.min_a = origin + min_a;
  axis.max_a = origin + max_a;
  axis.min_b = origin + min_b;
  axis.max_b = origin + max_b;
}

/// The first of the axes whose overlap ties with the least one; a separating axis never ties with an overlapping one.
std::size_t decisive_axis(std::span<const SatAxis> axes, double tie) {
  double least = std::numeric_limits<double>::infinity();
  for (const SatAxis& axis : axes) least = min(least, axis.overlap);
  std::size_t k = 0;
  while (!(axes[k].overlap <= least + tie && (least >= 0.0 || axes[k].overlap < 0.0))) ++k;
  return k;
}

}  // namespace

std::size_t polyhedron_axis_count(const Shape& a, const Shape& b) {
  const Directions of_a(a), of_b(b);
  if (of_a.face_count == 0 || of_b.face_count == 0) return 0;
  const std::uint64_t edge_pairs = std::uint64_t{of_a.edge_count} * of_b.edge_count;
  if (edge_pairs > k_max_sat_axes) return k_max_sat_axes + 1;  // more than that; a size_t may have 32 bits only
  return std::size_t{of_a.face_count} + of_b.face_count + static_cast<std::size_t>(edge_pairs);
}

SatExplanation explain_polyhedron_axes(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                       std::span<SatAxis> axes) {
  ExplainedPair explained(a, pose_a, b, pose_b);
  const Mat3& b_in_a = explained.b_in_a.rotation;
  const Directions of_a(a), of_b(b);
  SatAxis* out = axes.data();
  for (std::uint32_t i = 0; i < of_a.face_count; ++i, ++out) {
    *out = candidate(SatSource::face_a, static_cast<int>(i), -1);
    project(explained, of_a.face_normal(i), *out);
  }
  for (std::uint32_t j = 0; j < of_b.face_count; ++j, ++out) {
    *out = candidate(SatSource::face_b, -1, static_cast<int>(j));
    project(explained, b_in_a * of_b.face_normal(j), *out);
  }
  for (std::uint32_t i = 0; i < of_a.edge_count; ++i) {
    const Vec3 u = of_a.edge(i);
    for (std::uint32_t j = 0; j < of_b.edge_count; ++j, ++out) {
      *out = candidate(SatSource::edge_edge, static_cast<int>(i), static_cast<int>(j));
      const Vec3 v = b_in_a * of_b.edge(j), n = cross(u, v);
      const double sine_squared = length_squared(n) / (length_squared(u) * length_squared(v));
      if (sine_squared > k_parallel_edge_sine * k_parallel_edge_sine) {
        project(explained, normalized(n), *out);
      } else {
        out->overlap = std::numeric_limits<double>::infinity();
      }
    }
  }
  const std::size_t decisive = decisive_axis(axes, k_axis_tie * explained.size);
  return {axes[decisive].overlap >= 0.0, decisive};
}

}  // namespace hyperplane
