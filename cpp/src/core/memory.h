#pragma once

#include <cstddef>

/// The two functions through which the containers of the core get and return memory: blocks aligned to a cache line,
/// and a null pointer where there is none left. They have C names so that a test can put itself in between at link time
/// (`-Wl,--wrap`) and make the n-th request fail, without the core carrying a switch for it.

namespace hyperplane {

inline constexpr std::size_t k_block_alignment = 64;

extern "C" {
/// @param bytes more than zero. @return null when memory runs out or `bytes` is beyond what can be addressed.
[[nodiscard]] void* hyperplane_allocate(std::size_t bytes);
/// @param block from hyperplane_allocate, or null.
void hyperplane_release(void* block);
}

}  // namespace hyperplane
