#pragma once

#include <concepts>

#include <hyperplane/shape_query.h>

#include "math/aabb.h"
#include "math/transform.h"
#include "shape/supporting_face.h"
#include "shape/traits.h"

/// The interface of every shape's class. A class is a small value made from a Shape's parameters; it works in the
/// shape's own frame. Its convex body is the Minkowski sum of a *core* and a ball of `radius()`: the core of a sphere
/// is a point, that of a capsule a segment, and most shapes are their own core, with radius 0. GJK and EPA work on
/// cores, so that round edges stay exact.
///
/// | member                                | returns                                                                  |
/// |---------------------------------------|--------------------------------------------------------------------------|
/// | radius()                              | radius of the rounding, m                                                |
/// | core_origin()                         | a point near the core's middle; `core_support` and `core_face` are       |
/// |                                       | relative to it, so that a hull far from its origin loses no digits       |
/// | core_extent()                         | a bound on the distance of core points from core_origin(), at most twice |
/// |                                       | the greatest such distance                                               |
/// | core_support(direction)               | the core point that lies farthest along a direction of any length; some  |
/// |                                       | core point for a zero direction                                          |
/// | core_face(direction, face)            | the flat feature of the core that looks most along a direction           |
/// | core_feature(face, kind, i)           | the feature that vertex i, or the edge from vertex i to the next, or all |
/// |                                       | of a supporting face is                                                  |
/// | core_feature_at(point)                | the feature that a point of the core's surface lies on                   |
/// | bounds(pose)                          | bounds of the whole shape, rounded outwards                              |
/// | raycast(origin, direction, distance)  | first hit of a ray of unit direction within a distance                   |
/// | closest_point(point)                  | signed distance, closest surface point and normal there                  |
///
/// Hints for single algorithms come from the base ShapeTraits in traits.h.

namespace hyperplane {

template <class T>
concept ShapeClass = std::constructible_from<T, const Shape&> && std::derived_from<T, ShapeTraits> &&
                     requires(const T& shape, const Vec3& vector, const Transform& pose, SupportingFace& face) {
                       { shape.radius() } -> std::same_as<double>;
                       { shape.core_origin() } -> std::same_as<Vec3>;
                       { shape.core_extent() } -> std::same_as<double>;
                       { shape.core_support(vector) } -> std::same_as<Vec3>;
                       { shape.core_face(vector, face) } -> std::same_as<void>;
                       { shape.core_feature(face, FeatureKind::face, 0) } -> std::same_as<ContactFeature>;
                       { shape.core_feature_at(vector) } -> std::same_as<ContactFeature>;
                       { shape.bounds(pose) } -> std::same_as<Aabb>;
                       { shape.raycast(vector, vector, 0.0) } -> std::same_as<RayHit>;
                       { shape.closest_point(vector) } -> std::same_as<ClosestPoint>;
                     };

}  // namespace hyperplane
