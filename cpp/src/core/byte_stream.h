#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>
#include <type_traits>

#include "core/buffer.h"

namespace hyperplane {

/// Serialisation of plain values without padding, for snapshots. The reader trusts nothing. All supported platforms are
/// little-endian, so the bytes are those in memory.
static_assert(std::endian::native == std::endian::little);

/// Writes into a large enough buffer; without a buffer it only counts.
class ByteWriter {
 public:
  ByteWriter() = default;
  explicit ByteWriter(std::span<std::byte> room) : room_(room) {}

  template <class T>
  void put(const T& value) {
    put_array(std::span<const T>(&value, 1));
  }
  template <class T>
  void put_array(std::span<const T> values) {
    static_assert(std::is_trivially_copyable_v<T>);
    put_bytes(std::as_bytes(values));
  }
  /// Writes the count, then the values.
  template <class T>
  void put_list(std::span<const T> values) {
    put(static_cast<std::uint32_t>(values.size()));
    put_array(values);
  }
  /// Zeros up to a multiple of 8.
  void pad() {
    while (size_ % 8 != 0) put(std::uint8_t{0});
  }
  /// Room for bytes that the caller writes; empty while only counting.
  std::span<std::byte> skip(std::size_t count) {
    const std::span<std::byte> room = room_.empty() ? room_ : room_.subspan(size_, count);
    size_ += count;
    return room;
  }
  std::size_t size() const { return size_; }

 private:
  void put_bytes(std::span<const std::byte> bytes);

  std::span<std::byte> room_;
  std::size_t size_ = 0;
};

/// Reads the output of a ByteWriter. Reading past the end sets a sticky failure and returns zeros.
class ByteReader {
 public:
  explicit ByteReader(std::span<const std::byte> bytes) : rest_(bytes) {}

  bool failed() const { return failed_; }
  std::size_t left() const { return rest_.size(); }

  template <class T>
  T get() {
    T value{};
    get_array(std::span<T>(&value, 1));
    return value;
  }
  template <class T>
  void get_array(std::span<T> values) {
    get_bytes(std::as_writable_bytes(values));
  }
  /// Reads `count` values. Allocates only if the bytes exist. @return false if memory ran out.
  template <class T>
  [[nodiscard]] bool get_into(Buffer<T>& out, std::size_t count) {
    out.clear();
    if (failed_ || count > rest_.size() / sizeof(T)) {
      failed_ = true;
      return true;
    }
    if (!out.resize_uninitialized(count)) return false;
    get_array(out.span());
    return true;
  }
  /// Bytes for the caller to read; empty, and a failure, if too few are left.
  std::span<const std::byte> skip(std::uint64_t count) {
    if (failed_ || count > rest_.size()) {
      failed_ = true;
      return {};
    }
    const std::span<const std::byte> skipped = rest_.first(static_cast<std::size_t>(count));
    rest_ = rest_.subspan(skipped.size());
    return skipped;
  }
  /// Reads a list with its length. @return false if memory ran out.
  template <class T>
  [[nodiscard]] bool get_list(Buffer<T>& out) {
    return get_into(out, get<std::uint32_t>());
  }

 private:
  void get_bytes(std::span<std::byte> bytes);

  std::span<const std::byte> rest_;
  bool failed_ = false;
};

}  // namespace hyperplane
