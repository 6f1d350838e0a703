#include "hull/support.h"

#include "hull/tolerances.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

/// Climbs by vertex heights. Rounding may end the climb at an edge that rises by less than the rounding; the height
/// lost is larger by the ratio of the remaining way to that edge.
template <class Index>
std::uint32_t climb_by_heights(const Hull& hull, const Vec3& direction, std::uint32_t start) {
  const auto points = hull.points();
  std::uint32_t best = start;
  double height = dot(points[best], direction);
  for (;;) {
    const std::uint32_t from = best;
    for (const std::uint32_t neighbour : hull.neighbours_as<Index>(from)) {
      const double candidate = dot(points[neighbour], direction);
      const bool is_higher = candidate > height;
      height = is_higher ? candidate : height;
      best = is_higher ? neighbour : best;
    }
    if (best == from) return best;
  }
}

/// Climbs by the gain of each edge. Edge components are exact (points lie on a grid), so the rounding is proportional
/// to the edge. The rounding bound is subtracted from the gain: every step certainly rises, and none can return.
template <class Index>
std::uint32_t climb_by_edges(const Hull& hull, const Vec3& direction, std::uint32_t start) {
  const auto points = hull.points();
  std::uint32_t best = start;
  for (;;) {
    const std::uint32_t from = best;
    const Vec3 at = points[from];
    double most = 0.0;
    for (const std::uint32_t neighbour : hull.neighbours_as<Index>(from)) {
      const Vec3 part = scale(points[neighbour] - at, direction);
      const Vec3 size = abs(part);
      const double gain = (part.x + part.y + part.z) - k_climb_rounding * (size.x + size.y + size.z);
      const bool is_higher = gain > most;
      most = is_higher ? gain : most;
      best = is_higher ? neighbour : best;
    }
    if (best == from) return best;
  }
}

template <class Index>
std::uint32_t climb_as(const Hull& hull, const Vec3& direction, std::uint32_t start) {
  return hull.has_short_edges() ? climb_by_edges<Index>(hull, direction, start)
                                : climb_by_heights<Index>(hull, direction, start);
}

/// A function of its own: inlined, its stack frame would slow down the lookup of small hulls.
[[gnu::noinline]] Vec3 highest_point_by_climb(const Hull& hull, const Vec3& direction) {
  return hull.index_width().visit_type([&](auto index) {
    using Index = decltype(index);
    return hull.points()[climb_as<Index>(hull, direction, hull.start_vertex_as<Index>(direction))];
  });
}

}  // namespace

std::uint32_t climb(const Hull& hull, const Vec3& direction, std::uint32_t start) {
  return hull.index_width().visit_type([&](auto index) { return climb_as<decltype(index)>(hull, direction, start); });
}

Vec3 highest_point(const Hull& hull, const Vec3& direction) {
  return hull.vertex_count() <= k_max_listed_vertices ? hull.support_cells().highest(direction)
                                                      : highest_point_by_climb(hull, direction);
}

}  // namespace hyperplane
