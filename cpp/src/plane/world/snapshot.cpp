#include <algorithm>
#include <utility>

#include "core/assert.h"
#include "core/byte_stream.h"
#include "core/hash.h"
#include "core/memory.h"
#include "core/sort.h"
#include "plane/world/world_impl.h"

/// Worlds as bytes, and back. Composites are written as what they were made of and are made again, which gives the same
/// bits; other shapes as they are. The reader trusts nothing: a checksum finds damage, and every number is checked
/// before it is used, so that no bytes can do worse than to be refused or to give a strange world.

namespace hyperplane::plane {
namespace {

constexpr std::uint32_t k_magic = 0x32505048, k_version = 5;

bool is_equal(Vec2 a, Vec2 b) { return a.x == b.x && a.y == b.y; }

/// Whether two shapes are one: with the same polygon or composite.
bool is_same_shape(const Shape& a, const Shape& b) {
  if (a.type != b.type || a.polygon != b.polygon || a.composite != b.composite || a.vertex_count != b.vertex_count ||
      a.radius != b.radius || !is_equal(a.radii, b.radii) || !is_equal(a.centre, b.centre)) {
    return false;
  }
  for (int i = 0; i < a.vertex_count && a.polygon == nullptr; ++i) {
    if (!is_equal(a.own_vertices[i], b.own_vertices[i])) return false;
  }
  return true;
}

/// Equal for shapes that are one; only brings them together.
std::uint64_t key_of(const Shape& shape) {
  Hash hash;
  hash.add(static_cast<std::uint32_t>(shape.type));
  hash.add(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(shape.polygon)));
  hash.add(static_cast<std::uint64_t>(reinterpret_cast<std::uintptr_t>(shape.composite)));
  for (const double number : {shape.radius, shape.radii.x, shape.radii.y, shape.centre.x, shape.centre.y}) {
    hash.add(number + 0.0);
  }
  return hash.value();
}

struct ConvexRecord {
  double radius, reach;
  Vec2 radii, centre;
  std::uint32_t is_smooth, has_polygon;
};

/// The distinct shapes of a world's rows.
class ShapeList {
 public:
  /// @return false if memory runs out.
  bool gather(const Colliders& colliders) {
    struct Entry {
      std::uint64_t key;
      std::uint32_t row;
    };
    Buffer<Entry> entries;
    if (!entries.reserve(colliders.row_count) || !index_of_row.resize(colliders.row_count, 0)) return false;
    for (std::uint32_t row = 0; row < colliders.row_count; ++row) {
      if (is_used(colliders, row)) entries.push_unchecked({key_of(colliders.shapes[row]), row});
    }
    sort(entries.span(), [](const Entry& a, const Entry& b) { return a.key != b.key ? a.key < b.key : a.row < b.row; });
    // The first row of each shape stands for it.
    for (std::size_t i = 0; i < entries.size(); ++i) {
      std::uint32_t first = entries[i].row;
      for (std::size_t k = i; k > 0 && entries[k - 1].key == entries[i].key;) {
        const std::uint32_t known = index_of_row[entries[--k].row];
        if (!is_same_shape(colliders.shapes[known], colliders.shapes[first])) continue;
        first = known;
        break;
      }
      index_of_row[entries[i].row] = first;
    }
    // Shapes in the order of their first rows, the parts of compounds before these.
    for (std::uint32_t row = 0; row < colliders.row_count; ++row) {
      if (!is_used(colliders, row)) continue;
      const std::uint32_t first = index_of_row[row];
      if (first != row) {
        index_of_row[row] = index_of_row[first];
        continue;
      }
      const Shape& shape = colliders.shapes[row];
      if (shape.type == ShapeType::compound) {
        for (const CompoundPart& part : shape.composite->parts) {
          if (!shapes.push(&part.shape)) return false;
        }
      }
      index_of_row[row] = static_cast<std::uint32_t>(shapes.size());
      if (!shapes.push(&shape)) return false;
    }
    for (std::uint32_t row = 0; row < colliders.row_count; ++row) {
      if (!is_used(colliders, row)) index_of_row[row] = static_cast<std::uint32_t>(shapes.size());
    }
    return true;
  }

