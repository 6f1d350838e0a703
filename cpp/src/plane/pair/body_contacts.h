#pragma once

#include <cstdint>
#include <span>

#include "bvh/pair_tree.h"
#include "core/buffer.h"
#include "core/index_table.h"
#include "depenetration/tolerances.h"
#include "depenetration/union_contacts.h"
#include "plane/pair/composite_pair.h"
#include "plane/pair/tolerances.h"
#include "plane/shape/box2.h"
#include "plane/shape/half_planes.h"

namespace hyperplane::plane {

/// Where two parts meet along a direction from A to B: what of A lies farthest along it, and of B against it.
struct Meeting {
  /// @param flat m: by how much the ends of an edge may differ.
  Meeting(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b, Vec2 along, double flat);

  Vec2 on_a(int i) const { return normal * height_a + left_of(normal) * places[i]; }
  Vec2 on_b(int i) const { return normal * height_b + left_of(normal) * places[i]; }

  Vec2 normal;
  double height_a, height_b;
  bool is_face_of_a, is_face_of_b;
  /// m: by how much one lies beside the other.
  double aside;
  /// Both ends, and the middle of the edge that they share; or one.
  int count;
  double places[3];
};

/// m: by how much something may be off its place, if its position went through 32 bits. Farther from the origin than
/// those hold shapes of such a size, positions are in 64 bits.
/// @param farthest m: of its points from the origin. @param size of what touches it, m.
inline double placing_of(double farthest, double size) {
  const double placing = k_flush_placing * farthest;
  return placing <= k_most_plane_placing * size ? placing : 0.0;
}

/// Whether a part that contains a point rises above the line through it.
/// @param near m: of the point. @param least m, by which it rises.
bool rises_above(const Shape& shape, const Frame& frame, Vec2 point, Vec2 normal, double near, double least);

/// Replaces the contact of two parts by that along the edge of one which faces it, within a margin over the stretch
/// that edges of both share. @param of_a whose edge. @param shortest m, of the stretch. @return whether there is one.
bool lay_along_edge(const PlacedLeaf& a, const PlacedLeaf& b, bool of_a, double margin, double shortest,
                    Contact& contact);

/// Size of a shape, as tolerances take it; m.
inline double size_of(const Shape& shape) { return 2.0 * shape.reach; }

/// The contacts of a body with all shapes of a union, by the principle of depenetration/union_contacts.h: the problem
/// in the plane. The body may be a union itself; a direction then has to count at the points of both.
///
/// All coordinates are near the origin. Shapes must outlive the contacts.
class BodyContacts {
 public:
  using Vec = Vec2;
  using Plane = HalfPlane;

  /// Visits convex parts of the union around a point, until `visit` returns false.
  using Around = FunctionRef<void(Vec2 point, double near, FunctionRef<bool(const Shape&, const Frame&)> visit)>;

  /// Starts with a body. @param size m: of the body. @param around what else of the union the body need not overlap,
  /// but contacts may lead into. Null: none. It must outlive this.
  void begin(double size, const Around* around = nullptr);
  /// Adds a shape of the union as A and the body as B, with the parts of both that overlap.
  /// @param owner comes back with the contacts. @param placing m: by how much the shape may be off its place.
  /// @return false when memory runs out.
  [[nodiscard]] bool add(const Shape& a, const Frame& frame_a, const Shape& b, const Frame& frame_b,
                         std::uint32_t owner, double placing);
  /// Finds the contacts. @param shares whether parts that these free have contacts as well where they lie along them,
  /// so that all points span what holds the body. @return false when memory runs out.
  [[nodiscard]] bool resolve(bool shares = true);
  /// Visits the shapes that overlap the body, as added.
  template <class Visit>
  void visit_owners(const Visit& visit) const {
    for (const Group& group : groups_) visit(group.owner);
  }
  /// Visits the contacts, by owner as added.
  template <class Visit>
  void visit(const Visit& visit) const {
    for (const Member& member : members_) {
      if (member.kept != Kept::none) visit(groups_[member.group].owner, of(member));
    }
  }

  /// The deepest least overlap of a part without a contact, if it is deeper than this; else null.
  /// @param depth m, of the deepest contact.
  const Contact* find_deeper(double depth) const;

