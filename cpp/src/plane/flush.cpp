#include "plane/flush.h"

#include "plane/box2.h"
#include "plane/convex_pair.h"

namespace hyperplane::plane {
namespace {

/// One side of a contact, with what it may push.
class Seam {
 public:
  Seam(const FlushSide& side, const FlushSide& other) : side_(side), other_(other) {
    const double size = size_of(side.shape), other_size = size_of(other.shape);
    reach_ = k_flush_reach * smaller(size, other_size) + 2.0 * side.placing;
    const double rounding = k_contact_tolerance * larger(size, other_size) +
                            k_bounds_rounding * (length(side.frame.origin) + length(side.frame.centre) + size);
    tolerance_ = k_plane_flush_gap * smaller(size, other_size) + rounding + side.placing;
    rise_ = k_flush_gap * smaller(size, other_size) + rounding;
  }

  double rise() const { return rise_; }

  /// Whether a point lies on the boundary of a sibling.
  bool is_beside(Vec2 point) const {
    if (side_.cover.is_all) return is_on_covered_edge(point);
    bool found = false;
    (*side_.siblings)(point, tolerance_, [&](const Shape& shape, const Frame& frame) {
      found = is_within(shape, frame, point, tolerance_) && distance_to(shape, frame, point) >= -tolerance_;
      return !found;
    });
    return found;
  }

  /// Whether a direction counts at a point. @param direction set to the normal of an edge if it only counts as that.
  /// @param tilt rad, within which it does.
  bool allows(Vec2 point, Vec2& direction, double tilt) const {
    // Asks siblings last.
    const bool knows_edges = side_.cover.is_all;
    return (knows_edges && is_normal_at(point, direction, tilt)) || !do_siblings_rise(point, direction) ||
           (!knows_edges && is_normal_at(point, direction, tilt));
  }

  /// Whether a point lies behind a segment into which the other shape has sunk.
  bool is_hidden(Vec2 point) const {
    if (!side_.has_thin) return false;
    bool hidden = false;
    int count = 0;
    (*side_.siblings)(point, k_hidden_depth* size_of(other_.shape), [&](const Shape& shape, const Frame& frame) {
      hidden = hidden || (is_thin(shape) && hides(shape, frame, point));
      return ++count <= k_most_siblings;
    });
    return hidden && count <= k_most_siblings;
  }

  /// An edge as a line: from its first end, `length` along `tangent`.
  struct Edge {
    int number;
    Vec2 from, tangent, normal;
    double length;
  };
  Edge edge(int i) const {
    const Shape& shape = side_.shape;
    const Vec2 normal = normal_of(i), tangent = left_of(normal);
    const Vec2 a = vertices_of(shape)[i], b = vertices_of(shape)[next_of(shape, i)];
    return {i, to_world(side_.frame, a) + normal * shape.radius, tangent, normal, length(b - a)};
  }

  /// Whether no sibling covers an edge somewhere within a span along it.
  bool is_open_within(const Edge& edge, double low, double high) const {
    const double first = larger(low, 0.0), last = smaller(high, edge.length);
    if (!(last - first > tolerance_)) return false;
    // Not at its ends, where a sibling that covers the edge may be a sharp corner.
    constexpr int k_samples = 5;
    for (int i = 0; i < k_samples; ++i) {
      const double place = first + (last - first) * ((0.5 + i) / k_samples);
      if (is_open(edge, place) && !is_hidden(edge.from + edge.tangent * place)) return true;
    }
    return false;
  }

 private:
  Vec2 normal_of(int i) const { return rotate(side_.frame.rotation, normals_of(side_.shape)[i]); }

  /// Whether a point of the shape lies on an edge that a sibling covers.
  bool is_on_covered_edge(Vec2 point) const {
    for (int i = 0; i < edge_count(side_.shape); ++i) {
      if (!side_.cover.covers(i)) continue;
      const Edge at = edge(i);
      const double place = dot(point - at.from, at.tangent);
      if (magnitude(dot(point - at.from, at.normal)) <= tolerance_ && place >= -tolerance_ &&
          place <= at.length + tolerance_) {
        return true;
      }
    }
    return false;
  }

  /// Whether a sibling that holds a point rises above the line through it. False among more than k_most_siblings.
  bool do_siblings_rise(Vec2 point, Vec2 direction) const {
    if (side_.cover.is_all && !is_on_covered_edge(point)) return false;
    bool rises = false;
    int count = 0;
    const double height = dot(point, direction) + rise_;
    (*side_.siblings)(point, tolerance_, [&](const Shape& shape, const Frame& frame) {
      // Those after one that rises are counted all the same: their order must not matter.
      rises = rises || (is_within(shape, frame, point, tolerance_) && height_of(shape, frame, direction) > height);
      return ++count <= k_most_siblings;
    });
    return rises && count <= k_most_siblings;
  }

