#include "plane/pair/composite_query.h"

#include "bvh/ray_descent.h"
#include "composite/kind_masks.h"
#include "composite/leave_union.h"
#include "plane/pair/convex_pair.h"
#include "plane/shape/tolerances.h"

namespace hyperplane::plane {
namespace {

/// The closest point of the outline of a polygon or a map to a point inside it.
ClosestPoint closest_from_inside(const Shape& shape, const Frame& frame, Vec2 point, const KindMask* kinds) {
  const Vec2 local = unrotate(frame.rotation, point - frame.origin);
  ClosestPoint best;
  double end = HUGE_VAL;
  visit_outline(shape, frame, local, end, kinds, [&](const Shape& edge, const PlacedLeaf&) {
    const Frame at{frame.origin, frame.rotation, rotate(frame.rotation, edge.centre)};
    ClosestPoint found = closest_point_at(edge, at, point);
    if (found.distance >= end) return;
    end = found.distance;
    // The inside is on the left of the edge.
    const Vec2 outwards = rotate(frame.rotation, edge.own_normals[0]);
    found.normal = found.distance > 0.0 ? -found.normal : outwards;
    found.distance = -found.distance;
    best = found;
  });
  return best;
}

ClosestPoint closest_at(const Shape& shape, const Frame& frame, Vec2 point, const KindMask* kinds) {
  const Composite& composite = *shape.composite;
  const Vec2 local = unrotate(frame.rotation, point - frame.origin);
  ClosestPoint best;
  best.distance = HUGE_VAL;
  bool is_in_solid = false;
  double end = HUGE_VAL;
  visit_nearest(shape, frame, Box2{local, local}, end, kinds, [&](const PlacedLeaf& leaf) {
    ClosestPoint found = closest_point_at(*leaf.shape, leaf.frame, point);
    if (found.distance == 0.0 && leaf.kind == LeafKind::front) found.normal = front_of(leaf);
    is_in_solid = is_in_solid || (found.distance <= 0.0 && !is_thin(*leaf.shape));
    const std::int32_t number = part_at(leaf, found.distance < 0.0 ? point : found.point);
    if (found.distance < 0.0 && composite.type == ShapeType::compound) {
      const CompoundPart& part = composite.parts[static_cast<std::size_t>(leaf.part)];
      if (has_outline(part.shape)) {
        const Frame at{frame.origin + rotate(frame.rotation, part.pose.position), leaf.frame.rotation, {}};
        found = closest_from_inside(part.shape, at, point, kinds);
      }
    }
    if (found.distance > end || (found.distance == end && number >= best.part)) return;
    end = found.distance;
    best = found;
    best.part = number;
  });
  if (!has_outline(shape) || !is_in_solid) return best;
  const std::int32_t part = best.part;
  best = closest_from_inside(shape, frame, point, kinds);
  best.part = part;
  return best;
}

/// Where a ray crosses the line of a half-space. @param out whether it leaves; else it enters, or starts inside.
RayHit cross_half_space(const Pose& pose, Vec2 origin, Vec2 along, double max_distance, bool out) {
  const Frame frame{{}, rotation_of(pose.angle), {}};
  const Vec2 normal = rotate(frame.rotation, {0.0, 1.0});
  const double height = dot(origin - pose.position, normal), speed = out ? dot(along, normal) : -dot(along, normal);
  RayHit hit;
  hit.point = origin;
  hit.normal = -along;
  hit.hit = !out && height <= 0.0;
  if (hit.hit || !(speed > 0.0)) return hit;
  hit.distance = larger(out ? -height : height, 0.0) / speed;
  hit.hit = hit.distance <= max_distance;
  hit.point = origin + along * hit.distance;
  hit.normal = normal;
  return hit.hit ? hit : RayHit{};
}

}  // namespace

RayHit composite_raycast(const Shape& shape, const Pose& pose, Vec2 origin, Vec2 along, double max_distance,
                         const KindMask* kinds) {
  if (is_half_space(shape)) return cross_half_space(pose, origin, along, max_distance, false);
  const Frame frame{{}, rotation_of(pose.angle), {}};
  const Composite& composite = *shape.composite;
  KindMask room;
  kinds = common_kinds(shape.kinds, kinds, room);
  const Vec2 start = origin - pose.position;
  const Vec2 local = unrotate(frame.rotation, start), direction = unrotate(frame.rotation, along);
  RayHit best;
  double end = max_distance;
  const auto test = [&](const Shape& leaf, const Frame& at, bool is_front, std::int32_t part) {
    if (is_front && dot(rotate(at.rotation, leaf.own_normals[1]), along) >= 0.0) return false;
    const RayHit found = raycast_at(leaf, at, start, along, end);
    if (!found.hit || (best.hit && found.distance == best.distance && part >= best.part)) return false;
    end = found.distance;
    best = found;
    best.part = part;
    return true;
  };
  const ray_descent::Path path{{local.x, local.y, 0.0}, {direction.x, direction.y, 0.0}, {}, {}};
  if (!composite.leaves.empty()) {
    ray_descent::descend_nodes(
        composite.tree.tree.nodes(), path, ray_descent::k_no_filter, [&] { return end; },
        [&](std::uint32_t tree_leaf) {
          const StaticTree::Run run = StaticTree::run_of(tree_leaf);
          for (std::uint32_t place = run.begin; place < run.end; ++place) {
            const Leaf& leaf = composite.leaves[composite.tree.order[place]];
            test(leaf.shape, frame_of(leaf, frame), leaf.kind == LeafKind::front, leaf.part);
          }
        });
  }
  for (const PlacedMap& map : composite.maps) {
    const Vec2 from = unrotate(map.rotation, local) - map.origin, to = unrotate(map.rotation, direction);
    const Rotation rotation = combined(frame.rotation, map.rotation);
    map.map->visit_along(from, to, end, kinds, [&](const TilePart& tile) {
      const Frame at{{}, rotation, rotate(rotation, map.origin + tile.centre)};
      const auto number = static_cast<std::int32_t>(tile.tile);
      if (!test(*tile.shape, at, tile.is_one_sided, map.part < 0 ? number : map.part) || !(best.distance > 0.0)) return;
      // A ray enters a tile by a face that another one covers only at its corner, or by rounding.
      best.normal = rotate(
          rotation, map.map->free_normal(tile, from + to * best.distance, unrotate(rotation, best.normal), to, kinds));
    });
  }
  best.point = best.point + pose.position;
  return best;
}

RayHit leave_composite(const Shape& shape, const Pose& pose, Vec2 origin, Vec2 along, const KindMask* kinds) {
  if (is_half_space(shape)) return cross_half_space(pose, origin, along, HUGE_VAL, true);
  const Frame frame{{}, rotation_of(pose.angle), {}};
  const Vec2 start = origin - pose.position;
  const double slack = k_plane_point * shape.reach;
  RayHit end = leave_union<RayHit>(slack, [&](double distance) {
    RayHit farthest;
    const Vec2 from = start + along * distance;
    visit_leaves(shape, frame, Box2{from, from}.grown(slack), kinds, [&](const PlacedLeaf& leaf) {
      if (leaf.kind != LeafKind::solid || !raycast_at(*leaf.shape, leaf.frame, from, along, slack).hit) return true;
      RayHit found = leave_at(*leaf.shape, leaf.frame, from, along);
      found.distance += distance;
      found.part = part_at(leaf, found.point);
      const bool is_first = found.distance == farthest.distance && found.part < farthest.part;
      if (found.hit && (!farthest.hit || found.distance > farthest.distance || is_first)) farthest = found;
      return true;
    });
    return farthest;
  });
  end.point = end.point + pose.position;
  return end;
}

ClosestPoint composite_closest_point(const Shape& shape, const Pose& pose, Vec2 point, const KindMask* kinds) {
  const Frame frame{{}, rotation_of(pose.angle), {}};
  ClosestPoint found = closest_at(shape, frame, point - pose.position, kinds);
  found.point = found.point + pose.position;
  return found;
}

Vec2 composite_support(const Shape& shape, const Pose& pose, Vec2 along) {
  const Frame frame{{}, rotation_of(pose.angle), {}};
  if (is_half_space(shape)) {
    const Vec2 local = unrotate(frame.rotation, along), aside{local.x, smaller(local.y, 0.0)};
    return pose.position + rotate(frame.rotation, aside == Vec2{} ? aside : aside * k_half_space_reach);
  }
  Vec2 best;
  double height = -HUGE_VAL;
  visit_leaves(shape, frame, bounds_of_any(shape, frame), nullptr, [&](const PlacedLeaf& leaf) {
    const Vec2 local = unrotate(leaf.frame.rotation, along);
    const Vec2 point = to_world(leaf.frame, core_support(*leaf.shape, local) + local * leaf.shape->radius);
    if (dot(point, along) > height) {
      height = dot(point, along);
      best = point;
    }
    return true;
  });
  return best + pose.position;
}

}  // namespace hyperplane::plane
