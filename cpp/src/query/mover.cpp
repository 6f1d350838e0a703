#include "query/mover.h"

#include <algorithm>
#include <span>

#include <hyperplane/pair.h>
#include <hyperplane/shape_query.h>

#include "ccd/approach.h"
#include "core/constants.h"
#include "math/trigonometry.h"
#include "query/ray_descent.h"
#include "query/solve_planes.h"

namespace hyperplane {
namespace {

/// A collider beside the body.
struct Contact {
  std::uint32_t row = 0;
  /// Out of the collider.
  Vec3 normal, point;
  /// m; negative when they overlap.
  double gap = 0.0;
};

/// Contacts that are looked at at once; of more the nearest ones.
constexpr int k_max_contacts = 16;
struct ContactSet {
  int count = 0;
  Contact contacts[k_max_contacts];

  std::span<const Contact> all() const& { return {contacts, static_cast<std::size_t>(count)}; }

  /// Sorted by gap, then by row, whatever the order of adding.
  void add(const Contact& contact) {
    const auto is_before = [](const Contact& a, const Contact& b) {
      return a.gap != b.gap ? a.gap < b.gap : a.row < b.row;
    };
    if (count == k_max_contacts && !is_before(contact, contacts[count - 1])) return;
    int at = count < k_max_contacts ? count++ : count - 1;
    for (; at > 0 && is_before(contact, contacts[at - 1]); --at) contacts[at] = contacts[at - 1];
    contacts[at] = contact;
  }
};

/// Where a motion ends: at what is in the way, or at its own end.
struct Stop {
  bool hit = false;
  double time = 1.0;
  Contact contact;
};

class Mover {
 public:
  Mover(const Scene& scene, const Shape& shape, const Pose& pose, const MoverOptions& options)
      : scene_(scene),
        shape_(shape),
        options_(options),
        rotation_(pose.rotation),
        up_(direction_of(options.up)),
        least_cosine_(sine_cosine(options.max_slope).cosine - k_direction_from_points),
        slop_(options.skin * k_mover_slop) {
    position_ = pose.position;
    const Aabb around = bounds(shape, pose);
    const Vec3 rounding = (abs(pose.position) + max(abs(around.min), abs(around.max))) * k_bounds_rounding;
    low_ = around.min - pose.position - rounding;
    high_ = around.max - pose.position + rounding;
    size_ = length(high_ - low_);
  }

  MoverResult move(const Vec3& delta) {
    push_out();
    const double rise = dot(delta, up_);
    const Vec3 along = delta - up_ * rise;
    if (rise <= 0.0 && find_ground(2.0 * options_.skin)) {
      walk(along);
      settle(-rise);
    } else {
      fly(delta);
    }
    result_.position = position_;
    result_.grounded = find_ground(options_.skin + 2.0 * slop_);
    return result_;
  }

 private:
  // --- what is there

  Pose pose_at(const Vec3& position) const { return {position, rotation_}; }

  /// Calls `visit(row)` for whatever the body, grown by `reach`, may meet on its way.
  template <class End, class Visit>
  void for_each_near(const Vec3& motion, double reach, const End& end, const Visit& visit) const {
    const double way = length(motion);
    const Vec3 grown{reach, reach, reach};
    const ray_descent::Path path{position_, way > 0.0 ? direction_of(motion) : unit_axis(0), low_ - grown,
                                 high_ + grown};
    ray_descent::for_each_candidate(scene_, path, options_.mask, [&] { return end() * way; }, visit);
  }

  bool accepts(std::uint32_t row) const {
    return options_.accepts == nullptr || options_.accepts(options_.context, row);
  }

  /// What is no farther than `reach`.
  ContactSet contacts_within(double reach) const {
    ContactSet found;
    for_each_near(
        {}, reach, [] { return 0.0; },
        [&](std::uint32_t row) {
          const Distance apart = distance(shape_, pose_at(position_), scene_.shapes[row], scene_.pose(row));
          if (apart.distance <= reach && accepts(row)) found.add({row, -apart.normal, apart.point_b, apart.distance});
        });
    return found;
  }

  /// How far the body can move before it comes closer to something than the skin.
  Stop cast(const Vec3& motion) const {
    Stop stop;
    if (!(length_squared(motion) > 0.0)) return stop;
    for_each_near(
        motion, options_.skin + slop_, [&] { return stop.time; },
        [&](std::uint32_t row) {
          const Approach approach(shape_, pose_at(position_), motion, scene_.shapes[row], scene_.pose(row),
                                  options_.skin);
          const Impact impact = approach.first(stop.time, slop_, k_mover_parallel);
          if (!impact.hit || (stop.hit && impact.time == stop.time && row > stop.contact.row)) return;
          if (accepts(row)) stop = {true, impact.time, {row, -impact.normal, impact.point, options_.skin}};
        });
    return stop;
  }

