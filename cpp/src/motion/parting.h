#pragma once

#include "math/trigonometry.h"
#include "motion/tolerances.h"

namespace hyperplane {

/// A time at which convex shapes that touch at time 0 are apart, by samples.
///
/// If they touch at two times, a point of each meets one of the other. On its way in the shape from the first to the
/// second, in a straight line, such a point leaves the chord of its path by at most an eighth of its greatest
/// acceleration. Without rotation that is none: such shapes part for good. If they turn by an angle t between the two
/// times, those of size s are apart in between by at most t s / 4, but for terms of second order: as one corner leaves
/// and another comes.
///
/// @param turn rad: by which both together turn in a step; more than a revolution is sampled like one.
/// @param from, latest times of interest. @return above `latest` if there is none.
template <class IsApart>
double time_of_parting(double turn, double from, double latest, const IsApart& is_apart) {
  const double step = k_parting_turn / (turn < 2.0 * k_pi ? turn : 2.0 * k_pi);
  double time = from > step ? from : step;
  while (time <= latest && !is_apart(time)) time += step;
  return time;
}

}  // namespace hyperplane
