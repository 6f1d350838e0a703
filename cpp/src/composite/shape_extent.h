#pragma once

#include <cstdint>

#include <hyperplane/shape.h>

namespace hyperplane {

/// m: bound on the distance of a shape's points from the middle of the shape. Tolerances are relative to it.
double size_of(const Shape& shape);
/// m: bound on the distance of a shape's points from the origin of its frame.
double reach_of(const Shape& shape);
/// A point inside a convex shape, or on it, in its frame; of another shape the middle of its bounds, which may be
/// outside.
Vec3 inner_point_of(const Shape& shape);
/// That of a part of a compound, of a triangle of a surface or of a cell of a grid, in the frame of the shape; of other
/// shapes as above.
/// @param part, triangle as in PairFeatures.
Vec3 inner_point_of(const Shape& shape, std::int32_t part, std::int32_t triangle);
/// A hash of everything that defines a shape, with its hull or parts.
std::uint64_t hash_of(const Shape& shape);
/// Whether a shape is a surface of triangles, or a compound with one.
bool has_surface(const Shape& shape);
/// Whether what a shape is made of may change: vertices, heights, cells.
bool may_change(const Shape& shape);

}  // namespace hyperplane
