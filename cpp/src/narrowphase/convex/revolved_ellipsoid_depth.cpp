#include "narrowphase/convex/revolved_ellipsoid_depth.h"

#include "core/constants.h"
#include "core/workspace.h"
#include "narrowphase/convex/newton_step.h"
#include "narrowphase/convex/revolved_solid.h"
#include "narrowphase/convex/square_cells.h"
#include "narrowphase/convex/tolerances.h"
#include "shape/ellipsoid.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

/// Directions around a least depth, none of them less deep.
struct ProvenCone {
  Vec3 normal;
  double sine, cosine;
};

/// A symmetric matrix on the plane across a normal.
struct PlaneMatrix {
  double tt, mm, tm;

  double determinant() const { return tt * mm - tm * tm; }
  /// The lesser eigenvalue.
  double least() const {
    const double half = 0.5 * (tt - mm);
    return 0.5 * (tt + mm) - std::sqrt(half * half + tm * tm);
  }
};

/// What bounds the depth around a normal from below: the depth with one disc of the hull.
struct Floor {
  Disc disc;
  /// Slopes of the depth away from the normal, in the place of the disc's: along the meridian, and around the axis.
  double rise = 0.0, rise_around = 0.0;
  /// Of the disc's radius, for a unit of `rise`.
  double loss = 0.0;
};

/// In the frame of the solid, whose axis is Y; normals point out of it.
class RevolvedEllipsoidSearch {
 public:
  RevolvedEllipsoidSearch(const Frustum& solid, const Vec3& radii, const Transform& place, double size)
      : solid_(solid),
        between_(place.translation),
        apart_(length(between_)),
        longest_(max_component(radii)),
        size_(size),
        gap_(k_revolved_depth_gap * size),
        is_symmetric_(solid.sine == 0.0),
        has_crease_(solid.discs[1].height > solid.discs[0].height) {
    const Vec3 squares = scale(radii, radii);
    const Mat3& axes = place.rotation;
    square_ =
        Mat3{{axes.columns[0] * squares.x, axes.columns[1] * squares.y, axes.columns[2] * squares.z}} * transpose(axes);
  }

  /// @return whether the least depth is proven.
  bool run() {
    try_cap(-1.0);
    try_cap(1.0);
    const Vec3 start = apart_ > gap_ ? between_ * (1.0 / apart_) : unit_axis(0), aside = on_crease(start);
    descend(Around(*this, start).depth() < Around(*this, aside).depth() ? start : aside);
    return prove_all_directions([&](const SquareCell& cell) { return is_deeper(cell); });
  }

  const Vec3& normal() const { return normal_; }

 private:
  /// The depth around a unit normal, with any disc of the hull.
  struct Around {
    const RevolvedEllipsoidSearch& search;
    const Vec3 normal;
    /// The part of the normal across the axis.
    double across;
    /// Across the normal: around the axis, and along the meridian.
    Vec3 t, m;
    /// Without a disc: the depth, and its slopes.
    double base, along_t, along_m;
    /// The ellipsoid's support function and support point.
    double height;
    Vec3 point;

    [[gnu::noinline]] Around(const RevolvedEllipsoidSearch& from, const Vec3& n) : search(from), normal(n) {
      across = std::sqrt(n.x * n.x + n.z * n.z);
      const double inverse = across > 0.0 ? 1.0 / across : 0.0;
      const double x = across > 0.0 ? n.x * inverse : 1.0, z = n.z * inverse;
      t = {z, 0.0, -x};
      m = {-x * n.y, across, -z * n.y};
      const Vec3 image = search.square_ * n;
      height = std::sqrt(max(dot(n, image), 0.0));
      point = image * (1.0 / height);
      const Vec3 gradient = point - search.between_;
      base = dot(n, gradient);
      along_t = dot(t, gradient);
      along_m = dot(m, gradient);
    }
    double depth(const Disc& disc) const { return base + disc.radius * across + disc.height * normal.y; }
    double slope_up(const Disc& disc) const { return along_m + disc.height * across - disc.radius * normal.y; }
    int farther() const { return search.solid_.farther(normal.y, across); }
    double depth() const { return depth(search.solid_.discs[farther()]); }

