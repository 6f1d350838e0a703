#include "query/mover_cache.h"

#include "composite/shape_extent.h"
#include "core/memory.h"

namespace hyperplane {

bool MoverList::covers(const Vec3& position, const Aabb& wanted) const {
  const Vec3 by = position - from;
  if (!is_complete || !contains(region, {wanted.min + by, wanted.max + by})) return false;
  for (int i = 0; i < watched_count_; ++i) {
    if (hash_of(watched_[i]) != hashes_[i]) return false;
  }
  return true;
}

void MoverList::begin(const Vec3& position, const Aabb& new_region) {
  parts.clear();
  contacts.reach = -1.0;
  watched_count_ = 0;
  is_complete = false;
  from = position;
  region = new_region;
}

bool MoverList::watch(const Shape& shape, std::uint64_t seen) {
  if (!may_change(shape)) return true;
  if (watched_count_ == k_most_watched || shape.type == ShapeType::compound) return false;
  watched_[watched_count_] = shape;
  hashes_[watched_count_++] = seen;
  return hash_of(shape) == seen;
}

MoverList* MoverCache::open(std::uint64_t body, const Vec3& position, double within, std::uint64_t revision,
                            bool& is_own) {
  if (is_open_) return nullptr;
  if (lists_ == nullptr) lists_ = make_object<Lists>();
  if (lists_ == nullptr) return nullptr;
  MoverList* found = lists_->all + last_;
  is_own = false;
  for (std::uint32_t i = 0; i < k_lists && !is_own; ++i) {
    MoverList& list = lists_->all[(last_ + i) % k_lists];
    is_own = list.body == body && list.used_ != 0 && max_component(abs(list.ended - position)) <= within;
    if (is_own || list.used_ < found->used_) found = &list;
  }
  last_ = static_cast<std::uint32_t>(found - lists_->all);
  if (!is_own || found->revision != revision) found->is_complete = false;
  if (!is_own) {
    found->moves_ahead = k_mover_list_moves;
    found->pause = 0;
  }
  is_own = is_own && found->revision == revision;
  found->body = body;
  found->revision = revision;
  found->used_ = ++moves_;
  is_open_ = true;
  return found;
}

void MoverCache::close(MoverList& list, const Vec3& began, const Vec3& ended) {
  list.began = began;
  list.ended = ended;
  is_open_ = false;
}

void MoverCache::release() {
  if (is_open_) return;
  destroy_object(lists_);
  lists_ = nullptr;
}

}  // namespace hyperplane