  /// Rows that hold a collider.
  static bool is_used(const Colliders& colliders, std::uint32_t row) {
    return (colliders.flags[row] & Colliders::k_live) != 0;
  }
  /// Rows that hold a collider, or a removed one that lists name.
  static bool is_named(const Colliders& colliders, std::uint32_t row) {
    return (colliders.flags[row] & (Colliders::k_live | Colliders::k_waiting | Colliders::k_reported)) != 0;
  }

  Buffer<const Shape*> shapes;
  Buffer<std::uint32_t> index_of_row;
};

void write_shape(ByteWriter& writer, const Shape& shape) {
  writer.put(static_cast<std::uint32_t>(shape.type));
  if (!is_composite(shape)) {
    writer.put(ConvexRecord{shape.radius, shape.reach, shape.radii, shape.centre, shape.is_smooth ? 1u : 0u,
                            shape.polygon != nullptr ? 1u : 0u});
    const auto count = static_cast<std::size_t>(shape.vertex_count);
    writer.put_list(std::span<const Vec2>(vertices_of(shape), count));
    writer.put_array(std::span<const Vec2>(normals_of(shape), count));
    return;
  }
  const Composite& composite = *shape.composite;
  writer.put(std::uint32_t{composite.is_closed ? 1u : 0u});
  writer.put(static_cast<std::uint32_t>(composite.sides));
  writer.put(composite.one_way);
  writer.put_list(composite.points.span());
  writer.put_list(composite.ring_sizes.span());
  writer.put(static_cast<std::uint32_t>(composite.parts.size()));
  for (const CompoundPart& part : composite.parts) writer.put(part.pose);
  if (composite.tile_map == nullptr) return;
  const TileMap& map = *composite.tile_map;
  writer.put(map.columns);
  writer.put(map.rows);
  writer.put(map.tile_size);
  writer.put_list(map.tiles.span());
}

}  // namespace

/// Reads and writes everything about a world.
class Restoration {
 public:
  static void write(ByteWriter& writer, const World::Impl& p, const ShapeList& list) {
    const Colliders& c = p.colliders;
    writer.put(static_cast<std::uint32_t>(p.options.broad_phase));
    writer.put(p.options.max_candidates);
    writer.put(p.options.max_contacts);
    writer.put(static_cast<std::uint32_t>(list.shapes.size()));
    for (const Shape* shape : list.shapes) write_shape(writer, *shape);
    writer.put(c.row_count);
    writer.put_list(c.margins.span().first(c.margins.empty() ? 0 : c.row_count));
    for (std::uint32_t row = 0; row < c.row_count; ++row) {
      const bool is_named = ShapeList::is_named(c, row);
      writer.put(list.index_of_row[row]);
      writer.put(std::uint32_t{c.flags[row]} & ~std::uint32_t{Colliders::k_dirty});
      writer.put(c.generations[row]);
      writer.put(is_named ? c.layers[row] : 0u);
      writer.put(is_named ? c.masks[row] : 0u);
      writer.put(c.positions[2 * std::size_t{row}]);
      writer.put(c.positions[2 * std::size_t{row} + 1]);
      writer.put(c.rotations[row]);
      writer.put(is_named ? c.bodies[row].pose() : Pose{});
      writer.put(is_named ? c.starts[row] : Pose{});
      writer.put(is_named ? c.formers[row] : Pose{});
      writer.put(is_named && !ShapeList::is_used(c, row) ? c.removed_hashes[row] : std::uint64_t{0});
      writer.put(static_cast<std::uint64_t>(c.shapes[row].type));
      const KindMask* const kinds = c.shapes[row].kinds;
      writer.put(std::uint64_t{kinds != nullptr ? 1u : 0u});
      if (kinds != nullptr) writer.put(*kinds);
    }
    for (const Buffer<std::uint32_t>* rows :
         {&c.members[0], &c.members[1], &c.free_rows, &c.waiting, &c.waiting_longer}) {
      writer.put_list(rows->span());
    }
    writer.put_list(p.ignored_pairs.span());
    const ContactLists& shown = p.shown;
    writer.put_list(shown.pairs.span());
    writer.put_array(shown.normals.span());
    writer.put_array(shown.points.span());
    for (const Buffer<RowPair>* pairs : {&shown.touching, &shown.began, &shown.ended}) writer.put_list(pairs->span());
    writer.put_list(shown.impacts.span());
  }

