#pragma once

#include <hyperplane/status.h>

#include "core/buffer.h"
#include "core/sort.h"

/// What queries of worlds make of the colliders that they find, in space and in the plane: the first answer, or all in
/// order. Of equal ones the lowest row comes first, so that the shape of the trees does not matter.

namespace hyperplane {

template <class Answer>
bool is_nearer(const Answer& a, const Answer& b) {
  return a.distance != b.distance ? a.distance < b.distance : a.row < b.row;
}

template <class Answer>
bool is_earlier(const Answer& a, const Answer& b) {
  return a.time != b.time ? a.time < b.time : a.row < b.row;
}

/// The time at which a cast ends: its distance limit is in metres along the path of the shape's origin.
template <class Sweep, class Options>
double end_of_cast(const Sweep& sweep, const Options& options) {
  const double way = length(sweep.to.position - sweep.from.position);
  return options.max_distance < way ? options.max_distance / way : 1.0;
}

/// The nearest collider that a query accepts.
/// @param visit_near(end, take) gives those within `end` metres, which `take` lowers.
template <class Answer, class Options, class VisitNear>
Answer nearest_of(const Options& options, const VisitNear& visit_near) {
  Answer best;
  double end = options.max_distance;
  visit_near(end, [&](const Answer& found) {
    if ((best.found && !is_nearer(found, best)) || !options.accepts_row(found.row)) return;
    best = found;
    end = found.distance;
  });
  return best;
}

/// The first impact that a query accepts. One that did not converge may never touch, and must not hide a real impact.
/// @param limit time. @param visit_impacts(limit, take) gives those until `limit`, which `take` lowers.
template <class Answer, class Options, class VisitImpacts>
Answer first_of(const Options& options, double limit, const VisitImpacts& visit_impacts) {
  Answer best, undecided;
  visit_impacts(limit, [&](const Answer& impact) {
    Answer& known = impact.converged ? best : undecided;
    if ((known.hit && !is_earlier(impact, known)) || !options.accepts_row(impact.row)) return;
    known = impact;
    if (impact.converged) limit = impact.time;
  });
  return best.hit ? best : undecided;
}

/// All answers that a query accepts. @param list replaced. @param visit_all(take) gives the answers.
/// @return `out_of_memory`.
template <class Answer, class Options, class Before, class VisitAll>
Status gather(Buffer<Answer>& list, const Options& options, const Before& comes_before, const VisitAll& visit_all) {
  list.clear();
  bool has_room = true;
  visit_all([&](const Answer& found) {
    if (has_room && options.accepts_row(found.row)) has_room = list.push(found);
  });
  if (!has_room) return Status::out_of_memory;
  sort(list.span(), comes_before);
  return Status::ok;
}

}  // namespace hyperplane
