#pragma once

#include <cstdint>

/// A kinematic body that a game moves, whatever its dimension: `World::move_and_slide`.

namespace hyperplane {

template <class Vec>
struct MoverOptionsOf {
  /// Any length but zero.
  Vec up{0.0, 1.0};
  /// m: gap kept to all colliders, in [1e-6, 1e3].
  double skin = 0.01;
  /// rad, from 0 to pi / 2. The body slides down steeper ground.
  double max_slope = 0.78539816339744831;
  /// m: maximum step height, measured from the ground below the body; 0 disables stepping.
  double step_height = 0.3;
  /// m: maximum distance by which a walking body snaps down to the ground; 0 disables snapping.
  double snap_distance = 0.3;
  /// m: least free way of the body over a step for it to be climbed; 0: any.
  double min_tread = 0.05;
  /// The body passes through colliders whose layer is not in the mask.
  std::uint32_t mask = 0xffffffff;
  /// Include sensors. The body passes through them by default.
  bool sensors = false;
  /// Optional filter; return false to ignore that collider.
  bool (*accepts)(const void* context, std::uint32_t row) = nullptr;
  const void* context = nullptr;
  /// A collider to ignore: the one that stands for the body. Default: none.
  std::uint32_t own_row = 0xffffffff;
  /// Whether the last move left the body crushed: what moves then pushes it no farther than it moved, and the skin.
  bool was_crushed = false;
};

/// A collider that limited the motion.
template <class Vec>
struct MoverHitOf {
  std::uint32_t row = 0;
  /// Point on the collider, and normal there, towards the body.
  Vec point, normal;
};
inline constexpr int k_max_mover_hits = 16;

template <class Vec>
struct MoverResultOf {
  MoverResultOf() {}  // NOLINT(modernize-use-equals-default): the hits stay unset

  Vec position;
  /// Whether the body ends on walkable ground, which `ground_row`, `ground_point` and `ground_normal` describe.
  bool grounded = false;
  /// Colliders push from opposite sides and leave no room: the body ends where it overlaps least.
  bool crushed = false;
  std::uint32_t ground_row = 0;
  Vec ground_point, ground_normal;
  /// m: the part of the delta that was not used up. The fall of a body that walks counts as used.
  Vec remaining;
  /// The first hits in order of time, one for each collider and direction.
  int hit_count = 0;
  /// The first `hit_count` are set.
  union {
    MoverHitOf<Vec> hits[k_max_mover_hits];
  };
};

}  // namespace hyperplane
