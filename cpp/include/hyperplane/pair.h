#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

#include <hyperplane/contact_feature.h>
#include <hyperplane/geometry.h>
#include <hyperplane/shape.h>
#include <hyperplane/status.h>

/// One pair of shapes at two poses. A normal is unit length, in world space, and points from A to B; depth is positive
/// when the shapes overlap, and then distance = -depth; normal * depth is the minimum translation vector: move B by it,
/// or A by its opposite, and they only touch. Everything is closed: shapes that only touch do intersect.
///
/// The functions take valid input: finite numbers within the ranges that shape.h states, quaternions that are not zero.
/// `check_pose` checks a pose.

namespace hyperplane {

/// @return `invalid_argument`, with the reason, for a coordinate that is not finite or beyond k_max_coordinate, or a
///         quaternion that is not finite or zero.
Result<bool> check_pose(const Pose& pose);

/// Where on two shapes an answer lies: the part of a compound, the triangle of a surface. -1: not applicable.
struct PairFeatures {
  std::int32_t part_a = -1, triangle_a = -1;
  std::int32_t part_b = -1, triangle_b = -1;

  friend constexpr bool operator==(const PairFeatures&, const PairFeatures&) = default;
};

/// The features with A and B exchanged.
constexpr PairFeatures exchanged(const PairFeatures& features) {
  return {features.part_b, features.triangle_b, features.part_a, features.triangle_a};
}

/// Two witness points of a contact, world space. onA - onB = normal * depth.
struct ContactPoint {
  Vec3 on_a, on_b;
  double depth = 0.0;
  /// Features of A and B that make the point; see contact_feature.h. The points of one manifold have different ids.
  std::uint32_t id = 0;
  std::uint32_t padding = 0;
};

/// The contact area, spanned by up to four points; the deepest comes first. No points: the shapes are apart.
struct ContactManifold {
  ContactManifold() {}  // NOLINT(modernize-use-equals-default): the points stay unset

  Vec3 normal;
  double depth = 0.0;
  int point_count = 0;
  PairFeatures features{};
  /// The first `point_count` are set.
  union {
    ContactPoint points[4];
  };
};

/// Signed distance with its witness points: point_b - point_a = normal * distance.
struct Distance {
  double distance = 0.0;
  Vec3 point_a, point_b, normal;
  PairFeatures features{};
};

/// Normal and depth alone, the cheaper half of a contact. `intersects` false: the rest is zero.
struct Penetration {
  bool intersects = false;
  Vec3 normal;
  double depth = 0.0;
};

/// Of a composite, all four functions answer for its parts: whether any touches, the deepest contact, the least
/// distance (if they overlap, minus the depth of the deepest contact). Of equal ones the lowest part wins, A's first.
bool intersects(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
Penetration penetration(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
ContactManifold collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
/// `distance` of shapes that are near each other; shapes far apart take a fraction of its time.
/// @param max_distance m, may be infinite. @return none if the distance is above it.
std::optional<Distance> distance_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                        double max_distance);

/// `collide` of shapes that touch up to a margin: a touch is a distance of at most the margin. Contacts of shapes that
/// are apart have a negative depth, minus the distance, and all their points.
/// @param margin m, at least 0 and finite.
ContactManifold collide_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin);
/// The same of `collide_all`. Parts of composites that overlap have the contacts of `collide_all`.
std::size_t collide_all_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                               std::span<ContactManifold> contacts);

/// All contacts of a pair: one for each two parts that touch. Convex shapes have one contact, or none.
/// @param contacts receives the deepest ones, deepest first; of equal depths the lowest part first, A's before B's.
/// @return the number of all contacts, which may exceed the room.
std::size_t collide_all(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        std::span<ContactManifold> contacts);

}  // namespace hyperplane
