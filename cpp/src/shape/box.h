#pragma once

#include <hyperplane/shape.h>
#include <hyperplane/shape_query.h>

#include "math/transform.h"
#include "shape/supporting_face.h"
#include "shape/traits.h"

/// Box: the points between three pairs of parallel planes. All members use the frame of the shape: its origin is the
/// centre and its axes are those of the box.

namespace hyperplane {

struct Box : ShapeTraits {
  /// Half of the full sizes.
  Vec3 half;

  explicit constexpr Box(const Shape& shape)
      : half{0.5 * shape.parameters[0], 0.5 * shape.parameters[1], 0.5 * shape.parameters[2]} {}

  explicit constexpr Box(const Vec3& half_size) : half(half_size) {}

  constexpr Vec3 core_origin() const { return {}; }
  /// A bound on the distance of the corners from the centre.
  constexpr double core_extent() const { return half.x + half.y + half.z; }
  /// Support mapping: the corner in the direction's octant. A component that is zero counts as positive.
  Vec3 core_support(const Vec3& direction) const {
    return {with_sign(half.x, direction.x), with_sign(half.y, direction.y), with_sign(half.z, direction.z)};
  }
  /// The point of the box that is nearest to a point; the point itself if it is inside.
  constexpr Vec3 clamped(const Vec3& point) const {
    return {clamp(point.x, -half.x, half.x), clamp(point.y, -half.y, half.y), clamp(point.z, -half.z, half.z)};
  }
  /// Rounding radius around the core: 0, since a box is its own core.
  constexpr double radius() const { return 0.0; }
  /// The face whose normal is nearest to `direction`; ties: the lowest axis. A face without width is an edge, or a
  /// vertex.
  void core_face(const Vec3& direction, SupportingFace& face) const;
  ContactFeature core_feature(const SupportingFace& face, FeatureKind kind, int i) const;
  ContactFeature core_feature_at(const Vec3& point) const;
  /// Features by octant: bit k of `octant` is set on the positive side of axis k. An edge runs along its axis; a face
  /// has its axis as normal.
  static constexpr ContactFeature vertex_feature(unsigned octant) {
    // In the order of box_vertices.
    constexpr std::uint8_t k_vertices[8] = {0, 1, 2, 7, 3, 6, 5, 4};
    return make_feature(FeatureKind::vertex, k_vertices[octant]);
  }
  static constexpr ContactFeature edge_feature(int axis, unsigned octant) {
    const int u = axis < 2 ? axis + 1 : 0, v = axis > 0 ? axis - 1 : 2;
    return make_feature(FeatureKind::edge,
                        static_cast<unsigned>(4 * axis) + (octant >> u & 1u) + 2u * (octant >> v & 1u));
  }
  static constexpr ContactFeature face_feature(int axis, unsigned octant) {
    return make_feature(FeatureKind::face, static_cast<unsigned>(2 * axis) + (octant >> axis & 1u));
  }

  static constexpr bool k_is_polytope = true;
  static constexpr unsigned k_thickness_parameters = 7u;
  constexpr RoundedBox rounded_box() const { return {true, half, 0.0}; }
  double core_reach() const { return length(half); }
  double core_reach_across(const Vec3& axis) const;
  constexpr FlatExtent flat_extent() const { return {half, false}; }

  /// Bounds at a pose, rounded outwards.
  Aabb bounds(const Transform& pose) const;
  /// @param direction unit length. See `raycast` in shape_query.h.
  RayHit raycast(const Vec3& origin, const Vec3& direction, double max_distance) const;
  ClosestPoint closest_point(const Vec3& point) const;
};

}  // namespace hyperplane
