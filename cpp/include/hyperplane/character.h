#pragma once

#include <hyperplane/character_base.h>
#include <hyperplane/world.h>

/// A walker with state on top of `World::move_and_slide`: gravity, jumps, moving and turning platforms, doors and rams
/// that push it.

namespace hyperplane {

using CharacterHits = CharacterHitsOf<Vec3>;
using CharacterState = CharacterStateOf<Vec3, Pose>;
using CharacterOptions = CharacterOptionsOf<MoverOptions>;

/// One step of a character.
///
/// On the ground it walks: the ground determines the height. In the air gravity acts, and `walk` adds to the momentum.
/// A step first carries it with the ground, by the motion since it last stood there, then lets fast colliders push it,
/// then moves it. Step it once after each update of the world.
///
/// @param state changed only on success.
/// @param dt s, from 0, which changes nothing, to 1e3.
/// @param walk m/s: the wanted velocity relative to the ground. Its part along up counts only if it flies.
/// @param flies no gravity, no momentum: `walk` is the velocity.
/// @return what was met, or `invalid_argument`.
Result<CharacterHits> step_character(World& world, const Shape& shape, const CharacterOptions& options,
                                     CharacterState& state, double dt, const Vec3& walk, bool flies);

/// How a point of a live collider moved between the last two updates, m. @param point where it is now.
Vec3 motion_at(const World& world, std::uint32_t row, const Vec3& point);

}  // namespace hyperplane
