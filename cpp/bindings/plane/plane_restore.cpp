#include <algorithm>

#include "../bind_call.h"
#include "../call.h"
#include "../clock.h"
#include "../world_store.h"
#include "plane/shape/composite.h"

/// Worlds of the plane out of snapshots. The report carries their bytes, eight in each double.

namespace hyperplane::bindings {
namespace {

/// Puts the shapes of a restored world into the store, each with one holder. The parts of a compound stand before it.
/// @param numbers set to theirs. @return false on failure, with the fault record filled and the store unchanged.
bool store_shapes(plane::RestoredWorld& restored, Buffer<std::uint32_t>& numbers) {
  Result<std::uint32_t> added{Status::out_of_memory, 0, "no memory for the shapes of a snapshot"};
  if (numbers.reserve(restored.shape_count)) added.status = Status::ok;
  for (std::uint32_t i = 0; i < restored.shape_count && added.ok(); ++i) {
    plane::Shape& shape = restored.shapes[i];
    const std::size_t parts = shape.type == plane::ShapeType::compound ? plane::part_count(*shape.composite) : 0;
    added = parts == 0 ? shape_store.add(shape) : shape_store.add(shape, numbers.span().last(parts));
    if (!added.ok()) break;
    // The store frees them.
    shape.polygon = nullptr;
    shape.composite = nullptr;
    numbers.push_unchecked(added.value);
  }
  if (added.ok()) return true;
  for (const std::uint32_t number : numbers) shape_store.release(number);
  report_fault(added.status, Argument::none, added.message);
  return false;
}

std::span<const plane::CompoundPart> parts_of(const plane::Shape& shape) {
  return shape.type == plane::ShapeType::compound ? shape.composite->parts.span()
                                                  : std::span<const plane::CompoundPart>{};
}

/// The sizes of a shape as its maker takes them; of a chain whether it is closed and one-sided,
/// and its direction.
double* put_sizes(double* out, const plane::Shape& shape) {
  const plane::Vec2 first =
      shape.vertex_count > 0 && shape.composite == nullptr ? plane::core_vertex(shape, 0) : plane::Vec2{};
  switch (shape.type) {
    case plane::ShapeType::rectangle:
      return put(put(put(put(out, 2.0 * shape.radii.x), 2.0 * shape.radii.y), 0.0), 0.0);
    case plane::ShapeType::capsule:
      return put(put(put(put(out, shape.radius), 2.0 * std::abs(first.y)), 0.0), 0.0);
    case plane::ShapeType::ellipse:
      return put(put(put(put(out, shape.radii.x), shape.radii.y), 0.0), 0.0);
    case plane::ShapeType::segment:
      return put(put(out, first), plane::core_vertex(shape, shape.vertex_count - 1));
    case plane::ShapeType::chain:
      return put(put(put(put(out, shape.composite->is_closed ? 1.0 : 0.0),
                         shape.composite->sides == plane::ChainSides::front ? 1.0 : 0.0),
                     shape.composite->one_way.x),
                 shape.composite->one_way.y);
    case plane::ShapeType::tile_map: {
      const plane::TileMap& map = *shape.composite->tile_map;
      return put(put(put(out, map.columns), map.rows), map.tile_size);
    }
    default:
      return put(put(put(put(out, shape.radius), 0.0), 0.0), 0.0);
  }
}

bool is_equal(plane::Vec2 a, plane::Vec2 b) { return a.x == b.x && a.y == b.y; }

template <class T>
bool has_same_values(std::span<const T> a, std::span<const T> b) {
  return std::equal(a.begin(), a.end(), b.begin(), b.end());
}

bool is_equal(const plane::TileMap* a, const plane::TileMap* b) {
  if (a == nullptr || b == nullptr) return a == b;
  return a->columns == b->columns && a->rows == b->rows && is_equal(a->tile_size, b->tile_size);
}

/// Whether two shapes that are no compounds were made of the same, but for tiles.
bool is_equal_part(const plane::Shape& a, const plane::Shape& b) {
  if (a.type != b.type || a.radius != b.radius || !is_equal(a.radii, b.radii) || a.vertex_count != b.vertex_count) {
    return false;
  }
  if (a.composite == nullptr) {
    for (int i = 0; i < a.vertex_count; ++i) {
      if (!is_equal(plane::core_vertex(a, i), plane::core_vertex(b, i))) return false;
    }
    return true;
  }
  return a.composite->is_closed == b.composite->is_closed && a.composite->sides == b.composite->sides &&
         is_equal(a.composite->one_way, b.composite->one_way) &&
         is_equal(a.composite->tile_map, b.composite->tile_map) &&
         has_same_values<double>(a.composite->points.span(), b.composite->points.span()) &&
         has_same_values<std::uint32_t>(a.composite->ring_sizes.span(), b.composite->ring_sizes.span());
}

bool is_equal(const plane::Shape& a, const plane::Shape& b) {
  const std::span<const plane::CompoundPart> parts = parts_of(a), others = parts_of(b);
  return is_equal_part(a, b) && std::equal(parts.begin(), parts.end(), others.begin(), others.end(),
                                           [](const plane::CompoundPart& part, const plane::CompoundPart& other) {
                                             return is_equal_part(part.shape, other.shape) &&
                                                    is_equal(part.pose.position, other.pose.position) &&
                                                    part.pose.angle == other.pose.angle;
                                           });
}

/// Whether a row has the same collider in a world that is rolled back, with an equal shape.
bool is_kept(const plane::RestoredWorld& restored, std::uint32_t row, const BoundWorld* base) {
  const ColliderId id = restored.world->at(row);
  if (base == nullptr || id == ColliderId{} || !(base->world->at(row) == id)) return false;
  return is_equal(restored.world->describe(row).shape, base->world->describe(row).shape);
}

constexpr std::uint32_t k_no_row = 0xffffffff;

/// The rows of the base whose shapes the colliders of a snapshot use again: the own of those that are kept, but of
/// shapes with tiles, which their colliders share, that of the first that is kept.
class KeptShapes {
 public:
  /// @param base the world to roll back, or null.
  KeptShapes(const plane::RestoredWorld& restored, const BoundWorld* base) : restored_(restored), base_(base) {}

