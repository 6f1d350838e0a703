#include "narrowphase/composite/flush_contact.h"

#include <hyperplane/shape_query.h>

#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "core/constants.h"
#include "math/pose.h"
#include "shape/dispatch.h"

namespace hyperplane {
namespace {

using NormalVisitor = FunctionRef<void(const Vec3&)>;

/// Visits the normals of a core's faces, and that of the side of a cylinder or cone towards a point. In its frame.
template <class Core>
void visit_face_normals(const Core& core, const Vec3& point, NormalVisitor visit) {
  const Caps caps = core.core_caps();
  if (caps.at_top) visit(unit_axis(1));
  if (!caps.at_bottom) return;
  visit(-unit_axis(1));
  const Normals side = core.core_normals_towards(point);
  for (int i = 0; i < side.count; ++i) visit(side.at[i]);
}
void visit_face_normals(const Box& /*core*/, const Vec3& /*point*/, NormalVisitor visit) {
  for (int i = 0; i < 3; ++i) {
    visit(unit_axis(i));
    visit(-unit_axis(i));
  }
}
void visit_face_normals(const ConvexHull& core, const Vec3& /*point*/, NormalVisitor visit) {
  for (const Hull::Face& face : core.hull->faces()) visit(face.normal);
}
void visit_face_normals(const Triangle& core, const Vec3& /*point*/, NormalVisitor visit) {
  visit(core.normal());
  visit(-core.normal());
}

double reach_of(const Shape& shape, const Transform& frame, const Vec3& direction) {
  return dot(direction, support_at(shape, frame, direction));
}

/// How a part pushes another one.
class FlushSide {
 public:
  FlushSide(const FlushPart& part, const FlushPart& other) : part_(part), other_(other) {
    if (part.siblings == nullptr) return;
    part_frame_ = frame_of(part.pose);
    other_frame_ = frame_of(other.pose);
    size_ = size_of(part.shape);
    const double other_size = size_of(other.shape);
    rounding_ = k_bounds_rounding * (length(part.pose.position) + size_);
    tolerance_ =
        k_flush_gap * min(size_, other_size) + k_contact_tolerance * max(size_, other_size) + rounding_ + part.placing;
    near_ = grown_by(bounds(other.shape, other.pose), other_size + tolerance_);
  }

  template <class Visit>
  void for_each_face(const Vec3& point, const Visit& visit) const {
    visit_shape(part_.shape, [&](const auto& core) {
      visit_face_normals(core, inverse_times(part_frame_, point),
                         [&](const Vec3& normal) { visit(part_frame_.rotation * normal); });
    });
  }

  /// Whether a direction counts at a point of a contact, or no sibling touches the point.
  bool allows(const Vec3& contact, const Vec3& direction) const {
    if (part_.siblings == nullptr) return true;
    const double reach = part_reach(direction), tilt = tilt_of(direction, contact);
    // Leads from there to the edge or vertex that the direction belongs to.
    const Vec3 away = direction * (size_ / max(tilt, k_flush_gap));
    const bool is_face = tilt <= k_face_normal_tilt;
    const Vec3 point = is_face ? contact : closest_point(part_.shape, part_.pose, contact + away).point;
    const bool is_hidden = hides(point, direction);
    if (!is_hidden && allows_at(point, direction, reach)) return true;
    return !is_hidden && !is_on_boundary(point);
  }

 private:
  double part_reach(const Vec3& direction) const { return reach_of(part_.shape, part_frame_, direction); }
  bool holds(const Vec3& point) const { return std::fabs(distance_at(part_.shape, part_frame_, point)) <= tolerance_; }

  /// @param reach of the part along the direction.
  bool allows_at(const Vec3& point, const Vec3& direction, double reach) const {
    if (!overlaps({point, point}, near_)) return true;
    bool is_below = true;
    int count = 0;
    visit_parts_around(*part_.siblings, point, tolerance_, [&](const Shape& shape, const Pose& pose) {
      if (++count > k_most_siblings) return false;
      // The others are counted all the same: their order must not matter.
      if (!is_below) return true;
      const Transform frame = frame_of(pose);
      const double rise = reach_of(shape, frame, direction) - reach;
      if (!(rise > rounding_ + k_contact_tolerance * (size_ + size_of(shape)))) return true;
      const ClosestPoint nearest = closest_point(shape, pose, point);
      // Two with the same rotation are not tilted against each other.
      is_below = nearest.distance > tolerance_ || (has_faces(shape) && !(pose.rotation == part_.pose.rotation) &&
                                                   !rises_from(nearest, shape, pose, point, direction, tolerance_));
      return true;
    });
    return is_below || count > k_most_siblings ||
           (tilt_of(direction, point) <= k_face_normal_tilt && is_exposed(point, direction));
  }

