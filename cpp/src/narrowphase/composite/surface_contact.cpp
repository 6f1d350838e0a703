#include "narrowphase/composite/surface_contact.h"

#include <hyperplane/shape_query.h>

#include "core/constants.h"
#include "math/pose.h"
#include "narrowphase/convex/convex_convex.h"
#include "narrowphase/pair/pair_table.h"
#include "shape/triangle.h"

namespace hyperplane {

/// A triangle of a mesh in a pair, in the frame of the pair.
struct SurfacePart {
  const TriangleMesh& mesh;
  std::uint32_t number;
  const Pose& pose;
  Vec3 corners[3];
  /// m: longest side.
  double size;
  /// Unit normals: of the front, and of the side that pushes.
  Vec3 front, normal;

  /// @param middle of the other shape.
  SurfacePart(const TriangleMesh& of, std::int32_t triangle, const Pose& at, const Vec3& middle)
      : mesh(of), number(static_cast<std::uint32_t>(triangle)), pose(at) {
    const Triangle local(triangle_shape(mesh, number));
    const Transform frame = to_transform(pose);
    for (int i = 0; i < 3; ++i) corners[i] = frame * (local.origin + local.corner(i));
    size = std::sqrt(max(length_squared(local.to_b), max(length_squared(local.to_c), length_squared(local.edge(1)))));
    front = frame.rotation * local.normal();
    normal = !mesh.is_one_sided() && dot(front, middle - corners[0]) < 0.0 ? -front : front;
  }

