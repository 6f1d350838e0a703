#include "narrowphase/composite/siblings.h"

#include <cmath>

#include <hyperplane/shape_query.h>

#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "composite/surface.h"
#include "core/constants.h"
#include "math/pose.h"
#include "shape/triangle.h"

namespace hyperplane {

namespace {

/// How far above a shape, in sizes of it, a point is whose closest point lies at the end of the steepest way up. The
/// search for the closest point of a hull takes no more.
constexpr double k_steep_reach = 4e6, k_steep_reach_of_hull = 8.0;

/// Cosine of the angle between normals, about half a degree, from which on two faces count as in one plane.
constexpr double k_same_plane = 0.99996;

}  // namespace

bool visit_parts_around(const Shape& shape, const Pose& pose, const Vec3& point, double margin, ShapeSearch visit) {
  if (!is_composite(shape.type)) return visit(shape, pose);
  const Vec3 local = inverse_times(frame_of(pose), point);
  const Aabb around = grown_by({local, local}, margin);
  bool goes_on = true;
  if (shape.type != ShapeType::compound) {
    const Surface surface(shape);
    surface.visit_within(around, nullptr, [&](std::uint32_t i) {
      goes_on = visit(surface.triangle_shape(i), pose);
      return goes_on;
    });
    return goes_on;
  }
  shape.compound->visit_within(around, [&](std::uint32_t i) {
    const CompoundPart& part = shape.compound->parts()[i];
    goes_on = visit_parts_around(part.shape, with_safe_rotation(pose) * part.pose, point, margin, visit);
    return goes_on;
  });
  return goes_on;
}

void PartSiblings::operator()(const Vec3& point, double margin, ShapeSearch visit) const {
  const Vec3 local = inverse_times(to_transform(pose_), point);
  compound_->visit_within(grown_by({local, local}, margin), [&](std::uint32_t i) {
    const CompoundPart& part = compound_->parts()[i];
    return static_cast<std::int32_t>(i) == part_ || visit(part.shape, pose_ * part.pose);
  });
}

void PartSiblings::visit_between(const Vec3& from, const Vec3& to, ShapeSearch visit) const {
  const Transform frame = to_transform(pose_);
  const Vec3 way = transpose_times(frame.rotation, to - from);
  const double distance = length(way);
  if (!(distance > 0.0)) return;
  double end = distance;
  compound_->visit_along({inverse_times(frame, from), way * (1.0 / distance), {}, {}}, end, [&](std::uint32_t i) {
    const CompoundPart& part = compound_->parts()[i];
    if (static_cast<std::int32_t>(i) == part_ || end < 0.0) return;
    if (!visit(part.shape, pose_ * part.pose)) end = -1.0;
  });
}

bool rises_from(const ClosestPoint& nearest, const Shape& shape, const Pose& pose, const Vec3& point,
                const Vec3& direction, double tolerance) {
  const double reach = size_of(shape) * (shape.type == ShapeType::convex_hull ? k_steep_reach_of_hull : k_steep_reach);
  const Vec3 from = nearest.distance < 0.0 ? point : nearest.point;
  // As far as the shape goes along its steepest way up.
  const Vec3 way = closest_point(shape, pose, from + direction * reach).point - from;
  const double distance = length(way);
  return dot(direction, way) * (distance - tolerance) > k_surface_rise * distance * distance;
}

bool is_hidden(SegmentSearch beside, const Shape& part, const Transform& frame, const Vec3& point, const Vec3& outwards,
               const Vec3& middle, double tolerance) {
  // A point of an edge is beside what lies flush with the edge: look beside it, on the part and out of it.
  Vec3 inwards = frame * inner_point_of(part) - point;
  inwards -= outwards * dot(inwards, outwards);
  const double depth = length(inwards);
  const Vec3 on_part = depth > 0.0 ? inwards * (min(1.0, 8.0 * tolerance / depth)) : Vec3{};
  const Vec3 seen = point + on_part + outwards * (4.0 * tolerance), way = seen - middle;
  const double distance = length(way);
  if (!(distance > 0.0)) return false;
  const Vec3 direction = way * (1.0 / distance);
  bool found = false;
  int count = 0;
  beside(middle, seen, [&](const Shape& shape, const Pose& pose) {
    if (++count > k_most_siblings) return false;
    // The others are counted all the same: their order must not matter.
    if (found) return true;
    const RayHit hit = raycast(shape, pose, middle, direction, distance);
    // A flat shape may lie in the plane of the contact, and a rounding behind it: that hides nothing.
    if (!hit.hit || std::fabs(dot(hit.normal, outwards)) > k_same_plane) return true;
    const double height = dot(hit.normal, middle + direction * hit.distance);
    found = std::fabs(dot(hit.normal, support_at(part, frame, hit.normal)) - height) <= 2.0 * tolerance;
    return true;
  });
  return found && count <= k_most_siblings;
}

}  // namespace hyperplane