  Restoration(std::span<const std::byte> bytes, double (*clock)(), const World* base)
      : reader_(bytes), clock_(clock), base_(base) {}

  Result<RestoredWorld> run() {
    RestoredWorld restored;
    const Status status = read(restored);
    if (status == Status::ok) return {Status::ok, static_cast<RestoredWorld&&>(restored), ""};
    return {status, {}, status == Status::out_of_memory ? "no memory for the world of a snapshot" : "not a snapshot"};
  }

 private:
  Status read(RestoredWorld& restored) {
    WorldOptions options;
    options.clock = clock_;
    const auto broad_phase = reader_.get<std::uint32_t>();
    options.max_candidates = reader_.get<std::uint32_t>();
    options.max_contacts = reader_.get<std::uint32_t>();
    if (reader_.failed() || broad_phase > 3) return Status::invalid_argument;
    options.broad_phase = static_cast<BroadPhase>(broad_phase);
    if (const Status status = read_shapes(restored); status != Status::ok) return status;
    const auto row_count = reader_.get<std::uint32_t>();
    // A row takes more bytes than that.
    if (row_count > k_max_colliders || row_count > reader_.left() / 64) return Status::invalid_argument;
    // As many rows as the world that is rolled back, or twice as many: its arrays grow by doubling only.
    options.capacity = base_ == nullptr ? row_count : base_->impl_->colliders.room_for(row_count);
    Result<WorldPtr> made = make_world(options);
    if (!made.ok()) return made.status;
    restored.world = static_cast<WorldPtr&&>(made.value);
    restored.row_count = row_count;
    restored.shape_of_row.reset(static_cast<std::uint32_t*>(hyperplane_allocate((row_count + std::size_t{1}) * 4)));
    if (restored.shape_of_row == nullptr) return Status::out_of_memory;
    World::Impl& p = *restored.world->impl_;
    if (const Status status = read_rows(p.colliders, restored); status != Status::ok) return status;
    return read_lists(p);
  }

  Status read_shapes(RestoredWorld& restored) {
    const auto count = reader_.get<std::uint32_t>();
    if (reader_.failed() || count > reader_.left() / 8) return Status::invalid_argument;
    void* const room = hyperplane_allocate((count + std::size_t{1}) * sizeof(Shape));
    if (room == nullptr) return Status::out_of_memory;
    Shape* const shapes = static_cast<Shape*>(room);
    for (std::uint32_t i = 0; i < count; ++i) new (shapes + i) Shape();
    restored.shapes = {shapes, OwnedShapesDeleter{count}};
    restored.shape_count = count;
    for (std::uint32_t i = 0; i < count; ++i) {
      const auto type = reader_.get<std::uint32_t>();
      if (reader_.failed() || type > k_last_shape_type) return Status::invalid_argument;
      const auto shape_type = static_cast<ShapeType>(type);
      const Status status = shape_type < ShapeType::polygon ? read_convex(shape_type, shapes[i])
                                                            : read_composite(shape_type, {shapes, i}, shapes[i]);
      if (status != Status::ok) return status;
    }
    return Status::ok;
  }

