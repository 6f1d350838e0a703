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
/// | core_origin()                         | a point of the core; `core_support` and `core_face` are                  |
/// |                                       | relative to it, so that a hull far from its origin loses no digits       |
/// | core_extent()                         | a bound on the distance of core points from core_origin(), at most twice |
/// |                                       | the greatest such distance                                               |
/// | core_support(direction)               | the core point that lies farthest along a direction of any length; some  |
/// |                                       | core point for a zero direction                                          |
/// | core_face(direction, face)            | the flat feature of the core that looks most along a direction           |
/// | core_feature(face, kind, i)           | the feature that vertex i, or the edge from vertex i to the next, or all |
/// |                                       | of a supporting face is                                                  |
/// | core_feature_at(point)                | the feature that a point of the core's surface lies on                   |
/// | k_is_polytope                         | whether the core is a polyhedron or a polygon; polytope_features.h needs |
/// |                                       | its faces and edges then                                                 |
/// | k_is_smooth                           | whether the core's surface is smooth and curved everywhere               |
/// | k_thickness_parameters                | the parameters, as bits, without which the shape has no volume (a        |
/// |                                       | capsule without height is a ball)                                        |
/// | revolved_axis()                       | the axis, 0 to 2, of a surface of revolution; -1 for others, and where   |
/// |                                       | the axis would not speed anything up                                     |
/// | crease()                              | where the core's support point jumps along an axis, of round cores       |
/// | rounded_box()                         | the shape as a box with rounded edges, where it is one                   |
/// | inner_ball()                          | radius of a ball that is a summand of the core, m                        |
/// | core_reach()                          | a tighter core_extent(), for a square root                               |
/// | core_reach_across(axis)               | a bound on the distance of core points from an axis of unit length       |
/// |                                       | through the origin of the frame                                          |
/// | core_caps()                           | flat round ends of the core across the Y axis                            |
/// | flat_extent()                         | sizes of a shape in which one of these parameters is zero                |
/// | core_normals_towards(point)           | outward normals at the curved parts of a round core where the distance   |
/// |                                       | from the point has a local minimum                                       |
/// | bounds(pose)                          | bounds of the whole shape, rounded outwards                              |
/// | raycast(origin, direction, distance)  | first hit of a ray of unit direction within a distance                   |
/// | closest_point(point)                  | signed distance, closest surface point and normal there                  |

namespace hyperplane {

template <class T>
concept ShapeClass = std::constructible_from<T, const Shape&> &&
                     requires(const T& shape, const Vec3& vector, const Transform& pose, SupportingFace& face) {
                       { shape.radius() } -> std::same_as<double>;
                       { shape.core_origin() } -> std::same_as<Vec3>;
                       { shape.core_extent() } -> std::same_as<double>;
                       { shape.core_support(vector) } -> std::same_as<Vec3>;
                       { shape.core_face(vector, face) } -> std::same_as<void>;
                       { shape.core_feature(face, FeatureKind::face, 0) } -> std::same_as<ContactFeature>;
                       { shape.core_feature_at(vector) } -> std::same_as<ContactFeature>;
                       { T::k_is_polytope } -> std::same_as<const bool&>;
                       { T::k_is_smooth } -> std::same_as<const bool&>;
                       { T::k_thickness_parameters } -> std::same_as<const unsigned&>;
                       { shape.revolved_axis() } -> std::same_as<int>;
                       { shape.crease() } -> std::same_as<Crease>;
                       { shape.rounded_box() } -> std::same_as<RoundedBox>;
                       { shape.inner_ball() } -> std::same_as<double>;
                       { shape.core_reach() } -> std::same_as<double>;
                       { shape.core_reach_across(vector) } -> std::same_as<double>;
                       { shape.core_caps() } -> std::same_as<Caps>;
                       { shape.flat_extent() } -> std::same_as<FlatExtent>;
                       { shape.core_normals_towards(vector) } -> std::same_as<Normals>;
                       { shape.bounds(pose) } -> std::same_as<Aabb>;
                       { shape.raycast(vector, vector, 0.0) } -> std::same_as<RayHit>;
                       { shape.closest_point(vector) } -> std::same_as<ClosestPoint>;
                     };

}  // namespace hyperplane
