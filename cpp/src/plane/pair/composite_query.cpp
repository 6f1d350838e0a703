#include "plane/pair/composite_query.h"

#include "bvh/ray_descent.h"
#include "plane/pair/convex_pair.h"

namespace hyperplane::plane {
namespace {

/// The closest point of a polygon's outline to a point inside it.
ClosestPoint closest_from_inside(const Shape& shape, const Frame& frame, Vec2 point) {
  const Composite& composite = *shape.composite;
  const Vec2 local = unrotate(frame.rotation, point - frame.origin);
  ClosestPoint best;
  double end = HUGE_VAL;
  composite.outline_tree.visit_nearest(Box2{local, local}, end, [&](std::uint32_t i) {
    const Leaf& edge = composite.outline[i];
    ClosestPoint found = closest_point_at(edge.shape, frame_of(edge, frame), point);
    if (found.distance >= end) return;
    end = found.distance;
    // The inside is on the left of the edge.
    const Vec2 outwards = rotate(frame.rotation, edge.shape.own_normals[0]);
    found.normal = found.distance > 0.0 ? -found.normal : outwards;
    found.distance = -found.distance;
    best = found;
  });
  return best;
}

ClosestPoint closest_at(const Shape& shape, const Frame& frame, Vec2 point) {
  const Composite& composite = *shape.composite;
  const Vec2 local = unrotate(frame.rotation, point - frame.origin);
  ClosestPoint best;
  double end = HUGE_VAL;
  composite.tree.visit_nearest(Box2{local, local}, end, [&](std::uint32_t i) {
    const Leaf& leaf = composite.leaves[i];
    ClosestPoint found = closest_point_at(leaf.shape, frame_of(leaf, frame), point);
    if (found.distance < 0.0 && composite.type == ShapeType::compound) {
      const CompoundPart& part = composite.parts[static_cast<std::size_t>(leaf.part)];
      if (part.shape.type == ShapeType::polygon) {
        const Frame at{frame.origin + rotate(frame.rotation, part.pose.position), frame_of(leaf, frame).rotation, {}};
        found = closest_from_inside(part.shape, at, point);
      }
    }
    if (found.distance > end || (found.distance == end && leaf.part >= best.part)) return;
    end = found.distance;
    best = found;
    best.part = leaf.part;
  });
  if (composite.type != ShapeType::polygon || best.distance > 0.0) return best;
  const std::int32_t part = best.part;
  best = closest_from_inside(shape, frame, point);
  best.part = part;
  return best;
}

}  // namespace

RayHit composite_raycast(const Shape& shape, const Pose& pose, Vec2 origin, Vec2 along, double max_distance) {
  const Frame frame{{}, rotation_of(pose.angle), {}};
  const Composite& composite = *shape.composite;
  const Vec2 start = origin - pose.position;
  const Vec2 local = unrotate(frame.rotation, start), direction = unrotate(frame.rotation, along);
  RayHit best;
  double end = max_distance;
  const ray_descent::Path path{{local.x, local.y, 0.0}, {direction.x, direction.y, 0.0}, {}, {}};
  ray_descent::descend_nodes(
      composite.tree.tree.nodes(), path, ray_descent::k_no_filter, [&] { return end; },
      [&](std::uint32_t tree_leaf) {
        const StaticTree::Run run = StaticTree::run_of(tree_leaf);
        for (std::uint32_t place = run.begin; place < run.end; ++place) {
          const Leaf& leaf = composite.leaves[composite.tree.order[place]];
          const Frame at = frame_of(leaf, frame);
          if (leaf.kind == LeafKind::front && dot(rotate(at.rotation, leaf.shape.own_normals[1]), along) >= 0.0) {
            continue;
          }
          RayHit found = raycast_at(leaf.shape, at, start, along, end);
          if (!found.hit || (best.hit && found.distance == best.distance && leaf.part >= best.part)) continue;
          end = found.distance;
          best = found;
          best.part = leaf.part;
        }
      });
  best.point = best.point + pose.position;
  return best;
}

ClosestPoint composite_closest_point(const Shape& shape, const Pose& pose, Vec2 point) {
  const Frame frame{{}, rotation_of(pose.angle), {}};
  ClosestPoint found = closest_at(shape, frame, point - pose.position);
  found.point = found.point + pose.position;
  return found;
}

Vec2 composite_support(const Shape& shape, const Pose& pose, Vec2 along) {
  const Frame frame{{}, rotation_of(pose.angle), {}};
  Vec2 best;
  double height = -HUGE_VAL;
  for (const Leaf& leaf : shape.composite->leaves) {
    const Frame at = frame_of(leaf, frame);
    const Vec2 local = unrotate(at.rotation, along);
    const Vec2 point = to_world(at, core_support(leaf.shape, local) + local * leaf.shape.radius);
    if (dot(point, along) > height) {
      height = dot(point, along);
      best = point;
    }
  }
  return best + pose.position;
}

}  // namespace hyperplane::plane
