#include "shape/support.h"

namespace hyperplane {

CoreSize core_size_of(const Shape& shape) {
  return visit_shape(shape, [](const auto& s) { return CoreSize{s.core_origin(), s.radius(), s.core_extent()}; });
}

}  // namespace hyperplane