  bool has_bend(EdgeBend bend) const {
    return mesh.bend(number, 0) == bend || mesh.bend(number, 1) == bend || mesh.bend(number, 2) == bend;
  }
  /// Whether a direction other than the normals of the face may be one of the surface at an edge of the triangle.
  bool has_outer_edge() const {
    if (has_bend(EdgeBend::convex) || has_bend(EdgeBend::open)) return true;
    return !mesh.is_one_sided() && has_bend(EdgeBend::concave);
  }
  /// Whether a point of the plane lies on the triangle. @param tolerance m.
  bool holds(const Vec3& point, double tolerance) const {
    for (int i = 0; i < 3; ++i) {
      const Vec3 outwards = cross(corners[(i + 1) % 3] - corners[i], front);
      if (dot(outwards, point - corners[i]) > tolerance * length(outwards)) return false;
    }
    return true;
  }
};

namespace {

/// Whether a direction is a normal of the surface at a point of a triangle's edge. In the frame of the mesh.
bool is_normal_at(const SurfacePart& part, const Vec3& point, const Vec3& direction) {
  const double tolerance = k_surface_weld * part.size;
  const Vec3 margin{tolerance, tolerance, tolerance};
  bool is_below = true;
  Vec3 sum;
  part.mesh.visit_within({point - margin, point + margin}, [&](std::uint32_t i) {
    if (!is_below) return;
    const Triangle near(triangle_shape(part.mesh, i));
    if (near.closest_point(point).distance > tolerance) return;
    sum += near.normal();
    for (int k = 0; k < 3; ++k) {
      const Vec3 away = near.origin + near.corner(k) - point;
      if (dot(direction, away) > tolerance + k_surface_rise * length(away)) is_below = false;
    }
  });
  return is_below && (!part.mesh.is_one_sided() || dot(direction, sum) > 0.0);
}

/// Whether the surface can push along a direction at a point of a triangle.
/// @param point of the contact. @param direction unit length, out of the surface.
bool can_push(const SurfacePart& part, const Vec3& point, const Vec3& direction) {
  const double along = dot(direction, part.normal);
  if (along >= k_face_normal_cosine) return true;
  double reach[3], farthest = -__builtin_huge_val();
  for (int i = 0; i < 3; ++i) {
    reach[i] = dot(direction, part.corners[i] - part.corners[0]);
    farthest = max(farthest, reach[i]);
  }
  bool is_top[3];
  int top_count = 0, last = 0;
  for (int i = 0; i < 3; ++i) {
    is_top[i] = reach[i] >= farthest - k_surface_feature * part.size;
    if (!is_top[i]) continue;
    ++top_count;
    last = i;
  }
  if (top_count == 3) return along > 0.0;
  Vec3 on_feature = part.corners[last];
  bool is_open;
  if (top_count == 2) {
    const int edge = is_top[0] && is_top[1] ? 0 : (is_top[1] ? 1 : 2);
    const EdgeBend bend = part.mesh.bend(part.number, edge);
    if (bend == EdgeBend::flat || (bend == EdgeBend::concave && part.mesh.is_one_sided())) return false;
    is_open = bend == EdgeBend::open;
    const Vec3 from = part.corners[edge], side = part.corners[(edge + 1) % 3] - from;
    on_feature = from + side * clamp(dot(point - from, side) / length_squared(side), 0.0, 1.0);
  } else {
    is_open = part.mesh.bend(part.number, last) == EdgeBend::open ||
              part.mesh.bend(part.number, (last + 2) % 3) == EdgeBend::open;
  }
  if (is_open && along < 0.0) return false;
  const Transform frame = to_transform(part.pose);
  return is_normal_at(part, inverse_times(frame, on_feature), transpose_times(frame.rotation, direction));
}

/// How a contact along the normal of a face finds its points.
enum class FacePoints : std::uint8_t { on_triangle, also_beside };

/// The contact along the normal of a triangle's face. @param of_a whether the triangle is the part of A.
void find_face_contact(const PartPair& pair, const SurfacePart& surface, bool of_a, FacePoints which,
                       ContactArea& found) {
  const Transform frame = to_transform(pair.pose_a);
  const Vec3 normal = of_a ? surface.normal : -surface.normal;
  ConvexConvex::find_area_along(*pair.a, *pair.b, to_transform(relative_pose(pair.pose_a, pair.pose_b)),
                                transpose_times(frame.rotation, normal), found);
  found.normal = normal;
  const double tolerance =
      k_surface_side * max(surface.size, found.depth) + k_bounds_rounding * length(surface.corners[0]);
  int kept = 0;
  double depth = 0.0;
  for (int i = 0; i < found.point_count; ++i) {
    ContactPoint point = found.points[i];
    point.on_a = frame * point.on_a;
    point.on_b = frame * point.on_b;
    if (which == FacePoints::on_triangle && !surface.holds(of_a ? point.on_a : point.on_b, tolerance)) continue;
    found.points[kept++] = point;
    depth = max(depth, point.depth);
  }
  found.point_count = kept;
  found.depth = depth;
}

void set_area(const ContactManifold& contact, ContactArea& area) {
  area.normal = contact.normal;
  area.depth = contact.depth;
  area.point_count = contact.point_count;
  for (int i = 0; i < contact.point_count; ++i) area.points[i] = contact.points[i];
}

/// Whether the other part lies wholly before the plane of a triangle, beyond any tolerance.
bool is_before_plane(const SurfacePart& surface, const Shape& other, const Pose& pose) {
  const Vec3 lowest = support(other, pose, -surface.normal) - surface.corners[0];
  return dot(surface.normal, lowest) > k_touch_margin * (surface.size + length(lowest));
}

/// Whether a part touches the prism behind a one-sided triangle.
bool touches_prism(const PartPair& pair, const TriangleMesh* mesh, bool of_a) {
  if (mesh == nullptr || !(mesh->thickness() > 0.0)) return false;
  Shape prism = of_a ? *pair.a : *pair.b;
  prism.thickness = mesh->thickness();
  const Shape &a = of_a ? prism : *pair.a, &b = of_a ? *pair.b : prism;
  return ConvexConvex::intersects(a, b, to_transform(relative_pose(pair.pose_a, pair.pose_b)));
}

}  // namespace

bool may_push(const PartPair& pair, const Vec3& middle, const Vec3& point, const Vec3& direction) {
  return can_push({*pair.mesh_b, pair.features.triangle_b, pair.pose_b, middle}, point, direction);
}

bool snap_to_surface(const PartPair& pair, const Vec3& middle, Distance& apart) {
  const SurfacePart part(*pair.mesh_b, pair.features.triangle_b, pair.pose_b, middle);
  if (can_push(part, apart.point_b, -apart.normal)) return true;
  const bool is_behind = apart.distance > 0.0;
  if (is_behind && !touches_prism(pair, pair.mesh_b, false)) return false;
  ContactArea along;
  find_face_contact(pair, part, false, is_behind ? FacePoints::also_beside : FacePoints::on_triangle, along);
  if (along.point_count == 0) return false;
  const ContactPoint* deepest = along.points.data();
  for (int i = 1; i < along.point_count; ++i) {
    if (along.points[i].depth > deepest->depth) deepest = along.points.data() + i;
  }
  apart = {-along.depth, deepest->on_a, deepest->on_b, along.normal, apart.features};
  return true;
}

bool parts_touch(const PartPair& pair) {
  return intersects(*pair.a, pair.pose_a, *pair.b, pair.pose_b) || touches_prism(pair, pair.mesh_a, true) ||
         touches_prism(pair, pair.mesh_b, false);
}

SurfaceRule::SurfaceRule(const Shape& a, const Shape& b, const Pose& b_in_a) {
  const Aabb bounds_a = bounds(a, {}), bounds_b = bounds(b, {});
  middle_a_ = (bounds_a.min + bounds_a.max) * 0.5;
  middle_b_ = b_in_a.position + rotate(b_in_a.rotation, (bounds_b.min + bounds_b.max) * 0.5);
}

void SurfaceRule::find_contact_of_meshes(const PartPair& pair, ContactArea& found) const {
  const SurfacePart part_a(*pair.mesh_a, pair.features.triangle_a, pair.pose_a, middle_b_);
  const SurfacePart part_b(*pair.mesh_b, pair.features.triangle_b, pair.pose_b, middle_a_);
  if (!parts_touch(pair)) return;
  const ContactManifold least = collide(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
  if (least.point_count > 0 && can_push(part_a, least.points[0].on_a, least.normal) &&
      can_push(part_b, least.points[0].on_b, -least.normal)) {
    set_area(least, found);
    return;
  }
  find_face_contact(pair, part_a, true, FacePoints::on_triangle, found);
  ContactArea along_b;
  find_face_contact(pair, part_b, false, FacePoints::on_triangle, along_b);
  if (along_b.point_count > 0 && (found.point_count == 0 || along_b.depth < found.depth)) found = along_b;
}

void SurfaceRule::find_contact(const PartPair& pair, ContactArea& found) const {
  found.point_count = 0;
  if (pair.mesh_a != nullptr && pair.mesh_b != nullptr) {
    find_contact_of_meshes(pair, found);
    return;
  }
  const bool of_a = pair.mesh_a != nullptr;
  const SurfacePart part = surface_of(pair);
  if (is_before_plane(part, of_a ? *pair.b : *pair.a, of_a ? pair.pose_b : pair.pose_a)) return;
  FacePoints which = FacePoints::on_triangle;
  if (part.has_outer_edge()) {
    const ContactManifold least = collide(*pair.a, pair.pose_a, *pair.b, pair.pose_b);
    if (least.point_count > 0) {
      const Vec3 out = of_a ? least.normal : -least.normal;
      if (can_push(part, of_a ? least.points[0].on_a : least.points[0].on_b, out)) {
        set_area(least, found);
        return;
      }
    } else {
      if (!touches_prism(pair, &part.mesh, of_a)) return;
      which = FacePoints::also_beside;
    }
    find_face_contact(pair, part, of_a, which, found);
    return;
  }
  if (!(part.mesh.thickness() > 0.0)) {
    find_face_contact(pair, part, of_a, which, found);
    if (found.point_count > 0 && !intersects(*pair.a, pair.pose_a, *pair.b, pair.pose_b)) found.point_count = 0;
    return;
  }
  if (!intersects(*pair.a, pair.pose_a, *pair.b, pair.pose_b)) {
    if (!touches_prism(pair, &part.mesh, of_a)) return;
    which = FacePoints::also_beside;
  }
  find_face_contact(pair, part, of_a, which, found);
}

void SurfaceRule::find_forced_contact(const PartPair& pair, ContactArea& found) const {
  found.point_count = 0;
  if (!parts_touch(pair)) return;
  find_face_contact(pair, surface_of(pair), pair.mesh_a != nullptr, FacePoints::also_beside, found);
}

SurfacePart SurfaceRule::surface_of(const PartPair& pair) const {
  if (pair.mesh_a != nullptr) return {*pair.mesh_a, pair.features.triangle_a, pair.pose_a, middle_b_};
  return {*pair.mesh_b, pair.features.triangle_b, pair.pose_b, middle_a_};
}

}  // namespace hyperplane