  /// Whether a sibling hides a point from the other shape.
  bool hides(const Vec3& point, const Vec3& direction) const {
    return part_.between != nullptr && is_hidden(*part_.between, part_.shape, part_frame_, point, direction,
                                                 other_frame_ * inner_point_of(other_.shape), tolerance_);
  }

  /// Whether a point near the other shape lies on the boundary of a sibling.
  bool is_on_boundary(const Vec3& point) const {
    if (!overlaps({point, point}, near_)) return false;
    bool found = false;
    visit_parts_around(*part_.siblings, point, tolerance_, [&](const Shape& shape, const Pose& pose) {
      found = std::fabs(distance_at(shape, frame_of(pose), point)) <= tolerance_;
      return !found;
    });
    return found;
  }

  /// How far a direction is from the nearest normal of a face, as the distance of unit vectors.
  double tilt_of(const Vec3& direction, const Vec3& point) const {
    double least = 2.0;
    for_each_face(point, [&](const Vec3& normal) { least = min(least, length(normal - direction)); });
    return least;
  }

  /// Whether siblings leave a piece of a face free around a point. Siblings that end at the point cover a part of what
  /// is around it, so points beside it are tried, too. All of them lie inside the face: beyond its edge a sibling that
  /// covers it may fall away.
  bool is_exposed(const Vec3& point, const Vec3& normal) const {
    constexpr double k_diagonal = 0.7071067811865476;
    constexpr unsigned k_count = 9;
    constexpr double k_beside[k_count][2] = {{0.0, 0.0},
                                             {1.0, 0.0},
                                             {0.0, 1.0},
                                             {-1.0, 0.0},
                                             {0.0, -1.0},
                                             {k_diagonal, k_diagonal},
                                             {-k_diagonal, k_diagonal},
                                             {-k_diagonal, -k_diagonal},
                                             {k_diagonal, -k_diagonal}};
    const Vec3 u = any_perpendicular(normal) * (8.0 * tolerance_), v = cross(normal, u);
    const Vec3 above = normal * (4.0 * tolerance_);
    Vec3 beside[k_count], middle;
    unsigned count = 0;
    for (const double(&way)[2] : k_beside) {
      const Vec3 held = point + u * way[0] + v * way[1];
      if (!holds(held)) continue;
      beside[count++] = held;
      middle += held;
    }
    if (count == 0) return false;
    middle = middle * (1.0 / count);
    for (unsigned i = 0; i < count; ++i) beside[i] = (beside[i] + middle) * 0.5;
    bool is_covered[k_count] = {}, is_any_free = true;
    // A point that the part holds may be lower on a sibling that is flush with it, by a tolerance each.
    const double most_gap = 2.0 * tolerance_;
    // All points are within 9 tolerances.
    visit_parts_around(*part_.siblings, point, 11.0 * tolerance_, [&](const Shape& shape, const Pose& pose) {
      const Transform frame = frame_of(pose);
      is_any_free = false;
      for (unsigned i = 0; i < count; ++i) {
        is_covered[i] = is_covered[i] || distance_at(shape, frame, beside[i] + above) <= most_gap;
        is_any_free = is_any_free || !is_covered[i];
      }
      return is_any_free;
    });
    for (unsigned i = 0; i < count && is_any_free; ++i) {
      if (!is_covered[i] && !hides(beside[i], normal)) return true;
    }
    return false;
  }

  const FlushPart &part_, &other_;
  Transform part_frame_, other_frame_;
  double size_ = 0.0, tolerance_ = 0.0, rounding_ = 0.0;
  Aabb near_;
};

}  // namespace

bool may_push(const FlushPart& part, const FlushPart& other, const Vec3& point, const Vec3& direction, double tilt) {
  const FlushSide side(part, other);
  Vec3 pushing = direction;
  double least = tilt;
  side.for_each_face(point, [&](const Vec3& normal) {
    const double apart = length(normal - direction);
    if (apart > least) return;
    least = apart;
    pushing = normal;
  });
  return side.allows(point, pushing);
}

}  // namespace hyperplane
