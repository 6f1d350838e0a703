#include "narrowphase/convex/revolved_depth.h"

#include "core/workspace.h"
#include "narrowphase/convex/revolved_solid.h"
#include "narrowphase/convex/tolerances.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

/// Both solids in the axes of one of them. X is its axis, Y the part of the other's axis across it, Z is perpendicular
/// to both.
struct AxisView {
  const Frustum& own;
  const Frustum& other;
  /// The other's axis is (cosine, sine, 0).
  double cosine, sine;
  Vec3 between;

  /// Takes vectors to the view from the other, and back.
  Vec3 swapped(const Vec3& v) const { return {v.x * cosine + v.y * sine, v.x * sine - v.y * cosine, v.z}; }
  double depth(const Vec3& n) const {
    const double across = n.y * cosine - n.x * sine;
    return own.reach(n.x, std::sqrt(n.y * n.y + n.z * n.z)) +
           other.reach(n.x * cosine + n.y * sine, std::sqrt(across * across + n.z * n.z)) - dot(n, between);
  }
};

/// A direction in a plane.
struct Turn {
  double sine, cosine;
};
Turn normalized_turn(double sine, double cosine) {
  const double inverse = 1.0 / std::sqrt(sine * sine + cosine * cosine);
  return {sine * inverse, cosine * inverse};
}
double cross(const Turn& from, const Turn& to) { return from.cosine * to.sine - from.sine * to.cosine; }

/// Depth along a normal of a crease.
struct Knot {
  Turn turn;
  double depth, slope;
  /// The other's part of the normal along its axis, and the length of the part across it.
  double along, across;
  /// k, and what r is the square of, times the other's radius by the cube of `across`.
  double level, bend;
  /// r.
  double radius;
};

class RevolvedSearch {
 public:
  RevolvedSearch(const AxisView& a, const AxisView& b, double size)
      : a_(a), b_(b), size_(size), gap_(k_revolved_depth_gap * size), barely_(k_revolved_least_depth * size) {}

  bool run() {
    try_caps(a_);
    try_caps(b_);
    if (!search_crease(a_) || !search_crease(b_) || !search_rims()) return false;
    if (on_crease_ != nullptr) refine();
    return least_.depth > barely_;
  }

  /// From the view of A.
  const DirectionalDepth& least() const { return least_; }

 private:
  /// @param normal in a view. @return whether it is the best.
  bool keep(const AxisView& view, const Vec3& normal, double depth) {
    if (!(depth < least_.depth - k_axis_tie * size_)) return false;
    least_ = {&view == &a_ ? normal : a_.swapped(normal), depth};
    on_crease_ = nullptr;
    return true;
  }

  void try_caps(const AxisView& view) {
    for (const double side : {-1.0, 1.0}) {
      const Disc& cap = view.own.discs[side > 0.0 ? 1 : 0];
      if (!(cap.radius > 0.0)) continue;
      const double depth = side * cap.height + view.other.reach(side * view.cosine, view.sine) - side * view.between.x;
      keep(view, {side, 0.0, 0.0}, depth);
    }
  }

  static Vec3 crease_normal(const AxisView& view, const Turn& turn) {
    return {view.own.sine, view.own.cosine * turn.sine, view.own.cosine * turn.cosine};
  }

  /// @param end which of the other's discs.
  static Knot knot_at(const AxisView& view, const Turn& turn, int end) {
    const Frustum& own = view.own;
    const Disc& disc = view.other.discs[end];
    const Vec3 n = crease_normal(view, turn);
    const double along = n.x * view.cosine + n.y * view.sine, aside = n.y * view.cosine - n.x * view.sine;
    const double across = std::sqrt(aside * aside + n.z * n.z);
    // At the normal of the other's cap: the point in the direction of the crease.
    const double inverse = across > 0.0 ? disc.radius / across : 0.0;
    const double rim_aside = aside * inverse, rim_up = across > 0.0 ? n.z * inverse : disc.radius;
    const double q_x = disc.height * view.cosine - rim_aside * view.sine - view.between.x;
    const double q_y = disc.height * view.sine + rim_aside * view.cosine - view.between.y;
    const double q_z = rim_up - view.between.z;
    const double level = own.side() + own.sine * q_x;
    const double bend = own.cosine * (view.cosine * own.cosine - view.sine * own.sine * turn.sine);
    return {turn,
            level + own.cosine * (q_y * turn.sine + q_z * turn.cosine),
            own.cosine * (q_y * turn.cosine - q_z * turn.sine),
            along,
            across,
            level,
            bend,
            across > 0.0 ? disc.radius * bend * bend / (across * across * across) : 0.0};
  }

