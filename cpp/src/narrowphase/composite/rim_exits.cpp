#include "narrowphase/composite/rim_exits.h"

#include <cmath>
#include <span>
#include <utility>

#include "composite/shape_at.h"
#include "composite/shape_extent.h"
#include "composite/tolerances.h"
#include "math/pose.h"
#include "narrowphase/composite/triangle_gap.h"
#include "narrowphase/composite/triangle_prism.h"
#include "narrowphase/convex/convex_convex.h"
#include "shape/triangle.h"

namespace hyperplane {
namespace {

/// Whether a shape that is moved then reaches into the prism of a triangle.
bool reaches_after(const Vec3& way, const Surface& surface, const Shape& triangle, const Shape& body,
                   const Transform& frame) {
  return reaches_into_prism(surface, triangle, body, {frame.rotation, frame.translation + way});
}

/// m: how far a shape has to move to be in front of a triangle.
double way_up(const Triangle& flat, const Shape& body, const Transform& frame) {
  const Vec3 normal = flat.normal();
  return dot(normal, flat.origin - support_at(body, frame, -normal));
}

bool is_near_open_edge(const Surface& surface, const Aabb& around) {
  bool found = false;
  if (!surface.may_be_open(around)) return false;
  surface.visit_within(around, nullptr, [&](std::uint32_t number) {
    found = has_open_edge(surface.bends(number));
    return !found;
  });
  return found;
}

}  // namespace

/// Finds the exits of one shape.
class RimExitSearch {
 public:
  RimExitSearch(const Surface& surface, const Shape& body, const Pose& pose)
      : surface_(surface), body_(body), frame_(to_transform(pose)), start_(bounds(body, pose)) {}

  /// Whether any edge is so close that its exit may be shorter than a way, m.
  bool may_be_shorter(double way) const {
    bool found = false;
    visit_edges([&](std::uint32_t, int, const RimExit& exit) {
      found = exit.depth < way;
      return !found;
    });
    return found;
  }

  void find(RimExits::JoinedSearch is_joined, RimExits& found) {
    visit_edges([&](std::uint32_t number, int edge, const RimExit& exit) {
      const Shape triangle = surface_.triangle_shape(number);
      if (reaches(triangle, {})) add(number, Triangle(triangle), edge, exit, is_joined);
      return true;
    });
    if (count_ == 0) return;
    measure_rise();
    if (!(exits_[0].depth < rise_)) return;
    found.margin_ = margin_;
    if (find_one(found)) return;
    find_corner(found);
  }

 private:
  static constexpr int k_capacity = RimExits::k_capacity;
  /// Each takes the shape out of all prisms that the last one led into.
  static constexpr int k_most_passes = 8;
  static constexpr int k_corner_passes = 8;
  static constexpr int k_most_lean_passes = 8;
  /// Tangent of the greatest angle by which an exit leans backwards, and the cosine.
  static constexpr double k_steepest_lean = 2.0, k_steepest_lean_share = 0.44721359549995794;

  /// Visits the triangles whose prisms the shape, moved, reaches into, until `visit` returns false.
  void visit_reached(const Vec3& way, FunctionRef<bool(std::uint32_t, const Shape&)> visit) const {
    surface_.visit_within({start_.min + way, start_.max + way}, nullptr, [&](std::uint32_t number) {
      const Shape triangle = surface_.triangle_shape(number);
      return !reaches(triangle, way) || visit(number, triangle);
    });
  }

  bool reaches(const Shape& triangle, const Vec3& way) const {
    return reaches_after(way, surface_, triangle, body_, frame_);
  }
  /// Whether a way is longer than that up out of a triangle, which then needs no exit.
  bool leaves_upwards(const Shape& triangle, double way) const {
    return way_up(Triangle(triangle), body_, frame_) <= way && ConvexConvex::intersects(triangle, body_, frame_);
  }

  /// Visits the open edges that the shape lies on both sides of, with the exits past them, until `visit` returns false.
  void visit_edges(FunctionRef<bool(std::uint32_t number, int edge, const RimExit&)> visit) const {
    surface_.visit_within(start_, nullptr, [&](std::uint32_t number) {
      const std::uint8_t bends = surface_.bends(number);
      if (!has_open_edge(bends)) return true;
      const Triangle flat(surface_.triangle_shape(number));
      const Vec3 normal = flat.normal();
      for (int i = 0; i < 3; ++i) {
        RimExit exit;
        if (bend_of(bends, i) != EdgeBend::open || !find_exit(flat, normal, i, exit)) continue;
        if (!visit(number, i, exit)) return false;
      }
      return true;
    });
  }

