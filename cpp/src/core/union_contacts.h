#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/constants.h"

namespace hyperplane {

/// Contacts of a body with a union of convex parts, in the plane and in space: triangles of surfaces, parts of
/// compounds, static colliders that lie side by side.
///
/// Each part that overlaps the body has a raw contact: the direction and the depth of its least overlap. Alone it is
/// right; beside other parts it may push the body along an internal edge. A direction counts at a point of the union if
/// no part that contains the point rises above the plane through it: the normal cone of the union there.
///
/// 1. Raw contacts whose direction counts at their deepest point are kept.
/// 2. The way out is the shortest translation out of the half-spaces of the kept ones.
/// 3. Parts that the way out frees need no contact.
/// 4. The others are looked at again after the body has moved along the way, where what hid their deepest points no
///    longer does: the least overlap there, if its direction counts; else of that direction, without what leads against
///    the kept ones, and of the part's own faces, the least deep whose foot point, that of the body's supporting
///    feature, lies on the part and whose direction counts there; else the raw contact.
/// 5. The way out follows each of them, the least deep first, and all parts are looked at again, for it may lead into
///    some.
///
/// So a contact is dropped only after a test that the others free its part. A wrong guess costs a contact too many, not
/// one too few.
///
/// @tparam Problem has
///   - `Vec`, `Plane` {normal, offset}: the types of the dimension;
///   - `count()`, `normal(i)`, `depth(i)`: the raw contacts, normals out of the union;
///   - `counts(i)`: whether the direction of a raw contact counts;
///   - `is_freed(i, way, planes, tolerance)`: whether the part is free of the body after a translation of that; the
///     normals of the planes are likely to tell;
///   - `find_other(i, way, planes, normal, depth)`: the direction of step 4 and the depth along it; false: the raw
///     contact;
///   - `keep(i)`, `keep_along(i, normal)`: takes the raw contact, or one along another direction;
///   - `solve(planes, tolerance, found)`: the shortest translation into all half-spaces.
template <class Problem>
class UnionContacts {
 public:
  using Vec = typename Problem::Vec;
  using Plane = typename Problem::Plane;

  enum class State : std::uint8_t { open, freed, kept };

  /// A contact that step 4 may take.
  struct Candidate {
    double depth;
    std::uint32_t index;
    bool is_other;
    Vec normal;
  };

  /// @param tolerance m: overlap that is a touch. @param states, room: one element a raw contact.
  UnionContacts(Problem& problem, double tolerance, std::span<State> states, std::span<Candidate> room)
      : problem_(problem), tolerance_(tolerance), states_(states), room_(room) {}

  /// Runs all steps. @param sort_candidates sorts, raw contacts last, the least deep first.
  template <class Sort>
  void run(const Sort& sort_candidates) {
    for (std::uint32_t i = 0; i < states_.size(); ++i) {
      states_[i] = State::open;
      if (!problem_.counts(i)) continue;
      states_[i] = State::kept;
      problem_.keep(i);
      add_plane(problem_.normal(i), problem_.depth(i));
    }
    solve();
    for (int round = 0; round < k_union_rounds; ++round) {
      std::size_t count = 0;
      for (std::uint32_t i = 0; i < states_.size(); ++i) {
        if (states_[i] == State::kept || is_freed(i)) continue;
        Candidate& candidate = room_[count++] = {problem_.depth(i), i, false, problem_.normal(i)};
        candidate.is_other =
            problem_.find_other(i, has_way_ ? way_ : Vec{}, planes(), candidate.normal, candidate.depth);
      }
      if (count == 0) return;
      sort_candidates(room_.first(count));
      for (const Candidate& candidate : room_.first(count)) {
        if (is_freed(candidate.index)) continue;
        states_[candidate.index] = State::kept;
        if (candidate.is_other) {
          problem_.keep_along(candidate.index, candidate.normal);
        } else {
          problem_.keep(candidate.index);
        }
        add_plane(candidate.normal, candidate.depth);
        solve();
      }
    }
  }

  std::span<const Plane> planes() const { return {planes_, count_}; }
  /// Whether the half-spaces have a common point; and the way to it.
  bool has_way() const { return has_way_; }
  const Vec& way() const { return way_; }
  bool is_kept(std::size_t i) const { return states_[i] == State::kept; }

 private:
  bool is_freed(std::uint32_t i) const {
    if (has_way_) return problem_.is_freed(i, way_, planes(), tolerance_);
    // Between parts that oppose each other, one contact has to free another alone.
    for (std::size_t k = 0; k < count_; ++k) {
      const Vec alone = planes_[k].normal * planes_[k].offset;
      if (problem_.is_freed(i, alone, planes().subspan(k, 1), tolerance_)) return true;
    }
    return false;
  }

  /// Merges planes of one direction; of too many, those nearest in direction.
  void add_plane(const Vec& normal, double depth) {
    Plane* nearest = nullptr;
    double cosine = count_ < k_union_planes ? k_same_separation_cosine : -2.0;
    for (std::size_t k = 0; k < count_; ++k) {
      const double other = dot(normal, planes_[k].normal);
      if (!(other > cosine)) continue;
      cosine = other;
      nearest = planes_ + k;
    }
    if (nearest == nullptr) {
      planes_[count_++] = {normal, depth};
    } else if (depth > nearest->offset) {
      nearest->offset = depth;
    }
  }

  void solve() {
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
  Vec way_{};
  bool has_way_ = true;
};

}  // namespace hyperplane
