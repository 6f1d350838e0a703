#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/sort.h"
#include "depenetration/tolerances.h"

namespace hyperplane {

/// m: how close to a point of a union of two shapes a part holds it. Of the smaller shape that has a size: points and
/// half-spaces have none.
constexpr double union_gap_of(double size_a, double size_b) {
  const double least = size_a < size_b ? size_a : size_b, most = size_a < size_b ? size_b : size_a;
  return k_union_gap * (least > 0.0 ? least : most);
}

/// What may be tried for a part: the least deep, in order. @tparam Item has `depth`.
template <class Item>
struct ShallowestFew {
  Item items[k_union_faces];
  int count = 0;

  void add(const Item& item) {
    int at = count < k_union_faces ? count++ : k_union_faces;
    for (; at > 0 && items[at - 1].depth > item.depth; --at) {
      if (at < k_union_faces) items[at] = items[at - 1];
    }
    if (at < k_union_faces) items[at] = item;
  }
};

/// m: how deep a direction out of a part may be that is not its least overlap; what is deeper leads across the part.
/// @param left m: the least overlap after the way so far. @param size m: of the body. @param way m: its length.
inline double most_detour(double left, double size, bool has_way, double way) {
  const double detour = k_union_detour * left, least = has_way ? 2.0 * way : 0.5 * size;
  return detour < least ? least : detour;
}

/// Contacts of a body with a union of convex parts, in the plane and in space: triangles of surfaces, parts of
/// compounds, static colliders that lie side by side.
///
/// Each part that overlaps the body has a raw contact: the direction and the depth of its least overlap. Alone it is
/// right; beside other parts it may push the body along an internal edge. A direction counts at a point of the union if
/// no part that contains the point rises above the plane through it: the normal cone of the union there.
///
/// 1. Raw contacts whose direction counts at their deepest point are kept.
/// 2. The depenetration is the shortest translation out of the half-spaces of the kept ones.
/// 3. Parts that the depenetration frees need no contact.
/// 4. The others are looked at again after the body has moved by it, where what hid their deepest points no longer
///    does: the least overlap there, if its direction counts; else of that direction, without what leads against the
///    kept ones, and of the part's own faces, the least deep whose foot point, that of the body's supporting feature,
///    lies on the union and whose direction counts there; else the least overlap all the same.
/// 5. The depenetration follows each of them, the least deep first, and all parts are looked at again, for it may lead
///    into some.
/// 6. A kept contact is redundant if those that lead elsewhere, by more than 60 degrees, free its part.
///
/// So a contact is dropped only after a test that the others free its part. A wrong guess costs a contact too many, not
/// one too few. Only deep inside, where no direction counts at all, is the depenetration put to the test: if there is
/// none, or it leads into other parts, directions are looked for however deep they are.
///
/// @tparam Problem has
///   - `Vec`, `Plane` {normal, offset}: the types of the dimension;
///   - `normal(i)`, `depth(i)`: of a raw contact, out of the union;
///   - `is_known(i)`: whether a raw contact has been found; `counts(i)` finds the others, whose normals and depths are
///     those of faces until then;
///   - `may_wait(i)`: whether it need not be found if its part is freed, for its shape has another contact;
///   - `overlaps(i)`: whether the part does, and not only its bounds;
///   - `counts(i)`: whether the direction of a raw contact counts;
///   - `find_below(i, planes)`: the number of a half-space that frees the part by itself, or their count if none does;
///     `is_free_at(i, way, planes)`: whether the part is free of the body after a translation out of all of them;
///   - `find_other(i, is_far, way, planes, normal, depth)`: the direction of step 4, if `is_far` however deep, and the
///     depth along it; false: it need not count;
///   - `is_deep()`: whether the middle of the body is in a part;
///   - `leads_out(way, planes)`: whether no part of the shapes overlaps the body after a translation, not even one that
///     it does not overlap before;
///   - `keep(i)`, `keep_along(i, normal)`, `drop(i)`: takes the raw contact, or one along a direction, or none;
///   - `solve(planes, tolerance, found)`: the shortest translation into all half-spaces.
template <class Problem>
class UnionContacts {
 public:
  using Vec = typename Problem::Vec;
  using Plane = typename Problem::Plane;

