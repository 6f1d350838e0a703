#pragma once

#include <cstdint>

#include <hyperplane/geometry.h>
#include <hyperplane/shape.h>

/// Colliders of a world: their ids, rows and options. Shared by worlds of space and of the plane.

namespace hyperplane {

/// Handle of a collider: its row, and a generation that tells apart colliders that use the row one after the other.
/// The default value is the null id.
struct ColliderId {
  std::uint32_t row = 0;
  std::uint32_t generation = 0;

  friend constexpr bool operator==(const ColliderId&, const ColliderId&) = default;
};

/// Two rows, a < b.
struct RowPair {
  std::uint32_t a, b;

  /// The pair of two rows, in whichever order.
  static constexpr RowPair of(std::uint32_t row, std::uint32_t other) {
    return row < other ? RowPair{row, other} : RowPair{other, row};
  }

  friend constexpr bool operator==(const RowPair&, const RowPair&) = default;
  friend constexpr bool operator<(const RowPair& l, const RowPair& r) { return l.a != r.a ? l.a < r.a : l.b < r.b; }
};

/// Maximum number of colliders in a world.
inline constexpr std::uint32_t k_max_colliders = 1u << 24;

/// Maximum margin of a collider; m.
inline constexpr double k_max_margin = 1e9;
/// Whether a number is a margin: 0 to k_max_margin; NaN is not.
constexpr bool is_margin(double margin) { return margin >= 0.0 && margin <= k_max_margin; }

/// What a collider takes part in; see ColliderOptions.
struct ColliderKind {
  bool is_static = false, is_sensor = false, is_continuous = false, is_enabled = true;
};

/// Durations of the stages of the last update, in units of the clock.
struct UpdateTimings {
  double bounds = 0.0;        ///< finding and checking moved rows, updating their bounds
  double broad_phase = 0.0;   ///< pairs with overlapping bounds, sorted
  double narrow_phase = 0.0;  ///< touching pairs and their contacts
  double events = 0.0;        ///< began, ended
};

template <class Shape, class Pose>
struct BasicColliderOptions {
  /// What the shape does not own must live as long as the collider.
  Shape shape;
  Pose pose;
  /// Static colliders are never tested against each other.
  bool is_static = false;
  /// Sensors appear in began and ended, but have no contacts.
  bool is_sensor = false;
  /// A pair is tested when a.layer & b.mask and b.layer & a.mask are both non-zero.
  std::uint32_t layer = 1, mask = 0xffffffff;
  /// Sweep the collider from its pose at the last update to its present one; see World::impacts.
  bool is_continuous = false;
  /// False: in no contacts, events, impacts and answers. It keeps its row, and can be moved.
  bool is_enabled = true;
  /// m, 0 to k_max_margin: a pair touches up to a distance of the sum of both margins. Contacts of shapes that are
  /// apart have a negative depth, minus the distance. Queries, sweeps, separation and moves are about the shapes alone.
  double margin = 0.0;
};
using ColliderOptions = BasicColliderOptions<Shape, Pose>;

}  // namespace hyperplane
