#include "world/snapshot.h"

#include <bit>
#include <cstring>

#include <hyperplane/height_field.h>
#include <hyperplane/triangle_mesh.h>
#include <hyperplane/voxels.h>

#include "composite/compound.h"
#include "composite/shape_extent.h"
#include "core/byte_stream.h"
#include "core/hash.h"
#include "core/index_table.h"
#include "core/memory.h"
#include "core/sort.h"
#include "hull/archive.h"
#include "world/world_impl.h"

/// Writes a world as bytes; see snapshot.h for the layout. Two passes: the first counts the bytes.

namespace hyperplane {
namespace {

/// A shape as a row or a part uses it.
struct ShapeUse {
  const Shape* shape;
  /// As by `data_of`. Null for removed colliders: their owner may have freed it.
  const void* data = nullptr;
  /// Of a live collider. Of the first use of a shape: of any.
  bool is_live = false;
};

bool is_same(const ShapeUse& use_a, const ShapeUse& use_b) {
  const Shape &a = *use_a.shape, &b = *use_b.shape;
  if (a.type != b.type || use_a.data != use_b.data) return false;
  for (int i = 0; i < parameter_count(a.type); ++i) {
    if (std::bit_cast<std::uint64_t>(a.parameters[i]) != std::bit_cast<std::uint64_t>(b.parameters[i])) return false;
  }
  return true;
}

std::uint64_t hash_of_use(const ShapeUse& use) {
  Hash hash;
  hash.add(static_cast<std::uint32_t>(use.shape->type));
  for (int i = 0; i < parameter_count(use.shape->type); ++i) hash.add(use.shape->parameters[i]);
  hash.add(std::uint64_t{reinterpret_cast<std::uintptr_t>(use.data)});
  return hash.value();
}

/// Sets first[i] to the index of the first use of the same shape, and whether that is live. Addresses only decide which
/// uses are equal, not the result. @return false when memory runs out.
[[nodiscard]] bool find_first_uses(std::span<ShapeUse> uses, Buffer<std::uint32_t>& first) {
  IndexTable table;
  if (!table.reserve(uses.size()) || !first.resize(uses.size(), 0)) return false;
  for (std::uint32_t i = 0; i < uses.size(); ++i) {
    first[i] = table.find_or_add(hash_of_use(uses[i]), i, [&](std::uint32_t k) { return is_same(uses[k], uses[i]); });
    if (uses[i].is_live) uses[first[i]].is_live = true;
  }
  return true;
}

/// The distinct shapes of a world: convex ones and surfaces in the order of their first rows, those that only compounds
/// use, then the compounds.
class ShapeTable {
 public:
  /// @param with_parts include the shapes of the parts of compounds. @return false when memory runs out.
  [[nodiscard]] bool collect(const Storage& storage, bool with_parts) {
    const std::uint32_t rows = storage.row_count;
    Buffer<ShapeUse> of_rows, all;
    Buffer<std::uint32_t> used_rows, first, first_of_all;
    if (!shapes_.reserve_exactly(rows) || !of_rows.reserve_exactly(rows) || !used_rows.reserve_exactly(rows) ||
        !index_of_row_.resize(rows, k_no_shape)) {
      return false;
    }
    for (std::uint32_t row = 0; row < rows; ++row) {
      if (!storage.is_used(row)) continue;
      shapes_.push_unchecked(storage.shapes[row]);
      const Shape& shape = shapes_.back();
      const bool is_live = (storage.flags[row] & Storage::k_live) != 0;
      of_rows.push_unchecked(is_live ? ShapeUse{&shape, data_of(shape), true} : ShapeUse{&shape});
      used_rows.push_unchecked(row);
    }
    if (!find_first_uses(of_rows.span(), first)) return false;

    // Other shapes of rows, then parts; the compounds apart.
    Buffer<std::uint32_t> numbers;
    if (!numbers.resize(of_rows.size(), 0)) return false;
    for (std::size_t i = 0; i < of_rows.size(); ++i) {
      if (first[i] != i) continue;
      const bool is_compound = of_rows[i].shape->type == ShapeType::compound;
      Buffer<ShapeUse>& list = is_compound ? compounds_ : all;
      numbers[i] = static_cast<std::uint32_t>(list.size());
      if (!list.push(of_rows[i])) return false;
    }
    const std::size_t single_rows = all.size();
    for (const ShapeUse& compound : compounds_) {
      if (!with_parts || compound.data == nullptr) continue;
      for (const CompoundPart& part : compound.shape->compound->parts()) {
        if (!all.push({&part.shape, data_of(part.shape), true})) return false;
      }
    }
    if (!find_first_uses(all.span(), first_of_all)) return false;
    for (std::size_t i = 0; i < all.size(); ++i) {
      // Overwritten by the number in the table, which later uses look up.
      if (first_of_all[i] != i) {
        first_of_all[i] = first_of_all[first_of_all[i]];
      } else {
        first_of_all[i] = static_cast<std::uint32_t>(single_.size());
        if (!single_.push(all[i])) return false;
      }
    }
    if (!part_numbers_.assign(first_of_all.span().subspan(single_rows))) return false;
    const auto single_count = static_cast<std::uint32_t>(single_.size());
    for (std::size_t i = 0; i < of_rows.size(); ++i) {
      const std::uint32_t number = numbers[first[i]];
      const bool is_compound = of_rows[i].shape->type == ShapeType::compound;
      index_of_row_[used_rows[i]] = is_compound ? single_count + number : first_of_all[number];
    }
    return true;
  }