  /// @return false if memory runs out.
  bool find() {
    Buffer<std::uint32_t> taken;
    if (!first_rows_.resize(restored_.shape_count, k_no_row)) return false;
    for (std::uint32_t row = 0; row < restored_.row_count; ++row) {
      if (!has_tiles(row) || !is_kept(restored_, row, base_)) continue;
      std::uint32_t& first = first_rows_[restored_.shape_of_row[row]];
      // Two shapes of the snapshot stay two.
      const std::uint32_t number = base_->shapes[row];
      if (first != k_no_row || std::find(taken.begin(), taken.end(), number) != taken.end()) continue;
      if (!taken.push(number)) return false;
      first = row;
    }
    return true;
  }
  /// @return k_no_row: the collider gets the shape of the snapshot.
  std::uint32_t row_of(std::uint32_t row) const {
    if (has_tiles(row)) return first_rows_[restored_.shape_of_row[row]];
    return is_kept(restored_, row, base_) ? row : k_no_row;
  }
  /// Sets maps that are used again back to the tiles of the snapshot, and lets the restored world use them.
  void take_back_tiles(Buffer<std::uint32_t>& shape_of_row) {
    for (std::uint32_t row = 0; row < restored_.row_count; ++row) {
      const std::uint32_t first = has_tiles(row) ? row_of(row) : k_no_row;
      if (first == k_no_row) continue;
      const plane::Shape from = restored_.world->describe(row).shape, to = base_->world->describe(first).shape;
      for (std::size_t i = 0; i < to.composite->maps.size(); ++i) {
        to.composite->maps[i].map->load(from.composite->maps[i].map->tiles.span());
      }
      static_cast<void>(restored_.world->set_shape(restored_.world->at(row), to));
      shape_store.hold(base_->shapes[first]);
      shape_store.release(shape_of_row[row]);
      shape_of_row[row] = base_->shapes[first];
    }
  }

 private:
  bool has_tiles(std::uint32_t row) const {
    const plane::Composite* const composite = restored_.world->describe(row).shape.composite;
    return composite != nullptr && !composite->maps.empty();
  }