    /// Of the ellipsoid: its radii of curvature.
    PlaneMatrix curvature() const {
      const double inverse = 1.0 / height, at_t = dot(t, point), at_m = dot(m, point);
      const Vec3 by_t = search.square_ * t, by_m = search.square_ * m;
      return {dot(t, by_t) * inverse - at_t * at_t * inverse, dot(m, by_m) * inverse - at_m * at_m * inverse,
              dot(t, by_m) * inverse - at_t * at_m * inverse};
    }
    /// Of a disc, around the axis.
    double curvature(double radius) const { return across > 0.0 ? radius / across : 0.0; }

    /// Twice the share of the curvature that counts up to an angle, by the tangent of half of it.
    double share(double most) const {
      const double inverse = 1.0 / height;
      return share(length(point - normal * height) * inverse, search.longest_ * inverse, most);
    }
    double disc_share(double most) const {
      const double inverse = across > 0.0 ? 1.0 / across : 0.0;
      return share(std::fabs(normal.y) * inverse, inverse, most);
    }
    /// @param aside, longest the part of the support point across the normal and the longest half axis, by the height.
    static double share(double aside, double longest, double most) {
      const double rest = 1.0 + most * most, sine = 2.0 * most / rest, cosine = (2.0 - rest) / rest;
      const double both = sine > cosine ? 1.0 : 2.0 * sine * cosine;
      const double squared = 1.0 + aside * both + max(0.0, longest * longest - 1.0) * sine * sine;
      return 4.0 / ((std::sqrt(squared) + 1.0 + aside * sine) * rest);
    }
  };

  /// The normal of the side with the same meridian.
  Vec3 on_crease(const Vec3& n) const {
    const double across = std::sqrt(n.x * n.x + n.z * n.z);
    if (!(across > 0.0)) return {solid_.cosine, solid_.sine, 0.0};
    const double share = solid_.cosine / across;
    return {n.x * share, solid_.sine, n.z * share};
  }
  /// Sine of the angle to it.
  double off_crease(const Vec3& n) const {
    return n.y * solid_.cosine - std::sqrt(n.x * n.x + n.z * n.z) * solid_.sine;
  }
  Disc mean(double share) const {
    const Disc &low = solid_.discs[0], &high = solid_.discs[1];
    return {low.radius + share * (high.radius - low.radius), low.height + share * (high.height - low.height)};
  }

  void keep(const Vec3& normal, double depth) {
    if (!(depth < least_ - k_axis_tie * size_)) return;
    normal_ = normal;
    least_ = depth;
  }

  /// Over a cap that the ellipsoid's deepest point faces, the depth rises by the distance to the rim.
  void try_cap(double side) {
    const Disc& cap = solid_.discs[side > 0.0 ? 1 : 0];
    const Around here(*this, {0.0, side, 0.0});
    const double depth = here.depth(cap);
    keep(here.normal, depth);
    const double rise = cap.radius - std::sqrt(here.along_t * here.along_t + here.along_m * here.along_m);
    if (rise >= 0.0) add_cone(here, depth, {{0.0, cap.height}, rise, rise});
  }

  /// The matrix of the bound. @param curvature of the ellipsoid. @param most tangent of half of the greatest angle.
  static PlaneMatrix bend_within(const Around& here, const PlaneMatrix& curvature, const Floor& floor, double sum,
                                 double most) {
    const double share = here.share(most), by_rise = 2.0 / most;
    PlaneMatrix bend{curvature.tt * share - sum + floor.rise_around * by_rise, curvature.mm * share - sum,
                     curvature.tm * share};
    // Where it costs curvature, about as much as is needed.
    const double rise = floor.loss > 0.0 ? min(floor.rise, 0.5 * most * max(0.0, 2.0 * sum - bend.mm)) : floor.rise;
    bend.mm += rise * by_rise;
    const double radius = floor.disc.radius - rise * floor.loss;
    if (radius > 0.0) bend.tt += here.curvature(radius) * here.disc_share(most);
    return bend;
  }

  /// @param here without a slope but those of the floor.
  void add_cone(const Around& here, double depth, const Floor& floor) {
    if (cone_count_ == k_max_proven_cones) return;
    const PlaneMatrix curvature = here.curvature();
    const double sum = max(depth + least_ - gap_, gap_);
    // Tangent of half of the angle, up to a right angle.
    double tangent = 1.0;
    for (int i = 0; bend_within(here, curvature, floor, sum, tangent).least() < 0.0; ++i, tangent *= k_cone_step) {
      if (i == k_max_cone_steps) return;
    }
    const double share = 1.0 / (1.0 + tangent * tangent);
    cones_[cone_count_++] = {here.normal, 2.0 * tangent * share, (1.0 - tangent * tangent) * share};
  }

