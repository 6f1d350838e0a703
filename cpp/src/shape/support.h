#pragma once

#include <type_traits>

#include "shape/dispatch.h"

namespace hyperplane {

/// The core of a shape whose type is known only at run time, as a support mapping. The type is looked at anew with
/// every call, in a switch, which costs less than one indirect call and lets one instance of GJK serve all shapes.
///
/// It remembers the last vertex of a hull, from where the next climb sets out.
class AnyCore {
 public:
  explicit AnyCore(const Shape& shape) : shape_(shape) {}

  Vec3 core_support(const Vec3& direction) {
    return visit_shape(shape_, [&](const auto& shape) {
      if constexpr (std::is_same_v<decltype(shape), const ConvexHull&>) {
        const Hull& hull = *shape.hull;
        last_vertex_ =
            last_vertex_ == k_none ? highest_vertex(hull, direction) : highest_vertex(hull, direction, last_vertex_);
        return hull.points()[last_vertex_];
      } else {
        return shape.core_support(direction);
      }
    });
  }

 private:
  static constexpr std::uint32_t k_none = 0xffffffff;

  const Shape shape_;
  std::uint32_t last_vertex_ = k_none;
};

}  // namespace hyperplane
