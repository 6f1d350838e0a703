#include <cstdint>
#include <string>

#include <gtest/gtest.h>

#include <hyperplane/plane_tile_map.h>
#include <hyperplane/plane_world.h>

#include "support/corpus_file.h"

/// Seeds of plane_snapshot_fuzz with a name: snapshots of the worlds below, without their headers of 16 bytes. The
/// fuzzer found the others. After a change of the layout this test fails; corpus_file.h tells how to renew its files.

namespace hyperplane::plane {
namespace {

using hyperplane::test::expect_corpus_file;

struct PlaneExample {
  const char* name;
  BuiltComposite (*build_ground)();
  void (*fill)(World& world);
};

void add(World& world, const Shape& shape, const Vec2& at, double margin = 0.0) {
  ColliderOptions options{shape, {at, 0.0}};
  options.margin = margin;
  ASSERT_TRUE(world.add(options).ok());
}

constexpr PlaneExample k_examples[] = {
    {"chain_and_bullet",
     [] {
       const double points[] = {-2.0, 0.0, 0.0, 0.25, 2.0, 0.0};
       return build_chain(points, false, ChainSides::front);
     },
     [](World& world) {
       add(world, make_rectangle(1.0, 0.5).value, {-1.0, 0.3});
       ColliderOptions bullet{make_circle(0.1).value, {{0.5, 3.0}, 0.0}};
       bullet.is_continuous = true;
       const ColliderId id = world.add(bullet).value;
       ASSERT_TRUE(world.update().ok());
       static_cast<void>(world.set_pose(id, {{0.5, -3.0}, 0.5}));
     }},
    {"half_space_and_margins", build_half_space,
     [](World& world) {
       add(world, make_rectangle(1.0, 0.5).value, {0.0, 0.3});
       add(world, make_capsule(0.2, 0.7).value, {2.0, 0.6}, 0.05);
     }},
    {"tile_map",
     [] {
       const std::uint8_t tiles[] = {1, 1, 1, 0, 2, 1};
       const TileKind kinds[] = {{2, static_cast<std::uint32_t>(TileForm::polygon), 3}};
       const double points[] = {0.0, 0.0, 1.0, 0.0, 1.0, 1.0};
       return build_tile_map({3, 2, {0.5, 0.75}, tiles, kinds, points});
     },
     [](World& world) { add(world, make_circle(0.5).value, {0.6, 1.2}); }},
};

TEST(PlaneSnapshotCorpus, HasTheWorldsOfThisVersion) {
  for (const PlaneExample& example : k_examples) {
    SCOPED_TRACE(example.name);
    // The world uses it, and goes first.
    const BuiltComposite built = example.build_ground();
    ASSERT_TRUE(built.ok()) << built.message;
    const WorldPtr world = make_world().value;
    ColliderOptions ground{make_composite(*built.value), {}};
    ground.is_static = true;
    ground.margin = 0.1;
    ASSERT_TRUE(world->add(ground).ok());
    example.fill(*world);
    ASSERT_TRUE(world->update().ok());
    const auto snapshot = world->snapshot();
    ASSERT_TRUE(snapshot.ok());
    ASSERT_TRUE(restore_world(snapshot.value.span()).ok());
    expect_corpus_file(std::string(HYPERPLANE_TEST_CORPUS "/plane_snapshot_fuzz/") + example.name,
                       snapshot.value.span().subspan(16));
  }
}

}  // namespace
}  // namespace hyperplane::plane