  /// Whether a cone contains all directions up to an angle from a normal.
  bool is_in_cone(const Vec3& normal, double sine, double cosine) const {
    for (int i = 0; i < cone_count_; ++i) {
      const ProvenCone& cone = cones_[i];
      if (cone.sine * cosine >= cone.cosine * sine &&
          cone.cosine * cosine + cone.sine * sine <= dot(normal, cone.normal)) {
        return true;
      }
    }
    return false;
  }

  /// The predicate of prove_all_directions; lowers the least depth.
  bool is_deeper(const SquareCell& cell) {
    const double inverse = 1.0 / length(cell.middle);
    const Vec3 normal = cell.middle * inverse;
    const double sine = k_square_diagonal * cell.half * inverse, cosine = std::sqrt(1.0 - sine * sine);
    // Against the way between the centres it is deeper than along the opposite direction, which is in a cell as large.
    if (is_symmetric_ && dot(normal, between_) < -sine * apart_) return true;
    if (is_in_cone(normal, sine, cosine)) return true;
    const Around here(*this, normal);
    const Disc& disc = solid_.discs[here.farther()];
    if (here.depth(disc) < least_ - k_axis_tie * size_) {
      descend(normal);
      if (is_in_cone(normal, sine, cosine)) return true;
    }
    bool is_least_near = false;
    if (is_deeper(here, {disc}, sine / (1.0 + cosine), is_least_near)) return true;
    const double off = std::fabs(off_crease(normal));
    if (has_crease_ && off < sine) {
      // From the crease.
      const double on = std::sqrt(1.0 - off * off), far = cosine * on - sine * off;
      const Around there(*this, on_crease(normal));
      if (far > 0.0 && is_deeper(there, crease_floor(there), (sine * on + cosine * off) / (1.0 + far), is_least_near)) {
        return true;
      }
    }
    if (!is_least_near || cone_count_ == k_max_proven_cones) return false;
    const int before = cone_count_;
    descend(normal);
    return cone_count_ > before && is_in_cone(normal, sine, cosine);
  }

  /// @param most tangent of half of the greatest angle. @param is_least_near set if a least depth may be that near.
  bool is_deeper(const Around& here, const Floor& floor, double most, bool& is_least_near) const {
    const double least = least_ - gap_, depth = here.depth(floor.disc), sum = depth + least, above = depth - least;
    const double along_t = here.along_t, along_m = floor.rise > 0.0 ? 0.0 : here.slope_up(floor.disc);
    const double slope = std::sqrt(along_t * along_t + along_m * along_m);
    if (above >= (2.0 * slope + max(sum, 0.0) * most) * most) return true;
    const PlaneMatrix bend = bend_within(here, here.curvature(), floor, sum, most);
    const double least_bend = bend.least();
    if (least_bend > 0.0) {
      const double decrement =
          along_t * along_t * bend.mm - 2.0 * along_t * along_m * bend.tm + along_m * along_m * bend.tt;
      if (decrement <= above * bend.determinant()) return true;
      if (slope < least_bend * most) {
        is_least_near = true;
        return false;
      }
    }
    return above >= (2.0 * slope - least_bend * most) * most;
  }

  /// On the crease the depth is at least that with any mean of both discs: one for each side.
  Floor crease_floor(const Around& here) const {
    const Disc &lower = solid_.discs[0], &upper = solid_.discs[1];
    const double low = here.slope_up(lower), high = here.slope_up(upper);
    if (!(low < 0.0 && high > 0.0)) return {low >= 0.0 ? lower : upper};
    const double change = high - low, share = -low / change;
    return {mean(share), min(share, 1.0 - share) * change, 0.0, std::fabs(upper.radius - lower.radius) / change};
  }

