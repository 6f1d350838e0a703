#pragma once

#include <cstddef>
#include <cstdint>
#include <cstring>
#include <span>

#include "core/hash.h"

namespace hyperplane {

/// Checksum of a serialised surface. Four interleaved hashes, because each word depends on the one before it.
inline std::uint64_t checksum_of(std::span<const std::byte> bytes) {
  Hash hashes[4];
  const std::size_t part = bytes.size() / 32 * 8;
  for (std::size_t i = 0; i < part; i += 8) {
    for (std::size_t k = 0; k < 4; ++k) {
      std::uint64_t word;
      std::memcpy(&word, bytes.data() + k * part + i, 8);
      hashes[k].add(word);
    }
  }
  Hash all;
  for (const Hash& hash : hashes) all.add(hash.value());
  all.add_bytes(bytes.subspan(4 * part));
  return all.value();
}

/// Serialised surfaces begin with magic, version and checksum, which is that of all bytes behind it.
inline constexpr std::size_t k_checksum_offset = 8, k_checked_from = 16;

/// @param bytes of a serialised surface, with the whole header.
inline bool has_right_checksum(std::span<const std::byte> bytes) {
  std::uint64_t checksum;
  std::memcpy(&checksum, bytes.data() + k_checksum_offset, sizeof(checksum));
  return checksum == checksum_of(bytes.subspan(k_checked_from));
}

/// Sets the checksum of serialised bytes. Fuzzers call it too, so that their inputs pass the check.
inline void set_archive_checksum(std::span<std::byte> bytes) {
  if (bytes.size() < k_checked_from) return;
  const std::uint64_t checksum = checksum_of(bytes.subspan(k_checked_from));
  std::memcpy(bytes.data() + k_checksum_offset, &checksum, sizeof(checksum));
}

}  // namespace hyperplane
