#include "narrowphase/convex/minimize_depth.h"

#include "narrowphase/convex/newton_step.h"
#include "narrowphase/convex/tolerances.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

/// A crease of a core, with its axis, in terms of the core's own outward direction; in the frame of A.
struct TurnedCrease : Crease {
  Vec3 axis;
};

/// @param axes of the shape, in terms of its outward directions.
TurnedCrease crease_of(const Shape& shape, const Mat3& axes) {
  const Crease crease = visit_shape(shape, [](const auto& s) { return s.crease(); });
  return {crease, axes.columns[crease.axis]};
}

class DepthSearch {
 public:
  DepthSearch(ConvexPair& pair, const DirectionalDepth& start) : difference_(pair.difference), best_(start) {}

  const DirectionalDepth& best() const { return best_; }

  /// Depth along a unit normal. Records the best.
  double depth(const Vec3& normal) {
    last_ = difference_.support(normal).w;
    const double depth = -dot(normal, last_);
    if (depth < best_.depth) best_ = {normal, depth};
    return depth;
  }

  /// The directions that lie on two creases.
  void try_crossings(const TurnedCrease& a, const TurnedCrease& b) {
    const Vec3 across = cross(a.axis, b.axis);
    const double sine_squared = length_squared(across);
    if (!(sine_squared > k_parallel_edge_sine * k_parallel_edge_sine)) return;
    const double cosine = dot(a.axis, b.axis);
    const Vec3 in_plane =
        (a.axis * (a.sine - b.sine * cosine) + b.axis * (b.sine - a.sine * cosine)) * (1.0 / sine_squared);
    const double rest = 1.0 - length_squared(in_plane);
    if (rest < 0.0) return;
    const Vec3 out_of_plane = across * std::sqrt(rest / sine_squared);
    depth(normalized(in_plane + out_of_plane));
    depth(normalized(in_plane - out_of_plane));
  }

  /// The directions on one crease: samples all round, then descent from the best two valleys.
  void search_crease(const TurnedCrease& crease) {
    const Circle circle(crease);
    // The directions of a regular polygon, each rotated from the previous one.
    constexpr double k_cosine = 0.98078528040323044913, k_sine = 0.19509032201612826785;  // of 2 pi / 32
    constexpr int k_samples = 32;
    Angle angles[k_samples];
    double depths[k_samples];
    angles[0] = {1.0, 0.0};
    for (int i = 0; i < k_samples; ++i) {
      if (i > 0) {
        const Angle& last = angles[i - 1];
        angles[i] = {last.x * k_cosine - last.y * k_sine, last.y * k_cosine + last.x * k_sine};
      }
      depths[i] = depth(circle.at(angles[i]));
    }
    int lowest[2] = {-1, -1};
    for (int i = 0; i < k_samples; ++i) {
      const int before = i == 0 ? k_samples - 1 : i - 1, after = i + 1 == k_samples ? 0 : i + 1;
      if (depths[i] > depths[before] || depths[i] > depths[after]) continue;
      if (lowest[0] < 0 || depths[i] < depths[lowest[0]]) {
        lowest[1] = lowest[0];
        lowest[0] = i;
      } else if (lowest[1] < 0 || depths[i] < depths[lowest[1]]) {
        lowest[1] = i;
      }
    }
    for (const int i : lowest) {
      if (i < 0) continue;
      bracket(circle, angles[i == 0 ? k_samples - 1 : i - 1], angles[i + 1 == k_samples ? 0 : i + 1]);
    }
  }

  /// Descent from a direction at which the depth is smooth.
  void descend(DirectionalDepth here) {
    double damping = 0.0;
    for (int i = 0; i < k_max_depth_descent_steps; ++i) {
      depth(here.normal);
      const Vec3 w = last_;
      const Vec3 u = any_perpendicular(here.normal), v = cross(here.normal, u);
      // Slope along u and v, and second derivatives, from support points at small offsets. These are derivatives on the
      // sphere: the last term is its curvature.
      const double slope_u = -dot(u, w), slope_v = -dot(v, w);
      if (slope_u * slope_u + slope_v * slope_v <=
          k_depth_slope * k_depth_slope * difference_.size * difference_.size) {
        return;
      }
      const Vec3 by_u =
          (w - difference_.support(normalized(here.normal + u * k_depth_side_step)).w) * (1.0 / k_depth_side_step);
      const Vec3 by_v =
          (w - difference_.support(normalized(here.normal + v * k_depth_side_step)).w) * (1.0 / k_depth_side_step);
      const DepthModel model{u,
                             v,
                             slope_u,
                             slope_v,
                             dot(u, by_u) - here.depth,
                             dot(v, by_v) - here.depth,
                             0.5 * (dot(u, by_v) + dot(v, by_u))};

      // The least damping that makes the matrix positive definite; increased until a step descends.
      const double mean = model.mean(), spread = model.spread();
      const double least_curvature = mean - spread;
      bool descended = false;
      for (int attempt = 0; attempt < 8 && !descended; ++attempt) {
        const double shift =
            max(damping, 0.0) + max(0.0, -least_curvature) + k_least_depth_damping * (std::fabs(mean) + spread);
        Vec3 step;
        if (model.find_step(shift, step)) {
          const Vec3 there = normalized(here.normal + step);
          const double depth_there = depth(there);
          if (depth_there < here.depth) {
            here = {there, depth_there};
            descended = true;
            damping *= 0.1;
            continue;
          }
        }
        damping = max(10.0 * damping, 0.01 * (std::fabs(mean) + spread));
      }
      if (!descended) return;
    }
  }

