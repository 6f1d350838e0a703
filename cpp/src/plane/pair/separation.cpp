#include "plane/pair/separation.h"
#include "plane/pair/tolerances.h"
#include "plane/shape/tolerances.h"

namespace hyperplane::plane {
namespace {

using Source = Separation::Source;

/// Tests all edge normals of `own` against the core `other`, which is at `offset` with rotation `turn` in its frame.
/// @param tie from the second edge on, a gap must exceed `best` by more than this.
/// @return whether a gap larger than `best.gap` was found; its normal is in the frame of `own`, towards `other`.
bool try_edges(const Shape& own, const Shape& other, Vec2 offset, Rotation turn, double tie, double limit,
               Separation& best) {
  const Vec2* const vertices = vertices_of(own);
  const Vec2* const normals = normals_of(own);
  bool found = false;
  for (int i = 0; i < edge_count(own); ++i) {
    const Vec2 normal = normals[i];
    const Vec2 seen = unrotate(turn, normal);
    const double gap = dot(offset - vertices[i], normal) - polygon_height(other, -seen);
    if (gap > best.gap + tie) {
      best.gap = gap;
      best.normal = normal;
      best.edge = i;
      found = true;
      if (gap > limit) break;
    }
  }
  return found;
}

/// Two rectangles: four axes, the same choice as by all of their edges.
/// Gottschalk, Lin, Manocha, "OBBTree", 1996, in the plane.
Separation separate_rectangles(const Pair& pair) {
  const Vec2 half_a = pair.a.radii, half_b = pair.b.radii;
  const double cosine = magnitude(pair.turn.cosine), sine = magnitude(pair.turn.sine);
  const Vec2 seen = unrotate(pair.turn, pair.offset);
  const double x_of_a = magnitude(pair.offset.x) - half_a.x - (half_b.x * cosine + half_b.y * sine);
  const double y_of_a = magnitude(pair.offset.y) - half_a.y - (half_b.x * sine + half_b.y * cosine);
  const double x_of_b = magnitude(seen.x) - half_b.x - (half_a.x * cosine + half_a.y * sine);
  const double y_of_b = magnitude(seen.y) - half_b.y - (half_a.x * sine + half_a.y * cosine);
  const double tie = k_plane_tie * pair.size();
  Separation best;
  best.source = Source::edge_a;
  // Edges 0 to 3 face down, right, up, left.
  best.gap = y_of_a;
  best.edge = pair.offset.y > 0.0 ? 2 : 0;
  if (x_of_a > best.gap + tie) {
    best.gap = x_of_a;
    best.edge = pair.offset.x >= 0.0 ? 1 : 3;
  }
  if (y_of_b > best.gap + tie) {
    best.source = Source::edge_b;
    best.gap = y_of_b;
    best.edge = seen.y < 0.0 ? 2 : 0;
  }
  if (x_of_b > best.gap + tie) {
    best.source = Source::edge_b;
    best.gap = x_of_b;
    best.edge = seen.x <= 0.0 ? 1 : 3;
  }
  if (best.source == Source::edge_a) {
    best.normal = pair.a.own_normals[best.edge];
  } else {
    best.normal = rotate(pair.turn, -pair.b.own_normals[best.edge]);
  }
  return best;
}

Vec2 closest_on_segment(Vec2 point, Vec2 from, Vec2 to) {
  const Vec2 edge = to - from;
  const double squared = dot(edge, edge);
  if (!(squared > 0.0)) return from;
  const double share = dot(point - from, edge) / squared;
  if (share >= 1.0) return to;
  return share <= 0.0 ? from : from + edge * share;
}

/// The closest pair of points found so far.
struct Closest {
  double squared = HUGE_VAL;
  Vec2 on_a, on_b;

