#pragma once

#include <hyperplane/world.h>

#include "core/buffer.h"

namespace hyperplane {

/// Results of an update. A world has two: the results shown, and those that the next update fills, so that an update
/// that fails half-way changes nothing.
struct ContactLists {
  /// All touching pairs, and the pair of each contact; sorted.
  Buffer<RowPair> touching, pairs;
  /// By contact.
  Buffer<float> normals;
  Buffer<ContactPointsRecord> points;
  /// Empty if no contact has any.
  Buffer<PairFeatures> features;
  /// Pairs that started and stopped touching; sorted.
  Buffer<RowPair> began, ended;
  /// First impacts of continuous colliders, sorted by time.
  Buffer<SweptImpact> impacts;

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
