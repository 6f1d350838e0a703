#include "query/static_siblings.h"

#include "bvh/ray_descent.h"
#include "bvh/visit.h"
#include "composite/shape_at.h"

namespace hyperplane {

void StaticSiblings::visit_rows(const Aabb& points, double margin, RowSearch visit) const {
  const Vec3 around{margin, margin, margin};
  const FloatBounds bounds =
      to_float_bounds({points.min + position_ - around, points.max + position_ + around}, scene_.origin);
  const auto visit_accepted = [&](std::uint32_t row) {
    return !overlaps(scene_.bounds[row], bounds) || !accepts_sibling(row) || visit(row);
  };
  if (near_ == nullptr) {
    visit_overlapping(*scene_.trees[1], bounds, layers_, visit_accepted);
    return;
  }
  for (const std::uint32_t row : *near_) {
    if (!visit_accepted(row)) return;
  }
}

bool StaticSiblings::have_boundary_near(std::span<const Vec3> points, double margin) const {
  Aabb all{points[0], points[0]};
  for (const Vec3& point : points) all = united(all, {point, point});
  bool found = false;
  int count = 0;
  visit_rows(all, margin, [&](std::uint32_t row) {
    if (++count > k_most_siblings) return false;
    // Those in the tree are counted to the end, so that the answer does not depend on their order. Lists are short.
    if (found) return near_ == nullptr;
    const Pose pose = pose_of(row);
    const Shape shape = scene_.shape(row);
    for (const Vec3& point : points) {
      visit_parts_around(shape, pose, point, margin, [&](const Shape& part, const Pose& at) {
        found = found || std::fabs(distance_at(part, frame_of(at), point)) <= margin;
        return !found;
      });
    }
    return true;
  });
  return found && count <= k_most_siblings;
}

void StaticSiblings::operator()(const Vec3& point, double margin, ShapeSearch visit) const {
  visit_rows({point, point}, margin, [&](std::uint32_t row) { return visit(scene_.shape(row), pose_of(row)); });
}

void StaticSiblings::visit_between(const Vec3& from, const Vec3& to, ShapeSearch visit) const {
  const Vec3 way = to - from;
  const double distance = length(way);
  if (!(distance > 0.0)) return;
  if (near_ != nullptr) {
    visit_rows({min(from, to), max(from, to)}, 0.0,
               [&](std::uint32_t row) { return visit(scene_.shape(row), pose_of(row)); });
    return;
  }
  double end = distance;
  const ray_descent::Path path{from + position_ - scene_.origin, way * (1.0 / distance), {}, {}};
  visit_along(*scene_.trees[1], path, layers_, end, [&](std::uint32_t row) {
    if (end >= 0.0 && accepts_sibling(row) && !visit(scene_.shape(row), pose_of(row))) end = -1.0;
  });
}

}  // namespace hyperplane
