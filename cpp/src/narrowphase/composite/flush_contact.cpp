#include "narrowphase/composite/flush_contact.h"

#include <hyperplane/shape_query.h>

#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "core/constants.h"
#include "core/step_out.h"
#include "math/pose.h"
#include "narrowphase/composite/contact_patches.h"
#include "narrowphase/composite/face_area.h"
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

struct FaceCandidate;

/// How a part of a pair pushes the other one.
class FlushSide {
 public:
  FlushSide(const FlushPart& part, const FlushPart& other, bool is_a) : part_(part), other_(other), is_a_(is_a) {
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

  const FlushPart& part() const { return part_; }
  const FlushPart& other() const { return other_; }
  bool is_a() const { return is_a_; }
  Vec3 point_on(const ContactPoint& point) const { return is_a_ ? point.on_a : point.on_b; }
  Vec3 outwards(const Vec3& normal) const { return is_a_ ? normal : -normal; }
  bool holds(const Vec3& point) const { return std::fabs(distance_at(part_.shape, part_frame_, point)) <= tolerance_; }

  template <class Visit>
  void for_each_face(const Vec3& point, const Visit& visit) const {
    visit_shape(part_.shape, [&](const auto& core) {
      visit_face_normals(core, inverse_times(part_frame_, point),
                         [&](const Vec3& normal) { visit(part_frame_.rotation * normal); });
    });
  }

  /// @param normal of a face of the part. @return without `is_above`.
  FaceCandidate face(const Vec3& normal, int order) const;
  /// Sets `is_above`.
  void compare_heights(FaceCandidate& face) const;
  /// Whether a point of the part is one of a face.
  bool lies_on(const FaceCandidate& face, const Vec3& point) const;

  /// Whether a sibling near the other shape is as high along the normal of a face as the part.
  bool is_flush_with(const Vec3& normal, const Vec3& point) const {
    const double height = part_reach(normal);
    bool found = false;
    (*part_.siblings)(point, 2.0 * size_of(other_.shape), [&](const Shape& shape, const Pose& pose) {
      found = !is_composite(shape.type) && std::fabs(reach_of(shape, frame_of(pose), normal) - height) <= tolerance_;
      return !found;
    });
    return found;
  }

  /// Whether a direction counts at a point of the part.
  bool allows_at(const Vec3& point, const Vec3& direction) const {
    return allows_at(point, direction, part_reach(direction));
  }

  /// Whether a direction counts at any point of a contact, or no sibling touches one of them.
  bool allows(std::span<const ContactPoint> points, const Vec3& direction) const {
    if (part_.siblings == nullptr) return true;
    const Vec3 farthest = support_at(part_.shape, part_frame_, direction);
    const double reach = dot(direction, farthest);
    const double tilt = tilt_of(direction, point_on(points[0]));
    const bool is_face = tilt <= k_face_normal_tilt;
    // At an edge, a point beside it on a face is hardly lower.
    const double below = is_face ? tolerance_ : tolerance_ * min(tilt, 1.0) + rounding_;
    // Leads from there to the edge or vertex that the direction belongs to.
    const Vec3 away = direction * (size_ / max(tilt, k_flush_gap));
    bool is_flush = false;
    Vec3 sum;
    double count = 0.0;
    for (const ContactPoint& contact : points) {
      Vec3 point = point_on(contact);
      // Points other than the deepest may lie where the direction is no normal.
      if (count > 0.0 && dot(direction, farthest - point) > below) continue;
      if (!is_face) point = closest_point(part_.shape, part_.pose, point + away).point;
      const bool is_hidden = hides(point, direction);
      if (!is_hidden && allows_at(point, direction, reach)) return true;
      is_flush = is_flush || is_hidden || is_on_boundary(point);
      sum += point;
      count += 1.0;
    }
    const Vec3 middle = sum * (1.0 / count);
    if (count > 1.0 && !hides(middle, direction) && allows_at(middle, direction, reach)) return true;
    return !is_flush && !(count > 1.0 && is_on_boundary(middle));
  }

 private:
  double part_reach(const Vec3& direction) const { return reach_of(part_.shape, part_frame_, direction); }
  double other_reach(const Vec3& direction) const { return reach_of(other_.shape, other_frame_, direction); }

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
  bool is_a_;
  Transform part_frame_, other_frame_;
  double size_ = 0.0, tolerance_ = 0.0, rounding_ = 0.0;
  Aabb near_;
};

/// A face that a contact may snap to.
struct FaceCandidate {
  const FlushSide* side = nullptr;
  Vec3 normal;
  /// m: of the face along its normal, and how deep the other shape lies below it.
  double height = 0.0, depth = 0.0;
  /// Whether the other shape lies below the face altogether.
  bool is_above = false;
  /// Decides between faces of equal depth.
  int order = 0;

