#pragma once

#include <hyperplane/pair.h>

#include "math/transform.h"
#include "narrowphase/convex/clip.h"

/// Ids of contact points (ContactPoint::id), from the edges that the clipper records at each vertex.
///
/// | vertex of the clipped polygon               | feature of the reference | feature of the incident shape |
/// |---------------------------------------------|--------------------------|-------------------------------|
/// | vertex of the incident face                 | face                     | vertex                        |
/// | where an incident edge crosses a side       | edge                     | edge                          |
/// | where two sides meet over the incident face | vertex                   | face                          |
///
/// The features do not depend on which of the two faces is the reference, so that a point keeps its id when the
/// reference changes.

namespace hyperplane {

/// The feature of a clipped vertex on each of the two faces: `index` is that of a vertex, or of the edge from that
/// vertex to the next, and 0 for the whole face.
struct ClipFeatures {
  struct Part {
    FeatureKind kind;
    int index;
  };
  Part reference, incident;
};

/// @param side_count of the reference face.
constexpr ClipFeatures clip_features(const ClipVertex& vertex, int side_count) {
  const bool side_in = is_clip_side(vertex.in), side_out = is_clip_side(vertex.out);
  const int in = vertex.in & ~k_clip_side, out = vertex.out & ~k_clip_side;
  if (side_in && side_out) {
    // Side i runs from corner i to the next; the corner that both sides share.
    const bool in_comes_first = out == (in + 1 < side_count ? in + 1 : 0);
    return {{FeatureKind::vertex, in_comes_first ? out : in}, {FeatureKind::face, 0}};
  }
  if (side_in) return {{FeatureKind::edge, in}, {FeatureKind::edge, out}};
  if (side_out) return {{FeatureKind::edge, out}, {FeatureKind::edge, in}};
  const int own = vertex.out != k_no_edge ? out : (vertex.in != k_no_edge ? in + 1 : 0);
  return {{FeatureKind::face, 0}, {FeatureKind::vertex, own}};
}

/// The feature of a shape at a point of its surface.
/// @param point relative to the core's origin. @param outwards the shape's normal there.
ContactFeature feature_at(const Shape& shape, const Vec3& point, const Vec3& outwards);

/// The id of two witness points. @param contact, b_in_a relative to the origins of the cores.
std::uint32_t witness_id(const Shape& a, const Shape& b, const Transform& b_in_a, const Distance& contact);

/// Changes an id that another point of the manifold already has: rounding on thin polygons, and indices beyond 2^12,
/// can give two points the same name.
void make_ids_distinct(ContactManifold& manifold);

}  // namespace hyperplane
