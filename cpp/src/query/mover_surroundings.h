#pragma once

#include <cstdint>
#include <optional>
#include <span>

#include <hyperplane/mover.h>
#include <hyperplane/shape.h>

#include "ccd/approach.h"
#include "core/buffer.h"
#include "core/workspace.h"
#include "math/pose.h"
#include "motion/mover_contact.h"
#include "narrowphase/part/part_pairs.h"
#include "narrowphase/part/surface_vicinity.h"
#include "narrowphase/union/body_contacts.h"
#include "query/mover_cache.h"
#include "query/scene.h"
#include "query/scene_descent.h"
#include "query/tolerances.h"

namespace hyperplane {

using Stop = MoverStopOf<Vec3>;

/// The colliders around a mover's body, which does not turn: contacts and casts at any position.
///
/// Results depend neither on colliders that are filtered out nor on the order of the rows: the trees only provide
/// candidates, with a margin beyond the reach of the tests, and ties are broken by the contact's normal and point.
class Surroundings {
 public:
  Surroundings(const Scene& scene, const Shape& shape, const Pose& pose, const MoverOptions& options);

  Surroundings(const Surroundings&) = delete;
  Surroundings& operator=(const Surroundings&) = delete;

  /// Looks up once what a move may meet: the queries below then search a short list, as long as they keep to the
  /// region. With too many parts around, or a body of parts, they search the trees.
  /// @param cache of the static colliders; call `leave` then. Null: none.
  void gather(const Vec3& position, const Vec3& delta, MoverCache* cache);
  /// Ends the move that began where the list was made.
  void leave(const Vec3& began, const Vec3& ended, MoverCache& cache) const;

  /// Unit length.
  const Vec3& up() const { return up_; }
  /// m: diagonal of the body's bounds.
  double size() const { return size_; }
  /// Height of the body's lowest point, m.
  double sole(const Vec3& position) const;

  /// Contacts whose gap is at most `reach`, the nearest first. Valid until the next call.
  std::span<const Contact> contacts_within(const Vec3& position, double reach);
  /// The same at a position where the body is not likely to stay, and be asked for more by the next move.
  std::span<const Contact> contacts_passing(const Vec3& position, double reach);
  /// Whether no contact has less than a gap; the first part that the body overlaps answers.
  bool is_clear(const Vec3& position, double gap);
  /// How far the body can move until its gap to a collider is the skin. Contacts that the body grazes, closing in by no
  /// more than k_mover_graze of its way, only stop it at k_mover_graze_margin of the skin; see graze_margin.
  Stop cast(const Vec3& position, const Vec3& motion) const;
  /// The same along `up` or against it; also grazes edges too steep to stand on.
  Stop cast_upright(const Vec3& position, const Vec3& motion) const;

  /// Parts that `contacts_within` has found so far: as many from a list as from the trees.
  std::int64_t tested() const { return tested_; }

  bool is_static(std::uint32_t row) const { return scene_.is_static(row); }
  /// m: how far a point of a collider moved in this frame. @param point where it is now.
  double moved(std::uint32_t row, const Vec3& point) const {
    return length(motion_of_point(scene_.pose(row), scene_.former_pose(scene_.context, row), point));
  }
  /// Whether a motion takes the body's inner point into a static collider, or through a surface from its front.
  bool crosses_static(const Vec3& position, const Vec3& motion) const;

  /// @param normal set to the ground's normal: the contact's, or that of the face beside an edge.
  bool can_walk_on(const Contact& contact, Vec3& normal) const;
  /// Height above `from` of the collider just behind the contact, by a ray from above.
  /// @param from, to heights, m. @return m; 0 if the collider's top is not between them.
  double height_behind(const Contact& contact, double from, double to) const;
  /// m: least height that a step gains.
  double least_gain() const { return least_gain_; }

 private:
  /// Of edges to stand on: the body passes steeper ones at k_mover_graze_margin of its skin.
  double least_ledge_cosine() const;
  /// m: how far from an edge the face beside it is looked for.
  double ledge_ray() const { return max(size_, options_.skin) * k_ledge_ray; }
  /// The point that far behind a contact.
  [[gnu::noinline]] Vec3 behind(const Contact& contact) const;
  /// Middle of the body at a position.
  Vec3 middle_at(const Vec3& position) const { return position + middle_; }

  /// What the body overlaps.
  struct Overlap {
    /// Of a part.
    Contact first;
    int parts;
    /// False: it is only behind the surface.
    bool is_touched, is_of_many;
  };

