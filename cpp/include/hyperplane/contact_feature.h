#pragma once

#include <cstdint>

/// Ids of the features that contact points lie on. They persist from update to update while the same features touch;
/// solvers match contact points by them for warm starting.

namespace hyperplane {

/// `surface`: the only feature of a sphere or an ellipsoid.
enum class FeatureKind : std::uint8_t { surface, vertex, edge, face };

/// A feature of one shape, in 14 bits: its index in the lower 12, its kind in the 2 above them.
///
/// - sphere, ellipsoid: surface 0.
/// - box: vertices as box_vertices() numbers them; edge 4 axis + 1 if the next axis is positive, + 2 if the last is;
///   face 2 axis + 1 if positive.
/// - capsule: vertices 0 at -Y and 1 at +Y, the ends of its segment; edge 0, the segment.
/// - cylinder: vertex 8 cap + point of the rim; edges 0, 1: rims at -Y, +Y, and 2 + 8 cap + side of the rim's polygon;
///   faces 0, 1: caps at -Y, +Y, and 2: the side.
/// - cone: vertex 0, the apex, and 1 + point of the rim; edge 0, the rim, and 1 + side of its polygon; face 0, the
///   base, and 1, the side.
/// - convex hull: indices of its vertices, edges and faces.
/// - triangle: vertices 0, 1, 2; edge i from vertex i to the next; face 0, both sides.
///
/// Rims are clipped as polygons of eight points, numbered from the point towards the other shape. Indices of hulls with
/// more than 2^12 vertices, edges or faces are taken modulo 2^12.
using ContactFeature = std::uint16_t;

inline constexpr int k_feature_index_bits = 12;

constexpr ContactFeature make_feature(FeatureKind kind, std::uint32_t index) {
  constexpr std::uint32_t k_mask = (1u << k_feature_index_bits) - 1u;
  return static_cast<ContactFeature>(static_cast<std::uint32_t>(kind) << k_feature_index_bits | (index & k_mask));
}
constexpr FeatureKind kind_of(ContactFeature feature) {
  return static_cast<FeatureKind>(feature >> k_feature_index_bits);
}
constexpr std::uint32_t index_of(ContactFeature feature) { return feature & ((1u << k_feature_index_bits) - 1u); }

/// ContactPoint::id: the feature of A in the lower 16 bits, the feature of B in the upper 16. Less than 2^30, which
/// JavaScript engines store without a heap object.
constexpr std::uint32_t make_contact_id(ContactFeature of_a, ContactFeature of_b) {
  return std::uint32_t{of_b} << 16 | of_a;
}
constexpr ContactFeature feature_of_a(std::uint32_t id) { return static_cast<ContactFeature>(id); }
constexpr ContactFeature feature_of_b(std::uint32_t id) { return static_cast<ContactFeature>(id >> 16); }
/// The id with A and B exchanged.
constexpr std::uint32_t exchange_features(std::uint32_t id) { return id << 16 | id >> 16; }

}  // namespace hyperplane
