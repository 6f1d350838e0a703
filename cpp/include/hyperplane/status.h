#pragma once

#include <cstdint>

namespace hyperplane {

/// Result of a call. The core neither throws nor aborts: a failed call reports a status and changes nothing.
enum class Status : std::uint8_t {
  ok = 0,
  /// A number is NaN, infinite, or outside the range that the function states; or a count does not fit.
  invalid_argument,
  /// The shape has no volume: a flat, thin or empty point cloud.
  degenerate_shape,
  /// Memory ran out, or a stated cap was reached.
  out_of_memory,
  /// The handle's object was removed or released, or never existed.
  stale_handle,
};

/// A value, or the reason for its absence. `message` is a static string, empty if ok.
template <class T>
struct Result {
  Status status = Status::ok;
  T value{};
  const char* message = "";

  constexpr bool ok() const { return status == Status::ok; }

  static constexpr Result failure(Status why, const char* message) { return {why, T{}, message}; }
};

}  // namespace hyperplane
