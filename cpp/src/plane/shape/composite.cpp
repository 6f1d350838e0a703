#include "plane/shape/composite.h"

#include <cmath>

#include "core/constants.h"
#include "core/memory.h"
#include "plane/shape/simple_polygon.h"
#include "plane/shape/tolerances.h"

namespace hyperplane::plane {
namespace {

BuiltComposite build_failure(Status status, const char* message, std::int64_t vertex = -1) {
  return {status, nullptr, message, vertex};
}
BuiltComposite no_memory() { return build_failure(Status::out_of_memory, "no memory for a composite"); }

/// A convex polygon of at least three vertices that turn left. @return null if memory runs out.
const Polygon* make_part(std::span<const Vec2> vertices) {
  Polygon* const polygon = make_object<Polygon>();
  if (polygon == nullptr || !polygon->vertices.reserve_exactly(vertices.size()) ||
      !polygon->normals.reserve_exactly(vertices.size())) {
    destroy_object(polygon);
    return nullptr;
  }
  Box2 box;
  for (const Vec2& vertex : vertices) box.add(vertex);
  polygon->centre = box.middle();
  for (std::size_t i = 0; i < vertices.size(); ++i) {
    const Vec2 edge = vertices[i + 1 == vertices.size() ? 0 : i + 1] - vertices[i];
    const Vec2 vertex = vertices[i] - polygon->centre;
    polygon->vertices.push_unchecked(vertex);
    polygon->normals.push_unchecked(unit(right_of(edge), {1.0, 0.0}));
    polygon->reach = larger(polygon->reach, length(vertex));
  }
  return polygon;
}

/// Bounds, trees and the rest of a composite that has its leaves. @return null if memory runs out.
bool finish(Composite& composite) {
  for (const Leaf& leaf : composite.leaves) {
    composite.bounds.add(bounds_of(leaf.shape, frame_of(leaf, {})));
    composite.has_thin = composite.has_thin || is_thin(leaf.shape);
  }
  return composite.tree.build(composite.leaves.span()) && composite.outline_tree.build(composite.outline.span());
}

}  // namespace

Shape segment_between(Vec2 a, Vec2 b) {
  Shape shape;
  shape.type = ShapeType::segment;
  const Vec2 half = (b - a) * 0.5;
  shape.centre = a + half;
  shape.vertex_count = 2;
  shape.own_vertices[0] = -half;
  shape.own_vertices[1] = half;
  shape.own_normals[0] = unit(right_of(half), {1.0, 0.0});
  shape.own_normals[1] = -shape.own_normals[0];
  shape.reach = length(half);
  return shape;
}

Composite::~Composite() {
  destroy_object(tile_map);
  for (const Polygon* polygon : polygons) destroy_object(const_cast<Polygon*>(polygon));
}

void CompositeDeleter::operator()(const Composite* composite) const {
  destroy_object(const_cast<Composite*>(composite));
}

bool LeafTree::build(std::span<const Leaf> leaves) {
  if (leaves.empty()) return true;
  return order.resize_uninitialized(leaves.size()) &&
         tree.build(
             [&](std::uint32_t i) { return to_tree_bounds(bounds_of(leaves[i].shape, frame_of(leaves[i], {}))); },
             order.span()) == Status::ok;
}

namespace {

/// Bounds of a half-space, without end but where it faces along an axis.
Box2 bounds_of_half_space(const Frame& frame) {
  const double c = frame.rotation.cosine, s = frame.rotation.sine;
  const Vec2 rounding{k_bounds_rounding * magnitude(frame.origin.x), k_bounds_rounding * magnitude(frame.origin.y)};
  const Vec2 low = frame.origin - rounding, high = frame.origin + rounding;
  return {{s == 1.0 && c == 0.0 ? low.x : -k_half_space_reach, c == -1.0 && s == 0.0 ? low.y : -k_half_space_reach},
          {s == -1.0 && c == 0.0 ? high.x : k_half_space_reach, c == 1.0 && s == 0.0 ? high.y : k_half_space_reach}};
}

}  // namespace

Slab slab_under(const Composite& half_space, const Box2& box) {
  const double side = slab_side(box);
  const Shape& slab = half_space.slabs[static_cast<std::size_t>(std::ilogb(side) - std::ilogb(k_plane_least_slab))];
  return {&slab, {box.middle().x, -0.5 * side}};
}

BuiltComposite build_half_space() {
  CompositePtr made(make_object<Composite>());
  if (made == nullptr) return no_memory();
  auto& composite = const_cast<Composite&>(*made);
  composite.type = ShapeType::half_space;
  for (double side = k_plane_least_slab; side <= k_plane_most_slab; side *= 2.0) {
    if (!composite.slabs.push(make_rectangle(side, side).value)) return no_memory();
  }
  composite.part_count = 1;
  composite.bounds = bounds_of_half_space({});
  return {Status::ok, static_cast<CompositePtr&&>(made), "", -1};
}

Box2 bounds_of_any(const Shape& shape, const Frame& frame) {
  if (!is_composite(shape)) return bounds_of(shape, frame);
  if (is_half_space(shape)) return bounds_of_half_space(frame);
  const Box2& local = shape.composite->bounds;
  const Vec2 middle = local.middle(), half = (local.high - local.low) * 0.5;
  const Vec2 at = frame.origin + rotate(frame.rotation, middle);
  const double c = magnitude(frame.rotation.cosine), s = magnitude(frame.rotation.sine);
  const double slack = k_bounds_rounding * (magnitude(frame.origin.x) + magnitude(frame.origin.y) + 4.0 * shape.reach);
  const Vec2 reach{c * half.x + s * half.y + slack, s * half.x + c * half.y + slack};
  return {at - reach, at + reach};
}

BuiltComposite build_simple_polygon(std::span<const double> points, std::span<const std::uint32_t> ring_sizes) {
  Rings rings;
  const RingFault found = make_rings(points, ring_sizes, rings);
  if (found.status != Status::ok) return build_failure(found.status, found.message, found.vertex);
  ConvexParts parts;
  CompositePtr made(make_object<Composite>());
  if (made == nullptr || !cut_into_convex_parts(rings, parts)) return no_memory();
  auto& composite = const_cast<Composite&>(*made);
  composite.type = ShapeType::polygon;
  Buffer<Vec2> vertices;
  const std::size_t count = parts.starts.size() - 1;
  if (!composite.leaves.reserve_exactly(count) || !composite.polygons.reserve_exactly(count)) return no_memory();
  for (std::size_t i = 0; i < count; ++i) {
    const std::span<const std::uint32_t> corners =
        parts.vertices.span().subspan(parts.starts[i], parts.starts[i + 1] - parts.starts[i]);
    Leaf leaf;
    vertices.clear();
    for (std::size_t k = 0; k < corners.size(); ++k) {
      if (!vertices.push(rings.points[corners[k]])) return no_memory();
      const bool is_diagonal = rings.next[corners[k]] != corners[k + 1 == corners.size() ? 0 : k + 1];
      if (is_diagonal && k < EdgeCover::k_max_edges) leaf.cover.covered |= 1u << k;
    }
    const Polygon* const polygon = make_part(vertices.span());
    if (polygon == nullptr) return no_memory();
    composite.polygons.push_unchecked(polygon);
    leaf.shape = make_convex_polygon(*polygon).value;
    leaf.part = static_cast<std::int32_t>(i);
    composite.leaves.push_unchecked(leaf);
  }
  if (!composite.outline.reserve_exactly(rings.points.size())) return no_memory();
  for (std::size_t i = 0; i < rings.points.size(); ++i) {
    Leaf leaf;
    leaf.shape = segment_between(rings.points[i], rings.points[rings.next[i]]);
    leaf.part = static_cast<std::int32_t>(parts.inside[i]);
    composite.outline.push_unchecked(leaf);
  }
  composite.part_count = static_cast<std::int32_t>(count);
  if (!composite.points.assign(points) || !composite.ring_sizes.assign(ring_sizes) || !finish(composite)) {
    return no_memory();
  }
  return {Status::ok, static_cast<CompositePtr&&>(made), "", -1};
}

namespace {

/// @param one_way zero: none.
BuiltComposite chain_of(std::span<const double> points, bool is_closed, ChainSides sides, Vec2 one_way) {
  const std::size_t count = points.size() / 2;
  if (points.size() % 2 != 0 || count > k_max_composite_points) {
    return build_failure(Status::invalid_argument, "points must be x, y of at most 2^20 points");
  }
  for (std::size_t i = 0; i < points.size(); ++i) {
    // NaN fails the comparison.
    if (!(magnitude(points[i]) <= k_max_size)) {
      return build_failure(Status::invalid_argument, "a coordinate is not finite, or beyond 1e9",
                           static_cast<std::int64_t>(i / 2));
    }
  }
  if (count < 2) return build_failure(Status::degenerate_shape, "a chain needs two points");
  CompositePtr made(make_object<Composite>());
  if (made == nullptr) return no_memory();
  auto& composite = const_cast<Composite&>(*made);
  composite.type = ShapeType::chain;
  const bool is_one_way = one_way.x != 0.0 || one_way.y != 0.0;
  const std::size_t segments = is_closed ? count : count - 1;
  if (!composite.leaves.reserve(segments)) return no_memory();
  for (std::size_t i = 0; i < segments; ++i) {
    const std::size_t j = i + 1 == count ? 0 : i + 1;
    const Vec2 a{points[2 * i] + 0.0, points[2 * i + 1] + 0.0}, b{points[2 * j] + 0.0, points[2 * j + 1] + 0.0};
    const Shape segment = segment_between(a, b);
    const double facing = dot(segment.own_normals[1], one_way);
    if (!(2.0 * segment.reach >= k_min_size) || (is_one_way && facing == 0.0)) continue;
    Leaf leaf;
    leaf.shape = facing < 0.0 ? segment_between(b, a) : segment;
    leaf.part = static_cast<std::int32_t>(i);
    leaf.kind = sides == ChainSides::front ? LeafKind::front : LeafKind::two_sided;
    composite.leaves.push_unchecked(leaf);
  }
  if (composite.leaves.empty()) {
    return build_failure(Status::degenerate_shape,
                         is_one_way ? "no segment of the chain faces its direction" : "all points of the chain are one",
                         0);
  }
  composite.part_count = static_cast<std::int32_t>(segments);
  composite.is_closed = is_closed;
  composite.sides = sides;
  composite.one_way = one_way;
  if (!composite.points.assign(points) || !finish(composite)) return no_memory();
  return {Status::ok, static_cast<CompositePtr&&>(made), "", -1};
}

}  // namespace

BuiltComposite build_chain(std::span<const double> points, bool is_closed, ChainSides sides) {
  return chain_of(points, is_closed, sides, {});
}

BuiltComposite build_one_way_chain(std::span<const double> points, bool is_closed, Vec2 direction) {
  if (!is_finite(direction) || (direction.x == 0.0 && direction.y == 0.0)) {
    return build_failure(Status::invalid_argument, "the direction of a one-way chain must be finite and not zero");
  }
  return chain_of(points, is_closed, ChainSides::front, direction);
}

BuiltComposite build_compound(std::span<const CompoundPart> parts) {
  if (parts.empty()) return build_failure(Status::degenerate_shape, "a compound needs a part");
  if (parts.size() > k_max_compound_parts) {
    return build_failure(Status::invalid_argument, "a compound has at most 65,536 parts");
  }
  CompositePtr made(make_object<Composite>());
  if (made == nullptr) return no_memory();
  auto& composite = const_cast<Composite&>(*made);
  for (std::size_t i = 0; i < parts.size(); ++i) {
    const auto& [shape, pose] = parts[i];
    const auto number = static_cast<std::int64_t>(i);
    if (shape.type == ShapeType::compound) {
      return build_failure(Status::invalid_argument, "a part must not be a compound", number);
    }
    if (is_half_space(shape)) {
      return build_failure(Status::invalid_argument, "a part must not be a half-space, which has no bounds", number);
    }
    const Result<bool> checked = check_pose(pose);
    if (!checked.ok()) return build_failure(checked.status, checked.message, number);
    if (!(magnitude(pose.position.x) <= k_max_size && magnitude(pose.position.y) <= k_max_size)) {
      return build_failure(Status::invalid_argument, "a part's position is beyond 1e9", number);
    }
    Leaf leaf;
    leaf.rotation = rotation_of(pose.angle);
    // Within a turn: the sum with that of the compound must stay in range.
    leaf.angle = pose.angle - static_cast<double>(static_cast<std::int64_t>(pose.angle / (2.0 * k_pi))) * (2.0 * k_pi);
    leaf.part = static_cast<std::int32_t>(i);
    const Vec2 shift = unrotate(leaf.rotation, pose.position);
    const auto add = [&](const Shape& convex, LeafKind kind, EdgeCover cover) {
      leaf.shape = convex;
      leaf.shape.centre = shift + convex.centre;
      leaf.kind = kind;
      leaf.cover = cover;
      return composite.leaves.push(leaf);
    };
    if (!is_composite(shape)) {
      if (!add(shape, LeafKind::solid, {})) return no_memory();
      continue;
    }
    for (const PlacedMap& map : shape.composite->maps) {
      composite.bounds.add(bounds_of_any(shape, {pose.position, leaf.rotation, {}}));
      composite.has_thin = composite.has_thin || shape.composite->has_thin;
      if (!composite.maps.push({map.map, leaf.angle, leaf.rotation, shift, leaf.part})) return no_memory();
    }
    for (const Leaf& inner : shape.composite->leaves) {
      if (!add(inner.shape, inner.kind, inner.cover)) return no_memory();
    }
  }
  composite.part_count = static_cast<std::int32_t>(parts.size());
  if (!composite.parts.assign(parts) || !finish(composite)) return no_memory();
  return {Status::ok, static_cast<CompositePtr&&>(made), "", -1};
}

Shape make_composite(const Composite& composite) {
  Shape shape;
  shape.type = composite.type;
  shape.vertex_count = 0;
  shape.composite = &composite;
  const Vec2 low = composite.bounds.low, high = composite.bounds.high;
  shape.reach = length({larger(-low.x, high.x), larger(-low.y, high.y)});
  return shape;
}

std::size_t part_count(const Composite& composite) { return static_cast<std::size_t>(composite.part_count); }

std::size_t part_vertices(const Composite& composite, std::size_t part, std::span<Vec2> vertices) {
  if (part >= composite.leaves.size()) return 0;
  const Shape& shape = composite.leaves[part].shape;
  const auto count = static_cast<std::size_t>(shape.vertex_count);
  for (std::size_t i = 0; i < count && i < vertices.size(); ++i) {
    vertices[i] = core_vertex(shape, static_cast<int>(i));
  }
  return count;
}

}  // namespace hyperplane::plane
