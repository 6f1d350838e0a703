#include "core/buffer.h"

namespace hyperplane {
namespace {

/// Bytes.
constexpr std::size_t k_large_block = std::size_t{1} << 20;

}  // namespace

void RawBuffer::exchange_with(RawBuffer& other) noexcept {
  const RawBuffer mine = *this;
  *this = other;
  other = mine;
}

bool RawBuffer::grow(std::size_t least, std::size_t element_bytes) {
  const std::size_t most = PTRDIFF_MAX / element_bytes;
  // Capacity doubles; large blocks grow by a quarter, because unused room is memory of the page.
  const std::size_t added = capacity_ * element_bytes < k_large_block ? capacity_ : capacity_ / 4;
  const std::size_t larger = capacity_ > most - added ? most : capacity_ + added;
  // At least sixteen: most buffers in use hold more than one element.
  std::size_t capacity = larger > least ? larger : least;
  if (capacity < 16) capacity = 16;
  // Near the memory limit the exact amount may still fit.
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
