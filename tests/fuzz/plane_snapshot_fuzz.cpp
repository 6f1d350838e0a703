#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include <hyperplane/plane_world.h>

#include "core/hash.h"

/// Snapshots of worlds of the plane with arbitrary bytes under a valid header. They are refused with a reason, or give
/// a world that updates, answers queries, and can be saved and restored; both worlds then behave alike, and so does
/// one that is rolled back to them.

namespace {

using namespace hyperplane;

/// Magic number, version, checksum: as world_snapshot.cpp writes them.
struct Header {
  std::uint32_t magic = 0x32505048, version = 2;
  std::uint64_t checksum = 0;
};

[[noreturn]] void fail(const char* what) {
  std::fprintf(stderr, "plane_snapshot_fuzz: %s\n", what);
  std::abort();
}

/// Moves some colliders in every way, and asks everything.
void use(plane::World& world, double way) {
  std::uint32_t moved = 0;
  for (std::uint32_t row = 0; row < world.capacity() && moved < 8; ++row) {
    const ColliderId id = world.at(row);
    if (id == ColliderId{}) continue;
    plane::Pose pose = world.describe(row).pose;
    pose.position.y += way;
    if (moved % 3 == 0) world.positions()[2 * std::size_t{row}] += way;
    if (moved % 3 == 1) static_cast<void>(world.set_pose(id, pose));
    if (moved % 3 == 2) static_cast<void>(world.teleport(id, pose));
    if (moved == 4) static_cast<void>(world.set_kind(id, {false, false, true, !world.describe(row).is_enabled}));
    ++moved;
  }
  const plane::UpdateResult updated = world.update();
  if (!updated.ok() && updated.message[0] == 0) fail("a failure without a reason");
  const plane::Shape body = plane::make_capsule(0.2, 0.4).value;
  static_cast<void>(world.raycast({-5.0, 0.1}, {1.0, 0.01}));
  static_cast<void>(world.closest({0.1, 0.0}));
  static_cast<void>(world.overlap(body, {}));
  static_cast<void>(world.cast_shape(body, {{{-3.0, 0.2}, 0.0}, {{3.0, -0.1}, 0.5}}));
  const Result<plane::MoverResult> walked = world.move_and_slide(body, {{-2.0, 0.5}, 0.0}, {1.0, -0.2});
  if (!walked.ok() && walked.message[0] == 0) fail("a failure without a reason");
  for (const plane::SweptImpact& impact : world.impacts()) {
    if (!(impact.time >= 0.0 && impact.time <= 1.0)) fail("an impact outside of the step");
  }
  plane::ColliderOptions ball{plane::make_circle(0.5).value, {{0.1, 0.2}, 0.0}};
  ball.is_continuous = true;
  const Result<ColliderId> added = world.add(ball);
  if (!added.ok()) return;
  static_cast<void>(world.update());
  if (world.set_pose(added.value, {{1.0, -0.4}, 1.0}) != Status::ok) fail("a collider is not there");
  static_cast<void>(world.update());
  if (world.remove(added.value) != Status::ok) fail("a collider is not there");
  static_cast<void>(world.update());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  std::vector<std::byte> bytes(sizeof(Header) + size);
  if (size > 0) std::memcpy(bytes.data() + sizeof(Header), data, size);
  Hash hash;
  hash.add_bytes(std::span<const std::byte>(bytes).subspan(sizeof(Header)));
  Header header;
  header.checksum = hash.value();
  std::memcpy(bytes.data(), &header, sizeof header);

  const Result<plane::RestoredWorld> restored = plane::restore_world(bytes);
  if (!restored.ok()) {
    if (restored.value.world != nullptr || restored.message[0] == 0) fail("a failure without a reason");
    return 0;
  }
  plane::World& world = *restored.value.world;
  const Result<plane::Snapshot> saved = world.snapshot();
  if (!saved.ok()) fail("a restored world cannot be saved");
  const Result<plane::RestoredWorld> copy = plane::restore_world(saved.value.span());
  if (!copy.ok()) fail("what was saved cannot be restored");
  if (copy.value.world->hash() != world.hash()) fail("a restored world has another hash");

  const plane::WorldPtr base = plane::make_world().value;
  static_cast<void>(base->add({plane::make_rectangle(1.0, 2.0).value, {}}));
  static_cast<void>(base->update());
  Result<plane::RestoredWorld> next = plane::restore_world(saved.value.span());
  if (!next.ok()) fail("a world cannot be rolled back to what can be restored");
  base->roll_back(*next.value.world);
  next.value.world.reset();
  for (int round = 0; round < 2; ++round) {
    for (plane::World* const one : {&world, copy.value.world.get(), base.get()}) use(*one, 0.25 * (round + 1));
    if (copy.value.world->hash() != world.hash()) fail("a restored world goes another way");
    if (base->hash() != world.hash()) fail("a world that was rolled back goes another way");
  }
  return 0;
}
