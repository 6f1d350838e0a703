#include <hyperplane/world.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/pair.h>

#include "math/vec3.h"
#include "support/convex_shapes.h"

namespace hyperplane {
namespace {

constexpr double k_nan = std::numeric_limits<double>::quiet_NaN();
constexpr double k_infinity = std::numeric_limits<double>::infinity();

using test::ball;
using test::unit_box;

ColliderOptions at(const Vec3& position, const Shape& shape = unit_box()) { return {shape, {position, {}}}; }

ColliderId add(World& world, const ColliderOptions& options) {
  const Result<ColliderId> added = world.add(options);
  EXPECT_TRUE(added.ok()) << added.message;
  return added.value;
}

void write_position(World& world, ColliderId id, const Vec3& position) {
  double* const p = world.positions().data() + 3 * std::size_t{id.row};
  p[0] = position.x;
  p[1] = position.y;
  p[2] = position.z;
}

std::vector<RowPair> list(std::span<const RowPair> pairs) { return {pairs.begin(), pairs.end()}; }
std::vector<RowPair> one_pair(ColliderId a, ColliderId b) { return {{std::min(a.row, b.row), std::max(a.row, b.row)}}; }

/// All tests of events and filters run on every broad phase.
class WorldOnEachBroadPhase : public ::testing::TestWithParam<BroadPhase> {
 protected:
  void SetUp() override {
    WorldOptions options;
    options.broad_phase = GetParam();
    world_ = make_world(options).value;
    ASSERT_NE(world_, nullptr);
  }
  World& world() { return *world_; }
  void update() {
    const UpdateResult result = world_->update();
    ASSERT_TRUE(result.ok()) << result.message;
  }

