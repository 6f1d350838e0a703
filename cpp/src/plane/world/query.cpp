#include "bvh/visit.h"
#include "core/sort.h"
#include "plane/pair/composite_query.h"
#include "plane/pair/composite_sweep.h"
#include "plane/world/visit.h"

/// Queries of a world: descents of both trees, with the exact test of each collider that they find. Of equal answers
/// the lowest row counts, so that the shape of the trees does not matter.

namespace hyperplane::plane {

Result<std::span<const WorldRayHit>> World::raycast_all(Vec2 origin, Vec2 direction, const QueryOptions& options) {
  Impl& p = *impl_;
  const Vec2 along = unit(direction, {1.0, 0.0});
  p.ray_hits.clear();
  bool has_room = true;
  const double end = options.max_distance;
  for (int list = 0; list < 2; ++list) {
    if (p.colliders.members[list].empty()) continue;
    visit_along(p.colliders, list, origin, along, Box2{{}, {}}, options.mask, end, [&](std::uint32_t row) {
      if (!has_room || !p.is_seen(row, options)) return;
      const RayHit found = raycast_row(p.colliders, row, origin, along, end, options.kinds);
      if (!found.hit || !options.accepts_row(row)) return;
      WorldRayHit hit;
      static_cast<RayHit&>(hit) = found;
      hit.row = row;
      has_room = p.ray_hits.push(hit);
    });
  }
  if (!has_room) {
    return Result<std::span<const WorldRayHit>>::failure(Status::out_of_memory, "no memory for the hits of a ray");
  }
  sort(p.ray_hits.span(), [](const WorldRayHit& a, const WorldRayHit& b) {
    return a.distance != b.distance ? a.distance < b.distance : a.row < b.row;
  });
  return {Status::ok, p.ray_hits.span(), ""};
}

WorldImpact World::cast_shape(const Shape& asked, const Sweep& sweep, const QueryOptions& options) {
  Impl& p = *impl_;
  Shape shape = asked;
  shape.kinds = options.kinds;
  const Vec2 motion = sweep.to.position - sweep.from.position, origin = sweep.from.position;
  const double way = length(motion);
  const Vec2 along = unit(motion, {1.0, 0.0});
  // What moves, about its origin.
  Box2 moving;
  if (sweep.from.angle == sweep.to.angle) {
    moving = bounds_of_any(shape, frame_of_any(shape, {{}, sweep.from.angle}));
  } else {
    moving = Box2{{}, {}}.grown((length(shape.centre) + shape.reach) * (1.0 + k_plane_point));
  }
  moving = moving.grown(k_plane_impact_gap * (shape.reach + way));
  WorldImpact best, undecided;
  double end = smaller(way, options.max_distance);
  const double limit = way > 0.0 ? options.max_distance / way : HUGE_VAL;
  for (int list = 0; list < 2; ++list) {
    if (p.colliders.members[list].empty()) continue;
    visit_along(p.colliders, list, origin, along, moving, options.mask, end, [&](std::uint32_t row) {
      if (!p.is_seen(row, options)) return;
      const Pose pose = p.colliders.bodies[row].pose();
      const Impact found = time_of_impact(shape, sweep, p.colliders.shapes[row], {pose, pose});
      if (!found.hit || found.time > limit) return;
      WorldImpact& known = found.converged ? best : undecided;
      if (known.hit && (found.time > known.time || (found.time == known.time && row >= known.row))) return;
      if (!options.accepts_row(row)) return;
      static_cast<Impact&>(known) = found;
      known.row = row;
      if (found.converged)
        end = smaller(end, found.time * way * (1.0 + k_plane_point) + k_plane_impact_gap * shape.reach);
    });
  }
  return best.hit ? best : undecided;
}

Result<std::span<const std::uint32_t>> World::overlap(const Shape& asked, const Pose& pose,
                                                      const QueryOptions& options) {
  Impl& p = *impl_;
  Shape shape = asked;
  shape.kinds = options.kinds;
  p.rows_found.clear();
  bool has_room = true;
  const Vec2 base = pose.position;
  const Box2 box = bounds_of_any(shape, frame_of_any(shape, {{}, pose.angle}));
  for (int list = 0; list < 2; ++list) {
    p.colliders.visit_overlapping(list, box, base, options.mask, [&](std::uint32_t row) {
      if (!p.is_seen(row, options)) return true;
      if (!intersects(shape, pose, p.colliders.shapes[row], p.colliders.bodies[row].pose())) return true;
      if (options.accepts_row(row)) has_room = p.rows_found.push(row);
      return has_room;
    });
  }
  if (!has_room) {
    return Result<std::span<const std::uint32_t>>::failure(Status::out_of_memory,
                                                           "no memory for overlapping colliders");
  }
  sort(p.rows_found.span());
  return {Status::ok, p.rows_found.span(), ""};
}

WorldClosestPoint World::closest(Vec2 point, const QueryOptions& options) {
  Impl& p = *impl_;
  WorldClosestPoint best;
  double end = options.max_distance;
  const auto test = [&](std::uint32_t row) {
    if (!p.is_seen(row, options)) return;
    const Shape& shape = p.colliders.shapes[row];
    const Pose pose = p.colliders.bodies[row].pose();
    const ClosestPoint found = is_composite(shape) ? composite_closest_point(shape, pose, point, options.kinds)
                                                   : closest_point(shape, pose, point);
    if (found.distance > end || (best.found && found.distance == best.distance && row >= best.row)) return;
    if (!options.accepts_row(row)) return;
    static_cast<ClosestPoint&>(best) = found;
    best.row = row;
    best.found = true;
    end = found.distance;
  };
  for (int list = 0; list < 2; ++list) {
    if (!p.colliders.bring_up_to_date(list)) {
      for (const std::uint32_t row : p.colliders.members[list]) test(row);
      continue;
    }
    hyperplane::visit_nearest(p.colliders.tree(list), p.colliders.tree_bounds({point, point}, {}), options.mask, end,
                              test);
  }
  return best;
}

}  // namespace hyperplane::plane
