#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include <hyperplane/status.h>

#include "core/workspace.h"
#include "depenetration/push_out.h"
#include "depenetration/tolerances.h"
#include "motion/tolerances.h"

namespace hyperplane {

/// A kinematic body that moves among colliders and does not turn, in the plane and in space: collide and slide.
///
/// Source: Fauerby, "Improved Collision Detection and Response", 2003: cast the body, stop a skin's width before a
/// collider, continue along it. Deviations:
///
/// - Every contact has a gap, so that its normal is that of the closest points, accurate to many digits.
/// - A direction is chosen against all contact planes at once, as the projection of the motion onto the cone between
///   them, not against the last plane hit: the body follows creases, stops in corners and does not oscillate. For
///   convex colliders the planes are exact: a motion along or away from one comes no nearer.
/// - Gaps from k_mover_push of the skin to the full skin neither push the body nor let it come closer. In that range
///   casts ignore contacts that the body only grazes (Surroundings::cast): 32-bit rotations tilt walls by 1e-7, and a
///   body beside such a wall can still rise, fall and walk along it.
///
/// A body that stands on ground and does not rise walks: its motion is horizontal, and its height follows the ground,
/// so that slopes neither slow it down nor make it slide. Walls and ground that is too steep only bound the horizontal
/// motion. There the body tries to step: up by the step height, forward, and down onto ground; where a low ceiling
/// stops that, up by no more than the height of the obstacle. A step has a least depth, so that the foot of a wall is
/// none. At the end the body is put down onto ground within reach. Other bodies fly: they move along a straight line
/// until a contact bounds it, and walk once they meet ground from above.
///
/// Ground can be walked on if the contact's normal is no steeper than the limit, or if the contact is with an edge
/// beside such a face, found by a ray just beside the edge, and no higher above the body's sole than a step. An edge
/// too steep to stand on does not stop the body.
///
/// Every motion is a cast, so that no speed makes a body tunnel, and no motion ends closer to a collider than the skin
/// unless it started closer. A walk is horizontally no longer than the delta; only sliding down steep ground adds to
/// it. A body that starts closer than half of the skin is pushed out of all overlaps at once by the shortest way (their
/// minimum translation vectors). Where that leads far, as between walls that face each other, another push is
/// looked for; if there is none that is short, the body goes to where it overlaps less (depenetration/push_out.h), and
/// is crushed.
///
/// @tparam Ways has
///   - `Vec`; `Plane`: a half-space of translations, a unit normal and an offset;
///   - `Around`: the colliders around the body, with `up`, `size`, `sole`, `contacts_within`, `contacts_passing`,
///     `cast`, `cast_upright`, `is_static`, `crosses_static`, `can_walk_on`, `height_behind` and `least_gain`
///     (query/mover_surroundings.h); its `Contact` and `Stop`;
///   - `Options`, `Answer`: of the public function; `k_hits`, `k_contacts`: how many there may be;
///   - `solve(planes, wanted, tolerance, found)`: the point of all half-spaces nearest to one;
///   - `visit_all_round`, `visit_beside`: directions (depenetration/push_out.h).
template <class Ways>
class CollideAndSlide {
  using Vec = typename Ways::Vec;
  using Around = typename Ways::Around;
  using Contact = typename Ways::Contact;
  using Stop = typename Ways::Stop;
  using Plane = typename Ways::Plane;
  using Options = typename Ways::Options;
  using Answer = typename Ways::Answer;

 public:
  /// @param position of the body. @param around, options, answer must outlive this.
  CollideAndSlide(Around& around, const Vec& position, const Options& options, Answer& answer)
      : around_(around),
        options_(options),
        up_(around.up()),
        slop_(options.skin * k_mover_slop),
        position_(position),
        result_(answer) {}

