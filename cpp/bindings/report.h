#pragma once

#include <cstddef>
#include <span>

/// The report: one list of doubles for data that exceeds the fixed block, in either direction, such as the points of a
/// hull or an explanation. The record Report holds its address and length. JavaScript releases it after use.

namespace hyperplane::bindings {

/// Allocates a report of `count` numbers; earlier contents are dropped.
/// @return empty if memory runs out, with the fault record filled.
std::span<double> make_report(std::size_t count);

/// The numbers of the report.
std::span<double> report_numbers();

/// Frees the report's memory.
void release_report();

/// Writes a number without the sign of a zero. @return the place after it.
inline double* put(double* out, double number) {
  *out = number + 0.0;
  return out + 1;
}

}  // namespace hyperplane::bindings