  Status read_convex(ShapeType type, Shape& shape) {
    const auto record = reader_.get<ConvexRecord>();
    Buffer<Vec2> vertices, normals;
    if (!reader_.get_list(vertices) || !reader_.get_into(normals, vertices.size())) return Status::out_of_memory;
    if (reader_.failed() || vertices.size() > k_max_polygon_points) return Status::invalid_argument;
    const auto is_length = [](double length) { return length >= 0.0 && length <= 8.0 * k_max_size; };
    const auto is_near = [&](Vec2 point) { return is_length(magnitude(point.x)) && is_length(magnitude(point.y)); };
    bool is_right = is_length(record.radius) && is_length(record.reach) && is_near(record.radii) &&
                    is_near(record.centre) && record.is_smooth <= 1 && record.has_polygon <= 1;
    is_right = is_right && (record.is_smooth == 1) == (type == ShapeType::ellipse && vertices.empty());
    is_right = is_right && (record.is_smooth == 1 ? record.radii.x > 0.0 && record.radii.y > 0.0 : !vertices.empty());
    is_right = is_right && (record.has_polygon == 1) == (vertices.size() > k_max_own_vertices) &&
               (record.has_polygon == 0 || type == ShapeType::convex_polygon);
    is_right = is_right && (type != ShapeType::rectangle || vertices.size() == 4 || vertices.size() <= 2);
    for (std::size_t i = 0; is_right && i < vertices.size(); ++i) {
      is_right = is_near(vertices[i]) && is_near(normals[i]);
    }
    if (!is_right) return Status::invalid_argument;
    shape.type = type;
    shape.is_smooth = record.is_smooth == 1;
    shape.vertex_count = static_cast<int>(vertices.size());
    shape.radius = record.radius;
    shape.reach = record.reach;
    shape.radii = record.radii;
    shape.centre = record.centre;
    if (record.has_polygon == 0) {
      for (std::size_t i = 0; i < vertices.size(); ++i) {
        shape.own_vertices[i] = vertices[i];
        shape.own_normals[i] = normals[i];
      }
      return Status::ok;
    }
    Polygon* const polygon = make_object<Polygon>();
    if (polygon == nullptr) return Status::out_of_memory;
    polygon->centre = record.centre;
    polygon->reach = record.reach - record.radius;
    polygon->vertices.swap(vertices);
    polygon->normals.swap(normals);
    shape.polygon = polygon;
    return Status::ok;
  }

  Status read_composite(ShapeType type, std::span<const Shape> before, Shape& shape) {
    const auto is_closed = reader_.get<std::uint32_t>(), sides = reader_.get<std::uint32_t>();
    const auto one_way = reader_.get<Vec2>();
    Buffer<double> points;
    Buffer<std::uint32_t> ring_sizes;
    if (!reader_.get_list(points) || !reader_.get_list(ring_sizes)) return Status::out_of_memory;
    const auto part_count = reader_.get<std::uint32_t>();
    if (reader_.failed() || is_closed > 1 || sides > 1 || part_count > before.size() ||
        part_count > k_max_compound_parts) {
      return Status::invalid_argument;
    }
    BuiltComposite built;
    if (type == ShapeType::polygon) {
      built = build_simple_polygon(points.span(), ring_sizes.span());
    } else if (type == ShapeType::chain) {
      built = one_way == Vec2{} ? build_chain(points.span(), is_closed == 1, static_cast<ChainSides>(sides))
                                : build_one_way_chain(points.span(), is_closed == 1, one_way);
    } else if (type == ShapeType::half_space) {
      built = build_half_space();
    } else if (type == ShapeType::tile_map) {
      return read_tile_map(points.span(), ring_sizes.span(), shape);
    } else {
      Buffer<CompoundPart> parts;
      if (!parts.reserve(part_count)) return Status::out_of_memory;
      for (std::uint32_t i = 0; i < part_count; ++i) {
        parts.push_unchecked({before[before.size() - part_count + i], reader_.get<Pose>()});
      }
      if (reader_.failed()) return Status::invalid_argument;
      built = build_compound(parts.span());
    }
    if (!built.ok()) return built.status == Status::out_of_memory ? built.status : Status::invalid_argument;
    shape = make_composite(*built.value.release());
    return Status::ok;
  }