  /// Of a raw contact.
  struct State {
    static constexpr std::int8_t k_open = -1;
    /// The half-space if it is kept.
    std::int8_t plane = k_open;
    /// A half-space that frees its part by itself, also when it gets deeper; k_open: none is known.
    std::int8_t below = k_open;
    /// The revision of the half-spaces that were found to free its part; 0: none.
    std::uint16_t freed_by = 0;
    /// Whether the direction of a known raw contact counts, once asked for; k_open: not yet.
    std::int8_t counts = k_open;

    bool is_open() const { return plane == k_open; }
  };

  /// A contact that step 4 may take.
  struct Candidate {
    double depth;
    std::uint32_t index;
    /// Whether it counts.
    bool is_certain;
    Vec normal;
  };

  /// @param tolerance m: overlap that is a touch. @param states, room: one element a raw contact.
  UnionContacts(Problem& problem, double tolerance, std::span<State> states, std::span<Candidate> room)
      : problem_(problem), tolerance_(tolerance), states_(states), room_(room) {}

  /// Runs all steps. @param drops_redundant whether step 6, too.
  /// @param is_before order of candidates: what counts, then the rest; the least deep first.
  template <class Less>
  void run(bool drops_redundant, const Less& is_before) {
    for (State& state : states_) state = {};
    // Where none counts, they may oppose each other or lead into other parts. Deep inside of flush parts their least
    // overlaps tell nothing of the depenetration. If what leads farther does no better, the first ones stay.
    if (!find(false, is_before) && !find(true, is_before)) find(false, is_before);
    if (drops_redundant) drop_redundant();
  }

  std::span<const Plane> planes() const { return {planes_, count_}; }
  /// Whether the half-spaces have a common point; and the way to it.
  bool has_way() const { return has_way_; }
  const Vec& way() const { return way_; }

 private:
  /// Steps 1 to 5. @param is_far whether directions however deep are tried. @return false: deep inside no
  /// direction counted, and those that are kept all the same lead nowhere.
  template <class Less>
  bool find(bool is_far, const Less& is_before) {
    for (std::uint32_t i = 0; i < states_.size(); ++i) {
      if (!states_[i].is_open()) problem_.drop(i);
      states_[i] = {.counts = states_[i].counts};
    }
    count_ = solved_ = 0;
    ++revision_;
    // In an order of their own: merged half-spaces depend on it. Of two surfaces hardly any counts.
    const std::size_t known = take_room([&](std::uint32_t i) { return problem_.is_known(i); });
    std::size_t counting = 0;
    for (std::size_t k = 0; k < known; ++k) {
      std::int8_t& counts = states_[room_[k].index].counts;
      if (counts == State::k_open) counts = problem_.counts(room_[k].index) ? 1 : 0;
      if (counts == 1) room_[counting++] = room_[k];
    }
    sort(room_.first(counting), is_before);
    for (const Candidate& candidate : room_.first(counting)) keep(candidate.index);
    solve();
    // Those whose least overlaps are not known yet need none if these, or shallower ones, free them.
    const std::size_t unknown = take_room([&](std::uint32_t i) { return !problem_.is_known(i); });
    std::size_t searches = 0;
    visit_in_order(unknown, is_before, [&](const Candidate& candidate) {
      const std::uint32_t i = candidate.index;
      if ((problem_.may_wait(i) && is_freed(i)) || !problem_.overlaps(i)) return true;
      if (++searches > k_union_searches) return false;
      if (problem_.counts(i)) keep(i);
      return true;
    });
    solve();
    bool is_lost = false;
    for (int round = 0; round < most_rounds(); ++round) {
      const std::span<Candidate> left = take_left(is_before);
      if (left.empty()) break;
      for (Candidate& candidate : left) {
        candidate.is_certain = problem_.find_other(candidate.index, is_far, has_way_ ? way_ : Vec{}, planes(),
                                                   candidate.normal, candidate.depth);
      }
      sort(left, is_before);
      const bool is_last = round + 1 >= most_rounds(), has_certain = left[0].is_certain;
      const Candidate* taken = nullptr;
      for (const Candidate& candidate : left) {
        // What need not count waits until the rest has been taken.
        if (has_certain && !candidate.is_certain && !is_last) break;
        // Parts that are there twice have the same contacts.
        const bool is_twin = taken != nullptr && candidate.depth == taken->depth && candidate.normal == taken->normal;
        if (!is_twin && is_freed(candidate.index)) continue;
        taken = &candidate;
        is_lost = is_lost || (count_ == 0 && !candidate.is_certain);
        problem_.keep_along(candidate.index, candidate.normal);
        states_[candidate.index].plane = add_plane(candidate.normal, candidate.depth);
        solve();
      }
    }
    return !is_lost || (has_way_ && problem_.leads_out(way_, planes())) || !problem_.is_deep();
  }

