#pragma once

#include <cstdint>

#include <hyperplane/contact_feature.h>

#include "math/vec3.h"

namespace hyperplane {

/// Vertices that a supporting face is handed over with, at most. A polygon with more keeps this many of them.
inline constexpr int k_max_face_vertices = 32;

/// The feature of a shape that lies farthest along a direction, as a convex polygon: counter-clockwise seen from
/// outside, or an edge (two vertices), or a single vertex. Contact manifolds are clipped from two of them.
struct SupportingFace {
  int count = 0;
  /// Which of its shape's faces or lines it is, in the shape's own numbering: what `core_feature` goes by.
  std::uint32_t index = 0;
  Vec3 vertices[k_max_face_vertices];
};

}  // namespace hyperplane