  bool search_crease(const AxisView& view) {
    const Frustum &own = view.own, &other = view.other;
    // Where the other's farther disc changes: at its own crease.
    const double along = own.sine * view.cosine, change = other.sine - along, range = own.cosine * view.sine;
    const bool changes = std::fabs(change) < range;
    const double middle = changes ? change / range : 0.0;
    const Turn turn{middle, std::sqrt(max(0.0, 1.0 - middle * middle))};
    const bool is_even = own.sine == 0.0 && other.sine == 0.0;
    for (int end = 0; end < 2; ++end) {
      const bool is_high = end == 1;
      if (is_even && is_high != (view.between.y >= 0.0)) continue;
      const int disc = changes ? end : other.farther(along, std::sqrt(1.0 - along * along));
      const Knot inner = knot_at(view, turn, disc);
      keep(view, crease_normal(view, turn), inner.depth);
      const double side = is_high ? 1.0 : -1.0;
      if (stays_above(inner, side * inner.slope, {side, 0.0}, least_.depth - gap_)) continue;
      const Knot outer = knot_at(view, {side, 0.0}, disc);
      keep(view, crease_normal(view, outer.turn), outer.depth);
      if (!(is_high ? search_part(view, inner, outer, disc) : search_part(view, outer, inner, disc))) return false;
    }
    return true;
  }

  bool search_part(const AxisView& view, Knot low, const Knot& end, int disc) {
    // The ends of pending parts, the nearest on top.
    Workspace<Knot, k_max_revolved_parts> open;
    open[0] = end;
    for (int count = 1; count > 0;) {
      const Knot& high = open[count - 1];
      Turn turn;
      if (is_deeper(view, low, high, disc, turn)) {
        low = high;
        --count;
        continue;
      }
      if (count == k_max_revolved_parts || ++splits_ > k_max_revolved_splits) return false;
      const Knot& knot = open[count++] = knot_at(view, turn, disc);
      if (keep(view, crease_normal(view, turn), knot.depth)) {
        on_crease_ = &view;
        disc_ = disc;
        knot_ = knot;
      }
    }
    return true;
  }

  /// Whether the depth along the other's support point at a knot, a sinusoid, is at least that much on the whole
  /// circle, or on the way to another direction: if it grows first, it is least at an end.
  /// @param slope on the way.
  static bool stays_above(const Knot& knot, double slope, const Turn& to, double least) {
    const double at = knot.depth - knot.level, room = knot.level - least;
    if (room >= 0.0 && at * at + slope * slope <= room * room) return true;
    const double cosine = knot.turn.sine * to.sine + knot.turn.cosine * to.cosine;
    return slope >= 0.0 && at * cosine + slope * std::fabs(cross(knot.turn, to)) >= -room;
  }

