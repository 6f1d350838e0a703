#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>

#include "depenetration/find_separation.h"
#include "depenetration/tolerances.h"

namespace hyperplane {

/// Pushes the body of a mover out of all that it overlaps, and out of gaps below k_mover_push of its skin; in the plane
/// and in space.
///
/// Each contact is a half-space of translations: its depth and the skin along its normal. Their common point nearest to
/// the origin frees the body from convex colliders; with others, contacts are looked up again and again. Planes that
/// are nearly opposite, of a wall and of a platform that pushes the body against it, meet far away, and those of a
/// solid's corner ask for more than is needed. So a common point that is longer than the shallowest contact is deep has
/// to compete with a push out of one contact, and one that is much longer with a search along many directions
/// (depenetration/find_separation.h). A body is not taken through what it overlaps: those directions are projected onto
/// the cone that the contacts leave, and a cast must find the way clear. Along a direction the search goes on by the
/// gap that is missing: a gap shrinks by no more than the body moves.
///
/// Static colliders are hard: no push takes the body's inner point into one or across one, and none leaves the body
/// deeper in statics than it was. Moving colliders are soft: between a ram and a wall the body stays off the wall, and
/// overlaps the ram. Where each collider alone can be left, and all together cannot, no other push is looked for:
/// the body is squeezed.
///
/// What moves pushes a body that was crushed no farther than it moved in this frame, and the skin: a push that is
/// longer would throw it aside, or through a thin door, after it has been held between two for a while.
///
/// If all ways are longer, or many times as long as the deepest contact is deep, the body stays, or goes to where it
/// overlaps less: all depths are reduced as far as they can be together. Gaps to static colliders give way until the
/// body touches, or overlaps as deep as it overlapped a static collider at the start.
///
/// @tparam Ways as of CollideAndSlide.
template <class Ways>
class PushOut {
  using Vec = typename Ways::Vec;
  using Around = typename Ways::Around;
  using Plane = typename Ways::Plane;

 public:
  /// @param start where the body is too close to something. @param around must outlive this.
  /// @param was_crushed by what moves, at the end of its last move.
  PushOut(Around& around, const Vec& start, double skin, bool was_crushed)
      : around_(around), start_(start), skin_(skin), enough_(skin * k_mover_push), static_give_(skin) {
    const auto overlapped = around_.contacts_within(start, skin);
    start_gap_ = overlapped[0].gap;
    deepest_ = shallowest_ = skin - start_gap_;
    // What a push of that length leads into counts as well.
    const bool is_crowded = around_.tested() > k_push_crowd;
    // Further looks cost as much as the first.
    if (is_crowded) most_tested_ = k_push_tests - around_.tested();
    const auto near = is_crowded ? overlapped : around_.contacts_within(start, skin + deepest_);
    for (const auto& contact : near) {
      rows_[count_] = contact.row;
      is_static_[count_] = around_.is_static(contact.row);
      const double offset = skin - contact.gap;
      if (is_static_[count_] && offset > static_give_) static_give_ = offset;
      planes_[count_++] = {contact.normal, offset};
      if (contact.gap <= skin * (1.0 + k_mover_slop)) sides_[side_count_++] = {contact.normal, 0.0};
      if (contact.gap < enough_) shallowest_ = offset;
    }
    longest_ = k_longest_separation * deepest_;
    if (was_crushed) shorten_by_pushers(near);
  }

  /// By the planes of all contacts, in rounds. @param record `record(contact)` for each that pushes.
  /// @return the translation to the best position found.
  template <class Record>
  Vec by_planes(const Record& record) {
    Vec best, at;
    best_gap_ = start_gap_;
    for (int round = 0;; ++round) {
      if (round > 0 && is_spent()) {
        // Only whether it frees the body still matters.
        if (!around_.is_clear(start_ + at, enough_)) return best;
        best_gap_ = enough_;
        return at;
      }
      const auto near = around_.contacts_within(start_ + at, skin_);
      const double gap = near.empty() ? skin_ : near[0].gap;
      if (gap > best_gap_) {
        best = at;
        best_gap_ = gap;
      }
      if (gap >= enough_ || round == k_max_mover_pushes) return best;
      Plane planes[Ways::k_contacts];
      for (std::size_t i = 0; i < near.size(); ++i) {
        planes[i] = {near[i].normal, skin_ - near[i].gap};
        if (near[i].gap < enough_) record(near[i]);
      }
      bool found = false;
      Vec push = Ways::solve({planes, near.size()}, {}, skin_ * k_mover_push_slack, found);
      // No position satisfies all planes: push out of the deepest overlap first.
      if (!found) push = planes[0].normal * planes[0].offset;
      at = at + push;
    }
  }