  /// Sets the answer.
  void move(const Vec& delta) {
    push_out();
    const double rise = dot(delta, up_);
    if (is_stuck_) {
      // Among so many parts every motion would cost as much as the search for a free place.
      result_.remaining = delta;
    } else if (is_level_or_falls(delta) && find_ground(options_.skin * k_mover_reach)) {
      walk(delta - up_ * rise);
      settle(rise < 0.0 ? -rise : 0.0);
    } else {
      fly(delta);
    }
    result_.position = position_;
    const auto near = around_.contacts_within(position_, options_.skin + 2.0 * slop_);
    result_.crushed = !near.empty() && near[0].gap < -options_.skin * k_mover_stop;
    result_.grounded = find_ground(options_.skin + 2.0 * slop_);
    if (!result_.grounded) {
      result_.ground_row = 0;
      result_.ground_point = result_.ground_normal = {};
    }
  }

 private:
  /// Whether a contact is ground for the body at a position. @param normal set to the ground's.
  bool can_walk_on(const Vec& position, const Contact& contact, Vec& normal) const {
    if (!around_.can_walk_on(contact, normal)) return false;
    if (normal == contact.normal) return true;
    const double on_body = dot(contact.point, up_) + contact.gap * dot(contact.normal, up_);
    return on_body - around_.sole(position) <= options_.step_height + slop_;
  }

  /// With a tolerance for the rounding of rotated directions.
  bool is_level_or_falls(const Vec& motion) const { return dot(motion, up_) <= k_mover_graze * length(motion); }

  void record(const Contact& contact) {
    for (int i = 0; i < result_.hit_count; ++i) {
      const auto& known = result_.hits[i];
      if (known.row == contact.row && dot(known.normal, contact.normal) > k_mover_same_hit_cosine) return;
    }
    if (result_.hit_count < Ways::k_hits) {
      result_.hits[result_.hit_count++] = {contact.row, contact.point, contact.normal};
    }
  }

  /// m: by how much the gap to a contact may shrink. 0 within the distance at which casts stop before the skin.
  double excess(const Contact& contact) const {
    const double gap = contact.gap - options_.skin;
    return gap > 2.0 * k_mover_stop * options_.skin ? gap : 0.0;
  }

  /// Finds ground within reach: the most level contact, of equals the nearest.
  bool find_ground(double reach) {
    bool found = false;
    double best = 0.0;
    const auto near = around_.contacts_within(position_, reach);
    for (const Contact& contact : near) {
      Vec normal;
      if (!can_walk_on(position_, contact, normal)) continue;
      const double cosine = dot(normal, up_);
      if (found && cosine <= best) continue;
      found = true;
      best = cosine;
      result_.ground_row = contact.row;
      result_.ground_point = contact.point;
      result_.ground_normal = normal;
    }
    return found;
  }

  void push_out() {
    const auto near = around_.contacts_within(position_, options_.skin);
    if (near.empty() || near[0].gap >= options_.skin * k_mover_push) return;
    for (const Contact& contact : near) {
      if (contact.gap < options_.skin * k_mover_push) record(contact);
    }
    const int hits_at_start = result_.hit_count;
    PushOut<Ways> pushed(around_, position_, options_.skin, options_.was_crushed);
    const Vec by_planes = pushed.by_planes([&](const Contact& contact) { record(contact); });
    const Vec push = pushed.shortest(by_planes);
    if (push != by_planes) result_.hit_count = hits_at_start;
    is_stuck_ = push == Vec{} && pushed.is_spent();
    position_ = position_ + push;
  }

  /// Slopes of the ground contacts along horizontal directions.
  struct Ground {
    int count = 0;
    Workspace<Vec, Ways::k_contacts> gradients;

    double rise(const Vec& along) const {
      double most = 0.0;
      for (int i = 0; i < count; ++i) {
        const double rise = dot(gradients[i], along);
        if (i == 0 || rise > most) most = rise;
      }
      return most;
    }
    Vec gradient(const Vec& along) const {
      Vec steepest;
      for (int i = 0; i < count; ++i) {
        if (i == 0 || dot(gradients[i], along) > dot(steepest, along)) steepest = gradients[i];
      }
      return steepest;
    }
  };

