#pragma once

#include "bvh/ray_descent.h"
#include "plane/world/world_impl.h"

namespace hyperplane::plane {

/// Calls `visit(row)` for rows of a list that a box may meet on its way, before `end` metres, roughly nearest first.
template <class Visit>
void visit_along(Colliders& colliders, int list, Vec2 origin, Vec2 along, const Box2& moving, std::uint32_t mask,
                 const double& end, const Visit& visit) {
  const auto visit_all = [&](std::uint32_t row) {
    visit(row);
    return true;
  };
  colliders.visit_half_spaces(list, mask, visit_all);
  if (!colliders.bring_up_to_date(list)) {
    for (const std::uint32_t row : colliders.members[list]) visit(row);
    return;
  }
  const Vec2 from = origin - colliders.origin;
  const ray_descent::Path path{{from.x, from.y, 0.0},
                               {along.x, along.y, 0.0},
                               {moving.low.x, moving.low.y, 0.0},
                               {moving.high.x, moving.high.y, 0.0}};
  ray_descent::descend<ray_descent::LaneRayIn<2>>(colliders.tree(list), path, mask, [&] { return end; }, visit);
}

/// The hit of a ray with a collider. @param along unit length. @param solid as for `raycast`. @param kinds null: all.
RayHit raycast_row(const Colliders& colliders, std::uint32_t row, Vec2 origin, Vec2 along, double max_distance,
                   bool solid, const KindMask* kinds);

}  // namespace hyperplane::plane
