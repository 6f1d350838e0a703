#pragma once

#include "call.h"

/// Answers of queries on a world as numbers in the report.

namespace hyperplane::bindings {

/// Numbers of an answer: row; distance or time; points, normal; and parts.
inline constexpr std::size_t k_surface_numbers = 2 + 2 * k_axes + k_part_numbers;
inline constexpr std::size_t k_impact_numbers = 2 + 2 * k_axes + k_impact_part_numbers;
inline constexpr std::size_t k_distance_numbers = 2 + 3 * k_axes + 2 * k_part_numbers;

/// Of a ray hit, and of a closest point.
template <class Answer>
double* put_answer(double* out, const Answer& answer) {
  return put(put(put(put(put(out, answer.row), answer.distance), answer.point), answer.normal), part_of(answer));
}
inline double* put_answer(double* out, const WorldImpact& impact) {
  return put_parts(put(put(put(put(out, impact.row), impact.time), impact.point), impact.normal), impact);
}
/// The point of the shape that is asked about stands last.
inline double* put_answer(double* out, const WorldDistance& near) {
  out = put(put(put(put(out, near.row), near.distance), near.point_b), near.normal);
  return put(put_parts(out, near), near.point_a);
}

}  // namespace hyperplane::bindings
