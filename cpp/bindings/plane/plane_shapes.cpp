#include <algorithm>
#include <span>

#include <hyperplane/plane_tile_map.h>

#include "../bind_call.h"
#include "../call.h"
#include "core/buffer.h"

/// Shapes by number. Points and parts are in the list, which each call frees.

namespace hyperplane::bindings {

constinit HeldShapes<Shape, &free_data> shape_store;

namespace {

/// @return the shape's number, or 0 with the fault record filled; the shape's data are then still the caller's.
std::uint32_t shape_or_fault(const Result<std::uint32_t>& number) {
  if (!number.ok()) report_fault(number.status, Argument::none, number.message, k_no_item);
  return number.ok() ? number.value : 0;
}

std::uint32_t add(const Result<plane::Shape>& shape) {
  if (shape.ok()) return shape_or_fault(shape_store.add(shape.value));
  report_fault(shape.status, Argument::value, shape.message);
  return 0;
}

/// Of the two vectors.
std::uint32_t create_segment() { return add(plane::make_segment(records().vectors[0], records().vectors[1])); }

/// Of the points in the list.
std::uint32_t create_convex_polygon(double radius) {
  Result<plane::PolygonPtr> built = plane::build_polygon(report_numbers());
  release_report();
  if (!built.ok()) {
    report_fault(built.status, Argument::value, built.message);
    return 0;
  }
  const Result<plane::Shape> shape = plane::make_convex_polygon(*built.value, radius);
  const std::uint32_t number = add(shape);
  // A shape of few vertices holds them itself.
  if (number != 0 && shape.value.polygon != nullptr) built.value.release();
  return number;
}

/// @param parts numbers of the shapes that a compound holds. @return the number, or 0 with the fault record filled; the
/// fault's item is the vertex or part, or k_no_item.
std::uint32_t add_composite(plane::BuiltComposite built, std::span<const std::uint32_t> parts = {}) {
  release_report();
  if (!built.ok()) {
    const std::uint32_t item = built.vertex < 0 ? k_no_item : static_cast<std::uint32_t>(built.vertex);
    report_fault(built.status, Argument::value, built.message, item);
    return 0;
  }
  const plane::Shape shape = plane::make_composite(*built.value);
  const std::uint32_t number = shape_or_fault(parts.empty() ? shape_store.add(shape) : shape_store.add(shape, parts));
  if (number != 0) built.value.release();
  return number;
}

/// @param type a ShapeType with two sizes, one or none.
std::uint32_t create_shape(std::uint32_t type, double p, double q) {
  switch (static_cast<plane::ShapeType>(type)) {
    case plane::ShapeType::circle:
      return add(plane::make_circle(p));
    case plane::ShapeType::rectangle:
      return add(plane::make_rectangle(p, q));
    case plane::ShapeType::capsule:
      return add(plane::make_capsule(p, q));
    case plane::ShapeType::half_space:
      return add_composite(plane::build_half_space());
    default:
      return add(plane::make_ellipse(p, q));
  }
}

/// Of the points in the list, and after them the number of vertices of each ring, 32 bits each.
std::uint32_t create_polygon(std::uint32_t ring_count) {
  const std::span<double> numbers = report_numbers();
  const std::size_t point_numbers = numbers.size() - (ring_count + std::size_t{1}) / 2;
  const auto* const sizes = reinterpret_cast<const std::uint32_t*>(numbers.data() + point_numbers);
  return add_composite(plane::build_simple_polygon(numbers.first(point_numbers), {sizes, ring_count}));
}

/// Of the points in the list. @param x, y the direction of a one-way chain; 0, 0: none.
std::uint32_t create_chain(bool is_closed, bool is_front, double x, double y) {
  if (x != 0.0 || y != 0.0) return add_composite(plane::build_one_way_chain(report_numbers(), is_closed, {x, y}));
  return add_composite(
      plane::build_chain(report_numbers(), is_closed, is_front ? plane::ChainSides::front : plane::ChainSides::both));
}

/// Of points in the list, and after them three numbers of each kind, 32 bits each, as TileKind has them. All tiles are
/// empty. @return the number, or 0 with the fault record filled; the fault's item is the kind, or k_no_item.
std::uint32_t create_tile_map(std::uint32_t columns, std::uint32_t rows, double width, double height,
                              std::uint32_t kind_count) {
  const std::span<double> numbers = report_numbers();
  const std::size_t point_numbers = numbers.size() - (3 * std::size_t{kind_count} + 1) / 2;
  const auto* const kinds = reinterpret_cast<const plane::TileKind*>(numbers.data() + point_numbers);
  return add_composite(
      plane::build_tile_map({columns, rows, {width, height}, {}, {kinds, kind_count}, numbers.first(point_numbers)}));
}

/// Sets all tiles, to the bytes in the list. @return 0, or k_fault.
std::uint32_t load_tiles(std::uint32_t number) {
  const plane::Shape* const shape = accept_shape(number, Argument::shape_a);
  if (shape != nullptr) {
    const auto* const bytes = reinterpret_cast<const std::uint8_t*>(report_numbers().data());
    plane::set_tiles(*shape->composite, {bytes, plane::part_count(*shape->composite)});
  }
  release_report();
  return shape == nullptr ? k_fault : 0;
}

/// @return 0, or k_fault.
std::uint32_t fill_tiles(std::uint32_t number, std::uint32_t low_x, std::uint32_t low_y, std::uint32_t high_x,
                         std::uint32_t high_y, std::uint32_t kind) {
  const plane::Shape* const shape = accept_shape(number, Argument::shape_a);
  if (shape == nullptr) return k_fault;
  plane::fill_tiles(*shape->composite, low_x, low_y, high_x, high_y, static_cast<std::uint8_t>(kind));
  return 0;
}

/// @return the kind, or k_fault.
std::uint32_t tile_kind(std::uint32_t number, std::uint32_t x, std::uint32_t y) {
  const plane::Shape* const shape = accept_shape(number, Argument::shape_a);
  return shape == nullptr ? k_fault : plane::tile_at(*shape->composite, x, y);
}

/// Of parts in the list: number of the shape, x, y, angle.
std::uint32_t create_compound() {
  constexpr std::size_t k_part_numbers = 4;
  const std::span<const double> numbers = report_numbers();
  const std::size_t count = numbers.size() / k_part_numbers;
  Buffer<plane::CompoundPart> parts;
  Buffer<std::uint32_t> shapes;
  if (!parts.reserve_exactly(count) || !shapes.reserve_exactly(count)) {
    release_report();
    report_fault(Status::out_of_memory, Argument::none, "no memory for the parts of a compound", k_no_item);
    return 0;
  }
  for (std::size_t i = 0; i < count; ++i) {
    const double* const n = numbers.data() + k_part_numbers * i;
    const auto number = static_cast<std::uint32_t>(n[0]);
    const plane::Shape* const shape = accept_shape(number, Argument::shape_a, static_cast<std::uint32_t>(i));
    if (shape == nullptr) {
      release_report();
      return 0;
    }
    parts.push_unchecked({*shape, {{n[1], n[2]}, n[3]}});
    shapes.push_unchecked(number);
  }
  return add_composite(plane::build_compound(parts.span()), shapes.span());
}

/// Writes x, y of each vertex of a convex polygon to the list. @return 0, or k_fault.
std::uint32_t describe_convex_polygon(std::uint32_t number) {
  const plane::Shape* const shape = accept_shape(number, Argument::shape_a);
  if (shape == nullptr) return k_fault;
  double* out = make_report(2 * static_cast<std::size_t>(shape->vertex_count)).data();
  if (out == nullptr) return k_fault;
  for (int i = 0; i < shape->vertex_count; ++i) out = put(out, plane::core_vertex(*shape, i));
  return 0;
}

/// Writes of each part of a polygon the number of its vertices, then their x, y to the list. @return 0, or
/// k_fault.
std::uint32_t describe_polygon(std::uint32_t number) {
  const plane::Shape* const shape = accept_shape(number, Argument::shape_a);
  if (shape == nullptr) return k_fault;
  const plane::Composite& composite = *shape->composite;
  const std::size_t parts = plane::part_count(composite);
  std::size_t count = 0, most = 0;
  for (std::size_t i = 0; i < parts; ++i) {
    const std::size_t vertices = plane::part_vertices(composite, i, {});
    count += 1 + 2 * vertices;
    most = std::max(most, vertices);
  }
  Buffer<plane::Vec2> vertices;
  double* out = make_report(count).data();
  if (out == nullptr) return k_fault;
  if (!vertices.resize_uninitialized(most)) {
    return report_fault(Status::out_of_memory, Argument::none, "no memory for the parts of a polygon");
  }
  for (std::size_t i = 0; i < parts; ++i) {
    const std::size_t size = plane::part_vertices(composite, i, vertices.span());
    out = put(out, static_cast<double>(size));
    for (const plane::Vec2& vertex : vertices.span().first(size)) out = put(out, vertex);
  }
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_plane_shapes) {
  bind_call("createShape", &create_shape);
  bind_call("createSegment", &create_segment);
  bind_call("createConvexPolygon", &create_convex_polygon);
  bind_call("createPolygon", &create_polygon);
  bind_call("createChain", &create_chain);
  bind_call("createCompound", &create_compound);
  bind_call("createTileMap", &create_tile_map);
  bind_call("loadTiles", &load_tiles);
  bind_call("fillTiles", &fill_tiles);
  bind_call("tileKind", &tile_kind);
  bind_call("describeConvexPolygon", &describe_convex_polygon);
  bind_call("describePolygon", &describe_polygon);
}

}  // namespace hyperplane::bindings
