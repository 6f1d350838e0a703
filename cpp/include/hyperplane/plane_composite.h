#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include <hyperplane/plane.h>

/// Shapes of the plane that are made of convex parts: polygons, chains, compounds; see plane_tile_map.h, too.

namespace hyperplane::plane {

/// Frees a composite; keeps `Composite` incomplete here.
struct CompositeDeleter {
  void operator()(const Composite* composite) const;
};
using CompositePtr = std::unique_ptr<const Composite, CompositeDeleter>;

/// A composite, or the reason for its absence.
struct BuiltComposite {
  Status status = Status::ok;
  CompositePtr value;
  /// A static string, empty if ok.
  const char* message = "";
  /// Where the reason is a vertex or a part: its number, over all rings in turn. -1: elsewhere.
  std::int64_t vertex = -1;

  bool ok() const { return status == Status::ok; }
};

/// Most vertices of a polygon or chain, and most parts of a compound.
inline constexpr std::uint32_t k_max_composite_points = 1u << 20;
inline constexpr std::uint32_t k_max_compound_parts = 1u << 16;

/// A simple polygon, convex or not, with holes, cut into convex parts without new vertices. Each ring may go either way
/// round. Repeated vertices and such on a straight edge are dropped; all decisions are exact.
/// @param points x, y of each vertex, all rings in turn, m; each coordinate at most k_max_size. @param ring_sizes
/// vertices of the outer ring and of each hole. @return `invalid_argument`; `degenerate_shape` for a ring without area,
/// for rings that cross or touch themselves or others, and for holes outside or within others; `out_of_memory`.
BuiltComposite build_simple_polygon(std::span<const double> points, std::span<const std::uint32_t> ring_sizes);

enum class ChainSides : std::uint8_t {
  both,
  /// Blocks only from the left, (-dy, dx) of each segment: seen from the right the chain is not there. Which side a
  /// shape is on is decided by the middle of its bounds; rays and casts look at their direction.
  front,
};
/// A line of segments without an inside. Part i goes from point i to the next. A segment between equal points keeps its
/// number and is never hit. @return as build_simple_polygon; `degenerate_shape` if all points are one.
BuiltComposite build_chain(std::span<const double> points, bool is_closed, ChainSides sides);
/// A chain that blocks only what moves against a direction, as a ledge: the front of each segment is on the side that
/// the direction points to, whatever the order of the points. A segment along the direction is never hit.
/// @return as build_chain; `invalid_argument` for a direction that is zero or not finite.
BuiltComposite build_one_way_chain(std::span<const double> points, bool is_closed, Vec2 direction);

/// m: bounds of a half-space end here instead of at infinity.
inline constexpr double k_half_space_reach = 1e30;
/// All points with y <= 0: ground without end. No two of them meet: pairs of them have no contact and an infinite
/// distance, and worlds pass them by. No part of a compound. @return `out_of_memory`.
BuiltComposite build_half_space();

/// A shape and where it stands. Its position is at most k_max_size, its angle at most k_max_angle.
struct CompoundPart {
  Shape shape;
  Pose pose;
};
/// Parts are any shapes but compounds and half-spaces; what they do not own must outlive the compound.
BuiltComposite build_compound(std::span<const CompoundPart> parts);

/// The shape of a composite, which must outlive it.
Shape make_composite(const Composite& composite);

/// Number of parts, as answers count them.
std::size_t part_count(const Composite& composite);
/// Vertices of a part of a polygon, counter-clockwise, in its frame.
/// @param vertices filled as far as there is room. @return how many there are.
std::size_t part_vertices(const Composite& composite, std::size_t part, std::span<Vec2> vertices);

}  // namespace hyperplane::plane
