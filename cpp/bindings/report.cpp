#include "report.h"

#include "address.h"
#include "bind_call.h"
#include "call.h"
#include "core/buffer.h"

namespace hyperplane::bindings {
namespace {

constinit Buffer<double> number_list;

/// Makes a report for JavaScript to write to. @param count numbers. @return 0, or k_fault.
std::uint32_t reserve_report(std::uint32_t count) { return make_report(count).size() == count ? 0 : k_fault; }

}  // namespace

void release_report() {
  number_list.release();
  records().report = {};
}

std::span<double> make_report(std::size_t count) {
  release_report();
  if (!number_list.resize_uninitialized(count)) {
    report_fault(Status::out_of_memory, Argument::none, "no memory for a list of numbers");
    return {};
  }
  records().report = {address_of(number_list.data()), static_cast<std::uint32_t>(count)};
  return number_list.span();
}

std::span<double> report_numbers() { return number_list.span(); }

EMSCRIPTEN_BINDINGS(hyperplane_report) {
  bind_call("reserveReport", &reserve_report);
  bind_call("releaseReport", &release_report);
}

}  // namespace hyperplane::bindings
