#include "plane/pair/contact.h"

#include "plane/pair/reference_edge.h"
#include "plane/shape/tolerances.h"

namespace hyperplane::plane {

double rounded_gap(const Reference& at, int vertex, double place) {
  const Shape& other = at.other;
  const Vec2 from = at.vertex(vertex), to = at.vertex(next_of(other, vertex));
  const double aside = at.place(from) - place, height = at.height(from), radius = other.radius;
  double gap = HUGE_VAL;
  if (magnitude(aside) <= radius) gap = height + radius - std::sqrt(radius * radius - aside * aside);
  const double across = at.place(to) - at.place(from);
  if (across == 0.0) return gap;
  const Vec2 outwards = normals_of(other)[vertex] * radius;
  const double share = -(aside + dot(outwards, at.in_other(at.tangent))) / across;
  if (!(share >= 0.0 && share <= 1.0)) return gap;
  return smaller(gap, height + share * (at.height(to) - height) + dot(outwards, at.in_other(at.normal)) + radius);
}

int clip(const Reference& at, int incident, Candidate (&points)[2]) {
  const auto candidate = [&](Vec2 point, std::uint32_t own_feature, std::uint32_t other_feature) {
    const double height = at.height(point), place = at.place(point);
    if (at.other.radius == 0.0) return Candidate{point, height, own_feature, other_feature};
    // Below the core the rounded edge may begin deeper than the radius.
    const double gap = smaller(rounded_gap(at, incident, place), rounded_gap(at, next_of(at.other, incident), place));
    return Candidate{point + at.normal * (gap - height), gap, own_feature, other_feature};
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

Contact contact_of(const Pair& pair, const Frame& frame, const Separation& at, double margin) {
  Builder builder(pair, frame, at, margin);
  if (at.source != Separation::Source::points) {
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

}  // namespace hyperplane::plane
