#include "narrowphase/convex/pair_answers.h"

#include <utility>

namespace hyperplane {

void to_world(const Transform& a, Penetration& result) { result.normal = a.rotation * result.normal; }

void to_world(const Transform& a, ContactManifold& result) {
  result.normal = a.rotation * result.normal;
  for (int i = 0; i < result.point_count; ++i) {
    ContactPoint& point = result.points[i];
    point.on_a = a * point.on_a;
    point.on_b = a * point.on_b;
  }
}

void to_world(const Transform& a, Distance& result) {
  result.normal = a.rotation * result.normal;
  result.point_a = a * result.point_a;
  result.point_b = a * result.point_b;
}

void exchange(Penetration& result) { result.normal = -result.normal; }

void exchange(ContactManifold& result) {
  result.normal = -result.normal;
  result.features = exchanged(result.features);
  for (int i = 0; i < result.point_count; ++i) {
    ContactPoint& point = result.points[i];
    std::swap(point.on_a, point.on_b);
    point.id = exchange_features(point.id);
  }
}

void exchange(Distance& result) {
  result.normal = -result.normal;
  result.features = exchanged(result.features);
  std::swap(result.point_a, result.point_b);
}

}  // namespace hyperplane
