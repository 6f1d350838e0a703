#include "plane/pair/contact.h"
#include "plane/pair/reference_edge.h"

/// A contact along the normal of an edge that need not be that of the least overlap: of a part of a union, or of a
/// one-sided segment.
///
/// The deepest point of the other shape may lie outside the edge's span. The contact point is then the deepest over the
/// edge. The depth of a convex shape is a concave function along the edge, so this point is over the end nearer to the
/// deepest point, on a chord of the ellipse, a shifted edge, or a disc at a vertex. The second point is that of the
/// incident edge, clipped as in other contacts.
///
/// A thin shape deep inside a polygon may lie outside the span entirely: the foot is used then.

namespace hyperplane::plane {
namespace {

/// The lowest point of a shape over a place of the edge.
struct Lowest {
  /// Of the surface, less the radius; infinite if the shape is not over the place.
  double gap = HUGE_VAL;
  /// Edge of the core that is lowest there; -1: none.
  int incident = -1;
  int vertex = 0;
};

Lowest lowest_over(const Reference& edge, double place) {
  const Shape& other = edge.other;
  Lowest lowest;
  if (other.is_smooth) {
    // Half the chord that runs along the edge through the middle, and the points that are highest along it.
    const Vec2 tangent = edge.in_other(edge.tangent), normal = edge.in_other(edge.normal), radii = other.radii;
    const Vec2 middle = edge.in_frame({}, !edge.of_a);
    const double wide = ellipse_height(radii, tangent), share = (place - edge.place(middle)) / wide;
    if (!(magnitude(share) <= 1.0)) return lowest;
    const double rise = radii.x * tangent.x * (radii.x * normal.x) + radii.y * tangent.y * (radii.y * normal.y);
    const double below = radii.x * (radii.y / wide) * std::sqrt(1.0 - share * share);
    lowest.gap = edge.height(middle) + share * (rise / wide) - below;
    return lowest;
  }
  double core = HUGE_VAL;
  for (int i = 0; i < other.vertex_count; ++i) {
    const Vec2 vertex = edge.vertex(i), next = edge.vertex(next_of(other, i));
    const double aside = edge.place(vertex) - place, height = edge.height(vertex);
    const double gap = rounded_gap(edge, i, place);
    if (gap < lowest.gap) {
      lowest.gap = gap;
      lowest.vertex = i;
    }
    const double across = edge.place(next) - edge.place(vertex), up = edge.height(next) - height;
    if (across == 0.0) continue;
    const double share = -aside / across;
    if (share >= 0.0 && share <= 1.0 && height + share * up < core) {
      core = height + share * up;
      lowest.incident = i;
    }
  }
  return lowest;
}

}  // namespace

Contact contact_over_edge(const Pair& pair, const Frame& frame, const Separation& at) {
  const Reference edge(pair, at);
  const Vec2 deepest = edge.in_frame(core_support(edge.other, edge.in_other(-edge.normal)), !edge.of_a);
  const double place = edge.place(deepest), over = clamped(place, 0.0, edge.length);
  Builder builder(pair, frame, at);
  if (edge.other.is_smooth) {
    builder.add(edge, {deepest, at.gap, edge_feature(at.edge), 0});
  } else {
    builder.contact = contact_of(pair, frame, at);
  }
  if (over == place) return builder.contact;
  const Lowest lowest = lowest_over(edge, over);
  // Thin shapes deep inside a polygon may lie outside the span entirely.
  if (lowest.gap == HUGE_VAL) return builder.contact;
  builder.contact.point_count = 0;
  const int corner = over > 0.0 ? next_of(edge.own, at.edge) : at.edge;
  Candidate first{edge.from + edge.tangent * over + edge.normal * lowest.gap, lowest.gap,
                  over == place ? edge_feature(at.edge) : vertex_feature(corner), 0};
  if (lowest.incident < 0) {
    if (!edge.other.is_smooth) first.feature_other = vertex_feature(lowest.vertex);
    builder.add(edge, first);
    return builder.contact;
  }
  Candidate points[2];
  clip(edge, lowest.incident, points);
  const auto aside = [&](const Candidate& end) { return magnitude(edge.place(end.point) - over); };
  const int near = aside(points[1]) < aside(points[0]) ? 1 : 0;
  first.feature_own = points[near].feature_own;
  first.feature_other = points[near].feature_other;
  builder.add(edge, first);
  builder.add_second(edge, points[1 - near], first.point);
  return builder.contact;
}

}  // namespace hyperplane::plane
