#pragma once

#include <cmath>

#include <hyperplane/character_base.h>
#include <hyperplane/status.h>

#include "character/tolerances.h"
#include "depenetration/tolerances.h"
#include "motion/tolerances.h"

namespace hyperplane {

/// One step of a character, in the plane and in space, by a few moves (motion/collide_and_slide.h):
///
/// 1. Ride: carried by the motion of the ground since the last step. What moves along with the ground is not in the
///    way: a wall of a train has already arrived where the character is.
/// 2. Yield: colliders that moved fast relative to their thickness push the character. Seen from such a collider the
///    character makes its way and the opposite of the collider's, by collide and slide; the difference to its way is
///    the push. The way itself then ignores the collider, which is somewhere in it already.
/// 3. Walk, fall or fly. Who walks and loses the ground is put down again if there is any within the snap distance.
///
/// Positions change by moves only, so that the character never passes a static collider, and what leaves no room
/// crushes it.
///
/// @tparam Ways has `Vec`, `Pose`, `World`, `Shape`, `Mover` (the options of a move), `Moved` (its result), and
///   - `State`, `Options`, `Hits`: of the public function;
///   - `turn_about(up, from, to)`: rad;
///   - `may_meet(bounds, shape, from, to, reach)`: whether a body between two poses may come within reach of bounds.
template <class Ways>
class CharacterStep {
  using Vec = typename Ways::Vec;
  using Pose = typename Ways::Pose;
  using World = typename Ways::World;
  using Shape = typename Ways::Shape;
  using Mover = typename Ways::Mover;
  using Moved = typename Ways::Moved;
  using State = typename Ways::State;
  using Options = typename Ways::Options;
  using Hits = typename Ways::Hits;

 public:
  /// @param met set to the hits, or to the failure of a move.
  CharacterStep(World& world, const Shape& shape, const Options& options, State& state, double dt, bool flies,
                Result<Hits>& met)
      : world_(world),
        shape_(shape),
        options_(options),
        state_(state),
        up_(state.up),
        dt_(dt),
        flies_(flies),
        mover_(options.mover),
        met_(met) {
    mover_.up = up_;
    mover_.was_crushed = state.crushed != 0.0;
  }

  void run(Vec walk) {
    if (!flies_) walk = across(walk);
    const bool was_grounded = state_.grounded != 0.0 && !flies_;
    const Vec leap = state_.momentum - state_.ground_velocity;
    start_ = state_.pose.position;
    state_.yaw = 0.0;
    const Vec ground_velocity = ride();
    const bool walks = was_grounded && !(dot(leap, up_) > k_least_leap);
    Vec carried;
    if (walks) {
      state_.momentum = ground_velocity;
    } else if (was_grounded) {
      // It leaves with the velocity that it had, and at least as fast as asked: the ground may rise faster by now.
      const double lack = dot(leap - (state_.momentum - ground_velocity), up_);
      if (lack > 0.0) state_.momentum = state_.momentum + up_ * lack;
      carried = ground_velocity;
    }
    if (flies_) state_.momentum = {};
    approach_ = walk + state_.momentum;
    const Vec way = walks ? way_along_ground(walk) : way_through_air(walk, carried);
    yield(way);
    Result<Moved> moved = walks ? walk_along(way, walk) : travel(way, walk);
    settle(moved, walks);
    finish(moved.value, walk, walks, ground_velocity);
  }

 private:
  Vec across(const Vec& vector) const { return vector - up_ * dot(vector, up_); }

  /// Which colliders a move meets.
  struct Filter {
    const CharacterStep* step;
    /// All but this row, or none but this; k_none: all.
    std::uint32_t but = k_none, only = k_none;
    /// All but those that `yield` has seen to.
    bool passes = false;
    /// All but those that moved alike at the start, unless it is zero.
    Vec along;
  };
  static constexpr std::uint32_t k_none = 0xffffffff;