  /// @param numbers three a kind, as TileKind has them.
  Status read_tile_map(std::span<const double> points, std::span<const std::uint32_t> numbers, Shape& shape) {
    TileMapOptions options;
    options.columns = reader_.get<std::uint32_t>();
    options.rows = reader_.get<std::uint32_t>();
    options.tile_size = reader_.get<Vec2>();
    Buffer<std::uint8_t> tiles;
    Buffer<TileKind> kinds;
    if (!reader_.get_list(tiles) || !kinds.reserve(numbers.size() / 3)) return Status::out_of_memory;
    if (reader_.failed() || tiles.empty() || numbers.size() % 3 != 0) return Status::invalid_argument;
    for (std::size_t i = 0; i < numbers.size(); i += 3) {
      kinds.push_unchecked({numbers[i], numbers[i + 1], numbers[i + 2]});
    }
    options.tiles = tiles.span();
    options.kinds = kinds.span();
    options.points = points;
    BuiltComposite built = build_tile_map(options);
    if (!built.ok()) return built.status == Status::out_of_memory ? built.status : Status::invalid_argument;
    shape = make_composite(*built.value.release());
    return Status::ok;
  }

  Status read_rows(Colliders& c, RestoredWorld& restored) {
    const std::uint32_t row_count = restored.row_count;
    Buffer<double> margins;
    if (!reader_.get_list(margins)) return Status::out_of_memory;
    if (reader_.failed() || (!margins.empty() && margins.size() != row_count) ||
        !std::all_of(margins.begin(), margins.end(), is_margin)) {
      return Status::invalid_argument;
    }
    if (!margins.empty() && !c.reserve_margins()) return Status::out_of_memory;
    std::copy(margins.begin(), margins.end(), c.margins.begin());
    for (std::uint32_t row = 0; row < row_count; ++row) {
      const auto shape = reader_.get<std::uint32_t>(), flags = reader_.get<std::uint32_t>();
      const auto generation = reader_.get<std::uint32_t>();
      const auto layer = reader_.get<std::uint32_t>(), mask = reader_.get<std::uint32_t>();
      const double x = reader_.get<double>(), y = reader_.get<double>(), angle = reader_.get<double>();
      const auto pose = reader_.get<Pose>(), start = reader_.get<Pose>(), former = reader_.get<Pose>();
      const auto removed_hash = reader_.get<std::uint64_t>(), type = reader_.get<std::uint64_t>();
      const auto has_kinds = reader_.get<std::uint64_t>();
      const KindMask kinds = has_kinds == 1 ? reader_.get<KindMask>() : KindMask{};
      const bool is_used = (flags & Colliders::k_live) != 0;
      const bool is_both = (flags & Colliders::k_live) != 0 && (flags & Colliders::k_waiting) != 0;
      if (reader_.failed() || flags > 0x3ff || (flags & Colliders::k_dirty) != 0 || is_both || generation == 0 ||
          generation > ColliderRows::k_last_generation || !check_pose(pose).ok() || !check_pose(start).ok() ||
          !check_pose(former).ok() || type > k_last_shape_type ||
          (is_used ? shape >= restored.shape_count : shape != restored.shape_count) ||
          has_kinds > (is_used ? 1u : 0u) ||
          (is_used && Colliders::unbounded_kind(restored.shapes[shape]) != (flags & Colliders::k_unbounded))) {
        return Status::invalid_argument;
      }
      restored.shape_of_row[row] = shape;
      c.row_count = row + 1;
      c.starts[row] = start;
      c.formers[row] = former;
      if (is_used) c.shapes[row] = restored.shapes[shape];
      if (!is_used) c.shapes[row].type = static_cast<ShapeType>(type);
      c.removed_hashes[row] = removed_hash;
      c.layers[row] = layer;
      c.masks[row] = mask;
      c.generations[row] = generation;
      c.flags[row] = static_cast<std::uint16_t>(flags);
      if (has_kinds == 1 && !c.set_kinds(row, &kinds)) return Status::out_of_memory;
      c.restore_row(row, pose);
      c.positions[2 * std::size_t{row}] = x;
      c.positions[2 * std::size_t{row} + 1] = y;
      c.rotations[row] = angle;
    }
    // Every row is in the list that its flags name.
    Buffer<std::uint8_t> seen;
    if (!seen.resize(row_count, 0)) return Status::out_of_memory;
    Buffer<std::uint32_t> rows;
    for (int list = 0; list < 5; ++list) {
      if (!reader_.get_list(rows)) return Status::out_of_memory;
      if (reader_.failed() || rows.size() > row_count) return Status::invalid_argument;
      for (const std::uint32_t row : rows) {
        if (row >= row_count || seen[row] != 0) return Status::invalid_argument;
        seen[row] = 1;
        const std::uint32_t flags = c.flags[row];
        const bool is_live = (flags & Colliders::k_live) != 0, waits = (flags & Colliders::k_waiting) != 0;
        const bool is_right = list < 2    ? is_live && c.list_of(row) == list
                              : list == 2 ? !is_live && !waits
                                          : !is_live && waits;
        if (!is_right) return Status::invalid_argument;
        if (list < 2) {
          c.places[row] = static_cast<std::uint32_t>(c.members[list].size());
          c.members[list].push_unchecked(row);
        } else {
          (list == 2 ? c.free_rows : list == 3 ? c.waiting : c.waiting_longer).push_unchecked(row);
        }
      }
    }
    for (std::uint32_t row = 0; row < row_count; ++row) {
      if (c.list_of(row) >= Colliders::k_disabled_list && (c.flags[row] & Colliders::k_live) != 0) {
        // Their order does not matter, so that these lists are not written.
        c.places[row] = static_cast<std::uint32_t>(c.members[c.list_of(row)].size());
        c.members[c.list_of(row)].push_unchecked(row);
        continue;
      }
      const bool is_retired = c.generations[row] == ColliderRows::k_last_generation;
      if (seen[row] == 0 && ((c.flags[row] & Colliders::k_live) != 0 || !is_retired)) return Status::invalid_argument;
    }
    Buffer<RowPair> ignored;
    if (!reader_.get_list(ignored)) return Status::out_of_memory;
    for (const RowPair pair : ignored) {
      if (pair.a >= pair.b || pair.b >= row_count || !ignores(c, pair.a) || !ignores(c, pair.b)) {
        return Status::invalid_argument;
      }
      if (!c.ignored.insert(pair.a, pair.b)) return Status::out_of_memory;
    }
    c.finish_restoring();
    return Status::ok;
  }