  /// Where no translation leads out, none frees the rest.
  int most_rounds() const { return has_way_ ? k_union_rounds : k_union_stuck_rounds; }

  bool is_freed(std::uint32_t i) {
    // Parts that only touch may hide each other.
    if (count_ == 0) return !problem_.overlaps(i);
    State& state = states_[i];
    if (state.below != State::k_open || state.freed_by == revision_) return true;
    const std::size_t below = problem_.find_below(i, planes());
    if (below < count_) {
      state.below = static_cast<std::int8_t>(below);
    } else if (has_way_ && problem_.is_free_at(i, way_, planes())) {
      state.freed_by = revision_;
    } else {
      return false;
    }
    return true;
  }

  /// Lists the raw contacts of a kind. @return how many.
  template <class Is>
  std::size_t take_room(const Is& is_wanted) {
    std::size_t count = 0;
    for (std::uint32_t i = 0; i < states_.size(); ++i) {
      if (is_wanted(i)) room_[count++] = {problem_.depth(i), i, true, problem_.normal(i)};
    }
    return count;
  }

  /// Visits the listed in order until `visit` returns false: of many, few are asked for.
  template <class Less, class Visit>
  void visit_in_order(std::size_t count, const Less& is_before, const Visit& visit) {
    const auto is_after = [&](const Candidate& l, const Candidate& r) { return is_before(r, l); };
    make_heap(room_.first(count), is_after);
    while (count > 0) {
      const Candidate first = room_[0];
      if (--count > 0) replace_top(room_.first(count), Candidate(room_[count]), is_after);
      if (!visit(first)) return;
    }
  }

  /// The first candidates that the way does not free, at most k_union_candidates. None: it frees all.
  template <class Less>
  std::span<Candidate> take_left(const Less& is_before) {
    const std::size_t open = take_room([&](std::uint32_t i) { return states_[i].is_open(); });
    std::size_t count = 0;
    // Of few, the order does not matter: those that are left are sorted.
    if (open <= k_union_candidates) {
      for (std::size_t k = 0; k < open; ++k) {
        if (!is_freed(room_[k].index)) room_[count++] = room_[k];
      }
      return room_.first(count);
    }
    visit_in_order(open, is_before, [&](const Candidate& candidate) {
      // In the place of one that has been visited.
      if (!is_freed(candidate.index)) room_[open - ++count] = candidate;
      return count < k_union_candidates;
    });
    return room_.subspan(open - count, count);
  }

  void keep(std::uint32_t i) {
    problem_.keep(i);
    states_[i].plane = add_plane(problem_.normal(i), problem_.depth(i));
  }

  /// Merges planes of one direction; of too many, those nearest in direction.
  std::int8_t add_plane(const Vec& normal, double depth) {
    Plane* nearest = nullptr;
    double cosine = count_ < k_union_planes ? k_same_separation_cosine : -2.0;
    for (std::size_t k = 0; k < count_; ++k) {
      const double other = dot(normal, planes_[k].normal);
      if (!(other > cosine)) continue;
      cosine = other;
      nearest = planes_ + k;
    }
    if (nearest == nullptr) {
      nearest = planes_ + count_++;
      *nearest = {normal, depth};
      ++revision_;
    } else if (depth > nearest->offset) {
      nearest->offset = depth;
      ++revision_;
    }
    return static_cast<std::int8_t>(nearest - planes_);
  }

