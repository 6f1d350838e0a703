#include <cmath>
#include <utility>

#include <hyperplane/decompose.h>
#include <hyperplane/shape.h>

#include "core/memory.h"
#include "decompose/decomposition.h"

/// The public functions: they validate input.

namespace hyperplane {

void DecompositionDeleter::operator()(Decomposition* decomposition) const { destroy_object(decomposition); }

Result<DecompositionPtr> start_decomposition(std::span<const double> vertices, std::span<const std::uint32_t> indices,
                                             const DecomposeOptions& options) {
  const auto fail = [](Status status, const char* message) {
    return Result<DecompositionPtr>::failure(status, message);
  };
  const auto refuse = [&](const char* message) { return fail(Status::invalid_argument, message); };
  if (vertices.size() % 3 != 0) return refuse("the number of coordinates is not a multiple of three");
  if (indices.size() % 3 != 0) return refuse("the number of indices is not a multiple of three");
  const std::size_t vertex_count = vertices.size() / 3, corner_count = indices.empty() ? vertex_count : indices.size();
  if (corner_count % 3 != 0) return refuse("the number of vertices without indices is not a multiple of three");
  if (corner_count / 3 > k_max_decompose_triangles) return refuse("a model has more than 2^24 triangles");
  if (vertex_count > 3 * std::size_t{k_max_decompose_triangles})
    return refuse("a model has more than 3 * 2^24 vertices");
  if (options.max_parts < 1 || options.max_parts > k_max_decompose_parts) {
    return refuse("the number of parts is not from 1 to 4096");
  }
  if (!(options.max_error >= 0.0) || !std::isfinite(options.max_error)) {
    return refuse("the permitted error is not a number from 0");
  }
  if (options.max_vertices < 4) return refuse("a part has fewer than 4 vertices");
  for (const std::uint32_t index : indices) {
    if (index >= vertex_count) return refuse("an index of a triangle is not below the number of vertices");
  }
  for (const double coordinate : vertices) {
    // NaN fails.
    if (!(std::fabs(coordinate) <= k_max_shape_size)) {
      return refuse("a coordinate of a vertex is not a number up to 1e9 m");
    }
  }
  if (corner_count == 0) return fail(Status::degenerate_shape, "a model has no triangles");
  DecompositionPtr decomposition(make_object<Decomposition>());
  if (decomposition == nullptr || decomposition->start(vertices, indices, options) != Status::ok) {
    return fail(Status::out_of_memory, "no memory for the model");
  }
  return {Status::ok, std::move(decomposition), ""};
}

Result<double> advance(Decomposition& decomposition, std::uint32_t work) { return decomposition.advance(work); }

std::uint32_t part_count(const Decomposition& decomposition) { return decomposition.part_count(); }
std::span<const Vec3> part_vertices(const Decomposition& decomposition, std::uint32_t part) {
  return decomposition.part_vertices(part);
}
const PartShape& part_shape(const Decomposition& decomposition, std::uint32_t part) {
  return decomposition.part_shape(part);
}
double decomposition_error(const Decomposition& decomposition) { return decomposition.error(); }

}  // namespace hyperplane
