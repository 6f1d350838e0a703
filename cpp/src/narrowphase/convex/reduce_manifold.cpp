#include "narrowphase/convex/reduce_manifold.h"

#include <algorithm>

namespace hyperplane {
namespace {

/// Twice the area of the triangle o, a, b on the reference plane, with its sign.
double doubled_area(const Vec3& o, const Vec3& a, const Vec3& b) {
  return (a.x - o.x) * (b.y - o.y) - (a.y - o.y) * (b.x - o.x);
}

bool is_near(const Vec3& a, const Vec3& b, double distance_squared) {
  const double x = a.x - b.x, y = a.y - b.y;
  return x * x + y * y <= distance_squared;
}

int merge_neighbours(ClipVertex* vertices, int count, double distance) {
  const double distance_squared = distance * distance;
  int kept = 1;
  for (int i = 1; i < count; ++i) {
    if (!is_near(vertices[i].point, vertices[kept - 1].point, distance_squared)) {
      vertices[kept++] = vertices[i];
    } else if (vertices[i].point.z > vertices[kept - 1].point.z) {
      vertices[kept - 1] = vertices[i];
    }
  }
  if (kept > 1 && is_near(vertices[kept - 1].point, vertices[0].point, distance_squared)) {
    if (vertices[kept - 1].point.z > vertices[0].point.z) vertices[0] = vertices[kept - 1];
    --kept;
  }
  return kept;
}

/// Rotates the polygon so that it starts with its first vertex whose depth is within the tolerance of the deepest.
void deepest_first(ClipVertex* vertices, int count, double tolerance) {
  double depth = vertices[0].point.z;
  for (int i = 1; i < count; ++i) depth = max(depth, vertices[i].point.z);
  int first = 0;
  while (first + 1 < count && vertices[first].point.z < depth - tolerance) ++first;
  std::rotate(vertices, vertices + first, vertices + count);
}

}  // namespace

int reduce_contact_polygon(ClipVertex* vertices, int count, double tolerance) {
  if (count == 0) return 0;
  if (count > 1) count = merge_neighbours(vertices, count, tolerance);
  if (count <= 4) {
    deepest_first(vertices, count, 0.0);
    return count;
  }
  deepest_first(vertices, count, tolerance);

  const auto area_of = [&](int a, int b) {
    return doubled_area(vertices[0].point, vertices[a].point, vertices[b].point);
  };
  const double turn = [&] {
    double sum = 0.0;
    for (int i = 2; i < count; ++i) sum += area_of(i - 1, i);
    return sum < 0.0 ? -1.0 : 1.0;
  }();
  double best = -1.0;
  int second = 1, third = 2, fourth = 3;
  int before = 1, after = 3;
  for (int opposite = 2; opposite + 1 < count; ++opposite) {
    const auto area_before = [&](int i) { return turn * area_of(i, opposite); };
    const auto area_after = [&](int i) { return turn * area_of(opposite, i); };
    while (before + 1 < opposite && area_before(before + 1) > area_before(before)) ++before;
    after = std::max(after, opposite + 1);
    while (after + 1 < count && area_after(after + 1) > area_after(after)) ++after;
    const double area = area_before(before) + area_after(after);
    if (area > best) {
      best = area;
      second = before;
      third = opposite;
      fourth = after;
    }
  }
  vertices[1] = vertices[second];
  vertices[2] = vertices[third];
  vertices[3] = vertices[fourth];
  deepest_first(vertices, 4, 0.0);
  return 4;
}

void put_first(const ContactPoint& first, ContactPoint* points, int& count, int capacity) {
  int place = count;
  if (count < capacity) {
    ++count;
  } else {
    const auto gap = [&](int i) { return length_squared(points[i].on_a - first.on_a); };
    place = 0;
    for (int i = 1; i < count; ++i) place = gap(i) < gap(place) ? i : place;
  }
  for (int i = place; i > 0; --i) points[i] = points[i - 1];
  points[0] = first;
}

}  // namespace hyperplane
