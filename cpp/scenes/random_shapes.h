#pragma once

#include <cstdint>
#include <vector>

#include <hyperplane/shape.h>

#include "random.h"

namespace hyperplane::scenes {

/// Shapes of every type, about one metre large; now and then a long, a flat or a large one. Owns the hulls.
class RandomShapes {
 public:
  /// Of any type.
  Shape next(Random& random);
  Shape next(Random& random, ShapeType type);

 private:
  std::vector<HullPtr> hulls_;
};

}  // namespace hyperplane::scenes
