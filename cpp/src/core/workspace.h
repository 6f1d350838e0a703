#pragma once

#include <cstddef>
#include <type_traits>

namespace hyperplane {

/// Room for N values on the stack, which are not set to anything: whoever reads one has written it before. For types
/// whose members are zero by default, where setting a whole workspace to zero would take as long as the work.
template <class T, std::size_t N>
class Workspace {
  static_assert(std::is_trivially_copyable_v<T> && std::is_trivially_destructible_v<T>);

 public:
  Workspace() {}  // NOLINT(modernize-use-equals-default): that one would be called with zeros

  T* data() { return reinterpret_cast<T*>(bytes_); }
  const T* data() const { return reinterpret_cast<const T*>(bytes_); }
  T& operator[](std::ptrdiff_t i) { return data()[i]; }
  const T& operator[](std::ptrdiff_t i) const { return data()[i]; }

 private:
  alignas(T) std::byte bytes_[N * sizeof(T)];
};

}  // namespace hyperplane