  /// @param split where to split the part if not.
  bool is_deeper(const AxisView& view, const Knot& low, const Knot& high, int disc, Turn& split) const {
    const double least = least_.depth - gap_;
    if (stays_above(low, low.slope, high.turn, least) || stays_above(high, -high.slope, low.turn, least)) return true;
    double bound = view.own.side() - view.own.sine * (view.between.x + view.other.reach(-view.cosine, view.sine));
    if (low.bend * high.bend > 0.0) {
      // The other's support point moves one way, so that k is least at an end.
      const double bend = min(std::fabs(low.bend), std::fabs(high.bend));
      const double across = low.along * high.along < 0.0 ? 1.0 : max(low.across, high.across);
      bound = max(
          bound, min(low.level, high.level) + view.other.discs[disc].radius * bend * bend / (across * across * across));
    }
    // As vectors whose products with a direction are the sinusoids.
    const double at_low = low.depth - bound, at_high = high.depth - bound;
    const Turn p{at_low * low.turn.sine + low.slope * low.turn.cosine,
                 at_low * low.turn.cosine - low.slope * low.turn.sine};
    const Turn q{at_high * high.turn.sine + high.slope * high.turn.cosine,
                 at_high * high.turn.cosine - high.slope * high.turn.sine};
    const auto along = [](const Turn& v, const Turn& turn) { return v.sine * turn.sine + v.cosine * turn.cosine; };
    const double lead_low = at_low - along(q, low.turn), lead_high = at_high - along(p, high.turn);
    // They meet at an end, but for rounding, if one is the depth itself.
    const bool is_between = lead_low > 0.0 && lead_high > 0.0;
    const double to_low = is_between ? lead_high : lead_low > 0.0 ? 0.0 : 1.0;
    const double to_high = is_between ? lead_low : 1.0 - to_low;
    const Turn meet = normalized_turn(low.turn.sine * to_low + high.turn.sine * to_high,
                                      low.turn.cosine * to_low + high.turn.cosine * to_high);
    const double value = along(p, meet);
    // Least of each sinusoid up to where they meet.
    double lowest = min(value, min(at_low, at_high));
    if (low.slope < 0.0 && cross(meet, p) > 0.0) lowest = min(lowest, -std::sqrt(along(p, p)));
    if (high.slope > 0.0 && cross(meet, q) < 0.0) lowest = min(lowest, -std::sqrt(along(q, q)));
    if (bound + lowest >= least) return true;

    split = is_between ? meet : normalized_turn(low.turn.sine + high.turn.sine, low.turn.cosine + high.turn.cosine);
    const double curve_low = low.radius + low.level - low.depth, curve_high = high.radius + high.level - high.depth;
    if (low.slope < 0.0 && curve_low > 0.0) {
      const double step = -low.slope / curve_low;
      const Turn to = normalized_turn(low.turn.sine + step * low.turn.cosine, low.turn.cosine - step * low.turn.sine);
      if (cross(low.turn, to) > 0.0 && cross(to, high.turn) > 0.0) split = to;
    } else if (high.slope > 0.0 && curve_high > 0.0) {
      const double step = -high.slope / curve_high;
      const Turn to =
          normalized_turn(high.turn.sine + step * high.turn.cosine, high.turn.cosine - step * high.turn.sine);
      if (cross(low.turn, to) > 0.0 && cross(to, high.turn) > 0.0) split = to;
    }
    return false;
  }

  /// Newton's method from the best normal, which may be proven to be least before its slope is zero.
  void refine() {
    const AxisView& view = *on_crease_;
    for (int i = 0; i < k_max_depth_descent_steps && std::fabs(knot_.slope) > k_revolved_slope * size_; ++i) {
      const double curve = knot_.radius + knot_.level - knot_.depth, step = -knot_.slope / curve;
      const Turn &from = knot_.turn,
                 to = normalized_turn(from.sine + step * from.cosine, from.cosine - step * from.sine);
      const Knot next = knot_at(view, to, disc_);
      if (!(std::fabs(next.slope) < std::fabs(knot_.slope))) return;
      knot_ = next;
      const Vec3 normal = crease_normal(view, to);
      least_ = {&view == &a_ ? normal : a_.swapped(normal), knot_.depth};
    }
  }

  bool search_rims() {
    if (!(a_.sine > 0.0) || !(a_.between.z > 0.0)) return true;
    for (int i = 0; i < 2; ++i) {
      for (int k = 0; k < 2; ++k) {
        const Disc &on_a = a_.own.discs[i], &on_b = a_.other.discs[k];
        if (!(on_a.radius > 0.0 && on_b.radius > 0.0)) continue;
        const bool is_a_larger = on_a.radius >= on_b.radius;
        if (!(is_a_larger ? search_circles(a_, i, k) : search_circles(b_, k, i))) return false;
      }
    }
    return true;
  }

