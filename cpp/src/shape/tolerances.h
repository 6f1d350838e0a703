#pragma once

/// Tolerances of shapes, shared with the layers above, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Sine of the angle between two edges below which they count as parallel and give no separating axis. Skipping the
/// axis costs at most this share of an edge's length, because the face of the Minkowski difference that the pair spans
/// is no wider. Above it, the axis, normalised in 64 bits, is good to 1e-9.
inline constexpr double k_parallel_edge_sine = 1e-7;

/// Height of a triangle over its longest side, as a share of that side, below which it has no area: the rounding of
/// corners a thousand sides away from the origin turns the normal of a flatter one by more than a degree.
inline constexpr double k_least_triangle_height = 1e-11;

/// Share of a shape's size within which a witness point lies on a face, edge or vertex, for the id of its contact.
/// Above the error of witness points of polyhedra.
inline constexpr double k_feature_tolerance = 1e-7;

/// Share of the shapes' size and distance within which an upper and a lower bound of the distance count as equal: about
/// a hundred roundings, far below the promised 1e-6.
inline constexpr double k_distance_tolerance = 1e-12;

/// Share of the shapes' size below which the difference of two witness points is too short to normalise. At this length
/// rounding of the points turns the direction by at most about 1e-8 rad.
inline constexpr double k_direction_from_points = 1e-7;

/// Share of the distance of a ray's origin from a triangle within which the ray hits an edge that it passes: several
/// roundings of the coordinates.
inline constexpr double k_ray_edge_rounding = 0x1p-51;
/// Squared sine of the angle between a ray and the axis of a cylinder or cone below which the ray counts as parallel to
/// the axis. Within the shape it then moves sideways by less than 1e-15 of the shape's height, which is rounding.
inline constexpr double k_ray_parallel_sine_squared = 1e-30;

/// Distance from the surface, as a share of a rounded shape's size, at which Newton's method has found the hit of a
/// ray: some roundings of that distance.
inline constexpr double k_ray_surface = 4e-15;
/// Steps of that method at the most. Towards a ray that grazes, each step halves the way that is left.
inline constexpr int k_max_ray_steps = 64;

/// Half thickness that a ray finds along the zero sizes of a shape, as a share of the ray's way to it and of the
/// coordinates: the roundings of both and of the transformation (see k_bounds_rounding).
inline constexpr double k_flat_ray_margin = 4e-15;

/// Squared sine of the angle at a corner of a triangle at which the rounding of its normal is 1e-12.
inline constexpr double k_needle_area = 1e-8;
/// Steps of Newton's method for the closest point of an ellipsoid. It starts at most a factor of sqrt(3) from the root
/// and then converges quadratically; ten steps are ample.
inline constexpr int k_max_ellipsoid_iterations = 32;

}  // namespace hyperplane
