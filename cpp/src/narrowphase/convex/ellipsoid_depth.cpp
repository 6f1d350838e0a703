#include "narrowphase/convex/ellipsoid_depth.h"

#include "narrowphase/convex/newton_step.h"
#include "narrowphase/convex/square_cells.h"
#include "narrowphase/convex/tolerances.h"
#include "shape/ellipsoid.h"

namespace hyperplane {
namespace {

/// The support function of an ellipsoid about the origin, from the square of the matrix that stretches the unit ball.
struct Stretched {
  Mat3 square;
  double longest;

  /// @param axes its axes, as columns.
  Stretched(const Vec3& radii, const Mat3& axes) : longest(max_component(radii)) {
    const Vec3 squares = scale(radii, radii);
    const Mat3 scaled{{axes.columns[0] * squares.x, axes.columns[1] * squares.y, axes.columns[2] * squares.z}};
    square = scaled * transpose(axes);
  }
};

/// The support function along a unit normal: its value, its gradient (the support point), and its second derivatives.
struct Support {
  const Stretched& shape;
  double height;
  Vec3 point;

  Support(const Stretched& ellipsoid, const Vec3& normal) : shape(ellipsoid) {
    const Vec3 image = shape.square * normal;
    height = std::sqrt(max(dot(normal, image), 0.0));
    point = image * (1.0 / height);
  }
  Vec3 turned_by(const Vec3& along) const {
    return (shape.square * along - point * dot(point, along)) * (1.0 / height);
  }
  /// With s and c the sine and cosine of an angle, (c + 2 growth s) height bounds the mean of the height at that angle
  /// and its part in the plane of the normal.
  double growth(const Vec3& normal) const { return (shape.longest + length(point - normal * height)) / (2.0 * height); }
};

/// The depth along a normal and around it.
struct Depth {
  Support on_a, on_b;
  double depth;
  /// Gradient of the depth; its part along the normal is the depth.
  Vec3 gradient;

  Depth(const Stretched& a, const Stretched& b, const Vec3& between, const Vec3& normal)
      : on_a(a, normal), on_b(b, normal), gradient(on_a.point + on_b.point - between) {
    depth = dot(normal, gradient);
  }
  double growth(const Vec3& normal) const { return max(on_a.growth(normal), on_b.growth(normal)); }
  /// The least radius of curvature of the difference.
  double radius() const {
    const double by_a = 1.0 / on_a.height, by_b = 1.0 / on_b.height;
    const Mat3 &a = on_a.shape.square, &b = on_b.shape.square;
    const Vec3 &p = on_a.point, &q = on_b.point;
    const auto entry = [&](int i, int k) {
      return (component(a.columns[i], k) - component(p, i) * component(p, k)) * by_a +
             (component(b.columns[i], k) - component(q, i) * component(q, k)) * by_b;
    };
    const double xx = entry(0, 0), yy = entry(1, 1), zz = entry(2, 2);
    const double xy = entry(0, 1), yz = entry(1, 2), zx = entry(2, 0);
    const double mean = 0.5 * (xx + yy + zz), product = xx * yy - xy * xy + (yy * zz - yz * yz) + (zz * xx - zx * zx);
    return mean - std::sqrt(max(0.0, mean * mean - product));
  }
};

class EllipsoidSearch {
 public:
  explicit EllipsoidSearch(ConvexPair& pair)
      : difference_(pair.difference),
        between_(pair.difference.b_in_a.translation),
        apart_(length(between_)),
        a_(Ellipsoid(pair.a).radii, Mat3{}),
        b_(Ellipsoid(pair.b).radii, difference_.b_in_a.rotation),
        gap_(k_smooth_epa_gap * difference_.size) {}

  EllipsoidDepth run() {
    descend(apart_ > gap_ ? between_ * (1.0 / apart_) : unit_axis(0));
    const bool is_proven = prove_all_directions([&](const SquareCell& cell) { return is_deeper(cell); });
    return {is_proven, least_};
  }

