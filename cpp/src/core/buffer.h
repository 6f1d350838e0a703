#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "core/assert.h"
#include "core/memory.h"

namespace hyperplane {

/// Memory and growth for buffers of all types, compiled once instead of once a type.
class RawBuffer {
 protected:
  RawBuffer() = default;
  RawBuffer(const RawBuffer&) = default;
  RawBuffer& operator=(const RawBuffer&) = default;
  ~RawBuffer() = default;

  void forget() {
    data_ = nullptr;
    size_ = capacity_ = 0;
  }
  void exchange_with(RawBuffer& other) noexcept;

  /// Makes room for `least` elements, and doubles the capacity if memory allows.
  [[nodiscard]] bool grow(std::size_t least, std::size_t element_bytes);
  [[nodiscard]] bool move_to(std::size_t capacity, std::size_t element_bytes);

  void* data_ = nullptr;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

/// A block of memory that a buffer of any type can hold.
struct MemoryBlock {
  void* data = nullptr;
  std::size_t bytes = 0;
};

/// A growable array of plain values whose growth can fail: every call that may allocate returns false when memory runs
/// out, and has then changed nothing. Capacity doubles, so that n calls of push copy O(n) elements; it never shrinks by
/// itself, so that a buffer that is cleared and filled again every frame stops allocating after a few frames. The
/// elements start on a cache line. Pointers into it go stale when it grows.
template <class T>
class Buffer : private RawBuffer {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);
  static_assert(alignof(T) <= k_block_alignment);

 public:
  Buffer() = default;
  Buffer(const Buffer&) = delete;
  Buffer& operator=(const Buffer&) = delete;
  Buffer(Buffer&& other) noexcept : RawBuffer(other) { other.forget(); }
  Buffer& operator=(Buffer&& other) noexcept {
    if (this != &other) {
      hyperplane_release(data_);
      RawBuffer::operator=(other);
      other.forget();
    }
    return *this;
  }
  ~Buffer() { hyperplane_release(data_); }

  std::size_t size() const { return size_; }
  std::size_t capacity() const { return capacity_; }
  bool empty() const { return size_ == 0; }
  T* data() { return static_cast<T*>(data_); }
  const T* data() const { return static_cast<const T*>(data_); }
  T* begin() { return data(); }
  T* end() { return data() + size_; }
  const T* begin() const { return data(); }
  const T* end() const { return data() + size_; }
  std::span<T> span() { return {data(), size_}; }
  std::span<const T> span() const { return {data(), size_}; }

  T& operator[](std::size_t i) {
    HYPERPLANE_ASSERT(i < size_);
    return data()[i];
  }
  const T& operator[](std::size_t i) const {
    HYPERPLANE_ASSERT(i < size_);
    return data()[i];
  }
  T& back() { return (*this)[size_ - 1]; }
  const T& back() const { return (*this)[size_ - 1]; }

  /// Room for `count` elements in all, without changing the size.
  // NOLINTNEXTLINE(bugprone-sizeof-expression): elements may be pointers
  [[nodiscard]] bool reserve(std::size_t count) { return count <= capacity_ || grow(count, sizeof(T)); }

  /// As reserve, but not more than that.
  // NOLINTNEXTLINE(bugprone-sizeof-expression): elements may be pointers
  [[nodiscard]] bool reserve_exactly(std::size_t count) { return count <= capacity_ || move_to(count, sizeof(T)); }

  /// Sets the size; new elements are uninitialised.
  [[nodiscard]] bool resize_uninitialized(std::size_t count) {
    if (!reserve(count)) return false;
    size_ = count;
    return true;
  }

  /// Sets the size; new elements are copies of `value`.
  [[nodiscard]] bool resize(std::size_t count, const T& value) {
    const T copy = value;  // `value` may lie in this buffer
    if (!reserve(count)) return false;
    for (std::size_t i = size_; i < count; ++i) data()[i] = copy;
    size_ = count;
    return true;
  }

  [[nodiscard]] bool push(const T& value) {
    const T copy = value;  // `value` may lie in this buffer
    // NOLINTNEXTLINE(bugprone-sizeof-expression): elements may be pointers
    if (size_ == capacity_ && !grow(size_ + 1, sizeof(T))) return false;
    data()[size_++] = copy;
    return true;
  }

  /// As push, of a value that does not lie in this buffer: large ones are copied once.
  [[nodiscard]] bool push_from_outside(const T& value) {
    if (!reserve(size_ + 1)) return false;
    push_unchecked(value);
    return true;
  }

  /// As push, where `reserve` has made the room.
  void push_unchecked(const T& value) {
    HYPERPLANE_ASSERT(size_ < capacity_);
    data()[size_++] = value;
  }

  void pop() {
    HYPERPLANE_ASSERT(size_ > 0);
    --size_;
  }
  void truncate(std::size_t count) {
    HYPERPLANE_ASSERT(count <= size_);
    size_ = count;
  }
  void clear() { size_ = 0; }

  /// Returns the memory as well.
  void release() {
    hyperplane_release(data_);
    forget();
  }

  /// Gives the memory away. Holds nothing afterwards.
  MemoryBlock give_memory() {
    const MemoryBlock block{data_, capacity_ * sizeof(T)};
    forget();
    return block;
  }
  /// Takes memory in the place of its own. Empty afterwards.
  void take_memory(const MemoryBlock& block) {
    release();
    data_ = block.data;
    capacity_ = block.bytes / sizeof(T);
  }

  [[nodiscard]] bool assign(std::span<const T> values) {
    if (!reserve(values.size())) return false;
    if (!values.empty()) std::memmove(data_, values.data(), values.size_bytes());
    size_ = values.size();
    return true;
  }

  void swap(Buffer& other) noexcept { exchange_with(other); }
};

}  // namespace hyperplane
