#include "query/gap_planes.h"

#include "core/constants.h"
#include "shape/box.h"
#include "shape/triangle.h"

namespace hyperplane {

TranslatingBody::TranslatingBody(const Shape& shape, const Quat& rotation) : core_(shape), frame_(to_matrix(rotation)) {
  const CoreSize core = core_size_of(shape);
  origin_ = frame_ * core.origin;
  radius_ = core.radius;
  reach_ = length(core.origin) + core.extent + core.radius;
}

double TranslatingBody::least_along(const Vec3& axis) const {
  return dot(axis, origin_ + frame_ * core_.core_support(-transpose_times(frame_, axis))) - radius_;
}

GapPlanes::GapPlanes(const TranslatingBody& body, const Shape& part, double thickness, const Pose& pose, double span) {
  const Mat3 frame = to_matrix(pose.rotation);
  double rounding = span + body.reach() + length(pose.position);
  const auto add = [&](const Vec3& axis, double farthest) {
    planes_[count_++] = {axis, farthest - body.least_along(axis) + rounding};
  };
  if (part.type == ShapeType::box) {
    const Box box(part);
    rounding = k_plane_rounding * (rounding + box.core_extent());
    const double half[3] = {box.half.x, box.half.y, box.half.z};
    for (int k = 0; k < 3; ++k) {
      const Vec3& axis = frame.columns[k];
      const double middle = dot(axis, pose.position);
      add(axis, middle + half[k]);
      add(-axis, half[k] - middle);
    }
  } else if (part.type == ShapeType::half_space) {
    rounding *= k_plane_rounding;
    add(frame.columns[1], dot(frame.columns[1], pose.position));
  } else if (part.type == ShapeType::triangle) {
    const Triangle flat(part);
    if (is_needle(flat.to_b, flat.to_c)) return;
    rounding = k_plane_rounding * (rounding + length(flat.origin) + flat.core_extent());
    const Vec3 origin = pose.position + frame * flat.origin, normal = flat.normal(), face = frame * normal;
    add(face, dot(face, origin));
    add(-face, thickness - dot(face, origin));
  }
  face_count_ = count_;
}

void GapPlanes::learn(const TranslatingBody& body, const Shape& part, double thickness, const Pose& pose, double span,
                      const Vec3& axis, double slack) {
  double farthest = height_along(part, pose, axis);
  if (part.type == ShapeType::triangle) {
    farthest += thickness * max(0.0, -dot(axis, rotate(pose.rotation, Triangle(part).normal())));
  }
  const CoreSize core = core_size_of(part);
  const double rounding =
      k_plane_rounding * (span + body.reach() + length(pose.position) + length(core.origin) + core.extent);
  planes_[face_count_] = {axis, farthest - body.least_along(axis) + rounding + slack};
  count_ = face_count_ + 1;
}

}  // namespace hyperplane