  struct WalkPlanes {
    Ground ground;
    /// Height of the lowest contact with ground, m.
    double foothold = 0.0;
    int count = 0;
    Workspace<Plane, Ways::k_contacts> walls;
    Workspace<Contact, Ways::k_contacts> contacts;
  };

  /// Planes that bound a horizontal motion from a position.
  WalkPlanes walk_planes(const Vec& position, const Vec& along) {
    const auto near = around_.contacts_passing(position, options_.skin + slop_);
    WalkPlanes planes;
    bool is_wall[Ways::k_contacts];
    for (std::size_t i = 0; i < near.size(); ++i) {
      Vec normal;
      is_wall[i] = !can_walk_on(position, near[i], normal);
      if (is_wall[i]) continue;
      const double cosine = dot(normal, up_), height = dot(near[i].point, up_);
      if (planes.ground.count == 0 || height < planes.foothold) planes.foothold = height;
      planes.ground.gradients[planes.ground.count++] = (normal - up_ * cosine) * (-1.0 / cosine);
      // A walkable edge bounds the motion until the body has stepped onto it.
      is_wall[i] = normal != near[i].normal;
    }
    const Vec gradient = planes.ground.gradient(along);
    for (std::size_t i = 0; i < near.size(); ++i) {
      if (!is_wall[i]) continue;
      const Vec& normal = near[i].normal;
      const double cosine = dot(normal, up_);
      // normal . (along + up * (gradient . along)) >= -excess
      const Vec bound = normal - up_ * cosine + gradient * cosine;
      const double bound_length = length(bound);
      if (bound_length < k_least_crease_sine) continue;
      planes.walls[planes.count] = {bound * (1.0 / bound_length), -excess(near[i]) / bound_length};
      planes.contacts[planes.count++] = near[i];
    }
    return planes;
  }

  Vec bounded(const WalkPlanes& planes, const Vec& along) const {
    bool found = false;
    const std::span<const Plane> walls{planes.walls.data(), static_cast<std::size_t>(planes.count)};
    const Vec left = Ways::solve(walls, along, k_mover_parallel * length(along), found);
    return found ? left : Vec{};
  }

  /// @param along horizontal.
  void walk(Vec along) {
    const double enough = length(along) * k_mover_parallel;
    for (int slide = 0; slide < k_max_mover_slides && length(along) > enough; ++slide) {
      const WalkPlanes planes = walk_planes(position_, along);
      const Vec free = bounded(planes, along);
      if (free != along) {
        for (int i = 0; i < planes.count; ++i) {
          if (dot(planes.walls[i].normal, along) < -enough) record(planes.contacts[i]);
        }
        if (step(planes, free, along)) continue;
      }
      if (!(length(free) > enough)) break;
      const Vec motion = free + up_ * planes.ground.rise(free);
      const Stop stop = around_.cast(position_, motion);
      position_ = position_ + motion * stop.time;
      // Continue with the remaining requested motion; the deflected one would bounce out of obtuse corners.
      along = along * (1.0 - stop.time);
      if (!stop.hit) break;
      record(stop.contact);
    }
    result_.remaining = result_.remaining + along;
  }

  /// Steps onto the contacts that bound the motion: lifted by the full step height, or, under a low ceiling, by the
  /// height of the contacts.
  /// @param free what the contacts leave of the motion. @param along reduced by the motion.
  /// @return false, with nothing changed, if there is no step.
  bool step(const WalkPlanes& planes, const Vec& free, Vec& along) {
    if (!(options_.step_height > 0.0)) return false;
    const double sole = around_.sole(position_) - options_.skin;
    const double foothold = planes.ground.count > 0 ? planes.foothold : sole;
    const Climb climb = step_up(options_.step_height, foothold, free, along);
    if (climb != Climb::blocked) return climb == Climb::done;
    double ledge = 0.0;
    for (int i = 0; i < planes.count; ++i) {
      if (!(dot(planes.walls[i].normal, along) < 0.0)) continue;
      const double height = around_.height_behind(planes.contacts[i], sole, foothold + options_.step_height);
      if (height > ledge) ledge = height;
    }
    const double lift = ledge + slop_;
    return ledge > 0.0 && lift < options_.step_height && step_up(lift, foothold, free, along) == Climb::done;
  }