  struct Interval {
    double low, high;
  };

  /// Of the depth times the normal's part along an axis, where the disc is the farther one.
  Interval along_axis(const Frustum& solid, int end) const {
    const double most = least_.depth + barely_;
    return end == 1 ? Interval{-barely_, most} : Interval{-most, most * solid.sine + barely_};
  }

  /// One angle of the smaller circle after another, by the sine from Y to Z of the other view.
  struct Circles {
    double large, small;
    /// Between the middles.
    Vec3 between;
    double cosine, sine;
    /// Of the sine of the angle on the larger circle.
    Interval on_large;
    double aside;
  };

  bool search_circles(const AxisView& view, int own_end, int other_end) {
    const Disc &own = view.own.discs[own_end], &other = view.other.discs[other_end];
    const double up = view.between.z;
    Circles circles{own.radius,
                    other.radius,
                    view.between - Vec3{own.height + other.height * view.cosine, other.height * view.sine, 0.0},
                    view.cosine,
                    view.sine,
                    {},
                    0.0};
    const Interval own_range = along_axis(view.own, own_end), other_range = along_axis(view.other, other_end);
    const double along_other = circles.between.x * view.cosine + circles.between.y * view.sine;
    const double across_large = own.radius * view.sine, across_small = other.radius * view.sine;
    if (along_other + other_range.low >= across_large || along_other + other_range.high <= -across_large ||
        circles.between.x + own_range.low >= across_small || circles.between.x + own_range.high <= -across_small) {
      return true;
    }
    const double by_large = 1.0 / across_large, by_small = 1.0 / across_small;
    Interval& on_large = circles.on_large;
    on_large = {max(-1.0, (along_other + other_range.low) * by_large),
                min(1.0, (along_other + other_range.high) * by_large)};
    const Interval on_small{max(-1.0, (-circles.between.x - own_range.high) * by_small),
                            min(1.0, (-circles.between.x - own_range.low) * by_small)};
    // The normal's part across the larger circle's axis is at most the depth, and points away from the axis.
    const double rest = max(0.0, circles.large - least_.depth - barely_);
    const double lowest_large = min(on_large.low * circles.large, on_large.low * rest),
                 highest_large = max(on_large.high * circles.large, on_large.high * rest);
    const double one = circles.small * view.cosine * on_small.low,
                 other_one = circles.small * view.cosine * on_small.high;
    if (max(one, other_one) + highest_large < circles.between.y - barely_ ||
        min(one, other_one) + lowest_large > circles.between.y + barely_) {
      return true;
    }
    // Both angles' cosines times the radii are less than `up`, and their sum is more.
    const auto most_square = [](const Interval& range) { return max(range.low * range.low, range.high * range.high); };
    if (circles.large * circles.large * (1.0 - most_square(on_large)) > up * up ||
        circles.small * circles.small * (1.0 - most_square(on_small)) > up * up) {
      return true;
    }
    const auto least_square = [](const Interval& range) {
      return range.low > 0.0 ? range.low * range.low : range.high < 0.0 ? range.high * range.high : 0.0;
    };
    const double most_large = min(up, circles.large * std::sqrt(1.0 - least_square(on_large)));
    const double most_small = min(up, circles.small * std::sqrt(1.0 - least_square(on_small)));
    if (!(most_large + most_small > up - barely_)) return true;
    circles.aside = std::sqrt(circles.between.y * circles.between.y + up * up);
    // On the smaller circle the cosine times the radius is also more than `up` less the greatest one of the larger.
    const double share = up / circles.small, lowest = (up - most_large - barely_) / circles.small;
    const double outer = lowest > 0.0 ? std::sqrt(max(0.0, 1.0 - lowest * lowest)) : 1.0;
    const double inner = share < 1.0 ? std::sqrt(1.0 - share * share) : 0.0;
    return search_arc(view, circles, {max(on_small.low, inner), min(on_small.high, outer)}) &&
           search_arc(view, circles, {max(on_small.low, -outer), min(on_small.high, -inner)});
  }