  /// Drops a half-space if those that lead elsewhere free all parts that it is of, and all others free what has no
  /// contact.
  bool drop_if_redundant(std::size_t of) {
    Plane aside[k_union_planes], others[k_union_planes];
    std::size_t aside_count = 0, other_count = 0;
    for (std::size_t k = 0; k < count_; ++k) {
      if (k == of) continue;
      others[other_count++] = planes_[k];
      if (dot(planes_[k].normal, planes_[of].normal) < k_redundant_cosine) aside[aside_count++] = planes_[k];
    }
    const auto number = static_cast<std::int8_t>(of);
    bool found = false;
    Vec out = problem_.solve(std::span<const Plane>(aside, aside_count), tolerance_, found);
    found = found && aside_count > 0;
    for (std::uint32_t i = 0; found && i < states_.size(); ++i) {
      if (states_[i].plane == number) found = frees(i, out, {aside, aside_count});
    }
    if (!found) return false;
    out = problem_.solve(std::span<const Plane>(others, other_count), tolerance_, found);
    // The way is the same if it leads out of the half-space all the same.
    const bool is_same = has_way_ && dot(out, planes_[of].normal) >= planes_[of].offset - tolerance_;
    for (std::uint32_t i = 0; found && i < states_.size(); ++i) {
      const State& state = states_[i];
      if (!state.is_open() || (state.below != State::k_open && state.below != number)) continue;
      const bool is_freed_by_way = state.below == State::k_open && state.freed_by == revision_;
      if (is_freed_by_way && is_same) continue;
      found =
          is_freed_by_way ? problem_.is_free_at(i, out, {others, other_count}) : frees(i, out, {others, other_count});
    }
    if (!found) return false;
    if (!is_same) ++revision_;
    way_ = out;
    drop_plane(of);
    return true;
  }

  bool frees(std::uint32_t i, const Vec& way, std::span<const Plane> planes) {
    return problem_.find_below(i, planes) < planes.size() || problem_.is_free_at(i, way, planes);
  }

  /// The last one takes its place.
  void drop_plane(std::size_t of) {
    const auto number = static_cast<std::int8_t>(of), last = static_cast<std::int8_t>(--count_);
    for (std::uint32_t i = 0; i < states_.size(); ++i) {
      State& state = states_[i];
      // All that was open has been found to be free.
      state.freed_by = state.is_open() ? revision_ : std::uint16_t{0};
      if (state.plane == number) problem_.drop(i);
      for (std::int8_t* const plane : {&state.plane, &state.below}) {
        *plane = *plane == number ? State::k_open : *plane == last ? number : *plane;
      }
    }
    planes_[of] = planes_[count_];
    solved_ = 0;
  }

  /// The shallowest first.
  void drop_redundant() {
    bool is_needed[k_union_planes] = {};
    while (count_ > 1) {
      std::size_t least = count_;
      for (std::size_t k = 0; k < count_; ++k) {
        if (!is_needed[k] && (least == count_ || planes_[k].offset < planes_[least].offset)) least = k;
      }
      if (least == count_) break;
      is_needed[least] = !drop_if_redundant(least);
      if (!is_needed[least]) is_needed[least] = is_needed[count_];
    }
    solve();
  }

  void solve() {
    if (solved_ == revision_) return;
    // More half-spaces have no common point either.
    const bool is_stuck = solved_ != 0 && !has_way_;
    solved_ = revision_;
    if (is_stuck) return;
    way_ = {};
    has_way_ = true;
    if (count_ > 0) way_ = problem_.solve(std::span<const Plane>(planes_, count_), tolerance_, has_way_);
  }

  Problem& problem_;
  double tolerance_;
  std::span<State> states_;
  std::span<Candidate> room_;
  Plane planes_[k_union_planes];
  std::size_t count_ = 0;
  /// Changes with the half-spaces.
  std::uint16_t revision_ = 1;
  /// That of the way; 0: of none.
  std::uint16_t solved_ = 0;
  Vec way_{};
  bool has_way_ = true;
};

}  // namespace hyperplane
