#pragma once

#include <cmath>

#include "depenetration/tolerances.h"

namespace hyperplane {

/// The way of a collider out of all that it touches, in the plane and in space.
///
/// Each contact is a half-space of translations: at least its depth along its normal. Their common point nearest to the
/// origin takes convex shapes apart, and is the answer if it does, and is not much longer than the deepest contact is
/// deep (of shapes with parts: than the deepest overlap of two, the least that any way must be). In all other cases
/// (contacts of concave shapes oppose each other, and planes that are nearly parallel meet far away) a free place
/// is looked for along many directions, and then beside the best of them. Along a direction two convex parts overlap
/// over one
/// interval, whose end is found from outside by Newton's method, for their distance is a convex function of the way;
/// from there the search goes on until no parts overlap. What it finds is therefore free, even in a pocket. The
/// shortest way wins.
///
/// A way many times as long as the deepest contact is deep would lead through walls. If there is none that is shorter,
/// the depths are all reduced by the same length, the least for which the half-spaces have a common point within that
/// limit, by bisection.
///
/// @tparam Problem has
///   - `solve(less, found)`: the common point of all half-spaces whose depths are reduced;
///   - `has_composite()`: whether any of the shapes has parts;
///   - `least_way()` m: the deepest overlap of two parts;
///   - `is_free(at)`: whether nothing overlaps the collider moved by `at`;
///   - `free_along(direction, limit)`: the least way along a unit direction after which nothing does, at least `limit`
///     if there is none that is shorter;
///   - `visit_directions(visit)`, `visit_beside(direction, angle, visit)`: what to try. @return the angle between the
///     directions; nothing.
/// @param deepest depth of the deepest contact, m. @param way set if there is one. @return whether there is.
template <class Vec, class Problem>
bool find_free_separation(const Problem& problem, double deepest, Vec& way) {
  bool found = false;
  const Vec common = problem.solve(0.0, found);
  const double common_length = length(common);
  const bool has_composite = problem.has_composite(), is_clear = found && problem.is_free(common);
  const double short_enough =
      has_composite ? k_separation_parts_corner * problem.least_way() : k_separation_corner * deepest;
  way = common;
  if (is_clear && common_length <= short_enough) return true;

  const double limit = k_longest_separation * deepest;
  bool has_way = is_clear && common_length <= limit;
  Vec direction = common * (1.0 / common_length);
  double shortest = has_way ? common_length * (1.0 - k_separation_gain) : limit;
  const auto try_along = [&](const Vec& tried) {
    const double length = problem.free_along(tried, shortest);
    if (!(length < shortest)) return;
    shortest = length;
    direction = tried;
    way = tried * length;
    has_way = true;
  };
  if (found && common_length > 0.0) try_along(direction);
  double angle = problem.visit_directions(try_along);
  if (!has_way) return false;
  for (int i = 0; i < k_separation_halvings; ++i) {
    angle *= 0.5;
    problem.visit_beside(Vec(direction), angle, try_along);
  }
  return true;
}

/// @param way set to the common point within a limit of all half-spaces, whose depths are reduced by the least length
/// for which there is one. @return that length, m.
template <class Vec, class Problem>
double least_reduction(const Problem& problem, double deepest, double limit, Vec& way) {
  way = {};
  double too_little = 0.0, enough = deepest;
  for (int i = 0; i < k_separation_bisections; ++i) {
    const double less = 0.5 * (too_little + enough);
    bool found = false;
    const Vec solution = problem.solve(less, found);
    found = found && length(solution) <= limit;
    (found ? enough : too_little) = less;
    if (found) way = solution;
  }
  return enough;
}

template <class Vec, class Problem>
Vec find_separation(const Problem& problem, double deepest) {
  Vec way;
  if (!find_free_separation(problem, deepest, way))
    least_reduction(problem, deepest, k_longest_separation * deepest, way);
  return way;
}

/// Where a convex part that moves along a direction leaves another one, by Newton's method from outside.
/// @param end where they are apart. @param touch m: gap that ends the search. @param gap_at gives the gap at a way, and
/// sets how fast it closes on the way back.
template <class GapAt>
double end_of_overlap(double end, double touch, const GapAt& gap_at) {
  constexpr int k_most_steps = 32;
  for (int i = 0; i < k_most_steps; ++i) {
    double closing = 0.0;
    const double gap = gap_at(end, closing);
    if (!(gap > touch) || !(closing > 0.0)) break;
    end -= gap / closing;
  }
  return end;
}

}  // namespace hyperplane
