#include "report.h"

#include <emscripten/bind.h>

#include "call.h"
#include "core/buffer.h"

namespace hyperplane::bindings {

namespace {

constinit Buffer<double> numbers;

/// Gives the memory back. JavaScript calls it when it has copied the report.
void release_report() {
  numbers.release();
  records().report = {};
}

}  // namespace

std::span<double> make_report(std::size_t count) {
  if (!numbers.resize_uninitialized(count)) {
    report_fault(Status::out_of_memory, Argument::none, "out of memory: no room for the result");
    return {};
  }
  records().report = {static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(numbers.data())),
                      static_cast<std::uint32_t>(count)};
  return numbers.span();
}

EMSCRIPTEN_BINDINGS(hyperplane_report) { emscripten::function("releaseReport", &release_report); }

}  // namespace hyperplane::bindings
