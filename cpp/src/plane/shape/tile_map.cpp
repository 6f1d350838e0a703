#include "plane/shape/tile_map.h"

#include <bit>

#include "core/memory.h"
#include "plane/shape/composite.h"
#include "plane/shape/tolerances.h"

namespace hyperplane::plane {
namespace {

constexpr std::uint32_t k_block_shift = 3;
static_assert(1u << k_block_shift == k_block_tiles);

int bit_of(std::uint32_t x, std::uint32_t y) {
  return static_cast<int>((y % k_block_tiles) * k_block_tiles + x % k_block_tiles);
}

constexpr std::uint64_t k_first_column = 0x0101010101010101;

/// Bits of the tiles from low to high, both included, in the eight from `base` on.
std::uint64_t bits_between(std::uint32_t low, std::uint32_t high, std::uint32_t base) {
  const std::uint64_t from = low > base ? low - base : 0, to = high - base < k_block_tiles ? high - base : 7;
  return (std::uint64_t{0xff} >> (7 - to)) & (std::uint64_t{0xff} << from);
}

/// All tiles of the rows whose bits are set.
std::uint64_t spread(std::uint64_t rows) {
  std::uint64_t bits = 0;
  for (; rows != 0; rows &= rows - 1) bits |= std::uint64_t{0xff} << (8 * std::countr_zero(rows));
  return bits;
}

/// The tiles of a side that a closed interval touches, in tiles. @return false if there are none.
bool clip(double low, double high, std::uint32_t count, std::uint32_t& first, std::uint32_t& last) {
  const double most = static_cast<double>(count) - 1.0;
  const double from = larger(std::ceil(low) - 1.0, 0.0), to = smaller(std::floor(high), most);
  // NaN fails the comparison.
  if (!(from <= to)) return false;
  first = static_cast<std::uint32_t>(from);
  last = static_cast<std::uint32_t>(to);
  return true;
}

}  // namespace

bool TileMap::find_range(const Box2& box, Range& range) const {
  return clip(box.low.x / tile_size.x, box.high.x / tile_size.x, columns, range.low_x, range.high_x) &&
         clip(box.low.y / tile_size.y, box.high.y / tile_size.y, rows, range.low_y, range.high_y);
}

void TileMap::set(std::uint32_t x, std::uint32_t y, std::uint8_t kind) {
  tiles[std::size_t{y} * columns + x] = kind;
  Block& block = blocks_[std::size_t{y >> k_block_shift} * block_columns_ + (x >> k_block_shift)];
  const std::uint64_t bit = std::uint64_t{1} << bit_of(x, y);
  const TileForm form = kinds_[kind].form;
  block.solid = form == TileForm::solid ? block.solid | bit : block.solid & ~bit;
  block.shaped = form > TileForm::solid ? block.shaped | bit : block.shaped & ~bit;
}

void TileMap::load(std::span<const std::uint8_t> kinds) {
  std::size_t i = 0;
  for (std::uint32_t y = 0; y < rows; ++y) {
    for (std::uint32_t x = 0; x < columns; ++x) set(x, y, kinds[i++]);
  }
}

TilePart TileMap::part_of(std::uint32_t x, std::uint32_t y) const {
  const std::uint32_t tile = y * columns + x;
  const Kind kind = kinds_[tiles[tile]];
  const Vec2 corner{x * tile_size.x, y * tile_size.y};
  if (kind.form == TileForm::solid) return {&rectangles_[0][0], corner + tile_size * 0.5, tile, 1, 1, false};
  const Shape& shape = shapes_[kind.shape];
  return {&shape, corner + shape.centre, tile, 1, 1, kind.form == TileForm::one_way};
}

void TileMap::visit(const Box2& box, const KindMask* kinds, FunctionRef<bool(const TilePart&)> visit) const {
  Range range;
  if (!find_range(box, range)) return;
  for (std::uint32_t block_y = range.low_y >> k_block_shift; block_y <= range.high_y >> k_block_shift; ++block_y) {
    for (std::uint32_t block_x = range.low_x >> k_block_shift; block_x <= range.high_x >> k_block_shift; ++block_x) {
      const Block& block = blocks_[std::size_t{block_y} * block_columns_ + block_x];
      const std::uint32_t base_x = block_x << k_block_shift, base_y = block_y << k_block_shift;
      const std::uint64_t wanted = bits_between(range.low_x, range.high_x, base_x) * k_first_column &
                                   spread(bits_between(range.low_y, range.high_y, base_y));
      if (((block.solid | block.shaped) & wanted) == 0) continue;
      std::uint64_t solid = block.solid;
      for (std::uint64_t rest = kinds == nullptr ? 0 : solid; rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(rest));
        if (!kinds->has(at(base_x + bit % k_block_tiles, base_y + bit / k_block_tiles))) {
          solid &= ~(std::uint64_t{1} << bit);
        }
      }
      while ((solid & wanted) != 0) {
        // The first run of tiles, and the same run in the rows that follow.
        const auto first = static_cast<std::uint32_t>(std::countr_zero(solid));
        const std::uint32_t x = first % k_block_tiles, y = first / k_block_tiles;
        const auto row = static_cast<std::uint32_t>(solid >> (k_block_tiles * y) & 0xff);
        const auto width = static_cast<std::uint32_t>(std::countr_one(row >> x));
        const std::uint32_t run = ((1u << width) - 1u) << x, beside = run | run << 1 | run >> 1;
        std::uint32_t height = 0;
        while (y + height < k_block_tiles && (solid >> (k_block_tiles * (y + height)) & beside & 0xff) == run) {
          solid &= ~(std::uint64_t{run} << (k_block_tiles * (y + height)));
          ++height;
        }
        const std::uint32_t low_x = base_x + x, low_y = base_y + y;
        if (low_x > range.high_x || low_x + width <= range.low_x || low_y > range.high_y ||
            low_y + height <= range.low_y) {
          continue;
        }
        const Vec2 centre{(low_x + 0.5 * width) * tile_size.x, (low_y + 0.5 * height) * tile_size.y};
        if (!visit({&rectangles_[height - 1][width - 1], centre, low_y * columns + low_x,
                    static_cast<std::uint8_t>(width), static_cast<std::uint8_t>(height), false})) {
          return;
        }
      }
      for (std::uint64_t rest = block.shaped & wanted; rest != 0; rest &= rest - 1) {
        const auto bit = static_cast<std::uint32_t>(std::countr_zero(rest));
        const std::uint32_t x = base_x + bit % k_block_tiles, y = base_y + bit / k_block_tiles;
        if (has_kind(kinds, at(x, y)) && !visit(part_of(x, y))) return;
      }
    }
  }
}

