#include "plane/contact.h"

#include "core/constants.h"

namespace hyperplane::plane {
namespace {

using Source = Separation::Source;

constexpr std::uint32_t k_vertex_kind = 1u << 12;
constexpr std::uint32_t k_edge_kind = 2u << 12;
constexpr std::uint32_t k_feature_index = 0xfff;

std::uint32_t vertex_feature(int i) { return k_vertex_kind | (static_cast<std::uint32_t>(i) & k_feature_index); }
std::uint32_t edge_feature(int i) { return k_edge_kind | (static_cast<std::uint32_t>(i) & k_feature_index); }

/// A point of the other core beside an edge, in the frame of A.
struct Candidate {
  Vec2 point;
  double gap = 0.0;
  std::uint32_t feature_own = 0, feature_other = 0;
};

/// The edge along which a contact points, and the core that faces it. In the frame of A.
struct Reference {
  Reference(const Pair& of_pair, const Separation& at)
      : pair(of_pair),
        of_a(at.source == Source::edge_a),
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

/// The points of the incident edge within the reference edge's span. @return how many.
int clip(const Reference& at, int incident, Candidate (&points)[2]) {
  const auto candidate = [&](Vec2 point, std::uint32_t own_feature, std::uint32_t other_feature) {
    return Candidate{point, at.height(point), own_feature, other_feature};
  };
  if (edge_count(at.other) == 0) {
    points[0] = candidate(at.vertex(0), edge_feature(at.edge), vertex_feature(0));
    return 1;
  }
  const int ends[2] = {incident, next_of(at.other, incident)};
  const Vec2 corners[2] = {at.vertex(ends[0]), at.vertex(ends[1])};
  const double places[2] = {at.place(corners[0]), at.place(corners[1])};
  for (int i = 0; i < 2; ++i) {
    const double place = places[i], across = places[1 - i] - place;
    const double wanted = clamped(place, 0.0, at.length);
    if (wanted == place || across == 0.0) {
      points[i] = candidate(corners[i], edge_feature(at.edge), vertex_feature(ends[i]));
      continue;
    }
    const double share = clamped((wanted - place) / across, 0.0, 1.0);
    const int corner = wanted == 0.0 ? at.edge : next_of(at.own, at.edge);
    points[i] =
        candidate(corners[i] + (corners[1 - i] - corners[i]) * share, vertex_feature(corner), edge_feature(incident));
  }
  return 2;
}

/// A contact whose points are to be added.
struct Builder {
  /// @param at_frame of A.
  Builder(const Pair& of_pair, const Frame& at_frame, const Separation& along)
      : pair(of_pair), frame(at_frame), at(along) {
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
  /// The same, if it touches and lies elsewhere than the first.
  void add_second(const Reference& edge, const Candidate& point, Vec2 first) {
    const double same = k_plane_point * pair.size();
    if (!(point.gap > pair.radius() || length(point.point - first) <= same)) add(edge, point);
  }

  const Pair& pair;
  const Frame& frame;
  const Separation& at;
  Contact contact;
};

/// The lowest point of a shape over a place of the edge.
struct Lowest {
  /// Of the surface, less the radius; infinite if the shape lies beside the place.
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
    const auto offer = [&](double gap) {
      if (gap < lowest.gap) {
        lowest.gap = gap;
        lowest.vertex = i;
      }
    };
    if (magnitude(aside) <= other.radius) {
      offer(height + other.radius - std::sqrt(other.radius * other.radius - aside * aside));
    }
    const double across = edge.place(next) - edge.place(vertex), up = edge.height(next) - height;
    if (across == 0.0) continue;
    const double share = -aside / across;
    if (share >= 0.0 && share <= 1.0 && height + share * up < core) {
      core = height + share * up;
      lowest.incident = i;
    }
    // Its shifted edge.
    const Vec2 outwards = normals_of(other)[i] * other.radius;
    const double shift = dot(outwards, edge.in_other(edge.tangent));
    const double share_of_surface = -(aside + shift) / across;
    if (share_of_surface >= 0.0 && share_of_surface <= 1.0) {
      offer(height + share_of_surface * up + dot(outwards, edge.in_other(edge.normal)) + other.radius);
    }
  }
  return lowest;
}

}  // namespace

Contact contact_of(const Pair& pair, const Frame& frame, const Separation& at) {
  Builder builder(pair, frame, at);
  if (at.source != Source::points) {
    const Reference edge(pair, at);
    Candidate points[2];
    const int count = clip(edge, edge_count(edge.other) == 0 ? 0 : incident_edge(pair, at), points);
    if (count == 2 && points[1].gap < points[0].gap) {
      const Candidate deeper = points[1];
      points[1] = points[0];
      points[0] = deeper;
    }
    // The deepest point may miss the depth by rounding.
    if (!(points[0].gap > at.gap + k_plane_point * pair.size())) {
      points[0].gap = at.gap;
      builder.add(edge, points[0]);
      if (count == 2) builder.add_second(edge, points[1], points[0].point);
    }
  }
  if (builder.contact.point_count == 0) {
    const CorePoints core = witness_points(pair, at);
    builder.add(core.on_a, core.on_b, at.gap, 0);
  }
  return builder.contact;
}

Contact contact_over_edge(const Pair& pair, const Frame& frame, const Separation& at,
                          FunctionRef<bool(Vec2)> is_on_owner) {
  const Reference edge(pair, at);
  const Vec2 deepest = edge.in_frame(core_support(edge.other, edge.in_other(-edge.normal)), !edge.of_a);
  const double place = edge.place(deepest), over = clamped(place, 0.0, edge.length);
  Builder builder(pair, frame, at);
  if (edge.other.is_smooth) {
    builder.add(edge, {deepest, at.gap, edge_feature(at.edge), 0});
  } else {
    builder.contact = contact_of(pair, frame, at);
  }
  const ContactPoint& point = builder.contact.points[0];
  if (over == place || is_on_owner(edge.of_a ? point.on_a : point.on_b)) return builder.contact;
  const Lowest lowest = lowest_over(edge, over);
  // Thin shapes deep inside a polygon may lie beside the edge as a whole.
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
  const auto aside = [&](const Candidate& point) { return magnitude(edge.place(point.point) - over); };
  const int near = aside(points[1]) < aside(points[0]) ? 1 : 0;
  first.feature_own = points[near].feature_own;
  first.feature_other = points[near].feature_other;
  builder.add(edge, first);
  builder.add_second(edge, points[1 - near], first.point);
  return builder.contact;
}

}  // namespace hyperplane::plane
