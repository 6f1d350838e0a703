#include "core/memory.h"

#include <cstdint>
#include <cstdlib>

namespace hyperplane {

extern "C" void* hyperplane_allocate(std::size_t bytes, std::size_t alignment) {
  if (bytes > PTRDIFF_MAX - alignment) return nullptr;
  // aligned_alloc requires a multiple of the alignment.
  return std::aligned_alloc(alignment, (bytes + alignment - 1) & ~(alignment - 1));
}

extern "C" void hyperplane_release(void* block) { std::free(block); }

}  // namespace hyperplane
