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

/// Makes one vertex of those that are equal or closer than a distance, in steps. In order, each vertex joins the first
/// one kept before it that is that close, or is kept. -0 equals 0, and becomes 0.
class Welding {
 public:
  /// @param count vertices. @param distance m, not negative. @param out receives the room.
  [[nodiscard]] Status start(std::size_t count, double distance, WeldedVertices& out);
  /// Takes the next vertices. @param coordinates x, y, z of each vertex, of all of them, finite. @param out of `start`.
  void step(std::span<const double> coordinates, std::size_t count, WeldedVertices& out);

 private:
  std::uint32_t find_or_add_equal(const Vec3& vertex, std::uint32_t next, std::span<const Vec3> kept);
  std::uint32_t find_or_add_close(const Vec3& vertex, std::uint32_t next, std::span<const Vec3> kept);

  double distance_ = 0.0;
  /// Equal vertices: a hash table with open addressing. Close ones: by hashed cell, the last vertex kept in it.
  Buffer<std::uint32_t> table_;
  /// By kept vertex: the one kept before it in cells with the same hash.
  Buffer<std::uint32_t> next_;
  std::uint32_t mask_ = 0;
};

/// The same at once.
Status weld_vertices(std::span<const double> coordinates, double distance, WeldedVertices& out);

}  // namespace hyperplane
