#include <hyperplane/plane_query.h>

#include "bvh/tolerances.h"
#include "plane/pair/composite_query.h"
#include "plane/pair/convex_pair.h"
#include "plane/pair/separation.h"
#include "plane/pair/tolerances.h"
#include "plane/shape/tolerances.h"

namespace hyperplane::plane {
namespace {

/// A ray in the frame of a core, its direction of unit length, and the first hit so far.
struct Ray {
  Vec2 origin, direction;
  double distance = HUGE_VAL;
  Vec2 normal;
  /// m: distance within which a ray meets shapes without thickness.
  double slack = 0.0;

  void offer(double at, Vec2 outward) {
    if (at >= 0.0 && at < distance) {
      distance = at;
      normal = outward;
    }
  }
};

/// Enters a disc from outside, by the distance of the ray from its middle.
void hit_disc(Ray& ray, Vec2 middle, double radius) {
  const Vec2 to_middle = middle - ray.origin;
  const double along = dot(to_middle, ray.direction);
  const Vec2 nearest = ray.origin + ray.direction * along - middle;
  const double squared = radius * radius - dot(nearest, nearest);
  if (squared < 0.0 && length(nearest) > radius + ray.slack) return;
  const double half = std::sqrt(larger(0.0, squared));
  const Vec2 point = nearest - ray.direction * half;
  ray.offer(along - half, unit(point, -ray.direction));
}

/// Enters an ellipse: a disc after scaling.
void hit_ellipse(Ray& ray, Vec2 radii) {
  // From the point that is nearest to the middle, to keep precision far away.
  const double start = -dot(ray.origin, ray.direction);
  const Vec2 nearest = ray.origin + ray.direction * start;
  const Vec2 origin{nearest.x / radii.x, nearest.y / radii.y};
  const Vec2 direction{ray.direction.x / radii.x, ray.direction.y / radii.y};
  const double scale = length(direction);
  const Vec2 along = direction * (1.0 / scale);
  const double middle = -dot(origin, along);
  const Vec2 closest = origin + along * middle;
  const double squared = 1.0 - dot(closest, closest);
  if (squared < 0.0) return;
  const Vec2 point = closest - along * std::sqrt(squared);
  ray.offer(start + (middle - std::sqrt(squared)) / scale, unit({point.x / radii.x, point.y / radii.y}, {1.0, 0.0}));
}

/// Enters the half-planes of a polygon, all of them. Cyrus, Beck, "Generalized Two- and Three-Dimensional Clipping",
/// 1978. Beyond the tip of a needle its sides are no farther apart than rounding: the ray must enter by an edge.
void hit_polygon(Ray& ray, const Shape& shape) {
  double enter = -HUGE_VAL, leave = HUGE_VAL;
  int edge = -1;
  for (int i = 0; i < shape.vertex_count; ++i) {
    const Vec2 normal = normals_of(shape)[i];
    const double height = dot(ray.origin - vertices_of(shape)[i], normal);
    const double speed = dot(ray.direction, normal);
    if (speed == 0.0) {
      if (height > 0.0) return;
    } else if (speed < 0.0) {
      if (height / -speed > enter) {
        enter = height / -speed;
        edge = i;
      }
    } else {
      leave = smaller(leave, -height / speed);
    }
  }
  if (edge < 0 || enter > leave + ray.slack) return;
  // Of sides in one line, rounding decides which is entered last, but the point lies on one of them.
  const Vec2 point = ray.origin + ray.direction * enter;
  for (int k = 0; k < shape.vertex_count; ++k, edge = next_of(shape, edge)) {
    const Vec2 normal = normals_of(shape)[edge], from = vertices_of(shape)[edge];
    const double speed = -dot(ray.direction, normal), slack = ray.slack / speed;
    if (!(speed > 0.0) || dot(point - from, normal) < -ray.slack) continue;
    const double place = dot(point - from, left_of(normal));
    const double end = dot(vertices_of(shape)[next_of(shape, edge)] - from, left_of(normal));
    if (place >= -slack && place <= end + slack) return ray.offer(enter, normal);
  }
}

/// Crosses the line of an edge between its ends.
void hit_edge(Ray& ray, Vec2 from, Vec2 to, Vec2 normal) {
  const double height = dot(ray.origin - from, normal), speed = dot(ray.direction, normal);
  if (speed == 0.0) return;
  const Vec2 tangent = left_of(normal);
  const double at = -height / speed;
  const double met = dot(ray.origin - from, tangent) + dot(ray.direction, tangent) * at;
  if (met >= -ray.slack && met <= dot(to - from, tangent) + ray.slack) ray.offer(at, speed < 0.0 ? normal : -normal);
}

/// Meets a segment without thickness.
void hit_segment(Ray& ray, Vec2 from, Vec2 to, Vec2 normal) {
  const Vec2 tangent = left_of(normal);
  const double height = dot(ray.origin - from, normal), speed = dot(ray.direction, normal);
  const double end = dot(to - from, tangent), place = dot(ray.origin - from, tangent);
  const double along = dot(ray.direction, tangent);
  // In its own line the ray meets the nearer end.
  if (magnitude(height) <= ray.slack && magnitude(height + speed * (magnitude(place) + end)) <= ray.slack) {
    if (place >= 0.0 && place <= end) return ray.offer(0.0, height >= 0.0 ? normal : -normal);
    if (place < 0.0 && along > 0.0) ray.offer(-place, -tangent);
    if (place > end && along < 0.0) ray.offer(place - end, tangent);
    return;
  }
  hit_edge(ray, from, to, normal);
}

void hit_core(Ray& ray, const Shape& shape) {
  const Vec2* const vertices = vertices_of(shape);
  if (shape.is_smooth) return hit_ellipse(ray, shape.radii);
  if (shape.radius == 0.0 && shape.vertex_count >= 3) return hit_polygon(ray, shape);
  if (shape.radius == 0.0 && shape.vertex_count == 2) {
    return hit_segment(ray, vertices[0], vertices[1], shape.own_normals[0]);
  }
  for (int i = 0; i < shape.vertex_count; ++i) hit_disc(ray, vertices[i], shape.radius);
  for (int i = 0; i < edge_count(shape); ++i) {
    const Vec2 normal = normals_of(shape)[i], out = normal * shape.radius;
    if (dot(ray.direction, normal) < 0.0) {
      hit_edge(ray, vertices[i] + out, vertices[next_of(shape, i)] + out, normal);
    }
  }
}

/// A shape that has an inside.
bool is_solid(const Shape& shape) { return shape.reach > 0.0 && !is_thin(shape); }

}  // namespace

ClosestPoint closest_point_at(const Shape& shape, const Frame& frame, Vec2 point) {
  const Shape dot_shape;
  const Pair pair = pair_of(shape, frame, dot_shape, {point, {}, {}});
  const Separation at = separate(pair, HUGE_VAL);
  const double distance = at.gap - shape.radius;
  ClosestPoint result;
  result.distance = is_solid(shape) ? distance : larger(distance, 0.0);
  result.normal = rotate(frame.rotation, at.normal);
  result.point = to_world(frame, pair.offset - at.normal * result.distance);
  return result;
}

RayHit raycast_at(const Shape& shape, const Frame& frame, Vec2 origin, Vec2 along, double max_distance) {
  RayHit result;
  const Vec2 from_centre = (origin - frame.origin) - frame.centre;
  // Skipped far outside.
  if (is_solid(shape) && dot(from_centre, from_centre) <= shape.reach * shape.reach * (1.0 + k_plane_point)) {
    const ClosestPoint closest = closest_point_at(shape, frame, origin);
    if (closest.distance <= 0.0) {
      // On the surface the outward normal, inside against the direction.
      result.hit = true;
      result.point = origin;
      result.normal = closest.distance == 0.0 ? closest.normal : -along;
      return result;
    }
  }
  Ray ray;
  ray.origin = unrotate(frame.rotation, from_centre);
  ray.direction = unrotate(frame.rotation, along);
  ray.slack = k_plane_ray_thickness *
              (shape.reach + length(from_centre) + length(frame.centre) + length(frame.origin) + length(origin));
  hit_core(ray, shape);
  if (!(ray.distance <= max_distance) || ray.distance == HUGE_VAL) return result;
  result.hit = true;
  result.distance = ray.distance;
  result.point = to_world(frame, ray.origin + ray.direction * ray.distance);
  result.normal = rotate(frame.rotation, ray.normal);
  return result;
}

RayHit leave_at(const Shape& shape, const Frame& frame, Vec2 origin, Vec2 along) {
  if (!is_solid(shape)) return {};
  const double far = height_of(shape, frame, along) - dot(origin, along) + shape.reach;
  RayHit hit = raycast_at(shape, frame, origin + along * far, -along, HUGE_VAL);
  hit.distance = larger(far - hit.distance, 0.0);
  return hit;
}

ClosestPoint closest_point(const Shape& shape, const Pose& pose, Vec2 point) {
  if (is_composite(shape)) return composite_closest_point(shape, pose, point);
  return closest_point_at(shape, frame_of(shape, pose), point);
}

RayHit raycast(const Shape& shape, const Pose& pose, Vec2 origin, Vec2 direction, double max_distance, bool solid) {
  const Vec2 along = unit(direction, {1.0, 0.0});
  RayHit hit = is_composite(shape) ? composite_raycast(shape, pose, origin, along, max_distance)
                                   : raycast_at(shape, frame_of(shape, pose), origin, along, max_distance);
  if (!solid) hit = leave_from(hit, shape, pose, origin, along, max_distance);
  return hit;
}

RayHit leave_from(const RayHit& hit, const Shape& shape, const Pose& pose, Vec2 origin, Vec2 along, double max_distance,
                  const KindMask* kinds) {
  if (!hit.hit || hit.distance > k_ray_margin * length(Vec2{length(origin), length(pose.position)})) return hit;
  const RayHit end = is_composite(shape) ? leave_composite(shape, pose, origin, along, kinds)
                                         : leave_at(shape, frame_of(shape, pose), origin, along);
  // A half-space may never be left; other shapes that are not have no inside.
  if (!end.hit) return is_half_space(shape) ? end : hit;
  return end.distance <= max_distance ? end : RayHit{};
}

Vec2 support(const Shape& shape, const Pose& pose, Vec2 direction) {
  const Vec2 wanted = unit(direction, {1.0, 0.0});
  if (is_composite(shape)) return composite_support(shape, pose, wanted);
  const Frame frame = frame_of(shape, pose);
  const Vec2 along = unrotate(frame.rotation, wanted);
  return to_world(frame, core_support(shape, along) + along * shape.radius);
}

}  // namespace hyperplane::plane