  /// @param known by_planes(). @return the translation to take, `known` or another.
  Vec shortest(const Vec& known) const {
    const double length_of_known = length(known);
    if (is_spent() && !(best_gap_ >= enough_)) return {};
    const bool is_near = length_of_known <= longest_ && is_allowed(known), is_out = is_near && best_gap_ >= enough_;
    if (is_out && (is_spent() || length_of_known <= shallowest_ * (1.0 + k_mover_graze))) return known;
    if (is_spent()) return {};
    Vec way = known;
    double shortest = is_out ? length_of_known : longest_;
    if (push_out_of_one(shortest * (1.0 - k_mover_graze), way)) shortest = length(way);
    const bool has_way = is_out || shortest < longest_;
    if (has_way && shortest <= k_separation_corner * deepest_) return way;
    Vec searched;
    if ((has_way || !is_squeezed()) && find_free_separation(*this, deepest_, searched) && length(searched) < shortest) {
      return searched;
    }
    if (has_way) return way;

    // Along walls that are almost parallel a body would go far to gain little.
    const double corner = k_separation_corner * deepest_;
    const double less = least_reduction(*this, deepest_, corner < longest_ ? corner : longest_, way);
    // A way that is as short as a share of the depth would be forgone.
    const double forgone = k_push_forgone * (deepest_ < longest_ ? deepest_ : longest_);
    bool found = false;
    const Vec nearer = solve(less + forgone, found);
    if (found) way = nearer;
    const double gap = is_allowed(way) ? gap_at(way) : start_gap_, least = start_gap_ + skin_ * k_mover_slop;
    if (is_near && best_gap_ > gap) return best_gap_ > least ? known : Vec{};
    return gap > least ? way : Vec{};
  }

  /// Whether many parts have taken all the work, so that there may be a way that was not found.
  bool is_spent() const { return around_.tested() >= most_tested_; }

  /// For find_separation: the problem.
  Vec solve(double less, bool& found) const {
    Plane relaxed[Ways::k_contacts];
    for (std::size_t i = 0; i < count_; ++i) {
      const double give = is_static_[i] && static_give_ < less ? static_give_ : less;
      relaxed[i] = {planes_[i].normal, planes_[i].offset - give};
    }
    return Ways::solve({relaxed, count_}, {}, skin_ * k_mover_push_slack, found);
  }
  /// What the planes say holds for convex colliders only: always look.
  bool has_composite() const { return true; }
  double least_way() const { return shallowest_; }
  bool is_free(const Vec& at) const {
    return !is_spent() && around_.is_clear(start_ + at, enough_) && !around_.crosses_static(start_, at);
  }
  double free_along(const Vec& direction, double limit) const {
    double way = 0.0;
    for (int step = 0; step < k_most_push_steps; ++step) {
      const double gap = gap_at(direction * way);
      if (gap >= enough_) {
        const Vec push = direction * way;
        return around_.cast(start_, push).hit || around_.crosses_static(start_, push) ? limit : way;
      }
      way += skin_ - gap;
      if (!(way < limit)) break;
    }
    return limit;
  }
  template <class Visit>
  double visit_directions(const Visit& visit) const {
    const auto visit_allowed = [&](const Vec& direction) { visit_projected(direction, visit); };
    for (std::size_t i = 0; i < side_count_; ++i) visit_allowed(sides_[i].normal);
    visit_allowed(around_.up());
    return Ways::visit_all_round(visit_allowed);
  }
  template <class Visit>
  void visit_beside(const Vec& direction, double angle, const Visit& visit) const {
    Ways::visit_beside(direction, angle, [&](const Vec& beside) { visit_projected(beside, visit); });
  }

