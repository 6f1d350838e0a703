#include "hull/support.h"

#include "core/constants.h"
#include "math/simd.h"
#include "math/vec3.h"

namespace hyperplane {

namespace {

/// Four vertices a round, in two pairs of lanes that keep their own best; numbers of vertices go along as lanes of
/// floating point.
std::uint32_t scan(const Hull& hull, const Vec3& direction) {
  const std::uint32_t count = hull.padded_count();
  const double* x = hull.coordinates();
  const double* y = x + count;
  const double* z = y + count;
  const F64x2 dx = splat(direction.x), dy = splat(direction.y), dz = splat(direction.z);
  const auto height = [&](std::uint32_t i) { return load(x + i) * dx + load(y + i) * dy + load(z + i) * dz; };
  constexpr double k_first[2] = {0.0, 1.0};
  const F64x2 step = splat(4.0);
  F64x2 number = load(k_first);
  F64x2 best_a = number, best_b = number;
  F64x2 height_a = height(0), height_b = height(2);
  for (std::uint32_t i = 4; i < count; i += 4) {
    number = number + step;
    const F64x2 a = height(i), b = height(i + 2);
    best_a = select(height_a < a, number, best_a);
    best_b = select(height_b < b, number, best_b);
    height_a = max(a, height_a);
    height_b = max(b, height_b);
  }
  best_a = select(height_a < height_b, best_b + splat(2.0), best_a);
  height_a = max(height_b, height_a);
  double heights[2], numbers[2];
  store(heights, height_a);
  store(numbers, best_a);
  const auto best = static_cast<std::uint32_t>(heights[0] < heights[1] ? numbers[1] : numbers[0]);
  // The padding are copies of vertex 0.
  return best < hull.vertex_count() ? best : 0;
}

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

std::uint32_t highest_vertex(const Hull& hull, const Vec3& direction) {
  if (hull.vertex_count() <= k_max_scanned_vertices) return scan(hull, direction);
  return climb(hull, direction, hull.start_vertex(direction));
}

std::uint32_t highest_vertex(const Hull& hull, const Vec3& direction, std::uint32_t start) {
  if (hull.vertex_count() <= k_max_scanned_vertices_near) return scan(hull, direction);
  return climb(hull, direction, start);
}

}  // namespace hyperplane
