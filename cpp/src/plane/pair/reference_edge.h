#pragma once

#include "plane/pair/contact.h"
#include "plane/shape/tolerances.h"

/// Building blocks of contacts along the normal of an edge: the edge, points of the other core over it, and the contact
/// that collects them.

namespace hyperplane::plane {

inline constexpr std::uint32_t k_vertex_kind = 1u << 12;
inline constexpr std::uint32_t k_edge_kind = 2u << 12;
inline constexpr std::uint32_t k_feature_index = 0xfff;

inline std::uint32_t vertex_feature(int i) { return k_vertex_kind | (static_cast<std::uint32_t>(i) & k_feature_index); }
inline std::uint32_t edge_feature(int i) { return k_edge_kind | (static_cast<std::uint32_t>(i) & k_feature_index); }

/// A point of the other core over an edge, in the frame of A.
struct Candidate {
  Vec2 point;
  double gap = 0.0;
  std::uint32_t feature_own = 0, feature_other = 0;
};

/// The edge along which a contact points, and the core that faces it. In the frame of A.
struct Reference {
  Reference(const Pair& of_pair, const Separation& at)
      : pair(of_pair),
        of_a(at.source == Separation::Source::edge_a),
        own(of_a ? pair.a : pair.b),
        other(of_a ? pair.b : pair.a),
        edge(at.edge),
        normal(of_a ? at.normal : -at.normal),
        tangent(left_of(normal)),
        from(in_frame(vertices_of(own)[edge], of_a)),
        length(dot(in_frame(vertices_of(own)[next_of(own, edge)], of_a) - from, tangent)) {}

  /// A vertex of the other core.
  Vec2 vertex(int i) const { return in_frame(vertices_of(other)[i], !of_a); }
  Vec2 in_frame(Vec2 point, bool is_of_a) const { return is_of_a ? point : pair.to_a(point); }
  /// A direction, in the frame of the other core.
  Vec2 in_other(Vec2 direction) const { return of_a ? unrotate(pair.turn, direction) : direction; }
  /// Along the edge, and above it.
  double place(Vec2 point) const { return dot(point - from, tangent); }
  double height(Vec2 point) const { return dot(point - from, normal); }

  const Pair& pair;
  bool of_a;
  const Shape &own, &other;
  int edge;
  /// Out of `own`.
  Vec2 normal, tangent, from;
  double length;
};

/// How high a rounded vertex of the other core, and its rounded edge to the next one, begin over a place of the
/// reference edge, plus the radius; infinite where they do not.
double rounded_gap(const Reference& at, int vertex, double place);

/// The points of the rounded incident edge within the reference edge's span. @return how many.
int clip(const Reference& at, int incident, Candidate (&points)[2]);

/// A contact whose points are to be added.
struct Builder {
  /// @param at_frame of A. @param up_to m: a second point may be as far apart.
  Builder(const Pair& of_pair, const Frame& at_frame, const Separation& along, double up_to = 0.0)
      : pair(of_pair), frame(at_frame), at(along), margin(up_to) {
    contact.normal = rotate(frame.rotation, at.normal);
    contact.depth = pair.radius() - at.gap;
  }

  void add(Vec2 core_a, Vec2 core_b, double gap, std::uint32_t id) {
    contact.points[contact.point_count++] = {to_world(frame, core_a + at.normal * pair.a.radius),
                                             to_world(frame, core_b - at.normal * pair.b.radius), pair.radius() - gap,
                                             id};
  }
  /// A point of the other core, and the one of the edge below it.
  void add(const Reference& edge, const Candidate& point) {
    if (edge.of_a) {
      add(point.point - at.normal * point.gap, point.point, point.gap, point.feature_own | point.feature_other << 16);
    } else {
      add(point.point, point.point + at.normal * point.gap, point.gap, point.feature_other | point.feature_own << 16);
    }
  }
  /// The same, if it is within the margin and lies elsewhere than the first.
  void add_second(const Reference& edge, const Candidate& point, Vec2 first) {
    const double same = k_plane_point * pair.size();
    if (!(point.gap > pair.radius() + margin || length(point.point - first) <= same)) add(edge, point);
  }

  const Pair& pair;
  const Frame& frame;
  const Separation& at;
  double margin;
  Contact contact;
};

}  // namespace hyperplane::plane
