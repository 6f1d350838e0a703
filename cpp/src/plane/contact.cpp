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

/// The points of the incident edge within the reference edge's span. @return how many.
int clip(const Pair& pair, const Separation& at, Candidate (&points)[2]) {
  const bool of_a = at.source == Source::edge_a;
  const Shape& own = of_a ? pair.a : pair.b;
  const Shape& other = of_a ? pair.b : pair.a;
  const auto in_frame = [&](const Shape& shape, int i) {
    const Vec2 vertex = vertices_of(shape)[i];
    return &shape == &pair.a ? vertex : pair.to_a(vertex);
  };
  // From the edge of `own` outwards.
  const Vec2 normal = of_a ? at.normal : -at.normal;
  const Vec2 tangent = left_of(normal);
  const Vec2 from = in_frame(own, at.edge);
  const double end = dot(in_frame(own, next_of(own, at.edge)) - from, tangent);
  const auto candidate = [&](Vec2 point, std::uint32_t own_feature, std::uint32_t other_feature) {
    return Candidate{point, dot(point - from, normal), own_feature, other_feature};
  };
  if (edge_count(other) == 0) {
    points[0] = candidate(in_frame(other, 0), edge_feature(at.edge), vertex_feature(0));
    return 1;
  }
  const int incident = incident_edge(pair, at);
  const int ends[2] = {incident, next_of(other, incident)};
  const Vec2 corners[2] = {in_frame(other, ends[0]), in_frame(other, ends[1])};
  const double places[2] = {dot(corners[0] - from, tangent), dot(corners[1] - from, tangent)};
  for (int i = 0; i < 2; ++i) {
    const double place = places[i], across = places[1 - i] - place;
    const double wanted = clamped(place, 0.0, end);
    if (wanted == place || across == 0.0) {
      points[i] = candidate(corners[i], edge_feature(at.edge), vertex_feature(ends[i]));
      continue;
    }
    const double share = clamped((wanted - place) / across, 0.0, 1.0);
    const int corner = wanted == 0.0 ? at.edge : next_of(own, at.edge);
    points[i] =
        candidate(corners[i] + (corners[1 - i] - corners[i]) * share, vertex_feature(corner), edge_feature(incident));
  }
  return 2;
}

}  // namespace

Contact contact_of(const Pair& pair, const Frame& frame, const Separation& at) {
  Contact contact;
  contact.normal = rotate(frame.rotation, at.normal);
  contact.depth = pair.radius() - at.gap;
  const auto add = [&](Vec2 core_a, Vec2 core_b, double gap, std::uint32_t id) {
    contact.points[contact.point_count++] = {to_world(frame, core_a + at.normal * pair.a.radius),
                                             to_world(frame, core_b - at.normal * pair.b.radius), pair.radius() - gap,
                                             id};
  };
  if (at.source != Source::points) {
    Candidate points[2];
    const int count = clip(pair, at, points);
    const bool of_a = at.source == Source::edge_a;
    if (count == 2 && points[1].gap < points[0].gap) {
      const Candidate deeper = points[1];
      points[1] = points[0];
      points[0] = deeper;
    }
    const double same = k_plane_point * pair.size();
    for (int i = 0; i < count; ++i) {
      const Candidate& point = points[i];
      // The deepest point may miss the depth by rounding; the others must touch and lie elsewhere.
      if (i == 0 && point.gap > at.gap + same) break;
      const double gap = i == 0 ? at.gap : point.gap;
      if (i > 0 && (gap > pair.radius() || length(point.point - points[0].point) <= same)) break;
      const Vec2 partner = of_a ? point.point - at.normal * gap : point.point + at.normal * gap;
      const std::uint32_t id =
          of_a ? point.feature_own | point.feature_other << 16 : point.feature_other | point.feature_own << 16;
      if (of_a) {
        add(partner, point.point, gap, id);
      } else {
        add(point.point, partner, gap, id);
      }
    }
  }
  if (contact.point_count == 0) {
    const CorePoints core = witness_points(pair, at);
    add(core.on_a, core.on_b, at.gap, 0);
  }
  return contact;
}

}  // namespace hyperplane::plane
