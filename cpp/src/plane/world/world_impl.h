#pragma once

#include "bvh/visit.h"
#include "colliders/world_state.h"
#include "plane/world/colliders.h"
#include "plane/world/static_union.h"

namespace hyperplane::plane {

/// Results of an update.
struct ContactLists : PairLists {
  Buffer<float> normals;
  Buffer<ContactPointsRecord> points;
  Buffer<SweptImpact> impacts;
};

/// What a collider is to be separated from. Coordinates are about that one's position.
struct Obstacle {
  std::uint32_t row;
  Frame frame;
  Box2 box;
};

struct World::Impl : WorldState {
  explicit Impl(const WorldOptions& given) : WorldState(given, colliders, shown) {}

  Colliders colliders;
  /// `shown` are the lists of the last successful update, `next` those in the making.
  ContactLists shown, next;
  Buffer<RowPair> pair_scratch;
  Buffer<std::uint32_t> sort_starts;
  /// Contacts of a body with the union of the static colliders that it may touch.
  BodyContacts body_contacts;
  /// A contact of a pair, and the one before it.
  struct UnionContact {
    Contact contact;
    std::uint32_t next;
  };
  Buffer<UnionContact> union_contacts;
  /// By candidate, the last contact of a pair in a union, or one of these.
  static constexpr std::uint32_t k_no_union = 0xffffffff, k_apart = 0xfffffffe, k_end = 0xfffffffd;
  Buffer<std::uint32_t> of_unions;
  /// Lists of the candidates with static colliders, by body; and those of the body in work.
  Buffer<std::uint32_t> first_of_body, next_of_body, in_union;
  Buffer<Obstacle> obstacles;
  /// Pairs of rectangles whose contacts are found two at a time.
  RowPair waiting[2];
  std::uint32_t waiting_count = 0;
  /// Of the pair in work.
  Buffer<Contact> part_contacts;
  /// Bounds of sweeps, by row.
  Buffer<FloatBounds> swept;
  /// A continuous collider's row and that of a sensor whose bounds its sweep overlaps.
  Buffer<RowPair> met_sensors;

  /// Rows that moved fast in the last update, once they are asked for.
  Buffer<std::uint32_t> fast_rows;
  bool knows_fast_rows = false;

  /// For snapshots, sorted.
  Buffer<RowPair> ignored_pairs;

  Buffer<TreeNodeBounds> tree_nodes;
  Buffer<WorldRayHit> ray_hits;
  Buffer<std::uint32_t> rows_found;
  Buffer<WorldImpact> shape_hits;
  Buffer<WorldDistance> near_colliders;

  UpdateResult sync_poses() { return colliders.sync(); }
  Status find_candidates();
  /// Adds the pairs of half-spaces and colliders whose bounds reach below their lines.
  [[nodiscard]] bool find_pairs_of_half_spaces(const BroadPhaseInput& input);
  void drop_distant_pairs();
  bool are_near(RowPair pair) const;
  Status find_contacts();
  bool resolve_unions();
  Contact with_points_within(const Contact& contact, std::uint32_t fixed, std::uint32_t body) const;
  bool add_margin_contacts(std::uint32_t body, FunctionRef<bool(std::uint32_t, const Contact&)> keep);
  bool add_to_union(std::uint32_t fixed, std::uint32_t body, std::uint32_t owner);
  bool comes_before(std::uint32_t row, std::uint32_t other) const;
  bool report_union(RowPair pair, std::uint32_t first);
  bool run_pair(std::uint32_t a, std::uint32_t b);
  bool run_rectangles();
  bool run_convex_pair(std::uint32_t a, std::uint32_t b);
  bool report_parts(std::uint32_t a, std::uint32_t b);
  bool add_contact(RowPair pair);
  bool report(std::uint32_t a, std::uint32_t b, const Contact& contact);
  Status find_impacts();
  /// Adds the pairs of a continuous collider and a sensor that it crosses, before its first impact, to what began and
  /// ended. Call after `find_impacts` and `find_events`.
  Status find_crossings();
  /// Adds the sensors in the collider's way to `met_sensors`. @return false when memory runs out.
  bool find_first_impact(std::uint32_t row, bool have_statics_moved, SweptImpact& first, bool& found);
  bool stops(std::uint32_t body, std::uint32_t fixed, const Impact& impact, double size);
  bool find_obstacles(std::uint32_t row, std::span<const std::uint32_t> touching);
  void show_contacts();
  Sweep sweep_of(std::uint32_t row) const { return {colliders.starts[row], colliders.bodies[row].pose()}; }

  /// Visits the impacts of a moving shape with all colliders until a time. @param limit time; `visit` may lower it.
  void visit_impacts(const Shape& shape, const Sweep& sweep, const QueryOptions& options, const double& limit,
                     FunctionRef<void(const WorldImpact&)> visit);
  /// Visits the colliders within `end` of bounds, the nearest bounds first. @param base origin of the bounds. @param
  /// end m; `visit` may lower it.
  void visit_near(const Box2& box, Vec2 base, const QueryOptions& options, const double& end, RowVisitor visit);
  /// The same for colliders whose distance from a shape is no more than `end`.
  void visit_near(const Shape& shape, const Pose& pose, const QueryOptions& options, const double& end,
                  FunctionRef<void(const WorldDistance&)> visit);
  bool is_seen(std::uint32_t row, const QueryOptions& query) const {
    return (colliders.layers[row] & query.mask) != 0 &&
           (query.sensors || (colliders.flags[row] & Colliders::k_sensor) == 0);
  }
};

MoverResult move_body(Colliders& colliders, const Shape& shape, const Pose& pose, Vec2 delta,
                      const MoverOptions& options);
Result<bool> check_move(const Pose& pose, Vec2 delta, const MoverOptions& options);

}  // namespace hyperplane::plane
