#include <limits>
#include <string>
#include <vector>

#include <gtest/gtest.h>

#include <hyperplane/world.h>

#include "support/corpus_file.h"
#include "support/snapshot_shapes.h"
#include "world/snapshot.h"

/// The seed corpus of snapshot_fuzz consists of snapshots of the worlds below, without their headers. After a change of
/// the layout they all fail the first check, and are useless to the fuzzer. This test then fails; corpus_file.h tells
/// how to renew them.

namespace hyperplane {
namespace {

using test::SnapshotShapes;

struct Example {
  const char* name;
  void (*fill)(World& world, const SnapshotShapes& shapes);
  SnapshotOptions options = {};
};

ColliderId add(World& world, const Shape& shape, const Vec3& at) { return world.add({shape, {at, {}}}).value; }

ColliderId add_continuous(World& world, const Shape& shape, const Vec3& at) {
  ColliderOptions options{shape, {at, {}}};
  options.is_continuous = true;
  return world.add(options).value;
}

/// A ball, a box and a capsule that overlap.
ColliderId add_three(World& world) {
  add(world, SnapshotShapes::ball(0.5), {});
  const ColliderId middle = add(world, SnapshotShapes::box(1.0), {0.5, 0, 0});
  add(world, SnapshotShapes::capsule(), {0.2, 0, 0});
  return middle;
}

void update(World& world) { static_cast<void>(world.update()); }

constexpr Example k_examples[] = {
    {"empty_world", [](World&, const SnapshotShapes&) {}},
    {"before_the_first_update",
     [](World& world, const SnapshotShapes&) { add(world, SnapshotShapes::ball(0.5), {1, 2, 3}); }},
    {"boxes_and_balls",
     [](World& world, const SnapshotShapes&) {
       ColliderOptions floor{make_box(10, 1, 10).value, {}};
       floor.is_static = true;
       static_cast<void>(world.add(floor));
       for (const double x : {-2.0, 0.0, 2.0}) {
         add(world, SnapshotShapes::ball(0.5), {x, 0.9, 0});
         add(world, SnapshotShapes::box(1.0), {x, 0.9, 0.5});
       }
       update(world);
     }},
    {"compounds",
     [](World& world, const SnapshotShapes& shapes) {
       const Shape shape = shapes.compound();
       add(world, shape, {});
       add(world, shape, {0.5, 0.9, 0});
       add(world, SnapshotShapes::box(3.0), {0, 1.8, 0});
       update(world);
     }},
    {"half_space_and_margins",
     [](World& world, const SnapshotShapes& shapes) {
       ColliderOptions ground{make_half_space(), {}};
       ground.is_static = true;
       ground.margin = 0.1;
       static_cast<void>(world.add(ground));
       add(world, SnapshotShapes::box(1.0), {0, 0.45, 0});
       add(world, shapes.tetrahedron(), {2, 0.05, 0});
       add(world, shapes.compound(), {5, 0.55, 0});
       update(world);
     }},
    {"half_written_row",
     [](World& world, const SnapshotShapes&) {
       add_three(world);
       update(world);
       world.positions()[3] = std::numeric_limits<double>::quiet_NaN();
     }},
    {"hull_and_sensor",
     [](World& world, const SnapshotShapes& shapes) {
       add(world, shapes.tetrahedron(), {});
       ColliderOptions sensor{SnapshotShapes::box(1.0), {{0.2, 0.1, 0.3}, {0, 0, 0.6, 0.8}}};
       sensor.is_sensor = true;
       static_cast<void>(world.add(sensor));
       update(world);
     }},
    {"height_field",
     [](World& world, const SnapshotShapes& shapes) {
       add(world, shapes.field(), {});
       add(world, SnapshotShapes::box(1.0), {0, 0.45, 0});
       update(world);
     }},
    {"ignored_pair",
     [](World& world, const SnapshotShapes&) {
       const ColliderId first = add(world, SnapshotShapes::ball(0.5), {}), second = add_three(world);
       static_cast<void>(world.set_ignored(first, second, true));
       update(world);
     }},
    {"impacts",
     [](World& world, const SnapshotShapes&) {
       add(world, make_box(0.01, 2, 2).value, {});
       const ColliderId bullet = add_continuous(world, SnapshotShapes::ball(0.1), {-3, 0, 0});
       add_continuous(world, SnapshotShapes::box(0.5), {2, 0, 0});
       update(world);
       static_cast<void>(world.set_pose(bullet, {{3, 0, 0}, {0, 0.6, 0, 0.8}}));
       update(world);
     }},
    {"margins",
     [](World& world, const SnapshotShapes& shapes) {
       ColliderOptions wide{shapes.compound(), {}};
       wide.margin = 0.25;
       static_cast<void>(world.add(wide));
       add(world, SnapshotShapes::box(1.0), {0, 2.1, 0});
       const ColliderId ball = add(world, SnapshotShapes::ball(0.5), {1.7, 0, 0});
       static_cast<void>(world.set_margin(ball, 0.5));
       update(world);
     }},
    {"mesh",
     [](World& world, const SnapshotShapes& shapes) {
       add(world, shapes.mesh(), {});
       add(world, SnapshotShapes::box(1.0), {0, 0.45, 0});
       update(world);
     }},
    {"moved_since_the_update",
     [](World& world, const SnapshotShapes&) {
       const ColliderId box = add_three(world);
       add_continuous(world, SnapshotShapes::ball(0.1), {-3, 0, 0});
       update(world);
       static_cast<void>(world.set_pose(box, {{4, 0, 0}, {}}));
       world.positions()[9] += 5.0;
       static_cast<void>(world.refit());
     }},
    {"named_after_a_removal",
     [](World& world, const SnapshotShapes& shapes) {
       add_three(world);
       const ColliderId hull = add(world, shapes.tetrahedron(), {});
       const ColliderId ball = add(world, SnapshotShapes::ball(0.1), {});
       update(world);
       static_cast<void>(world.remove(hull));
       static_cast<void>(world.remove(ball));
     },
     {.with_shapes = false}},
    {"named_shapes",
     [](World& world, const SnapshotShapes& shapes) {
       double x = 0.0;
       for (const Shape& shape : shapes.all()) add(world, shape, {x += 0.5, 0, 0});
       add_continuous(world, SnapshotShapes::ball(0.1), {-3, 0, 0});
       update(world);
     },
     {.with_shapes = false}},
    {"removed_and_ended",
     [](World& world, const SnapshotShapes&) {
       const ColliderId box = add_three(world);
       update(world);
       static_cast<void>(world.remove(box));
       update(world);
     }},
    {"removed_before_an_update",
     [](World& world, const SnapshotShapes&) {
       const ColliderId box = add_three(world);
       update(world);
       static_cast<void>(world.remove(box));
     }},
    {"removed_compound",
     [](World& world, const SnapshotShapes& shapes) {
       add(world, SnapshotShapes::box(3.0), {});
       const ColliderId removed = add(world, shapes.compound(), {0, 1.8, 0});
       update(world);
       static_cast<void>(world.remove(removed));
     }},
    {"removed_hull",
     [](World& world, const SnapshotShapes& shapes) {
       add(world, SnapshotShapes::ball(0.3), {});
       const ColliderId hull = add(world, shapes.tetrahedron(), {});
       update(world);
       static_cast<void>(world.remove(hull));
       update(world);
     }},
    {"voxels_and_kinds",
     [](World& world, const SnapshotShapes& shapes) {
       add(world, shapes.voxels(), {});
       const KindMask first{{2, 0, 0, 0}};
       Shape ball = SnapshotShapes::ball(0.5);
       ball.kinds = &first;
       add(world, ball, {0.4, 0.9, 0.5});
       update(world);
     }},
};

TEST(SnapshotCorpus, HasTheWorldsOfThisVersion) {
  const SnapshotShapes shapes;
  const std::vector<Shape> given = shapes.all();
  RestoreOptions options;
  options.shapes = given;
  for (const Example& example : k_examples) {
    SCOPED_TRACE(example.name);
    const WorldPtr world = make_world().value;
    example.fill(*world, shapes);
    const Result<Snapshot> snapshot = world->snapshot(example.options);
    ASSERT_TRUE(snapshot.ok());
    ASSERT_TRUE(restore_world(snapshot.value.span(), options).ok());
    test::expect_corpus_file(std::string(HYPERPLANE_TEST_CORPUS "/snapshot_fuzz/") + example.name,
                             snapshot.value.span().subspan(sizeof(SnapshotHeader)));
  }
}

}  // namespace
}  // namespace hyperplane
