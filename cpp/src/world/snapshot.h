#pragma once

#include <cstddef>
#include <cstdint>
#include <span>

#include "core/hash.h"

/// The layout of a snapshot, which snapshot.cpp writes and restore.cpp reads:
///
///   header            magic, version, length, checksum of all that follows
///   settings          broad phase, caps, local origin
///   shapes            distinct shapes: type, and the parameters, the hull, the mesh, the height field or the voxels;
///                     compounds last: for each part the index of its shape, and its pose. Or type and hash, without
///                     the parts of compounds
///   rows              the arrays of Storage by row, up to the highest that was ever in use; sets of kinds, and by row
///                     the number of that of its shape, from 1; margins, if there are any
///   lists of rows     movers, statics, disabled, changed, free, waiting
///   pairs             ignored; touching, contacts, began, ended
///   sweeps            continuous rows; rows that have moved since the last update, and where they stood; impacts
///
/// Derived data (bounds, trees, marks, counts) is not stored. Numbers are little-endian.

namespace hyperplane {

struct SnapshotHeader {
  std::uint64_t magic;
  std::uint32_t version;
  std::uint32_t padding;
  /// Bytes of the snapshot, header included; a multiple of 8.
  std::uint64_t length;
  std::uint64_t checksum;
};

/// "hypworld" in memory.
inline constexpr std::uint64_t k_snapshot_magic = 0x646c726f77707968;
/// Increases with every change of the layout or the contents.
inline constexpr std::uint32_t k_snapshot_version = 10;

/// Index of the shape of a free row.
inline constexpr std::uint32_t k_no_shape = 0xffffffff;
/// What follows the type of a shape: its parameters; its hull, mesh, height field, voxels or parts; nothing, as these
/// are those of a collider that was removed; its hash.
enum class SnapshotData : std::uint32_t { parameters = 0, geometry = 1, gone = 2, hash = 3 };

inline std::uint64_t snapshot_checksum(std::span<const std::byte> bytes) {
  Hash hash;
  hash.add_bytes(bytes);
  return hash.value();
}

}  // namespace hyperplane
