#include "query/mover_cache.h"

#include "composite/shape_extent.h"
#include "core/memory.h"

namespace hyperplane {

bool MoverList::covers(const Vec3& position, const Aabb& wanted) const {
  const Vec3 by = position - from;
  if (!is_complete || !contains(region, {wanted.min + by, wanted.max + by})) return false;
  for (const Watched& watched : watched_) {
    if (hash_of(watched.shape) != watched.hash) return false;
  }
  return true;
}

void MoverList::begin(const Vec3& position, const Aabb& new_region) {
  parts.clear();
  bounds.clear();
  contacts.reach = -1.0;
  watched_.clear();
  is_complete = may_be_inside = false;
  from = position;
  region = new_region;
}

void MoverList::shrink(const Aabb& new_region) {
  region = new_region;
  std::size_t count = 0;
  for (std::size_t i = 0; i < parts.size(); ++i) {
    if (!overlaps(region, bounds[i])) continue;
    bounds[count] = bounds[i];
    parts[count++] = parts[i];
  }
  parts.truncate(count);
  bounds.truncate(count);
}

NearPart* MoverList::add(const Aabb& part_bounds) {
  const std::size_t count = parts.size();
  if (!bounds.push(part_bounds) || !parts.resize_uninitialized(count + 1)) return nullptr;
  return &parts[count];
}

bool MoverList::watch(const Shape& shape, std::uint64_t seen) {
  if (!may_change(shape)) return true;
  return shape.type != ShapeType::compound && hash_of(shape) == seen && watched_.push({shape, seen});
}

MoverList* MoverCache::open(std::uint64_t body, const Vec3& position, double within, std::uint64_t revision) {
  if (is_open_) return nullptr;
  if (lists_ == nullptr) lists_ = make_object<Lists>();
  if (lists_ == nullptr) return nullptr;
  MoverList* found = lists_->all + last_;
  bool is_own = false;
  for (std::uint32_t i = 0; i < k_lists && !is_own; ++i) {
    MoverList& list = lists_->all[(last_ + i) % k_lists];
    is_own = list.body == body && list.used_ != 0 && max_component(abs(list.ended - position)) <= within;
    if (is_own || list.used_ < found->used_) found = &list;
  }
  last_ = static_cast<std::uint32_t>(found - lists_->all);
  if (!is_own) found->moves_ahead = k_mover_list_moves;
  if (!is_own || found->revision != revision) {
    found->is_complete = false;
    found->began = position;
  }
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
