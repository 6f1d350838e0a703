#include <optional>

#include "bvh/descent.h"
#include "composite/orientation.h"
#include "composite/oriented_culling.h"
#include "composite/surface_query.h"
#include "composite/tolerances.h"
#include "composite/triangle_culling.h"
#include "composite/triangle_mesh.h"
#include "core/constants.h"
#include "hull/hull.h"
#include "math/pose.h"
#include "shape/bounds.h"
#include "shape/ray.h"
#include "shape/tolerances.h"

/// Queries of a triangle mesh.

namespace hyperplane {
namespace {

/// Up to this many triangles, bounds at a pose are those of the triangles at that pose, which are tighter than those of
/// the bounds of the mesh.
constexpr std::uint32_t k_few_triangles = 32;

/// Orientation, seen along x, of the line from a to b and a point that is moved by a very small step along y and a far
/// smaller one along z: zero only for an edge along x, which the line through that point never meets. Every line thus
/// crosses a closed surface between its edges (after Edelsbrunner and Muecke, "Simulation of Simplicity", 1990).
int side_of_edge(const Vec3& a, const Vec3& b, const Vec3& point) {
  const int side = side_of_line({a.y, a.z}, {b.y, b.z}, {point.y, point.z});
  if (side != 0) return side;
  if (a.z != b.z) return a.z > b.z ? 1 : -1;
  if (a.y != b.y) return b.y > a.y ? 1 : -1;
  return 0;
}

/// Calls `visit(place)` for the places of a leaf.
template <class Visit>
void for_run(std::uint32_t leaf, const Visit& visit) {
  const StaticTree::Run run = StaticTree::run_of(leaf);
  for (std::uint32_t place = run.begin; place < run.end; ++place) visit(place);
}

}  // namespace

bool TriangleMesh::is_culled(std::uint32_t place, const TriangleCulling& culling) const {
  return culling.rejects(triangle_at_place(place), {});
}

void TriangleMesh::visit_within(const Aabb& bounds, const OrientedCulling* tight, const BoundsFilter* accepts,
                                RowSearch visit) const {
  const TriangleCulling culling(bounds, {}, reach_);
  const std::span<const LaneNode> nodes = tree_.nodes();
  const auto accepts_bounds = accept_by_bounds(nodes, middle_, accepts);
  const auto may_touch = [&](std::uint32_t node, std::uint32_t lane) {
    if (tight != nullptr) {
      const float(&b)[6][4] = nodes[node].bounds;
      const auto at = [&](int i) { return static_cast<double>(b[i][lane]); };
      const Vec3 low{at(0), at(1), at(2)}, high{at(3), at(4), at(5)};
      if (tight->rejects(middle_ + (low + high) * 0.5, (high - low) * 0.5)) return false;
    }
    return accepts_bounds(node, lane);
  };
  descend_overlapping(nodes, to_tree(bounds), may_touch, [&](std::uint32_t leaf) {
    const StaticTree::Run run = StaticTree::run_of(leaf);
    for (std::uint32_t place = run.begin; place < run.end; ++place) {
      if (tight != nullptr && tight->rejects(triangle_at_place(place))) continue;
      if (!is_culled(place, culling) && !visit(order_[place])) return false;
    }
    return true;
  });
}

void TriangleMesh::visit_prisms_within(const Aabb& bounds, RowSearch visit) const {
  const TriangleCulling culling(bounds, {}, reach_);
  descend_overlapping(tree_.nodes(), to_tree(grown_by(bounds, thickness_)), AcceptAll{}, [&](std::uint32_t leaf) {
    const StaticTree::Run run = StaticTree::run_of(leaf);
    for (std::uint32_t place = run.begin; place < run.end; ++place) {
      const Triangle triangle = triangle_at_place(place);
      const Vec3 prism = has_prisms() ? prism_of(triangle) : Vec3{};
      if (!culling.rejects(triangle, prism) && !visit(order_[place])) return false;
    }
    return true;
  });
}

void TriangleMesh::visit_leaves_within(const Aabb& bounds, CornerSearch visit) const {
  descend_overlapping(tree_.nodes(), to_tree(bounds), AcceptAll{}, [&](std::uint32_t leaf) {
    const StaticTree::Run run = StaticTree::run_of(leaf);
    for (std::uint32_t place = run.begin; place < run.end; ++place) {
      const std::uint32_t* const of = indices_.data() + 3 * std::size_t{place};
      const Vec3 corners[3] = {vertices_[of[0]], vertices_[of[1]], vertices_[of[2]]};
      if (!visit(place, corners)) return false;
    }
    return true;
  });
}

void TriangleMesh::visit_near(const Aabb& bounds, const double& end, RowVisitor visit) const {
  const double everywhere = max(max_component(abs(bounds.min)), max_component(abs(bounds.max))) + 2.0 * reach_;
  descend_nearest(tree_.nodes(), to_tree(bounds), end, AcceptAll{}, [&](std::uint32_t leaf) {
    const TriangleCulling culling(grown_by(bounds, clamp(end, 0.0, everywhere)), {}, reach_);
    for_run(leaf, [&](std::uint32_t place) {
      if (!is_culled(place, culling)) visit(order_[place]);
    });
  });
}

void TriangleMesh::visit_along(ray_descent::Path path, const double& end, const BoundsFilter* accepts,
                               RowVisitor visit) const {
  const Aabb bounds{path.origin + path.low, path.origin + path.high};
  // A ball needs no other test.
  const bool is_ball = path.radius * (1.0 - 2.0 * k_touch_margin) <= path.rounding;
  const Vec3 from = path.origin;
  path.origin -= middle_;
  ray_descent::descend_nodes<ray_descent::RoundedLaneRay>(
      tree_.nodes(), path, ray_descent::filter_by_bounds(accepts, middle_), [&] { return end; },
      [&](std::uint32_t leaf) {
        const StaticTree::Run run = StaticTree::run_of(leaf);
        TriangleLanes lanes(from + path.direction * end);
        set_lanes(run, lanes);
        float gaps[4];
        lanes.bound_distances(path.direction * end, gaps);
        const float within = rounded_up(path.radius);
        TriangleCulling culling(bounds, path.direction * end, reach_);
        for (std::uint32_t place = run.begin; place < run.end; ++place) {
          if (gaps[place - run.begin] > within) continue;
          if (!is_ball && is_culled(place, culling)) continue;
          visit(order_[place]);
          culling.set_way(path.direction * end);
        }
      });
}

Aabb TriangleMesh::bounds_at(const Pose& pose) const {
  const Mat3 rotation = to_matrix(pose.rotation);
  if (with_area_ > k_few_triangles) {
    const Aabb turned = rotated(rotation, bounds_);
    return rounded_outwards(pose.position, turned.min, turned.max, reach_);
  }
  const double far = ray_descent::k_infinity;
  Vec3 low{far, far, far}, high{-far, -far, -far};
  for (std::uint32_t place = 0; place < with_area_; ++place) {
    Vec3 c[3];
    corners_at(place, c);
    const Vec3 prism = has_prisms() ? prism_of({c[0], c[1], c[2]}) : Vec3{};
    for (const Vec3& corner : c) {
      const Vec3 front = rotation * corner, back = rotation * (corner + prism);
      low = min(low, min(front, back));
      high = max(high, max(front, back));
    }
  }
  return rounded_outwards(pose.position, low, high, reach_);
}

template <class Observer>
RayHit TriangleMesh::find_hit(const Vec3& origin, const Vec3& direction, double max_distance, double coordinates,
                              const Observer& observer) const {
  if (contains(origin)) return ray_starts_inside(origin, direction);
  RayHit best;
  best.distance = max_distance;
  // A ray may hit an edge that it passes by the rounding of its coordinates. Twice, as the triangles are oblique.
  const double thickness = 2.0 * k_flat_ray_margin * (coordinates + length(origin) + 3.0 * reach_);
  const Vec3 margin{thickness, thickness, thickness};
  // Made at the first leaf: many rays reach none.
  std::optional<RayFilter> filter;
  ray_descent::descend_nodes(
      tree_.nodes(), {origin - middle_, direction, -margin, margin},
      [&](std::uint32_t node, const LaneNode&, const float*, std::uint32_t) { observer.enter(node); },
      [&] { return best.distance; },
      [&](std::uint32_t leaf) {
        if (!filter) filter.emplace(origin, direction, coordinates, reach_);
        for_run(leaf, [&](std::uint32_t place) {
          observer.test(place);
          const std::uint32_t* const i = indices_.data() + 3 * static_cast<std::size_t>(place);
          if (filter->rejects(vertices_[i[0]], vertices_[i[1]], vertices_[i[2]])) return;
          hit_triangle(triangle_at_place(place), order_[place], is_one_sided_, origin, direction, best);
        });
      });
  return best.hit ? best : RayHit{};
}

namespace {

struct NoRayObserver {
  void enter(std::uint32_t /*node*/) const {}
  void test(std::uint32_t /*place*/) const {}
};

}  // namespace

RayHit TriangleMesh::raycast(const Vec3& origin, const Vec3& direction, double max_distance, double coordinates) const {
  return find_hit(origin, direction, max_distance, coordinates, NoRayObserver{});
}

RayHit TriangleMesh::explain_raycast(const Vec3& origin, const Vec3& direction, double max_distance, double coordinates,
                                     RaySteps& steps) const {
  struct Observer {
    const TriangleMesh& mesh;
    RaySteps& steps;
    void enter(std::uint32_t node) const {
      steps.enter(to_world_bounds(bounds_of(mesh.tree_.nodes()[node]), mesh.middle_));
    }
    void test(std::uint32_t place) const { steps.test(mesh.order_[place]); }
  };
  return find_hit(origin, direction, max_distance, coordinates, Observer{*this, steps});
}

bool TriangleMesh::is_behind(const Vec3& point, const ClosestPoint& nearest) const {
  if (!(nearest.distance > 0.0) || nearest.distance > thickness_) return false;
  const Triangle triangle = triangle_at_place(places_[static_cast<std::size_t>(nearest.feature.triangle)]);
  const double weld = k_surface_weld * triangle.core_extent();
  PointBehind behind(point, nearest.point, weld);
  visit_leaves_within(grown_by({nearest.point, nearest.point}, weld), [&](std::uint32_t place, const Vec3(&c)[3]) {
    behind.add({c[0], c[1], c[2]}, bends_[place]);
    return true;
  });
  return behind.is_behind();
}

ClosestPoint TriangleMesh::closest_point(const Vec3& point, double within) const {
  ClosestPoint best;
  best.distance = ray_descent::k_infinity;
  // What is behind counts, however deep.
  double least = max(within, thickness_);
  descend_nearest(tree_.nodes(), to_tree({point, point}), least, AcceptAll{}, [&](std::uint32_t leaf) {
    const StaticTree::Run run = StaticTree::run_of(leaf);
    TriangleLanes lanes(point);
    set_lanes(run, lanes);
    float gaps[4];
    lanes.bound_distances({}, gaps);
    float within = rounded_up(least);
    for (std::uint32_t place = run.begin; place < run.end; ++place) {
      if (gaps[place - run.begin] > within) continue;
      approach_triangle(triangle_at_place(place), order_[place], point, best, least);
      within = rounded_up(least);
    }
  });
  if (best.feature.triangle < 0) return contains(point) ? closest_point(point) : best;
  if (!is_solid_) {
    if (is_behind(point, best)) {
      best.distance = -best.distance;
      best.normal = -best.normal;
    }
    return best;
  }
  const Triangle nearest = triangle_at_place(places_[static_cast<std::size_t>(best.feature.triangle)]);
  // The direction to a point that is nearer than this is rounding.
  const bool is_direction = best.distance > k_direction_from_points * nearest.core_extent();
  const bool is_inside = best.distance > 0.0 && contains(point);
  if (!is_direction) best.normal = nearest.normal();
  if (!is_inside) return best;
  best.distance = -best.distance;
  if (is_direction) best.normal = -best.normal;
  return best;
}

int TriangleMesh::crossing(std::uint32_t place, const Vec3& point, bool ahead_is_up) const {
  Vec3 c[3];
  corners_at(place, c);
  if (max(c[0].y, max(c[1].y, c[2].y)) < point.y || min(c[0].y, min(c[1].y, c[2].y)) > point.y ||
      max(c[0].z, max(c[1].z, c[2].z)) < point.z || min(c[0].z, min(c[1].z, c[2].z)) > point.z) {
    return 0;
  }
  // Positive: the front faces up the x axis.
  const int facing = side_of_edge(c[0], c[1], point);
  if (facing == 0 || side_of_edge(c[1], c[2], point) != facing || side_of_edge(c[2], c[0], point) != facing) return 0;
  const int outwards = ahead_is_up ? facing : -facing;
  return side_of_plane(c[0], c[1], c[2], point) == -outwards ? outwards : 0;
}

/// Counts the triangles that a line along x crosses, outwards minus inwards: the winding number. All orientations are
/// decided exactly, and ties as if the point were next to the line, so the count is right for any closed surface:
/// needles, duplicate triangles, overlapping parts. Slivers without a reliable normal count too, or the line could pass
/// between them. (Pseudonormals, Baerentzen and Aanaes 2005, need a surface without intersections and the exact nearest
/// feature.)
int TriangleMesh::winding_at(const Vec3& point) const {
  if (point.x < bounds_.min.x || point.y < bounds_.min.y || point.z < bounds_.min.z || point.x > bounds_.max.x ||
      point.y > bounds_.max.y || point.z > bounds_.max.z) {
    return 0;
  }
  // The shorter direction.
  const bool ahead_is_up = point.x > middle_.x;
  Aabb ahead{point, point};
  if (ahead_is_up) {
    ahead.max.x = max(ahead.max.x, bounds_.max.x);
  } else {
    ahead.min.x = min(ahead.min.x, bounds_.min.x);
  }
  int winding = 0;
  descend_overlapping(tree_.nodes(), to_tree(ahead), AcceptAll{}, [&](std::uint32_t leaf) {
    for_run(leaf, [&](std::uint32_t place) { winding += crossing(place, point, ahead_is_up); });
    return true;
  });
  for (std::uint32_t place = with_area_; place < with_slivers_; ++place) winding += crossing(place, point, ahead_is_up);
  return winding;
}

std::int32_t TriangleMesh::triangle_of_contact(const Vec3& point, const Vec3& normal) const {
  const Vec3 inwards = (hull()->centre() + hull()->centroid() - point) * k_inwards;
  return closest_point(point + inwards - normal * dot(normal, inwards)).feature.triangle;
}

Vec3 TriangleMesh::support(const Vec3& direction) const {
  struct Task {
    std::uint32_t child;
    double bound;
  };
  Task stack[LaneNode::k_stack_size];
  int top = 0;
  stack[top++] = {0, ray_descent::k_infinity};
  Vec3 farthest;
  double most = -ray_descent::k_infinity;
  // Relative to the middle, as the bounds are.
  const double slack = 4.0 * k_bounds_rounding * (size_ + thickness_);
  while (top > 0) {
    const Task task = stack[--top];
    if (task.bound < most) continue;
    if (is_leaf(task.child)) {
      for_run(task.child, [&](std::uint32_t place) {
        Vec3 c[3];
        corners_at(place, c);
        for (const Vec3& corner : c) {
          const double along = dot(corner - middle_, direction);
          if (along <= most) continue;
          most = along;
          farthest = corner;
        }
      });
      continue;
    }
    const LaneNode& node = tree_.nodes()[task.child];
    const int first = top;
    for (std::uint32_t lane = 0; lane < 4; ++lane) {
      if (node.child[lane] == LaneNode::k_none) continue;
      double bound = slack;
      for (int k = 0; k < 3; ++k) {
        const double d = component(direction, k);
        bound += d * static_cast<double>(node.bounds[d < 0.0 ? k : 3 + k][lane]);
      }
      int at = top++;
      for (; at > first && stack[at - 1].bound > bound; --at) stack[at] = stack[at - 1];
      stack[at] = {node.child[lane], bound};
    }
  }
  return farthest;
}

}  // namespace hyperplane
