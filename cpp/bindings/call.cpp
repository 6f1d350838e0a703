#include "call.h"
#include "bind_call.h"

namespace hyperplane::bindings {

namespace {

std::uint32_t record_address() { return address_of(&records()); }

}  // namespace

alignas(Records) unsigned char record_bytes[sizeof(Records)];

std::uint32_t report_fault(Status status, Argument argument, const char* message, std::uint32_t item) {
  records().fault = {static_cast<std::uint32_t>(status), static_cast<std::uint32_t>(argument), item,
                     address_of(message)};
  return k_fault;
}

bool accept_odd_pose(const Pose& pose, Argument argument, std::uint32_t item) {
  const Result<bool> result = check_pose(pose);
  if (!result.ok()) report_fault(result.status, argument, result.message, item);
  return result.ok();
}

std::uint32_t number_or_fault(const Result<std::uint32_t>& number, Argument argument) {
  if (!number.ok()) report_fault(number.status, argument, number.message);
  return number.ok() ? number.value : 0;
}

bool accept_direction(const Vector& direction, std::uint32_t item) {
  if (is_direction(direction)) return true;
  report_fault(Status::invalid_argument, Argument::value, "a direction must be finite and not zero", item);
  return false;
}

EMSCRIPTEN_BINDINGS(hyperplane_call) { bind_call("recordAddress", &record_address); }

}  // namespace hyperplane::bindings
