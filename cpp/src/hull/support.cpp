#include "hull/support.h"

#include "core/constants.h"
#include "math/vec3.h"

namespace hyperplane {
namespace {

/// By the heights of the vertices. Rounding of a height may end the climb at an edge that leads upwards by as little;
/// what is lost on the way beyond it is longer by as much as that way is longer than the edge.
std::uint32_t climb_by_heights(const Hull& hull, const Vec3& direction, std::uint32_t start) {
  const auto points = hull.points();
  std::uint32_t best = start;
  double height = dot(points[best], direction);
  for (;;) {
    const std::uint32_t from = best;
    for (const std::uint32_t neighbour : hull.neighbours(from)) {
      const double candidate = dot(points[neighbour], direction);
      const bool is_higher = candidate > height;
      height = is_higher ? candidate : height;
      best = is_higher ? neighbour : best;
    }
    if (best == from) return best;
  }
}

/// By what each edge gains, which is taken from the edge, whose components are exact (points lie on a grid): the
/// rounding is then as short as the edge is. From the gain goes what rounding may have added, so that every step leads
/// upwards for certain and none can come back.
std::uint32_t climb_by_edges(const Hull& hull, const Vec3& direction, std::uint32_t start) {
  constexpr double k_rounding = 0x1p-51;  // three products and two sums, of 2^-53 each
  const auto points = hull.points();
  std::uint32_t best = start;
  for (;;) {
    const std::uint32_t from = best;
    const Vec3 at = points[from];
    double most = 0.0;
    for (const std::uint32_t neighbour : hull.neighbours(from)) {
      const Vec3 part = scale(points[neighbour] - at, direction);
      const Vec3 size = abs(part);
      const double gain = (part.x + part.y + part.z) - k_rounding * (size.x + size.y + size.z);
      const bool is_higher = gain > most;
      most = is_higher ? gain : most;
      best = is_higher ? neighbour : best;
    }
    if (best == from) return best;
  }
}

}  // namespace

std::uint32_t climb(const Hull& hull, const Vec3& direction, std::uint32_t start) {
  return hull.has_short_edges() ? climb_by_edges(hull, direction, start) : climb_by_heights(hull, direction, start);
}

Vec3 highest_point(const Hull& hull, const Vec3& direction) {
  if (hull.vertex_count() <= k_max_listed_vertices) return hull.support_cells().highest(direction);
  return hull.points()[climb(hull, direction, hull.start_vertex(direction))];
}

}  // namespace hyperplane
