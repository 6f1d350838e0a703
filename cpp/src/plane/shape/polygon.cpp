#include "plane/shape/polygon.h"

#include <algorithm>

#include "core/memory.h"
#include "core/sort.h"
#include "plane/math/orientation.h"
#include "plane/math/vec2.h"
#include "plane/shape/tolerances.h"

namespace hyperplane::plane {
namespace {

Result<PolygonPtr> fail(Status status, const char* message) { return Result<PolygonPtr>::failure(status, message); }

double doubled_area(std::span<const Vec2> vertices) {
  double sum = 0.0;
  for (std::size_t i = 2; i < vertices.size(); ++i) {
    sum += cross(vertices[i - 1] - vertices[0], vertices[i] - vertices[0]);
  }
  return sum;
}

/// Fills a polygon with a hull. @return false if memory runs out.
bool fill(Polygon& polygon, std::span<const Vec2> hull, Vec2 centre) {
  if (!polygon.vertices.reserve_exactly(hull.size()) || !polygon.normals.reserve_exactly(hull.size())) return false;
  polygon.centre = centre;
  for (std::size_t i = 0; i < hull.size(); ++i) {
    const Vec2 vertex = hull[i] - centre;
    polygon.vertices.push_unchecked(vertex);
    polygon.reach = larger(polygon.reach, length(vertex));
    polygon.normals.push_unchecked(unit(right_of(hull[i + 1 == hull.size() ? 0 : i + 1] - hull[i]), {1.0, 0.0}));
  }
  return true;
}

}  // namespace

void PolygonDeleter::operator()(const Polygon* polygon) const { destroy_object(const_cast<Polygon*>(polygon)); }

std::size_t convex_hull(std::span<const Vec2> points, std::span<Vec2> hull) {
  std::size_t count = 0;
  const auto add = [&](Vec2 point, std::size_t least) {
    while (count >= least && orientation(hull[count - 2], hull[count - 1], point) <= 0) --count;
    hull[count++] = point;
  };
  for (const Vec2& point : points) add(point, 2);
  const std::size_t upper = count + 1;
  for (std::size_t i = points.size() - 1; i-- > 0;) add(points[i], upper);
  return count - 1;  // the first point closes the loop
}

Result<PolygonPtr> build_polygon(std::span<const double> points) {
  const std::size_t count = points.size() / 2;
  if (points.size() % 2 != 0 || count > k_max_polygon_points) {
    return fail(Status::invalid_argument, "points must be x, y of at most 2^20 points");
  }
  if (count < 3) return fail(Status::degenerate_shape, "fewer than three points have no area");
  Buffer<Vec2> sorted;
  Buffer<Vec2> hull;
  if (!sorted.reserve(count) || !hull.resize_uninitialized(count + 1)) {
    return fail(Status::out_of_memory, "no memory for a polygon");
  }
  for (std::size_t i = 0; i < count; ++i) {
    const Vec2 point{points[2 * i] + 0.0, points[2 * i + 1] + 0.0};
    // NaN fails the comparison.
    if (!(magnitude(point.x) <= k_max_size && magnitude(point.y) <= k_max_size)) {
      return fail(Status::invalid_argument, "a coordinate is not finite, or beyond 1e9");
    }
    sorted.push_unchecked(point);
  }
  sort(sorted.span(), [](Vec2 a, Vec2 b) { return a.x < b.x || (a.x == b.x && a.y < b.y); });
  Vec2* const end = std::unique(sorted.begin(), sorted.end(), [](Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; });
  const std::span<const Vec2> distinct(sorted.begin(), end);
  if (distinct.size() < 3) return fail(Status::degenerate_shape, "fewer than three different points have no area");

  const std::span<const Vec2> vertices = hull.span().first(convex_hull(distinct, hull.span()));
  Vec2 low = vertices[0], high = vertices[0];
  for (const Vec2& vertex : vertices) {
    low = {smaller(low.x, vertex.x), smaller(low.y, vertex.y)};
    high = {larger(high.x, vertex.x), larger(high.y, vertex.y)};
  }
  const double diagonal = length(high - low);
  if (vertices.size() < 3 || !(diagonal >= k_min_size) ||
      !(doubled_area(vertices) > k_plane_least_width * diagonal * diagonal)) {
    return fail(Status::degenerate_shape, "the points lie on a line, or too close to one");
  }
  PolygonPtr polygon(make_object<Polygon>());
  if (polygon == nullptr || !fill(const_cast<Polygon&>(*polygon), vertices, (low + high) * 0.5)) {
    return fail(Status::out_of_memory, "no memory for a polygon");
  }
  return {Status::ok, static_cast<PolygonPtr&&>(polygon), ""};
}

}  // namespace hyperplane::plane
