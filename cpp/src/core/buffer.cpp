#include "core/buffer.h"

namespace hyperplane {
namespace {

/// Bytes.
constexpr std::size_t k_large_block = std::size_t{1} << 20;

}  // namespace

bool RawBuffer::grow(std::size_t least, std::size_t element_bytes) {
  const std::size_t most = PTRDIFF_MAX / element_bytes;
  // Twice as many at first; of large blocks a quarter more, for what is kept for later is memory of the page.
  const std::size_t added = capacity_ * element_bytes < k_large_block ? capacity_ : capacity_ / 4;
  const std::size_t larger = capacity_ > most - added ? most : capacity_ + added;
  // Sixteen at first: a buffer that is used at all soon holds more than one element.
  std::size_t capacity = larger > least ? larger : least;
  if (capacity < 16) capacity = 16;
  // Close to the end of memory the exact amount may still be there.
  return move_to(capacity, element_bytes) || (capacity > least && move_to(least, element_bytes));
}

bool RawBuffer::move_to(std::size_t capacity, std::size_t element_bytes) {
  if (capacity > PTRDIFF_MAX / element_bytes) return false;
  void* const block = hyperplane_allocate(capacity * element_bytes);
  if (block == nullptr) return false;
  if (size_ > 0) std::memcpy(block, data_, size_ * element_bytes);
  hyperplane_release(data_);
  data_ = block;
  capacity_ = capacity;
  return true;
}

}  // namespace hyperplane
