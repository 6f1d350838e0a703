#include "narrowphase/convex/contact_id.h"

#include "shape/dispatch.h"

namespace hyperplane {
namespace {

/// The next of the 2^14 features, the first after the last.
constexpr ContactFeature feature_after(ContactFeature feature) {
  return static_cast<ContactFeature>((feature + 1u) & ((1u << (k_feature_index_bits + 2)) - 1u));
}

}  // namespace

ContactFeature feature_at(const Shape& shape, const Vec3& point, const Vec3& outwards) {
  return visit_shape(shape, [&](const auto& s) { return s.core_feature_at(point - outwards * s.radius()); });
}

std::uint32_t witness_id(const Shape& a, const Shape& b, const Transform& b_in_a, const Distance& contact) {
  const Vec3& n = contact.normal;
  return make_contact_id(feature_at(a, contact.point_a, n),
                         feature_at(b, inverse_times(b_in_a, contact.point_b), -transpose_times(b_in_a.rotation, n)));
}

void make_ids_distinct(ContactManifold& manifold) {
  for (int i = 1; i < manifold.point_count; ++i) {
    std::uint32_t& id = manifold.points[i].id;
    for (int j = 0; j < i; ++j) {
      if (manifold.points[j].id != id) continue;
      // Both halves alike, so that exchanging A and B still exchanges them.
      id = make_contact_id(feature_after(feature_of_a(id)), feature_after(feature_of_b(id)));
      j = -1;
    }
  }
}

}  // namespace hyperplane
