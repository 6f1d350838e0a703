#pragma once

#include <cstdint>

#include <hyperplane/contact_feature.h>

#include "core/workspace.h"
#include "math/vec3.h"

namespace hyperplane {

/// Most vertices of a supporting face. A polygon with more vertices is reduced to this many.
inline constexpr int k_max_face_vertices = 32;

/// The feature of a shape that lies farthest along a direction, as a convex polygon: counter-clockwise seen from
/// outside, or an edge (two vertices), or a single vertex. Contact manifolds are clipped from two of them.
struct SupportingFace {
  int count = 0;
  /// The face or line, in the shape's own numbering; read by `core_feature`.
  std::uint32_t index = 0;
  Workspace<Vec3, k_max_face_vertices> vertices;
};

}  // namespace hyperplane
