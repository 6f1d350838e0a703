#pragma once

#include <cstddef>
#include <type_traits>

namespace hyperplane {

/// Uninitialised stack storage for N values; write an element before reading it. For types with default member values,
/// where initialising the whole workspace would take as long as the work.
template <class T, std::size_t N>
class Workspace {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Workspace() {}  // NOLINT(modernize-use-equals-default): a defaulted constructor would zero the storage

  T* data() { return reinterpret_cast<T*>(bytes_); }
  const T* data() const { return reinterpret_cast<const T*>(bytes_); }
  T& operator[](std::ptrdiff_t i) { return data()[i]; }
  const T& operator[](std::ptrdiff_t i) const { return data()[i]; }

 private:
  alignas(T) std::byte bytes_[N * sizeof(T)];
};

}  // namespace hyperplane