  /// Whether the direction of a contact counts at its point of the union that the collider is part of.
  /// @param body pose of its part. @param normal out of the collider; set to that of a face that it is but for the
  /// places of parts.
  bool counts(std::uint32_t row, const PartPair& pair, const Pose& body, const Vec3& point, Vec3& normal) const;
  /// m: by how much a collider may be off its place.
  double placing_of(std::uint32_t row) const;
  Overlap* overlap_with(std::uint32_t row) const;
  /// @return false when memory runs out.
  bool note_overlap(const Contact& contact, bool is_touched, bool is_of_many) const;
  /// Notes the colliders that the body is inside of without touching any of their parts.
  void note_containment(const Vec3& position) const;
  void add_overlaps(const Vec3& position, ContactSet& found) const;
  /// Adds the contacts with a union of parts that the body overlaps.
  void add_union(const Vec3& position, std::span<const Overlap> overlaps, ContactSet& found) const;

  /// As `contacts_within`. @param wanted reach of the search if the contacts are not known.
  std::span<const Contact> contacts_within(const Vec3& position, double reach, double wanted);
  /// @param ends_at_overlap whether the search may end at a part that the body overlaps. @return false if it did.
  bool find_contacts(const Vec3& position, double reach, bool ends_at_overlap, ContactSet& found) const;

  /// Returns whether the other parts of the collider matter, too.
  using RowPartsVisitor = FunctionRef<bool(std::uint32_t, const PartPair&, NearPart* listed)>;
  /// Returns whether to go on.
  using RowPartsSearch = FunctionRef<bool(std::uint32_t, const PartPair&)>;
  void visit_near(const Vec3& position, const Vec3& motion, double reach, const double& time, RowPartsVisitor visit,
                  NearPart* first = nullptr) const;
  /// Bounds of the body with its reach on its way, relative to where the lists were made for; none if a query there has
  /// to search the trees.
  std::optional<Aabb> listed_bounds(const Vec3& position, const Vec3& motion, const Aabb& around) const;
  /// Visits without the lists; `visit` says whether to go on with a collider.
  /// @param around bounds of the body with its reach, relative to the position.
  void visit_in_trees(const Vec3& position, const Vec3& motion, const Aabb& around, const double& time,
                      RowPartsSearch visit) const;
  /// The rows of some trees. @param around as above.
  void visit_rows(const Vec3& position, const Vec3& motion, const Aabb& around, const double& time,
                  ray_descent::Trees trees, FunctionRef<bool(std::uint32_t)> visit) const;
  /// The parts of the body and of a collider. @param around bounds relative to the position. @return whether to go on.
  bool visit_parts(std::uint32_t row, const Vec3& position, const Aabb& around, RowPartsSearch visit) const;
  /// Visits the parts within a distance of a point of the union that a collider is part of: all static colliders, or
  /// itself.
  void visit_at(std::uint32_t row, const Vec3& point, double near, RowPartsSearch visit) const;
  /// Visits the triangles around a point of a pair's surface, as TrianglesAround.
  void visit_around(std::uint32_t row, const PartPair& pair, const Vec3& point, double distance,
                    TriangleSearch visit) const;
  /// @param kind 0: any, 1: upright.
  Stop cast(const Vec3& position, const Vec3& motion, double graze, int kind) const;
  static Approach approach(const PartPair& pair, const Vec3& motion, const NearPart* listed, double margin) {
    return listed == nullptr
               ? Approach(*pair.a, pair.pose_a, motion, *pair.b, pair.pose_b, margin)
               : Approach(*pair.a, pair.pose_a.position, motion, *pair.b, pair.pose_b.position, listed->frames, margin);
  }
  /// Looks for a stop before the one that is known.
  /// @param passes impacts of a part that are looked at, for as long as its edges let the body pass.
  /// @return the first time at which one does; more than 1 if none does.
  double find_stop(const Vec3& position, const Vec3& motion, double graze, int kind, int passes, Stop& stop) const;
  /// m: the gap at which a contact that the body grazes stops it. One that it starts nearer to would hold it for good:
  /// it goes on, down to where the next move pushes it out.
  double graze_margin(const Vec3& position, double graze) const;
  /// m: the least gap of the contacts that were found last, at this position, whose normals are near a direction; at
  /// most the skin.
  double gap_along(const Vec3& position, const Vec3& normal) const;
  bool accepts(std::uint32_t row) const {
    return row != options_.own_row && (options_.accepts == nullptr || options_.accepts(options_.context, row));
  }

