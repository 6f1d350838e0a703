#include "query/mover.h"

#include <algorithm>
#include <span>

#include <hyperplane/shape_query.h>

#include "core/constants.h"
#include "math/trigonometry.h"
#include "query/mover_surroundings.h"
#include "query/solve_planes.h"

namespace hyperplane {
namespace {

class Mover {
 public:
  Mover(const Scene& scene, const Shape& shape, const Pose& pose, const MoverOptions& options)
      : around_(scene, shape, pose, options),
        options_(options),
        up_(around_.up()),
        slop_(options.skin * k_mover_slop),
        position_(pose.position) {}

  MoverResult move(const Vec3& delta) {
    around_.gather(position_, delta);
    push_out();
    const double rise = dot(delta, up_);
    if (is_level_or_falls(delta) && find_ground(options_.skin * k_mover_reach)) {
      walk(delta - up_ * rise);
      settle(max(0.0, -rise));
    } else {
      fly(delta);
    }
    result_.position = position_;
    result_.grounded = find_ground(options_.skin + 2.0 * slop_);
    return result_;
  }

 private:
  /// With a tolerance for the rounding of rotated directions.
  bool is_level_or_falls(const Vec3& motion) const { return dot(motion, up_) <= k_mover_graze * length(motion); }

  void record(const Contact& contact) {
    for (int i = 0; i < result_.hit_count; ++i) {
      const MoverHit& known = result_.hits[i];
      if (known.row == contact.row && dot(known.normal, contact.normal) > k_mover_same_hit_cosine) return;
    }
    if (result_.hit_count < k_max_mover_hits) {
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
    for (const Contact& contact : around_.contacts_within(position_, reach)) {
      Vec3 normal;
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
    Vec3 best = position_;
    double best_gap = 0.0;
    for (int round = 0; round <= k_max_mover_pushes; ++round) {
      const std::span<const Contact> near = around_.contacts_within(position_, options_.skin);
      const double gap = near.empty() ? options_.skin : near[0].gap;
      if (round == 0 || gap > best_gap) {
        best = position_;
        best_gap = gap;
      }
      if (gap >= options_.skin * k_mover_push || round == k_max_mover_pushes) break;
      HalfSpace planes[ContactSet::k_capacity];
      for (std::size_t i = 0; i < near.size(); ++i) {
        const Contact& contact = near[i];
        planes[i] = {contact.normal, options_.skin - contact.gap};
        if (contact.gap < options_.skin * k_mover_push) record(contact);
      }
      bool found = false;
      Vec3 push = solve_planes({planes, near.size()}, {}, options_.skin * k_mover_push_slack, found);
      // No position satisfies all planes: push out of the deepest overlap first.
      if (!found) push = planes[0].normal * planes[0].offset;
      position_ += push;
    }
    position_ = best;
  }

  /// Slopes of the ground contacts along horizontal directions.
  struct Ground {
    int count = 0;
    Vec3 gradients[ContactSet::k_capacity];

    double rise(const Vec3& along) const {
      double most = 0.0;
      for (int i = 0; i < count; ++i) {
        const double rise = dot(gradients[i], along);
        if (i == 0 || rise > most) most = rise;
      }
      return most;
    }
    Vec3 gradient(const Vec3& along) const {
      Vec3 steepest;
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
    HalfSpace walls[ContactSet::k_capacity];
    Contact contacts[ContactSet::k_capacity];
  };

  /// Planes that bound a horizontal motion from a position.
  WalkPlanes walk_planes(const Vec3& position, const Vec3& along) {
    const std::span<const Contact> near = around_.contacts_within(position, options_.skin + slop_);
    WalkPlanes planes;
    bool is_wall[ContactSet::k_capacity] = {};
    for (std::size_t i = 0; i < near.size(); ++i) {
      Vec3 normal;
      is_wall[i] = !around_.can_walk_on(near[i], normal);
      if (is_wall[i]) continue;
      const double cosine = dot(normal, up_), height = dot(near[i].point, up_);
      if (planes.ground.count == 0 || height < planes.foothold) planes.foothold = height;
      planes.ground.gradients[planes.ground.count++] = (normal - up_ * cosine) * (-1.0 / cosine);
      // A walkable edge bounds the motion until the body has stepped onto it.
      is_wall[i] = normal != near[i].normal;
    }
    const Vec3 gradient = planes.ground.gradient(along);
    for (std::size_t i = 0; i < near.size(); ++i) {
      if (!is_wall[i]) continue;
      const Vec3& normal = near[i].normal;
      const double cosine = dot(normal, up_);
      // normal . (along + up * (gradient . along)) >= -excess
      const Vec3 bound = normal - up_ * cosine + gradient * cosine;
      const double bound_length = length(bound);
      if (bound_length < k_least_crease_sine) continue;
      planes.walls[planes.count] = {bound * (1.0 / bound_length), -excess(near[i]) / bound_length};
      planes.contacts[planes.count++] = near[i];
    }
    return planes;
  }

  Vec3 bounded(const WalkPlanes& planes, const Vec3& along) const {
    bool found = false;
    const std::span<const HalfSpace> walls{planes.walls, static_cast<std::size_t>(planes.count)};
    const Vec3 left = solve_planes(walls, along, k_mover_parallel * length(along), found);
    return found ? left : Vec3{};
  }

  /// @param along horizontal.
  void walk(Vec3 along) {
    const double enough = length(along) * k_mover_parallel;
    for (int slide = 0; slide < k_max_mover_slides && length(along) > enough; ++slide) {
      const WalkPlanes planes = walk_planes(position_, along);
      const Vec3 free = bounded(planes, along);
      if (free != along) {
        for (int i = 0; i < planes.count; ++i) {
          if (dot(planes.walls[i].normal, along) < -enough) record(planes.contacts[i]);
        }
        if (step(planes, along)) continue;
      }
      if (!(length(free) > enough)) return;
      const Vec3 motion = free + up_ * planes.ground.rise(free);
      const Stop stop = around_.cast(position_, motion);
      position_ += motion * stop.time;
      if (!stop.hit) return;
      record(stop.contact);
      // Continue with the remaining requested motion; the deflected one would bounce out of obtuse corners.
      along = along * (1.0 - stop.time);
    }
  }

  /// Steps onto the contacts that bound the motion: lifted by the full step height, or, under a low ceiling, by the
  /// height of the contacts.
  /// @param along reduced by the motion. @return false, with nothing changed, if there is no step.
  bool step(const WalkPlanes& planes, Vec3& along) {
    if (!(options_.step_height > 0.0)) return false;
    const double sole = around_.sole(position_) - options_.skin;
    const double foothold = planes.ground.count > 0 ? planes.foothold : sole;
    if (step_up(options_.step_height, foothold, along)) return true;
    double ledge = 0.0;
    for (int i = 0; i < planes.count; ++i) {
      if (!(dot(planes.walls[i].normal, along) < 0.0)) continue;
      ledge = max(ledge, around_.height_behind(planes.contacts[i], sole, foothold + options_.step_height));
    }
    const double lift = ledge + slop_;
    return ledge > 0.0 && lift < options_.step_height && step_up(lift, foothold, along);
  }

  bool step_up(double lift, double foothold, Vec3& along) {
    const Vec3 rise = up_ * (lift * around_.cast_upright(position_, up_ * lift).time);
    const WalkPlanes planes = walk_planes(position_ + rise, along);
    const double whole = length(along), most = max(around_.size(), options_.skin);
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
    along = along * max(0.0, 1.0 - stride.moved / whole);
    return true;
  }

  struct Stride {
    Vec3 end;
    /// m, horizontal.
    double moved = 0.0;
    Contact landing;
  };

  /// Moves up by `rise`, forward, and down.
  /// @return whether the end is on ground, no higher than a step, and more than `gain` above the present position.
  bool take_stride(const WalkPlanes& planes, const Vec3& along, const Vec3& rise, double foothold, double gain,
                   Stride& stride) {
    const Vec3 top = position_ + rise, forward = bounded(planes, along);
    const Vec3 moved = forward * around_.cast(top, forward).time;
    stride.moved = length(moved);
    if (!(stride.moved > min(slop_, length(along) * k_mover_slop))) return false;
    const Stop down = around_.cast_upright(top + moved, -rise);
    if (!down.hit) return false;
    stride.end = top + moved - rise * down.time;
    return dot(stride.end - position_, up_) > gain && find_landing(stride.end, down.contact, stride.landing) &&
           dot(stride.landing.point, up_) - foothold <= options_.step_height + slop_;
  }

  /// @param stop contact that ended a downward motion. @param landing set to the ground contact: `stop` or another.
  /// @return whether the body lands on ground.
  bool find_landing(const Vec3& position, const Contact& stop, Contact& landing) {
    Vec3 normal;
    landing = stop;
    if (around_.can_walk_on(stop, normal)) return true;
    for (const Contact& contact : around_.contacts_within(position, options_.skin + slop_)) {
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
    const Vec3 drop = up_ * -reach;
    const Stop down = around_.cast_upright(position_, drop);
    const Vec3 end = position_ + drop * down.time;
    Contact landing;
    if (down.hit && find_landing(end, down.contact, landing)) {
      position_ = end;
    } else if (fall > 0.0) {
      fly(up_ * -fall);
    }
  }

  void fly(Vec3 way) {
    const double enough = length(way) * k_mover_parallel;
    for (int slide = 0; slide < k_max_mover_slides && length(way) > enough; ++slide) {
      HalfSpace planes[2 * ContactSet::k_capacity];
      std::size_t count = 0;
      for (const Contact& contact : around_.contacts_within(position_, options_.skin + slop_)) {
        const bool is_met = dot(contact.normal, way) < -enough;
        if (is_met) record(contact);
        Vec3 normal;
        if (around_.can_walk_on(contact, normal)) {
          if (is_met && is_level_or_falls(way)) {
            walk(way - up_ * dot(way, up_));
            settle(0.0);
            return;
          }
        } else if (const double cosine = dot(contact.normal, up_); cosine > 0.0) {
          // Ground that is too steep must not lift the body: also bound the horizontal motion.
          const Vec3 across = contact.normal - up_ * cosine;
          const double sine = length(across);
          if (sine > k_least_crease_sine) planes[count++] = {across * (1.0 / sine), -excess(contact) / sine};
        }
        planes[count++] = {contact.normal, -excess(contact)};
      }
      bool found = false;
      const Vec3 free = solve_planes({planes, count}, way, enough, found);
      if (!found || !(length(free) > enough)) return;
      const Stop stop = around_.cast(position_, free);
      position_ += free * stop.time;
      if (!stop.hit) return;
      record(stop.contact);
      way = way * (1.0 - stop.time);
    }
  }

  Surroundings around_;
  const MoverOptions& options_;
  Vec3 up_;
  double slop_;
  Vec3 position_;
  MoverResult result_;
};

}  // namespace

MoverResult move_and_slide(const Scene& scene, const Shape& shape, const Pose& pose, const Vec3& delta,
                           const MoverOptions& options) {
  MoverResult result = Mover(scene, shape, pose, options).move(delta);
  if (!result.grounded) {
    result.ground_row = 0;
    result.ground_point = result.ground_normal = {};
  }
  return result;
}

Result<bool> check_move(const Pose& pose, const Vec3& delta, const MoverOptions& options) {
  const auto wrong = [](const char* message) { return Result<bool>::failure(Status::invalid_argument, message); };
  const Result<bool> checked = check_pose(pose);
  if (!checked.ok()) return checked;
  const Vec3 way = abs(delta), up = abs(options.up);
  // NaN fails every comparison.
  if (!(max_component(way) <= k_max_coordinate) || !is_finite(delta))
    return wrong("delta must be finite and within 1e12 m");
  if (!is_finite(up) || up == Vec3{}) return wrong("up must be finite and not zero");
  if (!(options.skin >= 1e-6 && options.skin <= 1e3)) return wrong("skin must be from 1e-6 to 1e3 m");
  if (!(options.max_slope >= 0.0 && options.max_slope <= k_pi / 2)) return wrong("max_slope must be from 0 to pi / 2");
  if (!(options.step_height >= 0.0 && options.step_height <= k_max_shape_size))
    return wrong("step_height must be from 0 to 1e9 m");
  if (!(options.snap_distance >= 0.0 && options.snap_distance <= k_max_shape_size)) {
    return wrong("snap_distance must be from 0 to 1e9 m");
  }
  return {Status::ok, true, ""};
}

}  // namespace hyperplane
