#include "query/shape_cast.h"

#include <optional>

#include "ccd/moving_body.h"
#include "ccd/time_of_impact.h"
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

}  // namespace

WorldImpact cast_shape(const Scene& scene, const Shape& given, const Sweep& sweep, const QueryOptions& options) {
  Shape shape = given;
  if (options.kinds != nullptr) shape.kinds = options.kinds;
  const Vec3 origin = sweep.from.position, way = sweep.to.position - origin;
  const Motion motion = motion_of(sweep, origin);
  // Set up once for all convex candidates.
  std::optional<MovingBody> body;
  if (!is_composite(shape.type)) body.emplace(shape, sweep, origin);
  const double way_length = length(way);
  const bool moves = way_length > 0.0;
  const Aabb around = bounds_around_origin(shape, sweep, motion.angle);
  const ray_descent::Path path{sweep.from.position, moves ? direction_of(way) : unit_axis(0), around.min, around.max};

  const double limit = moves && options.max_distance < way_length ? options.max_distance / way_length : 1.0;
  WorldImpact best, undecided;
  best.time = limit;
  // m along the path.
  double end = best.time * way_length;
  ray_descent::visit_candidates(scene, path, options.mask, options.sensors, end, [&](std::uint32_t row) {
    const Pose pose = scene.pose(row);
    const Shape other = scene.shape(row);
    const Impact impact = body && !is_composite(other.type)
                              ? time_of_impact(*body, origin, other, {pose, pose}, best.time)
                              : time_of_impact(shape, sweep, other, {pose, pose});
    if (!impact.hit || impact.time > best.time) return;
    if (!impact.converged) {
      // It may never touch, and must not hide a real impact.
      const bool is_first =
          !undecided.hit || impact.time < undecided.time || (impact.time == undecided.time && row < undecided.row);
      if (is_first && options.accepts_row(row)) undecided = {impact, row};
      return;
    }
    if (best.hit && impact.time == best.time && row > best.row) return;
    if (!options.accepts_row(row)) return;
    best = {impact, row};
    end = best.time * way_length;
  });
  return best.hit ? best : undecided;
}

}  // namespace hyperplane
