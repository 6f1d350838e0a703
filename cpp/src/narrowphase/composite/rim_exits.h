#pragma once

#include <cstdint>

#include "composite/surface.h"
#include "core/function_ref.h"
#include "core/workspace.h"

namespace hyperplane {

/// A way past an open edge of a one-sided surface. In the frame of the surface.
struct RimExit {
  /// Unit length, out of the surface.
  Vec3 normal;
  /// m: how far the shape has to move, and its extent across the edge.
  double depth, width;
  /// Of the shape.
  Vec3 deepest;
};

/// The ways out from under the rim of a one-sided surface: sideways past its open edges, instead of up through its
/// faces.
///
/// The prisms behind the triangles know nothing of each other, so a direction past an open edge counts only as far as
/// it leads out of all of them that the shape is in, and into no others. If no direction does, two rims may form a
/// corner, where each prism is left by its shortest direction. The exits count if they are shorter than the way up. A
/// triangle that the shape touches and that needs a shorter way up keeps it. A shape that lies below the faces as a
/// whole, with no part beyond the open edge, has fallen through them: it is held.
class RimExits {
 public:
  /// Returns whether anything else joins an open edge at a point of it. @param weld m, up to which points are one.
  using JoinedSearch = FunctionRef<bool(const Vec3& point, double weld)>;
  /// Which pair of parts the exits are for.
  struct Key {
    std::uint32_t row;
    std::int32_t part_a, part_b;
    friend bool operator==(const Key&, const Key&) = default;
  };

  /// The exit of a convex shape from the prism of a triangle. Exits are looked for once in a row of calls with the same
  /// key. Null: the way up is the shortest. @param pose of the shape, in the frame of the surface. @param touches the
  /// triangle.
  const RimExit* find(const Key& key, const Surface& surface, const Shape& triangle, const Shape& body,
                      const Pose& pose, bool touches, JoinedSearch is_joined) {
    if (is_known_ && !is_near_ && key == key_) return nullptr;
    return find_known(key, surface, triangle, body, pose, touches, is_joined);
  }

 private:
  static constexpr int k_capacity = 16;

  const RimExit* find_known(const Key& key, const Surface& surface, const Shape& triangle, const Shape& body,
                            const Pose& pose, bool touches, JoinedSearch is_joined);

  Key key_{};
  /// Whether any open edge is near.
  bool is_known_ = false, is_near_ = false;
  int count_ = 0;
  /// m: no exit is shorter, unless there are some.
  double searched_ = 0.0, margin_ = 0.0;
  Workspace<RimExit, k_capacity> exits_;

  friend class RimExitSearch;
};

}  // namespace hyperplane