 private:
  WorldPtr world_;
};
INSTANTIATE_TEST_SUITE_P(All, WorldOnEachBroadPhase,
                         ::testing::Values(BroadPhase::automatic, BroadPhase::sweep_and_prune, BroadPhase::bvh,
                                           BroadPhase::brute_force));

TEST_P(WorldOnEachBroadPhase, ReportsAContactWithNormalDepthAndPoints) {
  const ColliderId a = add(world(), at({0, 0, 0})), b = add(world(), at({0.75, 0.25, 0}));
  update();
  const ContactList contacts = world().contacts();
  ASSERT_EQ(list(contacts.pairs), one_pair(a, b));
  ASSERT_EQ(contacts.normals.size(), 4u);
  EXPECT_EQ(contacts.normals[0], 1.0f);
  EXPECT_EQ(contacts.normals[1], 0.0f);
  EXPECT_EQ(contacts.normals[3], 0.25f);
  ASSERT_EQ(contacts.points.size(), 1u);
  const ContactManifold expected = collide(unit_box(), {}, unit_box(), {{0.75, 0.25, 0}, {}});
  ASSERT_EQ(contacts.points[0].count, static_cast<std::uint32_t>(expected.point_count));
  for (int i = 0; i < expected.point_count; ++i) {
    const Vec3 middle = (expected.points[i].on_a + expected.points[i].on_b) * 0.5;
    EXPECT_EQ(contacts.points[0].points[i][0], static_cast<float>(middle.x));
    EXPECT_EQ(contacts.points[0].points[i][1], static_cast<float>(middle.y));
    EXPECT_EQ(contacts.points[0].points[i][2], static_cast<float>(middle.z));
    EXPECT_EQ(contacts.points[0].points[i][3], static_cast<float>(expected.points[i].depth));
  }
}

TEST_P(WorldOnEachBroadPhase, KeepsContactPointsSharpFarFromTheOrigin) {
  const Vec3 far{1e7, -1e7, 1e7};
  add(world(), at(far));
  add(world(), at({1e7 + 0.75, -1e7 + 0.25, 1e7}));
  update();
  const ContactList contacts = world().contacts();
  ASSERT_EQ(contacts.pairs.size(), 1u);
  EXPECT_EQ(contacts.normals[3], 0.25f);
  EXPECT_EQ(contacts.points[0].origin[0], 1e7);
  for (std::uint32_t i = 0; i < contacts.points[0].count; ++i) EXPECT_EQ(contacts.points[0].points[i][0], 0.375f);
}

TEST_P(WorldOnEachBroadPhase, BeginsAndEndsEachPairOnce) {
  const ColliderId a = add(world(), at({0, 0, 0})), b = add(world(), at({3, 0, 0}));
  update();
  EXPECT_TRUE(world().began().empty());
  write_position(world(), b, {0.5, 0, 0});
  update();
  EXPECT_EQ(list(world().began()), one_pair(a, b));
  EXPECT_TRUE(world().ended().empty());
  update();
  EXPECT_TRUE(world().began().empty());
  EXPECT_EQ(list(world().touching()), one_pair(a, b));
  write_position(world(), b, {3, 0, 0});
  update();
  EXPECT_EQ(list(world().ended()), one_pair(a, b));
  EXPECT_TRUE(world().contacts().pairs.empty());
  update();
  EXPECT_TRUE(world().ended().empty());
}

TEST_P(WorldOnEachBroadPhase, CountsTouchingAsContact) {
  add(world(), at({0, 0, 0}));
  add(world(), at({1, 0, 0}));
  add(world(), at({0, 3, 0}, ball(1.0)));
  add(world(), at({0, 5, 0}, ball(1.0)));
  update();
  EXPECT_EQ(world().contacts().pairs.size(), 2u);
  EXPECT_EQ(world().contacts().normals[3], 0.0f);
}

TEST_P(WorldOnEachBroadPhase, NeverTestsStaticsAgainstEachOther) {
  ColliderOptions still = at({0, 0, 0});
  still.is_static = true;
  add(world(), still);
  const ColliderId b = add(world(), still);
  update();
  EXPECT_TRUE(world().touching().empty());
  ASSERT_EQ(world().remove(b), Status::ok);
  const ColliderId mover = add(world(), at({0.5, 0, 0}));
  update();
  EXPECT_EQ(list(world().touching()), one_pair({0, 1}, mover));
}

TEST_P(WorldOnEachBroadPhase, FindsAMovedStatic) {
  ColliderOptions still = at({5, 0, 0});
  still.is_static = true;
  const ColliderId a = add(world(), at({0, 0, 0})), b = add(world(), still);
  update();
  EXPECT_TRUE(world().touching().empty());
  write_position(world(), b, {0.5, 0, 0});
  update();
  EXPECT_EQ(list(world().touching()), one_pair(a, b));
}

TEST_P(WorldOnEachBroadPhase, ReportsSensorsInEventsOnly) {
  ColliderOptions door = at({0, 0, 0});
  door.is_sensor = true;
  ColliderOptions round_door = at({0, 0, 0}, ball(0.5));
  round_door.is_sensor = true;
  add(world(), door);
  add(world(), round_door);
  const ColliderId walker = add(world(), at({0.75, 0, 0}));
  update();
  EXPECT_EQ(world().began().size(), 3u);
  EXPECT_TRUE(world().contacts().pairs.empty());
  write_position(world(), walker, {5, 0, 0});
  update();
  EXPECT_EQ(world().ended().size(), 2u);
  EXPECT_EQ(world().touching().size(), 1u);
}

TEST_P(WorldOnEachBroadPhase, FiltersByLayerAndMaskBothWays) {
  ColliderOptions a = at({0, 0, 0}), b = at({0.5, 0, 0});
  a.layer = 2;
  a.mask = 4;
  b.layer = 4;
  b.mask = 1;
  const ColliderId ia = add(world(), a), ib = add(world(), b);
  update();
  EXPECT_TRUE(world().touching().empty());
  ASSERT_EQ(world().set_filter(ib, 4, 2), Status::ok);
  update();
  EXPECT_EQ(list(world().began()), one_pair(ia, ib));
  ASSERT_EQ(world().set_filter(ia, 8, 4), Status::ok);
  update();
  EXPECT_EQ(list(world().ended()), one_pair(ia, ib));
  ASSERT_EQ(world().set_filter(ia, 0x80000000, 0xffffffff), Status::ok);
  ASSERT_EQ(world().set_filter(ib, 1, 0x80000000), Status::ok);
  update();
  EXPECT_EQ(list(world().began()), one_pair(ia, ib));
}

TEST_P(WorldOnEachBroadPhase, LeavesIgnoredPairsOut) {
  const ColliderId a = add(world(), at({0, 0, 0})), b = add(world(), at({0.5, 0, 0})),
                   c = add(world(), at({0, 0.5, 0}));
  update();
  EXPECT_EQ(world().touching().size(), 3u);
  ASSERT_EQ(world().set_ignored(b, a, true), Status::ok);
  update();
  EXPECT_EQ(list(world().ended()), one_pair(a, b));
  EXPECT_EQ(world().touching().size(), 2u);
  ASSERT_EQ(world().set_ignored(a, b, false), Status::ok);
  update();
  EXPECT_EQ(list(world().began()), one_pair(a, b));
  // A collider that reuses the row of one with ignored pairs has none.
  ASSERT_EQ(world().set_ignored(a, c, true), Status::ok);
  update();
  ASSERT_EQ(world().remove(c), Status::ok);
  update();
  update();
  const ColliderId next = add(world(), at({0, 0.5, 0}));
  EXPECT_EQ(next.row, c.row);
  update();
  EXPECT_EQ(world().touching().size(), 3u);
}

TEST_P(WorldOnEachBroadPhase, EndsThePairsOfARemovedColliderAndKeepsItsRowForThem) {
  const ColliderId a = add(world(), at({0, 0, 0})), b = add(world(), at({0.5, 0, 0}));
  update();
  ASSERT_EQ(world().remove(b), Status::ok);
  // The contact list still names the row, so that the new collider gets another.
  const ColliderId c = add(world(), at({0.5, 0, 0}, ball(1.0)));
  EXPECT_NE(c.row, b.row);
  EXPECT_EQ(world().describe(b.row).shape.type, ShapeType::box);
  update();
  EXPECT_EQ(list(world().ended()), one_pair(a, b));
  EXPECT_EQ(list(world().began()), one_pair(a, c));
  const ColliderId d = add(world(), at({9, 0, 0}));
  EXPECT_NE(d.row, b.row);
  update();
  EXPECT_TRUE(world().ended().empty());
  EXPECT_EQ(add(world(), at({12, 0, 0})).row, b.row);
}

TEST_P(WorldOnEachBroadPhase, ReusesTheRowOfAColliderThatTouchedNothing) {
  add(world(), at({0, 0, 0}));
  const ColliderId b = add(world(), at({5, 0, 0}));
  update();
  ASSERT_EQ(world().remove(b), Status::ok);
  const ColliderId c = add(world(), at({0.5, 0, 0}));
  EXPECT_EQ(c.row, b.row);
  EXPECT_NE(c, b);
  update();
  EXPECT_EQ(world().began().size(), 1u);
}

TEST_P(WorldOnEachBroadPhase, RefusesABadRowAndChangesNothing) {
  const ColliderId a = add(world(), at({0, 0, 0})), b = add(world(), at({0.5, 0, 0}));
  update();
  const std::uint64_t before = world().hash();
  write_position(world(), a, {3, 0, 0});
  float* const q = world().quaternions().data() + 4 * std::size_t{b.row};
  const float identity[4] = {0, 0, 0, 1};
  struct Case {
    const char* message;
    float quaternion[4];
    double x;
  };
  const auto nan = std::numeric_limits<float>::quiet_NaN();
  for (const Case& bad : {Case{"the quaternion is zero", {0, 0, 0, 0}, 0.5},
                          Case{"a component of the quaternion is not a finite number", {0, nan, 0, 1}, 0.5},
                          Case{"a component of the quaternion is not a finite number",
                               {std::numeric_limits<float>::infinity(), 0, 0, 1},
                               0.5},
                          Case{"a coordinate of the position is not a finite number", {0, 0, 0, 1}, k_nan},
                          Case{"a coordinate of the position is not a finite number", {0, 0, 0, 1}, -k_infinity},
                          Case{"a coordinate of the position is beyond 1e12 m", {0, 0, 0, 1}, 2e12}}) {
    std::copy(bad.quaternion, bad.quaternion + 4, q);
    write_position(world(), b, {bad.x, 0, 0});
    for (const UpdateResult& result : {world().update(), world().refit()}) {
      EXPECT_EQ(result.status, Status::invalid_argument);
      EXPECT_EQ(result.row, b.row);
      EXPECT_STREQ(result.message, bad.message);
    }
    EXPECT_EQ(world().hash(), before);
    EXPECT_EQ(world().contacts().pairs.size(), 1u);
    EXPECT_TRUE(world().raycast({-5, 0, 0}, {1, 0, 0}).hit);
  }
  std::copy(identity, identity + 4, q);
  write_position(world(), b, {0.5, 0, 0});
  update();
  EXPECT_EQ(world().ended().size(), 1u);
}

TEST_P(WorldOnEachBroadPhase, TakesQuaternionsOfAnyLength) {
  const ColliderId a = add(world(), at({0, 0, 0})), b = add(world(), at({1.15, 0, 0}));
  // An eighth of a turn about z: half a diagonal and half a side touch.
  const double s = 0.38268343236508978, c = 0.92387953251128674;
  for (const double length : {1.0, 1e-15, 1e15, 1e-30, 1e30}) {
    float* const q = world().quaternions().data() + 4 * std::size_t{b.row};
    q[2] = static_cast<float>(s * length);
    q[3] = static_cast<float>(c * length);
    update();
    EXPECT_EQ(list(world().touching()), one_pair(a, b)) << length;
    EXPECT_NEAR(static_cast<double>(world().contacts().normals[3]), 0.5 + 0.70710678 - 1.15, 1e-6);
  }
}

TEST_P(WorldOnEachBroadPhase, StopsAtTheCapsAndGoesOnAfterwards) {
  WorldOptions options;
  options.broad_phase = GetParam();
  options.max_candidates = 100;
  options.max_contacts = 20;
  const WorldPtr small = make_world(options).value;
  std::vector<ColliderId> ids;
  for (int i = 0; i < 6; ++i) ids.push_back(add(*small, at({0.1 * i, 0, 0})));
  ASSERT_TRUE(small->update().ok());
  EXPECT_EQ(small->contacts().pairs.size(), 15u);
  const std::vector<RowPair> before = list(small->touching());

  // 21 contacts, then 120 candidates.
  for (const int count : {7, 16}) {
    while (static_cast<int>(ids.size()) < count) ids.push_back(add(*small, at({0.01, 0, 0})));
    const UpdateResult result = small->update();
    EXPECT_EQ(result.status, Status::out_of_memory);
    EXPECT_EQ(list(small->touching()), before);
    EXPECT_EQ(small->contacts().pairs.size(), 15u);
  }
  while (ids.size() > 5) {
    ASSERT_EQ(small->remove(ids.back()), Status::ok);
    ids.pop_back();
  }
  ASSERT_TRUE(small->update().ok());
  EXPECT_EQ(small->contacts().pairs.size(), 10u);
  EXPECT_EQ(small->ended().size(), 5u);
}

TEST(World, KnowsStaleAndForeignColliders) {
  const WorldPtr world = make_world().value;
  const ColliderId a = add(*world, at({0, 0, 0})), b = add(*world, at({5, 0, 0}));
  ASSERT_EQ(world->remove(a), Status::ok);
  EXPECT_EQ(world->size(), 1u);
  for (const ColliderId wrong : {a, ColliderId{}, ColliderId{77, 1}, ColliderId{b.row, b.generation + 1}}) {
    EXPECT_FALSE(world->contains(wrong));
    EXPECT_EQ(world->remove(wrong), Status::stale_handle);
    EXPECT_EQ(world->set_pose(wrong, {}), Status::stale_handle);
    EXPECT_EQ(world->set_filter(wrong, 1, 1), Status::stale_handle);
    EXPECT_EQ(world->set_ignored(wrong, b, true), Status::stale_handle);
    EXPECT_EQ(world->set_ignored(b, wrong, true), Status::stale_handle);
  }
  EXPECT_EQ(world->set_ignored(b, b, true), Status::invalid_argument);
  EXPECT_EQ(world->at(b.row), b);
  EXPECT_EQ(world->at(a.row), ColliderId{});
  EXPECT_EQ(world->at(1000), ColliderId{});
  // The same row, another generation.
  const ColliderId c = add(*world, at({1, 1, 1}));
  EXPECT_EQ(c.row, a.row);
  EXPECT_FALSE(world->contains(a));
  EXPECT_TRUE(world->contains(c));
}

TEST(World, RefusesBadPosesAndOptions) {
  const WorldPtr world = make_world().value;
  const ColliderId a = add(*world, at({0, 0, 0}));
  for (const Pose& bad : {Pose{{k_nan, 0, 0}, {}}, Pose{{0, k_infinity, 0}, {}}, Pose{{0, 0, 1e13}, {}},
                          Pose{{}, {0, 0, 0, 0}}, Pose{{}, {0, k_nan, 0, 1}}}) {
    EXPECT_EQ(world->add({unit_box(), bad}).status, Status::invalid_argument);
    EXPECT_EQ(world->set_pose(a, bad), Status::invalid_argument);
  }
  EXPECT_EQ(world->size(), 1u);
  WorldOptions options;
  options.capacity = k_max_colliders + 1;
  EXPECT_EQ(make_world(options).status, Status::invalid_argument);
}

TEST(World, NormalisesThePosesOfCalls) {
  const WorldPtr world = make_world().value;
  const ColliderId a = add(*world, {unit_box(), {{1, 2, 3}, {0, 0, 0, 1e200}}});
  const float* const q = world->quaternions().data() + 4 * std::size_t{a.row};
  EXPECT_EQ(q[3], 1.0f);
  ASSERT_EQ(world->set_pose(a, {{4, 5, 6}, {3e-60, 4e-60, 0, 0}}), Status::ok);
  EXPECT_EQ(q[0], 0.6f);
  EXPECT_EQ(q[1], 0.8f);
  EXPECT_EQ(world->positions()[3 * std::size_t{a.row}], 4.0);
  EXPECT_EQ(world->describe(a.row).pose.position, (Vec3{4, 5, 6}));
}

TEST(World, KeepsRowsAndTheirContentsWhenItGrows) {
  const WorldPtr world = make_world().value;
  std::vector<ColliderId> ids;
  for (int i = 0; i < 1000; ++i) {
    const ColliderId id = add(*world, at({10.0 * i, 0, 0}));
    ids.push_back(id);
    write_position(*world, id, {10.0 * i + 1.0, 0, 0});
  }
  EXPECT_EQ(world->size(), 1000u);
  EXPECT_GE(world->capacity(), 1000u);
  EXPECT_EQ(world->positions().size(), 3 * std::size_t{world->capacity()});
  ASSERT_TRUE(world->update().ok());
  for (int i = 0; i < 1000; ++i) {
    ASSERT_EQ(ids[static_cast<std::size_t>(i)].row, static_cast<std::uint32_t>(i));
    ASSERT_EQ(world->describe(static_cast<std::uint32_t>(i)).pose.position.x, 10.0 * i + 1.0);
  }
}

TEST(World, ChoosesTheTreesWhereLittleMoves) {
  const WorldPtr world = make_world().value;
  std::vector<ColliderId> ids;
  for (int i = 0; i < 200; ++i) ids.push_back(add(*world, at({0.9 * i, 0, 0})));
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->broad_phase(), BroadPhase::sweep_and_prune);
  EXPECT_EQ(world->contacts().pairs.size(), 199u);
  write_position(*world, ids[5], {4.6, 0, 0});
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->broad_phase(), BroadPhase::bvh);
  EXPECT_EQ(world->contacts().pairs.size(), 199u);
  EXPECT_LE(world->candidate_count(), 4u);
}

