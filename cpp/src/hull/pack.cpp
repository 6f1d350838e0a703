#include "hull/pack.h"

#include <cstring>
#include <initializer_list>
#include <new>
#include <type_traits>
#include <utility>

#include "core/memory.h"
#include "hull/support.h"
#include "hull/tolerances.h"

namespace hyperplane {

static_assert(std::is_trivially_destructible_v<Hull>);

void HullDeleter::operator()(const Hull* hull) const { hyperplane_release(const_cast<Hull*>(hull)); }

namespace {

/// The vertices and faces of all edges.
std::span<const std::uint32_t> indices_of(std::span<const Hull::Edge> edges) {
  static_assert(sizeof(Hull::Edge) == 4 * sizeof(std::uint32_t));
  return {reinterpret_cast<const std::uint32_t*>(edges.data()), 4 * edges.size()};
}

IndexWidth width_for(std::initializer_list<std::span<const std::uint32_t>> lists) {
  std::uint32_t bits = 0;
  for (const std::span<const std::uint32_t> list : lists) {
    for (const std::uint32_t index : list) bits |= index;
  }
  return IndexWidth::for_bits(bits);
}

/// Hands out parts of one block of memory. Without a block it only adds up the bytes.
class BlockLayout {
 public:
  explicit BlockLayout(std::byte* block) : block_(block) {}

  std::size_t used() const { return used_; }

  /// @return null without a block.
  std::byte* add(std::size_t bytes, std::size_t alignment) {
    used_ = (used_ + alignment - 1) & ~(alignment - 1);
    std::byte* const at = block_ == nullptr ? nullptr : block_ + used_;
    used_ += bytes;
    return at;
  }
  std::byte* add_indices(std::size_t count, IndexWidth width) {
    return add(count << width.shift, std::size_t{1} << width.shift);
  }

  template <class T>
  const T* copy(std::span<const T> values) {
    std::byte* const at = add(values.size_bytes(), alignof(T));
    if (at != nullptr && !values.empty()) std::memcpy(at, values.data(), values.size_bytes());
    return reinterpret_cast<const T*>(at);
  }
  const std::byte* copy_indices(std::span<const std::uint32_t> indices, IndexWidth width) {
    std::byte* const at = add_indices(indices.size(), width);
    if (at != nullptr) {
      for (std::size_t i = 0; i < indices.size(); ++i) IndexList::write(at, i, width, indices[i]);
    }
    return at;
  }

 private:
  std::byte* block_;
  std::size_t used_ = 0;
};

}  // namespace

class HullPacker {
 public:
  explicit HullPacker(const HullArrays& arrays)
      : arrays_(arrays),
        edges_(indices_of(arrays.edges.span())),
        width_(width_for({edges_, arrays.first_corners.span(), arrays.loop_vertices.span(), arrays.loop_edges.span(),
                          arrays.first_neighbours.span(), arrays.neighbours.span()})),
        input_width_(width_for({arrays.input_indices.span()})) {}

  HullPtr run();

 private:
  std::uint32_t vertex_count() const { return static_cast<std::uint32_t>(arrays_.vertices.size()); }

  [[nodiscard]] bool prepare_support();
  /// Runs twice: without a block for the sizes, then with one.
  void lay_out(BlockLayout& layout, Hull& hull);
  void fill_start_vertices(const Hull& hull) const;