  /// How a try to step up ended. Blocked: it may end otherwise with less lift.
  enum class Climb { none, blocked, done };

  Climb step_up(double lift, double foothold, const Vec& free, Vec& along) {
    const double risen = around_.cast_upright(position_, up_ * lift).time;
    const Vec rise = up_ * (lift * risen);
    const WalkPlanes planes = walk_planes(position_ + rise, along);
    const Vec forward = bounded(planes, along);
    // Beside a wall the body slides, up there as well.
    if (length(forward - free) <= k_mover_graze * length(along)) return Climb::blocked;
    const double whole = length(along), size = around_.size(), most = size > options_.skin ? size : options_.skin;
    Stride stride;
    bool has_step = false;
    if (whole < options_.skin) {
      // Too short to reach above the step: a stride of the skin's length finds out whether there is one.
      has_step = take_stride(planes, along * (options_.skin / whole), rise, foothold, around_.least_gain(), stride) &&
                 take_stride(planes, along, rise, foothold, 0.0, stride);
    } else {
      // A long stride may end on the next step, which is too high: try one that just reaches above the first.
      const double reach = 2.0 * options_.skin;
      has_step = take_stride(planes, along * (whole > most ? most / whole : 1.0), rise, foothold, around_.least_gain(),
                             stride) ||
                 (stride.moved > reach &&
                  take_stride(planes, along * (reach / whole), rise, foothold, around_.least_gain(), stride));
    }
    if (!has_step) return stride.is_steep && risen == 1.0 && forward == along ? Climb::none : Climb::blocked;
    const double way = length(forward);
    // The lifted body must be able to go on over the step for the least depth of a tread.
    const double tread = options_.min_tread / way;
    if (tread > 0.0 && around_.cast(position_ + rise, forward * tread).hit) return Climb::blocked;
    position_ = stride.end;
    record(stride.landing);
    // Walls leave less than the whole of the way: it is used up when that much is done.
    along = along * (stride.moved < way ? 1.0 - stride.moved / way : 0.0);
    return Climb::done;
  }

  struct Stride {
    Vec end;
    /// m, horizontal.
    double moved = 0.0;
    Contact landing;
    /// The way is clear, and leads onto what is too steep: with less lift, too.
    bool is_steep = false;
  };

  /// Moves up by `rise`, forward, and down.
  /// @return whether the end is on ground, no higher than a step, and more than `gain` above the present position.
  bool take_stride(const WalkPlanes& planes, const Vec& along, const Vec& rise, double foothold, double gain,
                   Stride& stride) {
    const Vec top = position_ + rise, forward = bounded(planes, along);
    const double time = around_.cast(top, forward).time;
    const Vec moved = forward * time;
    stride.moved = length(moved);
    stride.is_steep = false;
    if (!(stride.moved > slop_) && !(stride.moved > length(along) * k_mover_slop)) return false;
    const Stop down = around_.cast_upright(top + moved, -rise);
    if (!down.hit) return false;
    stride.end = top + moved - rise * down.time;
    if (!(dot(stride.end - position_, up_) > gain)) return false;
    const bool has_landing = find_landing(stride.end, down.contact, stride.landing);
    stride.is_steep = !has_landing && time == 1.0;
    return has_landing && dot(stride.landing.point, up_) - foothold <= options_.step_height + slop_;
  }

  /// @param stop contact that ended a downward motion. @param landing set to the ground contact: `stop` or another.
  /// @return whether the body lands on ground.
  bool find_landing(const Vec& position, const Contact& stop, Contact& landing) {
    Vec normal;
    landing = stop;
    if (can_walk_on(position, stop, normal)) return true;
    const auto near = around_.contacts_passing(position, options_.skin + slop_);
    for (const Contact& contact : near) {
      landing = contact;
      if (can_walk_on(position, contact, normal)) return true;
    }
    return false;
  }

