#include "core/buffer.h"

namespace hyperplane {

bool RawBuffer::grow(std::size_t least, std::size_t element_bytes) {
  const std::size_t most = PTRDIFF_MAX / element_bytes;
  const std::size_t doubled = capacity_ > most / 2 ? most : capacity_ * 2;
  // Sixteen at first: a buffer that is used at all soon holds more than one element.
  std::size_t capacity = doubled > least ? doubled : least;
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
