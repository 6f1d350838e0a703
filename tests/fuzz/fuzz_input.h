#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>

#include <hyperplane/geometry.h>

/// Reads a fuzzer's bytes as numbers. Past the end all bytes are zero, so that every input is valid.
///
/// The first byte selects how the numbers are encoded: coarsely, as small multiples of powers of two, which often gives
/// touching, parallel and equal shapes; or as the 64 bits of any double.

namespace hyperplane::fuzz {

class Input {
 public:
  Input(const std::uint8_t* data, std::size_t size) : data_(data), size_(size) { coarse_ = (byte() & 1) == 0; }

  std::uint8_t byte() { return position_ < size_ ? data_[position_++] : std::uint8_t{0}; }

  double number() {
    if (coarse_) return static_cast<double>(static_cast<std::int8_t>(byte())) / 16.0;
    std::uint8_t bytes[sizeof(double)];
    for (std::uint8_t& b : bytes) b = byte();
    double value = 0.0;
    std::memcpy(&value, bytes, sizeof value);
    return value;
  }

  /// Length of a shape; coarsely from 2^-10 to 2^10 m, or zero.
  double length() {
    if (!coarse_) return number();
    const std::uint8_t b = byte();
    if ((b & 31) == 31) return 0.0;
    double value = 1.0 + static_cast<double>(b >> 5) / 8.0;
    for (int i = (b & 31) % 21 - 10; i != 0; i += i < 0 ? 1 : -1) value *= i < 0 ? 0.5 : 2.0;
    return value;
  }

  Vec3 vector() {
    const double x = number();
    const double y = number();
    const double z = number();
    return {x, y, z};
  }

  Pose pose() {
    Pose pose;
    pose.position = vector();
    const Vec3 imaginary = vector();
    pose.rotation = {imaginary.x, imaginary.y, imaginary.z, number()};
    return pose;
  }

 private:
  const std::uint8_t* data_;
  std::size_t size_;
  std::size_t position_ = 0;
  bool coarse_ = true;
};

}  // namespace hyperplane::fuzz