  /// All but compounds.
  std::span<const ShapeUse> single() const { return single_.span(); }
  std::span<const ShapeUse> compounds() const { return compounds_.span(); }
  /// Indices of the parts of all compounds.
  std::span<const std::uint32_t> part_numbers() const { return part_numbers_.span(); }
  std::span<const std::uint32_t> index_of_row() const { return index_of_row_.span(); }

 private:
  /// Unpacked, of the rows in use.
  Buffer<Shape> shapes_;
  Buffer<ShapeUse> single_, compounds_;
  Buffer<std::uint32_t> part_numbers_, index_of_row_;
};

/// Begins a shape: its type, and its hash if it is only named. A shape that only removed colliders use is not named:
/// their owner may have disposed of it. @return whether its data must follow.
bool begin_shape(const ShapeUse& use, bool with_shapes, ByteWriter& out) {
  out.put(static_cast<std::uint32_t>(use.shape->type));
  if (with_shapes || !use.is_live) return true;
  out.put(SnapshotData::hash);
  out.put(hash_of(*use.shape));
  return false;
}

template <class T>
void write_surface(const T& surface, void (*serialize)(const T&, std::span<std::byte>), ByteWriter& out) {
  const std::size_t size = serialized_size(surface);
  out.put(std::uint64_t{size});
  const std::span<std::byte> room = out.skip(size);
  if (!room.empty()) serialize(surface, room);
}

void write_shapes(const ShapeTable& shapes, bool with_shapes, ByteWriter& out) {
  out.put(static_cast<std::uint32_t>(shapes.single().size() + shapes.compounds().size()));
  for (const ShapeUse& use : shapes.single()) {
    if (!begin_shape(use, with_shapes, out)) continue;
    const Shape& shape = *use.shape;
    if (has_parameters(shape.type)) {
      out.put(SnapshotData::parameters);
      for (int i = 0; i < parameter_count(shape.type); ++i) out.put(shape.parameters[i]);
    } else if (use.data == nullptr) {
      out.put(SnapshotData::gone);
    } else {
      out.put(SnapshotData::geometry);
      if (shape.type == ShapeType::convex_hull) {
        out.put(shape.parameters[0]);
        write_hull(*shape.hull, out);
      } else if (shape.type == ShapeType::voxels) {
        write_surface(*shape.voxels, serialize_voxels, out);
      } else if (shape.type == ShapeType::triangle_mesh) {
        write_surface(*shape.mesh, serialize_triangle_mesh, out);
      } else {
        write_surface(*shape.height_field, serialize_height_field, out);
      }
    }
  }
  const std::uint32_t* number = shapes.part_numbers().data();
  for (const ShapeUse& use : shapes.compounds()) {
    if (!begin_shape(use, with_shapes, out)) continue;
    out.put(use.data == nullptr ? SnapshotData::gone : SnapshotData::geometry);
    if (use.data == nullptr) continue;
    const std::span<const CompoundPart> parts = use.shape->compound->parts();
    out.put(static_cast<std::uint32_t>(parts.size()));
    for (const CompoundPart& part : parts) {
      out.put(*number++);
      out.put(part.pose);
    }
  }
}

void write_rows(const Storage& storage, const ShapeTable& shapes, ByteWriter& out) {
  const std::size_t rows = storage.row_count;
  constexpr auto k_kept = static_cast<std::uint16_t>(~(Storage::k_dirty | Storage::k_reported));
  for (std::size_t row = 0; row < rows; ++row) out.put(static_cast<std::uint16_t>(storage.flags[row] & k_kept));
  for (std::size_t row = 0; row < rows; ++row) {
    const BoxRow& seen = storage.seen[row];
    out.put_array(std::span<const double>(seen.position));
    out.put_array(std::span<const float>(seen.rotation));
  }
  out.put_array(storage.positions.span().first(3 * rows));
  out.put_array(storage.rotations.span().first(4 * rows));
  out.put_array(shapes.index_of_row());
  for (std::uint32_t row = 0; row < rows; ++row) {
    out.put(storage.is_used(row) ? storage.shapes.hash(row) : std::uint64_t{0});
  }
  out.put_array(storage.layers.span().first(rows));
  out.put_array(storage.masks.span().first(rows));
  out.put_array(storage.generations.span().first(rows));
  const KindMasks& masks = storage.shapes.kind_masks;
  out.put(static_cast<std::uint32_t>(masks.size()));
  for (std::size_t i = 0; i < masks.size(); ++i) out.put(masks[i]);
  for (std::uint32_t row = 0; row < rows; ++row) {
    const KindMask* const kinds = storage.is_used(row) ? storage.shapes.kinds(row) : nullptr;
    std::uint32_t number = 0;
    for (std::uint32_t i = 0; kinds != nullptr && number == 0; ++i) number = &masks[i] == kinds ? i + 1 : 0;
    out.put(number);
  }
  out.put_list(storage.margins.span().first(storage.margins.empty() ? 0 : rows));
  for (const Buffer<std::uint32_t>* list :
       {&storage.members[0], &storage.members[1], &storage.members[2], &storage.changed_rows, &storage.free_rows,
        &storage.waiting, &storage.waiting_longer}) {
    out.put_list(list->span());
  }
}

void write_starts(const StartPoses& starts, ByteWriter& out) {
  out.put_list(starts.rows());
  for (const StartPoses::Start& start : starts.poses()) {
    out.put_array(std::span<const double>(start.position));
    out.put_array(std::span<const float>(start.rotation));
  }
}

void write_pairs(std::span<const RowPair> ignored, const ContactLists& shown, ByteWriter& out) {
  out.put_list(ignored);
  for (const Buffer<RowPair>* list : {&shown.touching, &shown.began, &shown.ended, &shown.pairs}) {
    out.put_list(list->span());
  }
  out.put_array(shown.normals.span());
  const ContactPointsList points = shown.points.list();
  for (std::size_t i = 0; i < points.size(); ++i) out.put(points[i]);
  out.put_array(shown.features.span());
  for (std::size_t i = shown.features.size(); i < shown.pairs.size(); ++i) out.put(PairFeatures{});
}

}  // namespace

Result<Snapshot> World::snapshot(const SnapshotOptions& options) const {
  const auto out_of_memory = [] {
    return Result<Snapshot>::failure(Status::out_of_memory, "out of memory while taking a snapshot");
  };
  const Impl& p = *impl_;
  ShapeTable shapes;
  Buffer<RowPair> ignored;
  if (!shapes.collect(p.storage, options.with_shapes) || !ignored.reserve_exactly(p.storage.ignored.size()))
    return out_of_memory();
  p.storage.ignored.for_each([&](std::uint32_t a, std::uint32_t b) { ignored.push_unchecked({a, b}); });
  sort(ignored.span());

  const auto write = [&](ByteWriter& out, const SnapshotHeader& header) {
    out.put(header);
    out.put(static_cast<std::uint32_t>(p.options.broad_phase));
    out.put(p.options.max_candidates);
    out.put(p.options.max_contacts);
    out.put(p.storage.row_count);
    for (const double coordinate : {p.origin.x, p.origin.y, p.origin.z}) out.put(coordinate);
    write_shapes(shapes, options.with_shapes, out);
    write_rows(p.storage, shapes, out);
    write_pairs(ignored.span(), p.shown, out);
    out.put_list(p.continuous.rows());
    write_starts(p.storage.starts, out);
    write_starts(p.storage.formers, out);
    out.put_list(p.shown.impacts.span());
    out.pad();
  };
  ByteWriter counter;
  write(counter, {});
  Snapshot snapshot;
  snapshot.size = counter.size();
  snapshot.bytes.reset(static_cast<std::byte*>(hyperplane_allocate(snapshot.size)));
  if (snapshot.bytes == nullptr) return out_of_memory();
  const std::span<std::byte> room(snapshot.bytes.get(), snapshot.size);
  SnapshotHeader header{k_snapshot_magic, k_snapshot_version, 0, snapshot.size, 0};
  ByteWriter writer(room);
  write(writer, header);
  header.checksum = snapshot_checksum(room.subspan(sizeof header));
  std::memcpy(room.data(), &header, sizeof header);
  return {Status::ok, static_cast<Snapshot&&>(snapshot), ""};
}

}  // namespace hyperplane
