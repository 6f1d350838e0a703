#pragma once

#include <hyperplane/world.h>

#include "colliders/pair_lists.h"
#include "core/buffer.h"
#include "world/contact_points.h"

namespace hyperplane {

/// Results of an update. A world has two: the results shown, and those that the next update fills, so that an update
/// that fails half-way changes nothing.
struct ContactLists : PairLists {
  /// By contact.
  Buffer<float> normals;
  ContactPoints points;
  /// Empty if no contact has any.
  Buffer<PairFeatures> features;
  /// First impacts of continuous colliders, sorted by time.
  Buffer<SweptImpact> impacts;

  /// Number of contacts, and whether there is memory for as many as another has.
  std::size_t size() const { return pairs.size(); }
  bool has_room_for(const ContactLists& other) const {
    return room() >= other.size() && points.point_capacity() >= other.points.point_count();
  }
  /// How many contacts all lists have memory for, but for points.
  std::size_t room() const {
    const std::size_t least =
        pairs.capacity() < points.contact_capacity() ? pairs.capacity() : points.contact_capacity();
    return least < normals.capacity() / 4 ? least : normals.capacity() / 4;
  }
  /// Returns the memory of what contacts have.
  void release_contacts() {
    pairs.release();
    normals.release();
    points.release();
  }

  void clear() {
    touching.clear();
    pairs.clear();
    normals.clear();
    points.clear();
    features.clear();
    began.clear();
    ended.clear();
    impacts.clear();
  }
  void swap(ContactLists& other) {
    touching.swap(other.touching);
    pairs.swap(other.pairs);
    normals.swap(other.normals);
    points.swap(other.points);
    features.swap(other.features);
    began.swap(other.began);
    ended.swap(other.ended);
    impacts.swap(other.impacts);
  }
};

}  // namespace hyperplane
