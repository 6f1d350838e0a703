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
    visit_along(p.colliders, list, origin, along, Box2{{}, {}}, options.mask, end, [&](std::uint32_t row) {
      if (!has_room || !p.is_seen(row, options)) return;
      const RayHit found = raycast_row(p.colliders, row, origin, along, end, options.solid, options.kinds);
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

void World::Impl::visit_impacts(const Shape& asked, const Sweep& sweep, const QueryOptions& options,
                                const double& limit, FunctionRef<void(const WorldImpact&)> visit) {
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
  const auto distance_of = [&] { return limit * way * (1.0 + k_plane_point) + k_plane_impact_gap * shape.reach; };
  double end = distance_of();
  for (int list = 0; list < 2; ++list) {
    visit_along(colliders, list, origin, along, moving, options.mask, end, [&](std::uint32_t row) {
      if (!is_seen(row, options)) return;
      const Pose pose = colliders.bodies[row].pose();
      const Impact found = time_of_impact(shape, sweep, colliders.shapes[row], {pose, pose});
      if (!found.hit || found.time > limit) return;
      visit({found, row});
      end = distance_of();
    });
  }
}

namespace {

/// The time at which a cast ends.
double end_of(const Sweep& sweep, const QueryOptions& options) {
  const double way = length(sweep.to.position - sweep.from.position);
  return options.max_distance < way ? options.max_distance / way : 1.0;
}

bool is_earlier(const WorldImpact& a, const WorldImpact& b) {
  return a.time != b.time ? a.time < b.time : a.row < b.row;
}

}  // namespace

WorldImpact World::cast_shape(const Shape& shape, const Sweep& sweep, const QueryOptions& options) {
  WorldImpact best, undecided;
  double limit = end_of(sweep, options);
  impl_->visit_impacts(shape, sweep, options, limit, [&](const WorldImpact& impact) {
    WorldImpact& known = impact.converged ? best : undecided;
    if ((known.hit && !is_earlier(impact, known)) || !options.accepts_row(impact.row)) return;
    known = impact;
    if (impact.converged) limit = impact.time;
  });
  return best.hit ? best : undecided;
}

Result<std::span<const WorldImpact>> World::cast_shape_all(const Shape& shape, const Sweep& sweep,
                                                           const QueryOptions& options) {
  Buffer<WorldImpact>& hits = impl_->shape_hits;
  hits.clear();
  bool has_room = true;
  impl_->visit_impacts(shape, sweep, options, end_of(sweep, options), [&](const WorldImpact& impact) {
    if (options.accepts_row(impact.row)) has_room = has_room && hits.push(impact);
  });
  if (!has_room) {
    return Result<std::span<const WorldImpact>>::failure(Status::out_of_memory, "no memory for the hits of a shape");
  }
  sort(hits.span(), is_earlier);
  return {Status::ok, hits.span(), ""};
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

void World::Impl::visit_near(const Box2& box, Vec2 base, const QueryOptions& options, const double& end,
                             RowVisitor visit) {
  const auto test = [&](std::uint32_t row) {
    if (is_seen(row, options)) visit(row);
  };
  const auto test_all = [&](std::uint32_t row) {
    test(row);
    return true;
  };
  for (int list = 0; list < 2; ++list) {
    colliders.visit_half_spaces(list, options.mask, test_all);
    if (!colliders.bring_up_to_date(list)) {
      for (const std::uint32_t row : colliders.members[list]) test(row);
      continue;
    }
    visit_nearest(colliders.tree(list), colliders.tree_bounds(box, base), options.mask, end, test);
  }
}

void World::Impl::visit_near(const Shape& asked, const Pose& pose, const QueryOptions& options, const double& end,
                             FunctionRef<void(const WorldDistance&)> visit) {
  Shape shape = asked;
  shape.kinds = options.kinds;
  const Box2 box = bounds_of_any(shape, frame_of_any(shape, {{}, pose.angle}));
  visit_near(box, pose.position, options, end, [&](std::uint32_t row) {
    const auto found = distance_within(shape, pose, colliders.shapes[row], colliders.bodies[row].pose(), end);
    if (found) visit({*found, row, true});
  });
}

namespace {

bool is_nearer(const WorldDistance& a, const WorldDistance& b) {
  return a.distance != b.distance ? a.distance < b.distance : a.row < b.row;
}

}  // namespace

WorldClosestPoint World::closest(Vec2 point, const QueryOptions& options) {
  Impl& p = *impl_;
  WorldClosestPoint best;
  double end = options.max_distance;
  p.visit_near(Box2{{}, {}}, point, options, end, [&](std::uint32_t row) {
    const Shape& shape = p.colliders.shapes[row];
    const Pose pose = p.colliders.bodies[row].pose();
    const ClosestPoint found = is_composite(shape) ? composite_closest_point(shape, pose, point, options.kinds)
                                                   : closest_point(shape, pose, point);
    if (found.distance > end || (best.found && found.distance == best.distance && row >= best.row)) return;
    if (!options.accepts_row(row)) return;
    best = {found, row, true};
    end = found.distance;
  });
  return best;
}

WorldDistance World::nearest(const Shape& shape, const Pose& pose, const QueryOptions& options) {
  WorldDistance best;
  double end = options.max_distance;
  impl_->visit_near(shape, pose, options, end, [&](const WorldDistance& found) {
    if ((best.found && !is_nearer(found, best)) || !options.accepts_row(found.row)) return;
    best = found;
    end = found.distance;
  });
  return best;
}

Result<std::span<const WorldDistance>> World::nearest_all(const Shape& shape, const Pose& pose,
                                                          const QueryOptions& options) {
  Buffer<WorldDistance>& near = impl_->near_colliders;
  near.clear();
  bool has_room = true;
  impl_->visit_near(shape, pose, options, options.max_distance, [&](const WorldDistance& found) {
    if (options.accepts_row(found.row)) has_room = has_room && near.push(found);
  });
  if (!has_room) {
    return Result<std::span<const WorldDistance>>::failure(Status::out_of_memory,
                                                           "no memory for the colliders near a shape");
  }
  sort(near.span(), is_nearer);
  return {Status::ok, near.span(), ""};
}

}  // namespace hyperplane::plane