  const HullArrays& arrays_;
  const std::span<const std::uint32_t> edges_;
  const IndexWidth width_, input_width_;
  Buffer<SupportCells::Block> blocks_;
  Buffer<SupportCells::Cell> cell_list_;
  SupportCells cells_;
  Buffer<FaceNormals::Block> normals_;
  std::uint32_t start_side_ = 0, start_count_ = 0;
  std::byte* start_vertices_ = nullptr;
};

bool HullPacker::prepare_support() {
  const std::span<const Hull::Face> faces = arrays_.faces.span();
  if (faces.size() > k_max_scanned_faces && !FaceNormals::build(faces, normals_)) return false;
  if (vertex_count() <= k_max_listed_vertices) {
    return cells_.build(arrays_.points.span(), blocks_, cell_list_);
  }
  // As many cells as there are vertices, or a few times more.
  start_side_ = 1;
  while (start_side_ < k_max_start_side && cube_map_size(start_side_) < vertex_count()) start_side_ *= 2;
  start_count_ = cube_map_size(start_side_);
  return true;
}

void HullPacker::lay_out(BlockLayout& layout, Hull& hull) {
  layout.add(sizeof(Hull), alignof(Hull));
  hull.numbers_ = arrays_.numbers;
  hull.has_short_edges_ = arrays_.has_short_edges;
  hull.vertex_count_ = vertex_count();
  hull.face_count_ = static_cast<std::uint32_t>(arrays_.faces.size());
  hull.edge_count_ = static_cast<std::uint32_t>(arrays_.edges.size());
  hull.vertices_ = layout.copy(arrays_.vertices.span());
  layout.copy(arrays_.points.span());
  hull.faces_ = layout.copy(arrays_.faces.span());
  hull.support_cells_ = cells_;
  hull.support_cells_.blocks_ = layout.copy(std::as_const(blocks_).span());
  hull.support_cells_.cells_ = layout.copy(std::as_const(cell_list_).span());
  hull.face_normals_.blocks_ = layout.copy(std::as_const(normals_).span());
  hull.face_normals_.block_count_ = static_cast<std::uint32_t>(normals_.size());
  const std::span<const std::uint32_t> input = arrays_.input_indices.span();
  hull.input_indices_ = {layout.copy_indices(input, input_width_), input.size(), input_width_};
  hull.width_ = width_;
  hull.edges_ = layout.copy_indices(edges_, width_);
  hull.first_corners_ = layout.copy_indices(arrays_.first_corners.span(), width_);
  hull.loop_vertices_ = layout.copy_indices(arrays_.loop_vertices.span(), width_);
  hull.loop_edges_ = layout.copy_indices(arrays_.loop_edges.span(), width_);
  hull.first_neighbours_ = layout.copy_indices(arrays_.first_neighbours.span(), width_);
  hull.neighbours_ = layout.copy_indices(arrays_.neighbours.span(), width_);
  // Last, because they are filled last, and every write also clears a few bytes behind it.
  start_vertices_ = layout.add_indices(start_count_, width_);
  hull.start_vertices_ = start_vertices_;
  hull.start_side_ = start_side_;
  layout.add(IndexList::k_padding, 1);
  hull.memory_size_ = layout.used();
}

/// The highest vertex along the middle of each cell.
void HullPacker::fill_start_vertices(const Hull& hull) const {
  std::uint32_t vertex = 0;
  for (std::uint32_t cell = 0; cell < start_count_; ++cell) {
    // A row begins beside the last one.
    if (cell >= start_side_ && cell % start_side_ == 0) vertex = hull.index_at(start_vertices_, cell - start_side_);
    vertex = climb(hull, cube_map_direction(cell, start_side_, 0.5, 0.5), vertex);
    IndexList::write(start_vertices_, cell, width_, vertex);
  }
}

HullPtr HullPacker::run() {
  if (!prepare_support()) return nullptr;
  BlockLayout sizes(nullptr);
  Hull unplaced;
  lay_out(sizes, unplaced);
  auto* const block = static_cast<std::byte*>(hyperplane_allocate(sizes.used(), alignof(Hull)));
  if (block == nullptr) return nullptr;
  BlockLayout layout(block);
  Hull* const hull = new (block) Hull;
  lay_out(layout, *hull);
  fill_start_vertices(*hull);
  return HullPtr(hull);
}

HullPtr pack_hull(const HullArrays& arrays) { return HullPacker(arrays).run(); }

Aabb Hull::bounds() const {
  Aabb bounds{vertices_[0], vertices_[0]};
  for (const Vec3& v : vertices()) bounds = {min(bounds.min, v), max(bounds.max, v)};
  return bounds;
}

}  // namespace hyperplane
