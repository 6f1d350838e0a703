#include "plane/pair/separation.h"
#include "plane/pair/tolerances.h"

/// The signed distance of two cores of which one is an ellipse, as a search in one unknown: the direction.
///
/// In the frame of the ellipse the gap along a direction d is f(d) = c d - h(d) - k(-d), with the support functions h
/// of the ellipse and k of the other core, whose centre is c; the signed distance is its greatest value. By the angle
/// of d, f'' + f = -rho, where rho is the sum of both radii of curvature: that of an ellipse is monotonic between its
/// axes, that of a vertex is zero, and an edge adds a kink that bends f downwards.
///
/// So on an arc on which rho stays between two numbers, f lies below three curves of the form -r + q d, whose maxima
/// are closed forms: one through f and f' at either end, with the least rho, and, where the arc has no kink, one
/// through both ends, with the greatest (the comparison theorem for f'' + f on less than a half circle). An arc that
/// cannot exceed the best gap so far is skipped. Where f rises from the left end and falls to the right one, Newton's
/// method finds a maximum between them; the rest is split at a kink, or halved. Unlike a search from many starts this
/// proves that nothing larger was missed, and where the cores are apart or overlap little it takes the samples on the
/// axes and one maximum.
///
/// Newton's method and halvings take the eccentric angle t of the ellipse's support point, in which the points and
/// tangents of a needle turn no faster than those of a circle: the normal of (a cos t, b sin t) is (b cos t, a sin t).
/// A point outside an ellipse has its nearest point in its own quarter, which has a single maximum (Eberly, "Distance
/// from a Point to an Ellipse, an Ellipsoid, or a Hyperellipsoid", 2013). Support functions and radii of curvature:
/// Schneider, "Convex Bodies: The Brunn-Minkowski Theory", 2014, 1.7 and 2.5.

namespace hyperplane::plane {
namespace {

constexpr Vec2 k_axes[4] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};

/// One direction, with f and f' on either side.
struct Sample {
  Vec2 direction;
  double gap, slope_before, slope_after;
  /// Radii of curvature, m. Each is monotonic on an arc, their sum is not.
  double curvature, other_curvature;
  /// Height of the ellipse and its derivative, m.
  double height, rise;

  double bend() const { return gap + (curvature + other_curvature); }
};

/// Directions between two samples, counter-clockwise, at most a quarter of the ellipse.
struct Arc {
  const Sample &left, &right;
  /// The other core's vertex at the left end, and how many of its edges face the arc. Of an ellipse its axes count.
  int vertex, cuts;
};

/// @param inverse of the height along the direction, 1 / m.
double radius_of_curvature(Vec2 radii, double inverse) {
  return (radii.x * inverse) * (radii.y * inverse) * (radii.x * radii.y * inverse);
}

/// @param v neither zero nor far from the sizes of shapes.
Vec2 normalised(Vec2 v) { return v * (1.0 / length(v)); }

/// The greatest q d of an arc of at most a right angle.
double greatest_along(Vec2 q, const Arc& arc) {
  const Vec2 from = arc.left.direction, to = arc.right.direction;
  if (cross(from, q) > 0.0 && cross(q, to) > 0.0) return length(q);
  return larger(dot(q, from), dot(q, to));
}

class EllipseSearch {
 public:
  /// @param offset centre of `other` in the frame of the ellipse, and its rotation.
  EllipseSearch(Vec2 radii, const Shape& other, Vec2 offset, Rotation turn, double size, double limit)
      : radii_(radii),
        other_(other),
        offset_(offset),
        turn_(turn),
        normals_(other.is_smooth ? k_axes : normals_of(other)),
        cuts_(other.is_smooth ? 4 : edge_count(other)),
        limit_(limit),
        tolerance_(k_plane_search * size + k_plane_motion_rounding * length(offset)),
        level_(k_plane_search_slope * size + k_plane_motion_rounding * length(offset)),
        sharpest_(k_plane_search_sharpness * size) {
    if (other.is_smooth) {
      const double least = smaller(other.radii.x, other.radii.y), greatest = larger(other.radii.x, other.radii.y);
      least_other_curvature_ = least * (least / greatest);
    }
  }

  void run() {
    if (is_point()) return search_point();
    Sample axes[4];
    int starts[4];
    for (int i = 0; i < 4; ++i) {
      starts[i] = farthest_of_many(normals_, cuts_, -unrotate(turn_, k_axes[i]));
      axes[i] = sample(k_axes[i], starts[i], starts[i]);
      if (gap > limit_) return;
    }
    const auto search_quarter = [&](int i) {
      const int next = (i + 1) & 3, count = starts[next] - starts[i];
      search({axes[i], axes[next], starts[i], count < 0 ? count + cuts_ : count}, 0);
    };
    // First the quarter that rises from the best axis.
    int best = 0;
    for (int i = 1; i < 4; ++i) {
      if (axes[i].gap > axes[best].gap) best = i;
    }
    const int first = axes[best].slope_after > 0.0 ? best : best + 3;
    for (const int i : {first, best + 3 + best - first, best + 1, best + 2}) {
      if (gap <= limit_) search_quarter(i & 3);
    }
  }

