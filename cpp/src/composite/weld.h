#pragma once

#include <cstdint>
#include <span>

#include <hyperplane/geometry.h>
#include <hyperplane/status.h>

#include "core/buffer.h"

namespace hyperplane {

/// Vertices without duplicates.
struct WeldedVertices {
  Buffer<Vec3> vertices;
  /// By welded vertex: the first of its vertices as given.
  Buffer<std::uint32_t> first;
  /// By vertex as given: its welded vertex.
  Buffer<std::uint32_t> welded;
};

/// Makes one vertex of those that are equal or closer than a distance. In order, each vertex joins the first one kept
/// before it that is that close, or is kept. -0 equals 0, and becomes 0.
/// @param coordinates x, y, z of each vertex, finite. @param distance m, not negative.
Status weld_vertices(std::span<const double> coordinates, double distance, WeldedVertices& out);

}  // namespace hyperplane