void TileMap::visit_along(Vec2 origin, Vec2 along, const double& end, const KindMask* kinds,
                          FunctionRef<void(const TilePart&)> visit) const {
  // Places and speeds in tiles: u along the axis of more tiles, v along the other.
  const Vec2 from{origin.x / tile_size.x, origin.y / tile_size.y}, speed{along.x / tile_size.x, along.y / tile_size.y};
  const bool by_x = magnitude(speed.x) >= magnitude(speed.y);
  const double u = by_x ? from.x : from.y, v = by_x ? from.y : from.x;
  const double inverse = 1.0 / (by_x ? speed.x : speed.y), slope = by_x ? speed.y : speed.x;
  const std::uint32_t count_u = by_x ? columns : rows, count_v = by_x ? rows : columns;
  const double side = inverse > 0.0 ? 0.0 : 1.0, other_side = 1.0 - side;
  const double enter = larger(0.0, (side * count_u - u) * inverse);
  if (!(enter <= end)) return;
  // One before the first: a ray that starts on a boundary touches the tile behind it.
  const std::int64_t step = inverse > 0.0 ? 1 : -1, last = static_cast<std::int64_t>(count_u) - 1;
  const double place = std::floor(u + enter / inverse) - static_cast<double>(step);
  for (auto i = static_cast<std::int64_t>(clamped(place, 0.0, static_cast<double>(last))); i >= 0 && i <= last;
       i += step) {
    const double near = (static_cast<double>(i) + side - u) * inverse;
    const double far = (static_cast<double>(i) + other_side - u) * inverse;
    const double slack = k_tile_ray_rounding * (magnitude(u) + magnitude(v) + columns + rows);
    if (near > end + slack * magnitude(inverse)) return;
    const double v_near = v + slope * larger(near, 0.0), v_far = v + slope * larger(smaller(far, end), 0.0);
    std::uint32_t low = 0, high = 0;
    if (!clip(smaller(v_near, v_far) - slack, larger(v_near, v_far) + slack, count_v, low, high)) continue;
    for (std::uint32_t k = 0; k <= high - low; ++k) {
      const std::uint32_t j = slope > 0.0 ? low + k : high - k, column = static_cast<std::uint32_t>(i);
      const std::uint32_t x = by_x ? column : j, y = by_x ? j : column;
      const std::uint8_t kind = at(x, y);
      if (kinds_[kind].form != TileForm::empty && has_kind(kinds, kind)) visit(part_of(x, y));
    }
  }
}

