#include "query/mover_cache.h"

#include "composite/shape_extent.h"
#include "core/memory.h"

namespace hyperplane {

bool MoverList::covers(const Vec3& position, const Aabb& wanted) const {
  const Vec3 by = position - from;
  if (!is_complete || !contains(region, {wanted.min + by, wanted.max + by})) return false;
  for (int i = 0; i < surface_count_; ++i) {
    if (surfaces_[i].hash() != hashes_[i]) return false;
  }
  return true;
}

void MoverList::begin(const Vec3& position, const Aabb& new_region) {
  parts.clear();
  contacts.reach = -1.0;
  surface_count_ = 0;
  is_complete = false;
  from = position;
  region = new_region;
}

bool MoverList::watch(const Shape& shape, std::uint64_t seen) {
  if (!has_surface(shape)) return true;
  if (surface_count_ == k_most_surfaces || !is_surface(shape.type)) return false;
  surfaces_[surface_count_] = Surface(shape);
  hashes_[surface_count_] = seen;
  return surfaces_[surface_count_++].hash() == seen;
}

MoverList* MoverCache::open(std::uint64_t body, const Vec3& position, double within, std::uint64_t revision,
                            bool& is_own) {
  if (is_open_) return nullptr;
  if (lists_ == nullptr) lists_ = make_object<Lists>();
  if (lists_ == nullptr) return nullptr;
  MoverList* found = lists_->all;
  is_own = false;
  for (MoverList& list : lists_->all) {
    is_own = list.body == body && list.used_ != 0 && max_component(abs(list.ended - position)) <= within;
    if (is_own || list.used_ < found->used_) found = &list;
    if (is_own) break;
  }
  if (!is_own || found->revision != revision) {
    found->parts.release();
    found->is_complete = false;
  }
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
