#include "plane/pair/contact.h"

#include "plane/pair/reference_edge.h"
#include "plane/shape/tolerances.h"

namespace hyperplane::plane {

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

Contact contact_of(const Pair& pair, const Frame& frame, const Separation& at) {
  Builder builder(pair, frame, at);
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

Contact contact_within(const Pair& pair, const Frame& frame, const Separation& at, double margin) {
  Shape a = pair.a, b = pair.b;
  a.radius += 0.5 * margin;
  b.radius += 0.5 * margin;
  Contact contact = contact_of({a, b, pair.offset, pair.turn}, frame, at);
  contact.depth = pair.radius() - at.gap;
  const Vec2 out = contact.normal * (0.5 * margin);
  for (ContactPoint& point : contact.points) {
    point.on_a = point.on_a - out;
    point.on_b = point.on_b + out;
    point.depth -= margin;
  }
  return contact;
}

}  // namespace hyperplane::plane
