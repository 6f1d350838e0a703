#pragma once

#include <cstdint>
#include <vector>

#include <hyperplane/shape.h>

#include "random.h"

namespace hyperplane::scenes {

/// Random shapes of every type, about one metre in size; some are long, flat or large. Owns the hulls.
class RandomShapes {
 public:
  /// Of any type but triangle: a solid.
  Shape next(Random& random);
  Shape next(Random& random, ShapeType type);

 private:
  std::vector<HullPtr> hulls_;
};

}  // namespace hyperplane::scenes
