#pragma once

/// Tolerances of pairs of parts and of patches of surfaces, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Share of a triangle's size within which two corners are equally far along a direction.
inline constexpr double k_surface_feature = 1e-7;
/// Share of a triangle's size within which a contact point beside the triangle still lies on it.
inline constexpr double k_surface_side = 1e-9;
/// Cosine of the greatest angle between the normals of a patch and that of its deepest contact: 10 degrees.
inline constexpr double k_patch_cosine = 0.984807753012208;
/// Squared sine of the greatest angle at which a vertex of a body's face rises from its deepest point for the face to
/// lie along a half-space (8 degrees; k_reference_cosine of convex shapes).
inline constexpr double k_resting_slope_squared = 0.02;

}  // namespace hyperplane
