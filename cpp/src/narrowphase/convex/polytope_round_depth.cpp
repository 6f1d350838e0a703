#include "narrowphase/convex/polytope_round_depth.h"

#include <algorithm>

#include "core/constants.h"
#include "core/workspace.h"
#include "narrowphase/convex/polytope_features.h"
#include "shape/ellipsoid.h"

namespace hyperplane {
namespace {

/// The normal of an ellipsoid at the local minimum of the distance from a point that lies across the plane of the two
/// longer axes. With s = -r_1^2 - u, Eberly's F has poles at u = 0 and at u = r_2^2 - r_1^2 and is convex in between.
/// Of its two roots there the lower one is the minimum, the other a saddle. Newton's method climbs to it from the left.
/// @return false where there is no such minimum.
bool far_normal(const Vec3& radii, const Vec3& point, Vec3& normal) {
  struct Axis {
    double radius, at;
    int index;
  };
  Axis axes[3] = {{radii.x, point.x, 0}, {radii.y, point.y, 1}, {radii.z, point.z, 2}};
  if (axes[1].radius < axes[0].radius) std::swap(axes[0], axes[1]);
  if (axes[2].radius < axes[1].radius) std::swap(axes[1], axes[2]);
  if (axes[1].radius < axes[0].radius) std::swap(axes[0], axes[1]);

  double scaled[3], gaps[3];
  for (int i = 0; i < 3; ++i) {
    scaled[i] = axes[i].radius * axes[i].at;
    gaps[i] = (axes[i].radius - axes[0].radius) * (axes[i].radius + axes[0].radius);
  }
  double u = std::fabs(scaled[0]);
  if (!(u < gaps[1])) return false;
  double on_ball[3] = {0.0, scaled[1] / gaps[1], scaled[2] / gaps[2]};
  if (u > 0.0) {
    for (int i = 0; i < k_max_ellipsoid_iterations; ++i) {
      on_ball[0] = -scaled[0] / u;
      on_ball[1] = scaled[1] / (gaps[1] - u);
      on_ball[2] = scaled[2] / (gaps[2] - u);
      const double squares[3] = {on_ball[0] * on_ball[0], on_ball[1] * on_ball[1], on_ball[2] * on_ball[2]};
      const double f = squares[0] + squares[1] + squares[2] - 1.0;
      if (!(f > 0.0)) break;
      const double fall = 2.0 * (squares[0] / u - squares[1] / (gaps[1] - u) - squares[2] / (gaps[2] - u));
      if (!(fall > 0.0)) return false;
      const double next = u + f / fall;
      if (!(next < gaps[1])) return false;
      if (!(next > u)) break;
      u = next;
    }
  } else {
    const double rest = 1.0 - on_ball[1] * on_ball[1] - on_ball[2] * on_ball[2];
    if (!(rest > 0.0)) return false;
    on_ball[0] = -std::sqrt(rest);
  }
  Vec3 outwards;
  for (int i = 0; i < 3; ++i) outwards += unit_axis(axes[i].index) * (on_ball[i] / axes[i].radius);
  normal = normalized(outwards);
  return true;
}

/// All normals are outward normals of the polytope, in the frame of its core, where not said otherwise.
class Enumeration {
 public:
  Enumeration(ConvexPair& pair, const DirectionalDepth& start)
      : difference_(pair.difference),
        is_a_round_(is_polytope(pair.b.type)),
        round_(is_a_round_ ? pair.a : pair.b),
        round_core_(round_),
        to_polytope_(is_a_round_ ? inverse(difference_.b_in_a) : difference_.b_in_a),
        gap_(k_depth_arc_gap * difference_.size),
        best_(start) {}

  const DirectionalDepth& best() const { return best_; }

  void try_normal(const Vec3& normal) {
    const Vec3 from_a = is_a_round_ ? -(difference_.b_in_a.rotation * normal) : normal;
    const double depth = -dot(from_a, difference_.support(from_a).w);
    if (depth < best_.depth) best_ = {from_a, depth};
  }