 private:
  /// A body that was crushed: no farther than what pushes it moved, if anything that moves does.
  /// @param contacts of `planes_`.
  template <class Contacts>
  void shorten_by_pushers(const Contacts& contacts) {
    double static_depth = 0.0, moved = 0.0;
    bool has_mover = false;
    for (std::size_t i = 0; i < count_ && contacts[i].gap < enough_; ++i) {
      if (is_static_[i]) {
        static_depth = -contacts[i].gap > static_depth ? -contacts[i].gap : static_depth;
      } else if (std::find(rows_, rows_ + i, rows_[i]) == rows_ + i) {
        has_mover = true;
        moved += around_.moved(rows_[i], contacts[i].point);
      }
    }
    const double way = k_longest_separation * static_depth + moved + skin_;
    if (has_mover && way < longest_) longest_ = way;
  }

  /// No more than at the start once the work is done.
  double gap_at(const Vec& at) const {
    if (is_spent()) return start_gap_;
    const auto near = around_.contacts_within(start_ + at, skin_);
    return near.empty() ? skin_ : near[0].gap;
  }

  /// Whether a push keeps to what static colliders allow.
  bool is_allowed(const Vec& push) const {
    if (push == Vec{}) return true;
    double static_gap = skin_;
    for (const auto& contact : around_.contacts_within(start_ + push, skin_)) {
      if (contact.gap < static_gap && around_.is_static(contact.row)) static_gap = contact.gap;
    }
    return static_gap >= skin_ - static_give_ - skin_ * k_mover_stop && !around_.crosses_static(start_, push);
  }

  /// Whether colliders, at least one of them moving, let the body go one by one, but not together.
  bool is_squeezed() const {
    const auto have_way = [&](const auto& counts) {
      Plane some[Ways::k_contacts];
      std::size_t count = 0;
      for (std::size_t i = 0; i < count_; ++i) {
        if (counts(i)) some[count++] = planes_[i];
      }
      bool found = false;
      const Vec way = Ways::solve({some, count}, {}, skin_ * k_mover_push_slack, found);
      return found && length(way) <= longest_;
    };
    bool is_moved = false;
    for (std::size_t i = 0; i < count_; ++i) {
      is_moved = is_moved || (!is_static_[i] && planes_[i].offset > enough_);
      const auto is_same = [&](std::size_t k) { return is_static_[i] ? is_static_[k] : rows_[k] == rows_[i]; };
      if (!have_way(is_same)) return false;
    }
    return is_moved && !have_way([](std::size_t) { return true; });
  }

  /// The shortest push out of one contact that takes the body out of all. @param way replaced if there is one.
  bool push_out_of_one(double longest, Vec& way) const {
    bool found = false;
    for (std::size_t i = 0; i < side_count_; ++i) {
      const Plane& plane = planes_[i];
      if (!(plane.offset > enough_ && plane.offset < longest) || !is_free(plane.normal * plane.offset)) continue;
      longest = plane.offset;
      way = plane.normal * plane.offset;
      found = true;
    }
    return found;
  }

  template <class Visit>
  void visit_projected(const Vec& direction, const Visit& visit) const {
    bool found = false;
    const Vec left = Ways::solve({sides_, side_count_}, direction, k_push_direction_slack, found);
    const double size = length(left);
    if (found && size > k_least_push_share) visit(left * (1.0 / size));
  }

  Around& around_;
  Vec start_;
  double skin_, enough_;
  std::int64_t most_tested_ = std::numeric_limits<std::int64_t>::max();
  /// m: by how much a gap to a static collider may be less than the skin.
  double static_give_;
  /// m: from the deepest and from the shallowest contact to the skin.
  double deepest_ = 0.0, shallowest_ = 0.0;
  double start_gap_ = 0.0, best_gap_ = 0.0;
  /// m: the longest push that is taken.
  double longest_ = 0.0;
  /// The deepest first; those of contacts within the skin also without their depth.
  Plane planes_[Ways::k_contacts], sides_[Ways::k_contacts];
  /// Of the colliders of `planes_`.
  std::uint32_t rows_[Ways::k_contacts] = {};
  bool is_static_[Ways::k_contacts] = {};
  std::size_t count_ = 0, side_count_ = 0;
};

}  // namespace hyperplane