  /// @return whether the shape lies on both sides of an edge.
  bool find_exit(const Triangle& flat, const Vec3& normal, int edge, RimExit& exit) const {
    const Vec3 out = normalized(cross(flat.edge(edge), normal)), corner = flat.origin + flat.corner(edge);
    exit = exit_along(out, corner);
    exit.width = dot(out, support_at(body_, frame_, out) - exit.deepest);
    if (!(exit.depth > 0.0 && exit.depth < exit.width)) return false;
    lean(out, normal, corner - normal * surface_.thickness(), exit);
    return true;
  }

  RimExit exit_along(const Vec3& direction, const Vec3& corner) const {
    const Vec3 deepest = support_at(body_, frame_, -direction);
    return {direction, dot(direction, corner - deepest), 0.0, deepest};
  }

  /// Turns an exit backwards, to where less of the shape is before the lower edge of the prism. Between two directions
  /// the depth is least square to the line through their support points, as in EPA in the plane.
  void lean(const Vec3& out, const Vec3& normal, const Vec3& lower_corner, RimExit& exit) const {
    RimExit best = exit, other = exit_along((out - normal * k_steepest_lean) * k_steepest_lean_share, lower_corner);
    for (int pass = 0; pass < k_most_lean_passes; ++pass) {
      if (other.depth < best.depth) std::swap(best, other);
      const Vec3 side = other.deepest - best.deepest;
      const Vec3 direction = out * std::fabs(dot(side, normal)) - normal * std::fabs(dot(side, out));
      const double size = length(direction);
      if (!(size > 0.0)) break;
      other = exit_along(direction * (1.0 / size), lower_corner);
    }
    const double width = exit.width;
    exit = other.depth < best.depth ? other : best;
    exit.width = width;
  }

  void measure_rise() {
    visit_reached({}, [&](std::uint32_t, const Shape& triangle) {
      const Triangle flat(triangle);
      const double scale = size_of(triangle) + size_of(body_);
      margin_ = max(margin_, 4.0 * k_touch_margin * scale + k_bounds_rounding * length(flat.origin));
      rise_ = max(rise_, way_up(flat, body_, frame_));
      return true;
    });
  }

  void add(std::uint32_t number, const Triangle& flat, int edge, const RimExit& exit,
           RimExits::JoinedSearch is_joined) {
    const Vec3 side = flat.edge(edge), corner = flat.origin + flat.corner(edge);
    int at = 0;
    for (; at < count_ && exits_[at].depth <= exit.depth; ++at) {
      if (exits_[at].normal == exit.normal && exits_[at].depth == exit.depth) return;
    }
    if (at == k_capacity) return;
    // Where something else holds a point inside the edge, the surface goes on: a T-junction, or corners that were not
    // welded.
    const double share = clamp(dot(exit.deepest - corner, side) / length_squared(side), 0.125, 0.875);
    const Vec3 point = corner + side * share;
    const double size = std::sqrt(max(length_squared(side), max(length_squared(flat.to_b), length_squared(flat.to_c))));
    const double weld = surface_.weld(corner, size);
    if (goes_on_at(number, point, weld) || is_joined(point, max(weld, k_surface_placing * surface_.reach()))) return;
    if (count_ < k_capacity) ++count_;
    for (int i = count_ - 1; i > at; --i) exits_[i] = exits_[i - 1];
    exits_[at] = exit;
  }

  bool goes_on_at(std::uint32_t number, const Vec3& point, double weld) const {
    bool goes_on = false;
    const Vec3 around{weld, weld, weld};
    surface_.visit_within({point - around, point + around}, nullptr, [&](std::uint32_t other) {
      goes_on = other != number && Triangle(surface_.triangle_shape(other)).closest_point(point).distance <= weld;
      return !goes_on;
    });
    return goes_on;
  }

  /// m: how far the shape has to move along an exit to be past the prism of a triangle.
  double depth_past(const RimExit& exit, const Shape& triangle) const {
    const Vec3 farthest = support_at(prism_behind(triangle, surface_.thickness()), {}, exit.normal);
    return dot(exit.normal, farthest - exit.deepest);
  }

