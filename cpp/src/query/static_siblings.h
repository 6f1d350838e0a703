#pragma once

#include <cstdint>
#include <span>

#include "core/flush_placing.h"
#include "core/function_ref.h"
#include "narrowphase/composite/siblings.h"
#include "query/scene.h"

namespace hyperplane {

/// Returns whether a row counts.
using RowFilter = FunctionRef<bool(std::uint32_t)>;

/// The static colliders beside a static collider, as its siblings (siblings.h). Points and poses are relative to its
/// position.
class StaticSiblings {
 public:
  /// @param row of the collider. @param layers of siblings. @param accepts called for rows of these layers.
  /// @param near rows with all siblings that any query may meet; null: they are sought in the tree of the scene.
  StaticSiblings(const Scene& scene, std::uint32_t row, std::uint32_t layers, RowFilter accepts,
                 const std::span<const std::uint32_t>* near)
      : scene_(scene),
        row_(row),
        layers_(layers),
        position_(scene.pose(row).position),
        accepts_(accepts),
        near_(near) {}

  const Vec3& position() const { return position_; }
  /// Whether the boundary of a sibling is within `margin` of one of some points, m. Cheaper than visits point by point.
  /// False among more than k_most_siblings (flush_contact.h).
  bool have_boundary_near(std::span<const Vec3> points, double margin) const;
  void operator()(const Vec3& point, double margin, ShapeSearch visit) const;
  /// As SegmentSearch.
  void visit_between(const Vec3& from, const Vec3& to, ShapeSearch visit) const;

 private:
  using RowSearch = FunctionRef<bool(std::uint32_t)>;
  bool accepts_sibling(std::uint32_t row) const {
    return row != row_ && (scene_.layers[row] & layers_) != 0 && !scene_.is_sensor(row) && accepts_(row);
  }
  /// Relative to the position.
  Pose pose_of(std::uint32_t row) const {
    Pose pose = scene_.pose(row);
    pose.position -= position_;
    return pose;
  }
  void visit_rows(const Aabb& points, double margin, RowSearch visit) const;

  const Scene& scene_;
  std::uint32_t row_, layers_;
  Vec3 position_;
  RowFilter accepts_;
  const std::span<const std::uint32_t>* near_;
};

}  // namespace hyperplane
