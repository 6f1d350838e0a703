#pragma once

#include <cstdint>

/// A walker with state on top of `World::move_and_slide`, whatever its dimension; see character.h, plane_character.h.

namespace hyperplane {

template <class Vec>
struct CharacterHitOf {
  /// Row of the collider. A number like the others, so that a hit is an array of them.
  double row = 0.0;
  /// Point on the collider, and normal there, towards the character.
  Vec point, normal;
  /// m/s: how fast the character and the collider approached each other along the normal.
  double speed = 0.0;
};

/// All that a character is between two steps, as plain numbers: a copy restores it. Rows and generations are those of
/// its world, or of one that was restored from a snapshot.
template <class Vec, class Pose>
struct CharacterStateOf {
  /// Of the body. A step changes the position only.
  Pose pose;
  /// Unit length.
  Vec up;
  /// m/s, that of the platform included.
  Vec velocity;
  /// m/s: the part of the velocity that is not walking: the platform's on the ground, and in the air what the character
  /// left the ground with, changed by gravity and by what it hit.
  Vec momentum;
  /// 1: on walkable ground; 1: without room, see MoverResult.
  double grounded = 0.0, crushed = 0.0;
  /// rad: by how much the ground turned about `up` in the last step, counter-clockwise. 0 in the plane.
  double yaw = 0.0;
  /// The ground, and where it was when the character last stood on it. Generation 0: none.
  double ground_row = 0.0, ground_generation = 0.0;
  Vec ground_point, ground_normal;
  /// m/s, at `ground_point`.
  Vec ground_velocity;
  Pose ground_pose;
};

template <class Mover>
struct CharacterOptionsOf {
  /// `up` is that of the state.
  Mover mover;
  /// m/s^2, along -up, within 1e9.
  double gravity = 9.81;
  /// The speed of a walk counts along the ground; true: horizontally, so that it is faster on slopes.
  bool horizontal_speed = false;
};

inline constexpr int k_max_character_hits = 16;

template <class Vec>
struct CharacterHitsOf {
  CharacterHitsOf() {}  // NOLINT(modernize-use-equals-default): the hits stay unset

  int count = 0;
  /// The first `count` are set.
  union {
    CharacterHitOf<Vec> hits[k_max_character_hits];
  };
};

}  // namespace hyperplane
