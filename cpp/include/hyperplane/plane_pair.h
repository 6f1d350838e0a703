#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <hyperplane/plane.h>

/// One pair of shapes in the plane. Preconditions: shapes come from the functions of plane.h, `check_pose` accepts the
/// poses. Normals have unit length and point from A to B, in world space.

namespace hyperplane::plane {

bool intersects(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);

struct Distance {
  /// Minus the depth when the shapes overlap.
  double distance = 0.0;
  /// Witness points: point_b - point_a = normal * distance.
  Vec2 point_a, point_b, normal;
  /// Which part of a composite; -1: the shape has none.
  std::int32_t part_a = -1, part_b = -1;
};
/// Of overlapping composites minus the depth of the deepest contact; where that has no point so deep, the witness
/// points are as far apart as it is, and may lie beside the shapes. Sides of a chain do not count.
Distance distance(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
/// `distance` of shapes that are near each other; shapes far apart take a fraction of its time.
/// @param max_distance m, may be infinite. @return none if the distance is above it.
std::optional<Distance> distance_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                        double max_distance);

struct ContactPoint {
  Vec2 on_a, on_b;
  double depth = 0.0;
  /// Feature of A in the lower 16 bits, of B in the upper: kind in the upper 4 of these (0 surface, 1 vertex, 2 edge),
  /// below it the index modulo 4096.
  std::uint32_t id = 0;
};

struct Contact {
  /// Deepest first; 0 points: the shapes are apart. Points lie on the shapes: those of parts may be less deep than the
  /// contact, whose deepest point then lies beside the edge that pushes.
  int point_count = 0;
  Vec2 normal;
  double depth = 0.0;
  ContactPoint points[2];
  /// Which part of a composite; -1: the shape has none. Along the normal the two parts overlap by `depth`. A shape deep
  /// inside a polygon may touch none of the part whose edge it is pushed out through.
  std::int32_t part_a = -1, part_b = -1;
};
/// Of composites the deepest contact.
Contact collide(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b);
/// The contacts of all touching parts, deepest first, then by part.
/// @param contacts filled with the deepest. @return how many there are; may be more than there is room for.
std::size_t collide_all(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        std::span<Contact> contacts);

/// `collide` and `collide_all` of shapes that touch up to a margin: a touch is a distance of at most the margin.
/// Contacts of shapes that are apart have a negative depth, minus the distance, and all their points. Parts of
/// composites that overlap have the contacts of `collide_all`.
/// @param margin m, at least 0 and finite.
Contact collide_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin);
std::size_t collide_all_within(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, double margin,
                               std::span<Contact> contacts);

/// Normal, and the signed distance or the depth.
struct PairAnswer {
  Vec2 normal;
  double amount = 0.0;
};
/// As `distance`. @param shapes, poses of A and B of each pair in turn.
void distance_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses, std::span<PairAnswer> answers);
/// As `collide`; all zeros for shapes that are apart.
void mtv_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses, std::span<PairAnswer> answers);
void intersects_batch(std::span<const Shape* const> shapes, std::span<const Pose> poses,
                      std::span<std::uint8_t> verdicts);

/// A candidate axis of the separating axis theorem.
struct SatAxis {
  enum class Source : std::uint8_t { edge_a, edge_b, vertex };
  Vec2 axis;
  Source source = Source::edge_a;
  /// Of the edge; of a vertex axis that of the vertex of A.
  int index = 0;
  double min_a = 0.0, max_a = 0.0, min_b = 0.0, max_b = 0.0;
  /// Least translation along the axis after which the intervals only touch; negative if they are apart.
  double overlap = 0.0;
};

/// Number of axes that `explain_sat` writes; 0 if a core is no polygon.
std::size_t sat_axis_count(const Shape& a, const Shape& b);
/// Every edge normal of A, then of B, and between rounded shapes or such of less than three vertices the line through
/// the two closest vertices. @param axes `sat_axis_count` elements. @return index of the decisive axis: that of the
/// widest gap, or of the least overlap.
std::size_t explain_sat(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        std::span<SatAxis> axes);

}  // namespace hyperplane::plane
