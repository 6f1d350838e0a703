#pragma once

#include "../call.h"
#include "narrowphase/composite/composite_pair.h"

/// Common to calls of space.

namespace hyperplane::bindings {

/// Adds the shape of a hull, mesh or height field to the store, which owns it from then on.
/// @param make the shape of built data. @return the shape's number, or 0 with the fault record filled.
template <class Pointer, class Make>
std::uint32_t add_built(Result<Pointer> built, const Make& make) {
  if (!built.ok()) {
    report_fault(built.status, Argument::value, built.message);
    return 0;
  }
  const Result<std::uint32_t> number = shape_store.add(make(*built.value));
  if (number.ok()) built.value.release();
  return number_or_fault(number);
}

/// For calls that explain an algorithm for convex shapes. @return false with the fault record filled for a composite.
inline bool accept_convex(const Shape& a, const Shape& b) {
  if (!has_composite(a, b)) return true;
  report_fault(Status::invalid_argument, Argument::value, "explanations take convex shapes only");
  return false;
}

}  // namespace hyperplane::bindings
