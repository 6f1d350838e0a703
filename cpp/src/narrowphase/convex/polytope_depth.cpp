#include "narrowphase/convex/polytope_depth.h"

#include "hull/tolerances.h"
#include "narrowphase/convex/polytope_features.h"
#include "narrowphase/convex/tolerances.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

/// The polytope whose arcs are walked, seen from the hull that owns the Gauss map.
struct ArcView {
  /// From the frame of the walked polytope's core to that of the hull's.
  Transform to_hull;
  /// Takes an outward normal of the walked polytope, in the hull's frame, to a normal from A to B in the frame of A.
  Mat3 to_normal;
};

class ArcWalk {
 public:
  ArcWalk(ConvexPair& pair, const Hull& hull, const ArcView& view, const DirectionalDepth& start)
      : difference_(pair.difference), hull_(hull), view_(view), best_(start) {}

  const DirectionalDepth& best() const { return best_; }

  /// The normals of the hull's own faces.
  void try_faces() {
    for (const Hull::Face& face : hull_.faces()) try_normal(-face.normal);
  }

  /// Tests the normals at both ends of an arc, and its crossings with arcs of the hull.
  void walk(const Arc& arc) {
    hull_.index_width().visit_type([&](auto index) { walk_as<decltype(index)>(arc); });
  }

 private:
  template <class Index>
  void walk_as(const Arc& arc) {
    const auto points = hull_.points();
    const Vec3 from = view_.to_hull.rotation * arc.from, to = view_.to_hull.rotation * arc.to;
    const Vec3 point = view_.to_hull * arc.point, along = view_.to_hull.rotation * arc.along, turn = to - from;
    std::uint32_t vertex = climb(hull_, -from, start_for(-from));
    try_pair(from, point, points[vertex]);
    double t = 0.0;
    for (;;) {
      const Vec3 at = points[vertex];
      // The neighbour that first gets lower than this vertex along from + turn t; ties: the one that drops fastest.
      // Every step leads downwards along the turn, so the walk terminates.
      double least_t = 1.0, fastest = 0.0;
      std::uint32_t next = vertex;
      for (const std::uint32_t neighbour : hull_.neighbours_as<Index>(vertex)) {
        const Vec3 edge = points[neighbour] - at;
        const double speed = -dot(edge, turn);
        if (!(speed > 0.0)) continue;
        double crossing = dot(edge, from) / speed;
        if (crossing < t + k_same_crossing) crossing = t;
        if (crossing > least_t || (crossing == least_t && speed <= fastest)) continue;
        least_t = crossing;
        fastest = speed;
        next = neighbour;
      }
      if (next == vertex) break;
      t = least_t;
      try_crossing(from + turn * t, along, points[next] - at, point, at);
      vertex = next;
    }
    try_pair(to, point, points[vertex]);
    last_ = vertex;
  }

  std::uint32_t start_for(const Vec3& direction) const {
    return hull_.vertex_count() > k_max_listed_vertices ? hull_.start_vertex(direction) : last_;
  }

  /// @param near a normal close to the one spanned by both edges, of any length.
  void try_crossing(const Vec3& near, const Vec3& along, const Vec3& edge, const Vec3& point, const Vec3& on_hull) {
    const Vec3 across = cross(along, edge);
    const double squared = length_squared(across);
    const bool are_parallel =
        squared <= k_parallel_edge_sine * k_parallel_edge_sine * (length_squared(along) * length_squared(edge));
    const Vec3 normal = are_parallel ? near : dot(across, near) < 0.0 ? -across : across;
    const double length = std::sqrt(length_squared(normal));
    if (length > 0.0) try_pair(normal * (1.0 / length), point, on_hull);
  }

  /// Tests a unit normal with the expected support points. If they are wrong, the true ones are at least as deep.
  void try_pair(const Vec3& normal, const Vec3& point, const Vec3& on_hull) {
    if (dot(normal, point - on_hull) < best_.depth) try_normal(normal);
  }

  void try_normal(const Vec3& normal) {
    const Vec3 from_a = view_.to_normal * normal;
    const double depth = -dot(from_a, difference_.support(from_a).w);
    if (depth < best_.depth) best_ = {from_a, depth};
  }

  ConvexDifference& difference_;
  const Hull& hull_;
  const ArcView view_;
  DirectionalDepth best_;
  std::uint32_t last_ = 0;
};

}  // namespace

DirectionalDepth polytope_depth(ConvexPair& pair, const DirectionalDepth& start) {
  const Transform& b_in_a = pair.difference.b_in_a;
  const bool is_b_walked = pair.a.type == ShapeType::convex_hull;
  const Shape &walked = is_b_walked ? pair.b : pair.a, &other = is_b_walked ? pair.a : pair.b;
  // In the frame of A an outward normal of B is negated; in the frame of B an outward normal of A is rotated into it.
  const ArcView view = is_b_walked ? ArcView{b_in_a, {{{-1.0, 0.0, 0.0}, {0.0, -1.0, 0.0}, {0.0, 0.0, -1.0}}}}
                                   : ArcView{inverse(b_in_a), b_in_a.rotation};
  ArcWalk walk(pair, *other.hull, view, start);
  walk.try_faces();
  visit_polytope(walked,
                 [&](const auto& polytope) { for_each_arc(polytope, [&](const Arc& arc) { walk.walk(arc); }); });
  return walk.best();
}

}  // namespace hyperplane
