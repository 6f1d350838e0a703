#pragma once

#include <cmath>
#include <cstdint>
#include <optional>
#include <span>

#include <hyperplane/pair.h>

#include "bvh/pair_tree.h"
#include "core/buffer.h"
#include "core/function_ref.h"
#include "depenetration/solve_planes.h"
#include "depenetration/tolerances.h"
#include "depenetration/union_contacts.h"
#include "math/trigonometry.h"
#include "narrowphase/convex/convex_manifold.h"
#include "narrowphase/part/contact_patches.h"
#include "narrowphase/part/part_pairs.h"
#include "narrowphase/part/surface_part.h"
#include "narrowphase/part/surface_vicinity.h"
#include "narrowphase/union/tolerances.h"

namespace hyperplane {

/// The contacts of a body with all shapes of a union, by the principle of depenetration/union_contacts.h: the problem
/// in space. The body may be a union itself; a direction then has to count at the points of both.
class BodyContacts {
 public:
  using Vec = Vec3;
  using Plane = HalfSpace;

  /// Starts with a body. @param size m: of the body.
  /// @param aside m: from the inner point of the body to the one that tells the side of a surface that it is on.
  /// @param keeps_freed whether all parts are asked for, and not only the contacts of one shape: false lets `add` leave
  /// out triangles that have none.
  void begin(double size, const Vec3& aside = {}, bool keeps_freed = true);
  /// Adds a shape of the union as A and the body as B, with the parts of both that overlap.
  /// @param owner comes back with the contacts. @param placing m: by how much the shape may be off its place.
  /// @return false when memory runs out.
  [[nodiscard]] bool add(const Shape& shape_a, const Pose& pose_a, const Shape& shape_b, const Pose& pose_b,
                         std::uint32_t owner, double placing);
  /// The same for two convex shapes whose contact is known.
  /// @param of_a whether the shape of the union is A of the contact, in world space.
  [[nodiscard]] bool add_contact(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b,
                                 std::uint32_t owner, double placing, const ContactManifold& contact, bool of_a);
  /// Number of pairs of parts that may overlap; none if no parts do.
  std::int64_t part_count() const { return static_cast<std::int64_t>(members_.size()); }
  /// Finds the contacts. @param drops_redundant whether without those that others make needless.
  /// @return false when memory runs out.
  [[nodiscard]] bool resolve(bool drops_redundant = true);
  /// Visits the contacts, by owner as added; those of patches the deepest first. World space. After `resolve`.
  /// @param visit told whether the contact is the one that was known. @return false when memory runs out.
  [[nodiscard]] bool visit(FunctionRef<void(std::uint32_t owner, ContactManifold& contact, bool is_known)> visit);

  /// Visits the parts that have a contact, with its direction out of the union, its depth and a deepest point; in the
  /// order of adding. World space.
  void visit_kept(
      FunctionRef<void(std::uint32_t owner, const Vec3& normal, double depth, const Vec3& point)> visit_one) const;

  /// Whether all parts are solid, and none without a contact along its least overlap lies flush with another: neither
  /// do they share a face that pushes, nor do they touch at the deepest point without an overlap. Then each has its
  /// least overlap as a contact, for none of them is at an internal edge.
  bool are_apart() const;
  /// Takes the least overlaps of all parts as contacts.
  void keep_all() {
    for (Member& member : members_) member.kept = Kept::raw;
  }
  /// Finds the deepest least overlap of a part that the contacts free together, but none alone.
  /// @param depth m, which it must exceed. @param found in world space. @return whether there is one.
  bool find_deeper(double depth, ContactManifold& found);
  /// Whether any part of the union that contains a point rises above the plane through it. World space.
  bool rises_at(const Vec3& point, const Vec3& normal) const;
  /// Whether the parts of a shape are freed by the contacts that do not oppose a motion of the body.
  /// @param motion unit length. @param least sine by which a contact opposes it.
  bool is_freed_aside(std::uint32_t owner, const Vec3& motion, double least);

