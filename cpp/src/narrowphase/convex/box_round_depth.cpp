#include "narrowphase/convex/box_round_depth.h"

#include "core/workspace.h"
#include "narrowphase/convex/tolerances.h"
#include "shape/support.h"
#include "shape/tolerances.h"

namespace hyperplane {
namespace {

/// visit_shape for the round cores that `box_round_depth` takes.
template <class Visit>
decltype(auto) visit_round(const Shape& shape, Visit&& visit) {
  if (shape.type == ShapeType::cylinder) return visit(Cylinder(shape));
  if (shape.type == ShapeType::cone) return visit(Cone(shape));
  return visit(Ellipsoid(shape));
}

/// All normals and points are in the frame of the box; normals point out of it. Calls that are not inlined, and one
/// class for all round cores, make it a quarter of the size.
class BoxRoundSearch {
 public:
  BoxRoundSearch(const Box& box, const Shape& round, const Transform& round_in_box, double size)
      : box_(box), round_(round), round_in_box_(round_in_box), size_(size) {
    try_faces();
    try_caps();
    try_creases();
    for (int axis = 0; axis < 3; ++axis) {
      for (int edge = 0; edge < 4; ++edge) search_edge(axis, edge);
    }
    for (int corner = 0; corner < 8; ++corner) try_corner(corner);
    if (is_on_arc_) refine();
  }

  const DirectionalDepth& best() const { return best_; }
  /// Normals on arcs that were tried.
  int iterations() const { return iterations_; }

  /// @return false if no support point has a foot on the other shape. @param on_box, on_round apart by normal * depth.
  bool find_witness(Vec3& on_box, Vec3& on_round) const {
    const double tolerance = k_depth_slope * size_;
    const Vec3 way = best_.normal * best_.depth;
    on_round = deepest(best_.normal);
    on_box = on_round + way;
    const Vec3 beyond = abs(on_box) - box_.half;
    if (max_component(beyond) <= tolerance) return true;
    on_box = box_.core_support(best_.normal);
    on_round = on_box - way;
    const Vec3 local = inverse_times(round_in_box_, on_round);
    const double outside =
        visit_round(round_, [&](const auto& s) { return s.closest_point(local).distance + s.radius(); });
    if (outside <= tolerance) return true;
    return find_on_line(way, tolerance, on_box, on_round);
  }

 private:
  struct Knot {
    Vec3 normal;
    /// From the round core's deepest point to a corner of the box: the depth is dot(normal, w).
    Vec3 w;
  };

  /// The middle of the part within the box of a line of the core's side, moved along `way`.
  bool find_on_line(const Vec3& way, double tolerance, Vec3& on_box, Vec3& on_round) const {
    SupportingFace face;
    find_core_face(round_, -transpose_times(round_in_box_.rotation, best_.normal), face);
    if (face.count != 2) return false;
    const Vec3 start = round_in_box_ * face.vertices[0] + way;
    const Vec3 along = round_in_box_ * face.vertices[1] + way - start,
               room = box_.half + Vec3{1.0, 1.0, 1.0} * tolerance;
    double enter = 0.0, leave = 1.0;
    for (int k = 0; k < 3; ++k) {
      const double at = component(start, k), speed = component(along, k), limit = component(room, k);
      if (speed == 0.0) {
        if (std::fabs(at) > limit) return false;
        continue;
      }
      const double one = (-limit - at) / speed, other = (limit - at) / speed;
      enter = max(enter, min(one, other));
      leave = min(leave, max(one, other));
    }
    if (!(enter <= leave)) return false;
    on_box = start + along * (0.5 * (enter + leave));
    on_round = on_box - way;
    return true;
  }

  /// The round core's farthest point against a normal.
  [[gnu::noinline]] Vec3 deepest(const Vec3& normal) const {
    const Vec3 against = -transpose_times(round_in_box_.rotation, normal);
    return round_in_box_ * visit_round(round_, [&](const auto& s) { return s.core_support(against); });
  }

  bool improve(const Vec3& normal, double depth) {
    if (!(depth < best_.depth - k_axis_tie * size_)) return false;
    best_ = {normal, depth};
    is_on_arc_ = false;
    return true;
  }

