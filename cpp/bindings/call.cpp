#include "call.h"

#include "address.h"
#include "math/vec3.h"

namespace hyperplane::bindings {

alignas(Records) unsigned char record_bytes[sizeof(Records)];

std::uint32_t report_fault(Status status, Argument argument, const char* message, std::uint32_t item) {
  records().fault = {static_cast<std::uint32_t>(status), static_cast<std::uint32_t>(argument), item,
                     address_of(message)};
  return k_fault;
}

std::uint32_t number_or_fault(const Result<std::uint32_t>& number, Argument argument) {
  if (!number.ok()) report_fault(number.status, argument, number.message);
  return number.ok() ? number.value : 0;
}

bool accept_point(const Vec3& point) {
  // NaN fails the comparison.
  if (max_component(abs(point)) <= k_max_coordinate && is_finite(point)) return true;
  report_fault(Status::invalid_argument, Argument::value, "a coordinate is not finite, or beyond 1e12");
  return false;
}

bool accept_direction(const Vec3& direction) {
  if (is_finite(direction) && max_component(abs(direction)) > 0.0) return true;
  report_fault(Status::invalid_argument, Argument::value, "a direction must be finite and not zero");
  return false;
}

}  // namespace hyperplane::bindings