  /// The half-spaces of the contacts, for translations of the body; their common point, if there is one.
  std::span<const HalfSpace> planes() const { return {planes_, plane_count_}; }
  bool has_way() const { return has_way_; }
  const Vec3& way() const { return way_; }
  /// The way and a little farther: there no part that it leads out of contains the body's points.
  Vec3 way_beyond() const;

  /// For UnionContacts.
  Vec3 normal(std::uint32_t i) const;
  double depth(std::uint32_t i) const { return members_[i].depth; }
  bool is_known(std::uint32_t i) const { return members_[i].has_least; }
  bool may_wait(std::uint32_t i) const { return groups_[members_[i].group].has_contact; }
  bool overlaps(std::uint32_t i) { return touches(members_[i]); }
  bool counts(std::uint32_t i);
  std::size_t find_below(std::uint32_t i, std::span<const HalfSpace> planes) const;
  bool is_free_at(std::uint32_t i, const Vec3& way, std::span<const HalfSpace> planes);
  bool find_other(std::uint32_t i, bool is_far, const Vec3& way, std::span<const HalfSpace> planes, Vec3& normal,
                  double& depth);
  bool is_deep() const;
  bool leads_out(const Vec3& way, std::span<const HalfSpace> planes) const;
  void keep(std::uint32_t i) {
    members_[i].kept = Kept::raw;
    groups_[members_[i].group].has_contact = true;
  }
  void keep_along(std::uint32_t i, const Vec3& normal);
  void drop(std::uint32_t i) { members_[i].kept = Kept::none; }
  static Vec3 solve(std::span<const HalfSpace> planes, double tolerance, bool& found) {
    return solve_planes(planes, {}, 0.25 * tolerance, found);
  }

 private:
  enum class Kept : std::uint8_t { none, raw, along };
  enum class Touch : std::uint8_t { unknown, none, overlap };

  /// A shape of the union with the body, in the frame of the shape.
  struct Group {
    Pose b_in_a, pose_a;
    /// The hull in the place of a mesh that has one, and that mesh.
    Shape a, b;
    const TriangleMesh *mesh_a, *mesh_b;
    /// Of the shape, relative to the first one's position.
    Transform frame;
    /// Inner points of both.
    Vec3 middle_a, middle_b;
    double placing;
    std::uint32_t owner, first, end;
    /// Whether a raw contact is kept.
    bool has_contact;
    /// Whether the last closed surface of B runs around A, and the reverse.
    bool encloses_a, encloses_b;
    /// Bits of half-spaces along which the body hangs over the surface, and of those that were asked about.
    std::uint32_t overhangs, known_overhangs;
  };

  /// Directions along which parts are compared: those of the half-spaces, and as many least overlaps.
  static constexpr std::size_t k_directions = 2 * k_union_planes;

  /// A convex part of a shape of a group, in the frame of the group.
  struct Part {
    Shape shape;
    Pose pose;
    /// Whose triangle it is, if it is one.
    Surface surface;
    /// The cells that it is, if it is a box of cells.
    GridPart grid;
    /// Whose hull it is, if it is one.
    const TriangleMesh* mesh;
    /// As `touch_bounds`, once asked for.
    mutable Aabb bounds;
    /// Of a triangle, how far the surface turns at its edges, once asked for: bits of edges.
    SineCosine turns[3];
    int known_turns;
    mutable bool has_bounds;
  };

  class Triangles;

  /// Two parts that may overlap, in the frame of the group's shape.
  struct Member {
    static constexpr std::uint32_t k_none = 0xffffffff;