/// The share of an edge of a tile, from x to y, that the tile on the other side covers.
Vec2 TileMap::covered_share(std::uint32_t x, std::uint32_t y, const TilePart& part, int edge,
                            const KindMask* kinds) const {
  const Vec2 normal = normals_of(*part.shape)[edge], corner{x * tile_size.x, y * tile_size.y};
  const Vec2 a = part.centre + vertices_of(*part.shape)[edge] - corner;
  const Vec2 b = part.centre + vertices_of(*part.shape)[next_of(*part.shape, edge)] - corner;
  const double slack = k_plane_point * (tile_size.x + tile_size.y);
  const auto lies_at = [&](double height, double other, double side) {
    return magnitude(height - side) <= slack && magnitude(other - side) <= slack;
  };
  const bool at_x = lies_at(a.x, b.x, normal.x > 0.0 ? tile_size.x : 0.0);
  if (!at_x && !lies_at(a.y, b.y, normal.y > 0.0 ? tile_size.y : 0.0)) return {};
  const double limit = at_x ? columns : rows, place = at_x ? x : y;
  const double sign = (at_x ? normal.x : normal.y) > 0.0 ? 1.0 : -1.0;
  if (place + sign < 0.0 || place + sign >= limit) return {};
  const auto beside = static_cast<std::uint32_t>(place + sign);
  const std::uint32_t other_x = at_x ? beside : x, other_y = at_x ? y : beside;
  const std::uint8_t kind = at(other_x, other_y);
  const TileForm form = kinds_[kind].form;
  if (!has_kind(kinds, kind) || (form != TileForm::polygon && form != TileForm::solid)) return {};
  const TilePart other = part_of(other_x, other_y);
  Vec2 share{0.0, 1.0};
  for (int i = 0; i < edge_count(*other.shape); ++i) {
    const Vec2 outwards = normals_of(*other.shape)[i], from = other.centre + vertices_of(*other.shape)[i] - corner;
    const double height = dot(a - from, outwards), rise = dot(b - a, outwards);
    if (magnitude(rise) <= slack) {
      if (height > slack) return {};
    } else if (rise > 0.0) {
      share.y = smaller(share.y, -height / rise);
    } else {
      share.x = larger(share.x, -height / rise);
    }
  }
  return share.x < share.y ? share : Vec2{};
}

void TileMap::visit_outline(Vec2 point, const double& end, const KindMask* kinds,
                            FunctionRef<void(const TilePart&, Vec2 from, Vec2 to)> visit) const {
  const Vec2 most = size();
  for (double reach = larger(tile_size.x, tile_size.y);; reach *= 2.0) {
    const Box2 box = Box2{point, point}.grown(reach);
    Range range;
    if (find_range(box, range)) {
      for (std::uint32_t y = range.low_y; y <= range.high_y; ++y) {
        for (std::uint32_t x = range.low_x; x <= range.high_x; ++x) {
          const std::uint8_t kind = at(x, y);
          const TileForm form = kinds_[kind].form;
          if ((form != TileForm::solid && form != TileForm::polygon) || !has_kind(kinds, kind)) continue;
          const TilePart part = part_of(x, y);
          for (int i = 0; i < edge_count(*part.shape); ++i) {
            const Vec2 from = part.centre + vertices_of(*part.shape)[i];
            const Vec2 way = part.centre + vertices_of(*part.shape)[next_of(*part.shape, i)] - from;
            const Vec2 share = covered_share(x, y, part, i, kinds);
            if (share == Vec2{}) {
              visit(part, from, from + way);
              continue;
            }
            if (share.x > k_plane_point) visit(part, from, from + way * share.x);
            if (share.y < 1.0 - k_plane_point) visit(part, from + way * share.y, from + way);
          }
        }
      }
    }
    if (end <= reach || (box.low.x <= 0.0 && box.low.y <= 0.0 && box.high.x >= most.x && box.high.y >= most.y)) return;
  }
}

