#include "narrowphase/union/raw_contact.h"

#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "composite/tolerances.h"
#include "math/pose.h"
#include "narrowphase/convex/box_triangle.h"
#include "narrowphase/convex/capsule_triangle.h"
#include "narrowphase/convex/polytope_round_depth.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

/// The pose of a part in the frame of another.
Pose pose_in(const Pose& frame, const Pose& pose) { return frame == Pose{} ? pose : relative_pose(frame, pose); }

/// What is told of a triangle and a part that is none at far less than the cost of a contact: by closed forms of boxes
/// and capsules, and where the triangle is nearest to the middle of the part. Most overlap there, or are apart across
/// the way there.
AxesVerdict compare(const PartPair& pair) {
  if (pair.surface_a.exists() == pair.surface_b.exists()) return AxesVerdict::unsure;
  const bool of_a = pair.surface_a.exists();
  const Shape &triangle = of_a ? *pair.a : *pair.b, &body = of_a ? *pair.b : *pair.a;
  const Pose &pose = of_a ? pair.pose_a : pair.pose_b, &other = of_a ? pair.pose_b : pair.pose_a;
  const Transform frame = to_transform(pose_in(pose, other));
  if (body.type == ShapeType::box) {
    const AxesVerdict verdict = compare_box_and_triangle(body, triangle, inverse(frame), pair.hint.axes).verdict;
    if (verdict != AxesVerdict::unsure) return verdict;
  }
  Distance found;
  if (body.type == ShapeType::capsule && CapsuleTriangle::find_signed_distance(body, triangle, frame, found)) {
    return found.distance > 0.0 ? AxesVerdict::apart : AxesVerdict::overlapping;
  }
  const Vec3 middle = frame * core_size_of(body).origin, nearest = Triangle(triangle).closest_point(middle).point;
  const double margin = 4.0 * k_touch_margin * (size_of(triangle) + size_of(body));
  if (distance_at(body, frame, nearest) < -margin) return AxesVerdict::overlapping;
  const Vec3 away = middle - nearest;
  const double gap = dot(away, support_at(body, frame, -away) - nearest);
  return gap > margin * length(away) ? AxesVerdict::apart : AxesVerdict::unsure;
}

}  // namespace

bool parts_touch(const PartPair& pair) {
  const AxesVerdict verdict = compare(pair);
  if (verdict != AxesVerdict::unsure) return verdict == AxesVerdict::overlapping;
  return intersects(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
}

ContactManifold raw_contact(const PartPair& pair) {
  if (compare(pair) == AxesVerdict::apart) return {};
  return collide(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
}

std::optional<Penetration> least_overlap(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b) {
  const bool of_a = a.type == ShapeType::triangle;
  if (!of_a && b.type != ShapeType::triangle) return std::nullopt;
  Penetration found;
  switch ((of_a ? b : a).type) {
    case ShapeType::sphere:
    case ShapeType::capsule:
    case ShapeType::box:
    case ShapeType::triangle:
      found = penetration(a, pose_a, b, pose_b);
      break;
    case ShapeType::cylinder:
    case ShapeType::cone:
    case ShapeType::ellipsoid: {
      const Triangle flat(of_a ? a : b);
      if (is_needle(flat.to_b, flat.to_c)) return std::nullopt;
      const Transform frame = to_transform(pose_a);
      ConvexPair pair = make_convex_pair(a, b, to_transform(pose_in(pose_a, pose_b)));
      const DirectionalDepth least = polytope_round_depth(pair, {{}, __builtin_huge_val()});
      found = {least.depth > 0.0, frame.rotation * least.normal, least.depth};
      break;
    }
    default:
      break;
  }
  return found.intersects ? std::optional(found) : std::nullopt;
}

void set_area(const ContactManifold& contact, ContactArea& area) {
  area.normal = contact.normal;
  area.depth = contact.depth;
  area.point_count = contact.point_count;
  for (int i = 0; i < contact.point_count; ++i) area.points[i] = contact.points[i];
}

}  // namespace hyperplane
