#pragma once

#include <algorithm>
#include <cstdint>
#include <utility>

#include <hyperplane/voxels.h>

#include "core/buffer.h"
#include "core/memory.h"

namespace hyperplane {

/// Distinct sets of kinds, at addresses that stay. A game has a few.
class KindMasks {
 public:
  KindMasks() = default;
  KindMasks(KindMasks&& other) noexcept = default;
  KindMasks& operator=(KindMasks&& other) noexcept {
    std::swap(masks_, other.masks_);
    return *this;
  }
  KindMasks(const KindMasks&) = delete;
  KindMasks& operator=(const KindMasks&) = delete;
  ~KindMasks() {
    for (KindMask* const mask : masks_) destroy_object(mask);
  }

  std::size_t size() const { return masks_.size(); }
  const KindMask& operator[](std::size_t i) const { return *masks_[i]; }
  /// @return the equal one that is kept, or null.
  const KindMask* find(const KindMask& mask) const {
    for (const KindMask* const kept : masks_) {
      if (*kept == mask) return kept;
    }
    return nullptr;
  }
  /// Whether there are so many that `keep_only` is worth its time.
  bool is_crowded() const { return masks_.size() >= crowd_; }
  /// Drops all but those at these addresses, which may be null or repeated. Their order changes.
  /// @param address_of of the user with this number
  template <class AddressOf>
  void keep_only(std::size_t users, const AddressOf& address_of) {
    std::size_t count = 0;
    for (std::size_t user = 0; user < users; ++user) {
      const KindMask* const mask = address_of(user);
      for (std::size_t i = count; mask != nullptr && i < masks_.size(); ++i) {
        if (masks_[i] != mask) continue;
        std::swap(masks_[count++], masks_[i]);
        break;
      }
    }
    for (std::size_t i = count; i < masks_.size(); ++i) destroy_object(masks_[i]);
    masks_.truncate(count);
    crowd_ = std::max(k_crowd, 2 * count);
  }
  /// The same, and keeps a copy if there is none. @return null when memory runs out.
  const KindMask* keep(const KindMask& mask) {
    if (const KindMask* const kept = find(mask)) return kept;
    if (!masks_.reserve(masks_.size() + 1)) return nullptr;
    KindMask* const added = make_object<KindMask>(mask);
    if (added != nullptr) masks_.push_unchecked(added);
    return added;
  }

 private:
  static constexpr std::size_t k_crowd = 64;

  Buffer<KindMask*> masks_;
  std::size_t crowd_ = k_crowd;
};

/// What two sets have in common. @param room receives it, if neither is null, which is all kinds.
inline const KindMask* common_kinds(const KindMask* a, const KindMask* b, KindMask& room) {
  if (a == nullptr || b == nullptr) return a == nullptr ? b : a;
  for (int i = 0; i < 4; ++i) room.words[i] = a->words[i] & b->words[i];
  return &room;
}

}  // namespace hyperplane
