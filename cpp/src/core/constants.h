#pragma once

/// Tolerances that layers share, each with its unit and its reason; those of a layer are in its tolerances.h.
/// Lengths are relative to the sizes of the shapes, so that scaling a scene by a power of two changes nothing; only
/// guards against division by zero are in metres.

namespace hyperplane {

/// Share of the shapes' size by which a vertex above the reference face still counts as a contact point (with depth 0),
/// and within which two contact points are merged. Faces that only touch are often apart by a rounding or two. Well
/// below the promised 1e-6.
inline constexpr double k_contact_tolerance = 1e-9;

/// Share of |coordinate| + reach by which bounds are widened on each side. Exceeds the roundings of 2^-53 that a corner
/// goes through (an entry of a rotation matrix is good to 18 of them), so that bounds never lose a point of their
/// shape.
inline constexpr double k_bounds_rounding = 4e-15;

/// Largest relative error of one rounding in 64 bits.
inline constexpr double k_unit_roundoff = 0x1p-53;

/// Squared lengths between which a quaternion needs no scaling: the square of a product of two neither overflows nor
/// loses bits to underflow.
inline constexpr double k_min_quat_length_squared = 1e-30;
inline constexpr double k_max_quat_length_squared = 1e30;

/// Bounds of colliders in 32 bits, with u = 2^-24. Share of the half sizes by which a reach is widened, 32 u: an entry
/// of the matrix is good to 17 u, products and sums cost 4 u, and rounding the bound costs 1 u.
inline constexpr float k_lane_reach_slack = 0x1p-19f;

/// Share of all lengths by which a triangle's planes may be off: the normal's rounding, and those of projections.
inline constexpr double k_plane_rounding = 1e-11;

/// Sine of the angle by which a triangle may rise above a plane that still counts as a supporting plane of the surface.
inline constexpr double k_surface_rise = 5e-7;

/// Angle, rad, within which a direction is the normal of a face.
inline constexpr double k_face_normal_tilt = 1e-7;

/// Cosine of the angle, 1e-7 rad, within which a normal is that of a face.
inline constexpr double k_face_normal_cosine = 1.0 - 5e-15;

}  // namespace hyperplane
