#include "narrowphase/convex/polytope_round_depth.h"

#include "core/workspace.h"
#include "narrowphase/convex/polytope_features.h"
#include "narrowphase/convex/tolerances.h"

namespace hyperplane {
namespace {

/// All normals are outward normals of the polytope, in the frame of its core, unless stated otherwise.
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
    const Vec3& down = to_polytope_.rotation.columns[1];
    const Caps caps = visit_shape(round_, [](const auto& s) { return s.core_caps(); });
    if (caps.at_bottom) try_normal(down);
    if (caps.at_top) try_normal(-down);
  }

  /// Candidates at a vertex: the normals at which the round core is closest to it, except caps and edges.
  void try_vertex(const Vec3& vertex) {
    const Vec3 local = inverse_times(to_polytope_, vertex);
    const Normals normals = visit_shape(round_, [&](const auto& s) { return s.core_normals_towards(local); });
    for (int i = 0; i < normals.count; ++i) try_round_normal(vertex, normals.at[i]);
  }

  /// The least depth along an arc. The points that are deepest at two normals bound the depth between the normals from
  /// below, by the maximum of the depths of the two. Those are equal at one normal between them, where the bound is
  /// least.
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
  /// From the round core's farthest point against a normal to a vertex. The depth is dot(normal, result).
  Vec3 deepest(const Vec3& vertex, const Vec3& normal) const {
    return vertex - to_polytope_ * round_core_.core_support(-transpose_times(to_polytope_.rotation, normal));
  }

  /// @param normal of the round core, in its own frame.
  void try_round_normal(const Vec3& vertex, const Vec3& normal) {
    const Vec3 against = -(to_polytope_.rotation * normal);
    // Whichever vertex is farthest, the depth is at least the depth with this vertex.
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
  visit_polytope(polytope, [&](const auto& shape) {
    for_each_face_normal(shape, [&](const Vec3& normal) { enumeration.try_normal(normal); });
    for_each_vertex(shape, [&](const Vec3& vertex) { enumeration.try_vertex(vertex); });
    for_each_arc(shape, [&](const Arc& arc) { enumeration.search(arc); });
  });
  return enumeration.best();
}

}  // namespace hyperplane