  void record(const Contact& contact) {
    for (int i = 0; i < result_.hit_count; ++i) {
      const MoverHit& known = result_.hits[i];
      if (known.row == contact.row && dot(known.normal, contact.normal) > k_reference_cosine) return;
    }
    if (result_.hit_count < k_max_mover_hits) {
      result_.hits[result_.hit_count++] = {contact.row, contact.point, contact.normal};
    }
  }

  /// @param normal set to that of the ground: the contact's own, or that of the face beside the edge.
  bool can_walk_on(const Contact& contact, Vec3& normal) const {
    normal = contact.normal;
    const double cosine = dot(normal, up_);
    if (cosine >= least_cosine_) return true;
    if (cosine < k_least_ledge_cosine) return false;
    const Vec3 outwards = normalized(normal - up_ * cosine);
    const double beside = size_ * k_ledge_ray;
    const Vec3 above = contact.point - outwards * beside + up_ * beside;
    const RayHit hit = raycast(scene_.shapes[contact.row], scene_.pose(contact.row), above, -up_, 2.0 * beside);
    if (!hit.hit || hit.distance == 0.0 || dot(hit.normal, up_) < least_cosine_) return false;
    normal = hit.normal;
    return true;
  }

  /// Ground within reach: of several the most level, then the lowest row's.
  bool find_ground(double reach) {
    bool found = false;
    double best = 0.0;
    const ContactSet near = contacts_within(reach);
    for (const Contact& contact : near.all()) {
      Vec3 normal;
      if (!can_walk_on(contact, normal)) continue;
      const double cosine = dot(normal, up_);
      if (found && (cosine < best || (cosine == best && contact.row > result_.ground_row))) continue;
      found = true;
      best = cosine;
      result_.ground_row = contact.row;
      result_.ground_point = contact.point;
      result_.ground_normal = normal;
    }
    return found;
  }

  // --- the parts of a move

  /// Out of what the body overlaps, or is much closer to than the skin.
  void push_out() {
    Vec3 best = position_;
    double best_gap = 0.0;
    for (int round = 0; round <= k_max_mover_pushes; ++round) {
      const ContactSet near = contacts_within(options_.skin);
      const double gap = near.count > 0 ? near.contacts[0].gap : options_.skin;
      if (round == 0 || gap > best_gap) {
        best = position_;
        best_gap = gap;
      }
      if (gap >= options_.skin * k_mover_push || round == k_max_mover_pushes) break;
      HalfSpace planes[k_max_contacts];
      for (int i = 0; i < near.count; ++i) {
        const Contact& contact = near.contacts[i];
        planes[i] = {contact.normal, options_.skin - contact.gap};
        if (contact.gap < options_.skin * k_mover_push) record(contact);
      }
      bool found = false;
      Vec3 push = solve_planes({planes, static_cast<std::size_t>(near.count)}, {}, options_.skin * 1e-9, found);
      // No way out of all of them: out of the deepest first.
      if (!found) push = planes[0].normal * planes[0].offset;
      position_ += push;
    }
    position_ = best;
  }

  /// How steeply the ground that the body touches rises along a horizontal direction.
  struct Ground {
    int count = 0;
    Vec3 gradients[k_max_contacts];

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
    int count = 0;
    HalfSpace walls[k_max_contacts];
    Contact contacts[k_max_contacts];
  };

  /// What bounds a horizontal way at the present position.
  WalkPlanes walk_planes(const Vec3& along) const {
    const ContactSet near = contacts_within(options_.skin + slop_);
    WalkPlanes planes;
    bool is_wall[k_max_contacts] = {};
    for (int i = 0; i < near.count; ++i) {
      Vec3 normal;
      is_wall[i] = !can_walk_on(near.contacts[i], normal);
      const bool is_ledge = normal != near.contacts[i].normal;
      if (!is_wall[i]) {
        const double cosine = dot(normal, up_);
        planes.ground.gradients[planes.ground.count++] = (normal - up_ * cosine) * (-1.0 / cosine);
        // An edge that can be stood on bounds the way until it has been stepped onto.
        is_wall[i] = is_ledge;
      }
    }
    const Vec3 gradient = planes.ground.gradient(along);
    for (int i = 0; i < near.count; ++i) {
      if (!is_wall[i]) continue;
      const Vec3& normal = near.contacts[i].normal;
      const double cosine = dot(normal, up_);
      // normal . (along + up * (gradient . along)) >= 0
      const Vec3 bound = normal - up_ * cosine + gradient * cosine;
      const double bound_length = length(bound);
      if (bound_length < k_least_crease_sine) continue;
      planes.walls[planes.count] = {bound * (1.0 / bound_length), 0.0};
      planes.contacts[planes.count++] = near.contacts[i];
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
      const WalkPlanes planes = walk_planes(along);
      const Vec3 free = bounded(planes, along);
      if (free != along) {
        for (int i = 0; i < planes.count; ++i) {
          if (dot(planes.walls[i].normal, along) < -enough) record(planes.contacts[i]);
        }
        if (step(along)) continue;
      }
      if (!(length(free) > enough)) return;
      const Vec3 motion = free + up_ * planes.ground.rise(free);
      const Stop stop = cast(motion);
      position_ += motion * stop.time;
      if (!stop.hit) return;
      record(stop.contact);
      // What is left of the way as it was asked for: what is left of its deflection would bounce out of obtuse corners.
      along = along * (1.0 - stop.time);
    }
  }