  void offer(Vec2 a, Vec2 b) {
    const double other = dot(b - a, b - a);
    if (other < squared) {
      squared = other;
      on_a = a;
      on_b = b;
    }
  }
  /// Edge i of A and edge j of B, which do not cross.
  void offer_edges(const Pair& pair, int i, int j) {
    const Vec2* const vertices_a = vertices_of(pair.a);
    const Vec2* const vertices_b = vertices_of(pair.b);
    const Vec2 a0 = vertices_a[i], a1 = vertices_a[next_of(pair.a, i)];
    const Vec2 b0 = pair.to_a(vertices_b[j]), b1 = pair.to_a(vertices_b[next_of(pair.b, j)]);
    offer(a0, closest_on_segment(a0, b0, b1));
    offer(a1, closest_on_segment(a1, b0, b1));
    offer(closest_on_segment(b0, a0, a1), b0);
    offer(closest_on_segment(b1, a0, a1), b1);
  }
};

/// Replaces the best edge normal by the line through the closest points if the gap along it is larger.
void try_points(const Pair& pair, const Closest& closest, Separation& best) {
  const Vec2 between = closest.on_b - closest.on_a;
  const Vec2 normal = unit(between, best.normal);
  const double gap = gap_along(pair, normal);
  if (gap > best.gap) {
    best.gap = gap;
    best.normal = normal;
    best.source = Source::points;
    best.on_a = closest.on_a;
  }
}

/// Whether the projection of the closest vertex lies on the edge: the edge normal is then that of the distance. Edges
/// of no length beyond rounding do not qualify.
bool faces_edge(const Pair& pair, const Separation& at) {
  const bool of_a = at.source == Source::edge_a;
  const Shape& own = of_a ? pair.a : pair.b;
  const Vec2* const vertices = vertices_of(own);
  const int vertex = opposite_vertex(pair, at);
  const Vec2 other =
      of_a ? pair.to_a(vertices_of(pair.b)[vertex]) : unrotate(pair.turn, vertices_of(pair.a)[vertex] - pair.offset);
  const Vec2 from = vertices[at.edge], to = vertices[next_of(own, at.edge)];
  const double begin = dot(other - from, to - from), end = dot(other - to, to - from);
  return begin >= 0.0 && end <= 0.0 && begin != end;
}

/// The distance of cores that are apart: between the neighbours of the best edge and vertex. If that cannot be
/// confirmed, because many edges are nearly parallel, the edges at the support points along the line through the
/// closest points follow; then all edges.
void refine(const Pair& pair, Separation& best) {
  Closest closest;
  const bool of_a = best.source == Source::edge_a;
  const int edge = best.edge, vertex = opposite_vertex(pair, best);
  const Shape& own = of_a ? pair.a : pair.b;
  const Shape& other = of_a ? pair.b : pair.a;
  for (const int i : {previous_of(own, edge), edge, next_of(own, edge)}) {
    for (const int j : {previous_of(other, vertex), vertex}) closest.offer_edges(pair, of_a ? i : j, of_a ? j : i);
  }
  try_points(pair, closest, best);
  const auto is_confirmed = [&] {
    return std::sqrt(closest.squared) - best.gap <= k_plane_certified_gap * pair.size();
  };
  for (int round = 0; round < k_max_plane_refinements && !is_confirmed(); ++round) {
    const Vec2 normal = unit(closest.on_b - closest.on_a, best.normal);
    const int at_a = farthest_vertex(pair.a, normal), at_b = farthest_vertex(pair.b, -unrotate(pair.turn, normal));
    const double before = closest.squared;
    for (const int i : {previous_of(pair.a, at_a), at_a}) {
      for (const int j : {previous_of(pair.b, at_b), at_b}) closest.offer_edges(pair, i, j);
    }
    if (!(closest.squared < before)) break;
    try_points(pair, closest, best);
  }
  if (is_confirmed()) return;
  for (int i = 0; i < pair.a.vertex_count; ++i) {
    for (int j = 0; j < pair.b.vertex_count; ++j) closest.offer_edges(pair, i, j);
  }
  try_points(pair, closest, best);
}

bool do_segments_cross(const Pair& pair) {
  if (pair.a.vertex_count < 2 || pair.b.vertex_count < 2) return false;
  const Vec2* const a = vertices_of(pair.a);
  const Vec2 b0 = pair.to_a(vertices_of(pair.b)[0]), b1 = pair.to_a(vertices_of(pair.b)[1]);
  const Vec2 along_a = a[1] - a[0], along_b = b1 - b0;
  return cross(along_a, b0 - a[0]) * cross(along_a, b1 - a[0]) < 0.0 &&
         cross(along_b, a[0] - b0) * cross(along_b, a[1] - b0) < 0.0;
}

/// The end of an edge that is not `vertex`.
int other_end(int edge, int vertex, const Shape& shape) { return edge == vertex ? next_of(shape, edge) : edge; }

}  // namespace

int opposite_vertex(const Pair& pair, const Separation& at) {
  return at.source == Source::edge_a ? farthest_vertex(pair.b, -unrotate(pair.turn, at.normal))
                                     : farthest_vertex(pair.a, at.normal);
}

int incident_edge(const Pair& pair, const Separation& at) {
  const bool of_a = at.source == Source::edge_a;
  const Shape& other = of_a ? pair.b : pair.a;
  // Both in the frame of `other`, towards its surface.
  const Vec2 normal = of_a ? unrotate(pair.turn, at.normal) : -at.normal;
  const int vertex = opposite_vertex(pair, at), before = previous_of(other, vertex);
  const auto facing = [&](int i) { return dot(normals_of(other)[i], normal); };
  return facing(before) < facing(vertex) ? before : vertex;
}

Separation separate_polygons(const Pair& pair, double limit) {
  Separation best;
  best.gap = -HUGE_VAL;
  if (is_rectangle_with_area(pair.a) && is_rectangle_with_area(pair.b)) {
    best = separate_rectangles(pair);
  } else {
    const double tie = k_plane_tie * pair.size();
    best.source = Source::edge_a;
    try_edges(pair.a, pair.b, pair.offset, pair.turn, tie, limit, best);
    if (best.gap > limit) return best;
    const Vec2 offset = unrotate(pair.turn, -pair.offset);
    const Rotation turn{pair.turn.cosine, -pair.turn.sine};
    if (try_edges(pair.b, pair.a, offset, turn, tie, limit, best)) {
      best.source = Source::edge_b;
      best.normal = rotate(pair.turn, -best.normal);
    }
  }
  if (best.gap > limit) return best;
  // The normal of an edge that faces the other core is that of the distance, also where rounding gives the line through
  // the closest points a larger gap.
  if (best.gap > 0.0 && faces_edge(pair, best)) return best;
  // Points and segments have no inside: they may be apart although no edge normal says so.
  const bool is_thin = pair.a.vertex_count < 3 && pair.b.vertex_count < 3;
  if (is_thin && !do_segments_cross(pair)) {
    Closest closest;
    closest.offer_edges(pair, 0, 0);
    try_points(pair, closest, best);
  } else if (best.gap > 0.0) {
    refine(pair, best);
  }
  return best;
}

CorePoints witness_points(const Pair& pair, const Separation& at) {
  if (at.source == Source::points) return {at.on_a, at.on_a + at.normal * at.gap};
  const bool of_a = at.source == Source::edge_a;
  const Shape& own = of_a ? pair.a : pair.b;
  const Shape& other = of_a ? pair.b : pair.a;
  const Vec2* const vertices = vertices_of(own);
  const auto seen_by_own = [&](int i) {
    const Vec2 vertex = vertices_of(other)[i];
    return of_a ? pair.to_a(vertex) : unrotate(pair.turn, vertex - pair.offset);
  };
  const Vec2 from = vertices[at.edge];
  const Vec2 tangent = left_of(normals_of(own)[at.edge]);
  const double end = dot(vertices[next_of(own, at.edge)] - from, tangent);
  const int vertex = opposite_vertex(pair, at);
  Vec2 point = seen_by_own(vertex);
  const double place = dot(point - from, tangent);
  const double wanted = clamped(place, 0.0, end);
  if (place != wanted && edge_count(other) > 0) {
    // With parallel edges the vertex may be the end outside of the edge's span: move along the other's edge.
    const Vec2 next = seen_by_own(other_end(incident_edge(pair, at), vertex, other));
    const double across = dot(next - from, tangent) - place;
    const Vec2 step = across == 0.0 ? Vec2{} : (next - point) * clamped((wanted - place) / across, 0.0, 1.0);
    // Without parallel edges it is outside by rounding only.
    if (magnitude(cross(step, tangent)) <= k_plane_point * pair.size()) point = point + step;
  }
  if (of_a) return {point - at.normal * at.gap, point};
  const Vec2 on_a = pair.to_a(point);
  return {on_a, on_a + at.normal * at.gap};
}

}  // namespace hyperplane::plane