    std::uint32_t a = 0, b = 0, group = 0;
    /// Of the least overlap; k_none: it is not known.
    std::uint32_t raw = k_none;
    PairFeatures features = {};
    BoxTriangleHint hint = {};
    /// Of the least overlap; while it is not known, of the triangle's face.
    Vec3 normal = {};
    double depth = 0.0;
    /// If it is kept along another direction, that; of a triangle, that of its face. Out of A.
    Vec3 along = {}, face = {};
    /// m: overlap along the face; and farther along it the body is apart beyond doubt. Infinite: not known.
    double face_depth = HUGE_VAL, way_off_face = HUGE_VAL;
    Kept kept = Kept::none;
    /// Of a triangle, not known until asked for.
    Touch touch = Touch::unknown;
    bool has_surface_a = false, has_surface_b = false, has_grid = false, names_parts = false;
    /// Whether A's triangle pushes to the other side than that of B's middle, and the reverse.
    bool is_pushed_back_a = false, is_pushed_back_b = false;
    /// The normal and the depth are those of the least overlap, with or without its points.
    bool has_least = false;
    /// The body is inside a solid or behind a surface, and touches none of its triangles.
    bool is_inside = false;
    /// A point of one shape that is deeper in the other than the parts that overlap.
    bool is_deep = false;
    bool is_known = false;
    /// Where the body is, no direction of the part that is not far counts.
    bool has_no_other = false;
    /// The normal is that of a triangle's face.
    bool is_on_face = false;
    /// A face without outer edges, over which the body's deepest point lies.
    bool is_plain = false;

    bool has_raw() const { return raw != k_none; }
    bool has_surface() const { return has_surface_a || has_surface_b; }
    /// m: along no direction the parts overlap by less; 0: unknown, as of triangles, of which a search may find more.
    double least_depth() const { return has_least && !has_surface() ? k_sure_overlap * depth : 0.0; }
    bool are_triangles() const { return has_surface_a && has_surface_b; }
    /// Whether contacts of the shape's parts are merged.
    bool is_of_patch() const { return is_deep || (!is_inside && (has_surface() || has_grid)); }
  };

  /// The triangles of a member, in the frame of its group.
  struct Sides {
    std::optional<SurfacePart> a, b;

    /// Whether a direction out of A may count at any of their points.
    bool may_push(const Vec3& normal) const {
      return (!a || hyperplane::may_push(*a, normal)) && (!b || hyperplane::may_push(*b, -normal));
    }
    /// Whether a triangle ends where a direction out of A leads from it.
    bool meet_at_boundary(const Vec3& normal) const {
      return (a && leads_from_boundary(*a, normal)) || (b && leads_from_boundary(*b, -normal));
    }
  };

