#pragma once

#include <cstddef>
#include <new>
#include <utility>

/// Allocation for the core: null if memory runs out. By default blocks are aligned to a cache line, which suits
/// containers and wastes up to 63 bytes a block. C linkage, so that tests can interpose at link time (`-Wl,--wrap`) and
/// fail the n-th request.

namespace hyperplane {

inline constexpr std::size_t k_block_alignment = 64;

extern "C" {
/// @param bytes more than zero. @param alignment a power of two, at least that of a pointer.
/// @return null when memory runs out or `bytes` is beyond what can be addressed.
[[nodiscard]] void* hyperplane_allocate(std::size_t bytes, std::size_t alignment = k_block_alignment);
/// @param block from hyperplane_allocate, or null.
void hyperplane_release(void* block);
}

/// A single object from the same memory; operator new would link the standard library's failure path, printf included.
/// @return null if memory runs out.
template <class T, class... Arguments>
[[nodiscard]] T* make_object(Arguments&&... arguments) {
  static_assert(alignof(T) <= k_block_alignment);
  void* const room = hyperplane_allocate(sizeof(T));
  return room == nullptr ? nullptr : new (room) T(std::forward<Arguments>(arguments)...);
}

/// @param object from make_object, or null.
template <class T>
void destroy_object(T* object) {
  if (object == nullptr) return;
  object->~T();
  hyperplane_release(object);
}

}  // namespace hyperplane