  /// Tries to step onto what bounds the way.
  /// @param along set to what is left of it. @return false where there is nothing to step onto; nothing has changed
  /// then.
  bool step(Vec3& along) {
    if (!(options_.step_height > 0.0)) return false;
    const Vec3 start = position_;
    const double sole = dot(support(shape_, pose_at(position_), -up_), up_) - options_.skin;
    const Vec3 lift = up_ * options_.step_height;
    const double lifted = cast(lift).time;
    position_ += lift * lifted;

    // Far enough for the body to stand on what it steps onto, and not so far that it steps over a gap.
    const double whole = length(along), most = max(size_, options_.skin);
    const double share = whole > most ? most / whole : (whole < options_.skin ? options_.skin / whole : 1.0);
    const WalkPlanes planes = walk_planes(along);
    const Vec3 forward = bounded(planes, along * share);
    const Stop ahead = cast(forward);
    const Vec3 moved = forward * ahead.time;
    position_ += moved;

    const Vec3 drop = up_ * -(options_.step_height * lifted);
    const Stop down = cast(drop);
    position_ += drop * down.time;
    Vec3 normal;
    const double gained = dot(position_ - start, up_);
    const bool is_step = down.hit && gained > slop_ && length(moved) > slop_ &&
                         dot(down.contact.point, up_) - sole <= options_.step_height + slop_ &&
                         can_walk_on(down.contact, normal);
    if (!is_step) {
      position_ = start;
      return false;
    }
    record(down.contact);
    const double used = length(moved) / whole;
    along = along * max(0.0, 1.0 - used);
    return true;
  }

  /// Puts a walking body down onto ground within reach, or lets it fall.
  /// @param fall m.
  void settle(double fall) {
    const double reach = fall + options_.snap_distance;
    if (!(reach > 0.0)) return;
    const Vec3 drop = up_ * -reach;
    const Stop down = cast(drop);
    Vec3 normal;
    if (down.hit && can_walk_on(down.contact, normal)) {
      position_ += drop * down.time;
      return;
    }
    if (fall > 0.0) fly(up_ * -fall);
  }

  void fly(Vec3 way) {
    const double enough = length(way) * k_mover_parallel;
    for (int slide = 0; slide < k_max_mover_slides && length(way) > enough; ++slide) {
      const ContactSet near = contacts_within(options_.skin + slop_);
      HalfSpace planes[2 * k_max_contacts];
      std::size_t count = 0;
      for (const Contact& contact : near.all()) {
        const bool is_met = dot(contact.normal, way) < -enough;
        if (is_met) record(contact);
        Vec3 normal;
        if (can_walk_on(contact, normal)) {
          if (is_met && dot(way, up_) <= 0.0) {
            walk(way - up_ * dot(way, up_));
            settle(0.0);
            return;
          }
        } else if (const double cosine = dot(contact.normal, up_); cosine > 0.0 && cosine < 1.0) {
          // Ground that is too steep is no ramp either.
          planes[count++] = {normalized(contact.normal - up_ * cosine), 0.0};
        }
        planes[count++] = {contact.normal, 0.0};
      }
      bool found = false;
      const Vec3 free = solve_planes({planes, count}, way, enough, found);
      if (!found || !(length(free) > enough)) return;
      const Stop stop = cast(free);
      position_ += free * stop.time;
      if (!stop.hit) return;
      record(stop.contact);
      way = way * (1.0 - stop.time);
    }
  }

  const Scene& scene_;
  const Shape& shape_;
  const MoverOptions& options_;
  Quat rotation_;
  Vec3 up_;
  double least_cosine_, slop_;
  /// Bounds of the body relative to its position, and their diagonal.
  Vec3 low_, high_;
  double size_ = 0.0;
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
  // Written so that NaN fails every comparison.
  if (!(max_component(way) <= k_max_coordinate) || !is_finite(delta))
    return wrong("the delta is not finite, or too far");
  if (!is_finite(up) || up == Vec3{}) return wrong("up must be finite and not zero");
  if (!(options.skin >= 1e-6 && options.skin <= 1e3)) return wrong("the skin must be from 1e-6 to 1e3 m");
  if (!(options.max_slope >= 0.0 && options.max_slope <= k_pi / 2)) return wrong("the slope must be from 0 to pi / 2");
  if (!(options.step_height >= 0.0 && options.step_height <= k_max_shape_size))
    return wrong("the step is not a height");
  if (!(options.snap_distance >= 0.0 && options.snap_distance <= k_max_shape_size)) {
    return wrong("the snap distance is not a distance");
  }
  return {Status::ok, true, ""};
}

}  // namespace hyperplane
