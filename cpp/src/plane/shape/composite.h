#pragma once

#include <bit>

#include <hyperplane/plane_composite.h>

#include "bvh/descent.h"
#include "bvh/static_tree.h"
#include "core/function_ref.h"
#include "plane/shape/tile_map.h"
#include "plane/shape/tolerances.h"

namespace hyperplane::plane {

/// What a convex part of a composite is.
enum class LeafKind : std::uint8_t {
  solid,
  /// A segment of a chain: hit from both sides, or from the left only.
  two_sided,
  front,
};

/// A convex part of a composite. Its centre holds where it stands, so that it stands in the composite's frame by a turn
/// alone.
struct Leaf {
  Shape shape;
  /// rad, of `rotation`.
  double angle = 0.0;
  Rotation rotation;
  /// The part that answers name: several leaves of a compound may belong to one.
  std::int32_t part = -1;
  LeafKind kind = LeafKind::solid;
  /// Of a polygon's part.
  EdgeCover cover;
};

/// One turn and another.
inline Rotation combined(const Rotation& r, const Rotation& s) {
  return {r.cosine * s.cosine - r.sine * s.sine, r.sine * s.cosine + r.cosine * s.sine};
}

/// Where a leaf stands. @param frame of the composite, whose centre is its origin.
inline Frame frame_of(const Leaf& leaf, const Frame& frame) {
  const Rotation rotation = combined(frame.rotation, leaf.rotation);
  return {frame.origin, rotation, rotate(rotation, leaf.shape.centre)};
}

/// Items in a tree.
struct LeafTree {
  StaticTree tree;
  Buffer<std::uint32_t> order;

  bool build(std::span<const Leaf> leaves);
  /// Visits the leaves whose bounds overlap a box, until `visit` returns false.
  template <class Visit>
  void visit(const Box2& box, const Visit& visit) const {
    if (order.empty()) return;
    descend_overlapping(tree.nodes(), to_tree_bounds(box), AcceptAll(), [&](std::uint32_t leaf) {
      const StaticTree::Run run = StaticTree::run_of(leaf);
      for (std::uint32_t place = run.begin; place < run.end; ++place) {
        if (!visit(order[place])) return false;
      }
      return true;
    });
  }
  /// Visits the leaves within `end` of a box, the nearest bounds first. `visit` may lower `end`.
  template <class Visit>
  void visit_nearest(const Box2& box, const double& end, const Visit& visit) const {
    if (order.empty()) return;
    descend_nearest(tree.nodes(), to_tree_bounds(box), end, AcceptAll(), [&](std::uint32_t leaf) {
      const StaticTree::Run run = StaticTree::run_of(leaf);
      for (std::uint32_t place = run.begin; place < run.end; ++place) visit(order[place]);
    });
  }
};

/// A tile map in a composite: the map itself, or a part of a compound.
struct PlacedMap {
  TileMap* map;
  /// rad, of `rotation`.
  double angle = 0.0;
  Rotation rotation;
  /// Its origin in the composite's frame, turned back: it stands there by a turn alone, as a leaf.
  Vec2 origin;
  /// -1: parts of answers are tiles.
  std::int32_t part = -1;
};

/// The convex parts of a composite, in a tree. What it was made of is kept for snapshots.
class Composite {
 public:
  Composite() = default;
  Composite(const Composite&) = delete;
  Composite& operator=(const Composite&) = delete;
  ~Composite();

  ShapeType type = ShapeType::compound;
  std::int32_t part_count = 0;
  Buffer<Leaf> leaves;
  LeafTree tree;
  /// Of a polygon: its edges, as segments with the inside on their left, for distances inside; each names the part that
  /// has it.
  Buffer<Leaf> outline;
  LeafTree outline_tree;
  Box2 bounds;
  /// Whether a leaf is a segment.
  bool has_thin = false;
  /// Convex polygons that the leaves use.
  Buffer<const Polygon*> polygons;
  /// Its tiles are parts, too.
  Buffer<PlacedMap> maps;
  /// Of a tile map, which owns it.
  TileMap* tile_map = nullptr;

  Buffer<double> points;
  Buffer<std::uint32_t> ring_sizes;
  Buffer<CompoundPart> parts;
  bool is_closed = false;
  ChainSides sides = ChainSides::both;
  /// Of a one-way chain.
  Vec2 one_way;
  /// Of a half-space: squares that stand for it, each twice as large as the one before; see `slab_under`.
  Buffer<Shape> slabs;
};

/// m: side of the slab under a box in the frame of the half-space, with margins of four times its sizes and its depth.
inline double slab_side(const Box2& box) {
  const Vec2 size = box.high - box.low;
  const double depth = larger(-box.low.y, 0.0), margin = 4.0 * (size.x + size.y + depth);
  const double wanted = larger(size.x + 2.0 * margin, depth + margin);
  const double clamped = smaller(larger(wanted, 0.75 * k_plane_least_slab), 0.75 * k_plane_most_slab);
  // The power of two above it.
  return std::bit_cast<double>(((std::bit_cast<std::uint64_t>(clamped) >> 52) + 1) << 52);
}

/// A square of a half-space that stands for it to whatever is within bounds: its top is in the line y = 0, and its
/// other sides are so far from the bounds that nothing is pushed out through them.
struct Slab {
  const Shape* shape;
  Vec2 centre;
};
/// @param box in the frame of the half-space.
Slab slab_under(const Composite& half_space, const Box2& box);

/// A segment however short, if its ends differ.
Shape segment_between(Vec2 a, Vec2 b);

/// Bounds of any shape. @param frame as frame_of gives it, or of a composite.
Box2 bounds_of_any(const Shape& shape, const Frame& frame);

/// The frame of any shape: a composite's centre is its origin.
inline bool is_composite(const Shape& shape) { return shape.composite != nullptr; }

inline bool is_half_space(const Shape& shape) { return shape.type == ShapeType::half_space; }

/// Whether any shape is a segment, or has one among its parts.
inline bool has_thin(const Shape& shape) { return is_composite(shape) ? shape.composite->has_thin : is_thin(shape); }

}  // namespace hyperplane::plane
