#include "composite/voxels.h"

#include <algorithm>
#include <bit>
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
  return kinds_.resize(bytes, 0) && bits_.resize(bricks, 0);
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
          if (level == 0) bits_[next] = bits_by_kinds(x, y, z);
          if (bits_[next] == 0 || level + 1 == level_count_) continue;
          bits_[brick_index(level + 1, x / k_side, y / k_side, z / k_side)] |= std::uint64_t{1} << bit_of(x, y, z);
        }
      }
    }
  }
  kinds_hash_ = hash_of_words(0, kinds_.size() / k_word);
  occupied_ = all();
  trim_occupied(occupied_);
}

bool Voxels::is_any_occupied(int level, std::int32_t x, std::int32_t y, std::int32_t z, const CellBox& box) const {
  for (std::uint64_t bits = brick(level, x, y, z); bits != 0; bits &= bits - 1) {
    const int bit = std::countr_zero(bits);
    const std::int32_t at[3] = {k_side * x + (bit & 3), k_side * y + (bit >> 4), k_side * z + (bit >> 2 & 3)};
    bool is_in = true;
    for (int k = 0; k < 3; ++k) {
      is_in = is_in && at[k] << (2 * level) < box.high[k] && (at[k] + 1) << (2 * level) > box.low[k];
    }
    if (is_in && (level == 0 || is_any_occupied(level - 1, at[0], at[1], at[2], box))) return true;
  }
  return false;
}

void Voxels::trim_occupied(const CellBox& cleared) {
  const int top = level_count_ - 1;
  for (int k = 0; k < 3; ++k) {
    for (const bool is_up : {false, true}) {
      std::int32_t &low = occupied_.low[k], &high = occupied_.high[k];
      if (is_up ? cleared.high[k] < high : cleared.low[k] > low) continue;
      // As many layers at a time as a cell of a level has, from the highest level down.
      for (int level = top; level >= 0; --level) {
        const std::int32_t most = 1 << (2 * level);
        while (low < high) {
          CellBox layers = occupied_;
          const std::int32_t count = std::min(most, high - low);
          (is_up ? layers.low[k] : layers.high[k]) = is_up ? high - count : low + count;
          if (is_any_occupied(top, 0, 0, 0, layers)) break;
          (is_up ? high : low) = is_up ? high - count : low + count;
        }
      }
    }
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
  const bool was_none = occupied_.is_empty();
  for (int k = 0; k < 3 && kind != 0; ++k) {
    occupied_.low[k] = was_none ? box.low[k] : std::min(occupied_.low[k], box.low[k]);
    occupied_.high[k] = was_none ? box.high[k] : std::max(occupied_.high[k], box.high[k]);
  }
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
          const bool was_empty = bits == 0;
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
          has_changed = has_changed || was_empty != (bits == 0);
        }
      }
    }
    if (!has_changed) break;
    at = bricks;
  }
  if (kind == 0) trim_occupied(box);
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
  const int top = level_count_ - 1;
  const bool is_any = is_any_occupied(top, 0, 0, 0, all());
  if (is_any == occupied_.is_empty()) return "the box of the occupied cells is empty, or is not";
  for (int i = 0; i < 6 && is_any; ++i) {
    CellBox face = occupied_, beyond = all();
    const int k = i >> 1;
    if ((i & 1) != 0) {
      face.low[k] = face.high[k] - 1;
      beyond.low[k] = occupied_.high[k];
    } else {
      face.high[k] = face.low[k] + 1;
      beyond.high[k] = occupied_.low[k];
    }
    if (!is_any_occupied(top, 0, 0, 0, face)) return "the box of the occupied cells is too large";
    if (is_any_occupied(top, 0, 0, 0, beyond)) return "the box of the occupied cells is too small";
  }
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