  /// Faces that the other shape sticks out of come first, then those of least depth.
  bool comes_before(const FaceCandidate& other) const {
    if (is_above != other.is_above) return other.is_above;
    return depth != other.depth ? depth < other.depth : order < other.order;
  }
};

FaceCandidate FlushSide::face(const Vec3& normal, int order) const {
  const double height = part_reach(normal);
  return {this, normal, height, height + other_reach(-normal), false, order};
}

void FlushSide::compare_heights(FaceCandidate& face) const {
  face.is_above = other_reach(face.normal) < face.height - tolerance_;
}

bool FlushSide::lies_on(const FaceCandidate& face, const Vec3& point) const {
  return face.height - dot(face.normal, point) <= tolerance_;
}

/// The area of a contact along the normal of a face: its points on the part, or if there are none, the deepest beside.
/// @return the number of points on the part.
int find_area(const FaceCandidate& face, ContactArea& area) {
  const FlushSide& side = *face.side;
  const FlushPart &a = side.is_a() ? side.part() : side.other(), &b = side.is_a() ? side.other() : side.part();
  find_face_area(a.shape, a.pose, b.shape, b.pose, side.outwards(face.normal), side.is_a(), area);
  if (area.point_count == 0) return 0;
  const ContactPoint deepest = deepest_point(area);
  const int kept = keep_points(area, [&](const ContactPoint& point) { return side.holds(side.point_on(point)); });
  if (kept == 0) area.points[0] = deepest;
  return kept;
}

void set_contact(ContactArea& area, int point_count, ContactManifold& contact) {
  area.point_count = point_count;
  ContactPatches patches;
  patches.add(area, contact.features);
  patches.finish([&](const ContactManifold& found) { contact = found; });
}

/// Length of a translation of B that takes it out of A and of what lies beside A, and A out of what lies beside B; m.
/// As everywhere, what is farther from a body than its size is not beside it: a world counts on that.
double length_of_way_out(const FlushPart& a, const FlushPart& b, const ContactManifold& contact, double touch) {
  const Aabb near_a = grown_by(bounds(a.shape, a.pose), size_of(a.shape));
  const Aabb near_b = grown_by(bounds(b.shape, b.pose), size_of(b.shape));
  const double thin = k_flush_reach * min(size_of(a.shape), size_of(b.shape));
  // In a seam, what has no thickness touches both neighbours and overlaps neither: it is out if it also is a little
  // farther.
  const auto is_thin = [&](const FlushPart& part, const Vec3& along) {
    const Transform frame = frame_of(part.pose);
    return reach_of(part.shape, frame, along) + reach_of(part.shape, frame, -along) <= thin;
  };
  const auto beyond = [&](const Vec3& along) {
    return is_thin(a, along) || is_thin(b, along) ? along * (4.0 * max(thin, touch)) : Vec3{};
  };
  Vec3 farther = contact.depth > touch ? Vec3{} : beyond(contact.normal);
  const auto deepest_at = [&](const Vec3& way) {
    const Vec3 shift = way + farther;
    const Pose moved{b.pose.position + shift, b.pose.rotation};
    Penetration deepest = penetration(a.shape, a.pose, b.shape, moved);
    for (const bool of_a : {true, false}) {
      const FlushPart& part = of_a ? a : b;
      const SiblingSearch* const siblings = part.all_siblings != nullptr ? part.all_siblings : part.siblings;
      if (siblings == nullptr) continue;
      // Those of B move with it.
      const Aabb body = of_a ? bounds(b.shape, moved) : bounds(a.shape, {a.pose.position - shift, a.pose.rotation});
      (*siblings)((body.min + body.max) * 0.5, 0.5 * length(body.max - body.min), [&](const Shape& shape, Pose pose) {
        if (!overlaps(bounds(shape, pose), of_a ? near_b : near_a)) return true;
        if (!of_a) pose.position += shift;
        const Penetration found =
            of_a ? penetration(shape, pose, b.shape, moved) : penetration(a.shape, a.pose, shape, pose);
        if (found.depth > deepest.depth) deepest = found;
        return true;
      });
    }
    farther = beyond(deepest.normal);
    return deepest;
  };
  return hyperplane::length_of_way_out<Vec3>(deepest_at, thin, touch);
}

}  // namespace

bool may_push(const FlushPart& part, const FlushPart& other, const Vec3& point, const Vec3& direction, double tilt) {
  const FlushSide side(part, other, true);
  Vec3 pushing = direction;
  double least = tilt;
  side.for_each_face(point, [&](const Vec3& normal) {
    const double apart = length(normal - direction);
    if (apart > least) return;
    least = apart;
    pushing = normal;
  });
  ContactPoint contact;
  contact.on_a = point;
  return side.allows({&contact, 1}, pushing);
}

