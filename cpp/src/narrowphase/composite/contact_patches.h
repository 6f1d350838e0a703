#pragma once

#include <cstddef>
#include <cstdint>

#include <hyperplane/pair.h>

#include "core/function_ref.h"
#include "core/workspace.h"
#include "narrowphase/convex/convex_manifold.h"

namespace hyperplane {

/// Merges the contacts of a pair's triangles into patches: contacts of the same two parts whose normals are within
/// 10 degrees of the deepest one's. A patch has the normal, the depth and the triangle of its deepest contact, and at
/// most four points: the deepest, and those that span the largest area with it.
///
/// When the room is full, contacts are merged; of more patches than k_capacity the shallowest are dropped.
///
/// Triangles know nothing of each other: where shapes graze an edge, or stand flush with a side, the way out along the
/// normal of another face may be as long as the shape. Such patches are dropped if a far shallower one leads out, alone
/// or with others that are no deeper, or if a far shallower contact does that the caller finds.
class ContactPatches {
 public:
  static constexpr int k_capacity = 64;
  static constexpr int k_point_capacity = 192;
  /// How many times as deep as a way out patches must be to be dropped. On rough ground a body's patches differ by
  /// less: with 1.75 the search would cost compounds there a quarter of the time.
  static constexpr double k_detour = 2.5;
  /// The same for a contact that the caller has to find, which compares all parts once more.
  static constexpr double k_far_detour = 4.0;
  /// Share of the sizes of both shapes by which a way out must take them apart: twice the gap that counts as a touch.
  static constexpr double k_way_out_margin = 2e-7;
  /// Passes over the patches of a corner: one where they are square to each other. And steps out of what is left then.
  static constexpr int k_corner_passes = 8;

  /// @param contact of a triangle, with at least one point.
  void add(const ContactArea& contact, const PairFeatures& features);
  /// The deepest overlap that is left after a translation of B; none: it takes the shapes apart. It may be infinite if
  /// no translation up to `longest`, m, takes them apart.
  using OverlapAfter = FunctionRef<Penetration(const Vec3& way, double longest)>;

  /// Merges, and visits the patches, the deepest first. The visitor may change them.
  void finish(FunctionRef<void(ContactManifold&)> visit);
  /// Finds a contact that may lead out, no deeper than a limit in metres. No points: there is none.
  using Shortcut = FunctionRef<ContactManifold(double limit)>;
  /// The same without detours. @param margin m: how far apart a way out must take the shapes. @param least m: no way
  /// out is shorter. @param find_shortcut is asked if no patch leads out.
  void finish(double margin, double least, OverlapAfter overlap_after, Shortcut find_shortcut,
              FunctionRef<void(ContactManifold&)> visit);
  bool is_empty() const { return count_ == 0; }

 private:
  struct Patch {
    Vec3 normal;
    double depth;
    PairFeatures features;
  };
  struct Point {
    ContactPoint point;
    std::int32_t patch;
  };

  /// Whether one patch becomes a part of a deeper one.
  static bool belongs_to(const Patch& patch, const Patch& deeper);
  /// Merges what belongs together, the deepest first. @param most points of a patch that stay.
  void merge(std::size_t most);
  /// A translation out of some patches, by moving out of one after the other (Kaczmarz, 1937).
  Vec3 way_out_of(std::span<const std::int32_t> patches, double margin) const;
  /// Length of a way out of the shapes that is far shorter than the deepest patch is deep, m; infinite: there is none.
  double shallow_way_out(double margin, double least, OverlapAfter overlap_after) const;
  /// Drops patches that are far deeper than a way out, and those that would be a part of them unless they are as
  /// shallow as it.
  void drop_detours(double way);
  /// Puts a contact in the place of all patches that are detours beside it, if there is a contact that leads out.
  void take_shortcut(double margin, OverlapAfter overlap_after, Shortcut find_shortcut);

  Workspace<Patch, k_capacity> patches_;
  Workspace<Point, k_point_capacity> points_;
  std::int32_t count_ = 0, point_count_ = 0;
};

/// Order of contacts: the deepest first, of equal ones the lowest part.
bool is_deeper(const ContactManifold& a, const ContactManifold& b);

}  // namespace hyperplane
