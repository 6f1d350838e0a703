#pragma once

#include <cstdint>

#include <hyperplane/geometry.h>

/// A kinematic body that a game moves: `World::move_and_slide`.

namespace hyperplane {

struct MoverOptions {
  /// Any length but zero.
  Vec3 up{0.0, 1.0, 0.0};
  /// m: the gap that is kept to everything, in [1e-6, 1e3].
  double skin = 0.01;
  /// rad, from 0 to pi / 2: steeper ground is not walked on, but slid down.
  double max_slope = 0.78539816339744831;
  /// m: what is not higher is stepped onto. 0: nothing is.
  double step_height = 0.3;
  /// m: how far below a walking body the ground may be for it to be put down there. 0: it never is.
  double snap_distance = 0.3;
  /// Colliders whose layer is not in it are passed through.
  std::uint32_t mask = 0xffffffff;
  /// Whether sensors are in the way. They are passed through by default.
  bool sensors = false;
  /// Asked for a row that is in the way; false: it is passed through. Null: none are.
  bool (*accepts)(const void* context, std::uint32_t row) = nullptr;
  const void* context = nullptr;
};

/// Something that the body came up against on its way.
struct MoverHit {
  std::uint32_t row = 0;
  /// On the collider, and its normal there, towards the body.
  Vec3 point, normal;
};
inline constexpr int k_max_mover_hits = 16;

struct MoverResult {
  Vec3 position;
  /// Whether it ended on ground that it can walk on; the rest is about that ground.
  bool grounded = false;
  std::uint32_t ground_row = 0;
  Vec3 ground_point, ground_normal;
  /// The first hits, in the order in which they were made; each collider once a direction.
  int hit_count = 0;
  MoverHit hits[k_max_mover_hits];
};

}  // namespace hyperplane
