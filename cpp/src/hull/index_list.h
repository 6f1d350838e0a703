#pragma once

#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <utility>

namespace hyperplane {

/// Bytes per stored index: one, two or four.
struct IndexWidth {
  /// log2 of the bytes.
  std::uint32_t shift = 0;
  /// The bits of an index.
  std::uint32_t mask = 0xff;

  /// @param bits all indices to be stored, or-ed together.
  static constexpr IndexWidth for_bits(std::uint32_t bits) {
    return bits <= 0xff ? IndexWidth{0, 0xff} : bits <= 0xffff ? IndexWidth{1, 0xffff} : IndexWidth{2, 0xffffffff};
  }

  /// Calls `visit` with a zero of the type that stores the indices: hot loops are compiled once per type.
  template <class Visit>
  auto visit_type(Visit visit) const {
    return shift == 0 ? visit(std::uint8_t{}) : shift == 1 ? visit(std::uint16_t{}) : visit(std::uint32_t{});
  }
};

/// Iterates over a list whose elements are computed on access and read by value.
/// @tparam List a view: cheap to copy, with operator[].
template <class List>
class ListIterator {
 public:
  using difference_type = std::ptrdiff_t;
  using value_type = decltype(std::declval<const List&>()[0]);

  ListIterator() = default;
  ListIterator(const List& list, std::size_t i) : list_(list), i_(i) {}
  value_type operator*() const { return list_[i_]; }
  ListIterator& operator++() {
    ++i_;
    return *this;
  }
  ListIterator operator++(int) {
    const ListIterator before = *this;
    ++i_;
    return before;
  }
  friend bool operator==(const ListIterator& a, const ListIterator& b) { return a.i_ == b.i_; }

 private:
  List list_;
  std::size_t i_ = 0;
};

/// A view of indices in narrow storage. Most hulls have fewer than 256 of everything, so that an index takes one byte.
///
/// Access does not branch on the width: it loads four bytes and masks them, so the storage needs `k_padding` readable
/// bytes behind the last index.
class IndexList {
  static_assert(std::endian::native == std::endian::little);

 public:
  static constexpr std::size_t k_padding = sizeof(std::uint32_t) - 1;

  IndexList() = default;
  IndexList(const std::byte* data, std::size_t count, IndexWidth width) : data_(data), count_(count), width_(width) {}

  std::size_t size() const { return count_; }
  bool empty() const { return count_ == 0; }
  std::uint32_t operator[](std::size_t i) const { return read(data_ + (i << width_.shift), width_); }
  std::uint32_t back() const { return (*this)[count_ - 1]; }
  auto begin() const { return ListIterator(*this, 0); }
  auto end() const { return ListIterator(*this, size()); }

  /// Stores indices, in ascending order: a write also clears the `k_padding` bytes behind the index.
  static void write(std::byte* data, std::size_t i, IndexWidth width, std::uint32_t index) {
    std::memcpy(data + (i << width.shift), &index, sizeof index);
  }

 private:
  static std::uint32_t read(const std::byte* at, IndexWidth width) {
    std::uint32_t bits;
    std::memcpy(&bits, at, sizeof bits);
    return bits & width.mask;
  }

  const std::byte* data_ = nullptr;
  std::size_t count_ = 0;
  IndexWidth width_;
};

}  // namespace hyperplane
