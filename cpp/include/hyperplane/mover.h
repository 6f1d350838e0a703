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
  /// rad, from 0 to pi / 2. Ground that is steeper is slid down.
  double max_slope = 0.78539816339744831;
  /// Maximum step height, m, measured from the ground that the body stands on; 0 disables stepping.
  double step_height = 0.3;
  /// Greatest distance, m, by which a walking body is put down onto ground below it; 0 disables that.
  double snap_distance = 0.3;
  /// Colliders whose layer is not in it are passed through.
  std::uint32_t mask = 0xffffffff;
  /// Whether sensors are in the way. They are passed through by default.
  bool sensors = false;
  /// Optional filter; return false to ignore that collider.
  bool (*accepts)(const void* context, std::uint32_t row) = nullptr;
  const void* context = nullptr;
};

/// A collider that limited the motion.
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
  /// The first hits in order of time, one for each collider and direction.
  int hit_count = 0;
  MoverHit hits[k_max_mover_hits];
};

}  // namespace hyperplane