  /// Newton's method from a direction, on the crease once it gets there and as long as both sides rise from it. A step
  /// that does not descend is shortened.
  void descend(const Vec3& start) {
    const double flat = k_revolved_slope * size_;
    Vec3 from = start, step;
    double last = __builtin_huge_val();
    bool was_on_crease = has_crease_ && std::fabs(off_crease(start)) <= k_parallel_axis_sine;
    int side = -1;
    for (int i = 0; i < k_max_depth_descent_steps; ++i) {
      Vec3 normal = normalized(from + step);
      const bool crosses = has_crease_ && !was_on_crease && side >= 0 && (off_crease(normal) > 0.0) != (side == 1);
      const bool is_on_crease = was_on_crease || crosses;
      if (is_on_crease) normal = on_crease(normal);
      const Around here(*this, normal);
      const double depth = here.depth();
      if (!(depth < last + k_axis_tie * size_)) {
        if (crosses) {
          // From where the crease is nearest.
          was_on_crease = true;
          last = __builtin_huge_val();
          step = {};
        } else {
          step = step * 0.25;
        }
        continue;
      }
      last = depth;
      from = normal;
      was_on_crease = is_on_crease;
      Disc disc;
      if (is_on_crease) {
        const double low = here.slope_up(solid_.discs[0]), high = here.slope_up(solid_.discs[1]);
        was_on_crease = low <= 0.0 && high >= 0.0;
        side = low > 0.0 ? 0 : 1;
        disc = was_on_crease ? mean(high > low ? -low / (high - low) : 0.0) : solid_.discs[side];
      } else {
        side = here.farther();
        disc = solid_.discs[side];
      }
      const double along_m = was_on_crease ? 0.0 : here.slope_up(disc);
      if (here.along_t * here.along_t + along_m * along_m <= flat * flat) {
        keep(normal, depth);
        if (is_in_cone(normal, 0.0, 1.0)) return;
        add_cone(here, depth, was_on_crease ? crease_floor(here) : Floor{disc});
        return;
      }
      PlaneMatrix bend = here.curvature();
      bend.tt += here.curvature(disc.radius);
      if (was_on_crease) bend = {bend.tt, bend.tt, 0.0};
      const DepthModel model{here.t, here.m, here.along_t, along_m, bend.tt, bend.mm, bend.tm};
      // The least damping that makes the matrix positive definite.
      const double mean = model.mean();
      const double least = max(0.0, depth - mean + model.spread()) + k_least_depth_damping * mean;
      if (!model.find_step(least - depth, step)) break;
    }
    keep(from, last);
  }

  const Frustum& solid_;
  const Vec3 between_;
  const double apart_, longest_, size_, gap_;
  const bool is_symmetric_, has_crease_;
  /// Of the matrix that stretches the unit ball to the ellipsoid.
  Mat3 square_;
  /// The best.
  Vec3 normal_;
  double least_ = __builtin_huge_val();
  Workspace<ProvenCone, k_max_proven_cones> cones_;
  int cone_count_ = 0;
};

}  // namespace

bool has_revolved_ellipsoid_depth(const ConvexPair& pair) {
  const bool is_a = pair.a.type == ShapeType::ellipsoid;
  const Shape &ellipsoid = is_a ? pair.a : pair.b, &solid = is_a ? pair.b : pair.a;
  if (ellipsoid.type != ShapeType::ellipsoid || !is_revolved(solid.type)) return false;
  const Vec3 radii = Ellipsoid(ellipsoid).radii;
  return min(radii.x, min(radii.y, radii.z)) > k_feature_tolerance * pair.difference.size;
}

RevolvedDepth revolved_ellipsoid_depth(ConvexPair& pair) {
  const bool is_ellipsoid_a = pair.a.type == ShapeType::ellipsoid;
  const Transform& b_in_a = pair.difference.b_in_a;
  const Frustum solid(is_ellipsoid_a ? pair.b : pair.a);
  RevolvedEllipsoidSearch search(solid, Ellipsoid(is_ellipsoid_a ? pair.a : pair.b).radii,
                                 is_ellipsoid_a ? inverse(b_in_a) : b_in_a, pair.difference.size);
  RevolvedDepth result{};
  result.is_proven = search.run();
  const Vec3 normal = is_ellipsoid_a ? -(b_in_a.rotation * search.normal()) : search.normal();
  const SupportPoint farthest = pair.difference.support(normal);
  result.least = {normal, -dot(normal, farthest.w)};
  // Of an ellipsoid one point is farthest; its foot is on the solid, unless the normal is not quite the best.
  const Vec3 way = normal * result.least.depth;
  result.on_a = is_ellipsoid_a ? farthest.a : farthest.b() + way;
  const PlacedFrustum placed = is_ellipsoid_a ? PlacedFrustum{solid, b_in_a.translation, b_in_a.rotation.columns[1]}
                                              : PlacedFrustum{solid, {}, unit_axis(1)};
  result.is_witness_set =
      placed.contains(is_ellipsoid_a ? farthest.a - way : result.on_a, k_contact_tolerance * pair.difference.size);
  return result;
}

}  // namespace hyperplane