  const plane::RestoredWorld& restored_;
  const BoundWorld* base_;
  /// By shape of the snapshot.
  Buffer<std::uint32_t> first_rows_;
};

/// Writes to the list: shape count; of each shape its number, type, four sizes and part count, and of each part its
/// pose; of each row flags (PlaneRowFlag), shape index (below 0: that of row -1 - index of the base), layer, mask,
/// generation and the shape's type. @return false on failure, with the fault record filled.
bool describe(const plane::RestoredWorld& restored, std::span<const std::uint32_t> numbers, const KeptShapes& kept) {
  std::size_t count = 1 + std::size_t{7} * numbers.size() + std::size_t{6} * restored.row_count;
  for (const std::uint32_t number : numbers) count += 3 * parts_of(*shape_store.find(number)).size();
  double* out = make_report(count).data();
  if (out == nullptr) return false;
  out = put(out, static_cast<double>(numbers.size()));
  for (const std::uint32_t number : numbers) {
    const plane::Shape& shape = *shape_store.find(number);
    const std::span<const plane::CompoundPart> parts = parts_of(shape);
    out = put_sizes(put(put(out, number), static_cast<double>(shape.type)), shape);
    out = put(out, static_cast<double>(parts.size()));
    for (const plane::CompoundPart& part : parts) out = put(put(out, part.pose.position), part.pose.angle);
  }
  for (std::uint32_t row = 0; row < restored.row_count; ++row) {
    const plane::ColliderOptions options = restored.world->describe(row);
    const std::uint32_t generation = restored.world->generation(row);
    const std::uint32_t flags = flags_of(*restored.world, row, generation != 0);
    const std::uint32_t from = kept.row_of(row);
    out = put(put(out, flags), from == k_no_row ? restored.shape_of_row[row] : -1.0 - from);
    out = put(put(out, options.layer), options.mask);
    out = put(put(out, generation), static_cast<double>(options.shape.type));
  }
  return true;
}

/// Restores a world from the bytes in the list. Each shape has one holder besides the colliders, for JavaScript.
/// @param measures whether a world that is not rolled back times its updates.
/// @param base_number the world to roll back with the result, or 0.
/// @return the world's number, with its description in the list, or 0 with the fault record filled.
std::uint32_t restore_world(std::uint32_t byte_count, bool measures, std::uint32_t base_number) {
  const BoundWorld* const base = base_number == 0 ? nullptr : accept_world(base_number);
  if (base_number != 0 && base == nullptr) return 0;
  const std::span<const double> list = report_numbers();
  const std::size_t size = std::min<std::size_t>(byte_count, list.size_bytes());
  Result<plane::RestoredWorld> result =
      plane::restore_world(std::as_bytes(list).first(size), measures ? &hyperplane_now : nullptr,
                           base == nullptr ? nullptr : base->world.get());
  release_report();
  if (!result.ok()) {
    report_fault(result.status, Argument::value, result.message);
    return 0;
  }
  plane::RestoredWorld& restored = result.value;
  Buffer<std::uint32_t> numbers;
  Buffer<std::uint32_t> shape_of_row;
  KeptShapes kept(restored, base);
  if (!shape_of_row.resize(restored.row_count, 0) || !kept.find()) {
    report_fault(Status::out_of_memory, Argument::none, "no memory for the shapes of a snapshot");
    return 0;
  }
  if (!store_shapes(restored, numbers)) return 0;
  for (std::uint32_t row = 0; row < restored.row_count; ++row) {
    if (restored.world->at(row) == ColliderId{}) continue;
    shape_of_row[row] = numbers[restored.shape_of_row[row]];
    shape_store.hold(shape_of_row[row]);
  }
  if (describe(restored, numbers.span(), kept)) {
    kept.take_back_tiles(shape_of_row);
    const std::uint32_t added = number_or_fault(world_store.add(static_cast<WorldPtr&&>(restored.world), shape_of_row));
    if (added != 0) return added;
  }
  for (const std::uint32_t shape : shape_of_row) shape_store.release(shape);
  for (const std::uint32_t number : numbers) shape_store.release(number);
  return 0;
}

}  // namespace

EMSCRIPTEN_BINDINGS(hyperplane_restore) { bind_call("restoreWorld", &restore_world); }

}  // namespace hyperplane::bindings