  void try_faces() {
    for (int i = 0; i < 6; ++i) {
      const Vec3 normal = face_normal(i);
      at_face_[i] = deepest(normal);
      improve(normal, dot(normal, box_.core_support(normal) - at_face_[i]));
    }
  }

  [[gnu::noinline]] void try_normal(const Vec3& normal) {
    improve(normal, dot(normal, box_.core_support(normal) - deepest(normal)));
  }

  void try_caps() {
    const Vec3& up = round_in_box_.rotation.columns[1];
    const Caps caps = visit_round(round_, [](const auto& s) { return s.core_caps(); });
    if (caps.at_bottom) try_normal(up);
    if (caps.at_top) try_normal(-up);
  }

  /// The normals of edges at which a whole line of the side is deepest.
  void try_creases() {
    const Crease crease = visit_round(round_, [](const auto& s) { return s.crease(); });
    if (!crease.exists) return;
    const Vec3 axis = -round_in_box_.rotation.columns[crease.axis];
    for (int edge = 0; edge < 3; ++edge) {
      const Vec3 along = unit_axis(edge);
      const double cosine = component(axis, edge), sine_squared = 1.0 - cosine * cosine;
      if (!(sine_squared > k_parallel_edge_sine * k_parallel_edge_sine)) continue;
      const double lean = crease.sine / sine_squared, rest = 1.0 - crease.sine * lean;
      if (rest < 0.0) continue;
      const Vec3 aside = (axis - along * cosine) * lean, across = cross(axis, along) * std::sqrt(rest / sine_squared);
      try_normal(normalized(aside + across));
      try_normal(normalized(aside - across));
    }
  }

  /// @param edge bits 0 and 1: on which side of the two other axes.
  void search_edge(int axis, int edge) {
    const int u = axis < 2 ? axis + 1 : 0, v = axis > 0 ? axis - 1 : 2;
    const int from = 2 * u + (edge & 1), to = 2 * v + (edge >> 1);
    const Vec3 corner = box_.core_support(face_normal(from) + face_normal(to));
    search_arc(corner, {face_normal(from), corner - at_face_[from]}, {face_normal(to), corner - at_face_[to]});
  }

  /// As in polytope_round_depth.cpp: the points that are deepest at both ends of a part of an arc bound the depth
  /// within from below, and the bound is least where they are equally deep.
  void search_arc(const Vec3& corner, Knot low, const Knot& end) {
    const double gap = k_depth_arc_gap * size_;
    Workspace<Knot, k_max_arc_depth> open;
    open[0] = end;
    for (int count = 1; count > 0;) {
      const Knot& high = open[count - 1];
      const Vec3 between = high.w - low.w;
      const double at_low = -dot(between, low.normal), at_high = dot(between, high.normal);
      if (at_low > 0.0 && at_high > 0.0 && count < k_max_arc_depth) {
        const Vec3 sum = low.normal * at_high + high.normal * at_low;
        const double bound = dot(sum, low.w), least = best_.depth - gap;
        // bound / |sum| < least, without the root. Both may be negative, at a touch.
        const double squared = length_squared(sum);
        if (bound * std::fabs(bound) < least * std::fabs(least) * squared) {
          const double inverse = 1.0 / std::sqrt(squared);
          const Vec3 normal = sum * inverse;
          ++iterations_;
          const Knot middle{normal, corner - deepest(normal)};
          const double depth = dot(normal, middle.w);
          if (improve(normal, depth)) {
            is_on_arc_ = true;
            corner_ = corner;
            low_ = low;
            middle_ = middle;
            high_ = high;
          }
          if (depth - bound * inverse > gap) {
            open[count++] = middle;
            continue;
          }
        }
      }
      low = high;
      --count;
    }
  }

  /// The root of the slope between the neighbours of the best normal on its arc.
  void refine() {
    const Vec3 axis = cross(low_.normal, high_.normal);
    const auto slope = [&](const Knot& knot) { return dot(cross(axis, knot.normal), knot.w); };
    const double flat = k_depth_slope * size_ * length(axis);
    const double at_middle = slope(middle_);
    Knot low = at_middle < 0.0 ? middle_ : low_, high = at_middle < 0.0 ? high_ : middle_;
    double at_low = slope(low), at_high = slope(high);
    int last_side = 0;
    for (int i = 0; i < k_max_depth_descent_steps && at_low < 0.0 && at_high > 0.0; ++i) {
      const Vec3 normal = normalized(low.normal * at_high - high.normal * at_low);
      const Knot knot{normal, corner_ - deepest(normal)};
      const double here = slope(knot), depth = dot(normal, knot.w);
      if (depth < best_.depth) best_ = {normal, depth};
      if (std::fabs(here) <= flat) break;
      const int side = here < 0.0 ? -1 : 1;
      if (side < 0) {
        low = knot;
        at_low = here;
        if (last_side == side) at_high *= 0.5;
      } else {
        high = knot;
        at_high = here;
        if (last_side == side) at_low *= 0.5;
      }
      last_side = side;
    }
  }

