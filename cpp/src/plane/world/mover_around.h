#pragma once

#include <span>

#include "depenetration/tolerances.h"
#include "motion/mover_contact.h"
#include "plane/world/world_impl.h"

namespace hyperplane::plane {

using MoverContact = MoverContactOf<Vec2>;
using MoverContacts = NearestContacts<Vec2, 12>;
using MoverStop = MoverStopOf<Vec2>;

/// The colliders around a mover's body, which does not turn: contacts and casts at any position.
///
/// A cast goes from tangent to tangent: between convex shapes in linear motion the gap is a convex function of time, so
/// that the tangent at any time is a lower bound of it, and the search neither passes the first touch nor looks back
/// (Newton's method from the left).
///
/// A one-sided segment counts for a body that is in front of it: one that stands in it by more than the skin, as while
/// it jumps through, does not see it.
class MoverAround {
 public:
  MoverAround(Colliders& colliders, const Shape& shape, const Pose& pose, const MoverOptions& options);

  /// Unit length.
  Vec2 up() const { return up_; }
  /// m: diagonal of the body's bounds.
  double size() const { return size_; }
  /// Height of the body's lowest point, m.
  double sole(Vec2 position) const;

  /// Contacts whose gap is at most `reach`, the nearest first. Valid until the next call. Those at the last position
  /// are known: a move asks several times at each.
  std::span<const MoverContact> contacts_within(Vec2 position, double reach);
  std::span<const MoverContact> contacts_passing(Vec2 position, double reach) {
    return contacts_within(position, reach);
  }
  /// Whether no contact has less than a gap.
  bool is_clear(Vec2 position, double gap) {
    const std::span<const MoverContact> near = contacts_within(position, gap);
    return near.empty() || near[0].gap >= gap;
  }
  /// How far the body can move until its gap to a collider is the skin. Contacts that the body grazes, closing in by no
  /// more than k_mover_graze of its way, only stop it at k_mover_graze_margin of the skin.
  MoverStop cast(Vec2 position, Vec2 motion) const { return cast(position, motion, k_mover_graze); }
  /// The same along `up` or against it; also grazes corners too steep to stand on.
  MoverStop cast_upright(Vec2 position, Vec2 motion) const { return cast(position, motion, least_ledge_cosine_); }

  /// Parts that searches for contacts have tested so far.
  std::int64_t tested() const { return tested_; }

  bool is_static(std::uint32_t row) const { return (colliders_.flags[row] & Colliders::k_static) != 0; }
  /// m: how far a point of a collider moved in this frame. @param point where it is now.
  double moved(std::uint32_t row, Vec2 point) const {
    return length(motion_of_point(colliders_.bodies[row].pose(), colliders_.frame_start(row), point));
  }
  /// Whether a motion takes the body's inner point into a static collider, or through a chain that stops it.
  bool crosses_static(Vec2 position, Vec2 motion) const;

  /// @param normal set to the ground's normal: the contact's, or that of the edge beside a corner.
  bool can_walk_on(const MoverContact& contact, Vec2& normal) const;
  /// Height above `from` of the collider just behind the contact, by a ray from above.
  /// @return m; 0 if the collider's top is not between the heights.
  double height_behind(const MoverContact& contact, double from, double to) const;
  /// m: least height that a step gains.
  double least_gain() const { return least_gain_; }

 private:
  /// A convex part of the body and of a collider; all coordinates about a base.
  struct Parts {
    std::uint32_t row;
    const Shape& collider;
    const Frame& frame;
    const PlacedLeaf& leaf;
    const PlacedLeaf& body;
  };
  using PartsVisitor = FunctionRef<void(const Parts&)>;

  /// @param apart about the base.
  static MoverContact contact_of(const Parts& parts, Vec2 base, const Distance& apart) {
    return {parts.row, apart.normal, base + apart.point_a, apart.distance};
  }

  void find_contacts(Vec2 position, double reach, MoverContacts& found) const;
  /// Visits the parts that the body, grown by `reach`, may meet on its way. @param position base of all coordinates.
  void visit_near(Vec2 position, Vec2 motion, double reach, PartsVisitor visit) const;
  /// Whether the body is in a one-sided part, or behind it. @param least depth, m.
  /// @param found set to the distance, from the part to the body. @param depth of the body behind a one-sided part, m.
  bool has_passed(const PlacedLeaf& leaf, const PlacedLeaf& body, Vec2 by, double least, Distance& found,
                  double& depth) const;
  /// The distance of two parts, from the collider to the body. @param by where the body is, about the base.
  /// @return false if the collider's part is not there for the body.
  bool measure(const Parts& parts, Vec2 by, Distance& found) const;
  /// Whether the direction of a contact counts at its point of the union of parts.
  /// @param by as in `measure`. @param apart about `base`; its normal is set to that of a face that it is but for the
  /// places of parts.
  bool counts(const Parts& parts, Vec2 base, Vec2 by, Distance& apart) const;
  /// m: how near a point parts are that contain it: they may be off their places.
  double closeness(std::uint32_t row) const {
    return k_union_gap * size_ + placing_of(colliders_.farthest(row), size_);
  }
  MoverStop cast(Vec2 position, Vec2 motion, double graze) const;
  /// Looks for a stop before the one that is known.
  /// @param passes impacts of a part that are looked at, for as long as its corners let the body pass.
  /// @return the first time at which one does; more than 1 if none does.
  double find_stop(Vec2 position, Vec2 motion, double graze, int passes, MoverStop& stop) const;
  /// The nearest hit of all static colliders. @param along unit length.
  /// @param is_from_inside whether solids that the ray starts in count.
  RayHit cast_ray_at_statics(Vec2 origin, Vec2 along, double reach, bool is_from_inside) const;
  /// At the union that a collider is part of: all static colliders, or itself.
  RayHit cast_down(std::uint32_t row, Vec2 from, double reach) const;
  bool accepts(std::uint32_t row) const {
    return row != options_.own_row && (options_.accepts == nullptr || options_.accepts(options_.context, row));
  }
  bool sees(std::uint32_t row) const {
    return (colliders_.layers[row] & options_.mask) != 0 &&
           (options_.sensors || (colliders_.flags[row] & Colliders::k_sensor) == 0);
  }

  Colliders& colliders_;
  const Shape& shape_;
  const MoverOptions& options_;
  double angle_;
  Vec2 up_;
  /// Of the body, about its position.
  Frame frame_;
  Vec2 middle_;
  /// Bounds of the body about its position.
  Box2 box_;
  /// The last contacts, within a distance of a position; none: below 0.
  MoverContacts near_;
  Vec2 near_position_;
  double near_reach_ = -1.0;
  mutable std::int64_t tested_ = 0;
  double size_ = 0.0, least_cosine_ = 0.0, least_ledge_cosine_ = 0.0, least_gain_ = 0.0;
};

}  // namespace hyperplane::plane
