#include "world/snapshot.h"

#include <bit>
#include <cstring>

#include "core/byte_stream.h"
#include "core/memory.h"
#include "core/sort.h"
#include "hull/archive.h"
#include "world/world_impl.h"

/// Writes a world as bytes; see snapshot.h for the layout. Two passes: the first counts the bytes.

namespace hyperplane {
namespace {

/// The distinct shapes of a world, numbered in the order of their first rows.
class ShapeTable {
 public:
  [[nodiscard]] bool collect(const Storage& storage) {
    const std::uint32_t rows = storage.row_count;
    Buffer<std::uint32_t> order;
    if (!order.reserve_exactly(rows) || !first_rows_.reserve_exactly(rows) || !index_of_row_.resize(rows, k_no_shape)) {
      return false;
    }
    for (std::uint32_t row = 0; row < rows; ++row) {
      if ((storage.flags[row] & (Storage::k_live | Storage::k_waiting)) != 0) order.push_unchecked(row);
    }
    const auto compare = [&](std::uint32_t a, std::uint32_t b) { return compare_shapes(storage, a, b); };
    sort(order.span(), [&](std::uint32_t a, std::uint32_t b) {
      const int shapes = compare(a, b);
      return shapes != 0 ? shapes < 0 : a < b;
    });
    // First map every row to the first row with the same shape, then to that shape's number.
    for (std::size_t i = 0; i < order.size(); ++i) {
      const bool is_same = i > 0 && compare(order[i - 1], order[i]) == 0;
      index_of_row_[order[i]] = is_same ? index_of_row_[order[i - 1]] : order[i];
    }
    for (std::uint32_t row = 0; row < rows; ++row) {
      const std::uint32_t first = index_of_row_[row];
      if (first == k_no_shape) continue;
      if (first == row) {
        index_of_row_[row] = static_cast<std::uint32_t>(first_rows_.size());
        first_rows_.push_unchecked(row);
      } else {
        index_of_row_[row] = index_of_row_[first];
      }
    }
    return true;
  }

  std::span<const std::uint32_t> first_rows() const { return first_rows_.span(); }
  std::span<const std::uint32_t> index_of_row() const { return index_of_row_.span(); }

  /// Null for removed colliders: their owner may have freed the hull.
  static const Hull* hull_of(const Storage& storage, std::uint32_t row) {
    return (storage.flags[row] & Storage::k_live) != 0 ? storage.shapes[row].hull : nullptr;
  }

 private:
  static int compare_shapes(const Storage& storage, std::uint32_t row_a, std::uint32_t row_b) {
    const Shape &a = storage.shapes[row_a], &b = storage.shapes[row_b];
    if (a.type != b.type) return a.type < b.type ? -1 : 1;
    for (int i = 0; i < parameter_count(a.type); ++i) {
      const auto of_a = std::bit_cast<std::uint64_t>(a.parameters[i]);
      const auto of_b = std::bit_cast<std::uint64_t>(b.parameters[i]);
      if (of_a != of_b) return of_a < of_b ? -1 : 1;
    }
    const auto hull_a = reinterpret_cast<std::uintptr_t>(hull_of(storage, row_a));
    const auto hull_b = reinterpret_cast<std::uintptr_t>(hull_of(storage, row_b));
    return hull_a == hull_b ? 0 : (hull_a < hull_b ? -1 : 1);
  }

  Buffer<std::uint32_t> first_rows_, index_of_row_;
};

void write_shapes(const Storage& storage, const ShapeTable& shapes, ByteWriter& out) {
  out.put(static_cast<std::uint32_t>(shapes.first_rows().size()));
  for (const std::uint32_t row : shapes.first_rows()) {
    const Shape& shape = storage.shapes[row];
    out.put(static_cast<std::uint32_t>(shape.type));
    for (int i = 0; i < parameter_count(shape.type); ++i) out.put(shape.parameters[i]);
    const Hull* const hull = ShapeTable::hull_of(storage, row);
    if (shape.type != ShapeType::convex_hull) {
      out.put(SnapshotHull::none);
    } else if (hull == nullptr) {
      out.put(SnapshotHull::gone);
    } else {
      out.put(SnapshotHull::follows);
      write_hull(*hull, out);
    }
  }
}

void write_rows(const Storage& storage, const ShapeTable& shapes, ByteWriter& out) {
  const std::size_t rows = storage.row_count;
  constexpr auto k_kept = static_cast<std::uint8_t>(~(Storage::k_dirty | Storage::k_reported));
  for (std::size_t row = 0; row < rows; ++row) out.put(static_cast<std::uint8_t>(storage.flags[row] & k_kept));
  for (std::size_t row = 0; row < rows; ++row) {
    const BoxRow& seen = storage.seen[row];
    out.put_array(std::span<const double>(seen.position));
    out.put_array(std::span<const float>(seen.rotation));
  }
  out.put_array(storage.positions.span().first(3 * rows));
  out.put_array(storage.quaternions.span().first(4 * rows));
  out.put_array(shapes.index_of_row());
  out.put_array(storage.shape_hashes.span().first(rows));
  out.put_array(storage.layers.span().first(rows));
  out.put_array(storage.masks.span().first(rows));
  out.put_array(storage.generations.span().first(rows));
  for (const Buffer<std::uint32_t>* list : {&storage.members[0], &storage.members[1], &storage.changed_rows,
                                            &storage.free_rows, &storage.waiting, &storage.waiting_longer}) {
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
  out.put_array(shown.points.span());
}

}  // namespace

void ArrayDeleter::operator()(const void* array) const { hyperplane_release(const_cast<void*>(array)); }

Result<Snapshot> World::snapshot() const {
  const auto out_of_memory = [] {
    return Result<Snapshot>::failure(Status::out_of_memory, "out of memory while taking a snapshot");
  };
  const Impl& p = *impl_;
  ShapeTable shapes;
  Buffer<RowPair> ignored;
  if (!shapes.collect(p.storage) || !ignored.reserve_exactly(p.storage.ignored.size())) return out_of_memory();
  p.storage.ignored.for_each([&](std::uint32_t a, std::uint32_t b) { ignored.push_unchecked({a, b}); });
  sort(ignored.span());

  const auto write = [&](ByteWriter& out, const SnapshotHeader& header) {
    out.put(header);
    out.put(static_cast<std::uint32_t>(p.options.broad_phase));
    out.put(p.options.max_candidates);
    out.put(p.options.max_contacts);
    out.put(p.storage.row_count);
    for (const double coordinate : {p.origin.x, p.origin.y, p.origin.z}) out.put(coordinate);
    write_shapes(p.storage, shapes, out);
    write_rows(p.storage, shapes, out);
    write_pairs(ignored.span(), p.shown, out);
    out.put_list(p.continuous.rows());
    write_starts(p.storage.starts, out);
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