  /// Snaps a walking body down to ground within reach, or lets it fall.
  /// @param fall m.
  void settle(double fall) {
    const double reach = fall + options_.snap_distance;
    // On ground a cast would end where it begins; the contacts are asked for at the end of the move, too.
    if (!(reach > 0.0) || stands()) return;
    const Vec drop = up_ * -reach;
    const Stop down = around_.cast_upright(position_, drop);
    const Vec end = position_ + drop * down.time;
    Contact landing;
    if (down.hit && find_landing(end, down.contact, landing)) {
      position_ = end;
    } else if (fall > 0.0) {
      fly(up_ * -fall);
    }
  }

  /// Whether the body is on ground, as near as casts leave it.
  bool stands() {
    const auto near = around_.contacts_within(position_, options_.skin + slop_);
    for (const Contact& contact : near) {
      Vec normal;
      if (!(excess(contact) > 0.0) && can_walk_on(position_, contact, normal)) return true;
    }
    return false;
  }

  void fly(Vec way) {
    const double enough = length(way) * k_mover_parallel;
    for (int slide = 0; slide < k_max_mover_slides && length(way) > enough; ++slide) {
      Workspace<Plane, 2 * Ways::k_contacts> planes;
      int count = 0;
      const auto near = around_.contacts_passing(position_, options_.skin + slop_);
      for (const Contact& contact : near) {
        const bool is_met = dot(contact.normal, way) < -enough;
        if (is_met) record(contact);
        Vec normal;
        if (can_walk_on(position_, contact, normal)) {
          if (is_met && is_level_or_falls(way)) {
            walk(way - up_ * dot(way, up_));
            settle(0.0);
            return;
          }
        } else if (const double cosine = dot(contact.normal, up_); cosine > 0.0) {
          // Ground that is too steep must not lift the body: also bound the horizontal motion.
          const Vec across = contact.normal - up_ * cosine;
          const double sine = length(across);
          if (sine > k_least_crease_sine) planes[count++] = {across * (1.0 / sine), -excess(contact) / sine};
        }
        planes[count++] = {contact.normal, -excess(contact)};
      }
      bool found = false;
      const Vec free = Ways::solve({planes.data(), static_cast<std::size_t>(count)}, way, enough, found);
      if (!found || !(length(free) > enough)) break;
      const Stop stop = around_.cast(position_, free);
      position_ = position_ + free * stop.time;
      way = way * (1.0 - stop.time);
      if (!stop.hit) break;
      record(stop.contact);
    }
    result_.remaining = result_.remaining + way;
  }

  Around& around_;
  const Options& options_;
  Vec up_;
  double slop_;
  Vec position_;
  bool is_stuck_ = false;
  Answer& result_;
};

/// Checks the lengths among the options. @param max_size m: greatest step height and snap distance, 1e9.
/// @return `invalid_argument`, with the reason.
template <class Options>
Result<bool> check_mover_lengths(const Options& options, double max_size) {
  const auto wrong = [](const char* message) { return Result<bool>::failure(Status::invalid_argument, message); };
  // NaN fails every comparison.
  if (!(options.skin >= 1e-6 && options.skin <= 1e3)) return wrong("skin must be from 1e-6 to 1e3 m");
  if (!(options.step_height >= 0.0 && options.step_height <= max_size)) {
    return wrong("step_height must be from 0 to 1e9 m");
  }
  if (!(options.snap_distance >= 0.0 && options.snap_distance <= max_size)) {
    return wrong("snap_distance must be from 0 to 1e9 m");
  }
  if (!(options.min_tread >= 0.0 && options.min_tread <= max_size)) return wrong("min_tread must be from 0 to 1e9 m");
  return {Status::ok, true, ""};
}

}  // namespace hyperplane