  /// For UnionContacts.
  Vec2 normal(std::uint32_t i) const { return members_[i].raw.normal; }
  double depth(std::uint32_t i) const { return members_[i].raw.depth; }
  bool counts(std::uint32_t i) const;
  static bool is_known(std::uint32_t) { return true; }
  static bool may_wait(std::uint32_t) { return false; }
  bool overlaps(std::uint32_t) const { return true; }
  std::size_t find_below(std::uint32_t i, std::span<const HalfPlane> planes) const;
  bool is_free_at(std::uint32_t i, Vec2 way, std::span<const HalfPlane> planes) const;
  bool is_deep() const;
  bool leads_out(Vec2 way, std::span<const HalfPlane> planes) const;
  bool find_other(std::uint32_t i, bool is_far, Vec2 way, std::span<const HalfPlane> planes, Vec2& normal,
                  double& depth);
  void keep(std::uint32_t i) { members_[i].kept = Kept::raw; }
  void keep_along(std::uint32_t i, Vec2) { members_[i].kept = members_[i].has_other ? Kept::along : Kept::raw; }
  void drop(std::uint32_t i) { members_[i].kept = Kept::none; }
  static Vec2 solve(std::span<const HalfPlane> planes, double tolerance, bool& found) {
    return find_common_point(planes, {}, 0.25 * tolerance, found);
  }

 private:
  using State = UnionContacts<BodyContacts>::State;
  using Candidate = UnionContacts<BodyContacts>::Candidate;
  enum class Kept : std::uint8_t { none, raw, along };

  /// A shape of the union with the body.
  struct Group {
    const Shape* a;
    const Shape* b;
    Frame frame_a, frame_b;
    double placing;
    std::uint32_t owner;
  };

  /// Two parts that overlap.
  struct Member {
    PlacedLeaf a, b;
    /// Bounds of both.
    Box2 box_a, box_b;
    /// The contact of least overlap, and another one that may take its place.
    Contact raw, other;
    std::uint32_t group;
    Kept kept;
    /// Whether there is another one.
    bool has_other;
    /// The least overlap would lead behind a one-sided part.
    bool is_turned;
  };

  static const Contact& of(const Member& member) { return member.kept == Kept::raw ? member.raw : member.other; }
  /// Drops one of two contacts that name the same parts, the deeper one stays: several parts may leave across the same
  /// edge of an outline. @param is_shared whether it is that of a freed part: the other one then stays, and takes its
  /// points if it leads the same way. Tiles of a map in a compound are one part.
  void name(std::uint32_t i, bool is_shared);
  double closeness(const Group& group) const { return k_union_gap * size_ + group.placing; }
  /// m: up to which overlap a part is free.
  double touch_of(const Member& member) const { return k_union_touch * size_ + groups_[member.group].placing; }
  /// Whether a direction counts for two parts, the body moved, where they touch along it.
  /// @param needs_foot whether it must be there that they do: false if no point of one lies over the other.
  bool counts_along(const Member& member, Vec2 normal, Vec2 shift, bool needs_foot) const;
  /// m: of a part without an inside. It is as thick as the other shape has sunk into it. Of many, which might all cover
  /// each other, those of A are thin, and those of B at most as thick as they are long.
  double thickness_of(const Member& member, bool of_a) const;
  /// Whether a part of A or B that contains a point rises above the line through it.
  bool rises(const Member& member, bool of_a, Vec2 point, Vec2 normal, double near, double least) const;
  /// Visits members with all parts of A or of B that may hold a point, until `visit` returns false.
  /// @param near m: of the point, if that is more than the closeness of their groups.
  void visit_parts_at(bool of_a, Vec2 point, double near, FunctionRef<bool(const Member&)> visit) const;
  /// Puts the parts of all members into a tree. @return false when memory runs out.
  [[nodiscard]] bool build_tree() const;
  /// Whether another part does. @param is_face whether the direction is the normal of an edge: those of parts beside it
  /// may lie as far above it as these are off their places.
  bool rises_beside(const Member& own, Vec2 normal, Vec2 point, bool is_face) const;
  bool rises_beside_body(const Member& own, Vec2 normal, Vec2 point, bool is_face) const;
  /// Finds the contact of a part that another one frees, along that: over the stretch that their edges share, if the
  /// direction counts at one of its ends or in its middle.
  bool share(Member& member, const HalfPlane& plane) const;
  /// The contact of a body inside a polygon across the edge of the outline that is nearest.
  bool find_outline(Member& member) const;

  double size_ = 0.0;
  const Around* around_ = nullptr;
  Buffer<Group> groups_;
  Buffer<Member> members_;
  Buffer<State> states_;
  Buffer<Candidate> candidates_;
  /// Over the parts of many members.
  mutable PairTree tree_;
  /// Members with contacts, by the names of their parts.
  IndexTable named_;
};

}  // namespace hyperplane::plane
