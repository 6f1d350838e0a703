#pragma once

#include <cstdint>
#include <span>

#include "core/buffer.h"
#include "math/vec3.h"

namespace hyperplane {

/// Pairs the triangles at an edge where more than two meet, such as that of two adjacent boxes: those that have solid
/// between them, for triangles that are counter-clockwise seen from outside.
///
/// Around the edge each triangle opens a solid or closes one; they are matched like brackets. Where a closing and an
/// opening one are in the same plane, a wall of two sides, the closing one comes first. Triangles connected elsewhere
/// are matched first: overlapping boxes may share an edge and the planes at it. Edges with unequal numbers of opening
/// and closing triangles, or with very many, stay unpaired.
///
/// @param corners three a triangle. @param components by triangle: which of them are connected elsewhere.
/// @param half_edges of the edge; half-edge 3 t + i runs from corner i of triangle t to the next. Sorted on return.
/// @param twins receives the half-edge on the other side.
void pair_crowded_edge(std::span<const Vec3> points, std::span<const std::uint32_t> corners,
                       std::span<const std::uint32_t> components, std::span<std::uint32_t> half_edges,
                       Buffer<std::uint32_t>& twins);

/// Number of half-edges of an edge from which they are not paired.
inline constexpr std::size_t k_most_at_edge = 32;

}  // namespace hyperplane
