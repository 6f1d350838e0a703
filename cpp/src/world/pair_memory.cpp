#include "world/pair_memory.h"

#include "core/hash.h"

namespace hyperplane {

void PairMemory::begin_update() {
  // Keep the load factor at two thirds or less.
  const std::size_t wanted = asked_ + asked_ / 2;
  asked_ = 0;
  ++update_;
  if (wanted <= mask_) return;
  std::size_t size = 64;
  while (size < wanted) size *= 2;
  // Entries are not worth moving to the larger table. Without memory for it, keep the present one.
  Buffer<Entry> larger;
  if (!larger.resize(size + k_window - 1, Entry{})) return;
  table_.swap(larger);
  mask_ = size - 1;
}

PairMemory::Entry& PairMemory::of(std::uint32_t a, std::uint32_t b) {
  ++asked_;
  if (table_.empty()) {
    nowhere_.forget();
    return nowhere_;
  }
  Hash hash;
  hash.add(std::uint64_t{a} << 32 | b);
  Entry* const window = table_.data() + (static_cast<std::size_t>(hash.value()) & mask_);
  Entry* best = window;
  for (Entry* entry = window; entry < window + k_window; ++entry) {
    if (entry->a == a && entry->b == b) {
      entry->update = update_;
      return *entry;
    }
    // Compare ages: the number of the update may wrap.
    if (update_ - entry->update > update_ - best->update) best = entry;
  }
  *best = {a, b, update_, {}};
  return *best;
}

void PairMemory::release() {
  table_.release();
  mask_ = 0;
  asked_ = 0;
}

}  // namespace hyperplane