Vec2 TileMap::free_normal(const TilePart& tile, Vec2 point, Vec2 normal, Vec2 along, const KindMask* kinds) const {
  if (tile.shape != &rectangles_[0][0]) return normal;
  const std::uint32_t x = tile.tile % columns, y = tile.tile / columns;
  const bool at_x = magnitude(normal.x) > magnitude(normal.y);
  // Edges of a rectangle: y low, x high, y high, x low.
  const int by_x = along.x < 0.0 ? 1 : 3, by_y = along.y < 0.0 ? 2 : 0;
  const auto is_covered = [&](int edge) {
    const Vec2 share = covered_share(x, y, tile, edge, kinds), from = tile.centre + vertices_of(*tile.shape)[edge];
    const Vec2 way = tile.centre + vertices_of(*tile.shape)[next_of(*tile.shape, edge)] - from;
    const double place = dot(point - from, way) / dot(way, way);
    return share != Vec2{} && place >= share.x - k_plane_point && place <= share.y + k_plane_point;
  };
  if ((at_x ? along.y : along.x) == 0.0 || !is_covered(at_x ? by_x : by_y)) return normal;
  const int other = at_x ? by_y : by_x;
  return is_covered(other) ? normal : normals_of(*tile.shape)[other];
}

std::uint32_t TileMap::tile_near(const TilePart& part, Vec2 from_centre) const {
  const auto place = [](double from_middle, double size, std::uint8_t count) {
    const double at = from_middle / size + 0.5 * count;
    return static_cast<std::uint32_t>(clamped(at, 0.0, count - 1.0));
  };
  return part.tile + place(from_centre.y, tile_size.y, part.height) * columns +
         place(from_centre.x, tile_size.x, part.width);
}

struct TileMapBuilder {
  TileMap& map;
  Composite& composite;

  Status add_polygon(std::span<const double> points, const char*& message) {
    Buffer<double> scaled;
    if (!scaled.reserve_exactly(points.size())) return Status::out_of_memory;
    for (std::size_t i = 0; i < points.size(); ++i) {
      if (!(points[i] >= 0.0 && points[i] <= 1.0)) {
        message = "a polygon of a tile must be within the unit tile";
        return Status::invalid_argument;
      }
      scaled.push_unchecked(points[i] * (i % 2 == 0 ? map.tile_size.x : map.tile_size.y));
    }
    Result<PolygonPtr> built = build_polygon(scaled.span());
    message = built.message;
    if (!built.ok()) return built.status;
    map.shapes_.push_unchecked(make_convex_polygon(*built.value).value);
    if (map.shapes_.back().polygon == nullptr) return Status::ok;
    if (!composite.polygons.push(built.value.get())) return Status::out_of_memory;
    map.shapes_.back().polygon = built.value.release();
    return Status::ok;
  }

  Status add_one_way(Vec2 direction, const char*& message) {
    if (!is_finite(direction) || (direction.x == 0.0 && direction.y == 0.0)) {
      message = "the direction of a one-way tile must be finite and not zero";
      return Status::invalid_argument;
    }
    const bool by_y = magnitude(direction.y) >= magnitude(direction.x);
    const Vec2 outwards = by_y ? Vec2{0.0, direction.y > 0.0 ? 1.0 : -1.0} : Vec2{direction.x > 0.0 ? 1.0 : -1.0, 0.0};
    // The front is on the left.
    const Vec2 middle = map.tile_size * 0.5, along = right_of(outwards);
    const auto from_middle = [&](Vec2 v) { return Vec2{v.x * middle.x, v.y * middle.y}; };
    const Vec2 edge = middle + from_middle(outwards), half = from_middle(along);
    map.shapes_.push_unchecked(segment_between(edge - half, edge + half));
    return Status::ok;
  }

  Status add_kinds(const TileMapOptions& options, const char*& message, std::int64_t& faulty) {
    if (!map.shapes_.reserve_exactly(256)) return Status::out_of_memory;
    map.kinds_[0].form = TileForm::empty;
    std::span<const double> points = options.points;
    bool is_known[256] = {};
    for (const TileKind& kind : options.kinds) {
      faulty = kind.kind;
      const std::size_t numbers = 2 * std::size_t{kind.point_count};
      if (kind.kind < 1 || kind.kind > 255 || is_known[kind.kind] ||
          kind.form > static_cast<std::uint32_t>(TileForm::one_way) || numbers > points.size()) {
        message = "kinds must be from 1 to 255, each once, and of a known form";
        return Status::invalid_argument;
      }
      is_known[kind.kind] = true;
      TileMap::Kind& known = map.kinds_[kind.kind];
      known = {static_cast<TileForm>(kind.form), static_cast<std::uint8_t>(map.shapes_.size())};
      Status status = Status::ok;
      if (known.form == TileForm::polygon) status = add_polygon(points.first(numbers), message);
      if (known.form == TileForm::one_way) {
        status = add_one_way(numbers == 2 ? Vec2{points[0], points[1]} : Vec2{}, message);
      }
      if (status != Status::ok) return status;
      points = points.subspan(numbers);
    }
    faulty = -1;
    return Status::ok;
  }