  static bool accepts(const void* context, std::uint32_t row) {
    const Filter& filter = *static_cast<const Filter*>(context);
    const CharacterStep& step = *filter.step;
    if (row == filter.but || (filter.only != k_none && row != filter.only)) return false;
    for (int i = 0; filter.passes && i < step.passed_count_; ++i) {
      if (row == step.passed_[i]) return false;
    }
    const Mover& mover = step.options_.mover;
    if (filter.along != Vec{}) {
      const double apart = length(step.motion_of_row(row, step.start_) - filter.along);
      if (apart < mover.skin && apart < k_moves_along * length(filter.along)) return false;
    }
    return mover.accepts == nullptr || mover.accepts(mover.context, row);
  }

  /// m: motion of a collider in the last update, at a point where it was then.
  Vec motion_of_row(std::uint32_t row, const Vec& point) const {
    const auto motion = world_.motion(row);
    return motion_of_point(motion.before, motion.after, point);
  }

  /// @param follows whether the body steps up and snaps down. @return with the position unchanged if it fails.
  Result<Moved> move(const Vec& position, const Vec& delta, const Filter& filter, bool follows) {
    const Mover& asked = options_.mover;
    const bool is_plain = filter.but == k_none && filter.only == k_none && !filter.passes && filter.along == Vec{};
    mover_.snap_distance = follows ? asked.snap_distance : 0.0;
    mover_.accepts = is_plain ? asked.accepts : &accepts;
    mover_.context = is_plain ? asked.context : &filter;
    Pose pose = state_.pose;
    pose.position = position;
    Result<Moved> moved = world_.move_and_slide(shape_, pose, delta, mover_);
    if (!moved.ok()) {
      met_.status = moved.status;
      met_.message = moved.message;
      moved.value.position = position;
    }
    return moved;
  }
  Filter everything() const { return {this, k_none, k_none, false, {}}; }
  Filter unpassed() const { return {this, k_none, k_none, passed_count_ > 0, {}}; }

  /// @return m/s: velocity of the ground at the feet.
  Vec ride() {
    const auto row = static_cast<std::uint32_t>(state_.ground_row);
    const auto generation = static_cast<std::uint32_t>(state_.ground_generation);
    if (generation == 0) return {};
    Vec carried;
    if (!world_.contains({row, generation})) {
      // What carried it is gone; its velocity stays.
      carried = state_.ground_velocity * dt_;
    } else {
      const auto motion = world_.motion(row);
      rides_on_ = row;
      // A collider that was teleported carries nobody.
      if (motion.before == motion.after && motion.after == motion.now) return {};
      const Vec feet = start_ + up_ * dot(state_.ground_point - start_, up_);
      carried = motion_of_point(state_.ground_pose, motion.now, feet);
      state_.yaw = Ways::turn_about(up_, state_.ground_pose, motion.now);
    }
    if (carried == Vec{}) return {};
    const Result<Moved> moved = move(start_, carried, {this, rides_on_, k_none, false, carried}, false);
    record(moved.value, carried * (1.0 / dt_));
    state_.pose.position = moved.value.position;
    return carried * (1.0 / dt_);
  }

  /// Makes room for fast colliders. @param way of the character in this step.
  void yield(const Vec& way) {
    for (const std::uint32_t row : world_.fast_rows()) {
      if (passed_count_ == k_most_passed) return;
      const auto motion = world_.motion(row);
      const bool is_seen_to = row == rides_on_ || row == options_.mover.own_row || motion.after != motion.now;
      if (is_seen_to || motion.before == motion.after) continue;
      const Vec by = motion_of_point(motion.before, motion.after, start_), place = state_.pose.position;
      const Vec from = start_ + by, end = place + way;
      Pose there = state_.pose;
      there.position = from;
      Pose then = state_.pose;
      then.position = end;
      const auto bounds = world_.bounds(row);
      // On its way, or seen from the collider.
      if (!Ways::may_meet(bounds, shape_, there, then, options_.mover.skin) &&
          !Ways::may_meet(bounds, shape_, state_.pose, then, options_.mover.skin)) {
        continue;
      }
      // Not in the way when it set out: another character, which has seen this one where it is now.
      if (intersects(shape_, there, world_.describe(row).shape, motion.now)) continue;
      const Result<Moved> seen = move(from, end - from, {this, k_none, row, false, {}}, false);
      passed_[passed_count_++] = row;
      const Vec push = seen.value.position - end;
      if (!(length(push) > options_.mover.skin * k_mover_slop)) continue;
      record(seen.value, approach_);
      clip(seen.value);
      state_.pose.position = move(place, push, unpassed(), false).value.position;
    }
  }

