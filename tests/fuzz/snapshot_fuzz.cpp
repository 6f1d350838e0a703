#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <hyperplane/world.h>

#include "support/snapshot_shapes.h"
#include "world/snapshot.h"

/// Snapshots of worlds with arbitrary bytes under a valid header. They are refused with an error, or give a world that
/// updates, answers queries, and can be saved and restored; both worlds then behave identically. So does a world that
/// is rolled back to them. Shapes that they name by hash are given.

namespace {

using namespace hyperplane;

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "snapshot_fuzz: %s\n", what);
  std::abort();
}

/// Targets of continuous colliders, and a body that moves through them.
void check_motion(World& world) {
  double last = 0.0;
  for (const SweptImpact& impact : world.impacts()) {
    if (!(impact.time >= last && impact.time <= 1.0)) fail("impacts are not in order");
    if (world.at(impact.a) == ColliderId{} || world.at(impact.b) == ColliderId{}) fail("an impact of nobody");
    last = impact.time;
  }
  const Shape body = make_capsule(0.1, 0.3).value;
  Pose at{{-2, 0.5, 0.1}, {}};
  for (int i = 0; i < 3; ++i) {
    const Result<MoverResult> moved = world.move_and_slide(body, at, {1.0, -0.2, 0.05});
    if (!moved.ok()) {
      if (moved.message[0] == 0) fail("a failure without a reason");
      return;
    }
    at.position = moved.value.position;
    if (!(at.position.x - at.position.x == 0.0)) fail("a position that is not finite");
  }
  static_cast<void>(world.cast_shape(body, {at, {{3, -1, 2}, {0, 1, 0, 1}}}));
}

/// Moves some colliders in every possible way, and adds a continuous collider that all of them may hit.
void move_some(World& world) {
  std::uint32_t moved = 0;
  for (std::uint32_t row = 0; row < world.capacity() && moved < 8; ++row) {
    const ColliderId id = world.at(row);
    if (id == ColliderId{}) continue;
    Pose pose = world.describe(row).pose;
    const double way = 0.25 * static_cast<double>(1 + moved);
    if (moved % 4 == 0) {
      world.positions()[3 * std::size_t{row}] += way;
    } else if (moved % 4 < 3) {
      pose.position.y += way;
      static_cast<void>(moved % 4 == 1 ? world.set_pose(id, pose) : world.teleport(id, pose));
    }
    ++moved;
  }
  ColliderOptions ball{make_sphere(0.5).value, {{0.1, 0.2, 0.3}, {}}};
  ball.is_continuous = true;
  static_cast<void>(world.add(ball));
  static_cast<void>(world.update());
}

void use(World& world) {
  for (int i = 0; i < 2; ++i) {
    const UpdateResult updated = world.update();
    if (!updated.ok() && updated.message[0] == 0) fail("a failure without a reason");
  }
  static_cast<void>(world.raycast({-5, 0.1, 0.2}, {1, 0, 0}));
  static_cast<void>(world.closest({0.1, 0, 0}));
  const Shape shape = make_box(1, 1, 1).value;
  static_cast<void>(world.overlap(shape, {}));
  check_motion(world);
  ColliderOptions bullet{make_sphere(0.25).value, {{-4, 0.1, 0.1}, {}}};
  bullet.is_continuous = true;
  const Result<ColliderId> shot = world.add(bullet);
  if (shot.ok()) {
    static_cast<void>(world.update());
    if (world.set_pose(shot.value, {{4, -0.1, 0.2}, {0, 0, 1, 1}}) != Status::ok) fail("a collider is not there");
    static_cast<void>(world.update());
    check_motion(world);
  }
  const Result<ColliderId> added = world.add({shape, {}});
  if (added.ok() && world.remove(added.value) != Status::ok) fail("a collider is not there");
  static_cast<void>(world.hash());
}

/// Rolls a world with other colliders back to the bytes, which `restored` comes from.
void check_rollback(std::span<const std::byte> bytes, std::span<const Shape> shapes, const World& restored) {
  const WorldPtr base = make_world().value;
  for (std::size_t i = 0; i < shapes.size(); i += 2) {
    static_cast<void>(base->add({shapes[i], {{static_cast<double>(i), 0, 0}, {}}}));
  }
  static_cast<void>(base->update());
  const RestoreOptions options{nullptr, shapes, base.get()};
  Result<RestoredWorld> next = restore_world(bytes, options);
  if (!next.ok()) fail("a world cannot be rolled back to what can be restored");
  base->roll_back(*next.value.world);
  next.value.world.reset();
  if (base->hash() != restored.hash()) fail("a world that was rolled back has another hash");
  const Result<RestoredWorld> copy = [&] {
    const Result<Snapshot> named = restored.snapshot({.with_shapes = false});
    std::vector<Shape> all(shapes.begin(), shapes.end());
    for (std::uint32_t row = 0; row < restored.capacity(); ++row) {
      if (restored.at(row) != ColliderId{}) all.push_back(restored.describe(row).shape);
    }
    return restore_world(named.value.span(), {nullptr, all, nullptr});
  }();
  if (!copy.ok()) fail("a world cannot be restored from its shapes");
  for (World* const world : {base.get(), copy.value.world.get()}) move_some(*world);
  if (copy.value.world->hash() != base->hash()) fail("a world that was rolled back goes another way");
  use(*base);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::byte> bytes(sizeof(SnapshotHeader) + size);
  if (size > 0) std::memcpy(bytes.data() + sizeof(SnapshotHeader), data, size);
  const SnapshotHeader header{k_snapshot_magic, k_snapshot_version, 0, bytes.size(),
                              snapshot_checksum(std::span(bytes).subspan(sizeof header))};
  std::memcpy(bytes.data(), &header, sizeof header);

  static const test::SnapshotShapes owner;
  static const std::vector<Shape> shapes = owner.all();
  const Result<RestoredWorld> given = restore_world(bytes, {nullptr, shapes, nullptr});
  const Result<RestoredWorld> restored = restore_world(bytes);
  for (const Result<RestoredWorld>* const result : {&given, &restored}) {
    if (result->ok()) continue;
    if (result->value.world != nullptr || result->message[0] == 0) fail("a failure without a reason");
  }
  if (restored.ok() && !given.ok()) fail("given shapes make bytes wrong");
  if (given.ok()) check_rollback(bytes, shapes, *given.value.world);
  if (!restored.ok()) return 0;
  if (given.value.world->hash() != restored.value.world->hash()) fail("given shapes change a world");
  const Result<Snapshot> first = restored.value.world->snapshot();
  if (!first.ok() || !restore_world(first.value.span()).ok()) fail("a restored world cannot be saved");
  const Result<RestoredWorld> copy = restore_world(first.value.span());
  if (copy.value.world->hash() != restored.value.world->hash()) fail("a restored world has another hash");
  for (int round = 0; round < 2; ++round) {
    for (World* const world : {restored.value.world.get(), copy.value.world.get()}) move_some(*world);
    if (copy.value.world->hash() != restored.value.world->hash()) fail("a restored world goes another way");
  }
  use(*restored.value.world);
  const Result<Snapshot> second = restored.value.world->snapshot();
  if (!second.ok() || !restore_world(second.value.span()).ok()) fail("a world that was used cannot be saved");
  return 0;
}
