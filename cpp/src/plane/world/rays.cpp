#include "core/constants.h"
#include "plane/pair/composite_query.h"
#include "plane/pair/tolerances.h"
#include "plane/shape/tolerances.h"
#include "plane/world/visit.h"

/// Rays into a world, which come by the thousand a frame: a descent of both trees, with the exact test of each collider
/// that it finds; of rectangles from their rows alone.

namespace hyperplane::plane {
namespace {

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
  if (leave < 0.0 || enter > max_distance) return hit;
  if (enter > leave) {
    const double size = body.reach + length(from) + length(body.position) + length(origin);
    if (enter > leave + k_plane_ray_thickness * size) return hit;
  }
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

/// The hit of a ray with a collider, at distance 0 inside.
RayHit first_hit(const Colliders& colliders, std::uint32_t row, Vec2 origin, Vec2 along, double max_distance,
                 const KindMask* kinds) {
  const Body& body = colliders.bodies[row];
  if (passes_by(origin - body.position, along, body.reach + k_bounds_rounding * length(origin))) return {};
  if (body.is_rectangle()) return raycast_rectangle(body, origin, along, max_distance);
  const Shape& shape = colliders.shapes[row];
  if (is_composite(shape)) return composite_raycast(shape, body.pose(), origin, along, max_distance, kinds);
  const Frame frame{body.position, body.rotation, rotate(body.rotation, shape.centre)};
  return raycast_at(shape, frame, origin, along, max_distance);
}

}  // namespace

RayHit raycast_row(const Colliders& colliders, std::uint32_t row, Vec2 origin, Vec2 along, double max_distance,
                   bool solid, const KindMask* kinds) {
  RayHit hit = first_hit(colliders, row, origin, along, max_distance, kinds);
  if (!solid) {
    hit = leave_from(hit, colliders.shapes[row], colliders.bodies[row].pose(), origin, along, max_distance, kinds);
  }
  return hit;
}

namespace {

/// The nearest hit. @param along unit length.
WorldRayHit nearest_hit(Colliders& colliders, Vec2 origin, Vec2 along, const QueryOptions& options) {
  WorldRayHit best;
  double end = options.max_distance;
  for (int list = 0; list < 2; ++list) {
    visit_along(colliders, list, origin, along, Box2{{}, {}}, options.mask, end, [&](std::uint32_t row) {
      if ((colliders.layers[row] & options.mask) == 0 ||
          (!options.sensors && (colliders.flags[row] & Colliders::k_sensor) != 0)) {
        return;
      }
      const RayHit found = raycast_row(colliders, row, origin, along, end, options.solid, options.kinds);
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

}  // namespace hyperplane::plane
