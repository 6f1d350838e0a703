#pragma once

#include <cstddef>

#include "../fault.h"

namespace hyperplane::bindings {

/// Numbers of the shape in place of a part: its type, three parameters, x, y, z and the quaternion.
inline constexpr std::size_t k_shape_numbers = 11;

struct alignas(8) DecomposeRecords {
  Fault fault;
  Report report;
};

}  // namespace hyperplane::bindings