  /// Lengthens an exit until it leads out of all prisms. @return whether it does within the limit, m.
  bool lengthen(double limit, RimExit& exit) const {
    for (int pass = 0; pass < k_most_passes && exit.depth < limit; ++pass) {
      const double before = exit.depth;
      bool is_free = true;
      visit_reached(exit.normal * (before + margin_), [&](std::uint32_t, const Shape& triangle) {
        if (leaves_upwards(triangle, before)) return true;
        is_free = false;
        exit.depth = max(exit.depth, depth_past(exit, triangle));
        return exit.depth < limit;
      });
      if (is_free) return true;
      if (exit.depth == before) return false;
    }
    return false;
  }

  bool find_one(RimExits& found) const {
    double best = rise_;
    for (int i = 0; i < count_ && exits_[i].depth < best; ++i) {
      RimExit exit = exits_[i];
      if (!lengthen(min(best, exit.width), exit)) continue;
      best = exit.depth;
      found.exits_[0] = exit;
      found.count_ = 1;
    }
    return found.count_ > 0;
  }

  /// Leaves each prism by its shortest exit.
  void find_corner(RimExits& found) {
    double depths[k_capacity] = {};
    bool has_way = true;
    visit_reached({}, [&](std::uint32_t, const Shape& triangle) {
      int best = -1;
      double least = 0.0;
      for (int i = 0; i < count_; ++i) {
        const RimExit& exit = exits_[i];
        const double depth =
            reaches(triangle, exit.normal * (exit.depth + margin_)) ? depth_past(exit, triangle) : exit.depth;
        if (!(depth < exit.width) || (best >= 0 && depth >= least)) continue;
        best = i;
        least = depth;
      }
      if (leaves_upwards(triangle, best >= 0 ? least : HUGE_VAL)) return true;
      has_way = best >= 0;
      if (has_way) depths[best] = max(depths[best], least);
      return has_way;
    });
    if (!has_way) return;
    for (int i = 0; i < count_; ++i) {
      if (depths[i] == 0.0) continue;
      found.exits_[found.count_] = exits_[i];
      found.exits_[found.count_++].depth = depths[i];
    }
    Vec3 way;
    for (int pass = 0; pass < k_corner_passes; ++pass) {
      for (int i = 0; i < found.count_; ++i) {
        const RimExit& exit = found.exits_[i];
        const double rest = exit.depth + margin_ - dot(exit.normal, way);
        if (rest > 0.0) way += exit.normal * rest;
      }
    }
    bool is_free = length(way) < rise_;
    if (is_free) {
      visit_reached(way, [&](std::uint32_t, const Shape& triangle) {
        is_free = leaves_upwards(triangle, length(way));
        return is_free;
      });
    }
    if (!is_free) found.count_ = 0;
  }

  const Surface& surface_;
  const Shape& body_;
  Transform frame_;
  Aabb start_;
  double rise_ = 0.0, margin_ = 0.0;
  int count_ = 0;
  /// By depth.
  Workspace<RimExit, k_capacity> exits_;
};

const RimExit* RimExits::find_known(const Key& key, const Surface& surface, const Shape& triangle, const Shape& body,
                                    const Pose& pose, bool touches, JoinedSearch is_joined) {
  if (!is_known_ || key != key_) {
    is_known_ = true;
    key_ = key;
    count_ = 0;
    searched_ = 0.0;
    is_near_ = is_near_open_edge(surface, bounds(body, pose));
  }
  if (!is_near_) return nullptr;
  const Transform frame = to_transform(pose);
  const double most = touches ? way_up(Triangle(triangle), body, frame) : HUGE_VAL;
  if (count_ == 0 && most > searched_) {
    RimExitSearch search(surface, body, pose);
    searched_ = most;
    // Not so for most bodies that stand beside a rim.
    if (search.may_be_shorter(most)) {
      searched_ = HUGE_VAL;
      search.find(is_joined, *this);
    }
  }
  const RimExit* best = nullptr;
  for (int i = 0; i < count_; ++i) {
    const RimExit& exit = exits_[i];
    if (best != nullptr && exit.depth >= best->depth) continue;
    if (count_ == 1 || !reaches_after(exit.normal * (exit.depth + margin_), surface, triangle, body, frame))
      best = &exit;
  }
  return best != nullptr && best->depth < most ? best : nullptr;
}

}  // namespace hyperplane