  void try_corner(int octant) {
    const Vec3 signs{(octant & 1) != 0 ? 1.0 : -1.0, (octant & 2) != 0 ? 1.0 : -1.0, (octant & 4) != 0 ? 1.0 : -1.0};
    const Vec3 corner = scale(signs, box_.half);
    const Vec3 sum = at_face_[octant & 1] + at_face_[2 + (octant >> 1 & 1)] + at_face_[4 + (octant >> 2 & 1)];
    // The components of a unit normal in the octant add up to one or more.
    const Vec3 bound = scale(signs, corner - sum * (1.0 / 3.0));
    const double least = min(bound.x, min(bound.y, bound.z));
    if (least > 0.0 && least >= best_.depth) return;
    const Vec3 local = inverse_times(round_in_box_, corner);
    const Normals normals = visit_round(round_, [&](const auto& s) { return s.core_normals_towards(local); });
    for (int i = 0; i < normals.count; ++i) {
      const Vec3 normal = -(round_in_box_.rotation * normals.at[i]);
      // In another octant another corner is farthest, and this one's candidate no least depth.
      const Vec3 along = scale(signs, normal);
      if (min(along.x, min(along.y, along.z)) < -k_feature_tolerance) continue;
      const Vec3 point = deepest(normal);
      // Whichever corner is farthest, the depth is at least the depth with this one.
      if (dot(normal, corner - point) < best_.depth) {
        improve(normal, dot(normal, box_.core_support(normal) - point));
      }
    }
  }

  static Vec3 face_normal(int i) { return (i & 1) != 0 ? unit_axis(i >> 1) : -unit_axis(i >> 1); }

  const Box box_;
  const Shape& round_;
  const Transform round_in_box_;
  const double size_;
  DirectionalDepth best_{{}, __builtin_huge_val()};
  /// The round core's deepest points along the face normals: of axis k on the lower side 2 k, on the upper 2 k + 1.
  Vec3 at_face_[6];
  /// If the best normal lies on an arc: the corner there, and the neighbours of the normal.
  bool is_on_arc_ = false;
  Vec3 corner_;
  Knot low_, middle_, high_;
  int iterations_ = 0;
};

}  // namespace

bool has_box_round_depth(const ConvexPair& pair) {
  const bool is_box_a = has_box_core(pair.a.type);
  if (!is_box_a && !has_box_core(pair.b.type)) return false;
  const ShapeType round = is_box_a ? pair.b.type : pair.a.type;
  if (round != ShapeType::cylinder && round != ShapeType::cone && round != ShapeType::ellipsoid) return false;
  const Vec3 half = Box(is_box_a ? pair.a : pair.b).half;
  return min(half.x, min(half.y, half.z)) > k_feature_tolerance * pair.difference.size;
}

PenetrationDepth box_round_depth(const ConvexPair& pair, bool& is_witness_set) {
  const bool is_box_a = has_box_core(pair.a.type);
  const Transform& b_in_a = pair.difference.b_in_a;
  const BoxRoundSearch found(Box(is_box_a ? pair.a : pair.b), is_box_a ? pair.b : pair.a,
                             is_box_a ? b_in_a : inverse(b_in_a), pair.difference.size);
  const DirectionalDepth& best = found.best();
  PenetrationDepth result{EpaStatus::converged, found.iterations(), best.normal, best.depth, {}};
  Vec3 on_box, on_round;
  is_witness_set = found.find_witness(on_box, on_round);
  if (is_box_a) {
    result.on_a = on_box;
  } else {
    result.normal = -(b_in_a.rotation * best.normal);
    result.on_a = b_in_a * on_round;
  }
  return result;
}

}  // namespace hyperplane