  Sides sides_of(const Member& member) const;
  /// Whether a direction out of the union counts at a point of a part of A and one of B, in the frame of the group.
  bool counts_at(std::uint32_t i, const Sides& sides, const Vec3& normal, const Vec3& on_a, const Vec3& on_b) const;
  /// The same at any of the deepest points.
  /// @param moved by how much the body has, when the contact was found.
  bool counts_at_deepest(std::uint32_t i, const Sides& sides, const ContactManifold& contact, const Vec3& moved) const;
  /// Whether another part of A, or of B, that contains a point rises above the plane through it.
  bool rises_beside(std::uint32_t i, bool of_a, const Vec3& normal, const Vec3& point) const;
  /// Whether any other part of the same compound near a point beside the body, which need not overlap that, is so.
  bool any_around(const Member& own, const Vec3& point,
                  FunctionRef<bool(const Shape& part, const Pose& pose)> is) const;
  /// Whether another part of A, or of B, contains a point.
  bool is_on_union(std::uint32_t i, bool of_a, const Vec3& point) const;
  /// m: a little farther out of half-spaces: what they lead out of does not contain the points beside it.
  Vec3 beyond(std::span<const HalfSpace> planes) const;
  /// A part of the body after a translation, and a little farther.
  Pose moved_beyond(const Member& member, const Group& group, const Vec3& way, std::span<const HalfSpace> planes) const;
  bool is_below(std::uint32_t i, std::span<const HalfSpace> planes) const {
    return find_below(i, planes) < planes.size();
  }
  const Aabb& bounds_of(std::uint32_t part) const;
  /// Of A, if that is a surface.
  static std::int32_t triangle_of(const Member& member) {
    return member.has_surface_a ? member.features.triangle_a : member.features.triangle_b;
  }
  const Part& part_a(const Member& member) const { return parts_[member.a]; }
  const Part& part_b(const Member& member) const { return parts_[member.b]; }
  PartPair pair_of(const Member& member) const;
  /// The features of a member, with the cells of a contact at a point. @param normal of the contact.
  PairFeatures features_at(const Member& member, const ContactPoint& point, const Vec3& normal) const;
  /// The least overlap of a member whose is known.
  ContactManifold& raw_of(const Member& member) { return raws_[member.raw]; }
  const ContactManifold& raw_of(const Member& member) const { return raws_[member.raw]; }
  double closeness(const Group& group) const { return k_union_gap * size_ + group.placing; }
  /// m: up to which overlap a part is free.
  double touch_of(const Group& group) const { return k_union_touch * size_ + 2.0 * group.placing; }
  /// Whether any part of the union near a point, or of the body, but for one and its surface, is so.
  /// @param own that part, in whose group's frame the point and the direction are; null: none, as `Group::frame` has
  /// them. @param is `is(group, part, point, direction)`, both in the frame of the group.
  bool any_part(const Member* own, bool of_a, const Vec3& point, const Vec3& direction,
                FunctionRef<bool(const Group&, const Part&, const Vec3&, const Vec3&)> is) const;
  /// Visits members with all parts of A or of B that may be within `near` of a point, until `visit` returns false;
  /// those of many come once each. @param place as `Group::frame` has it.
  void visit_parts_at(bool of_a, const Vec3& place, double near, FunctionRef<bool(const Member&)> visit) const;
  /// Puts the parts of all members into a tree. @return false when memory runs out.
  [[nodiscard]] bool build_tree() const;
  /// m: height of the body against the normal of a half-space, in the frame of the group. @param k its number.
  double reach_against(std::size_t k, const HalfSpace& plane, const Member& member, const Group& group) const;
  /// m: overlap of two parts along a direction, in the frame of the group.
  double overlap_along(const Member& member, const Vec3& normal) const;
  /// Adds a member with its parts, those of the last one if they are the same. @return false when memory runs out.
  [[nodiscard]] bool push(const PartPair& pair, const Member& member);
  /// The same, with its least overlap. @param raw receives its features.
  [[nodiscard]] bool push(const PartPair& pair, const Member& member, ContactManifold& raw);
  /// Adds two triangles of the last group, if they cross, with their least overlap; its points only if
  /// it is along the face. @return as above.
  [[nodiscard]] bool push_triangles(const PartPair& pair, const Group& group);
  /// Adds a group without parts. @return null when memory runs out.
  Group* push_group(const Shape& a, const Pose& pose_a, const Shape& b, const Pose& pose_b, std::uint32_t owner,
                    double placing);
  /// Adds the deepest point of one of two unions that the contacts leave in the other, as a part, and forgets the
  /// contacts. @return whether there is one, and memory for it.
  [[nodiscard]] bool add_deep_point();
  /// Finds the points of contacts that are not raw. @return false when memory runs out.
  [[nodiscard]] bool find_points();
  [[nodiscard]] bool add_shared_faces();
  /// Whether a convex body that a triangle touches hangs over the surface along a half-space: what its vertices
  /// do not tell of the contact is where edges of the surface cut its face. @param k number of the half-space.
  bool hangs_over_at(const Member& member, std::size_t k);
  /// The same of any half-space along the face of the triangle.
  bool hangs_over_along(const Member& member);
  /// Adds the areas that the parts of a member have in common along the half-spaces, if they overlap.
  /// @return as above.
  [[nodiscard]] bool add_common_areas(std::uint32_t i);
  /// Whether a part holds a point. @param near m: how far from it.
  static bool lies_on(const Part& part, const Vec3& point, double near);
  /// Leaves out points of a contact that do not. If none does, its point is that of the least overlap.
  /// @return whether any does.
  bool keep_common_points(std::uint32_t i, ContactArea& area);
  /// @return whether a member shares the face of a half-space, and has points there.
  bool find_shared_face(std::uint32_t i, ContactArea& area) const;
  /// The contact of two parts along a direction out of A, at the points that lie on A's, or on B's.
  void find_points_along(const Member& member, const Vec3& direction, bool of_a, ContactArea& area) const;
  /// The contact of a body with the face of a triangle at the body's vertices that lie over it, as A's.
  void find_vertices_over(const Member& member, bool of_a, ContactArea& area) const;
  /// Adds the contacts of a group's triangles. @param with_sides also points where sides of triangles cut the body.
  void add_to_patches(const Group& group, bool with_sides, ContactPatches& patches);
  SurfacePart surface_of(const Member& member, bool of_a) const;
  /// Whether the parts of a member touch with B at another pose.
  bool touch_at(const Member& member, const Pose& pose_b);
  /// Whether the shapes of a group overlap once B has moved. @param by in the frame of the group.
  bool overlap_at(const Group& group, const Vec3& by) const;
  /// Finds the way of the body out of the other side of a two-sided triangle than that of the other shape's middle.
  /// @param of_a whose triangle. @param deepest m: the deepest least overlap of the group. @param back in the frame of
  /// the group. @return whether it is one: the overlap is less along that way, and not far more than the deepest.
  bool find_way_back(const Member& member, bool of_a, double deepest, HalfSpace& back) const;
  /// Whether a translation of the body leads out of all of a shape.
  /// @param barrier the last member that another one did not lead out of, which is mostly so again.
  bool frees_all(const Group& group, const Vec3& by, std::uint32_t& barrier);
  /// Finds the triangles of a group that push to the other side: their way back leads out of the whole surface, for the
  /// other shape reaches around it, not through it. Of many, those that the longest way back leads out of.
  void choose_sides(Group& group);
  /// The triangles around the body; null: there is no list of them.
  const SurfaceVicinity* vicinity_of(const Member& member) const {
    return vicinity_ && vicinity_group_ == member.group ? &*vicinity_ : nullptr;
  }
  /// @return false when memory runs out.
  [[nodiscard]] bool take_face_points(std::uint32_t i, const Vec3& normal, double most);

