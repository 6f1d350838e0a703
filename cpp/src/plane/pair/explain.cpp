#include <hyperplane/plane_pair.h>

#include "plane/pair/separation.h"

namespace hyperplane::plane {
namespace {

bool has_vertex_axis(const Shape& a, const Shape& b) {
  return a.radius + b.radius > 0.0 || (a.vertex_count < 3 && b.vertex_count < 3);
}

/// The vertex of A that is closest to a vertex of B, and the vector between them, in the frame of A.
struct Corner {
  int index = 0;
  Vec2 between;
};
Corner closest_corner(const Pair& pair) {
  Corner best;
  double least = HUGE_VAL;
  for (int i = 0; i < pair.a.vertex_count; ++i) {
    for (int j = 0; j < pair.b.vertex_count; ++j) {
      const Vec2 between = pair.to_a(vertices_of(pair.b)[j]) - vertices_of(pair.a)[i];
      const double squared = dot(between, between);
      if (squared < least) {
        least = squared;
        best = {i, between};
      }
    }
  }
  return best;
}

}  // namespace

std::size_t sat_axis_count(const Shape& a, const Shape& b) {
  if (a.is_smooth || b.is_smooth || a.composite != nullptr || b.composite != nullptr) return 0;
  return static_cast<std::size_t>(edge_count(a)) + static_cast<std::size_t>(edge_count(b)) +
         (has_vertex_axis(a, b) ? 1 : 0);
}

std::size_t explain_sat(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                        std::span<SatAxis> axes) {
  const Frame frame_a = frame_of(a, pose_a), frame_b = frame_of(b, pose_b);
  const Pair pair = pair_of(a, frame_a, b, frame_b);
  const Vec2 centre_a = frame_a.origin + frame_a.centre;
  std::size_t count = 0, decisive = 0;
  const auto add = [&](Vec2 normal, SatAxis::Source source, int index) {
    const Vec2 seen = unrotate(pair.turn, normal);
    const double along = dot(pair.offset, normal);
    // Towards B, so that all axes read alike.
    const bool turned = along < 0.0;
    const double reach_a = core_height(a, normal) + a.radius, back_a = core_height(a, -normal) + a.radius;
    const double reach_b = core_height(b, seen) + b.radius, back_b = core_height(b, -seen) + b.radius;
    SatAxis axis;
    axis.source = source;
    axis.index = index;
    const double front = reach_a - (along - back_b), rear = along + reach_b + back_a;
    axis.overlap = smaller(front, rear);
    axis.axis = rotate(frame_a.rotation, turned ? -normal : normal);
    const double base = dot(centre_a, axis.axis);
    axis.min_a = base - (turned ? reach_a : back_a);
    axis.max_a = base + (turned ? back_a : reach_a);
    axis.min_b = base + magnitude(along) - (turned ? reach_b : back_b);
    axis.max_b = base + magnitude(along) + (turned ? back_b : reach_b);
    axes[count] = axis;
    if (axis.overlap < axes[decisive].overlap) decisive = count;
    ++count;
  };
  for (int i = 0; i < edge_count(a); ++i) add(normals_of(a)[i], SatAxis::Source::edge_a, i);
  for (int i = 0; i < edge_count(b); ++i) add(rotate(pair.turn, normals_of(b)[i]), SatAxis::Source::edge_b, i);
  if (has_vertex_axis(a, b)) {
    const Corner corner = closest_corner(pair);
    add(unit(corner.between, {1.0, 0.0}), SatAxis::Source::vertex, corner.index);
  }
  return decisive;
}

}  // namespace hyperplane::plane