  struct Arc {
    Turn low, high;
  };

  bool search_arc(const AxisView& view, const Circles& circles, const Interval& sines) {
    if (!(sines.low < sines.high)) return true;
    const auto turn = [](double sine) { return Turn{sine, std::sqrt(max(0.0, 1.0 - sine * sine))}; };
    Arc arc{turn(sines.low), {}};
    Workspace<Turn, k_max_revolved_parts> open;
    open[0] = turn(sines.high);
    for (int count = 1; count > 0;) {
      arc.high = open[count - 1];
      const Turn middle = normalized_turn(arc.low.sine + arc.high.sine, arc.low.cosine + arc.high.cosine);
      if (is_proven_part(view, circles, arc, middle)) {
        arc.low = arc.high;
        --count;
        continue;
      }
      if (count == k_max_revolved_parts || ++splits_ > k_max_revolved_splits) return false;
      open[count++] = middle;
    }
    return true;
  }

  /// The point of the larger circle closest to one of the smaller: half of the square of their distance and its first
  /// two derivatives.
  struct Gap {
    /// From the axis of the larger circle to the point, without the part along it, with its length.
    double y, z, away;
    /// The way along the axis.
    double along;
    double half_square, slope, curve;

    Gap(const Circles& c, const Turn& turn) {
      y = c.small * c.cosine * turn.sine - c.between.y;
      z = c.small * turn.cosine - c.between.z;
      away = std::sqrt(y * y + z * z);
      along = -c.small * c.sine * turn.sine - c.between.x;
      const double short_of = c.large - away;
      half_square = 0.5 * (short_of * short_of + along * along);
      const double by_y = c.small * c.cosine * turn.cosine, by_z = -c.small * turn.sine;
      const double inverse = 1.0 / away, turned = (y * by_z - z * by_y) * inverse;
      slope = -short_of * (y * by_y + z * by_z) * inverse - along * c.small * c.sine * turn.cosine;
      const double inward = -away - (y * c.between.y + z * c.between.z) * inverse;
      curve = c.small * c.small - c.large * turned * turned * inverse - short_of * inward +
              along * c.small * c.sine * turn.sine;
    }
  };

  /// Whether a part of the smaller circle contains no least depth, or only one that has been kept.
  bool is_proven_part(const AxisView& view, const Circles& c, const Arc& arc, const Turn& middle) {
    const double chord_y = arc.high.sine - middle.sine, chord_z = arc.high.cosine - middle.cosine;
    const double chord = std::sqrt(chord_y * chord_y + chord_z * chord_z), reach = c.small * chord;
    const Gap gap(c, middle);
    const double least = least_.depth - gap_, beyond = least + reach;
    if (2.0 * gap.half_square >= beyond * beyond) return true;
    const double away = gap.away - reach;
    // The normal points away from the larger circle's axis.
    if (away > c.large + barely_) return true;
    if (!(away > 0.0)) return false;
    const double sine = -gap.y / gap.away, slack = 2.0 * reach / gap.away;
    if (sine > c.on_large.high + slack || sine < c.on_large.low - slack) return true;

    const double angle = k_arc_by_chord * chord;
    const double third =
        c.small *
        (c.large * (2.0 * min(c.small, away) * c.aside + 3.0 * c.small * c.small) / (away * away) +
         c.small * (1.0 + c.sine * c.sine) + (std::fabs(c.large - gap.away) + reach) * (1.0 + c.aside / away) +
         (std::fabs(gap.along) + reach) * c.sine);
    const double drift = third * angle, slope = std::fabs(gap.slope);
    if (slope > (std::fabs(gap.curve) + 0.5 * drift) * angle || gap.curve + drift < 0.0) return true;
    const double curve = gap.curve - drift, above = gap.half_square - 0.5 * least * least;
    if (curve > 0.0) {
      if (above * 2.0 * curve >= slope * slope) return true;
      find_least(view, c, arc, middle);
      return true;
    }
    return above >= (slope - 0.5 * curve * angle) * angle;
  }

