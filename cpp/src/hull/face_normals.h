#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/buffer.h"
#include "math/vec3.h"

namespace hyperplane {

/// The face of a hull that looks most along a direction. Hulls with many faces keep their normals in 32 bits, four
/// side by side: these tell the face unless another one looks nearly as far, which 64 bits then decide.
class FaceNormals {
 public:
  /// Four normals by coordinate. The last ones are filled up with zeros.
  struct Block {
    float x[4], y[4], z[4];
  };
  static constexpr std::uint32_t k_none = ~0u;

  /// @param faces each with a unit normal.
  /// @param blocks for the caller to copy into the hull's memory.
  /// @return false where memory ran out.
  template <class Face>
  [[nodiscard]] static bool build(std::span<const Face> faces, Buffer<Block>& blocks) {
    if (!blocks.resize((faces.size() + 3) / 4, {})) return false;
    for (std::size_t i = 0; i < faces.size(); ++i) set(blocks[i / 4], i % 4, faces[i].normal);
    return true;
  }

  /// @param direction of unit length.
  /// @return k_none where no face is clearly ahead of all others.
  std::uint32_t clear_most(const Vec3& direction) const;

 private:
  friend class HullPacker;
  static void set(Block& block, std::size_t i, const Vec3& normal) {
    block.x[i] = static_cast<float>(normal.x);
    block.y[i] = static_cast<float>(normal.y);
    block.z[i] = static_cast<float>(normal.z);
  }

  /// In the memory of the hull.
  const Block* blocks_ = nullptr;
  std::uint32_t block_count_ = 0;
};

}  // namespace hyperplane