  /// The triangles of a surface that a convex shape touches.
  [[nodiscard]] bool add_triangles(std::uint32_t index, const Shape& a, const Shape& b);
  bool touches(Member& member) const;
  /// Finds the least overlap of a member without its points, if that costs far less. @return whether it is known.
  bool find_least(Member& member) const;
  /// Finds the least overlap of a member, if it is not known.
  void find_raw(Member& member);
  void set_raw(Member& member, const ContactManifold& raw);
  /// Turns a normal that is that of a triangle's face but for the rounding of a search into it.
  void snap_to_face(Member& member, ContactManifold& raw) const;

  /// m: `near_` is the farthest that a part may be from a point that it contains.
  double size_ = 0.0, near_ = 0.0;
  Vec3 origin_, aside_;
  /// The triangles around a convex body, of the last surface that has few, which is that of a group.
  std::optional<SurfaceVicinity> vicinity_;
  std::uint32_t vicinity_group_ = 0;
  Buffer<Group> groups_;
  Buffer<Member> members_;
  Buffer<Part> parts_;
  /// Over the parts of many members, as `Group::frame` has them.
  mutable PairTree tree_;
  /// Least overlaps that are known. The first one is of all members for which there is no memory.
  Buffer<ContactManifold> raws_;
  bool has_room_ = true, keeps_freed_ = true, is_resolved_ = false;
  /// Points of contacts that are not raw, in the frames of their groups, and whose they are.
  Buffer<ContactArea> areas_;
  Buffer<std::uint32_t> area_members_;
  Buffer<UnionContacts<BodyContacts>::State> states_;
  Buffer<UnionContacts<BodyContacts>::Candidate> candidates_;
  HalfSpace planes_[k_union_planes];
  /// The body of one shape against the first half-spaces that were asked for.
  mutable HalfSpace reaches_[k_directions];
  std::size_t plane_count_ = 0;
  /// How many deep points may still be added.
  int deep_points_ = 0;
  Vec3 way_;
  bool has_way_ = true;
};

}  // namespace hyperplane
