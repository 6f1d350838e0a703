#pragma once

#include <hyperplane/character_base.h>
#include <hyperplane/plane_world.h>

/// Characters in the plane.

namespace hyperplane::plane {

using CharacterHits = CharacterHitsOf<Vec2>;
using CharacterState = CharacterStateOf<Vec2, Pose>;
using CharacterOptions = CharacterOptionsOf<MoverOptions>;

/// As step_character of space.
Result<CharacterHits> step_character(World& world, const Shape& shape, const CharacterOptions& options,
                                     CharacterState& state, double dt, Vec2 walk, bool flies);

/// As motion_at of space.
Vec2 motion_at(const World& world, std::uint32_t row, Vec2 point);

}  // namespace hyperplane::plane