bool find_stopping_face(const FlushPart& part, const FlushPart& other, const Vec3& point, const Vec3& way,
                        Vec3& normal) {
  const FlushSide side(part, other, true);
  ContactPoint contact;
  contact.on_a = point;
  const double reach = k_flush_reach * size_of(part.shape);
  double most = k_seam_tilt * length(way);
  bool found = false;
  side.for_each_face(point, [&](const Vec3& face) {
    const double closing = -dot(face, way);
    if (!(closing > most)) return;
    const bool holds_point = dot(face, support(part.shape, part.pose, face) - point) <= reach;
    if (!holds_point || !side.allows({&contact, 1}, face)) return;
    most = closing;
    normal = face;
    found = true;
  });
  return found;
}

FlushVerdict apply_flush_rule(const FlushPart& a, const FlushPart& b, FlushFaces which, ContactManifold& contact) {
  const FlushSide sides[2] = {{a, b, true}, {b, a, false}};
  const std::span<const ContactPoint> points{contact.points, static_cast<std::size_t>(contact.point_count)};
  bool allows[2];
  for (int i = 0; i < 2; ++i) allows[i] = sides[i].allows(points, sides[i].outwards(contact.normal));
  if (allows[0] && allows[1]) return FlushVerdict::kept;
  const double touch = k_contact_tolerance * (size_of(a.shape) + size_of(b.shape));
  double way = -1.0;
  const auto is_too_deep = [&](double depth) {
    // No way out is shorter than that of the two parts alone.
    if (!(depth > k_too_deep * contact.depth + touch)) return false;
    if (way < 0.0) way = length_of_way_out(a, b, contact, touch);
    return depth > k_too_deep * way + touch;
  };
  FaceCandidate tried;
  bool sticks_out = false;
  while (true) {
    FaceCandidate next;
    int order = 0;
    for (int i = 0; i < 2; ++i) {
      if (allows[i]) continue;
      sides[i].for_each_face(sides[i].point_on(contact.points[0]), [&](const Vec3& normal) {
        FaceCandidate face = sides[i].face(normal, ++order);
        // Most faces are out of the question whether the other shape sticks out of them or not.
        if (next.side != nullptr && !next.is_above && face.depth > next.depth) return;
        sides[i].compare_heights(face);
        if (tried.side != nullptr && !tried.comes_before(face)) return;
        if (next.side == nullptr || face.comes_before(next)) next = face;
      });
    }
    // Round parts keep the contact.
    if (order == 0) return FlushVerdict::kept;
    sticks_out = sticks_out || (next.side != nullptr && !next.is_above);
    // Where siblings cover the faces that the other shape sticks out of, they have the contact.
    if (next.side == nullptr || (next.is_above && sticks_out && which == FlushFaces::around)) {
      return FlushVerdict::left;
    }
    tried = next;
    ContactArea area;
    const int on_part = find_area(next, area);
    if (area.point_count == 0) continue;
    if (on_part == 0) {
      const FlushPart& part = next.side->part();
      const Vec3 beside = closest_point(part.shape, part.pose, next.side->point_on(area.points[0])).point;
      // A point of another face says nothing about this one.
      if (next.side->lies_on(next, beside) && next.side->allows_at(beside, next.normal)) return FlushVerdict::left;
      continue;
    }
    if (!next.side->allows({area.points.data(), static_cast<std::size_t>(on_part)}, next.normal)) continue;
    if (is_too_deep(next.depth)) return FlushVerdict::left;
    set_contact(area, on_part, contact);
    return FlushVerdict::snapped;
  }
}

void settle_on_flush_face(const FlushPart& a, const FlushPart& b, ContactManifold& contact) {
  for (const FlushSide& side : {FlushSide(a, b, true), FlushSide(b, a, false)}) {
    if (side.part().siblings == nullptr) continue;
    const Vec3 direction = side.outwards(contact.normal), point = side.point_on(contact.points[0]);
    FaceCandidate nearest;
    double least = k_search_tilt;
    side.for_each_face(point, [&](const Vec3& normal) {
      const double tilt = length(normal - direction);
      if (tilt > least) return;
      least = tilt;
      nearest = side.face(normal, 0);
    });
    if (nearest.side == nullptr || least <= k_distance_tolerance || !side.is_flush_with(nearest.normal, point))
      continue;
    ContactArea area;
    const int on_part = find_area(nearest, area);
    if (on_part > 0) set_contact(area, on_part, contact);
  }
}

}  // namespace hyperplane
