#pragma once

#include "depenetration/tolerances.h"

/// Tolerances of moving bodies, in the plane and in space, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Share of the shapes' size by which touching colliders must approach in a step to count as about to hit each other:
/// above the rounding of rows of 32-bit quaternions, which makes sliding bodies seem to sink.
inline constexpr double k_impact_closing = 1e-6;
/// rad: shapes that touch at the start may part and meet again unnoticed while they turn by less (motion/parting.h).
inline constexpr double k_parting_turn = 1.0 / 16.0;
/// Gap to ground, as a share of a mover's skin, within which the body stands on it: the widest that a step asks for.
inline constexpr double k_mover_reach = 2.0;
/// Share of its skin at which such a contact stops a mover after all: above k_mover_push by more than rounding.
inline constexpr double k_mover_graze_margin = 0.5 + k_mover_slop;
/// Cosine of the angle between the normals of two contacts with one row (8 degrees) within which they count as one hit.
inline constexpr double k_mover_same_hit_cosine = 0.99;
/// Slack of the cosine of the steepest slope: normals from witness points turn by 1e-8 rad or so.
inline constexpr double k_mover_slope_slack = 1e-7;
/// Share of its motion by which a mover may approach a surface that it slides along: a few roundings of a projection.
inline constexpr double k_mover_parallel = 1e-9;
/// Most changes of direction in one move of a mover: corners take three. The remaining motion is then dropped.
inline constexpr int k_max_mover_slides = 12;
/// Least cosine between up and the normal of a contact with an edge that a mover can stand on, provided that the face
/// beside the edge is walkable.
inline constexpr double k_least_ledge_cosine = 0.05;
/// Cosine of the angle between two normals of one collider above which a mover needs only one of them: 1e-7 rad.
inline constexpr double k_same_plane_cosine = 1.0 - 5e-15;
/// Distance from an edge, as a share of a mover's size (of its skin if that is larger), at which it looks for the face
/// that it could stand on.
inline constexpr double k_ledge_ray = 1e-3;
/// Shares of a body's size: how deep behind the time of an impact its contacts decide whether it stops, and how far it
/// may move until then.
inline constexpr double k_behind_impact = 1e-4;
inline constexpr double k_far_behind_impact = 1e-3;

}  // namespace hyperplane
