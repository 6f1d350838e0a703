#pragma once

#include <hyperplane/plane_world.h>

#include "colliders/collider_rows.h"
#include "colliders/collider_trees.h"
#include "colliders/pose_arrays.h"
#include "core/constants.h"
#include "plane/pair/composite_pair.h"

namespace hyperplane::plane {

/// Of everything that makes a shape.
std::uint64_t hash_of(const Shape& shape);

/// What most pairs need to know of a collider, in one cache line.
struct alignas(64) Body {
  Vec2 position;
  double angle = 0.0;
  /// m: no point of the shape is farther from `position`.
  double reach = 0.0;
  Rotation rotation;
  /// Half sizes of a rectangle with area and without margin; negative: another shape.
  Vec2 half{-1.0, -1.0};

  Pose pose() const { return {position, angle}; }
  bool is_rectangle() const { return half.x > 0.0; }
};

/// The colliders of a world by row, as in world/storage.h: the user writes `positions` and `angles` at any time; `sync`
/// checks them and copies them to `bodies`, which everything else uses.
///
/// Bounds lie in 32 bits about an origin that follows the colliders, in the form of those of space, so that its broad
/// phases and trees serve the plane as they are: the third axis costs the sweep a comparison of four and a ray a slab,
/// a few hundredths of an update, and saves a second implementation. Trees are brought up to date when they are needed.
class Colliders : public ColliderRows, public PoseArrays<double, 2, 1> {
 public:
  static constexpr std::uint16_t k_continuous = 128;

  /// @return false when memory runs out; nothing changes.
  bool reserve(std::uint32_t rows);
  /// @param options valid. @return the row, or k_no_row when memory runs out.
  std::uint32_t allocate(const ColliderOptions& options);
  void release(std::uint32_t row);
  /// Call when an update has made new lists: poses become those that sweeps start from.
  void end_of_update();

  /// Takes over the user's poses, or none of them.
  UpdateResult sync();
  /// Sets both poses of a row.
  void set_pose(std::uint32_t row, const Pose& pose);
  /// Pose of a row before its motion since the last update, or else before its motion in the last update.
  Pose frame_start(std::uint32_t row) const { return starts[row] == bodies[row].pose() ? formers[row] : starts[row]; }
  /// Makes a row's pose the one that it has had since the update before the last.
  void forget_motion(std::uint32_t row) { starts[row] = formers[row] = bodies[row].pose(); }
  void set_filter(std::uint32_t row, std::uint32_t layer, std::uint32_t mask);

  /// Takes over the user's pose of one row. @return false for a wrong one; nothing changes.
  [[nodiscard]] bool take_pose(std::uint32_t row);
  /// Changes what a live row takes part in, and its list.
  void set_kind(std::uint32_t row, const ColliderKind& kind);
  /// Keeps a copy of the kinds. @return false when memory runs out; nothing changes.
  [[nodiscard]] bool set_shape(std::uint32_t row, const Shape& shape);
  /// Keeps a copy. @param kinds null: all. @return false when memory runs out; nothing changes.
  [[nodiscard]] bool set_kinds(std::uint32_t row, const KindMask* kinds);
  /// @return false when memory runs out; nothing changes.
  [[nodiscard]] bool set_margin(std::uint32_t row, double margin);

  /// The flag of a shape without bounds, or 0.
  static std::uint32_t unbounded_kind(const Shape& shape) { return is_half_space(shape) ? k_unbounded : 0u; }

  /// For a snapshot: sets the body of a row that has its shape and flags; at last counts what the rows hold.
  void restore_row(std::uint32_t row, const Pose& pose) { set_body(row, pose); }
  void finish_restoring();

  /// Calls `visit(row)` for the half-spaces among the movers or statics, which are in no tree, until it returns false.
  /// @param list 0: movers, 1: statics. @return whether to go on.
  template <class Visit>
  bool visit_half_spaces(int list, std::uint32_t layer_mask, const Visit& visit) const {
    for (const std::uint32_t row : members[k_unbounded_list]) {
      const bool is_of_list = ((flags[row] & k_static) != 0) == (list == 1);
      if (is_of_list && (layers[row] & layer_mask) != 0 && !visit(row)) return false;
    }
    return true;
  }

  /// @param list 0: movers, 1: statics. @return false when memory runs out: the tree must not be used.
  bool bring_up_to_date(int list) { return trees.bring_up_to_date(*this, list); }
  const Tree& tree(int list) const { return trees.tree(list); }

  std::uint64_t shape_hash(std::uint32_t row) const;
  /// A row's frame about a point of the world.
  Frame frame_at(std::uint32_t row, Vec2 base) const {
    const Body& body = bodies[row];
    return {body.position - base, body.rotation, rotate(body.rotation, shapes[row].centre)};
  }
  /// A rectangle that stands for a half-space to another collider.
  Body slab_below(std::uint32_t half_space, std::uint32_t other) const;
  /// m: no point of a row's shape is farther from the origin.
  double farthest(std::uint32_t row) const { return length(bodies[row].position) + bodies[row].reach; }
  /// Bounds as trees take them. @param box about `base`.
  FloatBounds tree_bounds(const Box2& box, Vec2 base) const {
    const Vec2 by = base - origin;
    const double slack = k_bounds_rounding * (length(base) + length(origin));
    return to_tree_bounds(Box2{box.low + by, box.high + by}.grown(slack));
  }
  /// Calls `visit(row)` for every collider that may overlap a box, in any order, until it returns false; half-spaces
  /// first. Without memory for trees, for all.
  void visit_overlapping(int list, const Box2& box, Vec2 base, std::uint32_t layer_mask,
                         FunctionRef<bool(std::uint32_t)> visit);

  /// Of the 32-bit bounds.
  Vec2 origin;
  std::uint32_t continuous_count = 0;
  ColliderTrees trees;

  Buffer<Body> bodies;
  /// Poses at the last successful update.
  Buffer<Pose> starts;
  /// Poses at the update before the last.
  Buffer<Pose> formers;
  Buffer<Shape> shapes;
  /// Hashes of the shapes of removed colliders, whose polygons may be gone.
  Buffer<std::uint64_t> removed_hashes;

 private:
  Pose written_pose(std::uint32_t row) const {
    return {{positions[2 * std::size_t{row}], positions[2 * std::size_t{row} + 1]}, rotations[row]};
  }
  void set_body(std::uint32_t row, const Pose& pose);
  /// Moves a row whose shape is in its body; that of a rectangle need not be fetched.
  void place(std::uint32_t row, const Pose& pose);
  void set_bounds(std::uint32_t row);
  void mark(std::uint32_t row) { trees.mark(*this, row); }
  /// Makes room for the kinds of all rows.
  [[nodiscard]] bool reserve_kinds();
  void follow_with_origin();

  Buffer<std::uint32_t> moved_;
  /// By row, to which shapes point; none until a row has some.
  Buffer<KindMask> kinds_;
};

}  // namespace hyperplane::plane