  double gap = -HUGE_VAL;
  Vec2 direction;

 private:
  /// A point has its nearest one in its own quarter.
  void search_point() {
    const int quarter = offset_.y < 0.0 ? (offset_.x < 0.0 ? 2 : 3) : (offset_.x < 0.0 ? 1 : 0);
    const Sample left = sample(k_axes[quarter], 0, 0);
    search({left, sample(k_axes[(quarter + 1) & 3], 0, 0), 0, 0}, 0);
  }

  bool is_point() const { return cuts_ == 0; }
  Vec2 to_own(Vec2 point) const { return offset_ + rotate(turn_, point); }
  int next_vertex(int i) const { return i + 1 < cuts_ ? i + 1 : 0; }

  /// @param before, after the other core's vertices on either side, if it is a polygon.
  Sample sample(Vec2 d, int before, int after) {
    Sample at;
    at.direction = d;
    at.height = ellipse_height(radii_, d);
    const double inverse = 1.0 / at.height;
    at.curvature = radius_of_curvature(radii_, inverse);
    at.other_curvature = 0.0;
    const Vec2 left = left_of(d);
    at.rise = (radii_.y - radii_.x) * ((radii_.x + radii_.y) * d.x * d.y * inverse);
    Vec2 point;
    if (other_.is_smooth) {
      const Vec2 seen = -unrotate(turn_, d);
      const Vec2 radii = other_.radii;
      const double other_inverse = 1.0 / ellipse_height(radii, seen);
      at.other_curvature = radius_of_curvature(radii, other_inverse);
      point = to_own({radii.x * (radii.x * seen.x * other_inverse), radii.y * (radii.y * seen.y * other_inverse)});
    } else {
      point = to_own(vertices_of(other_)[before]);
    }
    at.gap = dot(point, d) - at.height;
    at.slope_before = dot(point, left) - at.rise;
    at.slope_after = at.slope_before;
    if (after != before) {
      at.slope_after = dot(to_own(vertices_of(other_)[after]), left) - at.rise;
    }
    if (at.gap > gap) {
      gap = at.gap;
      direction = d;
    }
    return at;
  }

  /// No gap of the arc is larger.
  double bound(const Arc& arc) const {
    const Sample &left = arc.left, &right = arc.right;
    double least = smaller(left.curvature, right.curvature);
    double greatest = larger(left.curvature, right.curvature);
    if (arc.cuts == 0) {
      least += smaller(left.other_curvature, right.other_curvature);
      greatest += larger(left.other_curvature, right.other_curvature);
    } else {
      least += least_other_curvature_;
    }
    // Larger radii would lose the gap in rounding. The bounds hold for any smaller value.
    least = smaller(least, sharpest_);
    const Vec2 to_left = left.direction * (left.gap + least) + left_of(left.direction) * left.slope_after;
    const Vec2 to_right = right.direction * (right.gap + least) + left_of(right.direction) * right.slope_before;
    double result = smaller(greatest_along(to_left, arc), greatest_along(to_right, arc)) - least;
    if (arc.cuts == 0 && greatest < sharpest_) {
      // Has q d = gap + greatest at both ends.
      const double turn = cross(left.direction, right.direction);
      const Vec2 q = left_of(left.direction) * ((right.gap + greatest) / turn) +
                     right_of(right.direction) * ((left.gap + greatest) / turn);
      result = smaller(result, greatest_along(q, arc) - greatest);
    }
    return result;
  }

  void search(const Arc& arc, int depth) {
    const Sample &left = arc.left, &right = arc.right;
    const double turn = cross(left.direction, right.direction);
    if (!(turn > k_least_plane_search_turn) || depth == k_max_plane_search_depth) return;
    if (gap > limit_ || !(bound(arc) > gap + tolerance_)) return;
    if (arc.cuts > 0) {
      const int share = arc.cuts / 2;
      int vertex = arc.vertex + share;
      if (vertex >= cuts_) vertex -= cuts_;
      const int next = next_vertex(vertex);
      const Sample middle = sample(rotate(turn_, -normals_[vertex]), vertex, next);
      return search_both({left, middle, arc.vertex, share}, {middle, right, next, arc.cuts - 1 - share}, middle, depth);
    }
    const bool rises = left.slope_after > 0.0 || (left.slope_after == 0.0 && left.bend() < 0.0);
    const bool falls = right.slope_before < 0.0 || (right.slope_before == 0.0 && right.bend() < 0.0);
    if (rises && falls) {
      Sample top = climb(arc);
      if (is_point()) return;
      top.slope_before = top.slope_after = 0.0;
      return search_both({left, top, arc.vertex, 0}, {top, right, arc.vertex, 0}, top, depth);
    }
    const Sample middle = sample(between(left.direction, right.direction), arc.vertex, arc.vertex);
    search_both({left, middle, arc.vertex, 0}, {middle, right, arc.vertex, 0}, middle, depth);
  }

