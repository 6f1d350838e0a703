#include "query/shape_cast.h"

#include <optional>

#include "ccd/moving_body.h"
#include "ccd/time_of_impact.h"
#include "colliders/query_answers.h"
#include "composite/shape_extent.h"
#include "composite/tolerances.h"
#include "core/constants.h"
#include "query/scene_descent.h"

namespace hyperplane {
namespace {

/// Bounds of the turning shape over the whole sweep, relative to its origin, enlarged by the touch margin.
Aabb bounds_around_origin(const Shape& shape, const Sweep& sweep, double angle) {
  const Vec3 origin = sweep.from.position;
  const Aabb start = bounds(shape, sweep.from);
  Aabb around{start.min - origin, start.max - origin};
  // A half-space has no reach of its own, but as it turns it sweeps everything.
  const double reach = shape.type == ShapeType::half_space ? k_half_space_reach : reach_of(shape);
  if (angle != 0.0) {
    // A point moves no farther than its arc, and stays in the ball.
    const double arc = angle * reach;
    const Vec3 ball{reach, reach, reach}, along{arc, arc, arc};
    around = {max(around.min - along, -ball), min(around.max + along, ball)};
  }
  const double touch = k_touch_margin * reach;
  const Vec3 margin = (abs(origin) + Vec3{reach, reach, reach}) * k_bounds_rounding + Vec3{touch, touch, touch};
  return {around.min - margin, around.max + margin};
}

/// Visits the impacts with all colliders until a time. @param limit time; `visit` may lower it.
void visit_impacts(const Scene& scene, const Shape& given, const Sweep& sweep, const QueryOptions& options,
                   const double& limit, FunctionRef<void(const WorldImpact&)> visit) {
  const Shape shape = of_kinds(given, options.kinds);
  const Vec3 origin = sweep.from.position, way = sweep.to.position - origin;
  const Motion motion = motion_of(sweep, origin);
  // Set up once for all convex candidates.
  std::optional<MovingBody> body;
  if (!is_composite(shape.type)) body.emplace(shape, sweep, origin);
  const double way_length = length(way);
  const Aabb around = bounds_around_origin(shape, sweep, motion.angle);
  const ray_descent::Path path{sweep.from.position, way_length > 0.0 ? direction_of(way) : unit_axis(0), around.min,
                               around.max};
  // m along the path.
  double end = limit * way_length;
  // Bounds without end would leave the range of the descent: a half-space meets all colliders.
  Scene plain = scene;
  if (shape.type == ShapeType::half_space) plain.trees[0] = plain.trees[1] = nullptr;
  ray_descent::visit_candidates(plain, path, options.mask, options.sensors, end, [&](std::uint32_t row) {
    const Pose pose = scene.pose(row);
    const Shape other = scene.shape(row);
    const Impact impact = body && !is_composite(other.type) ? time_of_impact(*body, origin, other, {pose, pose}, limit)
                                                            : time_of_impact(shape, sweep, other, {pose, pose});
    if (!impact.hit || impact.time > limit) return;
    visit({impact, row});
    end = limit * way_length;
  });
}

}  // namespace

WorldImpact cast_shape(const Scene& scene, const Shape& shape, const Sweep& sweep, const QueryOptions& options) {
  return first_of<WorldImpact>(options, end_of_cast(sweep, options), [&](const double& limit, const auto& take) {
    visit_impacts(scene, shape, sweep, options, limit, take);
  });
}

Status cast_shape_through(const Scene& scene, const Shape& shape, const Sweep& sweep, const QueryOptions& options,
                          Buffer<WorldImpact>& hits) {
  return gather(hits, options, is_earlier<WorldImpact>, [&](const auto& take) {
    visit_impacts(scene, shape, sweep, options, end_of_cast(sweep, options), take);
  });
}

}  // namespace hyperplane