  const Scene& scene_;
  const Shape& shape_;
  const MoverOptions& options_;
  Quat rotation_;
  /// Relative to the position.
  Vec3 middle_;
  Vec3 up_;
  /// Bounds of the body relative to its position, and their diagonal.
  Vec3 low_, high_;
  double size_ = 0.0;
  double slop_, least_cosine_, least_gain_;
  /// m: distance beyond a reach at which the tests may still accept.
  double candidate_margin_ = 0.0;
  /// Where the move begins: only there the body can be inside of a collider and touch none of its parts.
  Vec3 began_;
  bool may_be_inside_ = true;

  static constexpr int k_capacity = 48;
  static constexpr std::size_t k_most_kept = 1024;
  /// Parts of a list up to which it finds the triangles at a point sooner than their tree does.
  static constexpr std::size_t k_most_scanned = 64;

  /// Opens the body's list in a cache, and makes it complete for a region, or for as much of it as it has room for; at
  /// least for the body on its way. @return whether it is.
  bool open_list(const Vec3& position, const Vec3& delta, const Aabb& region, MoverCache& cache);
  void fill_list(const Vec3& position, const Vec3& delta, const Aabb& region, MoverList& list) const;
  /// m: around a move, for which lists are complete.
  double margin() const { return options_.skin * k_mover_gather_skins + candidate_margin_; }
  static void set_part(std::uint32_t row, const PartPair& pair, NearPart& part);
  static double thickness_of(const PartPair& pair) {
    return pair.surface_b.exists() ? pair.surface_b.thickness() : 0.0;
  }
  [[gnu::noinline]] Pose place_of(const PartPair& pair) const {
    return {pair.pose_b.position - gathered_from_, normalized(pair.pose_b.rotation)};
  }
  /// Of the part B, as lists have them.
  Aabb bounds_of(const PartPair& pair) const;
  const TranslatingBody& body() const {
    if (!body_) body_.emplace(shape_, normalized(rotation_));
    return *body_;
  }
  bool is_kept(std::uint32_t row) const { return list_ != nullptr && scene_.is_static(row); }
  /// At a collider, of which the body meets some kinds only. @param reach m.
  RayHit cast_ray(std::uint32_t row, const Vec3& origin, const Vec3& direction, double reach) const;
  /// The nearest hit of all static colliders. @param is_from_inside whether solids that the ray starts in count.
  RayHit cast_ray_at_statics(const Vec3& origin, const Vec3& direction, double reach, bool is_from_inside) const;
  /// At the union that a collider is part of: all static colliders, or itself.
  RayHit cast_down(std::uint32_t row, const Vec3& from, double reach) const;
  ListedParts own_parts() const { return {bounds_.data(), parts_.data(), static_cast<std::size_t>(part_count_)}; }
  /// @param first visited before the others; may be null.
  void visit_listed(ListedParts near, const Vec3& position, const Vec3& motion, double reach, const double& time,
                    const Aabb& swept, RowPartsVisitor visit, NearPart* first = nullptr) const;
  /// Whether the static contacts of a query depend on nothing but the list and the body.
  bool may_keep_contacts() const {
    return list_ != nullptr && options_.accepts == nullptr &&
           (options_.own_row >= scene_.flags.size() || !scene_.is_static(options_.own_row));
  }
  /// Remembers the direction along which the body stayed apart from a part. One that is known did not keep it as far
  /// apart as was asked. @param listed may be null. @param normal from the body to the part.
  void learn(NearPart* listed, const Vec3& normal) const;

  bool is_gathered_ = false;
  /// What the lists are complete for, relative to `gathered_from_`.
  Aabb gathered_;
  Vec3 gathered_from_;
  /// m: a bound on distances between positions within the lists.
  double span_ = 0.0;
  /// Set when it is first asked for: most moves find the planes of all parts.
  mutable std::optional<TranslatingBody> body_;
  /// That in the cache, to be closed; and the same if it holds all static parts, null if `parts_` does.
  MoverList *opened_ = nullptr, *list_ = nullptr;
  mutable Workspace<NearPart, k_capacity> parts_;
  Workspace<Aabb, k_capacity> bounds_;
  int part_count_ = 0;

  mutable std::int64_t tested_ = 0;

  /// The contacts found last, for a step asks for the same ones several times; and those at the start, where a stuck
  /// body stays.
  KnownContacts near_, start_;
  mutable Buffer<Overlap> overlaps_;
  mutable std::optional<BodyContacts> contacts_;
};

}  // namespace hyperplane