  /// Newton's method for the least distance on a part on which its slope grows.
  void find_least(const AxisView& view, const Circles& c, const Arc& arc, const Turn& start) {
    Turn turn = start;
    for (int i = 0; i < k_max_depth_descent_steps; ++i) {
      const Gap gap(c, turn);
      const double step = -gap.slope / gap.curve;
      Turn next = normalized_turn(turn.sine + step * turn.cosine, turn.cosine - step * turn.sine);
      if (cross(arc.low, next) < 0.0) next = arc.low;
      if (cross(next, arc.high) < 0.0) next = arc.high;
      const bool is_still = std::fabs(cross(turn, next)) <= k_depth_slope;
      turn = next;
      if (is_still) break;
    }
    const Gap gap(c, turn);
    if (2.0 * gap.half_square <= barely_ * barely_) {
      // Too close for a direction between them.
      least_.depth = 0.0;
      on_crease_ = nullptr;
      return;
    }
    const double out = c.large / gap.away - 1.0;
    const Vec3 normal = normalized(Vec3{gap.along, -gap.y * out, -gap.z * out});
    keep(view, normal, view.depth(normal));
  }

  const AxisView &a_, &b_;
  const double size_, gap_, barely_;
  DirectionalDepth least_{{}, __builtin_huge_val()};
  /// If the best normal was found on a crease.
  const AxisView* on_crease_ = nullptr;
  int disc_ = 0;
  Knot knot_;
  int splits_ = 0;
};

}  // namespace

bool has_revolved_depth(const ConvexPair& pair) {
  if (!is_revolved(pair.a.type) || !is_revolved(pair.b.type)) return false;
  const double least = k_feature_tolerance * pair.difference.size;
  const auto has_volume = [least](const Shape& shape) {
    return shape.type != ShapeType::capsule && min(shape.parameters[0], shape.parameters[1]) > least;
  };
  return has_volume(pair.a) || has_volume(pair.b);
}

RevolvedDepth revolved_depth(ConvexPair& pair) {
  const double size = pair.difference.size;
  const Transform& b_in_a = pair.difference.b_in_a;
  const Frustum on_a(pair.a), on_b(pair.b);
  const Vec3& between = b_in_a.translation;
  // Along B's axis turned round both support functions have the same form.
  const Vec3 axis_b = -b_in_a.rotation.columns[1];
  const Vec3 aside = {axis_b.x, 0.0, axis_b.z}, apart{between.x, 0.0, between.z};
  double sine = length(aside);
  const bool is_parallel = !(sine > k_parallel_axis_sine);
  const Vec3 across = is_parallel ? apart : Vec3{axis_b.z, 0.0, -axis_b.x};
  const double width = length(across);
  Vec3 up = width > 0.0 ? across * ((dot(across, between) < 0.0 ? -1.0 : 1.0) / width) : unit_axis(0);
  const Vec3 to_b = is_parallel ? Vec3{up.z, 0.0, -up.x} : aside * (1.0 / sine);
  double cosine = axis_b.y;
  if (is_parallel) {
    sine = 0.0;
    cosine = cosine < 0.0 ? -1.0 : 1.0;
  }
  const AxisView a{on_a, on_b, cosine, sine, {between.y, dot(between, to_b), dot(between, up)}};
  const AxisView b{on_b, on_a, cosine, sine, a.swapped(a.between)};
  RevolvedSearch search(a, b, size);
  RevolvedDepth result{};
  result.is_proven = search.run();
  if (!result.is_proven) return result;
  const Vec3& n = search.least().normal;
  const Vec3 normal = normalized(Vec3{0.0, n.x, 0.0} + to_b * n.y + up * n.z);
  result.least = {normal, -dot(normal, pair.difference.support(normal).w)};
  result.is_witness_set =
      find_revolved_witness({on_a, {}, unit_axis(1)}, {on_b, between, -axis_b}, result.least, size, result.on_a);
  return result;
}

}  // namespace hyperplane