  /// By how much the ground rises along a horizontal unit of way.
  double slope_along(const Vec& way) const { return -dot(state_.ground_normal, way) / dot(state_.ground_normal, up_); }

  /// m: horizontal.
  Vec way_along_ground(const Vec& walk) const {
    const double speed = length(walk);
    if (!(speed > 0.0) || options_.horizontal_speed || !(dot(state_.ground_normal, up_) > 0.0)) return walk * dt_;
    const double slope = slope_along(walk * (1.0 / speed));
    return walk * (dt_ / std::sqrt(1.0 + slope * slope));
  }

  Result<Moved> walk_along(const Vec& way, const Vec& walk) {
    const double speed = length(walk);
    const Vec place = state_.pose.position;
    Result<Moved> result = move(place, way, unpassed(), true);
    Moved& moved = result.value;
    if (!moved.grounded && !moved.crushed && options_.mover.snap_distance > 0.0) {
      const Result<Moved> found = move(moved.position, up_ * -options_.mover.snap_distance, everything(), false);
      const Moved& down = found.value;
      if (down.grounded && !down.crushed) {
        moved.position = down.position;
        moved.grounded = true;
        moved.ground_row = down.ground_row;
        moved.ground_point = down.ground_point;
        moved.ground_normal = down.ground_normal;
      }
    }
    // What holds it up slows it down, too.
    const Vec done = across(moved.position - place) * (1.0 / dt_);
    const double done_speed = length(done);
    achieved_ = done_speed > speed ? done * (speed / done_speed) : done;
    return result;
  }

  /// m: in the air, and of who flies. Gravity changes the momentum.
  /// @param carried m/s: the part of the momentum that has been travelled already.
  Vec way_through_air(const Vec& walk, const Vec& carried) {
    const Vec before = state_.momentum;
    if (!flies_) state_.momentum = before - up_ * (options_.gravity * dt_);
    approach_ = (before + state_.momentum) * 0.5 + walk;
    return (approach_ - carried) * dt_;
  }

  Result<Moved> travel(const Vec& way, const Vec& walk) {
    const Result<Moved> moved = move(state_.pose.position, way, unpassed(), !flies_);
    achieved_ = walk;
    clip(moved.value);
    return moved;
  }

  /// Takes from the momentum, and from the walk, what leads into what was met.
  void clip(const Moved& moved) {
    // Twice: the second of two planes may turn it back into the first.
    for (int pass = 0; pass < 2; ++pass) {
      for (int i = 0; i < moved.hit_count; ++i) {
        const Vec& normal = moved.hits[i].normal;
        const Vec other = velocity_of_row(moved.hits[i].row, moved.hits[i].point);
        const double into = dot(state_.momentum - other, normal), walked = dot(achieved_, normal);
        if (into < 0.0) state_.momentum = state_.momentum - normal * into;
        if (walked < 0.0) achieved_ = achieved_ - normal * walked;
      }
    }
  }

  /// Moves it out of what `yield` let it pass, if that has come to overlap it after all.
  void settle(Result<Moved>& moved, bool walks) {
    if (passed_count_ == 0) return;
    record(moved.value, approach_);
    moved = move(moved.value.position, {}, everything(), walks);
  }

  /// m/s, by the last update.
  Vec velocity_of_row(std::uint32_t row, const Vec& point) const { return motion_at(world_, row, point) * (1.0 / dt_); }

  void record(const Moved& moved, const Vec& velocity) {
    for (int i = 0; i < moved.hit_count; ++i) {
      const auto& hit = moved.hits[i];
      Hits& known = met_.value;
      bool is_known = false;
      for (int k = 0; k < known.count && !is_known; ++k) {
        is_known = known.hits[k].row == hit.row && dot(known.hits[k].normal, hit.normal) > k_mover_same_hit_cosine;
      }
      if (is_known || known.count == k_max_character_hits) continue;
      const double speed = dot(velocity_of_row(hit.row, hit.point) - velocity, hit.normal);
      known.hits[known.count++] = {static_cast<double>(hit.row), hit.point, hit.normal, speed > 0.0 ? speed : 0.0};
    }
  }

