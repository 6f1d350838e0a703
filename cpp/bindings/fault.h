#pragma once

#include <cstdint>

/// What the records of both modules begin with.

namespace hyperplane::bindings {

/// The argument at fault. Calls with one shape use `shape_a` and `pose_a`.
enum class Argument : std::uint32_t { none = 0, shape_a, pose_a, shape_b, pose_b, value };

/// The reason of the last failure. Written by failing calls only.
struct Fault {
  std::uint32_t status = 0;
  std::uint32_t argument = 0;
  /// Batches: the pair or query within the block. Compounds: the part. Polygons: the vertex.
  std::uint32_t item = 0;
  /// Address of a null-terminated message, or 0.
  std::uint32_t message = 0;
};

/// Address and length of the report; see report.h.
struct Report {
  std::uint32_t address = 0;
  /// Number of doubles.
  std::uint32_t count = 0;
};

}  // namespace hyperplane::bindings