TEST(World, MeasuresItsStages) {
  WorldOptions options;
  options.clock = [] {
    static double now = 0.0;
    return now += 1.0;
  };
  const WorldPtr world = make_world(options).value;
  add(*world, at({0, 0, 0}));
  ASSERT_TRUE(world->update().ok());
  EXPECT_EQ(world->timings().bounds, 1.0);
  EXPECT_EQ(world->timings().broad_phase, 1.0);
  EXPECT_EQ(world->timings().narrow_phase, 1.0);
  EXPECT_EQ(world->timings().events, 1.0);
}

TEST(World, FollowsItsCollidersFarAway) {
  // Bounds stay tight far from the first origin: boxes that barely miss each other are not candidates.
  const WorldPtr world = make_world().value;
  std::vector<ColliderId> ids;
  for (int i = 0; i < 100; ++i) ids.push_back(add(*world, at({1.25 * i, 0, 0})));
  for (const double x : {0.0, 1e6, 1e9}) {
    for (int i = 0; i < 100; ++i) write_position(*world, ids[static_cast<std::size_t>(i)], {x + 1.25 * i, 0, 0});
    ASSERT_TRUE(world->update().ok());
    EXPECT_EQ(world->candidate_count(), 0u) << x;
  }
}

TEST(World, ShowsBoundsThatHoldTheirColliders) {
  for (const double x : {0.0, 1e7}) {
    const WorldPtr world = make_world().value;
    const ColliderId id = add(*world, at({x, 2, 3}, make_box(1, 2, 3).value));
    EXPECT_TRUE(std::isnan(world->bounds(id.row + 1).min.x));
    const Aabb bounds = world->bounds(id.row);
    // Never smaller, and larger only by rounding.
    EXPECT_LE(bounds.min.x, x - 0.5);
    EXPECT_NEAR(bounds.min.x, x - 0.5, 1e-5);
    EXPECT_GE(bounds.max.z, 4.5);
    EXPECT_NEAR(bounds.max.z, 4.5, 1e-5);
    write_position(*world, id, {x, 5, 3});
    EXPECT_LE(world->bounds(id.row).min.y, 1.0);  // before refit
    ASSERT_TRUE(world->refit().ok());
    EXPECT_NEAR(world->bounds(id.row).min.y, 4.0, 1e-5);
    ASSERT_EQ(world->remove(id), Status::ok);
    EXPECT_TRUE(std::isnan(world->bounds(id.row).max.y));
  }
}

