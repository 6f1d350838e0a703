#include "core/constants.h"
#include "plane/separation.h"

/// The signed distance of two cores of which one is an ellipse, as a search in one unknown: the direction.
///
/// The gap along a direction d is f(d) = c d - h_A(d) - h_B(-d), with the support functions h of the cores; the signed
/// distance is its greatest value. Between the directions in which a polygon's support point changes, f is smooth, and
/// its second derivative by the angle is -(f + rho), where rho is the sum of both radii of curvature, each monotonic
/// between the axes of its ellipse. So every arc between two such directions has bounds on f'' by its ends: where f is
/// concave on an arc, Newton's method finds its maximum; an arc that cannot hold more than the best so far is left out,
/// and others are halved. Unlike a search from many starts this proves that nothing larger was missed.
/// Support functions and radii of curvature: Schneider, "Convex Bodies: The Brunn-Minkowski Theory", 2014, 1.7 and 2.5.

namespace hyperplane::plane {
namespace {

/// (pi / (2 sqrt 2))^2: the square of an angle up to a right one is at most this times the square of its chord.
constexpr double k_chord_factor = 1.2337005501361697;

/// One direction, with f, f' and both parts of rho there.
struct Sample {
  Vec2 direction;
  double gap, slope;
  /// Radii of curvature of A and of B, m. Each is monotonic on an arc, their sum is not.
  double curvature_a, curvature_b;
};

double radius_of_curvature(const Shape& shape, Vec2 direction) {
  if (!shape.is_smooth) return 0.0;
  const double height = ellipse_height(shape.radii, direction);
  return (shape.radii.x / height) * (shape.radii.y / height) * (shape.radii.x * shape.radii.y / height);
}

class Search {
 public:
  explicit Search(const Pair& pair) : pair_(pair), tolerance_(k_plane_search * pair.size()) { best_.gap = -HUGE_VAL; }

  Separation run() {
    const Shape& second = pair_.a.is_smooth ? pair_.b : pair_.a;
    // The quarters of the first ellipse, in the frame of A. An edge of B faces against the direction.
    const Vec2 axis = pair_.a.is_smooth ? Vec2{1.0, 0.0} : Vec2{pair_.turn.cosine, pair_.turn.sine};
    Vec2 from = axis;
    for (int quarter = 0; quarter < 4; ++quarter) {
      const Vec2 to = quarter == 3 ? axis : left_of(from);
      search_quarter(second, &second == &pair_.b, from, to);
      from = to;
    }
    best_.source = Separation::Source::points;
    best_.on_a = pair_.a.is_smooth ? ellipse_support(pair_.a.radii, best_.normal)
                                   : pair_.to_a(ellipse_support(pair_.b.radii, -unrotate(pair_.turn, best_.normal))) -
                                         best_.normal * best_.gap;
    return best_;
  }

 private:
  Sample sample(Vec2 direction) {
    const Vec2 seen = -unrotate(pair_.turn, direction);
    const Vec2 between = pair_.to_a(core_support(pair_.b, seen)) - core_support(pair_.a, direction);
    const Sample at{direction, dot(between, direction), dot(between, left_of(direction)),
                    radius_of_curvature(pair_.a, direction), radius_of_curvature(pair_.b, seen)};
    if (at.gap > best_.gap) {
      best_.gap = at.gap;
      best_.normal = direction;
    }
    return at;
  }

