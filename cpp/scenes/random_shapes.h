#pragma once

#include <cstdint>
#include <vector>

#include <hyperplane/shape.h>
#include <hyperplane/triangle_mesh.h>

#include "random.h"

namespace hyperplane::scenes {

/// Random shapes of every type, about one metre in size; some are long, flat or large. Owns the hulls and
/// compounds.
class RandomShapes {
 public:
  /// @param zero_share of the lengths that are zero.
  explicit RandomShapes(double zero_share = 0.0) : zero_share_(zero_share) {}

  /// Of any type but triangle: a solid, unless lengths may be zero.
  Shape next(Random& random);
  Shape next(Random& random, ShapeType type);
  /// A compound of such shapes. @param reach m: of the positions of its parts. @param mesh_share of its parts.
  Shape next_compound(Random& random, std::uint32_t part_count, double reach, double mesh_share = 0.0);
  /// A mesh: a piece of ground, a heap of triangles, or a solid. @param size m.
  Shape next_mesh(Random& random, double size);

 private:
  double zero_share_;
  std::vector<HullPtr> hulls_;
  std::vector<CompoundPtr> compounds_;
  std::vector<TriangleMeshPtr> meshes_;
};

}  // namespace hyperplane::scenes
