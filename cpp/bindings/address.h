#pragma once

#include <cstdint>
#include <span>

/// Places in the module's memory, as JavaScript reads them.

namespace hyperplane::bindings {

inline std::uint32_t address_of(const void* place) {
  return static_cast<std::uint32_t>(reinterpret_cast<std::uintptr_t>(place));
}

template <class T>
std::uint32_t address_of(std::span<T> values) {
  return address_of(values.data());
}

template <class T>
std::uint32_t count_of(std::span<T> values) {
  return static_cast<std::uint32_t>(values.size());
}

}  // namespace hyperplane::bindings
