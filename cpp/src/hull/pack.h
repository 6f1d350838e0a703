#pragma once

#include <cstdint>

#include <hyperplane/shape.h>

#include "core/buffer.h"
#include "hull/hull.h"

namespace hyperplane {

/// Input of `pack_hull`; see the functions of Hull of the same names.
struct HullArrays {
  HullNumbers numbers;
  bool has_short_edges = false;
  Buffer<Vec3> vertices, points;
  Buffer<std::uint32_t> input_indices;
  Buffer<Hull::Face> faces;
  Buffer<Hull::Edge> edges;
  /// The loops of all faces, one after the other.
  Buffer<std::uint32_t> loop_vertices, loop_edges;
  /// Start of each face's loop, then the end of the last.
  Buffer<std::uint32_t> first_corners;
  /// Start of each vertex's neighbours, then the end of the last.
  Buffer<std::uint32_t> first_neighbours, neighbours;
};

/// Copies the arrays into one block of memory, with indices as narrow as the largest allows, and adds the tables for
/// support points. A hull of six points takes 1.1 KB.
/// @return null when memory runs out.
HullPtr pack_hull(const HullArrays& arrays);

}  // namespace hyperplane