  /// @return false when memory runs out.
  bool fill(std::span<const std::uint8_t> tiles) {
    map.block_columns_ = (map.columns + k_block_tiles - 1) >> k_block_shift;
    const std::size_t blocks = std::size_t{map.block_columns_} * ((map.rows + k_block_tiles - 1) >> k_block_shift);
    if (!map.tiles.resize(std::size_t{map.columns} * map.rows, 0) || !map.blocks_.resize(blocks, {})) return false;
    for (std::uint32_t y = 0; y < k_block_tiles; ++y) {
      for (std::uint32_t x = 0; x < k_block_tiles; ++x) {
        map.rectangles_[y][x] = make_rectangle((x + 1) * map.tile_size.x, (y + 1) * map.tile_size.y).value;
      }
    }
    if (!tiles.empty()) map.load(tiles);
    return true;
  }
};

BuiltComposite build_tile_map(const TileMapOptions& options) {
  const auto failure = [](Status status, const char* message, std::int64_t kind = -1) {
    return BuiltComposite{status, nullptr, message, kind};
  };
  const auto is_size = [](double tile, std::uint32_t count) {
    return tile >= k_min_size && tile * count <= k_max_size;
  };
  const std::uint64_t count = std::uint64_t{options.columns} * options.rows;
  if (count == 0 || count > k_max_tiles || !is_size(options.tile_size.x, options.columns) ||
      !is_size(options.tile_size.y, options.rows) || (!options.tiles.empty() && options.tiles.size() != count)) {
    return failure(Status::invalid_argument, "a tile map must have 1 to 2^27 tiles, and sizes from 1e-9 to 1e9");
  }
  CompositePtr made(make_object<Composite>());
  TileMap* const map = make_object<TileMap>();
  if (made != nullptr) const_cast<Composite&>(*made).tile_map = map;
  const char* message = "no memory for a tile map";
  if (made == nullptr || map == nullptr) {
    if (made == nullptr) destroy_object(map);
    return failure(Status::out_of_memory, message);
  }
  auto& composite = const_cast<Composite&>(*made);
  composite.type = ShapeType::tile_map;
  map->columns = options.columns;
  map->rows = options.rows;
  map->tile_size = options.tile_size;
  TileMapBuilder builder{*map, composite};
  const char* wrong = message;
  std::int64_t faulty = -1;
  const Status status = builder.add_kinds(options, wrong, faulty);
  if (status != Status::ok) return failure(status, wrong, faulty);
  // What it was made of, for snapshots.
  for (const TileKind& kind : options.kinds) {
    const std::uint32_t numbers[] = {kind.kind, kind.form, kind.point_count};
    for (const std::uint32_t number : numbers) {
      if (!composite.ring_sizes.push(number)) return failure(Status::out_of_memory, message);
    }
  }
  if (!builder.fill(options.tiles) || !composite.points.assign(options.points) ||
      !composite.maps.push({map, 0.0, {}, {}, -1})) {
    return failure(Status::out_of_memory, message);
  }
  composite.bounds = {{}, map->size()};
  for (const TileKind& kind : options.kinds) {
    composite.has_thin = composite.has_thin || kind.form == static_cast<std::uint32_t>(TileForm::one_way);
  }
  composite.part_count = static_cast<std::int32_t>(count);
  return {Status::ok, static_cast<CompositePtr&&>(made), "", -1};
}

std::uint8_t tile_at(const Composite& map, std::uint32_t x, std::uint32_t y) { return map.tile_map->at(x, y); }

void set_tiles(const Composite& map, std::span<const std::uint8_t> tiles) { map.tile_map->load(tiles); }

void fill_tiles(const Composite& map, std::uint32_t low_x, std::uint32_t low_y, std::uint32_t high_x,
                std::uint32_t high_y, std::uint8_t kind) {
  for (std::uint32_t y = low_y; y < high_y; ++y) {
    for (std::uint32_t x = low_x; x < high_x; ++x) map.tile_map->set(x, y, kind);
  }
}

}  // namespace hyperplane::plane