  /// Cuts a quarter where the other core's support point jumps, or where its curvature has an extremum.
  void search_quarter(const Shape& other, bool is_b, Vec2 from, Vec2 to) {
    const int cuts = other.is_smooth ? 4 : edge_count(other);
    const Vec2* const normals = normals_of(other);
    constexpr Vec2 k_axes[4] = {{1.0, 0.0}, {0.0, 1.0}, {-1.0, 0.0}, {0.0, -1.0}};
    const auto cut = [&](int i) {
      const Vec2 normal = other.is_smooth ? k_axes[i] : normals[i];
      return is_b ? rotate(pair_.turn, -normal) : normal;
    };
    // Normals turn counter-clockwise: those within the quarter follow each other, from some edge on.
    int first = 0;
    Sample left = sample(from);
    if (cuts > k_max_scanned) {
      const Vec2 seen = is_b ? -unrotate(pair_.turn, from) : from;
      first = farthest_of_many(normals, cuts, seen);
    } else {
      while (first < cuts && !is_within(from, cut(first), to)) ++first;
      if (first == 0 && cuts > 0) {
        // The first of them may be a later edge.
        int before = cuts - 1;
        while (before > 0 && is_within(from, cut(before), to)) first = before--;
      }
    }
    for (int i = 0; i < cuts; ++i) {
      const Vec2 direction = cut((first + i) % cuts);
      if (!is_within(left.direction, direction, to)) break;
      const Sample right = sample(direction);
      search_arc(left, right, 0);
      left = right;
    }
    search_arc(left, sample(to), 0);
  }

  static bool is_within(Vec2 from, Vec2 direction, Vec2 to) {
    return cross(from, direction) > 0.0 && cross(direction, to) > 0.0;
  }

  /// An arc of at most a right angle without a cut inside.
  void search_arc(const Sample& left, const Sample& right, int depth) {
    const Vec2 chord = right.direction - left.direction;
    const double squared = k_chord_factor * dot(chord, chord);
    if (!(squared > 0.0)) return;
    const double width = std::sqrt(squared);
    // f lies below the tangent at either end.
    const double above_left = left.gap + magnitude(left.gap) * squared / 2 + larger(0.0, left.slope) * width;
    const double above_right = right.gap + magnitude(right.gap) * squared / 2 + larger(0.0, -right.slope) * width;
    const double greatest_gap = smaller(above_left, above_right);
    const double greatest_curvature =
        larger(left.curvature_a, right.curvature_a) + larger(left.curvature_b, right.curvature_b);
    const double greatest_bend = larger(0.0, greatest_gap + greatest_curvature);
    const double bound = larger(left.gap, right.gap) + greatest_bend * squared / 8;
    if (smaller(bound, greatest_gap) <= best_.gap + tolerance_ || depth == k_max_plane_search_depth) return;
    // f as a function of vectors is concave, so on the arc it is nowhere below the chord through its ends.
    const Vec2 sum = left.direction + right.direction;
    const double least_gap = smaller(0.0, smaller(left.gap, right.gap)) * 2.0 / length(sum);
    const double least_curvature =
        smaller(left.curvature_a, right.curvature_a) + smaller(left.curvature_b, right.curvature_b);
    if (least_gap + least_curvature >= 0.0) {
      climb(left, right);
      return;
    }
    const Sample middle = sample(unit(sum, left.direction));
    search_arc(left, middle, depth + 1);
    search_arc(middle, right, depth + 1);
  }

  /// The maximum on an arc on which f is concave: Newton's method within a bracket.
  void climb(const Sample& left, const Sample& right) {
    Vec2 low = left.direction, high = right.direction;
    Sample at = sample(unit(low + high, low));
    for (int step = 0; step < k_max_plane_newton_steps; ++step) {
      (at.slope > 0.0 ? low : high) = at.direction;
      const double bend = at.gap + (at.curvature_a + at.curvature_b);
      Vec2 next = bend > 0.0 ? unit(at.direction + left_of(at.direction) * (at.slope / bend), low) : low;
      if (!is_within(low, next, high)) next = unit(low + high, low);
      if (!is_within(low, next, high)) return;
      at = sample(next);
      if (magnitude(at.slope) <= k_plane_search_slope * pair_.size()) return;
    }
  }

  const Pair& pair_;
  double tolerance_;
  Separation best_;
};

}  // namespace

Separation separate_smooth(const Pair& pair) { return Search(pair).run(); }

}  // namespace hyperplane::plane