  static bool ignores(const Colliders& c, std::uint32_t row) {
    return (c.flags[row] & Colliders::k_live) != 0 && (c.flags[row] & Colliders::k_ignores) != 0;
  }

  Status read_lists(World::Impl& p) {
    const Colliders& c = p.colliders;
    ContactLists& shown = p.shown;
    const auto are_right = [&](std::span<const RowPair> pairs, bool may_repeat) {
      for (std::size_t i = 0; i < pairs.size(); ++i) {
        const RowPair pair = pairs[i];
        if (pair.a >= pair.b || pair.b >= c.row_count || !ShapeList::is_named(c, pair.a) ||
            !ShapeList::is_named(c, pair.b)) {
          return false;
        }
        if (i > 0 && (may_repeat ? pair < pairs[i - 1] : !(pairs[i - 1] < pair))) return false;
      }
      return true;
    };
    if (!reader_.get_list(shown.pairs) || !reader_.get_into(shown.normals, 3 * shown.pairs.size()) ||
        !reader_.get_into(shown.points, shown.pairs.size()) || !reader_.get_list(shown.touching) ||
        !reader_.get_list(shown.began) || !reader_.get_list(shown.ended) || !reader_.get_list(shown.impacts)) {
      return Status::out_of_memory;
    }
    if (reader_.failed() || reader_.left() != 0 || !are_right(shown.pairs.span(), true))
      return Status::invalid_argument;
    for (const Buffer<RowPair>* pairs : {&shown.touching, &shown.began, &shown.ended}) {
      if (!are_right(pairs->span(), false)) return Status::invalid_argument;
    }
    for (const ContactPointsRecord& points : shown.points) {
      if (points.count < 1 || points.count > 2) return Status::invalid_argument;
    }
    for (const SweptImpact& impact : shown.impacts) {
      if (impact.a >= c.row_count || impact.b >= c.row_count || !ShapeList::is_named(c, impact.a) ||
          !ShapeList::is_named(c, impact.b)) {
        return Status::invalid_argument;
      }
    }
    return Status::ok;
  }

