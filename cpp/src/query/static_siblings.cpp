#include "query/static_siblings.h"

#include "bvh/visit.h"
#include "composite/shape_at.h"

namespace hyperplane {

void StaticSiblings::visit_rows(const Aabb& points, double margin, RowSearch visit) const {
  const Vec3 around{margin, margin, margin};
  const FloatBounds bounds =
      to_float_bounds({points.min + position_ - around, points.max + position_ + around}, scene_.origin);
  const auto visit_accepted = [&](std::uint32_t row) {
    const bool counts = overlaps(scene_.bounds[row], bounds) && row != row_ && (scene_.layers[row] & layers_) != 0 &&
                        !is_composite(scene_.packed_shapes->type(row)) && !scene_.is_sensor(row) && accepts_(row);
    return !counts || visit(row);
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
    Pose pose = scene_.pose(row);
    pose.position -= position_;
    const Transform frame = frame_of(pose);
    const Shape shape = scene_.shape(row);
    for (const Vec3& point : points) {
      found = found || std::fabs(distance_at(shape, frame, point)) <= margin;
    }
    return true;
  });
  return found && count <= k_most_siblings;
}

void StaticSiblings::operator()(const Vec3& point, double margin, ConvexSearch visit) const {
  visit_rows({point, point}, margin, [&](std::uint32_t row) {
    Pose pose = scene_.pose(row);
    pose.position -= position_;
    return visit(scene_.shape(row), pose);
  });
}

}  // namespace hyperplane
