#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <hyperplane/geometry.h>
#include <hyperplane/shape.h>
#include <hyperplane/status.h>

/// Approximate convex decomposition: a concave model into a few convex hulls, as the parts of a compound.

namespace hyperplane {

struct DecomposeOptions {
  /// From 1 to k_max_decompose_parts.
  std::uint32_t max_parts = 32;
  /// Maximum deviation of parts and model from each other, as a share of the diagonal of the model's bounds. Not
  /// negative.
  double max_error = 0.02;
  /// Vertices of a part at most, from 4.
  std::uint32_t max_vertices = 64;
  /// Whether a sphere, a box, a capsule or a cylinder that matches a part within max_error takes its place.
  bool primitives = false;
};

/// A shape in place of a part.
struct PartShape {
  /// sphere, box, capsule or cylinder; convex_hull: none takes the place of the part.
  ShapeType type = ShapeType::convex_hull;
  /// As of `Shape`.
  double parameters[3] = {};
  Pose pose;
};

inline constexpr std::uint32_t k_max_decompose_parts = 4096;
inline constexpr std::uint32_t k_max_decompose_triangles = 1u << 24;

/// A decomposition under way, and then its result.
class Decomposition;

/// Frees a decomposition; keeps `Decomposition` incomplete here.
struct DecompositionDeleter {
  void operator()(Decomposition* decomposition) const;
};
using DecompositionPtr = std::unique_ptr<Decomposition, DecompositionDeleter>;

/// Checks and copies a model.
/// @param vertices x, y, z of each vertex, m.
/// @param indices three vertices a triangle. Empty: each three vertices in turn. The surface may be open, unoriented,
/// doubled or self-intersecting; triangles without area are ignored.
/// @return `invalid_argument` for wrong lengths, a coordinate that is not a number up to k_max_shape_size, an index out
/// of range, too many triangles, or options out of range; `degenerate_shape` if there is no triangle; `out_of_memory`.
Result<DecompositionPtr> start_decomposition(std::span<const double> vertices, std::span<const std::uint32_t> indices,
                                             const DecomposeOptions& options);

/// Continues the work. The result does not depend on how the work is divided.
/// @param work about how long, in units of a microsecond on a computer of 2020; at least one step is done.
/// @return progress from 0 to 1, never decreasing: 1 when the result is ready. After a failure the decomposition is
/// unusable: `degenerate_shape` if no triangle has an area or the model is smaller than k_min_shape_size,
/// `invalid_argument` if it is more than k_max_shape_size across, as no hull may be; `out_of_memory`.
Result<double> advance(Decomposition& decomposition, std::uint32_t work);

// The result, when `advance` has returned 1.

std::uint32_t part_count(const Decomposition& decomposition);
/// The vertices of a part, each of them a vertex of its hull; `build_hull` takes them.
std::span<const Vec3> part_vertices(const Decomposition& decomposition, std::uint32_t part);
/// The shape in place of a part; a convex_hull without `primitives`.
const PartShape& part_shape(const Decomposition& decomposition, std::uint32_t part);
/// Bound on the distance of every point of a part from the model, and of every point of the model from the parts, as a
/// share of the diagonal of the model's bounds. A point inside the closed model is at distance 0 from it; a mouth is
/// closed by triangles around the middle of its rim. Where a shape takes the place of a part, it is the shape's.
double decomposition_error(const Decomposition& decomposition);

}  // namespace hyperplane
