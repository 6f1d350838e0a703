#pragma once

/// Tolerances of queries and the surroundings of a mover, each with its unit and its reason; see core/constants.h.

namespace hyperplane {

/// Distance around a move, in skins, within which colliders are looked up at its start: its reach, and some pushing.
inline constexpr double k_mover_gather_skins = 4.0;
/// Sine of the greatest angle between the normal of a face and a contact with its edge that places of parts explain.
inline constexpr double k_most_face_tilt = 1.0 / 16;

}  // namespace hyperplane
