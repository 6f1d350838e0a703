#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/shape.h>
#include <hyperplane/status.h>

#include "hull/cloud.h"
#include "hull/merge_faces.h"
#include "hull/quickhull.h"

namespace hyperplane {

/// Input of assemble_hull. All members number points alike; points that are no vertices of the mesh are dropped.
struct HullParts {
  const GridFrame* frame;
  std::span<const double> coordinates;
  std::span<const Vec3> points;
  /// Input index of each point.
  std::span<const std::uint32_t> input_indices;
  std::span<const HullTriangle> triangles;
  const PolygonMesh* mesh;
};

/// @return null when memory runs out.
HullPtr assemble_hull(const HullParts& parts);

}  // namespace hyperplane
