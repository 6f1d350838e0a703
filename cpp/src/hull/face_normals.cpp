#include "hull/face_normals.h"

#include "hull/tolerances.h"
#include "math/simd.h"

namespace hyperplane {

/// Each lane keeps its greatest cosine, with the block that has it, and its second greatest.
std::uint32_t FaceNormals::clear_most(const Vec3& direction) const {
  const F32x4 dx = splat(static_cast<float>(direction.x)), dy = splat(static_cast<float>(direction.y)),
              dz = splat(static_cast<float>(direction.z));
  const F32x4 step = splat(1.0f);
  F32x4 place = splat(0.0f), place_of_most = place;
  F32x4 most = splat(-2.0f), second = most;
  for (std::uint32_t i = 0; i < block_count_; ++i) {
    const Block& block = blocks_[i];
    const F32x4 cosine = load(block.x) * dx + load(block.y) * dy + load(block.z) * dz;
    place_of_most = select(most < cosine, place, place_of_most);
    second = max(second, min(most, cosine));
    most = max(most, cosine);
    place = place + step;
  }
  float cosines[4], places[4], seconds[4];
  store(cosines, most);
  store(places, place_of_most);
  store(seconds, second);
  std::uint32_t best = 0;
  for (std::uint32_t lane = 1; lane < 4; ++lane) best = cosines[lane] > cosines[best] ? lane : best;
  float others = seconds[best];
  for (std::uint32_t lane = 0; lane < 4; ++lane)
    others = lane != best && cosines[lane] > others ? cosines[lane] : others;
  const bool is_clear = cosines[best] - others > k_face_cosine_margin;
  return is_clear ? 4 * static_cast<std::uint32_t>(places[best]) + best : k_none;
}

}  // namespace hyperplane