  /// Whether a direction is the normal of an edge that no sibling covers beside a point. @param direction set to it.
  bool is_normal_at(Vec2 point, Vec2& direction, double tilt) const {
    for (int i = 0; i < edge_count(side_.shape); ++i) {
      if (side_.cover.covers(i)) continue;
      const Vec2 normal = normal_of(i);
      if (dot(normal, direction) > 0.0 && magnitude(cross(normal, direction)) <= tilt) {
        if (!is_open_beside(i, point)) return false;
        direction = normal;
        return true;
      }
    }
    return false;
  }

  /// Whether no sibling covers an edge just beside a point, on either side of it.
  bool is_open_beside(int i, Vec2 point) const {
    const Edge at = edge(i);
    const double place = dot(point - at.from, at.tangent), step = smaller(reach_, 0.5 * at.length);
    for (const double beside : {place - step, place + step}) {
      if (beside > 0.0 && beside < at.length && is_open(at, beside) && !is_hidden(at.from + at.tangent * beside)) {
        return true;
      }
    }
    return false;
  }

  /// Whether no sibling holds the point just above an edge. That point is above what lies flush with the edge, and in
  /// one of the siblings that share the edge, also where they meet.
  bool is_open(const Edge& edge, double place) const {
    if (side_.cover.is_all) return !side_.cover.covers(edge.number);
    const Vec2 point = edge.from + edge.tangent * place + edge.normal * (4.0 * tolerance_);
    bool covered = false;
    (*side_.siblings)(point, tolerance_, [&](const Shape& shape, const Frame& frame) {
      covered = is_within(shape, frame, point, tolerance_);
      return !covered;
    });
    return !covered;
  }

  /// Whether a segment separates a point from the other shape, which touches it: beyond its ends by no more than
  /// behind it.
  bool hides(const Shape& segment, const Frame& frame, Vec2 point) const {
    const Vec2 from = to_world(frame, segment.own_vertices[0]), to = to_world(frame, segment.own_vertices[1]);
    const Vec2 normal = rotate(frame.rotation, segment.own_normals[0]);
    const double height = dot(point - from, normal), behind = magnitude(height);
    if (behind <= tolerance_) return false;
    const Vec2 along = left_of(normal);
    if (dot(point - from, along) < -behind || dot(point - to, along) > behind) return false;
    const Pair pair = pair_of(segment, frame, other_.shape, other_.frame);
    const Separation at = separate(pair, pair.radius() + tolerance_);
    const double facing = dot(rotate(frame.rotation, at.normal), normal);
    return at.gap <= pair.radius() + tolerance_ && magnitude(facing) > k_hiding_cosine &&
           (facing > 0.0) != (height > 0.0);
  }

  const FlushSide& side_;
  const FlushSide& other_;
  /// m. rise_: by less a sibling does not rise. It would tilt the normals of round shapes.
  double reach_ = 0.0, tolerance_ = 0.0, rise_ = 0.0;
};

/// The part of a shape that lies below a line: how far it reaches along the line.
struct Span {
  double low = HUGE_VAL, high = -HUGE_VAL;