  void finish(const Moved& moved, const Vec& walk, bool walks, const Vec& carrying) {
    record(moved, approach_);
    state_.pose.position = moved.position;
    state_.crushed = moved.crushed ? 1.0 : 0.0;
    Vec ground_velocity;
    bool is_grounded = moved.grounded;
    if (is_grounded) {
      ground_velocity =
          walks && moved.ground_row == rides_on_ ? carrying : velocity_of_row(moved.ground_row, moved.ground_point);
      // Who has just jumped is still beside the ground, but leaves it; who lands on a slope may rise along it.
      const Vec rising = flies_ ? walk : state_.momentum - ground_velocity;
      is_grounded = walks || !(dot(rising, up_) > k_least_leap && dot(rising, moved.ground_normal) > k_least_leap);
    }
    state_.grounded = is_grounded ? 1.0 : 0.0;
    state_.ground_generation = 0.0;
    state_.ground_row = 0.0;
    state_.ground_point = state_.ground_normal = state_.ground_velocity = {};
    state_.ground_pose = {};
    Vec climbed;
    if (is_grounded) {
      state_.ground_row = moved.ground_row;
      state_.ground_generation = world_.generation(moved.ground_row);
      state_.ground_point = moved.ground_point;
      state_.ground_normal = moved.ground_normal;
      state_.ground_velocity = ground_velocity;
      state_.ground_pose = world_.motion(moved.ground_row).now;
      if (!flies_) {
        state_.momentum = ground_velocity;
        if (dot(state_.ground_normal, up_) > 0.0) climbed = up_ * slope_along(achieved_);
      }
    }
    state_.velocity = state_.momentum + achieved_ + climbed;
  }

  World& world_;
  const Shape& shape_;
  const Options& options_;
  State& state_;
  Vec up_;
  double dt_;
  bool flies_;
  /// Options of the moves.
  Mover mover_;
  Vec start_;
  std::uint32_t rides_on_ = k_none;
  static constexpr int k_most_passed = 8;
  std::uint32_t passed_[k_most_passed] = {};
  int passed_count_ = 0;
  /// m/s: velocity before the colliders changed it; and of walking after that.
  Vec approach_, achieved_;
  Result<Hits>& met_;
};

/// @return `invalid_argument`, with the reason; the move checks the rest.
template <class State, class Options>
Result<bool> check_character(const State& state, const Options& options, double dt) {
  const auto wrong = [](const char* message) { return Result<bool>::failure(Status::invalid_argument, message); };
  // NaN fails every comparison.
  if (!(dt >= 0.0 && dt <= 1e3)) return wrong("dt must be from 0 to 1000 s");
  if (!(std::fabs(options.gravity) <= 1e9)) return wrong("gravity must be within 1e9 m/s^2");
  if (!(std::fabs(dot(state.up, state.up) - 1.0) < k_up_slack)) return wrong("up must have unit length");
  const auto is_word = [](double number) { return number >= 0.0 && number <= 4294967295.0; };
  if (!is_word(state.ground_row) || !is_word(state.ground_generation)) return wrong("the ground must be a collider");
  if (!is_finite(state.momentum) || !is_finite(state.velocity)) return wrong("velocity must be finite");
  return {Status::ok, true, ""};
}

/// As the public function.
template <class Ways>
Result<typename Ways::Hits> step_of_character(typename Ways::World& world, const typename Ways::Shape& shape,
                                              const typename Ways::Options& options, typename Ways::State& state,
                                              double dt, const typename Ways::Vec& walk, bool flies) {
  const Result<bool> checked = check_character(state, options, dt);
  if (!checked.ok()) return Result<typename Ways::Hits>::failure(checked.status, checked.message);
  if (dt == 0.0) return {};
  const typename Ways::State before = state;
  Result<typename Ways::Hits> met;
  CharacterStep<Ways>(world, shape, options, state, dt, flies, met).run(walk);
  if (!met.ok()) state = before;
  return met;
}

}  // namespace hyperplane
