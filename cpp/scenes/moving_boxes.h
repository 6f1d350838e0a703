#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include <hyperplane/geometry.h>

namespace hyperplane::scenes {

/// Distribution and sizes of a scene's boxes.
enum class Layout : std::uint8_t {
  /// In a cube, sizes from 0.5 to 1.5.
  uniform,
  /// In a cube, sizes from 1 to 100: many small ones, few large ones.
  uneven,
  /// Spread on a ground plane.
  plane,
  /// In dense balls with much empty space between them.
  clusters,
  /// All at one point.
  one_spot,
};
inline constexpr Layout k_layouts[] = {Layout::uniform, Layout::uneven, Layout::plane, Layout::clusters,
                                       Layout::one_spot};
const char* name_of(Layout layout);

/// Boxes of random sizes and rotations, all in motion, at a density of about one touching pair a box (in one_spot all
/// boxes touch). A box that leaves the scene's cube turns back. The same seed gives the same bits on every platform.
struct MovingBoxes {
  std::vector<Vec3> sizes;  ///< full sizes, m
  std::vector<Vec3> positions;
  std::vector<Quat> rotations;
  std::vector<Vec3> velocities;  ///< m/s
  std::vector<Vec3> spins;       ///< rad/s
  double half_side = 0.0;        ///< of the cube that the centres stay in, m

  std::size_t count() const { return positions.size(); }
  /// @param dt s
  void advance(double dt);
};

MovingBoxes make_moving_boxes(Layout layout, std::size_t count, std::uint64_t seed);

}  // namespace hyperplane::scenes
