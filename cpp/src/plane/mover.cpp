#include "core/constants.h"
#include "plane/mover_around.h"

/// A kinematic body that moves and does not turn: collide and slide, as query/mover.h describes it in space, with the
/// same rules for ground, walls, steps and skins. In the plane the free direction between contacts is the solution of a
/// few half-planes (half_planes.cpp), and one-sided chains let the body through from behind (mover_around.h).

namespace hyperplane::plane {
namespace {

class PlaneMover {
 public:
  PlaneMover(Colliders& colliders, const Shape& shape, const Pose& pose, const MoverOptions& options)
      : around_(colliders, shape, pose, options),
        options_(options),
        up_(around_.up()),
        slop_(options.skin * k_mover_slop),
        position_(pose.position) {}

  MoverResult move(Vec2 delta) {
    push_out();
    const double rise = dot(delta, up_);
    if (is_level_or_falls(delta) && find_ground(2.0 * options_.skin)) {
      walk(delta - up_ * rise);
      settle(larger(0.0, -rise));
    } else {
      fly(delta);
    }
    result_.position = position_;
    result_.grounded = find_ground(options_.skin + 2.0 * slop_);
    return result_;
  }

 private:
  /// With a tolerance for the rounding of rotated directions.
  bool is_level_or_falls(Vec2 motion) const { return dot(motion, up_) <= k_mover_graze * length(motion); }

  void record(const MoverContact& contact) {
    for (int i = 0; i < result_.hit_count; ++i) {
      const MoverHit& known = result_.hits[i];
      if (known.row == contact.row && dot(known.normal, contact.normal) > k_mover_same_hit_cosine) return;
    }
    if (result_.hit_count < k_max_mover_hits) {
      result_.hits[result_.hit_count++] = {contact.row, contact.point, contact.normal};
    }
  }

  /// m: by how much the gap to a contact may shrink. 0 within the distance at which casts stop before the skin.
  double excess(const MoverContact& contact) const {
    const double gap = contact.gap - options_.skin;
    return gap > 2.0 * k_mover_stop * options_.skin ? gap : 0.0;
  }