 private:
  /// The predicate of prove_all_directions; lowers the least depth.
  bool is_deeper(const SquareCell& cell) {
    const double inverse = 1.0 / length(cell.middle);
    const Vec3 normal = cell.middle * inverse;
    // Sine and cosine of the greatest angle to the middle, rounded up.
    const double sine = k_square_diagonal * cell.half * inverse, cosine = std::sqrt(1.0 - sine * sine);
    // Against the way between the centres it is deeper than along the opposite direction, which is in a cell as large.
    if (dot(normal, between_) < -sine * apart_) return true;
    if (sine_ * cosine >= cosine_ * sine && cosine_ * cosine + sine_ * sine <= dot(normal, least_.normal)) return true;
    const Depth here(a_, b_, between_, normal);
    if (here.depth < least_.depth - gap_) {
      descend(normal);
      return false;
    }
    const double least = least_.depth - gap_, slope = length(here.gradient - normal * here.depth);
    const double most = sine / (1.0 + cosine);
    const double above = here.depth - least;
    // At the tangent t of half of the angle: above - 2 slope t + bend t^2 >= 0.
    if (above >= (2.0 * slope + (here.depth + least) * most) * most) return true;
    const double bend = 2.0 * here.radius() / (1.0 + 2.0 * here.growth(normal) * most) - here.depth - least;
    if (bend > 0.0 && slope < bend * most) return above * bend >= slope * slope;
    return above - (2.0 * slope - bend * most) * most >= 0.0;
  }

  /// Newton's method from a direction. A step that does not descend is shortened.
  void descend(const Vec3& start) {
    Vec3 from = start, step;
    double last = __builtin_huge_val();
    for (int i = 0;; ++i) {
      const Vec3 normal = normalized(from + step);
      const Depth here(a_, b_, between_, normal);
      const Vec3 u = any_perpendicular(normal), v = cross(normal, u);
      const double slope_u = dot(u, here.gradient), slope_v = dot(v, here.gradient);
      const double flat = k_depth_slope * difference_.size;
      const bool is_flat = slope_u * slope_u + slope_v * slope_v <= flat * flat;
      if (is_flat || i == k_max_depth_descent_steps) {
        keep(normal, here, is_flat);
        return;
      }
      if (!(here.depth < last)) {
        step = step * 0.25;
        continue;
      }
      from = normal;
      last = here.depth;
      const Vec3 by_u = here.on_a.turned_by(u) + here.on_b.turned_by(u),
                 by_v = here.on_a.turned_by(v) + here.on_b.turned_by(v);
      const DepthModel model{u, v, slope_u, slope_v, dot(u, by_u), dot(v, by_v), dot(u, by_v)};
      // The least damping that makes the matrix positive definite.
      const double mean = model.mean();
      const double least = max(0.0, here.depth - mean + model.spread()) + k_least_depth_damping * mean;
      if (!model.find_step(least - here.depth, step)) {
        keep(normal, here, false);
        return;
      }
    }
  }

  /// Keeps a direction if it is the best, with the angle around it in which none is less deep.
  void keep(const Vec3& normal, const Depth& here, bool is_flat) {
    const double depth = -dot(normal, difference_.support(normal).w);
    if (!(depth < least_.depth)) return;
    least_ = {normal, depth};
    sine_ = 0.0;
    cosine_ = 1.0;
    if (!is_flat) return;
    // At the tangent t of half of the angle: 1 - t^2 + 2 growth t <= ratio. The growth is a bound up to a right angle.
    const double growth = here.growth(normal), ratio = here.radius() / max(depth, gap_);
    const double rest = growth * growth + 1.0 - ratio;
    const double root = rest > 0.0 ? growth - std::sqrt(rest) : 1.0;
    const double tangent = clamp(root, 0.0, 1.0), scale = 1.0 / (1.0 + tangent * tangent);
    cosine_ = (1.0 - tangent * tangent) * scale;
    sine_ = 2.0 * tangent * scale;
  }

  ConvexDifference& difference_;
  const Vec3 between_;
  const double apart_;
  const Stretched a_, b_;
  const double gap_;
  DirectionalDepth least_{{}, __builtin_huge_val()};
  /// Of the angle around the least depth in which it is proven to be least.
  double sine_ = 0.0, cosine_ = 1.0;
};

}  // namespace

EllipsoidDepth ellipsoid_depth(ConvexPair& pair) { return EllipsoidSearch(pair).run(); }

}  // namespace hyperplane
