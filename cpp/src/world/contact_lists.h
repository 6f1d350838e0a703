#pragma once

#include <hyperplane/world.h>

#include "core/buffer.h"

namespace hyperplane {

/// What an update finds out. A world has two of them: one that is shown, and one that the next update fills, so that an
/// update that fails half-way leaves the last one's answers alone.
struct ContactLists {
  /// All pairs that touch, and those of them that have contacts; sorted.
  Buffer<RowPair> touching, pairs;
  /// By contact.
  Buffer<float> normals;
  Buffer<ContactPointsRecord> points;
  /// Pairs that touch now and did not before, and the other way round; sorted.
  Buffer<RowPair> began, ended;
  /// First impacts of continuous colliders, in order of time.
  Buffer<SweptImpact> impacts;

  void clear() {
    touching.clear();
    pairs.clear();
    normals.clear();
    points.clear();
    began.clear();
    ended.clear();
    impacts.clear();
  }
  void swap(ContactLists& other) {
    touching.swap(other.touching);
    pairs.swap(other.pairs);
    normals.swap(other.normals);
    points.swap(other.points);
    began.swap(other.began);
    ended.swap(other.ended);
    impacts.swap(other.impacts);
  }
};

}  // namespace hyperplane
