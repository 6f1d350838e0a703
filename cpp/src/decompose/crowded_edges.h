#pragma once

#include <cstdint>
#include <span>

#include "core/buffer.h"
#include "math/vec3.h"

namespace hyperplane {

/// Pairs the triangles at an edge where more than two meet, such as that of two boxes side by side: those between which
/// something solid lies, for triangles whose corners run counterclockwise as seen from outside.
///
/// Around the edge each triangle opens a solid or closes one: opening and closing ones are matched as brackets are.
/// Where a closing and an opening one are in the same plane, a wall of two sides, the closing one comes first.
/// Triangles that hang together elsewhere are matched first: boxes that overlap may share an edge and the planes at it.
/// What has more opening than closing triangles is left as it is, and so are edges with very many.
///
/// @param corners three a triangle. @param components by triangle: which of them hang together elsewhere.
/// @param half_edges of the edge; half-edge 3 t + i runs from corner i of triangle t to the next. Sorted on return.
/// @param twins receives the half-edge on the other side.
void pair_crowded_edge(std::span<const Vec3> points, std::span<const std::uint32_t> corners,
                       std::span<const std::uint32_t> components, std::span<std::uint32_t> half_edges,
                       Buffer<std::uint32_t>& twins);

/// Half-edges of an edge from which on they are not paired.
inline constexpr std::size_t k_most_at_edge = 32;

}  // namespace hyperplane