  /// The flat caps of the round core.
  void try_caps() {
    if (round_.type == ShapeType::cylinder || round_.type == ShapeType::cone)
      try_normal(to_polytope_.rotation.columns[1]);
    if (round_.type == ShapeType::cylinder) try_normal(-to_polytope_.rotation.columns[1]);
  }

  /// Where the round core is closest to a vertex, but for caps and edges.
  void try_vertex(const Vec3& vertex) {
    const Vec3 local = inverse_times(to_polytope_, vertex);
    if (round_.type == ShapeType::ellipsoid) {
      const Ellipsoid ellipsoid(round_);
      try_round_normal(vertex, ellipsoid.closest_point(local).normal);
      Vec3 normal;
      if (far_normal(ellipsoid.radii, local, normal)) try_round_normal(vertex, normal);
      return;
    }
    if (round_.type != ShapeType::cylinder && round_.type != ShapeType::cone) return;
    const double across = std::sqrt(local.x * local.x + local.z * local.z);
    const Vec3 outwards = across > 0.0 ? Vec3{local.x / across, 0.0, local.z / across} : Vec3{1.0, 0.0, 0.0};
    const double rise = round_.type == ShapeType::cone ? round_.parameters[0] / round_.parameters[1] : 0.0;
    try_round_normal(vertex, normalized(outwards + Vec3{0.0, rise, 0.0}));
  }

  /// The least depth along an arc. Between two normals the depth is at least the greater one of those of the points
  /// that are deepest at the two; those are equal along one normal, and there the bound is least.
  void search(const Arc& arc) {
    struct Knot {
      Vec3 normal, w;
    };
    Workspace<Knot, k_max_arc_depth> open;
    Knot low{arc.from, deepest(arc.point, arc.from)};
    open[0] = {arc.to, deepest(arc.point, arc.to)};
    for (int count = 1; count > 0;) {
      const Knot& high = open[count - 1];
      const Vec3 between = high.w - low.w;
      const double at_low = -dot(between, low.normal), at_high = dot(between, high.normal);
      if (at_low > 0.0 && at_high > 0.0 && count < k_max_arc_depth) {
        const Vec3 middle = normalized(low.normal * at_high + high.normal * at_low);
        const double bound = dot(middle, low.w);
        if (bound < best_.depth - gap_) {
          const Vec3 w = deepest(arc.point, middle);
          const double depth = dot(middle, w);
          if (depth < best_.depth) try_normal(middle);
          if (depth - bound > gap_) {
            open[count++] = {middle, w};
            continue;
          }
        }
      }
      low = high;
      --count;
    }
  }

 private:
  /// From the round core's farthest point against a normal to a vertex. Its depth is dot(normal, result).
  Vec3 deepest(const Vec3& vertex, const Vec3& normal) const {
    return vertex - to_polytope_ * round_core_.core_support(-transpose_times(to_polytope_.rotation, normal));
  }

  /// @param normal of the round core, in its own frame.
  void try_round_normal(const Vec3& vertex, const Vec3& normal) {
    const Vec3 against = -(to_polytope_.rotation * normal);
    // No less deep than with this vertex, whichever is farthest.
    if (dot(against, deepest(vertex, against)) < best_.depth) try_normal(against);
  }

  ConvexDifference& difference_;
  const bool is_a_round_;
  const Shape& round_;
  const AnyCore round_core_;
  const Transform to_polytope_;
  const double gap_;
  DirectionalDepth best_;
};

}  // namespace

DirectionalDepth polytope_round_depth(ConvexPair& pair, const DirectionalDepth& start) {
  const Shape& polytope = is_polytope(pair.a.type) ? pair.a : pair.b;
  Enumeration enumeration(pair, start);
  enumeration.try_caps();
  for_each_face_normal(polytope, [&](const Vec3& normal) { enumeration.try_normal(normal); });
  for_each_vertex(polytope, [&](const Vec3& vertex) { enumeration.try_vertex(vertex); });
  for_each_arc(polytope, [&](const Arc& arc) { enumeration.search(arc); });
  return enumeration.best();
}

}  // namespace hyperplane
