#include "bvh/visit.h"
#include "colliders/query_answers.h"
#include "core/sort.h"
#include "plane/pair/composite_query.h"
#include "plane/pair/composite_sweep.h"
#include "plane/pair/tolerances.h"
#include "plane/shape/tolerances.h"
#include "plane/world/visit.h"

/// Queries of a world: descents of both trees, with the exact test of each collider that they find. Of equal answers
/// the lowest row counts, so that the shape of the trees does not matter.

namespace hyperplane::plane {

Result<std::span<const WorldRayHit>> World::raycast_all(Vec2 origin, Vec2 direction, const QueryOptions& options) {
  Impl& p = *impl_;
  const Vec2 along = unit(direction, {1.0, 0.0});
  const double end = options.max_distance;
  const Status status = gather(p.ray_hits, options, is_nearer<WorldRayHit>, [&](const auto& take) {
    for (int list = 0; list < 2; ++list) {
      visit_along(p.colliders, list, origin, along, Box2{{}, {}}, options.mask, end, [&](std::uint32_t row) {
        if (!p.is_seen(row, options)) return;
        const RayHit hit = raycast_row(p.colliders, row, origin, along, end, options.solid, options.kinds);
        if (hit.hit) take({hit, row});
      });
    }
  });
  if (status != Status::ok) return {status, {}, "no memory for the hits of a ray"};
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

WorldImpact World::cast_shape(const Shape& shape, const Sweep& sweep, const QueryOptions& options) {
  return first_of<WorldImpact>(options, end_of_cast(sweep, options), [&](const double& limit, const auto& take) {
    impl_->visit_impacts(shape, sweep, options, limit, take);
  });
}

Result<std::span<const WorldImpact>> World::cast_shape_all(const Shape& shape, const Sweep& sweep,
                                                           const QueryOptions& options) {
  const Status status = gather(impl_->shape_hits, options, is_earlier<WorldImpact>, [&](const auto& take) {
    impl_->visit_impacts(shape, sweep, options, end_of_cast(sweep, options), take);
  });
  if (status != Status::ok) return {status, {}, "no memory for the hits of a shape"};
  return {Status::ok, impl_->shape_hits.span(), ""};
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
    // Of what has no point, it is infinite.
    if (found && found->distance < HUGE_VAL) visit({*found, row, true});
  });
}

WorldClosestPoint World::closest(Vec2 point, const QueryOptions& options) {
  Impl& p = *impl_;
  WorldClosestPoint best;
  double end = options.max_distance;
  p.visit_near(Box2{{}, {}}, point, options, end, [&](std::uint32_t row) {
    const Shape& shape = p.colliders.shapes[row];
    const Pose pose = p.colliders.bodies[row].pose();
    const ClosestPoint found = is_composite(shape) ? composite_closest_point(shape, pose, point, options.kinds)
                                                   : closest_point(shape, pose, point);
    if (!(found.distance < HUGE_VAL) || found.distance > end) return;
    if (best.found && found.distance == best.distance && row >= best.row) return;
    if (!options.accepts_row(row)) return;
    best = {found, row, true};
    end = found.distance;
  });
  return best;
}

WorldDistance World::nearest(const Shape& shape, const Pose& pose, const QueryOptions& options) {
  return nearest_of<WorldDistance>(
      options, [&](const double& end, const auto& take) { impl_->visit_near(shape, pose, options, end, take); });
}

Result<std::span<const WorldDistance>> World::nearest_all(const Shape& shape, const Pose& pose,
                                                          const QueryOptions& options) {
  const Status status = gather(impl_->near_colliders, options, is_nearer<WorldDistance>, [&](const auto& take) {
    impl_->visit_near(shape, pose, options, options.max_distance, take);
  });
  if (status != Status::ok) return {status, {}, "no memory for the colliders near a shape"};
  return {Status::ok, impl_->near_colliders.span(), ""};
}

}  // namespace hyperplane::plane