  /// Finds ground within reach: the most level contact, of equals the nearest.
  bool find_ground(double reach) {
    bool found = false;
    double best = 0.0;
    const MoverContacts near = around_.contacts_within(position_, reach);
    for (const MoverContact& contact : near.all()) {
      Vec2 normal;
      if (!around_.can_walk_on(contact, normal)) continue;
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

  /// Pushes the body out of overlaps, and out of gaps much smaller than the skin.
  void push_out() {
    Vec2 best = position_;
    double best_gap = 0.0;
    for (int round = 0; round <= k_max_mover_pushes; ++round) {
      const MoverContacts near = around_.contacts_within(position_, options_.skin);
      const double gap = near.count > 0 ? near.contacts[0].gap : options_.skin;
      if (round == 0 || gap > best_gap) {
        best = position_;
        best_gap = gap;
      }
      if (gap >= options_.skin * k_mover_push || round == k_max_mover_pushes) break;
      HalfPlane planes[MoverContacts::k_capacity];
      for (int i = 0; i < near.count; ++i) {
        const MoverContact& contact = near.contacts[i];
        planes[i] = {contact.normal, options_.skin - contact.gap};
        if (contact.gap < options_.skin * k_mover_push) record(contact);
      }
      bool found = false;
      Vec2 push = solve_half_planes({planes, static_cast<std::size_t>(near.count)}, {},
                                    options_.skin * k_mover_push_slack, found);
      // No position satisfies all planes: push out of the deepest overlap first.
      if (!found) push = planes[0].normal * planes[0].offset;
      position_ = position_ + push;
    }
    position_ = best;
  }

  /// Slopes of the ground contacts along horizontal directions.
  struct Ground {
    int count = 0;
    Vec2 gradients[MoverContacts::k_capacity];

    double rise(Vec2 along) const {
      double most = 0.0;
      for (int i = 0; i < count; ++i) {
        const double rise = dot(gradients[i], along);
        if (i == 0 || rise > most) most = rise;
      }
      return most;
    }
    Vec2 gradient(Vec2 along) const {
      Vec2 steepest;
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
    HalfPlane walls[MoverContacts::k_capacity];
    MoverContact contacts[MoverContacts::k_capacity];
  };

  /// Planes that bound a horizontal motion from a position.
  WalkPlanes walk_planes(Vec2 position, Vec2 along) const {
    const MoverContacts near = around_.contacts_within(position, options_.skin + slop_);
    WalkPlanes planes;
    bool is_wall[MoverContacts::k_capacity] = {};
    for (int i = 0; i < near.count; ++i) {
      Vec2 normal;
      is_wall[i] = !around_.can_walk_on(near.contacts[i], normal);
      if (is_wall[i]) continue;
      const double cosine = dot(normal, up_), height = dot(near.contacts[i].point, up_);
      if (planes.ground.count == 0 || height < planes.foothold) planes.foothold = height;
      planes.ground.gradients[planes.ground.count++] = (normal - up_ * cosine) * (-1.0 / cosine);
      // A walkable edge bounds the motion until the body has stepped onto it.
      const Vec2 own = near.contacts[i].normal;
      is_wall[i] = normal.x != own.x || normal.y != own.y;
    }
    const Vec2 gradient = planes.ground.gradient(along);
    for (int i = 0; i < near.count; ++i) {
      if (!is_wall[i]) continue;
      const Vec2& normal = near.contacts[i].normal;
      const double cosine = dot(normal, up_);
      // normal . (along + up * (gradient . along)) >= -excess
      const Vec2 bound = normal - up_ * cosine + gradient * cosine;
      const double bound_length = length(bound);
      if (bound_length < k_least_crease_sine) continue;
      planes.walls[planes.count] = {bound * (1.0 / bound_length), -excess(near.contacts[i]) / bound_length};
      planes.contacts[planes.count++] = near.contacts[i];
    }
    return planes;
  }

  Vec2 bounded(const WalkPlanes& planes, Vec2 along) const {
    bool found = false;
    const std::span<const HalfPlane> walls{planes.walls, static_cast<std::size_t>(planes.count)};
    const Vec2 left = solve_half_planes(walls, along, k_mover_parallel * length(along), found);
    return found ? left : Vec2{};
  }

  /// @param along horizontal.
  void walk(Vec2 along) {
    const double enough = length(along) * k_mover_parallel;
    for (int slide = 0; slide < k_max_mover_slides && length(along) > enough; ++slide) {
      const WalkPlanes planes = walk_planes(position_, along);
      const Vec2 free = bounded(planes, along);
      if (free.x != along.x || free.y != along.y) {
        for (int i = 0; i < planes.count; ++i) {
          if (dot(planes.walls[i].normal, along) < -enough) record(planes.contacts[i]);
        }
        if (step(planes, along)) continue;
      }
      if (!(length(free) > enough)) return;
      const Vec2 motion = free + up_ * planes.ground.rise(free);
      const MoverStop stop = around_.cast(position_, motion);
      position_ = position_ + motion * stop.time;
      if (!stop.hit) return;
      record(stop.contact);
      // Continue with the remaining requested motion; the deflected one would bounce out of obtuse corners.
      along = along * (1.0 - stop.time);
    }
  }

  /// Steps onto the contacts that bound the motion: lifted by the full step height, or, under a low ceiling, by the
  /// height of the contacts.
  /// @param along reduced by the motion. @return false, with nothing changed, if there is no step.
  bool step(const WalkPlanes& planes, Vec2& along) {
    if (!(options_.step_height > 0.0)) return false;
    const double sole = around_.sole(position_) - options_.skin;
    const double foothold = planes.ground.count > 0 ? planes.foothold : sole;
    if (step_up(options_.step_height, foothold, along)) return true;
    double ledge = 0.0;
    for (int i = 0; i < planes.count; ++i) {
      if (!(dot(planes.walls[i].normal, along) < 0.0)) continue;
      ledge = larger(ledge, around_.height_behind(planes.contacts[i], sole, foothold + options_.step_height));
    }
    const double lift = ledge + slop_;
    return ledge > 0.0 && lift < options_.step_height && step_up(lift, foothold, along);
  }

  bool step_up(double lift, double foothold, Vec2& along) {
    const Vec2 rise = up_ * (lift * around_.cast_upright(position_, up_ * lift).time);
    const WalkPlanes planes = walk_planes(position_ + rise, along);
    const double whole = length(along), most = larger(around_.size(), options_.skin);
    Stride stride;
    if (whole < options_.skin) {
      // Too short to reach above the step: a stride of the skin's length finds out whether there is one.
      if (!take_stride(planes, along * (options_.skin / whole), rise, foothold, around_.least_gain(), stride))
        return false;
      if (!take_stride(planes, along, rise, foothold, 0.0, stride)) return false;
    } else if (!take_stride(planes, along * (whole > most ? most / whole : 1.0), rise, foothold, around_.least_gain(),
                            stride)) {
      // A long stride may end on the next step, which is too high: try one that just reaches above the first.
      const double reach = 2.0 * options_.skin;
      if (!(stride.moved > reach)) return false;
      if (!take_stride(planes, along * (reach / whole), rise, foothold, around_.least_gain(), stride)) return false;
    }
    position_ = stride.end;
    record(stride.landing);
    along = along * larger(0.0, 1.0 - stride.moved / whole);
    return true;
  }

  struct Stride {
    Vec2 end;
    /// m, horizontal.
    double moved = 0.0;
    MoverContact landing;
  };

  /// Moves up by `rise`, forward, and down.
  /// @return whether the end is on ground, no higher than a step, and more than `gain` above the present position.
  bool take_stride(const WalkPlanes& planes, Vec2 along, Vec2 rise, double foothold, double gain,
                   Stride& stride) const {
    const Vec2 top = position_ + rise, forward = bounded(planes, along);
    const Vec2 moved = forward * around_.cast(top, forward).time;
    stride.moved = length(moved);
    if (!(stride.moved > smaller(slop_, length(along) * k_mover_slop))) return false;
    const MoverStop down = around_.cast_upright(top + moved, -rise);
    if (!down.hit) return false;
    stride.end = top + moved - rise * down.time;
    return dot(stride.end - position_, up_) > gain && find_landing(stride.end, down.contact, stride.landing) &&
           dot(stride.landing.point, up_) - foothold <= options_.step_height + slop_;
  }

  /// @param stop contact that ended a downward motion. @param landing set to the ground contact: `stop` or another.
  /// @return whether the body lands on ground.
  bool find_landing(Vec2 position, const MoverContact& stop, MoverContact& landing) const {
    Vec2 normal;
    landing = stop;
    if (around_.can_walk_on(stop, normal)) return true;
    const MoverContacts near = around_.contacts_within(position, options_.skin + slop_);
    for (const MoverContact& contact : near.all()) {
      landing = contact;
      if (around_.can_walk_on(contact, normal)) return true;
    }
    return false;
  }

  /// Snaps a walking body down to ground within reach, or lets it fall.
  /// @param fall m.
  void settle(double fall) {
    const double reach = fall + options_.snap_distance;
    if (!(reach > 0.0)) return;
    const Vec2 drop = up_ * -reach;
    const MoverStop down = around_.cast_upright(position_, drop);
    const Vec2 end = position_ + drop * down.time;
    MoverContact landing;
    if (down.hit && find_landing(end, down.contact, landing)) {
      position_ = end;
    } else if (fall > 0.0) {
      fly(up_ * -fall);
    }
  }

  void fly(Vec2 way) {
    const double enough = length(way) * k_mover_parallel;
    for (int slide = 0; slide < k_max_mover_slides && length(way) > enough; ++slide) {
      const MoverContacts near = around_.contacts_within(position_, options_.skin + slop_);
      HalfPlane planes[2 * MoverContacts::k_capacity];
      std::size_t count = 0;
      for (const MoverContact& contact : near.all()) {
        const bool is_met = dot(contact.normal, way) < -enough;
        if (is_met) record(contact);
        Vec2 normal;
        if (around_.can_walk_on(contact, normal)) {
          if (is_met && is_level_or_falls(way)) {
            walk(way - up_ * dot(way, up_));
            settle(0.0);
            return;
          }
        } else if (const double cosine = dot(contact.normal, up_); cosine > 0.0) {
          // Ground that is too steep must not lift the body: also bound the horizontal motion.
          const Vec2 across = contact.normal - up_ * cosine;
          const double sine = length(across);
          if (sine > k_least_crease_sine) planes[count++] = {across * (1.0 / sine), -excess(contact) / sine};
        }
        planes[count++] = {contact.normal, -excess(contact)};
      }
      bool found = false;
      const Vec2 free = solve_half_planes({planes, count}, way, enough, found);
      if (!found || !(length(free) > enough)) return;
      const MoverStop stop = around_.cast(position_, free);
      position_ = position_ + free * stop.time;
      if (!stop.hit) return;
      record(stop.contact);
      way = way * (1.0 - stop.time);
    }
  }

  MoverAround around_;
  const MoverOptions& options_;
  Vec2 up_;
  double slop_;
  Vec2 position_;
  MoverResult result_;
};

}  // namespace

MoverResult move_body(Colliders& colliders, const Shape& shape, const Pose& pose, Vec2 delta,
                      const MoverOptions& options) {
  MoverResult result = PlaneMover(colliders, shape, pose, options).move(delta);
  if (!result.grounded) {
    result.ground_row = 0;
    result.ground_point = result.ground_normal = {};
  }
  return result;
}

Result<bool> check_move(const Pose& pose, Vec2 delta, const MoverOptions& options) {
  const auto wrong = [](const char* message) { return Result<bool>::failure(Status::invalid_argument, message); };
  const Result<bool> checked = check_pose(pose);
  if (!checked.ok()) return checked;
  // NaN fails every comparison.
  if (!(magnitude(delta.x) <= k_max_position && magnitude(delta.y) <= k_max_position)) {
    return wrong("delta must be finite and within 1e12 m");
  }
  if (!is_finite(options.up) || (options.up.x == 0.0 && options.up.y == 0.0)) {
    return wrong("up must be finite and not zero");
  }
  if (!(options.skin >= 1e-6 && options.skin <= 1e3)) return wrong("skin must be from 1e-6 to 1e3 m");
  if (!(options.max_slope >= 0.0 && options.max_slope <= k_pi / 2)) return wrong("max_slope must be from 0 to pi / 2");
  if (!(options.step_height >= 0.0 && options.step_height <= k_max_size)) {
    return wrong("step_height must be from 0 to 1e9 m");
  }
  if (!(options.snap_distance >= 0.0 && options.snap_distance <= k_max_size)) {
    return wrong("snap_distance must be from 0 to 1e9 m");
  }
  return {Status::ok, true, ""};
}

Result<MoverResult> World::move_and_slide(const Shape& shape, const Pose& pose, Vec2 delta,
                                          const MoverOptions& options) {
  const Result<bool> checked = check_move(pose, delta, options);
  if (!checked.ok()) return Result<MoverResult>::failure(checked.status, checked.message);
  return {Status::ok, move_body(impl_->colliders, shape, pose, delta, options), ""};
}

}  // namespace hyperplane::plane
