#include <emscripten/bind.h>

#include "record_numbers.h"

/// Address and layout of the records.

namespace hyperplane::bindings {
namespace {

constexpr std::uint32_t k_record_number_count = sizeof(k_record_numbers) / sizeof(k_record_numbers[0]);

std::uint32_t record_address() { return address_of(&records()); }

std::uint32_t record_number_count() { return k_record_number_count; }

/// @return 0 past the end.
double record_number(std::uint32_t i) { return i < k_record_number_count ? k_record_numbers[i] : 0.0; }

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_module) {
  emscripten::function("recordAddress", &record_address);
  emscripten::function("recordNumberCount", &record_number_count);
  emscripten::function("recordNumber", &record_number);
}

}  // namespace hyperplane::bindings
