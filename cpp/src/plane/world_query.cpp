#include "bvh/ray_descent.h"
#include "bvh/visit.h"
#include "core/sort.h"
#include "plane/composite_query.h"
#include "plane/composite_sweep.h"
#include "plane/world_impl.h"

/// Queries of a world: descents of both trees, with the exact test of each collider that they find. Of equal answers
/// the lowest row counts, so that the shape of the trees does not matter.

namespace hyperplane::plane {
namespace {

/// Calls `visit(row)` for rows of a list that a box may meet on its way, before `end` metres, roughly nearest first.
template <class Visit>
void visit_along(Colliders& colliders, int list, Vec2 origin, Vec2 along, const Box2& moving, std::uint32_t mask,
                 const double& end, const Visit& visit) {
  if (!colliders.bring_up_to_date(list)) {
    for (const std::uint32_t row : colliders.members[list]) visit(row);
    return;
  }
  const Vec2 from = origin - colliders.origin;
  const ray_descent::Path path{{from.x, from.y, 0.0},
                               {along.x, along.y, 0.0},
                               {moving.low.x, moving.low.y, 0.0},
                               {moving.high.x, moving.high.y, 0.0}};
  ray_descent::descend(colliders.tree(list), path, mask, [&] { return end; }, visit);
}

/// Whether a line certainly passes a disc.
bool passes_by(Vec2 from_centre, Vec2 along, double reach) {
  const double aside = cross(from_centre, along);
  return aside * aside > reach * reach * (1.0 + k_plane_point);
}

/// The first hit of a ray with a rectangle, from its row alone, by slabs.
RayHit raycast_rectangle(const Body& body, Vec2 origin, Vec2 along, double max_distance) {
  const Vec2 from = unrotate(body.rotation, origin - body.position), way = unrotate(body.rotation, along);
  double enter = -HUGE_VAL, leave = HUGE_VAL;
  Vec2 normal;
  const auto clip = [&](double at, double speed, double half, Vec2 axis) {
    if (speed == 0.0) return magnitude(at) <= half;
    const double side = speed > 0.0 ? -1.0 : 1.0, inverse = 1.0 / speed;
    const double first = (side * half - at) * inverse, last = (-side * half - at) * inverse;
    if (first > enter) {
      enter = first;
      normal = axis * side;
    }
    leave = smaller(leave, last);
    return true;
  };
  RayHit hit;
  if (!clip(from.x, way.x, body.half.x, {1.0, 0.0}) || !clip(from.y, way.y, body.half.y, {0.0, 1.0})) return hit;
  const double slack = k_plane_ray_thickness * (body.reach + length(from) + length(body.position) + length(origin));
  if (enter > leave + slack || leave < 0.0 || enter > max_distance) return hit;
  hit.hit = true;
  if (enter <= 0.0) {
    // On the surface the outward normal, inside against the direction.
    hit.point = origin;
    hit.normal = enter == 0.0 ? rotate(body.rotation, normal) : -along;
    return hit;
  }
  hit.distance = enter;
  hit.point = body.position + rotate(body.rotation, from + way * enter);
  hit.normal = rotate(body.rotation, normal);
  return hit;
}

RayHit raycast_row(const Colliders& colliders, std::uint32_t row, Vec2 origin, Vec2 along, double max_distance) {
  const Body& body = colliders.bodies[row];
  if (passes_by(origin - body.position, along, body.reach + k_bounds_rounding * length(origin))) return {};
  if (body.is_rectangle()) return raycast_rectangle(body, origin, along, max_distance);
  const Shape& shape = colliders.shapes[row];
  if (is_composite(shape)) return composite_raycast(shape, body.pose(), origin, along, max_distance);
  const Frame frame{body.position, body.rotation, rotate(body.rotation, shape.centre)};
  return raycast_at(shape, frame, origin, along, max_distance);
}

/// The nearest hit. @param along unit length.
WorldRayHit nearest_hit(Colliders& colliders, Vec2 origin, Vec2 along, const QueryOptions& options) {
  WorldRayHit best;
  double end = options.max_distance;
  for (int list = 0; list < 2; ++list) {
    if (colliders.members[list].empty()) continue;
    visit_along(colliders, list, origin, along, Box2{{}, {}}, options.mask, end, [&](std::uint32_t row) {
      if ((colliders.layers[row] & options.mask) == 0 ||
          (!options.sensors && (colliders.flags[row] & Colliders::k_sensor) != 0)) {
        return;
      }
      const RayHit found = raycast_row(colliders, row, origin, along, end);
      if (!found.hit || (best.hit && found.distance == best.distance && row >= best.row)) return;
      if (!options.accepts_row(row)) return;
      static_cast<RayHit&>(best) = found;
      best.row = row;
      end = found.distance;
    });
  }
  return best;
}

}  // namespace

WorldRayHit World::raycast(Vec2 origin, Vec2 direction, const QueryOptions& options) {
  return nearest_hit(impl_->colliders, origin, unit(direction, {1.0, 0.0}), options);
}

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
      const RayHit found = raycast_row(p.colliders, row, origin, along, end);
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

void World::raycast_batch(std::span<const double> rays, std::span<double> distances, std::span<std::int32_t> rows,
                          const QueryOptions& options, std::span<std::int32_t> parts) {
  for (std::size_t i = 0; i < distances.size(); ++i) {
    const double* const ray = rays.data() + 4 * i;
    const WorldRayHit hit = raycast({ray[0], ray[1]}, {ray[2], ray[3]}, options);
    distances[i] = hit.hit ? hit.distance : HUGE_VAL;
    rows[i] = hit.hit ? static_cast<std::int32_t>(hit.row) : -1;
    if (!parts.empty()) parts[i] = hit.part;
  }
}

WorldImpact World::cast_shape(const Shape& shape, const Sweep& sweep, const QueryOptions& options) {
  Impl& p = *impl_;
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

Result<std::span<const std::uint32_t>> World::overlap(const Shape& shape, const Pose& pose,
                                                      const QueryOptions& options) {
  Impl& p = *impl_;
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
    const ClosestPoint found = closest_point(p.colliders.shapes[row], p.colliders.bodies[row].pose(), point);
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
