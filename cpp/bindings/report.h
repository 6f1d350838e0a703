#pragma once

#include <cstddef>
#include <span>

/// Results too long for the fixed block, as one list of doubles; see Report in records.h.

namespace hyperplane::bindings {

/// Room for `count` numbers, of which the report record then tells JavaScript. What an earlier call left is gone.
/// @return empty when memory ran out; the fault record then says so.
std::span<double> make_report(std::size_t count);

}  // namespace hyperplane::bindings
