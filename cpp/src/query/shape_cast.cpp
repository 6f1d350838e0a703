#include "query/shape_cast.h"

#include <optional>

#include "ccd/moving_body.h"
#include "ccd/time_of_impact.h"
#include "composite/shape_extent.h"
#include "composite/tolerances.h"
#include "core/constants.h"
#include "core/sort.h"
#include "query/scene_descent.h"

namespace hyperplane {
namespace {

/// Bounds of the turning shape over the whole sweep, relative to its origin, enlarged by the touch margin.
Aabb bounds_around_origin(const Shape& shape, const Sweep& sweep, double angle) {
  const Vec3 origin = sweep.from.position;
  const Aabb start = bounds(shape, sweep.from);
  Aabb around{start.min - origin, start.max - origin};
  const double reach = reach_of(shape);
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

/// The time at which a cast ends.
double end_of(const Sweep& sweep, const QueryOptions& options) {
  const double way = length(sweep.to.position - sweep.from.position);
  return options.max_distance < way ? options.max_distance / way : 1.0;
}

/// Visits the impacts with all colliders until a time. @param limit time; `visit` may lower it.
void visit_impacts(const Scene& scene, const Shape& given, const Sweep& sweep, const QueryOptions& options,
                   const double& limit, FunctionRef<void(const WorldImpact&)> visit) {
  Shape shape = given;
  if (options.kinds != nullptr) shape.kinds = options.kinds;
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

bool is_earlier(const WorldImpact& a, const WorldImpact& b) {
  return a.time != b.time ? a.time < b.time : a.row < b.row;
}

}  // namespace

WorldImpact cast_shape(const Scene& scene, const Shape& shape, const Sweep& sweep, const QueryOptions& options) {
  WorldImpact best, undecided;
  double limit = end_of(sweep, options);
  visit_impacts(scene, shape, sweep, options, limit, [&](const WorldImpact& impact) {
    // One that did not converge may never touch, and must not hide a real impact.
    WorldImpact& known = impact.converged ? best : undecided;
    if ((known.hit && !is_earlier(impact, known)) || !options.accepts_row(impact.row)) return;
    known = impact;
    if (impact.converged) limit = impact.time;
  });
  return best.hit ? best : undecided;
}

Status cast_shape_through(const Scene& scene, const Shape& shape, const Sweep& sweep, const QueryOptions& options,
                          Buffer<WorldImpact>& hits) {
  hits.clear();
  bool has_room = true;
  visit_impacts(scene, shape, sweep, options, end_of(sweep, options), [&](const WorldImpact& impact) {
    if (options.accepts_row(impact.row)) has_room = has_room && hits.push(impact);
  });
  sort(hits.span(), is_earlier);
  return has_room ? Status::ok : Status::out_of_memory;
}

}  // namespace hyperplane
