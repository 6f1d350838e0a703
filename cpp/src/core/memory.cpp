#include "core/memory.h"

#include <cstdint>
#include <cstdlib>

namespace hyperplane {

extern "C" void* hyperplane_allocate(std::size_t bytes) {
  if (bytes > PTRDIFF_MAX - k_block_alignment) return nullptr;
  // aligned_alloc requires a multiple of the alignment.
  return std::aligned_alloc(k_block_alignment, (bytes + k_block_alignment - 1) & ~(k_block_alignment - 1));
}

extern "C" void hyperplane_release(void* block) { std::free(block); }

}  // namespace hyperplane
