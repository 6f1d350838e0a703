#pragma once

#include <cstddef>
#include <span>

#include <hyperplane/geometry.h>

/// The report: one list of doubles for data that exceeds the fixed block, in either direction, such as the points of a
/// hull or an explanation. The record Report holds its address and length. JavaScript releases it after use.

namespace hyperplane::bindings {

/// Allocates a report of `count` numbers; earlier contents are dropped.
/// @return empty if memory runs out, with the fault record filled.
std::span<double> make_report(std::size_t count);

/// The numbers of the report.
std::span<double> report_numbers();

/// @return the place after the three numbers.
inline double* write(double* out, const Vec3& vector) {
  *out++ = vector.x;
  *out++ = vector.y;
  *out++ = vector.z;
  return out;
}

}  // namespace hyperplane::bindings