  void add(double at, double around) {
    low = smaller(low, at - around);
    high = larger(high, at + around);
  }
};

Span span_below(const FlushSide& other, const Seam::Edge& edge) {
  const Shape& shape = other.shape;
  const auto place = [&](Vec2 vertex) {
    const Vec2 from_edge = to_world(other.frame, vertex) - edge.from;
    return Vec2{dot(from_edge, edge.tangent), dot(from_edge, edge.normal)};
  };
  const Vec2 local_normal = unrotate(other.frame.rotation, edge.normal);
  const Vec2 local_tangent = unrotate(other.frame.rotation, edge.tangent);
  Span span;
  if (shape.is_smooth) {
    const Vec2 middle = place({}), radii = shape.radii;
    const double tall = ellipse_height(radii, local_normal), wide = ellipse_height(radii, local_tangent);
    // Where the chord at the line is; or the ends, if they lie below the line.
    const Vec2 high = place(ellipse_support(radii, local_normal)), end = place(ellipse_support(radii, local_tangent));
    const double share = clamped(-middle.y / tall, -1.0, 1.0), half = radii.x * (radii.y / tall);
    span.add(middle.x + (high.x - middle.x) * share, half * std::sqrt(1.0 - share * share));
    if (end.y <= 0.0) span.add(middle.x + wide, 0.0);
    if (2.0 * middle.y - end.y <= 0.0) span.add(middle.x - wide, 0.0);
    return span;
  }
  for (int i = 0; i < shape.vertex_count; ++i) {
    const Vec2 at = place(vertices_of(shape)[i]), next = place(vertices_of(shape)[next_of(shape, i)]);
    if (at.y <= shape.radius) {
      const double height = larger(at.y, 0.0);
      span.add(at.x, std::sqrt(larger(0.0, shape.radius * shape.radius - height * height)));
    }
    // Where the shifted edge goes through the line.
    const Vec2 outwards = normals_of(shape)[i] * shape.radius;
    const Vec2 shift{dot(outwards, local_tangent), dot(outwards, local_normal)};
    const Vec2 from = at + shift, to = next + shift;
    if ((from.y > 0.0) != (to.y > 0.0)) span.add(from.x + (to.x - from.x) * (from.y / (from.y - to.y)), 0.0);
  }
  return span;
}

Separation separation_along(const Pair& pair, bool of_a, int edge) {
  Separation at;
  at.source = of_a ? Separation::Source::edge_a : Separation::Source::edge_b;
  at.edge = edge;
  at.normal = of_a ? normals_of(pair.a)[edge] : -rotate(pair.turn, normals_of(pair.b)[edge]);
  at.gap = gap_along(pair, at.normal);
  return at;
}

/// @param direction set to the normal of an edge if it only counts as that.
bool may_push_at(const Seam& seam, const FlushSide& side, std::span<const Vec2> points, Vec2& direction, double tilt) {
  bool is_beside = false;
  for (const Vec2& point : points) {
    // Points other than the deepest may lie lower: the direction is none of theirs.
    if (&point != points.data() && height_of(side.shape, side.frame, direction) - dot(point, direction) > seam.rise()) {
      continue;
    }
    if (seam.is_hidden(point)) {
      is_beside = true;
      continue;
    }
    if (seam.allows(point, direction, tilt)) return true;
    is_beside = is_beside || seam.is_beside(point);
  }
  return !is_beside;
}

FlushVerdict settle(const FlushSide& a, const FlushSide& b, bool of_a, FlushEdges which, Contact& contact) {
  const FlushSide& side = of_a ? a : b;
  const FlushSide& other = of_a ? b : a;
  if (side.siblings == nullptr) return FlushVerdict::kept;
  Vec2 points[2], outwards = of_a ? contact.normal : -contact.normal;
  for (int i = 0; i < 2; ++i) points[i] = of_a ? contact.points[i].on_a : contact.points[i].on_b;
  const std::size_t count = static_cast<std::size_t>(contact.point_count);
  const Seam seam(side, other);
  if (may_push_at(seam, side, {points, count}, outwards, k_face_normal_tilt)) return FlushVerdict::kept;
  const Pair pair = pair_of(a.shape, a.frame, b.shape, b.frame);
  const Vec2 middle = other.frame.origin + other.frame.centre;
  int best = -1;
  double least = HUGE_VAL;
  for (int i = 0; i < edge_count(side.shape); ++i) {
    if (side.cover.covers(i)) continue;
    const Seam::Edge edge = seam.edge(i);
    const double above = height_of(other.shape, other.frame, edge.normal) - dot(edge.from, edge.normal);
    if (which == FlushEdges::around && !(above > 0.0)) continue;
    // Of the two sides of a segment that of the other's middle.
    if (side.shape.vertex_count == 2 && dot(middle - edge.from, edge.normal) < 0.0) continue;
    const double depth = pair.radius() - separation_along(pair, of_a, i).gap;
    if (!(depth >= 0.0 && depth < least)) continue;
    const Span span = span_below(other, edge);
    if (!seam.is_open_within(edge, span.low, span.high)) continue;
    least = depth;
    best = i;
  }
  if (best < 0) return FlushVerdict::left;
  contact = edge_contact(a, b, of_a, best);
  return FlushVerdict::snapped;
}

}  // namespace

Contact edge_contact(const FlushSide& a, const FlushSide& b, bool of_a, int edge) {
  const Pair pair = pair_of(a.shape, a.frame, b.shape, b.frame);
  const FlushSide& owner = of_a ? a : b;
  return contact_over_edge(pair, a.frame, separation_along(pair, of_a, edge), [&](Vec2 point) {
    const double tolerance = k_contact_tolerance * size_of(owner.shape);
    if (is_within(owner.shape, owner.frame, point, tolerance)) return true;
    bool found = false;
    if (owner.parts == nullptr) return found;
    (*owner.parts)(point, tolerance, [&](const Shape& shape, const Frame& frame) {
      found = is_within(shape, frame, point, tolerance);
      return !found;
    });
    return found;
  });
}

FlushVerdict apply_flush_rule(const FlushSide& a, const FlushSide& b, FlushEdges which, Contact& contact) {
  const std::int32_t part_a = contact.part_a, part_b = contact.part_b;
  const bool a_first =
      is_judged_first(a.shape, a.frame.origin + a.frame.centre, b.shape, b.frame.origin + b.frame.centre);
  const FlushVerdict first = settle(a, b, a_first, which, contact);
  if (first == FlushVerdict::left) return first;
  const FlushVerdict second = settle(a, b, !a_first, which, contact);
  contact.part_a = part_a;
  contact.part_b = part_b;
  return second == FlushVerdict::kept ? first : second;
}

bool may_push(const FlushSide& side, const FlushSide& other, std::span<const Vec2> points, Vec2& direction,
              double tilt) {
  return side.siblings == nullptr || may_push_at(Seam(side, other), side, points, direction, tilt);
}

}  // namespace hyperplane::plane
