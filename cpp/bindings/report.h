#pragma once

#include <cstddef>
#include <span>

/// What is too long for the fixed block, in either direction, as one list of doubles: the points of a hull, an
/// explanation. The record Report tells JavaScript where it lies. JavaScript releases it when it is done.

namespace hyperplane::bindings {

/// Room for `count` numbers; what the list held is gone.
/// @return empty when memory ran out; the fault record then says so.
std::span<double> make_report(std::size_t count);

/// The list as it stands.
std::span<const double> report_numbers();

}  // namespace hyperplane::bindings