TEST(World, ExplainsTheSweep) {
  WorldOptions options;
  options.broad_phase = BroadPhase::sweep_and_prune;
  const WorldPtr world = make_world(options).value;
  EXPECT_EQ(world->explain_broad_phase().value.axis, -1);
  for (int i = 0; i < 100; ++i) add(*world, at({0, 0, 3.0 * i}));
  ASSERT_TRUE(world->update().ok());
  const BroadPhaseExplanation sweep = world->explain_broad_phase().value;
  EXPECT_EQ(sweep.axis, 2);
  EXPECT_GE(sweep.cell_count, 1u);
  EXPECT_TRUE(sweep.nodes.empty());
}

TEST(World, ExplainsTheTrees) {
  WorldOptions options;
  options.broad_phase = BroadPhase::bvh;
  const WorldPtr world = make_world(options).value;
  for (int i = 0; i < 100; ++i) {
    ColliderOptions collider = at({3.0 * i, 0, 0});
    collider.is_static = i >= 60;
    add(*world, collider);
  }
  ASSERT_TRUE(world->update().ok());
  const BroadPhaseExplanation all = world->explain_broad_phase().value;
  EXPECT_EQ(all.axis, -1);
  const auto is_root = [](const TreeNodeBounds& node) { return node.depth == 0; };
  ASSERT_EQ(std::count_if(all.nodes.begin(), all.nodes.end(), is_root), 2);
  ASSERT_TRUE(is_root(all.nodes.front()));
  EXPECT_FALSE(all.nodes.front().is_static);
  EXPECT_NEAR(all.nodes.front().bounds.min.x, -0.5, 1e-4);
  EXPECT_NEAR(all.nodes.front().bounds.max.x, 59 * 3.0 + 0.5, 1e-3);
  std::uint32_t deepest = 0;
  for (const TreeNodeBounds& node : all.nodes) deepest = std::max(deepest, node.depth);
  EXPECT_GE(deepest, 2u);
  const std::size_t count = all.nodes.size();
  const BroadPhaseExplanation top = world->explain_broad_phase(1).value;
  EXPECT_LT(top.nodes.size(), count);
  for (const TreeNodeBounds& node : top.nodes) EXPECT_LE(node.depth, 1u);
}

}  // namespace
}  // namespace hyperplane