  ByteReader reader_;
  double (*clock_)();
  const World* base_;
};

void OwnedShapesDeleter::operator()(Shape* shapes) const {
  if (shapes == nullptr) return;
  // Compounds first: they use the shapes of their parts, which stand before them.
  for (std::uint32_t i = count; i-- > 0;) {
    destroy_object(const_cast<Polygon*>(shapes[i].polygon));
    destroy_object(const_cast<Composite*>(shapes[i].composite));
  }
  hyperplane_release(shapes);
}

Result<Snapshot> World::snapshot() const {
  const auto no_memory = [] { return Result<Snapshot>::failure(Status::out_of_memory, "no memory for a snapshot"); };
  ShapeList list;
  Impl& p = *impl_;
  if (!list.gather(p.colliders)) return no_memory();
  p.ignored_pairs.clear();
  bool has_room = true;
  p.colliders.ignored.for_each(
      [&](std::uint32_t a, std::uint32_t b) { has_room = has_room && p.ignored_pairs.push({a, b}); });
  if (!has_room) return no_memory();
  sort(p.ignored_pairs.span());
  constexpr std::size_t k_header = 16;
  ByteWriter counter;
  Restoration::write(counter, p, list);
  const std::size_t size = k_header + counter.size();
  Snapshot snapshot;
  snapshot.bytes.reset(static_cast<std::byte*>(hyperplane_allocate(size)));
  snapshot.size = size;
  if (snapshot.bytes == nullptr) return no_memory();
  const std::span<std::byte> bytes{snapshot.bytes.get(), size};
  ByteWriter writer(bytes.subspan(k_header));
  Restoration::write(writer, p, list);
  Hash hash;
  hash.add_bytes(bytes.subspan(k_header));
  ByteWriter header(bytes.first(k_header));
  header.put(k_magic);
  header.put(k_version);
  header.put(hash.value());
  return {Status::ok, static_cast<Snapshot&&>(snapshot), ""};
}

Result<RestoredWorld> restore_world(std::span<const std::byte> bytes, double (*clock)(), const World* base) {
  ByteReader header(bytes);
  const auto magic = header.get<std::uint32_t>(), version = header.get<std::uint32_t>();
  const auto checksum = header.get<std::uint64_t>();
  if (header.failed() || magic != k_magic) {
    return {Status::invalid_argument, {}, "these bytes are not a snapshot of a world of the plane"};
  }
  if (version != k_version) return {Status::invalid_argument, {}, "this snapshot is of another version"};
  const std::span<const std::byte> rest = bytes.subspan(16);
  Hash hash;
  hash.add_bytes(rest);
  if (hash.value() != checksum) return {Status::invalid_argument, {}, "the snapshot is damaged"};
  return Restoration(rest, clock, base).run();
}

void World::roll_back(World& restored) {
  HYPERPLANE_ASSERT(restored.impl_->colliders.capacity >= impl_->colliders.capacity);
  restored.impl_->colliders.replace_arrays(impl_->colliders);
  std::swap(restored.impl_, impl_);
  std::swap(restored.state_, state_);
  impl_->options.clock = restored.impl_->options.clock;
}

}  // namespace hyperplane::plane