 private:
  /// An angle by its cosine and sine.
  struct Angle {
    double x, y;
  };
  struct Circle {
    Vec3 centre, u, v;

    explicit Circle(const TurnedCrease& crease) {
      const double reach = std::sqrt(max(0.0, 1.0 - crease.sine * crease.sine));
      const Vec3 side = any_perpendicular(crease.axis);
      centre = crease.axis * crease.sine;
      u = side * reach;
      v = cross(crease.axis, side) * reach;
    }
    Vec3 at(const Angle& angle) const { return normalized(centre + u * angle.x + v * angle.y); }
    Vec3 along(const Angle& angle) const { return v * angle.x - u * angle.y; }
  };

  double slope(const Circle& circle, const Angle& angle) {
    depth(circle.at(angle));
    return -dot(circle.along(angle), last_);
  }

  /// A least depth between two angles, by the sign change of its slope: false position that halves the weight of an end
  /// that stands still (the Illinois method). It converges fast if the slope is smooth, and like bisection if it jumps.
  void bracket(const Circle& circle, Angle low, Angle high) {
    double at_low = slope(circle, low), at_high = slope(circle, high);
    if (at_low >= 0.0 || at_high <= 0.0) return;  // no valley between them after all
    for (int i = 0; i < k_max_depth_bracket_steps; ++i) {
      // Bisection in every third step, in case the function is too curved for false position.
      const double share = i % 3 == 2 ? 0.5 : at_low / (at_low - at_high);
      const double x = low.x + (high.x - low.x) * share, y = low.y + (high.y - low.y) * share;
      const double inverse = 1.0 / std::sqrt(x * x + y * y);
      const Angle middle{x * inverse, y * inverse};
      const double value = slope(circle, middle);
      if (std::fabs(value) <= k_depth_slope * difference_.size) return;
      if (value < 0.0) {
        low = middle;
        at_low = value;
        at_high *= 0.5;
      } else {
        high = middle;
        at_high = value;
        at_low *= 0.5;
      }
      const double width_x = high.x - low.x, width_y = high.y - low.y;
      if (width_x * width_x + width_y * width_y < k_depth_bracket_width_squared) return;
    }
  }

  ConvexDifference& difference_;
  DirectionalDepth best_;
  Vec3 last_;
};

}  // namespace

DirectionalDepth minimize_depth(ConvexPair& pair, const DirectionalDepth& start, double lower) {
  DepthSearch search(pair, start);
  search.descend(start);
  const Mat3& b = pair.difference.b_in_a.rotation;
  for (int axis = 0; axis < 3; ++axis) {
    for (const double side : {1.0, -1.0}) {
      search.depth(unit_axis(axis) * side);
      search.depth(b.columns[axis] * side);
    }
  }
  // The valleys of one ellipsoid in another lie near the axes of one of the two: a pair for each axis, whose depths
  // differ little if the centres are close. The starts are slightly off the axes, since an axis may be a ridge with
  // zero slope.
  const bool is_proven = search.best().depth - lower <= k_depth_doubt * pair.difference.size;
  for (int axis = 0; axis < 3 && !is_proven; ++axis) {
    for (const Vec3& along : {unit_axis(axis), b.columns[axis]}) {
      const Vec3 aside = any_perpendicular(along) * k_valley_start;
      for (const Vec3& direction : {aside + along, aside - along}) {
        const Vec3 normal = normalized(direction);
        search.descend({normal, search.depth(normal)});
      }
    }
  }
  // For B the direction is -n.
  const TurnedCrease a_crease = crease_of(pair.a, {}),
                     b_crease = crease_of(pair.b, {{-b.columns[0], -b.columns[1], -b.columns[2]}});
  if (a_crease.exists && b_crease.exists) search.try_crossings(a_crease, b_crease);
  if (a_crease.exists) search.search_crease(a_crease);
  if (b_crease.exists) search.search_crease(b_crease);
  search.descend(search.best());
  return search.best();
}

}  // namespace hyperplane