  /// First the half that rises.
  void search_both(const Arc& left, const Arc& right, const Sample& middle, int depth) {
    const bool is_right_first = middle.slope_after > 0.0;
    search(is_right_first ? right : left, depth + 1);
    search(is_right_first ? left : right, depth + 1);
  }

  /// (cos t, sin t) of the support point along d, up to a positive factor.
  Vec2 scaled(Vec2 d) const { return {radii_.x * d.x, radii_.y * d.y}; }
  Vec2 direction_of(Vec2 at) const { return normalised({radii_.y * at.x, radii_.x * at.y}); }
  Vec2 between(Vec2 from, Vec2 to) const { return direction_of(normalised(scaled(from)) + normalised(scaled(to))); }

  /// A maximum on an arc without cuts whose ends both rise to the inside: Newton's method within a bracket.
  Sample climb(const Arc& arc) {
    const Sample &left = arc.left, &right = arc.right;
    Vec2 low = left.direction, high = right.direction;
    // The zero of the chord of the slopes by t. An end at which f has a minimum gives no information.
    const double rise = left.bend() > 0.0 ? left.slope_after / left.height : 1.0;
    const double fall = right.bend() > 0.0 ? -right.slope_before / right.height : 1.0;
    const Vec2 from = scaled(low) * (fall / left.height), to = scaled(high) * (rise / right.height);
    Vec2 next = direction_of(from + to);
    Sample at = right;
    for (int step = 0; step < k_max_plane_newton_steps; ++step) {
      if (!(cross(low, next) > 0.0 && cross(next, high) > 0.0)) {
        next = between(low, high);
        if (!(cross(low, next) > 0.0 && cross(next, high) > 0.0)) break;
      }
      at = sample(next, arc.vertex, arc.vertex);
      const double bend = at.height * at.bend() + at.rise * at.slope_after;
      if (bend > 0.0 && magnitude(at.slope_after) <= level_) break;
      (at.slope_after > 0.0 ? low : high) = next;
      // By t: f' dt is the slope of the support point, its derivative -bend.
      const Vec2 place = scaled(next);
      const double turn = at.slope_after * (radii_.x / at.height) * radii_.y / bend;
      next = bend > 0.0 ? direction_of(place + left_of(place) * turn) : low;
    }
    return at;
  }

  Vec2 radii_;
  const Shape& other_;
  Vec2 offset_;
  Rotation turn_;
  const Vec2* normals_;
  int cuts_;
  double limit_, tolerance_, level_, sharpest_;
  double least_other_curvature_ = 0.0;
};

/// The greatest radius of curvature of a core.
double bluntness(const Shape& shape) {
  const double least = smaller(shape.radii.x, shape.radii.y), greatest = larger(shape.radii.x, shape.radii.y);
  return greatest * (greatest / least);
}

}  // namespace

Separation separate_smooth(const Pair& pair, double limit) {
  // Of two ellipses the one whose curvature varies more gives the frame.
  const bool is_of_a = pair.a.is_smooth && (!pair.b.is_smooth || bluntness(pair.a) >= bluntness(pair.b));
  Separation best;
  if (is_of_a) {
    EllipseSearch search(pair.a.radii, pair.b, pair.offset, pair.turn, pair.size(), limit);
    search.run();
    best.gap = search.gap;
    best.normal = search.direction;
    best.on_a = ellipse_support(pair.a.radii, best.normal);
  } else {
    const Rotation turn{pair.turn.cosine, -pair.turn.sine};
    EllipseSearch search(pair.b.radii, pair.a, unrotate(pair.turn, -pair.offset), turn, pair.size(), limit);
    search.run();
    best.gap = search.gap;
    best.normal = -rotate(pair.turn, search.direction);
    best.on_a = pair.a.is_smooth ? ellipse_support(pair.a.radii, best.normal)
                                 : pair.to_a(ellipse_support(pair.b.radii, search.direction)) - best.normal * best.gap;
  }
  return best;
}

}  // namespace hyperplane::plane
