#include "composite/voxels.h"

#include <algorithm>
#include <cstring>

#include "composite/archive_checksum.h"
#include "core/byte_stream.h"
#include "core/hash.h"
#include "core/memory.h"

/// Grids of cells: building, changing, bytes, and the public functions, which check input.

namespace hyperplane {
namespace {

constexpr std::uint32_t k_voxels_magic = 0x58565048;  // "HPVX"
constexpr std::uint32_t k_voxels_version = 1;

struct VoxelsHeader {
  std::uint32_t magic = k_voxels_magic, version = k_voxels_version;
  std::uint64_t checksum = 0;
  double cell_size[3] = {};
  std::uint32_t count[3] = {};
  std::uint32_t padding = 0;
};
static_assert(sizeof(VoxelsHeader) == 56);
static_assert(offsetof(VoxelsHeader, checksum) == k_checksum_offset);

constexpr std::size_t k_word = 8;
/// Cells for each layer that is counted, at least.
constexpr std::size_t k_cells_a_layer = 16;

/// Four bits: which of four bytes are not zero.
std::uint32_t occupied_bits(std::uint32_t kinds) {
  const std::uint32_t low = (kinds & 0x7f7f7f7fu) + 0x7f7f7f7fu;
  return (((low | kinds) & 0x80808080u) >> 7) * 0x10204080u >> 28;
}

const char* problem_of(const VoxelOptions& options) {
  std::uint64_t cells = 1;
  for (const std::uint32_t count : {options.columns, options.layers, options.rows}) {
    if (count == 0 || count > k_max_voxels) return "the columns, layers or rows of a grid are not from 1 to 2^27";
    cells *= count;
    if (cells > k_max_voxels) return "a grid has more than 2^27 cells";
  }
  const double counts[3] = {static_cast<double>(options.columns), static_cast<double>(options.layers),
                            static_cast<double>(options.rows)};
  for (int k = 0; k < 3; ++k) {
    const double side = component(options.cell_size, k);
    if (!(side >= k_min_shape_size && side <= k_max_shape_size)) {
      return "a side of a cell is not a number from 1e-9 to 1e9 m";
    }
    if (!(side * counts[k] <= k_max_shape_size)) return "a grid is longer than 1e9 m";
  }
  return nullptr;
}

/// Widens a box to contain another.
void widen(CellBox& box, const CellBox& by) {
  const bool was_empty = box.is_empty();
  for (int k = 0; k < 3; ++k) {
    box.low[k] = was_empty ? by.low[k] : std::min(box.low[k], by.low[k]);
    box.high[k] = was_empty ? by.high[k] : std::max(box.high[k], by.high[k]);
  }
}

std::size_t cell_count(const VoxelOptions& options) {
  return std::size_t{options.columns} * options.layers * options.rows;
}

}  // namespace

bool Voxels::create(const VoxelOptions& options) {
  count_[0] = static_cast<std::int32_t>(options.columns);
  count_[1] = static_cast<std::int32_t>(options.layers);
  count_[2] = static_cast<std::int32_t>(options.rows);
  cell_size_ = options.cell_size;
  cells_a_metre_ = {1.0 / cell_size_.x, 1.0 / cell_size_.y, 1.0 / cell_size_.z};
  std::uint32_t bricks = 0;
  std::int32_t side[3] = {count_[0], count_[1], count_[2]};
  do {
    Level& level = levels_[level_count_++];
    level.first = bricks;
    for (int k = 0; k < 3; ++k) level.side[k] = side[k] = (side[k] + k_side - 1) / k_side;
    bricks +=
        static_cast<std::uint32_t>(side[0]) * static_cast<std::uint32_t>(side[1]) * static_cast<std::uint32_t>(side[2]);
  } while (side[0] > 1 || side[1] > 1 || side[2] > 1);
  const std::size_t bytes = (cell_count(options) + k_word - 1) / k_word * k_word;
  if (!kinds_.reserve_exactly(bytes) || !bits_.reserve_exactly(bricks)) return false;
  if (!kinds_.resize(bytes, 0) || !bits_.resize(bricks, 0)) return false;
  const std::size_t layers = std::size_t{options.columns} + options.layers + options.rows;
  if (k_cells_a_layer * layers <= bytes) return layers_.reserve_exactly(layers) && layers_.resize(layers, 0);
  occupied_ = all();
  return true;
}

bool Voxels::build(std::span<const std::uint8_t> cells, const VoxelOptions& options) {
  if (!create(options)) return false;
  if (cells.empty()) return true;
  std::memcpy(kinds_.data(), cells.data(), cells.size());
  adopt_kinds();
  return true;
}

std::uint64_t Voxels::bits_by_kinds(std::int32_t x, std::int32_t y, std::int32_t z) const {
  std::uint64_t bits = 0;
  const std::int32_t left = k_side * x, low = k_side * y, front = k_side * z;
  const auto width = static_cast<std::size_t>(std::min(k_side, count_[0] - left));
  const std::int32_t top = std::min(low + k_side, count_[1]), back = std::min(front + k_side, count_[2]);
  for (std::int32_t at_y = low; at_y < top; ++at_y) {
    for (std::int32_t at_z = front; at_z < back; ++at_z) {
      std::uint32_t four = 0;
      const std::uint8_t* const from = kinds_.data() + index(left, at_y, at_z);
      if (width == k_side) {
        std::memcpy(&four, from, k_side);
      } else {
        std::memcpy(&four, from, width);
      }
      bits |= std::uint64_t{occupied_bits(four)} << bit_of(0, at_y, at_z);
    }
  }
  return bits;
}

void Voxels::adopt_kinds() {
  for (int level = 0; level < level_count_; ++level) {
    const Level& of = levels_[level];
    std::uint32_t next = of.first;
    for (std::int32_t y = 0; y < of.side[1]; ++y) {
      for (std::int32_t z = 0; z < of.side[2]; ++z) {
        for (std::int32_t x = 0; x < of.side[0]; ++x, ++next) {
          if (level == 0) {
            bits_[next] = bits_by_kinds(x, y, z);
            count_layers(0, bits_[next], {x, y, z});
          }
          if (bits_[next] == 0 || level + 1 == level_count_) continue;
          bits_[brick_index(level + 1, x / k_side, y / k_side, z / k_side)] |= std::uint64_t{1} << bit_of(x, y, z);
        }
      }
    }
  }
  kinds_hash_ = hash_of_words(0, kinds_.size() / k_word);
  occupied_ = all();
  trim_occupied();
}

void Voxels::count_layers(std::uint64_t before, std::uint64_t after, const std::int32_t (&place)[3]) {
  // Of a brick: its first layer across an axis, and the bits to the next.
  constexpr std::uint64_t k_first[3] = {0x1111'1111'1111'1111, 0xffff, 0x000f'000f'000f'000f};
  constexpr int k_step[3] = {1, k_side * k_side, k_side};
  if (layers_.empty()) return;
  std::uint32_t* layer = layers_.data();
  for (int k = 0; k < 3; ++k) {
    const std::int32_t low = k_side * place[k], high = std::min(low + k_side, count_[k]);
    std::uint64_t cells = k_first[k];
    for (std::int32_t at = low; at < high; ++at, cells <<= k_step[k]) {
      layer[at] += ((after & cells) != 0 ? 1u : 0u) - ((before & cells) != 0 ? 1u : 0u);
    }
    layer += count_[k];
  }
}

void Voxels::trim_occupied() {
  if (layers_.empty()) return;
  const std::uint32_t* layer = layers_.data();
  for (int k = 0; k < 3; ++k) {
    std::int32_t &low = occupied_.low[k], &high = occupied_.high[k];
    while (low < high && layer[low] == 0) ++low;
    while (low < high && layer[high - 1] == 0) --high;
    layer += count_[k];
  }
}

std::uint64_t Voxels::hash_of_words(std::size_t first, std::size_t end) const {
  std::uint64_t sum = 0;
  for (std::size_t i = first; i < end; ++i) {
    std::uint64_t word;
    std::memcpy(&word, kinds_.data() + k_word * i, k_word);
    if (word == 0) continue;
    // As Hash, which costs more.
    word = (word ^ i * 0x9fb21c651e98df25u) * 0xff51afd7ed558ccdu;
    word = (word ^ word >> 32) * 0xc4ceb9fe1a85ec53u;
    sum += word ^ word >> 29;
  }
  return sum;
}

void Voxels::fill(const CellBox& box, std::uint8_t kind) {
  const auto length = static_cast<std::size_t>(box.high[0] - box.low[0]);
  for (std::int32_t y = box.low[1]; y < box.high[1]; ++y) {
    for (std::int32_t z = box.low[2]; z < box.high[2]; ++z) {
      const std::size_t first = index(box.low[0], y, z);
      const std::size_t word = first / k_word, end = (first + length + k_word - 1) / k_word;
      kinds_hash_ -= hash_of_words(word, end);
      std::memset(kinds_.data() + first, kind, length);
      kinds_hash_ += hash_of_words(word, end);
    }
  }
  if (kind != 0) widen(occupied_, box);
  CellBox at = box;
  for (int level = 0; level < level_count_; ++level) {
    CellBox bricks;
    for (int k = 0; k < 3; ++k) {
      bricks.low[k] = at.low[k] / k_side;
      bricks.high[k] = (at.high[k] - 1) / k_side + 1;
    }
    bool has_changed = false;
    for (std::int32_t y = bricks.low[1]; y < bricks.high[1]; ++y) {
      for (std::int32_t z = bricks.low[2]; z < bricks.high[2]; ++z) {
        for (std::int32_t x = bricks.low[0]; x < bricks.high[0]; ++x) {
          std::uint64_t& bits = bits_[brick_index(level, x, y, z)];
          const std::uint64_t before = bits;
          const std::int32_t place[3] = {k_side * x, k_side * y, k_side * z};
          std::int32_t from[3], to[3];
          for (int k = 0; k < 3; ++k) {
            from[k] = std::max(at.low[k], place[k]);
            to[k] = std::min(at.high[k], place[k] + k_side);
          }
          for (std::int32_t v = from[1]; v < to[1]; ++v) {
            for (std::int32_t w = from[2]; w < to[2]; ++w) {
              for (std::int32_t u = from[0]; u < to[0]; ++u) {
                const std::uint64_t bit = std::uint64_t{1} << bit_of(u, v, w);
                const bool is_set = level == 0 ? kind != 0 : brick(level - 1, u, v, w) != 0;
                bits = is_set ? bits | bit : bits & ~bit;
              }
            }
          }
          has_changed = has_changed || (before == 0) != (bits == 0);
          if (level == 0) count_layers(before, bits, {x, y, z});
        }
      }
    }
    if (!has_changed) break;
    at = bricks;
  }
  if (kind == 0) trim_occupied();
}

std::uint64_t Voxels::hash() const {
  Hash hash;
  hash.add(static_cast<std::uint32_t>(ShapeType::voxels));
  for (int k = 0; k < 3; ++k) {
    hash.add(static_cast<std::uint32_t>(count_[k]));
    hash.add(component(cell_size_, k));
  }
  hash.add(kinds_hash_);
  return hash.value();
}

const char* Voxels::validate() const {
  if (kinds_hash_ != hash_of_words(0, kinds_.size() / k_word)) return "the hash is not that of the kinds";
  for (int level = 0; level < level_count_; ++level) {
    const Level& of = levels_[level];
    for (std::int32_t y = 0; y < of.side[1]; ++y) {
      for (std::int32_t z = 0; z < of.side[2]; ++z) {
        for (std::int32_t x = 0; x < of.side[0]; ++x) {
          const std::uint64_t bits = brick(level, x, y, z);
          if (level == 0 && bits != bits_by_kinds(x, y, z)) return "a brick does not have the bits of its cells";
          if (level + 1 == level_count_) continue;
          const std::uint64_t above = brick(level + 1, x / k_side, y / k_side, z / k_side);
          if ((above >> bit_of(x, y, z) & 1) != (bits != 0 ? 1u : 0u)) return "a level does not follow that below it";
        }
      }
    }
  }
  CellBox occupied;
  for (std::int32_t y = 0; y < count_[1]; ++y) {
    for (std::int32_t z = 0; z < count_[2]; ++z) {
      for (std::int32_t x = 0; x < count_[0]; ++x) {
        if (kind(x, y, z) != 0) widen(occupied, {{x, y, z}, {x + 1, y + 1, z + 1}});
      }
    }
  }
  const bool is_known = occupied.is_empty() ? occupied_.is_empty() : occupied == occupied_;
  if (!is_known && !layers_.empty()) return "the box of the occupied cells is not the least one";
  return nullptr;
}

std::size_t Voxels::serialized_size() const { return sizeof(VoxelsHeader) + kinds_.size(); }

void Voxels::serialize(std::span<std::byte> bytes) const {
  VoxelsHeader header;
  for (int k = 0; k < 3; ++k) {
    header.cell_size[k] = component(cell_size_, k);
    header.count[k] = static_cast<std::uint32_t>(count_[k]);
  }
  ByteWriter out(bytes);
  out.put(header);
  out.put_array(kinds_.span());
  set_archive_checksum(bytes);
}

Status Voxels::deserialize(std::span<const std::byte> bytes) {
  ByteReader in(bytes);
  const auto header = in.get<VoxelsHeader>();
  const VoxelOptions options{header.count[0],
                             header.count[1],
                             header.count[2],
                             {header.cell_size[0], header.cell_size[1], header.cell_size[2]}};
  if (in.failed() || header.magic != k_voxels_magic || header.version != k_voxels_version || header.padding != 0 ||
      problem_of(options) != nullptr) {
    return Status::invalid_argument;
  }
  const std::size_t count = cell_count(options);
  if (in.left() != (count + k_word - 1) / k_word * k_word || !has_right_checksum(bytes)) {
    return Status::invalid_argument;
  }
  if (!create(options)) return Status::out_of_memory;
  in.get_array(kinds_.span());
  for (std::size_t i = count; i < kinds_.size(); ++i) {
    if (kinds_[i] != 0) return Status::invalid_argument;
  }
  adopt_kinds();
  return Status::ok;
}

void VoxelsDeleter::operator()(const Voxels* voxels) const { destroy_object(const_cast<Voxels*>(voxels)); }

Result<VoxelsPtr> build_voxels(std::span<const std::uint8_t> cells, const VoxelOptions& options) {
  const auto fail = [](Status status, const char* message) { return Result<VoxelsPtr>::failure(status, message); };
  if (const char* problem = problem_of(options)) return fail(Status::invalid_argument, problem);
  if (!cells.empty() && cells.size() != cell_count(options)) {
    return fail(Status::invalid_argument, "the number of cells is not the product of columns, layers and rows");
  }
  auto* const voxels = make_object<Voxels>();
  VoxelsPtr owner(voxels);
  if (voxels == nullptr || !voxels->build(cells, options)) {
    return fail(Status::out_of_memory, "no memory for the cells of a grid");
  }
  return {Status::ok, std::move(owner), ""};
}

VoxelOptions voxel_options(const Voxels& voxels) {
  const auto count = [&](int axis) { return static_cast<std::uint32_t>(voxels.count(axis)); };
  return {count(0), count(1), count(2), voxels.cell_size()};
}

std::span<const std::uint8_t> voxel_kinds(const Voxels& voxels) {
  return voxels.kinds().first(cell_count(voxel_options(voxels)));
}

Result<bool> set_voxel(Voxels& voxels, const CellPlace& cell, std::uint8_t kind) {
  return fill_voxels(voxels, cell, {cell.x + 1, cell.y + 1, cell.z + 1}, kind);
}

Result<bool> fill_voxels(Voxels& voxels, const CellPlace& low, const CellPlace& high, std::uint8_t kind) {
  const VoxelOptions of = voxel_options(voxels);
  const auto is_within = [](std::uint32_t from, std::uint32_t to, std::uint32_t count) {
    return from < to && to <= count;
  };
  if (!is_within(low.x, high.x, of.columns) || !is_within(low.y, high.y, of.layers) ||
      !is_within(low.z, high.z, of.rows)) {
    return Result<bool>::failure(Status::invalid_argument, "the cells are not within the grid");
  }
  const auto number = [](std::uint32_t count) { return static_cast<std::int32_t>(count); };
  voxels.fill({{number(low.x), number(low.y), number(low.z)}, {number(high.x), number(high.y), number(high.z)}}, kind);
  return {Status::ok, true, ""};
}

Shape make_voxels(const Voxels& voxels) {
  Shape shape{ShapeType::voxels, {0.0}};
  shape.voxels = &voxels;
  return shape;
}

std::size_t serialized_size(const Voxels& voxels) { return voxels.serialized_size(); }
void serialize_voxels(const Voxels& voxels, std::span<std::byte> bytes) { voxels.serialize(bytes); }

Result<VoxelsPtr> deserialize_voxels(std::span<const std::byte> bytes) {
  auto* const voxels = make_object<Voxels>();
  VoxelsPtr owner(voxels);
  const Status status = voxels == nullptr ? Status::out_of_memory : voxels->deserialize(bytes);
  if (status == Status::ok) return {Status::ok, std::move(owner), ""};
  return Result<VoxelsPtr>::failure(status, status == Status::out_of_memory
                                                ? "no memory for the cells of a grid"
                                                : "the bytes are damaged, or no grid of this version");
}

}  // namespace hyperplane
